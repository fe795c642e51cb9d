"""From which first cells a board can be finished by deduction alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError
from hypersweep.generate.grading import Solvability, solvable_from
from hypersweep.layout import Layout
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.grid import Grid
    from hypersweep.solve.kernel import Budget
    from hypersweep.typing import Cell


def each_start(
    layout: Layout, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Iterator[tuple[tuple[Cell, ...], Solvability]]:
    """Yield groups of equivalent first cells, each with the result of deduction from there.

    The zeros of one opening are equivalent; every other safe cell is a group of its own. The groups contain each safe
    cell once, and come in the order of their first cells.

    Args:
        layout: the mines.
        uses_mine_count: whether the player may use the number of mines.
        budget: limits for a set of clues; None for the default ones.

    Raises:
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: this machine has too little memory.

    Complexity: that of ``solvable_from`` for each group, and so quadratic in the size of the board: 10 ms for 16x30,
    2 s for 100x100.

    >>> for cells, found in each_start(Layout("2x3", [(0, 0)])):
    ...     print(cells, found.grade, found.opened)
    ((0, 1),) None 1
    ((0, 2), (1, 2)) None 4
    ((1, 0),) count 5
    ((1, 1),) None 1
    """
    if not isinstance(layout, Layout):
        raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
    return _each_start(layout, uses_mine_count, budget)


def _each_start(
    layout: Layout, uses_mine_count: bool, budget: Budget | None
) -> Iterator[tuple[tuple[Cell, ...], Solvability]]:
    grid, codes = layout.grid, layout.codes
    told: set[int] = set()
    for index, code in enumerate(codes):
        if code < 0 or index in told:
            continue
        cells = [index] if code else _opening(grid, codes, index)
        told.update(cells)
        found = solvable_from(layout, index, uses_mine_count=uses_mine_count, budget=budget)
        yield tuple([grid.cell(cell) for cell in cells]), found


def _opening(grid: Grid, codes: memoryview, index: int) -> list[int]:
    """Return the zeros of the opening at a cell, in the order of their indices."""
    neighbours = grid.geometry().neighbours
    found, waiting = {index}, [index]
    while waiting:
        for other in neighbours(waiting.pop()):
            if not codes[other] and other not in found:
                found.add(other)
                waiting.append(other)
    return sorted(found)
