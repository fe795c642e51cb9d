"""Shapes of JSON values: numbers, text, lists and objects.

Each shape encodes values, decodes them, and returns their JSON Schema. Decoding never trusts its input: sizes are
checked before memory is allocated, and errors name the place in the document. ``parse_object`` parses a document's
text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, HypersweepError, ParameterError, ParseError
from hypersweep.text import pluralize
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Schema = dict[str, Any]

# Limit for any JSON number: larger than any sensible one, but still a valid float.
_VAST = 1e300

LARGEST = 2**53 - 1
"""Largest whole number written as a JSON number; JavaScript, for example, can't read larger ones exactly."""


class DecodeError(Exception):
    """A value doesn't match its shape.

    Attributes:
        place: keys and list indices leading to the value, innermost first.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: list[str | int] = []


def write_place(place: list[str | int]) -> str:
    """Format an error's place in a document.

    >>> write_place([0, "cell", 3, "events"])
    'events[3].cell[0]'
    """
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in reversed(place))
    return text.removeprefix(".")


def refusal(expected: str, value: object) -> DecodeError:
    """Return a ``DecodeError`` for an unexpected value; the caller raises it."""
    return DecodeError(f"expected {expected}, got {_shown(value)}")


def _shown(value: object) -> str:
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


def parse_object(text: str | bytes | bytearray) -> object:
    """Parse JSON text.

    Raises:
        ParseError: the text isn't JSON, or an object repeats a key.
    """
    import json

    try:
        return json.loads(text, parse_constant=_reject_constant, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if error.lineno > 1 else f"column {error.colno}"
        raise ParseError(f"expected a JSON object, got something else: {error.msg.lower()} at {where}") from None
    except UnicodeDecodeError as error:
        raise ParseError(f"expected text in UTF-8, got the byte 0x{error.object[error.start]:02x}") from None
    except RecursionError:
        raise ParseError("the JSON is nested too deeply") from None
    except ParseError:
        raise
    except ValueError:
        raise ParseError("a number has too many digits") from None


def _reject_constant(name: str) -> object:
    raise ParseError(f"expected a number that JSON supports, got {name}")


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ParseError(f"expected each key of an object once, got {truncate(twice)} twice")
    return found


class Shape:
    """Base class for shapes. In ``decode``, ``most`` is the maximum number of cells on any board; None for no limit."""

    __slots__ = ()

    def encode(self, value: Any) -> Any:
        """Return the JSON form of a Python value."""
        return value

    def decode(self, value: object, most: int | None) -> Any:
        """Return the Python value for its JSON form.

        Raises:
            DecodeError: the value doesn't match this shape.
        """
        raise NotImplementedError

    def schema(self) -> Schema:
        """Return the shape's JSON Schema."""
        raise NotImplementedError


class Whole(Shape):
    """A whole number.

    Args:
        least: minimum allowed.
        most: maximum allowed.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: int = 0, most: int = LARGEST) -> None:
        self._least, self._most = least, most

    def encode(self, value: int) -> int:
        """Return the number, provided that JSON parsers can read it exactly."""
        return _writable(value)

    def decode(self, value: object, most: int | None) -> int:
        """Return the number if it is an integer within range."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise refusal(f"a whole number from {self._least} to {self._most}", value)
        return value

    def schema(self) -> Schema:
        """Return the schema: an integer with both bounds."""
        return {"type": "integer", "minimum": self._least, "maximum": self._most}


class Digits(Shape):
    """A whole number as a string of digits, for numbers too large for JSON.

    Args:
        most: maximum number of digits.
    """

    __slots__ = ("_most",)

    def __init__(self, most: int) -> None:
        self._most = most

    def encode(self, value: int) -> str:
        """Return the decimal digits."""
        return str(value)

    def decode(self, value: object, most: int | None) -> int:
        """Parse a string of digits without leading zeros."""
        if (
            not isinstance(value, str)
            or not (value.isascii() and value.isdigit())
            or len(value) > self._most
            or (value[0] == "0" and len(value) > 1)
        ):
            raise refusal(f"a whole number as text of at most {self._most} digits", value)
        return int(value)

    def schema(self) -> Schema:
        """Return the schema: a string of digits without leading zeros."""
        return {"type": "string", "pattern": f"^(0|[1-9][0-9]{{0,{self._most - 1}}})$"}


