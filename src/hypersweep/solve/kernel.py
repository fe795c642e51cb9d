"""The compiled solver and reasoner, the limits on their work (``Budget``), and pools for reusing them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from hypersweep import _native
from hypersweep.errors import BoardTooLargeError, BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.validation import check_memory, truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from hypersweep.grid import Grid
    from hypersweep.typing import IntArray

    # Cell codes: as stored in a view, or as an array of type "i".
    Codes = IntArray | bytes
    # Key of the pools: instruction set and grid.
    _Key = tuple[str, Grid]

# Statuses of the compiled solver.
DONE, CONTRADICTION, OVER_BUDGET, NO_MEMORY, LATE, ESTIMATED = _native.STATUSES

FOREVER = 1e18
"""Value in seconds that means no time limit."""

# Approximate size of a state in bytes, with its transitions and weights; maximum number of states (log2) that error
# messages suggest.
_STATE_BYTES = 256
_MOST_LOG2_STATES = 30

# Minimum number of states (log2) that error messages suggest: with fewer, the solver tries only one order of groups.
_LEAST_LOG2_STATES = 17

# Estimates of a component's number of states are usually too high by at most this factor (log2).
_DOUBT = 9


@dataclass(frozen=True, slots=True)
class Width:
    """Size of the component (connected group of clues) at which an analysis gave up.

    Attributes:
        clues: number of connected clues.
        groups: number of groups of covered cells; the cells in a group touch the same clues.
        log2_states: base-2 logarithm of the estimated number of states.
    """

    clues: int
    groups: int
    log2_states: float


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on the work of one analysis.

    States and memory are counted exactly, so these limits have the same effect on every machine; a limit in seconds
    doesn't.

    Args:
        states: maximum number of states that the frontier program may use for one component.
        memory: maximum size of these states in bytes.
        seconds: time limit in seconds, not including the time to read the board; None for no limit.

    Raises:
        ParameterError: a limit isn't a number above 0.

    >>> Budget(states=1000)
    Budget(states=1000, memory=1073741824, seconds=None)
    """

    states: int = 1 << 22
    memory: int = 1 << 30
    seconds: float | None = None

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "states", whole_number(self.states, "states", least=1, below=1 << 62))
        put(self, "memory", whole_number(self.memory, "memory", least=1, below=1 << 62))
        seconds = self.seconds
        if seconds is not None:
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise ParameterTypeError(
                    f"expected a number of seconds or None, got {truncate(seconds)} ({type(seconds).__name__})"
                )
            if not 0 < seconds < FOREVER:
                raise ParameterError(f"expected seconds above 0, got {truncate(seconds)}")
            put(self, "seconds", float(seconds))

    def limits(self) -> tuple[int, int, float]:
        """Return (states, bytes, seconds) as the kernel expects them."""
        return self.states, self.memory, FOREVER if self.seconds is None else self.seconds

    def exceeded(
        self,
        what: str,
        states: int | None = None,
        *,
        late: bool,
        width: Width | None = None,
        may_estimate: bool = False,
    ) -> BudgetExceededError:
        """Return the exception for work that reached a limit; its message includes advice if possible.

        Args:
            what: name of the wanted result, for the message.
            states: number of states used, if they were counted.
            late: whether the time limit was reached, and not the limit on states or memory.
            width: size of the component that was too large, if known.
            may_estimate: whether to suggest an estimate.
        """
        within = f"{self.seconds} seconds" if late else f"{self.states} states and {self.memory} bytes"
        if width is not None:
            reason = f": {width.clues} interdependent clues take about 2^{round(width.log2_states)} states"
        else:
            reason = "" if states is None or late else f", gave up after {states} states"
        advice = self._advice(late, width)
        if may_estimate:
            advice.append("analyse(..., estimate=True) gives an estimate")
        return BudgetExceededError(
            f"couldn't compute {what} within {within}{reason}" + ("; " + ", and ".join(advice) if advice else ""),
            states=states or 0,
            log2_states=None if width is None else width.log2_states,
        )

    def _advice(self, late: bool, width: Width | None) -> list[str]:
        own = self.states.bit_length()
        if width is None:
            return [
                "a larger Budget(seconds=...) may help" if late else "a larger Budget(states=..., memory=...) may help"
            ]
        wanted = round(width.log2_states)
        if late:
            return ["a larger Budget(seconds=...) may help"] if wanted <= own + _DOUBT else []
        if wanted > _MOST_LOG2_STATES:
            return []
        bits = max(wanted + 2, own + 1, _LEAST_LOG2_STATES)
        return [
            f"Budget(states=1 << {bits}, memory=1 << {max(bits + _STATE_BYTES.bit_length() - 1, 30)}) may be enough"
        ]


