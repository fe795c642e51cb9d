"""Sets of figures: values that never change, and pickles that are checked."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from hypersweep import ParameterError, ParameterTypeError
from hypersweep.figures import Figures, _again


class Score(Figures):
    """Figures to test with."""

    __slots__ = ("name", "points")

    _whole = ("points",)

    name: str
    points: int

    def _check(self) -> None:
        self._expect("name", str, type(None))


class Match(Score):
    """Figures of a class derived from another."""

    __slots__ = ("place",)

    place: object


def test_figures_are_values() -> None:
    match = Match(name="a", points=3, place=(1, 2))
    for again in (copy.copy(match), copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert again == match
        assert hash(again) == hash(match)
    assert match != Match(name="a", points=4, place=(1, 2))
    assert Score(name="a", points=3) != match
    assert repr(match) == "Match(name='a', points=3, place=(1, 2))"
    for name in ("name", "place", "else"):
        with pytest.raises(AttributeError, match=name):
            setattr(match, name, 1)
        with pytest.raises(AttributeError, match=name):
            delattr(match, name)


def test_every_figure_is_given_once_and_fits() -> None:
    wrong: Any
    for wrong in ({"name": "a"}, {"name": "a", "points": 3, "pionts": 3}, {}):
        with pytest.raises(ParameterTypeError):
            Score(**wrong)
    with pytest.raises(ParameterTypeError, match="did you mean 'points'"):
        Score(name="a", pionts=3)
    with pytest.raises(ParameterTypeError, match="got none for points"):
        Score(name="a")
    for wrong in (True, 1.5, "3", None):
        with pytest.raises(ParameterTypeError, match="points"):
            Score(name="a", points=wrong)
    with pytest.raises(ParameterError, match="points"):
        Score(name="a", points=-1)
    with pytest.raises(ParameterTypeError, match="expected str or None for name of a Score, got 7"):
        Score(name=7, points=1)
    assert Score(name=None, points=1).name is None


def test_a_pickle_that_was_tampered_with_is_refused() -> None:
    wrong: Any
    for wrong in (None, int, Figures, "Score"):
        with pytest.raises(ParameterTypeError, match="class of figures"):
            _again(wrong, {"name": "a", "points": 3})
    for wrong in (None, [("name", "a")], {1: 2}):
        with pytest.raises(ParameterTypeError, match="by name"):
            _again(Score, wrong)
    with pytest.raises(ParameterError):
        _again(Score, {"name": "a", "points": -3})
