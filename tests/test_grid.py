"""Grids: indices, neighbours, text, and errors."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import CellError, Grid, HypersweepError, ParameterError, ParameterTypeError, ParseError, ShapeError

SHAPES = [(3, 4), (3, 4, 5), (2, 3, 4, 5), (7,), (1, 5), (2, 5), (2, 1, 3), (1, 1), (2, 3, 1, 2, 2), (2, 1, 2, 3, 1, 2)]
NOT_A_SHAPE: list[Any] = [(), [], "", "x", "3x", "3xx4", (0,), (3, 0), (-1, 4), 0, -5, "0x4", "-3x4", (2**64, 2)]
WRONG_TYPE: list[Any] = [None, True, 3.0, (3.0, 4), (True, 4), ("3", "4"), object(), [None]]


@pytest.mark.nightly
@given(strategies.grids(max_cells=90))
def test_neighbours_are_the_naive_ones(grid: Grid) -> None:
    board = strategies.board_of(grid)
    for cell in grid:
        expected = board.neighbours(cell)
        assert grid.neighbours(cell) == tuple(expected)
        assert grid.neighbour_count(cell) == len(expected)
    assert grid.max_neighbours == max(grid.neighbour_count(cell) for cell in grid)


@pytest.mark.parametrize("adjacency", ["moore", "orthogonal"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("wrap", [False, True])
def test_neighbours_of_named_shapes(shape: tuple[int, ...], adjacency: Any, wrap: bool) -> None:
    grid = Grid(shape, adjacency=adjacency, wrap=True if wrap else ())
    board = strategies.board_of(grid)
    assert board.wrap == (tuple(range(len(shape))) if wrap else ())
    for cell in board.cells():
        assert grid.neighbours(cell) == tuple(board.neighbours(cell))


@pytest.mark.slow
@given(strategies.grids())
def test_neighbours_are_mutual(grid: Grid) -> None:
    for cell in grid:
        assert all(cell in grid.neighbours(neighbour) for neighbour in grid.neighbours(cell))


@given(strategies.grids())
def test_cells_and_indices_name_each_other(grid: Grid) -> None:
    every = list(grid)
    assert every == strategies.board_of(grid).cells()
    assert grid.cells == len(every)
    assert grid.dimensions == len(grid.shape)
    for index, cell in enumerate(every):
        assert grid.index(cell) == index
        assert grid.cell(index) == cell
        assert cell in grid


@given(st.data())
def test_cells_off_the_grid_are_refused(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    cell = data.draw(strategies.cells_off(grid))
    assert cell not in grid
    for refuse in (grid.index, grid.neighbours, grid.neighbour_count):
        with pytest.raises(CellError):
            refuse(cell)


@given(strategies.grids(), st.integers())
def test_indices_off_the_grid_are_refused(grid: Grid, index: int) -> None:
    if 0 <= index < grid.cells:
        assert grid.index(grid.cell(index)) == index
    else:
        with pytest.raises(CellError):
            grid.cell(index)


@pytest.mark.parametrize("cell", [(True, 1), (0.0, 1), ("0", 1), (None, 1), None, 1.5, (1j, 0)])
def test_cells_of_a_wrong_type_are_refused(cell: Any) -> None:
    grid = Grid((3, 4))
    assert cell not in grid
    with pytest.raises(ParameterTypeError):
        grid.index(cell)
    with pytest.raises(ParameterTypeError):
        grid.neighbours(cell)


@pytest.mark.parametrize("index", [True, 1.0, "1", None])
def test_indices_of_a_wrong_type_are_refused(index: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Grid((3, 4)).cell(index)


@pytest.mark.parametrize("given_shape", ["3x4", (3, 4), [3, 4], Grid((3, 4))])
def test_a_shape_may_be_given_in_many_ways(given_shape: str | Sequence[int] | Grid) -> None:
    grid = Grid(given_shape)
    assert grid.shape == (3, 4)
    assert grid.adjacency == "moore"
    assert grid.wrap == ()
    assert grid.cells == 12
    assert grid.max_neighbours == 8
    assert grid == Grid((3, 4))


def test_one_number_is_a_line_of_cells() -> None:
    assert Grid(7).shape == (7,)
    assert Grid(7).neighbours((3,)) == ((2,), (4,))


@pytest.mark.parametrize("shape", NOT_A_SHAPE)
def test_impossible_shapes_are_refused(shape: Any) -> None:
    with pytest.raises(ParameterError if not isinstance(shape, str) else HypersweepError):
        Grid(shape)


@pytest.mark.parametrize("shape", WRONG_TYPE)
def test_shapes_of_a_wrong_type_are_refused(shape: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Grid(shape)


def test_adjacency_and_wrap_are_checked() -> None:
    wrong: Any = "mooore"
    with pytest.raises(ShapeError, match="moore"):
        Grid((3, 4), adjacency=wrong)
    with pytest.raises(ShapeError):
        Grid((3, 4), wrap=(2,))
    with pytest.raises(ShapeError):
        Grid((3, 4), wrap=(-1,))
    wrong_axes: Any
    for wrong_axes in ((True,), (0.0,), ("0",)):
        with pytest.raises(ParameterTypeError):
            Grid((3, 4), wrap=wrong_axes)
    wrong = 5
    with pytest.raises(ParameterError):
        Grid((3, 4), adjacency=wrong)


@given(strategies.grids())
def test_text_form_round_trips(grid: Grid) -> None:
    text = grid.format()
    assert str(grid) == text
    again = Grid.parse(text)
    assert again == grid
    assert (again.shape, again.adjacency, again.wrap) == (grid.shape, grid.adjacency, grid.wrap)
    assert hash(again) == hash(grid)
    assert again.format() == text


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("16x30", Grid((16, 30))),
        ("7", Grid(7)),
        ("4x4x4x4~wrap=0,3", Grid((4, 4, 4, 4), wrap=(0, 3))),
        ("3x4~orthogonal", Grid((3, 4), adjacency="orthogonal")),
        ("3x4~orthogonal~wrap=1", Grid((3, 4), adjacency="orthogonal", wrap=(1,))),
    ],
)
def test_text_forms_of_the_documentation(text: str, grid: Grid) -> None:
    assert Grid.parse(text) == grid
    assert grid.format() == text


FORMS = ["16x30", "7", "4x4x4x4~wrap=0,3", "3x4~orthogonal", "3x4~orthogonal~wrap=1", "1x1x1x1x1x1"]


def test_numbers_too_long_to_print_are_refused_like_others() -> None:
    for shape in (10**5000, (3, 10**5000)):
        with pytest.raises(ShapeError):
            Grid(shape)
    with pytest.raises(CellError):
        Grid((3, 4)).index((10**5000, 0))
    with pytest.raises(HypersweepError):
        Grid("9" * 5000)


@given(strategies.near_misses(FORMS))
def test_garbage_is_refused_as_such(text: str) -> None:
    try:
        grid = Grid.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | ShapeError)
        assert str(error)
    else:
        assert Grid.parse(grid.format()) == grid
        corner = tuple(side - 1 for side in grid.shape)
        assert corner in grid
        assert grid.index(corner) == grid.cells - 1
        assert grid.neighbour_count(corner) <= grid.max_neighbours


@pytest.mark.parametrize("text", [None, 5, b"3x4", ("3", "4")])
def test_parse_wants_text(text: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Grid.parse(text)


@given(strategies.grids(), strategies.grids())
def test_equality_is_that_of_the_three_parts(first: Grid, second: Grid) -> None:
    same = (first.shape, first.adjacency, first.wrap) == (second.shape, second.adjacency, second.wrap)
    assert (first == second) == same
    if same:
        assert hash(first) == hash(second)
    assert first != first.format()


@given(strategies.grids())
def test_grids_are_copied_shown_and_kept(grid: Grid) -> None:
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert eval(repr(grid), {"Grid": Grid}) == grid
    assert Grid(grid) == grid


def test_grids_do_not_change() -> None:
    grid: Any = Grid((3, 4))
    with pytest.raises(AttributeError):
        grid.shape = (4, 3)
    assert grid.shape == (3, 4)


@pytest.mark.parametrize(("shape", "kind"), [((3, 4), "h"), ((3,) * 9, "h"), ((3,) * 10, "i")])
def test_a_code_has_room_for_every_clue(shape: tuple[int, ...], kind: str) -> None:
    assert Grid(shape).code_format == kind
