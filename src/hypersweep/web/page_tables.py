"""Tables that the page shares with Python; ``python -m hypersweep.web.page_tables`` writes them for the page's build.

They go into the page's folder ``data``, which isn't in the repository; ``make page`` writes it before bundling.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from hypersweep import __version__
from hypersweep.atomic_write import save_whole
from hypersweep.boards import OTHER_NAMES, PRESETS, TURNED, ZEROS, usual_first_open
from hypersweep.daily import DAILY_BOARDS, DAILY_RULES, SHARE_PARTS, SHARE_SIGNS
from hypersweep.formats import position_text
from hypersweep.formats.format_detection import RAWVF, named_format
from hypersweep.game import Game
from hypersweep.generate import grading, search
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS
from hypersweep.picture.cell_appearance import ASCII, READINGS, SHOWN_AT_END
from hypersweep.picture.colours import SAFE, STEPS, contrast, mix, readable
from hypersweep.picture.themes import FAINT, THEMES, Theme
from hypersweep.record.event import KNOWN, MOST_MILLISECONDS
from hypersweep.record.text_form import ESCAPES, MAGIC, OWN_TAGS, VERSION
from hypersweep.review.game_review import LESSON_SECONDS, LESSONS, STANDARD
from hypersweep.review.judge import UNNEEDED, VERDICTS
from hypersweep.rules import CLASSIC, GRADES, GUESSES, RULE_WORDS, RULES_BY_NAME
from hypersweep.session import hint_search
from hypersweep.ui_model.board_info import MOST_ID_CELLS
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.lesson import LAST_BOARD
from hypersweep.ui_model.replay_player import SPEEDS
from hypersweep.ui_model.rule_preferences import MOST_CELLS, PREFERENCES
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.web.page_files import page_folder
from hypersweep.web.protocol_script import protocol_constants, protocol_types

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hypersweep.solve import Budget
    from hypersweep.ui_model.key_table import Gesture, ScreenKeys, Shortcut

KEY_SCREENS = ("everywhere", "start", "game", "this_board", "replay", "review", "statistics", "scores", "study", "help")
"""Names of the key tables used by the page; the others are for the terminal only."""

_WIDTH = 140
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def _press(shortcut: Shortcut) -> dict[str, Any]:
    return {"keys": shortcut.keys, "command": shortcut.command, "arguments": shortcut.arguments}


def _shortcut(shortcut: Shortcut) -> dict[str, Any]:
    return {"heading": shortcut.heading, **_press(shortcut), "what": shortcut.what, "sign": shortcut.sign}


def _gesture(gesture: Gesture) -> dict[str, Any]:
    return {"device": gesture.device, "gestures": gesture.gestures, "what": gesture.what}


def _screen(keys: ScreenKeys) -> dict[str, Any]:
    return {
        "shortcuts": [_shortcut(each) for each in keys.shortcuts],
        "gestures": [_gesture(each) for each in keys.gestures],
        "note": keys.note,
    }


def _keys() -> dict[str, Any]:
    # Every visitor loads this file, so the key descriptions are in a separate one, key_help.js.
    return {"SHORTCUTS": {name: [_press(each) for each in KEY_TABLE[name].shortcuts] for name in KEY_SCREENS}}


def _key_help() -> dict[str, Any]:
    return {"KEY_TABLE": {name: _screen(KEY_TABLE[name]) for name in KEY_SCREENS}}


def _boards() -> dict[str, Any]:
    boards = [
        {"name": name, "board": board, "mines": mines, "firstOpen": usual_first_open(Grid.parse(board), mines)}
        for name, (board, mines) in PRESETS.items()
    ]
    return {
        "BOARDS": boards,
        "OTHER_NAMES": OTHER_NAMES,
        "TURNED": dict(zip(("board", "mines"), TURNED, strict=True)),
        "ZEROS": ZEROS,
        "PREFERENCES": {name: list(each) for name, each in PREFERENCES.items()},
        "MOST_GUESS_CELLS": MOST_CELLS,
        "MOST_ID_CELLS": MOST_ID_CELLS,
    }


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _rules() -> dict[str, Any]:
    words = {
        word: {"rule": _camel(name), "usual": getattr(CLASSIC, name), "values": texts}
        for word, (name, texts) in RULE_WORDS.items()
    }
    named = {name: rules.format() for name, rules in RULES_BY_NAME.items()}
    return {"FIRST_OPENS": FIRST_OPENS, "GUESSES": GUESSES, "GRADES": GRADES, "RULE_WORDS": words, "RULE_TEXTS": named}


def _pictures() -> dict[str, Any]:
    return {"PICTURES": picture_texts()}


_CLASS = re.compile(r"(\[(?:\\.|[^]])*\])")
# Names of patterns of whole lines or texts, of their beginnings, and of their parts.
_WHOLE = ("SIDES", "LEFT_LINE", "MINES_LINE", "HEADER_LINE", "HEADING_LINE", "FRAME_LINE", "TILES_LINE", "GROUP_LINE")
_BEGINNINGS = ("BOARD_LINE", "LABELLED_LINE", "WINDOW_LINE")
_PARTS = ("WORD", "PLACE")


def _pattern(pattern: re.Pattern[str], frame: str, flags: str) -> tuple[str, str]:
    r"""Return a pattern's source and flags for JavaScript; each ``\s`` is in brackets, so that the page can replace it.

    Args:
        pattern: the pattern.
        frame: "{}" with the anchors around it.
        flags: flags for JavaScript besides "i".
    """
    parts = _CLASS.split(pattern.pattern)
    parts[::2] = [part.replace(r"\s", r"[\s]").replace(r"\S", r"[^\s]") for part in parts[::2]]
    return frame.format("".join(parts)), flags + ("i" if pattern.flags & re.IGNORECASE else "")


def _readings() -> dict[str, Any]:
    symbols = {str(code): ASCII[code] for code in (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0)}
    frames = {"^(?:{})$": (_WHOLE, "s"), "^(?:{})": (_BEGINNINGS, "s"), "{}": (_PARTS, "g")}
    patterns = {
        name: _pattern(getattr(position_text, name), frame, flags)
        for frame, (names, flags) in frames.items()
        for name in names
    }
    # What `\s` matches; in JavaScript it matches other characters.
    blank = "".join(f"\\u{code:04x}" for code in range(1 << 16) if chr(code).isspace())
    letters = position_text.LETTERS
    return {"READINGS": READINGS, "SYMBOLS": symbols, "LETTERS": letters, "BLANK": blank, "PATTERNS": patterns}


# Fields of `Theme` that are used only by terminals or by the page's styles.
_NOT_DRAWN = ("name", "title", "accent", "symbols", "palette", "colours")


def _themes() -> dict[str, Any]:
    names = [each.name for each in fields(Theme) if each.init and each.name not in _NOT_DRAWN]
    themes = {
        name: {_camel(each): getattr(theme, each) for each in names}
        for name, theme in THEMES.items()
        if theme.is_colourful
    }
    shown = {outcome: {str(code): look for code, look in looks.items()} for outcome, looks in SHOWN_AT_END.items()}
    return {"THEMES": themes, "FAINT": FAINT, "SAFE": SAFE, "CHANCE_STEPS": STEPS, "SHOWN_AT_END": shown}


def _limits() -> dict[str, Any]:
    """Return limits that must be the same, so that a seed gives the same board and a position the same hint."""
    tries, uniform, uniform_work, changes, work = search.EFFORT["adaptive"]
    return {
        "EFFORT": {"tries": tries, "uniform": uniform, "uniformWork": uniform_work, "changes": changes, "work": work},
        "GENERATOR_BUDGET": _budget(grading.BUDGET),
        "MOST_WRONG": hint_search.MOST_WRONG,
        "MOST_STEPS": hint_search.MOST_STEPS,
        "MOST_CLUES": hint_search.MOST_CLUES,
        "MOST_NAMED": hint_search.MOST_NAMED,
        "QUICK": _budget(hint_search.QUICK),
    }


def _budget(budget: Budget) -> dict[str, int]:
    return {"states": budget.states, "bytes": budget.memory}


def _about() -> dict[str, Any]:
    return {"VERSION": __version__, "LICENCE": "MIT"}


def _daily() -> dict[str, Any]:
    return {
        "DAILY_BOARDS": {name: {"board": board, "mines": mines} for name, (board, mines) in DAILY_BOARDS.items()},
        "DAILY_RULES": DAILY_RULES.format(),
        "SHARE_PARTS": SHARE_PARTS,
        "SHARE_SIGNS": SHARE_SIGNS,
    }


def _records() -> dict[str, Any]:
    return {
        "MAGIC": MAGIC,
        "VERSION": VERSION,
        "OWN_TAGS": OWN_TAGS,
        "KNOWN": KNOWN,
        "ESCAPES": ESCAPES,
        "MOST_MILLISECONDS": MOST_MILLISECONDS,
    }


def _reviews() -> dict[str, Any]:
    return {
        "SPEEDS": SPEEDS,
        "VERDICTS": VERDICTS,
        "UNNEEDED": UNNEEDED,
        "BUDGET": {"states": STANDARD.states, "bytes": STANDARD.memory},
        "LESSONS": LESSONS,
        "LESSON_SECONDS": LESSON_SECONDS,
    }


def _lesson() -> dict[str, Any]:
    board = LAST_BOARD
    return {"LAST_BOARD": {"board": board.grid.format(), "mines": board.mines, "rules": board.rules.format()}}


def _files() -> dict[str, Any]:
    save = named_format("tatham-save").mark
    assert isinstance(save, bytes)
    return {"TATHAM_SAVE": save.decode(), "RAWVF": RAWVF.pattern.decode()}


TABLES: dict[str, Callable[[], dict[str, Any]]] = {
    "keys.ts": _keys,
    "key_help.ts": _key_help,
    "boards.ts": _boards,
    "rules.ts": _rules,
    "themes.ts": _themes,
    "pictures.ts": _pictures,
    "readings.ts": _readings,
    "limits.ts": _limits,
    "about.ts": _about,
    "daily.ts": _daily,
    "lesson.ts": _lesson,
    "records.ts": _records,
    "reviews.ts": _reviews,
    "files.ts": _files,
    "protocol.ts": protocol_constants,
}
"""For each script in the page's folder ``data``, the function that returns its constants."""

