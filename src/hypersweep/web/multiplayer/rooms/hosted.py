"""State of a room in its home worker: its connections, the entries being saved, and the results to send."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.protocol import Edit, Move, Pointed, Present, Refused, Said
from hypersweep.web.multiplayer.rooms.entries import Edited, Locked, Moved, Muted, Readied, Removed, Shown, encode
from hypersweep.web.multiplayer.rooms.events import GameEnded
from hypersweep.web.multiplayer.rooms.room import Log, Room
from hypersweep.web.multiplayer.rooms.visibility import Receiver, audience, cut, cut_passing

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import CancelToken
    from hypersweep.web.multiplayer.rooms.delayed import Delayed
    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.events import Event
    from hypersweep.web.multiplayer.rooms.members import RoomMember
    from hypersweep.web.multiplayer.rooms.ports import Home, MemberPort, RoomMessage
    from hypersweep.web.multiplayer.store.rooms import RoomRow

# Maximum milliseconds that the round trip may deduct from a time.
_MOST_LAG = 250


class Seat:
    """A connection in a room, with its member; without a member for a watcher."""

    __slots__ = ("port", "receiver", "resident")

    def __init__(self, port: MemberPort, resident: RoomMember | None) -> None:
        self.port: MemberPort = port
        self.resident: RoomMember | None = resident
        self.receiver: Receiver = Receiver(0 if resident is None else resident.number)


class Pending:
    """An applied entry that isn't saved yet; ``after`` is called with None once it is, or with the error."""

    __slots__ = ("after", "entry", "events", "version")

    def __init__(self, version: int, entry: Entry, events: list[Event]) -> None:
        self.version: int = version
        self.entry: Entry = entry
        self.events: list[Event] = events
        self.after: list[Callable[[RefusedError | None], None]] | None = None


