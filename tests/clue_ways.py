"""What a few clues of a view say: every way to put mines beside them is written down and looked at."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator

from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Budget
from hypersweep.solve.deduction import Deduction
from hypersweep.solve.knowledge import Knowledge
from solver_views import random_view


def ways(own: Knowledge, clues: Iterable[int]) -> Iterator[dict[int, bool]]:
    """Gives every way to fill the covered cells beside some clues that suits them and what is known."""
    clues = list(clues)
    cells = sorted({cell for clue in clues for cell in own.covered(clue)})
    free = [cell for cell in cells if cell not in own.known]
    for choice in itertools.product((False, True), repeat=len(free)):
        way = {cell: own.known[cell] for cell in cells if cell in own.known} | dict(zip(free, choice, strict=True))
        if all(sum(way[cell] for cell in own.covered(clue)) == own.rest(clue) for clue in clues):
            yield way


def settled_by(own: Knowledge, clues: Iterable[int]) -> dict[int, bool]:
    """Gives the cells that some clues settle beyond what is known, each with whether it is a mine."""
    found: dict[int, bool] = {}
    for place, way in enumerate(ways(own, clues)):
        new = {cell: mine for cell, mine in way.items() if cell not in own.known}
        found = new if place == 0 else {cell: mine for cell, mine in found.items() if new[cell] == mine}
    return found


def unknown_beside(own: Knowledge, clues: Iterable[int]) -> int:
    """Gives how many cells beside some clues nothing is known of."""
    return len({cell for clue in clues for cell in own.covered(clue)} - own.known.keys())


def deductions(
    seed: int, count: int, make: Callable[[random.Random], View] = random_view, *, trust: float = 0.15
) -> Iterator[Deduction]:
    """Gives so many random views, with nothing concluded from them yet; some of them trust flags, perhaps in vain."""
    chance = random.Random(seed)
    for _ in range(count):
        yield Deduction(make(chance), chance.random() < trust, Budget())


def exhaust(own: Deduction) -> bool:
    """Concludes all that single clues and pairs say; gives whether the view turned out to be possible so far."""
    try:
        list(own.easy_steps())
    except InconsistentViewError:
        return False
    return True
