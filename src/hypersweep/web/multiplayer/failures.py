"""Errors raised by the multiplayer server.

* HypersweepError
    * RefusedError        a rejected request; the page has a text for its name
        * UnavailableError  the database, Redis or a worker is currently unavailable
        * FencedError       another worker has become the room's home; nothing was saved
    * StoreError          the database can't be used: it is damaged or has a newer version, for example
"""

from __future__ import annotations

from typing import ClassVar

from hypersweep.errors import HypersweepError


class RefusedError(HypersweepError):
    """A rejected request.

    Args:
        what: name of the error; the page's message for it is ``refusals.together_WHAT``.
        message: the message for programs and logs.
        status: HTTP status of the response.
        values: values inserted into the page's message.

    >>> RefusedError("gap", "expected move 3 next, got 5", status=409, expected=3).values
    {'expected': 3}
    """

    def __init__(self, what: str, message: str, *, status: int = 400, **values: object) -> None:
        super().__init__(message)
        self.what: str = what
        self.status: int = status
        self.values: dict[str, object] = values

    def __reduce__(self) -> tuple[object, ...]:
        # Errors are pickled when sent between processes; by default, unpickling would call ``__init__`` with only the
        # message.
        return _again, (type(self), str(self)), self.__dict__


def _again(kind: type[RefusedError], message: str) -> RefusedError:
    error = kind.__new__(kind, message)
    error.args = (message,)
    return error


class UnavailableError(RefusedError):
    """The database, Redis or a worker is currently unavailable, so the client should retry the request later."""

    name: ClassVar[str] = "unavailable"

    def __init__(self, message: str) -> None:
        super().__init__(self.name, message, status=503)


class FencedError(RefusedError):
    """Another worker has become the room's home, so this worker can no longer change the room."""

    name: ClassVar[str] = "away"

    def __init__(self, message: str) -> None:
        super().__init__(self.name, message, status=503)


class StoreError(HypersweepError):
    """The database can't be used: it is damaged, has a newer version, or belongs to another program, for example."""
