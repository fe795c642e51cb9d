"""Judge a move by the view before it: the risk, the best alternative, and the reasons for both."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import BudgetExceededError
from hypersweep.solve import analyse, choose, rank
from hypersweep.solve.explanation import explain_each
from hypersweep.view import COVERED, FLAGGED, MINE, View

if TYPE_CHECKING:
    from typing import Self

    from hypersweep.record import Event
    from hypersweep.solve import Analysis, Budget, Choice, Reason
    from hypersweep.typing import Cell, FirstOpen, Policy, Verdict


VERDICTS: tuple[Verdict, ...] = (
    "first click",
    "certain",
    "forced guess",
    "risky guess",
    "unneeded guess",
    "blunder",
    "unknown",
)
"""Verdicts on moves; see ``ReviewedMove.verdict``."""

UNNEEDED: tuple[Verdict, ...] = ("unneeded guess", "blunder")
"""Verdicts on unneeded guesses."""

# Chances that differ by less than this count as equal, since an exact analysis may be off by 1e-12.
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """An open or chord that changed something, and its judgement.

    Attributes:
        number: the move's number, counting from 1.
        position: index of its event in the record.
        milliseconds: the move's time on the game's clock, in ms.
        kind: "open" or "chord".
        cell: its cell.
        cells: the covered cells at risk: the cell itself, or the neighbours opened by the chord.
        verdict: "first click" (safe by the rules), "certain" (no risk), "forced guess" (no cell was certainly safe, and
            no other guess was better), "risky guess" (no cell was certainly safe, but another guess was better),
            "unneeded guess" (another cell was certainly safe), "blunder" (a certain mine), or "unknown" (the view was
            too hard to analyse, or the review ran out of time).
        risk: the chance of an explosion, or None if unknown.
        best_cell: the best cell, explained in lessons: the certainly safe cell with the simplest reason, otherwise the
            policy's choice. None if unknown.
        best_risk: the chance that ``best_cell`` is a mine.
        safest_cell: if no cell was certainly safe, the cell least likely to be a mine. It may differ from
            ``best_cell``, because a policy may accept more risk to get more information.
        safest_risk: the chance that ``safest_cell`` is a mine.
        survived: whether no mine exploded.
        is_estimate: whether the chances are estimates.
        is_taken_back: whether the move was undone and not redone.
        win_chance: for a guess near the end, the chance of winning with best play before it; None if unknown.
        kept_win_chance: likewise, the chance of winning with this move and best play afterwards; None if unknown.
    """

    best_cell: Cell | None
    best_risk: float | None
    cell: Cell
    cells: tuple[Cell, ...]
    is_estimate: bool
    is_taken_back: bool
    kept_win_chance: float | None
    kind: str
    milliseconds: int
    number: int
    position: int
    risk: float | None
    safest_cell: Cell | None
    safest_risk: float | None
    survived: bool
    verdict: Verdict
    win_chance: float | None

    @property
    def is_guess(self) -> bool:
        """Whether the move has a known risk above 0."""
        return self.risk is not None and self.risk > 0

    @property
    def allowed_risk(self) -> float:
        """The maximum risk that isn't blamed on the player: the larger of the risks of the best and the safest cell."""
        return max(self.best_risk or 0.0, self.safest_risk or 0.0) if self.verdict != "unneeded guess" else 0.0

    @property
    def given_away(self) -> float:
        """How much survival chance the move gave away: its risk minus the allowed risk, at least 0."""
        if self.risk is None or self.verdict in ("certain", "forced guess", "first click"):
            return 0.0
        return max(0.0, self.risk - self.allowed_risk)

    @property
    def luck(self) -> float:
        """The risk if no mine exploded, otherwise the risk minus 1; the long-run mean is 0 for any player."""
        if self.risk is None:
            return 0.0
        return self.risk if self.survived else self.risk - 1.0

    def as_dict(self) -> dict[str, object]:
        """Return the move as a dictionary for JSON."""
        values: dict[str, object] = {each.name: getattr(self, each.name) for each in fields(self)}
        values["given_away"] = self.given_away
        values["luck"] = self.luck
        for name in ("cell", "best_cell", "safest_cell"):
            cell = values[name]
            values[name] = None if cell is None else list(cell)  # type: ignore[call-overload]
        values["cells"] = [list(cell) for cell in self.cells]
        return values


