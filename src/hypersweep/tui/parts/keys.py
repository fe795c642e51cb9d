"""The keys of the key table in Textual's terms: names and bindings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.binding import BindingType

    from hypersweep.ui_model.key_table import Shortcut

_NAMES = {
    "ArrowLeft": "left",
    "ArrowRight": "right",
    "ArrowUp": "up",
    "ArrowDown": "down",
    " ": "space",
    "?": "question_mark",
    ".": "full_stop",
    ",": "comma",
    "/": "slash",
    "$": "dollar_sign",
    "^": "circumflex_accent",
    "<": "less_than_sign",
    ">": "greater_than_sign",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "+": "plus",
    "-": "minus",
    "=": "equals_sign",
}
# Commands that Textual has under its own names.
_ACTIONS = {"palette": "command_palette", "suspend": "suspend_process", "close": "dismiss"}


def terminal_key(key: str) -> str:
    """Return Textual's name of a key.

    >>> terminal_key("ArrowLeft"), terminal_key("Control+r"), terminal_key("U"), terminal_key("F1"), terminal_key("?")
    ('left', 'ctrl+r', 'U', 'f1', 'question_mark')
    """
    if key.startswith("Control+"):
        return f"ctrl+{terminal_key(key.removeprefix('Control+'))}"
    return _NAMES.get(key, key if len(key) == 1 else key.lower())


def action_of(shortcut: Shortcut) -> str:
    """Return Textual's name of a command.

    >>> from hypersweep.ui_model.key_table import Shortcut
    >>> action_of(Shortcut("Move", ("w",), "move", "up", (3, -1))), action_of(Shortcut("Help", ("q",), "close", ""))
    ('move(3, -1)', 'dismiss')
    """
    name = _ACTIONS.get(shortcut.command, shortcut.command)
    return f"{name}({', '.join(map(repr, shortcut.arguments))})" if shortcut.arguments else name


def bindings(shortcuts: Iterable[Shortcut]) -> list[BindingType]:
    """Return the keys as bindings of a Textual screen, in the same order."""
    return [
        Binding(
            terminal_key(key),
            action_of(shortcut),
            shortcut.footer or shortcut.what,
            show=bool(shortcut.footer),
            key_display=name,
            tooltip=shortcut.what,
            priority=shortcut.is_in_text,
        )
        for shortcut in shortcuts
        for key, name in zip(shortcut.keys, shortcut.names, strict=True)
    ]
