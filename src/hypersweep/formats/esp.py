r"""ESP Minesweeper's save files.

A file consists of the four bytes ``ESP\0``, height and width as unsigned 64-bit little-endian integers, and a block of
four bytes for every eight cells in index order: valid, mine, open and flag bits, with the first cell in bit 0. Only the
last block may have unused bits; they are 0.

Source: ESP Minesweeper, "File Format".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.byte_fields import shown
from hypersweep.game import Game
from hypersweep.grid import Grid, check_cells
from hypersweep.layout import Layout
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from typing import IO

MAGIC = b"ESP\0"
HEADER_BYTES = 20
MOST_CELLS = 2**64
BLOCKS_AT_ONCE = 1 << 16


def load(data: bytes, *, max_cells: int | None = None) -> Game:
    """Read the game in a save file.

    Args:
        data: the whole file.
        max_cells: maximum number of cells on the board; None for no limit. A file has at least one byte for every two
            cells, so its size limits the board too.

    Raises:
        ParseError: the data isn't a save file, or is damaged.
        ShapeError: the board has more cells than allowed.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> game = load(dump(Game("3x4", layout=Layout("3x4", [(0, 1)]), rules="esp")))
    >>> game.grid, game.mines
    (Grid('3x4'), 1)
    """
    from io import BytesIO

    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ParameterTypeError(f"expected an ESP save as bytes, got {truncate(data)} ({type(data).__name__})")
    own = bytes(data)
    return read_game(BytesIO(own), size=len(own), max_cells=max_cells)


def dump(game: Game) -> bytes:
    """Return a game as a save file; ``load`` reads it back.

    Args:
        game: a game with a fixed layout on a two-dimensional Moore board without wrapping.

    Raises:
        LayoutError: the board isn't a two-dimensional Moore board without wrapping.
        ParameterError: the layout isn't fixed yet.

    >>> dump(Game("3x4", layout=Layout("3x4", [(0, 1)]), rules="esp"))[20:].hex(" ")
    'ff 02 00 00 0f 00 00 00'
    """
    from io import BytesIO

    check_type(game, Game, "a Game")
    layout = game.layout
    if layout is None:
        raise ParameterError("can't save a game before its first open, which decides the layout")
    grid = game.grid
    if grid.dimensions != 2 or grid.adjacency != "moore" or grid.wrap:
        raise LayoutError(f"an ESP save holds only plain boards of rows and columns, got {grid}")
    file = BytesIO()
    write_game(file, game, layout)
    return file.getvalue()


def write_game(file: IO[bytes], game: Game, layout: Layout) -> None:
    """Write a game to an open file, in chunks.

    Args:
        file: the destination.
        game: a two-dimensional game.
        layout: its layout.
    """
    height, width = game.grid.shape
    file.write(MAGIC + height.to_bytes(8, "little") + width.to_bytes(8, "little"))
    blocks = (game.grid.cells + 7) // 8
    for begin in range(0, blocks, BLOCKS_AT_ONCE):
        end = min(begin + BLOCKS_AT_ONCE, blocks)
        piece = bytearray(b"\xff") * (4 * (end - begin))
        if end == blocks:
            piece[-4] = _last_valid_bits(game.grid.cells)
        piece[1::4] = layout.bits(begin, end)
        piece[2::4] = game.open_bits(begin, end)
        piece[3::4] = game.flag_bits(begin, end)
        file.write(piece)


def _last_valid_bits(cells: int) -> int:
    """Return the byte of valid bits for a board's last block: one bit for each cell in it."""
    return 0xFF >> (-cells % 8)


def read_game(file: IO[bytes], *, size: int | None = None, max_cells: int | None = None) -> Game:
    """Read a game from an open file.

    Check the file's size against its header before reading anything else, and allocate memory only for blocks that were
    read and are valid. Any state is accepted: open mines, flags anywhere, a finished game, a mine in every cell.

    Args:
        file: the file, positioned at its start.
        size: its size in bytes; None if unknown, as for a pipe.
        max_cells: maximum number of cells on the board; None for no limit.

    Raises:
        ParseError: the file isn't a save file, or is damaged.
        ShapeError: the board has more cells than allowed.
        OSError: the file can't be read.
        BoardTooLargeError: the board doesn't fit into memory.
    """
    grid = _read_header(file, size)
    check_cells(grid, max_cells)
    mines, opened, flags = _read_planes(file, grid.cells)
    return Game.restore(Layout.from_bits(grid, mines), open_bits=opened, flag_bits=flags, rules="esp")


def _read_header(file: IO[bytes], size: int | None) -> Grid:
    header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        raise ParseError(
            f"expected {HEADER_BYTES} bytes of header that start with 'ESP' and a zero byte, got {shown(header)}"
        )
    height = int.from_bytes(header[4:12], "little")
    width = int.from_bytes(header[12:20], "little")
    if not 1 <= height * width <= MOST_CELLS:
        raise ParseError(f"expected sides of at least 1 and at most 2**64 cells in all, got {height} x {width}")
    expected = HEADER_BYTES + (height * width + 7) // 8 * 4
    if size is not None and size != expected:
        raise ParseError(f"expected {expected} bytes for {height} x {width} cells, got {size}")
    return Grid((height, width))


def _read_planes(file: IO[bytes], cells: int) -> tuple[bytearray, bytearray, bytearray]:
    """Read the remaining blocks up to the end of the file; return their mine, open and flag bits."""
    mines, opened, flags = bytearray(), bytearray(), bytearray()
    blocks = (cells + 7) // 8
    last_valid = _last_valid_bits(cells)
    for begin in range(0, blocks, BLOCKS_AT_ONCE):
        end = min(begin + BLOCKS_AT_ONCE, blocks)
        piece = file.read(4 * (end - begin))
        if len(piece) < 4 * (end - begin):
            raise ParseError(f"expected {blocks} blocks, but the file ends in block {begin + len(piece) // 4}")
        valid = bytearray(b"\xff") * (end - begin)
        if end == blocks:
            valid[-1] = last_valid
            if (piece[-3] | piece[-2] | piece[-1]) & ~last_valid:
                raise ParseError(
                    f"expected zeros after the last cell, but block {blocks - 1} is {shown(bytes(piece[-4:]))}"
                )
        if piece[0::4] != valid:
            raise ParseError(
                f"expected valid bits for exactly the board's cells, but blocks {begin} to {end - 1} have others"
            )
        mines += piece[1::4]
        opened += piece[2::4]
        flags += piece[3::4]
    if file.read(1):
        raise ParseError(f"expected the end of the file after {blocks} blocks, but more bytes follow")
    return mines, opened, flags
