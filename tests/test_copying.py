"""Immutable objects, copies of live objects, and objects that refuse to be copied."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Self

import pytest

from hypersweep import CLASSIC, Grid, Layout, Move, ParameterTypeError, View
from hypersweep.copying import Copyable, NotCopyable

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda it, protocol=protocol: pickle.loads(pickle.dumps(it, protocol)) for protocol in range(2, 6)),
]


class Clock(Copyable):
    __slots__ = ("_ticks",)

    def __init__(self) -> None:
        self._ticks: list[int] = []

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        twin._ticks = list(self._ticks)
        return twin


class Wall(Clock):
    room: object = "hall"


class Island(NotCopyable):
    _why_no_copy = "there is one sea"


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (Grid("3x4"), "shape"),
        (Grid("3x4"), "dimensions"),
        (CLASSIC, "chord"),
        (View("1x2", 0, [0, 0]), "mines"),
        (Layout("3x4"), "grid"),
        (Move("open", (3, 4)), "cell"),
    ],
)
def test_an_immutable_value_can_not_be_changed(value: object, name: str) -> None:
    before = getattr(value, name)
    with pytest.raises(AttributeError, match="immutable"):
        setattr(value, name, 3)
    with pytest.raises(AttributeError, match="immutable"):
        delattr(value, name)
    assert getattr(value, name) == before


def test_a_derived_class_of_a_value_is_of_the_same_kind() -> None:
    class Sheet(Grid):
        pass

    assert Sheet("3x4") == Grid("3x4")
    assert len({Sheet("3x4"), Grid("3x4")}) == 1
    assert type(copy.copy(Sheet("3x4"))) is Sheet


def test_a_value_is_its_own_copy() -> None:
    grid = Grid("3x4")
    assert copy.copy(grid) is copy.deepcopy(grid) is grid


def test_what_a_derived_class_adds_is_copied() -> None:
    clock = Wall()
    clock.room = ["cellar"]
    twin, deep = copy.copy(clock), copy.deepcopy(clock)
    twin._ticks.append(1)
    assert clock._ticks == []
    assert twin.room is clock.room
    assert deep.room == clock.room
    assert deep.room is not clock.room


def test_what_can_not_be_copied_says_why() -> None:
    island = Island()
    for work in COPIES:
        with pytest.raises(ParameterTypeError, match=r"^an Island can't be copied or pickled: there is one sea$"):
            work(island)
