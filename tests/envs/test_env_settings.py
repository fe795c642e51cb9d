"""Rewards and endings: invalid values lead to errors that name them."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from hypersweep import CLASSIC, ParameterError, ParameterTypeError, Rules, RulesError
from hypersweep.envs import Ending, Reward
from hypersweep.envs.env_settings import KINDS, check_kinds, check_part, read_seeds


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


def test_kinds_come_in_their_order() -> None:
    for many in (1, 2, 3):
        assert check_kinds(list(KINDS[:many]), CLASSIC) == KINDS[:many]
    wrong: Any
    for wrong in ((), ("flag",), ("open", "chord"), ("open", "open"), (*KINDS, "open"), ([],)):
        with pytest.raises(ParameterError, match="kinds"):
            check_kinds(wrong, CLASSIC)
    for wrong in ("open", None, 3):
        with pytest.raises(ParameterTypeError, match="kinds"):
            check_kinds(wrong, CLASSIC)
    with pytest.raises(RulesError, match="chords"):
        check_kinds(KINDS, Rules.parse("classic,chord=off"))


def test_a_part_is_of_its_kind_or_a_function() -> None:
    check_part(3, int, "reward")
    check_part(lambda env: 3, str, "reward")
    with pytest.raises(ParameterTypeError, match="int or a function for reward, got 'x'"):
        check_part("x", int, "reward")


def test_seeds_are_one_for_each_game() -> None:
    assert read_seeds(7, 3).tolist() == read_seeds(np.array(7), 3).tolist() == [7, 8, 9]
    assert read_seeds(2**64 - 2, 3).tolist() == [2**64 - 2, 2**64 - 1, 0]
    assert read_seeds((seed for seed in (5, 2**64 - 1)), 2).tolist() == [5, 2**64 - 1]
    assert read_seeds(None, 2).tolist() != read_seeds(None, 2).tolist()
    wrong: Any
    for wrong in ([1], (1, 2, 3), -1, 2**64, [1, -1], {}):
        with pytest.raises(ParameterError, match="seed"):
            read_seeds(wrong, 2)
    for wrong in (1.5, True, "ab", [None, 1]):
        with pytest.raises(ParameterTypeError, match="seed"):
            read_seeds(wrong, 2)
