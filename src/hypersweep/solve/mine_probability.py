"""Compute every cell's exact mine probability (``analyse``), and draw random layouts."""

from __future__ import annotations

import math
import time
from array import array
from dataclasses import dataclass, field, replace
from operator import mul
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep._native import certain_cells
from hypersweep.errors import BudgetExceededError, CellError, ParameterError, ParameterTypeError, UnknownMinesError
from hypersweep.rng import check_seed, stream_name
from hypersweep.solve.kernel import (
    CONTRADICTION,
    DONE,
    LATE,
    Budget,
    Kernel,
    answered,
    borrow,
    check_budget,
    check_view,
    give_back,
)
from hypersweep.text import pluralize
from hypersweep.validation import check_memory, truncate, whole_number
from hypersweep.view import COVERED, FLAGGED, WRONG_FLAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from hypersweep.typing import Cell, CellLike, FloatBuffer
    from hypersweep.view import View

_STANDARD = Budget()

_set = object.__setattr__

SAMPLE = (2_000, 20, 0)
"""Parameters for sampling: maximum number of states per layer in a sample, maximum number of samples, and the seed."""

_COVERED = (COVERED, FLAGGED)

# Probabilities that differ by less than this count as equal.
_SAME = 1e-11
# The least and the greatest probability of a cell that isn't certain.
_LEAST, _MOST = math.ulp(0.0), 1 - math.ulp(0.5)
# Precision of layout weights, in decimal digits.
_DIGITS = 40


