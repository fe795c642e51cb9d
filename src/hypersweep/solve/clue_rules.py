"""Conclusions from one clue, from two, and from one against two or three others."""

from __future__ import annotations

from hypersweep.lazy import defer
from hypersweep.solve.balance import compare, families, settled, weigh
from hypersweep.solve.grounds.clue import ClueGrounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.solve.knowledge import Knowledge
    from hypersweep.solve.reason import Reason
    from hypersweep.typing import Conclusion, ReasonRule
else:
    defer(
        globals(),
        "from hypersweep.solve.knowledge import Knowledge",
        "from hypersweep.solve.reason import Reason",
        "from hypersweep.typing import Conclusion, ReasonRule",
    )

__all__ = ["by_clue", "by_comparison", "by_pair", "by_sum"]


def by_clue(own: Knowledge) -> list[Reason]:
    """The next conclusion from one clue, or none."""
    waiting, _ = own.waiting
    while waiting:
        clue = waiting.take()
        cells = own.covered(clue)
        known = own.known
        unknown = [cell for cell in cells if cell not in known]
        if not unknown:
            continue
        mines = [cell for cell in cells if known.get(cell) is True]
        safe = [cell for cell in cells if known.get(cell) is False]
        rest = own.rest(clue)
        conclusion: Conclusion
        if len(mines) == rest:
            conclusion, used = "safe", mines
        elif len(cells) - len(safe) == rest:
            conclusion, used = "mine", safe
        else:
            continue
        grounds = ClueGrounds(own.clue(clue), own.names(used), own.shown(clue), len(cells))
        return [own.conclude("clue", conclusion, unknown, [clue], own.because(used), grounds)]
    return []


def by_pair(own: Knowledge) -> list[Reason]:
    """The next conclusions from two clues, or none."""
    known = own.known
    _, waiting = own.waiting
    while waiting:
        clue = waiting.take()
        cells = set(own.covered(clue))
        others = {other: None for cell in cells if cell not in known for other in own.touching(cell) if other != clue}
        for other in sorted(others):
            beside = set(own.covered(other))
            for more, less, first, second in ((clue, other, cells, beside), (other, clue, beside, cells)):
                room = sum(known.get(cell) is not False for cell in first - second)
                if own.rest(more) - own.rest(less) > room:
                    continue
                room -= sum(known.get(cell) is True for cell in second - first)
                if own.rest(more) - own.rest(less) != room:
                    continue
                found = by_comparison(own, "pair", [more], [less])
                if found:
                    # There may be more to find with this clue.
                    waiting.put_first(clue)
                    return found
    return []


def by_sum(own: Knowledge) -> list[Reason]:
    """The next conclusions from one clue against two others, or three; or none."""
    unknown, need = own.unknown()
    for size in (2, 3):
        for clue in unknown:
            beside = {other: None for cell in unknown[clue] for other in own.touching(cell) if other != clue}
            for more, less in families(clue, unknown, need, sorted(beside), size):
                found = by_comparison(own, "set", more, less)
                if found:
                    return found
    return []


def by_comparison(
    own: Knowledge, rule: ReasonRule, more: list[int], less: list[int], target: int | None = None
) -> list[Reason]:
    """What follows from some clues added and others taken off, if it settles the target."""
    weights = weigh(more, less, own.covered)
    difference = sum(map(own.rest, more)) - sum(map(own.rest, less))
    follows = settled(weights, difference, own.known)
    if follows is None:
        return []
    mines, safe, used = follows
    if target is not None and target not in mines and target not in safe:
        return []
    grounds = compare(own, more, less, weights)
    because = own.because(used)
    clues = [*more, *less]
    both: tuple[tuple[Conclusion, list[int]], ...] = (("safe", safe), ("mine", mines))
    return [own.conclude(rule, conclusion, new, clues, because, grounds) for conclusion, new in both if new]
