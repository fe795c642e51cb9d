"""A tournament: the solver's policies and your own bot on the same boards, all against all.

    python examples/tournament.py 9x9 12 2000   # takes about ten seconds on an idle core

It needs only hypersweep. `hypersweep arena` does the same on the command line, and takes engines as well.
"""

from __future__ import annotations

import sys
from itertools import combinations
from math import comb

from bot import bot  # it is next to this file
from hypersweep.lab import wilson
from hypersweep.trials import play_policy, play_solver
from hypersweep.typing import Policy

SOLVERS: tuple[Policy, ...] = ("look-ahead", "progress", "safest")


def play(board: str, mines: int, games: int) -> dict[str, list[bool]]:
    """Return which games each player won. All play the same boards, and begin with the same cell."""
    won: dict[str, list[bool]] = {"bot": list(play_policy(bot, board, mines, games, seed=1).won)}
    for name in SOLVERS:
        won[name] = list(play_solver(board, mines, games, seed=1, policy=name).won)
    return won


def sign_test(first: int, second: int) -> float:
    """Return the chance of a difference this large by luck, by McNemar's test of the games won by one alone.

    >>> sign_test(3, 3), sign_test(9, 1)
    (1.0, 0.021484375)
    """
    tosses = first + second
    tail = sum(comb(tosses, heads) for heads in range(min(first, second) + 1))
    return min(1.0, 2 * tail / float(2**tosses))


def main(board: str = "9x9", mines: int = 12, games: int = 1000) -> dict[str, int]:
    """Print the table and all matches. Returns: the number of games that each player won."""
    won = play(board, mines, games)
    table = {name: sum(results) for name, results in sorted(won.items(), key=lambda each: -sum(each[1]))}
    print(f"{games} games on {board} with {mines} mines")
    for place, (name, wins) in enumerate(table.items(), 1):
        low, high = wilson(wins, games)
        print(f"{place}. {name:<12}{wins / games:7.1%}   ({low:.1%} to {high:.1%})")
    pairs = list(combinations(table, 2))
    print(f"matches, won by one alone; p times {len(pairs)}, since there are so many of them")
    for one, other in pairs:
        results = list(zip(won[one], won[other], strict=True))
        alone = results.count((True, False)), results.count((False, True))
        chance = min(1.0, len(pairs) * sign_test(*alone))
        verdict = f"{one} is better" if chance < 0.05 and alone[0] > alone[1] else "undecided"
        print(f"{one:>12} : {other:<12}{alone[0]:5} : {alone[1]:<5} p = {chance:<8.2g} {verdict}")
    return table


if __name__ == "__main__":
    board, *numbers = [*sys.argv[1:], *("9x9", "12", "1000")[len(sys.argv) - 1 :]]
    main(board, int(numbers[0]), int(numbers[1]))
