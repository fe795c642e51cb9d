"""A C library of the course's two functions, compiled for the two constants on which the struct's layout depends.

The library is ``library.cpp``, beside this file, on the package's own kernels: nothing of the rules is generated.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hypersweep.arguments import shorten, whole_number
from hypersweep.errors import HypersweepError

__all__ = ["MAX_ADJACENT", "MAX_DIM", "CompilerError", "build_library", "find_compiler", "header", "params"]

# As the course hands params.h out.
MAX_ADJACENT = 242
MAX_DIM = 5

_COMPILERS = ("c++", "g++", "clang++")
_SOURCES = ("storage.cpp",)
_HEADERS = ("bits.hpp", "cascade.hpp", "neighbours.hpp", "state.hpp", "variant.hpp")
# Exceptions and type information are never used; without them nothing of the C++ library is needed.
_OPTIONS = ("-std=c++20", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti")
_LIBRARY = "libminesweeper.so"
# Nor shall it be among the libraries to load. Apple's linker leaves it out by itself, but keeps the path it writes to.
_LINKER = (f"-Wl,-install_name,@rpath/{_LIBRARY}",) if sys.platform == "darwin" else ("-Wl,--as-needed",)


class CompilerError(HypersweepError):
    """There is no C++ compiler on this machine, or it can't build the library."""


def params(max_adjacent: int, max_dim: int) -> str:
    """The text of ``params.h``.

    >>> print(params(8, 2), end="")
    /* libminesweeper.so was built for these two numbers: build it again rather than change them here. */
    #ifndef PARAMS_H
    #define PARAMS_H
    <BLANKLINE>
    #define MAX_ADJACENT (8)
    #define MAX_DIM (2)
    <BLANKLINE>
    #endif
    """
    return f"""\
/* libminesweeper.so was built for these two numbers: build it again rather than change them here. */
#ifndef PARAMS_H
#define PARAMS_H

#define MAX_ADJACENT ({max_adjacent})
#define MAX_DIM ({max_dim})

#endif
"""


def header() -> str:
    """The text of ``minesweeper.h``: the published struct and the two functions.

    >>> "int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords);" in header()
    True
    """
    return """\
/* COMP2017 ND-Minesweeper. Link with libminesweeper.so. */
#ifndef MINESWEEPER_H
#define MINESWEEPER_H

#include "params.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cell {
    int mined;                            /* 1 with a mine, 0 without */
    int selected;                         /* 1 once selected, else 0 */
    int num_adjacent;                     /* how many pointers stand in adjacent */
    struct cell * adjacent[MAX_ADJACENT]; /* mined ones too; those that don't fit are left out */
    int coords[MAX_DIM];
    int hint;                             /* mined cells next to this one */
};

/* Fills game with the cells of the grid, the last coordinate running fastest. Writes nothing where dim is more than
   MAX_DIM or a size is below 1; mines off the grid are left out. */
void init_game(struct cell * game, int dim, int * dim_sizes, int num_mines, int ** mined_cells);

/* Selects a cell: 1 if it holds a mine, 2 if all cells without a mine are selected now, else 0. Returns 0 and does
   nothing where the cell is off the grid or selected already. */
int select_cell(struct cell * game, int dim, int * dim_sizes, int * coords);

#ifdef __cplusplus
}
#endif

#endif
"""


def find_compiler() -> list[str]:
    """The command of a C++ compiler: the words of the environment variable CXX, or c++, g++ or clang++.

    Raises:
        CompilerError: there is none; the message says what to install.
    """
    words = os.environ.get("CXX", "")
    try:
        named = shlex.split(words)
    except ValueError as error:
        raise CompilerError(f"expected the command of a compiler in CXX, got {shorten(words)}: {error}") from None
    for command in [named] if named else [[name] for name in _COMPILERS]:
        if shutil.which(command[0]):
            return command
    wanted = f"the compiler {named[0]} that CXX names" if named else f"a C++ compiler ({', '.join(_COMPILERS)})"
    raise CompilerError(
        f"expected {wanted} on this machine, got none; install one with 'apt install g++' (Debian, Ubuntu), "
        "'dnf install gcc-c++' (Fedora) or 'xcode-select --install' (macOS)"
    )


def build_library(output: str | Path, *, max_adjacent: int = MAX_ADJACENT, max_dim: int = MAX_DIM) -> list[Path]:
    """Write ``minesweeper.h``, ``params.h`` and ``libminesweeper.so`` into a directory and give their paths.

    The directory is made if it isn't there; files of these names are replaced once the library is built. The library
    needs no other one than C's.

    Constants too small for a game never make it write out of bounds. With more dimensions than ``max_dim`` both
    functions do nothing (``select_cell`` returns 0). Of more adjacent cells than ``max_adjacent`` those beyond are left
    out of ``adjacent`` and ``num_adjacent``; hints and selections take all of them into account nevertheless.

    Args:
        output: the directory.
        max_adjacent: MAX_ADJACENT, the most adjacent cells that a struct has room for.
        max_dim: MAX_DIM, the most coordinates that a struct has room for.

    Raises:
        ParameterError: a constant that isn't within 1 to 2**31 - 1.
        CompilerError: no compiler, or one that fails.
        OSError: the directory can't be written.
    """
    adjacent = whole_number(max_adjacent, "max_adjacent", least=1, below=1 << 31)
    dim = whole_number(max_dim, "max_dim", least=1, below=1 << 31)
    compiler = find_compiler()
    native = _native_folder(Path(__file__).resolve().parents[2])
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    # Beside its destination, so that moving it there is one step.
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as scratch:
        made = Path(scratch)
        (made / "minesweeper.h").write_text(header(), encoding="utf-8")
        (made / "params.h").write_text(params(adjacent, dim), encoding="utf-8")
        sources = [Path(__file__).with_name("library.cpp"), *(native / name for name in _SOURCES)]
        places = [f"-I{made}", f"-I{native}", "-o", str(made / _LIBRARY)]
        command = [*compiler, *_OPTIONS, *_LINKER, *places, *map(str, sources)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode:
            raise CompilerError(
                f"expected {compiler[0]} to build the library, got status {done.returncode}:\n{done.stderr.strip()}"
            )
        return [(made / name).replace(folder / name) for name in ("minesweeper.h", "params.h", _LIBRARY)]


def _native_folder(package: Path) -> Path:
    # A wheel holds the kernels' sources inside the package, a source checkout beside its src folder.
    for folder in (package / "native", package.parent.parent / "native"):
        if all((folder / name).is_file() for name in (*_SOURCES, *_HEADERS)):
            return folder
    raise CompilerError(f"expected the kernels' sources in {shorten(str(package / 'native'), 200)}, got no such files")
