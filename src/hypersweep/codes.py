"""What one cell looks like, as a number: a clue from 0 on, or one of the codes below 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.grid import Grid

__all__ = ["COVERED", "EXPLODED", "FLAGGED", "MINE", "WRONG_FLAG", "code_format"]

COVERED = -1
"""A covered cell without a flag."""

FLAGGED = -2
"""A covered cell with a flag; once the game has ended, one that is right."""

MINE = -3
"""A covered mine without a flag; shown once the game has ended."""

EXPLODED = -4
"""A mine that was opened."""

WRONG_FLAG = -5
"""A flag on a covered cell without a mine; shown once the game has ended."""


def code_format(grid: Grid) -> str:
    """The format of one code on a grid: "h" (int16), or "i" (int32) where a cell has more than 32,767 neighbours.

    >>> from hypersweep.grid import Grid
    >>> code_format(Grid("3x4"))
    'h'
    """
    return "h" if grid.max_neighbours < 1 << 15 else "i"
