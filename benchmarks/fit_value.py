"""Make the weights of ``look-ahead``: play games, fit a network to their results, and write the C++ header's weights.

    python benchmarks/fit_value.py --folder games --workers 2

There are three kinds of positions, which fit_value.cpp describes: results of whole games, results after close guesses,
and exact values of end-games. For a trial run, ``--share 0.01`` plays only this fraction of the games. It needs a C++
compiler (``CXX``, or ``c++``), PyTorch, about 20 GB of disk space and of memory, and several hours on one core.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from guesses import ROOT, compiled

if TYPE_CHECKING:
    from fit_network import Network


WEIGHTS = ROOT / "native" / "play" / "evaluation_weights.inc"

# Board, number of mines, first click, its promise, and number of games for each kind of position.
BOARDS = (
    ("16x30", 99, "0,0", "safe", {"games": 270_000, "close": 120_000, "ends": 90_000}),
    ("16x30", 99, "3,3", "opening", {"games": 200_000, "close": 80_000, "ends": 45_000}),
    ("16x16", 40, "0,0", "safe", {"games": 20_000, "close": 12_000, "ends": 5_000}),
    ("12x12", 26, "0,0", "safe", {"games": 20_000, "close": 10_000, "ends": 5_000}),
)
KINDS = ("games", "close", "ends")


def literal(value: float) -> str:
    """Return a C++ float literal, rounded to half precision so that the page's download compresses better."""
    text = np.format_float_positional(np.float32(np.float16(value)), unique=True, trim="0")
    return text + "f"


def rows(values: NDArray[np.float64]) -> Iterator[str]:
    """Yield an array's C++ initializer, a line per row."""
    if values.ndim == 0:
        yield f"{literal(float(values))},"
    elif values.ndim == 1:
        yield "{" + ", ".join(map(literal, values)) + "},"
    else:
        yield "{"
        for part in values:
            yield from rows(part)
        yield "},"


def write(network: Network, path: Path) -> None:
    """Write the initializer for the arrays that evaluation_weights.hpp declares."""
    lines = ["// Written by benchmarks/fit_value.py, not by hand: the initializer of `Weights`, a row a line."]
    for name, values in network.weights().items():
        lines += [f"// {name}", *rows(np.asarray(values))]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    print(f"evaluation_weights.hpp needs units = {network.units}, rounds = {network.rounds}")


def play(folder: Path, share: float, workers: int) -> dict[str, list[Path]]:
    """Play games, and write the files for each kind of position."""
    program = compiled("fit_value", folder)
    names: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    commands = []
    for board, (shape, mines, first, first_open, games) in enumerate(BOARDS):
        for number, kind in enumerate(KINDS):
            names[kind].append(folder / f"{kind}-{board}")
            words = (kind, shape, mines, first, first_open, 100 * (number + 1) + board)
            commands.append(
                [str(program), *map(str, words), str(max(100, int(games[kind] * share))), str(names[kind][-1])]
            )

    def run(command: list[str]) -> str:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    with ThreadPoolExecutor(workers) as pool:
        for line in pool.map(run, commands):
            print(line, end="", flush=True)
    return names


def main() -> int:
    """Play games, fit the network, and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, required=True, help="folder for the games, about 20 GB")
    parser.add_argument("--share", type=float, default=1.0, help="fraction of the games to play")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--units", type=int, default=32, help="a multiple of 16")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    names = play(options.folder, options.share, options.workers)
    # Import PyTorch late, so that --help and playing work without it.
    from fit_network import Positions, fit

    write(fit([Positions(own) for own in names.values()], options.units, options.rounds, options.passes), options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
