"""The page that a link to a finished game opens: the result, a picture, and a link to the replay.

The page needs no scripts; its text is English or German, depending on the reader's browser.
"""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING

from hypersweep.boards import PRESETS, board_title
from hypersweep.grid import Grid
from hypersweep.rules import RULES_BY_NAME, Rules
from hypersweep.text import length_text
from hypersweep.web.multiplayer.http.game_picture import HEIGHT, WIDTH

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.http_protocol import GameLine


GAME_STYLE = """\
:root { color-scheme: light dark; --ink: #1b1f24; --faint: #57606a; --ground: #fff; --edge: #d0d7de; --link: #0a4fb0; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --faint: #9da7b1; --ground: #0d1117; --edge: #30363d; --link: #79b8ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--edge); border-radius: 0.5rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1.5rem; margin: 1.5rem 0; }
dt { color: var(--faint); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) {
  dl { display: block; }
  dd { margin-bottom: 0.5rem; }
}
a { color: var(--link); }
.go { display: inline-block; padding: 0.6rem 1.2rem; border-radius: 0.4rem; text-decoration: none; font-weight: 600; }
.go { background: var(--link); color: var(--ground); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
"""
"""The style sheet for game pages, served as ``/games/page.css``."""

_PRESETS: dict[str, dict[str, str]] = {
    "en": {},
    "de": {
        "beginner": "Anfänger",
        "intermediate": "Fortgeschritten",
        "expert": "Experte",
        "evil": "Teuflisch",
        "1d": "1D",
        "6d": "6D",
        **{
            f"{dimensions}d-{name}": f"{dimensions}D {own}"
            for dimensions in (3, 4, 5)
            for name, own in (("easy", "leicht"), ("medium", "mittel"), ("hard", "schwer"))
        },
    },
}
_GRADES: dict[str, dict[str, str]] = {
    "en": {"clue": "single clues", "pair": "pairs of clues", "set": "sets of clues", "count": "mine count"},
    "de": {"clue": "einzelne Zahlen", "pair": "Paare von Zahlen", "set": "mehrere Zahlen", "count": "Minenzahl"},
}
# Names for rules that differ from the default, by language.
_RULES: dict[str, dict[str, str]] = {
    "en": {
        "any": "first click unprotected",
        "never": "no guess",
        "punished": "guesses punished",
        "clue": "single clues",
        "pair": "at most pairs",
        "set": "at most sets",
        "needs_pair": "needs pairs",
        "needs_set": "needs sets",
        "needs_count": "needs the number of mines",
    },
    "de": {
        "any": "erstes Aufdecken ungeschützt",
        "never": "ohne Raten",
        "punished": "Raten wird bestraft",
        "clue": "einzelne Zahlen",
        "pair": "höchstens Paare",
        "set": "höchstens Mengen",
        "needs_pair": "verlangt Paare",
        "needs_set": "verlangt Mengen",
        "needs_count": "verlangt die Zahl der Minen",
    },
}
_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "mine": "1 mine",
        "mines": "{} mines",
        "won": "{name} won {board} in {time}",
        "lost": "{name} lost {board} after {time}",
        "deleted": "Somebody",
        "about": "Minesweeper in any number of dimensions: watch the replay, and see how well it was played.",
        "watch": "Replay and review",
        "home": "Play hypersweep",
        "picture": "The board at the end of the game",
        "board": "Board",
        "rules": "Rules",
        "time": "Time",
        "both_times": "{0}; {1} by the server's clock",
        "when": "Played",
        "three_bv": "3BV",
        "clicks": "Clicks",
        "grade": "Hardest deduction",
        "guesses": "Guesses",
        "unneeded": "{0}, {1} of them unneeded",
        "daily": "Daily board",
        "counts": "Best times",
        "verified": "verified by replay",
        "waiting": "to be verified",
        "wrong": "doesn't count",
        "review": "under review",
        "void": "voided: {}",
        "unranked": "not ranked",
    },
    "de": {
        "mine": "1 Mine",
        "mines": "{} Minen",
        "won": "{name} hat {board} in {time} gewonnen",
        "lost": "{name} hat {board} nach {time} verloren",
        "deleted": "Jemand",
        "about": "Minesweeper in beliebig vielen Dimensionen: Sieh dir die Partie an und wie gut sie gespielt war.",
        "watch": "Wiederholung und Analyse",
        "home": "hypersweep spielen",
        "picture": "Das Brett am Ende der Partie",
        "board": "Brett",
        "rules": "Regeln",
        "time": "Zeit",
        "both_times": "{0}; {1} nach der Uhr des Servers",
        "when": "Gespielt",
        "three_bv": "3BV",
        "clicks": "Klicks",
        "grade": "Schwerste Überlegung",
        "guesses": "Geraten",
        "unneeded": "{0}-mal, davon {1}-mal unnötig",
        "daily": "Tagesbrett",
        "counts": "Bestzeiten",
        "verified": "durch Nachspielen geprüft",
        "waiting": "wird noch geprüft",
        "wrong": "zählt nicht",
        "review": "wird überprüft",
        "void": "für ungültig erklärt: {}",
        "unranked": "ohne Wertung",
    },
}


def language_of(accepted: str) -> str:
    """Return the language a browser prefers: "de" or "en".

    Args:
        accepted: the Accept-Language header.

    >>> language_of("fr, de-AT;q=0.8, en;q=0.7"), language_of("en-GB,de;q=0.5"), language_of("*")
    ('de', 'en', 'en')
    """
    languages = []
    for place, part in enumerate(accepted[:500].split(",")):
        name, _, weight = part.partition(";")
        try:
            share = float(weight.strip().removeprefix("q=")) if weight.strip() else 1.0
        except ValueError:
            share = 0.0
        language = name.strip().lower().partition("-")[0]
        if language in _WORDS and share > 0:
            languages.append((-share, place, language))
    return min(languages)[2] if languages else "en"


