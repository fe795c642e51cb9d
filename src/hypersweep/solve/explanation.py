"""Explain why cells are safe or mines, from single clues up to the number of mines, and why a guess is the best one.

The kernel draws conclusions, using the easiest rules first (``Deduction``). Each is decoded into a ``Reason``, and
``hypersweep.solve.evidence`` builds its sentences.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import BudgetExceededError, CellError
from hypersweep.solve.choice import Choice, check_policy, choose
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    GuessGrounds,
    LineCase,
    LineGrounds,
    LineStep,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
    list_cells,
)
from hypersweep.solve.kernel import (
    CONTRADICTION,
    FOREVER,
    LATE,
    OVER_BUDGET,
    Budget,
    answered,
    borrow_reasoner,
    check_budget,
    check_view,
    give_back,
)
from hypersweep.solve.mine_probability import Analysis, analyse, check_analysis
from hypersweep.text import place_text
from hypersweep.validation import whole_number
from hypersweep.view import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hypersweep.grid import Grid
    from hypersweep.solve.evidence import Clue, Evidence
    from hypersweep.solve.kernel import Reasoner
    from hypersweep.typing import Cell, CellLike, Conclusion, Policy, ReasonRule
    from hypersweep.view import View

RULES: tuple[ReasonRule, ...] = ("clue", "pair", "set", "count", "guess")
"""The rules that a reason may use, easiest first: one clue, two clues, more clues, the number of mines, or chance."""

# Pickle recurses into attributes, so a long chain of premises would exceed the recursion limit. To prevent that, a
# reason at every 40th level of a chain first pickles a flat list of all its steps.
_MOST_DEPTH = 40


@dataclass(frozen=True, slots=True)
class Reason:
    """Why some cells are safe or mines, or why one of them is the best guess.

    ``str(reason)`` is the full explanation, ``hint`` returns only part of it, and ``format`` returns it with your own
    cell names. Sentences are built when they are needed.

    Attributes:
        rule: "clue", "pair", "set", "count" or "guess".
        conclusion: "safe", "mine" or "guess".
        cells: the covered cells that the reason settles, in index order.
        clues: the clue cells to look at.
        because: the earlier reasons on which this one depends.
        grounds: the evidence from which the sentence is built, an ``Evidence`` object.
    """

    rule: ReasonRule
    conclusion: Conclusion
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    because: tuple[Reason, ...]
    grounds: Evidence
    _depth: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_depth", 1 + max(map(attrgetter("_depth"), self.because), default=0))

    @property
    def probability(self) -> float:
        """The mine probability, which is the same for each of the cells."""
        if isinstance(self.grounds, GuessGrounds):
            return self.grounds.chance
        return 1.0 if self.conclusion == "mine" else 0.0

    @property
    def choice(self) -> Choice | None:
        """The result of ``choose`` for a guess with exact probabilities; otherwise None."""
        return self.grounds.choice if isinstance(self.grounds, GuessGrounds) else None

    @property
    def is_estimate(self) -> bool:
        """Whether the probability is an estimate, because there were too many layouts to count."""
        return isinstance(self.grounds, GuessGrounds) and self.grounds.error is not None

    @property
    def level(self) -> int:
        """Difficulty of the rule, from 1 to 5: one clue, two clues, more clues, the number of mines, a guess."""
        return RULES.index(self.rule) + 1

    @property
    def steps(self) -> tuple[Reason, ...]:
        """All reasons on which this one depends, directly or not, then this one; each comes after its premises."""
        found: dict[int, Reason] = {}
        stack: list[tuple[Reason, bool]] = [(self, False)]
        while stack:
            reason, done = stack.pop()
            if id(reason) in found:
                continue
            if done:
                found[id(reason)] = reason
            else:
                stack.append((reason, True))
                stack.extend((other, False) for other in reversed(reason.because))
        return tuple(found.values())

    @property
    def all_clues(self) -> tuple[Cell, ...]:
        """All clues used by any of the steps.

        Together they prove the conclusion (rule "count" also needs the number of mines).
        """
        return tuple(sorted({clue for reason in self.steps for clue in reason.clues}))

    def format(self, cells: Callable[[Cell], str] = place_text) -> str:
        """Return the reason as text.

        Args:
            cells: returns the name of a cell.
        """
        return self.grounds.sentence(self.conclusion, self.cells, lambda some: list_cells(some, cells))

    def hint(self, level: int, cells: Callable[[Cell], str] = place_text) -> str:
        """Return a hint: level 1 says where to look, level 2 what to look for, and level 3 is the whole reason.

        Raises:
            ParameterError: there is no such level.
        """
        if whole_number(level, "level", least=1, below=4) == 3:
            return self.format(cells)
        where = list_cells(self.clues, cells) if self.clues else ""
        if level == 1:
            if self.rule == "guess":
                return "Nothing is certain."
            return f"Look at {where}." if where else "Count the mines that are left."
        if self.rule == "guess":
            return f"Nothing is certain; the best guess is {list_cells(self.cells, cells)}."
        which = f"clue at {where}" if len(self.clues) == 1 else f"clues at {where}"
        show = {
            "clue": f"The {which} alone shows",
            "pair": f"The {which}, when you compare them, show",
            "set": f"The {which} together show",
            "count": f"The {which} and the number of mines left show" if where else "The number of mines left shows",
        }[self.rule]
        return f"{show} that some cells are {'safe' if self.conclusion == 'safe' else 'mines'}."

    def _rows(self) -> list[tuple[object, ...]]:
        """Return the fields of all steps, with premises as step numbers, for comparing reasons without recursion."""
        steps = self.steps
        places = {id(step): place for place, step in enumerate(steps)}
        return [
            (
                step.rule,
                step.conclusion,
                step.cells,
                step.clues,
                tuple(places[id(other)] for other in step.because),
                step.grounds,
            )
            for step in steps
        ]

    def __eq__(self, other: object) -> bool:
        """Return whether both reasons have equal fields and equal steps."""
        if not isinstance(other, Reason):
            return NotImplemented
        return self is other or self._rows() == other._rows()

    def __hash__(self) -> int:
        return hash((self.rule, self.conclusion, self.cells, self.clues, self.grounds))

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"<Reason {self.rule}: {self.format()}>"

    def __reduce__(self) -> tuple[object, ...]:
        before = self.steps[:-1] if self._depth % _MOST_DEPTH == 0 else ()
        return _revive, (before, self.rule, self.conclusion, self.cells, self.clues, self.because, self.grounds)


def _revive(
    before: tuple[Reason, ...],
    rule: ReasonRule,
    conclusion: Conclusion,
    cells: tuple[Cell, ...],
    clues: tuple[Cell, ...],
    because: tuple[Reason, ...],
    grounds: Evidence,
) -> Reason:
    del before  # needed only to make pickle load the premises first
    return Reason(rule, conclusion, cells, clues, because, grounds)


# Length of the header of an encoded reason: rule, conclusion, evidence type, and the numbers of cells, clues and
# premises.
_HEAD = 6


class _Cells(dict[int, "Cell"]):
    """Coordinates of cells by index, each computed on first use."""

    __slots__ = ("_grid",)

    def __init__(self, grid: Grid) -> None:
        self._grid = grid

    def __missing__(self, index: int) -> Cell:
        cell = self[index] = self._grid.cell(index)
        return cell


class ReasonDecoder:
    """Decodes the kernel's reasons about one view, each when it is first used.

    The kernel encodes a reason as a row of integers (``native/solve/reasons/request.hpp``).

    Args:
        view: the view.
        row: returns the encoded reason with a given number.
    """

    __slots__ = ("_cell_of", "_made", "_numbers", "_row", "_view")

    def __init__(self, view: View, row: Callable[[int], list[int]]) -> None:
        self._view: View = view
        self._row: Callable[[int], list[int]] = row
        self._cell_of: Callable[[int], Cell] = _Cells(view.grid).__getitem__
        self._made: dict[int, Reason] = {}
        # The integers not yet decoded from the current row.
        self._numbers: Iterator[int] = iter(())

    def reason(self, number: int) -> Reason:
        """Return the reason with this number, after decoding it and those on which it depends if necessary."""
        made, cell_of = self._made, self._cell_of
        rows: dict[int, list[int]] = {}
        stack = [number]
        while stack:
            own = stack.pop()
            if own in made or own in rows:
                continue
            row = rows[own] = self._row(own)
            first = _HEAD + row[3] + row[4]
            stack.extend(row[first : first + row[5]])
        # Premises have smaller numbers, so they are decoded first.
        for own in sorted(rows):
            numbers = self._numbers = iter(rows[own])
            rule, conclusion, kind, cells, clues, premises = islice(numbers, _HEAD)
            about, looked_at = tuple(map(cell_of, islice(numbers, cells))), tuple(map(cell_of, islice(numbers, clues)))
            because = tuple(map(made.__getitem__, islice(numbers, premises)))
            grounds = _DECODERS[kind](self, looked_at)
            made[own] = Reason(RULES[rule], "mine" if conclusion else "safe", about, looked_at, because, grounds)
        return made[number]

    def _list(self) -> tuple[Cell, ...]:
        numbers = self._numbers
        return tuple(map(self._cell_of, islice(numbers, next(numbers))))

    def _clue(self) -> Clue:
        index = next(self._numbers)
        return self._view.codes[index], self._cell_of(index)

    def _clue_grounds(self, _clues: tuple[Cell, ...]) -> Evidence:
        clue, covered = self._clue(), next(self._numbers)
        return ClueGrounds(clue, self._list(), self._list(), covered)

    def _sum_grounds(self, _clues: tuple[Cell, ...]) -> Evidence:
        numbers = self._numbers
        more, less, is_nested = islice(numbers, 3)
        sides = [Side(self._clue(), next(numbers), *[self._list() for _ in range(5)]) for _ in range(more + less)]
        able = self._list()
        able_weights = tuple(islice(numbers, len(able)))
        known = self._list()
        known_weights = tuple(islice(numbers, len(known)))
        return SumGrounds(
            tuple(sides[:more]),
            tuple(sides[more:]),
            able,
            able_weights,
            known,
            known_weights,
            self._list(),
            bool(is_nested),
        )

    def _line_grounds(self, _clues: tuple[Cell, ...]) -> Evidence:
        alike = self._list()
        return LineGrounds(self._case(), alike)

    def _case(self) -> LineCase:
        numbers = self._numbers
        cell, is_mine = self._cell_of(next(numbers)), bool(next(numbers))
        steps = tuple([self._line_step() for _ in range(next(numbers))])
        return LineCase(cell, is_mine, steps, tuple([self._case() for _ in range(next(numbers))]))

    def _line_step(self) -> LineStep:
        clue, is_mine = self._clue(), bool(next(self._numbers))
        return LineStep(clue, is_mine, self._list(), self._list(), self._list())

    def _tried_grounds(self, clues: tuple[Cell, ...]) -> Evidence:
        return TriedGrounds(tuple([(self._view[clue], clue) for clue in clues]))

    def _share_grounds(self, _clues: tuple[Cell, ...]) -> Evidence:
        numbers = self._numbers
        clues, needs = [], []
        for _ in range(next(numbers)):
            clues.append(self._clue())
            needs.append(next(numbers))
        return ShareGrounds(tuple(clues), tuple(needs), *islice(numbers, 3))

    def _bound_grounds(self, clues: tuple[Cell, ...]) -> Evidence:
        mines, bound, is_least = islice(self._numbers, 3)
        return BoundGrounds(clues, mines, bound, bool(is_least))

    def _all_grounds(self, _clues: tuple[Cell, ...]) -> Evidence:
        return AllGrounds()


# A decoder for each evidence type, in the order of the kernel's `Evidence` enum.
_DECODERS: tuple[Callable[[ReasonDecoder, tuple[Cell, ...]], Evidence], ...] = (
    ReasonDecoder._clue_grounds,
    ReasonDecoder._sum_grounds,
    ReasonDecoder._line_grounds,
    ReasonDecoder._tried_grounds,
    ReasonDecoder._share_grounds,
    ReasonDecoder._bound_grounds,
    ReasonDecoder._all_grounds,
)

_WAYS = _native.WAYS

EASY = _WAYS["clue"] | _WAYS["pair"]
"""Ways to draw conclusions (bit flags) from single clues and pairs of clues."""

UNCOUNTED = EASY | _WAYS["sum"] | _WAYS["line"] | _WAYS["shares"]
"""Ways to draw conclusions (bit flags) that are tried before layouts are counted."""

# Ways that search for small sets of clues; only they need a time limit.
_LONG = _WAYS["few"] | _WAYS["mines"]
_EVERY_STEP = 1 << 62


def ways_with(analysis: Analysis) -> int:
    """Return the ways to draw conclusions (bit flags) that make sense with this analysis.

    With an estimate, the search for small sets of clues isn't among them. If an estimate says that a cell is certain,
    it really is.
    """
    more = _LONG if analysis.is_exact else _WAYS["long_line"]
    return UNCOUNTED | more | _WAYS["all"]


class Deduction:
    """A series of deductions from one view, and all conclusions drawn so far.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each step.

    Raises:
        BoardTooLargeError: there isn't enough memory.
        BudgetExceededError: the board is too large for the kernel to count its layouts.
    """

    def __init__(self, view: View, trust_flags: bool, budget: Budget) -> None:
        self._view: View = view
        self._trust_flags: bool = trust_flags
        self._budget: Budget = budget
        self._reasoner: Reasoner = borrow_reasoner(view.grid)
        self._decoder: ReasonDecoder = ReasonDecoder(view, self._reasoner.native.row)
        self.count: int = 0
        """Number of reasons found."""
        self._first_safe: int = -1
        if answered(self._reasoner.native.begin(view._data, view.mines, trust_flags)) == OVER_BUDGET:
            raise budget.exceeded("reasons", late=False)

    def go_on(
        self,
        ways: int,
        analysis: Analysis | None = None,
        wanted: Sequence[int] = (),
        *,
        any_safe: bool = False,
        most_steps: int = _EVERY_STEP,
    ) -> bool:
        """Draw further conclusions until the wanted cells are settled.

        Args:
            ways: the allowed ways (bit flags); each is tried only if no easier one finds anything.
            analysis: analysis of the view, for the ways that count layouts.
            wanted: indices of the wanted cells. If empty, and ``any_safe`` is False, draw all conclusions.
            any_safe: whether to stop at the first safe cell.
            most_steps: maximum number of conclusions, each with one or two reasons.

        Returns:
            Whether the wanted cells are settled.

        Raises:
            InconsistentViewError: a clue can't be satisfied; the error names clues that contradict each other.
            BoardTooLargeError: there isn't enough memory.
        """
        asked = None if analysis is None else analysis._data, wanted, any_safe
        seconds = self._budget.seconds if ways & _LONG else None
        while True:
            # The time limit applies to each step, so if there is one, draw one conclusion at a time.
            steps = most_steps if seconds is None else 1
            status, is_enough, is_stuck = self._draw(ways, asked, steps, FOREVER if seconds is None else seconds)
            if status == LATE:
                status, is_enough, is_stuck = self._draw(ways & ~_LONG, asked, 1, FOREVER)
            most_steps -= steps
            if is_enough or is_stuck or most_steps <= 0:
                return is_enough

    def _draw(
        self, ways: int, asked: tuple[bytes | None, Sequence[int], bool], steps: int, seconds: float
    ) -> tuple[int, bool, bool]:
        """Draw conclusions. Returns: the status, whether the wanted cells are settled, whether nothing more follows."""
        native = self._reasoner.native
        states, memory, _ = self._budget.limits()
        status, self.count, self._first_safe, is_enough, is_stuck = native.go_on(
            ways, *asked, steps, states, memory, seconds
        )
        if answered(status) == CONTRADICTION:
            from hypersweep.solve.conflict import blame

            raise blame(self._view, self._trust_flags, self._budget, native)
        return status, is_enough, is_stuck

    def reason(self, number: int) -> Reason:
        """Return the reason with this number; reasons are numbered in the order in which they were found."""
        return self._decoder.reason(number)

    def reasons(self) -> list[Reason]:
        """Return all reasons found so far, in order."""
        return [self._decoder.reason(number) for number in range(self.count)]

    def reason_of(self, cell: int | None) -> Reason | None:
        """Return why a cell is safe or a mine (if ``cell`` is None, why some cell is safe); None if unknown."""
        number = self._first_safe if cell is None else self._reasoner.native.reason_of(cell)
        return None if number < 0 else self._decoder.reason(number)

    def end(self) -> None:
        """Give the compiled reasoner back to the pool; this object can't be used afterwards."""
        give_back(self._reasoner)


