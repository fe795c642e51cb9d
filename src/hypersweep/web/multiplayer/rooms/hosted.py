"""What a room at home is made of: who is there, what is on its way to be kept, and how it is told then."""

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

__all__ = ["Hosted", "Pending", "Seat", "lag_of", "new_seed", "number_of", "refuse"]

# Milliseconds that a round trip takes off a time, at most.
_MOST_LAG = 250


class Seat:
    """A connection in a room: whose it is, and who he is there; None for a watcher."""

    __slots__ = ("port", "receiver", "resident")

    def __init__(self, port: MemberPort, resident: RoomMember | None) -> None:
        self.port: MemberPort = port
        self.resident: RoomMember | None = resident
        self.receiver: Receiver = Receiver(0 if resident is None else resident.number)


class Pending:
    """An entry that was applied and isn't kept yet; ``after`` is called once it is, with None, or with why not."""

    __slots__ = ("after", "entry", "events", "version")

    def __init__(self, version: int, entry: Entry, events: list[Event]) -> None:
        self.version: int = version
        self.entry: Entry = entry
        self.events: list[Event] = events
        self.after: list[Callable[[RefusedError | None], None]] | None = None


class Hosted:
    """A room at home: it keeps what is done in it, and tells it then. ``Host`` says what its arguments are."""

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
        # The version up to which everybody was told.
        self._told = 0
        self._seats: dict[str, Seat] = {}
        # Those who are told the state once it is kept.
        self._coming: dict[str, Seat] = {}
        self._delayed: Delayed | None = None
        # Lists, since most of the time they are empty, and an empty deque is not small.
        self._pending: list[Pending] = []
        self._held: list[tuple[MemberPort, RoomMessage]] = []
        self._is_failing = False
        self._opening: asyncio.Task[None] | None = None
        self._long: asyncio.Task[None] | None = None
        self._finishing: asyncio.Task[None] | None = None
        self._listing: asyncio.Task[None] | None = None
        # Of a search for a board that runs.
        self._search: CancelToken | None = None
        self._is_removed = False
        self._finishings: list[GameEnded] = []
        self._begin_timer: asyncio.TimerHandle | None = None
        # By the room's clock: since when players are away, and when they last moved.
        self._away: dict[int, int] = {}
        self._moved: dict[int, int] = {}
        # Nanoseconds of the home's clock at the room's beginning.
        self._origin = home.clock() - (home.wall() - row.made) * 1_000_000
        self._touched = self._empty_since = self._at()

    def _at(self) -> int:
        """The moment by the room's clock."""
        return (self._home.clock() - self._origin) // 1_000_000

    def _here(self) -> set[int]:
        return {seat.resident.number for seat in self._seats.values() if seat.resident is not None}

    def _seat_of(self, port: MemberPort) -> Seat | None:
        """The seat of a connection, also of one that isn't told the state yet: its messages come after its join."""
        return self._seats.get(port.id) or self._coming.get(port.id)

    def _append(self, room: Room, entry: Entry, made: Any = None) -> None:
        """Do what an entry says, and have it kept; it is told then."""
        try:
            kept = encode(entry)
            events = room.apply(entry, made)
        except Exception as failure:
            # It may be half done. It wasn't kept, so that the room can be made again as it was before.
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
        """An entry isn't kept: who asked for it is told, and the room isn't used as it is."""
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
        """Once nothing is on its way any more, make the room again from what is kept."""
        if self.is_closed:
            return
        if not self._pending:
            self._room = None
            self._wake(retry=True)

    def _after(self, call: Callable[[RefusedError | None], None]) -> None:
        """Call something once all that was done so far is kept: with None; or with why it isn't."""
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

    # What those who build on this do.

    def _wake(self, *, retry: bool) -> None:
        """Make the room again, in a task."""
        raise NotImplementedError

    def _finish(self) -> None:
        """Hand on the games that are over, in a task."""
        raise NotImplementedError

    def _stop_timer(self) -> None:
        """Count down no further."""
        raise NotImplementedError

    def _reopen(self) -> None:
        """Note that a room in which all games were over has another one, in a task."""
        raise NotImplementedError

    def _remove(self) -> None:
        """End a room in which no game was begun, in a task."""
        raise NotImplementedError

    def _list(self, room: Room) -> None:
        """Put an open room into the lobby again, in a task."""
        raise NotImplementedError

    def _release(self) -> None:
        """Handle what has waited."""
        raise NotImplementedError

    def _send_away(self, what: str) -> None:
        """Tell everybody that the room isn't here any more."""
        raise NotImplementedError


def refuse(port: MemberPort, room: str, error: RefusedError, n: int | None = None) -> None:
    """Tell somebody that what he asked for isn't done."""
    port.send(cut_passing(Refused(error.what, str(error), room, n, error.values)))


def number_of(message: RoomMessage) -> int | None:
    """The number of a move or an edit; None of anything else."""
    return message.n if isinstance(message, Move | Edit) else None


def lag_of(port: MemberPort) -> int:
    """Return the milliseconds to take off a player's times: the shortest round trip, up to a limit."""
    return max(0, min(_MOST_LAG, port.round_trip))


def new_seed() -> str:
    """A seed that nobody can know."""
    return str(secrets.randbits(64))
