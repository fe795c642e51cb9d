"""The tables that the page shares with the terminal: those in the page's folder are those of today."""

from __future__ import annotations

import json
import re

import pytest

from hypersweep.web.page_files import page_folder
from hypersweep.web.tables import KEY_SCREENS, TABLES, table_texts
from node_calls import NodeCalls

FOLDER = page_folder() / "data"
NODE = NodeCalls


@pytest.mark.slow
def test_the_tables_in_the_folder_are_those_that_would_be_written() -> None:
    texts = table_texts()
    assert texts.keys() == TABLES.keys() == {path.name for path in FOLDER.iterdir()}
    for name, text in texts.items():
        found = (FOLDER / name).read_text(encoding="utf-8")
        assert found == text, f"{name} is out of date: 'python -m hypersweep.web.tables' writes it"


@pytest.mark.slow
def test_the_scripts_have_what_the_tables_have(node: NodeCalls) -> None:
    for name, constants in TABLES.items():
        for constant, value in constants().items():
            assert node.call("", "constant", f"data/{name}", constant) == json.loads(json.dumps(value)), (
                name,
                constant,
            )


def test_the_keys_of_every_screen_of_the_page_are_in_them() -> None:
    asked = set()
    for script in page_folder().rglob("*.js"):
        text = script.read_text(encoding="utf-8")
        asked |= {*re.findall(r'^  keys = "(\w+)"', text, re.MULTILINE), *re.findall(r"\bSHORTCUTS\.(\w+)", text)}
        for getter in re.findall(r"^  get keys\(\) \{\n(.*?)^  \}", text, re.MULTILINE | re.DOTALL):
            asked |= set(re.findall(r'"(\w+)"', getter))
    assert {"game", "start", "scores", "this_board"} <= asked
    # These have buttons alone.
    plain = {"settings", "resume", "lobby", "account", "best", "daily", "shared", "person", "admin"}
    assert asked - plain | {"everywhere"} == set(KEY_SCREENS)


@pytest.mark.slow
def test_a_row_is_a_line_and_the_rest_what_fits() -> None:
    texts = table_texts()
    assert '\n    { keys: ["F1", "H"], command: "help", arguments: [] },\n' in texts["keys.js"]
    assert all(len(line) <= 140 for line in texts["keys.js"].split("\n"))
    assert (
        '\nexport const OTHER_NAMES = { easy: "beginner", medium: "intermediate", hard: "expert" };\n'
        in texts["boards.js"]
    )
