"""The solver as a player: one move after the other, each with its reasons in words."""

from __future__ import annotations

import re
from typing import NamedTuple

from hypersweep.game import Outcome
from hypersweep.solve import Budget, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.game import Game
    from hypersweep.typing import Policy
    from hypersweep.view import View


__all__ = ["SolverPlayer", "Turn", "fold"]

# What one position may take while somebody waits; past that, chances are estimated.
_BUDGET = Budget(states=1 << 18)


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """A sentence on lines of at most a width; cells and percentages stay in one piece.

    Args:
        text: the sentence.
        width: characters of a line.
        indent: what every line but the first begins with.

    >>> fold("The 1 at (0, 2) is safe with 50 %.", 15)
    ['The 1 at (0, 2)', 'is safe with', '50 %.']
    """
    from textwrap import wrap

    # Where no line may break stands something that is no blank for now.
    held = re.sub(r"\([0-9, ]+\)|\d %", lambda found: found[0].replace(" ", "\0"), text)
    lines = wrap(held, max(width, 8), subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines] or [""]


class Turn(NamedTuple):
    """A cell to open, and why.

    Attributes:
        cell: the cell.
        reasons: sentences, each resting on those before it.
        mines: cells that the reasons find to be mines.
        risk: the chance that the cell is a mine; None where the rules promise that it is none.
    """

    cell: tuple[int, ...]
    reasons: tuple[str, ...]
    risk: float | None
    mines: tuple[tuple[int, ...], ...] = ()


class SolverPlayer:
    """Plays a game by what a player sees of it.

    Args:
        game: the game, which ``play`` moves on.
        policy: how to guess, see ``hypersweep.solve.choose``.

    Attributes:
        game: the game.
        moves: cells opened.
        risks: the chance of a mine of every guess so far.

    >>> from hypersweep.game import Game
    >>> player = SolverPlayer(Game("3x5", 3, seed=1, rules="classic,first=opening"), "safest")
    >>> for turn in player.turns():
    ...     player.play(turn)
    >>> player.game.outcome.name, player.moves, player.risks
    ('WON', 4, [])
    """

    game: Game
    policy: Policy

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game, self.policy = game, policy
        self.moves: int = 0
        self.risks: list[float] = []

    def turns(self) -> Iterator[Turn]:
        """The move to make next, until the game has ended. Each has to be played before the next is asked for.

        Raises:
            BudgetExceededError: a position is too large even to be estimated.
        """
        waiting: list[Turn] = []
        while self.game.outcome is Outcome.ONGOING:
            if not waiting:
                waiting = self._next(self.game.view)
            if not waiting:
                # Nothing but mines, from the start: nothing can be won.
                return
            turn = waiting.pop(0)
            if not self.game.is_open(turn.cell):
                yield turn

    def play(self, turn: Turn) -> None:
        """Make a move: flag the mines that its reasons found, and open its cell."""
        for cell in turn.mines:
            if not self.game.is_flagged(cell):
                self.game.flag(cell)
        self.game.open(turn.cell)
        self.moves += 1
        if turn.risk:
            self.risks.append(turn.risk)

    def _next(self, view: View) -> list[Turn]:
        grid = view.grid
        promise = self.game.rules.first_open
        if self.game.layout is None and promise != "any":
            # In a corner most is won by a first cell that is merely safe; one that opens more does so best inside.
            cell = tuple(side // 2 if promise == "opening" else 0 for side in grid.shape)
            what = "touches no mine" if promise == "opening" else "is no mine"
            return [Turn(cell, (f"The rules promise that the first cell {what}, wherever it is.",), None)]
        reasons = explain(view, policy=self.policy, budget=_BUDGET)
        if not reasons:
            return []
        texts = tuple(reason.format() for reason in reasons)
        mines = tuple(cell for reason in reasons if reason.conclusion == "mine" for cell in reason.cells)
        return [Turn(cell, texts, reasons[-1].probability, mines) for cell in reasons[-1].cells]
