"""Statistics for experiments: counts from shards, confidence intervals, paired tests, and early stopping.

**Two players on the same boards.** Both play every board, so only boards won by exactly one of them matter. If neither
player is better, each is equally likely to have won such a board. If the number of games was fixed beforehand, use
McNemar's test and the score interval. Repeating them and stopping at the first significant result would find false
differences. The evidence computed here is always valid: it is the wealth won by fair bets against "neither is better".
If neither is better, the probability that the wealth ever grows twentyfold is at most 1 in 20.

**Several pairs at once.** Among many pairs, one soon looks uneven by chance. So the accepted probability of a false
difference is divided among the pairs, and holds for all of them together. The p-values are adjusted by Holm's method:
the smallest is multiplied by the number of pairs, the next by the number of remaining pairs, and so on. The intervals
hold simultaneously (Bonferroni). With a single pair, nothing changes.

**Stopping.** Shards are examined in order of their numbers, whichever finished first.

Sources: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages"
(1947), with the mid-p of M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary matched-pairs data"
(2013); T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
design" (1998); S. Holm, "A simple sequentially rejective multiple test procedure" (1979); C. E. Bonferroni, "Teoria
statistica delle classi e calcolo delle probabilità" (1936); for intervals see the functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import exp, inf, lgamma, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import ParameterError
from hypersweep.generate import GRADES
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from hypersweep.lab.experiment import Experiment

Counts = tuple[int, ...]
"""Counts from one or more shards, in the order of ``COUNTED``."""

_PLAYED = ("games", "won", "opened", "moves", "guesses", "analyses", "estimates", "given_up")
_PAIRS = ("both", "first_alone", "second_alone", "neither")
_BOUND = ("gave_up", "bound", "bound_squared")

FAULTS = ("illegal", "late", "crashed")
"""Ways a player in an arena can fail: an answer that isn't covered cells, a late answer, or a crash."""

EACH_PLAYER = ("won", "moves", "guesses", "given_up", *FAULTS)
"""Counts for each player in an arena: games won, moves, guesses (known only for the solver's own policies), games given
up, and games lost by each kind of fault."""

BOUNDED_PLAYER = ("bounded_won", "bound_won")
"""Counts for each player in an arena, on layouts that have an upper bound on best play: games won, and the sum of the
bounds of the layouts won, in units of 1 / ``WIN``."""

