"""Results as values: parts by their names, and a line for people."""

from __future__ import annotations

import copy
import pickle

import pytest

from hypersweep import Grid, Outcome, Rules
from hypersweep.session import Result


def result(**changed: object) -> Result:
    parts: dict[str, object] = {"name": "a", "grid": Grid("3x4"), "mines": 2, "rules": Rules(), "outcome": Outcome.WON,
                                "milliseconds": 7049, "is_ranked": True}  # fmt: skip
    return Result(**{**parts, **changed})  # type: ignore[arg-type]


def test_what_is_not_said_is_nothing() -> None:
    found = result()
    assert (found.deaths, found.hints, found.start, found.player) == (0, 0, "", "")
    assert (found.three_bv, found.clicks, found.three_bv_per_second, found.efficiency) == (None, 0, None, None)


def test_rates_are_those_of_the_figures_of_a_game() -> None:
    found = result(three_bv=30, clicks=40, milliseconds=12_000)
    assert (found.three_bv_per_second, found.efficiency) == (2.5, 0.75)
    assert result(three_bv=30, clicks=40, milliseconds=0).three_bv_per_second is None
    assert result(three_bv=None, clicks=40).efficiency is None


def test_every_part_is_compared_and_travels() -> None:
    changes: dict[str, object] = {"name": "b", "grid": Grid("4x3"), "mines": 3, "outcome": Outcome.LOST,
        "milliseconds": 7050, "is_ranked": False, "is_walkover": True, "deaths": 1, "hints": 1,
        "start": "2024-01-01T00:00:00Z", "player": "Ann", "three_bv": 7, "clicks": 9,
        "rules": Rules(first_open="any")}  # fmt: skip
    assert set(changes) == set(Result.__slots__)
    for name, value in changes.items():
        other = result(**{name: value})
        assert getattr(other, name) == value
        assert other != result()
        assert pickle.loads(pickle.dumps(other)) == copy.deepcopy(other) == other
        assert hash(other) == hash(result(**{name: value}))
        with pytest.raises(AttributeError):
            setattr(other, name, value)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "<Result a: 3x4 with 2 mines, won after 7.049 s>"),
        ({"is_ranked": False}, "<Result a: 3x4 with 2 mines, won after 7.049 s, not ranked>"),
        ({"outcome": Outcome.ONGOING, "milliseconds": 0}, "<Result a: 3x4 with 2 mines, ongoing after 0.000 s>"),
    ],
)
def test_a_line_for_people(changes: dict[str, object], text: str) -> None:
    assert repr(result(**changes)) == text