@dataclass(frozen=True, slots=True, init=False)
class Analysis:
    """Result of ``analyse``: mine probabilities, with all layouts consistent with a view being equally likely.

    It is immutable and thread-safe. Pass it to ``choose``, ``rank`` and ``explain`` so that they don't analyse the view
    again. Analyses are equal if their views, ``trust_flags``, budgets and probabilities are. A pickle contains the view
    and the probabilities.

    Attributes:
        view: the view.
        trust_flags: whether flags were treated as mines.
        budget: limits on the analysis, and on later work based on it.
    """

    view: View
    trust_flags: bool
    budget: Budget
    _data: bytes
    _errors: bytes | None
    _token: object = field(compare=False)
    _states: int | None = field(compare=False)
    # Caches, unset until they are first used.
    _certain: tuple[tuple[Cell, ...], tuple[Cell, ...]] = field(compare=False)
    _components: tuple[tuple[Cell, ...], ...] = field(compare=False)
    _layouts: int = field(compare=False)
    _safest: tuple[Cell, ...] = field(compare=False)

    # Written by hand, since the generated __init__ would take a tenth of the time needed to analyse a small view.
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
        """Number of states that the analysis used; None if unknown, for example after unpickling."""
        return self._states

    @property
    def is_exact(self) -> bool:
        """Whether the probabilities are exact (to 1e-12) and not estimated."""
        return self._errors is None

    @property
    def probabilities(self) -> FloatBuffer:
        """Every cell's mine probability by index, as float64: 0.0 for open cells, 1.0 for shown mines."""
        return memoryview(self._data).cast("d")

    def probability(self, cell: CellLike) -> float:
        """Return the probability that a cell is a mine.

        Raises:
            CellError: the cell isn't on the board.
            ParameterTypeError: the argument is neither an index nor a sequence of integers.
        """
        return self.probabilities[self.view.grid.index(cell)]

    def probability_array(self) -> NDArray[np.float64]:
        """Return the probabilities as a read-only float64 NumPy array of the board's shape, without a copy."""
        from hypersweep.arrays import load_numpy

        array: NDArray[np.float64] = load_numpy().frombuffer(self._data, "d").reshape(self.view.grid.shape)
        return array

    def standard_error(self, cell: CellLike) -> float:
        """Return the standard error of a cell's probability: 0.0 if the analysis is exact or the cell is certain.

        If the budget didn't allow sampling, the error is unknown. The result is then that of one random layout, sqrt(p
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
        """Covered cells that are safe in every layout, in index order."""
        return self._certain_cells()[0]

    @property
    def mine_cells(self) -> tuple[Cell, ...]:
        """Covered cells that are mines in every layout (not mines already shown), in index order."""
        return self._certain_cells()[1]

    @property
    def safest_cells(self) -> tuple[Cell, ...]:
        """Covered cells with the lowest mine probability, in index order.

        Probabilities that differ by less than 1e-11 count as equal. If all covered cells are certain mines, all of them
        are returned.
        """
        try:
            return self._safest
        except AttributeError:
            grid = self.view.grid
            # Use lists: reading each element from a memoryview takes three times as long.
            chances, codes = self.probabilities.tolist(), self.view.codes.tolist()
            most = min([chance for chance, code in zip(chances, codes, strict=True) if code in _COVERED], default=0.0)
            most += _SAME
            safest = tuple(
                [
                    grid.cell(index)
                    for index, chance in enumerate(chances)
                    if chance <= most and codes[index] in _COVERED
                ]
            )
            _set(self, "_safest", safest)
            return safest

    @property
    def components(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of the clues, in groups that depend on each other only through the number of mines.

        Two clues are connected if they touch the same uncertain covered cell. Clues without uncertain neighbours are in
        no component. Clues are in index order, components in the order of their first clues.
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

        view = self.view
        return chance_picture(view.grid, view._mine_words(), view.codes, self.probabilities)

    def _repr_html_(self) -> str:
        from hypersweep.picture.notebook import key_html, shown_html
        from hypersweep.picture.svg import size_title

        view = self.view
        about = "" if self.is_exact else ", estimated"
        certain = f"{pluralize(len(self.mine_cells), 'certain mine')}, {pluralize(len(self.safe_cells), 'safe cell')}"
        return shown_html(
            f"{size_title(view.grid, view._mine_words())}: {certain}{about}", self._repr_svg_(), key_html()
        )

    def _again(self, *, may_be_estimate: bool = False) -> Kernel:
        """Return a compiled solver that has just analysed this view; repeat the analysis if necessary."""
        if not (self.is_exact or may_be_estimate):
            raise BudgetExceededError(
                f"expected an exact analysis, got an estimate: {self.view.grid} with {self.view.mines} "
                f"mines exceeded {self.budget}"
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
            BudgetExceededError: the analysis is an estimate, or the budget's seconds were exceeded.

        Complexity: components with up to 2**52 ways were already counted by the analysis. For larger components, the
        frontier program runs again, about once for every 31 cells. The result is cached.
        """
        try:
            return self._layouts
        except AttributeError:
            if self.view.has_mine_count:
                from hypersweep.solve.layout_count import count_layouts

                kernel = self._again()
                layouts = count_layouts(kernel, self.budget)
                give_back(kernel)
            else:
                layouts = sum(_Splits(self.view, self.trust_flags, self.budget).layouts())
            _set(self, "_layouts", layouts)
            return layouts

    def clue_chances(self, cell: CellLike) -> tuple[float, ...]:
        """Return the probabilities that a covered cell is safe and shows 0, 1, ..., up to its number of neighbours.

        Their sum is the probability that the cell is safe.

        Raises:
            CellError: the cell isn't on the board, or isn't covered.
            BudgetExceededError: the work would be too large.
        """
        grid = self.view.grid
        index = grid.index(cell)
        code = self.view.codes[index]
        if code not in _COVERED:
            raise CellError(f"expected a covered cell, got {grid.cell(index)}, which has code {code} (grid {grid})")
        kernel = self._again()
        status, chances = kernel.native.clue_chances(index, *self.budget.limits())
        if answered(status) != DONE:
            raise self.budget.exceeded(f"the clues that {grid.cell(index)} may show", late=status == LATE)
        give_back(kernel)
        return tuple(chances[: grid.neighbour_count(cell) + 1])

    def __reduce__(self) -> tuple[object, ...]:
        import sys
        from zlib import compress

        # Compress the probabilities: many cells have the same one, so the pickle becomes much smaller.
        errors = None if self._errors is None else compress(self._errors, 1)
        return _restore, (self.view, self.trust_flags, self.budget, compress(self._data, 1), errors, sys.byteorder)

    def __repr__(self) -> str:
        kind = "Analysis" if self.is_exact else "Estimate"
        return (
            f"<{kind} of {self.view.grid} with {self.view._mine_words()}: "
            f"{pluralize(len(self.safe_cells), 'cell')} certain to be safe, "
            f"{pluralize(len(self.mine_cells), 'certain mine')}>"
        )


