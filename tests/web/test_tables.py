"""The tables that the page shares with the terminal: those in the page's folder are those of today."""

from __future__ import annotations

import json

from hypersweep.boards import PRESETS
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.web.page import page_folder
from hypersweep.web.tables import TABLES, table_texts

FOLDER = page_folder() / "data"


def test_the_tables_in_the_folder_are_those_that_would_be_written() -> None:
    texts = table_texts()
    assert texts.keys() == TABLES.keys() == {path.name for path in FOLDER.iterdir()}
    for name, text in texts.items():
        found = (FOLDER / name).read_text(encoding="utf-8")
        assert found == text, f"{name} is out of date: 'python -m hypersweep.web.tables' writes it"


def test_every_key_and_every_board_is_in_them() -> None:
    texts = table_texts()
    for name in KEY_TABLE:
        assert f"\n {json.dumps(name)}: {{" in texts["key_help.js"]
        assert f"\n {json.dumps(name)}: [" in texts["keys.js"]
    for name in PRESETS:
        assert f'"name": {json.dumps(name)}' in texts["boards.js"]
