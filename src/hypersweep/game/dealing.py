"""Where the mines are, once a first open has been made: what the rules make of a seed and that cell."""

from __future__ import annotations

from hypersweep.layout import Layout, draw_mines
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep import _native
    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.typing import CellLike
else:
    defer(
        globals(),
        "from hypersweep import _native",
        "from hypersweep.grid import Grid",
        "from hypersweep.rules import Rules",
        "from hypersweep.typing import CellLike",
    )

__all__ = ["deal", "deal_watched"]


def deal(grid: Grid, mines: int, rules: Rules, *, seed: int, first: CellLike) -> Layout:
    """The layout that a game begins with: the same for the same arguments, on every machine.

    Args:
        grid: the board.
        mines: how many.
        rules: what they promise the first open, and whether a guess may be needed.
        seed: 0 to 2**64 - 1.
        first: the cell that is opened first.

    Raises:
        MineCountError: the mines don't fit.
        CellError: the cell isn't on the board.
        GenerationError: no guess may be needed, and no such board was found.
        BoardTooLargeError: this machine can't hold the board.

    >>> from hypersweep import CLASSIC, Grid
    >>> layout = deal(Grid("3x4"), 2, CLASSIC, seed=7, first=(0, 0))
    >>> layout == Layout.random("3x4", 2, seed=7, first=(0, 0), first_open="safe")
    True
    """
    if rules.guess == "never":
        from hypersweep.generate import no_guess

        return no_guess(grid, mines, first, seed=seed, grade=rules.grade, first_open=rules.first_open)
    return Layout.random(grid, mines, seed=seed, first=first, first_open=rules.first_open_promise)


def deal_watched(
    grid: Grid, mines: int, rules: Rules, *, seed: int, first: CellLike, watch: _native.Watch
) -> _native.Mines | None:
    """The mines of the same layout; None where another thread has cancelled it."""
    if rules.guess == "never":
        return deal(grid, mines, rules, seed=seed, first=first)._mines
    return draw_mines(grid, mines, seed, 0, first, rules.first_open_promise, watch)