def check_budget(budget: object) -> Budget:
    """Check that an argument is a budget, and return it.

    Raises:
        ParameterTypeError: the argument isn't a budget.
    """
    if not isinstance(budget, Budget):
        raise ParameterTypeError(f"expected a Budget, got {truncate(budget)} ({type(budget).__name__})")
    return budget


def check_view(view: object) -> View:
    """Check that an argument is a view, and return it.

    Raises:
        ParameterTypeError: the argument isn't a view.
    """
    if not isinstance(view, View):
        raise ParameterTypeError(f"expected a View, got {truncate(view)} ({type(view).__name__})")
    return view


Kept = TypeVar("Kept")


class Pool(Generic[Kept]):
    """Pool of idle objects for reuse: a few for each of the latest keys.

    There is no lock, since a child process forked while a thread held it could never acquire it. Instead, each
    operation below is atomic in Python. After a fork, the child has copies of the parent's objects, except those in use
    at that moment.
    """

    __slots__ = ("_kept", "_most_keys", "_most_of_a_key")

    def __init__(self, most_keys: int, most_of_a_key: int) -> None:
        self._kept: dict[Hashable, list[Kept]] = {}
        self._most_keys = most_keys
        self._most_of_a_key = most_of_a_key

    def take(self, key: Hashable, is_wanted: Callable[[Kept], bool] | None = None) -> Kept | None:
        """Remove and return an idle object for a key, preferably one that ``is_wanted`` accepts, or return None."""
        idle = self._kept.get(key)
        if not idle:
            return None
        # Use a slice: it doesn't fail if another thread empties the list meanwhile.
        last = idle[-1:]
        if is_wanted is not None and not (last and is_wanted(last[0])):
            for item in list(idle):
                if is_wanted(item):
                    try:
                        idle.remove(item)
                    except ValueError:
                        break  # another thread has just taken it
                    return item
        try:
            return idle.pop()
        except IndexError:
            return None  # another thread has just taken it

    def keep(self, key: Hashable, item: Kept) -> None:
        """Put an object back for reuse, unless there are enough for its key. Its last call must not have failed."""
        idle = self._kept.pop(key, None) or []
        if len(idle) < self._most_of_a_key:
            idle.append(item)
        # Keys are in order of use. If two threads with the same key race, the loser's list is dropped, which is
        # harmless.
        self._kept[key] = idle
        for old in list(self._kept)[: -self._most_keys]:
            self._kept.pop(old, None)


REASONER_BYTES = 64
"""Memory that a reasoner needs, in bytes per cell: codes, known facts, and an inner solver for proofs."""

# Time limit, in seconds, for estimating the size of a component for an error message.
_WIDTH_SECONDS = 1.0


