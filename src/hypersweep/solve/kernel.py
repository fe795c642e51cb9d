"""The compiled solver and reasoner: one per call, kept for the next call on the same grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import BoardTooLargeError, ParameterTypeError
from hypersweep.memory import check_memory
from hypersweep.solve.budget import Width
from hypersweep.solve.pool import Pool
from hypersweep.validation import truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.solve.budget import Budget
    from hypersweep.typing import IntArray

    # As a view holds them, or in an array of "i".
    Codes = IntArray | bytes
    # The instruction set and the grid.
    _Key = tuple[str, Grid]

__all__ = [
    "CONTRADICTION",
    "DONE",
    "ESTIMATED",
    "LATE",
    "OVER_BUDGET",
    "REASONER_BYTES",
    "Kernel",
    "Reasoner",
    "answered",
    "borrow",
    "borrow_reasoner",
    "check_view",
    "give_back",
]

# What the compiled solver says of an analysis.
DONE, CONTRADICTION, OVER_BUDGET, NO_MEMORY, LATE, ESTIMATED = _native.STATUSES

# Solvers kept: of so many grids, so many of each, and none that has grown large.
_MOST_GRIDS = 8
_MOST_OF_A_GRID = 4
_MOST_CELLS = 1 << 20
_MOST_STATES = 1 << 18

REASONER_BYTES = 64
"""What a reasoner takes for each cell: codes, what is known of it, and the solver inside that proves something."""

# To find out for an error how large a position is.
_WIDTH_SECONDS = 1.0

_idle: Pool[Kernel] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)
_idle_reasoners: Pool[Reasoner] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)


class Kernel:
    """A compiled solver and what it looked at last."""

    __slots__ = ("key", "last", "native", "states")

    def __init__(self, key: _Key) -> None:
        self.key: _Key = key
        self.native: _native.Solver = _native.Solver(key[1].geometry())
        self.last: object = None
        self.states: int = 0

    def run(self, codes: Codes, mines: int, trust_flags: bool, budget: Budget) -> tuple[int, bytes]:
        """The status of an analysis, and its probabilities as doubles.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        status, data, self.states = self.native.analyse(codes, mines, trust_flags, *budget.limits())
        return answered(status), data

    def estimate(
        self,
        codes: Codes,
        mines: int,
        trust_flags: bool,
        sample: tuple[int, int, int],
        limits: tuple[int, int, float],
    ) -> tuple[int, bytes, bytes | None]:
        """The status, the probabilities as doubles, and their standard errors, or None where they are exact.

        Args:
            codes: the position.
            mines: how many.
            trust_flags: take every flag for a mine.
            sample: states of each layer and samples, at most, and their seed.
            limits: within which a component is counted exactly, and seconds for all of it.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        status, data, errors, self.states, exact = self.native.estimate(codes, mines, trust_flags, *sample, *limits)
        return answered(status), data, None if exact else errors

    def layouts(
        self, codes: Codes, mines: int, trust_flags: bool, stream: tuple[int, int], count: int, budget: Budget
    ) -> tuple[int, bytes]:
        """The status, and so many layouts drawn at random: bit strings, each in whole bytes.

        Args:
            codes: the position.
            mines: how many.
            trust_flags: take every flag for a mine.
            stream: the seed and the name of the streams, of which layout i has that of index i.
            count: how many layouts.
            budget: what the work may use.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        seed, name = stream
        states, memory, seconds = budget.limits()
        status, bits, self.states = self.native.layouts(
            codes, mines, trust_flags, seed, name, 0, count, states, memory, seconds
        )
        return answered(status), bits

    def width(self, budget: Budget) -> Width | None:
        """How wide the component is at which the latest analysis gave up, or None where that takes too long to tell."""
        _, memory, seconds = budget.limits()
        clues, groups, log2_states = self.native.width(memory, min(_WIDTH_SECONDS, seconds / 10))
        return Width(clues, groups, log2_states) if log2_states else None

    def clue_chances(self, cell: int, budget: Budget) -> tuple[int, list[float]]:
        """The status of the work, and the chances that a cell is safe and shows clue 0, 1, ... by the latest analysis.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        status, chances = self.native.clue_chances(cell, *budget.limits())
        return answered(status), chances

    def ways(self, component: int, prime: int, seconds: float) -> tuple[int, int, list[int]]:
        """The status of the work, the fewest mines of a component, and its ways for each number of mines from there on.

        They are those of the latest analysis, modulo the prime.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        status, least, found = self.native.ways(component, prime, seconds)
        return answered(status), least, found

    def choose(
        self,
        codes: Codes,
        mines: int,
        trust_flags: bool,
        policy: int,
        caps: _native.ChoiceLimits | None,
        limits: tuple[int, int, float],
    ) -> tuple[int, int, bool, float, float, int, int, bool, bool]:
        """Status, cell or -1, is it certain, chance to be safe, score, wins, layouts, do they hold, is it an estimate.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        found = self.native.choose(codes, mines, trust_flags, policy, caps or _native.ChoiceLimits(), *limits)
        answered(found[0])
        return found

    def choose_next(
        self,
        codes: Codes,
        probabilities: bytes,
        mines: int,
        trust_flags: bool,
        policy: int,
        weighed: bool,
        limits: tuple[int, int, float],
    ) -> tuple[tuple[int, int, bool, float, float, int, int, bool, bool], list[int], list[float]]:
        """The same of the position that was analysed last, and the cells that were weighed, with what was compared.

        Args:
            codes: the position once more.
            probabilities: what the analysis gave.
            mines: how many.
            trust_flags: whether flags are taken for mines.
            policy: the number of the policy.
            weighed: whether the cells weighed are wanted.
            limits: within which the answers of a cell are looked at.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        found = self.native.choose_next(codes, probabilities, mines, trust_flags, policy, weighed, *limits)
        answered(found[0][0])
        return found


