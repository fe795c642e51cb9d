"""Many views of one grid analysed in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, overload

from hypersweep import _native
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.memory import check_memory
from hypersweep.solve.analysis import SAMPLE, Analysis, analyse
from hypersweep.solve.budget import Budget, check_budget
from hypersweep.solve.kernel import CONTRADICTION, DONE, ESTIMATED, LATE, OVER_BUDGET, check_view
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import BoolBuffer, FloatBuffer
    from hypersweep.view import View

__all__ = ["STATUSES", "AnalysisBatch", "analyse_batch"]

_WORDS = {DONE: "exact", ESTIMATED: "estimate", CONTRADICTION: "inconsistent", OVER_BUDGET: "over budget", LATE: "late"}

STATUSES = tuple(_WORDS.values())
"""What can come of one view: its chances are exact or estimated; no layout fits; or the budget was too small."""


@dataclass(frozen=True, slots=True)
class AnalysisBatch:
    """What follows from each of many views of one grid, column by column. ``analyse_batch`` makes one.

    It never changes. ``batch[i]`` is the ``Analysis`` of view i; a loop gives them one after the other.

    Attributes:
        views: the views, in the order in which they came.
        trust_flags: whether flags were taken for mines.
        budget: what the work could use.
    """

    views: tuple[View, ...]
    _data: bytes
    _status: bytes
    trust_flags: bool
    budget: Budget

    @property
    def grid(self) -> Grid | None:
        """The board of all views; None if there are none."""
        return self.views[0].grid if self.views else None

    @property
    def status(self) -> tuple[str, ...]:
        """What came of each view, one of ``STATUSES``."""
        return tuple([_WORDS[number] for number in self._status])

    @property
    def is_exact(self) -> BoolBuffer:
        """Whether the chances of each view are exact (to 1e-12)."""
        return memoryview(bytes([number == DONE for number in self._status])).cast("?")

    @property
    def probabilities(self) -> FloatBuffer:
        """The chance of a mine for every cell of every view, one after the other; NaN for views that have none."""
        return memoryview(self._data).cast("d")

    def probability_array(self) -> NDArray[np.float64]:
        """The chances as a read-only NumPy array of float64, the axis of the views first, without a copy."""
        from hypersweep.arrays import load_numpy

        shape = () if self.grid is None else self.grid.shape
        array: NDArray[np.float64] = load_numpy().frombuffer(self._data, "d").reshape((len(self.views), *shape))
        return array

    def __len__(self) -> int:
        return len(self.views)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Analysis: ...

    @overload
    def __getitem__(self, place: slice) -> AnalysisBatch: ...

    def __getitem__(self, place: SupportsIndex | slice) -> Analysis | AnalysisBatch:
        """The analysis of a view; one that was estimated is estimated again, for its standard errors.

        Negative places count from the end. A slice gives a batch.

        Raises:
            IndexError: there is no such view.
            ParameterTypeError: neither a whole number nor a slice.
            InconsistentViewError: no layout fits.
            BudgetExceededError: the work was too large.
        """
        if isinstance(place, slice):
            return self._part(place)
        if isinstance(place, bool) or not hasattr(place, "__index__"):
            raise ParameterTypeError(f"expected a place in the batch, got {truncate(place)} ({type(place).__name__})")
        count = len(self.views)
        if not -count <= place.__index__() < count:
            span = f"of 0 to {count - 1}" if count else "in a batch that isn't empty"
            raise IndexError(f"expected a place {span}, got {truncate(place)}")
        place = place.__index__()
        view = self.views[place]
        status = self._status[place]
        if status == LATE:
            raise BudgetExceededError(f"expected an analysis within {self.budget.seconds} seconds for all views")
        if status != DONE:
            return analyse(view, trust_flags=self.trust_flags, budget=self.budget, estimate=status == ESTIMATED)
        size = 8 * view.grid.cells
        start = place % count * size
        return Analysis(view, self._data[start : start + size], self.trust_flags, self.budget)

    def _part(self, places: slice) -> AnalysisBatch:
        views = self.views[places]
        size = 8 * views[0].grid.cells if views else 0
        taken = range(len(self.views))[places]
        data = b"".join([self._data[place * size : (place + 1) * size] for place in taken])
        return AnalysisBatch(views, data, self._status[places], self.trust_flags, self.budget)

    def __iter__(self) -> Iterator[Analysis]:
        return map(self.__getitem__, range(len(self)))

    def __reduce__(self) -> tuple[object, ...]:
        from zlib import compress

        return _restore, (self.views, self.trust_flags, self.budget, compress(self._status, 1), compress(self._data, 1))

    def __repr__(self) -> str:
        exact = self._status.count(DONE)
        return f"<AnalysisBatch of {pluralize(len(self), 'view')} of {self.grid}: {exact} exact>"


def analyse_batch(
    views: Iterable[View], *, trust_flags: bool = False, budget: Budget | None = None, estimate: bool = False
) -> AnalysisBatch:
    r"""What ``analyse`` finds of each of many views of one grid, in one call.

    A view that no layout fits, or that is past the budget, says so in its ``status`` and doesn't affect the others.

    Args:
        views: the views; their numbers of mines may differ.
        trust_flags: take every flag for a mine.
        budget: what the work may use: states and memory for each view, seconds for all of them together.
        estimate: where the budget is too small for a view, estimate.

    Raises:
        ParameterError: views of different grids.
        ParameterTypeError: not a ``View`` or not a ``Budget``.
        BoardTooLargeError: this machine doesn't have enough memory.

    Complexity: that of the analyses, without the overhead of a call of ``analyse`` for each. Other threads may
        run meanwhile, and Ctrl-C ends it.

    >>> from hypersweep.view import View
    >>> batch = analyse_batch([View.parse(f"2x3 mines={mines}\n# # #\n1 1 .") for mines in (1, 2)])
    >>> batch.status, batch.probabilities[:6].tolist()
    (('exact', 'inconsistent'), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """
    own = Budget() if budget is None else check_budget(budget)
    if isinstance(views, str) or not hasattr(views, "__iter__"):
        raise ParameterTypeError(f"expected views, got {truncate(views)} ({type(views).__name__})")
    all_views = tuple(map(check_view, views))
    trust = bool(trust_flags)
    if not all_views:
        return AnalysisBatch((), b"", b"", trust, own)
    grid = all_views[0].grid
    for place, view in enumerate(all_views):
        if view.grid != grid:
            raise ParameterError(f"expected views of one grid, got {grid} and, at place {place}, {view.grid}")
    count = len(all_views)
    check_memory((2 * 8 + 4) * grid.cells * count, f"an analysis of {pluralize(count, 'view')} of {grid}")
    from array import array

    codes = b"".join([view._data for view in all_views])
    mines = array("Q", [view.mines for view in all_views])
    data, status = bytearray(8 * grid.cells * count), bytearray(count)
    _native.analyse_batch(
        grid.geometry(), codes, mines, trust, own.limits(), data, status, SAMPLE if estimate else None
    )
    return AnalysisBatch(all_views, bytes(data), bytes(status), trust, own)


def _restore(views: tuple[View, ...], trust_flags: bool, budget: Budget, status: bytes, data: bytes) -> AnalysisBatch:
    from zlib import decompress

    return AnalysisBatch(views, decompress(data), decompress(status), trust_flags, budget)
