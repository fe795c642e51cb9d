"""Thousands of layouts at once, with their clues."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.batch.deal import LAYOUTS, Deal
from hypersweep.batch.sequence import Batch
from hypersweep.errors import ParameterError
from hypersweep.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import CellLike, FirstOpen


class LayoutBatch(Batch[Layout]):
    """Many layouts of one board, and their clues; ``sample_layouts`` makes one.

    It is an immutable sequence of ``Layout``. A slice shares its memory. A pickle holds only the arguments, from which
    the layouts are drawn again. Batches are equal if their arguments are, with clues or without.
    """

    __slots__ = ("_bits", "_clues")

    _bits: memoryview
    _clues: memoryview | None

    @classmethod
    def _of(cls, deal: Deal, bits: memoryview, clues: memoryview | None) -> Self:
        batch = object.__new__(cls)
        put = object.__setattr__
        put(batch, "_deal", deal)
        put(batch, "_bits", bits)
        put(batch, "_clues", clues)
        return batch

    @property
    def bits(self) -> memoryview:
        """Per layout the bytes that ``Layout.from_bits`` reads, one layout after the other; read-only."""
        return self._bits[:]

    @property
    def clues(self) -> memoryview | None:
        """Per layout the number of mines next to each cell, one layout after the other; read-only.

        The numbers are uint8, or uint16 where a cell has more than 255 neighbours. None if the batch has no clues.
        """
        return None if self._clues is None else self._clues[:]

    def _item(self, place: int) -> Layout:
        size = (self.grid.cells + 7) // 8
        return Layout.from_bits(self.grid, self._bits[place * size : (place + 1) * size])

    def _part(self, begin: int, end: int) -> Self:
        size, cells = (self.grid.cells + 7) // 8, self.grid.cells
        clues = None if self._clues is None else self._clues[begin * cells : end * cells]
        return self._of(self._deal.part(begin, end), self._bits[begin * size : end * size], clues)

    def mine_array(self) -> NDArray[np.bool_]:
        """Return whether each cell holds a mine: a new NumPy array of bool, (count, *shape)."""
        from hypersweep.arrays import load_numpy

        numpy = load_numpy()
        size = (self.grid.cells + 7) // 8
        rows = numpy.frombuffer(self._bits, "u1").reshape(len(self), size)
        bits = numpy.unpackbits(rows, axis=1, count=self.grid.cells, bitorder="little")
        array: NDArray[np.bool_] = bits.view("?").reshape(len(self), *self.grid.shape)
        return array

    def clue_array(self) -> NDArray[np.integer]:
        """Return the number of mines next to each cell: ``clues`` as a read-only NumPy array, (count, *shape).

        Raises:
            ParameterError: the batch has no clues.
        """
        from hypersweep.arrays import number_array

        if self._clues is None:
            raise ParameterError("expected a batch made with clues, got one made with clues=False")
        return number_array(self._clues, f"u{_clue_bytes(self.grid)}", (len(self), *self.grid.shape))

    def _key(self) -> tuple[object, ...]:
        return self._deal, self._clues is None

    def __reduce__(self) -> tuple[object, ...]:
        return _sample, (self._deal, self._clues is not None)

    def __repr__(self) -> str:
        clues = "" if self._clues is not None else ", without clues"
        return f"<{self._title('layout', 'of')}{clues}, seed {self.seed}>"


def _clue_bytes(grid: Grid) -> int:
    return 1 if grid.max_neighbours < 1 << 8 else 2


def sample_layouts(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first: CellLike | None = None,
    first_open: FirstOpen = "any",
    clues: bool = True,
) -> LayoutBatch:
    """Return uniformly random layouts of one board, with their clues.

    Layout i of the batch is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, ...)``.

    Args:
        grid: the board, a ``Grid`` or its text; for clues, of fewer than 2**16 neighbours a cell.
        mines: number of mines in each layout.
        count: number of layouts.
        seed: 0 to 2**64 - 1, or None for an unpredictable one.
        index: index of the first layout, to continue another batch.
        first: the cell that is opened first, if any.
        first_open: promise for that cell: "any", "safe" or "opening".
        clues: whether to count clues as well.

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        RulesError: there is no such promise.
        ParameterError: clues are wanted, but a cell has 2**16 neighbours or more.
        BoardTooLargeError: this machine can't hold the batch.

    Complexity: O(count x cells x dimensions / 64) for the clues. The GIL is released.

    >>> batch = sample_layouts("3x4", 2, 1000, seed=7)
    >>> len(batch), batch[999] == Layout.random("3x4", 2, seed=7, index=999), batch[-5:].index
    (1000, True, 995)
    """
    return _sample(Deal(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open), clues)


def _sample(deal: Deal, with_clues: bool) -> LayoutBatch:
    own = deal.grid
    if with_clues and own.max_neighbours >= 1 << 16:
        raise ParameterError(f"expected a grid of fewer than 2**16 neighbours a cell for its clues, got {own}")
    clue_bytes = _clue_bytes(own) if with_clues else 0
    needed = deal.count * ((own.cells + 7) // 8 + own.cells * clue_bytes) + 512 * own.cells // 8
    deal.check_room(needed, "layout")
    bits, clues = _native.sample_batch(
        own.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        deal.index,
        deal.count,
        deal.excluded(),
        clue_bytes,
    )
    numbers = memoryview(clues) if with_clues else None
    if numbers is not None and clue_bytes == 2:
        numbers = numbers.cast("H")
    return LayoutBatch._of(deal, memoryview(bits), numbers)
