"""The cell to open first, as people write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Grid, ParameterError
from hypersweep.cli.first_cell import cell_word, centre, chosen_first
from strategies import grids


@pytest.mark.slow
@given(grids(), st.data())
def test_cells_are_read_back(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(grid)))
    assert chosen_first(cell_word(cell), grid) == cell
    assert chosen_first(str(cell), grid) == cell
    assert chosen_first(" ".join(map(str, cell)), grid) == cell


@given(grids())
def test_without_an_option_it_is_the_centre(grid: Grid) -> None:
    assert chosen_first(None, grid) == centre(grid) == tuple(side // 2 for side in grid.shape)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("opening", ParameterError, "expected a cell for --first, got 'opening': try '--first 1,2'"),
        ("1", CellError, "--first: expected 2 coordinates, got 1: try '--first 1,2'"),
        ("", CellError, "--first: expected 2 coordinates, got 0: try '--first 1,2'"),
        ("1,x", CellError, "--first: expected a whole number for axis 1, got 'x': try '--first 1,2'"),
        ("-1,0", CellError, "--first: expected 0 to 2 for axis 0, got -1: the board is 3x4"),
        ("0," + "9" * 5000, CellError, "--first: expected 0 to 3 for axis 1, got 999"),
    ],
)
def test_what_is_no_cell_is_told(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as told:
        chosen_first(text, Grid("3x4"))
    assert str(told.value).startswith(message)
