"""A session of ESP Minesweeper, from the welcome to the exit: the seven commands, the boards, and the save files.

Boards are written in pieces of limited size. Save files are written atomically; see ``hypersweep.formats.esp`` for
their contents.
"""

from __future__ import annotations

import os
import stat
import sys
from codecs import charmap_decode
from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.courses.esp.command_line import parse_integer
from hypersweep.errors import BoardTooLargeError, ParseError, ShapeError
from hypersweep.formats.esp import read_game, write_game
from hypersweep.game import Game, Outcome
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.rng import GnuRandom

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.courses.esp.command_line import Output, Settings

    Command = Callable[["Session", list[bytes]], bytes | None]
    Write = Callable[[bytes | bytearray], object]
    Codes = Callable[[int, int], bytes]


PROMPT = b" > "
UNKNOWN = b"Error: Unknown command!\n"
MISSING = b"Error: Command is missing arguments!\n"
TOO_MANY = b"Error: Too many arguments given for command!\n"
INVALID = b"Error: Invalid arguments given!\n"
OUTSIDE = b"Error: Coordinates are invalid for this game board!\n"
NOT_OPENED = b"Error: Failed to open file!\n"
BAD_CONTENT = b"Error: Invalid file content!\n"
LOST = b"\n=== You lost! ===\n"
WON = b"\n=== You won! ===\n"


