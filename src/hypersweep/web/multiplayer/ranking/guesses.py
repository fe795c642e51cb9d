"""Count a game's guesses, and the unnecessary ones; runs in a process of the pool."""

from __future__ import annotations

from typing import NamedTuple

from hypersweep.record import Record
from hypersweep.review import review
from hypersweep.solve import Budget

_BUDGET = Budget(states=1 << 16, memory=1 << 27)


class Guesses(NamedTuple):
    """Guesses in one game.

    Attributes:
        guesses: moves that could lose, given what the player could see.
        unneeded: guesses in positions that had a certain move.
    """

    guesses: int
    unneeded: int


def count_guesses(record: str, seconds: float) -> Guesses | None:
    r"""Count the guesses of a game; None if that takes too long, or a position is too hard.

    Args:
        record: its text.
        seconds: time limit.

    >>> count_guesses("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n0 open 0 0: 6\n", 5)
    Guesses(guesses=0, unneeded=0)
    """
    found = review(Record.parse(record, is_cut_fine=True), budget=_BUDGET, policy="safest", seconds=seconds)
    verdicts = found.verdicts
    if not found.is_complete or "unknown" in verdicts:
        return None
    return Guesses(len(found.guesses), verdicts.get("unneeded guess", 0) + verdicts.get("blunder", 0))
