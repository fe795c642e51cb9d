"""The exact chance of a mine for every cell of a view, and other results of counting layouts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep._native import certain_cells
from hypersweep.errors import BudgetExceededError, CellError, ParameterError, ParameterTypeError
from hypersweep.solve.kernel import (
    CONTRADICTION,
    DONE,
    LATE,
    Budget,
    Kernel,
    borrow,
    check_budget,
    check_view,
    give_back,
)
from hypersweep.validation import truncate
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.typing import Cell, CellLike, FloatBuffer
    from hypersweep.view import View

_STANDARD = Budget()

_set = object.__setattr__

SAMPLE = (2_000, 20, 0)
"""For estimates: maximum states per layer of a sample, maximum number of samples, and the seed."""

_COVERED = (COVERED, FLAGGED)

# Chances closer than this can't be told apart.
_SAME = 1e-11


@dataclass(frozen=True, slots=True, init=False)
class Analysis:
    """Result of ``analyse``: chances if every layout consistent with a view is equally likely.

    It is immutable and thread-safe. Pass it to ``choose``, ``rank`` and ``explain`` to save analysing the view again.
    Analyses are equal if view, ``trust_flags``, budget and chances are. A pickle holds the view and the chances.

    Attributes:
        view: the view.
        trust_flags: whether flags were taken for mines.
        budget: limits of the analysis, and of further work on it.
    """

    view: View
    trust_flags: bool
    budget: Budget
    _data: bytes
    _errors: bytes | None
    _token: object = field(compare=False)
    _states: int | None = field(compare=False)
    # Computed on first use, and unset before.
    _certain: tuple[tuple[Cell, ...], tuple[Cell, ...]] = field(compare=False)
    _components: tuple[tuple[Cell, ...], ...] = field(compare=False)
    _layouts: int = field(compare=False)
    _safest: tuple[Cell, ...] = field(compare=False)

    # Hand-written: the generated __init__ takes a tenth of the time of analysing a small view.
    def __init__(self, view: View, data: bytes, trust_flags: bool, budget: Budget, errors: bytes | None = None) -> None:
        _set(self, "view", view)
        _set(self, "trust_flags", trust_flags)
        _set(self, "budget", budget)
        _set(self, "_data", data)
        _set(self, "_errors", errors)
        _set(self, "_token", object())
        _set(self, "_states", None)

    @property
    def states(self) -> int | None:
        """Number of states that the analysis took; None if unknown, as after unpickling."""
        return self._states

    @property
    def is_exact(self) -> bool:
        """Whether the probabilities are exact (to 1e-12) and not estimated."""
        return self._errors is None

    @property
    def probabilities(self) -> FloatBuffer:
        """Chance of a mine for every cell, by index: float64, 0.0 for open cells, 1.0 for shown mines."""
        return memoryview(self._data).cast("d")

    def probability(self, cell: CellLike) -> float:
        """Return the chance that a cell holds a mine.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: it is neither an index nor a sequence of integers.
        """
        return self.probabilities[self.view.grid.index(cell)]

    def probability_array(self) -> NDArray[np.float64]:
        """Return the chances as a read-only float64 NumPy array of the board's shape, without a copy."""
        from hypersweep.arrays import load_numpy

        array: NDArray[np.float64] = load_numpy().frombuffer(self._data, "d").reshape(self.view.grid.shape)
        return array

    def standard_error(self, cell: CellLike) -> float:
        """Return the standard error of a cell's probability: 0.0 if the analysis is exact or the cell certain.

        If the budget didn't allow a sample, the error is unknown. The result is then that of one random layout, sqrt(p
        (1 - p)), which is almost always too large.

        Raises:
            CellError: the cell isn't on the board.
        """
        index = self.view.grid.index(cell)
        if self._errors is None:
            return 0.0
        return memoryview(self._errors).cast("d")[index]

    def _certain_cells(self) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        try:
            return self._certain
        except AttributeError:
            certain = certain_cells(self.view.grid.geometry(), self.view._data, self._data)
            _set(self, "_certain", certain)
            return certain

    @property
    def safe_cells(self) -> tuple[Cell, ...]:
        """Covered cells that are safe in every layout, in the order of their indices."""
        return self._certain_cells()[0]

    @property
    def mine_cells(self) -> tuple[Cell, ...]:
        """Covered cells that are mines in every layout, without shown mines, in the order of their indices."""
        return self._certain_cells()[1]

    @property
    def safest_cells(self) -> tuple[Cell, ...]:
        """Covered cells with the lowest chance of a mine, in the order of their indices.

        Chances that differ by less than 1e-11 count as equal. If all covered cells are certain mines, the result is all
        of them.
        """
        try:
            return self._safest
        except AttributeError:
            grid = self.view.grid
            codes = self.view.codes
            own = [(chance, index) for index, chance in enumerate(self.probabilities) if codes[index] in _COVERED]
            least = min(own)[0] if own else 0.0
            safest = tuple([grid.cell(index) for chance, index in own if chance <= least + _SAME])
            _set(self, "_safest", safest)
            return safest

    @property
    def components(self) -> tuple[tuple[Cell, ...], ...]:
        """Clue cells grouped into components that are independent apart from the number of mines.

        Two clues are connected if both touch the same uncertain covered cell. Clues without uncertain cells are in no
        component. Clues are in the order of their indices, components in that of their first clue.
        """
        try:
            return self._components
        except AttributeError:
            components = self._find_components()
            _set(self, "_components", components)
            return components

    def _find_components(self) -> tuple[tuple[Cell, ...], ...]:
        grid = self.view.grid
        neighbours = grid.geometry().neighbours
        chances = self.probabilities
        codes = self.view.codes
        open_cells: dict[int, list[int]] = {}
        touched: dict[int, list[int]] = {}
        for clue, code in enumerate(codes):
            if code < 0:
                continue
            own = [cell for cell in neighbours(clue) if 0.0 < chances[cell] < 1.0 and codes[cell] < 0]
            if own:
                open_cells[clue] = own
            for cell in own:
                touched.setdefault(cell, []).append(clue)
        found = []
        seen: set[int] = set()
        for start in open_cells:
            if start in seen:
                continue
            seen.add(start)
            component = [start]
            for clue in component:
                for cell in open_cells[clue]:
                    for other in touched[cell]:
                        if other not in seen:
                            seen.add(other)
                            component.append(other)
            found.append(tuple(grid.cell(clue) for clue in sorted(component)))
        return tuple(found)

    def _repr_svg_(self) -> str:
        from hypersweep.picture.notebook import chance_picture

        return chance_picture(self.view.grid, self.view.mines, self.view.codes, self.probabilities)

    def _repr_html_(self) -> str:
        from hypersweep.picture.notebook import key_html, shown_html
        from hypersweep.picture.svg import board_title
        from hypersweep.text import pluralize

        view = self.view
        about = "" if self.is_exact else ", estimated"
        certain = f"{pluralize(len(self.mine_cells), 'certain mine')}, {pluralize(len(self.safe_cells), 'safe cell')}"
        return shown_html(f"{board_title(view.grid, view.mines)}: {certain}{about}", self._repr_svg_(), key_html())

    def _again(self, *, may_be_estimate: bool = False) -> Kernel:
        """Return a compiled solver whose latest analysis is of this view."""
        if not (self.is_exact or may_be_estimate):
            raise BudgetExceededError(
                f"expected an exact analysis, got an estimate: {self.view.grid} with {self.view.mines} mines was past "
                f"{self.budget}"
            )
        view = self.view
        kernel = borrow(view.grid, self._token)
        if kernel.last is not self._token:
            if self.is_exact:
                status, _ = kernel.run(view._data, view.mines, self.trust_flags, self.budget)
            else:
                status, *_ = kernel.estimate(view._data, view.mines, self.trust_flags, SAMPLE, self.budget.limits())
            if status != DONE:
                raise self.budget.exceeded("an exact analysis", kernel.states, late=status == LATE)
            kernel.last = self._token
        return kernel

    def count_layouts(self) -> int:
        """Return the exact number of layouts consistent with the view.

        Raises:
            BudgetExceededError: the analysis is an estimate, or the budget's seconds are over.

        Complexity: the analysis itself counts components of up to 2**52 ways. For larger ones the frontier program runs
        once for each 31 bits of the component's number of subsets. The result is cached.
        """
        try:
            return self._layouts
        except AttributeError:
            from hypersweep.solve.count import count_layouts

            kernel = self._again()
            layouts = count_layouts(kernel, self.budget)
            _set(self, "_layouts", layouts)
            give_back(kernel)
            return layouts

    def clue_chances(self, cell: CellLike) -> tuple[float, ...]:
        """Return the chances that a covered cell is safe and shows clue 0, 1, ..., up to its number of neighbours.

        They add up to the chance that the cell is safe.

        Raises:
            CellError: the cell isn't on the board, or it isn't covered.
            BudgetExceededError: the work would be too large.
        """
        grid = self.view.grid
        index = grid.index(cell)
        code = self.view.codes[index]
        if code not in _COVERED:
            raise CellError(f"expected a covered cell, got {grid.cell(index)}, which has code {code} (grid {grid})")
        kernel = self._again()
        status, chances = kernel.clue_chances(index, self.budget)
        if status != DONE:
            raise self.budget.exceeded(f"the clues that {grid.cell(index)} may show", late=status == LATE)
        give_back(kernel)
        return tuple(chances[: grid.neighbour_count(cell) + 1])

    def __reduce__(self) -> tuple[object, ...]:
        import sys
        from zlib import compress

        # Compression pays off, because most cells share their chance with others.
        errors = None if self._errors is None else compress(self._errors, 1)
        return _restore, (self.view, self.trust_flags, self.budget, compress(self._data, 1), errors, sys.byteorder)

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        kind = "Analysis" if self.is_exact else "Estimate"
        return (
            f"<{kind} of {self.view.grid} with {pluralize(self.view.mines, 'mine')}: "
            f"{pluralize(len(self.safe_cells), 'cell')} certain to be safe, "
            f"{pluralize(len(self.mine_cells), 'certain mine')}>"
        )