def analyse(view: View, *, trust_flags: bool = False, budget: Budget = _STANDARD, estimate: bool = False) -> Analysis:
    r"""Return the mine probability of every cell in a view, with all consistent layouts being equally likely.

    If the number of mines is unknown, layouts are weighed by the view's density: a layout with m mines on n cells has
    the weight d**m (1 - d)**(n - m). Of the result's methods, ``clue_chances`` then raises an ``UnknownMinesError``, as
    do the other functions of this package.

    Views of finished games are accepted; shown mines count as known.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine; otherwise a flagged cell is like any other covered cell.
        budget: limits on the work.
        estimate: whether to estimate probabilities if the budget is too small to count layouts; ``standard_error``
            returns their errors. An estimate is always found, and within the time limit if the budget has one: by
            sampling, or by maximum entropy if the budget doesn't allow sampling. Without a time limit, the same view
            leads to the same estimate on every machine.

    Raises:
        InconsistentViewError: no layout is consistent with the view; the error names contradictory clues.
        BudgetExceededError: the work would be too large, and ``estimate`` is False.
        UnknownMinesError: ``estimate`` is True, and the number of mines is unknown.
        ParameterTypeError: the arguments aren't a ``View`` and a ``Budget``.

    Complexity: linear in the number of cells, plus, for each component of clues, the number of states of its boundary,
    which grows fast with the boundary's width; see ``docs/solver.md``. If the number of mines is unknown, this is
    repeated for each possible number of mines next to clues.

    >>> from hypersweep.view import View
    >>> analysis = analyse(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    >>> analysis.safe_cells, analysis.mine_cells, analysis.count_layouts()
    (((0, 1), (0, 3)), ((0, 0), (0, 2)), 1)
    >>> analyse(View("1x3", None, [-1, 1, -1], density=0.2)).probability((0, 0))
    0.5
    """
    check_view(view)
    check_budget(budget)
    trust = bool(trust_flags)
    mines = view._mines
    if not isinstance(mines, int):
        return _analyse_splits(view, trust, budget, estimate)
    kernel = borrow(view.grid)
    errors: bytes | None = None
    if estimate:
        status, data, errors = kernel.estimate(view._data, mines, trust, SAMPLE, budget.limits())
    else:
        status, data = kernel.run(view._data, mines, trust, budget)
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


class _Splits:
    """A view with an unknown number of mines, analysed for each number of mines next to clues.

    Unseen cells, which no clue touches, are treated as open cells without a clue, so that an analysis with a given
    number of mines concerns only the cells next to clues.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.
        budget: limits on all analyses together.
    """

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self.view, self.trust_flags, self.budget = view, trust_flags, budget
        codes = array(view.grid.code_format, view._data)
        hidden = (COVERED,) if trust_flags else _COVERED
        is_mine = [code < 0 and code not in hidden and code != WRONG_FLAG for code in codes]
        neighbours = view.grid.geometry().neighbours
        self.shown: int = sum(is_mine)
        around = {clue: neighbours(clue) for clue, code in enumerate(codes) if code >= 0}
        seen = {other for others in around.values() for other in others if codes[other] in hidden}
        self.seen: list[int] = sorted(seen)
        self.unseen: list[int] = [index for index, code in enumerate(codes) if code in hidden and index not in seen]
        # Clues that share no cells bound the number of mines from below and above.
        self.least, self.most = 0, len(seen)
        free = set(seen)
        for clue, others in around.items():
            own = {other for other in others if codes[other] in hidden}
            if own <= free:
                free -= own
                rest = codes[clue] - sum([is_mine[other] for other in others])
                self.least += rest
                self.most -= len(own) - rest
        for index in self.unseen:
            codes[index] = _native.CODES["SILENT"]
        self._codes = codes.tobytes()
        self.states = 0

    def outside(self, mines: int) -> range:
        """Return the possible numbers of mines on unseen cells, given the number next to clues."""
        possible, known = self.view.mine_range, self.shown + mines
        return range(max(possible[0] - known, 0), min(possible[-1] - known, len(self.unseen)) + 1)

    def __iter__(self) -> Iterator[tuple[int, int, bytes]]:
        """Yield each possible number of mines next to clues, the number of ways to place them, and the probabilities.

        Raises:
            BudgetExceededError: the work would be too large.
        """
        from hypersweep.solve.layout_count import count_layouts

        end = None if self.budget.seconds is None else time.monotonic() + self.budget.seconds
        kernel = borrow(self.view.grid)
        for mines in range(max(self.least, 0), self.most + 1):
            if not self.outside(mines):
                continue
            left = None if end is None else max(end - time.monotonic(), 1e-9)
            own = replace(self.budget, seconds=left)
            status, data = kernel.run(self._codes, self.shown + mines, self.trust_flags, own)
            self.states += kernel.states
            if status == CONTRADICTION:
                continue
            if status != DONE:
                width = kernel.width(self.budget)
                raise self.budget.exceeded("an exact analysis", kernel.states, late=status == LATE, width=width)
            yield mines, count_layouts(kernel, own), data
        give_back(kernel)

    def layouts(self) -> Iterator[int]:
        """Yield the number of layouts for each possible number of mines next to clues."""
        for mines, ways, _ in self:
            yield ways * sum([math.comb(len(self.unseen), outside) for outside in self.outside(mines)])


