"""Exact winning chances of best play on small boards, by first cell."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import ShapeError
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS, check_mines, excluded_cells
from hypersweep.solve.kernel import DONE, LATE, Budget, answered, check_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from hypersweep.typing import FirstOpen

MOST_CELLS = 64
"""Maximum number of cells on a board that can be searched."""

_STANDARD = Budget(states=1 << 28)


@dataclass(frozen=True, slots=True)
class BestPlay:
    """Number of layouts won by best play, by first cell.

    Args:
        grid: the board.
        mines: number of mines.
        first_open: what the first open promises.
        firsts: for each first cell, its index, the number of layouts won, and the number of layouts. Of symmetric
            cells, only the first is included.

    >>> found = BestPlay(Grid("1x3"), 1, "any", ((0, 2, 3), (1, 0, 3)))
    >>> found.first, found.wins, found.layouts, found.value
    ((0, 0), 2, 3, Fraction(2, 3))
    """

    grid: Grid
    mines: int
    first_open: FirstOpen
    firsts: tuple[tuple[int, int, int], ...]

    @property
    def by_first(self) -> dict[tuple[int, ...], Fraction]:
        """The probability of winning, by first cell."""
        from fractions import Fraction

        return {self.grid.cell(index): Fraction(wins, layouts) for index, wins, layouts in self.firsts}

    @property
    def first(self) -> tuple[int, ...]:
        """The best first cell; if there are several, the one with the lowest index."""
        return self.grid.cell(self._best()[0])

    @property
    def wins(self) -> int:
        """Number of layouts won with the best first cell."""
        return self._best()[1]

    @property
    def layouts(self) -> int:
        """Number of layouts that satisfy ``first_open`` for the best first cell."""
        return self._best()[2]

    @property
    def value(self) -> Fraction:
        """The probability of winning with the best first cell: the fraction of layouts won."""
        from fractions import Fraction

        return Fraction(self.wins, self.layouts)

    def _best(self) -> tuple[int, int, int]:
        best = self.firsts[0]
        for each in self.firsts[1:]:
            if each[1] * best[2] > best[1] * each[2]:
                best = each
        return best


def best_play(
    grid: Grid | str | Sequence[int],
    mines: int,
    *,
    first_open: FirstOpen = "safe",
    budget: Budget = _STANDARD,
    progress: Callable[[int, int, int], object] | None = None,
) -> BestPlay:
    """Count the layouts that best play wins for every first cell, by searching the full game tree.

    All layouts that keep the first open's promise are equally likely. No strategy can win more of them.

    Args:
        grid: the board, of at most 64 cells.
        mines: number of mines.
        first_open: "any", "safe" (no mine in the first cell) or "opening" (none next to it either).
        budget: ``states`` limits the positions searched per first cell, ``memory`` the memory that they take, and
            ``seconds`` the whole search.
        progress: called about twenty times a second with the number of first cells done, their total, and the number of
            positions searched for the current one. An error that it raises stops the search.

    Raises:
        ShapeError: the grid has more than 64 cells.
        MineCountError: there are more mines than the promise allows.
        RulesError: there is no such promise.
        BudgetExceededError: the search exceeds the budget.

    Complexity: exponential; ``docs/best-play.md`` lists times for some boards.

    >>> best_play("4x4", 4, first_open="any").value
    Fraction(961, 1820)
    >>> {cell: str(value) for cell, value in best_play("3x4", 2).by_first.items()}
    {(0, 0): '52/55', (0, 1): '49/55', (1, 0): '10/11', (1, 1): '52/55'}
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    count = check_mines(own, mines, first_open)
    check_budget(budget)
    if own.cells > MOST_CELLS:
        raise ShapeError(f"expected a board of at most {MOST_CELLS} cells to compute best play, got {own.cells}: {own}")
    kernel = _native.BestPlay(own.geometry())
    promise = FIRST_OPENS.index(first_open)
    firsts = [index for index in range(own.cells) if kernel.first_like(index) == index]
    states, memory, seconds = budget.limits()
    end = time.monotonic() + seconds
    found = []
    for done, index in enumerate(firsts):
        left = end - time.monotonic()
        if left <= 0:
            raise budget.exceeded(f"the best play on {own}", late=True)
        report = None if progress is None else _Progress(progress, done, len(firsts))
        status, wins, looked_at, *_ = kernel.wins(index, count, promise, states, memory, left, report)
        if answered(status) != DONE:
            raise budget.exceeded(f"the best play on {own}", looked_at, late=status == LATE)
        free = own.cells - len(excluded_cells(own, index, first_open))
        found.append((index, wins, comb(free, count)))
    return BestPlay(own, count, first_open, tuple(found))


class _Progress:
    """Passes the kernel's progress reports on to ``progress``."""

    __slots__ = ("_done", "_of", "_progress")

    def __init__(self, progress: Callable[[int, int, int], object], done: int, of: int) -> None:
        self._progress, self._done, self._of = progress, done, of

    def __call__(self, looked_at: int) -> None:
        self._progress(self._done, self._of, looked_at)
