"""``hypersweep learn``: the lesson about four dimensions, on the full screen or line by line.

The exit status is 0 even if the lesson isn't finished; 130 after Ctrl-C; and 74 if the output can't be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, run_command
from hypersweep.errors import CellError
from hypersweep.text import without_separators
from hypersweep.tui.plain_game import line_reader, play
from hypersweep.tui.terminal import why_not_full_screen
from hypersweep.ui_model.game_texts import read_cell
from hypersweep.ui_model.lesson import GO_ON, LAST_BOARD, LESSON_SUMMARY, LESSON_TITLE, STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.ui_model.lesson import LessonStep

_NAME = "hypersweep learn"

_EPILOG = """\
A line, a square, three layers, a table of layers: at each step the cells that
touch the middle light up, and you open one that must be safe. At the end you
play a real board in four dimensions, which takes no guess; ? gives hints.

Without a full screen, or with --plain, the lesson is text: type the cell to
open, such as 4 or 3 3.
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "See in four dimensions: a lesson of one minute.", _EPILOG)
    parser.add_argument("--plain", action="store_true", help="run it line by line, as always without a terminal")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the lesson, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep learn``.

    >>> main(["--help"]) # doctest: +ELLIPSIS
    usage: hypersweep learn ...
    0
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return output.print(parser.format_help())
    if options.plain or why_not_full_screen() is not None:
        learn_lines(line_reader(output)[1], output)
        return 0
    # Imported late, since the plain lesson doesn't need it.
    from hypersweep.tui.full_screen import run

    return run(is_lesson=True)


def learn_lines(read: Callable[[str], str], output: Output) -> None:
    r"""Run the lesson line by line, then play the real board; stop when the input ends.

    Args:
        read: takes a prompt, returns the next line; an empty string at the end of the input.
        output: where to write.

    >>> import sys
    >>> from hypersweep.cli_support.output import Output
    >>> lines = iter(["6\n", ""])
    >>> learn_lines(lambda prompt: next(lines), Output(sys.stdout, is_ascii=True)) # doctest: +ELLIPSIS
    See in four dimensions. ...
    1 of 4, a line: A number counts the mines in the cells that touch it. In a line, 2 cells touch.
     0 1 2 3 4 5 6
     . 1 F 1 # # #
    ...
    """
    output.write(f"{LESSON_TITLE}. {LESSON_SUMMARY}\n")
    for number, step in enumerate(STEPS, 1):
        output.write(f"\n{number} of {len(STEPS)}, {step.title}: {step.shown}\n")
        if not _ask(step, read, output):
            return
    output.write(
        "\nNow a real board in four dimensions. It takes no guess: 'hint' says what is safe, and why.\n"
        "'open 0 0 0 0' is a good first move; 'help' lists the others.\n"
    )
    play(LAST_BOARD.game(), read, output)
    output.write(f"{GO_ON}\n")


def _ask(step: LessonStep, read: Callable[[str], str], output: Output) -> bool:
    """Show a step, and ask until a right cell is opened. Returns: whether it was, before the input ended."""
    game = step.game()
    output.write("\n".join(output.picture(game)) + "\n")
    parts = ", ".join(map(str, step.counts))
    middle = " ".join(map(str, step.middle))
    output.write(f"Cells that touch the middle, {middle}, axis by axis: {parts}.\n{step.question}\n")
    while True:
        output.flush()
        line = read("> ")
        if not line:
            return False
        words = without_separators(line).removeprefix("open ").split()
        if not words:
            continue
        if words[0] in ("q", "quit"):
            return False
        try:
            cell = read_cell(words, step.grid, "open")
        except CellError as error:
            output.write(f"{error}\n")
            continue
        answer = step.answer(game, cell)
        if not answer:
            game.open(cell)
            output.write("\n".join(output.picture(game)) + f"\nRight! {step.done}\n")
            return True
        output.write(f"{answer}\n")
