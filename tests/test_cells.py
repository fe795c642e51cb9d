"""Every form of a cell, and every function that takes one."""

from __future__ import annotations

import pickle
from array import array
from collections import OrderedDict, UserDict, UserList
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import (
    CellError,
    Game,
    Grid,
    HypersweepError,
    Layout,
    Move,
    ParameterTypeError,
    Session,
    View,
    analyse,
    explain,
    play_solver,
    sample_layouts,
)
from hypersweep.ui_model.cursor import Navigator, next_cell

Cell = tuple[int, ...]


class Whole:
    """An integer that isn't an ``int``."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


INTEGERS: list[Callable[[int], Any]] = [int, np.int8, np.uint64, np.intp, Whole, np.asarray]
SEQUENCES: list[Callable[[Cell], Any]] = [
    tuple,
    list,
    UserList,
    np.array,
    lambda cell: np.array(cell, np.uint8),
    lambda cell: np.array([*cell, 0])[:-1],
    lambda cell: np.stack([np.array(cell), np.array(cell)])[1],
    lambda cell: array("q", cell),
    lambda cell: memoryview(array("q", cell)),
    lambda cell: tuple(np.array(cell)),
    lambda cell: [Whole(coordinate) for coordinate in cell],
    lambda cell: tuple(map(np.int16, cell)),
]
NO_CELL: list[Any] = [
    *(None, True, False, 0.0, 1.5, 1j, "", "0", "00", "0 1", b"\0\1", bytearray(2), object(), int, Ellipsis),
    *({0, 1}, {0: 0, 1: 1}, OrderedDict({0: 0, 1: 1}), UserDict({0: 0, 1: 1}), iter((0, 1)), slice(0, 1)),
    *(np.float64(1), np.bool_(True), np.array(True), np.array(1.0), np.array("1"), range(2**70)),
    *((True, 0), (0.0, 1), ("0", "1"), (None, 0), ((0,), (1,)), [[0], [1]], (np.bool_(False), 0)),
    *(
        np.array([0.0, 1.0]),
        np.array([True, False]),
        np.array([[0, 1], [1, 0]]),
        np.array(["0", "1"]),
        [np.zeros(2), 0],
    ),
]
OFF: list[Any] = [
    *(-1, 12, 2**64, 10**5000, np.int64(-1), np.uint8(12), Whole(12), np.array(12)),
    *((), (0,), (0, 0, 0), (3, 0), (0, 4), (-1, 0), np.array([0]), np.array([0, 4]), np.zeros((0, 2), int), [2**64, 0]),
    *(range(3), range(2**40), np.zeros((3, 1), int)),
]


def forms(grid: Grid, cell: Cell) -> list[Any]:
    """Return every accepted form of a cell of a grid."""
    index = strategies.board_of(grid).cells().index(cell)
    numbers = [form(index) for form in INTEGERS if not (form is np.int8 and index > 127)]
    found = [*numbers, *(form(cell) for form in SEQUENCES)]
    if grid.dimensions <= 32:
        found.append(np.unravel_index(index, grid.shape))
    return found


@given(st.data())
def test_every_form_names_the_same_cell(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    cell = data.draw(strategies.cells_of(grid))
    for form in forms(grid, cell):
        index = grid.index(form)
        assert type(index) is int
        assert index == strategies.board_of(grid).cells().index(cell)
        plain = grid.cell(form)
        assert plain == cell
        assert [type(coordinate) for coordinate in plain] == [int] * grid.dimensions
        assert form in grid
        assert grid.neighbours(form) == grid.neighbours(cell)
        assert grid.neighbour_count(form) == grid.neighbour_count(cell)


@pytest.mark.slow
@given(st.data())
def test_games_and_sessions_take_every_form(data: st.DataObject) -> None:
    layout = data.draw(strategies.layouts())
    grid = layout.grid
    cell = data.draw(strategies.cells_of(grid))
    for form in forms(grid, cell):
        assert layout.is_mine(form) is layout.is_mine(cell)
        assert layout.clue(form) == layout.clue(cell)
        plain, other = Game(layout=layout), Game(layout=layout)
        session = Session(layout=layout)
        for kind in ("flag", "flag", "open", "chord"):
            before = plain.view
            expected = getattr(plain, kind)(cell)
            for one in (other, session):
                change = getattr(one, kind)(form)
                assert (change.cells, change.outcome) == (expected.cells, expected.outcome)
            assert other.view == plain.view
            assert (other.is_open(form), other.is_flagged(form)) == (plain.is_open(cell), plain.is_flagged(cell))
            assert other[form] == plain[cell] == plain.view[form]
            assert form in before
        assert other.moves == plain.moves
        assert all(type(coordinate) is int for move in other.moves for coordinate in move.cell)
        assert Game(layout=layout).play(Move("open", form, grid=grid)) is not None
        assert pickle.loads(pickle.dumps(other)).view == plain.view


def test_whatever_takes_a_first_cell_takes_every_form() -> None:
    grid = Grid("3x4")
    layout = Layout.random(grid, 3, seed=7, first=(1, 2), first_open="opening")
    batch = sample_layouts(grid, 3, 5, seed=7, first=(1, 2), first_open="opening")
    games = play_solver(grid, 3, 5, seed=7, first=(1, 2))
    for form in forms(grid, (1, 2)):
        assert Layout.random(grid, 3, seed=7, first=form, first_open="opening") == layout
        assert list(sample_layouts(grid, 3, 5, seed=7, first=form, first_open="opening")) == list(batch)
        assert list(play_solver(grid, 3, 5, seed=7, first=form).opened) == list(games.opened)
        assert Layout(grid, [form]) == Layout(grid, [(1, 2)])
        game = Game(grid, 3, seed=7)
        game.open(form)
        assert game.layout == Layout.random(grid, 3, seed=7, first=(1, 2), first_open="safe")


def test_mines_may_stand_in_the_rows_of_an_array() -> None:
    layout = Layout("3x4", [(0, 1), (2, 3)])
    assert Layout("3x4", np.argwhere(layout.mine_array())) == layout
    assert Layout("3x4", np.flatnonzero(layout.mine_array())) == layout
    assert Layout("3x4", zip(*np.nonzero(layout.mine_array()), strict=True)) == layout


def test_the_solver_takes_every_form() -> None:
    view = View.parse("3x4 mines=2\n. 1 # #\n. 2 # #\n. 1 # #")
    analysis = analyse(view)
    for form in forms(view.grid, (1, 2)):
        assert analysis.probability(form) == analysis.probability((1, 2))
        assert analysis.standard_error(form) == 0.0
        assert analysis.clue_chances(form) == analysis.clue_chances((1, 2))
        assert [str(reason) for reason in explain(view, form)] == [str(reason) for reason in explain(view, (1, 2))]


def test_what_follows_a_cursor_takes_every_form() -> None:
    game = Game(layout=Layout("3x4", [(0, 0), (2, 3)]))
    game.open((0, 1))
    game.open((2, 0))
    for form in forms(game.grid, (1, 1)):
        assert next_cell(game, form) == (1, 0)
        navigator = Navigator(game.grid)
        navigator.place(form)
        assert navigator.cell == (1, 1)


def takers() -> list[tuple[str, Callable[[Any], object]]]:
    """Return every function that takes a cell of a 3x4 board."""
    grid = Grid("3x4")
    layout = Layout(grid, [(0, 3), (2, 0)])
    game = Game(layout=layout)
    view = View.parse("3x4 mines=2\n. 1 # #\n. 2 # #\n. 1 # #")
    analysis = analyse(view)
    return [
        *((f"Grid.{name}", getattr(grid, name)) for name in ("index", "cell", "neighbours", "neighbour_count")),
        *((f"Layout.{name}", getattr(layout, name)) for name in ("is_mine", "clue")),
        *((f"Game.{name}", getattr(game, name)) for name in ("open", "flag", "chord", "is_open", "is_flagged")),
        ("undecided Game.open", Game("3x4", 2, seed=1).open),
        ("Game[]", game.__getitem__),
        ("View[]", view.__getitem__),
        *((f"Session.{name}", getattr(Session(layout=layout), name)) for name in ("open", "flag", "chord")),
        *((f"Analysis.{name}", getattr(analysis, name)) for name in ("probability", "standard_error", "clue_chances")),
        ("Move", lambda cell: Move("open", cell, grid=grid)),
        ("Layout", lambda cell: Layout(grid, [cell])),
    ]


# None means that there is no cell.
OPTIONAL: list[tuple[str, Callable[[Any], object]]] = [
    ("explain", lambda cell: explain(View.parse("2x3 mines=1\n# # #\n1 1 ."), cell)),
    ("Layout.random", lambda cell: Layout.random("3x4", 2, seed=1, first=cell)),
    ("sample_layouts", lambda cell: sample_layouts("3x4", 2, 1, seed=1, first=cell)),
    ("play_solver", lambda cell: play_solver("3x4", 2, 1, seed=1, first=cell)),
]


@pytest.mark.parametrize(("name", "take"), [*takers(), *OPTIONAL], ids=[name for name, _ in (*takers(), *OPTIONAL)])
def test_what_is_no_cell_is_refused_everywhere(name: str, take: Callable[[Any], object]) -> None:
    for wrong in NO_CELL:
        if wrong is None and (name, take) in OPTIONAL:
            continue
        with pytest.raises(ParameterTypeError) as error:
            take(wrong)
        assert str(error.value).startswith("expected ")
    for wrong in OFF:
        with pytest.raises(CellError) as refused:
            take(wrong)
        assert str(refused.value).startswith("expected ")


@pytest.mark.parametrize("wrong", [*NO_CELL, *OFF], ids=lambda value: type(value).__name__)
def test_what_is_no_cell_is_in_no_grid(wrong: Any) -> None:
    grid = Grid("3x4")
    assert wrong not in grid
    assert wrong not in View(grid, 0, [0] * 12)


def test_the_messages_say_what_was_expected_and_what_came() -> None:
    grid = Grid("3x4")
    for cell, message in [
        (12, r"expected a cell index from 0 to 11, got 12 \(grid 3x4\)"),
        ((3, 0), r"expected coordinate 0 of cell \(3, 0\) from 0 to 2, got 3 \(grid 3x4\)"),
        ((1,), r"expected a cell with 2 coordinates on 3x4, got 1: \(1,\)"),
        (1.0, r"expected a cell with 2 coordinates on 3x4, or its index, got 1\.0 \(float\)"),
        ("17", r"expected a cell with 2 coordinates on 3x4, or its index, got '17' \(str\)"),
        (True, r"expected a cell with 2 coordinates on 3x4, or its index, got True \(bool\)"),
        ((0, True), r"expected a whole number for coordinate 1 of cell \(0, True\), got True \(bool\)"),
    ]:
        wrong: Any = cell
        with pytest.raises(HypersweepError, match=f"^{message}$"):
            grid.index(wrong)


def test_a_move_without_a_grid_takes_coordinates_alone() -> None:
    assert Move("open", np.array([1, 2])) == Move("open", [1, 2]) == Move("open", (1, 2))
    assert Move("open", 6, grid=Grid("3x4")) == Move("open", (1, 2))
    with pytest.raises(ParameterTypeError, match="an index identifies a cell only if the grid is known"):
        Move("open", 6)
    with pytest.raises(CellError):
        Move("open", (3, 0), grid=Grid("3x4"))
    wrong: Any
    for wrong in ((), b"\1\2", "12", {1: 2}, {1, 2}, (1, True), np.array([1.0, 2.0]), np.array([[1, 2]]), None):
        with pytest.raises(ParameterTypeError):
            Move("open", wrong)
    wrong = "3x4"
    with pytest.raises(ParameterTypeError, match="expected a Grid, got '3x4'"):
        Move("open", 6, grid=wrong)


def test_a_refused_cell_changes_nothing() -> None:
    game = Game(layout=Layout("3x4", [(0, 3)]))
    game.flag(3)
    for wrong in (*NO_CELL, *OFF):
        for move in (game.open, game.flag, game.chord):
            with pytest.raises(HypersweepError):
                move(wrong)
    assert (game.opened, game.flags, game.moves) == (0, 1, (Move("flag", (0, 3)),))


def test_a_grid_is_a_collection_of_its_cells() -> None:
    grid = Grid("3x4")
    assert (len(grid), list(grid)[6], 6 in grid, (1, 2) in grid) == (12, (1, 2), True, True)
    huge = Grid((2**32, 2**32))
    assert bool(huge)
    assert 2**64 - 1 in huge
    assert huge.cell(2**64 - 1) == (2**32 - 1, 2**32 - 1)
    with pytest.raises(OverflowError):
        len(huge)
