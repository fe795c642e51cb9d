"""How objects are copied that Python can't copy by itself, kept as they are, or not copied at all."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self

    from hypersweep.typing import Thing
else:
    defer(globals(), "from typing import Any, Self", "from hypersweep.typing import Thing")

__all__ = ["Copied", "Fixed", "Uncopied"]


class Fixed:
    """What is set once: the attributes of the class that derives from this one, which are its ``__slots__``.

    They are set by ``object.__setattr__``. What classes derived from it add can be changed.

    >>> from hypersweep import Stream
    >>> Stream(7).seed = 8
    Traceback (most recent call last):
        ...
    AttributeError: the seed of a Stream can't be changed
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        _check_change(type(self), name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        _check_change(type(self), name)
        super().__delattr__(name)


def _check_change(kind: type[Fixed], name: str) -> None:
    own = _own_class(kind, Fixed)
    if name in own.__slots__:
        raise AttributeError(f"the {name} of {_one(own)} can't be changed")


class Uncopied:
    """What can be neither copied nor pickled: each class says why in ``_why_no_copy``, after "a Session can't be ...".

    >>> import copy
    >>> from hypersweep.session import Session
    >>> copy.copy(Session("3x4", 2))
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterTypeError: a Session can't be copied or pickled: its clock runs, and the lock of its \
file is held once; copy its game, or go on from its record
    """

    __slots__ = ()

    _why_no_copy = ""

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        raise ParameterTypeError(f"{_one(type(self))} can't be copied or pickled: {self._why_no_copy}")


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
        own = _own_class(kind, Copied).__slots__
        state: Any = object.__getstate__(self)
        attributes, slots = state
        added = {**(attributes or {}), **{name: value for name, value in slots.items() if name not in own}}
        return added or None

    def __setstate__(self, state: object) -> None:
        own = _own_class(type(self), Copied)
        if not isinstance(state, dict):
            raise ParameterTypeError(f"expected attributes by name, got {shorten(state)} ({type(state).__name__})")
        for name, value in state.items():
            if not isinstance(name, str) or name in own.__slots__ or hasattr(own, name):
                raise ParameterError(
                    f"expected attributes that a {own.__name__} doesn't have itself, got {shorten(name)}"
                )
            setattr(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), self._parts()), self.__getstate__()


def _one(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


def _own_class(kind: type[Thing], role: type[Thing]) -> type[Thing]:
    """The class that takes on a role, of which this one may be derived."""
    return next(base for base in kind.__mro__ if role in base.__bases__)


def _revive(kind: object, parts: object) -> Copied:
    if not isinstance(kind, type) or not issubclass(kind, Copied) or kind is Copied:
        raise ParameterTypeError(f"expected a class whose objects can be pickled, got {shorten(kind)}")
    if not isinstance(parts, tuple):
        raise ParameterTypeError(f"expected the parts of a {kind.__name__}, got {shorten(parts)}")
    return kind._from_parts(parts)
