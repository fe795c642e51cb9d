"""Copies of objects that hold something compiled, which Python can't copy by itself."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.errors import ParameterError, ParameterTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

__all__ = ["Copied"]


class Copied:
    """What ``copy``, ``deepcopy`` and ``pickle`` ask of an object, for a class that says how its own part is copied.

    The class derives from this one and gives ``_twin``, ``_parts`` and ``_from_parts``; its ``__slots__`` are its own
    part. What classes derived from it add is copied as Python copies the attributes of any object: no copy calls the
    ``__init__`` of a derived class.

    >>> from hypersweep import Stream
    >>> class Named(Stream):
    ...     pass
    >>> stream = Named(7)
    >>> stream.owner = "Ada"
    >>> stream.copy().owner
    'Ada'
    """

    __slots__ = ()

    def _twin(self) -> Self:
        """A new object of the same class, with a copy of the own part."""
        raise NotImplementedError

    def _parts(self) -> tuple[object, ...]:
        """The own part as plain values that can be pickled; ``_from_parts`` reads them."""
        raise NotImplementedError

    @classmethod
    def _from_parts(cls, parts: tuple[object, ...]) -> Self:
        """The object with such an own part; a ``ParameterError`` where that can't be one."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        twin = self._twin()
        added = self.__getstate__()
        if added is not None:
            twin.__setstate__(added)
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        twin = memo[id(self)] = self._twin()
        added = self.__getstate__()
        if added is not None:
            from copy import deepcopy

            twin.__setstate__(deepcopy(added, memo))
        return twin

    def __getstate__(self) -> object:
        """The attributes that derived classes have added, by name; None where there are none."""
        kind = type(self)
        if Copied in kind.__bases__:
            return None
        own = _own_class(kind).__slots__
        state: Any = object.__getstate__(self)
        attributes, slots = state
        added = {**(attributes or {}), **{name: value for name, value in slots.items() if name not in own}}
        return added or None

    def __setstate__(self, state: object) -> None:
        own = _own_class(type(self))
        if not isinstance(state, dict):
            raise ParameterTypeError(f"expected attributes by name, got {shorten(state)} ({type(state).__name__})")
        for name, value in state.items():
            if not isinstance(name, str) or name in own.__slots__ or hasattr(own, name):
                raise ParameterError(f"expected attributes that a {own.__name__} hasn't by itself, got {shorten(name)}")
            setattr(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), self._parts()), self.__getstate__()


def _own_class(kind: type[Copied]) -> type[Copied]:
    return next(base for base in kind.__mro__ if Copied in base.__bases__)


def _revive(kind: object, parts: object) -> Copied:
    if not isinstance(kind, type) or not issubclass(kind, Copied) or kind is Copied:
        raise ParameterTypeError(f"expected a class whose objects can be pickled, got {shorten(kind)}")
    if not isinstance(parts, tuple):
        raise ParameterTypeError(f"expected the parts of a {kind.__name__}, got {shorten(parts)}")
    return kind._from_parts(parts)
