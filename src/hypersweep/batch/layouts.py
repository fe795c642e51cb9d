"""Batches of thousands of layouts with their clues; a ``Deal`` determines the layouts, numbered consecutively."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, SupportsIndex, TypeVar, overload

from hypersweep import _native
from hypersweep.copying import Immutable
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_first_open, check_mines, excluded_cells
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.text import pluralize
from hypersweep.validation import check_memory, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.typing import CellLike, FirstOpen

LAYOUTS = stream_name("layout")
"""Name of the random stream for drawing layouts."""

# Batches up to this size in bytes are created without checking the machine's memory.
_LITTLE = 1 << 20


@dataclass(frozen=True, slots=True, init=False)
class Deal:
    """The arguments that determine consecutive layouts on one board.

    Layout i is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines per layout.
        count: number of layouts.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first layout.
        first: the cell to open first, or None.
        first_open: promise for the first open: "any", "safe" or "opening".

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        RulesError: there is no such promise.
        ParameterError: another argument is out of range, or ``index`` + ``count`` is 2**64 or more.
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
        """Return the deal for games that all begin with ``first`` or, if it is None, in the corner (index 0)."""
        own = grid if isinstance(grid, Grid) else Grid(grid)
        begin = own.cell(0) if first is None else first
        return cls(own, mines, count, seed=seed, index=index, first=begin, first_open=first_open)

    @property
    def first_index(self) -> int:
        """Index of the first cell, or -1 if there is none."""
        return -1 if self.first is None else self.grid.index(self.first)

    def check_memory(self, needed: int, things: str) -> None:
        """Raise a BoardTooLargeError if a batch of ``needed`` bytes doesn't fit into memory."""
        # Skip small batches: formatting the grid for the message takes longer than creating them.
        if needed > _LITTLE:
            check_memory(needed, f"a batch of {pluralize(self.count, things)} on {self.grid}")

    def excluded(self) -> list[int]:
        """Return, in ascending order, the indices of cells kept free of mines by the first-open promise."""
        return excluded_cells(self.grid, self.first, self.first_open)

    def layout(self, place: int) -> Layout:
        """Return the layout at a position in the deal, 0 to ``count`` - 1."""
        return Layout.random(
            self.grid,
            self.mines,
            seed=self.seed,
            index=self.index + place,
            first=self.first,
            first_open=self.first_open,
        )

    def part(self, begin: int, end: int) -> Deal:
        """Return the part of the deal from position ``begin`` to ``end`` - 1."""
        return Deal(
            self.grid,
            self.mines,
            end - begin,
            seed=self.seed,
            index=self.index + begin,
            first=self.first,
            first_open=self.first_open,
        )


Item_co = TypeVar("Item_co", covariant=True)


class Batch(Immutable, Generic[Item_co]):
    """A sequence with an item for each board in a ``Deal``. Immutable.

    Subclasses implement ``_item`` and ``_part``, which return an item and a slice, and ``_key`` for comparisons.
    """

    __slots__ = ("_deal",)

    _deal: Deal

    def _item(self, place: int) -> Item_co:
        """Return the item at a non-negative position; implemented by subclasses."""
        raise NotImplementedError

    def _part(self, begin: int, end: int) -> Self:
        """Return the slice from position ``begin`` to ``end`` - 1; implemented by subclasses."""
        raise NotImplementedError

    def _key(self) -> tuple[object, ...]:
        """Return the values for comparing batches."""
        raise NotImplementedError

    @property
    def grid(self) -> Grid:
        """The board."""
        return self._deal.grid

    @property
    def mines(self) -> int:
        """Number of mines per layout."""
        return self._deal.mines

    @property
    def seed(self) -> int:
        """Seed the layouts are drawn from."""
        return self._deal.seed

    @property
    def index(self) -> int:
        """Index of the first layout; the others follow consecutively."""
        return self._deal.index

    @property
    def first(self) -> tuple[int, ...] | None:
        """The first cell opened in every game; None if there is none, or it differs between games."""
        return self._deal.first

    @property
    def first_open(self) -> FirstOpen:
        """Promise for the first open: "any", "safe" or "opening"."""
        return self._deal.first_open

    def __len__(self) -> int:
        return self._deal.count

    @overload
    def __getitem__(self, place: SupportsIndex) -> Item_co: ...

    @overload
    def __getitem__(self, place: slice) -> Self: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Item_co | Self:
        """Return the item at a position, or a batch for a slice. Negative positions count from the end.

        Raises:
            IndexError: there is no such item.
            ParameterError: the slice has a step other than 1; the boards in a batch are consecutive.
            ParameterTypeError: the position is neither a whole number nor a slice with whole-number bounds.
        """
        count = len(self)
        if isinstance(place, slice):
            try:
                begin, end, step = place.indices(count)
            except TypeError:
                raise ParameterTypeError(f"expected a slice with whole-number bounds, got {truncate(place)}") from None
            if step != 1:
                raise ParameterError(f"a batch accepts only slices with step 1, got {truncate(place)}")
            return self._part(begin, max(begin, end))
        return self._item(self._place(place))

    def _place(self, place: object) -> int:
        try:
            if isinstance(place, bool):
                raise TypeError
            # NumPy arrays have ``__index__`` too, but it only works for 0-d integer arrays.
            number = int(place.__index__())  # type: ignore[attr-defined]
        except (AttributeError, TypeError):
            kind = type(place).__name__
            raise ParameterTypeError(f"expected an index into the batch, got {truncate(place)} ({kind})") from None
        count = len(self)
        if not -count <= number < count:
            why = f"expected an index from 0 to {count - 1}, got" if count else "the batch is empty: there is no index"
            raise IndexError(f"{why} {truncate(place)}")
        return number % count

    def __iter__(self) -> Iterator[Item_co]:
        return map(self._item, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch) or type(other) is not type(self):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self._deal))

    def _title(self, things: str, where: str) -> str:
        numbers = f"{pluralize(len(self), things)} {where} {self.grid} with {pluralize(self.mines, 'mine')}"
        return f"{type(self).__name__} of {numbers}"


