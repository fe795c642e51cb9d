"""What workers write to each other about rooms: many things in one letter, in order, each letter counted.

Who gets a letter out of turn knows that one before it was lost, and begins anew with its sender.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from hypersweep.web.multiplayer.failures import UnavailableError

# What letters are made of is read when the first one is.
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

__all__ = ["Asked", "Dropped", "Item", "Letter", "Lost", "Outbox", "Told", "read_letter"]

# What waits for a worker that can't be reached; with more than that it is given up.
_MOST_WAITING = 1 << 24


class Asked(msgspec.Struct, array_like=True, tag=1, frozen=True):
    """A member's message for a room whose home is the receiver."""

    room: str
    port: str
    person: Me
    round_trip: int
    message: Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show


class Dropped(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """A member's connection is no more."""

    room: str
    port: str


class Told(msgspec.Struct, array_like=True, tag=3):
    """A message for members who are connected to the receiver: rooms and ports of each."""

    whom: list[tuple[str, str]]
    frame: bytes


class Lost(msgspec.Struct, array_like=True, tag=4, frozen=True):
    """What the sender knew of the receiver's members it knows no more: they have to join again."""


Item = Asked | Dropped | Told | Lost


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """What goes from one worker to another at once; ``number`` counts them from 1 on."""

    sender: str
    number: int
    items: list[Item]


_writer = msgspec.msgpack.Encoder()
_reader = msgspec.msgpack.Decoder(Letter)


def read_letter(data: bytes) -> Letter:
    """A letter as it came.

    Raises:
        msgspec.DecodeError: it isn't one.
    """
    return _reader.decode(data)


class Outbox:
    """What one worker writes to another: whatever has come until a letter can go is in it.

    Args:
        relay: takes the letters.
        sender: the one worker.
        receiver: the other.
        lost: called when a letter couldn't go; everything since is lost as well.
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
        # The items that the last messages of this letter are in: by message, and by member.
        self._frames: dict[int, int] = {}
        self._last: dict[tuple[str, str], int] = {}

    def put(self, item: Item) -> None:
        """Have something written."""
        self._items.append(item)
        self._go()

    def tell(self, room: str, port: str, frame: bytes) -> None:
        """Have a member told something; a message to many stands in the letter once."""
        whom = (room, port)
        index = self._frames.get(id(frame), -1)
        # Not before what he was told last.
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
        # What is done in this turn of the loop goes together.
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
        """Wait until what was written is on its way."""
        if self._writing is not None:
            await self._writing