class Hosted:
    """Base of ``Host`` (see there for the arguments): saves the entries of a room, then sends the results."""

    __slots__ = (
        "_away",
        "_begin_timer",
        "_coming",
        "_delayed",
        "_empty_since",
        "_epoch",
        "_finishing",
        "_finishings",
        "_held",
        "_home",
        "_is_failing",
        "_is_removed",
        "_listing",
        "_log",
        "_long",
        "_moved",
        "_opening",
        "_origin",
        "_pending",
        "_room",
        "_search",
        "_seats",
        "_told",
        "_touched",
        "is_closed",
        "name",
        "row",
    )

    def __init__(self, home: Home, row: RoomRow) -> None:
        self._home = home
        self.row: RoomRow = row
        self.name: str = row.id
        self.is_closed: bool = False
        self._room: Room | None = None
        self._log = Log()
        self._epoch = 0
        # The version up to which results were sent.
        self._told = 0
        self._seats: dict[str, Seat] = {}
        # Connections that get the state once it is saved.
        self._coming: dict[str, Seat] = {}
        self._delayed: Delayed | None = None
        # Lists, since they are usually empty and an empty deque takes more memory.
        self._pending: list[Pending] = []
        self._held: list[tuple[MemberPort, RoomMessage]] = []
        self._is_failing = False
        self._opening: asyncio.Task[None] | None = None
        self._long: asyncio.Task[None] | None = None
        self._finishing: asyncio.Task[None] | None = None
        self._listing: asyncio.Task[None] | None = None
        # Cancels the running search for a board.
        self._search: CancelToken | None = None
        self._is_removed = False
        self._finishings: list[GameEnded] = []
        self._begin_timer: asyncio.TimerHandle | None = None
        # By the room's clock: when players left, and when they last moved.
        self._away: dict[int, int] = {}
        self._moved: dict[int, int] = {}
        # Nanoseconds of the worker's clock at the time the room was made.
        self._origin = home.clock() - (home.wall() - row.made) * 1_000_000
        self._touched = self._empty_since = self._at()

    def _at(self) -> int:
        """Return the moment by the room's clock."""
        return (self._home.clock() - self._origin) // 1_000_000

    def _here(self) -> set[int]:
        return {seat.resident.number for seat in self._seats.values() if seat.resident is not None}

    def _seat_of(self, port: MemberPort) -> Seat | None:
        """Return a connection's seat, even before it got the state: its messages come after its join."""
        return self._seats.get(port.id) or self._coming.get(port.id)

    def _append(self, room: Room, entry: Entry, made: Any = None) -> None:
        """Apply an entry, and queue it to be saved; its results are sent afterwards."""
        try:
            kept = encode(entry)
            events = room.apply(entry, made)
        except Exception as failure:
            # The entry may be half applied. It wasn't saved, so the room can be rebuilt without it.
            told = {"message": f"room {self.name} failed inside", "exception": failure}
            asyncio.get_running_loop().call_exception_handler(told)
            self._fail(Pending(room.version, entry, []), RefusedError("failed", "the room failed"))
            self._recover()
            return
        version = room.version
        self._pending.append(Pending(version, entry, events))
        try:
            self._home.journal.append(self.name, self._epoch, version, kept, self._kept)
        except UnavailableError as error:
            self._fail(self._pending.pop(), error)
            self._recover()

    def _kept(self, error: RefusedError | None) -> None:
        pending = self._pending.pop(0)
        if self.is_closed:
            return
        if error is not None:
            self._fail(pending, error)
            self._recover()
            return
        room = self._room
        log = self._log
        seats = self._seats
        for event in pending.events:
            log.add(event)
            if len(seats) == 1:
                for seat in seats.values():
                    seat.port.send(cut(room, event, seat.receiver))  # type: ignore[arg-type]
            else:
                self._tell(event)
            if type(event) is GameEnded:
                self._finishings.append(event)
        self._told = pending.version
        if pending.after is not None:
            for after in pending.after:
                after(None)
        if self._delayed is not None:
            self._delayed.feed(pending.version, pending.entry)
        if self._finishings:
            self._finish()
        if self._is_failing:
            self._recover()

    def _tell(self, event: Event) -> None:
        room = self._room
        assert room is not None
        frames: dict[int, bytes] = {}
        for seat in list(self._seats.values()):
            kind = audience(room, event, seat.receiver)
            frame = frames.get(kind)
            if frame is None:
                frame = frames[kind] = cut(room, event, seat.receiver)
            seat.port.send(frame)

    def _fail(self, pending: Pending, error: RefusedError) -> None:
        """Report that an entry wasn't saved to the member who asked, and stop using the room's state."""
        self._is_failing = True
        self._stop_timer()
        entry = pending.entry
        if isinstance(entry, Moved | Edited | Readied | Removed | Locked | Muted | Shown):
            n = entry.n if isinstance(entry, Moved | Edited) else None
            for seat in [*self._seats.values(), *self._coming.values()]:
                if seat.receiver.number == entry.by:
                    refuse(seat.port, self.name, error, n)
        for after in pending.after or ():
            after(error)
        if isinstance(error, FencedError):
            self._send_away(error.what)

    def _recover(self) -> None:
        """Rebuild the room from its saved entries, once no entry is being saved."""
        if self.is_closed:
            return
        if not self._pending:
            self._room = None
            self._wake(retry=True)

    def _after(self, call: Callable[[RefusedError | None], None]) -> None:
        """Call a function once everything applied so far is saved: with None, or with the error."""
        if not self._pending:
            call(None)
            return
        last = self._pending[-1]
        if last.after is None:
            last.after = []
        last.after.append(call)

    def _pass_on(self, message: Pointed | Said | Present, but: MemberPort | None) -> None:
        frame = cut_passing(message)
        for seat in self._seats.values():
            if seat.port is not but:
                seat.port.send(frame)

    # Implemented by subclasses.

    def _wake(self, *, retry: bool) -> None:
        """Rebuild the room, in a task."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Save the finished games, in a task."""
        raise NotImplementedError

    def _stop_timer(self) -> None:
        """Stop the countdown."""
        raise NotImplementedError

    def _reopen(self) -> None:
        """Mark a finished room as running again, since it has a new game, in a task."""
        raise NotImplementedError

    def _remove(self) -> None:
        """Remove a room without a started game, in a task."""
        raise NotImplementedError

    def _list(self, room: Room) -> None:
        """List an open room in the lobby again, in a task."""
        raise NotImplementedError

    def _release(self) -> None:
        """Handle the messages that have waited."""
        raise NotImplementedError

    def _send_away(self, what: str) -> None:
        """Tell all members that the room isn't here any more."""
        raise NotImplementedError


def refuse(port: MemberPort, room: str, error: RefusedError, n: int | None = None) -> None:
    """Send an error to a connection, with the number of the rejected request."""
    port.send(cut_passing(Refused(error.what, str(error), room, n, error.values)))


def number_of(message: RoomMessage) -> int | None:
    """Return the number of a move or an edit; None for other messages."""
    return message.n if isinstance(message, Move | Edit) else None


def lag_of(port: MemberPort) -> int:
    """Return the lag deduction of a player in milliseconds: the shortest round trip, up to a limit."""
    return max(0, min(_MOST_LAG, port.round_trip))


def new_seed() -> str:
    """Return a random seed that is impossible to guess."""
    return str(secrets.randbits(64))
