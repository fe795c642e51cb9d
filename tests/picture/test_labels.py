"""Names of axes, cells and looks."""

from __future__ import annotations

from hypersweep.picture.labels import axis_text, place_text


def test_axes_have_names() -> None:
    assert [axis_text(axis) for axis in range(3)] == ["axis 0", "axis 1", "axis 2"]


def test_cells_are_named_in_any_number_of_dimensions() -> None:
    assert place_text((7,)) == "(7)"
    assert place_text((7, 0)) == "(7, 0)" == str((7, 0))
    assert place_text([2, 0, 3, 1]) == "(2, 0, 3, 1)" == str((2, 0, 3, 1))