class Number(Shape):
    """A number, whole or not.

    Args:
        least: minimum allowed; None for no limit.
        most: maximum allowed; None for no limit.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: float | None = None, most: float | None = None) -> None:
        self._least, self._most = least, most

    def decode(self, value: object, most: int | None) -> float:
        """Return the number as a float if it is in range."""
        # This also rejects NaN, which compares false with everything, and integers that ``float`` can't represent.
        if type(value) not in (int, float) or not -_VAST <= value <= _VAST:  # type: ignore[operator]
            raise refusal("a number", value)
        number = float(value)  # type: ignore[arg-type]
        if (self._least is not None and number < self._least) or (self._most is not None and number > self._most):
            ends = [f"{word} {end}" for word, end in (("from", self._least), ("to", self._most)) if end is not None]
            raise refusal(f"a number {' '.join(ends)}", value)
        return number

    def schema(self) -> Schema:
        """Return the schema: a number, with the bounds if set."""
        bounds = {"minimum": self._least, "maximum": self._most}
        return {"type": "number", **{name: bound for name, bound in bounds.items() if bound is not None}}


class Switch(Shape):
    """A boolean."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> bool:
        """Return the value if it is a boolean."""
        if not isinstance(value, bool):
            raise refusal("true or false", value)
        return value

    def schema(self) -> Schema:
        """Return the schema: a boolean."""
        return {"type": "boolean"}


class Text(Shape):
    """Any text."""

    __slots__ = ()

    def decode(self, value: object, most: int | None) -> str:
        """Return the value if it is a string."""
        if not isinstance(value, str):
            raise refusal("a text", value)
        return value

    def schema(self) -> Schema:
        """Return the schema: a string."""
        return {"type": "string"}


class Word(Shape):
    """A word from a fixed list.

    Args:
        values: the value for each word.
    """

    __slots__ = ("_values", "_words")

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)
        self._words = {value: word for word, value in values.items()}

    def encode(self, value: Any) -> str:
        """Return the word for a value."""
        return self._words[value]

    def decode(self, value: object, most: int | None) -> Any:
        """Return the value for a word."""
        if not isinstance(value, str) or value not in self._values:
            raise refusal(" or ".join(repr(word) for word in self._values), value)
        return self._values[value]

    def schema(self) -> Schema:
        """Return the schema: an enumeration of the words."""
        return {"enum": list(self._values)}


class Nullable(Shape):
    """A value with another shape, or null.

    Args:
        inner: the other shape.
    """

    __slots__ = ("_inner",)

    def __init__(self, inner: Shape) -> None:
        self._inner = inner

    def encode(self, value: Any) -> Any:
        """Return null for None; encode anything else with the inner shape."""
        return None if value is None else self._inner.encode(value)

    def decode(self, value: object, most: int | None) -> Any:
        """Return None for null; decode anything else with the inner shape."""
        return None if value is None else self._inner.decode(value, most)

    def schema(self) -> Schema:
        """Return the schema: null or the inner shape."""
        return {"anyOf": [{"type": "null"}, self._inner.schema()]}


class Listing(Shape):
    """A list of values with the same shape; a tuple in Python.

    Args:
        inner: the values' shape.
        least: minimum length.
        most: maximum length; None for no limit.
    """

    __slots__ = ("_inner", "_least", "_most")

    def __init__(self, inner: Shape, least: int = 0, most: int | None = None) -> None:
        self._inner, self._least, self._most = inner, least, most

    def encode(self, value: Any) -> list[Any]:
        """Return the encoded values as a list."""
        encode = self._inner.encode
        return [encode(item) for item in value]

    def decode(self, value: object, most: int | None) -> tuple[Any, ...]:
        """Return the decoded values as a tuple."""
        if not isinstance(value, list) or len(value) < self._least:
            raise refusal(f"a list of {self._least} or more" if self._least else "a list", value)
        if self._most is not None and len(value) > self._most:
            raise refusal(f"a list of at most {self._most}", value)
        decode = self._inner.decode
        found: list[Any] = []
        try:
            for item in value:
                found.append(decode(item, most))  # noqa: PERF401 - the error needs the index
        except DecodeError as error:
            error.place.append(len(found))
            raise
        return tuple(found)

    def schema(self) -> Schema:
        """Return the schema: an array."""
        schema: Schema = {"type": "array", "items": self._inner.schema()}
        if self._least:
            schema["minItems"] = self._least
        if self._most is not None:
            schema["maxItems"] = self._most
        return schema


