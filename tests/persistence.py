"""Make moves in several threads, retrying while the game is in use."""

from __future__ import annotations

from collections.abc import Callable

from hypersweep import BusyError
from hypersweep.moves import MoveResult

__all__ = ["persist"]


def persist(move: Callable[[], MoveResult]) -> MoveResult:
    """Make a move; retry while the game is in use."""
    while True:
        try:
            return move()
        except BusyError:
            continue
