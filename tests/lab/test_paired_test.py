"""Pairs: McNemar's test and Tango's interval against slow and obvious ones, and how often a comparison is wrong."""

from __future__ import annotations

from itertools import product
from math import comb, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Stream
from hypersweep.errors import ParameterError
from hypersweep.lab import Pairs

COUNTS = st.integers(0, 300)
PAIRS = st.builds(Pairs, COUNTS, COUNTS, COUNTS, COUNTS)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemars_test_is_the_binomial_one(first: int, second: int) -> None:
    alone, fewer = first + second, min(first, second)
    tail = sum(comb(alone, n) for n in range(fewer + 1)) / 2**alone
    exact = 1.0 if first == second else 2 * tail - comb(alone, fewer) / 2**alone
    assert Pairs(3, first, second, 4).p_value() == pytest.approx(min(1, exact), abs=1e-12)


def test_a_published_example() -> None:
    # Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness: 1 and 7 of 21 children, mid-p 0.0391.
    assert Pairs(1, 1, 7, 12).p_value() == pytest.approx(0.0391, abs=5e-5)


@given(PAIRS)
def test_intervals_hold_the_difference_and_turn_with_it(pairs: Pairs) -> None:
    turned = Pairs(pairs.both, pairs.second_alone, pairs.first_alone, pairs.neither)
    for low, high, back in (
        (*pairs.interval(), turned.interval()),
        (*pairs.lasting_interval(), turned.lasting_interval()),
    ):
        assert -1 <= low <= pairs.difference + 1e-12
        assert pairs.difference - 1e-12 <= high <= 1
        assert back == pytest.approx((-high, -low), abs=1e-9)


@given(PAIRS, st.floats(-0.99, 0.99))
def test_the_likeliest_chances_are_the_likeliest(pairs: Pairs, difference: float) -> None:
    from math import log

    def likelihood(second: float) -> float:
        shares = (second + difference, second, 1 - 2 * second - difference)
        counts = (pairs.first_alone, pairs.second_alone, pairs.both + pairs.neither)
        return sum(
            count * (log(share) if share > 1e-300 else -inf)
            for count, share in zip(counts, shares, strict=True)
            if count
        )

    first, second, rest = pairs._likeliest(difference)
    assert first - second == pytest.approx(difference)
    assert first + second + rest == pytest.approx(1)
    least, most = max(0.0, -difference), (1 - difference) / 2
    others = [least + (most - least) * part / 50 for part in range(1, 50)]
    assert all(likelihood(other) <= likelihood(second) + 1e-6 for other in others)


def test_the_interval_is_where_the_test_does_not_refuse() -> None:
    pairs = Pairs(60, 25, 10, 5)
    low, high = pairs.interval()
    assert pairs._score(low) == pytest.approx(1.959963984540054**2, abs=1e-6)
    assert pairs._score(high) == pytest.approx(1.959963984540054**2, abs=1e-6)


@given(PAIRS, st.sampled_from([0.01, 0.05, 0.2]))
def test_who_is_shown_to_be_better_is_so_in_the_interval(pairs: Pairs, chance: float) -> None:
    low, high = pairs.lasting_interval(chance)
    assert pairs.has_shown(chance) is (low > 0 or high < 0)


@pytest.mark.slow
def test_comparing_a_policy_with_itself_again_and_again_seldom_finds_a_difference() -> None:
    stream, wrong, runs = Stream(7, "test"), 0, 300
    for _ in range(runs):
        first = second = 0
        for _ in range(150):
            if stream.below(2):
                first += 1
            else:
                second += 1
            if Pairs(0, first, second, 0).has_shown(0.2):
                wrong += 1
                break
    assert 0 < wrong < 0.25 * runs


def test_nothing_played_says_nothing() -> None:
    nothing = Pairs(0, 0, 0, 0)
    assert (nothing.games, nothing.difference, nothing.p_value(), nothing.evidence()) == (0, 0.0, 1.0, 1.0)
    assert nothing.interval() == nothing.lasting_interval() == (-1.0, 1.0)
    with pytest.raises(ParameterError, match="both"):
        Pairs(-1, 0, 0, 0)


def test_much_evidence_is_much() -> None:
    assert Pairs(0, 10_000, 0, 0).evidence() == inf
    assert Pairs(0, 10_000, 0, 0).p_value() == 0.0
    for first, second in product((0, 3, 40), repeat=2):
        assert Pairs(0, first, second, 0).evidence() == Pairs(9, second, first, 9).evidence()
