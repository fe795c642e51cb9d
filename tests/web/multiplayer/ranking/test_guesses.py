"""Numbers of guesses, and of unneeded ones."""

from __future__ import annotations

import pytest

from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.web.multiplayer.ranking.guesses import Guesses, count_guesses
from ranked_games import played_record


@pytest.mark.slow
def test_the_same_guesses_as_the_review_finds() -> None:
    unneeded = 0
    for seed in range(6):
        record = played_record(seed, board="5x6", mines=7)
        found = review(record, policy="safest")
        counts = found.verdicts
        own = count_guesses(record.format(), 20)
        assert own == Guesses(len(found.guesses), counts.get("unneeded guess", 0) + counts.get("blunder", 0))
        unneeded += own.unneeded
    assert unneeded > 0


def test_a_game_without_any() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(9, "open", (1, 2), 1)])
    assert count_guesses(record.format(), 20) == Guesses(0, 0)


def test_no_figures_rather_than_wrong_ones() -> None:
    assert count_guesses(played_record(1, board="5x6", mines=7).format(), 1e-9) is None