class Wholes(Shape):
    """A long list of whole numbers, checked all at once, which is faster than one by one.

    Args:
        least: minimum for each number.
        most: maximum for each number.
        is_rising: whether each number must be larger than the previous one.
        fewest: minimum length.
    """

    __slots__ = ("_fewest", "_is_rising", "_least", "_most")

    def __init__(self, least: int = 0, most: int = LARGEST, *, is_rising: bool = False, fewest: int = 0) -> None:
        self._least, self._most, self._is_rising, self._fewest = least, most, is_rising, fewest

    def encode(self, value: Any) -> list[int]:
        """Return the numbers as a list."""
        numbers = list(value)
        if numbers:
            _writable(max(numbers))
        return numbers

    def decode(self, value: object, most: int | None) -> list[int]:
        """Return the list itself if all its numbers are valid."""
        if not isinstance(value, list) or len(value) < self._fewest:
            raise refusal(f"a list of {self._fewest} or more whole numbers" if self._fewest else "a list", value)
        if value and (set(map(type, value)) != {int} or min(value) < self._least or max(value) > self._most):
            for place, item in enumerate(value):
                if type(item) is not int or not self._least <= item <= self._most:
                    error = refusal(f"a whole number from {self._least} to {self._most}", item)
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
        """Return the schema: an array of integers."""
        schema: Schema = {"type": "array", "items": Whole(self._least, self._most).schema()}
        if self._is_rising:
            schema["uniqueItems"] = True
        if self._fewest:
            schema["minItems"] = self._fewest
        return schema


class Numbers(Shape):
    """A long list of numbers; in Python, the bytes of 64-bit floats.

    Args:
        least: minimum for each number.
        most: maximum for each number.
    """

    __slots__ = ("_least", "_most")

    def __init__(self, least: float, most: float) -> None:
        self._least, self._most = least, most

    def encode(self, value: bytes) -> list[float]:
        """Return the numbers as a list."""
        from array import array

        return list(array("d", value))

    def decode(self, value: object, most: int | None) -> bytes:
        """Return the numbers as bytes if all are valid."""
        from array import array

        if not isinstance(value, list):
            raise refusal("a list of numbers", value)
        # This also rejects NaN, which compares false with everything.
        if not {float, int}.issuperset(map(type, value)) or not all(
            self._least <= number <= self._most for number in value
        ):
            for place, item in enumerate(value):
                if type(item) not in (int, float) or not self._least <= item <= self._most:
                    error = refusal(f"a number from {self._least} to {self._most}", item)
                    error.place.append(place)
                    raise error
        return array("d", value).tobytes()

    def schema(self) -> Schema:
        """Return the schema: an array of numbers."""
        return {"type": "array", "items": Number(self._least, self._most).schema()}


class Mapped(Shape):
    """An object with arbitrary keys.

    Args:
        inner: the values' shape.
        keys: the keys' shape, ``Text`` or ``Digits``.
    """

    __slots__ = ("_inner", "_keys")

    def __init__(self, inner: Shape, keys: Shape) -> None:
        self._inner, self._keys = inner, keys

    def encode(self, value: Any) -> dict[str, Any]:
        """Return a dict of encoded keys and values."""
        return {self._keys.encode(key): self._inner.encode(item) for key, item in value.items()}

    def decode(self, value: object, most: int | None) -> dict[Any, Any]:
        """Return a dict of decoded keys and values."""
        if not isinstance(value, dict):
            raise refusal("an object", value)
        found = {}
        for key, item in value.items():
            try:
                found[self._keys.decode(key, most)] = self._inner.decode(item, most)
            except DecodeError as error:
                error.place.append(key)
                raise
        return found

    def schema(self) -> Schema:
        """Return the schema: an object."""
        schema: Schema = {"type": "object", "additionalProperties": self._inner.schema()}
        names = self._keys.schema()
        if "pattern" in names:
            schema["propertyNames"] = {"pattern": names["pattern"]}
        return schema


class Parts(Shape):
    """An object with fixed keys.

    Args:
        fields: the shape of each key's value.
        build: called with the parts as keyword arguments, returns the Python value.
        take: returns a Python value's parts; None to use its attributes.
        defaults: values for optional keys; parts equal to their default are omitted.
    """

    __slots__ = ("_build", "_defaults", "_fields", "_take")

    def __init__(
        self,
        fields: Mapping[str, Shape],
        build: Callable[..., Any],
        take: Callable[[Any], Mapping[str, Any]] | None = None,
        defaults: Mapping[str, Any] | None = None,
    ) -> None:
        self._fields, self._build, self._take = dict(fields), build, take
        self._defaults = dict(defaults or {})

    def encode(self, value: Any) -> dict[str, Any]:
        """Return a dict of the encoded parts."""
        parts = {name: getattr(value, name) for name in self._fields} if self._take is None else self._take(value)
        defaults = self._defaults
        return {
            name: shape.encode(parts[name])
            for name, shape in self._fields.items()
            if name not in defaults or parts[name] != defaults[name]
        }

    def decode(self, value: object, most: int | None) -> Any:
        """Return the value built from the decoded parts."""
        return self._make(value, most, ())

    def _make(self, value: object, most: int | None, heading: tuple[str, ...]) -> Any:
        if not isinstance(value, dict):
            raise refusal("an object", value)
        fields = self._fields
        parts = dict(self._defaults)
        for name, item in value.items():
            shape = fields.get(name)
            if shape is None:
                if name in heading:
                    continue
                known = [*heading, *fields]
                hint = suggest(name, known) if isinstance(name, str) else ""
                raise DecodeError(f"expected no other keys than {', '.join(known)}, got {truncate(name)}{hint}")
            try:
                parts[name] = shape.decode(item, most)
            except DecodeError as error:
                error.place.append(name)
                raise
        if len(parts) < len(fields):
            missing = next(name for name in fields if name not in parts)
            raise DecodeError(f"expected a key {missing!r}, got none")
        try:
            return self._build(**parts)
        except BoardTooLargeError:
            raise
        except HypersweepError as error:
            raise DecodeError(str(error)) from None

    def schema(self) -> Schema:
        """Return the schema: an object with exactly these keys."""
        return self._schema({})

    def _schema(self, heading: Schema) -> Schema:
        return {
            "type": "object",
            "properties": {**heading, **{name: shape.schema() for name, shape in self._fields.items()}},
            "required": [*heading, *(name for name in self._fields if name not in self._defaults)],
            "additionalProperties": False,
        }


