"""Rooms shared among several workers: each room has one home worker, but every worker serves its own connections.

A room's home is the worker holding its lease. Leases are valid only while their worker sends heartbeats, so a worker
that stops or becomes unreachable loses all its rooms at once, and the next request for a room gives it a new home.
Leases are only an optimisation: the journal rejects writes from a worker that is no longer the home.

Members connected to another worker are guests at the room's home: their worker forwards messages in both directions.
Whenever messages between two workers may have been lost, these members get ``Gone`` with the reason ``away``, and join
again.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

import msgspec

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.protocol import (
    Chat,
    Cursor,
    Edit,
    Gone,
    Join,
    Leave,
    Lock,
    Me,
    Move,
    Mute,
    Ready,
    Refused,
    Remove,
    Resign,
    Show,
)
from hypersweep.web.multiplayer.rooms.ports import RoomPort

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine
    from typing import Any

    from hypersweep.web.multiplayer.http_protocol import RoomMade, RoomRequest
    from hypersweep.web.multiplayer.relay import Relay, Subscription
    from hypersweep.web.multiplayer.rooms.ports import MemberPort, RoomMessage

# Seconds between a worker's heartbeats, and seconds without one after which the worker is considered gone.
_BEAT = 1.0
_GONE = 4.0
# Seconds until a room's lease expires, and seconds between renewals. A lease is void anyway once its worker is gone;
# expiry only cleans up after rooms that are never requested again.
_ROOM = 6 * 3600.0
_ROOMS_EVERY = 3600.0

_encode = msgspec.json.Encoder().encode


class LocalRoom(RoomPort, Protocol):
    """A room whose home is this worker."""

    def can_move(self, ports: Collection[str]) -> bool:
        """Return whether the room can move to another worker: it is idle, and has no connections but ``ports``."""

    def move(self) -> None:
        """Unload the room, and make all members join again."""


class Home(Protocol):
    """Operations on rooms whose home is this worker."""

    async def make(
        self,
        request: RoomRequest,
        person: Me,
        *,
        seed: int | None = None,
        settings: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> RoomMade:
        """Create a room."""

    async def host(self, name: str) -> RoomPort:
        """Return a room; if it isn't loaded here, make this worker its home and load it."""

    def here(self, name: str) -> LocalRoom | None:
        """Return a room if its home is currently this worker, otherwise None."""

    async def close(self) -> None:
        """Close all rooms whose home is this worker."""


