"""Says what this machine lacks to compile the module: before anything is downloaded, and not in a compiler's words.

    python native/python/prerequisites.py

CMake finds the same out, but pip shows that as thirty lines of a failed build. What is looked for is what the build
will take: the compiler that the environment variable CXX names, or else the one that this Python was made with.
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
    """What is missing, and how to get it: a sentence for each thing, none if the module can be compiled.

    Args:
        include: the folder in which this Python says its headers are.
        compiler: the command that compiles C++, with options or without; empty leaves the choice to CMake.
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
    """The command that the build compiles with; empty where it looks for one by itself."""
    return environment.get("CXX") or str(sysconfig.get_config_var("CXX") or "")


def main() -> int:
    """Prints what is missing; 1 if anything is."""
    found = missing(Path(sysconfig.get_path("include")), compiler(os.environ))
    for sentence in found:
        print(sentence, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