class Named(Parts):
    """An object that names its type and the version of its JSON form.

    Args:
        name: the type.
        fields: as for ``Parts``, like the remaining arguments.
    """

    __slots__ = ("name",)

    VERSION = 1

    def __init__(
        self,
        name: str,
        fields: Mapping[str, Shape],
        build: Callable[..., Any],
        take: Callable[[Any], Mapping[str, Any]] | None = None,
        defaults: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(fields, build, take, defaults)
        self.name: str = name

    def encode(self, value: Any) -> dict[str, Any]:
        """Return a dict of the type, the version and the encoded parts."""
        return {"type": self.name, "version": self.VERSION, **super().encode(value)}

    def decode(self, value: object, most: int | None) -> Any:
        """Return the decoded value if type and version are right."""
        if isinstance(value, dict):
            self._check_heading(value)
        return self._make(value, most, ("type", "version"))

    def _check_heading(self, value: dict[str, object]) -> None:
        for key, expected in (("type", self.name), ("version", self.VERSION)):
            if key not in value:
                raise DecodeError(f"expected a key {key!r}, got none")
            found = value[key]
            if type(found) is not type(expected) or found != expected:
                error = refusal(f"{expected!r}", found)
                if key == "version" and type(found) is int and found > self.VERSION:
                    error = DecodeError(f"expected version 1, got {truncate(found)}, which a newer hypersweep can read")
                error.place.append(key)
                raise error

    def schema(self) -> Schema:
        """Return a reference to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}

    def definition(self) -> Schema:
        """Return the definition: an object with type and version."""
        return self._schema({"type": {"const": self.name}, "version": {"const": self.VERSION}})


class Choose(Shape):
    """One of several objects, told apart by the key "kind".

    Args:
        kinds: class and shape for each kind.
    """

    __slots__ = ("_kinds", "_names")

    def __init__(self, kinds: Mapping[str, tuple[type, Parts]]) -> None:
        self._kinds = {kind: shape for kind, (_, shape) in kinds.items()}
        self._names = {own: kind for kind, (own, _) in kinds.items()}

    def encode(self, value: Any) -> dict[str, Any]:
        """Return a dict of the kind and the encoded parts."""
        kind = self._names[type(value)]
        return {"kind": kind, **self._kinds[kind].encode(value)}

    def decode(self, value: object, most: int | None) -> Any:
        """Return the value decoded by its kind's shape."""
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self._kinds:
            raise refusal(
                f"an object of the kind {' or '.join(map(repr, self._kinds))}", value if kind is None else kind
            )
        return self._kinds[kind]._make(value, most, ("kind",))

    def schema(self) -> Schema:
        """Return the schema: one of the shapes."""
        return {"oneOf": [shape._schema({"kind": {"const": kind}}) for kind, shape in self._kinds.items()]}


class Nested(Shape):
    """A placeholder for use inside a recursive shape; ``inner`` is set to that shape once it exists.

    Args:
        name: the definition's name in the schema.
    """

    __slots__ = ("inner", "name")

    inner: Parts

    def __init__(self, name: str) -> None:
        self.name: str = name

    def encode(self, value: Any) -> Any:
        """Encode with the inner shape."""
        return self.inner.encode(value)

    def decode(self, value: object, most: int | None) -> Any:
        """Decode with the inner shape."""
        return self.inner.decode(value, most)

    def schema(self) -> Schema:
        """Return a reference to the definition."""
        return {"$ref": f"#/$defs/{self.name}"}
