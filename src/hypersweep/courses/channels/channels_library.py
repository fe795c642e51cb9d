"""``hypersweep channels``: the course's five functions as a C library.

The library's source is ``library.cpp``, next to this file; it uses the same packets as ``hypersweep.channel``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.cli_support.library_command import LibraryParser, build_parsers, run_build
from hypersweep.compiler import CompilerError, compile_library, finished_files, native_folder

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence


_HEADERS = (
    "array.hpp",
    "channel/assembly.hpp",
    "channel/packets.hpp",
    "channel/parts.hpp",
    "channel/process.hpp",
    "variant.hpp",
)


def build_library(output: str | Path, *, static: bool = False) -> list[Path]:
    """Write ``channel.h`` and ``libchannel.so`` to a directory. Returns: their paths.

    The directory is created if missing; files with these names are replaced once the build succeeds. The library
    depends only on the C library and its threads. ``channel.h`` documents its guarantees.

    Args:
        output: the directory.
        static: build a static library, ``libchannel.a``, instead of a shared one.

    Raises:
        CompilerError: there is no compiler, compilation fails, or the system has no fork.
        OSError: the directory can't be written.
    """
    if sys.platform == "win32":
        raise CompilerError("expected a system with fork, sockets and POSIX threads for the library, got Windows")
    here, native = Path(__file__).resolve().parent, native_folder(_HEADERS)
    library = "libchannel.a" if static else "libchannel.so"
    with finished_files(Path(output), ("channel.h", library)) as (made, paths):
        shutil.copyfile(here / "channel.h", made / "channel.h")
        compile_library(made / library, [here / "library.cpp"], [here, native], "-pthread")
    return paths


_NAME = "hypersweep channels"


def main(argv: Sequence[str]) -> int:
    """Run ``hypersweep channels``. Returns: the exit status: 0, 1 if the build fails, 2 for invalid arguments.

    Args:
        argv: the arguments after ``hypersweep channels``.

    >>> main(["build", "--help"])  # doctest: +ELLIPSIS
    usage: hypersweep channels build ...
    0
    """
    return run_build(_NAME, argv, _parse, lambda options: build_library(options.output, static=options.static))


def command_parser() -> LibraryParser:
    """Return the parser for the command's arguments."""
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
