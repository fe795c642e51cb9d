"""Connections to a room: members, live watchers, and watchers with a delay."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.protocol import Edit, Gone, Move, Present, Refused, Watchers
from hypersweep.web.multiplayer.rooms.entries import decode
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS
from hypersweep.web.multiplayer.rooms.visibility import Receiver, audience, cut, cut_passing, cut_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.failures import RefusedError
    from hypersweep.web.multiplayer.protocol import Pointed, Said
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.ports import Home, MemberPort, RoomMessage
    from hypersweep.web.multiplayer.rooms.room import Event, Room, RoomMember
    from hypersweep.web.multiplayer.rooms.saved_room import SavedRoom
    from hypersweep.web.multiplayer.store.room_rows import RoomRow

_WATCHER = Receiver(0)
# Number of entries to apply before yielding to other tasks.
_AT_ONCE = 50
# Maximum lag deduction, in milliseconds.
_MOST_LAG = 250


class Seat:
    """A connection to a room; ``resident`` is the connected member, or None for a watcher."""

    __slots__ = ("port", "receiver", "resident")

    def __init__(self, port: MemberPort, resident: RoomMember | None) -> None:
        self.port: MemberPort = port
        self.resident: RoomMember | None = resident
        self.receiver: Receiver = Receiver(0 if resident is None else resident.number)


class RoomConnections:
    """The connections to a room.

    Args:
        home: the services provided by the room's worker.
        saved_room: the room.
        at: returns the current time by the room's clock, in milliseconds.

    Attributes:
        seats: connections that have received the room's state, by connection ID.
        coming: connections waiting until the state is saved and can be sent, by connection ID.
        delayed: the watchers with a delay; None if there are none.
        away: when each absent member left, by member number (room time).
    """

    __slots__ = ("_at", "_home", "_known_watchers", "_saved", "away", "coming", "delayed", "seats")

    def __init__(self, home: Home, saved_room: SavedRoom, at: Callable[[], int]) -> None:
        self._home = home
        self._saved = saved_room
        self._at = at
        self.away: dict[int, int] = {}
        self.seats: dict[str, Seat] = {}
        self.coming: dict[str, Seat] = {}
        self.delayed: DelayedWatchers | None = None
        # Number of watchers that was last sent to all connections.
        self._known_watchers = 0

    def __len__(self) -> int:
        return len(self.seats) + (0 if self.delayed is None else len(self.delayed))

    @property
    def here(self) -> set[int]:
        """The numbers of the members present."""
        return {seat.resident.number for seat in self.seats.values() if seat.resident is not None}

    @property
    def watchers(self) -> int:
        """Number of watchers, live and delayed."""
        watching = sum(seat.resident is None for seat in self.seats.values())
        return watching + (0 if self.delayed is None else len(self.delayed))

    def seat_of(self, port: MemberPort) -> Seat | None:
        """Return a connection's seat, even if it is still waiting for the state; None if it isn't in the room."""
        return self.seats.get(port.id) or self.coming.get(port.id)

    def is_watching(self, port: MemberPort) -> bool:
        """Return whether a connection belongs to a watcher, live or delayed."""
        return self.seat_of(port) is not None or (self.delayed is not None and port.id in self.delayed)

    def ports_of(self, person: str) -> list[MemberPort]:
        """Return all of a person's connections in this room."""
        seats = (*self.seats.values(), *self.coming.values())
        ports = [seat.port for seat in seats if seat.port.person.id == person]
        return ports if self.delayed is None else [*ports, *self.delayed.ports_of(person)]

    def welcome(self, room: Room, seat: Seat, since: int | None) -> None:
        """Add a connection, announce its member, and send the events after ``since``, or else the whole state."""
        events = None if since is None else self._saved.log.since(since)
        if events is None:
            self.send_state(room, seat, is_new=True)
            return
        self._sit(seat)
        for event in events:
            seat.port.send(cut(room, event, seat.receiver))
        self._tell_watchers_to(seat.port)
        # Mark the end of the missed events: the client is now up to date.
        seat.port.send(cut_passing(Present(room.row.id, seat.receiver.number, True)))

    def send_state(self, room: Room, seat: Seat, *, is_new: bool = False) -> None:
        """Send the current state to a connection once all of it is saved; with ``is_new``, add the connection then."""
        here = self.here | ({seat.receiver.number} if is_new else set())
        frames = [cut_state(room, seat.receiver, here, self._at())]
        # Repeat the results of finished games, since only they contain the records.
        frames.extend(cut(room, event, seat.receiver) for event in room.endings)

        def send(error: RefusedError | None) -> None:
            # Meanwhile the connection has left or joined again: skip it.
            if is_new and self.coming.pop(seat.port.id, None) is not seat:
                return
            if error is not None:
                refuse(seat.port, room.row.id, error)
                return
            if is_new:
                self._sit(seat)
            for frame in frames:
                seat.port.send(frame)
            if is_new:
                self._tell_watchers_to(seat.port)

        if is_new:
            self.coming[seat.port.id] = seat
        self._saved.after(send)

    def _sit(self, seat: Seat) -> None:
        number = seat.receiver.number
        is_back = number > 0 and number not in self.here
        self.seats[seat.port.id] = seat
        if self.delayed is not None:
            self.delayed.leave(seat.port)
        if is_back:
            self.away.pop(number, None)
            self.pass_on(Present(self._saved.row.id, number, True), seat.port)

    def watch_later(self, port: MemberPort) -> None:
        """Add a watcher who sees events only after the room's delay."""
        if self.delayed is None:
            self.delayed = DelayedWatchers(
                self._home, self._saved.row, self._at, lambda: self.here, self._tell_watchers_to
            )
        self.delayed.enter(port)

    def remove(self, port: MemberPort) -> RoomMember | None:
        """Remove a connection. Returns: its member if this was their last connection, otherwise None."""
        if self.delayed is not None:
            self.delayed.leave(port)
        self.coming.pop(port.id, None)
        seat = self.seats.pop(port.id, None)
        if seat is None or seat.resident is None or seat.resident.number in self.here:
            return None
        number = seat.resident.number
        self.away[number] = self._at()
        self.pass_on(Present(self._saved.row.id, number, False))
        return seat.resident

    def reseat(self, room: Room) -> None:
        """Point each seat at its member in a newly loaded room, and mark members without a seat as absent."""
        at, here = self._at(), self.here
        for resident in room.members:
            if resident.number not in here:
                self.away.setdefault(resident.number, at)
        for seat in self.seats.values():
            if seat.resident is not None:
                seat.resident = room.members[seat.resident.number - 1]

    def catch_up(self, room: Room, version: int) -> None:
        """Send the events that follow ``version``: a reload showed that entries were saved despite an error."""
        if room.version == version:
            return
        events = self._saved.log.since(version)
        for seat in self.seats.values():
            if events is None:
                seat.port.send(cut_state(room, seat.receiver, self.here, self._at()))
            else:
                for event in events:
                    seat.port.send(cut(room, event, seat.receiver))
        if self.delayed is not None:
            self.delayed.reread()

    def send(self, room: Room, event: Event) -> None:
        """Send each seat the message about an event, limited to what the receiver may see."""
        seats = self.seats
        if len(seats) == 1:
            for seat in seats.values():
                seat.port.send(cut(room, event, seat.receiver))
            return
        frames: dict[int, bytes] = {}
        for seat in list(seats.values()):
            kind = audience(room, event, seat.receiver)
            frame = frames.get(kind)
            if frame is None:
                frame = frames[kind] = cut(room, event, seat.receiver)
            seat.port.send(frame)

    def pass_on(self, message: Pointed | Said | Present, but: MemberPort | None = None) -> None:
        """Send a message that isn't saved to all seats, except the connection ``but``."""
        frame = cut_passing(message)
        for seat in self.seats.values():
            if seat.port is not but:
                seat.port.send(frame)

    def tell_watchers(self) -> None:
        """Send all connections the number of watchers if it has changed.

        Called now and then rather than for each watcher: if 2000 arrive at once, that would be millions of messages.
        """
        count = self.watchers
        if count != self._known_watchers:
            self._known_watchers = count
            self._send_to_all(Watchers(self._saved.row.id, count))

    def _tell_watchers_to(self, port: MemberPort) -> None:
        if self._known_watchers:
            port.send(cut_passing(Watchers(self._saved.row.id, self._known_watchers)))

    def send_away(self, what: str) -> None:
        """Tell all connections that the room has left this worker; ``what`` is the reason sent with ``Gone``."""
        self._send_to_all(Gone(self._saved.row.id, what))

    def _send_to_all(self, message: Gone | Watchers) -> None:
        frame = cut_passing(message)
        for seat in list(self.seats.values()):
            seat.port.send(frame)
        if self.delayed is not None:
            self.delayed.send(frame)


