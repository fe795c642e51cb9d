"""Messages between workers about rooms: one letter contains many items, in order, and letters are numbered.

A gap in the numbers tells the receiver that a letter was lost; it then starts over with the sender.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from hypersweep.web.multiplayer.failures import UnavailableError

# Not only for type checks: msgspec reads these types at run time.
from hypersweep.web.multiplayer.protocol import (  # noqa: TC001
    Chat,
    Cursor,
    Edit,
    Join,
    Leave,
    Lock,
    Me,
    Move,
    Mute,
    Ready,
    Remove,
    Resign,
    Show,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.relay import Relay

# Maximum number of bytes waiting for an unreachable worker; above it the worker is given up.
_MOST_WAITING = 1 << 24


class Asked(msgspec.Struct, array_like=True, tag=1, frozen=True):
    """A member's message for a room whose home is the receiver."""

    room: str
    port: str
    person: Me
    round_trip: int
    message: Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show


class Dropped(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """A member's connection is closed."""

    room: str
    port: str


class Told(msgspec.Struct, array_like=True, tag=3):
    """A message for members connected to the receiver, with the rooms and ports of each."""

    whom: list[tuple[str, str]]
    frame: bytes


class Lost(msgspec.Struct, array_like=True, tag=4, frozen=True):
    """The sender has lost its state of the receiver's members: they have to join again."""


Item = Asked | Dropped | Told | Lost


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """One message from a worker to another; ``number`` counts from 1."""

    sender: str
    number: int
    items: list[Item]


_writer = msgspec.msgpack.Encoder()
_reader = msgspec.msgpack.Decoder(Letter)


def read_letter(data: bytes) -> Letter:
    """Decode a letter.

    Raises:
        msgspec.DecodeError: the bytes aren't a letter.
    """
    return _reader.decode(data)


class Outbox:
    """The queue from one worker to another: the next letter contains everything queued until it can be sent.

    Args:
        relay: sends the letters.
        sender: this worker.
        receiver: the other worker.
        lost: called when a letter couldn't be sent; everything queued since is lost as well.
    """

    def __init__(self, relay: Relay, sender: str, receiver: str, lost: Callable[[str], None]) -> None:
        self._relay = relay
        self._sender = sender
        self._receiver = receiver
        self._lost = lost
        self._items: list[Item] = []
        self._size = 0
        self._number = 0
        self._writing: asyncio.Task[None] | None = None
        # Indices of the items with the latest messages in this letter: by message, and by member.
        self._frames: dict[int, int] = {}
        self._last: dict[tuple[str, str], int] = {}

    def put(self, item: Item) -> None:
        """Queue an item."""
        self._items.append(item)
        self._go()

    def tell(self, room: str, port: str, frame: bytes) -> None:
        """Queue a message for a member; a message for many members is in the letter only once."""
        whom = (room, port)
        index = self._frames.get(id(frame), -1)
        # Keep the order: only reuse an item after the member's last message.
        if index > self._last.get(whom, -1):
            told = self._items[index]
            assert isinstance(told, Told)
            told.whom.append(whom)
        else:
            index = len(self._items)
            self._items.append(Told([whom], frame))
            self._frames[id(frame)] = index
            self._size += len(frame)
        self._last[whom] = index
        self._go()

    def _go(self) -> None:
        if self._size > _MOST_WAITING:
            self._forget()
            self._lost(self._receiver)
        elif self._writing is None:
            self._writing = asyncio.get_running_loop().create_task(self._write())

    def _forget(self) -> list[Item]:
        items, self._items = self._items, []
        self._size = 0
        self._frames.clear()
        self._last.clear()
        return items

    async def _write(self) -> None:
        # Send everything from this turn of the event loop together.
        await asyncio.sleep(0)
        try:
            while self._items:
                self._number += 1
                letter = Letter(self._sender, self._number, self._forget())
                await self._relay.publish(f"worker:{self._receiver}", _writer.encode(letter))
        except UnavailableError:
            self._forget()
            self._lost(self._receiver)
        finally:
            self._writing = None

    async def close(self) -> None:
        """Wait until everything queued has been sent."""
        if self._writing is not None:
            await self._writing
