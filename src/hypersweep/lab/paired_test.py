"""Tests of two policies on the same boards: which wins more often, how certain that is, and when to stop.

Both play every board, so only boards matter that exactly one of them won. If neither policy is better, each of these is
won by either with the same chance.

For a number of games fixed beforehand, McNemar's test and the score interval apply. Repeated tests that stop at the
first significant result find false differences. The evidence here is valid at any time: it is the wealth won by
fair bets against "neither is better". If neither is, it ever grows by a factor of 20 with a chance of 1 in 20 at most.

Sources: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages"
(1947), with the mid-p of M. W. Fagerland, S. Lydersen and P. Laake, "The McNemar test for binary matched-pairs data"
(2013); T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
design" (1998); for looks at any time see ``hypersweep.lab.intervals``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import exp, inf, lgamma, log, sqrt
from typing import TYPE_CHECKING

from hypersweep.lab.intervals import lasting_share, log_bet
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable

_Z = 1.959963984540054
# Halvings of an interval of length 2 until it is as fine as the numbers are.
_HALVINGS = 60
# Largest logarithm of wealth to return as a number.
_MOST = 700
# Share of the error probability for the question which policy is better; the rest is for the question how often that
# matters, which needs far fewer games.
_FOR_WHO = 0.8


@dataclass(frozen=True, slots=True)
class Pairs:
    """Outcomes of two policies on the same boards.

    Attributes:
        both: boards that both won.
        first_alone: boards that only the first policy won.
        second_alone: boards that only the second won.
        neither: boards that neither won.

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

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, whole_number(getattr(self, each.name), each.name))

    @property
    def games(self) -> int:
        """Number of boards played."""
        return self.both + self.first_alone + self.second_alone + self.neither

    @property
    def difference(self) -> float:
        """By how much more often the first policy won; 0 where nothing was played."""
        return (self.first_alone - self.second_alone) / self.games if self.games else 0.0

    def p_value(self) -> float:
        """Return how often counts at least as uneven occur if neither is better: McNemar's exact test, mid-p.

        Valid for a number of games fixed beforehand.

        Complexity: O(boards that only one of them won).
        """
        fewer = min(self.first_alone, self.second_alone)
        alone = self.first_alone + self.second_alone
        if self.first_alone == self.second_alone:
            return 1.0
        # Both tails, with half the probability of the counts themselves.
        scale = lgamma(alone + 1) - alone * log(2)
        below = sum(exp(scale - lgamma(n + 1) - lgamma(alone - n + 1)) for n in range(fewer))
        return min(1.0, 2 * below + exp(scale - lgamma(fewer + 1) - lgamma(alone - fewer + 1)))

    def interval(self, z: float = _Z) -> tuple[float, float]:
        """Return Tango's score interval of the difference, valid for a number of games fixed beforehand.

        Args:
            z: the quantile of the normal distribution that says how sure it is; that of 95 % if not given.
        """
        return self._ends(lambda difference: self._score(difference) <= z * z)

    def _score(self, difference: float) -> float:
        """Return the square of the score statistic for a difference."""
        games, second = self.games, self._likeliest(difference)[1]
        spread = games * (2 * second + difference * (1 - difference))
        off = self.first_alone - self.second_alone - games * difference
        if spread <= 0:
            return 0.0 if off == 0 else inf
        return off * off / spread

    def evidence(self) -> float:
        """Return the evidence of these counts against "neither is better", valid at any time.

        It is the factor by which a gambler's wealth grows with fair bets on which policy wins the boards that only one
        wins, without knowing the better policy. If neither is better, it ever reaches 1/a with chance a at most.

        Complexity: O(1).
        """
        # In a fixed order, so that swapping the policies gives identical digits.
        grown = log_bet(*sorted((self.first_alone, self.second_alone)))
        return exp(grown) if grown < _MOST else inf

    def has_shown(self, chance: float) -> bool:
        """Whether one is better, valid at any time: if neither is, this is ever true with that chance.

        Then the lasting interval of the same chance lies on one side of 0.
        """
        return self.evidence() >= 1 / (_FOR_WHO * chance)

    def lasting_interval(self, chance: float = 0.05) -> tuple[float, float]:
        """Return an interval of the difference, valid at any time: it ever excludes the truth with that chance.

        It is the product of two such sequences: of the share of boards that only one policy wins, and of how much more
        often that is the first.

        Args:
            chance: probability that the truth is ever excluded.

        >>> [round(end, 3) for end in Pairs(60, 25, 10, 5).lasting_interval()]
        [-0.06, 0.438]
        """
        alone = self.first_alone + self.second_alone
        least, most = lasting_share(alone, self.games - alone, (1 - _FOR_WHO) * chance)
        low, high = (2 * end - 1 for end in lasting_share(self.first_alone, self.second_alone, _FOR_WHO * chance))
        return low * (most if low < 0 else least), high * (least if high < 0 else most)

    def _likeliest(self, difference: float) -> tuple[float, float, float]:
        """Return the likeliest shares of boards, given the difference: only the first wins, only the second, others.

        Where the second's is q and the difference d, the first's is q + d and the rest 1 - 2q - d. The likelihood of
        n games, a of them won by the first alone and b by the second, is greatest where
        2n q^2 + ((2n - a + b) d - a - b) q - b d (1 - d) = 0: Tango's quadratic equation.
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

    def _ends(self, is_possible: Callable[[float], bool]) -> tuple[float, float]:
        """Return the ends of the interval of possible differences around the measured one."""
        ends = []
        for outside in (-1.0, 1.0):
            if is_possible(outside):
                ends.append(outside)
                continue
            inside, beyond = self.difference, outside
            for _ in range(_HALVINGS):
                middle = (inside + beyond) / 2
                inside, beyond = (middle, beyond) if is_possible(middle) else (inside, middle)
            ends.append(inside)
        return ends[0], ends[1]
