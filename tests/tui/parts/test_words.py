"""Space for text next to a board, or below it."""

from __future__ import annotations

import pytest

from hypersweep import Grid
from hypersweep.picture.fitting import arrange
from hypersweep.tui.parts.words import plan_words

SIZES = [(60, 17), (80, 21), (120, 37), (160, 47), (200, 57)]


@pytest.mark.parametrize(
    "shape", ["12", "3x4", "9x9", "16x30", "10x10x10", "4x4x4x4", "4x4x4x4x4", "2x3x2x3x2x3", "70x90"]
)
@pytest.mark.parametrize("size", SIZES)
def test_words_take_no_room_that_a_board_needs(shape: str, size: tuple[int, int]) -> None:
    grid = Grid(shape)
    width, height = size
    cell = (0,) * grid.dimensions
    plan = plan_words(grid, width, height, cell_width=2)
    assert plan.lines >= 1
    assert plan.columns == 0 or plan.lines == 1
    # A board that fits above one line also fits with the text.
    whole, is_sliced = arrange(grid, cell, width=width, height=height - 1, cell_width=2)
    if not is_sliced and whole.width <= width and whole.height <= height - 1:
        room = width - plan.columns, height - plan.lines
        near, is_sliced = arrange(grid, cell, width=room[0], height=room[1], cell_width=2)
        assert not is_sliced
        assert near.width <= room[0]
        assert near.height <= room[1]
    else:
        assert plan.lines <= height / 4
        assert plan.columns == 0 or plan.columns <= width / 2


def test_columns_are_neither_narrow_nor_wide() -> None:
    for width in range(40, 200, 7):
        for shape in ("9x9", "16x30", "5x4x3", "4x4x4x4"):
            columns = plan_words(Grid(shape), width, 21, cell_width=2).columns
            assert columns == 0 or 34 <= columns <= 64


def test_four_dimensions_have_one_line_where_cells_are_wide() -> None:
    # 80x24, with a line above and two below.
    assert plan_words(Grid("4x4x4x4"), 80, 21, cell_width=3) == (0, 1)
    assert plan_words(Grid("16x30"), 80, 21, cell_width=2) == (0, 4)
