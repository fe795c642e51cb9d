"""Cells that no clue tells apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from hypersweep import Game, Grid, Layout
from hypersweep.errors import MineCountError
from hypersweep.generate import no_guess, solvable_from
from hypersweep.generate.equivalent_cells import check_twins, twins
from hypersweep.typing import FirstOpen

PROMISES: tuple[FirstOpen, ...] = ("safe", "opening")
GRIDS = [
    "2x2",
    "2x4",
    "3x3~wrap=0",
    "2x5",
    "2x2x2",
    "3x2~wrap=0",
    "2x3x2",
    "4x2~orthogonal",
    "1x2",
    "3x3",
    "2x3~wrap=0,1",
]


@pytest.mark.parametrize("text", GRIDS)
def test_twins_touch_the_same_cells(text: str) -> None:
    grid = Grid(text)
    touched = [frozenset({cell, *grid.neighbours(cell)}) for cell in grid]
    assert {touched.count(each) for each in touched} == {twins(grid)}


@pytest.mark.parametrize("text", GRIDS)
def test_only_boards_without_a_solution_are_refused(text: str) -> None:
    grid = Grid(text)
    for mines in range(1, grid.cells):
        for promise in PROMISES:
            try:
                check_twins(grid, mines, promise)
            except MineCountError:
                pass
            else:
                continue
            for cells in list(combinations(grid, mines))[:300]:
                layout = Layout(grid, cells)
                for first in grid:
                    if not layout.is_mine(first) and (promise == "safe" or not layout.clue(first)):
                        assert not solvable_from(layout, first)


@pytest.mark.slow
def test_they_are_refused_at_once_wherever_a_board_is_wished_for() -> None:
    with pytest.raises(MineCountError, match="a multiple of 2 as the number of mines for a board of 10x10x2"):
        no_guess("10x10x2", 21, 0, method="adaptive")
    with pytest.raises(MineCountError, match="a multiple of 4, or 1 less, as"):
        no_guess("10x2x2", 21, 0, first_open="safe")
    with pytest.raises(MineCountError, match="got 21"):
        Game("10x10x2", 21, rules="classic,first=opening,guess=never")
    assert Game("10x10x2", 20, seed=1, rules="classic,first=opening,guess=never").open(0).opened > 0
