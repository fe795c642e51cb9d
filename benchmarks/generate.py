"""Boards that need no guess: how many per second, compared with ms_toollib, and the times of the slowest.

Every board of both sides is graded afterwards, and counted only if it really needs no guess. The first click is in the
centre. Run: ``python benchmarks/generate.py``; ``--quick`` makes fewer boards. ``--shares``, ``--waits`` and ``--bias``
print the other tables of docs/generate.md instead: how many random boards need no guess, how long a player waits for
one, and how the boards of each method differ.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any

import ms_toollib

from fairness import at, bias, centre, shares, waits
from hypersweep import Grid, Layout
from hypersweep.errors import GenerationError
from hypersweep.generate import no_guess, solvable_from
from hypersweep.stats import three_bv
from timing import Row, machine_facts, pin, print_rows, short

# Board, number of mines, method, and target in boards per second.
PLANE = [
    ("9x9", 10, "uniform", 30_000),
    ("16x16", 40, "uniform", 5000),
    ("16x30", 99, "uniform", 600),
    ("16x30", 99, "repair", 600),
    ("16x30", 130, "repair", 150),
    ("16x30", 170, "repair", 20),
]
SPACE = [
    ("5x5x5", 10),
    ("7x7x7", 33),
    ("10x10x10", 120),
    ("4x4x4x4", 10),
    ("4x4x4x4", 15),
    ("4x4x4x4", 20),
    ("6x6x6x6", 50),
]


def made(make: Callable[[int], Layout | None], seconds: float) -> tuple[list[Layout], list[float]]:
    """Make boards for a number of CPU seconds. Returns: the boards, and the seconds of every attempt."""
    boards: list[Layout] = []
    times: list[float] = []
    spent = 0.0
    while spent < seconds:
        begin = process_time()
        layout = make(len(times))
        times.append(process_time() - begin)
        spent += times[-1]
        if layout is not None:
            boards.append(layout)
    return boards, times


def ours(grid: Grid, mines: int, method: Any, seed: int) -> Layout | None:
    """Make a board with hypersweep."""
    try:
        return no_guess(grid, mines, centre(grid), seed=seed, method=method)
    except GenerationError:
        return None


def theirs(grid: Grid, mines: int, is_adjusted: bool, seed: int) -> Layout | None:
    """Make a board with ms_toollib, by rejection sampling or by adjusting a board."""
    del seed
    rows, columns = grid.shape
    if is_adjusted:
        board, is_found = ms_toollib.laymine_solvable_adjust(rows, columns, mines, rows // 2, columns // 2)
    else:
        board, is_found = ms_toollib.laymine_solvable(rows, columns, mines, rows // 2, columns // 2, 100_000)
    if not is_found:
        return None
    return Layout(grid, [cell for cell in grid if board[cell[0]][cell[1]] == -1])


def proven(boards: list[Layout]) -> int:
    """Return how many of the boards need no guess."""
    return sum(bool(solvable_from(layout, centre(layout.grid))) for layout in boards)


def plane(seconds: float) -> list[Row]:
    """Measure two-dimensional boards, side by side."""
    rows = []
    for board, mines, method, aim in PLANE:
        grid = Grid(board)
        boards, times = made(partial(ours, grid, mines, method), seconds)
        others, other_times = made(partial(theirs, grid, mines, method == "repair"), seconds)
        good, other_good = proven(boards), proven(others)
        rate, other_rate = good / sum(times), other_good / sum(other_times)
        bv = fmean(map(three_bv, boards))
        error = stdev(map(three_bv, boards)) / len(boards) ** 0.5
        print(
            f"{board}/{mines} {method}: {len(boards)} boards, {good} proven, {rate:,.0f} a second, "
            f"p50 {short(at(times, 0.5), 's')}, p99 {short(at(times, 0.99), 's')}, 3BV {bv:.1f} ({error:.1f}); "
            f"ms_toollib {len(others)} of {len(other_times)} calls, {other_good} proven, {other_rate:,.0f} a second"
        )
        versus = f"{rate / other_rate:.1f} x" if other_rate else "-"
        rows.append(
            Row(
                f"{board}/{mines} {method}",
                f"{rate:,.0f}/s",
                f"ms_toollib {other_rate:,.0f}/s",
                versus,
                f">= {aim:,}/s",
                rate >= aim,
            )
        )
    return rows


def space(seconds: float) -> list[Row]:
    """Measure boards with more dimensions, which ms_toollib can't make."""
    rows = []
    for board, mines in SPACE:
        grid = Grid(board)
        boards, times = made(partial(ours, grid, mines, "uniform"), seconds)
        good = proven(boards)
        rate, slow = good / sum(times), at(times, 0.99)
        print(
            f"{board}/{mines}: {len(boards)} boards, {good} proven, {rate:,.0f} a second, "
            f"p50 {short(at(times, 0.5), 's')}, p99 {short(slow, 's')}, slowest {short(max(times), 's')}"
        )
        rows.append(
            Row(f"{board}/{mines}", f"{rate:,.0f}/s, p99 {short(slow, 's')}", "-", "-", "p99 <= 1 s", slow <= 1)
        )
    return rows


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer boards")
    parser.add_argument("--shares", action="store_true", help="how many random boards need no guess")
    parser.add_argument("--waits", action="store_true", help="how long each named board takes")
    parser.add_argument("--bias", action="store_true", help="how the boards of each method differ")
    parser.add_argument("--markdown", type=Path, help="write the table into this file")
    options = parser.parse_args()
    seconds = 2.0 if options.quick else 15.0
    for name, value in [*machine_facts(["ms_toollib"]), ("core", pin())]:
        print(f"{name}: {value}")
    if options.shares:
        shares(1000 if options.quick else 20_000)
    if options.waits:
        waits(30 if options.quick else 300, seconds)
    if options.bias:
        bias(100 if options.quick else 3000)
    if options.shares or options.waits or options.bias:
        return
    rows = plane(seconds) + space(seconds)
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
