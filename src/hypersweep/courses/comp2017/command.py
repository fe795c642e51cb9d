"""``hypersweep comp2017``: makes the C library of the course's two functions."""

from __future__ import annotations

import sys

from hypersweep.courses.comp2017.build import MAX_ADJACENT, MAX_DIM, build_library
from hypersweep.errors import HypersweepError
from hypersweep.exits import FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Exit status of ``hypersweep comp2017``: 0, 1 where the library can't be built, 2 for words that make no sense.

    Args:
        argv: the words after ``hypersweep comp2017``.

    >>> main(["build", "--help"])  # doctest: +ELLIPSIS
    usage: hypersweep comp2017 build ...
    0
    """
    try:
        options = _parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    try:
        paths = build_library(options.output, max_adjacent=options.max_adjacent, max_dim=options.max_dim)
    except (HypersweepError, OSError) as error:
        print(f"hypersweep comp2017: {error}", file=sys.stderr)
        return FAILED
    for path in paths:
        print(path)
    return 0


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    parser = ArgumentParser(prog="hypersweep comp2017", description="COMP2017 ND-Minesweeper.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser(
        "build",
        help="write minesweeper.h, params.h and libminesweeper.so",
        description="Write minesweeper.h, params.h and libminesweeper.so, whose init_game and select_cell have the\n"
        "published signatures and the struct layout of the two constants. Needs a C++ compiler: the\n"
        "one that CXX names, or c++, g++ or clang++.",
        epilog="then: cc game.c -IDIR -LDIR -lminesweeper -Wl,-rpath,DIR",
        formatter_class=RawDescriptionHelpFormatter,
    )
    build.add_argument("--output", metavar="DIR", required=True, help="the directory to write to")
    build.add_argument(
        "--max-adjacent", metavar="N", type=int, default=MAX_ADJACENT, help="MAX_ADJACENT (default: %(default)s)"
    )
    build.add_argument("--max-dim", metavar="N", type=int, default=MAX_DIM, help="MAX_DIM (default: %(default)s)")
    return parser