class SharedRooms:
    """The rooms on all workers, as seen from one; has the ``make``, ``port`` and ``close`` methods of ``Rooms``.

    Args:
        relay: connects the workers.
        worker: unique ID for this worker; None for a random one.
    """

    def __init__(self, relay: Relay, worker: str | None = None) -> None:
        self.worker: str = worker or uuid4().hex
        self._relay = relay
        self._local: Home | None = None
        # Rooms whose home is this worker; the value says whether the room has been requested since it was created.
        self._ours: dict[str, bool] = {}
        self._outboxes: dict[str, Outbox] = {}
        # Number of the latest letter (batch of messages) from each worker.
        self._letters: dict[str, int] = {}
        # Workers to which ``Lost`` must still be sent.
        self._untold: set[str] = set()
        # Members connected here whose rooms are on another worker, and vice versa (guests).
        self._members: dict[tuple[str, str], tuple[MemberPort, str]] = {}
        self._guests: dict[tuple[str, str, str], _Guest] = {}
        self._inbox: Subscription | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def figures(self) -> dict[str, int]:
        """Counts for monitoring: rooms here, local members of rooms elsewhere, and guests in rooms here."""
        return {"rooms": len(self._ours), "members_elsewhere": len(self._members), "guests": len(self._guests)}

    async def open(self, local: Home) -> None:
        """Connect to the other workers, and start the heartbeats.

        Args:
            local: the rooms whose home is this worker; it must call ``closed`` for each room it unloads.
        """
        self._local = local
        self._inbox = await self._relay.subscribe(f"worker:{self.worker}", self._take)
        self._relay.on_change(self._changed)
        with suppress(UnavailableError):
            await self._relay.lease(f"worker:{self.worker}", self.worker, _GONE)
        self._beating = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Close and release all rooms here, and make guests connected to other workers join again."""
        self._is_closed = True
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        await self._home.close()
        for worker in {guest.worker for guest in self._guests.values()}:
            self._outbox(worker).put(Lost())
        for room, port in self._members:
            self._outbox(self._members[room, port][1]).put(Dropped(room, port))
        self._guests.clear()
        self._members.clear()
        with suppress(UnavailableError):
            await self._relay.release(f"worker:{self.worker}", self.worker)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for outbox in tuple(self._outboxes.values()):
            await outbox.close()
        if self._inbox is not None:
            await self._inbox.close()

    async def make(
        self,
        request: RoomRequest,
        person: Me,
        *,
        seed: int | None = None,
        settings: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> RoomMade:
        """Create a room with this worker as its home, even while the relay is unavailable.

        Raises:
            RefusedError: the room can't be created as requested.
        """
        made = await self._home.make(request, person, seed=seed, settings=settings, name=name)
        self._ours[made.room] = False
        with suppress(UnavailableError):
            await self._relay.lease(f"room:{made.room}", self.worker, _ROOM)
        return made

    async def port(self, name: str) -> RoomPort:
        """Return a room, whichever worker is its home; if it has none, make this worker its home.

        Raises:
            RefusedError: there is no such room, or it is currently unreachable.
        """
        if name not in self._ours:
            try:
                home = await self._home_of(name)
            except UnavailableError as error:
                raise _away(name) from error
            if home != self.worker:
                return _RemoteRoom(self, name, home)
        self._ours[name] = True
        try:
            return await self._home.host(name)
        except RefusedError:
            self.closed(name)
            raise

    def closed(self, name: str) -> None:
        """Release an unloaded room; the next worker asked for it becomes its home."""
        self._ours.pop(name, None)
        for key, guest in tuple(self._guests.items()):
            if guest.room == name:
                del self._guests[key]
        if not self._is_closed:
            self._spawn(self._release(name))

    def give_up(self, name: str) -> None:
        """Release an idle room if it has no members or they are all connected to one other worker."""
        guests = [guest for guest in self._guests.values() if guest.room == name]
        room = self._home.here(name)
        if room is None or len({guest.worker for guest in guests}) > 1:
            return
        if room.can_move([guest.id for guest in guests]):
            self._spawn(self._give_up(name, room))

    async def _give_up(self, name: str, room: LocalRoom) -> None:
        with suppress(UnavailableError):
            # Release the lease before moving: otherwise members joining again might be sent back to this worker.
            await self._relay.release(f"room:{name}", self.worker)
            room.move()

    @property
    def _home(self) -> Home:
        assert self._local is not None, "it is open"
        return self._local

    async def _home_of(self, name: str) -> str:
        """Return the ID of a room's home worker; if it has none, make this worker its home.

        Raises:
            UnavailableError: the home currently can't be determined.
        """
        lease = f"room:{name}"
        for _ in range(3):
            if await self._relay.lease(lease, self.worker, _ROOM):
                return self.worker
            holder = await self._relay.holder(lease)
            if holder is not None and await self._relay.holder(f"worker:{holder}") is not None:
                return holder
            if holder is not None:
                # The holder has stopped. Release only its own lease: another worker may have acquired one since.
                await self._relay.release(lease, holder)
        raise UnavailableError(f"the room {name} keeps moving between workers")

    async def _release(self, name: str) -> None:
        with suppress(UnavailableError):
            await self._relay.release(f"room:{name}", self.worker)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _outbox(self, worker: str) -> Outbox:
        outbox = self._outboxes.get(worker)
        if outbox is None:
            outbox = self._outboxes[worker] = Outbox(self._relay, self.worker, worker, self._unwritten)
        return outbox

    async def _beat(self) -> None:
        """Send this worker's heartbeats, and handle other workers that have stopped sending theirs."""
        loop = asyncio.get_running_loop()
        until = loop.time() + _ROOMS_EVERY
        while True:
            with suppress(UnavailableError):
                await self._relay.lease(f"worker:{self.worker}", self.worker, _GONE)
                for worker in tuple(self._untold):
                    self._untold.discard(worker)
                    self._outbox(worker).put(Lost())
                others = {home for _, home in self._members.values()} | {each.worker for each in self._guests.values()}
                for worker in others:
                    if await self._relay.holder(f"worker:{worker}") is None:
                        self._lost(worker)
                        self._untold.discard(worker)
                        self._letters.pop(worker, None)
                        self._outboxes.pop(worker, None)
                if loop.time() >= until:
                    until = loop.time() + _ROOMS_EVERY
                    await self._lease_rooms()
            await asyncio.sleep(_BEAT)

    async def _lease_rooms(self) -> None:
        for name, was_used in tuple(self._ours.items()):
            if not was_used:
                # The room was created but never joined, so let the next worker asked for it become its home.
                self.closed(name)
                continue
            await self._relay.lease(f"room:{name}", self.worker, _ROOM)

    def _changed(self, is_available: bool) -> None:
        if self._is_closed:
            return
        if is_available:
            self._spawn(self._come_back())
        else:
            for worker in set(self._outboxes) | {home for _, home in self._members.values()}:
                self._lost(worker)

    async def _come_back(self) -> None:
        with suppress(UnavailableError):
            await self._relay.lease(f"worker:{self.worker}", self.worker, _GONE)
            await self._lease_rooms()

    def _lost(self, worker: str) -> None:
        """Make members connected through another worker join again, since messages may have been lost."""
        for key, (port, home) in tuple(self._members.items()):
            if home == worker:
                del self._members[key]
                port.send(_encode(Gone(key[0], "away")))
        for (sender, *_), guest in tuple(self._guests.items()):
            if sender == worker:
                self._drop(guest)

    def _unwritten(self, worker: str) -> None:
        self._lost(worker)
        self._untold.add(worker)

    def _drop(self, guest: _Guest) -> None:
        self._guests.pop((guest.worker, guest.room, guest.id), None)
        guest.is_gone = True
        if guest.port is not None:
            guest.port.drop(guest)

    # Forwarding for members connected to this worker.

    def ask(self, room: _RemoteRoom, port: MemberPort, message: RoomMessage) -> None:
        """Forward a member's message to the room's home."""
        key = (room.name, port.id)
        if isinstance(message, Join):
            if not self._relay.is_available:
                port.send(_refused(_away(room.name), room.name))
                return
            self._members[key] = (port, room.home)
        elif self._members.get(key, (None, ""))[1] != room.home:
            port.send(_refused(_away(room.name), room.name, getattr(message, "n", None)))
            return
        if isinstance(message, Leave):
            del self._members[key]
        self._outbox(room.home).put(Asked(room.name, port.id, port.person, port.round_trip, message))

    def forget(self, room: _RemoteRoom, port: MemberPort) -> None:
        """Remove a member's closed connection, and tell the room's home."""
        if self._members.pop((room.name, port.id), None) is not None:
            self._outbox(room.home).put(Dropped(room.name, port.id))

    # Letters from other workers.

    def _take(self, data: bytes) -> None:
        letter: Letter = read_letter(data)
        before = self._letters.get(letter.sender)
        self._letters[letter.sender] = letter.number
        if letter.number != (before or 0) + 1 and not (before is None and letter.number == 1):
            # An earlier letter was lost, or the sender has reset its outbox, so both sides must start again.
            self._lost(letter.sender)
            self._outbox(letter.sender).put(Lost())
        for item in letter.items:
            if isinstance(item, Sent):
                for whom in item.whom:
                    found = self._members.get(whom)
                    if found is not None and found[1] == letter.sender:
                        found[0].send(item.frame)
            elif isinstance(item, Asked):
                self._asked(letter.sender, item)
            elif isinstance(item, Dropped):
                guest = self._guests.get((letter.sender, item.room, item.port))
                if guest is not None:
                    self._drop(guest)
            else:
                self._lost(letter.sender)

    def _asked(self, sender: str, item: Asked) -> None:
        key = (sender, item.room, item.port)
        guest = self._guests.get(key)
        if guest is None:
            guest = _Guest(item.port, item.room, item.person, sender, self._outbox(sender))
            if not isinstance(item.message, Join):
                guest.send(_refused(_away(item.room), item.room, getattr(item.message, "n", None)))
                return
            self._guests[key] = guest
            self._spawn(self._admit(guest))
        guest.person = item.person
        guest.round_trip = item.round_trip
        if guest.port is None:
            guest.waiting.append(item.message)
        else:
            guest.port.take(guest, item.message)
        if isinstance(item.message, Leave):
            self._guests.pop(key, None)

    async def _admit(self, guest: _Guest) -> None:
        """Load the room for a guest, then pass on the messages that have arrived meanwhile."""
        try:
            port = await self.port(guest.room)
            if isinstance(port, _RemoteRoom):
                raise _away(guest.room)
        except RefusedError as error:
            self._guests.pop((guest.worker, guest.room, guest.id), None)
            guest.send(_refused(error, guest.room))
            return
        if guest.is_gone:
            return
        guest.port = port
        waiting, guest.waiting = guest.waiting, []
        for message in waiting:
            port.take(guest, message)


