"""Intervals: compared with published formulas, and how often they hold."""

from __future__ import annotations

from math import comb, exp
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from hypersweep import Stream
from hypersweep.errors import ParameterError
from hypersweep.lab.intervals import lasting_share, log_bet, mean_of, wilson


@given(st.integers(1, 2000), st.data())
def test_wilsons_interval_is_scipys(tries: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, tries))
    theirs = binomtest(hits, tries).proportion_ci(0.95, method="wilson")
    assert wilson(hits, tries) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_of_no_tries_nothing_is_known() -> None:
    assert wilson(0, 0) == lasting_share(0, 0, 0.05) == (0.0, 1.0)
    with pytest.raises(ParameterError, match="at most 3 hits"):
        wilson(4, 3)
    with pytest.raises(ParameterError, match="number of 16610 bits"):
        wilson(10**5000, 3)


@given(st.lists(st.integers(0, 500), min_size=2, max_size=30))
def test_means_and_their_errors_are_those_of_the_numbers(numbers: list[int]) -> None:
    mean, error = mean_of(len(numbers), sum(numbers), sum(number * number for number in numbers))
    assert mean == pytest.approx(fmean(numbers))
    assert error == pytest.approx(stdev(numbers) / len(numbers) ** 0.5)


def test_one_number_has_no_error() -> None:
    assert mean_of(1, 7, 49) == (7.0, 0.0)


def test_the_bets_are_fair() -> None:
    # Over all ways that n tries can go, money stays the same on average: that is all that Ville's inequality asks for.
    for share in (0.1, 0.5, 0.83):
        for tries in (1, 2, 7, 20):
            ways = [
                (hits, comb(tries, hits) * share**hits * (1 - share) ** (tries - hits)) for hits in range(tries + 1)
            ]
            assert sum(way * exp(log_bet(hits, tries - hits, share)) for hits, way in ways) == pytest.approx(1)


@pytest.mark.slow
def test_a_lasting_interval_lasts() -> None:
    stream, left_out, runs = Stream(7, "test"), 0, 200
    for _ in range(runs):
        hits = 0
        for tries in range(1, 200):
            hits += stream.below(10) < 3
            low, high = (0.0, 1.0) if tries % 10 else lasting_share(hits, tries - hits, 0.2)
            if not low <= 0.3 <= high:
                left_out += 1
                break
    # Of a chance of 0.2 at most, 200 runs lie below 0.28 but for one in a thousand times; the seed is fixed.
    assert 0 < left_out < 0.28 * runs


@given(st.integers(0, 400), st.integers(0, 400), st.floats(0.001, 0.5))
def test_a_lasting_interval_is_wider_where_it_may_be_wrong_less(hits: int, misses: int, chance: float) -> None:
    low, high = lasting_share(hits, misses, chance)
    lower, higher = lasting_share(hits, misses, chance / 2)
    assert 0 <= lower <= low <= high <= higher <= 1
    if hits + misses:
        assert low <= hits / (hits + misses) <= high
