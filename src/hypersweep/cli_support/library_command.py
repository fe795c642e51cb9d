"""Commands that build a course's C library: ``hypersweep NAME build``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import FOLDERS, HelpFormatter, ValuesParser, required_message
from hypersweep.errors import HypersweepError
from hypersweep.exit_codes import FAILED, UNUSABLE
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import Any, NoReturn


class LibraryParser(ValuesParser):
    """A parser that reports errors on one line, and whose help option reads as in other commands."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **settings)
        self.commands: dict[str, LibraryParser] = {}
        self.add_argument("-h", "--help", action="help", help="show this text")

    @property
    def options(self) -> list[str]:
        """The options' long names, in the order they were added."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]

    def check(self, words: Sequence[str]) -> None:
        """Exit the program with an error if the command is missing, or a command or long option is unknown."""
        command = self.commands.get(words[0]) if words else None
        if command is None:
            if not words:
                self.error(f"expected one of the commands {', '.join(self.commands)}, got none")
            if not words[0].startswith("-"):
                self.error(_unknown("", [*self.commands], words[0]))
            return
        for word in (word.partition("=")[0] for word in words[1:] if word.startswith("--")):
            if word not in ("--", *command.options):
                command.error(_unknown("one of the options ", command.options, word))

    def error(self, message: str) -> NoReturn:
        """Report an error in the arguments and exit the program with status 2."""
        self.exit(UNUSABLE, f"{self.prog}: {required_message(message)}\n")


def _unknown(what: str, known: list[str], word: str) -> str:
    return f"expected {what}{', '.join(known)}, got {truncate(word)}{suggest(word, known)}"


def build_parsers(
    command: str, about: str, *, summary: str, description: str, epilog: str
) -> tuple[LibraryParser, LibraryParser]:
    """Return the parser for a command whose only subcommand is "build", and the parser for "build".

    Call ``check`` on the first parser before parsing, so that the error for a misspelled name suggests the right one.

    Args:
        command: the command's name, such as "hypersweep channels".
        about: the command's description in the help.
        summary: one-line summary of "build".
        description: the description of "build" in the help.
        epilog: the text below the options in the help for "build".
    """
    parser = LibraryParser(
        prog=command,
        description=about,
        epilog=f"example:\n  {command} build --output build\n\n'{command} build --help' says more.",
        formatter_class=HelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser(
        "build",
        help=summary,
        description=description,
        epilog=epilog,
        formatter_class=HelpFormatter,
    )
    parser.commands["build"] = build
    build.add_argument("--output", metavar="DIR", required=True, files=FOLDERS, help="the directory to write to")
    return parser, build


def run_build(
    command: str,
    argv: Sequence[str],
    parse: Callable[[Sequence[str]], Namespace],
    build: Callable[[Namespace], Iterable[Path]],
) -> int:
    """Build a library, print its files' paths, and return the exit status: 1 on failure, 2 for invalid arguments.

    Args:
        command: prefix for messages, such as "hypersweep channels".
        argv: the command's arguments.
        parse: parses the arguments; raises SystemExit, as argparse does, after printing help or for invalid arguments.
        build: writes the files, and returns their paths.
    """
    try:
        options = parse(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else UNUSABLE
    try:
        paths = build(options)
    except HypersweepError as error:
        print(f"{command}: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        where = truncate(str(error.filename or options.output))
        # An OSError without strerror is our own, with a complete message.
        said = f"can't write to {where}: {error.strerror}" if error.strerror else str(error)
        print(f"{command}: {said}", file=sys.stderr)
        return FAILED
    for path in paths:
        print(path)
    return 0