def _analyse_splits(view: View, trust_flags: bool, budget: Budget, estimate: bool) -> Analysis:
    """Analyse a view with an unknown number of mines: weigh its analyses for each number of mines next to clues."""
    if estimate:
        raise UnknownMinesError(f"expected a known number of mines for an estimate, got {view!r}")
    assert view.density is not None
    splits = _Splits(view, trust_flags, budget)
    found = list(splits)
    if not found:
        from hypersweep.solve.conflict import inconsistency

        kernel = borrow(view.grid)
        kernel.run(view._data, view.mine_range[0], trust_flags, budget)
        raise inconsistency(view, trust_flags, budget, kernel)
    shares, unseen = _shares(splits, [(mines, ways) for mines, ways, _ in found], view.density)
    columns = [memoryview(data).cast("d") for _, _, data in found]
    total = array("d", columns[0])
    for index in splits.seen:
        chances = [column[index] for column in columns]
        total[index] = _between(sum(map(mul, shares, chances)), min(chances), max(chances))
    for index in splits.unseen:
        total[index] = unseen
    analysis = Analysis(view, total.tobytes(), trust_flags, budget)
    _set(analysis, "_states", splits.states)
    return analysis


def _shares(splits: _Splits, ways: list[tuple[int, int]], density: float) -> tuple[list[float], float]:
    """Return the probability of each number of mines next to clues, and the probability of a mine in an unseen cell.

    Weights are decimals, because they may exceed the range of a float.

    Args:
        splits: the view.
        ways: possible numbers of mines next to clues, each with its number of ways.
        density: chance of a mine in each cell.
    """
    from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext

    cells = len(splits.unseen)
    with localcontext(Context(prec=_DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)):
        odds = Decimal(density) / (1 - Decimal(density))
        # Total weight of the ways to place 0, 1, 2, ... mines on unseen cells.
        outside = [Decimal(1)]
        for mines in range(1, cells + 1):
            outside.append(outside[-1] * (cells - mines + 1) / mines * odds)
        weights = []
        sums: dict[range, tuple[Decimal, Decimal]] = {}
        mined = Decimal(0)
        for mines, count in ways:
            possible = splits.outside(mines)
            if possible not in sums:
                terms = [(number, outside[number]) for number in possible]
                sums[possible] = (
                    sum([term for _, term in terms], Decimal(0)),
                    sum([n * term for n, term in terms], Decimal(0)),
                )
            inside = count * odds**mines
            weights.append(inside * sums[possible][0])
            mined += inside * sums[possible][1]
        whole = sum(weights, Decimal(0))
        chance = float(mined / whole / cells) if cells else 0.0
        least, most = min(each[0] for each in sums), max(each[-1] for each in sums)
        return [float(weight / whole) for weight in weights], _between(chance, float(least == cells), float(most > 0))


