"""The solver: 16x30 analyses compared with ms_toollib, the parts of an analysis, reasons, and whole games by policy.

Run: ``python benchmarks/solve.py``; ``--quick`` plays fewer games. Games run on one core, with layouts from the stream
"layout" of seed 1. The first click is in a corner, where only the clicked cell is sure to be safe.
"""

from __future__ import annotations

import argparse
import lzma
import math
import os
import shutil
import subprocess
import sys
import time
from array import array
from pathlib import Path

import ms_toollib

from hypersweep import COVERED, Game, Grid, Layout, Outcome, View, _native, analyse, deduce, explain
from hypersweep.session.hint_search import find_advice
from hypersweep.solve import POLICIES
from hypersweep.trials import play_policy, play_solver
from timing import (
    Contender,
    Figure,
    cache_folder,
    machine_facts,
    markdown_table,
    pin,
    print_figures,
    ratio,
    short,
    side_by_side,
)

ROOT = Path(__file__).resolve().parents[1]
POSITIONS = ROOT / "tests" / "solve" / "data" / "expert-40.jsonl.xz"
# Board, number of mines, and number of games in a full run; only boards on which games are fast enough.
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
    """Return the positions as views and in ms_toollib's form."""
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
    """Measure one analysis per position: the kernel alone, from Python, and ms_toollib."""
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

    def answers() -> None:
        for view in views:
            analysis = analyse(view)
            assert analysis.count_layouts()
            assert analysis.safe_cells is not None

    figures: dict[str, Figure] = side_by_side(
        [
            Contender("kernel", kernel, len(views)),
            Contender("hypersweep.analyse", room, len(views)),
            Contender("safe cells, layouts", answers, len(views)),
            Contender("ms_toollib", peer, len(views), rounds=3),
        ],
        rounds,
    )
    title = f"analysis of {len(views)} positions of 16x30, 99 mines"
    print_figures(title, figures.values(), "kernel", "position", cost=True)
    peers = figures["ms_toollib"]
    print(f"ms_toollib takes {ratio(figures['kernel'], peers):.0f} times the kernel's time")
    print(f"ms_toollib takes {ratio(figures['hypersweep.analyse'], peers):.0f} times that of analyse()")


# Compiler options for each instruction set, and the parts of an analysis (analysis_parts.cpp).
VARIANTS = {
    "baseline": (),
    "x86_64_v3": ("-mavx2", "-mbmi", "-mbmi2", "-mfma", "-mpopcnt", "-mlzcnt"),
    "x86_64_v4": (
        *("-mavx2", "-mbmi", "-mbmi2", "-mfma", "-mpopcnt", "-mlzcnt", "-mavx512f", "-mavx512dq", "-mavx512cd"),
        *("-mavx512bw", "-mavx512vl", "-mprefer-vector-width=512"),
    ),
}
PARTS = {
    "read": "the view read, single clues and pairs",
    "specs": "the components",
    "states": "their states with their weights, the components joined",
    "chances": "the chance of each cell",
    "all": "the whole analysis",
}


def parts(rounds: int) -> None:
    """Measure each part of an analysis with a C++ program, for every instruction set that runs here."""
    compiler = os.environ.get("CXX", "c++")
    if shutil.which(compiler) is None:
        print("\nthe parts of an analysis need a C++ compiler")
        return
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    views, _ = positions()
    numbers = folder / "analysis_parts.txt"
    rows = [" ".join(str(code) for code in view.codes.tolist()) for view in views]
    numbers.write_text("\n".join([f"16 30 99 {len(views)}", *rows, ""]), encoding="utf-8")
    columns = {}
    own = _native.variant()
    here = [name for name in VARIANTS if _native.use_variant(name)]
    _native.use_variant(own)
    for name in here:
        options = VARIANTS[name]
        program = folder / f"analysis_parts-{name}"
        sources = [ROOT / "benchmarks" / "analysis_parts.cpp", ROOT / "native" / "board" / "storage.cpp"]
        flags = ["-std=c++20", "-O3", "-ffp-contract=off", "-falign-functions=64", "-falign-loops=64", *options]
        subprocess.run([compiler, *flags, f"-I{ROOT / 'native'}", *sources, "-o", program], check=True)
        printed = subprocess.run([program, str(rounds), numbers], check=True, capture_output=True, text=True).stdout
        columns[name] = {part: float(nanoseconds) for part, nanoseconds in map(str.split, printed.splitlines())}
    print(f"\n== parts of an analysis of {len(views)} positions of 16x30, 99 mines\n")
    table = [(text, *(short(own[part] * 1e-9, "s") for own in columns.values())) for part, text in PARTS.items()]
    print(markdown_table(["part", *columns], table), flush=True)


