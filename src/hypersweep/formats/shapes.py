"""What simple JSON values, and rows of them, look like.

Each shape writes values, reads them, and returns their JSON Schema. It never trusts what it reads: sizes are compared
before anything is made of them, and an error says where in the document it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Schema = dict[str, Any]

# Larger than any number that is meant.
_VAST = 1e300

LARGEST = 2**53 - 1
"""The largest whole number that is written as a number: JavaScript, for one, reads larger ones as others."""


class DecodeError(Exception):
    """A value that isn't of its shape.

    Attributes:
        place: the keys and places that lead to it, the innermost first.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: list[str | int] = []


def write_place(place: list[str | int]) -> str:
    """Where an error is.

    >>> write_place([0, "cell", 3, "events"])
    'events[3].cell[0]'
    """
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in reversed(place))
    return text.removeprefix(".")


def refusal(expected: str, value: object) -> DecodeError:
    """The error for a value that isn't what was expected."""
    return DecodeError(f"expected {expected}, got {_told(value)}")


def _told(value: object) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return f"an object of {pluralize(len(value), 'key')}" if value else "an empty object"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return truncate(value)


def _writable(value: int) -> int:
    if value > LARGEST:
        raise ParameterError(f"expected whole numbers of at most {LARGEST}, which JSON can hold, got {truncate(value)}")
    return value


class Shape:
    """One kind of value. ``most`` is the most cells that any board may have, or None."""

    __slots__ = ()

    def encode(self, value: Any) -> Any:
        """The JSON value for one of ours."""
        return value

    def decode(self, value: object, most: int | None) -> Any:
        """Our value for a JSON value.

        Raises:
            DecodeError: it isn't of this shape.
        """
        raise NotImplementedError

    def schema(self) -> Schema:
        """What a JSON Schema says of it."""
        raise NotImplementedError


class Whole(Shape):
    """A whole number.

    Args:
        least: the smallest.
        most: the largest.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: int = 0, most: int = LARGEST) -> None:
        self._least, self._most = least, most

    def encode(self, value: int) -> int:
        """The number."""
        return _writable(value)

    def decode(self, value: object, most: int | None) -> int:
        """The number."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise refusal(f"a whole number of {self._least} to {self._most}", value)
        return value

    def schema(self) -> Schema:
        """Bounds as they are."""
        return {"type": "integer", "minimum": self._least, "maximum": self._most}


class Digits(Shape):
    """A whole number that may be too large for a number in JSON: text of digits.

    Args:
        most: how many digits at most.
    """

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        self._most = most

    def encode(self, value: int) -> str:
        """Its digits."""
        return str(value)

    def decode(self, value: object, most: int | None) -> int:
        """The number."""
        if (
            not isinstance(value, str)
            or not (value.isascii() and value.isdigit())
            or len(value) > self._most
            or (value[0] == "0" and len(value) > 1)
        ):
            raise refusal(f"a whole number as text of at most {self._most} digits", value)
        return int(value)

    def schema(self) -> Schema:
        """Digits without a leading zero."""
        return {"type": "string", "pattern": f"^(0|[1-9][0-9]{{0,{self._most - 1}}})$"}


class Number(Shape):
    """A number, whole or not.

    Args:
        least: the smallest.
        most: the largest.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: float | None = None, most: float | None = None) -> None:
        self._least, self._most = least, most

    def decode(self, value: object, most: int | None) -> float:
        """The number."""
        # A comparison with what is no number is never true, and one with an integer is exact, however large that is.
        if type(value) not in (int, float) or not -_VAST <= value <= _VAST:  # type: ignore[operator]
            raise refusal("a number", value)
        number = float(value)  # type: ignore[arg-type]
        if (self._least is not None and number < self._least) or (self._most is not None and number > self._most):
            raise refusal(f"a number of {self._least} to {self._most}", value)
        return number

    def schema(self) -> Schema:
        """Bounds as far as there are any."""
        bounds = {"minimum": self._least, "maximum": self._most}
        return {"type": "number", **{name: bound for name, bound in bounds.items() if bound is not None}}


class Switch(Shape):
    """True or false."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> bool:
        """The boolean."""
        if not isinstance(value, bool):
            raise refusal("true or false", value)
        return value

    def schema(self) -> Schema:
        """A boolean."""
        return {"type": "boolean"}


