"""Whole games played by the solver.

The kernel deals a layout, passes the player's view to the solver, and opens the cell it chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.batch.layouts import LAYOUTS, Deal
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

# Columns from the kernel, besides whether the game was won; each is uint64.
_FIELDS = ("opened", "moves", "guesses", "analyses", "estimates")


@dataclass(frozen=True, slots=True)
class SolverResult(GameResult):
    """Result of one game of the solver. Immutable.

    Attributes:
        guesses: number of opens that weren't certainly safe, without a first open that the rules keep safe.
        analyses: number of positions analysed.
        estimates: number of positions too large for an exact analysis, which were estimated.
    """

    analyses: int
    estimates: int
    guesses: int


class SolverBatch(ResultBatch[SolverResult]):
    """Results of many games of the solver, from ``play_solver``. Immutable.

    It is a sequence of ``SolverResult``, and the same in columns: ``won``, ``outcomes``, ``opened``, ``moves``,
    ``guesses``, ``analyses``, ``estimates``.
    """

    __slots__ = ()

    _fields = _FIELDS
    _result = SolverResult

    @property
    def guesses(self) -> memoryview:
        """Number of guesses in each game: opens that weren't certainly safe, without a first open kept safe."""
        return self._columns["guesses"][:]

    @property
    def analyses(self) -> memoryview:
        """Number of positions analysed in each game."""
        return self._columns["analyses"][:]

    @property
    def estimates(self) -> memoryview:
        """Number of positions in each game that were too large for an exact analysis and were estimated."""
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
    """Let the solver play games until they are won or lost.

    Game i is played on ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``,
    for every player. It begins with ``first``; then ``choose`` selects the moves. A position that needs more than 2**14
    states is estimated. The same arguments lead to the same games on every machine. Ctrl-C interrupts the work.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: number of mines in each game.
        count: number of games.
        seed: 0 to 2**64 - 1, or None for an unpredictable one.
        index: index of the first game, to continue another batch.
        first: the cell that is opened first, or None for the corner with index 0.
        first_open: promise for that cell: "any", "safe" or "opening".
        policy: "safest", "progress" or "look-ahead", see ``choose``; for your own policy use ``play_policy``.

    Raises:
        ParameterError: there is no such policy.
        RulesError: there is no such promise.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        BudgetExceededError: a position is too large even to be estimated.
        BoardTooLargeError: this machine can't hold the batch.

    Complexity: a game of 16x30 with 99 mines takes 1 to 2 ms. The GIL is released.

    >>> batch = play_solver("4x5", 4, 200, seed=7, policy="progress")
    >>> len(batch), batch.wins > 100, max(batch.opened)
    (200, True, 16)
    """
    chosen = check_policy(policy)
    deal = Deal.of_games(grid, mines, count, seed=seed, index=index, first=first, first_open=first_open)
    own, games = deal.grid, deal.count
    deal.check_memory(16 * (len(_FIELDS) + 1) * games + 64 * own.cells, "game")
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
