"""The cursor's moves, counts, axes and edges, without any screen."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, ParameterError
from hypersweep.ui_model.cursor import Navigator, start_cell
from strategies import grids

GRID = Grid("3x4x5x2")
START = (1, 1, 2, 0)


def navigator(grid: Grid = GRID, cell: tuple[int, ...] = START) -> Navigator:
    return Navigator(grid, cell)


def test_it_begins_in_the_middle() -> None:
    assert Navigator(GRID).cell == (1, 2, 2, 1)
    assert Navigator(Grid("7")).cell == (3,)


def test_moves_stop_at_the_edge_and_say_so() -> None:
    found = navigator()
    assert found.across(1)
    assert found.down(-1)
    assert found.move(3, 1)
    assert found.cell == (0, 2, 2, 1)
    assert not found.down(-1)
    assert not found.move(3, 1)
    assert not found.move(4, 1)
    assert not found.move(-1, 1)
    assert found.cell == (0, 2, 2, 1)


def test_moves_go_round_where_the_board_does() -> None:
    found = navigator(Grid("3x4x5~wrap=1"), (1, 3, 2))
    assert found.across(1)
    assert found.cell == (1, 0, 2)
    found.digit(7)
    assert found.across(-1)
    assert found.cell == (1, 1, 2)


def test_a_board_of_one_row_has_no_columns() -> None:
    found = navigator(Grid("9"), (4,))
    assert found.across(1)
    assert found.cell == (5,)
    assert not found.down(1)
    assert not found.edge("column", 1)
    assert found.edge("row", -1)
    assert found.cell == (0,)


def test_a_number_before_a_move_says_how_far() -> None:
    found = navigator(Grid("30x40"), (5, 5))
    found.digit(1)
    found.digit(2)
    assert found.typed == "12"
    assert found.across(1)
    assert (found.cell, found.typed) == ((5, 17), "")
    assert found.across(1)
    assert found.cell == (5, 18)
    for _ in range(60):
        found.digit(9)
    assert found.down(1)
    assert found.cell == (29, 18)


def test_a_number_before_along_picks_the_axis() -> None:
    found = navigator()
    assert found.axis == 3
    assert found.along(1)
    assert found.cell == (1, 1, 2, 1)
    found.digit(2)
    assert found.along(-1)
    assert (found.axis, found.cell) == (2, (1, 1, 1, 1))
    assert found.along(-1)
    assert found.cell == (1, 1, 0, 1)
    assert found.edge("axis", 1)
    assert found.cell == (1, 1, 4, 1)


def test_zero_goes_to_the_start_of_the_row_or_is_an_axis() -> None:
    found = navigator()
    found.digit(0)
    assert found.cell == (1, 0, 2, 0)
    assert found.along(1)
    assert (found.axis, found.cell) == (0, (2, 1, 2, 0))
    found.digit(0)
    found.digit(2)
    assert found.across(1)
    assert found.cell == (2, 2, 2, 0)
    found.digit(1)
    found.digit(0)
    assert (found.cell, found.typed) == ((2, 2, 2, 0), "10")
    found.forget()
    found.digit(0)
    assert found.across(1)
    assert found.cell == (2, 1, 2, 0)
    found.digit(0)
    assert found.edge("axis", 1) is False
    assert (found.axis, found.cell) == (0, (2, 1, 2, 0))


def test_an_axis_that_is_not_there_is_named_and_forgotten() -> None:
    found = navigator()
    found.digit(7)
    with pytest.raises(ParameterError, match="expected an axis from 0 to 3, got 7: the board is 3x4x5x2"):
        found.along(1)
    assert (found.cell, found.axis, found.typed) == (START, 3, "")
    found.digit(4)
    with pytest.raises(ParameterError, match="got 4"):
        found.edge("axis", 1)
    assert found.along(1)


def test_edges() -> None:
    found = navigator()
    assert found.edge("row", 1)
    assert found.edge("column", 1)
    assert found.cell == (2, 3, 2, 0)
    assert found.edge("board", 1)
    assert found.cell == (2, 3, 4, 1)
    assert not found.edge("board", 1)
    assert found.edge("board", -1)
    assert found.cell == (0, 0, 0, 0)


def test_pointing_at_a_cell_forgets_the_number() -> None:
    found = navigator()
    found.digit(3)
    found.place([0, 0, 0, 1])
    assert (found.cell, found.typed) == ((0, 0, 0, 1), "")


@pytest.mark.slow
@given(
    grids(),
    st.lists(
        st.one_of(
            st.tuples(st.just("digit"), st.integers(0, 9)),
            st.tuples(st.sampled_from(["across", "down", "along"]), st.sampled_from([-1, 1])),
            st.tuples(st.just("move"), st.integers(-1, 7), st.sampled_from([-1, 1])),
            st.tuples(st.just("edge"), st.sampled_from(["row", "column", "axis", "board"]), st.sampled_from([-1, 1])),
        ),
        max_size=12,
    ),
)
def test_the_cursor_never_leaves_the_board(grid: Grid, steps: list[tuple[object, ...]]) -> None:
    found = Navigator(grid)
    for name, *arguments in steps:
        with contextlib.suppress(ParameterError):
            getattr(found, str(name))(*arguments)
        assert found.cell in grid
        assert found.axis in range(grid.dimensions)


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        ("9x9", (4, 4)),
        ("3x3", (1, 1)),
        ("3x3x3", (0, 0, 0)),
        ("5x5x5", (2, 2, 2)),
        ("4x4x4x4", (2, 2, 2, 2)),
        ("3x3x3x3x3x3", (0, 0, 0, 0, 0, 0)),
        ("3x3x3x3x3x3~orthogonal", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_the_cursor_starts_where_a_first_open_tells_something(board: str, cell: tuple[int, ...]) -> None:
    grid = Grid(board)
    assert start_cell(grid) == cell == Navigator(grid).cell
    if grid.dimensions > 2:
        assert 2 * grid.neighbour_count(cell) <= grid.cells
