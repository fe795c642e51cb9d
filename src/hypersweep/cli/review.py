"""``hypersweep review``: report the player's mistakes and luck in a game, as text, JSON, a picture or comments.

The exit status is 0; 2 if the file isn't a record or the arguments are invalid; 130 after Ctrl-C; and 74 if the report
or a file can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.input_files import GAME_FILES, chosen_encoding, load_record
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.solve import POLICIES
from hypersweep.text import parse_seconds, parse_whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.cli_support.output import Output

_COMMAND = "hypersweep review"

_EPILOG = """\
examples:
  hypersweep review game.sweep                    the report
  hypersweep review game.sweep --svg review.svg   and the picture
  hypersweep review - --json < game.sweep         for programs
  hypersweep review game.avf --annotate out.sweep verdicts as comments

A move is certain, a forced guess, a risky guess (a better one was there), an
unneeded guess (a cell was certain) or a blunder (a mine was certain). Luck is
the expected number of deaths minus the actual number; skill is how much of the
best possible chance of survival the guesses kept, whatever their outcome.
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(
        _COMMAND, "Review a game: every guess and its risk, luck and skill, and the moves worth learning from.", _EPILOG
    )
    add = parser.add_argument
    add(
        "file",
        nargs="?",
        metavar="FILE",
        files=GAME_FILES,
        help="a game's record or a mouse replay, or - for standard input",
    )
    add("--game", metavar="N", help="number of the game, if the file has several")
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("--svg", metavar="OUT", files="*.svg", help="write a picture as well; - prints it instead of the report")
    add(
        "--annotate",
        metavar="OUT",
        files="*.sweep",
        help="write the game with verdicts as comments as well; - prints it instead of the report",
    )
    add("--json", action="store_true", help="print JSON instead of the report")
    add(
        "--policy",
        metavar="NAME",
        default="look-ahead",
        words=POLICIES,
        help="policy to compare with: safest, progress or look-ahead (the default)",
    )
    add("--seconds", metavar="S", default="60", help="time limit in seconds (default: 60)")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep review``.

    >>> main(["--policy", "safest"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "file")
    if options.help:
        return screen.print(parser.format_help())
    if options.file is None:
        raise ParameterError("no game to review: name a record, such as game.sweep, or - for standard input")
    printed = [name for name, out in (("--svg", options.svg), ("--annotate", options.annotate)) if out == "-"]
    if len(printed) + options.json > 1:
        first, second = ["--json"] * options.json + [f"{name} -" for name in printed]
        raise ParameterError(f"can't combine {first} with {second}: both print to standard output")
    policy = chosen_name(options.policy, "--policy", POLICIES)
    seconds = parse_seconds(options.seconds, "--seconds")
    if seconds == 0:
        raise ParameterError("expected a number of seconds above 0 for --seconds, got 0")
    game = None if options.game is None else parse_whole_number(options.game, "--game", least=0)
    from hypersweep.record.text_form import escape, write_file
    from hypersweep.review import review

    record = load_record(_COMMAND, options.file, game=game, encoding=chosen_encoding(options.encoding))
    found = review(record, policy=policy, seconds=seconds)
    results: list[tuple[str | None, Callable[[], str]]] = [
        (options.svg, lambda: found.svg() + "\n"),
        (options.annotate, lambda: found.annotated().format()),
    ]
    for out, make in results:
        if out not in (None, "-"):
            try:
                write_file(out, make())
            except OSError as error:
                warn(_COMMAND, f"can't write {escape(out)}: {error.strerror}")
                return WRITING_FAILED
    if options.json:
        import json

        return screen.print(json.dumps(found.as_dict()) + "\n")
    text = next((make() for out, make in results if out == "-"), found.format() + "\n")
    return screen.print(text)