class LayoutBatch(Batch[Layout]):
    """Many layouts on one board with their clues, from ``sample_layouts``.

    It is an immutable sequence of ``Layout``. A slice shares memory with the batch. A pickle contains only the
    arguments; unpickling draws the layouts again. Batches with equal arguments are equal, unless only one has clues.
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
        """The layouts in order as read-only bytes, each in the form read by ``Layout.from_bits``."""
        return self._bits[:]

    @property
    def clues(self) -> memoryview | None:
        """Number of mines next to each cell, layout by layout, as read-only memory; None if the batch has no clues.

        The numbers are uint8, or uint16 if a cell has more than 255 neighbours.
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
        """Return whether each cell contains a mine, as a new NumPy array of bool, shape (count, *grid.shape)."""
        from hypersweep.arrays import load_numpy

        numpy = load_numpy()
        size = (self.grid.cells + 7) // 8
        rows = numpy.frombuffer(self._bits, "u1").reshape(len(self), size)
        bits = numpy.unpackbits(rows, axis=1, count=self.grid.cells, bitorder="little")
        array: NDArray[np.bool_] = bits.view("?").reshape(len(self), *self.grid.shape)
        return array

    def clue_array(self) -> NDArray[np.integer]:
        """Return ``clues`` as a read-only NumPy array, shape (count, *grid.shape).

        Raises:
            ParameterError: the batch has no clues.
        """
        from hypersweep.arrays import number_array

        if self._clues is None:
            raise ParameterError("this batch has no clues: make it with clues=True")
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
    """Return uniformly random layouts on one board, with their clues.

    Layout i in the batch is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, ...)``.

    Args:
        grid: the board, as a ``Grid`` or text; with clues, every cell must have fewer than 2**16 neighbours.
        mines: number of mines per layout.
        count: number of layouts.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first layout, to continue an earlier batch.
        first: the cell to open first, or None.
        first_open: promise for the first open: "any", "safe" or "opening".
        clues: whether to also compute clues.

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        RulesError: there is no such promise.
        ParameterError: clues are requested, but a cell has 2**16 neighbours or more.
        BoardTooLargeError: the batch doesn't fit into memory.

    Complexity: O(count x cells x dimensions / 64) with clues. The GIL is released.

    >>> batch = sample_layouts("3x4", 2, 1000, seed=7)
    >>> len(batch), batch[999] == Layout.random("3x4", 2, seed=7, index=999), batch[-5:].index
    (1000, True, 995)
    """
    return _sample(Deal(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open), clues)


def _sample(deal: Deal, with_clues: bool) -> LayoutBatch:
    own = deal.grid
    if with_clues and own.max_neighbours >= 1 << 16:
        raise ParameterError(f"clues need a grid with fewer than 2**16 neighbours per cell, got {own}")
    clue_bytes = _clue_bytes(own) if with_clues else 0
    needed = deal.count * ((own.cells + 7) // 8 + own.cells * clue_bytes) + 512 * own.cells // 8
    deal.check_memory(needed, "layout")
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
