"""``hypersweep arena``: compare players with each other on the same boards; short for ``hypersweep lab arena``.

The exit status is 0; 2 for invalid arguments, files or folders; 1 if a player fails at every move; 130 after Ctrl-C;
128 + n after SIGTERM and SIGHUP; 74 if results or output can't be written. With ``--out``, finished work stays saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.lab_experiment import experiment_parser, run_command_line
from hypersweep.cli_support.command_parser import CommandParser, run_command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output

_NAME, _KIND = "hypersweep arena", "arena"


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    return experiment_parser(_NAME, _KIND)


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep arena``.

    >>> main(["safest", "--board", "4x5"])
    2
    """
    return run_command(_NAME, argv, _act)


def _act(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "player")
    if options.help:
        return output.print(parser.format_help())
    return run_command_line(_NAME, _KIND, options, output)
