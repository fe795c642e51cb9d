"""Board statistics: 3BV and ZiNi compared with ms_toollib, and on larger boards and in more dimensions.

Run: ``python benchmarks/stats.py``; ``--quick`` uses fewer rounds. Both sides are called from Python, and each gets
boards in its own form: ms_toollib as lists of lists, the package as layouts.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import ms_toollib

from hypersweep import Layout
from hypersweep.stats import board_stats, islands, three_bv, zini
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "hypersweep"
THEIRS = "ms_toollib"


def boards(shape: str, mines: int, count: int) -> tuple[list[Layout], list[list[list[int]]]]:
    """Return layouts, and the same boards in ms_toollib's form."""
    layouts = [Layout.random(shape, mines, seed=1, index=number) for number in range(count)]
    given = []
    for layout in layouts:
        clues = layout.clue_array().astype(int)
        clues[layout.mine_array()] = -1
        given.append(clues.tolist())
    return layouts, given


def human(layout: Layout) -> int:
    """Return human ZiNi, in one call."""
    return zini(layout, "human")


def compared(quick: bool) -> list[Row]:
    """Measure the statistics that both compute, on two-dimensional boards."""
    small, middle, large = boards("16x30", 99, 200), boards("300x300", 18_500, 1), boards("1000x1000", 206_250, 1)
    rounds = 3 if quick else 15
    return [
        _side("3BV, 16x30/99", three_bv, ms_toollib.cal_bbbv, small, "a few µs", 5e-6, rounds),
        _side("greedy ZiNi, 16x30/99", zini, ms_toollib.cal_zini, small, "well below 1 ms", 5e-4, rounds),
        _side("human ZiNi, 16x30/99", human, ms_toollib.cal_hzini, small, "well below 1 ms", 5e-4, rounds),
        # ms_toollib scans the whole board for every click.
        _side("greedy ZiNi, 300x300/18500", zini, ms_toollib.cal_zini, middle, "", 0.0, 3),
        _side("3BV, 1000x1000/206250", three_bv, ms_toollib.cal_bbbv, large, "some ms", 1e-2, rounds),
    ]


def _side(
    title: str,
    ours: Any,
    theirs: Any,
    work: tuple[list[Layout], list[list[list[int]]]],
    aim: str,
    limit: float,
    rounds: int,
) -> Row:
    layouts, given = work

    contenders = [
        Contender(OURS, partial(_each, ours, layouts), len(layouts)),
        Contender(THEIRS, partial(_each, theirs, given), len(layouts)),
    ]
    figures = side_by_side(contenders, rounds)
    print_figures(title, figures.values(), OURS, "board", cost=True)
    own, other = figures[OURS], figures[THEIRS]
    reached = own.cost <= limit if limit else None
    versus = f"{ratio(own, other):.1f} x"
    return Row(title, short(own.cost, "s"), f"{THEIRS} {short(other.cost, 's')}", versus, aim, reached)


def _each(figure: Callable[[Any], object], given: list[Any]) -> None:
    for board in given:
        figure(board)


def alone(quick: bool) -> None:
    """Measure large boards, and boards that only hypersweep handles."""
    for shape, mines, count in (
        ("10x10x10", 100, 50),
        ("6x6x6x6", 80, 50),
        ("10x10x10x10", 300, 5),
        ("1000x1000", 206_250, 1),
        ("1000x1000", 100_000, 1),
    ):
        layouts = [Layout.random(shape, mines, seed=1, index=number) for number in range(count)]
        contenders = [
            Contender(name, partial(_each, figure, layouts), count)
            for name, figure in (("3BV", three_bv), ("islands", islands), ("greedy ZiNi", zini), ("all", board_stats))
        ]
        figures = side_by_side(contenders, 2 if quick else 5)
        print_figures(f"{shape}/{mines}", figures.values(), None, "board", cost=True)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file")
    options = parser.parse_args()
    print(pin())
    for name, value in machine_facts(["ms_toollib"]):
        print(f"{name}: {value}")
    rows = compared(options.quick)
    alone(options.quick)
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
