"""What every command takes, as one table: the parsers that read the words, for completions and the manual."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, _SubParsersAction
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.cli import COMMANDS
from hypersweep.cli_support.command_parser import CommandParser
from hypersweep.cli_support.values import Values, ValuesParser

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Argument", "Usage", "command_parser", "commands_below", "find_usages"]


class Argument(NamedTuple):
    """An option, or a word that stands for itself.

    Attributes:
        names: of an option, such as ("-h", "--help"); nothing for other words.
        metavar: what its value is called; nothing for an option without one.
        needs_value: whether an option can't be given without a value, or the word has to be there.
        is_many: whether the word can stand several times.
        is_required: whether an option has to be there.
        text: what it means, in one line of help.
        values: names and files that it can be.
    """

    names: tuple[str, ...]
    metavar: str
    needs_value: bool
    is_many: bool
    is_required: bool
    text: str
    values: Values


class Usage(NamedTuple):
    """What a command takes.

    Attributes:
        words: its name, and that of a command below it, such as ("comp2017", "build").
        about: what it does, in one line.
        description: what it does.
        epilog: what the help says below the options.
        arguments: options and words, in the order of the help.
        commands: the names and lines of the commands below it.
        needs_command: whether one of them has to be there.
    """

    words: tuple[str, ...]
    about: str
    description: str
    epilog: str
    arguments: tuple[Argument, ...]
    commands: tuple[tuple[str, str], ...]
    needs_command: bool = True

    @property
    def line(self) -> str:
        """How it is called, with all of its options."""
        parts = ["hypersweep", *self.words]
        for option in self.options:
            value = option.metavar and (f" {option.metavar}" if option.needs_value else f" [{option.metavar}]")
            parts.append(f"{option.names[-1]}{value}" if option.is_required else f"[{option.names[-1]}{value}]")
        for operand in self.operands:
            word = operand.metavar + " ..." * operand.is_many
            parts.append(word if operand.needs_value else f"[{word}]")
        return " ".join([*parts, *(["COMMAND" if self.needs_command else "[COMMAND]"] if self.commands else [])])

    @property
    def options(self) -> list[Argument]:
        """The arguments that are options."""
        return [argument for argument in self.arguments if argument.names]

    @property
    def operands(self) -> list[Argument]:
        """The arguments that are no options."""
        return [argument for argument in self.arguments if not argument.names]


def command_parser(name: str) -> ArgumentParser:
    """The parser of a command's words.

    Args:
        name: of the command.

    >>> command_parser("watch").prog
    'hypersweep watch'
    """
    parser: ArgumentParser = import_module(COMMANDS[name][0]).command_parser()
    return parser


def commands_below(parser: ArgumentParser) -> dict[str, tuple[str, ArgumentParser]]:
    """Return the commands that may follow those of a parser: by name what each does in a line, and its parser.

    >>> list(commands_below(command_parser("web")))
    ['admin', 'doctor']
    """
    below: dict[str, tuple[str, ArgumentParser]] = {}
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            lines = {choice.dest: choice.help or "" for choice in action._choices_actions}
            below |= {name: (lines[name], command) for name, command in action.choices.items()}
    return below | (parser.below if isinstance(parser, CommandParser) else {})


def find_usages() -> list[Usage]:
    """What all commands take, those below others after them.

    >>> [" ".join(usage.words) for usage in find_usages()][:2]
    ['play', 'web']
    """
    return [usage for name in COMMANDS for usage in _usages((name,), COMMANDS[name][1], command_parser(name))]


def _usages(words: tuple[str, ...], about: str, parser: ArgumentParser) -> Iterator[Usage]:
    values = parser.values if isinstance(parser, ValuesParser) else {}
    arguments = []
    below = commands_below(parser)
    for action in parser._actions:
        if not isinstance(action, _SubParsersAction) and action.help != SUPPRESS:
            metavar = action.metavar or action.dest.upper()
            arguments.append(
                Argument(
                    tuple(action.option_strings),
                    "" if action.nargs == 0 else metavar if isinstance(metavar, str) else " ".join(metavar),
                    action.nargs not in ("?", "*", 0),
                    action.nargs in ("*", "+"),
                    action.required and bool(action.option_strings),
                    action.help or "",
                    values.get(action.dest, Values()),
                )
            )
    yield Usage(
        words,
        about,
        parser.description or "",
        parser.epilog or "",
        tuple(arguments),
        tuple((name, line) for name, (line, _) in below.items()),
        not (isinstance(parser, CommandParser) and parser.below),
    )
    for name, (line, command) in below.items():
        yield from _usages((*words, name), line, command)
