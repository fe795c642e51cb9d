"""How often a game was guessed in, and how often without need; in a process of the pool."""

from __future__ import annotations

from typing import NamedTuple

from hypersweep.record import Record
from hypersweep.review import review
from hypersweep.solve import Budget

__all__ = ["Guesses", "count_guesses"]

_BUDGET = Budget(states=1 << 16, memory=1 << 27)


class Guesses(NamedTuple):
    """Of one game.

    Attributes:
        guesses: moves that could go wrong, for all that was known.
        unneeded: those of them beside which a move was certain.
    """

    guesses: int
    unneeded: int


def count_guesses(record: str, seconds: float) -> Guesses | None:
    r"""Gives the guesses of a game; None where that takes longer, or the positions are too hard.

    Args:
        record: its text.
        seconds: that it may take.

    >>> count_guesses("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n0 open 0 0: 6\n", 5)
    Guesses(guesses=0, unneeded=0)
    """
    found = review(Record.parse(record, is_cut_fine=True), budget=_BUDGET, policy="safest", seconds=seconds)
    verdicts = found.verdicts
    if not found.is_complete or "unknown" in verdicts:
        return None
    return Guesses(len(found.guesses), verdicts.get("unneeded guess", 0) + verdicts.get("blunder", 0))
