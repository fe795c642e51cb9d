"""Layouts: where the mines on a board are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.codes import MINE
from hypersweep.copying import Immutable
from hypersweep.errors import (
    LayoutError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RulesError,
)
from hypersweep.grid import Grid, check_cells
from hypersweep.rng import GnuRandom, check_seed, fresh_seed, stream_name
from hypersweep.text import stable_digest
from hypersweep.validation import check_memory, check_type, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.symmetry import Symmetry
    from hypersweep.typing import CellLike, FirstOpen

__all__ = ["FIRST_OPENS", "Layout", "check_first_open", "check_mines", "excluded_cells"]

# A module-level name: looking up the attribute each time takes as long as the call itself.
_set = object.__setattr__

FIRST_OPENS: tuple[FirstOpen, ...] = ("any", "safe", "opening")


def check_first_open(first_open: object) -> FirstOpen:
    """Check that a promise for the first click exists, and return its name.

    Raises:
        RulesError: there is no such promise.

    >>> check_first_open("opening")
    'opening'
    """
    if isinstance(first_open, str) and first_open in FIRST_OPENS:
        return FIRST_OPENS[FIRST_OPENS.index(first_open)]
    hint = suggest(first_open, list(FIRST_OPENS)) if isinstance(first_open, str) else ""
    raise RulesError(f"expected a first click 'any', 'safe' or 'opening', got {truncate(first_open)}{hint}")


def check_mines(grid: Grid, mines: object, first_open: FirstOpen = "any") -> int:
    """Return the number of mines, after checking that they fit on the grid whichever cell is opened first.

    Args:
        grid: the board.
        mines: number of mines, 0 or more.
        first_open: "any", "safe" (the first cell contains no mine) or "opening" (nor do its neighbours).

    Raises:
        ParameterTypeError: ``mines`` isn't a whole number.
        MineCountError: ``mines`` is negative or too large.
        RulesError: there is no such promise.

    >>> check_mines(Grid("3x4"), 11, "safe")
    11
    """
    kept = {"any": 0, "safe": 1, "opening": grid.max_neighbours + 1}[check_first_open(first_open)]
    try:
        count = whole_number(mines, "mines")
    except ParameterTypeError:
        raise
    except ParameterError as error:
        raise MineCountError(str(error)) from None
    if count > grid.cells - kept:
        why = "" if not kept else f", as the first click ({first_open}) keeps {kept} free"
        raise MineCountError(f"expected at most {grid.cells - kept} mines on {grid}{why}, got {truncate(count)}")
    return count


def draw_mines(
    grid: Grid,
    mines: int,
    seed: int,
    index: int,
    first: CellLike | None,
    first_open: FirstOpen,
    watch: _native.Watch,
) -> _native.Mines | None:
    """Draw mines like ``Layout.random``, from checked arguments. Returns: None if cancelled through ``watch``."""
    excluded = excluded_cells(grid, first, first_open)
    return _native.Mines.sample_watched(grid.geometry(), mines, seed, stream_name("layout"), index, excluded, watch)


def excluded_cells(grid: Grid, first: CellLike | None, first_open: FirstOpen) -> list[int]:
    """Return, in ascending order, the indices of the cells that a first click's promise keeps free of mines.

    Raises:
        CellError: the first cell isn't on the grid; this is checked for every promise.

    >>> excluded_cells(Grid("3x4"), (0, 0), "opening")
    [0, 1, 4, 5]
    """
    if first is None:
        return []
    index = grid.index(first)
    if first_open == "any":
        return []
    if first_open == "safe":
        return [index]
    return sorted([index, *grid.geometry().neighbours(index)])


class Layout(Immutable):
    """The mines on a board. Immutable.

    Args:
        grid: the board, as a ``Grid`` or text.
        mine_cells: the cells that contain a mine, each once.

    Raises:
        CellError: a mine isn't on the grid.
        LayoutError: a mine is given twice.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> layout = Layout("3x4", [(0, 1), (2, 3)])
    >>> layout.mines, layout.clue((1, 2)), layout.is_mine((2, 3))
    (2, 2, True)
    """

    __slots__ = ("_hash", "_mines", "grid")
    __match_args__ = ("grid",)

    grid: Grid
    _mines: _native.Mines
    _hash: int | None

    def __init__(self, grid: Grid | str | Sequence[int], mine_cells: Iterable[CellLike] = ()) -> None:
        own = _board_grid(grid)
        if isinstance(mine_cells, int | str) or not hasattr(mine_cells, "__iter__"):
            raise ParameterTypeError(f"expected the cells with a mine, got {truncate(mine_cells)}")
        indices = [own.index(cell) for cell in mine_cells]
        if len(set(indices)) != len(indices):
            seen: set[int] = set()
            twice = next(i for i in indices if i in seen or seen.add(i))  # type: ignore[func-returns-value]
            raise LayoutError(f"expected every mine once, got {own.cell(twice)} twice on {own}")
        self._put(own, _native.Mines.from_indices(own.geometry(), indices))

    def _put(self, grid: Grid, mines: _native.Mines) -> None:
        _set(self, "grid", grid)
        _set(self, "_mines", mines)
        _set(self, "_hash", None)

    @classmethod
    def _of(cls, grid: Grid, mines: _native.Mines) -> Layout:
        layout = cls.__new__(cls)
        layout._put(grid, mines)
        return layout

    @classmethod
    def random(
        cls,
        grid: Grid | str | Sequence[int],
        mines: int,
        *,
        seed: int | None = None,
        index: int = 0,
        first: CellLike | None = None,
        first_open: FirstOpen = "any",
    ) -> Layout:
        """Return a random layout with exactly ``mines`` mines; every possible layout is equally likely.

        The layout depends only on the arguments, and is the same on every platform. It is drawn from the stream (seed,
        "layout", index) in ``hypersweep.rng``. With n cells, W = ceil(n / 64) words, e cells kept free and a = n - e:

        1. If more than a // 2 cells are to be mines, the safe ones are drawn instead and the result is inverted
           (outside the cells kept free). Let m be the number to draw.
        2. If m > n // 16, let k = min(width(n) // 2 + 2, 63 - width(m)), width being the bits of a number, and
           t = (m << k) // a, less 1 unless it is 0; while t is even and not 0, halve t and reduce k by 1; if t is 0,
           let k = 0. Word w starts as 0, and for digit j = 0 .. k - 1 it is combined with stream word j W + w: by OR if
           bit j of t is 1, by AND if it is 0. Bits past n and of the cells kept free are cleared.
           Otherwise k = 0 and all words are 0.
        3. Starting with stream word k W: while more than m bits are set, draw a number below n and clear that bit;
           while fewer are set, draw a number below n and set that bit, unless its cell is kept free.

        Args:
            grid: the board, as a ``Grid`` or text.
            mines: number of mines.
            seed: 0 to 2**64 - 1, or None for a random one.
            index: number of the layout among those with the same seed, 0 to 2**64 - 1.
            first: the cell to open first, if any.
            first_open: promise for that cell: "any", "safe" or "opening".

        Raises:
            MineCountError: the mines don't fit.
            CellError: ``first`` isn't on the grid.
            BoardTooLargeError: the board doesn't fit into memory.

        Complexity: O(mines) if there are few mines, else O(cells).

        >>> Layout.random("3x4", 3, seed=7, first=(0, 0), first_open="opening").is_mine((1, 1))
        False
        """
        own = _board_grid(grid)
        check_first_open(first_open)
        count = check_mines(own, mines, "any" if first is None else first_open)
        number = fresh_seed() if seed is None else check_seed(seed)
        which = whole_number(index, "index", below=1 << 64)
        excluded = excluded_cells(own, first, first_open)
        name = stream_name("layout")
        return cls._of(own, _native.Mines.sample(own.geometry(), count, number, name, which, excluded))

    @classmethod
    def from_bits(
        cls,
        grid: Grid | str | Sequence[int],
        data: bytes | bytearray | memoryview,
        *,
        max_cells: int | None = None,
    ) -> Layout:
        """Return a layout from a bit string, in which bit i % 8 of byte i // 8 represents the cell with index i.

        Args:
            grid: the board.
            data: ceil(cells / 8) bytes; bits past the last cell must be 0.
            max_cells: maximum number of cells; None for no limit.

        Raises:
            LayoutError: the number of bytes is wrong, or bits are set past the last cell.
            ShapeError: the board has more cells than allowed.

        >>> list(Layout.from_bits("3x4", bytes([0b10, 0b1000])).mine_cells())
        [(0, 1), (2, 3)]
        """
        own = grid if isinstance(grid, Grid) else Grid(grid)
        check_cells(own, max_cells)
        _check_board(own)
        return cls._from_prefix(own, data, (own.cells + 7) // 8)

    @classmethod
    def _from_prefix(cls, own: Grid, data: bytes | bytearray | memoryview, size: int) -> Layout:
        try:
            if memoryview(data).nbytes != size:
                raise ValueError("wrong number of bytes")
            return cls._of(own, _native.Mines.from_bits(own.geometry(), data))
        except (TypeError, BufferError):
            raise ParameterTypeError(f"expected bytes of mines, got {truncate(data)} ({type(data).__name__})") from None
        except ValueError as error:
            raise LayoutError(_bits_message(own, data, str(error))) from None

    @classmethod
    def esp(cls, grid: Grid | str | Sequence[int], mines: int, *, random: GnuRandom, first: CellLike) -> Layout:
        """Return the layout produced by ESP Minesweeper's map generation.

        It visits the fields in index order, except the starting field. A field becomes a mine if the next 64-bit number
        from the stream, modulo the number of remaining fields, is less than the number of remaining mines.

        Args:
            grid: the board.
            mines: number of mines, at most ``cells`` - 1.
            random: the stream; it continues from its current position.
            first: the starting field.

        Raises:
            MineCountError: the mines don't fit.
            CellError: ``first`` isn't on the grid.
            BusyError: another thread used the stream at the same time; the stream is restored to its state before the
                call.

        Source: ESP Minesweeper, "Map Generation Algorithm".

        >>> Layout.esp("3x4", 2, random=GnuRandom(0), first=(1, 1)).mines
        2
        """
        own = _board_grid(grid)
        count = check_mines(own, mines, "safe")
        check_type(random, GnuRandom, "a GnuRandom")
        start = own.index(first)
        return cls._of(own, _native.Mines.esp(own.geometry(), count, start, random._native))

    @property
    def mines(self) -> int:
        """Number of mines."""
        return self._mines.count

    def __getitem__(self, cell: CellLike) -> int:
        """Return a cell's code, as in a ``View`` with nothing covered: ``MINE`` (-3) or its clue.

        Raises:
            CellError: the cell isn't on the board.

        >>> Layout("3x4", [(0, 1), (2, 3)])[1, 2]
        2
        """
        index = self.grid.index(cell)
        return MINE if self._mines.test(index) else self._mines.clue(index)

    def __len__(self) -> int:
        return self.grid.cells

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in index order; ``mine_cells`` yields only those with a mine."""
        return iter(self.grid)

    def __contains__(self, cell: object) -> bool:
        """Return whether a value is a cell on the board, with or without a mine; see ``is_mine``."""
        return cell in self.grid

    def keys(self) -> Iterator[tuple[int, ...]]:
        """Iterate over all cells in index order, so that ``dict(layout)`` maps each cell to its code.

        >>> dict(Layout("1x2", [(0, 0)]))
        {(0, 0): -3, (0, 1): 1}
        """
        return iter(self.grid)

    def values(self) -> Iterator[int]:
        """Iterate over all codes in index order."""
        return map(self.__getitem__, range(self.grid.cells))

    def items(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Iterate over all cells with their codes, in index order.

        >>> [cell for cell, code in Layout("2x3", [(0, 0)]).items() if code == 1]
        [(0, 1), (1, 0), (1, 1)]
        """
        return ((cell, self[index]) for index, cell in enumerate(self.grid))

    def is_mine(self, cell: CellLike) -> bool:
        """Return whether a cell contains a mine."""
        return self._mines.test(self.grid.index(cell))

    def clue(self, cell: CellLike) -> int:
        """Return the number of mines next to a cell, whether or not the cell itself is a mine."""
        return self._mines.clue(self.grid.index(cell))

    def mine_cells(self) -> Iterator[tuple[int, ...]]:
        """Iterate over the cells that contain a mine, in index order."""
        cell = self.grid.cell
        return map(cell, self.mine_indices())

    def mine_indices(self) -> Iterator[int]:
        """Iterate over the mines' raveled indices, ascending."""
        begin = 0
        while found := self._mines.indices(begin, 4096):
            yield from found
            begin = found[-1] + 1

    def bits(self, begin: int = 0, end: int | None = None) -> bytes:
        """Return bytes ``begin`` to ``end`` of the bit string read by ``from_bits``.

        >>> Layout("3x4", [(0, 1), (2, 3)]).bits().hex()
        '0208'
        """
        return self._mines.bits(*_byte_range(self.grid, begin, end))

    def mine_array(self) -> NDArray[np.bool_]:
        """Return whether each cell contains a mine, as a NumPy array of bool in the grid's shape."""
        from hypersweep.arrays import bit_array

        return bit_array(self.bits(), self.grid.shape)

    def clue_array(self) -> NDArray[np.integer]:
        """Return the number of mines next to each cell, mines included, as a read-only NumPy array in the grid's shape.

        Its dtype is uint8, or uint16 or uint32 if a cell has more than 255 or 65,535 neighbours.
        """
        from hypersweep.arrays import number_array

        most = self.grid.max_neighbours
        size = 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4
        return number_array(self._mines.clues(0, self.grid.cells, size), f"u{size}", self.grid.shape)

    @property
    def codes(self) -> memoryview:
        """The codes of all cells, as in a ``View`` with nothing covered and no mine exploded; takes O(cells).

        >>> Layout("2x3", [(0, 0)]).codes.tolist()
        [-3, 1, 0, 1, 1, 0]
        """
        from array import array

        from hypersweep.codes import MINE

        most = self.grid.max_neighbours
        size = 1 if most < 1 << 8 else 2 if most < 1 << 16 else 4
        clues = array({1: "B", 2: "H", 4: "I"}[size])
        clues.frombytes(self._mines.clues(0, self.grid.cells, size))
        codes = array(self.grid.code_format, clues)
        for index in self.mine_indices():
            codes[index] = MINE
        return memoryview(codes).toreadonly()

    def format(self) -> str:
        """Return the board ID: the grid, then the mines as bits or as gaps, whichever is shorter.

        The grid's text and "." are followed by "b" with the bit string, without trailing zero bytes, or "g" with gaps.
        A gap is the number of safe cells between a mine and the previous one, as a LEB128 number. Both are in URL-safe
        base64 without padding.

        >>> Layout("3x4", [(0, 1), (2, 3)]).format()
        '3x4.bAgg'
        """
        gaps = bytearray()
        limit = (self.grid.cells + 7) // 8
        after = 0
        for index in self.mine_indices():
            gap = index - after
            after = index + 1
            while gap >= 0x80:
                gaps.append(gap & 0x7F | 0x80)
                gap >>= 7
            gaps.append(gap)
            if len(gaps) >= limit:
                break
        else:
            if len(gaps) < len(bits := self._stripped_bits(len(gaps))):
                return f"{self.grid}.g{_encode(gaps)}"
            return f"{self.grid}.b{_encode(bits)}"
        return f"{self.grid}.b{_encode(self.bits().rstrip(bytes(1)))}"

    def _stripped_bits(self, enough: int) -> bytes:
        # If the last mine has a high index, the bits would be longer than the gaps, so don't generate them.
        last = max(self.mine_indices(), default=0)
        if last // 8 > enough:
            return bytes(enough + 1)
        return self.bits(0, last // 8 + 1).rstrip(bytes(1))

    @classmethod
    def parse(cls, text: str, *, max_cells: int | None = None) -> Layout:
        """Parse a board ID.

        A short text can describe a huge board. Parsing takes time proportional to the text, but using the layout may
        take much more time and memory.

        Args:
            text: the board ID.
            max_cells: maximum number of cells, for untrusted text; None for no limit.

        Raises:
            ParseError: the text isn't a board ID.
            ShapeError: the grid is impossible, or has more cells than allowed.
            BoardTooLargeError: the board doesn't fit into memory.

        >>> Layout.parse("3x4.bAgg") == Layout("3x4", [(0, 1), (2, 3)])
        True
        """
        check_type(text, str, "a layout as text")
        shape, dot, payload = text.partition(".")
        if not dot or payload[:1] not in ("b", "g"):
            raise ParseError(
                f"expected a grid and '.b' or '.g' with the mines, got {truncate(text)}",
                text=text,
                position=len(shape),
            )
        grid = Grid.parse(shape, max_cells=max_cells)
        data = _decode(payload[1:], text, len(shape) + 2)
        _check_board(grid)
        if payload[0] == "g":
            return cls._of(grid, _native.Mines.from_indices(grid.geometry(), _read_gaps(data, grid, text)))
        size = (grid.cells + 7) // 8
        if len(data) > size:
            raise ParseError(f"expected at most {size} bytes of mines for {grid}, got {len(data)}", text=text)
        try:
            return cls._from_prefix(grid, data, len(data))
        except LayoutError as error:
            raise ParseError(str(error), text=text) from None

    def _repr_svg_(self) -> str:
        from hypersweep.picture.notebook import board_picture

        return board_picture(self.grid, self.mines, lambda: self.codes)

    def _items(self) -> bytes:
        """Return one byte per cell, "1" for a mine and "0" for a safe cell."""
        number = int.from_bytes(self.bits(), "little")
        return f"{number:0{self.grid.cells}b}"[::-1].encode()

    def symmetries(self) -> Iterator[Symmetry]:
        """Iterate over the symmetries of the board that map the mines onto themselves, starting with the identity.

        ``hypersweep.symmetry.symmetries`` returns all symmetries of a board.

        >>> [symmetry.axes for symmetry in Layout("3x3", [(0, 0)]).symmetries()]
        [(0, 1), (1, 0)]
        """
        from hypersweep.symmetry import own_symmetries

        return own_symmetries(self._items(), self.grid)

    def transform(self, symmetry: Symmetry) -> Layout:
        """Return this layout's image under a symmetry of the board.

        Raises:
            ParameterError: the symmetry belongs to another board.

        >>> from hypersweep.symmetry import symmetries
        >>> layout = Layout("3x4", [(0, 1)])
        >>> [next(layout.transform(symmetry).mine_cells()) for symmetry in symmetries(layout.grid)]
        [(0, 1), (0, 2), (2, 1), (2, 2)]
        """
        from hypersweep.symmetry import transformed

        number = int(transformed(self._items(), symmetry, self.grid)[::-1], 2)
        return Layout.from_bits(self.grid, number.to_bytes((self.grid.cells + 7) // 8, "little"))

    def canonical_symmetry(self) -> Symmetry:
        """Return the symmetry that maps this layout to ``canonical``; its ``inverse`` maps cells back."""
        from hypersweep.symmetry import canonical_symmetry

        return canonical_symmetry(self._items(), self.grid)

    def canonical(self) -> Layout:
        """Return a canonical layout: the same one for all layouts that symmetries of the board map to each other.

        It is the one whose mines come first: at the first index where two of these layouts differ, it has the mine.

        Complexity: O(symmetries) for most layouts, O(symmetries * cells) at worst.

        >>> Layout("3x4", [(2, 2)]).canonical() == Layout("3x4", [(0, 1)]).canonical()
        True
        """
        return self.transform(self.canonical_symmetry())

    @property
    def digest(self) -> str:
        """A hash of the layout as 32 hexadecimal digits, the same on every machine and in every run.

        It is the 16-byte BLAKE2b hash of the board ID in UTF-8. Unlike ``hash``, it suits file names and databases.

        >>> Layout("3x4", [(0, 1), (2, 3)]).digest
        '940d98b788d935155ec1090ab9d4f521'
        """
        return stable_digest(self.format())

    def __eq__(self, other: object) -> bool:
        """Return whether grid and mines are equal."""
        if not isinstance(other, Layout):
            return NotImplemented
        return self.grid == other.grid and self._mines.same(other._mines)

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = hash((self.grid, self._mines.hash()))
            _set(self, "_hash", value)
        return value

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        if self.grid.cells <= 1024:
            return f"Layout.parse({self.format()!r})"
        return f"<Layout {self.grid} with {pluralize(self.mines, 'mine')}>"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[object, tuple[Grid, bytes]]:
        return Layout.from_bits, (self.grid, self.bits())


def _board_grid(grid: Grid | str | Sequence[int]) -> Grid:
    own = grid if isinstance(grid, Grid) else Grid(grid)
    _check_board(own)
    return own


def _check_board(grid: Grid) -> None:
    if grid.cells >= 1 << 31:  # smaller ones always fit, and formatting the grid takes longer than creating them
        check_memory(grid.cells // 8, f"the layout of {grid}")


def _byte_range(grid: Grid, begin: int, end: int | None) -> tuple[int, int]:
    size = (grid.cells + 7) // 8
    first = whole_number(begin, "begin")
    last = size if end is None else whole_number(end, "end")
    return min(first, size), min(last, size)


def _bits_message(grid: Grid, data: bytes | bytearray | memoryview, reason: str) -> str:
    size = (grid.cells + 7) // 8
    if memoryview(data).nbytes != size:
        return f"expected {size} bytes of bits for {grid}, got {memoryview(data).nbytes}"
    return f"expected no bits past cell {grid.cells - 1} of {grid}: {reason}"


# Use binascii and these tables instead of base64, because importing base64 would load the re module.
_URL_SAFE = str.maketrans("+/", "-_")
_PLAIN = str.maketrans("-_", "+/")


def _encode(data: bytes | bytearray) -> str:
    from binascii import b2a_base64

    return b2a_base64(data, newline=False).decode("ascii").rstrip("=").translate(_URL_SAFE)


def _decode(payload: str, text: str, position: int) -> bytes:
    from binascii import a2b_base64

    allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    if stray := payload.lstrip(allowed):
        place = position + len(payload) - len(stray)
        raise ParseError(
            f"expected URL-safe base64 at position {place}, got {truncate(stray)}", text=text, position=place
        )
    if len(payload) % 4 == 1:
        raise ParseError(f"expected whole bytes of base64, got {len(payload)} characters", text=text, position=position)
    return a2b_base64(payload.translate(_PLAIN) + "=" * (-len(payload) % 4))


def _read_gaps(data: bytes, grid: Grid, text: str) -> Iterator[int]:
    # Yield the numbers: a list of them would take forty times as much memory as the text.
    after = gap = shift = 0
    for byte in data:
        gap |= (byte & 0x7F) << shift
        if byte & 0x80:
            shift += 7
            if shift > 63:
                raise ParseError("a gap between mines is 2**64 or more", text=text)
            continue
        after += gap
        if after >= grid.cells:
            raise ParseError(f"expected mines within {grid.cells} cells of {grid}, got one at index {after}", text=text)
        yield after
        after += 1
        gap = shift = 0
    if shift or gap:
        raise ParseError("the last gap between mines is cut off", text=text)
