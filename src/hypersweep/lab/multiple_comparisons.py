"""Verdicts on several pairs of players at once.

Among many pairs, one soon looks uneven by chance. So the accepted probability of a false difference is divided among
the pairs, and holds for all of them together. The p-value of each pair is Holm's, which tests the clearest
pair as if it were one of all, the next as one of the others, and so on; the intervals hold all at once (Bonferroni).
With a single pair nothing changes.

Sources: S. Holm, "A simple sequentially rejective multiple test procedure" (1979); C. E. Bonferroni, "Teoria statistica
delle classi e calcolo delle probabilità" (1936).
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.paired_test import Pairs

_CHANCE = 0.05


class Judged(NamedTuple):
    """The verdict on a pair, as one of several.

    Attributes:
        p_value: for this pair alone: McNemar's for a fixed number of games, otherwise one over the wealth of the bet.
        p_holm: the same adjusted by Holm for all pairs.
        low: lower bound of the difference, simultaneous with the other pairs.
        high: upper bound.
        is_shown: whether one is better, at the confidence asked for across all pairs.
    """

    p_value: float
    p_holm: float
    low: float
    high: float
    is_shown: bool


def judge(pairs: Sequence[Pairs], stop: float | None = None, *, has_margin: bool = False) -> list[Judged]:
    """Return the verdicts on pairs.

    Args:
        pairs: counts of all pairs.
        stop: accepted probability of a false difference in any of them, at any time of looking;
            None for 0.05 after a number of games that was fixed beforehand.
        has_margin: whether close pairs are to be recognised too. Then the intervals alone decide, since they use up the
            accepted probability of error.

    >>> from hypersweep.lab.paired_test import Pairs
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
    """Whether for each pair it is certain that one is better, or that both are within the margin.

    >>> from hypersweep.lab.paired_test import Pairs
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
    """Return p-values of several tests, adjusted for all of them together.

    >>> [round(each, 3) for each in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, worst = [1.0] * len(p_values), 0.0
    for place, which in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = max(worst, (len(p_values) - place) * p_values[which])
        adjusted[which] = min(1.0, worst)
    return adjusted


def _is_shown(pairs: Pairs, stop: float | None, chance: float) -> bool:
    """Whether one is better, with this probability of a false difference."""
    if stop is not None:
        return pairs.has_shown(chance)
    low, high = _interval(pairs, stop, chance)
    return pairs.p_value() <= chance and not low <= 0 <= high


def _is_within(pairs: Pairs, chance: float, margin: float) -> bool:
    low, high = pairs.lasting_interval(chance)
    return -margin <= low and high <= margin


def _interval(pairs: Pairs, stop: float | None, chance: float) -> tuple[float, float]:
    if stop is not None:
        return pairs.lasting_interval(chance)
    return pairs.interval() if chance == _CHANCE else pairs.interval(NormalDist().inv_cdf(1 - chance / 2))