_TYPES = {"protocol.ts": protocol_types}


def _script(value: Any, room: int, indent: str = "") -> str:
    """Return a value as JavaScript: on one line if it fits starting at column ``room``, or always if ``room`` is 0."""
    if isinstance(value, dict):
        parts = {f"{name if _NAME.fullmatch(name) else _json(name)}: ": each for name, each in value.items()}
        begin, end, pairs = "{ ", " }", list(parts.items())
    elif isinstance(value, list | tuple):
        begin, end, pairs = "[", "]", [("", each) for each in value]
    else:
        return _json(value)
    flat = begin + ", ".join(name + _script(each, 0) for name, each in pairs) + end
    if not room or room + len(flat) <= _WIDTH:
        return flat if pairs else flat.replace(" ", "")
    inner = indent + "  "
    lines = []
    for name, each in pairs:
        # Each row of a table is on a single line, however long.
        is_row = isinstance(value, list) and isinstance(each, dict)
        lines.append(f"{inner}{name}{_script(each, 0 if is_row else len(inner) + len(name) + 1, inner)},\n")
    return f"{begin.strip()}\n{''.join(lines)}{indent}{end.strip()}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def table_texts() -> dict[str, str]:
    """Return the text of each file in the page's folder ``data``, by name."""
    texts = {"themes.css": theme_styles()}
    for name, constants in TABLES.items():
        lines = [
            "// Written by `python -m hypersweep.web.page_tables`, from the tables of hypersweep.",
        ]
        for constant, value in constants().items():
            begin = f"export const {constant} = "
            # The words of a tuple are a type too.
            end = " as const" if isinstance(value, tuple) and isinstance(value[0], str) else ""
            lines.append(f"{begin}{_script(value, len(begin) + 1)}{end};")
        if name in _TYPES:
            lines.append(f"\n{_TYPES[name]()}".rstrip("\n"))
        texts[name] = "\n".join(lines) + "\n"
    return texts


