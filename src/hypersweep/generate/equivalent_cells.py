"""Cells that no clue can distinguish, and the numbers of mines that they exclude."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from hypersweep.errors import MineCountError

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.typing import FirstOpen


def twins(grid: Grid) -> int:
    """Return the number of cells that touch the same cells as a given one, itself included: 1 on most boards.

    On an axis of two cells, or of three that wrap, all coordinates are neighbours. With Moore adjacency, cells that
    differ only there touch the same cells.

    >>> from hypersweep import Grid
    >>> twins(Grid("9x9")), twins(Grid("5x4x2")), twins(Grid("5x3x2~wrap=1"))
    (1, 2, 6)
    """
    if grid.adjacency != "moore":
        return 1
    return prod(side for axis, side in enumerate(grid.shape) if side == 2 or (side == 3 and axis in grid.wrap))


def check_twins(grid: Grid, mines: int, first_open: FirstOpen) -> None:
    """Raise an error for a number of mines with which every board of a grid needs a guess because of twins.

    Of twins either all are mines, or none is; otherwise no clue could tell which. If the first cell is merely safe, its
    twins are an exception: all of them may be mines.

    Args:
        grid: the board.
        mines: number of mines.
        first_open: promise for the first cell.

    Raises:
        MineCountError: there is no such board.

    >>> from hypersweep import Grid
    >>> check_twins(Grid("5x4x2"), 6, "opening")
    >>> check_twins(Grid("5x4x2"), 7, "opening")
    Traceback (most recent call last):
        ...
    hypersweep.errors.MineCountError: expected a multiple of 2 as the number of mines for a board of 5x4x2 that needs \
no guess after an opening, got 7: its cells come in groups of 2 that touch the same cells, so that no clue tells them \
apart
    """
    group = twins(grid)
    rest = mines % group
    if not rest or (first_open == "safe" and rest == group - 1):
        return
    wanted, after = f"a multiple of {group}", " after an opening"
    if first_open == "safe":
        wanted, after = f"{wanted}, or 1 less,", ""
    raise MineCountError(
        f"expected {wanted} as the number of mines for a board of {grid} that needs no guess{after}, got {mines}: its "
        f"cells come in groups of {group} that touch the same cells, so that no clue tells them apart"
    )
