"""The player's knowledge before a move."""

from __future__ import annotations

import pytest

from hypersweep import Budget, BudgetExceededError, View
from hypersweep.record import Event
from hypersweep.review import move_analysis as module
from hypersweep.review.move_analysis import cells_at_risk, insight, is_move, judge_event

VIEW = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")


def test_a_mistake_comes_with_both_reasons() -> None:
    found = insight(VIEW, Event(0, "open", (0, 2), 1), first_open=None, policy="safest", budget=Budget())
    assert found.judgement.verdict == "blunder"
    assert found.judgement.best_cell in found.overlooked[-1].cells
    assert (found.overlooked[-1].conclusion, found.warnings[-1].conclusion) == ("safe", "mine")
    assert (0, 2) in found.warnings[-1].cells
    assert found.frontier == {0, 1, 2, 3}


def test_the_frontier_is_what_clues_touch() -> None:
    view = View.parse("3x4 mines=2\n1 # # F\n# # # #\n# # # #")
    found = insight(view, Event(0, "open", (2, 3), 1), first_open=None, policy="safest", budget=Budget())
    assert found.frontier == {1, 4, 5}


def test_reasons_past_the_budget_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> object:
        raise BudgetExceededError("expected less work")

    monkeypatch.setattr(module, "explain_each", too_much)
    found = insight(VIEW, Event(0, "open", (0, 2), 1), first_open=None, policy="safest", budget=Budget())
    assert (found.overlooked, found.warnings) == ((), ())
    assert found.judgement.best_risk == 0.0


@pytest.mark.parametrize(
    ("first_open", "verdict"), [("safe", "first open"), ("opening", "first open"), ("any", "forced guess")]
)
def test_a_first_open_is_what_the_rules_promise(first_open: str, verdict: str) -> None:
    view = View("3x4", 2, [-1] * 12)
    found = insight(view, Event(0, "open", (0, 0), 1), first_open=first_open, policy="safest", budget=Budget())  # type: ignore[arg-type]
    assert found.judgement.verdict == verdict
    assert found.frontier == frozenset()
    nothing = judge_event(view, Event(0, "open", (0, 0), 1), first_open=None, policy="safest", budget=None)
    assert nothing.verdict == "unknown"


def test_moves_and_what_they_risk() -> None:
    assert [is_move(event) for event in (Event(0, "open", (0, 0), 1), Event(0, "open", (0, 0)))] == [True, False]
    assert not is_move(Event(0, "flag", (0, 0), 1))
    view = View.parse("2x4 mines=2\nF # # #\n1 2 1 1")
    assert cells_at_risk(view, Event(0, "open", (0, 2), 1)) == ((0, 2),)
    assert cells_at_risk(view, Event(0, "chord", (1, 1), 2)) == ((0, 1), (0, 2))