def write_tables(folder: Path) -> None:
    """Write all tables into a folder, and remove other files from it; files that are up to date stay untouched."""
    folder.mkdir(exist_ok=True)
    texts = {name: text.encode() for name, text in table_texts().items()}
    for path in folder.iterdir():
        # Names that start with a dot are files that another process is writing.
        if path.name not in texts and not path.name.startswith("."):
            path.unlink(missing_ok=True)
    for name, text in texts.items():
        _update(folder / name, text)


def _update(path: Path, text: bytes) -> None:
    if not path.is_file() or path.read_bytes() != text:
        save_whole(path, lambda file: file.write(text))


# Target share of safe cells that are open in a sample position, and number of games from which to pick the closest.
_SHARE = 0.5
_SEEDS = 12


def picture_texts() -> dict[str, str]:
    """Return a sample position for drawing each preset board, by preset name."""
    return {name: picture_text(board, mines) for name, (board, mines) in PRESETS.items()}


def picture_text(board: str, mines: int) -> str:
    """Return a sample position, one character per cell: "#" covered, "F" flag, digits for clues, letters above 9.

    Args:
        board: the grid as text, such as "3x5".
        mines: number of mines.

    >>> picture_text("3x5", 2)
    '0001#1101#F101#'
    """
    games = [_begun(board, mines, seed) for seed in range(_SEEDS)]
    safe = games[0].grid.cells - mines
    best = min(games, key=lambda game: abs(game.opened / safe - _SHARE))
    codes = best.codes()
    grid = best.grid
    shown = ["#" if code < 0 else "0123456789abcdefghijklmnopqrstuvwxyz"[code] for code in codes]
    for index, code in enumerate(codes):
        if code > 0:
            around = [grid.index(cell) for cell in grid.neighbours(index)]
            covered = [other for other in around if codes[other] == COVERED]
            # All covered neighbours of this clue must be mines, so a player would flag them.
            if len(covered) == code:
                for other in covered:
                    shown[other] = "F"
    return "".join(shown)


