from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hypersweep import ParameterError, ParameterTypeError
from hypersweep.engine import Answer, EngineBudget, EngineMove


def test_budgets_that_cannot_be() -> None:
    wrong: list[dict[str, Any]] = [{"states": 0}, {"memory": -1}, {"seconds": 0}, {"seconds": float("nan")}]
    for named in (*wrong, {"seconds": 1e30}):
        with pytest.raises(ParameterError):
            EngineBudget(**named)
    kinds: list[dict[str, Any]] = [{"states": 1.5}, {"memory": True}, {"seconds": "1"}, {"seconds": True}]
    for named in kinds:
        with pytest.raises(ParameterTypeError):
            EngineBudget(**named)
    assert EngineBudget(seconds=2) == EngineBudget(None, None, 2.0)


def test_an_answer_says_what_its_best_move_says() -> None:
    move = EngineMove((0, 3), 0.25, "end-game", 0.75, Fraction(3, 4), True)
    answer = Answer(move, ranked=(move,), is_stopped=True)
    assert (answer.cell, answer.is_exact, repr(answer)) == ((0, 3), True, "<Answer (0, 3), a mine with 0.25, stopped>")
    assert repr(Answer(None)) == "<Answer gives up>"
    assert Answer(None).cell is None
    assert Answer(None).is_exact is None
    assert answer.replace(best=None).ranked == (move,)
    with pytest.raises(ParameterTypeError):
        Answer((0, 3))  # type: ignore[arg-type]
