"""HyperMines over plain dictionaries, beside a plain Python version without recursion.

Run: python benchmarks/hypermines.py [--quick] [--markdown FILE]

``new``: a game from its mines. ``dig``: one dig at a cell without mines around, which reveals most of the board.
``clue``: digs at covered cells with a number, after that; each looks for a hidden safe cell to tell a victory. Both
versions play the same boards, and must end with equal dictionaries.
"""

from __future__ import annotations

import argparse
import copy
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import plainmines
from hypersweep.courses import hypermines
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "hypersweep"
PLAIN = "plain Python"
AIM = 2.0
# Shape, mines, rounds.
BOARDS = (((15, 15, 12, 10), 979, 5), ((1000, 1000), 10_000, 3))
QUICK = (((15, 15, 12, 10), 979, 2), ((300, 300), 900, 2))

Cell = tuple[int, ...]
Game = dict[str, Any]
Games = dict[str, Game]


def random_mines(draw: Random, shape: Cell, count: int) -> list[Cell]:
    """Different random cells."""
    mines: set[Cell] = set()
    while len(mines) < count:
        mines.add(tuple(draw.randrange(side) for side in shape))
    return sorted(mines)


def random_cell(draw: Random, game: Game, *, zero: bool) -> Cell:
    """A random hidden safe cell, either with the number 0 or with another."""
    while True:
        cell = tuple(draw.randrange(side) for side in game["dimensions"])
        value = plainmines.innermost(game["board"], cell)[cell[-1]]
        if value != "." and (value == 0) == zero and not plainmines.innermost(game["visible"], cell)[cell[-1]]:
            return cell


def contenders(shape: Cell, mines: list[Cell], source: Game | None, moves: list[Cell], end: Games) -> list[Contender]:
    """Both versions: a new game where there is no source, otherwise digs in a copy of it; the games go to ``end``."""

    def contender(player: str, module: Any) -> Contender:
        def prepare() -> None:
            end[player] = copy.deepcopy(source) if source else {}

        def work() -> None:
            if source is None:
                end[player] = module.new_game_nd(shape, mines)
            for cell in moves:
                module.dig_nd(end[player], cell)

        return Contender(player, work, len(moves) or 1, prepare)

    return [contender(OURS, hypermines), contender(PLAIN, plainmines)]


def measure(shape: Cell, count: int, rounds: int) -> list[Row]:
    """The rows of one board."""
    draw = Random(1)
    mines = random_mines(draw, shape, count)
    fresh = hypermines.new_game_nd(shape, mines)
    start = random_cell(draw, fresh, zero=True)
    opened = copy.deepcopy(fresh)
    revealed = hypermines.dig_nd(opened, start)
    clues = [random_cell(draw, opened, zero=False) for _ in range(20)]
    board = f"{'x'.join(map(str, shape))}, {count} mines"
    rows = []
    for name, source, moves in (("new", None, []), ("dig", fresh, [start]), ("clue", opened, clues)):
        end: Games = {}
        figures = side_by_side(contenders(shape, mines, source, moves, end), rounds)
        same = end[OURS] == end[PLAIN]
        what = f"{name}: {board}" + (f", {revealed} of {prod(shape)} cells revealed" if name == "dig" else "")
        print_figures(what, figures.values(), OURS, "call", cost=True)
        if not same:
            print("   the games are NOT THE SAME")
        ours, plain = figures[OURS], figures[PLAIN]
        aim, reached = ("", None) if name == "clue" else (f"<= {AIM:.0f} s", same and ours.cost <= AIM)
        times, seen = f"{ratio(ours, plain):.1f} x", f"{PLAIN} {short(plain.cost, 's')}"
        rows.append(Row(f"{name}, {board}", short(ours.cost, "s"), seen, times, aim, reached))
    return rows


def main() -> None:
    """Measures both boards and prints a table at the end."""
    parser = argparse.ArgumentParser(description="Measures HyperMines beside plain Python.")
    parser.add_argument("--quick", action="store_true", help="a smaller second board and fewer rounds")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file too")
    options = parser.parse_args()
    for name, fact in [*machine_facts(), ("cores", pin())]:
        print(f"{name}: {fact}")
    rows = [
        row for shape, mines, rounds in (QUICK if options.quick else BOARDS) for row in measure(shape, mines, rounds)
    ]
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
