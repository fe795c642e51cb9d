"""Game IDs for Mines in Simon Tatham's Portable Puzzle Collection, and the boards they encode.

A game ID begins with the parameters: columns x rows, then "n" and the number of mines, then "a" if the board may need a
guess: "30x16n99", "9x9n35a". After that there may be:

* ":" and a board: "16x16:5,7,m3f0c...". It consists of the cell to open first, with the column first; a letter; and a
  bit per cell, row by row, in hexadecimal digits with the first cell in the highest bit. "u" or no letter means plain
  bits, "m" masked bits, so that players don't read the mines by accident.
* ":" and the state of a board not generated yet: "9x9n10:r10,u,0f3c...". It consists of the number of mines, "u" or
  "a", and a random generator's state, which this module doesn't interpret.
* "#" and a seed, which this module doesn't interpret either.

If nothing follows, the board is random.

Masking XORs the first half of the bytes (rounded down) with a mask derived from the second half, then the second half
with a mask derived from the new first half. A mask is the SHA-1 of the half followed by "0", then of the half followed
by "1", and so on. Finally, bits past the last cell are cleared. Unmasking reverses these steps.

Source: "Specifying games with the game ID" and "Mines parameters" in the collection's manual; the masking was checked
with boards published by another program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.native_format import text_of
from hypersweep.grid import Grid, check_cells
from hypersweep.layout import Layout
from hypersweep.validation import check_type, truncate, whole_number

if TYPE_CHECKING:
    from hypersweep.typing import Cell

_MOST_SIDE = (1 << 15) - 1
_MOST_DIGITS = 9
_HEX = frozenset("0123456789abcdefABCDEF")
# Table for reversing the bits in a byte.
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclass(frozen=True, slots=True)
class Params:
    """Game parameters: size, mines, and whether guesses may be needed.

    Args:
        columns: number of columns, 1 to 32,767.
        rows: number of rows, 1 to 32,767.
        mines: number of mines; None if it isn't stated, because the board that follows contains the mines.
        is_solvable: whether boards never need a guess.

    Raises:
        ParameterError: the sides are impossible, or there are more mines than cells.

    >>> Params(30, 16, 99).grid
    Grid('16x30')
    """

    columns: int
    rows: int
    mines: int | None = None
    is_solvable: bool = True

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "columns", whole_number(self.columns, "columns", least=1, below=_MOST_SIDE + 1))
        put(self, "rows", whole_number(self.rows, "rows", least=1, below=_MOST_SIDE + 1))
        if not isinstance(self.is_solvable, bool):
            raise ParameterTypeError(f"expected a boolean for is_solvable, got {truncate(self.is_solvable)}")
        if self.mines is not None:
            put(self, "mines", whole_number(self.mines, "mines", below=self.columns * self.rows + 1))

    @property
    def grid(self) -> Grid:
        """The grid, rows first."""
        return Grid((self.rows, self.columns))


@dataclass(frozen=True, slots=True)
class GameID:
    """The contents of a game ID.

    Args:
        params: the parameters.
        layout: the mines; None if the ID doesn't contain them.
        first: row and column of the cell to open first; None to leave the choice to the player.
        mark: how the mines are encoded: "m" masked, "u" or "" plain.
        state: the state of a board not generated yet, such as "r10,u,0f3c"; "" if there is none.
        seed: the text after "#"; None if there is none.

    Raises:
        ParameterError: an argument is impossible, or contradicts another.

    >>> GameID(Params(4, 3), Layout("3x4", [(0, 1), (2, 3)]), first=(2, 0), mark="u").format()
    '4x3:0,2,u401'
    """

    params: Params
    layout: Layout | None = None
    first: tuple[int, int] | None = None
    mark: str = "m"
    state: str = ""
    seed: str | None = None

    def __post_init__(self) -> None:
        params, layout, first = self.params, self.layout, self.first
        mark, state, seed = self.mark, self.state, self.seed
        check_type(params, Params, "Params")
        grid = params.grid
        if layout is not None and not isinstance(layout, Layout):
            raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
        if layout is not None and layout.grid != grid:
            raise LayoutError(f"expected a layout for {grid}, got one for {layout.grid}")
        if mark not in ("m", "u", ""):
            raise ParameterError(f"expected a mark of 'm', 'u' or '', got {truncate(mark)}")
        for text, what in ((state, "state"), ("" if seed is None else seed, "seed")):
            check_type(text, str, f"text for the {what}")
            if text != text.rstrip():
                raise ParameterError(f"expected no whitespace at the end of the {what}, got {truncate(text)}")
        if state and ((mines := _state_mines(state)) is None or mines > grid.cells):
            raise ParameterError(f"expected a state such as 'r10,u,0f3c' of a board of {grid}, got {truncate(state)}")
        if (layout is not None) + bool(state) + (seed is not None) > 1:
            raise ParameterError("expected one of layout, state and seed, got several")
        if first is not None and layout is None:
            raise ParameterError(f"first needs a layout, got {truncate(first)} alone")
        if first is not None:
            object.__setattr__(self, "first", grid.cell(first))
        if layout is None:
            object.__setattr__(self, "mark", "m")

    @property
    def mines(self) -> int | None:
        """Number of mines on the board, or None if the ID doesn't state it."""
        if self.layout is not None:
            return self.layout.mines
        return _state_mines(self.state) if self.state else self.params.mines

    def format(self) -> str:
        """Return the game ID as text; ``parse`` reads it back."""
        return format(self)


