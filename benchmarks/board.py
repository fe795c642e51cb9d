"""The board kernels compared with plain C, NumPy, SciPy and ms_toollib, measured in one run on one core.

Run: python benchmarks/board.py [--quick] [--only NAME] [--markdown FILE]

benchmarks/README.md explains each figure.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count as numbers
from pathlib import Path

import numpy as np

import hypersweep
import libraries
import opens
import start
import yardsticks
from hypersweep import _native, batch
from hypersweep.rng import GnuRandom
from timing import (
    Contender,
    Figure,
    Row,
    fastest,
    machine_facts,
    pin,
    print_figures,
    print_rows,
    ratio,
    short,
    side_by_side,
)
from yardsticks import GATHER_2D, LISTS, NO_CLUES, REJECTION, SCATTER, SCATTER_2D, SEPARABLE, SHUFFLE

OURS = "hypersweep"
FIRST = (8, 15)
# Shape, number of mines, and number of boards in a batch.
DIMENSIONS: tuple[tuple[tuple[int, ...], int, int], ...] = (
    ((10,) * 3, 100, 8_000),
    ((5,) * 4, 20, 12_000),
    ((10,) * 4, 300, 800),
)


def row_of(
    work: str,
    figures: dict[str, Figure],
    scalar: Sequence[str],
    vectorised: Sequence[str],
    also: Sequence[str],
    unit: str,
    aim: str,
    reached: bool,
) -> Row:
    """Return a row with the fastest scalar and the fastest vectorised C loop, and hypersweep's ratio to each."""
    ours = figures[OURS]
    columns = {}
    for heading, names in (("scalar C", scalar), ("vectorised C", vectorised)):
        if names:
            best = fastest(figures, names)
            columns[heading] = f"{short(best.rate)} ({ratio(ours, best):.1f} x)"
    others = "; ".join(f"{name} {short(figures[name].rate)}" for name in also)
    versus = f"{ratio(ours, fastest(figures, scalar)):.1f} x scalar C"
    return Row(work, short(ours.rate, unit), others, versus, aim, reached, columns)


