"""Print what this machine needs to compile the module, before anything is downloaded.

    python native/python/prerequisites.py

CMake reports the same problems, but pip shows its report as thirty lines of a failed build. The compiler is that of the
build: the one in the environment variable CXX, or the one that compiled this Python.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def missing(include: Path, compiler: str) -> list[str]:
    """Return a sentence for each missing item, saying how to install it; an empty list if the module can be compiled.

    Args:
        include: the folder of this Python's headers.
        compiler: the C++ compiler's command, with or without options; empty leaves the choice to CMake.
    """
    found = []
    words = shlex.split(compiler)
    if words and shutil.which(words[0]) is None:
        found.append(
            f"found no C++ compiler called {words[0]}: install one (on Debian and Ubuntu the package g++, on Fedora "
            "gcc-c++, on macOS `xcode-select --install`), or name another one, as in `make play CXX=clang++`"
        )
    if not (include / "Python.h").is_file():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        found.append(
            f"found no headers of Python {version} in {include}: install them (on Debian and Ubuntu the package "
            f"python3-dev or python{version}-dev, on Fedora python3-devel)"
        )
    return found


def compiler(environment: Mapping[str, str]) -> str:
    """Return the compiler command of the build; empty if CMake chooses."""
    return environment.get("CXX") or str(sysconfig.get_config_var("CXX") or "")


def main() -> int:
    """Print what is missing. Returns: 1 if anything is, otherwise 0."""
    found = missing(Path(sysconfig.get_path("include")), compiler(os.environ))
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