class Judgement:
    """Result of ``judge``: the fields of a ``ReviewedMove`` that depend only on the view and the move.

    Attributes:
        analysis: analysis of the view, for reuse; None if the view wasn't analysed.
    """

    _FIELDS = (
        "best_cell",
        "best_risk",
        "is_estimate",
        "kept_win_chance",
        "risk",
        "safest_cell",
        "safest_risk",
        "verdict",
        "win_chance",
    )

    __slots__ = ("analysis", *_FIELDS)

    def __init__(self) -> None:
        self.verdict: Verdict = "unknown"
        self.risk: float | None = None
        self.best_cell: Cell | None = None
        self.best_risk: float | None = None
        self.safest_cell: Cell | None = None
        self.safest_risk: float | None = None
        self.is_estimate: bool = False
        self.win_chance: float | None = None
        self.kept_win_chance: float | None = None
        self.analysis: Analysis | None = None

    @classmethod
    def of_certain(cls) -> Self:
        """Return the judgement of a move that risks nothing, without a best cell."""
        found = cls()
        found.verdict, found.risk = "certain", 0.0
        return found

    def fields(self) -> dict[str, object]:
        """Return the fields by name, without the analysis."""
        return {name: getattr(self, name) for name in self._FIELDS}


def judge(view: View, kind: str, cell: Cell, *, policy: Policy | None, budget: Budget) -> Judgement:
    r"""Judge a move on a view.

    Args:
        view: the player's view; flags aren't treated as mines.
        kind: "open" or "chord".
        cell: the cell.
        policy: the policy to compare with, see ``hypersweep.solve.choose``. None to compare with none: then only
            guesses have a best cell, the first of the safest cells.
        budget: limits for each analysis.

    >>> from hypersweep.solve import Budget
    >>> found = judge(View.parse("2x3 mines=1\n# 1 #\n# 1 #"), "open", (0, 0), policy="safest", budget=Budget())
    >>> found.verdict, found.risk
    ('forced guess', 0.25)
    """
    found = Judgement()
    try:
        analysis = analyse(view, budget=budget, estimate=True)
    except BudgetExceededError:
        return found
    found.analysis = analysis
    found.is_estimate = not analysis.is_exact
    try:
        risk = _chord_risk(view, analysis, cell, budget) if kind == "chord" else analysis.probability(cell)
    except BudgetExceededError:
        risk = None
    if risk is not None and risk <= _SAME and policy is None:
        certain = Judgement.of_certain()
        certain.analysis, certain.is_estimate = analysis, found.is_estimate
        return certain
    # The kernel finds certainly safe cells; ``safest_cells`` takes several times as long as the analysis.
    safest = found.best_cell = (analysis.safe_cells or analysis.safest_cells)[0]
    found.best_risk = analysis.probability(safest)
    if risk is None:
        return found
    found.risk = risk
    if found.risk <= _SAME:
        found.verdict, found.risk = "certain", 0.0
        if kind == "open":
            found.best_cell, found.best_risk = cell, 0.0
    elif found.best_risk <= _SAME:
        found.verdict = "unneeded guess"
        found.best_cell = (_simplest(view, analysis, budget) if policy is not None else None) or safest
    else:
        found.verdict = "forced guess"
        found.safest_cell, found.safest_risk = found.best_cell, found.best_risk
        if policy is not None:
            _advise(found, view, analysis, kind, cell, policy, budget)
    if found.risk >= 1 - _SAME:
        found.verdict, found.risk = "blunder", 1.0
    return found


