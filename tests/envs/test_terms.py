"""Rewards and endings: values whose errors name the fault."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from hypersweep import ParameterError, ParameterTypeError
from hypersweep.envs import Ending, Reward


def test_the_usual_reward_tells_a_win_from_a_loss_and_nothing_else() -> None:
    assert Reward() == Reward(win=1, loss=-1, cells=0, move=0, useless=0)
    assert Ending() == Ending(useless=False, moves=None)


@pytest.mark.parametrize("value", [Reward(2, -3, 0.5, 0.25, -1), Ending(useless=True, moves=9)])
def test_they_are_values(value: Any) -> None:
    assert copy.copy(value) == value
    assert pickle.loads(pickle.dumps(value)) == value
    assert hash(value) == hash(pickle.loads(pickle.dumps(value)))


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"win": "1"}, ParameterTypeError),
        ({"win": True}, ParameterTypeError),
        ({"loss": None}, ParameterTypeError),
        ({"move": float("nan")}, ParameterError),
        ({"useless": float("inf")}, ParameterError),
        ({"cells": 1e31}, ParameterError),
    ],
)
def test_a_reward_is_made_of_numbers(parts: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(parts))):
        Reward(**parts)


@pytest.mark.parametrize(
    ("parts", "error"),
    [({"useless": 1}, ParameterTypeError), ({"moves": 0}, ParameterError), ({"moves": 2.0}, ParameterTypeError)],
)
def test_an_ending_is_a_switch_and_a_number_of_moves(parts: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=next(iter(parts))):
        Ending(**parts)
