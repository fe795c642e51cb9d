from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.keys import _character_to_key

from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.tui.parts.keys import action_of, bindings, terminal_key

ALL = [shortcut for keys in KEY_TABLE.values() for shortcut in keys.shortcuts]


@pytest.mark.parametrize("key", sorted({key for shortcut in ALL for key in shortcut.keys if len(key) == 1}))
def test_characters_have_the_names_that_textual_gives_them(key: str) -> None:
    # Letters come as they are, whatever their case.
    assert terminal_key(key) == (key if key.isalnum() else _character_to_key(key))


def test_named_keys_and_those_with_ctrl_are_translated() -> None:
    assert [terminal_key(key) for key in ("PageUp", "Escape", "Delete", "F1", "Control+p", "Control+ArrowUp")] == [
        *("pageup", "escape", "delete", "f1", "ctrl+p", "ctrl+up")
    ]


@pytest.mark.parametrize("name", KEY_TABLE)
def test_each_key_becomes_a_binding_of_its_own(name: str) -> None:
    shortcuts = KEY_TABLE[name].shortcuts
    made = list(Binding.make_bindings(bindings(shortcuts)))
    assert len(made) == len({binding.key for binding in made}) == sum(len(shortcut.keys) for shortcut in shortcuts)
    expected = [(shortcut, key) for shortcut in shortcuts for key in shortcut.keys]
    for binding, (shortcut, key) in zip(made, expected, strict=True):
        assert (binding.key, binding.action) == (terminal_key(key), action_of(shortcut))
        assert (binding.show, binding.tooltip) == (bool(shortcut.footer), shortcut.what)
        assert binding.priority is shortcut.is_in_text