_STANDARD = Budget()


def deduce(
    view: View, *, trust_flags: bool = False, budget: Budget | None = None, analysis: Analysis | None = None
) -> list[Reason]:
    r"""Return the reasons for all certain cells, easiest first; each may depend on earlier ones.

    Each certain covered cell is in exactly one reason. The order is that of a careful human player: a harder rule is
    used only if no easier one settles a cell.

    Args:
        view: the view.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each step; None for those of ``analysis``, or else the defaults.
        analysis: exact result of ``analyse`` for this view, so that it isn't analysed again.

    Raises:
        InconsistentViewError: no layout is consistent with the view.
        BudgetExceededError: the work would be too large.
        ParameterError: the analysis is of a different view.

    >>> from hypersweep.view import View
    >>> for reason in deduce(View.parse("2x4 mines=2\n# # # #\n1 2 1 1")):
    ...     print(reason.rule, reason.conclusion, reason.cells)
    pair mine ((0, 2),)
    clue safe ((0, 1), (0, 3))
    clue mine ((0, 0),)
    """
    if analysis is None:
        analysis = analyse(view, trust_flags=trust_flags, budget=_STANDARD if budget is None else budget)
    check_analysis(analysis, check_view(view), bool(trust_flags))
    own = analysis.budget if budget is None else check_budget(budget)
    if not analysis.is_exact:
        raise BudgetExceededError(f"expected an exact analysis, got an estimate of {view!r}")
    deduction = Deduction(view, analysis.trust_flags, own)
    deduction.go_on(ways_with(analysis), analysis)
    reasons = deduction.reasons()
    deduction.end()
    return reasons


