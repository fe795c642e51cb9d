"""The key table: names and lines of keys, one command per key, and what help and documents say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hypersweep.ui_model.command_search import COMMAND_WORDS, SETTING_WORDS
from hypersweep.ui_model.cursor import LEFT, MIDDLE, RIGHT, Pointer
from hypersweep.ui_model.key_table import KEY_TABLE, Gesture, ScreenKeys, Shortcut, gesture_lines, key_lines, key_name


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


PLAY = Path(__file__).parents[2] / "docs" / "play.md"

# KeyboardEvent.key: one character, or one of these names. Source: UI Events KeyboardEvent key Values.
NAMED = {
    *("Enter", "Escape", "Delete", "Backspace", "Tab", "Home", "End", "PageUp", "PageDown", "F1"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
}


def exported(keys: ScreenKeys) -> dict[str, Any]:
    """The keys of a screen as a page gets them."""
    return {
        "shortcuts": [shortcut._asdict() for shortcut in keys.shortcuts],
        "gestures": [gesture._asdict() for gesture in keys.gestures],
        "note": keys.note,
    }


def imported(data: dict[str, Any]) -> ScreenKeys:
    """The keys of a screen from what a page got."""
    shortcuts = [one | {"keys": tuple(one["keys"]), "arguments": tuple(one["arguments"])} for one in data["shortcuts"]]
    gestures = [one | {"gestures": tuple(one["gestures"])} for one in data["gestures"]]
    return ScreenKeys(
        tuple(Shortcut(**one) for one in shortcuts), tuple(Gesture(**one) for one in gestures), data["note"]
    )


def test_the_table_can_be_exported_for_a_page() -> None:
    text = json.dumps({name: exported(keys) for name, keys in KEY_TABLE.items()})
    assert {name: imported(keys) for name, keys in json.loads(text).items()} == KEY_TABLE


def test_the_table_needs_no_toolkit() -> None:
    program = "import sys, hypersweep.ui_model.key_table; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "hypersweep.ui_model.key_table" in loaded
    assert not [name for name in loaded if name.partition(".")[0] in ("textual", "rich", "numpy")]


def test_no_key_does_two_things_on_a_screen() -> None:
    complaints = []
    for name, table in KEY_TABLE.items():
        used = Counter(key for shortcut in table.shortcuts for key in shortcut.keys)
        used.update(f"{one.device} {gesture}" for one in table.gestures for gesture in one.gestures)
        complaints += [(name, key) for key, times in used.items() if times > 1]
    assert complaints == []


def test_only_dialogs_put_another_meaning_over_the_keys_of_every_screen() -> None:
    everywhere = {key: shortcut.command for shortcut in KEY_TABLE["everywhere"].shortcuts for key in shortcut.keys}
    hidden = {
        name: {
            key
            for shortcut in keys.shortcuts
            for key in shortcut.keys
            if everywhere.get(key, shortcut.command) != shortcut.command
        }
        for name, keys in KEY_TABLE.items()
        if name != "everywhere"
    }
    assert {name: keys for name, keys in hidden.items() if keys} == {
        "review": {"q"},
        "report": {"q"},
        "help": {"F1", "H", "q"},
        "messages": {"M", "q"},
    }


def test_keys_have_the_names_that_browsers_give_them() -> None:
    for keys in KEY_TABLE.values():
        for shortcut in keys.shortcuts:
            for key in shortcut.keys:
                last = key.removeprefix("Control+")
                assert len(last) == 1 or last in NAMED, key


def test_the_words_for_commands_are_plain_data() -> None:
    for words in (*COMMAND_WORDS.values(), *SETTING_WORDS.values()):
        assert len(words) == len(set(words))
        assert all(word == word.casefold().strip() for word in words)
    assert json.loads(json.dumps(COMMAND_WORDS)) == {name: list(words) for name, words in COMMAND_WORDS.items()}


def test_the_mouse_does_what_the_table_says() -> None:
    listed = {
        gesture: one.command
        for one in KEY_TABLE["game"].gestures
        for gesture in one.gestures
        if one.device == "Mouse" and one.command in ("open", "flag", "chord")
    }
    cell = (1, 2)
    done = {}
    for name, buttons in {"left": [LEFT], "right": [RIGHT], "middle": [MIDDLE], "both": [LEFT, RIGHT]}.items():
        pointer = Pointer()
        for button in buttons:
            pointer.press(button, cell, is_open=False)
        released = [pointer.release(button, cell) for button in buttons]
        (done[name],) = [act[1] for act in released if act is not None]
    assert done == listed


# The documentation.


def tables() -> str:
    """The lists of keys as docs/play.md has them."""
    parts: dict[str, list[tuple[str, str]]] = {}
    for keys in (KEY_TABLE["game"], KEY_TABLE["everywhere"]):
        parts |= key_lines(keys.shortcuts)
    parts["Mouse"] = gesture_lines(KEY_TABLE["game"].gestures, "Mouse")
    replay = key_lines(KEY_TABLE["replay"].shortcuts)["Time"]
    parts["Replay"] = [*replay, *gesture_lines(KEY_TABLE["replay"].gestures, "Mouse")]
    parts |= key_lines(KEY_TABLE["watch"].shortcuts)
    review = key_lines(KEY_TABLE["review"].shortcuts)["Review"]
    parts["Review"] = [*review, *gesture_lines(KEY_TABLE["review"].gestures, "Mouse")]
    return "\n\n".join(
        "\n".join(
            [
                f"| {heading} | |",
                "|---|---|",
                *(
                    f"| {names if heading == 'Mouse' or names.startswith('left ') else code(names)} | {what} |"
                    for names, what in lines
                ),
            ]
        )
        for heading, lines in parts.items()
    )


def code(names: str) -> str:
    return " ".join(f"`{name}`" for name in names.split(" "))


def test_the_documentation_lists_the_keys_of_the_table() -> None:
    begin, end = "<!-- keys -->\n", "\n<!-- end of keys -->"
    text = PLAY.read_text(encoding="utf-8")
    pattern = re.compile(f"{begin}(.*){end}", re.DOTALL)
    if os.environ.get("SNAPSHOTS") == "write":
        PLAY.write_text(pattern.sub(lambda _: begin + tables() + end, text), encoding="utf-8")
    found = pattern.search(PLAY.read_text(encoding="utf-8"))
    assert found is not None
    assert found[1] == tables()
