"""Punished guesses: the cost of an open, compared with an open under plain rules and with one analysis.

Run: ``python benchmarks/punished.py``; ``--quick`` plays fewer games. Games are won by opening certain cells, or the
safest cell if there are none. For each position, four things are timed: the analysis of its view, an unneeded guess
(then undone), and the move itself, under these rules and in a plain game with the same layout. The first click is in
the centre and opens a zero.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from hypersweep import Budget, BudgetExceededError, Game, Grid, MoveResult, Outcome, Rules, analyse
from timing import Row, machine_facts, pin, print_rows, short

BOARDS = [
    ("9x9", 10, 40),
    ("16x30", 99, 20),
    ("16x30", 130, 10),
    ("5x5x5", 10, 40),
    ("4x4x4x4", 15, 20),
    ("6x6x6x6", 50, 3),
]
RULES = Rules(guess="punished", first_open="opening")
BUDGET = Budget(states=1 << 17)

Times = dict[str, list[float]]


def timed(times: Times, name: str, work: Callable[[tuple[int, ...]], MoveResult], cell: tuple[int, ...]) -> Outcome:
    """Open a cell, record how long it takes, and return the game's outcome."""
    begin = perf_counter()
    change = work(cell)
    times.setdefault(name, []).append(perf_counter() - begin)
    return change.outcome


def play(grid: Grid, mines: int, seed: int, times: Times) -> bool:
    """Play a game to its end. Returns: whether it was won."""
    game = Game(grid, mines, seed=seed, rules=RULES)
    game.open(tuple(side // 2 for side in grid.shape))
    # The first analysis and the first decision on a grid set up their tables.
    analyse(game.view, estimate=True, budget=BUDGET)
    while game.outcome is Outcome.ONGOING:
        view = game.view
        begin = perf_counter()
        try:
            analysis = analyse(view, budget=BUDGET)
        except BudgetExceededError:
            analysis = analyse(view, budget=BUDGET, estimate=True)
            times.setdefault("past the budget", []).append(0.0)
        else:
            times.setdefault("analysis", []).append(perf_counter() - begin)
        safe = analysis.safe_cells
        cell = safe[0] if safe else analysis.safest_cells[0]
        if safe:
            guess = next((other for other in grid if view[other] < 0 and 0 < analysis.probability(other) < 1), None)
            if guess is not None:
                outcome = timed(times, "unneeded guess", game.open, guess)
                if analysis.is_exact and outcome is not Outcome.LOST:
                    raise SystemExit(f"an unneeded guess at {guess} went well in game {seed} of {grid}")
                game.undo()
        plain = Game.restore(game.layout, open_bits=game.open_bits())  # type: ignore[arg-type]
        timed(times, "plain open", plain.open, cell)
        timed(times, "safe open" if safe else "needed guess", game.open, cell)
    return game.outcome is Outcome.WON


def at(times: list[float], share: float) -> float:
    """Return a quantile of times, or 0 if there are none."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


def main() -> None:
    """Measure everything, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--markdown", type=Path, help="write the table into this file")
    options = parser.parse_args()
    for name, value in [*machine_facts([]), ("core", pin())]:
        print(f"{name}: {value}")
    rows = []
    for board, mines, games in BOARDS:
        times: Times = {}
        count = max(1, games // 10) if options.quick else games
        won = sum(play(Grid(board), mines, seed, times) for seed in range(count))
        past = len(times.pop("past the budget", []))
        print(f"{board}/{mines}: {count} games, {won} won, {past} positions past the budget")
        opens = [time for kind in ("safe open", "needed guess", "unneeded guess") for time in times.get(kind, [])]
        for kind in ("plain open", "analysis", "safe open", "needed guess", "unneeded guess"):
            own = times.get(kind, [])
            print(f"  {kind:<15} {len(own):>6}: median {short(at(own, 0.5), 's')}, p99 {short(at(own, 0.99), 's')}")
        middle = at(opens, 0.5)
        rows.append(
            Row(
                f"{board}/{mines}, open",
                f"median {short(middle, 's')}, p99 {short(at(opens, 0.99), 's')}",
                f"analysis {short(at(times.get('analysis', []), 0.5), 's')}",
                f"{middle / (at(times.get('analysis', []), 0.5) or 1):.2f} x",
                "median < 1 ms",
                middle < 1e-3,
            )
        )
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
