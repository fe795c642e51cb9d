"""Tables that the page shares with Python, as ES modules: ``python -m hypersweep.web.tables`` writes them.

They are in the repository, so that the page needs no build step; a test compares them with what would be written.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypersweep import __version__
from hypersweep.boards import OTHER_NAMES, PRESETS, usual_first_open
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.wishes import WISHES
from hypersweep.grid import Grid
from hypersweep.picture.chances import SAFE, STEPS
from hypersweep.picture.themes import FAINT, THEMES, Theme
from hypersweep.web.page import page_folder
from hypersweep.web.pictures import picture_texts
from hypersweep.web.theme_styles import theme_styles

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.controls.keys import Gesture, ScreenKeys, Shortcut

__all__ = ["TABLES", "table_texts"]


def _shortcut(shortcut: Shortcut) -> dict[str, Any]:
    return {
        "heading": shortcut.heading,
        "keys": list(shortcut.keys),
        "command": shortcut.command,
        "arguments": list(shortcut.arguments),
        "what": shortcut.what,
        "footer": shortcut.footer,
        "sign": shortcut.sign,
        "isInText": shortcut.is_in_text,
    }


def _gesture(gesture: Gesture) -> dict[str, Any]:
    return {
        "device": gesture.device,
        "gestures": list(gesture.gestures),
        "command": gesture.command,
        "what": gesture.what,
    }


def _screen(keys: ScreenKeys) -> dict[str, Any]:
    return {
        "shortcuts": [_shortcut(each) for each in keys.shortcuts],
        "gestures": [_gesture(each) for each in keys.gestures],
        "note": keys.note,
    }


def _keys() -> dict[str, Any]:
    # What a press needs, which every visitor loads; what is said of keys is in key_help.js.
    return {
        "SHORTCUTS": {
            name: [
                {"keys": list(each.keys), "command": each.command, "arguments": list(each.arguments)}
                for each in keys.shortcuts
            ]
            for name, keys in KEY_TABLE.items()
        }
    }


def _key_help() -> dict[str, Any]:
    return {"KEY_TABLE": {name: _screen(keys) for name, keys in KEY_TABLE.items()}}


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
    return {"THEMES": themes, "FAINT": FAINT, "SAFE": SAFE, "CHANCE_STEPS": [list(step) for step in STEPS]}


def _about() -> dict[str, Any]:
    return {"VERSION": __version__, "LICENCE": "MIT"}


TABLES: dict[str, Callable[[], dict[str, Any]]] = {
    "keys.js": _keys,
    "key_help.js": _key_help,
    "boards.js": _boards,
    "themes.js": _themes,
    "pictures.js": _pictures,
    "about.js": _about,
}
"""What gives the constants of each file in the page's folder ``data``."""


def table_texts() -> dict[str, str]:
    """The text of each file, by its name."""
    texts = {}
    for name, constants in TABLES.items():
        lines = [
            "// @ts-check",
            "// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.",
        ]
        for constant, value in constants().items():
            lines.append(f"export const {constant} = {json.dumps(value, ensure_ascii=False, indent=1)};")
        texts[name] = "\n".join(lines) + "\n"
    return texts


def _write() -> None:
    for name, text in table_texts().items():
        (page_folder() / "data" / name).write_text(text, encoding="utf-8")
    (page_folder() / "styles" / "themes.css").write_text(theme_styles(), encoding="utf-8")


if __name__ == "__main__":
    _write()
