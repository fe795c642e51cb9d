"""Several pairs at once: the chance to be wrong is that of all of them together."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.lab.multiple_comparisons import are_settled, holm, judge
from hypersweep.lab.paired_test import Pairs
from hypersweep.rng import Stream

SURE, LIKELY, EVEN = Pairs(60, 30, 2, 8), Pairs(60, 22, 9, 9), Pairs(60, 12, 11, 17)


def test_a_single_pair_is_judged_as_it_is() -> None:
    for pairs in (SURE, LIKELY, EVEN):
        (found,) = judge([pairs])
        assert (found.p_value, found.low, found.high) == (pairs.p_value(), *pairs.interval())
        assert found.p_holm == found.p_value
        (found,) = judge([pairs], 0.05)
        assert (found.low, found.high) == pairs.lasting_interval(0.05)
        assert found.is_shown == pairs.has_shown(0.05) == are_settled([pairs], 0.05, None)


def test_with_more_pairs_each_has_to_be_clearer() -> None:
    assert judge([LIKELY])[0].is_shown
    alone, among = judge([LIKELY])[0], judge([LIKELY, EVEN, EVEN])[0]
    assert not among.is_shown
    assert among.p_value == alone.p_value < among.p_holm == 3 * alone.p_value
    assert among.low < alone.low
    assert alone.high < among.high
    # Holm passes certainty on: once one pair is decided, fewer are left.
    assert judge([LIKELY, SURE])[0].p_holm == alone.p_value


def test_the_order_of_pairs_does_not_matter() -> None:
    expected = dict(zip("sle", judge([SURE, LIKELY, EVEN]), strict=True))
    pairs = {"s": SURE, "l": LIKELY, "e": EVEN}
    for order in permutations(pairs):
        assert judge([pairs[each] for each in order]) == [expected[each] for each in order]


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_between_one_test_and_all(values: list[float]) -> None:
    found = holm(values)
    for own, each in zip(values, found, strict=True):
        assert own <= each <= min(1.0, len(values) * own)
    assert min(found) == min(1.0, len(values) * min(values))
    ordered = sorted(zip(values, found, strict=True))
    assert [each for _, each in ordered] == sorted(each for _, each in ordered)


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.02, 0.03]) == pytest.approx([0.03, 0.04, 0.04])
    assert holm([0.5, 0.001]) == pytest.approx([0.5, 0.002])


def test_it_is_settled_when_every_pair_is() -> None:
    sure, close = Pairs(6000, 300, 20, 80), Pairs(60_000, 2, 2, 10)
    assert are_settled([sure, sure, sure], 0.05, None)
    assert not are_settled([sure, close], 0.05, None)
    assert are_settled([sure, close], 0.05, 0.01)
    assert not are_settled([sure, close], 0.05, 0.0001)
    # Decided pairs are also reported.
    first, second = judge([sure, close], 0.05, has_margin=True)
    assert first.is_shown
    assert -0.01 <= second.low <= second.high <= 0.01


@pytest.mark.slow
def test_where_nobody_is_better_that_is_seldom_denied() -> None:
    """Three equal players over and over: few trials find a difference in any pair."""
    stream, wrong = Stream(7), 0
    for _ in range(200):
        pairs = []
        for _ in range(3):
            first = sum(stream.below(2) for _ in range(40))
            pairs.append(Pairs(50, first, 40 - first, 10))
        wrong += any(each.is_shown for each in judge(pairs))
    assert wrong <= 200 * 0.05 + 10
