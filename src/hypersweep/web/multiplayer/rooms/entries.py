"""Entries: the saved actions in a room. Replaying them on the room's row rebuilds it, with the same versions.

Entries record every outside input (times, random cells, new seeds), so that replaying is deterministic. ``at`` is in
milliseconds since the room was created, by its home worker's clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.protocol import MoveKind

KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")
"""Move types; an entry stores an index into this tuple."""


class _Entry(Struct, array_like=True, frozen=True, gc=False):
    at: int


class Entered(_Entry, tag=0, frozen=True):
    """A person became a member, or a member's name or account status changed."""

    person: str
    name: str
    is_guest: bool = True


class Moved(_Entry, tag=1, frozen=True):
    """Member ``by`` made move ``n`` at game time ``milliseconds``, with the lag already deducted.

    ``lag``, set only on the first open, is the round trip that may be deducted from all later times on the board.
    """

    by: int
    n: int
    kind: int
    cell: int
    milliseconds: int
    lag: int = 0


class Readied(_Entry, tag=2, frozen=True):
    """Member ``by`` became ready for the next game, or is no longer ready."""

    by: int
    is_ready: bool


class Counted(_Entry, tag=3, frozen=True):
    """All players present are ready: the game begins in ``wait`` milliseconds, on a new board if ``seed`` is set."""

    wait: int
    seed: str = ""


class Begun(_Entry, tag=4, frozen=True):
    """The game begins, with ``cell`` open on every board; ``lags`` are the ready members' lag deductions."""

    cell: int
    lags: list[int]


class GivenUp(_Entry, tag=5, frozen=True):
    """Member ``by`` lost a game without opening a mine: they resigned or were away too long, for example."""

    by: int
    milliseconds: int


class Renewed(_Entry, tag=6, frozen=True):
    """All players present are ready for another game, which starts on a new board."""

    seed: str


class Edited(_Entry, tag=7, frozen=True):
    """Member ``by`` edited a study; ``edit`` is the checked edit, as JSON."""

    by: int
    n: int
    edit: bytes


class Removed(_Entry, tag=10, frozen=True):
    """The owner, member ``by``, removed a member; ``key`` replaces the invitation key known to that member."""

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
    """Member ``by`` in a versus room let watchers see their board, or hid it from them."""

    by: int
    is_shown: bool


Asked = Moved | Edited | Readied | Removed | Locked | Muted | Shown
"""Entries created by a request from member ``by``; if saving one fails, that member gets the error."""

Entry = Entered | Moved | Readied | Counted | Begun | GivenUp | Renewed | Edited | Removed | Locked | Muted | Shown

encode: Final[Callable[[_Entry], bytes]] = msgspec.msgpack.Encoder().encode
"""Return an entry as MessagePack, ready for saving."""

_decoder: Final = msgspec.msgpack.Decoder(Entry)


def decode(kept: bytes) -> Entry:
    """Decode a saved entry.

    Raises:
        msgspec.ValidationError: the bytes aren't an entry.

    >>> decode(encode(Moved(1700, 1, 3, 0, 17, 950)))
    Moved(at=1700, by=1, n=3, kind=0, cell=17, milliseconds=950, lag=0)
    """
    return cast("Entry", _decoder.decode(kept))
