"""The solver: analyses of 16x30 positions beside ms_toollib, and whole games of each policy.

Run it as ``python benchmarks/solve.py``; ``--quick`` plays fewer games. Games run on one core, from the stream
(seed 1, "layout"), the first click in a corner where only that cell is safe.
"""

from __future__ import annotations

import argparse
import lzma
import math
import sys
import time
from array import array
from pathlib import Path

import ms_toollib

from hypersweep import Grid, View, _native, analyse
from hypersweep.solve import POLICIES
from hypersweep.trials import play_solver
from timing import Contender, Figure, machine_facts, pin, print_figures, ratio, side_by_side

POSITIONS = Path(__file__).parent.parent / "tests" / "solve" / "data" / "expert-40.jsonl.xz"
# Board, mines, games of a full run: those of the issue that play at a useful speed.
GAMES = (
    ("8x8", 10, 20_000),
    ("9x9", 10, 20_000),
    ("16x16", 40, 20_000),
    ("16x30", 99, 10_000),
    ("5x5x5", 10, 2_000),
    ("7x7x7", 33, 2_000),
    ("10x10x10", 99, 1_000),
    ("4x4x4x4", 10, 2_000),
    ("4x4x4x4", 20, 1_000),
    ("4x4x4x4", 30, 100),
)


def positions() -> tuple[list[View], list[list[list[int]]]]:
    """The positions as views, and as ms_toollib wants them."""
    import json

    views, boards = [], []
    with lzma.open(POSITIONS, "rt") as file:
        for line in file:
            entry = json.loads(line)
            codes = [-1 if symbol == "#" else int(symbol) for row in entry["view"] for symbol in row]
            views.append(View("16x30", entry["mines"], codes))
            boards.append([[10 if symbol == "#" else int(symbol) for symbol in row] for row in entry["view"]])
    return views, boards


def analyses(rounds: int) -> None:
    """One analysis per position: the kernel alone, from Python, and ms_toollib."""
    views, boards = positions()
    solver = _native.Solver(Grid("16x30").geometry())
    codes = [array("i", view.codes) for view in views]

    def kernel() -> None:
        for own in codes:
            solver.analyse(own, 99, False, 1 << 22, 1 << 30, 1e18)

    def room() -> None:
        for view in views:
            analyse(view)

    def peer() -> None:
        for board in boards:
            ms_toollib.cal_probability_onboard(board, 99)

    figures: dict[str, Figure] = side_by_side(
        [
            Contender("kernel", kernel, len(views)),
            Contender("hypersweep.analyse", room, len(views)),
            Contender("ms_toollib", peer, len(views), rounds=3),
        ],
        rounds,
    )
    title = f"analysis of {len(views)} positions of 16x30, 99 mines"
    print_figures(title, figures.values(), "kernel", "position", cost=True)
    peers = figures["ms_toollib"]
    print(f"ms_toollib takes {ratio(figures['kernel'], peers):.0f} times the kernel's time")
    print(f"ms_toollib takes {ratio(figures['hypersweep.analyse'], peers):.0f} times that of analyse()")


def games(share: float) -> None:
    """Whole games per second, and how many are won, with the standard error."""
    print(
        f"\n{'board':>10} {'mines':>5} {'policy':>10} {'games':>6} {'games/s':>8} {'won':>7} {'SE':>5} {'estimated':>9}"
    )
    for shape, mines, full in GAMES:
        grid = Grid(shape)
        count = max(20, int(full * share))
        for name in POLICIES:
            begun = time.perf_counter()
            batch = play_solver(grid, mines, count, seed=1, policy=name)
            seconds = time.perf_counter() - begun
            won = sum(batch.won) / count
            error = math.sqrt(won * (1 - won) / count)
            estimated = sum(batch.estimates) / max(1, sum(batch.analyses))
            print(
                f"{shape:>10} {mines:>5} {name:>10} {count:>6} {count / seconds:>8.0f} {won:>7.2%} {error:>5.2%} "
                f"{estimated:>9.2%}",
                flush=True,
            )


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    options = parser.parse_args()
    for fact, value in machine_facts(("ms_toollib",)):
        print(f"{fact:<12} {value}")
    print(f"{'core':<12} {pin()}")
    analyses(3 if options.quick else 7)
    games(0.1 if options.quick else 1.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
