"""JSON objects: what each shape takes, and where it says that something is wrong."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from hypersweep.formats.objects import Choose, Mapped, Named, Parts
from hypersweep.formats.shapes import DecodeError, Digits, Shape, Switch, Text, Whole, write_place


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

GOOD: list[tuple[Shape, Any, Any]] = [
    (Mapped(Whole(), Text()), {"x": 1}, {"x": 1}),
    (Mapped(Text(), Digits(2)), {"10": ""}, {10: ""}),
    (PAIR, {"first": 3}, Pair(3)),
    (PAIR, {"first": 3, "second": False}, Pair(3, False)),
    (NAMED, {"type": "pair", "version": 1, "first": 3, "second": True}, Pair(3)),
    (CHOOSE, {"kind": "pair", "first": 3}, Pair(3)),
]

BAD: list[tuple[Shape, Any, str, str]] = [
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


@pytest.mark.parametrize(("shape", "value", "expected"), GOOD, ids=lambda part: type(part).__name__)
def test_what_fits_is_read_and_written_as_it_was(shape: Shape, value: Any, expected: Any) -> None:
    found = shape.decode(value, None)
    assert found == expected
    assert shape.encode(found) == value
    jsonschema.validate(value, shape.definition() if isinstance(shape, Named) else shape.schema())


@pytest.mark.parametrize(("shape", "value", "place", "message"), BAD, ids=lambda part: type(part).__name__)
def test_what_does_not_fit_is_refused_with_its_place(shape: Shape, value: Any, place: str, message: str) -> None:
    with pytest.raises(DecodeError) as caught:
        shape.decode(value, None)
    assert message in str(caught.value)
    assert write_place(caught.value.place) == place