def _simplest(view: View, analysis: Analysis, budget: Budget) -> Cell | None:
    """Return the cell with the simplest proof that it is safe, preferably an unflagged one; None if over budget."""
    try:
        (reasons,) = explain_each(view, [None], policy="safest", budget=budget, analysis=analysis)
    except BudgetExceededError:
        return None
    if not reasons or reasons[-1].conclusion != "safe":
        return None
    cells = reasons[-1].cells
    return next((cell for cell in cells if view[cell] != FLAGGED), cells[0])


def _chord_risk(view: View, analysis: Analysis, cell: Cell, budget: Budget) -> float:
    """Return a chord's risk: the chance that any of its flags is wrong."""
    right = 1.0
    codes: list[int] | None = None
    seen, chances = view.codes, analysis.probabilities
    near = view.grid.geometry().neighbours(view.grid.index(cell))
    doubtful = [flag for flag in near if seen[flag] == FLAGGED and chances[flag] < 1 - _SAME]
    for place, flag in enumerate(doubtful):
        chance = analysis.probability(flag)
        right *= chance
        if chance <= _SAME:
            return 1.0
        if place + 1 < len(doubtful) and chance < 1 - _SAME:
            # Compute the next flag's chance given that this flag is right.
            codes = list(view.codes) if codes is None else codes
            codes[flag] = MINE
            analysis = analyse(View(view.grid, view.mines, codes), budget=budget, estimate=True)
    return 1.0 - right


def _advise(
    found: Judgement, view: View, analysis: Analysis, kind: str, cell: Cell, policy: Policy, budget: Budget
) -> None:
    """Add to the judgement the policy's own guess, and the verdict on the player's guess."""
    assert found.risk is not None
    assert found.safest_risk is not None
    try:
        choice: Choice | None = choose(view, policy, budget=budget, analysis=analysis)
    except BudgetExceededError:
        choice = None
    allowed = found.safest_risk
    if choice is not None:
        found.best_cell = choice.cell
        found.best_risk = analysis.probability(choice.cell)
        allowed = max(allowed, found.best_risk)
        if choice.win_probability is not None and kind == "open":
            found.win_chance = found.kept_win_chance = float(choice.win_probability)
            if choice.cell != cell:
                found.kept_win_chance = _kept_win_chance(view, analysis, cell, policy, budget)
    # Allow for errors if the chances are estimates.
    margin = _SAME if analysis.is_exact else 3 * analysis.standard_error(cell) + 0.005
    if found.risk <= allowed + margin:
        return
    if found.win_chance is not None and found.kept_win_chance is not None:
        # Near the end, the chance of winning decides, not the risk.
        if found.kept_win_chance < found.win_chance - _SAME:
            found.verdict = "risky guess"
        return
    found.verdict = "risky guess"


def _kept_win_chance(view: View, analysis: Analysis, cell: Cell, policy: Policy, budget: Budget) -> float | None:
    """Return the chance of winning by opening a cell and playing perfectly afterwards; None if over budget."""
    for choice in rank(view, policy, budget=budget, analysis=analysis):
        if choice.cell == cell and choice.win_probability is not None:
            return float(choice.win_probability)
    # A certain mine loses the game.
    return 0.0 if analysis.probability(cell) == 1.0 else None


class Insight(NamedTuple):
    """What the player could know before a move.

    Attributes:
        judgement: judgement of the move, with the analysis of the view.
        frontier: indices of the covered cells that touch a clue.
        overlooked: the reasons why the best cell was best, see ``Lesson``.
        warnings: if the move opened a certain mine, the steps that prove it.
    """

    judgement: Judgement
    frontier: frozenset[int]
    overlooked: tuple[Reason, ...]
    warnings: tuple[Reason, ...]


