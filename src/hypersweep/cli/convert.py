"""``hypersweep convert``: convert a file to another format.

The exit status is 0; 2 for invalid arguments, or a file that can't be read or converted to that format; 74 if the
output can't be written; and 130 after Ctrl-C.
"""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from hypersweep.cli.input_files import chosen_encoding, load_things, source_name
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.formats.files import ending_lines
from hypersweep.formats.format_detection import FILE_FORMATS, format_of_name, named_format
from hypersweep.formats.starting_board import dump_start
from hypersweep.text import parse_whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

    from hypersweep.cli_support.output import Output
    from hypersweep.formats.format_detection import FileFormat


_COMMAND = "hypersweep convert"
_NAMES = tuple(form.name for form in FILE_FORMATS)

_EPILOG = """\
IN's format is recognised by its content, OUT's by its file name extension. A
mouse replay can be converted to a record and back, since the record contains
the mouse path. A record can also be converted to its last position, and any
file to its board. If IN lacks data that OUT needs, an error says what.

formats:
{formats}

examples:
  hypersweep convert game.avf game.sweep           a mouse replay as a record
  hypersweep convert game.sweep game.evf           and back, byte for byte
  hypersweep convert game.rmv board.mbf            the board alone
  hypersweep convert game.sweep - --to position    the last position
  hypersweep convert games.sweep one.json --game 3
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    formats = "\n".join(ending_lines())
    parser = CommandParser(
        _COMMAND, "Convert a board, a position or a game to another format.", _EPILOG.format(formats=formats)
    )
    add = parser.add_argument
    add("source", nargs="?", metavar="IN", files="*", help="the file to read, or - for standard input")
    add("target", nargs="?", metavar="OUT", files="*", help="the file to write, or - for standard output")
    add("--from", dest="source_format", metavar="FORMAT", words=_NAMES, help="IN's format")
    add("--to", dest="target_format", metavar="FORMAT", words=_NAMES, help="OUT's format")
    add("--game", metavar="N", help="number of the game, if the file has several")
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep convert``.

    >>> main(["nowhere.avf", "game.sweep"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "target")
    if options.help:
        return screen.print(parser.format_help())
    # Check the format names first, to report a misspelled one before anything else.
    for option, form in (("--from", options.source_format), ("--to", options.target_format)):
        if form is not None:
            chosen_name(form, option, _NAMES)
    if options.source is None or options.target is None:
        raise ParameterError("expected a file to read and a file to write, such as game.avf game.sweep")
    target = _target_format(options.target, options.target_format)
    game = None if options.game is None else parse_whole_number(options.game, "--game", least=1)
    encoding = chosen_encoding(options.encoding)
    for _, form, thing, first in load_things(
        _COMMAND, options.source, options.source_format, game=game, encoding=encoding
    ):
        try:
            data = dump_start(thing, target, first)
        except ParameterError as error:
            raise type(error)(f"{source_name(options.source)} ({form.title}): {error}") from None
        if options.target == "-":
            return _print(data, target, screen)
        from hypersweep.atomic_write import save_whole

        try:
            save_whole(options.target, partial(_write, data))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            warn(_COMMAND, f"can't write {source_name(options.target)}: {why}")
            return WRITING_FAILED
    return 0


def _target_format(name: str, form: str | None) -> FileFormat:
    if form is not None:
        return named_format(form)
    found = None if name == "-" else format_of_name(name)
    if found is None:
        raise ParameterError(
            "can't tell which format to write to "
            f"{'standard output' if name == '-' else source_name(name)}: add --to with one of "
            f"{', '.join(_NAMES)}"
        )
    return found


def _write(data: bytes, file: IO[bytes]) -> None:
    file.write(data)


def _print(data: bytes, form: FileFormat, screen: Output) -> int:
    stream = getattr(sys.stdout, "buffer", None)
    if screen.is_terminal and not form.is_printable:
        raise ParameterError(f"can't show {form.title} in a terminal: write it to a file")
    if stream is None:
        return screen.print(data.decode("utf-8"))
    screen.flush()
    stream.write(data)
    stream.flush()
    return 0
