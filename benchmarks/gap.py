"""How far ``look-ahead`` is from best play: an upper bound on best play and the player's win rate, for several boards.

    python benchmarks/gap.py --workers 2 --csv docs/data/gaps.csv

For each board it prints the bound (see ``hypersweep.trials.upper_bound``), the player's win rate, and the difference,
in percent with standard errors. If the difference is at most twice its error, the player is optimal on that board to
within that error. ``--only 16x30`` runs only the boards with that grid.
"""

from __future__ import annotations

import argparse
import csv
import sys
from dataclasses import asdict, dataclass
from math import hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev

from guesses import chunks, pool
from hypersweep import Grid
from hypersweep.batch.layouts import Deal
from hypersweep.trials import play_solver
from hypersweep.trials.bounds import layout_bounds
from hypersweep.typing import FirstOpen

SAMPLES = 128  # layouts drawn to value the cells for a guess
OPENING: FirstOpen = "opening"
SAFE: FirstOpen = "safe"


@dataclass
class Board:
    """A board, its first cell, and the numbers of layouts for the bound and of games for the player."""

    grid: str
    mines: int
    first: tuple[int, ...]
    first_open: FirstOpen
    guesses: int
    boards: int
    games: int
    search_guesses: int = 0


BOARDS = [
    Board("8x8", 10, (2, 2), OPENING, 1, 40_000, 40_000),
    Board("9x9", 10, (2, 2), OPENING, 1, 40_000, 40_000),
    Board("16x16", 40, (2, 2), OPENING, 1, 40_000, 40_000),
    Board("16x16", 40, (0, 0), SAFE, 1, 60_000, 40_000, 3),
    Board("16x30", 99, (3, 3), OPENING, 1, 4_000, 20_000),
    Board("16x30", 99, (0, 0), SAFE, 1, 20_000, 20_000, 3),
    Board("5x5x5", 10, (1, 1, 1), OPENING, 1, 40_000, 40_000),
    Board("7x7x7", 33, (1, 1, 1), OPENING, 1, 20_000, 20_000),
    Board("10x10x10", 99, (1, 1, 1), OPENING, 1, 4_000, 4_000),
    Board("4x4x4x4", 10, (1, 1, 1, 1), OPENING, 1, 10_000, 10_000),
    Board("4x4x4x4", 20, (1, 1, 1, 1), OPENING, 1, 10_000, 10_000),
    Board("4x4x4x4", 30, (1, 1, 1, 1), OPENING, 1, 2_000, 2_000),
    Board("3x3x3x3x3", 10, (0, 0, 0, 0, 0), SAFE, 0, 4_000, 10_000, 2),
]


@dataclass
class Row:
    """A row of the table; shares from 0 to 1."""

    grid: str
    mines: int
    first: str
    first_open: str
    bound: float
    bound_error: float
    boards: int
    guesses: int
    search_guesses: int
    player: float
    player_error: float
    games: int

    @property
    def gap(self) -> tuple[float, float]:
        """The bound minus the player's share of wins, and its standard error."""
        return self.bound - self.player, hypot(self.bound_error, self.player_error)

    def __str__(self) -> str:
        gap, error = self.gap
        name = f"{self.grid}, {self.mines}, {self.first_open} at {self.first}"
        return (
            f"{name:45}{100 * self.bound:8.2f} ({100 * self.bound_error:.2f}){100 * self.player:8.2f} "
            f"({100 * self.player_error:.2f}){100 * gap:8.2f} ({100 * error:.2f})"
        )


def measured(board: Board, workers: int, seed: int) -> Row:
    """Bound one board, and play it."""
    grid = Grid(board.grid)

    def bounds(part: tuple[int, int]) -> list[float]:
        index, count = part
        deal = Deal.of_games(
            grid, board.mines, count, seed=seed, index=index, first=board.first, first_open=board.first_open
        )
        return [*layout_bounds(deal, board.guesses, SAMPLES, board.search_guesses)[0]]

    def wins(part: tuple[int, int]) -> int:
        index, count = part
        return play_solver(
            grid, board.mines, count, seed=seed, index=index, first=board.first, first_open=board.first_open
        ).wins

    # The kernels release the GIL, so threads are enough.
    with pool(workers) as threads:
        # A search goes over all layouts.
        parts = [(0, board.boards)] if board.search_guesses else chunks(board.boards)
        values = [value for part in threads.map(bounds, parts) for value in part]
        player = sum(threads.map(wins, chunks(board.games))) / board.games
    return Row(
        board.grid,
        board.mines,
        ",".join(map(str, board.first)),
        board.first_open,
        fmean(values),
        stdev(values) / sqrt(board.boards),
        board.boards,
        board.guesses,
        board.search_guesses,
        player,
        sqrt(player * (1 - player) / board.games),
        board.games,
    )


def main() -> int:
    """Measure the boards, print a row for each, and write them to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="only boards with this grid")
    parser.add_argument("--csv", type=Path, help="file for the rows")
    options = parser.parse_args()
    print(f"{'board':47}{'bound, %':>15}{'player, %':>15}{'gap':>15}")
    rows = []
    for board in BOARDS:
        if options.only in (None, board.grid):
            rows.append(measured(board, options.workers, options.seed))
            print(rows[-1], flush=True)
    if options.csv:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            table = csv.DictWriter(file, [*asdict(rows[0])], lineterminator="\n")
            table.writeheader()
            table.writerows(
                {name: round(own, 6) if isinstance(own, float) else own for name, own in asdict(row).items()}
                for row in rows
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
