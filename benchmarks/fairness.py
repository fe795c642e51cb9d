"""How fair and fast board generation is: all tables of docs/generate.md except the first.

``python benchmarks/generate.py --shares --waits --bias`` prints them. The same seeds make the same boards on every
machine, so only the times differ.
"""

from __future__ import annotations

from statistics import fmean, stdev
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from hypersweep import Grid, Layout
from hypersweep.errors import GenerationError
from hypersweep.generate import GRADES, METHODS, no_guess, solvable_from
from hypersweep.stats import openings, three_bv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.typing import Grade, Method

NAMED = [
    ("9x9", 10),
    ("16x16", 40),
    ("16x30", 99),
    ("20x30", 130),
    ("40", 6),
    ("5x5x5", 10),
    ("7x7x7", 33),
    ("10x10x10", 120),
    ("4x4x4x4", 10),
    ("4x4x4x4", 15),
    ("4x4x4x4", 20),
    ("4x4x4x4x4", 20),
    ("4x4x4x4x4", 25),
    ("4x4x4x4x4", 30),
    ("6x6x6x6", 50),
]
SHARED = [("9x9", 10), ("16x16", 40), ("16x30", 99)]
BIASED = [("16x16", 40), ("16x30", 99), ("5x5x5", 10)]


def centre(grid: Grid) -> tuple[int, ...]:
    """Return the cell in the middle of a grid."""
    return tuple(side // 2 for side in grid.shape)


def at(times: Sequence[float], share: float) -> float:
    """Return a quantile of times."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def mean(values: Sequence[float], digits: int = 1) -> str:
    """Format the mean of some values, with its standard error in brackets."""
    error = stdev(values) / len(values) ** 0.5
    return f"{fmean(values):.{digits}f} ({error:.{digits}f})"


def percent(hits: Sequence[bool]) -> str:
    """Format a percentage, with its standard error in brackets."""
    return mean([100.0 * hit for hit in hits])


def shares(count: int) -> None:
    """Print the percentage of random boards with an opening at the first click that need no guess."""
    print(f"\nOf {count} random boards with an opening at the centre, percent that need no guess (standard error)\n")
    print("| board | with the mine count | without |\n|---|---|---|")
    for board, mines in SHARED:
        grid = Grid(board)
        first = centre(grid)
        found: dict[bool, list[bool]] = {True: [], False: []}
        for index in range(count):
            layout = Layout.random(grid, mines, seed=1, index=index, first=first, first_open="opening")
            for counts, hits in found.items():
                hits.append(solvable_from(layout, first, uses_mine_count=counts).is_solvable)
        print(f"| {board}/{mines} | {percent(found[True])} | {percent(found[False])} |", flush=True)


def waits(count: int, seconds: float) -> None:
    """Print how long a player waits for a board, by board and grade."""
    print(f"\nmethod='adaptive', {count} seeds, {count // 5} of each grade, or {seconds:g} s each")
    print("Milliseconds of this process, and by the clock\n")
    print("| board | first click | grade | boards | p50 | p99 | most | p99 by the clock |")
    print("|---|---|---|---|---|---|---|---|")
    grades: list[Grade | None] = [None, "clue", "pair", "set"]
    for grade in grades:
        for board, mines in NAMED:
            grid = Grid(board)
            for name, first in (("centre", centre(grid)), ("corner", (0,) * len(grid.shape))):
                spent: list[float] = []
                waited: list[float] = []
                failed = 0
                for seed in range(count if grade is None else count // 5):
                    own, clock = process_time(), perf_counter()
                    try:
                        no_guess(grid, mines, first, seed=seed, grade=grade, method="adaptive")
                    except GenerationError:
                        failed += 1
                    spent.append(1000 * (process_time() - own))
                    waited.append(1000 * (perf_counter() - clock))
                    if sum(spent) > 1000 * seconds:
                        break
                boards = f"{len(spent)}" + (f", {failed} failed" if failed else "")
                print(
                    f"| {board}/{mines} | {name} | {grade or 'any'} | {boards} | {at(spent, 0.5):.2f} | "
                    f"{at(spent, 0.99):.1f} | {max(spent):.1f} | {at(waited, 0.99):.1f} |",
                    flush=True,
                )


def edge_share(layout: Layout) -> float:
    """Return the percentage of mines on the edge of the board."""
    sides = layout.grid.shape
    mines = list(layout.mine_cells())
    return 100 * fmean(any(place in (0, side - 1) for place, side in zip(cell, sides, strict=True)) for cell in mines)


def bias(count: int) -> None:
    """Print how the boards of each method differ from those of "uniform"."""
    print(f"\n{count} boards of each method, first click at the centre; standard errors in brackets\n")
    print(
        f"| board | method | 3BV | openings | % of mines on the edge | {' | '.join(f'% {grade}' for grade in GRADES)} |"
    )
    print("|---|---|---|---|---|" + "---|" * len(GRADES))
    for board, mines in BIASED:
        grid = Grid(board)
        first = centre(grid)
        for method in METHODS:
            boards = made(grid, mines, method, count)
            grades = [solvable_from(layout, first).grade for layout in boards]
            print(
                f"| {board}/{mines} | {method} | {mean([three_bv(each) for each in boards])} | "
                f"{mean([openings(each) for each in boards], 2)} | {mean([edge_share(each) for each in boards], 2)} | "
                + " | ".join(percent([own == grade for own in grades]) for grade in GRADES)
                + " |",
                flush=True,
            )


def made(grid: Grid, mines: int, method: Method, count: int) -> list[Layout]:
    """Return the boards with seeds 0, 1, ..."""
    return [no_guess(grid, mines, centre(grid), seed=seed, method=method) for seed in range(count)]
