"""What JSON objects look like: of any keys, of fixed ones, with a type and a version, or told apart by their kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, HypersweepError
from hypersweep.formats.shapes import DecodeError, Shape, refusal
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from hypersweep.formats.shapes import Schema


class Mapped(Shape):
    """An object whose keys are of the user's choice.

    Args:
        inner: the shape of its values.
        keys: the shape of its keys as texts, ``Text`` or ``Digits``.
    """

    __slots__ = ("_inner", "_keys")

    def __init__(self, inner: Shape, keys: Shape) -> None:
        self._inner, self._keys = inner, keys

    def encode(self, value: Any) -> dict[str, Any]:
        """A dict."""
        return {self._keys.encode(key): self._inner.encode(item) for key, item in value.items()}

    def decode(self, value: object, most: int | None) -> dict[Any, Any]:
        """A dict."""
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
        """An object."""
        schema: Schema = {"type": "object", "additionalProperties": self._inner.schema()}
        names = self._keys.schema()
        if "pattern" in names:
            schema["propertyNames"] = {"pattern": names["pattern"]}
        return schema


class Parts(Shape):
    """An object of fixed keys.

    Args:
        fields: the shape of each key's value.
        build: makes our value of the parts, by keyword.
        take: returns the parts of our value; None takes its attributes.
        defaults: what a part is that isn't there; those that are so are left out.
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
        """A dict."""
        parts = {name: getattr(value, name) for name in self._fields} if self._take is None else self._take(value)
        defaults = self._defaults
        return {
            name: shape.encode(parts[name])
            for name, shape in self._fields.items()
            if name not in defaults or parts[name] != defaults[name]
        }

    def decode(self, value: object, most: int | None) -> Any:
        """Our value."""
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
        """An object."""
        return self._schema({})

    def _schema(self, heading: Schema) -> Schema:
        return {
            "type": "object",
            "properties": {**heading, **{name: shape.schema() for name, shape in self._fields.items()}},
            "required": [*heading, *(name for name in self._fields if name not in self._defaults)],
            "additionalProperties": False,
        }


class Named(Parts):
    """An object that says its type and the version of its form.

    Args:
        name: its type.
        fields: as for ``Parts``, and so are the others.
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
        """A dict, type and version first."""
        return {"type": self.name, "version": self.VERSION, **super().encode(value)}

    def decode(self, value: object, most: int | None) -> Any:
        """Our value."""
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
        """Its definition, by name."""
        return {"$ref": f"#/$defs/{self.name}"}

    def definition(self) -> Schema:
        """The definition."""
        return self._schema({"type": {"const": self.name}, "version": {"const": self.VERSION}})


class Choose(Shape):
    """One of several objects, told apart by their key "kind".

    Args:
        kinds: class and shape by kind.
    """

    __slots__ = ("_kinds", "_names")

    def __init__(self, kinds: Mapping[str, tuple[type, Parts]]) -> None:
        self._kinds = {kind: shape for kind, (_, shape) in kinds.items()}
        self._names = {own: kind for kind, (own, _) in kinds.items()}

    def encode(self, value: Any) -> dict[str, Any]:
        """A dict, the kind first."""
        kind = self._names[type(value)]
        return {"kind": kind, **self._kinds[kind].encode(value)}

    def decode(self, value: object, most: int | None) -> Any:
        """Our value."""
        kind = value.get("kind") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self._kinds:
            raise refusal(
                f"an object of the kind {' or '.join(map(repr, self._kinds))}", value if kind is None else kind
            )
        return self._kinds[kind]._make(value, most, ("kind",))

    def schema(self) -> Schema:
        """Any of them."""
        return {"oneOf": [shape._schema({"kind": {"const": kind}}) for kind, shape in self._kinds.items()]}


class Nested(Shape):
    """A shape that holds values of its own kind; ``inner`` is set once it is known.

    Args:
        name: its name among the definitions.
    """

    __slots__ = ("inner", "name")

    inner: Parts

    def __init__(self, name: str) -> None:
        self.name: str = name

    def encode(self, value: Any) -> Any:
        """As the inner shape."""
        return self.inner.encode(value)

    def decode(self, value: object, most: int | None) -> Any:
        """As the inner shape."""
        return self.inner.decode(value, most)

    def schema(self) -> Schema:
        """The definition, by name."""
        return {"$ref": f"#/$defs/{self.name}"}
