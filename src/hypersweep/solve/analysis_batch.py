"""Analyse many views of one grid in one call, and keep the results as columns."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, overload

from hypersweep import _native
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.solve.kernel import (
    CONTRADICTION,
    DONE,
    ESTIMATED,
    LATE,
    OVER_BUDGET,
    Budget,
    check_budget,
    check_view,
)
from hypersweep.solve.mine_probability import SAMPLE, Analysis, analyse
from hypersweep.text import pluralize
from hypersweep.validation import check_memory, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import BoolBuffer, FloatBuffer
    from hypersweep.view import View

_WORDS = {DONE: "exact", ESTIMATED: "estimate", CONTRADICTION: "inconsistent", OVER_BUDGET: "over budget", LATE: "late"}

STATUSES = tuple(_WORDS.values())
"""Statuses of a view: exact probabilities, estimates, no consistent layout, too many states, or out of time."""


@dataclass(frozen=True, slots=True)
class AnalysisBatch:
    """Result of ``analyse_batch``: the analyses of many views of one grid, stored as columns.

    It is immutable. ``batch[i]`` is the ``Analysis`` of view i; you can also iterate over the batch.

    Attributes:
        views: the views in the order given.
        trust_flags: whether flags were treated as mines.
        budget: limits on the work.
    """

    views: tuple[View, ...]
    _data: bytes
    _status: bytes
    trust_flags: bool
    budget: Budget

    @property
    def grid(self) -> Grid | None:
        """The grid that all views share; None if there are no views."""
        return self.views[0].grid if self.views else None

    @property
    def status(self) -> tuple[str, ...]:
        """Status of each view, one of ``STATUSES``."""
        return tuple([_WORDS[number] for number in self._status])

    @property
    def is_exact(self) -> BoolBuffer:
        """Whether each view's probabilities are exact (to 1e-12)."""
        return memoryview(bytes([number == DONE for number in self._status])).cast("?")

    @property
    def probabilities(self) -> FloatBuffer:
        """Mine probability of every cell, view by view, as float64; NaN for views without probabilities."""
        return memoryview(self._data).cast("d")

    def probability_array(self) -> NDArray[np.float64]:
        """Return the probabilities as a read-only float64 NumPy array (views, *shape), without a copy."""
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
        """Return the analysis of one view, or a batch for a slice. Negative indices count from the end.

        If a view's probabilities are estimates, they are estimated again to get standard errors, which the batch
        doesn't store.

        Raises:
            IndexError: there is no such view.
            ParameterTypeError: the index is neither a whole number nor a slice.
            InconsistentViewError: no layout is consistent with the view.
            BudgetExceededError: the work was too large.
        """
        if isinstance(place, slice):
            return self._part(place)
        if isinstance(place, bool) or not hasattr(place, "__index__"):
            raise ParameterTypeError(
                f"expected an index into the batch, got {truncate(place)} ({type(place).__name__})"
            )
        count = len(self.views)
        if not -count <= place.__index__() < count:
            why = f"expected an index from 0 to {count - 1}, got" if count else "the batch is empty: there is no index"
            raise IndexError(f"{why} {truncate(place)}")
        place = place.__index__()
        view = self.views[place]
        status = self._status[place]
        if status == LATE:
            raise BudgetExceededError(f"couldn't analyse all views within {self.budget.seconds} seconds")
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

        return _restore_batch, (
            self.views,
            self.trust_flags,
            self.budget,
            compress(self._status, 1),
            compress(self._data, 1),
        )

    def __repr__(self) -> str:
        exact = self._status.count(DONE)
        return f"<AnalysisBatch of {pluralize(len(self), 'view')} of {self.grid}: {exact} exact>"


def analyse_batch(
    views: Iterable[View], *, trust_flags: bool = False, budget: Budget | None = None, estimate: bool = False
) -> AnalysisBatch:
    r"""Analyse many views of one grid in one call.

    An inconsistent view, or one that exceeds the budget, gets the corresponding ``status`` and doesn't affect the
    others.

    Args:
        views: the views; their numbers of mines may differ.
        trust_flags: whether to treat every flag as a mine.
        budget: limits on the work: states and memory for each view, seconds for all views together.
        estimate: whether to estimate a view if the budget is too small.

    Raises:
        ParameterError: the views have different grids.
        ParameterTypeError: the arguments aren't views and a ``Budget``.
        BoardTooLargeError: there isn't enough memory.

    Complexity: that of the analyses, without the overhead of separate calls. The GIL is released, and Ctrl-C interrupts
    the work.

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
            raise ParameterError(f"expected views of one grid, got {grid} and, at index {place}, {view.grid}")
    count = len(all_views)
    check_memory((2 * 8 + 4) * grid.cells * count, f"an analysis of {pluralize(count, 'view')} of {grid}")
    codes = b"".join([view._data for view in all_views])
    mines = array("Q", [view.mines for view in all_views])
    data, status = bytearray(8 * grid.cells * count), bytearray(count)
    _native.analyse_batch(
        grid.geometry(), codes, mines, trust, own.limits(), data, status, SAMPLE if estimate else None
    )
    return AnalysisBatch(all_views, bytes(data), bytes(status), trust, own)


def _restore_batch(
    views: tuple[View, ...], trust_flags: bool, budget: Budget, status: bytes, data: bytes
) -> AnalysisBatch:
    from zlib import decompress

    return AnalysisBatch(views, decompress(data), decompress(status), trust_flags, budget)
