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
        if status == NO_MEMORY:
            raise BoardTooLargeError("this machine has no memory for that analysis")
        return status, data

    def choose(
        self, codes: Codes, mines: int, trust_flags: bool, policy: int, caps: list[float], budget: Budget
    ) -> tuple[int, int, bool, float, float, int, int, bool]:
        """Status, cell or -1, whether it is certain, chance to be safe, score, wins and layouts, and whether they hold.

        Raises:
            BoardTooLargeError: the machine has no memory for it.
        """
        if self._chooser is None:
            self._chooser = _native.Chooser(self.key[1].geometry())
        found = self._chooser.choose(codes, mines, trust_flags, policy, caps, *budget.limits())
        if found[0] == NO_MEMORY:
            raise BoardTooLargeError("this machine has no memory for that analysis")
        return found


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