def boards(quick: bool) -> list[Row]:
    """Measure making batches of 16x30 boards with 99 mines and a safe first click: mines and clues."""
    count, rounds = (10_000, 5) if quick else (20_000, 31)
    rows, columns, mines = 16, 30, 99
    grid = hypersweep.Grid((rows, columns))
    first = FIRST[0] * columns + FIRST[1]
    room = yardsticks.Boards((rows, columns), mines, count, first)
    small = max(200, count // 20)
    generator = np.random.default_rng(1)
    seeds = numbers(1)

    def c(name: str, sampler: int, method: int) -> Contender:
        return Contender(name, lambda: room.fill(sampler, method, next(seeds)), count)

    def ours(boards: int, *, clues: bool = True) -> object:
        return batch.sample_layouts(grid, mines, boards, seed=next(seeds), first=FIRST, first_open="safe", clues=clues)

    def numpy_boards(clues: Callable[[libraries.Mines], libraries.Clues]) -> Callable[[], object]:
        return lambda: clues(libraries.numpy_mines(generator, (rows, columns), mines, small, first))

    scalar = ["C, rejection, increments", "C, shuffle, increments", "C, shuffle, lists"]
    vectorised = ["C, shuffle, sums (vectorised)", "C, shuffle, separable (vectorised)"]
    figures = side_by_side(
        [
            Contender(OURS, lambda: ours(count), count),
            c(scalar[0], REJECTION, SCATTER_2D),
            c(scalar[1], SHUFFLE, SCATTER_2D),
            c(scalar[2], SHUFFLE, LISTS),
            c(vectorised[0], SHUFFLE, GATHER_2D),
            c(vectorised[1], SHUFFLE, SEPARABLE),
            Contender("NumPy", numpy_boards(libraries.numpy_clues), small, rounds=5),
            Contender("SciPy", numpy_boards(libraries.scipy_clues), small, rounds=5),
            Contender(
                "ms_toollib", lambda: libraries.toollib_boards(rows, columns, mines, FIRST, small), small, rounds=5
            ),
        ],
        rounds,
    )
    print_figures("boards: 16x30, 99 mines, first click safe, mines and clues", figures.values(), OURS, "boards")
    bounds = side_by_side(
        [
            Contender(f"{OURS}, mines alone", lambda: ours(count, clues=False), count),
            Contender(f"{OURS}, batches of 500", lambda: ours(500), 500),
            c("C, rejection, mines alone", REJECTION, NO_CLUES),
            c("C, shuffle, mines alone", SHUFFLE, NO_CLUES),
            Contender("memset of the clues", lambda: yardsticks.write_bytes(room.clues), count),
            Contender("new array of the clues, filled", lambda: np.zeros(room.clues.shape, np.uint8).fill(1), count),
        ],
        rounds,
    )
    print_figures("boards: what bounds them", bounds.values(), None, "boards")
    also = ["NumPy", "SciPy", "ms_toollib"]
    reached = figures[OURS].rate >= 5e6
    work = "16x30/99, first click safe"
    return [row_of(work, figures, scalar, vectorised, also, "boards/s", ">= 5 M boards/s", reached)]


def games(quick: bool) -> list[Row]:
    """Measure batches of games of random opens until won or lost, on 16x30 with 99 mines."""
    count, rounds = (10_000, 5) if quick else (20_000, 31)
    rows, columns, mines = 16, 30, 99
    grid = hypersweep.Grid((rows, columns))
    room = yardsticks.Games(rows, columns, mines, count)
    small = max(100, count // 40)
    generator = np.random.default_rng(1)
    seeds = numbers(1)

    def c(name: str, sampler: int, lazy: bool) -> Contender:
        return Contender(name, lambda: room.play(sampler, lazy=lazy, seed=next(seeds)), count)

    scalar = [
        "C, rejection, all clues",
        "C, rejection, clues when opened",
        "C, shuffle, all clues",
        "C, shuffle, clues when opened",
    ]
    figures = side_by_side(
        [
            Contender(OURS, lambda: batch.play_random(grid, mines, count, seed=next(seeds)), count),
            c(scalar[0], REJECTION, False),
            c(scalar[1], REJECTION, True),
            c(scalar[2], SHUFFLE, False),
            c(scalar[3], SHUFFLE, True),
            Contender(
                "NumPy + SciPy", lambda: libraries.numpy_games(generator, rows, columns, mines, small), small, rounds=5
            ),
            Contender(
                "ms_toollib", lambda: libraries.toollib_games(generator, rows, columns, mines, small), small, rounds=5
            ),
        ],
        rounds,
    )
    print_figures("games: random opens until won or lost, 16x30/99", figures.values(), OURS, "games")
    ours = batch.play_random(grid, mines, count, seed=1).arrays()
    print(f"   mean clicks and cells opened: {OURS} {ours['moves'].mean():.3f}, {ours['opened'].mean():.2f};", end=" ")
    print(f"C {room.clicks.mean():.3f}, {room.opened.mean():.2f}")
    reached = figures[OURS].rate >= 2.5e6
    also = ["NumPy + SciPy", "ms_toollib"]
    return [row_of("random games, 16x30/99", figures, scalar, (), also, "games/s", ">= 2.5 M games/s", reached)]


def dimensions(quick: bool) -> list[Row]:
    """Measure making batches of boards in three and four dimensions: mines and clues."""
    rounds = 5 if quick else 31
    table = []
    for shape, mines, count in DIMENSIONS:
        table.append(_dimension(shape, mines, count // 4 if quick else count, rounds))
    return table


def _dimension(shape: tuple[int, ...], mines: int, count: int, rounds: int) -> Row:
    grid = hypersweep.Grid(shape)
    room = yardsticks.Boards(shape, mines, count)
    small = max(10, count // 20)
    generator = np.random.default_rng(1)
    seeds = numbers(1)

    def c(name: str, sampler: int, method: int) -> Contender:
        return Contender(name, lambda: room.fill(sampler, method, next(seeds)), count)

    def numpy_boards(clues: Callable[[libraries.Mines], libraries.Clues]) -> Callable[[], object]:
        return lambda: clues(libraries.numpy_mines(generator, shape, mines, small))

    scalar = ["C, rejection, offsets", "C, shuffle, offsets", "C, shuffle, lists"]
    vectorised = "C, shuffle, separable (vectorised)"
    name = "x".join(map(str, shape))
    figures = side_by_side(
        [
            Contender(OURS, lambda: batch.sample_layouts(grid, mines, count, seed=next(seeds)), count),
            c(scalar[0], REJECTION, SCATTER),
            c(scalar[1], SHUFFLE, SCATTER),
            c(scalar[2], SHUFFLE, LISTS),
            c(vectorised, SHUFFLE, SEPARABLE),
            c("C, shuffle, mines alone", SHUFFLE, NO_CLUES),
            Contender("memset of the clues", lambda: yardsticks.write_bytes(room.clues), count),
            Contender("NumPy", numpy_boards(libraries.numpy_clues), small, rounds=5),
            Contender("SciPy", numpy_boards(libraries.scipy_clues), small, rounds=3),
        ],
        rounds,
    )
    print_figures(f"dimensions: {name}, {mines} mines, mines and clues", figures.values(), OURS, "boards")
    reached = ratio(figures[OURS], fastest(figures, scalar)) >= 4
    also = [*scalar[:1], "NumPy", "SciPy"]
    row = row_of(f"{name}/{mines}", figures, scalar, [vectorised], also, "boards/s", ">= 4 x scalar C", reached)
    return replace(row, ratio=f"{row.ratio}; {ratio(figures[OURS], figures[scalar[0]]):.1f} x with rejection, offsets")


def kernels(quick: bool) -> list[Row]:
    """Measure the same work with the kernels for each of this processor's instruction sets; there is no target."""
    best = _native.variant()
    names = [name for name in ("x86_64_v4", "x86_64_v3", "baseline") if _native.use_variant(name)]
    scale, rounds = (4, 3) if quick else (1, 7)
    seeds = numbers(1)

    def sampling(shape: tuple[int, ...], mines: int, boards: int) -> Callable[[], object]:
        grid = hypersweep.Grid(shape)
        return lambda: batch.sample_layouts(grid, mines, boards, seed=next(seeds))

    def contenders(work: Callable[[], object], units: float) -> list[Contender]:
        return [Contender(name, work, units, prepare=partial(_native.use_variant, name)) for name in names]

    for shape, mines, count in (((16, 30), 99, 20_000), *DIMENSIONS):
        figures = side_by_side(contenders(sampling(shape, mines, count // scale), count // scale), rounds)
        name = "x".join(map(str, shape))
        print_figures(f"kernels: mines and clues of {name} with {mines} mines", figures.values(), best, "boards")
    grid, play = hypersweep.Grid((16, 30)), 20_000 // scale
    figures = side_by_side(contenders(lambda: batch.play_random(grid, 99, play, seed=next(seeds)), play), rounds)
    print_figures("kernels: random games, 16x30/99", figures.values(), best, "games")
    field = hypersweep.Grid((1_000, 4_000 // scale))
    lay = partial(hypersweep.Layout.esp, field, field.cells * 10 // 81, first=(0, 0))
    figures = side_by_side(contenders(lambda: lay(random=GnuRandom(7)), field.cells), rounds)
    print_figures("kernels: ESP map", figures.values(), best, "field", cost=True)
    _native.use_variant(best)
    return []


def esp(quick: bool) -> list[Row]:
    """Measure generating the map defined by the ESP specification."""
    side, rounds = (2_000, 3) if quick else (10_000, 3)
    fields = side * side
    mines = fields * 10 // 81
    grid = hypersweep.Grid((side, side))
    by_library, by_inlined = np.ones(fields, np.uint8), np.ones(fields, np.uint8)
    seed = 7
    figures = side_by_side(
        [
            Contender(OURS, lambda: hypersweep.Layout.esp(grid, mines, random=GnuRandom(seed), first=(0, 0)), fields),
            Contender("C, rand()", lambda: yardsticks.esp_map(seed, mines, 0, by_library, inlined=False), fields),
            Contender(
                "C, inlined generator", lambda: yardsticks.esp_map(seed, mines, 0, by_inlined, inlined=True), fields
            ),
        ],
        rounds,
        warm_up=quick,
    )
    print_figures(f"esp: ESP map, {short(fields)} fields", figures.values(), OURS, "field", cost=True)
    layout = hypersweep.Layout.esp(grid, mines, random=GnuRandom(seed), first=(0, 0))
    bits = layout.bits()
    same = all(np.packbits(room, bitorder="little").tobytes() == bits for room in (by_library, by_inlined))
    print(f"   the maps are {'the same' if same else 'NOT THE SAME'}")
    ours, library, inlined = (figures[name] for name in (OURS, "C, rand()", "C, inlined generator"))
    faster = ratio(ours, library)
    seen = f"C rand() {short(library.cost, 's')}; C inlined {short(inlined.cost, 's')}"
    work = f"ESP map, {short(fields)} fields"
    versus = f"{faster:.1f} x; {ratio(ours, inlined):.1f} x"
    return [Row(work, short(ours.cost, "s/field"), seen, versus, ">= 2 x C rand()", same and faster >= 2)]


def cold(quick: bool) -> list[Row]:
    """Measure importing the package, and the time until the ESP game's first prompt."""
    figures = start.measure(8 if quick else 30)
    print_figures("cold: start of a process", figures.values(), None, "start", cost=True)
    added, times = start.import_cost(figures), start.prompt_ratio(figures)
    bare = f"python -c pass {short(figures[start.BARE].best, 's')}"
    prompt = figures[start.PROMPT].best
    return [
        Row("import hypersweep", f"+{short(added, 's')}", bare, "", "+15 ms", added <= 15e-3),
        Row(
            "hypersweep esp, first prompt",
            short(prompt, "s"),
            bare,
            f"{times:.2f} x the time",
            "<= 3 x the time",
            times <= 3,
        ),
    ]


SECTIONS: dict[str, Callable[[bool], list[Row]]] = {
    "boards": boards,
    "games": games,
    "dimensions": dimensions,
    "esp": esp,
    "huge": opens.huge,
    "click": opens.click,
    "cold": cold,
    "kernels": kernels,
}


def main() -> None:
    """Measure and print the chosen sections, then print a table."""
    parser = argparse.ArgumentParser(description="Measure the board kernels next to their yardsticks.")
    parser.add_argument("--quick", action="store_true", help="smaller boards and fewer rounds; takes seconds")
    parser.add_argument("--only", action="append", choices=list(SECTIONS), help="a section; repeatable")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file too")
    options = parser.parse_args()
    begin = time.perf_counter()
    facts = [*machine_facts(["numpy", "scipy", "ms_toollib"]), ("hypersweep", hypersweep.__version__)]
    for name, fact in [*facts, ("kernels", _native.variant()), ("cores", pin())]:
        print(f"{name}: {fact}")
    rows: list[Row] = []
    for name in options.only or SECTIONS:
        rows += SECTIONS[name](options.quick)
    print_rows(rows, options.markdown)
    print(f"\n{time.perf_counter() - begin:.0f} s in all")


if __name__ == "__main__":
    main()
