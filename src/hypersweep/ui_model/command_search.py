"""Find commands not only by title, but also by other words that players use.

The terminal's palette looks these words up by command or setting; the page searches its own texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


_START = ("start screen", "menu", "main menu", "home", "back", "boards")

COMMAND_WORDS: dict[str, tuple[str, ...]] = {
    "draft": ("draft", "trial", "pencil", "keep", "try flags"),
    "drop_draft": ("draft", "drop", "discard", "trial"),
    "custom": ("custom", "custom board", "own board", "size", "seed", "dimensions", "new board"),
    "flag": ("flag", "unflag", "mark", "mine"),
    "help": ("help", "keys", "shortcuts", "controls", "manual", "how to play"),
    "hint": ("hint", "stuck", "solve", "advice", "tip"),
    "leave": ("save", "save game", *_START),
    "messages": ("messages", "log", "history"),
    "new": ("new", "new game", "reset", "another", "play again"),
    "next": ("next", "new", "new game", "another"),
    "open": ("open", "dig", "reveal", "uncover", "click"),
    "panels": ("lens", "panels", "neighbours", "neighbors", "magnifier"),
    "pause": ("pause", "break", "stop", "wait", "unpause", "go on"),
    "play": ("play", "pause", "stop", "go on"),
    "quit": ("quit", "exit", "leave", "close", "bye"),
    "records": ("replay", "watch", "record", "recording"),
    "redo": ("redo", "repeat"),
    "replay": ("replay", "watch", "record", "recording"),
    "resume": ("resume", "continue", "load", "saved games", "unfinished", "go on"),
    "review": ("review", "analysis", "analyse", "analyze", "mistakes", "luck"),
    "scores": ("best times", "best", "scores", "high scores", "times", "records", "ranking", "leaderboard"),
    "same": ("restart", "same board", "again", "replay board", "start over"),
    "share": ("share", "copy", "clipboard", "result"),
    "smart": ("smart", "chord", "space"),
    "start": _START,
    "statistics": ("statistics", "stats", "figures", "win rate", "streaks"),
    "suspend": ("suspend", "shell", "background"),
    "take_over": ("take over", "play", "go on", "continue", "try"),
    "this_board": ("seed", "board id", "share", "copy", "this board"),
    "undo": ("undo", "take back", "revert", "step back"),
    "zoom_in": ("zoom", "zoom in", "larger", "bigger", "size"),
    "zoom_out": ("zoom", "zoom out", "smaller", "size"),
    "watch": ("watch", "solver", "solve", "autoplay", "demo", "computer", "finish"),
}
"""Search words for the commands in the key table, for all screens."""

SETTING_WORDS: dict[str, tuple[str, ...]] = {
    "": ("settings", "options", "preferences", "configuration", "setup"),
    "theme": ("theme", "colours", "colors", "looks"),
    "characters": ("font", "symbols"),
    "finished clues": ("dimmed clues", "faint clues", "done clues"),
    "bell": ("bell", "sound", "beep"),
    "clock with tenths": ("tenths", "clock", "timer", "decimals"),
    "guess counter": ("guesses", "count", "luck"),
    "pause in the background": ("focus", "pause", "window", "away"),
    "motion": ("animation", "animations", "wave", "reduced motion"),
    "question marks": ("question", "marks", "right click"),
    "draft flags": ("draft", "trial", "flags", "pencil"),
    "smart flags": ("smart", "auto flag", "flags", "chord", "number"),
    "left click on a number": ("left chord", "chord", "mouse", "left button", "click"),
    "first click": ("first open", "rules"),
    "guesses": ("guess", "luck", "grade", "difficulty", "rules"),
    "clues": ("delta", "difference", "numbers", "remaining"),
}
"""Search words for settings, by the part of the title before the colon; those under "" are for all settings."""

VALUE_WORDS: dict[str, tuple[str, ...]] = {
    "characters: ascii only": ("ascii",),
    "characters: frames and flags": ("unicode", "utf-8"),
    "first click: safe": ("safe start",),
    "guesses: none needed": ("no guess", "no guessing", "solvable"),
    "theme: dark": ("dark mode", "night"),
    "theme: light": ("light mode", "day"),
    "theme: high contrast": ("contrast",),
    "theme: no colours": ("no colors", "none", "monochrome", "black and white"),
}
"""Search words for single values of a setting, by title: a word for one theme finds only that theme."""


def setting_words(title: str) -> tuple[str, ...]:
    """Return additional search words for a setting with this title, or none if it isn't a setting's.

    >>> setting_words("Clues: minus flags")[:2], setting_words("Clues: minus flags")[-2:], setting_words("Undo")
    (('delta', 'difference'), ('configuration', 'setup'), ())
    """
    name, colon, _ = title.casefold().partition(": ")
    if not colon:
        return ()
    return (*VALUE_WORDS.get(title.casefold(), ()), *SETTING_WORDS.get(name, ()), *SETTING_WORDS[""])


def fit(typed: str, title: str, words: Iterable[str]) -> float:
    """Return how well a command matches the typed text, from 0 for no match to 1.

    Args:
        typed: what the player has typed so far.
        title: the command's title.
        words: additional search words or phrases.

    A match in the title, or in a setting's value, ranks above one in the additional words, which several settings
    share.

    >>> fit("Exit", "Leave; the game is saved", ["quit", "exit"]), fit("ex", "Leave", ["quit", "exit"])
    (0.9, 0.7)
    >>> fit("light", "Theme: light", ["theme"]), fit("ligh", "Theme: light", []), fit("ligh", "Theme", ["light mode"])
    (1.0, 0.8, 0.7)
    >>> fit("game saved", "Leave; the game is saved", []), fit("undo", "Leave; the game is saved", [])
    (0.6, 0.0)
    """
    typed_text = " ".join(typed.casefold().split())
    if not typed_text:
        return 0.0
    title = title.casefold()
    names = [word.casefold() for word in words]
    value = title.partition(": ")[2]
    if typed_text in (title, value):
        return 1.0
    if typed_text in names:
        return 0.9
    if title.startswith(typed_text) or value.startswith(typed_text):
        return 0.8
    if any(name.startswith(typed_text) for name in names):
        return 0.7
    parts = " ".join([title, *names]).replace(";", " ").replace(":", " ").replace(",", " ").split()
    if all(any(part.startswith(piece) for part in parts) for piece in typed_text.split()):
        return 0.6
    return 0.4 if typed_text in title else 0.0
