"""Boards as ESP Minesweeper prints them, streamed in pieces of bounded size."""

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

# A piece is at most this many cells, and so a few hundred KiB of text whatever the board.
CELLS_AT_ONCE = 1 << 16

FLAG = "\033[31m¶\033[0m"
# The codes from -5 to 8 in one character each: for WRONG_FLAG, EXPLODED, MINE, FLAGGED, COVERED, and clues. Once the
# game is lost all mines show, whether they carry a flag or not.
CODES = "FX*F░·12345678"
CODES_AFTER_LOSS = "FX**░·12345678"
# Some of these characters stand for longer fields, and are replaced in this order: none of the fields holds a character
# that is replaced after it.
LONGER = ((b"F", FLAG.encode()), (b"*", b"\033[33m@\033[0m"), (b"X", b"\033[33m\033[41m@\033[0m"))

# Characters by byte: those of clues below, those of negative codes above, and ASCII as it is in between.
TABLE, TABLE_AFTER_LOSS = (
    codes[5:] + "".join(map(chr, range(9, 251))) + codes[:5] for codes in (CODES, CODES_AFTER_LOSS)
)

# The low byte of a code is enough to tell the codes of a board of two dimensions apart, and from the ASCII around them.
LOW_BYTE = 0 if sys.byteorder == "little" else 1


def write_board(write: Write, game: Game, *, remaining: int, uncovered: bool = False) -> None:
    r"""Write one board, its leading empty line included.

    Args:
        write: takes the pieces, none of which ends within a character.
        game: the game to show, of two dimensions.
        remaining: the number beside the flag above the board.
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
        # A table of single characters is by far the fastest way to three bytes for one, short of compiled code.
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
    """Rows of one or more pieces each."""
    for row in range(height):
        write(b" |")
        for begin in range(row * width, (row + 1) * width, CELLS_AT_ONCE):
            write(codes(begin, min(begin + CELLS_AT_ONCE, (row + 1) * width)))
        write(b"|\n")


def _write_short_rows(write: Write, height: int, width: int, codes: Codes) -> None:
    """Rows of which a piece holds one or more."""
    rows_at_once = CELLS_AT_ONCE // width
    for first in range(0, height, rows_at_once):
        rows = min(rows_at_once, height - first)
        fields = codes(first * width, (first + rows) * width)
        step = width + 4
        piece = bytearray(b" |" + bytes(width) + b"|\n") * rows
        # By columns or by rows, whichever are fewer: short rows by the ten thousand cost little more than one long one.
        if width < rows:
            for column in range(width):
                piece[2 + column :: step] = fields[column::width]
        else:
            for row in range(rows):
                piece[row * step + 2 : row * step + 2 + width] = fields[row * width : (row + 1) * width]
        write(piece)
