"""Counts add up, intervals cover what they promise, and tests agree with SciPy's or with brute force."""

from __future__ import annotations

from itertools import permutations, product
from math import comb, exp, inf
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from hypersweep.errors import ParameterError
from hypersweep.lab.statistical_tests import (
    COUNTED,
    Pairs,
    SequentialTest,
    add_up,
    are_settled,
    by_name,
    holm,
    is_enough,
    judge,
    lasting_share,
    log_bet,
    mean_of,
    pairs_of,
    wilson,
)
from hypersweep.rng import Stream
from lab_worlds import small


def test_sums_have_every_name() -> None:
    for kind, names in COUNTED.items():
        assert names[0] == "games"
        assert len(set(names)) == len(names)
        ones, counted = (1,) * len(names), tuple(range(len(names)))
        assert add_up(kind, []) == (0,) * len(names)
        assert add_up(kind, [ones, counted, ones]) == add_up(kind, [counted, ones, ones])
        assert by_name(kind, counted) == {name: place for place, name in enumerate(names)}


def test_counts_of_another_kind_are_refused() -> None:
    with pytest.raises(ParameterError, match="expected 7 counts for compare, got 3"):
        add_up("compare", [(1, 2, 3)])


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


EVEN_COUNTS, SURE_COUNTS = (20, 10, 5, 5, 0, 0, 0), (20, 5, 15, 0, 0, 0, 0)


def test_a_comparison_ends_where_one_is_better() -> None:
    experiment = small("compare", stop=0.05)
    assert not is_enough(experiment, EVEN_COUNTS)
    assert is_enough(experiment, SURE_COUNTS)
    assert not is_enough(small("compare"), SURE_COUNTS)
    assert pairs_of(experiment, SURE_COUNTS)[0, 1].first_alone == 15


def test_a_comparison_ends_where_they_are_as_good_as_equal() -> None:
    same = (100_000, 99_000, 500, 500, 0, 0, 0)
    assert is_enough(small("compare", stop=0.05, margin=0.01), same)
    assert not is_enough(small("compare", stop=0.05, margin=0.001), same)
    assert not is_enough(small("compare", stop=0.05), same)


def test_where_it_ends_does_not_depend_on_when_shards_come() -> None:
    experiment = small("compare", stop=0.05, count=80, boards=[("3x4", 2), ("3x5", 2)])
    counts = {0: EVEN_COUNTS, 1: EVEN_COUNTS, 2: SURE_COUNTS, 3: SURE_COUNTS, 4: EVEN_COUNTS}
    for order in permutations(counts):
        looks, come = SequentialTest(experiment), {}
        for number in order:
            come[number] = counts[number]
            looks.see(0, come)
        looks.see(1, come)
        assert (looks.has_ended(0), looks.has_ended(1)) == (True, False)
        ends = looks.shards_of(0)
        assert looks.shards_of(1) == range(4, 8)
        assert ends in (range(3), range(4))
        assert ends == range(3) or not is_enough(experiment, (60, 25, 25, 10, 0, 0, 0))


def test_without_a_stop_every_shard_counts() -> None:
    looks = SequentialTest(small("compare"))
    assert not looks.see(0, {0: SURE_COUNTS, 1: SURE_COUNTS, 2: SURE_COUNTS})
    assert looks.shards_of(0) == range(3)
