"""How hard a board is to finish by deduction alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import BoardTooLargeError, CellError, ParameterTypeError
from hypersweep.layout import Layout
from hypersweep.memory import check_memory
from hypersweep.rules import GRADES
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.kernel import NO_MEMORY, OVER_BUDGET
from hypersweep.solve.pool import Pool
from hypersweep.validation import place_among, truncate

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.typing import CellLike, Grade

__all__ = [
    "BUDGET",
    "GRADES",
    "Solvability",
    "borrow",
    "check_first",
    "check_grade",
    "give_back",
    "played",
    "solvable_from",
]

BUDGET = Budget(states=1 << 14)
"""What a set of clues may take on a board that is made: counted, so that a seed gives the same board everywhere.

It is part of what a seed means, and stays as it is for ever.
"""

# Generators kept: of so many grids, so many of each, and none that has grown large, which leaves some MiB for each.
_MOST_GRIDS = 8
_MOST_OF_A_GRID = 4
_MOST_NEIGHBOURS = 1 << 19
_MOST_STATES = 1 << 18

_idle: Pool[_native.Generator] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)


@dataclass(frozen=True, slots=True)
class Solvability:
    """How far deduction alone goes on a board.

    Attributes:
        grade: one of ``GRADES``, or None where a guess is needed.
        opened: safe cells that deduction opens.
        safe_cells: how many there are.

    Raises:
        ParameterError: no such grade, or a number of cells that can't be.
        ParameterTypeError: a part of the wrong type.

    >>> found = solvable_from(Layout("3x4", [(0, 0), (2, 3)]), (0, 3))
    >>> found.grade, found.opened, found.safe_cells, bool(found)
    ('pair', 10, 10, True)
    """

    grade: Grade | None
    opened: int
    safe_cells: int

    @property
    def is_solvable(self) -> bool:
        """Whether no guess is needed."""
        return self.grade is not None

    def __bool__(self) -> bool:
        return self.is_solvable


def check_grade(grade: object) -> Grade:
    """A grade, if it is one.

    Raises:
        ParameterError: it isn't.
    """
    return GRADES[place_among("a grade", grade, GRADES)]


def borrow(grid: Grid) -> _native.Generator:
    """What plays layouts of a grid by deduction, and is used by nobody else; ``give_back`` keeps it for the next call.

    Raises:
        BoardTooLargeError: this machine can't hold it.
    """
    kept = _idle.take((_native.variant(), grid))
    if kept is not None:
        return kept
    # Neighbours in numbers of four bytes, for the generator and for its solver, and what both note of each cell.
    check_memory((8 * grid.max_neighbours + 64) * grid.cells, f"playing {grid} by deduction", at_once=True)
    try:
        return _native.Generator(grid.geometry())
    except MemoryError:
        raise BoardTooLargeError(f"this machine has no memory to play {grid} by deduction") from None


def give_back(grid: Grid, native: _native.Generator, states: int) -> None:
    """Keeps a generator for the next call, unless it is large. One whose call failed is not to be given back.

    Args:
        grid: its grid.
        native: the generator.
        states: of the largest set of clues that it counted.
    """
    if grid.cells * (grid.max_neighbours + 1) <= _MOST_NEIGHBOURS and states <= _MOST_STATES:
        _idle.keep((_native.variant(), grid), native)


def solvable_from(
    layout: Layout, first: CellLike, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Solvability:
    """How far a board can be played by deduction alone, and how hard that is.

    Whoever opens ``first`` and then only what follows from what is seen gets that far. The grade is the hardest
    deduction that the easiest way through needs: a board of grade "pair" can be finished by single clues and pairs of
    them. Every kind of deduction says the more, the more is known, so that there is one such grade.

    Args:
        layout: where the mines are.
        first: the cell that is opened first.
        uses_mine_count: whether the number of mines is known.
        budget: what a set of clues may take; None for the standard one.

    Raises:
        CellError: the first cell isn't on the board, or holds a mine.
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: this machine can't hold what it takes.

    Complexity: O(k**2) for each cell of k neighbours where pairs are enough: 5 microseconds for 9x9.

    >>> solvable_from(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    Solvability(grade='clue', opened=10, safe_cells=10)
    """
    index = check_first(layout, first)
    own = Budget() if budget is None else check_budget(budget)
    grade, opened, _ = played(layout, index, uses_mine_count=uses_mine_count, budget=own)
    return Solvability(grade, opened, layout.grid.cells - layout.mines)


def check_first(layout: object, first: CellLike) -> int:
    """The index of a first cell that holds no mine.

    Raises:
        ParameterTypeError: not a layout.
        CellError: the cell isn't on its board, or holds a mine.
    """
    if not isinstance(layout, Layout):
        raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
    index = layout.grid.index(first)
    if layout.is_mine(index):
        raise CellError(f"expected a first cell without a mine, got {layout.grid.cell(index)} of {layout.grid}")
    return index


def played(
    layout: Layout, first: int, *, uses_mine_count: bool, budget: Budget, is_noted: bool = False
) -> tuple[Grade | None, int, bytes]:
    """The grade of a board, the safe cells that deduction opens, and its steps if they are noted.

    Raises:
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: this machine can't hold what it takes.
    """
    grid = layout.grid
    hardest = len(GRADES) - 1 if uses_mine_count else GRADES.index("set")
    native = borrow(grid)
    status, is_finished, effort, opened, states, steps = native.deduce(
        layout._mines, first, hardest, is_noted, budget.states, budget.memory
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine has no memory to play {grid} by deduction")
    give_back(grid, native, states)
    if status == OVER_BUDGET:
        raise budget.exceeded(f"to play {grid} by deduction", late=False)
    return GRADES[effort] if is_finished else None, opened, steps
