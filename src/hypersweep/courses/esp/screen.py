"""Boards as ESP Minesweeper prints them, streamed in pieces of bounded size."""

from __future__ import annotations

import sys

from hypersweep.game import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import Game

    Write = Callable[[bytes], object]
    Fields = Callable[[int, int], bytes]

__all__ = ["write_board"]

# A piece is at most this many cells, and so a few hundred KiB of text whatever the board.
CELLS_AT_ONCE = 1 << 16

FLAG = "\033[31m¶\033[0m"
# A field of several bytes has one byte that stands for it until its piece is laid out. They are replaced in this order;
# none of them brings a byte that a later one would take for its own.
FIELDS = {"#": "░", ".": "·", "F": FLAG, "*": "\033[33m@\033[0m", "X": "\033[33m\033[41m@\033[0m"}
REPLACEMENTS = [(stand_in.encode(), field.encode()) for stand_in, field in FIELDS.items()]

# The stand-ins of the view codes from -5 to 8. Once a game is lost, a flag on a mine (-2) gives way to the mine.
STAND_INS = b"FX*F#.12345678"
STAND_INS_AFTER_LOSS = b"FX**#.12345678"

# One byte of a code is enough to tell the codes of a board of two dimensions apart.
LOW_BYTE = 0 if sys.byteorder == "little" else 1


def write_board(write: Write, game: Game, *, remaining: int, uncovered: bool = False) -> None:
    r"""Nothing; writes one board, its leading empty line included.

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
    table = _translation(STAND_INS_AFTER_LOSS if game.outcome is Outcome.LOST else STAND_INS)

    def fields(begin: int, end: int) -> bytes:
        return game.codes(begin, end, reveal=uncovered).tobytes()[LOW_BYTE::2].translate(table)

    height, width = game.grid.shape
    write(f"\n  {FLAG}: {remaining}\n".encode())
    _write_border(write, width)
    if width < CELLS_AT_ONCE:
        _write_rows(write, height, width, fields)
    else:
        _write_long_rows(write, height, width, fields)
    _write_border(write, width)


def _translation(stand_ins: bytes) -> bytes:
    """Table for ``bytes.translate`` from the low byte of a code to its stand-in."""
    table = bytearray(256)
    for place, stand_in in enumerate(stand_ins):
        table[place - 5] = stand_in
    return bytes(table)


def _finish(piece: bytes | bytearray) -> bytes | bytearray:
    """A piece of board with every stand-in replaced by its field."""
    for stand_in, field in REPLACEMENTS:
        piece = piece.replace(stand_in, field)
    return piece


def _write_border(write: Write, width: int) -> None:
    write(b"  ")
    for begin in range(0, width, CELLS_AT_ONCE):
        write(b"=" * min(CELLS_AT_ONCE, width - begin))
    write(b" \n")


def _write_long_rows(write: Write, height: int, width: int, fields: Fields) -> None:
    """Rows of more than one piece each."""
    for row in range(height):
        write(b" |")
        for begin in range(0, width, CELLS_AT_ONCE):
            end = min(begin + CELLS_AT_ONCE, width)
            write(_finish(fields(row * width + begin, row * width + end)))
        write(b"|\n")


def _write_rows(write: Write, height: int, width: int, fields: Fields) -> None:
    """Rows of which a piece holds one or more."""
    rows_at_once = CELLS_AT_ONCE // width
    for first in range(0, height, rows_at_once):
        rows = min(rows_at_once, height - first)
        cells = fields(first * width, (first + rows) * width)
        piece = bytearray(b" |" + bytes(width) + b"|\n") * rows
        step = width + 4
        # Columns or rows, whichever are fewer: short rows by the ten thousand cost as little as one long one.
        if width < rows:
            for column in range(width):
                piece[2 + column :: step] = cells[column::width]
        else:
            for row in range(rows):
                piece[row * step + 2 : row * step + 2 + width] = cells[row * width : (row + 1) * width]
        write(_finish(piece))
