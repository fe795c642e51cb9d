"""``hypersweep help [COMMAND ...]``: the help of a command, even if the command has its own ``--help``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli import COMMANDS, usage_text
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command
from hypersweep.errors import ParameterError
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output


def command_parser() -> CommandParser:
    """Return the parser of the command's arguments."""
    parser = CommandParser("hypersweep help", "What a command takes; without one, which commands there are.", "")
    parser.add_argument(
        "command", nargs="*", metavar="COMMAND", words=COMMANDS, help="the name of a command, and of one below it"
    )
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command and return its exit status.

    Args:
        argv: the arguments after ``hypersweep help``.

    >>> main(["esp"])  # doctest: +ELLIPSIS
    usage: hypersweep esp [--size HEIGHT WIDTH] [--mines COUNT] [--seed SEED]
    ...
    0
    """
    return run_command("hypersweep help", argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return output.tell(parser.format_help())
    if not options.command:
        return output.tell(usage_text() + "\n")
    from hypersweep.cli.usage import command_parser as parser_of
    from hypersweep.cli.usage import commands_below

    name, *further = options.command
    if name not in COMMANDS:
        end = suggest(name, list(COMMANDS)) or ": 'hypersweep help' lists them"
        raise ParameterError(f"expected a command, got {truncate(name)}{end}")
    found = parser_of(name)
    for word in further:
        below = commands_below(found)
        if not below:
            raise ParameterError(f"expected no more, as '{found.prog}' has no commands below it, got {truncate(word)}")
        found = below[chosen_name(word, f"a command of '{found.prog}':", list(below))][1]
    return output.tell(found.format_help())
