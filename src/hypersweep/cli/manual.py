"""``hypersweep man``: print the manual page, generated from the commands' help."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from hypersweep import exit_codes
from hypersweep.cli_support.command_parser import CommandParser, run_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.cli.help import Argument, Usage
    from hypersweep.cli_support.output import Output

# Date in the manual page's header: when its hand-written text was last reviewed.
_DATE = "2026-11-22"

# Width for wrapping text, in characters. Style checkers reject long roff lines, and escapes lengthen them further.
_WIDTH = 66

# Escapes for characters that roff would interpret or typeset differently.
_SIGNS = {"\\": "\\e", "-": "\\-", "`": "\\(ga", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti"}

_EPILOG = """\
examples:
  hypersweep man | man -l -
  hypersweep man > ~/.local/share/man/man1/hypersweep.1
"""

_DESCRIPTION = (
    "Minesweeper in any number of dimensions. Without arguments it opens the start screen; with a board, or with "
    "options alone, it plays as 'hypersweep play' does. In a terminal the game takes the full screen, and F1 lists "
    "its keys. A cell is written as its coordinates, starting from 0: (2, 0, 3, 1). Axis 0 runs down and axis 1 across."
)

_STATUSES = (
    (0, "success, even if the game was lost or left"),
    (
        exit_codes.FAILED,
        "an error in the program, a policy, engine or check that fails, an invalid certificate, or a broken setup",
    ),
    (exit_codes.UNUSABLE, "invalid input: an argument, a file or a board"),
    (exit_codes.TOO_MUCH, "the work exceeds its budget, or no board was found in the allowed number of tries"),
    (exit_codes.INCOMPLETE, "the results are incomplete, since shards are missing from a merge"),
    (exit_codes.WRITING_FAILED, "the output can't be written"),
    (exit_codes.INTERRUPTED, "Ctrl-C"),
)

_ENVIRONMENT = (
    ("HYPERSWEEP_DATA", "the folder for games, records and settings, instead of the system's usual folder"),
    ("NO_COLOR", "if set, no colours are used"),
    ("TERM", 'if "dumb", neither the full screen nor colours are used'),
    ("LC_ALL, LC_CTYPE, LANG", "if none names a character set, boards are drawn in ASCII"),
    ("CXX, AR", "the C++ compiler, and the program that makes archives, for the libraries of the courses"),
)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser("hypersweep man", "Print the manual page, in the format that man reads.", _EPILOG)
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    r"""Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep man``.

    >>> main([])  # doctest: +ELLIPSIS
    .\" The manual of hypersweep, from 'hypersweep man'.
    .TH HYPERSWEEP 1 ...
    0
    """
    return run_command("hypersweep man", argv, _run)


def page() -> str:
    """Return the manual page as roff source."""
    from hypersweep import __version__
    from hypersweep.cli.help import find_usages

    return "\n".join([*_lines(find_usages(), __version__), ""])


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    if parser.read(argv).help:
        return output.print(parser.format_help())
    return output.print(page())


def _lines(usages: Sequence[Usage], version: str) -> Iterator[str]:
    yield ".\\\" The manual of hypersweep, from 'hypersweep man'."
    yield f'.TH HYPERSWEEP 1 "{_DATE}" "hypersweep {version}" "Games"'
    # Turn off justification and hyphenation, so that readers can copy commands and cells literally.
    yield from (".ad l", ".nh")
    yield from (".SH NAME", "hypersweep \\- Minesweeper in any number of dimensions", ".SH SYNOPSIS")
    yield from (".B hypersweep", ".br", ".B hypersweep", "\\fIBOARD\\fR [\\fIOPTIONS\\fR]", ".br")
    yield from (".B hypersweep", "\\fICOMMAND\\fR [\\fIARGUMENTS\\fR]", ".SH DESCRIPTION")
    yield from _paragraph(_DESCRIPTION)
    yield ".SH OPTIONS"
    yield from _item("\\fB\\-\\-help\\fR", "list the commands")
    yield from _item("\\fB\\-\\-version\\fR", "show the version")
    yield ".SH COMMANDS"
    for usage in usages:
        yield from _command(usage)
    yield ".SH ENVIRONMENT"
    for name, text in _ENVIRONMENT:
        yield from _item(f"\\fB{_text(name)}\\fR", text)
    yield ".SH EXIT STATUS"
    for status, text in _STATUSES:
        yield from _item(f"{status}", text)
    yield from (".PP", *_paragraph("'hypersweep esp' exits as its specification requires."))


def _command(usage: Usage) -> Iterator[str]:
    yield f".SS hypersweep {_text(' '.join(usage.words))}"
    yield from _paragraph(usage.description)
    yield ".PP"
    yield from _paragraph(usage.line)
    for name, text in usage.commands:
        yield from _item(f"\\fB{_text(name)}\\fR", text)
    for argument in (*usage.operands, *usage.options):
        yield from _item(_called(argument), argument.text)
    if usage.epilog.strip():
        yield from (".PP", ".nf", *map(_text, usage.epilog.strip("\n").split("\n")), ".fi")


def _called(argument: Argument) -> str:
    value = f"\\fI{_text(argument.metavar)}\\fR" if argument.metavar else ""
    if not argument.names:
        return value
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in argument.names)
    return f"{names} {value if argument.needs_value else f'[{value}]'}" if value else names


def _item(head: str, text: str) -> Iterator[str]:
    yield from (".TP", head, *_paragraph(text))


def _paragraph(text: str) -> list[str]:
    return [_text(line) for line in textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)]


def _text(text: str) -> str:
    """Escape text for roff."""
    text = "".join(_SIGNS.get(sign, sign) for sign in text)
    return "\\&" + text if text.startswith(".") else text
