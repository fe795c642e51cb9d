"""Entries: the saved actions in a room. With its row they rebuild the room, with the same versions.

They contain everything that was decided outside: times, random cells, new seeds. ``at`` are milliseconds since the room
was made, by the clock of its home worker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.protocol import MoveKind

KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")
"""The kinds of moves; an entry has the index."""


class _Entry(Struct, array_like=True, frozen=True, gc=False):
    at: int


class Entered(_Entry, tag=0, frozen=True):
    """A person became a member, or changed their name."""

    person: str
    name: str
    is_guest: bool = True


class Moved(_Entry, tag=1, frozen=True):
    """Member ``by`` made move ``n``. ``milliseconds`` is the game's time, with ``lag`` (the round trip) deducted."""

    by: int
    n: int
    kind: int
    cell: int
    milliseconds: int
    lag: int = 0


class Readied(_Entry, tag=2, frozen=True):
    """Member ``by`` is ready for the next game, or is no longer ready."""

    by: int
    is_ready: bool


class Counted(_Entry, tag=3, frozen=True):
    """All are ready: the game begins in ``wait`` milliseconds, on a new board if the last one has been seen."""

    wait: int
    seed: str = ""


class Begun(_Entry, tag=4, frozen=True):
    """The game begins for all, with the same cell open; ``lags`` are the players' round trips."""

    cell: int
    lags: list[int]


class GivenUp(_Entry, tag=5, frozen=True):
    """Member ``by`` gave up: they resigned, left, or never came back."""

    by: int
    milliseconds: int


class Renewed(_Entry, tag=6, frozen=True):
    """A member asked for another game, on a new board."""

    seed: str


class Edited(_Entry, tag=7, frozen=True):
    """Member ``by`` edited a study: ``edit`` is the request, as JSON."""

    by: int
    n: int
    edit: bytes


class Removed(_Entry, tag=10, frozen=True):
    """The owner, member ``by``, removed a member; ``key`` replaces the invitation key, which that member knows."""

    by: int
    member: int
    key: str


class Locked(_Entry, tag=11, frozen=True):
    """The owner, member ``by``, locked or unlocked the room."""

    by: int
    is_locked: bool


class Muted(_Entry, tag=12, frozen=True):
    """The owner, member ``by``, muted or unmuted a member."""

    by: int
    member: int
    is_muted: bool


class Shown(_Entry, tag=13, frozen=True):
    """Member ``by`` lets watchers see their board (versus), or hides it."""

    by: int
    is_shown: bool


Asked = Moved | Edited | Readied | Removed | Locked | Muted | Shown
"""The entries made by a request of member ``by``, who hears of a failure."""

Entry = Entered | Moved | Readied | Counted | Begun | GivenUp | Renewed | Edited | Removed | Locked | Muted | Shown

encode: Final[Callable[[_Entry], bytes]] = msgspec.msgpack.Encoder().encode
"""Return the bytes to save for an entry."""

_decoder: Final = msgspec.msgpack.Decoder(Entry)


def decode(kept: bytes) -> Entry:
    """Return the entry of saved bytes.

    Raises:
        msgspec.ValidationError: the bytes aren't an entry.

    >>> decode(encode(Moved(1700, 1, 3, 0, 17, 950)))
    Moved(at=1700, by=1, n=3, kind=0, cell=17, milliseconds=950, lag=0)
    """
    return cast("Entry", _decoder.decode(kept))
