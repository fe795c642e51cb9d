"""Attributes that are set once, and things that can't be copied."""

from __future__ import annotations

import copy
import pickle

import pytest

from hypersweep import Stream
from hypersweep.copies import Fixed, Uncopied
from hypersweep.errors import ParameterTypeError


class Point(Fixed):
    __slots__ = ("x", "y")

    x: int
    y: int

    def __init__(self, x: int, y: int) -> None:
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)


class Named(Point):
    name = "nobody"


class Island(Uncopied):
    _why_no_copy = "there is one sea"


def test_own_attributes_are_set_once() -> None:
    for point in (Point(1, 2), Named(1, 2)):
        for name in ("x", "y"):
            with pytest.raises(AttributeError, match=f"^the {name} of a Point can't be changed$"):
                setattr(point, name, 3)
            with pytest.raises(AttributeError, match=f"^the {name} of a Point can't be changed$"):
                delattr(point, name)
        assert (point.x, point.y) == (1, 2)
    with pytest.raises(AttributeError):
        Point(1, 2).z = 3


def test_what_derived_classes_add_can_be_changed() -> None:
    point = Named(1, 2)
    point.name = "Ada"
    assert point.name == "Ada"
    del point.name
    assert point.name == "nobody"


def test_streams_are_fixed_but_where_they_stand() -> None:
    stream = Stream(7)
    for name in ("seed", "name", "index", "_native"):
        with pytest.raises(AttributeError, match=f"the {name} of a Stream can't be changed"):
            setattr(stream, name, 8)
    stream.below(10)
    assert stream.position == 1


def test_what_cannot_be_copied_says_why() -> None:
    island = Island()
    for work in (copy.copy, copy.deepcopy, pickle.dumps, lambda it: copy.deepcopy([it])):
        with pytest.raises(ParameterTypeError, match=r"^an Island can't be copied or pickled: there is one sea$"):
            work(island)
