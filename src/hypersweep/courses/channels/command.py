"""``hypersweep channels``: build the C library of the course's five functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli_support.library_command import LibraryParser, build_parsers, run_build
from hypersweep.courses.channels.build import build_library

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

__all__ = ["command_parser", "main"]

_NAME = "hypersweep channels"


def main(argv: Sequence[str]) -> int:
    """Exit status of ``hypersweep channels``: 0, 1 where the library can't be built, 2 for words that make no sense.

    Args:
        argv: the arguments after ``hypersweep channels``.

    >>> main(["build", "--help"])  # doctest: +ELLIPSIS
    usage: hypersweep channels build ...
    0
    """
    return run_build(_NAME, argv, _parse, lambda options: build_library(options.output, static=options.static))


def command_parser() -> LibraryParser:
    """Return the parser of the command's arguments."""
    parser, build = build_parsers(
        _NAME,
        "The channels of COMP2017.",
        summary="write channel.h and libchannel.so",
        description="Write channel.h and libchannel.so: channel_init, channel_get, channel_send, sender_dup and\n"
        "channel_destroy for C programs. Needs a C++ compiler: the one that CXX names, or c++, g++ or\n"
        "clang++.",
        epilog="then: cc program.c -IDIR -LDIR -lchannel -Wl,-rpath,DIR -pthread",
    )
    build.add_argument(
        "--static", action="store_true", help="make an archive, libchannel.a, instead of a shared library"
    )
    return parser


def _parse(argv: Sequence[str]) -> Namespace:
    parser = command_parser()
    parser.check(argv)
    return parser.parse_args(argv)
