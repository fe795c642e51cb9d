"""A set of figures under names, which never changes."""

from __future__ import annotations

from hypersweep.arguments import nearest, shorten, whole_number
from hypersweep.errors import ParameterTypeError
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
else:
    defer(globals(), "from collections.abc import Mapping")

__all__ = ["Figures"]


class Figures:
    """Values under the names that a class lists in ``__slots__``; equal where all of them are.

    They can be copied, compared, hashed and pickled; what comes out of a pickle is checked like any other argument.

    Args:
        values: every name's value.

    Raises:
        ParameterTypeError: a name is missing, or isn't one of the figures, or its value has the wrong type.
        ParameterError: a value that the figure can't have.
    """

    __slots__: tuple[str, ...] = ()

    _names: tuple[str, ...] = ()
    # Those that are whole numbers of 0 or more.
    _whole: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._names = tuple(name for kind in reversed(cls.__mro__) for name in kind.__dict__.get("__slots__", ()))

    def __init__(self, **values: object) -> None:
        kind = type(self)
        if values.keys() != set(kind._names):
            _complain(kind, values)
        for name in kind._whole:
            values[name] = whole_number(values[name], name)
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        """Refuses values that the figures can't have; whole numbers have been seen to already."""

    def _expect(self, name: str, *kinds: type) -> None:
        """Refuses the value of a name that is of none of those types."""
        value = getattr(self, name)
        if not isinstance(value, kinds):
            expected = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
            raise ParameterTypeError(
                f"expected {expected} for {name} of a {type(self).__name__}, "
                f"got {shorten(value)} ({type(value).__name__})"
            )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def _values(self) -> Mapping[str, object]:
        return {name: getattr(self, name) for name in self._names}

    def __eq__(self, other: object) -> bool:
        """Whether all values are the same."""
        if type(other) is not type(self):
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(tuple(self._values().values()))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={value!r}" for name, value in self._values().items())
        return f"{type(self).__name__}({inner})"

    def __reduce__(self) -> tuple[object, tuple[type[Figures], Mapping[str, object]]]:
        return _again, (type(self), self._values())


def _complain(kind: type[Figures], values: Mapping[str, object]) -> None:
    known = list(kind._names)
    for name in values:
        if name not in known:
            raise ParameterTypeError(
                f"expected the figures of a {kind.__name__}, got {shorten(name)}{nearest(str(name), known)}"
            )
    missing = ", ".join(name for name in known if name not in values)
    raise ParameterTypeError(f"expected all figures of a {kind.__name__}, got none for {missing}")


def _again(kind: type[Figures], values: Mapping[str, object]) -> Figures:
    # What a pickle holds, which may have been tampered with.
    if not isinstance(kind, type) or not issubclass(kind, Figures) or kind is Figures:
        raise ParameterTypeError(f"expected a class of figures, got {shorten(kind)}")
    if not isinstance(values, dict) or not all(isinstance(name, str) for name in values):
        raise ParameterTypeError(f"expected figures by name, got {shorten(values)} ({type(values).__name__})")
    return kind(**values)