def refuse(port: MemberPort, room: str, error: RefusedError, n: int | None = None) -> None:
    """Send an error to a connection; ``n`` is the number of the rejected move or edit."""
    port.send(cut_passing(Refused(error.what, str(error), room, n, error.values)))


def number_of(message: RoomMessage) -> int | None:
    """Return the number of a move or edit; None for other messages."""
    return message.n if isinstance(message, Move | Edit) else None


def lag_of(port: MemberPort) -> int:
    """Return a player's lag deduction in milliseconds: their connection's shortest round trip, up to a limit."""
    return max(0, min(_MOST_LAG, port.round_trip))


class DelayedWatchers:
    """Watchers who see a room only after its delay; ``len`` returns their number.

    A second copy of the room applies the same entries later. Watchers get messages only from that copy, so no event can
    be revealed early.

    Args:
        home: the services provided by the room's worker.
        row: the room's row.
        at: returns the current time by the room's clock, in milliseconds.
        here: returns the numbers of the members present.
        greet: called with each watcher that has just received the state.
    """

    def __init__(
        self,
        home: Home,
        row: RoomRow,
        at: Callable[[], int],
        here: Callable[[], set[int]],
        greet: Callable[[MemberPort], None],
    ) -> None:
        self._home = home
        self._name = row.id
        self._at = at
        self._here = here
        self._greet = greet
        self._room: Room = ROOM_KINDS[row.kind](row)
        self._delay = round(self._room.delay * 1000)
        # Saved entries that aren't due yet, with their versions.
        self._queue: deque[tuple[int, Entry]] = deque()
        self._has_read = False
        self._is_up_to_date = False
        self._ports: dict[str, MemberPort] = {}
        self._coming: dict[str, MemberPort] = {}
        self._news = asyncio.Event()
        self.task: asyncio.Task[None] = asyncio.get_running_loop().create_task(self._run())

    def __len__(self) -> int:
        return len(self._ports) + len(self._coming)

    def __contains__(self, port: object) -> bool:
        return port in self._ports or port in self._coming

    def enter(self, port: MemberPort) -> None:
        """Add a watcher. They get the delayed state, then each event when it is due."""
        if self._is_up_to_date:
            self._ports[port.id] = port
            self._send_state(port)
        else:
            self._coming[port.id] = port

    def leave(self, port: MemberPort) -> None:
        """Remove a watcher."""
        self._ports.pop(port.id, None)
        self._coming.pop(port.id, None)

    def ports_of(self, person: str) -> list[MemberPort]:
        """Return the connections through which a person is watching."""
        ports = [*self._ports.values(), *self._coming.values()]
        return [port for port in ports if port.person.id == person]

    def feed(self, version: int, entry: Entry) -> None:
        """Queue a saved entry until it is due."""
        self._queue.append((version, entry))
        self._news.set()

    def reread(self) -> None:
        """Read the journal again, since it may contain entries that ``feed`` didn't get."""
        self._has_read = False
        self._news.set()

    def send(self, frame: bytes) -> None:
        """Send all watchers a message that reveals nothing about a board."""
        for port in [*self._ports.values(), *self._coming.values()]:
            port.send(frame)

    def close(self) -> None:
        """Stop the delayed copy, and drop all watchers."""
        self._ports.clear()
        self._coming.clear()
        self.task.cancel()

    def _send_state(self, port: MemberPort) -> None:
        room = self._room
        port.send(cut_state(room, _WATCHER, self._here(), max(room.at, self._at() - self._delay)))
        for event in room.endings:
            port.send(cut(room, event, _WATCHER))
        self._greet(port)

    async def _run(self) -> None:
        while True:
            self._news.clear()
            if not self._has_read:
                await self._read()
            wait = await self._do_due()
            if wait == 0:
                continue
            if not self._is_up_to_date:
                self._is_up_to_date = True
                for port in self._coming.values():
                    self._ports[port.id] = port
                    self._send_state(port)
                self._coming.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._news.wait()

    async def _read(self) -> None:
        pause = 0.1
        while True:
            try:
                kept = await self._home.journal.entries(self._name)
                break
            except UnavailableError:
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)
        self._has_read = True
        later = [each for each in self._queue if each[0] > len(kept)]
        done = self._room.version
        self._queue = deque((version, decode(each)) for version, each in enumerate(kept, 1) if version > done)
        self._queue.extend(later)

    async def _do_due(self) -> float | None:
        """Apply up to ``_AT_ONCE`` due entries.

        Returns:
            Seconds until the next entry is due; 0 if more may be due now; None if the queue is empty.
        """
        room = self._room
        for _ in range(_AT_ONCE):
            if not self._queue:
                return None
            version, entry = self._queue[0]
            wait = (entry.at + self._delay - self._at()) / 1000
            if wait > 0:
                return wait
            if version > room.version + 1:
                self._has_read = False
                return 0
            self._queue.popleft()
            if version <= room.version:
                continue
            work = room.long_work(entry)
            row = room.row
            made = None
            if work is not None:
                made = await self._home.search(
                    row.owner, work, CancelToken(), is_guest=row.is_by_guest, must_be_done=True
                )
            for event in room.apply(entry, made):
                frame = cut(room, event, _WATCHER)
                for port in list(self._ports.values()):
                    port.send(frame)
        await asyncio.sleep(0)
        return 0