class Text(Shape):
    """Any text."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> str:
        """The text."""
        if not isinstance(value, str):
            raise refusal("a text", value)
        return value

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string"}


class Word(Shape):
    """One of a few words.

    Args:
        values: what each word means.
    """

    __slots__ = ("_values", "_words")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)
        self._words = {value: word for word, value in values.items()}

    def encode(self, value: Any) -> str:
        """Its word."""
        return self._words[value]

    def decode(self, value: object, most: int | None) -> Any:
        """What the word means."""
        if not isinstance(value, str) or value not in self._values:
            raise refusal(" or ".join(repr(word) for word in self._values), value)
        return self._values[value]

    def schema(self) -> Schema:
        """The words."""
        return {"enum": list(self._values)}


class Nullable(Shape):
    """A value of another shape, or null.

    Args:
        inner: the other shape.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: Shape) -> None:
        self._inner = inner

    def encode(self, value: Any) -> Any:
        """Null for None."""
        return None if value is None else self._inner.encode(value)

    def decode(self, value: object, most: int | None) -> Any:
        """None for null."""
        return None if value is None else self._inner.decode(value, most)

    def schema(self) -> Schema:
        """Either."""
        return {"anyOf": [{"type": "null"}, self._inner.schema()]}


class Listing(Shape):
    """Values of one shape in a row, as a tuple.

    Args:
        inner: their shape.
        least: how many at least.
        most: how many at most, if that matters.
    """

    __slots__ = ("_inner", "_least", "_most")

    def __init__(self, inner: Shape, least: int = 0, most: int | None = None) -> None:
        self._inner, self._least, self._most = inner, least, most

    def encode(self, value: Any) -> list[Any]:
        """A list."""
        encode = self._inner.encode
        return [encode(item) for item in value]

    def decode(self, value: object, most: int | None) -> tuple[Any, ...]:
        """A tuple."""
        if not isinstance(value, list) or len(value) < self._least:
            raise refusal(f"a list of {self._least} or more" if self._least else "a list", value)
        if self._most is not None and len(value) > self._most:
            raise refusal(f"a list of at most {self._most}", value)
        decode = self._inner.decode
        found: list[Any] = []
        try:
            for item in value:
                found.append(decode(item, most))  # noqa: PERF401 - how many went well is told
        except DecodeError as error:
            error.place.append(len(found))
            raise
        return tuple(found)

    def schema(self) -> Schema:
        """An array."""
        schema: Schema = {"type": "array", "items": self._inner.schema()}
        if self._least:
            schema["minItems"] = self._least
        if self._most is not None:
            schema["maxItems"] = self._most
        return schema


class Wholes(Shape):
    """Many whole numbers in a row: looked at together, which is faster than one by one.

    Args:
        least: the smallest.
        most: the largest.
        is_rising: whether each must be larger than the one before.
        fewest: how many at least.
    """

    __slots__ = ("_fewest", "_is_rising", "_least", "_most")

    def __init__(self, least: int = 0, most: int = LARGEST, *, is_rising: bool = False, fewest: int = 0) -> None:
        self._least, self._most, self._is_rising, self._fewest = least, most, is_rising, fewest

    def encode(self, value: Any) -> list[int]:
        """A list."""
        numbers = list(value)
        if numbers:
            _writable(max(numbers))
        return numbers

    def decode(self, value: object, most: int | None) -> list[int]:
        """The list itself."""
        if not isinstance(value, list) or len(value) < self._fewest:
            raise refusal(f"a list of {self._fewest} or more whole numbers" if self._fewest else "a list", value)
        if value and (set(map(type, value)) != {int} or min(value) < self._least or max(value) > self._most):
            for place, item in enumerate(value):
                if type(item) is not int or not self._least <= item <= self._most:
                    error = refusal(f"a whole number of {self._least} to {self._most}", item)
                    error.place.append(place)
                    raise error
        if self._is_rising:
            for place in range(1, len(value)):
                if value[place] <= value[place - 1]:
                    error = refusal(f"a number above {value[place - 1]}, the one before", value[place])
                    error.place.append(place)
                    raise error
        return value

    def schema(self) -> Schema:
        """An array."""
        schema: Schema = {"type": "array", "items": Whole(self._least, self._most).schema()}
        if self._is_rising:
            schema["uniqueItems"] = True
        if self._fewest:
            schema["minItems"] = self._fewest
        return schema


class Numbers(Shape):
    """Many numbers in a row, held as the bytes of 64-bit floats.

    Args:
        least: the smallest.
        most: the largest.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: float, most: float) -> None:
        self._least, self._most = least, most

    def encode(self, value: bytes) -> list[float]:
        """A list."""
        from array import array

        return list(array("d", value))

    def decode(self, value: object, most: int | None) -> bytes:
        """The bytes."""
        from array import array

        if not isinstance(value, list):
            raise refusal("a list of numbers", value)
        # A comparison with what is no number is never true.
        if not {float, int}.issuperset(map(type, value)) or not all(
            self._least <= number <= self._most for number in value
        ):
            for place, item in enumerate(value):
                if type(item) not in (int, float) or not self._least <= item <= self._most:
                    error = refusal(f"a number of {self._least} to {self._most}", item)
                    error.place.append(place)
                    raise error
        return array("d", value).tobytes()

    def schema(self) -> Schema:
        """An array."""
        return {"type": "array", "items": Number(self._least, self._most).schema()}
