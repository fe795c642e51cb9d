"""Whole games that the solver plays.

The kernel deals a layout, shows the solver what a player would see, and opens what it chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.batch.deal import LAYOUTS, Deal
from hypersweep.batch.results import GameResult, ResultBatch
from hypersweep.errors import BoardTooLargeError, BudgetExceededError
from hypersweep.layout import FIRST_OPENS
from hypersweep.moves import Outcome
from hypersweep.solve.choice import POLICIES, check_policy
from hypersweep.solve.kernel import DONE, NO_MEMORY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.grid import Grid
    from hypersweep.typing import CellLike, FirstOpen, Policy

__all__ = ["SolverBatch", "SolverResult", "play_solver"]

# What the kernel tells of a game, each an unsigned number of 64 bits: whether it was won, and the fields of a batch.
_FIELDS = ("opened", "moves", "guesses", "analyses", "estimates")


@dataclass(frozen=True, slots=True)
class SolverResult(GameResult):
    """How one game of the solver ended. It never changes.

    Attributes:
        guesses: opens that weren't certain to be safe; a first open that is promised to be safe isn't.
        analyses: positions that were analysed.
        estimates: how many of them were too large for an exact analysis, and estimated.
    """

    analyses: int
    estimates: int
    guesses: int


class SolverBatch(ResultBatch[SolverResult]):
    """How games of the solver ended; ``play_solver`` makes one. It never changes.

    A sequence of ``SolverResult``, and the same in columns: ``won``, ``outcomes``, ``opened``, ``moves``, ``guesses``,
    ``analyses``, ``estimates``.
    """

    __slots__ = ()

    _fields = _FIELDS
    _result = SolverResult

    @property
    def guesses(self) -> memoryview:
        """The opens of each game that weren't certain to be safe; a first open that is promised to be safe isn't."""
        return self._columns["guesses"][:]

    @property
    def analyses(self) -> memoryview:
        """The positions analysed in each game."""
        return self._columns["analyses"][:]

    @property
    def estimates(self) -> memoryview:
        """The positions of each game that were too large for an exact analysis, and estimated."""
        return self._columns["estimates"][:]


def play_solver(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    first: CellLike | None = None,
    first_open: FirstOpen = "safe",
    policy: Policy = "look-ahead",
) -> SolverBatch:
    """Games that the solver plays, until they are won or lost.

    Game i is played on ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``,
    whoever plays it. It begins with ``first``; after that ``choose`` moves, and a position that would take more than
    2**14 states is estimated. The same arguments give the same games on every machine. Ctrl-C ends the work.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many in each game.
        count: how many games.
        seed: 0 to 2**64 - 1, or None for one that nobody can predict.
        index: the index of the first game, for batches that go on where another ended.
        first: the cell that is opened first, or None for the corner with index 0.
        first_open: what that cell is promised: "any", "safe" or "opening".
        policy: "safest", "progress" or "look-ahead", see ``choose``; ``play_policy`` plays your own.

    Raises:
        ParameterError: no such policy.
        RulesError: no such promise.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        BudgetExceededError: a position is too large even to be estimated.
        BoardTooLargeError: this machine can't hold the batch.

    Complexity: a game of 16x30 with 99 mines takes one or two milliseconds; other threads may run meanwhile.

    >>> batch = play_solver("4x5", 4, 200, seed=7, policy="progress")
    >>> len(batch), batch.wins > 100, max(batch.opened)
    (200, True, 16)
    """
    chosen = check_policy(policy)
    deal = Deal.of_games(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open)
    own, games = deal.grid, deal.count
    deal.check_room(16 * (len(_FIELDS) + 1) * games + 64 * own.cells, "game")
    status, data = _native.solver_play(
        own.geometry(),
        deal.mines,
        deal.seed,
        LAYOUTS,
        deal.index,
        games,
        deal.first_index,
        FIRST_OPENS.index(deal.first_open),
        POLICIES.index(chosen),
        _native.ChoiceLimits(),
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine has no memory for games of the solver on {own}")
    if status != DONE:
        raise BudgetExceededError(f"expected positions of {own} that can be estimated, got one that is too large")
    numbers = memoryview(data).cast("Q")
    won, *columns = (numbers[place :: len(_FIELDS) + 1] for place in range(len(_FIELDS) + 1))
    outcomes = bytes(Outcome.WON.value if each else Outcome.LOST.value for each in won)
    return SolverBatch._of(deal, chosen, outcomes, *(column.tobytes() for column in columns))
