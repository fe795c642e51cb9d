"""What the best play wins from the first open on, exactly, on small boards."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import ShapeError
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS, check_mines, excluded_cells
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.kernel import DONE, LATE, answered

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from fractions import Fraction

    from hypersweep.typing import FirstOpen

__all__ = ["MOST_CELLS", "BestPlay", "best_play"]

MOST_CELLS = 64
"""Of a board whose best play can be searched for."""

_STANDARD = Budget(states=1 << 28)


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What the best play wins on a board, by the cell that it opens first.

    Args:
        grid: the board.
        mines: how many.
        first_open: what the first open is promised.
        firsts: for each first cell, as its index: how many layouts are won, and of how many. Of cells that the grid's
            symmetries make alike only the first by index is among them.

    Raises:
        ParameterError: no first cell, or more layouts won than there are.
        ParameterTypeError: a part of the wrong type.

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
        """The share of layouts that is won, by the first cell."""
        from fractions import Fraction

        return {self.grid.cell(index): Fraction(wins, layouts) for index, wins, layouts in self.firsts}

    @property
    def first(self) -> tuple[int, ...]:
        """The cell that is best opened first; of several that are, the first by index."""
        return self.grid.cell(self._best()[0])

    @property
    def wins(self) -> int:
        """Layouts that are won if the best cell is opened first."""
        return self._best()[1]

    @property
    def layouts(self) -> int:
        """All layouts that keep the promise of the first open there."""
        return self._best()[2]

    @property
    def value(self) -> Fraction:
        """The share of layouts that is won: the chance to win."""
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
    tell: Callable[[int, int, int], object] | None = None,
) -> BestPlay:
    """The layouts that the best play wins, counted exactly: the full game tree is searched from every first cell.

    Every layout that keeps the promise of the first open is as likely as any other. Nobody can know of a way to play
    that wins more of them.

    Args:
        grid: the board, of at most 64 cells.
        mines: how many.
        first_open: "any", "safe" (no mine under the first cell) or "opening" (nor beside it).
        budget: ``states`` are positions looked at for one first cell, ``memory`` is all that is kept of them.
        tell: called about twenty times a second with the first cells that are done, their number, and the positions
            looked at for the one that is under way; what it raises ends the work.

    Raises:
        ShapeError: a grid of more cells.
        MineCountError: more mines than the promise leaves room for.
        RulesError: a promise that doesn't exist.
        BudgetExceededError: the tree is too large.

    Complexity: exponential; ``docs/best-play.md`` says what some boards take.

    >>> best_play("4x4", 4, first_open="any").value
    Fraction(961, 1820)
    >>> {cell: str(value) for cell, value in best_play("3x4", 2).by_first.items()}
    {(0, 0): '52/55', (0, 1): '49/55', (1, 0): '10/11', (1, 1): '52/55'}
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    count = check_mines(own, mines, first_open)
    check_budget(budget)
    if own.cells > MOST_CELLS:
        raise ShapeError(f"expected a board of at most {MOST_CELLS} cells for its best play, got {own.cells}: {own}")
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
        told = None if tell is None else _Telling(tell, done, len(firsts))
        status, wins, looked_at, *_ = kernel.wins(index, count, promise, states, memory, left, told)
        if answered(status) != DONE:
            raise budget.exceeded(f"the best play on {own}", looked_at, late=status == LATE)
        free = own.cells - len(excluded_cells(own, index, first_open))
        found.append((index, wins, comb(free, count)))
    return BestPlay(own, count, first_open, tuple(found))


class _Telling:
    """Hands on how far the work is."""

    __slots__ = ("_done", "_of", "_tell")

    def __init__(self, tell: Callable[[int, int, int], object], done: int, of: int) -> None:
        self._tell, self._done, self._of = tell, done, of

    def __call__(self, looked_at: int) -> None:
        self._tell(self._done, self._of, looked_at)
