"""``hypersweep comp2017``: build the C library of the course's two functions, or write their source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli_support.library_command import LibraryParser, build_parsers, run_build
from hypersweep.courses.comp2017.build import MAX_ADJACENT, MAX_DIM, build_library, write_source

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence
    from pathlib import Path

__all__ = ["command_parser", "main"]

_NAME = "hypersweep comp2017"


def main(argv: Sequence[str]) -> int:
    """Exit status of ``hypersweep comp2017``: 0, 1 where the library can't be built, 2 for words that make no sense.

    Args:
        argv: the arguments after ``hypersweep comp2017``.

    >>> main(["build", "--help"])  # doctest: +ELLIPSIS
    usage: hypersweep comp2017 build ...
    0
    """
    return run_build(_NAME, argv, _parse, _build)


def _build(options: Namespace) -> Iterable[Path]:
    if options.source:
        return write_source(options.output)
    return build_library(
        options.output,
        max_adjacent=MAX_ADJACENT if options.max_adjacent is None else options.max_adjacent,
        max_dim=MAX_DIM if options.max_dim is None else options.max_dim,
        static=options.static,
        plain_names=options.plain_names,
    )


def command_parser() -> LibraryParser:
    """Return the parser of the command's arguments."""
    return _parsers()[0]


def _parsers() -> tuple[LibraryParser, LibraryParser]:
    parser, build = build_parsers(
        _NAME,
        "COMP2017 ND-Minesweeper.",
        summary="write minesweeper.h, params.h and libminesweeper.so, or minesweeper.c",
        description="Write minesweeper.h, params.h and libminesweeper.so, whose init_game and select_cell have the\n"
        "published signatures and the struct layout of the two constants. Needs a C++ compiler: the\n"
        "one that CXX names, or c++, g++ or clang++. With --source write minesweeper.c, which needs\n"
        "nothing of this package and takes its constants from the params.h it is compiled with.",
        epilog="then: cc game.c -IDIR -LDIR -lminesweeper -Wl,-rpath,DIR\n"
        "  or: cc game.c -IDIR DIR/libminesweeper.a      after --static\n"
        "  or: cc game.c DIR/minesweeper.c -Ifolder-of-params.h      after --source\n\n"
        "names in the library:\n"
        f"  for {MAX_ADJACENT} and {MAX_DIM}, the course's constants: init_game and select_cell, and others\n"
        "  that carry the constants: init_game_MAX_ADJACENT_242_MAX_DIM_5 and so on\n"
        "  for other constants: those that carry them, such as\n"
        "  init_game_MAX_ADJACENT_26_MAX_DIM_3, and no init_game, so that a program with\n"
        "  other constants doesn't link\n\n"
        "A program that includes minesweeper.h and params.h from DIR says init_game and gets the right name.\n"
        "Use --plain-names for one that has the course's own headers with the same constants as the library,\n"
        "or that looks up init_game by name (dlsym, ctypes). Use --source where the constants change from\n"
        "test to test, or come from a params.h that isn't yours: it is compiled with them each time.",
    )
    build.add_argument("--max-adjacent", metavar="N", type=int, help=f"MAX_ADJACENT (default: {MAX_ADJACENT})")
    build.add_argument("--max-dim", metavar="N", type=int, help=f"MAX_DIM (default: {MAX_DIM})")
    kind = build.add_mutually_exclusive_group()
    kind.add_argument("--static", action="store_true", help="write an archive, libminesweeper.a, instead of the .so")
    kind.add_argument("--source", action="store_true", help="write minesweeper.c alone, for any constants")
    plain = build.add_mutually_exclusive_group()
    plain.add_argument(
        "--plain-names",
        action="store_true",
        default=None,
        help="let the library have the names init_game and select_cell for any constants; the program's constants "
        "aren't checked then",
    )
    plain.add_argument(
        "--no-plain-names",
        dest="plain_names",
        action="store_false",
        help="leave these names out for the course's constants too, so that only programs with params.h from DIR link",
    )
    return parser, build


def _parse(argv: Sequence[str]) -> Namespace:
    parser, build = _parsers()
    parser.check(argv)
    options = parser.parse_args(argv)
    if options.source:
        for name in ("max_adjacent", "max_dim", "plain_names"):
            value = getattr(options, name)
            if value is not None:
                option = ("no_" if value is False else "") + name
                build.error(f"argument --{option.replace('_', '-')}: not allowed with argument --source")
    return options