def parse_params(text: str) -> Params:
    """Parse parameters; a single side means a square.

    Raises:
        ParseError: the text isn't parameters for Mines.

    >>> parse_params("30x16n99a")
    Params(columns=30, rows=16, mines=99, is_solvable=False)
    """
    check_type(text, str, "parameters as text")
    sides, has_mines, mines = text.removesuffix("a").partition("n")
    columns, has_rows, rows = sides.partition("x")
    words = [columns, *([rows] if has_rows else []), *([mines] if has_mines else [])]
    if not all(_is_number(word) for word in words):
        raise ParseError(f"expected parameters of Mines such as '30x16n99', got {truncate(text)}", text=text)
    try:
        return Params(
            int(columns),
            int(rows if has_rows else columns),
            int(mines) if has_mines else None,
            not text.endswith("a"),
        )
    except ParameterError as error:
        raise ParseError(str(error), text=text) from None


def format_params(params: Params) -> str:
    """Format parameters as text; ``parse_params`` reads it back.

    >>> format_params(Params(30, 16, 99)), format_params(Params(9, 9, is_solvable=False))
    ('30x16n99', '9x9a')
    """
    check_type(params, Params, "Params")
    mines = "" if params.mines is None else f"n{params.mines}"
    return f"{params.columns}x{params.rows}{mines}{'' if params.is_solvable else 'a'}"


def parse(text: str, *, max_cells: int | None = None) -> GameID:
    """Parse a game ID.

    Args:
        text: the game ID; surrounding spaces are ignored.
        max_cells: maximum number of cells on the board; None for no limit.

    Raises:
        ParseError: the text isn't a game ID for Mines.
        ShapeError: the board has more cells than allowed.

    >>> parse("4x3:0,2,u401").layout == Layout("3x4", [(0, 1), (2, 3)])
    True
    >>> parse("9x9:4,4,m750a781f936c7f3d39ec8").layout.mines
    10
    """
    check_type(text, str, "a game ID as text")
    line = text.strip()
    place = min((found for sign in ":#" if (found := line.find(sign)) >= 0), default=len(line))
    params = parse_params(line[:place])
    rest = line[place + 1 :]
    check_cells(params.grid, max_cells)
    if line[place : place + 1] == ":":
        return parse_board(params, rest)
    return GameID(params, seed=rest if place < len(line) else None)


def parse_board(params: Params, text: str) -> GameID:
    """Parse the part of a game ID after ":", given the parameters.

    Raises:
        ParseError: the text isn't a board for these parameters.

    >>> parse_board(Params(4, 3), "0,2,u401").first
    (2, 0)
    """
    grid = params.grid
    if text[:1] == "r":
        try:
            return GameID(params, state=text)
        except ParameterError as error:
            raise ParseError(str(error), text=text, position=0) from None
    *places, last = text.split(",", 2)
    first = None
    if places:
        if len(places) != 2 or not all(map(_is_number, places)):
            raise ParseError(f"expected a board such as '5,7,m3f0c', got {truncate(text)}", text=text, position=0)
        column, row = map(int, places)
        if column >= params.columns or row >= params.rows:
            raise ParseError(
                f"expected a first cell in {params.columns} columns and {params.rows} rows, got {column},{row}",
                text=text,
                position=0,
            )
        first = row, column
    mark = last[:1] if last[:1] in ("m", "u") else ""
    digits = last[len(mark) :]
    size = (grid.cells + 3) // 4
    if len(digits) != size or not _HEX.issuperset(digits):
        raise ParseError(
            f"expected {size} hexadecimal digits for a board of {grid}, got {len(digits)} characters: "
            f"{truncate(digits)}",
            text=text,
        )
    bits = bytes.fromhex(digits + "0" * (size % 2))
    plain = unmask(bits, grid.cells) if mark == "m" else _cut(bits, grid.cells)
    try:
        return GameID(params, Layout.from_bits(grid, plain.translate(_TURNED)), first, mark)
    except MemoryError:
        raise
    except HypersweepError as error:
        raise ParseError(str(error), text=text) from None