class Reasoner:
    """A compiled reasoner, which draws conclusions from views of one grid."""

    __slots__ = ("key", "native", "states")

    def __init__(self, key: _Key) -> None:
        self.key: _Key = key
        self.native: _native.Reasoner = _native.Reasoner(key[1].geometry())
        self.states: int = 0


def answered(status: int) -> int:
    """What the kernel says of some work.

    Raises:
        BoardTooLargeError: the machine has no memory for it.
    """
    if status == NO_MEMORY:
        raise BoardTooLargeError("this machine has too little memory for that analysis")
    return status


def borrow(grid: Grid, token: object = None) -> Kernel:
    """A solver for a grid that nobody else uses.

    Args:
        grid: the grid.
        token: of the analysis that it should still know, if one does.
    """
    key = (_native.variant(), grid)
    kernel = _idle.take(key, None if token is None else lambda each: each.last is token)
    if kernel is not None:
        return kernel
    # Codes, probabilities and what the solver notes of each cell.
    check_memory(32 * grid.cells, f"an analysis on {grid}")
    return Kernel(key)


def borrow_reasoner(grid: Grid) -> Reasoner:
    """A reasoner for a grid that nobody else uses."""
    key = (_native.variant(), grid)
    reasoner = _idle_reasoners.take(key)
    if reasoner is not None:
        return reasoner
    check_memory(REASONER_BYTES * grid.cells, f"an explanation on {grid}")
    return Reasoner(key)


def give_back(own: Kernel | Reasoner) -> None:
    """Keeps a solver or a reasoner for the next call. One whose call failed is not to be given back."""
    if own.key[1].cells > _MOST_CELLS or own.states > _MOST_STATES:
        return
    if isinstance(own, Kernel):
        _idle.keep(own.key, own)
    else:
        _idle_reasoners.keep(own.key, own)


def check_view(view: object) -> View:
    """The view, if it is one.

    Raises:
        ParameterTypeError: it isn't.
    """
    if not isinstance(view, View):
        raise ParameterTypeError(f"expected a View, got {truncate(view)} ({type(view).__name__})")
    return view