class _RemoteRoom:
    """A room whose home is another worker."""

    def __init__(self, rooms: SharedRooms, name: str, home: str) -> None:
        self.name = name
        self.home = home
        self._rooms = rooms

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        self._rooms.ask(self, port, message)

    def drop(self, port: MemberPort) -> None:
        self._rooms.forget(self, port)


class _Guest:
    """A member connected to another worker, in a room whose home is here; implements ``MemberPort``."""

    def __init__(self, name: str, room: str, person: Me, worker: str, outbox: Outbox) -> None:
        self.id = name
        self.room = room
        self.person = person
        self.round_trip = 0
        self.worker = worker
        self.port: RoomPort | None = None
        self.waiting: list[RoomMessage] = []
        self.is_gone = False
        self._outbox = outbox

    def send(self, frame: bytes) -> None:
        if not self.is_gone:
            self._outbox.tell(self.room, self.id, frame)


def _away(room: str) -> RefusedError:
    return RefusedError("away", f"the home worker of room {room} is currently unreachable", status=503)


def _refused(error: RefusedError, room: str, n: int | None = None) -> bytes:
    return _encode(Refused(error.what, str(error), room, n, error.values))


# Maximum number of bytes queued for another worker; if exceeded, the queue is dropped and members must join again.
_MOST_WAITING = 1 << 24