def _begun(board: str, mines: int, seed: int) -> Game:
    """Play a game: open one opening after another until the share ``_SHARE`` of safe cells is open or none is left."""
    grid = Grid(board)
    game = Game(grid, mines, seed=seed, rules="classic,first=opening")
    game.open(tuple(side // 2 for side in grid.shape))
    layout = game.layout
    assert layout is not None
    for cell in grid:
        if game.opened >= _SHARE * (grid.cells - mines):
            break
        if game[cell] == COVERED and layout[cell] == 0 and not layout.is_mine(cell):
            game.open(cell)
    return game


_HEAD = """/* Written by `python -m hypersweep.web.page_tables`, from the themes of hypersweep. */
"""

_FORCED = """@media (forced-colors: active) {
  :root:root {
    --page: Canvas;
    --panel: Canvas;
    --raised: ButtonFace;
    --text: CanvasText;
    --muted: CanvasText;
    --line: GrayText;
    --line-strong: CanvasText;
    --accent: Highlight;
    --on-accent: HighlightText;
    --focus: Highlight;
    --danger: CanvasText;
    --good: CanvasText;
  }

  canvas {
    forced-color-adjust: none;
  }
}
"""


def page_colours(theme: Theme) -> dict[str, str]:
    """Return a theme's CSS variables; text keeps the theme's minimum contrast on the page, panels and raised parts.

    Args:
        theme: a theme with colours (``is_colourful``).

    >>> page_colours(THEMES["dark"])["--page"]
    '#0d1117'
    """
    ink = "#ffffff" if theme.is_dark else "#000000"
    page = theme.screen
    # Backgrounds for panels and raised parts; they stand out slightly from the page.
    panel = mix(page, theme.label, 0.08 if theme.least < 7 else 0.12)
    raised = mix(page, theme.label, 0.16 if theme.least < 7 else 0.22)
    # Text must be readable even on the background with the lowest contrast.
    worst = min((page, panel, raised), key=lambda ground: contrast(ink, ground))
    least = theme.least * 1.03

    def text(colour: str) -> str:
        return readable(colour, worst, least)

    accent = text(theme.accent)
    return {
        "--page": page,
        "--panel": panel,
        "--raised": raised,
        "--text": mix(ink, page, 0.1 if theme.least < 7 else 0.0),
        "--muted": text(theme.label),
        "--line": mix(page, theme.label, 0.3),
        "--line-strong": readable(mix(page, theme.label, 0.6), page, 3.1),
        "--accent": accent,
        "--on-accent": max(("#ffffff", "#000000"), key=lambda colour: contrast(colour, accent)),
        "--focus": readable(theme.cursor, worst, 3.1),
        "--danger": text(theme.exploded),
        "--good": text(theme.target),
    }


def _rule(selector: str, theme: Theme, indent: str = "") -> str:
    scheme = "dark" if theme.is_dark else "light"
    lines = [f"{indent}{selector} {{", f"{indent}  color-scheme: {scheme};"]
    lines += [f"{indent}  {name}: {colour};" for name, colour in page_colours(theme).items()]
    return "\n".join([*lines, f"{indent}}}"])


def _media(query: str, theme: Theme) -> str:
    return f"@media ({query}) {{\n{_rule(':root', theme, '  ')}\n}}\n"


def theme_styles() -> str:
    """Return the text of data/themes.css: rules for the browser's preferences, chosen themes and forced colours.

    >>> theme_styles().count("--page:")
    9
    """
    parts = [
        _HEAD + _rule(":root", THEMES["light"]) + "\n",
        _media("prefers-color-scheme: dark", THEMES["dark"]),
        _media("prefers-contrast: more", THEMES["contrast"]),
        *(_rule(f':root[data-theme="{name}"]', theme) + "\n" for name, theme in THEMES.items() if theme.is_colourful),
        _FORCED,
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    write_tables(page_folder() / "data")
