"""``hypersweep help [COMMAND]``: what a command takes, for those too that answer ``--help`` in their own way."""

from __future__ import annotations

from hypersweep.cli import COMMANDS, usage_text
from hypersweep.console.program import CommandParser, chosen_name, run_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.console.output import Output

__all__ = ["command_parser", "main"]


def command_parser() -> CommandParser:
    """The parser of the command's words."""
    parser = CommandParser("hypersweep help", "What a command takes; without one, which commands there are.", "")
    parser.add_argument("command", nargs="?", metavar="COMMAND", words=COMMANDS, help="the name of a command")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run.

    Args:
        argv: the words after ``hypersweep help``.

    >>> main(["esp"])  # doctest: +ELLIPSIS
    usage: hypersweep esp [--size HEIGHT WIDTH] [--mines COUNT] [--seed SEED]
    ...
    0
    """
    return run_command("hypersweep help", argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "command")
    if options.help:
        return output.tell(parser.format_help())
    if options.command is None:
        return output.tell(usage_text() + "\n")
    name = chosen_name(options.command, "a command of", list(COMMANDS))
    from hypersweep.cli.usage import command_parser as parser_of

    return output.tell(parser_of(name).format_help())
