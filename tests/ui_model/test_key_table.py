"""The key table: plain data, free of contradictions, and the same as in the documentation."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from hypersweep.ui_model.command_search import COMMAND_WORDS, SETTING_WORDS
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.keys import Gesture, ScreenKeys, Shortcut, gesture_lines, key_lines
from hypersweep.ui_model.pointer import LEFT, MIDDLE, RIGHT, Pointer

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
    everywhere = {key for shortcut in KEY_TABLE["everywhere"].shortcuts for key in shortcut.keys}
    hidden = {
        name: {key for shortcut in keys.shortcuts for key in shortcut.keys} & everywhere
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
