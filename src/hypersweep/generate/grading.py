"""Grade how hard a board is to finish by deduction alone, from one first cell or from every possible one."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.errors import BoardTooLargeError, CellError, ParameterTypeError
from hypersweep.layout import Layout
from hypersweep.rules import GRADES
from hypersweep.solve.kernel import NO_MEMORY, OVER_BUDGET, Budget, Pool, check_budget
from hypersweep.validation import check_memory, place_among, truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.grid import Grid
    from hypersweep.typing import Cell, CellLike, Grade


BUDGET = Budget(states=1 << 14)
"""Limits for each set of clues during generation. They are counts, not times, so that a seed leads to the same board on
every machine. Don't change them: seeds would lead to different boards.
"""

# Limits for the pool: number of grids, generators per grid, and maximum size of a generator worth keeping (cells times
# neighbours), which amounts to a few MiB.
_MOST_GRIDS = 8
_MOST_OF_A_GRID = 4
_MOST_NEIGHBOURS = 1 << 19
_MOST_STATES = 1 << 18

_idle: Pool[_native.Generator] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)


@dataclass(frozen=True, slots=True)
class Solvability:
    """Result of playing a board by deduction alone.

    Attributes:
        grade: one of ``GRADES``, or None if a guess is needed.
        opened: number of safe cells opened by deduction.
        safe_cells: number of safe cells on the board.

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
    """Check that an argument is a grade, and return it.

    Raises:
        ParameterError: the argument isn't a grade.
    """
    return GRADES[place_among("a grade", grade, GRADES)]


def borrow(grid: Grid) -> _native.Generator:
    """Return an idle generator for a grid, or a new one; ``give_back`` puts it into the pool.

    Raises:
        BoardTooLargeError: there isn't enough memory.
    """
    kept = _idle.take((_native.variant(), grid))
    if kept is not None:
        return kept
    # The generator and its solver need four bytes each per neighbour, plus data for each cell.
    check_memory((8 * grid.max_neighbours + 64) * grid.cells, f"playing {grid} by deduction", at_once=True)
    try:
        return _native.Generator(grid.geometry())
    except MemoryError:
        raise BoardTooLargeError(f"this machine doesn't have enough memory to play {grid} by deduction") from None


def give_back(grid: Grid, native: _native.Generator, states: int) -> None:
    """Put a generator back into the pool, unless it is large. Its last call must not have failed.

    Args:
        grid: the generator's grid.
        native: the generator.
        states: number of states in the largest set of clues it counted.
    """
    if grid.cells * (grid.max_neighbours + 1) <= _MOST_NEIGHBOURS and states <= _MOST_STATES:
        _idle.keep((_native.variant(), grid), native)


