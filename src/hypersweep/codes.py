"""Codes for what a cell shows: a clue (0 or more), or one of the negative codes below."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.grid import Grid

__all__ = ["COVERED", "EXPLODED", "FLAGGED", "MINE", "WRONG_FLAG", "code_format"]

COVERED = -1
"""A covered cell without a flag."""

FLAGGED = -2
"""A covered cell with a flag; after the game, a correct flag."""

MINE = -3
"""A covered mine without a flag; shown after the game."""

EXPLODED = -4
"""A mine that was opened."""

WRONG_FLAG = -5
"""A flag on a covered cell without a mine; shown after the game."""


def code_format(grid: Grid) -> str:
    """Return the array type code for a grid's codes: "h" (int16), or "i" (int32) if a cell has over 32,767 neighbours.

    >>> from hypersweep.grid import Grid
    >>> code_format(Grid("3x4"))
    'h'
    """
    return "h" if grid.max_neighbours < 1 << 15 else "i"
