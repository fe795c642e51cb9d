"""Codes for what a cell shows: a clue (0 or more), or one of the negative codes below."""

from __future__ import annotations

__all__ = ["COVERED", "EXPLODED", "FLAGGED", "MINE", "WRONG_FLAG"]

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
