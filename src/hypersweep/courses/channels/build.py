"""The course's five functions as a C library: ``library.cpp`` next to this file, on the package's own packets."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from hypersweep.compiler import CompilerError, compile_library, finished_files, native_folder

__all__ = ["build_library"]

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

    The directory is created if missing; files of these names are replaced once the library is built. The library needs
    only the C library, with threads. ``channel.h`` documents its guarantees.

    Args:
        output: the directory.
        static: make an archive, ``libchannel.a``, instead of a shared library.

    Raises:
        CompilerError: no compiler, or one that fails; or a system without fork.
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
