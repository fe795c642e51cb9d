"""A run of ESP Minesweeper from its welcome to its end: the prompt, the seven commands and their errors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.courses.esp.arguments import parse_integer
from hypersweep.courses.esp.board_text import write_board
from hypersweep.courses.esp.savefile import load_game, save_game
from hypersweep.errors import BoardTooLargeError, ParseError, ShapeError
from hypersweep.game import Game, Outcome
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.rng import GnuRandom

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.courses.esp.arguments import Settings
    from hypersweep.courses.esp.streams import Output

    Command = Callable[["Session", list[bytes]], bytes | None]

__all__ = ["Session"]

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
    r"""A run of the game.

    Where the specification is silent:

    * Commands are words between ASCII white space, in lower case. Before the first ``start`` or ``load`` there are only
      these two and ``quit``: every other command is unknown, whatever follows it.
    * ``start`` after ``load`` makes a board of the loaded size with as many mines as the loaded one, or one fewer where
      every cell was a mine. The random stream goes on from where it was.
    * ``start`` frees the old board before it makes the new one, since memory may not suffice for both. If the new one
      doesn't fit, which takes a board larger than that of the command line, the program ends as it would have before
      the welcome.
    * A correct file with a board too large for this machine fails to open.
    * Loading never ends a game, whatever the file holds; only ``open`` and ``start`` do. A loaded open mine is shown as
      one that was hit, and play continues. If no safe cell is left to open, the next ``open`` wins, unless it opens a
      mine.
    * After a loss, the number of remaining flags is that before the move, even if the mine that was hit had a flag.

    Args:
        settings: the settings of the command line.
        read_line: returns the next line of input, and no bytes at its end.
        output: output of the answers.

    Raises:
        BoardTooLargeError: this machine can't hold the board. Nothing has been written.

    >>> import io
    >>> from hypersweep.courses.esp.arguments import Settings
    >>> from hypersweep.courses.esp.streams import Output
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
            # The specification allows the numbers, so only their size can be the problem.
            raise BoardTooLargeError(str(error)) from error
        self._settings = settings
        self._read_line = read_line
        self._output = output
        self._random = GnuRandom(settings.seed)
        self._game = Game(grid, settings.mines, rules="esp")
        self._is_started = False
        self._is_over = False

    def run(self) -> int:
        """Play until a game ends, ``quit``, or the end of input, which means the same. Returns: the exit status."""
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
        """Execute a line. Returns: the error, or None."""
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
        """Return the cell that a command names, or the error."""
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
        self._game.forget()  # there is no undo here, and a session may have millions of commands
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
        # Before the first map is made, there are no mines and no flags.
        remaining = self._game.remaining if self._is_started else 0
        write_board(self._output.write, self._game, remaining=remaining, uncovered=uncovered)

    def _show_or_end(self, remaining_before: int) -> None:
        """Print the board after an open, with a message before it if the game is over."""
        game = self._game
        is_lost = game.outcome is Outcome.LOST
        # A loaded board may have no safe cell left; then the game itself never reports a win.
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
