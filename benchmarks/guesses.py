"""Split games into chunks for ``strength.py``, ``regret.py`` and ``gap.py``; compile programs; run guesses.cpp."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = ("-std=c++20", "-O3", "-march=native", "-ffp-contract=off")
CHUNK = 50  # number of games in a chunk


def compiled(name: str, folder: Path, tree: Path = ROOT) -> Path:
    """Compile ``benchmarks/NAME.cpp`` with the kernels of a source tree. Returns: the program's path."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / name
    sources = [ROOT / "benchmarks" / f"{name}.cpp", tree / "native" / "board" / "storage.cpp"]
    command = [os.environ.get("CXX", "c++"), *OPTIONS, f"-I{tree / 'native'}", *map(str, sources), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the games."""
    parser.add_argument("--board", default="16x30")
    parser.add_argument("--mines", type=int, default=99)
    parser.add_argument("--first", default="0,0", help="the cell to open first")
    parser.add_argument("--first-open", choices=("safe", "opening"), default="safe")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "build" / "benchmarks", help="folder of the compiled programs"
    )


def run(program: Path, options: argparse.Namespace, first: int, games: int, *last: object) -> list[list[str]]:
    """Run the program on ``games`` games, starting with game ``first``. Returns: its output lines, split into words."""
    words = (options.board, options.mines, options.first, options.first_open, options.seed, first, games, *last)
    done = subprocess.run([str(program), *map(str, words)], check=True, stdout=subprocess.PIPE, text=True)
    return [line.split() for line in done.stdout.splitlines()]


def chunks(games: int) -> Iterator[tuple[int, int]]:
    """Yield each chunk's first game and number of games."""
    for first in range(0, games, CHUNK):
        yield first, min(CHUNK, games - first)


def pool(workers: int) -> ThreadPoolExecutor:
    """Return a pool of threads, each of which waits for one process, or for a kernel."""
    return ThreadPoolExecutor(workers)
