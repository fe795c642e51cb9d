"""Reasons as values: their steps, and how much each level reveals."""

from __future__ import annotations

import pickle

import pytest

from hypersweep import View
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve import Reason, explain
from hypersweep.solve.evidence import AllGrounds
from hypersweep.solve.reason import RULES


def test_hints_give_away_more_and_more() -> None:
    (reason,) = explain(View.parse("1x4 mines=1\nF 1 # #"), trust_flags=True)
    assert reason.hint(1) == "Look at (0, 1)."
    assert reason.hint(2) == "The clue at (0, 1) alone shows that some cells are safe."
    assert reason.hint(3) == str(reason)
    assert "D" in reason.hint(3, lambda cell: "ABCD"[cell[1] + 1])
    for level in (0, 4):
        with pytest.raises(ParameterError, match="1 to 3"):
            reason.hint(level)


def test_rules_have_levels() -> None:
    assert RULES == ("clue", "pair", "set", "count", "guess")


def chain(length: int) -> Reason:
    """Return a reason on top of a chain of others."""
    reason = Reason("clue", "safe", ((0, 0),), ((0, 1),), (), AllGrounds())
    for place in range(1, length):
        reason = Reason("clue", "safe", ((place, 0),), ((place, 1),), (reason,), AllGrounds())
    return reason


def test_steps_come_after_what_they_rest_on_and_once_each() -> None:
    first = Reason("clue", "mine", ((0, 1),), ((1, 1),), (), AllGrounds())
    second = Reason("clue", "safe", ((0, 0),), ((1, 0),), (first,), AllGrounds())
    third = Reason("pair", "safe", ((0, 2),), ((1, 1), (1, 2)), (first, second), AllGrounds())
    assert third.steps == (first, second, third)
    assert third.all_clues == ((1, 0), (1, 1), (1, 2))
    assert (first.probability, second.probability) == (1.0, 0.0)
    assert (third.choice, third.is_estimate) == (None, False)


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 39, 40, 41, 5000])
def test_reasons_of_any_depth_travel_and_compare(length: int) -> None:
    reason = chain(length)
    again = pickle.loads(pickle.dumps(reason))
    assert again == reason
    assert hash(again) == hash(reason)
    assert len(again.steps) == length
    assert reason != chain(length + 1)


def test_equal_reasons_rest_on_equal_steps() -> None:
    one = Reason("clue", "mine", ((0, 1),), ((1, 1),), (), AllGrounds())
    other = Reason("clue", "mine", ((0, 2),), ((1, 1),), (), AllGrounds())
    last = [Reason("clue", "safe", ((0, 0),), ((1, 0),), (step,), AllGrounds()) for step in (one, one, other)]
    assert last[0] == last[1] != last[2]
    assert last[0] != "reason"


@pytest.mark.parametrize("level", [0, 4, True, "1"])
def test_levels_are_1_to_3(level: object) -> None:
    reason = chain(2)
    with pytest.raises(ParameterError if level in (0, 4) and level is not True else ParameterTypeError):
        reason.hint(level)  # type: ignore[arg-type]


def test_cells_are_named_as_one_likes() -> None:
    reason = chain(1)
    assert reason.format(lambda cell: "abc"[cell[0]] + str(cell[1] + 1)).startswith("a1 is safe: ")
    assert reason.hint(1, lambda cell: f"<{cell[1]}>") == "Look at <1>."
    assert reason.hint(3) == str(reason)
