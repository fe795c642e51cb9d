"""What users hold: values, things with a life of their own, and things that stand for something outside.

A class derives from one of the three, and so says how its objects are kept, copied, compared and pickled. The fields of
the first two are set once, by ``put``, and never changed.
"""

from __future__ import annotations

# The part of operator that is compiled, as the rest would be read from a file by whoever wants no more than a grid.
from _operator import attrgetter
from typing import TYPE_CHECKING

from hypersweep.arguments import nearest, shorten, whole_number
from hypersweep.errors import ParameterError, ParameterTypeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, Self

__all__ = ["Alive", "Uncopied", "Value", "put"]

put: Callable[[object, str, Any], None] = object.__setattr__
"""Sets a field that nobody can change: for the class itself, of an object that it makes or has worked something out of.
"""


class _Fixed:
    """What can't be changed: the slots and properties of a class. Attributes that derived classes add can be."""

    __slots__ = ()

    # The class that an object is of, as far as this mechanism goes; its own class may only add attributes to that.
    _kind: ClassVar[type] = object

    def __setattr__(self, name: str, value: object, /) -> None:
        _check_change(type(self), name)
        super().__setattr__(name, value)

    def __delattr__(self, name: str, /) -> None:
        _check_change(type(self), name)
        super().__delattr__(name)


def _check_change(cls: type[_Fixed], name: str) -> None:
    kind = cls._kind
    own = getattr(kind, name, None)
    # Slots and properties say by themselves how they are set; a derived class may have put something else in place.
    if hasattr(own, "__set__") and getattr(cls, name) is own:
        advice = "; use replace()" if hasattr(kind, "replace") else ""
        raise AttributeError(f"the {name} of {_one(kind)} can't be changed{advice}")


