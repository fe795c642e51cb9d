"""Names of axes, cells and looks."""

from __future__ import annotations

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.labels import axis_names, axis_text, code_text, place_text


def test_axes_have_names() -> None:
    assert [axis_text(axis) for axis in range(3)] == ["axis 0", "axis 1", "axis 2"]
    assert axis_names(1) == ["cell"]
    assert axis_names(5) == ["row", "column", "x2", "x3", "x4"]


def test_cells_are_named_in_any_number_of_dimensions() -> None:
    assert place_text((7,)) == "(7)"
    assert place_text((7, 0)) == "(7, 0)" == str((7, 0))
    assert place_text([2, 0, 3, 1]) == "(2, 0, 3, 1)" == str((2, 0, 3, 1))


def test_every_code_has_words_of_its_own() -> None:
    codes = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0, 1, 80)
    assert len({code_text(code) for code in codes}) == len(codes)
    assert code_text(80) == "clue 80"
