"""How sure one may be of a share or a mean that was counted."""

from __future__ import annotations

from math import inf, lgamma, log, sqrt

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate, whole_number

__all__ = ["lasting_share", "log_bet", "mean_of", "wilson"]

# The 97.5 % quantile of the normal distribution.
_Z = 1.959963984540054
# Halvings of an interval until it is as fine as the numbers are.
_HALVINGS = 60


def wilson(hits: int, tries: int, z: float = _Z) -> tuple[float, float]:
    """The interval of a share, by Wilson's score: it holds for few tries too, and for shares near 0 and 1.

    Args:
        hits: how many did.
        tries: of how many; of none the share can be anything.
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
    # Rounding mustn't leave out what was counted.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def log_bet(hits: int, misses: int, share: float = 0.5) -> float:
    """How much somebody's money has grown, as a logarithm, who bet against a share without knowing the true one.

    The bets are fair if the share is the true one, so the money ever grows by a factor of 1/a with chance a at most. It
    is spread over all shares as the beta distribution of 1/2 and 1/2 spreads it.

    Args:
        hits: how many did.
        misses: how many didn't.
        share: the share that is bet against.

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
    """Where a share lies, for whoever looks at any time: the interval ever leaves the truth out with that chance.

    Args:
        hits: how many did.
        misses: how many didn't.
        chance: that the truth is ever left out.

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
        # Rounding mustn't let it look surer than it is.
        ends.append(beyond)
    return ends[0], ends[1]


def mean_of(count: int, total: int, squares: int) -> tuple[float, float]:
    """The mean of whole numbers and its standard error, from their sum and the sum of their squares.

    Args:
        count: how many numbers, 1 or more.
        total: their sum.
        squares: the sum of their squares.

    >>> mean_of(4, 12, 44)  # 1, 3, 3, 5
    (3.0, 0.816496580927726)
    """
    if count < 2:
        return total / count, 0.0
    # In whole numbers, since the difference of two large squares would lose its digits.
    spread = count * squares - total * total
    return total / count, sqrt(spread / (count * count * (count - 1)))
