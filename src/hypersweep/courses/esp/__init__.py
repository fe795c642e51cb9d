"""ESP Minesweeper: the command-line game from the ESP course, reproduced byte for byte.

``hypersweep esp [--size height width] [--mines count] [--seed seed]`` reads commands from standard input and answers on
standard output. ``command_line`` parses the arguments and handles the streams; ``esp_session`` executes the commands,
prints boards and saves games.

Source: the specification of ESP Minesweeper.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hypersweep.courses.esp.command_line import ArgumentError, Output, Settings, line_reader, parse_arguments
from hypersweep.courses.esp.esp_session import Session, load_game, save_game, write_board
from hypersweep.exit_codes import INTERRUPTED, WRITING_FAILED

__all__ = [
    "ArgumentError",
    "Session",
    "Settings",
    "command_parser",
    "load_game",
    "main",
    "parse_arguments",
    "save_game",
    "write_board",
]

if TYPE_CHECKING:
    from hypersweep.cli_support.command_parser import CommandParser

OUT_OF_MEMORY = 1

_EPILOG = """\
It reads commands from standard input and answers on standard output:
  start ROW COLUMN   open the first cell, which has no mine
  open ROW COLUMN    open a cell
  flag ROW COLUMN    put a flag, or take it away
  dump               print the board with its mines
  save FILE          keep the game in a file
  load FILE          go on with a game from a file
  quit               leave

'hypersweep esp --help' answers as the course's program does, which has no
such option: 'hypersweep help esp' is this text.

exit status: 0; 2 too few numbers, 3 an option that isn't there, 4 no number,
5 a number that can't be; 1 out of memory, 74 output that can't be written.
"""


def main(argv: list[str]) -> int:
    """Run ESP Minesweeper, and return its exit status.

    Our choices where the specification is silent: Ctrl-C ends the current line and exits with status 130. If the reader
    closes the pipe, the program exits silently with status 0. If output can't be written for another reason, such as a
    full disk, the program prints one line to standard error and exits with status 74.

    Args:
        argv: the arguments after ``hypersweep esp``.

    >>> main(["--size", "3"])
    Invalid number of parameters given!
    2
    """
    output = Output(sys.stdout)
    try:
        try:
            output.flush()
            return _run(argv, output)
        except KeyboardInterrupt:
            output.write(b"\n")
            output.flush()
            return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        # Commands handle errors in their own files, so this error is from standard output.
        output.abandon()
        if isinstance(error, BrokenPipeError):
            return 0
        from hypersweep.cli_support.command_parser import warn

        warn("hypersweep esp", f"can't write to standard output: {error.strerror}")
        return WRITING_FAILED


def command_parser() -> CommandParser:
    """Return a parser used only for help and completions; the game itself parses arguments as the course specifies."""
    from hypersweep.cli_support.command_parser import CommandParser

    parser = CommandParser("hypersweep esp", "ESP Minesweeper, to the byte of its specification.", _EPILOG)
    parser.add_argument("--size", nargs=2, metavar=("HEIGHT", "WIDTH"), help="sides of the board (default: 9 9)")
    parser.add_argument("--mines", metavar="COUNT", help="number of mines (default: 10)")
    parser.add_argument("--seed", metavar="SEED", help="of the course's random numbers (default: 0)")
    return parser


def _run(argv: list[str], output: Output) -> int:
    try:
        session = Session(parse_arguments(argv), line_reader(sys.stdin), output)
        return session.run()
    except ArgumentError as error:
        output.write(f"{error}\n".encode())
        output.flush()
        return error.status
    except MemoryError:
        output.write(b"Out of memory!\n")
        output.flush()
        return OUT_OF_MEMORY
