"""``hypersweep comp2017``: the course's two functions for C, as a library for one pair of constants or as source.

The library's source is ``library.cpp``, next to this file; it uses the package's own kernels. ``minesweeper.c``, also
next to this file, is C11 that needs nothing from the package. Because it implements the rules a second time, the tests
play the same games with the library, ``minesweeper.c`` and the engine, and compare every cell.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.cli_support.library_command import LibraryParser, build_parsers, run_build
from hypersweep.compiler import compile_library, finished_files, native_folder
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence


# The values in the course's params.h.
MAX_ADJACENT = 242
MAX_DIM = 5

_SOURCES = ("board/storage.cpp",)
_HEADERS = (
    "board/bits.hpp",
    "board/cascade.hpp",
    "board/neighbours.hpp",
    "board/pace.hpp",
    "board/state.hpp",
    "variant.hpp",
)
# With frame pointers, a sanitizer in the calling program can show the calls that led into the library.
_OPTIONS = ("-O3", "-fno-omit-frame-pointer")


def _names(max_adjacent: int, max_dim: int) -> str:
    # Include the constants in the functions' names, so that the linker detects a mismatch.
    suffix = f"MAX_ADJACENT_{max_adjacent}_MAX_DIM_{max_dim}"
    return f"#define init_game init_game_{suffix}\n#define select_cell select_cell_{suffix}"


def params(max_adjacent: int, max_dim: int) -> str:
    """Return the text of ``params.h``.

    >>> print(params(8, 2), end="")
    /* The library beside this file was built for these two numbers: build it again rather than change them here. */
    #ifndef PARAMS_H
    #define PARAMS_H
    <BLANKLINE>
    #define MAX_ADJACENT (8)
    #define MAX_DIM (2)
    <BLANKLINE>
    #if MAX_ADJACENT != 8 || MAX_DIM != 2
    #error "the library was built for MAX_ADJACENT 8 and MAX_DIM 2: build it again for other constants"
    #endif
    <BLANKLINE>
    /* Names that only a library built for the same two numbers has: with any other one the linker stops. */
    #define init_game init_game_MAX_ADJACENT_8_MAX_DIM_2
    #define select_cell select_cell_MAX_ADJACENT_8_MAX_DIM_2
    <BLANKLINE>
    #endif
    """
    return f"""\
/* The library beside this file was built for these two numbers: build it again rather than change them here. */
#ifndef PARAMS_H
#define PARAMS_H

#define MAX_ADJACENT ({max_adjacent})
#define MAX_DIM ({max_dim})

#if MAX_ADJACENT != {max_adjacent} || MAX_DIM != {max_dim}
#error "{_refusal(max_adjacent, max_dim)}"
#endif

/* Names that only a library built for the same two numbers has: with any other one the linker stops. */
{_names(max_adjacent, max_dim)}

#endif
"""


def _refusal(max_adjacent: int, max_dim: int) -> str:
    built = f"MAX_ADJACENT {max_adjacent} and MAX_DIM {max_dim}"
    return f"the library was built for {built}: build it again for other constants"


def header(max_adjacent: int, max_dim: int) -> str:
    """Return the text of ``minesweeper.h``: the published struct and the two functions, for these constants only.

    >>> "int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords);" in header(8, 2)
    True
    """
    return f"""\
/* COMP2017 ND-Minesweeper. Link with libminesweeper. */
#ifndef MINESWEEPER_H
#define MINESWEEPER_H

#include "params.h"

/* As in the params.h that was written with this file, in case another one was found first. */
{_names(max_adjacent, max_dim)}

#ifdef __cplusplus
static_assert(MAX_ADJACENT == {max_adjacent} && MAX_DIM == {max_dim},
              "{_refusal(max_adjacent, max_dim)}");
