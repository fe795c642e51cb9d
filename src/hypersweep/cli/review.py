"""``hypersweep review``: what a game says of its player, as text, as a picture, or as JSON."""

from __future__ import annotations

import os
import sys

from hypersweep.arguments import nearest, shorten
from hypersweep.cli.sources import load_record, warn
from hypersweep.errors import HypersweepError, ParameterError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence
    from typing import NoReturn

__all__ = ["main"]

UNUSABLE = 2
WRITING_FAILED = 74
INTERRUPTED = 130

_OPTIONS = ["--svg", "--json", "--policy", "--seconds", "--help"]

_EPILOG = """\
examples:
  hypersweep review game.sweep                    the report
  hypersweep review game.sweep --svg review.svg   and the picture
  hypersweep review - --json < game.sweep         for programs

What the words and figures mean stands in docs/review.md.
"""


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ParameterError(message)

    parser = Parser(
        prog="hypersweep review",
        description="Every guess of a game with its risk, luck and skill, and the moves worth learning from.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the record of a game, or - for standard input")
    add("--svg", metavar="OUT", help="write a picture as well; - prints it instead of the report")
    add("--json", action="store_true", help="print JSON instead of the report")
    add("--policy", metavar="NAME", default="look-ahead", help="whose advice counts: safest, progress or look-ahead")
    add("--seconds", metavar="S", default="60", help="the time it may take (60)")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Exit status of one run: 0, 2 for something that can't be used, 74 if a file can't be written, 130 after Ctrl-C.

    >>> main(["--policy", "safest"])
    2
    """
    try:
        return _run(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads any more. What is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (HypersweepError, MemoryError) as error:
        warn(str(error) or "expected a board that fits into memory")
        return UNUSABLE


def _run(argv: Sequence[str]) -> int:
    parser = _parser()
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        word = unknown[0].partition("=")[0]
        if not word.startswith("-"):
            raise ParameterError(f"expected one record, got {shorten(options.file)} and {shorten(word)}")
        raise ParameterError(
            f"expected one of the options {', '.join(_OPTIONS)}, got {shorten(word)}{nearest(word[:30], _OPTIONS)}"
        )
    if options.help:
        print(parser.format_help(), end="")
        return 0
    if options.file is None:
        raise ParameterError("expected the file of a record, got nothing; 'hypersweep review --help' tells more")
    if options.json and options.svg == "-":
        raise ParameterError("expected --json or --svg -, got both: only one of them can be printed")
    from hypersweep.review import review

    found = review(load_record(options.file), policy=options.policy, seconds=_seconds(options.seconds))
    if options.svg == "-":
        print(found.svg())
        return 0
    if options.svg is not None:
        from hypersweep.record.file import write_file

        try:
            write_file(options.svg, found.svg() + "\n")
        except OSError as error:
            warn(f"expected a file that can be written, got {options.svg}: {error.strerror}")
            return WRITING_FAILED
    if options.json:
        import json

        print(json.dumps(found.as_dict()))
    else:
        print(found.format())
    return 0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise ParameterError(f"expected a number of seconds, got {shorten(text)}") from None
    if not 0 < seconds < 1e9:
        raise ParameterError(f"expected seconds above 0, got {shorten(text)}")
    return seconds
