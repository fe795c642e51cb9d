"""Shapes of JSON values: what each accepts, and where it says that something is wrong."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from hypersweep import ParameterError
from hypersweep.formats.json_shapes import (
    LARGEST,
    Choose,
    DecodeError,
    Digits,
    Listing,
    Mapped,
    Named,
    Nullable,
    Number,
    Numbers,
    Parts,
    Shape,
    Switch,
    Text,
    Whole,
    Wholes,
    Word,
    write_place,
)

GOOD: list[tuple[Shape, Any, Any]] = [
    (Whole(), LARGEST, LARGEST),
    (Whole(-3, 4), -3, -3),
    (Digits(3), "0", 0),
    (Digits(3), "999", 999),
    (Number(), 1, 1.0),
    (Number(0, 1), 0.5, 0.5),
    (Switch(), False, False),
    (Text(), "\ud800", "\ud800"),
    (Word({"yes": 1}), "yes", 1),
    (Nullable(Whole()), None, None),
    (Nullable(Whole()), 3, 3),
    (Listing(Whole(), 1), [1, 0], (1, 0)),
    (Wholes(0, 5, is_rising=True), [0, 2, 5], [0, 2, 5]),
    (Wholes(), [], []),
]

BAD: list[tuple[Shape, Any, str, str]] = [
    (Whole(), True, "", "got true"),
    (Whole(), 1.0, "", "got 1.0"),
    (Whole(), "1", "", "got '1'"),
    (Whole(), LARGEST + 1, "", "a whole number from 0 to"),
    (Whole(2, 4), 1, "", "a whole number from 2 to 4"),
    (Digits(3), 7, "", "got 7"),
    (Digits(3), "007", "", "got '007'"),
    (Digits(3), "1000", "", "of at most 3 digits"),
    (Digits(3), "", "", "got ''"),
    (Digits(3), "+1", "", "got"),
    (Digits(3), "\u0661", "", "got"),
    (Number(), float("nan"), "", "expected a number"),
    (Number(), float("inf"), "", "expected a number"),
    (Number(), 10**400, "", "expected a number"),
    (Number(), True, "", "got true"),
    (Number(0, 1), 1.5, "", "a number from 0 to 1, got"),
    (Number(0), -1.5, "", "a number from 0, got"),
    (Number(most=1), 1.5, "", "a number to 1, got"),
    (Switch(), 1, "", "true or false, got 1"),
    (Text(), None, "", "a text, got null"),
    (Word({"yes": 1}), "no", "", "expected 'yes', got 'no'"),
    (Word({"yes": 1}), ["yes"], "", "got a list of 1"),
    (Nullable(Whole()), "x", "", "got 'x'"),
    (Listing(Whole(), 1), [], "", "a list of 1 or more, got an empty list"),
    (Listing(Whole(), 0, 1), [0, 1], "", "a list of at most 1"),
    (Listing(Whole()), {}, "", "got an empty object"),
    (Listing(Listing(Whole())), [[], [0, "x"]], "[1][1]", "got 'x'"),
    (Wholes(), 3, "", "a list, got 3"),
    (Wholes(fewest=1), [], "", "a list of 1 or more whole numbers"),
    (Wholes(), [0, True], "[1]", "got true"),
    (Wholes(0, 5), [0, 6], "[1]", "from 0 to 5, got 6"),
    (Wholes(is_rising=True), [0, 2, 2], "[2]", "a number above 2"),
    (Numbers(0, 1), [0, 0.5, 2], "[2]", "a number from 0 to 1, got 2"),
    (Numbers(0, 1), [float("nan")], "[0]", "a number from 0 to 1, got nan"),
    (Numbers(0, 1), [False], "[0]", "got false"),
    (Numbers(0, 1), {"a": 1}, "", "a list of numbers, got an object of 1 key"),
]


@pytest.mark.parametrize(("shape", "value", "expected"), GOOD, ids=lambda part: type(part).__name__)
def test_what_fits_is_read_and_written_as_it_was(shape: Shape, value: Any, expected: Any) -> None:
    found = shape.decode(value, None)
    assert found == expected
    jsonschema.validate(value, shape.schema())
    assert shape.encode(found) == value


@pytest.mark.parametrize(("shape", "value", "place", "message"), BAD, ids=lambda part: type(part).__name__)
def test_what_does_not_fit_is_refused_with_its_place(shape: Shape, value: Any, place: str, message: str) -> None:
    with pytest.raises(DecodeError) as caught:
        shape.decode(value, None)
    assert message in str(caught.value)
    assert write_place(caught.value.place) == place


def test_numbers_too_large_for_json_are_not_written() -> None:
    wrong: list[tuple[Shape, Any]] = [
        (Whole(), LARGEST + 1),
        (Wholes(), [1, LARGEST + 1]),
        (Listing(Whole()), [1 << 60]),
    ]
    for shape, value in wrong:
        with pytest.raises(ParameterError, match="expected whole numbers of at most 9007199254740991"):
            shape.encode(value)


def test_numbers_are_floats_of_64_bits() -> None:
    shape = Numbers(0, 1)
    data = shape.decode([0, 0.1, 1], None)
    assert len(data) == 24
    assert shape.encode(data) == [0.0, 0.1, 1.0]


class Pair:
    """Two parts."""

    def __init__(self, first: int, second: bool = True) -> None:
        self.first, self.second = first, second

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pair) and (self.first, self.second) == (other.first, other.second)

    __hash__ = None  # type: ignore[assignment]


FIELDS: dict[str, Shape] = {"first": Whole(), "second": Switch()}
PAIR = Parts(FIELDS, Pair, defaults={"second": True})
NAMED = Named("pair", FIELDS, Pair)
CHOOSE = Choose({"pair": (Pair, PAIR)})

GOOD_OBJECTS: list[tuple[Shape, Any, Any]] = [
    (Mapped(Whole(), Text()), {"x": 1}, {"x": 1}),
    (Mapped(Text(), Digits(2)), {"10": ""}, {10: ""}),
    (PAIR, {"first": 3}, Pair(3)),
    (PAIR, {"first": 3, "second": False}, Pair(3, False)),
    (NAMED, {"type": "pair", "version": 1, "first": 3, "second": True}, Pair(3)),
    (CHOOSE, {"kind": "pair", "first": 3}, Pair(3)),
]

BAD_OBJECTS: list[tuple[Shape, Any, str, str]] = [
    (Mapped(Whole(), Text()), [], "", "an object, got an empty list"),
    (Mapped(Whole(), Text()), {"x": "y"}, "x", "got 'y'"),
    (Mapped(Text(), Digits(2)), {"x": ""}, "x", "as text of at most 2 digits"),
    (PAIR, {}, "", "expected a key 'first', got none"),
    (PAIR, {"first": -1}, "first", "got -1"),
    (PAIR, {"first": 1, "secnd": True}, "", "got 'secnd', did you mean 'second'"),
    (PAIR, {"first": 1, 2: True}, "", "expected no other keys than first, second, got 2"),
    (PAIR, {"first": 1, None: True}, "", "expected no other keys than first, second, got None"),
    (Mapped(Whole(), Text()), {("x",): 1}, "('x',)", "a text, got"),
    (PAIR, 3, "", "an object, got 3"),
    (NAMED, {"version": 1, "first": 3, "second": True}, "", "expected a key 'type', got none"),
    (NAMED, {"type": "pear", "version": 1}, "type", "expected 'pair', got 'pear'"),
    (NAMED, {"type": "pair", "version": 2}, "version", "which a newer hypersweep can read"),
    (NAMED, {"type": "pair", "version": 0}, "version", "expected 1, got 0"),
    (NAMED, {"type": "pair", "version": 1, "first": 3}, "", "expected a key 'second', got none"),
    (CHOOSE, {"first": 3}, "", "expected an object of the kind 'pair', got an object of 1 key"),
    (CHOOSE, {"kind": "pear"}, "", "expected an object of the kind 'pair', got 'pear'"),
    (CHOOSE, {"kind": ["pair"]}, "", "expected an object of the kind 'pair', got a list of 1"),
    (CHOOSE, {"kind": "pair", "first": 3, "third": 1}, "", "expected no other keys than kind, first, second"),
]


@pytest.mark.parametrize(("shape", "value", "expected"), GOOD_OBJECTS, ids=lambda part: type(part).__name__)
def test_an_object_that_fits_is_read_and_written_as_it_was(shape: Shape, value: Any, expected: Any) -> None:
    found = shape.decode(value, None)
    assert found == expected
    assert shape.encode(found) == value
    jsonschema.validate(value, shape.definition() if isinstance(shape, Named) else shape.schema())


@pytest.mark.parametrize(("shape", "value", "place", "message"), BAD_OBJECTS, ids=lambda part: type(part).__name__)
def test_an_object_that_does_not_fit_is_refused_with_its_place(
    shape: Shape, value: Any, place: str, message: str
) -> None:
    with pytest.raises(DecodeError) as caught:
        shape.decode(value, None)
    assert message in str(caught.value)
    assert write_place(caught.value.place) == place
