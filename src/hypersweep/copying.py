"""Base classes that define copying and pickling: for values, objects with state, and objects that allow neither.

Most value classes are frozen dataclasses and need no base class. But importing ``dataclasses`` takes longer than
everything else ``hypersweep esp`` imports before its prompt, so the few value classes it uses derive from
``Immutable``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError

if TYPE_CHECKING:
    from typing import Any, ClassVar, Self

__all__ = ["Copyable", "Immutable", "NotCopyable"]


class Immutable:
    """A value whose attributes are set only by its class, once, with ``object.__setattr__``; a copy is the same object.

    >>> from hypersweep import Grid
    >>> Grid("3x4").shape = (4, 3)
    Traceback (most recent call last):
        ...
    AttributeError: can't set 'shape': a Grid is immutable
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object, /) -> None:
        raise AttributeError(f"can't set {name!r}: {_with_article(type(self))} is immutable")

    def __delattr__(self, name: str, /) -> None:
        raise AttributeError(f"can't delete {name!r}: {_with_article(type(self))} is immutable")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


class Copyable:
    """An object with state, such as a game or random stream; its copies are independent.

    Each class implements ``_twin``, and ``__reduce__`` with ``__getstate__()`` as the state. Attributes added by
    subclasses are copied and pickled too, without calling the subclass's ``__init__``.

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
        """Return a new object of the same class with a copy of the state, except attributes added by subclasses."""
        raise NotImplementedError

    def __copy__(self) -> Self:
        twin = self._twin()
        if (added := self.__getstate__()) is not None:
            twin.__setstate__(added)
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        twin = memo[id(self)] = self._twin()
        if (added := self.__getstate__()) is not None:
            from copy import deepcopy

            twin.__setstate__(deepcopy(added, memo))
        return twin

    def __getstate__(self) -> object:
        """Return the attributes added by subclasses, by name; None if there are none."""
        return getattr(self, "__dict__", None) or None

    def __setstate__(self, state: Any) -> None:
        self.__dict__.update(state)


class NotCopyable:
    """An object that can't be copied or pickled, because it represents a file, a process or a running clock.

    Attributes:
        _why_no_copy: the reason, which completes "a Session can't be copied or pickled: ".

    >>> import copy
    >>> from hypersweep.game import CancelToken
    >>> copy.copy(CancelToken())
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterTypeError: a CancelToken can't be copied or pickled: it belongs to one \
move; make another with CancelToken()
    """

    __slots__ = ()

    _why_no_copy: ClassVar[str] = ""

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        raise ParameterTypeError(f"{_with_article(type(self))} can't be copied or pickled: {self._why_no_copy}")


def _with_article(kind: type) -> str:
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}"
