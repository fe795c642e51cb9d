"""Sums of clues: what follows where some clues have as many mines more than others as they have cells of their own."""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Cell = tuple[int, ...]

__all__ = ["Balance", "Side", "families"]

# Signs of so many clues are tried.
_MOST_SIGNED = 7

# So many sets of clues are looked at beside one.
_MOST_TRIES = 2000


class Side:
    """One clue of a sum, and its covered cells.

    Attributes:
        clue: its number and its cell.
        rest: its mines less those that the board shows.
        shown: those.
        own: cells that count for it and may be mines: those that clues of the other side don't touch.
        shared: cells that it has in common with the other side.
        known: of its own cells those known to be mines, where that counts; only of the side taken off.
        safe: of its own cells those known to be safe, where that counts; only of the side that is added.
    """

    __slots__ = ("clue", "known", "own", "rest", "safe", "shared", "shown")

    def __init__(self, clue: tuple[int, Cell], rest: int, shown: tuple[Cell, ...]) -> None:
        self.clue, self.rest, self.shown = clue, rest, shown
        self.own: tuple[Cell, ...] = ()
        self.shared: tuple[Cell, ...] = ()
        self.known: tuple[Cell, ...] = ()
        self.safe: tuple[Cell, ...] = ()


class Balance:
    """Clues that are added up, and clues that are taken off.

    A cell's weight is how many clues of the first kind touch it, less those of the second. If the first exceed the
    second by all that the cells of positive weight can give, those are mines, and cells of negative weight are safe.

    Attributes:
        more: the clues added up.
        less: the clues taken off.
        weights: of each cell.
        able: cells of positive weight that may be mines.
        known: mines of negative weight, known by earlier steps.
        safe: safe cells of positive weight, known by earlier steps.
        is_nested: whether one side is a single clue, and no two of the others share a cell beside it.
    """

    __slots__ = ("able", "is_nested", "known", "less", "more", "safe", "weights")

    def __init__(
        self,
        more: Sequence[int],
        less: Sequence[int],
        covered: Callable[[int], Sequence[int]],
        side: Callable[[int], Side],
        known: dict[int, bool],
        cell: Callable[[int], Cell],
    ) -> None:
        weights = weigh(more, less, covered)

        def names(cells: Iterable[int]) -> tuple[Cell, ...]:
            return tuple(cell(index) for index in sorted(cells))

        self.weights = {cell(index): weight for index, weight in weights.items()}
        self.able = names(index for index, own in weights.items() if own > 0 and known.get(index) is not False)
        self.known = names(index for index, own in weights.items() if own < 0 and known.get(index) is True)
        self.safe = names(index for index, own in weights.items() if own > 0 and known.get(index) is False)
        self.more = [side(clue) for clue in more]
        self.less = [side(clue) for clue in less]
        self.is_nested = len(more) == 1 or len(less) == 1
        for own, clues, others in ((self.more, more, less), (self.less, less, more)):
            beyond = {index for clue in others for index in covered(clue)}
            seen: set[int] = set()
            for part, clue in zip(own, clues, strict=True):
                cells = covered(clue)
                shared = beyond.intersection(cells)
                if len(others) == 1 and shared & seen:
                    self.is_nested = False
                seen |= shared
                part.shared = names(shared)
                outside = [index for index in cells if index not in beyond]
                if own is self.more:
                    part.own = names(index for index in outside if known.get(index) is not False)
                    part.safe = names(index for index in outside if known.get(index) is False)
                else:
                    part.own = names(outside)
                    part.known = names(index for index in outside if known.get(index) is True)


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
    """Clues to add up and to take off: one against so many others that share no unknown cell beside it.

    Either they need all of its mines in the cells they share with it, or they leave it no more room than it has cells
    of its own.

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
