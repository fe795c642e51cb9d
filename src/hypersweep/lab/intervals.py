"""Confidence intervals of shares and means."""

from __future__ import annotations

from math import inf, lgamma, log, sqrt

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate, whole_number

# The 97.5 % quantile of the normal distribution.
_Z = 1.959963984540054
# Bisection steps until an interval is as fine as floating-point numbers.
_HALVINGS = 60


def wilson(hits: int, tries: int, z: float = _Z) -> tuple[float, float]:
    """The interval of a share, by Wilson's score: it holds for few tries too, and for shares near 0 and 1.

    Args:
        hits: number of hits.
        tries: number of tries; with none, the share can be anything.
        z: the quantile of the normal distribution that says how sure it is; that of 95 % if not given.

    Raises:
        ParameterError: more hits than tries.

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
    # Rounding must not exclude the measured share.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def log_bet(hits: int, misses: int, share: float = 0.5) -> float:
    """Return the log wealth of a gambler who bets against a share without knowing the true one.

    The bets are fair if the share is the true one, so the money ever grows by a factor of 1/a with chance a at most. It
    is spread over all shares as the beta distribution of 1/2 and 1/2 spreads it.

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
    """Return a confidence sequence of a share, valid at any time: it ever excludes the true share with that chance.

    Args:
        hits: number of hits.
        misses: number of misses.
        chance: probability that the true share is ever excluded.

    >>> [round(end, 3) for end in lasting_share(70, 30, 0.05)], lasting_share(0, 0, 0.05)
    ([0.537, 0.834], (0.0, 1.0))
    """
    most, ends = -log(chance), []
    for outside in (0.0, 1.0):
        if log_bet(hits, misses, outside) < most:
            ends.append(outside)
            continue
        inside, beyond = hits / (hits + misses), outside
        for _ in range(_HALVINGS):
            middle = (inside + beyond) / 2
            inside, beyond = (middle, beyond) if log_bet(hits, misses, middle) < most else (inside, middle)
        # Rounding must not narrow the interval.
        ends.append(beyond)
    return ends[0], ends[1]


def mean_of(count: int, total: int, squares: int) -> tuple[float, float]:
    """Return the mean of whole numbers and its standard error, from their sum and the sum of their squares.

    Args:
        count: how many numbers, 1 or more.
        total: their sum.
        squares: the sum of their squares.

    >>> mean_of(4, 12, 44)  # 1, 3, 3, 5
    (3.0, 0.816496580927726)
    """
    if count < 2:
        return total / count, 0.0
    # In integers, since the difference of two large squares would lose digits.
    spread = count * squares - total * total
    return total / count, sqrt(spread / (count * count * (count - 1)))
