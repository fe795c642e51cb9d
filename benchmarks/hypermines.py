"""HyperMines with plain dictionaries, compared with a plain Python version without recursion.

Run: python benchmarks/hypermines.py [--quick] [--markdown FILE]

``new`` makes a game from its mines. ``dig`` digs once, at a cell that touches no mine, which reveals most of the board.
``clue`` makes later digs at covered cells with a number; each dig searches for a hidden safe cell to see whether the
game is won. All versions play the same boards, and must end with equal dictionaries.

Hypersweep checks for visible mines in every dig, since the lists may have been edited by hand. The plain version
doesn't; a third one, ``plain Python, watchful``, does.
"""

from __future__ import annotations

import argparse
import copy
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any

import plainmines
from hypersweep.courses import hypermines
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "hypersweep"
PLAIN = "plain Python"
WATCHFUL = "plain Python, watchful"
AIM = 2.0
# Shape, number of mines, and number of rounds.
SMALL = (((3, 5), 2, 5), ((10, 10), 10, 5), ((40, 70), 300, 5), ((100_000, 3), 20_000, 3))
BOARDS = (*SMALL, ((15, 15, 12, 10), 979, 5), ((1000, 1000), 10_000, 3))
QUICK = (((10, 10), 10, 2), ((15, 15, 12, 10), 979, 2), ((300, 300), 900, 2))

Cell = tuple[int, ...]
Game = dict[str, Any]
Games = dict[str, Game]


def random_mines(draw: Random, shape: Cell, count: int) -> list[Cell]:
    """Return different random cells, sorted."""
    mines: set[Cell] = set()
    while len(mines) < count:
        mines.add(tuple(draw.randrange(side) for side in shape))
    return sorted(mines)


def random_zero(draw: Random, game: Game) -> Cell:
    """Return a random cell that touches no mine."""
    while True:
        cell = tuple(draw.randrange(side) for side in game["dimensions"])
        if plainmines.innermost(game["board"], cell)[cell[-1]] == 0:
            return cell


def hidden_clues(draw: Random, game: Game) -> list[Cell]:
    """Return up to 20 hidden cells with a number, but never all of them, since the game must continue after them."""
    every = [cell for cell in product(*map(range, game["dimensions"])) if is_hidden_clue(game, cell)]
    return draw.sample(every, max(0, min(20, len(every) - 1)))


def is_hidden_clue(game: Game, cell: Cell) -> bool:
    """Return whether a cell is hidden and has a number above 0."""
    seen = plainmines.innermost(game["visible"], cell)[cell[-1]]
    return not seen and plainmines.innermost(game["board"], cell)[cell[-1]] not in (0, ".")


def contenders(shape: Cell, mines: list[Cell], source: Game | None, moves: list[Cell], end: Games) -> list[Contender]:
    """Return the versions: a new game if ``source`` is None, or digs in a copy of it; ``end`` gets the final games."""

    def contender(player: str, module: Any, dig: Any) -> Contender:
        def prepare() -> None:
            end[player] = copy.deepcopy(source) if source else {}

        def work() -> None:
            if source is None:
                end[player] = module.new_game_nd(shape, mines)
            for cell in moves:
                dig(end[player], cell)

        return Contender(player, work, len(moves) or 1, prepare)

    versions = [contender(OURS, hypermines, hypermines.dig_nd), contender(PLAIN, plainmines, plainmines.dig_nd)]
    if source is not None:
        versions.append(contender(WATCHFUL, plainmines, plainmines.dig_watchful))
    return versions


def measure(shape: Cell, count: int, rounds: int) -> list[Row]:
    """Measure one board, and return its rows."""
    draw = Random(1)
    mines = random_mines(draw, shape, count)
    fresh = hypermines.new_game_nd(shape, mines)
    start = random_zero(draw, fresh)
    opened = copy.deepcopy(fresh)
    revealed = hypermines.dig_nd(opened, start)
    clues = hidden_clues(draw, opened)
    board = f"{'x'.join(map(str, shape))}, {count} mines"
    rows = []
    for name, source, moves in (("new", None, []), ("dig", fresh, [start]), ("clue", opened, clues)):
        end: Games = {}
        figures = side_by_side(contenders(shape, mines, source, moves, end), rounds)
        same = all(game == end[OURS] for game in end.values())
        what = f"{name}: {board}" + (f", {revealed} of {prod(shape)} cells revealed" if name == "dig" else "")
        print_figures(what, figures.values(), OURS, "call", cost=True)
        if not same:
            print("   the games are NOT THE SAME")
        ours, plain = figures[OURS], figures[PLAIN]
        aim, reached = ("", None) if name == "clue" else (f"<= {AIM:.0f} s", same and ours.cost <= AIM)
        times, seen = f"{ratio(ours, plain):.1f} x", f"{PLAIN} {short(plain.cost, 's')}"
        if WATCHFUL in figures:
            times += f", {ratio(ours, figures[WATCHFUL]):.1f} x"
            seen += f", watchful {short(figures[WATCHFUL].cost, 's')}"
        rows.append(Row(f"{name}, {board}", short(ours.cost, "s"), seen, times, aim, reached))
    return rows


def main() -> None:
    """Measure all boards, and print a table at the end."""
    parser = argparse.ArgumentParser(description="Measure HyperMines next to plain Python.")
    parser.add_argument("--quick", action="store_true", help="fewer and smaller boards and fewer rounds")
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
