"""Commands that build a library for C programs: ``hypersweep NAME build``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hypersweep.cli_support.values import FOLDERS, HelpFormatter, ValuesParser, required_message
from hypersweep.errors import HypersweepError
from hypersweep.exit_codes import FAILED, UNUSABLE
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import Any, NoReturn

__all__ = ["LibraryParser", "build_parsers", "run_build"]


class LibraryParser(ValuesParser):
    """A parser that says what is wrong in one line, as all commands do, and words its help as they do."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, allow_abbrev=False, **settings)
        self.commands: dict[str, LibraryParser] = {}
        self.add_argument("-h", "--help", action="help", help="show this text")

    @property
    def options(self) -> list[str]:
        """The long names of its options, in their order."""
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]

    def check(self, words: Sequence[str]) -> None:
        """End the program for a command or an option that isn't there, with the name that is suggest."""
        command = self.commands.get(words[0]) if words else None
        if command is None:
            if not words:
                self.error(f"expected a command of {', '.join(self.commands)}, got none")
            if not words[0].startswith("-"):
                self.error(_unknown("", [*self.commands], words[0]))
            return
        for word in (word.partition("=")[0] for word in words[1:] if word.startswith("--")):
            if word not in ("--", *command.options):
                command.error(_unknown("one of the options ", command.options, word))

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the words, and end the program."""
        self.exit(UNUSABLE, f"{self.prog}: {required_message(message)}\n")


def _unknown(what: str, known: list[str], word: str) -> str:
    return f"expected {what}{', '.join(known)}, got {truncate(word)}{suggest(word, known)}"


def build_parsers(
    command: str, about: str, *, summary: str, description: str, epilog: str
) -> tuple[LibraryParser, LibraryParser]:
    """The parser of a command whose one subcommand is "build", and the parser of that, which asks for a directory.

    The first one's ``check`` ends the program for names that aren't there.

    Args:
        command: the words before those to be read, such as "hypersweep channels".
        about: what the command is about.
        summary: what "build" does, in a line.
        description: the same at length.
        epilog: what stands below the options of "build".
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
    except HypersweepError as error:
        print(f"{command}: {error}", file=sys.stderr)
        return FAILED
    except OSError as error:
        where = truncate(str(error.filename or options.output))
        # Without strerror the message is ours already.
        said = f"can't write to {where}: {error.strerror}" if error.strerror else str(error)
        print(f"{command}: {said}", file=sys.stderr)
        return FAILED
    for path in paths:
        print(path)
    return 0
