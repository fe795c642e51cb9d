"""Commands that build a library for C programs: ``hypersweep NAME build``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter

from hypersweep.errors import HypersweepError
from hypersweep.exits import FAILED, UNUSABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import Any, NoReturn

__all__ = ["build_parsers", "run_build"]


class _Parser(ArgumentParser):
    """A parser that says what is wrong in one line, as all commands do, and words its help as they do."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, **settings)
        self.add_argument("-h", "--help", action="help", help="show this text")

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the words, and end the program."""
        self.exit(UNUSABLE, f"{self.prog}: {message}\n")


def build_parsers(
    command: str, about: str, *, summary: str, description: str, epilog: str
) -> tuple[ArgumentParser, ArgumentParser]:
    """The parser of a command whose one subcommand is "build", and the parser of that, which asks for a directory.

    Args:
        command: the words before those to be read, such as "hypersweep channels".
        about: what the command is about.
        summary: what "build" does, in a line.
        description: the same at length.
        epilog: what stands below the options of "build".
    """
    parser = _Parser(prog=command, description=about)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser(
        "build",
        help=summary,
        description=description,
        epilog=epilog,
        formatter_class=RawDescriptionHelpFormatter,
    )
    build.add_argument("--output", metavar="DIR", required=True, help="the directory to write to")
    return parser, build


def run_build(
    command: str,
    argv: Sequence[str],
    parse: Callable[[Sequence[str]], Namespace],
    build: Callable[[Namespace], Iterable[Path]],
) -> int:
    """Exit status of a command that builds a library and lists the files: 1 where it can't, 2 for unusable words.

    Args:
        command: what stands before an error, such as "hypersweep channels".
        argv: the command's words.
        parse: reads them; ends the program, as argparse does, after a help or for words that make no sense.
        build: writes the files, and gives their paths.
    """
    try:
        options = parse(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else UNUSABLE
    try:
        paths = build(options)
    except (HypersweepError, OSError) as error:
        print(f"{command}: {error}", file=sys.stderr)
        return FAILED
    for path in paths:
        print(path)
    return 0
