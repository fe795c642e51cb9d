"""Boards in ESP Minesweeper's format, streamed in pieces of bounded size."""

from __future__ import annotations

import sys
from codecs import charmap_decode
from typing import TYPE_CHECKING

from hypersweep.game import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import Game

    Write = Callable[[bytes | bytearray], object]
    Codes = Callable[[int, int], bytes]

__all__ = ["write_board"]

# Most cells of a piece, which so has a few hundred KiB of text on any board.
CELLS_AT_ONCE = 1 << 16

FLAG = "\033[31m¶\033[0m"
# The codes from -5 to 8 in one character each: for WRONG_FLAG, EXPLODED, MINE, FLAGGED, COVERED, and clues. Once the
# game is lost all mines show, whether they carry a flag or not.
CODES = "FX*F░·12345678"
CODES_AFTER_LOSS = "FX**░·12345678"
# Some characters stand for longer fields, and are replaced in this order: no field contains a character that is
# replaced after it.
LONGER = ((b"F", FLAG.encode()), (b"*", b"\033[33m@\033[0m"), (b"X", b"\033[33m\033[41m@\033[0m"))

# Characters by byte: clues at the bottom, negative codes at the top, and ASCII in between.
TABLE, TABLE_AFTER_LOSS = (
    codes[5:] + "".join(map(chr, range(9, 251))) + codes[:5] for codes in (CODES, CODES_AFTER_LOSS)
)

# On a board of two dimensions the low byte of a code identifies it, also among the ASCII characters.
LOW_BYTE = 0 if sys.byteorder == "little" else 1


def write_board(write: Write, game: Game, *, remaining: int, uncovered: bool = False) -> None:
    r"""Write one board, its leading empty line included.

    Args:
        write: called with the pieces, each of whole characters.
        game: a game of two dimensions.
        remaining: the number next to the flag above the board.
        uncovered: show every cell as if it were open, as ``dump`` and a won game do.

    Complexity: time linear in the number of cells; space bounded, however large the board and however long its rows.

    >>> from hypersweep.game import Game
    >>> from hypersweep.grid import Grid
    >>> written = bytearray()
    >>> write_board(written.extend, Game(Grid((2, 3)), 1, rules="esp"), remaining=1)
    >>> print(written.decode().replace(" ", "_").replace("\033", "<ESC>"))
    <BLANKLINE>
    __<ESC>[31m¶<ESC>[0m:_1
    __===_
    _|░░░|
    _|░░░|
    __===_
    <BLANKLINE>
    """
    table = TABLE_AFTER_LOSS if game.outcome is Outcome.LOST else TABLE

    def codes(begin: int, end: int) -> bytes:
        return game.codes(begin, end, reveal=uncovered).tobytes()[LOW_BYTE::2]

    def write_piece(piece: bytes | bytearray) -> None:
        # In pure Python, a table of single characters is by far the fastest way from one byte to three.
        text = charmap_decode(piece, "strict", table)[0].encode()
        for character, field in LONGER:
            text = text.replace(character, field)
        write(text)

    height, width = game.grid.shape
    write(f"\n  {FLAG}: {remaining}\n".encode())
    _write_border(write, width)
    if width < CELLS_AT_ONCE:
        _write_short_rows(write_piece, height, width, codes)
    else:
        _write_long_rows(write_piece, height, width, codes)
    _write_border(write, width)


def _write_border(write: Write, width: int) -> None:
    write(b"  ")
    for begin in range(0, width, CELLS_AT_ONCE):
        write(b"=" * min(CELLS_AT_ONCE, width - begin))
    write(b" \n")


def _write_long_rows(write: Write, height: int, width: int, codes: Codes) -> None:
    """Yield rows of one or more pieces each."""
    for row in range(height):
        write(b" |")
        for begin in range(row * width, (row + 1) * width, CELLS_AT_ONCE):
            write(codes(begin, min(begin + CELLS_AT_ONCE, (row + 1) * width)))
        write(b"|\n")


def _write_short_rows(write: Write, height: int, width: int, codes: Codes) -> None:
    """Yield pieces of one or more rows each."""
    rows_at_once = CELLS_AT_ONCE // width
    for first in range(0, height, rows_at_once):
        rows = min(rows_at_once, height - first)
        fields = codes(first * width, (first + rows) * width)
        step = width + 4
        piece = bytearray(b" |" + bytes(width) + b"|\n") * rows
        # Convert by columns or by rows, whichever are fewer, so that ten thousand short rows cost little more than a
        # long one.
        if width < rows:
            for column in range(width):
                piece[2 + column :: step] = fields[column::width]
        else:
            for row in range(rows):
                piece[row * step + 2 : row * step + 2 + width] = fields[row * width : (row + 1) * width]
        write(piece)
