"""Thousands of boards at once: layouts with their clues, and whole random games."""

from __future__ import annotations

from hypersweep import _native
from hypersweep.arguments import shorten, whole_number
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS, Layout, check_first_open, check_mines, excluded_cells
from hypersweep.memory import check_memory
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.rules import CLASSIC, Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["GameBatch", "LayoutBatch", "play_random", "sample_layouts"]


class LayoutBatch:
    """Many layouts of one board, and their clues.

    Attributes:
        grid: the board.
        mines: mines of each layout.
        seed: the seed they come from.
        bits: per layout the bytes that ``Layout.from_bits`` reads, one layout after the other.
        clues: per layout the number of mines next to each cell, uint8 (uint16 where a cell has more than 255
            neighbours); empty if the batch was made without.
    """

    __slots__ = ("_count", "bits", "clues", "grid", "mines", "seed")

    def __init__(self, grid: Grid, mines: int, seed: int, count: int, bits: bytearray, clues: bytearray) -> None:
        self.grid = grid
        self.mines = mines
        self.seed = seed
        self._count = count
        self.bits = bits
        self.clues = clues

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Layout:
        """The layout with an index; negative ones count from the end."""
        if isinstance(index, bool) or not hasattr(type(index), "__index__"):
            raise ParameterTypeError(f"expected the index of a layout, got {shorten(index)} ({type(index).__name__})")
        place = index.__index__()
        if place < 0:
            place += self._count
        if not 0 <= place < self._count:
            raise IndexError(f"expected a layout of 0 to {self._count - 1}, got {shorten(index)}")
        size = (self.grid.cells + 7) // 8
        return Layout.from_bits(self.grid, memoryview(self.bits)[place * size : (place + 1) * size])

    def __iter__(self) -> Iterator[Layout]:
        """The layouts one by one."""
        return (self[index] for index in range(self._count))

    def mine_array(self) -> NDArray[np.bool_]:
        """Whether each cell holds a mine: a NumPy array of bool, (count, *shape)."""
        from hypersweep.arrays import load_numpy

        numpy = load_numpy()
        size = (self.grid.cells + 7) // 8
        rows = numpy.frombuffer(self.bits, "u1").reshape(self._count, size)
        bits = numpy.unpackbits(rows, axis=1, count=self.grid.cells, bitorder="little")
        array: NDArray[np.bool_] = bits.view("?").reshape(self._count, *self.grid.shape)
        return array

    def clue_array(self) -> NDArray[np.integer]:
        """The number of mines next to each cell: a NumPy array, (count, *shape), a view of ``clues`` without a copy."""
        from hypersweep.arrays import number_array

        if self._count and not self.clues:
            raise ParameterTypeError("expected a batch made with clues, got one made with clues=False")
        return number_array(self.clues, f"u{_clue_bytes(self.grid)}", (self._count, *self.grid.shape))

    def __repr__(self) -> str:
        return f"<LayoutBatch of {self._count} layouts of {self.grid} with {self.mines} mines, seed {self.seed}>"


def _clue_bytes(grid: Grid) -> int:
    return 1 if grid.max_neighbours < 1 << 8 else 2


