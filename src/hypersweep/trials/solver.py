"""Whole games that the solver plays: how often it wins, and what that takes.

This is where boards and the solver meet. The kernel deals a layout, shows the solver what a player would see, and
opens what it chooses.
"""

from __future__ import annotations

from hypersweep import _native
from hypersweep.arguments import whole_number
from hypersweep.errors import BoardTooLargeError, BudgetExceededError
from hypersweep.grid import Grid
from hypersweep.layout import FIRST_OPENS, check_first_open, check_mines
from hypersweep.memory import check_memory
from hypersweep.rng import check_seed, fresh_seed, stream_name
from hypersweep.solve.choice import POLICIES, check_policy
from hypersweep.solve.kernel import DONE, NO_MEMORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SolverBatch", "play_solver"]

# What the kernel tells of a game, each an unsigned number of 64 bits.
_FIELDS = ("won", "opened", "guesses", "analyses", "estimates")


class SolverBatch:
    """How games of the solver ended. Each column has a number per game, in the order of the games.

    Attributes:
        grid: the board.
        mines: mines of each game.
        seed: the seed they come from.
        policy: the policy that played.
        won: 1 for a game that was won, 0 for one that was lost.
        opened: safe cells open at the end.
        guesses: opens that weren't certain to be safe; a first open that is promised to be safe is none.
        analyses: positions that were analysed.
        estimates: how many of them were too large for an exact analysis, and estimated.
    """

    __slots__ = ("_data", "grid", "mines", "policy", "seed")

    def __init__(self, grid: Grid, mines: int, seed: int, policy: str, data: bytearray) -> None:
        self.grid = grid
        self.mines = mines
        self.seed = seed
        self.policy = policy
        self._data = memoryview(data).cast("Q")

    def _column(self, name: str) -> memoryview[int]:
        return self._data[_FIELDS.index(name) :: len(_FIELDS)]

    @property
    def won(self) -> memoryview[int]:
        """Whether each game was won."""
        return self._column("won")

    @property
    def opened(self) -> memoryview[int]:
        """The safe cells open at the end of each game."""
        return self._column("opened")

    @property
    def guesses(self) -> memoryview[int]:
        """The guesses of each game."""
        return self._column("guesses")

    @property
    def analyses(self) -> memoryview[int]:
        """The positions analysed in each game."""
        return self._column("analyses")

    @property
    def estimates(self) -> memoryview[int]:
        """The positions estimated in each game."""
        return self._column("estimates")

    def __len__(self) -> int:
        return len(self._data) // len(_FIELDS)

    def arrays(self) -> dict[str, NDArray[np.uint64]]:
        """The columns as NumPy arrays of uint64, views without a copy."""
        from hypersweep.arrays import load_numpy

        rows = load_numpy().frombuffer(self._data, "u8").reshape(len(self), len(_FIELDS))
        return {name: rows[:, column] for column, name in enumerate(_FIELDS)}

    def __repr__(self) -> str:
        return (
            f"<SolverBatch of {len(self)} games on {self.grid} with {self.mines} mines by {self.policy}, "
            f"{sum(self.won)} won>"
        )


def play_solver(
    grid: Grid | str | Sequence[int],
    mines: int,
    count: int,
    *,
    seed: int | None = None,
    index: int = 0,
    policy: str = "look-ahead",
    first: Sequence[int] | None = None,
    first_open: str = "safe",
) -> SolverBatch:
    """Games that the solver plays, until they are won or lost.

    Game i is played on ``Layout.random(grid, mines, seed=seed, index=index + i, first=first, first_open=first_open)``,
    whoever plays it. It begins with ``first``; after that ``choose`` moves, and a position that would take more than
    2**18 states is estimated. The same arguments give the same games on every machine. Ctrl-C ends the work.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many in each game.
        count: how many games.
        seed: 0 to 2**64 - 1, or None for one that nobody can foresee.
        index: the index of the first game, for batches that go on where another ended.
        policy: "safest", "progress" or "look-ahead", see ``choose``.
        first: the cell that is opened first, or None for the corner with index 0.
        first_open: what that cell is promised: "any", "safe" or "opening".

    Raises:
        ParameterError: no such policy or promise.
        MineCountError: the mines don't fit.
        CellError: ``first`` isn't on the grid.
        BudgetExceededError: a position is too large even to be estimated.
        BoardTooLargeError: this machine can't hold the batch.

    Complexity: a game of 16x30 with 99 mines takes one or two milliseconds; other threads may run meanwhile.

    >>> batch = play_solver("4x5", 4, 200, seed=7, policy="progress")
    >>> len(batch), sum(batch.won) > 100, max(batch.opened)
    (200, True, 16)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    check_first_open(first_open)
    number = check_mines(own, mines, first_open)
    chosen = check_policy(policy)
    games = whole_number(count, "count", below=1 << 64)
    start = whole_number(index, "index", below=(1 << 64) - games)
    source = fresh_seed() if seed is None else check_seed(seed)
    cell = 0 if first is None else own.index(first)
    check_memory(8 * len(_FIELDS) * games + 64 * own.cells, f"a batch of {games} games on {own}")
    results = bytearray(8 * len(_FIELDS) * games)
    status = _native.solver_play(
        own.geometry(),
        number,
        source,
        stream_name("layout"),
        start,
        games,
        cell,
        FIRST_OPENS.index(first_open),
        POLICIES.index(chosen),
        [],
        results,
    )
    if status == NO_MEMORY:
        raise BoardTooLargeError(f"this machine has no memory for games of the solver on {own}")
    if status != DONE:
        raise BudgetExceededError(f"expected positions of {own} that can be estimated, got one that is too large")
    return SolverBatch(own, number, source, chosen, results)
