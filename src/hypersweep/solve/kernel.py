"""The compiled solver: one per call, kept for the next call on the same grid."""

from __future__ import annotations

import _thread
from array import array

from hypersweep import _native
from hypersweep.arguments import shorten
from hypersweep.errors import BoardTooLargeError, ParameterTypeError
from hypersweep.memory import check_memory
from hypersweep.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.solve.budget import Budget

    Codes = array[int] | memoryview[int]

__all__ = [
    "CONTRADICTION",
    "DONE",
    "LATE",
    "OVER_BUDGET",
    "SILENT",
    "Kernel",
    "borrow",
    "check_view",
    "give_back",
    "view_codes",
]

# What the compiled solver says of an analysis.
DONE, CONTRADICTION, OVER_BUDGET, NO_MEMORY, LATE = range(5)

SILENT = -6
"""The code of an open cell whose clue isn't to be used; no view has it."""

# Solvers kept: of so many grids, so many of each, and none that has grown large.
_MOST_GRIDS = 8
_MOST_OF_A_GRID = 4
_MOST_CELLS = 1 << 20
_MOST_STATES = 1 << 18

_lock = _thread.allocate_lock()
_kept: dict[tuple[str, Grid], list[Kernel]] = {}


class Kernel:
    """A compiled solver and what it looked at last."""

    __slots__ = ("_chooser", "key", "last", "native", "states")

    def __init__(self, key: tuple[str, Grid]) -> None:
        self.key = key
        self.native = _native.Solver(key[1].geometry())
        self.last: object = None
        self.states = 0
        self._chooser: _native.Chooser | None = None

    def run(self, codes: Codes, mines: int, trust_flags: bool, budget: Budget) -> tuple[int, bytes]:
        """The status of an analysis, and its probabilities as doubles.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        status, data, self.states = self.native.analyse(codes, mines, trust_flags, *budget.limits())
        return _answered(status), data

    def estimate(
        self,
        codes: Codes,
        mines: int,
        trust_flags: bool,
        sample: tuple[int, int, int],
        limits: tuple[int, int, float],
    ) -> tuple[int, bytes, bytes]:
        """The status of an estimate, its probabilities and their standard errors as doubles.

        Args:
            codes: the position.
            mines: how many.
            trust_flags: take every flag for a mine.
            sample: states of each layer, samples, and their seed.
            limits: within which a component is counted exactly, and seconds for all of it.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        self.last = None
        status, data, errors, _ = self.native.estimate(codes, mines, trust_flags, *sample, *limits)
        return _answered(status), data, errors

    def clue_chances(self, cell: int, budget: Budget) -> tuple[int, list[float]]:
        """The status of the work, and the chances that a cell is safe and shows clue 0, 1, ... by the latest analysis.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        status, chances = self.native.clue_chances(cell, *budget.limits())
        return _answered(status), chances

    def ways(self, component: int, prime: int, seconds: float) -> tuple[int, int, list[int]]:
        """The status of the work, the fewest mines of a component, and its ways for each number of mines from there on.

        They are those of the latest analysis, modulo the prime.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        status, least, found = self.native.ways(component, prime, seconds)
        return _answered(status), least, found

    def choose(
        self,
        codes: Codes,
        mines: int,
        trust_flags: bool,
        policy: int,
        caps: list[float],
        limits: tuple[int, int, float],
    ) -> tuple[int, int, bool, float, float, int, int, bool]:
        """Status, cell or -1, whether it is certain, chance to be safe, score, wins and layouts, and whether they hold.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        if self._chooser is None:
            self._chooser = _native.Chooser(self.key[1].geometry())
        found = self._chooser.choose(codes, mines, trust_flags, policy, caps, *limits)
        _answered(found[0])
        return found


def _answered(status: int) -> int:
    if status == NO_MEMORY:
        raise BoardTooLargeError("this machine has no memory for that analysis")
    return status


def borrow(grid: Grid) -> Kernel:
    """A solver for a grid that nobody else uses."""
    key = (_native.variant(), grid)
    with _lock:
        idle = _kept.get(key)
        if idle:
            return idle.pop()
    # Codes, probabilities and what the solver notes of each cell.
    check_memory(32 * grid.cells, f"an analysis on {grid}")
    return Kernel(key)


def give_back(kernel: Kernel) -> None:
    """Keeps a solver for the next call. One whose call failed is not to be given back."""
    if kernel.key[1].cells > _MOST_CELLS or kernel.states > _MOST_STATES:
        return
    with _lock:
        idle = _kept.pop(kernel.key, [])
        _kept[kernel.key] = idle
        if len(idle) < _MOST_OF_A_GRID:
            idle.append(kernel)
        while len(_kept) > _MOST_GRIDS:
            del _kept[next(iter(_kept))]


def check_view(view: object) -> View:
    """The view, if it is one.

    Raises:
        ParameterTypeError: it isn't.
    """
    if not isinstance(view, View):
        raise ParameterTypeError(f"expected a View, got {shorten(view)} ({type(view).__name__})")
    return view


def view_codes(view: View) -> array[int]:
    """The codes of a view to be changed; the compiled solver takes them, and ``view.codes`` as well."""
    return array("i", view.codes.tolist())