class Session:
    r"""A session of the game.

    Our choices where the specification is silent:

    * Commands are lower-case words separated by ASCII white space. Before the first ``start`` or ``load``, only these
      two and ``quit`` are known commands, whatever the arguments.
    * ``start`` after ``load`` creates a board with the loaded board's size and number of mines, or one mine fewer if
      every cell was a mine. The random stream continues.
    * ``start`` frees the old board before creating the new one, since memory may not suffice for both. If the new one
      doesn't fit (only possible if it is larger than the board from the command line), the program exits as if this had
      happened before the welcome.
    * A valid file with a board too large for this machine counts as a file that can't be opened.
    * Loading never ends a game, whatever the file contains; only ``open`` and ``start`` do. An open mine in the file is
      shown like a mine that was hit, and the game continues. If no safe cell is left to open, the next ``open`` wins,
      unless it opens a mine.
    * After a loss, the number of remaining flags shown is that before the move, even if the mine that was hit had a
      flag.

    Args:
        settings: the settings from the command line.
        read_line: returns the next line of input, or empty bytes at the end.
        output: where to write the answers.

    Raises:
        BoardTooLargeError: the board doesn't fit into memory; nothing has been written.

    >>> import io
    >>> from hypersweep.courses.esp.command_line import Settings
    >>> from hypersweep.courses.esp.command_line import Output
    >>> text = io.StringIO()
    >>> Session(Settings(2, 3, mines=1), iter([b"start 0 4\n", b"quit\n"]).__next__, Output(text)).run()
    0
    >>> text.getvalue().splitlines()[3]
    ' > Error: Coordinates are invalid for this game board!'
    """

    def __init__(self, settings: Settings, read_line: Callable[[], bytes], output: Output) -> None:
        try:
            grid = Grid((settings.height, settings.width))
        except ShapeError as error:
            # The numbers were already checked against the specification, so the only possible error is that the board
            # is too large.
            raise BoardTooLargeError(str(error)) from error
        self._settings = settings
        self._read_line = read_line
        self._output = output
        self._random = GnuRandom(settings.seed)
        self._game = Game(grid, settings.mines, rules="esp")
        self._is_started = False
        self._is_over = False

    def run(self) -> int:
        """Play until a game ends, or until ``quit`` or the end of input. Returns: the exit status."""
        settings = self._settings
        self._output.write(
            f"Welcome to ESP Minesweeper!\n"
            f"Chosen field size: {settings.height} x {settings.width}.\n"
            f"After map generation {settings.mines} mines will be hidden in the playing field.\n".encode()
        )
        while not self._is_over:
            self._output.write(PROMPT)
            self._output.flush()
            line = self._read_line()
            error = self._answer(line.split() if line else [b"quit"])
            if error is not None:
                self._output.write(error)
        self._output.flush()
        return 0

    def _answer(self, words: list[bytes]) -> bytes | None:
        """Execute the command on a line of input. Returns: the error message, or None."""
        name, arguments = b"".join(words[:1]), words[1:]
        known = COMMANDS if self._is_started else COMMANDS_BEFORE_START
        if name not in known:
            return UNKNOWN
        wanted, command = known[name]
        if len(arguments) < wanted:
            return MISSING
        if len(arguments) > wanted:
            return TOO_MANY
        return command(self, arguments)

    def _cell(self, arguments: list[bytes]) -> tuple[int, ...] | bytes:
        """Return the cell in a command's arguments, or the error message."""
        cell = []
        for word in arguments:
            coordinate = parse_integer(word.decode("latin-1"))
            if coordinate is None:
                return INVALID
            cell.append(coordinate)
        if all(0 <= coordinate < side for coordinate, side in zip(cell, self._game.grid.shape, strict=True)):
            return tuple(cell)
        return OUTSIDE

    def _start(self, arguments: list[bytes]) -> bytes | None:
        cell = self._cell(arguments)
        if isinstance(cell, bytes):
            return cell
        grid = self._game.grid
        mines = min(self._game.mines, grid.cells - 1)
        del self._game
        self._game = Game(grid, rules="esp", layout=Layout.esp(grid, mines, random=self._random, first=cell))
        self._is_started = True
        self._game.open(cell)
        self._show_or_end(mines)
        return None

    def _open(self, arguments: list[bytes]) -> bytes | None:
        cell = self._cell(arguments)
        if isinstance(cell, bytes):
            return cell
        remaining = self._game.remaining
        self._game.open(cell)
        self._game.forget()  # to save memory: there is no undo, and a session may have millions of commands
        self._show_or_end(remaining)
        return None

    def _flag(self, arguments: list[bytes]) -> bytes | None:
        cell = self._cell(arguments)
        if isinstance(cell, bytes):
            return cell
        self._game.flag(cell)
        self._game.forget()
        self._show()
        return None

    def _dump(self, arguments: list[bytes]) -> None:
        self._show(uncovered=True)
        self._show()

    def _save(self, arguments: list[bytes]) -> bytes | None:
        try:
            save_game(os.fsdecode(arguments[0]), self._game)
        except (OSError, ValueError, MemoryError):
            return NOT_OPENED
        self._show()
        return None

    def _load(self, arguments: list[bytes]) -> bytes | None:
        try:
            self._game = load_game(os.fsdecode(arguments[0]))
        except ParseError:
            return BAD_CONTENT
        except (OSError, ValueError, MemoryError):
            return NOT_OPENED
        self._is_started = True
        self._show()
        return None

    def _quit(self, arguments: list[bytes]) -> None:
        self._is_over = True
        self._show()

    def _show(self, *, uncovered: bool = False) -> None:
        # Before the first map, there are no mines and no flags.
        remaining = self._game.remaining if self._is_started else 0
        write_board(self._output.write, self._game, remaining=remaining, uncovered=uncovered)

    def _show_or_end(self, remaining_before: int) -> None:
        """Print the board after an ``open`` command, preceded by a message if the game is over."""
        game = self._game
        is_lost = game.outcome is Outcome.LOST
        # Count the open cells: on a loaded board with no safe cell left, the game itself never reports a win.
        is_won = not is_lost and game.opened == game.grid.cells - game.mines
        if is_lost:
            self._output.write(LOST)
            write_board(self._output.write, game, remaining=remaining_before)
        elif is_won:
            self._output.write(WON)
            write_board(self._output.write, game, remaining=game.remaining, uncovered=True)
        else:
            self._show()
        self._is_over = is_lost or is_won


COMMANDS_BEFORE_START: dict[bytes, tuple[int, Command]] = {
    b"start": (2, Session._start),
    b"load": (1, Session._load),
    b"quit": (0, Session._quit),
}
COMMANDS: dict[bytes, tuple[int, Command]] = {
    **COMMANDS_BEFORE_START,
    b"open": (2, Session._open),
    b"flag": (2, Session._flag),
    b"dump": (0, Session._dump),
    b"save": (1, Session._save),
}


