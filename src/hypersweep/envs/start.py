"""The open cell at the start of a race on equal boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError
from hypersweep.game.first_open import deal
from hypersweep.rng import Stream

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules


def check_start(grid: Grid, mines: int) -> None:
    """Reject a board without a safe cell.

    Raises:
        MineCountError: no cell is safe.

    >>> from hypersweep import Grid
    >>> check_start(Grid("3x4"), 11)
    """
    if mines >= grid.cells:
        raise MineCountError(f"expected a safe cell to begin with, got {mines} mines on {grid}")


def start_cell(grid: Grid, mines: int, rules: Rules, seed: int) -> int:
    """Return the index of a cell that is safe if opened first, from a stream of the game's seed.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the rules of the game.
        seed: seed of the game.

    Raises:
        MineCountError: no cell is safe.

    >>> from hypersweep import CLASSIC, Grid
    >>> start_cell(Grid("3x4"), 2, CLASSIC, 7)
    2
    """
    check_start(grid, mines)
    stream = Stream(seed, "start")
    start = stream.below(grid.cells)
    if rules.first_open_promise == "any":
        # Then the first open is promised nothing, and the layout doesn't depend on it.
        layout = deal(grid, mines, rules, seed=seed, first=start)
        while layout.is_mine(start):
            start = stream.below(grid.cells)
    return start
