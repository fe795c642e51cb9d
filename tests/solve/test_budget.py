"""Limits of an analysis, and the errors if they are too small."""

from __future__ import annotations

import pickle

import pytest

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve import Budget
from hypersweep.solve.budget import Width, check_budget


def test_budgets() -> None:
    budget = Budget(1000, seconds=2)
    assert (budget.states, budget.memory, budget.seconds) == (1000, 1 << 30, 2.0)
    assert budget == Budget(states=1000, seconds=2.0) == pickle.loads(pickle.dumps(budget))
    assert budget != Budget(1001)
    assert hash(budget) == hash(Budget(1000, seconds=2.0))
    with pytest.raises(AttributeError):
        budget.states = 5  # type: ignore[misc]
    for wrong in ({"states": 0}, {"memory": -1}, {"seconds": 0}, {"seconds": float("nan")}):
        with pytest.raises(ParameterError):
            Budget(**wrong)
    with pytest.raises(ParameterTypeError):
        Budget(seconds="3")  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [True, "3", [1], 1j])
def test_seconds_of_another_kind_are_refused(seconds: object) -> None:
    with pytest.raises(ParameterTypeError, match="expected a number of seconds or None, got"):
        Budget(seconds=seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1.5, float("inf"), float("nan"), 1e18])
def test_seconds_that_are_no_limit_are_refused(seconds: float) -> None:
    with pytest.raises(ParameterError, match="expected seconds above 0, got"):
        Budget(seconds=seconds)


def test_the_kernel_is_given_a_number_whatever_the_limits() -> None:
    assert Budget(7, 9, seconds=2).limits() == (7, 9, 2.0)
    states, memory, seconds = Budget().limits()
    assert (states, memory) == (1 << 22, 1 << 30)
    assert seconds > 3600 * 24 * 365 * 100


@pytest.mark.parametrize(
    ("late", "width", "advice"),
    [
        (False, None, "after 12 states; a larger Budget(states=..., memory=...) may help"),
        (True, None, "within 3.0 seconds; a larger Budget(seconds=...) may help"),
        (
            False,
            Width(5, 9, 11.4),
            (
                "5 clues that bear on each other take about 2^11 states; "
                "Budget(states=1 << 17, memory=1 << 30) may be enough"
            ),
        ),
        (False, Width(5, 9, 24.6), "take about 2^25 states; Budget(states=1 << 27, memory=1 << 35) may be enough"),
        (False, Width(5, 9, 60.0), "take about 2^60 states"),
        (True, Width(5, 9, 11.0), "take about 2^11 states; a larger Budget(seconds=...) may help"),
        (True, Width(5, 9, 60.0), "take about 2^60 states"),
    ],
)
def test_the_error_advises_what_can_help_and_nothing_where_nothing_can(
    late: bool, width: Width | None, advice: str
) -> None:
    budget = Budget(100, 1 << 20, seconds=3)
    error = budget.exceeded("an answer", 12, late=late, width=width)
    assert str(error).startswith("expected an answer within ")
    assert str(error).endswith(advice)
    assert (error.states, error.log2_states) == (12, None if width is None else width.log2_states)
    told = str(budget.exceeded("an answer", 12, late=late, width=width, may_estimate=True))
    assert told.endswith("analyse(..., estimate=True) gives an estimate")


def test_what_is_no_budget_is_refused() -> None:
    assert check_budget(Budget(5)) == Budget(5)
    with pytest.raises(ParameterTypeError, match=r"^expected a Budget, got 5 \(int\)$"):
        check_budget(5)
