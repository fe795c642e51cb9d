"""Experiments: their arguments, and their division into shards."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.errors import (
    CellError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RulesError,
    ShapeError,
)
from hypersweep.lab import Experiment, Setting
from lab_worlds import experiments, small

WORST: dict[str, Any] = {"kind": "winrate", "boards": [("3x4", 2)], "count": 10}


@pytest.mark.slow
@given(experiments())
def test_shards_are_every_game_once(experiment: Experiment) -> None:
    numbers = {0, experiment.shards_of_each - 1, experiment.shards - 1, experiment.shards // 2}
    for number in numbers:
        shard = experiment.shard_at(number)
        assert 0 < shard.count <= experiment.shard
        assert shard.begin + shard.count <= experiment.count
        if number % experiment.shards_of_each:
            before = experiment.shard_at(number - 1)
            assert (before.place, before.begin + before.count) == (shard.place, shard.begin)
        else:
            assert shard.begin == 0
    last = experiment.shard_at(experiment.shards - 1)
    assert (last.place, last.begin + last.count) == (len(experiment.boards) - 1, experiment.count)


@given(st.integers(1, 500), st.integers(1, 60))
def test_together_shards_have_the_count(count: int, shard: int) -> None:
    experiment = small(count=count, shard=shard)
    shards = [experiment.shard_at(number) for number in range(experiment.shards)]
    assert sum(each.count for each in shards) == 2 * count
    assert [each.place for each in shards] == sorted(each.place for each in shards)


@pytest.mark.slow
@given(experiments())
def test_what_is_formatted_is_parsed_again(experiment: Experiment) -> None:
    text = experiment.format()
    again = Experiment.parse(text)
    assert again == experiment
    assert (again.format(), again.digest()) == (text, experiment.digest())
    assert pickle.loads(pickle.dumps(experiment)) == experiment


def test_every_field_is_in_the_digest() -> None:
    changes: list[tuple[str, dict[str, object]]] = [
        ("winrate", {}),
        ("winrate", {"count": 51}),
        ("winrate", {"seed": 8}),
        ("winrate", {"shard": 21}),
        ("winrate", {"policies": ["safest"]}),
        ("winrate", {"first": "centre"}),
        ("winrate", {"first_open": "any"}),
        ("winrate", {"boards": [("3x4", 3)]}),
        ("sweep", {}),
        ("compare", {}),
        ("compare", {"stop": 0.05}),
        ("compare", {"stop": 0.05, "margin": 0.01}),
        ("boards", {}),
        ("boards", {"grade": "set"}),
        ("boards", {"grade": "set", "exactly": True}),
        ("boards", {"method": "repair"}),
        ("positions", {}),
        ("positions", {"rules": "esp"}),
    ]
    assert len({small(kind, **changed).digest() for kind, changed in changes}) == len(changes)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"kind": "winrat"}, ParameterError, "did you mean 'winrate'"),
        ({"boards": []}, ParameterError, "got none"),
        ({"boards": ["3x4"]}, ParameterTypeError, "pair of grid and mines"),
        ({"boards": [("3x", 2)]}, ParseError, "expected a side"),
        ({"boards": [("0x4", 0)]}, ShapeError, "0"),
        ({"boards": [("3x4", 12)]}, MineCountError, "at most 11 mines"),
        ({"boards": [("3x4", 9)], "first_open": "opening"}, MineCountError, "keeps 9 free"),
        ({"count": 0}, ParameterError, "count of 1"),
        ({"count": True}, ParameterTypeError, "whole number for count"),
        ({"seed": 2**64}, ParameterError, "seed"),
        ({"shard": 0}, ParameterError, "shard"),
        ({"policies": []}, ParameterError, "expected one policy"),
        ({"policies": "safest"}, ParameterTypeError, "names of policies"),
        ({"policies": ["safe"]}, ParameterError, "did you mean 'safest'"),
        ({"policies": [3]}, ParameterTypeError, "name of a player"),
        ({"first": "center"}, ParameterError, "did you mean 'centre'"),
        ({"first": (3, 0)}, CellError, "first: "),
        ({"first": 3}, ParameterTypeError, "coordinates"),
        ({"first_open": "zero"}, RulesError, "zero"),
        ({"stop": 0.05}, ParameterError, "expected no stop for an experiment of winrate"),
        ({"grade": "set"}, ParameterError, "expected no grade"),
        ({"rules": "esp"}, ParameterError, "expected no rules"),
        ({"kind": "compare"}, ParameterError, "expected two policies"),
        ({"kind": "boards", "first_open": "any"}, ParameterError, "without guesses"),
        ({"kind": "boards", "exactly": True}, ParameterError, "exactly without one"),
        ({"kind": "boards", "exactly": 1, "grade": "set"}, ParameterTypeError, "true or false"),
        ({"kind": "boards", "policies": ["safest"]}, ParameterError, "expected no policy"),
    ],
)
def test_what_can_not_be_is_refused(changed: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Experiment(**{**WORST, **changed})


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"stop": 0}, "between 0 and 1"),
        ({"stop": float("nan")}, "between 0 and 1"),
        ({"stop": "0.05"}, "expected a number for stop"),
        ({"margin": 0.01}, "margin alone"),
    ],
)
def test_odd_stops_are_refused(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        small("compare", **changed)


def test_what_is_listed_twice_is_played_once() -> None:
    boards = [("3x4", 2), ("4x5", 3), ("3x4", 2), (Grid("4x5"), 3)]
    assert small(boards=boards).boards == (Setting("3x4", 2), Setting("4x5", 3))
    text = 'kind = "winrate"\ncount = 9\n[[board]]\ngrid = "6x7"\ndensity = [0.1, 0.11, 0.2]\n'
    assert [setting.mines for setting in Experiment.parse(text).boards] == [4, 5, 8]
    assert [setting.mines for setting in Experiment.parse(text.replace("0.11", "0.105")).boards] == [4, 8]


def test_boards_without_guesses_begin_in_the_centre_and_others_in_the_corner() -> None:
    firsts = [experiment.first_cell(Grid("5x6")) for experiment in (small(), small("boards"))]
    assert firsts == [(0, 0), (2, 3)]
    text = 'kind = "boards"\ncount = 9\n[[board]]\ngrid = "5x6"\nmines = 4\n'
    assert Experiment.parse(text) == Experiment(kind="boards", count=9, boards=[("5x6", 4)], first="centre")


@pytest.mark.slow
@given(experiments(), st.data())
def test_on_one_board_it_is_the_same(experiment: Experiment, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(experiment.boards) - 1))
    alone = experiment.on_one(place)
    assert alone.boards == (experiment.boards[place],)
    assert Experiment.parse(alone.format()) == alone
    part = data.draw(st.integers(0, experiment.shards_of_each - 1))
    own, other = alone.shard_at(part), experiment.shard_at(place * experiment.shards_of_each + part)
    assert (own.begin, own.count) == (other.begin, other.count)


def test_a_shard_that_is_not_there_is_refused() -> None:
    with pytest.raises(ParameterError, match="the number of a shard of 0 to 5"):
        small().shard_at(6)


def test_the_first_cell_is_that_of_each_grid() -> None:
    assert small().first_cell(Grid("3x4x5")) == (0, 0, 0)
    assert small(first="centre").first_cell(Grid("3x4x5")) == (1, 2, 2)
    experiment = small(boards=[("3x4", 2)], first=[2, 1])
    assert experiment.first_cell(Grid("3x4")) == (2, 1)
    assert Experiment.parse(experiment.format()) == experiment


def test_shards_are_short_by_themselves() -> None:
    quick = Experiment(kind="winrate", boards=[("16x30", 99)], count=10**6)
    own = Experiment(kind="winrate", boards=[("16x30", 99)], count=10**6, policies=["a:b"])
    assert 1 <= own.shard < quick.shard < 2000
    assert Experiment(kind="winrate", boards=[((2000, 2000), 9)], count=9).shard == 1
    assert Setting("4x5", 5).density == 0.25
