"""Analysis of many views of one grid in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, SupportsIndex, overload

from hypersweep import _native
from hypersweep.errors import BudgetExceededError, ParameterError, ParameterTypeError
from hypersweep.memory import check_memory
from hypersweep.solve.analysis import SAMPLE, Analysis, analyse
from hypersweep.solve.kernel import CONTRADICTION, DONE, ESTIMATED, LATE, OVER_BUDGET, Budget, check_budget, check_view
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.grid import Grid
    from hypersweep.typing import BoolBuffer, FloatBuffer
    from hypersweep.view import View

_WORDS = {DONE: "exact", ESTIMATED: "estimate", CONTRADICTION: "inconsistent", OVER_BUDGET: "over budget", LATE: "late"}

STATUSES = tuple(_WORDS.values())
"""Statuses of a view: chances exact or estimated, no consistent layout, or budget too small."""


@dataclass(frozen=True, slots=True)
class AnalysisBatch:
    """Result of ``analyse_batch``: analyses of many views of one grid, as columns.

    It is immutable. ``batch[i]`` is the ``Analysis`` of view i; the batch is iterable.

    Attributes:
        views: the views, in the order given.
        trust_flags: whether flags were taken for mines.
        budget: limits of the work.
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
        """Status of each view, one of ``STATUSES``."""
        return tuple([_WORDS[number] for number in self._status])

    @property
    def is_exact(self) -> BoolBuffer:
        """Whether the chances of each view are exact (to 1e-12)."""
        return memoryview(bytes([number == DONE for number in self._status])).cast("?")

    @property
    def probabilities(self) -> FloatBuffer:
        """Chance of a mine for every cell of every view, view by view: float64; NaN for views without chances."""
        return memoryview(self._data).cast("d")

    def probability_array(self) -> NDArray[np.float64]:
        """Return the chances as a read-only float64 NumPy array (views, *shape), without a copy."""
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
        """Return the analysis of a view, or for a slice a batch. Negative indices count from the end.

        An estimated view is estimated again, to compute its standard errors.

        Raises:
            IndexError: there is no such view.
            ParameterTypeError: the index is neither a whole number nor a slice.
            InconsistentViewError: no layout is consistent with the view.
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

    An inconsistent view, or one that exceeds the budget, says so in its ``status`` and doesn't affect the others.

    Args:
        views: the views; their numbers of mines may differ.
        trust_flags: take every flag for a mine.
        budget: limits of the work: states and memory for each view, seconds for all together.
        estimate: whether to estimate a view if the budget is too small.

    Raises:
        ParameterError: the views have different grids.
        ParameterTypeError: the arguments aren't views and a ``Budget``.
        BoardTooLargeError: this machine doesn't have enough memory.

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


def _restore_batch(
    views: tuple[View, ...], trust_flags: bool, budget: Budget, status: bytes, data: bytes
) -> AnalysisBatch:
    from zlib import decompress

    return AnalysisBatch(views, decompress(data), decompress(status), trust_flags, budget)
