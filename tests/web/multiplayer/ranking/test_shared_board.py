"""Boards by their IDs."""

from __future__ import annotations

import pytest

from hypersweep.errors import ParseError
from hypersweep.generate import no_guess, solvable_from
from hypersweep.layout import Layout
from hypersweep.stats import board_stats
from hypersweep.web.multiplayer.ranking.shared_board import board_facts


def test_the_figures_of_a_board() -> None:
    layout = no_guess("3x4x5", 8, (1, 1, 2), seed=7)
    found = board_facts(layout.format(), 5)
    stats = board_stats(layout)
    assert found[:5] == ("3x4x5", 8, stats.three_bv, stats.openings, stats.islands)
    assert found.first is not None
    assert solvable_from(layout, found.first).grade == found.grade is not None


def test_a_board_that_needs_a_guess_and_one_that_is_too_large_to_know() -> None:
    guess = Layout("2x4", [(0, 0), (1, 2)])
    assert board_facts(guess.format(), 5)[5:] == (None, None)
    large = Layout.random("60x70", 300, seed=3)
    assert board_facts(large.format(), 5)[5:] == (None, None)


def test_what_is_no_board() -> None:
    for text in ("", "16x30", "3x4.!", "3x4.bAwAAAA"):
        with pytest.raises(ParseError):
            board_facts(text, 1)
