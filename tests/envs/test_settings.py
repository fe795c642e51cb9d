"""The settings of a batch, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hypersweep import CLASSIC, ParameterError, ParameterTypeError, Rules, RulesError
from hypersweep.envs.settings import KINDS, check_kinds, check_part, read_seeds


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
