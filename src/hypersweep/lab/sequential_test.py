"""The stopping rule of comparisons: examine shards in order of number, whichever finished first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypersweep.lab.counts import add_up, by_name
from hypersweep.lab.multiple_comparisons import are_settled
from hypersweep.lab.paired_test import Pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hypersweep.lab.counts import Counts
    from hypersweep.lab.plan import Experiment


def pairs_of(experiment: Experiment, counts: Counts) -> dict[tuple[int, int], Pairs]:
    """Return the counts of each pair of players, by position, from counts of "compare" or "arena".

    >>> from hypersweep.lab.plan import Experiment
    >>> setting = {"boards": [("3x4", 2)], "policies": ["look-ahead", "safest"], "count": 500}
    >>> pairs_of(Experiment(kind="compare", **setting), (100, 60, 30, 5, 5, 0, 0))
    {(0, 1): Pairs(both=60, first_alone=30, second_alone=5, neither=5)}
    """
    if experiment.kind == "compare":
        return {(0, 1): Pairs(*counts[1:5])}
    players = len(experiment.policies)
    found = by_name(experiment.kind, counts, players)
    every = {}
    for first, second in combinations(range(players), 2):
        games, both = found["games"], found[f"both_{first}_{second}"]
        own, other = found[f"won_{first}"], found[f"won_{second}"]
        every[first, second] = Pairs(both, own - both, other - both, games - own - other + both)
    return every


def is_enough(experiment: Experiment, counts: Counts) -> bool:
    """Whether a comparison can end with these counts, the sum of its first shards.

    >>> from hypersweep.lab.plan import Experiment
    >>> setting = {"kind": "compare", "boards": [("3x4", 2)], "policies": ["look-ahead", "safest"], "count": 500}
    >>> sure = (100, 60, 30, 5, 5, 0, 0)
    >>> is_enough(Experiment(stop=0.05, **setting), sure), is_enough(Experiment(**setting), sure)
    (True, False)
    """
    if experiment.stop is None:
        return False
    return are_settled([*pairs_of(experiment, counts).values()], experiment.stop, experiment.margin)


class SequentialTest:
    """Test the shards of each setting from the first one on, up to the first missing one.

    So the end of a setting depends on its shards alone, not on the order in which they finished. Later shards don't
    count.

    Args:
        experiment: the experiment.

    >>> from hypersweep.lab.plan import Experiment
    >>> setting = {"kind": "compare", "boards": [("3x4", 2)], "policies": ["look-ahead", "safest"], "count": 500}
    >>> looks = SequentialTest(Experiment(stop=0.05, shard=100, **setting))
    >>> sure, missing = (100, 60, 30, 5, 5, 0, 0), {}
    >>> looks.see(0, {1: sure}), looks.see(0, {0: sure, 1: sure}), looks.shards_of(0)
    (False, True, range(0, 1))
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        # For each position of a setting: number of tested shards, and their sum.
        self._seen: dict[int, tuple[int, Counts]] = {}
        self._ended: set[int] = set()

    def has_ended(self, place: int) -> bool:
        """Whether a setting has ended before all of its games."""
        return place in self._ended

    def see(self, place: int, counts: Mapping[int, Counts]) -> bool:
        """Test new finished shards of a setting. Returns: whether it has ended.

        Args:
            place: position of the setting.
            counts: counts of the finished shards, by number.
        """
        own = self._experiment
        if own.stop is None:
            return False
        players = len(own.policies)
        many, total = self._seen.get(place, (0, add_up(own.kind, (), players)))
        while place not in self._ended and many < own.shards_of_each:
            found = counts.get(place * own.shards_of_each + many)
            if found is None:
                break
            many, total = many + 1, add_up(own.kind, (total, found), players)
            if is_enough(own, total):
                self._ended.add(place)
        self._seen[place] = many, total
        return place in self._ended

    def shards_of(self, place: int) -> range:
        """Return the numbers of a setting's shards, without those after its end."""
        each = self._experiment.shards_of_each
        begin = place * each
        return range(begin, begin + (self._seen[place][0] if place in self._ended else each))


def missing_shards(experiment: Experiment, counts: Mapping[int, Counts]) -> Iterator[int]:
    """Return the numbers of unfinished shards, without those after the end of a comparison.

    >>> from hypersweep.lab.plan import Experiment
    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, shard=20)
    >>> [*missing_shards(experiment, {1: (20, 15, 160, 90, 12, 40, 0, 0)})]
    [0, 2]
    """
    looks = SequentialTest(experiment)
    for place in range(len(experiment.boards)):
        looks.see(place, counts)
        yield from (number for number in looks.shards_of(place) if number not in counts)
