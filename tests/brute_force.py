"""Brute force for a few clues of a view: list every way to place mines around them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator

from hypersweep import View
from hypersweep._native import WAYS
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Analysis, Budget, Reason
from hypersweep.solve.explanation import EASY, Deduction
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE
from solver_views import random_view


class Player:
    """A view in plain form, with the kernel's conclusions step by step.

    Attributes:
        view: the view.
        known: cells by index, each with whether it is a mine.
        reasons: all so far.
    """

    def __init__(self, view: View, trust: bool = False) -> None:
        self.view, self.grid, self.codes = view, view.grid, view.codes.tolist()
        self.shown = {MINE, EXPLODED, FLAGGED} if trust else {MINE, EXPLODED}
        self.clues = [cell for cell, code in enumerate(self.codes) if code >= 0]
        self.known: dict[int, bool] = {}
        self.reasons: list[Reason] = []
        self._around: dict[int, list[int]] = {}
        self._covered: dict[int, list[int]] = {}
        self._deduction = Deduction(view, trust, Budget())

    def around(self, cell: int) -> list[int]:
        """Return the neighbours of a cell."""
        if cell not in self._around:
            self._around[cell] = sorted(map(self.grid.index, self.grid.neighbours(self.grid.cell(cell))))
        return self._around[cell]

    def covered(self, clue: int) -> list[int]:
        """Return the cells around a clue that may be mines or not."""
        if clue not in self._covered:
            hidden = {COVERED, FLAGGED} - self.shown
            self._covered[clue] = [cell for cell in self.around(clue) if self.codes[cell] in hidden]
        return self._covered[clue]

    def rest(self, clue: int) -> int:
        """Return the number of mines among them."""
        return self.codes[clue] - sum(self.codes[cell] in self.shown for cell in self.around(clue))

    def touching(self, cell: int) -> list[int]:
        """Return the clues around a cell."""
        return [other for other in self.around(cell) if self.codes[other] >= 0]

    def step(self, *ways: str, analysis: Analysis | None = None) -> list[Reason]:
        """Return the next conclusion by some of the kernel's ways, as one reason or two; none if there is none."""
        number = 0
        for way in ways:
            number |= WAYS[way]
        before = self._deduction.count
        self._deduction.go_on(number, analysis, most_steps=1)
        return self._note(before)

    def exhaust(self) -> bool:
        """Draw all conclusions from clues and pairs of them. Returns: whether the view is possible so far."""
        before = self._deduction.count
        try:
            self._deduction.go_on(EASY)
        except InconsistentViewError:
            return False
        self._note(before)
        return True

    def _note(self, before: int) -> list[Reason]:
        found = [self._deduction.reason(number) for number in range(before, self._deduction.count)]
        for reason in found:
            self.reasons.append(reason)
            for cell in reason.cells:
                index = self.grid.index(cell)
                assert self.codes[index] in {COVERED, FLAGGED} - self.shown
                assert index not in self.known
                self.known[index] = reason.conclusion == "mine"
        return found


def ways(own: Player, clues: Iterable[int], known: dict[int, bool]) -> Iterator[dict[int, bool]]:
    """Return every way to fill the covered cells around some clues that fits the clues and earlier conclusions."""
    clues = list(clues)
    cells = sorted({cell for clue in clues for cell in own.covered(clue)})
    free = [cell for cell in cells if cell not in known]
    rests = [(clue, own.rest(clue)) for clue in clues]
    for choice in itertools.product((False, True), repeat=len(free)):
        way = {cell: known[cell] for cell in cells if cell in known} | dict(zip(free, choice, strict=True))
        if all(sum(way[cell] for cell in own.covered(clue)) == rest for clue, rest in rests):
            yield way


def settled_by(own: Player, clues: Iterable[int], known: dict[int, bool] | None = None) -> dict[int, bool]:
    """Return the cells that some clues decide beyond earlier conclusions, each with whether it is a mine."""
    before = own.known if known is None else known
    found: dict[int, bool] = {}
    for place, way in enumerate(ways(own, clues, before)):
        new = {cell: mine for cell, mine in way.items() if cell not in before}
        found = new if place == 0 else {cell: mine for cell, mine in found.items() if new[cell] == mine}
    return found


def unknown_beside(own: Player, clues: Iterable[int]) -> int:
    """Return the number of undecided cells around some clues."""
    return len({cell for clue in clues for cell in own.covered(clue)} - own.known.keys())


def players(
    seed: int, count: int, make: Callable[[random.Random], View] = random_view, *, trust: float = 0.15
) -> Iterator[Player]:
    """Yield a number of random views without conclusions; some of them trust flags, which may be wrong."""
    chance = random.Random(seed)
    for _ in range(count):
        yield Player(make(chance), chance.random() < trust)
