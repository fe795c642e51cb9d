"""Name a few clues of a view that contradict each other; the kernel finds them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import InconsistentViewError
from hypersweep.solve.kernel import answered, borrow_reasoner, give_back
from hypersweep.text import place_text, pluralize
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep import _native
    from hypersweep.solve.kernel import Budget, Kernel
    from hypersweep.view import View


def inconsistency(view: View, trust_flags: bool, budget: Budget, kernel: Kernel) -> InconsistentViewError:
    """Return the exception for a view that the solver found inconsistent; it names a few contradictory clues."""
    native = kernel.native
    start = next((index for index, code in enumerate(view.codes) if code >= 0), 0)
    if native.clue < view.grid.cells:
        start = native.clue
    elif native.contradictory < native.components:
        start = native.component(native.contradictory)[0]
    reasoner = borrow_reasoner(view.grid)
    clues, counted = _blamed(view, trust_flags, budget, reasoner.native, start)
    give_back(reasoner)
    return _error(view, trust_flags, clues, counted)


def _blamed(
    view: View, trust_flags: bool, budget: Budget, native: _native.Reasoner, start: int
) -> tuple[Sequence[int], bool]:
    """Return the indices of a few contradictory clues, and whether the number of mines is at fault.

    If that number is unknown, the clues contradict each possible number.
    """
    possible = view.mine_range
    limits = budget.limits()
    for mines in (possible[0], possible[-1]):
        answered(native.begin(view._data, mines, trust_flags))
        status, counted, clues = native.blame(start, *limits)
        answered(status)
        if not counted or all(native.refute(clues, [], other, *limits)[1] for other in possible if other != mines):
            return clues, counted
    return [index for index, code in enumerate(view.codes) if code >= 0], True


def blame(
    view: View, trust_flags: bool, budget: Budget, native: _native.Reasoner, start: int = 0
) -> InconsistentViewError:
    """Return the exception for a view with contradictory clues; it names a few of them.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for the search.
        native: a reasoner for the view.
        start: the cell from which to search, unless the reasoner has met a contradiction.
    """
    status, counted, clues = native.blame(start, *budget.limits())
    answered(status)
    return _error(view, trust_flags, clues, counted)


def _error(view: View, trust_flags: bool, clues: Sequence[int], counted: bool) -> InconsistentViewError:
    cells = tuple(map(view.grid.cell, clues))
    return InconsistentViewError(_message(view, trust_flags, cells, counted), clues=cells, mines_at_fault=counted)


def _message(view: View, trust_flags: bool, clues: tuple[tuple[int, ...], ...], counted: bool) -> str:
    grid = view.grid
    mines = view._mine_words()
    where = f"({grid}, {mines})"
    codes = view.codes.tolist()
    flags = codes.count(FLAGGED)
    covered = codes.count(COVERED) + (0 if trust_flags else flags)
    known = codes.count(MINE) + codes.count(EXPLODED) + (flags if trust_flags else 0)
    names = ", ".join(f"{view[cell]} at {place_text(cell)}" for cell in clues[:12]) + (
        ", ..." if len(clues) > 12 else ""
    )
    if not clues:
        return (
            f"no layout fits the view: it has {pluralize(known, 'mine')} shown and "
            f"{pluralize(covered, 'cell')} covered, so {mines} can't be {where}"
        )
    if counted:
        return (
            f"no layout fits the view: with {mines}, {known} of them shown, and "
            f"{pluralize(covered, 'cell')} covered, these clues can't all be right: {names} {where}"
        )
    if len(clues) == 1:
        return f"no layout fits the view: this clue alone can't be right: {names} {where}"
    return f"no layout fits the view: these clues contradict each other: {names} {where}"