extern "C" {{
#else
_Static_assert(MAX_ADJACENT == {max_adjacent} && MAX_DIM == {max_dim},
               "{_refusal(max_adjacent, max_dim)}");
#endif

struct cell {{
    int mined;                            /* 1 with a mine, 0 without */
    int selected;                         /* 1 once selected, else 0 */
    int num_adjacent;                     /* how many pointers stand in adjacent */
    struct cell * adjacent[MAX_ADJACENT]; /* mined ones too; those that don't fit are left out */
    int coords[MAX_DIM];
    int hint;                             /* mined cells next to this one */
}};

/* Fills game with the cells of the grid, the last coordinate running fastest. Writes nothing where dim is more than
   MAX_DIM or a size is below 1; mines off the grid are left out. */
void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells);

/* Selects a cell: 1 if it holds a mine, 2 if all cells without a mine are selected now, else 0. Returns 0 and does
   nothing where the cell is off the grid or selected already. */
int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords);

#ifdef __cplusplus
}}
#endif

#endif
"""


def build_library(
    output: str | Path,
    *,
    max_adjacent: int = MAX_ADJACENT,
    max_dim: int = MAX_DIM,
    static: bool = False,
    plain_names: bool | None = None,
) -> list[Path]:
    """Write ``minesweeper.h``, ``params.h`` and ``libminesweeper.so`` to a directory. Returns: their paths.

    The directory is created if missing; files with these names are replaced once the build succeeds. The library
    depends only on the C library.

    The library never writes out of bounds, even if the constants are too small for a game. With more dimensions than
    ``max_dim``, both functions do nothing (``select_cell`` returns 0). If a cell has more adjacent cells than
    ``max_adjacent``, the rest are left out of ``adjacent`` and ``num_adjacent``, but still count for hints and
    selections.

    Programs must be compiled with the same constants. A program that includes one of the two headers but uses other
    constants doesn't compile or link, since the functions' names contain the constants.

    Args:
        output: the directory.
        max_adjacent: MAX_ADJACENT, the maximum number of adjacent cells in a struct.
        max_dim: MAX_DIM, the maximum number of coordinates in a struct.
        static: build a static library, ``libminesweeper.a``, instead of a shared one.
        plain_names: whether to export the functions under their published names too, for programs that don't use these
            headers. Such a program's constants aren't checked; only an address sanitizer would report that an array is
            too short. None means yes for the course's own constants, otherwise no.

    Raises:
        ParameterError: a constant isn't from 1 to 2**31 - 1.
        CompilerError: there is no compiler, or compilation fails.
        OSError: the directory can't be written.
    """
    adjacent = whole_number(max_adjacent, "max_adjacent", least=1, below=1 << 31)
    dim = whole_number(max_dim, "max_dim", least=1, below=1 << 31)
    if plain_names is None:
        plain_names = (adjacent, dim) == (MAX_ADJACENT, MAX_DIM)
    native = native_folder((*_SOURCES, *_HEADERS))
    library = "libminesweeper.a" if static else "libminesweeper.so"
    with finished_files(Path(output), ("minesweeper.h", "params.h", library)) as (made, paths):
        (made / "minesweeper.h").write_text(header(adjacent, dim), encoding="utf-8")
        (made / "params.h").write_text(params(adjacent, dim), encoding="utf-8")
        sources = [Path(__file__).with_name("library.cpp"), *(native / name for name in _SOURCES)]
        names = ["-DPLAIN_NAMES"] if plain_names else []
        compile_library(made / library, sources, [made, native], *_OPTIONS, *names)
    return paths


def write_source(output: str | Path) -> list[Path]:
    """Write ``minesweeper.c``, a C11 source file with both functions, to a directory. Returns: its path.

    It includes only ``params.h`` and C library headers, and works with any constants in the program's ``params.h``. The
    directory is created if missing.

    Raises:
        OSError: the directory can't be written.
    """
    with finished_files(Path(output), ("minesweeper.c",)) as (made, paths):
        shutil.copyfile(Path(__file__).with_name("minesweeper.c"), made / "minesweeper.c")
    return paths


_NAME = "hypersweep comp2017"


def main(argv: Sequence[str]) -> int:
    """Run ``hypersweep comp2017``. Returns: the exit status: 0, 1 if the build fails, 2 for invalid arguments.

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
    """Return the parser for the command's arguments."""
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