def _between(chance: float, least: float, most: float) -> float:
    """Clamp a probability to a range; return exactly 0 or 1 only if the range contains nothing else."""
    if least == most:
        return least
    return min(max(chance, least, _LEAST), most, _MOST)


def check_analysis(analysis: object, view: View, trust_flags: bool) -> Analysis:
    """Check that an argument is an analysis of the given view, and return it.

    Args:
        analysis: the argument.
        view: the view.
        trust_flags: whether the analysis must trust flags; if False, it may or may not.

    Raises:
        ParameterError: the analysis is of a different view, or doesn't trust flags although it must.
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
    if (own.grid, own._mines) != (view.grid, view._mines):
        return repr(own)
    codes = zip(own.codes, view.codes, strict=True)
    index, (code, expected) = next((index, pair) for index, pair in enumerate(codes) if pair[0] != pair[1])
    return f"another, with code {code} instead of {expected} at {own.grid.cell(index)}"


def _restore(view: View, trust_flags: bool, budget: Budget, data: bytes, errors: bytes | None, order: str) -> Analysis:
    """Rebuild an analysis when unpickling; the pickle may come from a machine with the other byte order."""
    import sys
    from zlib import decompress

    columns = []
    for part in (data, errors or b""):
        numbers = array("d", decompress(part) if part else b"")
        if order != sys.byteorder:
            numbers.byteswap()
        columns.append(numbers.tobytes())
    return Analysis(view, columns[0], trust_flags, budget, None if errors is None else columns[1])


# Identifier of the random streams used to draw layouts.
_STREAM = stream_name("layout of a view")


def draw_layouts(
    view: View, count: int, *, seed: int, trust_flags: bool = False, budget: Budget | None = None
) -> list[bytes]:
    r"""Return random layouts consistent with a view; all such layouts are equally likely.

    Layouts aren't enumerated: the work is that of one ``analyse``, plus a little for each layout.

    Args:
        view: the view.
        count: number of layouts, 0 or more; they may repeat.
        seed: 0 to 2**64 - 1. The same view, seed and i lead to the same layout i on every machine.
        trust_flags: whether to treat every flag as a mine; otherwise a flagged cell is like any other covered cell.
        budget: limits on the work.

    Returns:
        For each layout, a bit string of ceil(cells / 8) bytes, as ``Layout.from_bits`` expects.

    Raises:
        InconsistentViewError: no layout is consistent with the view.
        BudgetExceededError: the work would be too large.
        ParameterTypeError: an argument has the wrong type.
        ParameterError: a number is out of range.
        BoardTooLargeError: there isn't enough memory.

    Complexity: that of ``analyse``, plus O(cells + states) for each layout. The GIL is released, and Ctrl-C interrupts
    the work.

    >>> from hypersweep import Layout, View
    >>> view = View.parse("2x3 mines=2\n# # #\n# 2 #")
    >>> for bits in draw_layouts(view, 3, seed=7):
    ...     print(*Layout.from_bits(view.grid, bits).mine_cells())
    (0, 0) (0, 2)
    (0, 0) (0, 1)
    (0, 1) (0, 2)
    """
    own = Budget() if budget is None else check_budget(budget)
    number = whole_number(count, "count", below=1 << 62)
    own_seed = check_seed(seed)
    size = (check_view(view).grid.cells + 7) // 8
    check_memory(2 * size * number, f"{pluralize(number, 'layout')} of {view.grid}")
    trust = bool(trust_flags)
    kernel = borrow(view.grid)
    kernel.last = None
    # The 0 is the index of the first stream: layout i uses the random stream with index i.
    status, bits, kernel.states = kernel.native.layouts(
        view._data, view.mines, trust, own_seed, _STREAM, 0, number, *own.limits()
    )
    if answered(status) == DONE:
        give_back(kernel)
        return [bits[start : start + size] for start in range(0, size * number, size)]
    if status == CONTRADICTION:
        from hypersweep.solve.conflict import inconsistency

        raise inconsistency(view, trust, own, kernel)
    raise own.exceeded("a draw of layouts", kernel.states, late=status == LATE, width=kernel.width(own))
