"""Names of keys on any keyboard: Caps Lock, full-width characters, other scripts."""

from __future__ import annotations

import json

import pytest

import capabilities
from node_kernel import run_script

# Fields of a key press (key, code, Shift, Caps Lock), and the key in the table.
KEYS = [
    ("f", "KeyF", False, False, "f"),
    ("F", "KeyF", True, False, "F"),
    # Without Caps Lock a keyboard on the screen may say a capital letter without Shift.
    ("F", "KeyF", False, False, "F"),
    ("F", "KeyF", False, True, "f"),
    ("f", "KeyF", True, True, "F"),
    # On some systems Shift doesn't turn Caps Lock round.
    ("F", "KeyF", True, True, "F"),
    ("?", "Slash", True, True, "?"),
    ("1", "Digit1", False, True, "1"),
    ("Enter", "Enter", False, True, "Enter"),
    ("ArrowLeft", "ArrowLeft", False, True, "ArrowLeft"),
    ("\uff46", "KeyF", False, False, "f"),
    ("\uff35", "KeyU", True, False, "U"),
    ("\uff35", "KeyU", False, True, "u"),
    ("\uff1f", "Slash", True, False, "?"),
    ("\uff13", "Digit3", False, False, "3"),
    ("\u3000", "Space", False, False, " "),
    ("а", "KeyF", False, False, "f"),  # noqa: RUF001
    ("А", "KeyF", False, True, "f"),  # noqa: RUF001
    ("А", "KeyF", True, False, "F"),  # noqa: RUF001
    # A letter of the keyboard's own stays what it is.
    ("ø", "Semicolon", False, False, "ø"),
    ("ü", "BracketLeft", False, True, "ü"),
    ("é", "Digit2", False, False, "é"),
]


@pytest.mark.slow
def test_keys_are_named_as_on_a_plain_keyboard() -> None:
    asked = json.dumps([press for *press, _ in KEYS])
    assert json.loads(run_script("keys.mjs", capabilities.module(""), given=asked)) == [name for *_, name in KEYS]
