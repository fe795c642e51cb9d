r"""Save files of ESP Minesweeper.

A file is the four bytes ``ESP\0``, height and width as unsigned 64-bit little-endian integers, and for every eight
cells in raveled order a block of four bytes: valid, mine, open and flag bits, the first cell in bit 0. Only the last
block may have bits without a cell, all of them 0.

Source: ESP Minesweeper, "File Format".
"""

from __future__ import annotations

import os
import stat

from hypersweep.errors import BoardTooLargeError, ParseError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.lazy import defer
from hypersweep.saving import save_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO
else:
    defer(globals(), "from typing import IO")

__all__ = ["load_game", "save_game"]

MAGIC = b"ESP\0"
HEADER_BYTES = 20
MOST_CELLS = 2**64
BLOCKS_AT_ONCE = 1 << 16


def save_game(name: str, game: Game) -> None:
    """Write a game to a file, the whole of it or none.

    ``hypersweep.saving`` says what becomes of links, permissions and devices.

    Args:
        name: the file, relative to the working directory.
        game: a game of two dimensions whose layout is decided.

    Raises:
        OSError: the file can't be written; what was there is untouched, and nothing else is left behind.
        ValueError: no file can have that name, such as one with a NUL; or the layout isn't decided.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     name = os.path.join(directory, "game")
    ...     save_game(name, Game("3x4", layout=Layout("3x4", [(0, 1)]), rules="esp"))
    ...     os.path.getsize(name), load_game(name).mines
    (28, 1)
    """
    layout = game.layout
    if layout is None:
        raise ValueError("expected a game whose layout is decided, not one before its first open")
    save_whole(name, lambda file: _write_game(file, game, layout))


def _write_game(file: IO[bytes], game: Game, layout: Layout) -> None:
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
    """Valid bits of the last block of a board."""
    return 0xFF >> (-cells % 8)


def load_game(name: str) -> Game:
    """Game that a file holds.

    The file's size is held against what its header claims before anything else is read, and memory is taken only for
    what was read and found right. Any state is accepted: open mines, flags anywhere, a board played to its end, a mine
    in every cell.

    Args:
        name: the file, relative to the working directory.

    Raises:
        ParseError: this is no save file, or a damaged one.
        OSError: the file can't be opened or read.
        ValueError: no file can have that name, such as one with a NUL.
        BoardTooLargeError: the file is right, but this machine can't hold its board.

    >>> load_game("no file of this name")
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no file of this name'
    """
    try:
        with open(name, "rb") as file:
            grid = _read_header(file)
            mines, opened, flags = _read_planes(file, grid.cells)
        return Game.restore(Layout.from_bits(grid, mines), open_bits=opened, flag_bits=flags, rules="esp")
    except MemoryError as error:
        raise BoardTooLargeError(f"expected a board that this machine can hold, not the one of {name!r}") from error


def _read_header(file: IO[bytes]) -> Grid:
    header = file.read(HEADER_BYTES)
    if len(header) < HEADER_BYTES or not header.startswith(MAGIC):
        raise ParseError(f"expected {HEADER_BYTES} bytes of header that start with {MAGIC!r}, not {header!r}")
    height = int.from_bytes(header[4:12], "little")
    width = int.from_bytes(header[12:20], "little")
    if not 1 <= height * width <= MOST_CELLS:
        raise ParseError(f"expected sides of at least 1 and at most 2**64 cells, not {height} x {width}")
    status = os.fstat(file.fileno())
    size = HEADER_BYTES + (height * width + 7) // 8 * 4
    if stat.S_ISREG(status.st_mode) and status.st_size != size:
        raise ParseError(f"expected {size} bytes for {height} x {width} cells, and there are {status.st_size}")
    return Grid((height, width))


def _read_planes(file: IO[bytes], cells: int) -> tuple[bytearray, bytearray, bytearray]:
    """Mine, open and flag bits of the blocks in the rest of a file, which must end with the last of them."""
    mines, opened, flags = bytearray(), bytearray(), bytearray()
    blocks = (cells + 7) // 8
    last_valid = _last_valid_bits(cells)
    for begin in range(0, blocks, BLOCKS_AT_ONCE):
        end = min(begin + BLOCKS_AT_ONCE, blocks)
        piece = file.read(4 * (end - begin))
        if len(piece) < 4 * (end - begin):
            raise ParseError(f"expected {blocks} blocks, and the file ends in block {begin + len(piece) // 4}")
        valid = bytearray(b"\xff") * (end - begin)
        if end == blocks:
            valid[-1] = last_valid
            if (piece[-3] | piece[-2] | piece[-1]) & ~last_valid:
                raise ParseError(f"expected zeros after the last cell, and block {blocks - 1} is {piece[-4:]!r}")
        if piece[0::4] != valid:
            raise ParseError(f"expected a valid bit for every cell and no other, and blocks {begin} to {end} differ")
        mines += piece[1::4]
        opened += piece[2::4]
        flags += piece[3::4]
    if file.read(1):
        raise ParseError(f"expected the end of the file after {blocks} blocks, and it goes on")
    return mines, opened, flags
