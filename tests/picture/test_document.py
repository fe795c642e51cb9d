"""What docs/pictures.md shows is true: its arguments and its classes."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import hypersweep.picture
from hypersweep.picture import board_svg, svg
from hypersweep.picture.themes import THEMES

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "pictures.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
ROOM = Path(hypersweep.picture.__file__).parent


def test_every_argument_is_in_the_table() -> None:
    rows = "".join(re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE))
    assert all(f"`{name}`" in rows for name in list(inspect.signature(board_svg).parameters)[2:])


def test_every_class_is_in_the_table_and_no_other() -> None:
    told = set(re.findall(r"`(hs-[a-z-]+?)(?:-\d)?`", TEXT))
    shown_only = {"hs-shown", "hs-title", "hs-key", "hs-table"}
    used = {name for path in ROOM.glob("*.py") for name in re.findall(r"hs-[a-z-]*[a-z]", path.read_text("utf-8"))}
    assert used - shown_only == told


def test_every_theme_is_named() -> None:
    assert all(f'`"{name}"`' in TEXT for name in THEMES)


def test_numbers_of_cells_are_those_of_the_code() -> None:
    for number in (svg.MOST_TITLED, svg.MOST_WRITTEN, svg.MOST_DRAWN):
        assert f"{number:,}" in TEXT
