"""What the pairs of two or more players have shown, all of them together.

With several pairs, one of them soon looks uneven by chance. So the chance to find a difference where there is none is
shared out, and is what was asked for in all pairs together. The p of each pair is that of Holm, who tests the clearest
pair as if it were one of all, the next as one of the others, and so on; the intervals hold all at once (Bonferroni).
For a single pair nothing of this makes a difference.

Sources: S. Holm, "A simple sequentially rejective multiple test procedure" (1979); C. E. Bonferroni, "Teoria statistica
delle classi e calcolo delle probabilità" (1936).
"""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.paired_test import Pairs

__all__ = ["Judged", "are_settled", "holm", "judge"]

_CHANCE = 0.05


class Judged(NamedTuple):
    """What a pair has shown, as one of several.

    Attributes:
        p_value: of this pair alone: McNemar's for a number of games fixed beforehand, otherwise one over the bet.
        p_holm: the same by Holm, for all pairs together.
        low: where the difference lies at least, with the others at once.
        high: where it lies at most.
        is_shown: whether one is better, as surely as was asked for of all pairs together.
    """

    p_value: float
    p_holm: float
    low: float
    high: float
    is_shown: bool


def judge(pairs: Sequence[Pairs], stop: float | None = None, *, has_margin: bool = False) -> list[Judged]:
    """What pairs have shown.

    Args:
        pairs: the counts of all pairs.
        stop: how often a difference may be found, in any of them, where there is none, by whoever looks at any time;
            None for 0.05 after a number of games that was fixed beforehand.
        has_margin: whether it is also told which are close to each other. Then the intervals alone decide, since their
            chance to be wrong is all that there is to be spent.

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
    """Whether of each pair it is known who is better, or that they are that close.

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
    """The p-values of several tests, each for all of them together.

    >>> [round(each, 3) for each in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    adjusted, worst = [1.0] * len(p_values), 0.0
    for place, which in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        worst = max(worst, (len(p_values) - place) * p_values[which])
        adjusted[which] = min(1.0, worst)
    return adjusted


def _is_shown(pairs: Pairs, stop: float | None, chance: float) -> bool:
    """Whether one is better, with that chance to find it where neither is."""
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
