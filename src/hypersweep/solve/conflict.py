"""Small sets of clues that contradict each other, or that prove something by contradiction.

A set of clues is put to the proof by silencing all others: the cells stay open, but what they show isn't used. To ask
what follows from clues whatever the number of mines, the kernel adds covered cells beyond the board, which take up
whatever mines the board itself doesn't need.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import InconsistentViewError
from hypersweep.memory import check_memory
from hypersweep.picture.labels import place_text
from hypersweep.solve.kernel import REASONER_BYTES, answered
from hypersweep.text import pluralize
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.solve.budget import Budget
    from hypersweep.solve.kernel import Kernel
    from hypersweep.view import View

__all__ = ["Prover", "blame", "inconsistency", "smallest"]


def smallest(items: Sequence[int], holds: Callable[[list[int]], bool]) -> list[int] | None:
    """Items that suffice and none of which can be left out; early ones are preferred. None where all don't suffice.

    Args:
        items: what to choose from, the preferred first.
        holds: whether some items suffice; more items never spoil it.

    Complexity: about k log n calls for k of n items.

    >>> smallest([9, 2, 7, 4, 1], lambda some: sum(some) >= 11)
    [9, 2]
    """
    needed: list[int] = []
    rest = list(items)
    if holds([]):
        return []
    if not holds(rest):
        return None
    while not needed or not holds(needed):
        # The fewest items from the front that suffice: the last of them is needed.
        low, high = 0, 1
        while high < len(rest) and not holds(needed + rest[:high]):
            low, high = high, 2 * high
        high = min(high, len(rest))
        while high - low > 1:
            middle = (low + high) // 2
            if holds(needed + rest[:middle]):
                high = middle
            else:
                low = middle
        needed.append(rest[high - 1])
        rest = rest[: high - 1]
    return sorted(needed, key=list(items).index)


class Prover:
    """Asks what some of a view's clues say on their own.

    Args:
        grid: the view's grid.
        codes: its codes.
        mines: how many.
        trust_flags: take every flag for a mine.
        budget: what each question may use.
    """

    def __init__(self, grid: Grid, codes: Sequence[int], mines: int, trust_flags: bool, budget: Budget) -> None:
        self.grid = grid
        self.codes: Sequence[int] = codes
        self.mines = mines
        self.budget = budget
        shown = (MINE, EXPLODED, FLAGGED) if trust_flags else (MINE, EXPLODED)
        self._covered: tuple[int, ...] = (COVERED,) if trust_flags else (COVERED, FLAGGED)
        self.clues: list[int] = [index for index, code in enumerate(codes) if code >= 0]
        self.known: int = sum(code in shown for code in codes)
        check_memory(REASONER_BYTES * grid.cells, f"a proof on {grid}")
        self._native: _native.Reasoner = _native.Reasoner(grid.geometry())
        answered(self._native.begin(array("i", codes), mines, trust_flags))

    def is_covered(self, cell: int) -> bool:
        """Whether nothing is known of a cell but its place."""
        return self.codes[cell] in self._covered

    def refutes(self, clues: Iterable[int], known: Iterable[tuple[int, bool]] = (), *, counted: bool = False) -> bool:
        """Whether no layout fits some clues and some known cells; False where finding out is too much work.

        Args:
            clues: the clue cells to listen to.
            known: cells, each with whether it is a mine.
            counted: whether the number of mines is to fit as well.
        """
        mines = self.mines if counted else None
        status, is_refuted = self._native.refute(list(clues), list(known), mines, *self.budget.limits())
        answered(status)
        return is_refuted

    def order(self, start: Sequence[int]) -> list[int]:
        """All clues, those near some cells first: each further one shares a covered cell with one before it."""
        return self._native.order(start)


def inconsistency(view: View, trust_flags: bool, budget: Budget, kernel: Kernel) -> InconsistentViewError:
    """The error for a view that a solver has just found contradictory, with a few clues to blame."""
    prover = Prover(view.grid, view.codes.tolist(), view.mines, trust_flags, budget)
    native = kernel.native
    start: Sequence[int] = prover.clues[:1]
    if native.clue < view.grid.cells:
        start = [native.clue]
    elif native.contradictory < native.components:
        start = native.component(native.contradictory)[:1]
    return blame(view, prover, prover.clues, start)


def blame(view: View, prover: Prover, clues: Sequence[int], start: Sequence[int]) -> InconsistentViewError:
    """The error for a view of which some clues are known to contradict each other, with as few of them as can be found.

    Args:
        view: the view.
        prover: of that view.
        clues: clue cells that no layout fits, maybe together with the number of mines.
        start: where to begin looking.
    """
    among = set(clues)
    counted = not prover.refutes(clues)

    def ordered(cells: Sequence[int]) -> list[int]:
        return [clue for clue in prover.order(cells) if clue in among]

    def holds(some: list[int]) -> bool:
        return prover.refutes(some, counted=counted)

    best = smallest(ordered(start), holds)
    if best is None:
        # Only where the budget was too small to find out: everything is to blame.
        best = list(clues)
    else:
        for clue in best[:8]:
            other = smallest(ordered([clue]), holds)
            if other is not None and len(other) < len(best):
                best = other
    cells = tuple(view.grid.cell(index) for index in sorted(best))
    return InconsistentViewError(_message(view, prover, cells, counted), clues=cells, mines_at_fault=counted)


def _message(view: View, prover: Prover, clues: tuple[tuple[int, ...], ...], counted: bool) -> str:
    grid = view.grid
    mines = pluralize(view.mines, "mine")
    where = f"({grid}, {mines})"
    covered = sum(map(prover.is_covered, range(grid.cells)))
    names = ", ".join(f"{view[cell]} at {place_text(cell)}" for cell in clues[:12]) + (
        ", ..." if len(clues) > 12 else ""
    )
    if not clues:
        return (
            f"expected a view that some layout fits, got one with {pluralize(prover.known, 'mine')} shown and "
            f"{pluralize(covered, 'cell')} covered, where {mines} can't be {where}"
        )
    if counted:
        return (
            f"expected a view that some layout fits, but with {mines}, {prover.known} of them shown, and "
            f"{pluralize(covered, 'cell')} covered these clues can't all be right: {names} {where}"
        )
    if len(clues) == 1:
        return f"expected a view that some layout fits, but this clue alone can't be right: {names} {where}"
    return f"expected a view that some layout fits, but these clues contradict each other: {names} {where}"
