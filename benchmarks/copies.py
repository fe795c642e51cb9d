"""Copies of a game in progress, compared with copies of plain bytes, NumPy arrays and a dictionary.

Run: python benchmarks/copies.py [--quick]

The game has 16x30 cells, 99 mines and 50 moves. The yardsticks contain less: the bytes and the arrays only the board's
three planes, the dictionary only its cells, and none of them contains any moves.
"""

from __future__ import annotations

import argparse
import copy
import pickle
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

import numpy as np

from hypersweep import Game, Layout, Outcome, Stream
from hypersweep.game import History
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "Game.copy()"


def in_the_middle(shape: str, mines: int, moves: int) -> Game:
    """Return a game after a number of moves, each of which opens a safe cell."""
    game = Game(layout=Layout.random(shape, mines, seed=5))
    layout = game.layout
    assert layout is not None
    safe = [cell for cell in game.grid if not layout.is_mine(cell)]
    Random(1).shuffle(safe)
    made = 0
    for cell in safe:
        made += bool(game.open(cell))
        if made == moves:
            break
    assert game.outcome is Outcome.ONGOING
    return game


def history_of(game: Game) -> History:
    """Return a ``History`` of the same game, with the last 10 moves undone."""
    history = History(Game(layout=game.layout))
    for move in game.moves:
        history.act(move.kind, move.cell)
    for _ in range(10):
        history.act("undo")
    return history


def repeated(work: Callable[[], object], times: int) -> Callable[[], None]:
    """Return a function that repeats work too short to be timed on its own."""

    def run() -> None:
        for _ in range(times):
            work()

    return run


def copies(rounds: int, times: int) -> Row:
    """Compare ``Game.copy()`` with the yardsticks."""
    game = in_the_middle("16x30", 99, 50)
    layout = game.layout
    assert layout is not None
    planes = [bytearray(bits) for bits in (layout.bits(), game.open_bits(), game.flag_bits())]
    arrays = [layout.mine_array().copy(), game.open_array().copy(), game.flag_array().copy()]
    cells = {cell: (game.is_open(cell), game.is_flagged(cell), layout.clue(cell)) for cell in game.grid}
    saved = pickle.dumps(game)
    stream = Stream(7)
    works: dict[str, tuple[Callable[[], object], int]] = {
        OURS: (game.copy, times),
        "three planes of bytes": (lambda: [bytes(plane) for plane in planes], times),
        "three NumPy arrays": (lambda: [array.copy() for array in arrays], times),
        "a dictionary of cells": (cells.copy, times),
        "a dictionary, deepcopy": (partial(copy.deepcopy, cells), max(1, times // 500)),
        "copy.copy": (partial(copy.copy, game), times),
        "copy.deepcopy": (partial(copy.deepcopy, game), times),
        "pickle.dumps": (partial(pickle.dumps, game), max(1, times // 20)),
        "pickle.loads": (partial(pickle.loads, saved), max(1, times // 50)),
        "Stream.copy()": (stream.copy, times),
        "History.copy()": (history_of(game).copy, times),
    }
    contenders = [Contender(name, repeated(work, count), count) for name, (work, count) in works.items()]
    figures = side_by_side(contenders, rounds)
    title = f"copies: 16x30, 99 mines, {len(game.moves)} moves made; {len(saved)} bytes pickled"
    print_figures(title, figures.values(), OURS, "copy", cost=True)
    cost = figures[OURS].cost
    compared = [figures[name] for name in ("three planes of bytes", "three NumPy arrays", "a dictionary of cells")]
    return Row(
        "Game.copy(), 16x30",
        short(cost, "s"),
        "; ".join(f"{each.name} {short(each.cost, 's')}" for each in compared),
        "; ".join(f"{ratio(figures[OURS], each):.2f} x" for each in compared),
        "<= 2 µs",
        cost <= 2e-6,
    )


def growth(rounds: int) -> Row:
    """Measure larger games, for which a copy takes two bits per cell and a reference per move."""
    games = {
        "16x30, 50 moves": in_the_middle("16x30", 99, 50),
        "16x30, 100 moves": in_the_middle("16x30", 99, 100),
        "1000x1000, 20000 moves": in_the_middle("1000x1000", 200_000, 20_000),
    }
    contenders = [Contender(name, repeated(game.copy, 100), 100) for name, game in games.items()]
    large = np.zeros((1000, 1000), np.bool_)
    contenders.append(Contender("1000x1000, a NumPy array of bool", repeated(large.copy, 100), 100))
    figures = side_by_side(contenders, rounds)
    print_figures("copies: larger games", figures.values(), "1000x1000, 20000 moves", "copy", cost=True)
    ours, array = figures["1000x1000, 20000 moves"], figures["1000x1000, a NumPy array of bool"]
    seen, versus = f"one NumPy array {short(array.cost, 's')}", f"{ratio(ours, array):.2f} x"
    return Row("Game.copy(), 1000x1000, 20000 moves", short(ours.cost, "s"), seen, versus, "", None)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description="Copies of games.")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    quick = parser.parse_args(argv).quick
    for name, value in [*machine_facts(["numpy"]), ("core", pin())]:
        print(f"{name:>12}: {value}")
    rounds = 5 if quick else 31
    print_rows([copies(rounds, 500 if quick else 2_000), growth(rounds)])


if __name__ == "__main__":
    main()
