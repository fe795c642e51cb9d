"""Values: objects of a few named parts that never change, and are equal where all of their parts are."""

from __future__ import annotations

from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, Self
else:
    defer(globals(), "from typing import ClassVar, Self")

__all__ = ["Value"]

_put = object.__setattr__


class Value:
    """The parts that a class lists in ``__slots__``, in the order of its ``__init__``, which passes them to ``_fill``.

    Copies are the object itself. A pickle holds the parts and nothing else, and goes through ``__init__`` again.

    >>> class Place(Value):
    ...     __slots__ = ("row", "column")
    ...     def __init__(self, row: int, column: int) -> None:
    ...         self._fill(row, column)
    >>> Place(3, 4) == Place(3, 4), Place(3, 4)
    (True, Place(row=3, column=4))
    """

    __slots__: tuple[str, ...] = ()
    # The parts of the class and of those that it derives from.
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._names = tuple([name for kind in reversed(cls.__mro__) for name in vars(kind).get("__slots__", ())])

    def _fill(self, *parts: object) -> None:
        for name, part in zip(self._names, parts, strict=True):
            _put(self, name, part)

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self._names])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same class and all parts are the same."""
        if not isinstance(other, Value) or type(other) is not type(self):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((type(self), self._parts()))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={part!r}" for name, part in zip(self._names, self._parts(), strict=True))
        return f"{type(self).__name__}({inner})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._parts()
