"""A bot: certainly safe cells, or else a guess by a rule of its own. It sees only what a player sees.

    python examples/bot.py                                               # a thousand games, next to the solver's
    hypersweep arena safest examples/bot.py:bot --board 9x9 --mines 10   # the same boards for both, and a verdict
    hypersweep engine --policy examples/bot.py:bot                       # for any program that speaks the protocol

It needs only hypersweep.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from hypersweep import COVERED, View, deduce, play_policy, play_solver
from hypersweep.typing import Cell


def bot(view: View) -> Sequence[Cell]:
    r"""Return the cells to open: all that are safe by the clues, or the one that looks least dangerous.

    >>> list(bot(View.parse("2x4 mines=1\n# # 1 .\n# # 1 .")))
    [(0, 0), (1, 0)]
    >>> list(bot(View.parse("1x5 mines=2\n# 1 # # #")))
    [(0, 0)]
    """
    safe = [cell for reason in deduce(view) if reason.conclusion == "safe" for cell in reason.cells]
    covered = (cell for cell, code in view.items() if code == COVERED)
    return safe or [min(covered, key=lambda cell: danger(view, cell))]


def danger(view: View, cell: Cell) -> float:
    r"""Return how dangerous a covered cell looks: by the worst clue next to it, or else by the share of mines.

    >>> danger(View.parse("1x5 mines=2\n# 1 # # #"), (0, 4))
    0.5
    """
    clues = [other for other in view.grid.neighbours(cell) if view[other] > 0]
    shares = [view[clue] / sum(view[other] < 0 for other in view.grid.neighbours(clue)) for clue in clues]
    return max(shares, default=view.mines / view.covered)


def main(board: str = "9x9", mines: int = 10, games: int = 1000) -> None:
    """Play games on the same boards as the solver, and print how many each won."""
    own = play_policy(bot, board, mines, games, seed=1)
    solver = play_solver(board, mines, games, seed=1)
    print(f"{games} games on {board} with {mines} mines: the bot won {own.wins}, the solver {solver.wins}")
    pairs = list(zip(own.won, solver.won, strict=True))
    print(f"won by the bot alone: {pairs.count((True, False))}, by the solver alone: {pairs.count((False, True))}")


if __name__ == "__main__":
    board, *numbers = [*sys.argv[1:], *("9x9", "10", "1000")[len(sys.argv) - 1 :]]
    main(board, int(numbers[0]), int(numbers[1]))
