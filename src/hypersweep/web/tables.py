"""Tables that the page shares with Python, as ES modules: ``python -m hypersweep.web.tables`` writes them.

They are in the repository, so that the page needs no build step; a test checks that they are current.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from hypersweep import __version__
from hypersweep.boards import OTHER_NAMES, PRESETS, usual_first_open
from hypersweep.grid import Grid
from hypersweep.picture.cell_appearance import SHOWN_AT_END
from hypersweep.picture.chances import SAFE, STEPS
from hypersweep.picture.themes import FAINT, THEMES, Theme
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.rule_preferences import WISHES
from hypersweep.web.page_files import page_folder
from hypersweep.web.pictures import picture_texts
from hypersweep.web.protocol_script import protocol_constants, protocol_types
from hypersweep.web.theme_styles import theme_styles

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.ui_model.keys import Gesture, ScreenKeys, Shortcut

KEY_SCREENS = ("everywhere", "start", "game", "this_board", "replay", "review", "statistics", "scores", "study", "help")
"""The key tables of the page's screens; the others are only for the terminal."""

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
    # Every visitor loads the shortcuts; the descriptions of keys are in key_help.js.
    return {"SHORTCUTS": {name: [_press(each) for each in KEY_TABLE[name].shortcuts] for name in KEY_SCREENS}}


def _key_help() -> dict[str, Any]:
    return {"KEY_TABLE": {name: _screen(KEY_TABLE[name]) for name in KEY_SCREENS}}


def _boards() -> dict[str, Any]:
    boards = [
        {"name": name, "board": board, "mines": mines, "firstOpen": usual_first_open(Grid.parse(board), mines)}
        for name, (board, mines) in PRESETS.items()
    ]
    return {"BOARDS": boards, "OTHER_NAMES": OTHER_NAMES, "WISHES": {name: list(each) for name, each in WISHES.items()}}


def _pictures() -> dict[str, Any]:
    return {"PICTURES": picture_texts()}


def _theme(theme: Theme) -> dict[str, Any]:
    return {
        "name": theme.name,
        "isDark": theme.is_dark,
        "screen": theme.screen,
        "label": theme.label,
        "opened": list(theme.opened),
        "covered": list(theme.covered),
        "nearOpened": list(theme.near_opened),
        "nearCovered": list(theme.near_covered),
        "cursor": theme.cursor,
        "clue": theme.clue,
        "target": theme.target,
        "flag": theme.flag,
        "flagGround": theme.flag_ground,
        "mine": theme.mine,
        "mineGround": theme.mine_ground,
        "exploded": theme.exploded,
        "wrong": theme.wrong,
        "ramp": list(theme.ramp),
        "least": theme.least,
    }


def _themes() -> dict[str, Any]:
    themes = {name: _theme(theme) for name, theme in THEMES.items() if theme.is_colourful}
    steps = [list(step) for step in STEPS]
    shown = {outcome: {str(code): look for code, look in looks.items()} for outcome, looks in SHOWN_AT_END.items()}
    return {"THEMES": themes, "FAINT": FAINT, "SAFE": SAFE, "CHANCE_STEPS": steps, "SHOWN_AT_END": shown}


def _about() -> dict[str, Any]:
    return {"VERSION": __version__, "LICENCE": "MIT"}


TABLES: dict[str, Callable[[], dict[str, Any]]] = {
    "keys.js": _keys,
    "key_help.js": _key_help,
    "boards.js": _boards,
    "themes.js": _themes,
    "pictures.js": _pictures,
    "about.js": _about,
    "protocol.js": protocol_constants,
}
"""The functions that return the constants of each file in the page's folder ``data``."""

_TYPES = {"protocol.js": protocol_types}


def _script(value: Any, room: int, indent: str = "") -> str:
    """Return a value in JavaScript: on one line if it fits from column ``room`` on, or if that is 0."""
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
        # Each row of a table is one line, however long.
        is_row = isinstance(value, list) and isinstance(each, dict)
        lines.append(f"{inner}{name}{_script(each, 0 if is_row else len(inner) + len(name) + 1, inner)},\n")
    return f"{begin.strip()}\n{''.join(lines)}{indent}{end.strip()}"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def table_texts() -> dict[str, str]:
    """Return the text of each file, by name."""
    texts = {}
    for name, constants in TABLES.items():
        lines = [
            "// @ts-check",
            "// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.",
        ]
        for constant, value in constants().items():
            begin = f"export const {constant} = "
            lines.append(f"{begin}{_script(value, len(begin) + 1)};")
        if name in _TYPES:
            lines.append(f"\n{_TYPES[name]()}".rstrip("\n"))
        texts[name] = "\n".join(lines) + "\n"
    return texts


def _write() -> None:
    for name, text in table_texts().items():
        (page_folder() / "data" / name).write_text(text, encoding="utf-8")
    (page_folder() / "styles" / "themes.css").write_text(theme_styles(), encoding="utf-8")


if __name__ == "__main__":
    _write()
