"""Random layouts that are consistent with a view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.memory import check_memory
from hypersweep.rng import check_seed, stream_name
from hypersweep.solve.kernel import CONTRADICTION, DONE, LATE, Budget, borrow, check_budget, check_view, give_back
from hypersweep.text import pluralize
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from hypersweep.view import View

_STREAM = stream_name("layout of a view")


def draw_layouts(
    view: View, count: int, *, seed: int, trust_flags: bool = False, budget: Budget | None = None
) -> list[bytes]:
    r"""Return random layouts consistent with a view, each equally likely.

    Layouts aren't enumerated: the work is that of one ``analyse``, and a little for each layout.

    Args:
        view: the view.
        count: number of layouts, 0 or more; they may repeat.
        seed: 0 to 2**64 - 1. Layout i is the same for the same view, seed and i, on every machine.
        trust_flags: take every flag for a mine; otherwise a flagged cell is a covered cell like any other.
        budget: limits of the work.

    Returns:
        A bit string for each layout: ceil(cells / 8) bytes, as ``Layout.from_bits`` reads it.

    Raises:
        InconsistentViewError: no layout is consistent with the view.
        BudgetExceededError: the work would be too large.
        ParameterTypeError: the arguments aren't a ``View``, a ``Budget`` or whole numbers.
        ParameterError: a number is out of range.
        BoardTooLargeError: this machine doesn't have enough memory.

    Complexity: that of ``analyse``, and O(cells + states) for each layout. The GIL is released, and Ctrl-C interrupts
    the work.

    >>> from hypersweep import Layout, View
    >>> view = View.parse("2x3 mines=2\n# # #\n# 2 #")
    >>> for bits in draw_layouts(view, 3, seed=7):
    ...     print(*Layout.from_bits(view.grid, bits).mine_cells())
    (0, 0) (0, 2)
    (0, 0) (0, 1)
    (0, 1) (0, 2)
    """
    own = Budget() if budget is None else check_budget(budget)
    number = whole_number(count, "count", below=1 << 62)
    stream = check_seed(seed), _STREAM
    size = (check_view(view).grid.cells + 7) // 8
    check_memory(2 * size * number, f"{pluralize(number, 'layout')} of {view.grid}")
    trust = bool(trust_flags)
    kernel = borrow(view.grid)
    status, bits = kernel.layouts(view._data, view.mines, trust, stream, number, own)
    if status == DONE:
        give_back(kernel)
        return [bits[start : start + size] for start in range(0, size * number, size)]
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        raise inconsistency(view, trust, own, kernel)
    raise own.exceeded("a draw of layouts", kernel.states, late=status == LATE, width=kernel.width(own))