def analyse(view: View, *, trust_flags: bool = False, budget: Budget = _STANDARD, estimate: bool = False) -> Analysis:
    r"""Return the chance of a mine for every cell of a view, assuming that all consistent layouts are equally likely.

    Views of ended games are accepted; shown mines count as known.

    Args:
        view: the view.
        trust_flags: take every flag for a mine; otherwise a flagged cell is a covered cell like any other.
        budget: limits of the work.
        estimate: whether to estimate if the budget is too small; see ``standard_error``. An estimate is always found,
            within the budget's seconds if limited: by sampling, or by maximum entropy if the budget doesn't allow
            sampling. Unless seconds are limited, the same view leads to the same estimate on every machine.

    Raises:
        InconsistentViewError: no layout is consistent with the view; the error names contradictory clues.
        BudgetExceededError: the work would be too large, and ``estimate`` is False.
        ParameterTypeError: the arguments aren't a ``View`` and a ``Budget``.

    Complexity: linear in the cells, and for each component of clues in the number of states of its boundary, which
        grows fast with the boundary's width; see ``docs/solver.md``.

    >>> from hypersweep.view import View
    >>> analysis = analyse(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    >>> analysis.safe_cells, analysis.mine_cells, analysis.count_layouts()
    (((0, 1), (0, 3)), ((0, 0), (0, 2)), 1)
    """
    check_view(view)
    check_budget(budget)
    trust = bool(trust_flags)
    kernel = borrow(view.grid)
    errors: bytes | None = None
    if estimate:
        status, data, errors = kernel.estimate(view._data, view.mines, trust, SAMPLE, budget.limits())
    else:
        status, data = kernel.run(view._data, view.mines, trust, budget)
    if status == DONE:
        analysis = Analysis(view, data, trust, budget, errors)
        kernel.last = analysis._token
        _set(analysis, "_states", kernel.states)
        give_back(kernel)
        return analysis
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        raise inconsistency(view, trust, budget, kernel)
    raise budget.exceeded(
        "an exact analysis", kernel.states, late=status == LATE, width=kernel.width(budget), may_estimate=not estimate
    )


