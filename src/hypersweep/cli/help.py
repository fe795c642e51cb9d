"""``hypersweep help [COMMAND ...]``: print a command's help, as ``hypersweep COMMAND --help`` does.

``find_usages`` collects all commands' arguments from their parsers, for completions and the manual page.
"""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, _SubParsersAction
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.cli import COMMANDS, usage_text
from hypersweep.cli_support.command_parser import CommandParser, Values, ValuesParser, chosen_name, run_command
from hypersweep.errors import ParameterError
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.cli_support.output import Output


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser("hypersweep help", "Show a command's help, or list the commands.", "")
    parser.add_argument(
        "command", nargs="*", metavar="COMMAND", words=COMMANDS, help="a command, and its subcommand if it has any"
    )
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

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
        return output.print(parser.format_help())
    if not options.command:
        return output.print(usage_text() + "\n")
    name, *further = options.command
    if name not in COMMANDS:
        end = suggest(name, list(COMMANDS)) or ": 'hypersweep help' lists them"
        raise ParameterError(f"expected a command, got {truncate(name)}{end}")
    found = parser_of(name)
    for word in further:
        below = commands_below(found)
        if not below:
            raise ParameterError(f"'{found.prog}' has no subcommands, got {truncate(word)}")
        found = below[chosen_name(word, f"a command of '{found.prog}':", list(below))][1]
    return output.print(found.format_help())


class Argument(NamedTuple):
    """An option or a positional argument.

    Attributes:
        names: an option's names, such as ("-h", "--help"); empty for a positional argument.
        metavar: the value's name in the help; empty for an option without a value.
        needs_value: for an option, whether its value is required; for a positional argument, whether it is required.
        is_many: whether a positional argument can be repeated.
        is_required: whether an option must be given.
        text: the help text.
        values: names and files to suggest as values.
    """

    names: tuple[str, ...]
    metavar: str
    needs_value: bool
    is_many: bool
    is_required: bool
    text: str
    values: Values


class Usage(NamedTuple):
    """The usage of a command or subcommand.

    Attributes:
        words: the command's name, and the subcommand's if it is one, such as ("comp2017", "build").
        about: one-line summary.
        description: the text above the options in the help.
        epilog: the text below the options in the help.
        arguments: options and positional arguments, in the order of the help.
        commands: names and summaries of the subcommands.
        needs_command: whether a subcommand is required.
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
        """The synopsis with all options."""
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
        """The options among the arguments."""
        return [argument for argument in self.arguments if argument.names]

    @property
    def operands(self) -> list[Argument]:
        """The positional arguments."""
        return [argument for argument in self.arguments if not argument.names]


def parser_of(name: str) -> ArgumentParser:
    """Import a command by name, and return its argument parser.

    >>> parser_of("watch").prog
    'hypersweep watch'
    """
    parser: ArgumentParser = import_module(COMMANDS[name][0]).command_parser()
    return parser


def commands_below(parser: ArgumentParser) -> dict[str, tuple[str, ArgumentParser]]:
    """Return a parser's subcommands by name, each with its summary and its parser.

    >>> list(commands_below(parser_of("web")))
    ['admin', 'doctor']
    """
    below: dict[str, tuple[str, ArgumentParser]] = {}
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            lines = {choice.dest: choice.help or "" for choice in action._choices_actions}
            below |= {name: (lines[name], command) for name, command in action.choices.items()}
    return below | (parser.below if isinstance(parser, CommandParser) else {})


def find_usages() -> list[Usage]:
    """Return the usage of all commands, each followed by its subcommands.

    >>> [" ".join(usage.words) for usage in find_usages()][:2]
    ['play', 'daily']
    """
    return [usage for name in COMMANDS for usage in _usages((name,), COMMANDS[name][1], parser_of(name))]


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
