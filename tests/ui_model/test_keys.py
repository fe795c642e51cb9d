from __future__ import annotations

import pytest

from hypersweep.ui_model.keys import Gesture, ScreenKeys, Shortcut, gesture_lines, key_lines, key_name


@pytest.mark.parametrize(
    ("key", "name"),
    [
        *((" ", "Space"), ("ArrowUp", "↑"), ("Escape", "Esc"), ("Home", "Home"), ("F1", "F1"), ("+", "+")),
        *(("Control+p", "Ctrl-P"), ("Control+ArrowLeft", "Ctrl-←"), ("Control++", "Ctrl-+"), ("u", "u"), ("U", "U")),
    ],
)
def test_keys_are_called_what_stands_on_them(key: str, name: str) -> None:
    assert key_name(key) == name


def test_keys_that_do_the_same_stand_on_one_line_under_their_heading() -> None:
    shortcuts = [
        Shortcut("Move", ("ArrowUp", "k"), "down", "up or down", (-1,)),
        Shortcut("Play", ("f",), "flag", "put a flag"),
        Shortcut("Move", ("ArrowDown", "j"), "down", "up or down", (1,)),
        Shortcut("Move", ("1",), "digit", "how far", (1,), sign="1-9"),
        Shortcut("Move", ("2",), "digit", "how far", (2,), sign="1-9"),
    ]
    assert key_lines(shortcuts) == {
        "Move": [("↑ k ↓ j", "up or down"), ("1-9", "how far")],
        "Play": [("f", "put a flag")],
    }


def test_each_device_has_its_own_gestures() -> None:
    gestures = [
        Gesture("Mouse", ("left",), "open", "open"),
        Gesture("Mouse", ("both", "middle"), "chord", "chord"),
        Gesture("Touch", ("tap",), "open", "open"),
    ]
    assert gesture_lines(gestures, "Mouse") == [("left", "open"), ("both, middle", "chord")]
    assert gesture_lines(gestures, "Touch") == [("tap", "open")]


def test_texts_call_a_command_by_what_stands_on_its_first_key() -> None:
    keys = ScreenKeys((Shortcut("Play", ("u",), "undo", "undo"), Shortcut("Play", ("U", "Control+r"), "redo", "redo")))
    assert (keys.name_of("undo"), keys.name_of("redo")) == ("u", "U")
    with pytest.raises(KeyError, match="chord"):
        keys.name_of("chord")