def save_game(name: str, game: Game) -> None:
    """Write a game to a file atomically.

    ``hypersweep.atomic_write`` describes how links, permissions and devices are treated.

    Args:
        name: the file, relative to the working directory.
        game: a two-dimensional game whose layout is decided.

    Raises:
        OSError: the file can't be written; an existing file is unchanged, and no temporary file is left behind.
        ValueError: the file name is invalid, for example because it contains a NUL, or the layout isn't decided.

    >>> import os, tempfile
    >>> from hypersweep import Game, Layout
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     name = os.path.join(directory, "game")
    ...     save_game(name, Game("3x4", layout=Layout("3x4", [(0, 1)]), rules="esp"))
    ...     os.path.getsize(name), load_game(name).mines
    (28, 1)
    """
    layout = game.layout
    if layout is None:
        raise ValueError("can't save a game before its first open, which decides the layout")
    save_whole(name, lambda file: write_game(file, game, layout))


def load_game(name: str) -> Game:
    """Load a game from a file.

    First compare the board size in the header with the file's size, and allocate memory only for data that has been
    read and checked. Any state is accepted: open mines, flags anywhere, a finished board, a mine in every cell.

    Args:
        name: the file, relative to the working directory.

    Raises:
        ParseError: the file isn't a save file, or is damaged.
        OSError: the file can't be opened or read.
        ValueError: the file name is invalid, for example because it contains a NUL.
        BoardTooLargeError: the file is valid, but its board doesn't fit into memory.

    >>> load_game("no file of this name")
    Traceback (most recent call last):
        ...
    FileNotFoundError: [Errno 2] No such file or directory: 'no file of this name'
    """
    try:
        with open(name, "rb") as file:
            status = os.fstat(file.fileno())
            return read_game(file, size=status.st_size if stat.S_ISREG(status.st_mode) else None)
    except MemoryError as error:
        raise BoardTooLargeError(f"the board in {name!r} is too large for this machine") from error


# Maximum number of cells written at once, which limits each piece to a few hundred KiB of text on any board.
CELLS_AT_ONCE = 1 << 16

FLAG = "\033[31m¶\033[0m"
# A placeholder for each code from -5 to 8: WRONG_FLAG, EXPLODED, MINE, FLAGGED, COVERED, and the clues. After a loss,
# all mines are shown, flagged or not.
CODES = "FX*F░·12345678"
CODES_AFTER_LOSS = "FX**░·12345678"
# Placeholders for cells that take several characters. Replace them in this order: no replacement contains a later
# placeholder.
LONGER = ((b"F", FLAG.encode()), (b"*", b"\033[33m@\033[0m"), (b"X", b"\033[33m\033[41m@\033[0m"))

# Decoding tables from bytes to characters: clues first, negative codes last, and ASCII (for borders and newlines) in
# between.
TABLE, TABLE_AFTER_LOSS = (
    codes[5:] + "".join(map(chr, range(9, 251))) + codes[:5] for codes in (CODES, CODES_AFTER_LOSS)
)

# Position of a code's low byte, which identifies the code on two-dimensional boards and differs from the ASCII borders.
LOW_BYTE = 0 if sys.byteorder == "little" else 1


def write_board(write: Write, game: Game, *, remaining: int, uncovered: bool = False) -> None:
    r"""Write a board, including its leading empty line.

    Args:
        write: called with pieces of the text; no piece splits a character.
        game: a two-dimensional game.
        remaining: the number next to the flag above the board.
        uncovered: whether to show every cell as if it were open, as ``dump`` and a won game do.

    Complexity: time linear in the number of cells; constant memory, however large the board and however long its rows.

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
        # In pure Python, decoding with a table is by far the fastest way to turn single bytes into longer UTF-8
        # characters.
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
    """Write rows of one or more pieces each."""
    for row in range(height):
        write(b" |")
        for begin in range(row * width, (row + 1) * width, CELLS_AT_ONCE):
            write(codes(begin, min(begin + CELLS_AT_ONCE, (row + 1) * width)))
        write(b"|\n")


def _write_short_rows(write: Write, height: int, width: int, codes: Codes) -> None:
    """Write pieces of one or more rows each."""
    rows_at_once = CELLS_AT_ONCE // width
    for first in range(0, height, rows_at_once):
        rows = min(rows_at_once, height - first)
        fields = codes(first * width, (first + rows) * width)
        step = width + 4
        piece = bytearray(b" |" + bytes(width) + b"|\n") * rows
        # Copy by columns or by rows, whichever are fewer, so that ten thousand short rows take hardly longer than one
        # long row.
        if width < rows:
            for column in range(width):
                piece[2 + column :: step] = fields[column::width]
        else:
            for row in range(rows):
                piece[row * step + 2 : row * step + 2 + width] = fields[row * width : (row + 1) * width]
        write(piece)
