"""``hypersweep channels``: makes the C library of the course's five functions."""

from __future__ import annotations

import sys

from hypersweep.courses.channels.build import build_library
from hypersweep.errors import HypersweepError
from hypersweep.exits import FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str]) -> int:
    """Exit status of ``hypersweep channels``: 0, 1 where the library can't be built, 2 for words that make no sense.

    Args:
        argv: the words after ``hypersweep channels``.

    >>> main(["build", "--help"])  # doctest: +ELLIPSIS
    usage: hypersweep channels build ...
    0
    """
    try:
        options = _parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    try:
        paths = build_library(options.output, static=options.static)
    except (HypersweepError, OSError) as error:
        print(f"hypersweep channels: {error}", file=sys.stderr)
        return FAILED
    for path in paths:
        print(path)
    return 0


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    parser = ArgumentParser(prog="hypersweep channels", description="The channels of COMP2017.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    build = commands.add_parser(
        "build",
        help="write channel.h and libchannel.so",
        description="Write channel.h and libchannel.so: channel_init, channel_get, channel_send, sender_dup and\n"
        "channel_destroy for C programs. Needs a C++ compiler: the one that CXX names, or c++, g++ or\n"
        "clang++.",
        epilog="then: cc program.c -IDIR -LDIR -lchannel -Wl,-rpath,DIR -pthread",
        formatter_class=RawDescriptionHelpFormatter,
    )
    build.add_argument("--output", metavar="DIR", required=True, help="the directory to write to")
    build.add_argument(
        "--static", action="store_true", help="make an archive, libchannel.a, instead of a shared library"
    )
    return parser