def sample_layouts(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first: Sequence[int] | None = None,
    first_open: str = "any",
    clues: bool = True,
) -> LayoutBatch:
    """Uniformly random layouts of one board, with their clues.

    Layout i of the batch is ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, ...)``.

    Args:
        grid: the board; for clues, of fewer than 2**16 neighbours a cell.
        mines: how many in each layout.
        count: how many layouts.
        seed: 0 to 2**64 - 1, or None for one that nobody can foresee.
        index: the index of the first layout, for batches that go on where another ended.
        first: the cell that is opened first, if any.
        first_open: what that cell is promised: "any", "safe" or "opening".
        clues: whether to count clues as well.

    Raises:
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        ParameterError: clues of a grid on which a cell has 2**16 neighbours or more.
        BoardTooLargeError: this machine can't hold the batch.

    Complexity: O(count x cells x dimensions / 64) for the clues; other threads may run meanwhile.

    >>> batch = sample_layouts("3x4", 2, 1000, seed=7)
    >>> len(batch), batch[999] == Layout.random("3x4", 2, seed=7, index=999)
    (1000, True)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    check_first_open(first_open)
    policy = "any" if first is None else first_open
    number = check_mines(own, mines, policy)
    boards = whole_number(count, "count", below=1 << 64)
    start = whole_number(index, "index", below=(1 << 64) - boards)
    source = fresh_seed() if seed is None else check_seed(seed)
    if clues and own.max_neighbours >= 1 << 16:
        raise ParameterError(f"expected a grid of fewer than 2**16 neighbours a cell for its clues, got {own}")
    size = (own.cells + 7) // 8
    clue_size = own.cells * _clue_bytes(own) if clues else 0
    check_memory(boards * (size + clue_size) + 512 * own.cells // 8, f"a batch of {boards} layouts of {own}")
    excluded = excluded_cells(own, first, policy)
    bits = _native.raw_bytearray(boards * size)
    numbers = _native.raw_bytearray(boards * clue_size)
    _native.sample_batch(
        own.geometry(),
        number,
        source,
        stream_name("layout"),
        start,
        boards,
        excluded,
        bits,
        numbers if clues else None,
        _clue_bytes(own),
    )
    return LayoutBatch(own, number, source, boards, bits, numbers)


class GameBatch:
    """How many random games ended.

    Attributes:
        grid: the board.
        mines: mines of each game.
        seed: the seed they come from.
        outcomes: one byte per game, the value of its ``Outcome``.
        clicks: clicks of each game, the last one included; a memoryview of unsigned 64-bit numbers.
        opened: safe cells open at the end of each game, likewise.
    """

    __slots__ = ("clicks", "grid", "mines", "opened", "outcomes", "seed")

    def __init__(
        self, grid: Grid, mines: int, seed: int, outcomes: bytearray, clicks: bytearray, opened: bytearray
    ) -> None:
        self.grid = grid
        self.mines = mines
        self.seed = seed
        self.outcomes = outcomes
        self.clicks = memoryview(clicks).cast("Q")
        self.opened = memoryview(opened).cast("Q")

    @property
    def won(self) -> int:
        """How many games were won."""
        return self.outcomes.count(Outcome.WON.value)

    def __len__(self) -> int:
        return len(self.outcomes)

    def arrays(self) -> dict[str, NDArray[np.integer]]:
        """Outcomes (uint8), clicks and opened (uint64) as NumPy arrays, views without a copy."""
        from hypersweep.arrays import number_array

        count = (len(self),)
        return {
            "outcomes": number_array(self.outcomes, "u1", count),
            "clicks": number_array(self.clicks, "u8", count),
            "opened": number_array(self.opened, "u8", count),
        }

    def __repr__(self) -> str:
        return f"<GameBatch of {len(self)} games on {self.grid} with {self.mines} mines, {self.won} won>"


def play_random(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    rules: Rules | str = CLASSIC,
) -> GameBatch:
    """Games of uniformly random clicks on covered cells, played until they are won or lost.

    The first click of game i is the first number below ``cells`` of the stream (seed, "clicks", index + i); the
    layout is then ``Layout.random(..., index=index + i, first=that cell)`` with the first open of the rules; further
    clicks are the further numbers of the stream, those of open cells passed over. Of the rules only the first open
    matters, as nothing is flagged.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many in each game.
        count: how many games.
        seed: 0 to 2**64 - 1, or None for one that nobody can foresee.
        index: the index of the first game, for batches that go on where another ended.
        rules: ``Rules`` or their text.

    Raises:
        MineCountError: the mines don't fit.
        BoardTooLargeError: this machine can't hold the batch.

    >>> batch = play_random("3x4", 1, 1000, seed=7)
    >>> len(batch), batch.won, max(batch.opened)
    (1000, 596, 11)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    agreed = Rules.parse(rules) if isinstance(rules, str) else rules
    if not isinstance(agreed, Rules):
        raise ParameterTypeError(f"expected Rules or their text, got {shorten(rules)} ({type(rules).__name__})")
    number = check_mines(own, mines, agreed.first_open)
    games = whole_number(count, "count", below=1 << 64)
    start = whole_number(index, "index", below=(1 << 64) - games)
    source = fresh_seed() if seed is None else check_seed(seed)
    check_memory(games * 17 + 192 * own.cells // 8, f"a batch of {games} games on {own}")
    outcomes, clicks, opened = bytearray(games), bytearray(8 * games), bytearray(8 * games)
    _native.play_batch(
        own.geometry(),
        number,
        source,
        stream_name("layout"),
        stream_name("clicks"),
        start,
        games,
        FIRST_OPENS.index(agreed.first_open),
        outcomes,
        clicks,
        opened,
    )
    return GameBatch(own, number, source, outcomes, clicks, opened)
