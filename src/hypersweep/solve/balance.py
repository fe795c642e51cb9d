"""Sums of clues: what follows where some clues have as many mines more than others as they have cells of their own."""

from __future__ import annotations

import itertools

from hypersweep.lazy import defer
from hypersweep.solve.grounds.sums import Side, SumGrounds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.solve.knowledge import Knowledge
else:
    defer(
        globals(),
        "from collections.abc import Callable, Iterable, Sequence",
        "from hypersweep.solve.knowledge import Knowledge",
    )

__all__ = ["compare", "families", "settled", "signings", "weigh"]

# Signs of so many clues are tried.
_MOST_SIGNED = 7

# So many sets of clues are looked at beside one.
_MOST_TRIES = 2000


def weigh(more: Iterable[int], less: Iterable[int], covered: Callable[[int], Sequence[int]]) -> dict[int, int]:
    """Each cell's weight, where it isn't 0."""
    weights: dict[int, int] = {}
    for clues, sign in ((more, 1), (less, -1)):
        for clue in clues:
            for cell in covered(clue):
                weights[cell] = weights.get(cell, 0) + sign
    return {cell: weight for cell, weight in weights.items() if weight}


def settled(
    weights: dict[int, int], difference: int, known: dict[int, bool]
) -> tuple[list[int], list[int], list[int]] | None:
    """Mines and safe cells that follow, and the known cells they rest on; None where nothing does.

    Args:
        weights: of each cell.
        difference: by how many mines the clues that are added exceed the others.
        known: cells, each with whether it is a mine.
    """
    mines, safe, used = [], [], []
    for cell, weight in weights.items():
        mine = known.get(cell)
        if weight > 0:
            if mine is False:
                used.append(cell)
                continue
            difference -= weight
            if mine is None:
                mines.append(cell)
        elif mine is None:
            safe.append(cell)
        elif mine:
            difference -= weight
            used.append(cell)
    return (mines, safe, used) if difference == 0 and (mines or safe) else None


def families(
    clue: int, unknown: dict[int, frozenset[int]], need: dict[int, int], beside: Iterable[int], size: int
) -> Iterable[tuple[list[int], list[int]]]:
    """Clues to add up and to take off: one against so many others, no two of which share an unknown cell next to it.

    Either they need all of its mines in the cells they share with it, or they leave it as many mines as it has other
    cells.

    Args:
        clue: the one.
        unknown: of each clue the unknown cells.
        need: of each clue the mines among them.
        beside: the others.
        size: how many of them.
    """
    own, mines = unknown[clue], need[clue]
    for goal, is_filled in ((mines, True), (len(own) - mines, False)):
        able = []
        for other in beside:
            inside = own & unknown[other]
            gain = need[other] - len(unknown[other]) + len(inside) if is_filled else len(inside) - need[other]
            if 0 < gain < goal:
                able.append((other, inside, gain))
        tries = 0
        for family in itertools.combinations(able, size):
            tries += 1
            if tries > _MOST_TRIES:
                break
            if sum(gain for _, _, gain in family) != goal:
                continue
            if len(frozenset().union(*(inside for _, inside, _ in family))) != sum(len(part[1]) for part in family):
                continue
            others = [other for other, _, _ in family]
            yield (others, [clue]) if is_filled else ([clue], others)


def signings(clues: Sequence[int]) -> Iterable[tuple[list[int], list[int]]]:
    """All ways to add some clues up and to take the others off; none of very many clues."""
    if not 3 <= len(clues) <= _MOST_SIGNED:
        return
    # Few against many first: such sums are the easiest to follow.
    for count in sorted(range(1, len(clues)), key=lambda count: (min(count, len(clues) - count), count)):
        for more in itertools.combinations(clues, count):
            yield list(more), [clue for clue in clues if clue not in more]


def compare(known: Knowledge, more: Sequence[int], less: Sequence[int], weights: dict[int, int]) -> SumGrounds:
    """What some clues added up, less others, say.

    Args:
        known: what has been concluded.
        more: the clues added up.
        less: the clues taken off.
        weights: of each cell, see ``weigh``.
    """
    facts = known.known
    able = sorted(cell for cell, own in weights.items() if own > 0 and facts.get(cell) is not False)
    sure = sorted(cell for cell, own in weights.items() if own < 0 and facts.get(cell) is True)
    safe = [cell for cell, own in weights.items() if own > 0 and facts.get(cell) is False]
    is_nested = len(more) == 1 or len(less) == 1
    sides: list[tuple[Side, ...]] = []
    for clues, others in ((more, less), (less, more)):
        beyond = {cell for clue in others for cell in known.covered(clue)}
        seen: set[int] = set()
        found = []
        for clue in clues:
            cells = known.covered(clue)
            shared = beyond.intersection(cells)
            if len(others) == 1 and shared & seen:
                is_nested = False
            seen |= shared
            outside = [cell for cell in cells if cell not in beyond]
            own, mines, free = outside, [], []
            if clues is more:
                own = [cell for cell in outside if facts.get(cell) is not False]
                free = [cell for cell in outside if facts.get(cell) is False]
            else:
                mines = [cell for cell in outside if facts.get(cell) is True]
            names = known.names
            found.append(
                Side(
                    known.clue(clue),
                    known.rest(clue),
                    known.shown(clue),
                    names(own),
                    names(shared),
                    names(mines),
                    names(free),
                )
            )
        sides.append(tuple(found))
    return SumGrounds(
        sides[0],
        sides[1],
        known.names(able),
        tuple([weights[cell] for cell in able]),
        known.names(sure),
        tuple([weights[cell] for cell in sure]),
        known.names(safe),
        is_nested,
    )
