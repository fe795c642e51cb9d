"""Analysis before a single move: its judgement, the chances of all covered cells, and reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import BudgetExceededError
from hypersweep.review.judge import Judgement, judge
from hypersweep.solve.explanation import explain_each
from hypersweep.view import COVERED

if TYPE_CHECKING:
    from hypersweep.record import Event
    from hypersweep.solve import Analysis, Budget, Reason
    from hypersweep.typing import Cell, FirstOpen, Policy
    from hypersweep.view import View


class Insight(NamedTuple):
    """What could be known before a move.

    Attributes:
        judgement: judgement of the move, with the analysis of the view.
        frontier: indices of the covered cells that clues touch.
        overlooked: why the best cell was best, see ``Lesson``.
        warnings: for a certain mine, the steps that prove it.
    """

    judgement: Judgement
    frontier: frozenset[int]
    overlooked: tuple[Reason, ...]
    warnings: tuple[Reason, ...]


def insight(view: View, event: Event, *, first_open: FirstOpen | None, policy: Policy, budget: Budget) -> Insight:
    r"""Return what could be known before a move.

    Args:
        view: the player's view before the move.
        event: the move, an open or a chord.
        first_open: promise of the rules, for the first move of a game; None for any other.
        policy: the policy to compare with, see ``hypersweep.solve.choose``.
        budget: limits of each analysis.

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
    """Return the covered cells that a move opens: the cell itself, or those around a chord."""
    cell = event.cell
    assert cell is not None
    if event.kind == "open":
        return (cell,)
    return tuple(other for other in view.grid.neighbours(cell) if view[other] == COVERED)


def judge_event(
    view: View, event: Event, *, first_open: FirstOpen | None, policy: Policy, budget: Budget | None
) -> Judgement:
    """Return the judgement of a move of a record.

    Args:
        view: the player's view before the move.
        event: the move.
        first_open: promise of the rules, for the first move of a game; None for any other.
        policy: the policy to compare with.
        budget: limits of each analysis; None to skip analyses.
    """
    cell = event.cell
    assert cell is not None
    judgement = Judgement()
    if event.kind == "open" and first_open not in (None, "any"):
        judgement.verdict, judgement.risk = "first open", 0.0
        judgement.best_cell, judgement.best_risk = cell, 0.0
    elif budget is not None:
        judgement = judge(view, event.kind, cell, policy=policy, budget=budget)
    return judgement


def reasons_for(
    view: View, best: Cell, mine: Cell | None, *, policy: Policy, budget: Budget, analysis: Analysis | None
) -> tuple[list[Reason], list[Reason]]:
    """Return why a cell was best, and why another was a mine; empty if that exceeds the budget.

    Args:
        view: the player's view before the move.
        best: the best cell named by the review, among equals.
        mine: the mine that was opened, if it was certain.
        policy: the policy to compare with.
        budget: limits of each step.
        analysis: analysis of the view, if there is one.
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