COUNTED: dict[str, tuple[str, ...]] = {
    "winrate": _PLAYED,
    "sweep": (
        *(*_PLAYED, "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES), "undecided"),
        *("stuck", "bits", "bits_squared", "frontier", "frontier_squared"),
    ),
    "compare": ("games", *_PAIRS, "first_given_up", "second_given_up"),
    "arena": ("games", "bounded", *_BOUND),
    "bound": ("games", *_BOUND),
    "boards": ("games", "found", "three_bv", "three_bv_squared", *(f"grade_{grade}" for grade in GRADES)),
    "positions": ("games", "positions", "without_chances"),
}
"""Names of the counts for each type of experiment.

"games" are games played (for "bound", layouts, and for "boards", boards requested), "opened" safe cells, "estimates"
inexact analyses, and "given_up" games given up by a policy. "bound" is the sum of the layouts' upper bounds, in units
of 1 / ``WIN``; on "gave_up" layouts a part was too large to solve. In an arena, only "bounded" layouts have a bound.
"undecided" are boards too complex to play by deduction, and "stuck" boards on which deduction ends early; "bits" and
"frontier" are sums over the latter (see ``hypersweep.lab.runner.ambiguity``). For an arena, these are only the first
names; ``counted`` returns all of them.
"""


BIT = 1024
"""Units of the count "bits" per bit. Counts are whole numbers, so that their sum doesn't depend on the order."""

WIN = 1 << 20
"""Units of the count "bound" for a certain win."""


def counted(kind: str, players: int = 0) -> tuple[str, ...]:
    """Return the names of the counts for a type of experiment.

    Args:
        kind: type of experiment.
        players: number of players in an arena. There, ``COUNTED`` is followed by each player's counts
            (``EACH_PLAYER``), for each pair by the number of boards both won, and by each player's ``BOUNDED_PLAYER``.

    >>> counted("arena", 2)[-7:]
    ('late_1', 'crashed_1', 'both_0_1', 'bounded_won_0', 'bound_won_0', 'bounded_won_1', 'bound_won_1')
    """
    if kind != "arena":
        return COUNTED[kind]
    each = [f"{name}_{place}" for place in range(players) for name in EACH_PLAYER]
    both = [f"both_{first}_{second}" for first, second in combinations(range(players), 2)]
    bounds = [f"{name}_{place}" for place in range(players) for name in BOUNDED_PLAYER]
    return (*COUNTED[kind], *each, *both, *bounds)


def add_up(kind: str, counts: Iterable[Counts], players: int = 0) -> Counts:
    """Add up counts from several shards; return zeros if there are none.

    Args:
        kind: type of experiment.
        counts: the counts.
        players: number of players in an arena.

    >>> add_up("compare", [(3, 2, 1, 0, 0, 0, 0), (1, 0, 0, 0, 1, 1, 0)])
    (4, 2, 1, 0, 1, 1, 0)
    """
    total = [0] * len(counted(kind, players))
    for own in counts:
        if len(own) != len(total):
            raise ParameterError(f"expected {len(total)} counts for {kind}, got {len(own)}")
        total = [first + second for first, second in zip(total, own, strict=True)]
    return tuple(total)


def by_name(kind: str, counts: Counts, players: int = 0) -> dict[str, int]:
    """Return counts as a dict by name.

    Args:
        kind: type of experiment.
        counts: counts in the order of the names.
        players: number of players in an arena.

    >>> by_name("compare", (4, 2, 1, 0, 1, 1, 0))["first_alone"]
    1
    """
    return dict(zip(counted(kind, players), counts, strict=True))


Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution, for 95 % intervals."""

# Number of bisection steps; after these, floating-point numbers can't represent a smaller interval.
_HALVINGS = 60
# Accepted probability of a false difference if the number of games was fixed beforehand.
_CHANCE = 0.05


def wilson(hits: int, tries: int, z: float = Z95) -> tuple[float, float]:
    """Return Wilson's score interval for a share; it is valid even for few tries, and for shares near 0 and 1.

    Args:
        hits: number of hits.
        tries: number of tries; if 0, the interval is 0 to 1.
        z: quantile of the normal distribution for the confidence level; the default is for 95 %.

    Raises:
        ParameterError: there are more hits than tries.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference" (1927).

    >>> [round(end, 3) for end in wilson(7, 12)], wilson(0, 0)
    ([0.32, 0.807], (0.0, 1.0))
    """
    many = whole_number(tries, "tries")
    own = whole_number(hits, "hits")
    if own > many:
        raise ParameterError(f"expected at most {many} hits in {many} tries, got {truncate(own)}")
    if not many:
        return 0.0, 1.0
    share, square = own / many, z * z
    middle = (share + square / (2 * many)) / (1 + square / many)
    half = z / (1 + square / many) * sqrt(share * (1 - share) / many + square / (4 * many * many))
    # Rounding errors must not exclude the measured share.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def log_bet(hits: int, misses: int, share: float = 0.5) -> float:
    """Return the logarithm of a gambler's wealth after betting against a share without knowing the true one.

    If the share is true, the bets are fair, and the probability that the wealth ever reaches 1/a is at most a. The
    initial wealth is spread over all shares by the beta distribution with parameters 1/2 and 1/2.

    Args:
        hits: number of hits.
        misses: number of misses.
        share: the share to bet against.

    Source: J. Ville, "Étude critique de la notion de collectif" (1939); H. Robbins, "Statistical methods related to the
    law of the iterated logarithm" (1970).

    >>> from math import exp
    >>> round(exp(log_bet(9, 1)), 3), round(exp(log_bet(5, 5)), 3)
    (9.496, 0.246)
    """
    if (hits and share <= 0) or (misses and share >= 1):
        return inf
    mixed = lgamma(hits + 0.5) + lgamma(misses + 0.5) - lgamma(hits + misses + 1) - 2 * lgamma(0.5)
    return mixed - (hits * log(share) if hits else 0) - (misses * log(1 - share) if misses else 0)


def lasting_share(hits: int, misses: int, chance: float) -> tuple[float, float]:
    """Return an interval for a share from a confidence sequence, which can be computed after every try.

    Args:
        hits: number of hits.
        misses: number of misses.
        chance: maximum probability that the true share is ever excluded.

    >>> [round(end, 3) for end in lasting_share(70, 30, 0.05)], lasting_share(0, 0, 0.05)
    ([0.537, 0.834], (0.0, 1.0))
    """
    most, ends = -log(chance), []
    for outside in (0.0, 1.0):
        if log_bet(hits, misses, outside) < most:
            ends.append(outside)
            continue
        # Use the outer value from the bisection, so that rounding can't narrow the interval.
        ends.append(_bisect(hits / (hits + misses), outside, lambda share: log_bet(hits, misses, share) < most)[1])
    return ends[0], ends[1]


def _bisect(inside: float, beyond: float, is_possible: Callable[[float], bool]) -> tuple[float, float]:
    """Return two values on either side of the border between possible and impossible values."""
    for _ in range(_HALVINGS):
        middle = (inside + beyond) / 2
        if middle in (inside, beyond):
            break
        inside, beyond = (middle, beyond) if is_possible(middle) else (inside, middle)
    return inside, beyond


def mean_of(count: int, total: int, squares: int) -> tuple[float, float]:
    """Return the mean of whole numbers and its standard error, from their sum and the sum of their squares.

    Args:
        count: number of values, 1 or more.
        total: their sum.
        squares: the sum of their squares.

    >>> mean_of(4, 12, 44)  # 1, 3, 3, 5
    (3.0, 0.816496580927726)
    """
    if count < 2:
        return total / count, 0.0
    # Compute in integers: in floating point, the difference of two large squares would lose digits.
    spread = count * squares - total * total
    return total / count, sqrt(spread / (count * count * (count - 1)))


# Maximum log wealth converted to a float; above it, the evidence is infinite.
_MOST = 700
# Share of the error probability spent on which policy is better. The rest is spent on how often exactly one of them
# wins, which needs far fewer games.
_FOR_WHO = 0.8


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two policies' results on the same boards.

    Attributes:
        both: number of boards that both policies won.
        first_alone: number of boards won by the first policy only.
        second_alone: number of boards won by the second policy only.
        neither: number of boards that neither policy won.
        games: number of boards played.

    >>> pairs = Pairs(60, 25, 10, 5)
    >>> pairs.games, pairs.difference, round(pairs.p_value(), 4)
    (100, 0.15, 0.0113)
    >>> [round(end, 3) for end in pairs.interval()], round(pairs.evidence(), 2)
    ([0.036, 0.263], 3.7)
    """

    both: int
    first_alone: int
    second_alone: int
    neither: int
    games: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        counts = [whole_number(getattr(self, name), name) for name in _PAIRS]
        for name, count in zip(("games", *_PAIRS), (sum(counts), *counts), strict=True):
            object.__setattr__(self, name, count)

    @property
    def difference(self) -> float:
        """Difference in win rate, first policy minus second, from -1 to 1; 0 without games."""
        return (self.first_alone - self.second_alone) / self.games if self.games else 0.0

    def p_value(self) -> float:
        """Return the p-value of McNemar's exact test (mid-p) against the hypothesis that neither policy is better.

        It is valid if the number of games was fixed beforehand.

        Complexity: O(number of boards won by only one policy).
        """
        fewer = min(self.first_alone, self.second_alone)
        alone = self.first_alone + self.second_alone
        if self.first_alone == self.second_alone:
            return 1.0
        # Add both tails, counting only half of the observed counts' own probability (mid-p).
        scale = lgamma(alone + 1) - alone * log(2)
        below = sum(exp(scale - lgamma(n + 1) - lgamma(alone - n + 1)) for n in range(fewer))
        return min(1.0, 2 * below + exp(scale - lgamma(fewer + 1) - lgamma(alone - fewer + 1)))

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """Return Tango's score interval for the difference; valid if the number of games was fixed beforehand.

        Args:
            z: quantile of the normal distribution for the confidence level; the default is for 95 %.
        """
        most, ends = z * z, []
        for outside in (-1.0, 1.0):
            if self._score(outside) <= most:
                ends.append(outside)
            else:
                ends.append(_bisect(self.difference, outside, lambda difference: self._score(difference) <= most)[0])
        return ends[0], ends[1]

    def _score(self, difference: float) -> float:
        """Return the square of the score statistic for a hypothetical difference."""
        games, second = self.games, self._likeliest(difference)[1]
        spread = games * (2 * second + difference * (1 - difference))
        off = self.first_alone - self.second_alone - games * difference
        if spread <= 0:
            return 0.0 if off == 0 else inf
        return off * off / spread

    def evidence(self) -> float:
        """Return the evidence in these counts against "neither is better", valid at any time.

        It is the factor by which a gambler's wealth grows in fair bets on which policy wins each board won by only one,
        without knowing which is better. If neither is, the probability that the factor ever reaches 1/a is at most a.

        Complexity: O(1).
        """
        # Sort the counts, so that swapping the policies gives exactly the same number.
        grown = log_bet(*sorted((self.first_alone, self.second_alone)))
        return exp(grown) if grown < _MOST else inf

    def has_shown(self, chance: float) -> bool:
        """Return whether one policy is shown to be better; if neither is, the probability is at most ``chance``.

        If so, the lasting interval with the same ``chance`` excludes 0.
        """
        return self.evidence() >= 1 / (_FOR_WHO * chance)

    def lasting_interval(self, chance: float = 0.05) -> tuple[float, float]:
        """Return an interval for the difference that stays valid however often the results are examined.

        It combines two confidence sequences: for the share of boards won by only one policy, and for the first policy's
        share of these.

        Args:
            chance: maximum probability that the true difference is ever excluded.

        >>> [round(end, 3) for end in Pairs(60, 25, 10, 5).lasting_interval()]
        [-0.06, 0.438]
        """
        alone = self.first_alone + self.second_alone
        least, most = lasting_share(alone, self.games - alone, (1 - _FOR_WHO) * chance)
        low, high = (2 * end - 1 for end in lasting_share(self.first_alone, self.second_alone, _FOR_WHO * chance))
        return low * (most if low < 0 else least), high * (least if high < 0 else most)

    def _likeliest(self, difference: float) -> tuple[float, float, float]:
        """Return the likeliest shares of boards, given a difference: won by only the first, only the second, others.

        If the second share is q and the difference d, the first is q + d and the rest 1 - 2q - d. For n games, a of
        them won by the first only and b by the second only, the likelihood is greatest where 2n q^2 + ((2n - a + b) d -
        a - b) q - b d (1 - d) = 0: Tango's quadratic equation.
        """
        games, first, second = self.games, self.first_alone, self.second_alone
        least, most = max(0.0, -difference), (1 - difference) / 2
        if not games:
            return difference + most / 2, most / 2, 1 - difference - most
        slope = -first - second + (2 * games - first + second) * difference
        constant = -second * difference * (1 - difference)
        root = sqrt(max(0.0, slope * slope - 8 * games * constant))
        own = min(max((root - slope) / (4 * games), least), most)
        return own + difference, own, max(0.0, 1 - 2 * own - difference)


class Judged(NamedTuple):
    """The verdict on a pair, adjusted for the number of pairs.

    Attributes:
        p_value: p-value for this pair alone: McNemar's if the number of games was fixed, otherwise 1 over the bet's
            wealth.
        p_holm: the p-value after Holm's adjustment for all pairs.
        low: lower bound on the difference, valid for all pairs together.
        high: upper bound on the difference, valid for all pairs together.
        is_shown: whether one policy is shown to be better, at the requested confidence across all pairs.
    """

    p_value: float
    p_holm: float
    low: float
    high: float
    is_shown: bool


def judge(pairs: Sequence[Pairs], stop: float | None = None, *, has_margin: bool = False) -> list[Judged]:
    """Return the verdict on each pair.

    Args:
        pairs: counts for all pairs.
        stop: accepted probability of a false difference in any pair, however often the results are examined; None for
            0.05 with the number of games fixed beforehand.
        has_margin: whether to recognise close pairs too. Then the intervals alone decide, since they use up the
            accepted error probability.

    >>> for pair in judge([Pairs(60, 25, 10, 5), Pairs(60, 22, 8, 10), Pairs(55, 15, 15, 15)]):
    ...     print(f"{pair.p_value:.4f} {pair.p_holm:.4f} {pair.low:+.3f} {pair.high:+.3f} {pair.is_shown}")
    0.0113 0.0320 +0.009 +0.289 True
    0.0107 0.0320 +0.010 +0.271 True
    1.0000 1.0000 -0.135 +0.135 False
    """
    chance, many = _CHANCE if stop is None else stop, len(pairs)
    alone = [each.p_value() if stop is None else min(1.0, 1 / each.evidence()) for each in pairs]
    adjusted = holm(alone)
    ends = [_interval(each, stop, chance / many) for each in pairs]
    shown = [False] * many
    for place, which in enumerate(sorted(range(many), key=alone.__getitem__)):
        if not _is_shown(pairs[which], stop, chance / (many if has_margin else many - place)):
            break
        shown[which] = True
    return [Judged(*each) for each in zip(alone, adjusted, *zip(*ends, strict=True), shown, strict=True)]


def are_settled(pairs: Sequence[Pairs], stop: float, margin: float | None) -> bool:
    """Return whether every pair is decided: one policy is shown to be better, or the difference is within the margin.

    >>> sure, unsure = Pairs(60, 40, 2, 5), Pairs(60, 5, 2, 40)
    >>> are_settled([sure], 0.05, None), are_settled([sure, unsure], 0.05, None), are_settled([sure, unsure], 0.05, 0.5)
    (True, False, True)
    """
    many = len(pairs)
    if margin is None:
        clearest = sorted(pairs, key=lambda each: -each.evidence())
        return all(_is_shown(each, stop, stop / (many - place)) for place, each in enumerate(clearest))
    return all(_is_shown(each, stop, stop / many) or _is_within(each, stop / many, margin) for each in pairs)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return several tests' p-values, adjusted by Holm's method for all of them together.

    >>> [round(each, 3) for each in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, worst = [1.0] * len(p_values), 0.0
    for place, which in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = max(worst, (len(p_values) - place) * p_values[which])
        adjusted[which] = min(1.0, worst)
    return adjusted


def _is_shown(pairs: Pairs, stop: float | None, chance: float) -> bool:
    """Return whether one policy is shown to be better, given this accepted probability of a false difference."""
    if stop is not None:
        return pairs.has_shown(chance)
    if pairs.p_value() > chance:
        return False
    low, high = _interval(pairs, stop, chance)
    return not low <= 0 <= high


def _is_within(pairs: Pairs, chance: float, margin: float) -> bool:
    low, high = pairs.lasting_interval(chance)
    return -margin <= low and high <= margin


def _interval(pairs: Pairs, stop: float | None, chance: float) -> tuple[float, float]:
    if stop is not None:
        return pairs.lasting_interval(chance)
    return pairs.interval() if chance == _CHANCE else pairs.interval(NormalDist().inv_cdf(1 - chance / 2))


def pairs_of(experiment: Experiment, counts: Counts) -> dict[tuple[int, int], Pairs]:
    """Return each pair's results, by the players' positions, from the counts in a "compare" or "arena" experiment.

    >>> from hypersweep.lab.experiment import Experiment
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
    """Return whether a comparison can end with these counts, summed over the setting's first shards.

    >>> from hypersweep.lab.experiment import Experiment
    >>> setting = {"kind": "compare", "boards": [("3x4", 2)], "policies": ["look-ahead", "safest"], "count": 500}
    >>> sure = (100, 60, 30, 5, 5, 0, 0)
    >>> is_enough(Experiment(stop=0.05, **setting), sure), is_enough(Experiment(**setting), sure)
    (True, False)
    """
    if experiment.stop is None:
        return False
    return are_settled([*pairs_of(experiment, counts).values()], experiment.stop, experiment.margin)


class SequentialTest:
    """Test whether settings can end early, adding each setting's shards in order, up to the first missing one.

    So the point at which a setting ends depends only on its shards' results, not on the order in which they finished.
    Later shards don't count.

    Args:
        experiment: the experiment.

    >>> from hypersweep.lab.experiment import Experiment
    >>> setting = {"kind": "compare", "boards": [("3x4", 2)], "policies": ["look-ahead", "safest"], "count": 500}
    >>> looks = SequentialTest(Experiment(stop=0.05, shard=100, **setting))
    >>> sure, missing = (100, 60, 30, 5, 5, 0, 0), {}
    >>> looks.see(0, {1: sure}), looks.see(0, {0: sure, 1: sure}), looks.shards_of(0)
    (False, True, range(0, 1))
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        # For each setting, by position: number of tested shards, and sum of their counts.
        self._seen: dict[int, tuple[int, Counts]] = {}
        self._ended: set[int] = set()

    def has_ended(self, place: int) -> bool:
        """Return whether the tested shards were enough to end a setting."""
        return place in self._ended

    def see(self, place: int, counts: Mapping[int, Counts]) -> bool:
        """Test newly finished shards of a setting. Returns: whether it has ended.

        Args:
            place: the setting's position.
            counts: counts from the finished shards, by number.
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
        """Return the numbers of a setting's shards, up to its early end if there was one."""
        each = self._experiment.shards_of_each
        begin = place * each
        return range(begin, begin + (self._seen[place][0] if place in self._ended else each))


def missing_shards(experiment: Experiment, counts: Mapping[int, Counts]) -> Iterator[int]:
    """Yield the numbers of unfinished shards, except those after a comparison's early end.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="winrate", boards=[("3x4", 2)], count=50, shard=20)
    >>> [*missing_shards(experiment, {1: (20, 15, 160, 90, 12, 40, 0, 0)})]
    [0, 2]
    """
    looks = SequentialTest(experiment)
    for place in range(len(experiment.boards)):
        looks.see(place, counts)
        yield from (number for number in looks.shards_of(place) if number not in counts)