class Value(_Fixed):
    """What never changes, and is equal to another of its kind where all of its parts are.

    Its parts are the public slots of its class and of those that it derives from, in the order of the arguments of
    ``__init__``. That checks them and hands them to ``_fill``, or isn't written at all: then they are given by place or
    by name, and ``_whole`` and ``_check`` say what they have to be. Slots that begin with an underscore are set by
    ``put``; what is no part, such as what is worked out once, belongs there.

    A copy is the object itself. A pickle holds the parts and nothing else, and goes through ``__init__`` again, as who
    made it may have changed it. A class whose parts aren't its arguments says what it is compared by in ``_key``, and
    how it is pickled in ``__reduce__``.

    A class derived from a value is a kind of its own if it has ``__slots__``. Otherwise it is of the same kind, and may
    add attributes, which say nothing about the value.

    Args:
        parts: the parts, by place.
        named: the others, by name.

    Raises:
        ParameterTypeError: a part is missing, or given twice, or isn't one, or has the wrong type.
        ParameterError: a value that the part can't have.

    >>> class Place(Value):
    ...     __slots__ = ("row", "column")
    ...     _whole = ("row", "column")
    >>> Place(3, 4) == Place(row=3, column=4), Place(3, 4)
    (True, Place(row=3, column=4))
    >>> Place(3, 4).row = 5
    Traceback (most recent call last):
        ...
    AttributeError: the row of a Place can't be changed
    """

    __slots__: tuple[str, ...] = ()

    _names: ClassVar[tuple[str, ...]] = ()
    # What sets each of them, and what reads them all at once: None for fewer than two, of which it makes no tuple.
    _setters: ClassVar[tuple[Callable[[object, object], None], ...]] = ()
    _read: ClassVar[Any] = None
    # Those that are whole numbers of 0 or more.
    _whole: ClassVar[tuple[str, ...]] = ()
    # Whether a pickle hands them over by name, for an __init__ that takes some by name alone. By place it is shorter,
    # but where some are missing Python itself says so, in a plain TypeError.
    _by_name: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        slots = vars(cls).get("__slots__")
        if slots is None:
            return
        cls._kind = cls
        own = (slots,) if isinstance(slots, str) else slots
        cls._names = (*cls._names, *[name for name in own if name[0] != "_"])
        cls._setters = tuple([getattr(cls, name).__set__ for name in cls._names])
        cls._read = attrgetter(*cls._names) if len(cls._names) > 1 else None

    def __init__(self, *parts: object, **named: object) -> None:
        kind = type(self)
        if parts or named.keys() != set(kind._names):
            named = _match(kind, parts, named)
        for name in kind._whole:
            named[name] = whole_number(named[name], name)
        for name, part in named.items():
            put(self, name, part)
        self._check()

    def _check(self) -> None:
        """Refuses parts that can't be; whole numbers have been seen to already."""

    def _expect(self, name: str, *kinds: type) -> None:
        """Refuses a part that is of none of those types."""
        part = getattr(self, name)
        if not isinstance(part, kinds):
            expected = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
            raise ParameterTypeError(
                f"expected {expected} for {name} of {_one(type(self))}, got {shorten(part)} ({type(part).__name__})"
            )

    def _fill(self, *parts: object) -> None:
        for set_part, part in zip(self._setters, parts, strict=True):
            set_part(self, part)

    def _parts(self) -> tuple[object, ...]:
        read = self._read
        if read is None:
            return tuple([getattr(self, name) for name in self._names])
        parts: tuple[object, ...] = read(self)
        return parts

    def _values(self) -> dict[str, object]:
        """The parts by name."""
        return dict(zip(self._names, self._parts(), strict=True))

    def _key(self) -> tuple[object, ...]:
        """What it is compared by."""
        return self._parts()

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same kind and all parts are the same."""
        if self is other:
            return True
        if not isinstance(other, Value) or other._kind is not self._kind:
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        inner = ", ".join([f"{name}={part!r}" for name, part in self._values().items()])
        return f"{type(self).__name__}({inner})"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @classmethod
    def _from_parts(cls, parts: tuple[object, ...]) -> Self:
        if len(parts) != len(cls._names):
            raise ParameterTypeError(f"expected the {len(cls._names)} parts of {_one(cls)}, got {len(parts)}")
        return cls(**dict(zip(cls._names, parts, strict=True)))

    def __reduce__(self) -> tuple[object, ...]:
        if self._by_name:
            return _revive, (type(self), self._parts())
        return type(self), self._parts()


class Alive(_Fixed):
    """What goes on in time, and is equal to itself alone: a copy goes its own way from where this one stands.

    The class derives from this one and gives ``_twin``, ``_parts`` and ``_from_parts``; its ``__slots__`` are its own
    part, and can't be changed from outside. What classes derived from it add is copied as Python copies the attributes
    of any object: no copy calls the ``__init__`` of a derived class.

    >>> from hypersweep import Stream
    >>> class Named(Stream):
    ...     pass
    >>> stream = Named(7)
    >>> stream.owner = "Ada"
    >>> stream.copy().owner
    'Ada'
    >>> stream.seed = 8
    Traceback (most recent call last):
        ...
    AttributeError: the seed of a Stream can't be changed
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if Alive in cls.__bases__:
            cls._kind = cls

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
        kind = self._kind
        if type(self) is kind:
            return None
        own = vars(kind)["__slots__"]
        state: Any = object.__getstate__(self)
        attributes, slots = state
        added = {**(attributes or {}), **{name: value for name, value in slots.items() if name not in own}}
        return added or None

    def __setstate__(self, state: object) -> None:
        kind = self._kind
        if not isinstance(state, dict):
            raise ParameterTypeError(f"expected attributes by name, got {shorten(state)} ({type(state).__name__})")
        for name, value in state.items():
            if not isinstance(name, str) or hasattr(kind, name):
                raise ParameterError(f"expected attributes that {_one(kind)} hasn't by itself, got {shorten(name)}")
            setattr(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (type(self), self._parts()), self.__getstate__()


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


def _one(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"


def _match(kind: type[Value], parts: tuple[object, ...], named: dict[str, object]) -> dict[str, object]:
    """The parts by name, of those given by place and those by name."""
    known = kind._names
    if len(parts) > len(known):
        raise ParameterTypeError(f"expected {len(known)} parts of {_one(kind)}, got {len(parts)}")
    found = dict(zip(known, parts, strict=False))
    for name in named:
        if name not in known:
            raise ParameterTypeError(
                f"expected the parts of {_one(kind)}, got {shorten(name)}{nearest(name, list(known))}"
            )
        if name in found:
            raise ParameterTypeError(f"expected every part of {_one(kind)} once, got {name} twice")
    found |= named
    if missing := ", ".join(name for name in known if name not in found):
        raise ParameterTypeError(f"expected all parts of {_one(kind)}, got none for {missing}")
    return found


def _revive(kind: object, parts: object) -> object:
    # What a pickle holds, which may have been tampered with.
    if (
        not isinstance(kind, type)
        or not issubclass(kind, Value | Alive)
        or not (kind._by_name if issubclass(kind, Value) else kind is not Alive)
    ):
        raise ParameterTypeError(f"expected a class whose objects can be pickled, got {shorten(kind)}")
    if not isinstance(parts, tuple):
        raise ParameterTypeError(f"expected the parts of {_one(kind)}, got {shorten(parts)}")
    return kind._from_parts(parts)