def check_analysis(analysis: object, view: View, trust_flags: bool) -> Analysis:
    """Return the argument if it is an analysis of a view.

    Args:
        analysis: the argument.
        view: the view.
        trust_flags: whether the analysis must take flags for mines; if False, both kinds are accepted.

    Raises:
        ParameterError: the analysis is of another view, or doesn't trust the flags and should.
        ParameterTypeError: the argument isn't an analysis.
    """
    if not isinstance(analysis, Analysis):
        raise ParameterTypeError(f"expected an Analysis or None, got {truncate(analysis)} ({type(analysis).__name__})")
    if analysis.view is not view and analysis.view != view:
        raise ParameterError(f"expected an analysis of {view!r}, got one of {_other(analysis.view, view)}")
    if trust_flags and not analysis.trust_flags:
        raise ParameterError("expected an analysis that trusts the flags, got one that doesn't")
    return analysis


def _other(own: View, view: View) -> str:
    if (own.grid, own.mines) != (view.grid, view.mines):
        return repr(own)
    codes = zip(own.codes, view.codes, strict=True)
    index, (code, expected) = next((index, pair) for index, pair in enumerate(codes) if pair[0] != pair[1])
    return f"another, with code {code} instead of {expected} at {own.grid.cell(index)}"


def _restore(view: View, trust_flags: bool, budget: Budget, data: bytes, errors: bytes | None, order: str) -> Analysis:
    """Return the analysis in a pickle, which may come from a machine with the other byte order."""
    import sys
    from array import array
    from zlib import decompress

    columns = []
    for part in (data, errors or b""):
        numbers = array("d", decompress(part) if part else b"")
        if order != sys.byteorder:
            numbers.byteswap()
        columns.append(numbers.tobytes())
    return Analysis(view, columns[0], trust_flags, budget, None if errors is None else columns[1])