class Kernel:
    """A compiled solver, and a token that identifies its latest analysis."""

    __slots__ = ("key", "last", "native", "states")

    def __init__(self, key: _Key) -> None:
        self.key: _Key = key
        self.native: _native.Solver = _native.Solver(key[1].geometry())
        self.last: object = None
        self.states: int = 0

    def run(self, codes: Codes, mines: int, trust_flags: bool, budget: Budget) -> tuple[int, bytes]:
        """Analyse a position, and return the status and the probabilities as float64 bytes.

        Raises:
            BoardTooLargeError: there isn't enough memory.
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
        """Estimate a position; return the status, probabilities (float64 bytes) and standard errors (None if exact).

        Args:
            codes: the position.
            mines: number of mines.
            trust_flags: whether to treat every flag as a mine.
            sample: maximum number of states per layer, maximum number of samples, and the seed.
            limits: number of states and bytes up to which components are counted exactly, and seconds in total.

        Raises:
            BoardTooLargeError: there isn't enough memory.
        """
        self.last = None
        status, data, errors, self.states, exact = self.native.estimate(codes, mines, trust_flags, *sample, *limits)
        return answered(status), data, None if exact else errors

    def width(self, budget: Budget) -> Width | None:
        """Return the size of the component at which the latest analysis gave up; None if measuring takes too long."""
        _, memory, seconds = budget.limits()
        clues, groups, log2_states = self.native.width(memory, min(_WIDTH_SECONDS, seconds / 10))
        return Width(clues, groups, log2_states) if log2_states else None

    def choose(
        self,
        codes: Codes,
        mines: int,
        trust_flags: bool,
        policy: int,
        caps: _native.ChoiceLimits | None,
        limits: tuple[int, int, float],
    ) -> tuple[int, int, bool, float, float, int, int, bool, bool]:
        """Choose a cell to open.

        Returns:
            Status, index of the cell or -1, whether it is certainly safe, probability that it is safe, score, number of
            layouts won, number of layouts, whether these two numbers are valid, and whether the probabilities are
            estimates.

        Raises:
            BoardTooLargeError: there isn't enough memory.
        """
        self.last = None
        found = self.native.choose(codes, mines, trust_flags, policy, caps or _native.ChoiceLimits(), *limits)
        answered(found[0])
        return found


class Reasoner:
    """A compiled reasoner, which draws conclusions from views of one grid."""

    __slots__ = ("key", "native", "states")

    def __init__(self, key: _Key) -> None:
        self.key: _Key = key
        self.native: _native.Reasoner = _native.Reasoner(key[1].geometry())
        self.states: int = 0


def answered(status: int) -> int:
    """Return a status from the kernel; raise an error if the kernel ran out of memory.

    Raises:
        BoardTooLargeError: there isn't enough memory.
    """
    if status == NO_MEMORY:
        raise BoardTooLargeError("this machine doesn't have enough memory for that analysis")
    return status


# Limits of the pools: number of grids, objects per grid, and maximum cells and states of an object worth keeping.
_MOST_GRIDS = 8
_MOST_OF_A_GRID = 4
_MOST_CELLS = 1 << 20
_MOST_STATES = 1 << 18
_idle: Pool[Kernel] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)
_idle_reasoners: Pool[Reasoner] = Pool(_MOST_GRIDS, _MOST_OF_A_GRID)


def borrow(grid: Grid, token: object = None) -> Kernel:
    """Return an idle solver for a grid, or a new one.

    Args:
        grid: the grid.
        token: identifies an analysis; the solver that made it is preferred if it is idle.
    """
    key = (_native.variant(), grid)
    kernel = _idle.take(key, None if token is None else lambda each: each.last is token)
    if kernel is not None:
        return kernel
    # A solver needs 32 bytes per cell: codes, probabilities and its own data.
    check_memory(32 * grid.cells, f"an analysis on {grid}")
    return Kernel(key)


def borrow_reasoner(grid: Grid) -> Reasoner:
    """Return an idle reasoner for a grid, or a new one."""
    key = (_native.variant(), grid)
    reasoner = _idle_reasoners.take(key)
    if reasoner is not None:
        return reasoner
    check_memory(REASONER_BYTES * grid.cells, f"an explanation on {grid}")
    return Reasoner(key)


def give_back(own: Kernel | Reasoner) -> None:
    """Put a solver or reasoner back into its pool, unless it is large. Its last call must not have failed."""
    if own.key[1].cells > _MOST_CELLS or own.states > _MOST_STATES:
        return
    if isinstance(own, Kernel):
        _idle.keep(own.key, own)
    else:
        _idle_reasoners.keep(own.key, own)
