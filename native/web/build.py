"""Compile native/ into a WebAssembly module for pages: one with all kernels, or a small one with only what play needs.

The compiler is PyPI's ``ziglang``, in the version that pyproject.toml pins: one package with clang, the linker and the
C library, the same on every system. Nothing else on the machine affects the module, so the same sources produce the
same bytes in every folder (``tests/web/test_module.py`` builds it twice, in different folders).

    python native/web/build.py            (kernels.wasm: everything)
    python native/web/build.py --game     (game.wasm: what games without the solver need)
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent
STATIC = NATIVE.parent / "src" / "hypersweep" / "web" / "static"

OPTIONS = [
    *("-target", "wasm32-wasi", "-mexec-model=reactor", "-std=c++20", "-O3", "-msimd128"),
    # Don't fuse multiplications with additions, so that results equal the native kernels'.
    *("-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-ffp-contract=off"),
    # Inline only small functions and unroll only loops of a known length: the module is a fifth smaller, and the solver
    # a tenth slower.
    *("-mllvm", "-inline-threshold=40", "-mllvm", "-inlinehint-threshold=100", "-mllvm", "-unroll-runtime=false"),
    *("-Wall", "-Wextra", "-Werror", "-Wno-psabi"),
    # The linker places the stack first, so an overflow traps below address 0 instead of overwriting data.
    *("-Wl,-z,stack-size=1048576", "-Wl,--strip-all"),
]


def build(target: Path, *, native: Path = NATIVE, only_game: bool = False, games: bool = False) -> bytes:
    """Build the module, replace the file atomically, and return its bytes.

    Args:
        target: the output file.
        native: the folder with the sources.
        only_game: whether to leave out the solver and what needs it.
        games: whether to include whole games in one call, for benchmarks.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    made = target.resolve().with_name(f"{target.name}.new")
    # Relative paths, so that the module doesn't depend on the folder.
    command = [sys.executable, "-m", "ziglang", "c++", *OPTIONS, "-I."]
    if only_game:
        command.append("-DHYPERSWEEP_WEB_GAME")
    if games:
        command.append("-DHYPERSWEEP_WEB_GAMES")
    try:
        subprocess.run([*command, "web/module.cpp", "-o", str(made)], cwd=native, check=True)
        made.chmod(0o644)
        os.replace(made, target)
    finally:
        made.unlink(missing_ok=True)
    return target.read_bytes()


def main() -> None:
    """Build the module as the command line says."""
    parser = argparse.ArgumentParser(description="Build the kernels for pages.")
    parser.add_argument("target", type=Path, nargs="?", help="output file (default: the page's own)")
    parser.add_argument("--game", action="store_true", help="without the solver: only what games need")
    parser.add_argument("--games", action="store_true", help="with whole games in one call, for benchmarks")
    arguments = parser.parse_args()
    target = arguments.target or STATIC / ("game.wasm" if arguments.game else "kernels.wasm")
    data = build(target, only_game=arguments.game, games=arguments.games)
    print(f"{target}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