def lattice(shape: str, density: float, seed: int) -> View:
    """Return a position with overlapping clues on every second row and column, which are slow to count, and a zero."""
    layout = Layout.random(shape, int(density * Grid(shape).cells), seed=seed)
    corner = tuple(side - 1 for side in layout.grid.shape)
    near = {corner, *layout.grid.neighbours(corner)}
    mines = [cell for cell in layout.grid if layout.is_mine(cell) and cell not in near]
    layout = Layout(layout.grid, mines)
    codes = [-1] * layout.grid.cells
    for cell in layout.grid:
        is_clue = all(place % 2 for place in cell) and not layout.is_mine(cell)
        if cell == corner or (is_clue and near.isdisjoint(layout.grid.neighbours(cell)) and layout.clue(cell) > 1):
            codes[layout.grid.index(cell)] = layout.clue(cell)
    return View(layout.grid, len(mines), codes)


def explanations(rounds: int) -> None:
    """Measure one explanation per position, and for lattices, which are too hard to count but have one easy clue."""
    views, _ = positions()
    hard = [lattice("30x30", 0.35, seed) for seed in range(10)]
    figures = side_by_side(
        [
            Contender("analyse, 16x30", lambda: [analyse(view) for view in views], len(views)),
            Contender("deduce, 16x30", lambda: [deduce(view) for view in views], len(views)),
            Contender("explain, 16x30", lambda: [explain(view) for view in views], len(views)),
            Contender("explain, 30x30 lattice", lambda: [explain(view) for view in hard], len(hard)),
            Contender("find_advice, 30x30 lattice", lambda: [find_advice(view) for view in hard], len(hard)),
        ],
        rounds,
    )
    print_figures("reasons", figures.values(), "analyse, 16x30", "position", cost=True)


def first_covered(view: View) -> int:
    """Return the first covered cell: the simplest policy."""
    return view.codes.tolist().index(COVERED)


def games_by_hand(grid: Grid, mines: int, count: int) -> int:
    """Play the same games as ``play_policy`` with a loop over ``Game``. Returns: the number of games won."""
    wins = 0
    for index in range(count):
        game = Game(layout=Layout.random(grid, mines, seed=1, index=index, first=(0, 0), first_open="safe"))
        game.open((0, 0))
        while game.outcome is Outcome.ONGOING:
            game.open(divmod(first_covered(game.view), grid.shape[1]))
        wins += game.outcome is Outcome.WON
    return wins


def own_policies(rounds: int) -> None:
    """Measure the games per second of a trivial policy in Python, and of the solver."""
    grid, mines, count = Grid("9x9"), 10, 2_000
    assert games_by_hand(grid, mines, count) == play_policy(first_covered, grid, mines, count, seed=1).wins
    figures = side_by_side(
        [
            Contender("play_policy", lambda: play_policy(first_covered, grid, mines, count, seed=1), count),
            Contender("a loop over Game", lambda: games_by_hand(grid, mines, count), count),
            Contender("play_solver, safest", lambda: play_solver(grid, mines, count, seed=1, policy="safest"), count),
        ],
        rounds,
    )
    print_figures("own policy: the first covered cell, 9x9/10", figures.values(), "play_policy", "games")


def games(share: float) -> None:
    """Measure whole games per second, and the fraction won with its standard error."""
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
            won = batch.wins / count
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
    parts(100 if options.quick else 300)
    explanations(3 if options.quick else 7)
    own_policies(3 if options.quick else 15)
    games(0.1 if options.quick else 1.0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