def game_page(game: GameLine, address: str, language: str, *, has_picture: bool = True) -> str:
    """Return the HTML of a game's page.

    Args:
        game: the game.
        address: the server's URL, without a trailing slash.
        language: "de" or "en".
        has_picture: whether there is a public picture of the game.

    >>> from hypersweep.web.multiplayer.http_protocol import GameLine
    >>> game = GameLine("AbCdEfGhIjKlMnOp", "<Ann>", "16x30", 99, "classic", "won", 61_230, 0)
    >>> "&lt;Ann&gt; won Expert (16×30, 99 mines) in 1:01.23" in game_page(game, "https://sweep.example", "en")
    True
    """
    words = _WORDS[language]
    time = _time(game.milliseconds, language)
    name = game.name if game.name and game.name != "deleted" else words["deleted"]
    title = escape(words[game.outcome].format(name=name, board=_board(game, language), time=time))
    about = escape(words["about"])
    here = f"{escape(address)}/games/{escape(game.id)}"
    picture = f"{here}/picture.png"
    head = [
        '<meta charset="utf-8">',
        f"<title>{title} · hypersweep</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="description" content="{about}">',
        '<link rel="stylesheet" href="/games/page.css">',
        '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">',
        f'<link rel="canonical" href="{here}">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="hypersweep">',
        f'<meta property="og:url" content="{here}">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:description" content="{about}">',
        f'<meta property="og:locale" content="{"de_DE" if language == "de" else "en_GB"}">',
    ]
    if has_picture:
        alternative = escape(words["picture"])
        head += [
            f'<meta property="og:image" content="{picture}">',
            '<meta property="og:image:type" content="image/png">',
            f'<meta property="og:image:width" content="{WIDTH}">',
            f'<meta property="og:image:height" content="{HEIGHT}">',
            f'<meta property="og:image:alt" content="{alternative}">',
            '<meta name="twitter:card" content="summary_large_image">',
        ]
    shown = (
        f'<img src="/games/{escape(game.id)}/picture.png" width="{WIDTH}" height="{HEIGHT}" '
        f'alt="{escape(words["picture"])}">'
        if has_picture
        else ""
    )
    facts = "".join(f"<dt>{escape(what)}</dt><dd>{escape(value)}</dd>" for what, value in _facts(game, language))
    return (
        f'<!doctype html><html lang="{language}"><head>{"".join(head)}</head><body><main><h1>{title}</h1>{shown}'
        f'<dl>{facts}</dl><p><a class="go" href="/#/shared/{escape(game.id)}">{escape(words["watch"])}</a></p>'
        f'<p><a href="/">{escape(words["home"])}</a></p></main></body></html>'
    )


def _facts(game: GameLine, language: str) -> list[tuple[str, str]]:
    words = _WORDS[language]
    moment = datetime.fromtimestamp(game.finished / 1000, UTC)
    when = moment.strftime("%d.%m.%Y, %H:%M UTC" if language == "de" else "%Y-%m-%d, %H:%M UTC")
    rows = [("board", _board(game, language)), ("rules", _rules(game.rules, language))]
    time = _time(game.milliseconds, language)
    server = _time(game.milliseconds + game.lag, language)
    if server != time:
        time = words["both_times"].format(time, server)
    rows += [("time", time), ("when", when)]
    if game.daily is not None:
        rows.append(("daily", game.daily.partition(" ")[0]))
    rows += [(name, str(value)) for name, value in (("three_bv", game.three_bv), ("clicks", game.clicks)) if value]
    if game.grade is not None:
        rows.append(("grade", _GRADES[language].get(game.grade, game.grade)))
    if game.guesses is not None:
        text = str(game.guesses)
        if game.guesses:
            text = words["unneeded"].format(game.guesses, game.unneeded_guesses)
        rows.append(("guesses", text))
    if game.decision == "void":
        state = "void"
    elif not game.is_ranked:
        state = "unranked"
    elif game.verified is None:
        state = "waiting"
    elif game.why_not == "review":
        state = "review"
    else:
        state = "verified" if game.verified and game.why_not is None else "wrong"
    rows.append(("counts", words[state].format(game.decided_why)))
    return [(words[name], value) for name, value in rows if value]


def _rules(text: str, language: str) -> str:
    """Describe the rules that differ from the default; return "" if none do."""
    rules, words = Rules.parse(text), _RULES[language]
    # Like the web client, mention the first click only if it is unprotected.
    plain = rules.by_chance().replace(first_open="safe")
    found = [name for name, each in RULES_BY_NAME.items() if each.replace(first_open="safe") == plain]
    parts = [found[0] if found else plain.format()]
    if parts == ["classic"]:
        parts = [words["any"]] if rules.first_open == "any" else []
    grade = f"needs_{rules.grade}" if rules.exactly else rules.grade
    parts += [words[name] for name in (rules.guess, grade) if name in words]
    return ", ".join(parts)


def _board(game: GameLine, language: str) -> str:
    words = _WORDS[language]
    sides = game.board.replace("x", "×", game.board.partition("~")[0].count("x"))
    text = f"{sides}, {words['mine'] if game.mines == 1 else words['mines'].format(game.mines)}"
    for name, kind in PRESETS.items():
        if kind == (game.board, game.mines):
            return f"{_PRESETS[language].get(name, board_title(Grid(game.board), game.mines))} ({text})"
    return text


def _time(milliseconds: int, language: str) -> str:
    text = length_text(milliseconds)
    return text.replace(".", ",") if language == "de" else text
