"""One open: a single call that clears a huge board, and a click on a clue from Python.

A huge board is opened in a new process, huge.py, so that its memory can be measured.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import hypersweep
import libraries
import yardsticks
from timing import Contender, Row, print_figures, ratio, short, side_by_side

OURS = "hypersweep"
IN_USE = "hypersweep, on pages in use"
Cell = tuple[int, ...]


def huge(quick: bool) -> list[Row]:
    """Measure one open that clears a huge board, and the process's peak memory."""
    plane: tuple[tuple[int, ...], tuple[int, ...]] = ((31_623,) * 2, (10_000,) * 2)
    space: tuple[tuple[int, ...], tuple[int, ...]] = ((1_000,) * 3, (464,) * 3)
    if quick:
        plane, space = ((10_000,) * 2, (3_000,) * 2), ((464,) * 3, (200,) * 3)
    return [_huge(shape, small, 1_000, 2 if quick else 3) for shape, small in (plane, space)]


def _huge(shape: tuple[int, ...], small: tuple[int, ...], mines: int, rounds: int) -> Row:
    """Open a huge board with the package, and a smaller one with the yardsticks, which need more memory."""
    cells, small_cells = yardsticks.cells_of(shape), yardsticks.cells_of(small)
    places = np.random.default_rng(1).choice(small_cells, mines, replace=False, shuffle=False).astype(np.int64)
    flood = yardsticks.Flood(small, np.sort(places))
    laid = np.zeros(small_cells, np.bool_)
    laid[places] = True
    begin = tuple(side // 2 for side in small)
    name, small_name = "x".join(map(str, shape)), "x".join(map(str, small))
    facts: list[dict[str, float]] = []

    def ours() -> float:
        facts.append(_in_child(name, mines, seed=len(facts)))
        return facts[-1]["seconds"]

    contenders = [
        Contender(OURS, ours, cells, elapsed=lambda seconds: float(str(seconds))),
        Contender("C, a stack of cells", flood.by_cells, small_cells, prepare=flood.reset),
        Contender("SciPy label", lambda: libraries.scipy_open(laid.reshape(small), begin), small_cells, rounds=1),
    ]
    if len(shape) == 2:
        contenders.insert(2, Contender("C, a stack of runs", flood.by_runs, small_cells, prepare=flood.reset))
    figures = side_by_side(contenders, rounds, warm_up=False)
    title = f"huge: one open of {name} with {mines} mines (yardsticks: {small_name})"
    print_figures(title, figures.values(), OURS, "cells")
    peak, opened = max(fact["peak"] for fact in facts), facts[0]["opened"]
    print(f"   cells opened {opened:.0f}; peak resident memory {short(peak, 'B')}, {peak / cells:.3f} bytes per cell;")
    before, laying = short(facts[0]["before"], "B"), short(facts[0]["laying"], "s")
    print(f"   {before} before the open; laying the mines took {laying}")
    loops = [contender.name for contender in contenders if contender.name.startswith("C")]
    rate = figures[OURS].rate
    result = f"{short(rate, 'cells/s')}, {peak / cells:.2f} B/cell"
    seen = "; ".join(f"{each} {short(figures[each].rate)}" for each in [*loops, "SciPy label"])
    reached = rate >= 200e6 and peak <= cells
    versus = "; ".join(f"{ratio(figures[OURS], figures[each]):.1f} x" for each in loops)
    return Row(f"one open, {name}", result, seen, versus, ">= 200 M cells/s, <= 1 B/cell", reached)


def _in_child(shape: str, mines: int, seed: int) -> dict[str, float]:
    command = [sys.executable, str(Path(__file__).with_name("huge.py")), shape, str(mines), str(seed)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    facts: dict[str, float] = json.loads(printed)
    return facts


def click(quick: bool) -> list[Row]:
    """Measure one Game.open of a clue cell, called from Python."""
    rounds = 5 if quick else 31
    side = 3_000 if quick else 30_000
    return [_click((9, 9), 10, 200, rounds), _click((side, side), 1_000 if quick else 100_000, 1, rounds)]


class _Empty:
    """The lower bound on a call's cost: a method that takes a cell and does nothing."""

    def open(self, cell: Cell) -> None:
        """Do nothing."""


def _click(shape: tuple[int, ...], mines: int, copies: int, rounds: int) -> Row:
    grid = hypersweep.Grid(shape)
    layouts = [hypersweep.Layout.random(grid, mines, seed=seed) for seed in range(copies)]
    chosen = [_clue_cells(layout, 4_000) for layout in layouts]
    opens = sum(map(len, chosen))
    plays: list[tuple[Any, list[Cell]]] = []

    def fresh() -> None:
        plays.clear()
        plays.extend(
            (hypersweep.Game(grid, layout=layout), cells) for layout, cells in zip(layouts, chosen, strict=True)
        )

    def play() -> None:
        for game, cells in plays:
            for cell in cells:
                game.open(cell)

    nothing = [(_Empty(), cells) for cells in chosen]

    def floor() -> None:
        for empty, cells in nothing:
            for cell in cells:
                empty.open(cell)

    contenders = [Contender(OURS, play, opens, prepare=fresh), Contender("empty Python method", floor, opens)]
    following = [cell for layout, cells in zip(layouts, chosen, strict=True) for cell in _next_cells(layout, cells)]
    if copies == 1:

        def fresh_in_use() -> None:
            fresh()
            play()

        def play_next() -> None:
            game = plays[0][0]
            for cell in following:
                game.open(cell)

        contenders.append(Contender(IN_USE, play_next, len(following), prepare=fresh_in_use))
    if len(shape) == 2 and max(shape) < 100:
        contenders.append(_toollib_click(shape, mines, copies))
    figures = side_by_side(contenders, rounds)
    name = "x".join(map(str, shape))
    print_figures(f"click: one Game.open of a clue cell, {name}", figures.values(), OURS, "open", cost=True)
    cost = figures[OURS].cost
    others = [figure for figure in figures.values() if figure.name not in {OURS, IN_USE}]
    seen = "; ".join(f"{each.name} {short(each.cost, 's')}" for each in others)
    versus = "; ".join(f"{ratio(figures[OURS], each):.2f} x" for each in others)
    result = short(cost, "s")
    if IN_USE in figures:
        result = f"{short(figures[IN_USE].cost, 's')}; {result} on untouched pages"
    return Row(f"Game.open of a clue cell, {name}", result, seen, versus, "<= 2 µs", cost <= 2e-6)


def _toollib_click(shape: tuple[int, ...], mines: int, copies: int) -> Contender:
    boards = [libraries.toollib_clue_cells(shape[0], shape[1], mines) for _ in range(copies)]
    plays: list[Any] = []

    def fresh() -> None:
        plays[:] = [(libraries.toollib_game(board), cells) for board, cells in boards]

    def play() -> None:
        for game, cells in plays:
            for cell in cells:
                game.step("lc", cell)
                game.step("lr", cell)

    return Contender("ms_toollib", play, sum(len(cells) for _, cells in boards), prepare=fresh)


def _clue_cells(layout: Any, most: int) -> list[Cell]:
    """Return cells with a clue above 0 from all over the board, in random order, but not all safe cells."""
    shuffle = Random(1).shuffle
    mines = list(layout.mine_cells())
    shuffle(mines)
    found: dict[Cell, None] = {}
    for mine in mines[:most]:
        found.update((cell, None) for cell in layout.grid.neighbours(mine) if not layout.is_mine(cell))
    cells = list(found)[:-1]
    shuffle(cells)
    return cells[:most]


def _next_cells(layout: Any, cells: list[Cell]) -> list[Cell]:
    """Return the clue cells just right of the given ones, which are on the same pages of memory."""
    taken = set(cells)
    right = [(*cell[:-1], cell[-1] + 1) for cell in cells if cell[-1] + 1 < layout.grid.shape[-1]]
    return [cell for cell in right if cell not in taken and not layout.is_mine(cell) and layout.clue(cell) > 0]
