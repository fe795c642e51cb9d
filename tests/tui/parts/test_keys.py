from __future__ import annotations

from textual.binding import Binding
from textual.keys import _character_to_key

from hypersweep.tui.parts.keys import action_of, bindings, terminal_key
from hypersweep.ui_model.key_table import KEY_TABLE

ALL = [shortcut for keys in KEY_TABLE.values() for shortcut in keys.shortcuts]


def test_characters_have_the_names_that_textual_gives_them() -> None:
    characters = sorted({key for shortcut in ALL for key in shortcut.keys if len(key) == 1})
    # Letters come as they are, whatever their case.
    expected = {key: key if key.isalnum() else _character_to_key(key) for key in characters}
    assert {key: terminal_key(key) for key in characters} == expected


def test_named_keys_and_those_with_ctrl_are_translated() -> None:
    assert [terminal_key(key) for key in ("PageUp", "Escape", "Delete", "F1", "Control+p", "Control+ArrowUp")] == [
        *("pageup", "escape", "delete", "f1", "ctrl+p", "ctrl+up")
    ]


def test_each_key_becomes_a_binding_of_its_own() -> None:
    for name, keys in KEY_TABLE.items():
        made = list(Binding.make_bindings(bindings(keys.shortcuts)))
        assert len(made) == len({binding.key for binding in made}), name
        assert [(each.key, each.action, each.show, each.tooltip, each.priority) for each in made] == [
            (terminal_key(key), action_of(shortcut), bool(shortcut.footer), shortcut.what, shortcut.is_in_text)
            for shortcut in keys.shortcuts
            for key in shortcut.keys
        ], name
