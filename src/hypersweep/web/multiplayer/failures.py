"""What a server of rooms refuses, and what it can't do just now.

* HypersweepError
    * RefusedError        what was asked for isn't done; a page has words for it by its name
        * UnavailableError  what is kept can't be read or written now; nothing of it has happened
        * FencedError       another worker is the home of the room by now; nothing of it has happened
    * StoreError          what is kept isn't ours, is damaged, or was written by a newer program: told when it is opened
"""

from __future__ import annotations

from typing import ClassVar

from hypersweep.errors import HypersweepError

__all__ = ["FencedError", "RefusedError", "StoreError", "UnavailableError"]


class RefusedError(HypersweepError):
    """What was asked for isn't done.

    Args:
        what: its name, for which the page has a text: ``refusals.together_NAME``.
        message: what was expected, what came, and where, for programs and logs.
        status: of the answer, where it was asked for by HTTP.
        values: what stands in the text.

    >>> RefusedError("gap", "expected move 3 next, got 5", status=409, expected=3).values
    {'expected': 3}
    """

    def __init__(self, what: str, message: str, *, status: int = 400, **values: object) -> None:
        super().__init__(message)
        self.what: str = what
        self.status: int = status
        self.values: dict[str, object] = values

    def __reduce__(self) -> tuple[object, ...]:
        # Processes hand them to each other; an error is usually made again of its message alone.
        return _again, (type(self), str(self)), self.__dict__


def _again(kind: type[RefusedError], message: str) -> RefusedError:
    error = kind.__new__(kind, message)
    error.args = (message,)
    return error


class UnavailableError(RefusedError):
    """What is kept can't be read or written now: nothing of what was asked has happened, and it may be asked again."""

    name: ClassVar[str] = "unavailable"

    def __init__(self, message: str) -> None:
        super().__init__(self.name, message, status=503)


class FencedError(RefusedError):
    """Another worker is the home of a room by now: nothing that this one did since has happened."""

    name: ClassVar[str] = "away"

    def __init__(self, message: str) -> None:
        super().__init__(self.name, message, status=503)


class StoreError(HypersweepError):
    """What is kept can't be used by this program: it isn't ours, is damaged, or was written by a newer one."""
