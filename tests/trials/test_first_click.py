"""Best play from the first open on, compared with published values and with a game tree that tries everything."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest

from hypersweep import Grid, View
from hypersweep.errors import (
    BudgetExceededError,
    MineCountError,
    ParameterTypeError,
    RulesError,
    ShapeError,
)
from hypersweep.layout import FIRST_OPENS, excluded_cells
from hypersweep.solve import Budget, win_probability
from hypersweep.trials import BestPlay, best_play
from hypersweep.typing import FirstOpen
from naive import Board
from naive_solver import best_play_from


def check(text: str, mines: int, first_open: FirstOpen, *, cells: int = 64) -> None:
    """Compare the first cells of a board, or some of them, with the slow search."""
    grid = Grid(text)
    board = Board(grid.shape, grid.adjacency, grid.wrap)
    found = best_play(grid, mines, first_open=first_open)
    assert (found.grid, found.mines, found.first_open) == (grid, mines, first_open)
    firsts = {grid.cell(index): (wins, layouts) for index, wins, layouts in found.firsts}
    slow = {}
    # Cells with a distinct value come first.
    for cell in sorted(grid, key=lambda cell: cell not in firsts)[:cells]:
        kept = {grid.cell(index) for index in excluded_cells(grid, cell, first_open)}
        slow[cell] = best_play_from(board, cell, mines, kept)
    assert {cell: slow[cell] for cell in firsts if cell in slow} == {
        cell: firsts[cell] for cell in slow if cell in firsts
    }
    if cells < grid.cells:
        return
    # Omitted cells are equivalent to one of the others.
    assert {Fraction(*each) for each in slow.values()} == set(found.by_first.values())
    assert found.value == max(Fraction(*each) for each in slow.values())


def room(grid: Grid, first_open: FirstOpen) -> int:
    return grid.cells - {"any": 0, "safe": 1, "opening": grid.max_neighbours + 1}[first_open]


@pytest.mark.ci_limit(28)
@pytest.mark.parametrize(
    "text",
    [
        "5",
        "1x7",
        "7~wrap=0",
        "2x2",
        "2x3",
        "2x3~orthogonal",
        "2x2x2",
        "2x2x2~orthogonal",
        "3x3",
        "3x3~orthogonal",
        "3x3~wrap=0",
        "3x3~orthogonal~wrap=0,1",
        "2x4",
        "2x4~wrap=1",
    ],
)
@pytest.mark.parametrize("first_open", FIRST_OPENS)
def test_small_boards_with_every_number_of_mines(text: str, first_open: FirstOpen) -> None:
    grid = Grid(text)
    for mines in range(room(grid, first_open) + 1):
        check(text, mines, first_open)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "mines", "first_open"),
    [
        ("3x4", 2, "safe"),
        ("3x4", 2, "opening"),
        ("4x3~wrap=1", 2, "any"),
        ("3x4~orthogonal", 2, "safe"),
        ("2x2x3", 2, "any"),
        ("2x3x2~orthogonal", 2, "safe"),
    ],
)
def test_a_few_mines_on_larger_boards(text: str, mines: int, first_open: FirstOpen) -> None:
    check(text, mines, first_open, cells=4)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("text", "mines"),
    [
        ("3x4", 3),
        ("3x4", 7),
        ("4x3~wrap=1", 4),
        ("2x2x3", 5),
        ("4x4", 2),
        ("4x4~orthogonal", 2),
        ("4x4~wrap=0,1", 2),
        pytest.param("2x2x2x2", 2, marks=pytest.mark.nightly),
        ("2x2x2x2~orthogonal", 2),
        ("2x2x4", 2),
        ("2x3x3", 2),
    ],
)
def test_larger_boards(text: str, mines: int) -> None:
    for first_open in FIRST_OPENS:
        if mines <= room(Grid(text), first_open):
            check(text, mines, first_open, cells=6)


def test_the_published_value() -> None:
    found = best_play("4x4", 4, first_open="any")
    assert (found.wins, found.layouts, found.value) == (961, 1820, Fraction(961, 1820))
    assert found.first == (0, 1)
    assert list(found.by_first) == [(0, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize(("text", "mines"), [("3x4", 4), ("2x2x3", 3), ("3x5~wrap=1", 3), ("4x4~orthogonal", 4)])
def test_the_end_game_of_the_solver_says_the_same(text: str, mines: int) -> None:
    found = best_play(text, mines, first_open="any")
    assert found.value == win_probability(View(text, mines, [-1] * Grid(text).cells))


@pytest.mark.slow
def test_the_ends_of_the_scale() -> None:
    assert best_play("3x4", 0, first_open="any").value == 1
    assert best_play("3x4", 12, first_open="any").value == 0
    assert best_play("3x4", 11, first_open="safe").value == 1
    assert best_play("1", 0).by_first == {(0,): 1}
    # If each cell touches all others, a clue only says how many mines are left.
    assert best_play("2x2x2x2x2x2", 3, first_open="any").value == Fraction(1, 41664)


def test_mines_among_64_cells() -> None:
    assert best_play("8x8", 1).value == 1
    assert best_play("8x8", 1).layouts == 63
    assert best_play("4x4x4", 1, first_open="any").wins == 63


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(ShapeError, match="at most 64 cells"):
        best_play("5x13", 3)
    with pytest.raises(MineCountError, match="at most 11 mines"):
        best_play("3x4", 12)
    with pytest.raises(RulesError, match="first click"):
        best_play("3x4", 2, first_open="lucky")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="Budget"):
        best_play("3x4", 2, budget=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("budget", [Budget(states=100), Budget(memory=40_000), Budget(memory=20_000)])
def test_a_search_past_its_budget_is_refused(budget: Budget) -> None:
    with pytest.raises(BudgetExceededError, match="the best play on 4x4 within"):
        best_play("4x4", 5, budget=budget)


def test_too_many_layouts_are_refused_at_once() -> None:
    with pytest.raises(BudgetExceededError, match="the best play on 8x8 within"):
        best_play("8x8", 31)


def test_a_search_past_its_time_is_refused() -> None:
    with pytest.raises(BudgetExceededError, match="seconds"):
        best_play("5x5", 8, budget=Budget(seconds=0.1))


def test_it_tells_how_far_it_is_and_can_be_ended_by_that() -> None:
    class EnoughError(Exception):
        pass

    told = []

    def tell(done: int, of: int, looked_at: int) -> None:
        told.append((done, of, looked_at))
        if len(told) == 2:
            raise EnoughError

    with pytest.raises(EnoughError):
        best_play("5x5", 8, progress=tell)
    assert [each[:2] for each in told] == [(0, 6), (0, 6)]
    assert 0 <= told[0][2] <= told[1][2]


def test_values_are_kept_copied_and_compared() -> None:
    found = best_play("2x4", 2)
    assert found == best_play("2x4", 2) != best_play("2x4", 3)
    assert copy.copy(found) == found
    assert pickle.loads(pickle.dumps(found)) == found
    assert eval(repr(found), {"BestPlay": BestPlay, "Grid": Grid}) == found
    assert {found: 1}[best_play("2x4", 2)] == 1