def insight(view: View, event: Event, *, first_open: FirstOpen | None, policy: Policy, budget: Budget) -> Insight:
    r"""Return what the player could know before a move.

    Args:
        view: the player's view before the move.
        event: the move, an open or a chord.
        first_open: if this move is the first, the rules' promise for it; otherwise None.
        policy: the policy to compare with, see ``hypersweep.solve.choose``.
        budget: limits for each analysis.

    >>> from hypersweep.record import Event
    >>> from hypersweep.solve import Budget
    >>> from hypersweep.view import View
    >>> view = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")
    >>> found = insight(view, Event(900, "open", (0, 2), 1), first_open=None, policy="safest", budget=Budget())
    >>> found.judgement.verdict, found.judgement.best_cell, str(found.warnings[-1])[:17]
    ('blunder', (0, 1), 'The 2 at (1, 1) c')
    """
    judgement = judge_event(view, event, first_open=first_open, policy=policy, budget=budget)
    overlooked: list[Reason] = []
    warnings: list[Reason] = []
    analysis = judgement.analysis
    best = judgement.best_cell
    if analysis is not None and best is not None and view[best] < 0:
        mine = event.cell if judgement.verdict == "blunder" and event.kind == "open" else None
        overlooked, warnings = reasons_for(view, best, mine, policy=policy, budget=budget, analysis=analysis)
    return Insight(judgement, _frontier(view), tuple(overlooked), tuple(warnings))


def is_move(event: Event) -> bool:
    """Return whether an event is a move to judge: an open or a chord that changed something."""
    return event.kind in ("open", "chord") and event.changed > 0


def cells_at_risk(view: View, event: Event) -> tuple[Cell, ...]:
    """Return the covered cells opened by a move: the cell itself, or for a chord its unflagged neighbours."""
    cell = event.cell
    assert cell is not None
    if event.kind == "open":
        return (cell,)
    grid, codes = view.grid, view.codes
    return tuple([grid.cell(near) for near in grid.geometry().neighbours(grid.index(cell)) if codes[near] == COVERED])


def judge_event(
    view: View,
    event: Event,
    *,
    first_open: FirstOpen | None,
    policy: Policy | None,
    budget: Budget | None,
) -> Judgement:
    """Judge a move in a record.

    Args:
        view: the player's view before the move.
        event: the move.
        first_open: if this move is the first, the rules' promise for it; otherwise None.
        policy: the policy to compare with; None to compare with none.
        budget: limits for each analysis; None for no analysis.
    """
    cell = event.cell
    assert cell is not None
    judgement = Judgement()
    if event.kind == "open" and first_open not in (None, "any"):
        judgement.verdict, judgement.risk = "first click", 0.0
        judgement.best_cell, judgement.best_risk = cell, 0.0
    elif budget is not None:
        judgement = judge(view, event.kind, cell, policy=policy, budget=budget)
    return judgement


def reasons_for(
    view: View, best: Cell, mine: Cell | None, *, policy: Policy, budget: Budget, analysis: Analysis | None
) -> tuple[list[Reason], list[Reason]]:
    """Return the reasons why a cell was best, and why another was a mine; empty if they exceed the budget.

    Args:
        view: the player's view before the move.
        best: the cell named as best in the review (others may be equally good).
        mine: the opened cell if it was a certain mine, otherwise None.
        policy: the policy to compare with.
        budget: limits for each step.
        analysis: analysis of the view to reuse, or None.
    """
    cells = [best] if mine is None else [best, mine]
    try:
        found = explain_each(view, cells, policy=policy, budget=budget, analysis=analysis)
    except BudgetExceededError:
        return [], []
    return found[0], found[1] if mine is not None else []


def _frontier(view: View) -> frozenset[int]:
    neighbours = view.grid.geometry().neighbours
    codes = view.codes
    return frozenset(
        other for index, code in enumerate(codes) if code > 0 for other in neighbours(index) if codes[other] < 0
    )