def solvable_from(
    layout: Layout, first: CellLike, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Solvability:
    """Play a board by deduction alone, and grade it.

    A player who opens ``first``, and then every cell that can be proved safe, opens exactly ``opened`` cells. The grade
    is the hardest deduction needed on the easiest path: a board with grade "pair" can be finished with single clues and
    pairs. The grade doesn't depend on the order of deductions, because a deduction never becomes impossible as more
    cells become known.

    Args:
        layout: the mines.
        first: the first cell to open.
        uses_mine_count: whether the player may use the number of mines.
        budget: limits for each set of clues; None for the defaults.

    Raises:
        CellError: the first cell isn't on the board, or contains a mine.
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: there isn't enough memory.

    Complexity: O(k**2) for each cell with k neighbours if pairs are enough: 5 microseconds for 9x9.

    >>> solvable_from(Layout("3x4", [(0, 0), (0, 1)]), (2, 3))
    Solvability(grade='clue', opened=10, safe_cells=10)
    """
    index = check_first(layout, first)
    own = Budget() if budget is None else check_budget(budget)
    grade, opened, _ = played(layout, index, uses_mine_count=uses_mine_count, budget=own)
    return Solvability(grade, opened, layout.grid.cells - layout.mines)


def deduced_view(
    layout: Layout, first: CellLike, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> View:
    """Return what a player sees after opening ``first``, and then every cell that can be proved safe.

    Mines that were proved on the way are flagged. Unless the board is solved, no covered cell can be proved safe, so
    the player has to guess. The view doesn't depend on the order of deductions.

    Args:
        layout: the mines.
        first: the first cell to open.
        uses_mine_count: whether the player may use the number of mines.
        budget: limits for each set of clues; None for the defaults.

    Raises:
        CellError: the first cell isn't on the board, or contains a mine.
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: there isn't enough memory.

    >>> print(deduced_view(Layout("3x5", [(0, 0), (0, 3), (1, 3)]), (2, 0)))
    3x5 mines=3
    # # 2 # #
    1 1 2 F 2
    . . 1 1 1
    """
    index = check_first(layout, first)
    own = Budget() if budget is None else check_budget(budget)
    _, _, steps = played(layout, index, uses_mine_count=uses_mine_count, budget=own, is_noted=True)
    return view_after(layout, index, steps)


def check_first(layout: object, first: CellLike) -> int:
    """Return a first cell's index, after checking that it contains no mine.

    Raises:
        ParameterTypeError: the argument isn't a layout.
        CellError: the cell isn't on the board, or contains a mine.
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
    """Return a board's grade (None if a guess is needed), how many safe cells deduction opens, and the encoded steps.

    The steps are empty unless ``is_noted``.

    Raises:
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: there isn't enough memory.
    """
    grid = layout.grid
    hardest = len(GRADES) - 1 if uses_mine_count else GRADES.index("set")
    native = borrow(grid)
    status, is_finished, effort, opened, states, steps = native.deduce(
        layout._mines, first, hardest, is_noted, budget.states, budget.memory
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine doesn't have enough memory to play {grid} by deduction")
    give_back(grid, native, states)
    if status == OVER_BUDGET:
        raise budget.exceeded(f"the deduction on {grid}", late=False)
    return GRADES[effort] if is_finished else None, opened, steps


def view_after(layout: Layout, first: int, steps: bytes) -> View:
    """Return what a player sees after a deduction, with the proved mines flagged.

    Args:
        layout: the mines.
        first: index of the first cell.
        steps: the deduction's encoded steps, from ``played``.
    """
    codes = array(layout.grid.code_format, [COVERED]) * layout.grid.cells
    clues = layout.codes
    codes[first] = clues[first]
    numbers = memoryview(steps).cast("I").tolist()
    at = 0
    while at < len(numbers):
        _, is_mine, named, about = numbers[at : at + 4]
        begin = at + 4 + named
        at = begin + about
        for cell in numbers[begin:at]:
            codes[cell] = FLAGGED if is_mine else clues[cell]
    return View._of(layout.grid, layout.mines, codes.tobytes())


def each_start(
    layout: Layout, *, uses_mine_count: bool = True, budget: Budget | None = None
) -> Iterator[tuple[tuple[Cell, ...], Solvability]]:
    """Yield groups of equivalent first cells, each with the result of starting there.

    The zeros in one opening are equivalent; every other safe cell is a group by itself. Each safe cell is in exactly
    one group, and groups are in the order of their first cells.

    Args:
        layout: the mines.
        uses_mine_count: whether the player may use the number of mines.
        budget: limits for each set of clues; None for the defaults.

    Raises:
        BudgetExceededError: a set of clues is too large.
        BoardTooLargeError: there isn't enough memory.

    Complexity: that of ``solvable_from`` for each group, so quadratic in the size of the board: 10 ms for 16x30, 2 s
    for 100x100.

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
    seen: set[int] = set()
    for index, code in enumerate(codes):
        if code < 0 or index in seen:
            continue
        cells = [index] if code else _opening(grid, codes, index)
        seen.update(cells)
        found = solvable_from(layout, index, uses_mine_count=uses_mine_count, budget=budget)
        yield tuple([grid.cell(cell) for cell in cells]), found


def _opening(grid: Grid, codes: memoryview, index: int) -> list[int]:
    """Return the zeros in the opening that contains a cell, in index order."""
    neighbours = grid.geometry().neighbours
    found, waiting = {index}, [index]
    while waiting:
        for other in neighbours(waiting.pop()):
            if not codes[other] and other not in found:
                found.add(other)
                waiting.append(other)
    return sorted(found)
