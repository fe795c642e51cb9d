"""Find small sets of clues that contradict each other, or that prove something by contradiction.

To test a set of clues, the kernel mutes all others: their cells stay open, but their numbers are ignored. To ignore the
number of mines too, it adds imaginary covered cells off the board for surplus mines.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import InconsistentViewError
from hypersweep.solve.kernel import REASONER_BYTES, answered
from hypersweep.text import place_text, pluralize
from hypersweep.validation import check_memory
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.grid import Grid
    from hypersweep.solve.kernel import Budget, Kernel
    from hypersweep.view import View


def smallest(items: Sequence[int], holds: Callable[[list[int]], bool]) -> list[int] | None:
    """Return a minimal subset of items that satisfies ``holds``; None if even all items together don't.

    Args:
        items: the items, preferred ones first.
        holds: the condition; must be monotonic, so that adding items never makes it False.

    Complexity: about k log n calls to ``holds`` to find k of n items.

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
        # Find the shortest prefix that suffices: its last item is needed.
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
    """Tests whether some of a view's clues contradict each other, with the kernel.

    Args:
        grid: the view's grid.
        codes: the view's codes.
        mines: number of mines, or the possible numbers.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each test.
    """

    def __init__(self, grid: Grid, codes: Sequence[int], mines: int | range, trust_flags: bool, budget: Budget) -> None:
        self.grid = grid
        self.codes: Sequence[int] = codes
        self.mines: range = range(mines, mines + 1) if isinstance(mines, int) else mines
        self.budget = budget
        shown = (MINE, EXPLODED, FLAGGED) if trust_flags else (MINE, EXPLODED)
        self._covered: tuple[int, ...] = (COVERED,) if trust_flags else (COVERED, FLAGGED)
        self.clues: list[int] = [index for index, code in enumerate(codes) if code >= 0]
        self.known: int = sum(code in shown for code in codes)
        check_memory(REASONER_BYTES * grid.cells, f"a proof on {grid}")
        self._native: _native.Reasoner = _native.Reasoner(grid.geometry())
        answered(self._native.begin(array("i", codes), self.mines[0], trust_flags))

    def is_covered(self, cell: int) -> bool:
        """Return whether a cell is covered and isn't a trusted flag."""
        return self.codes[cell] in self._covered

    def refutes(self, clues: Iterable[int], known: Iterable[tuple[int, bool]] = (), *, counted: bool = False) -> bool:
        """Return whether these clues and known cells contradict each other; False if the test exceeds the budget.

        Args:
            clues: the cells of the clues to use.
            known: pairs of a cell and whether it is a mine.
            counted: whether to take the board's number of mines into account. If it is unknown, each possible number
                is tested.
        """
        own_clues, own_known = list(clues), list(known)
        for mines in self.mines if counted else (None,):
            status, is_refuted = self._native.refute(own_clues, own_known, mines, *self.budget.limits())
            answered(status)
            if not is_refuted:
                return False
        return True

    def order(self, start: Sequence[int]) -> list[int]:
        """Return all clues, those nearest to the given cells first; clues that share a covered cell are neighbours."""
        return self._native.order(start)


def inconsistency(view: View, trust_flags: bool, budget: Budget, kernel: Kernel) -> InconsistentViewError:
    """Return the exception for a view that the solver found inconsistent; it names a few contradictory clues."""
    prover = Prover(view.grid, view.codes.tolist(), view.mine_range, trust_flags, budget)
    native = kernel.native
    start: Sequence[int] = prover.clues[:1]
    if native.clue < view.grid.cells:
        start = [native.clue]
    elif native.contradictory < native.components:
        start = native.component(native.contradictory)[:1]
    return blame(view, prover, prover.clues, start)


def blame(view: View, prover: Prover, clues: Sequence[int], start: Sequence[int]) -> InconsistentViewError:
    """Return the exception for a view with contradictory clues; it names as few of them as possible.

    Args:
        view: the view.
        prover: a prover for that view.
        clues: cells of clues that contradict each other, or the number of mines.
        start: cells from which to start the search.
    """
    among = set(clues)
    counted = not prover.refutes(clues)

    def ordered(cells: Sequence[int]) -> list[int]:
        return [clue for clue in prover.order(cells) if clue in among]

    def holds(some: list[int]) -> bool:
        return prover.refutes(some, counted=counted)

    best = smallest(ordered(start), holds)
    if best is None:
        # The budget was too small to confirm the contradiction, so blame all clues.
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
    mines = view._mine_words()
    where = f"({grid}, {mines})"
    covered = sum(map(prover.is_covered, range(grid.cells)))
    names = ", ".join(f"{view[cell]} at {place_text(cell)}" for cell in clues[:12]) + (
        ", ..." if len(clues) > 12 else ""
    )
    if not clues:
        return (
            f"no layout fits the view: it has {pluralize(prover.known, 'mine')} shown and "
            f"{pluralize(covered, 'cell')} covered, so {mines} can't be {where}"
        )
    if counted:
        return (
            f"no layout fits the view: with {mines}, {prover.known} of them shown, and "
            f"{pluralize(covered, 'cell')} covered, these clues can't all be right: {names} {where}"
        )
    if len(clues) == 1:
        return f"no layout fits the view: this clue alone can't be right: {names} {where}"
    return f"no layout fits the view: these clues contradict each other: {names} {where}"
