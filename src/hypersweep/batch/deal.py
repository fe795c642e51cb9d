"""Boards of a batch: layouts of one seed with consecutive indices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_first_open, check_mines, excluded_cells
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.text import pluralize
from hypersweep.validation import check_memory, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.typing import CellLike, FirstOpen

LAYOUTS = stream_name("layout")
"""Name of the stream of layouts."""

# Bytes that need no check of the machine's memory.
_LITTLE = 1 << 20


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """Consecutive layouts of one board, as their arguments.

    Layout i is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: number of mines in each layout.
        count: number of layouts.
        seed: 0 to 2**64 - 1, or None for an unpredictable one.
        index: index of the first layout.
        first: the cell that is opened first, or None.
        first_open: promise for that cell: "any", "safe" or "opening".

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        RulesError: there is no such promise.
        ParameterError: another argument is out of range, or ``index`` + ``count`` is past 2**64.
        ParameterTypeError: an argument has the wrong type.

    >>> deal = Deal("3x4", 2, 10, seed=7, first=(0, 1), first_open="opening")
    >>> deal.excluded(), deal.layout(9) == deal.part(8, 10).layout(1)
    ([0, 1, 2, 4, 5, 6], True)
    """

    grid: Grid
    mines: int
    count: int
    seed: int
    index: int
    first: tuple[int, ...] | None
    first_open: FirstOpen

    def __init__(
        self,
        grid: Grid | str | Sequence[int],
        mines: int,
        count: int,
        *,
        seed: int | None = None,
        index: int = 0,
        first: CellLike | None = None,
        first_open: FirstOpen = "any",
    ) -> None:
        own = grid if isinstance(grid, Grid) else Grid(grid)
        promise = check_first_open(first_open)
        number = check_mines(own, mines, "any" if first is None else promise)
        boards = whole_number(count, "count", below=1 << 64)
        put = object.__setattr__
        put(self, "grid", own)
        put(self, "mines", number)
        put(self, "count", boards)
        put(self, "index", whole_number(index, "index", below=(1 << 64) - boards))
        put(self, "seed", fresh_seed() if seed is None else check_seed(seed))
        put(self, "first", None if first is None else own.cell(own.index(first)))
        put(self, "first_open", promise)

    @classmethod
    def of_games(
        cls,
        grid: Grid | str | Sequence[int],
        mines: int,
        count: int,
        *,
        seed: int | None,
        index: int,
        first: CellLike | None,
        first_open: FirstOpen,
    ) -> Deal:
        """Return the deal for games with one first cell: ``first``, or if None the corner with index 0."""
        own = grid if isinstance(grid, Grid) else Grid(grid)
        begin = own.cell(0) if first is None else first
        return cls(own, mines, count, seed=seed, index=index, first=begin, first_open=first_open)

    @property
    def first_index(self) -> int:
        """The raveled index of the cell that is opened first, or -1 for none."""
        return -1 if self.first is None else self.grid.index(self.first)

    def check_room(self, needed: int, things: str) -> None:
        """Raise an error if this machine can't hold a batch that needs this many bytes."""
        # Formatting the grid takes longer than making a few small boards.
        if needed > _LITTLE:
            check_memory(needed, f"a batch of {pluralize(self.count, things)} on {self.grid}")

    def excluded(self) -> list[int]:
        """Return the indices of the cells that the first open keeps free of mines, in order."""
        return excluded_cells(self.grid, self.first, self.first_open)

    def layout(self, place: int) -> Layout:
        """Return a layout by its position, 0 to ``count`` - 1."""
        return Layout.random(
            self.grid,
            self.mines,
            seed=self.seed,
            index=self.index + place,
            first=self.first,
            first_open=self.first_open,
        )

    def part(self, begin: int, end: int) -> Deal:
        """Return the layouts of a range of positions."""
        return Deal(
            self.grid,
            self.mines,
            end - begin,
            seed=self.seed,
            index=self.index + begin,
            first=self.first,
            first_open=self.first_open,
        )
