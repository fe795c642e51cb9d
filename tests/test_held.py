"""Values, things with a life of their own, and things that can't be copied."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any, Self

import pytest

from hypersweep import Grid, ParameterError, ParameterTypeError
from hypersweep.held import Alive, Uncopied, Value, _revive, put


class Point(Value):
    """A value with an ``__init__`` of its own."""

    __slots__ = ("x", "y", "_sum")  # noqa: RUF023 - in the order of __init__

    x: int
    y: int
    _sum: int

    def __init__(self, x: int, y: int) -> None:
        self._fill(x, y)
        put(self, "_sum", x + y)

    @property
    def sum(self) -> int:
        return self._sum

    def replace(self, x: int) -> Point:
        return Point(x, self.y)


class Named(Point):
    name = "nobody"


class Pixel(Point):
    __slots__ = ("colour",)

    colour: str

    def __init__(self, x: int, y: int, colour: str = "red") -> None:
        self._fill(x, y, colour)
        put(self, "_sum", x + y)


class Score(Value):
    """A value that says what its parts have to be, and nothing else."""

    __slots__ = ("name", "points")

    _whole = ("points",)

    name: str
    points: int

    def _check(self) -> None:
        self._expect("name", str, type(None))


class Match(Score):
    __slots__ = ("place",)

    place: object


class Pair(Value):
    """A value some parts of which go by their names alone."""

    __slots__ = ("first", "second")

    _by_name = True

    first: int
    second: int

    def __init__(self, first: int, *, second: int) -> None:
        if not isinstance(second, int):
            raise ParameterTypeError("expected a number")
        self._fill(first, second)


class Empty(Value):
    __slots__ = ()


class Lone(Value):
    __slots__ = ("only",)


class Clock(Alive):
    __slots__ = ("_ticks", "name")

    name: str
    _ticks: list[int]

    def __init__(self, name: str) -> None:
        put(self, "name", name)
        put(self, "_ticks", [])

    def _twin(self) -> Self:
        twin = object.__new__(type(self))
        put(twin, "name", self.name)
        put(twin, "_ticks", list(self._ticks))
        return twin


class Wall(Clock):
    room = "hall"


class Tagged(Clock):
    __slots__ = ("tag",)

    tag: list[int]


class Island(Uncopied):
    _why_no_copy = "there is one sea"


class Outing(Value):
    __slots__ = ("count",)


COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda it, protocol=protocol: pickle.loads(pickle.dumps(it, protocol)) for protocol in range(2, 6)),
]


@pytest.mark.parametrize(
    ("thing", "name", "whose", "advice"),
    [
        (Point(1, 2), "x", "a Point", "; use replace()"),
        (Point(1, 2), "sum", "a Point", "; use replace()"),
        (Point(1, 2), "_sum", "a Point", "; use replace()"),
        (Named(1, 2), "y", "a Point", "; use replace()"),
        (Pixel(1, 2), "x", "a Pixel", "; use replace()"),
        (Pixel(1, 2), "colour", "a Pixel", "; use replace()"),
        (Score("a", 1), "points", "a Score", ""),
        (Match("a", 1, None), "name", "a Match", ""),
        (Clock("hall"), "name", "a Clock", ""),
        (Wall("hall"), "_ticks", "a Clock", ""),
        (Tagged("hall"), "_ticks", "a Clock", ""),
        (Outing(3), "count", "an Outing", ""),
    ],
)
def test_what_is_set_once_says_so(thing: object, name: str, whose: str, advice: str) -> None:
    before = getattr(thing, name)
    expected = f"the {name} of {whose} can't be changed{advice}"
    with pytest.raises(AttributeError) as caught:
        setattr(thing, name, 3)
    assert str(caught.value) == expected
    with pytest.raises(AttributeError) as caught:
        delattr(thing, name)
    assert str(caught.value) == expected
    assert getattr(thing, name) == before


def test_nothing_can_be_added() -> None:
    thing: Any
    for thing in (Point(1, 2), Score("a", 1), Clock("hall")):
        with pytest.raises(AttributeError):
            thing.z = 3
        with pytest.raises(AttributeError):
            del thing.z


def test_what_derived_classes_add_can_be_changed() -> None:
    point = Named(1, 2)
    point.name = "Ada"
    assert point.name == "Ada"
    del point.name
    assert point.name == "nobody"


def test_values_are_equal_where_all_parts_are() -> None:
    match = Match(name="a", points=3, place=(1, 2))
    for make in COPIES:
        assert make(match) == match
        assert hash(make(match)) == hash(match)
    assert match == Match("a", 3, (1, 2))
    assert match != Match(name="a", points=4, place=(1, 2))
    assert Score(name="a", points=3) != match
    assert Score("a", 3) != ("a", 3)
    assert repr(match) == "Match(name='a', points=3, place=(1, 2))"
    assert copy.copy(match) is match
    assert copy.deepcopy([match])[0] is match


def test_a_class_without_slots_is_of_the_same_kind() -> None:
    assert Named(1, 2) == Point(1, 2)
    assert hash(Named(1, 2)) == hash(Point(1, 2))
    assert Named(1, 2) != Point(2, 1)
    assert Pixel(1, 2) != Point(1, 2)


def test_values_of_no_part_or_one_are_values() -> None:
    assert Empty() == Empty()
    assert Empty() != Lone(1)
    assert (Lone(1), Lone((1,))) == (Lone(only=1), Lone(only=(1,)))
    assert Lone(1) != Lone(2)
    for make in COPIES:
        assert make(Lone((1, 2))) == Lone((1, 2))
        assert make(Empty()) == Empty()
    assert repr(Lone(1)) == "Lone(only=1)"


def test_every_part_is_given_once_and_fits() -> None:
    wrong: Any
    for wrong in ({"name": "a"}, {"name": "a", "points": 3, "pionts": 3}, {}):
        with pytest.raises(ParameterTypeError):
            Score(**wrong)
    with pytest.raises(ParameterTypeError, match="expected the parts of a Score, got 'pionts', did you mean 'points'"):
        Score(name="a", pionts=3)
    with pytest.raises(ParameterTypeError, match="expected all parts of a Score, got none for points"):
        Score(name="a")
    with pytest.raises(ParameterTypeError, match="expected all parts of a Score, got none for points"):
        Score("a")
    with pytest.raises(ParameterTypeError, match="expected every part of a Score once, got name twice"):
        Score("a", name="a")
    with pytest.raises(ParameterTypeError, match="expected 2 parts of a Score, got 3"):
        Score("a", 3, 4)
    for wrong in (True, 1.5, "3", None):
        with pytest.raises(ParameterTypeError, match="points"):
            Score(name="a", points=wrong)
    with pytest.raises(ParameterError, match="points"):
        Score(name="a", points=-1)
    with pytest.raises(ParameterTypeError, match="expected str or None for name of a Score, got 7"):
        Score(name=7, points=1)
    assert Score(name=None, points=1).name is None
    assert Score("a", points=2) == Score("a", 2)


def test_parts_that_go_by_name_travel() -> None:
    pair = Pair(1, second=2)
    for make in COPIES:
        assert make(pair) == pair


def test_a_pickle_that_was_tampered_with_is_refused() -> None:
    wrong: Any
    for wrong in (None, int, Value, Alive, Score, Grid, "Score"):
        with pytest.raises(ParameterTypeError, match="class whose objects can be pickled"):
            _revive(wrong, ("a", 3))
    for wrong in (None, [1, 2], {"first": 2}):
        with pytest.raises(ParameterTypeError, match="expected the parts of a Pair"):
            _revive(Pair, wrong)
    for wrong in ((), (1,), (1, 2, 3)):
        with pytest.raises(ParameterTypeError, match="expected the 2 parts of a Pair"):
            _revive(Pair, wrong)
    with pytest.raises(ParameterTypeError):
        _revive(Pair, (1, "2"))
    assert _revive(Pair, (1, 2)) == Pair(1, second=2)
    # What goes by place is called like anybody else calls it.
    kind, _ = Score("a", 3).__reduce__()
    for wrong in ((), ("a",), ("a", -3), (3, "a"), ("a", 3, 4)):
        with pytest.raises(ParameterError):
            kind(*wrong)  # type: ignore[operator]


def test_what_is_alive_is_fixed_but_where_it_stands() -> None:
    clock = Wall("hall")
    clock.room = "cellar"
    twin = copy.copy(clock)
    twin._ticks.append(1)
    assert (twin.name, twin.room, clock._ticks) == ("hall", "cellar", [])
    assert twin != clock


def test_what_derived_classes_of_something_alive_add_is_copied() -> None:
    clock = Tagged("hall")
    clock.tag = [1]
    assert copy.copy(clock).tag is clock.tag
    deep = copy.deepcopy(clock)
    assert deep.tag == [1]
    assert deep.tag is not clock.tag
    wrong: Any
    for wrong in (3, {"name": "other"}, {"_ticks": []}, {7: 8}, {"_twin": None}):
        with pytest.raises(ParameterError):
            clock.__setstate__(wrong)


def test_what_cannot_be_copied_says_why() -> None:
    island = Island()
    for work in (copy.copy, copy.deepcopy, pickle.dumps, lambda it: copy.deepcopy([it])):
        with pytest.raises(ParameterTypeError, match=r"^an Island can't be copied or pickled: there is one sea$"):
            work(island)
