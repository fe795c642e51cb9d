"""Environments for learners: steps per second in many games, with random actions on one core, compared with others.

Run: ``python benchmarks/envs.py``; ``--quick`` uses fewer rounds. Jumanji and minesweeper-env-rl are measured if they
are installed (``pip install jumanji minesweeper-env-rl``, best in a separate environment, since the latter requires
exact versions of eighty packages). A step is one move in one game: choose an allowed action, make the move with its
cascade, write observation and mask, and start the next game if this one has ended. Jumanji opens one cell at a time,
without a cascade.
"""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path

import env_peers
from hypersweep import Grid
from hypersweep.envs import BatchEnv
from hypersweep.envs.batch import KINDS
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

# Board, number of mines, number of games at a time, and target in steps per second.
BOARDS = [("10x10", 10, 1024, 5e6), ("16x30", 99, 512, 3.5e6), ("5x5x5x5", 20, 512, 1e6)]
OURS = "hypersweep BatchEnv"


def ours(shape: tuple[int, ...], mines: int, count: int, *, threads: int = 1, kinds: int = 1) -> env_peers.Steps:
    """Return a function that steps a ``BatchEnv`` with its own random actions."""
    chosen = KINDS[:kinds]
    env = BatchEnv(shape, mines, count, seed=7, kinds=chosen, autoreset="same-step", threads=threads)

    def steps(number: int) -> object:
        for _ in range(number):
            env.step(env.random_actions())
        return env

    return steps


def contenders(shape: tuple[int, ...], mines: int, count: int, scale: int) -> list[Contender]:
    """Return the contenders for a board; slow ones play fewer games and make fewer steps."""
    made: list[tuple[str, env_peers.Steps | None, int, int]] = [
        (OURS, ours(shape, mines, count), count, 400),
        ("C, clues at the deal", env_peers.c_loop(shape, mines, count, eager=True), count, 400),
        ("C, clues as they open", env_peers.c_loop(shape, mines, count, eager=False), count, 400),
        ("NumPy", env_peers.numpy_loop(shape, mines, count), count, 4),
        ("Gymnasium SyncVectorEnv", env_peers.sync_vector(shape, mines, 16), 16, 40),
        ("Jumanji Minesweeper-v0", env_peers.jumanji(shape, mines, 128), 128, 20),
        ("minesweeper-env-rl", env_peers.minesweeper_env_rl(shape, mines, 4), 4, 40),
    ]
    found = []
    for name, steps, games, number in made:
        if steps is None:
            print(f"   {name}: not measured on {shape} (not installed, or two dimensions only)")
            continue
        many = max(1, number // scale)
        found.append(Contender(name, partial(steps, many), games * many))
    return found


def threads_section(rounds: int) -> list[Row]:
    """Measure different numbers of threads, side by side."""
    most = os.cpu_count() or 1
    rows = []
    for board, mines, _, _ in BOARDS:
        count = 8192
        shape = Grid(board).shape
        each = [
            Contender(f"{threads} threads", partial(ours(shape, mines, count, threads=threads), 20), count * 20)
            for threads in sorted({1, 2, most})
        ]
        figures = side_by_side(each, rounds)
        print_figures(f"threads, {board}, {count} games at a time", figures.values(), "1 threads", "steps")
        single = figures["1 threads"]
        for figure in figures.values():
            if figure is not single:
                text = f"{short(figure.median_rate)} against {short(single.median_rate)} steps/s"
                rows.append(
                    Row(f"{figure.name}, {board}", text, "1 thread", f"{ratio(figure, single):.2f} x", "", None)
                )
    return rows


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds of fewer steps")
    parser.add_argument("--no-threads", action="store_true", help="skip measurements that take several cores")
    parser.add_argument("--markdown", type=Path, help="save the closing table to a file")
    arguments = parser.parse_args()
    rounds, scale = (2, 20) if arguments.quick else (9, 1)
    rows = [] if arguments.no_threads else threads_section(rounds)
    print(pin())
    for name, fact in machine_facts(["numpy", "gymnasium", "jumanji", "jax", "minesweeper-env-rl"]):
        print(f"   {name}: {fact}")
    for board, mines, count, aim in BOARDS:
        shape = Grid(board).shape
        figures = side_by_side(contenders(shape, mines, count, scale), rounds)
        print_figures(f"{board} with {mines} mines, {count} games at a time", figures.values(), OURS, "steps")
        own = figures[OURS]
        in_c = fastest(figures, [name for name in figures if name.startswith("C,")])
        others = [in_c, *(figure for name, figure in figures.items() if not name.startswith(("C,", OURS)))]
        told = ", ".join(f"{figure.name} {short(figure.median_rate)}" for figure in others)
        reached = None if arguments.quick else own.median_rate >= aim
        text = f"{short(own.median_rate)} steps/s"
        rows.append(
            Row(f"{board}/{mines}", text, told, f"{ratio(own, in_c):.2f} x C", f"{short(aim)} steps/s", reached)
        )
    rows += flags_rows(rounds, scale)
    print_rows(rows, arguments.markdown)


def flags_rows(rounds: int, scale: int) -> list[Row]:
    """Return rows about the cost of flags and chords."""
    made = [("opens", 1), ("opens and flags", 2), ("opens, flags and chords", 3)]
    many = max(1, 100 // scale)
    each = [Contender(name, partial(ours((16, 30), 99, 512, kinds=kinds), many), 512 * many) for name, kinds in made]
    figures: dict[str, Figure] = side_by_side(each, rounds)
    print_figures("kinds of actions, 16x30 with 99 mines, 512 games at a time", figures.values(), "opens", "steps")
    last = figures[made[-1][0]]
    return [
        Row(
            "16x30/99, flags and chords too",
            f"{short(last.median_rate)} steps/s",
            "opens alone",
            f"{ratio(last, figures['opens']):.2f} x",
            "",
            None,
        )
    ]


if __name__ == "__main__":
    main()
