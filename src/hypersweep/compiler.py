"""Build libraries for C programs: find a compiler, compile, and move either all files into place or none."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "CompilerError",
    "compile_library",
    "find_archiver",
    "find_compiler",
    "finished_files",
    "named_command",
    "native_folder",
]

_COMPILERS = ("c++", "g++", "clang++")
# Disable exceptions and RTTI, which the kernels don't use, so that libraries don't need the C++ runtime library.
_OPTIONS = ("-std=c++20", "-O2", "-fPIC", "-fvisibility=hidden", "-fno-exceptions", "-fno-rtti")


class CompilerError(HypersweepError):
    """A library can't be built: a compiler, an archiver or a source file is missing, or a command fails."""


def find_compiler() -> list[str]:
    """Return the command for a C++ compiler: the words in the environment variable CXX, or c++, g++ or clang++.

    Raises:
        CompilerError: no compiler was found; the message says what to install.
    """
    named = named_command("CXX")
    for command in [named] if named else [[name] for name in _COMPILERS]:
        if shutil.which(command[0]):
            return command
    wanted = f"the compiler {named[0]} named by CXX" if named else f"a C++ compiler ({', '.join(_COMPILERS)})"
    raise CompilerError(
        f"can't find {wanted}: install one with 'apt install g++' (Debian, Ubuntu), 'dnf install gcc-c++' "
        "(Fedora) or 'xcode-select --install' (macOS)"
    )


def find_archiver() -> list[str]:
    """Return the command for an archiver: the words in the environment variable AR, or ar.

    Raises:
        CompilerError: no archiver was found; the message says what to install.
    """
    command = named_command("AR") or ["ar"]
    if shutil.which(command[0]):
        return command
    raise CompilerError(
        f"can't find {command[0]}, which makes archives: install it with 'apt install binutils' (Debian, "
        "Ubuntu), 'dnf install binutils' (Fedora) or 'xcode-select --install' (macOS)"
    )


def compile_library(library: Path, sources: Sequence[Path], folders: Sequence[Path], *options: str) -> None:
    """Compile C++ sources into a library: a static one if its name ends in ``.a``, otherwise a shared one.

    The library exports only what its sources mark as visible, and doesn't depend on the C++ runtime library.

    Args:
        library: the file to write; intermediate files go to the same folder.
        sources: files to compile, with distinct names.
        folders: include directories.
        options: additional compiler options.

    Raises:
        CompilerError: there is no compiler, or it fails.
    """
    compiler = find_compiler()
    command = [*compiler, *_OPTIONS, *options, *(f"-I{folder}" for folder in folders)]
    if library.suffix == ".a":
        archiver = find_archiver()
        objects = [library.with_name(f"{source.stem}.o") for source in sources]
        for source, compiled in zip(sources, objects, strict=True):
            _run([*command, "-c", str(source), "-o", str(compiled)])
        _run([*archiver, "rcs", str(library), *map(str, objects)])
    else:
        # --as-needed drops the unused C++ library; on macOS it stays linked, as every system has it. With a soname,
        # programs load the library by its name, not by the path where it was built or linked.
        named = ["-Wl,--as-needed", f"-Wl,-soname,{library.name}"]
        if sys.platform == "darwin":
            named = [f"-Wl,-install_name,@rpath/{library.name}"]
        _run([*command, "-shared", *named, "-o", str(library), *map(str, sources)])


@contextmanager
def finished_files(folder: Path, names: Sequence[str]) -> Iterator[tuple[Path, list[Path]]]:
    """Yield a scratch folder and the files' final paths. On success, all files are moved there; on failure, none.

    Args:
        folder: the destination; created if it is missing.
        names: names of the files to create.

    Raises:
        OSError: the folder can't be created or written to, a file has the folder's name, or a directory has a file's
            name.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as top, finished_files(Path(top) / "new", ["a.txt"]) as (scratch, paths):
    ...     _ = (scratch / "a.txt").write_text("3x4", encoding="utf-8")
    ...     paths[0].exists()
    False
    """
    paths = [folder / name for name in names]
    there = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if there.exists() and not there.is_dir():
        raise NotADirectoryError(f"expected a folder, got {truncate(str(there))}, which is a file")
    for path in paths:
        if path.is_dir():
            raise IsADirectoryError(f"expected a file to write, got a directory: {path}")
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    added: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        # Create the scratch folder on the destination's file system, so that each move is atomic.
        with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as scratch:
            made = Path(scratch).resolve()
            yield made, paths
            added = [path for path in paths if not path.exists()]
            for path in paths:
                (made / path.name).replace(path)
    except BaseException:
        for path in added:
            path.unlink(missing_ok=True)
        # rmdir leaves folders where another program has created files meanwhile.
        with suppress(OSError):
            for place in missing:
                place.rmdir()
        raise


def native_folder(needed: Sequence[str]) -> Path:
    """Return the folder with the kernels' sources: inside the package in a wheel, next to ``src`` in a checkout.

    Args:
        needed: names of files it must contain.

    Raises:
        CompilerError: a file is missing.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "native", package.parent.parent / "native"):
        if all((folder / name).is_file() for name in needed):
            return folder
    raise CompilerError(f"can't find the kernels' sources in {truncate(str(package / 'native'), 200)}")


def named_command(variable: str) -> list[str]:
    """Split the command in an environment variable, such as CXX, into words; return [] if the variable isn't set.

    Raises:
        CompilerError: the value has unbalanced quotes.
    """
    words = os.environ.get(variable, "")
    try:
        return shlex.split(words)
    except ValueError as error:
        raise CompilerError(f"expected a command in {variable}, got {truncate(words)}: {error}") from None


def _run(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise CompilerError(f"can't run {truncate(command[0])}: {error.strerror or error}") from error
    if done.returncode:
        raise CompilerError(
            f"{command[0]} couldn't build the library (status {done.returncode}):\n{done.stderr.strip()}"
        )