def explain(
    view: View,
    cell: CellLike | None = None,
    *,
    policy: Policy = "look-ahead",
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> list[Reason]:
    r"""Return the steps to the simplest safe cell, or the reason for the best guess.

    The last reason is the conclusion; the others are its premises, each of which depends only on earlier ones. The
    simplest safe cell is the one whose hardest step is easiest. If no cell is certainly safe, the result is a single
    reason for the guess that ``choose`` makes; if all covered cells are mines, it is empty. Layouts are counted only
    after all easy rules have failed. If counting them exceeds the budget, a guess is based on estimated probabilities,
    and its reason says so.

    Args:
        view: the view.
        cell: a covered cell; if given, explain why it is safe or a mine, or how likely it is to be a mine.
        policy: policy for the guess, see ``choose``.
        trust_flags: whether to treat every flag as a mine.
        budget: limits for each step; None for those of ``analysis``, or else the defaults.
        analysis: result of ``analyse`` for this view, exact or estimated, so that it isn't analysed again.

    Raises:
        ParameterError: there is no such policy, or the analysis is of a different view.
        InconsistentViewError: no layout is consistent with the view; not raised if an easy rule finds a reason before
            the contradiction is noticed.
        BudgetExceededError: the work would be too large even for an estimate.
        CellError: the cell isn't on the board, or isn't covered.

    >>> from hypersweep.view import View
    >>> for reason in explain(View.parse("2x3 mines=1\n# # #\n1 1 .")):
    ...     print(reason)
    The 0 at (1, 2) touches no mine: (0, 1) and (0, 2) are safe.
    """
    return explain_each(view, [cell], policy=policy, trust_flags=trust_flags, budget=budget, analysis=analysis)[0]


def explain_each(
    view: View,
    cells: Sequence[CellLike | None],
    *,
    policy: Policy = "look-ahead",
    trust_flags: bool = False,
    budget: Budget | None = None,
    analysis: Analysis | None = None,
) -> list[list[Reason]]:
    r"""Return the results of ``explain`` for several cells, without drawing any conclusion twice.

    Args:
        view: the view.
        cells: covered cells, or None for the simplest safe cell.
        policy: as for ``explain``.
        trust_flags: as for ``explain``.
        budget: as for ``explain``.
        analysis: as for ``explain``.

    Raises:
        HypersweepError: as for ``explain``.

    >>> from hypersweep.view import View
    >>> view = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")
    >>> [reasons[-1].cells for reasons in explain_each(view, [(0, 0), None])]
    [((0, 0),), ((0, 1), (0, 3))]
    """
    check_policy(policy)
    grid = check_view(view).grid
    trust = bool(trust_flags)
    found: list[Analysis] = []
    if analysis is not None:
        found.append(check_analysis(analysis, view, trust))
        trust = analysis.trust_flags
    own = check_budget(budget) if budget is not None else _STANDARD if analysis is None else analysis.budget
    covered = (COVERED,) if trust else (COVERED, FLAGGED)
    targets: list[int | None] = []
    for cell in cells:
        target = None if cell is None else grid.index(cell)
        if target is not None and view.codes[target] not in covered:
            raise CellError(f"expected a covered cell, got {grid.cell(target)} (grid {grid})")
        targets.append(target)
    wanted = sorted({target for target in targets if target is not None})
    any_safe = None in targets
    deduction = Deduction(view, trust, own)
    if targets and not deduction.go_on(UNCOUNTED, wanted=wanted, any_safe=any_safe):
        if not found:
            found.append(analyse(view, trust_flags=trust, budget=own, estimate=True))
        deduction.go_on(ways_with(found[0]), found[0], wanted, any_safe=any_safe)
    reasons: dict[int | None, list[Reason]] = {}
    left = []
    for target in dict.fromkeys(targets):
        reason = deduction.reason_of(target)
        if reason is None:
            left.append(target)
        else:
            reasons[target] = list(reason.steps)
    deduction.end()
    if left:
        choice, best = _best(view, found[0], policy, own)
        for target in left:
            guess = best if target is None else grid.cell(target)
            reasons[target] = [] if guess is None else [_guess(view, found[0], choice, guess)]
    return [reasons[target] for target in targets]


def _best(view: View, analysis: Analysis, policy: Policy, budget: Budget) -> tuple[Choice | None, Cell | None]:
    """Return the result of ``choose`` (None unless the analysis is exact) and the best cell (None if all are mines)."""
    if analysis.is_exact:
        try:
            choice = choose(view, policy, budget=budget, analysis=analysis)
        except BudgetExceededError:
            pass
        else:
            return choice, None if choice is None else choice.cell
    # Fall back to a cell with the lowest mine probability, preferably one without a flag.
    safest = analysis.safest_cells
    best = next((cell for cell in safest if view[cell] != FLAGGED), safest[0] if safest else None)
    return None, None if best is None or analysis.probability(best) == 1.0 else best


def _guess(view: View, analysis: Analysis, choice: Choice | None, cell: Cell) -> Reason:
    grid = view.grid
    chances = analysis.probabilities
    safest = analysis.safest_cells
    least = analysis.probability(safest[0])
    clues = tuple(other for other in grid.neighbours(cell) if view[other] >= 0)
    chance = analysis.probability(cell)
    opening, error = 0.0, None
    if analysis.is_exact:
        # If this exceeds the budget, the reason omits the probability of an opening; the mine probability is already
        # known.
        with suppress(BudgetExceededError):
            opening = analysis.clue_chances(cell)[0]
    else:
        error = analysis.standard_error(cell)
    neighbours = grid.geometry().neighbours
    codes = view.codes
    doubtful = [index for index, code in enumerate(codes) if code in (COVERED, FLAGGED) and 0.0 < chances[index] < 1.0]
    # Use a set operation: a Python call for each neighbour would be slow, since a cell in four dimensions has 80 of
    # them.
    hidden = {index for index, code in enumerate(codes) if code < 0}
    near_clues = len([index for index in doubtful if not hidden.issuperset(neighbours(index))])
    grounds = GuessGrounds(
        chance,
        choice,
        cell if cell in safest else safest[0],
        least,
        len(safest) - 1,
        opening,
        bool(clues),
        near_clues,
        len(doubtful) - near_clues,
        error,
    )
    return Reason("guess", "guess", (cell,), clues, (), grounds)