def format(game: GameID) -> str:  # noqa: A001 - the other half of parse
    """Return the game ID as text; ``parse`` reads it back.

    >>> format(GameID(Params(4, 3, 2), seed="123"))
    '4x3n2#123'
    """
    check_type(game, GameID, "a GameID")
    params = format_params(game.params)
    if game.seed is not None:
        return f"{params}#{game.seed}"
    board = format_board(game)
    return f"{params}:{board}" if board else params


def format_board(game: GameID) -> str:
    """Return the part of a game ID after ":", or "" if there is none.

    >>> format_board(GameID(Params(4, 3), Layout("3x4", [(0, 1), (2, 3)]), mark=""))
    '401'
    """
    if game.layout is None:
        return game.state
    cells = game.layout.grid.cells
    bits = game.layout.bits().translate(_TURNED)
    digits = (mask(bits, cells) if game.mark == "m" else bits).hex()[: (cells + 3) // 4]
    place = "" if game.first is None else f"{game.first[1]},{game.first[0]},"
    return f"{place}{game.mark}{digits}"


def mask(bits: bytes, count: int) -> bytes:
    """Mask a board's bits as Mines does; ``unmask`` reverses it.

    Args:
        bits: ceil(count / 8) bytes; the first bit is the highest bit of the first byte.
        count: number of bits.

    Raises:
        ParameterError: the number of bytes is wrong.

    Complexity: O(count), since each half is hashed only once.

    >>> mask(bytes.fromhex("4010"), 12).hex()
    'f810'
    """
    first, second = _halves(bits, count)
    first = _mix(first, second)
    return _cut(first + _mix(second, first), count)


def unmask(bits: bytes, count: int) -> bytes:
    """Reverse ``mask``; takes the same arguments.

    >>> unmask(mask(bytes.fromhex("4010"), 12), 12).hex()
    '4010'
    """
    first, second = _halves(bits, count)
    # ``mask`` cleared the bits past the last cell after masking the second half. The first half's mask is derived from
    # the original second half, so clear those bits before computing it.
    second = _cut(first + _mix(second, first), count)[len(first) :]
    return _mix(first, second) + second


def _halves(bits: bytes, count: int) -> tuple[bytes, bytes]:
    number = whole_number(count, "count", least=1)
    if not isinstance(bits, bytes) or len(bits) != (number + 7) // 8:
        raise ParameterError(f"expected {(number + 7) // 8} bytes for {number} bits, got {truncate(bits)}")
    half = len(bits) // 2
    return bits[:half], bits[half:]


def _mix(target: bytes, seed: bytes) -> bytes:
    from hashlib import sha1

    begun = sha1(seed, usedforsecurity=False)
    parts = []
    for number in range((len(target) + 19) // 20):
        part = begun.copy()
        part.update(str(number).encode())
        parts.append(part.digest())
    stream = b"".join(parts)[: len(target)]
    return (int.from_bytes(target, "big") ^ int.from_bytes(stream, "big")).to_bytes(len(target), "big")


def _cut(bits: bytes, count: int) -> bytes:
    spare = -count % 8
    return bits[:-1] + bytes([bits[-1] >> spare << spare])


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS


def _state_mines(text: str) -> int | None:
    """Return the number of mines in a state such as "r10,u,0f3c", or None for any other text."""
    parts = text[1:].split(",", 2)
    if text[:1] != "r" or len(parts) != 3 or not _is_number(parts[0]) or parts[1] not in ("u", "a"):
        return None
    return int(parts[0])


def load_board(data: bytes, max_cells: int | None = None) -> Layout:
    """Read the board from a file with a game ID, ignoring the cell to open first.

    Raises:
        ParseError: the file isn't a game ID, or the game ID doesn't contain the mines.
        ShapeError: the board has more cells than allowed.

    >>> load_board(b"4x3:0,2,u401")
    Layout.parse('3x4.bAgg')
    """
    text = text_of(data, "a game ID")
    game = parse(text, max_cells=max_cells)
    if game.layout is None:
        raise ParseError(
            "expected a game ID that says where the mines are, such as '4x3:0,2,u401', got one that only "
            "its own program can turn into a board",
            text=text,
        )
    return game.layout


def dump_board(layout: Layout, first: Cell | None = None) -> bytes:
    """Return a board as a file with a game ID, with masked mines as in Mines.

    Args:
        layout: the board.
        first: the cell to open first; None to leave the choice to the player.

    Raises:
        CellError: the first cell isn't on the board.
        LayoutError: the board isn't a two-dimensional Moore board without wrapping.
        ParameterError: a side is too long.

    >>> from hypersweep import Layout
    >>> load_board(dump_board(Layout("3x4", [(0, 1), (2, 3)])))
    Layout.parse('3x4.bAgg')
    """
    grid = layout.grid
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise LayoutError(f"expected a plain board of rows and columns for a game ID, got {grid}")
    rows, columns = grid.shape
    place = None if first is None else (first[0], first[1])
    return format(GameID(Params(columns, rows), layout, place)).encode() + b"\n"
