"""Comparisons end as their shards decide, in the shards' order."""

from __future__ import annotations

from itertools import permutations

from hypersweep.lab.sequential_test import SequentialTest, is_enough, pairs_of
from lab_worlds import small

EVEN, SURE = (20, 10, 5, 5, 0, 0, 0), (20, 5, 15, 0, 0, 0, 0)


def test_a_comparison_ends_where_one_is_better() -> None:
    experiment = small("compare", stop=0.05)
    assert not is_enough(experiment, EVEN)
    assert is_enough(experiment, SURE)
    assert not is_enough(small("compare"), SURE)
    assert pairs_of(experiment, SURE)[0, 1].first_alone == 15


def test_a_comparison_ends_where_they_are_as_good_as_equal() -> None:
    same = (100_000, 99_000, 500, 500, 0, 0, 0)
    assert is_enough(small("compare", stop=0.05, margin=0.01), same)
    assert not is_enough(small("compare", stop=0.05, margin=0.001), same)
    assert not is_enough(small("compare", stop=0.05), same)


def test_where_it_ends_does_not_depend_on_when_shards_come() -> None:
    experiment = small("compare", stop=0.05, count=80, boards=[("3x4", 2), ("3x5", 2)])
    counts = {0: EVEN, 1: EVEN, 2: SURE, 3: SURE, 4: EVEN}
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
    assert not looks.see(0, {0: SURE, 1: SURE, 2: SURE})
    assert looks.shards_of(0) == range(3)
