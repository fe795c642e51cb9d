"""Choices, and the policies."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import get_args

import pytest

from hypersweep import View
from hypersweep import typing as hints
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve import analyse, choose, rank
from hypersweep.solve.choice import KINDS, POLICIES, Choice, check_policy


def test_unknown_policies_are_told_the_nearest_name() -> None:
    view = View("3x4", 2, [-1] * 12)
    with pytest.raises(ParameterError, match="did you mean 'look-ahead'"):
        choose(view, "lookahead")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        choose(view, 2)  # type: ignore[arg-type]


def test_policies_and_kinds_are_those_of_the_types() -> None:
    assert get_args(hints.Policy) == POLICIES
    assert get_args(hints.ChoiceKind) == KINDS
    for policy in POLICIES:
        assert check_policy(policy) == policy


def test_a_choice_says_what_it_is_in_short() -> None:
    exact = Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress")
    assert repr(exact) == "<Choice (1, 2), end-game: safe with 0.75, wins 1/2>"
    estimated = Choice((1, 2, 0), "guess", 1 / 3, None, None, "safest", False)
    assert repr(estimated) == "<Choice (1, 2, 0), guess: safe with about 0.333333>"


def test_choices_are_equal_where_all_of_them_is_and_travel() -> None:
    choice = Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress")
    assert pickle.loads(pickle.dumps(choice)) == choice
    assert hash(choice) == hash(Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", True))
    assert choice != Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", False)
    assert choice != Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", True, 0.01)
    with pytest.raises(AttributeError):
        choice.safety = 1.0  # type: ignore[misc]


def test_a_ranking_says_of_every_cell_what_kind_it_is() -> None:
    # A cell that is certain to be safe, one that is certain to be a mine, and cells in doubt.
    view = View.parse("2x9 mines=3\n# # 1 . 1 # # # #\n# 1 1 . 1 # # # #")
    analysis = analyse(view)
    for choice in rank(view, "safest"):
        chance = analysis.probability(choice.cell)
        expected = {0.0: ("safe",), 1.0: ("mine",)}.get(chance, ("guess", "end-game"))
        assert choice.kind in expected
        assert choice.kind in KINDS
        assert choice.safety == pytest.approx(1 - chance)