class Asked(msgspec.Struct, array_like=True, tag=1, frozen=True):
    """A member's message to a room whose home is the receiver."""

    room: str
    port: str
    person: Me
    round_trip: int
    message: Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show


class Dropped(msgspec.Struct, array_like=True, tag=2, frozen=True):
    """A member's connection was closed, or its worker is stopping."""

    room: str
    port: str


class Sent(msgspec.Struct, array_like=True, tag=3):
    """A message to members connected to the receiver; ``whom`` has a (room, port) pair for each."""

    whom: list[tuple[str, str]]
    frame: bytes


class Lost(msgspec.Struct, array_like=True, tag=4, frozen=True):
    """Messages between the two workers may have been lost, so the members affected must join again."""


Item = Asked | Dropped | Sent | Lost


class Letter(msgspec.Struct, array_like=True, frozen=True):
    """A batch of items from one worker to another; ``number`` counts the sender's letters to this worker, from 1."""

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
    """The queue of items to send to another worker; each letter contains everything queued since the last one.

    Args:
        relay: sends the letters.
        sender: ID of this worker.
        receiver: ID of the other worker.
        lost: called with ``receiver`` after the queue is dropped, because it was full or a letter couldn't be sent.
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
        # Indices into ``_items``: for each frame, and for each member's latest message.
        self._frames: dict[int, int] = {}
        self._last: dict[tuple[str, str], int] = {}

    def put(self, item: Item) -> None:
        """Queue an item for the next letter."""
        self._items.append(item)
        self._go()

    def tell(self, room: str, port: str, frame: bytes) -> None:
        """Queue a message for a member; a letter contains each frame only once, even for many members."""
        whom = (room, port)
        index = self._frames.get(id(frame), -1)
        # Keep the order: reuse an earlier item only if it comes after the member's last message.
        if index > self._last.get(whom, -1):
            sent = self._items[index]
            assert isinstance(sent, Sent)
            sent.whom.append(whom)
        else:
            index = len(self._items)
            self._items.append(Sent([whom], frame))
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
        # Yield once, so that everything queued in this event loop iteration shares a letter.
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
        """Wait until everything queued has been sent or has failed."""
        if self._writing is not None:
            await self._writing
