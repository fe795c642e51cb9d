"""A set of figures under names, which never changes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["Figures"]


class Figures:
    """Values under the names that a class lists in ``__slots__``; equal where all of them are.

    Args:
        values: every name's value.
    """

    __slots__: tuple[str, ...] = ()

    def __init__(self, **values: object) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, values.pop(name))
        if values:
            raise TypeError(f"unexpected figures: {', '.join(values)}")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed: {name}")

    def _values(self) -> Mapping[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

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


def _again(kind: type[Figures], values: Mapping[str, object]) -> Figures:
    return kind(**values)
