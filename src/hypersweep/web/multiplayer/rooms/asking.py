"""Requests of the people in a room, and the answers."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

import msgspec

from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.protocol import (
    Chat,
    Cursor,
    Edit,
    Gone,
    Join,
    Leave,
    Lock,
    Move,
    Mute,
    Pointed,
    Present,
    Ready,
    Remove,
    Resign,
    Said,
    Show,
)
from hypersweep.web.multiplayer.rooms.delayed import Delayed
from hypersweep.web.multiplayer.rooms.entries import (
    KINDS,
    Edited,
    Entered,
    GivenUp,
    Locked,
    Moved,
    Muted,
    Readied,
    Removed,
    Shown,
)
from hypersweep.web.multiplayer.rooms.hosted import Seat, lag_of, number_of, refuse
from hypersweep.web.multiplayer.rooms.rounds import Rounds
from hypersweep.web.multiplayer.rooms.visibility import cut, cut_passing, cut_state

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import Role
    from hypersweep.web.multiplayer.rooms.members import RoomMember
    from hypersweep.web.multiplayer.rooms.ports import MemberPort, RoomMessage
    from hypersweep.web.multiplayer.rooms.room import Room

_KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}
# Maximum number of messages, of all members together, that wait while a room is opened or a board is generated.
_MOST_HELD = 512
_MOST_WATCHERS = 2000


class Asking(Rounds):
    """The people in a room: they join, send requests and leave."""

    __slots__ = ()

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        """Handle a message."""
        room = self._room
        if self._is_removed and type(message) is not Leave:
            refuse(
                port, self.name, RefusedError("ended", "expected a room, got one that is removed"), number_of(message)
            )
        elif room is None or self._is_failing:
            if self.is_closed:
                refuse(port, self.name, FencedError("the room isn't here any more"), number_of(message))
            elif type(message) is Leave:
                self.drop(port)
            elif self._is_failing:
                refuse(port, self.name, UnavailableError("what is kept can't be reached now"), number_of(message))
            else:
                self._hold(port, message)
                self._wake(retry=False)
        elif type(message) is Move:
            self._move(room, port, message)
        elif type(message) is Cursor:
            self._point(room, port, message)
        elif type(message) is Join:
            self._join(room, port, message)
        elif type(message) is Edit:
            self._edit(room, port, message)
        elif type(message) is Ready:
            self._ready(room, port, message)
        elif type(message) is Resign:
            self._resign(room, port, message)
        elif type(message) is Chat:
            self._say(room, port, message)
        elif type(message) is Remove or type(message) is Lock or type(message) is Mute:
            self._govern(room, port, message)
        elif type(message) is Show:
            self._show(room, port, message)
        else:
            self.drop(port)

    def _hold(self, port: MemberPort, message: RoomMessage) -> None:
        if len(self._held) >= _MOST_HELD:
            error = RefusedError("busy", f"expected at most {_MOST_HELD} messages that wait, got more")
            refuse(port, self.name, error, number_of(message))
        else:
            self._held.append((port, message))

    def _release(self) -> None:
        held, self._held = self._held, []
        for port, message in held:
            self.take(port, message)

    def _refuse_held(self, error: RefusedError) -> None:
        held, self._held = self._held, []
        for port, message in held:
            refuse(port, self.name, error, number_of(message))

    def _refuse_after(self, port: MemberPort, refusal: RefusedError, n: int | None = None) -> None:
        """Send an error once everything applied so far is saved, since the error reveals something about that state."""
        self._after(lambda error: refuse(port, self.name, error or refusal, n))

    def _player(self, port: MemberPort, n: int | None) -> RoomMember | None:
        seat = self._seat_of(port)
        if seat is not None and seat.resident is not None:
            return seat.resident
        is_watching = seat is not None or (self._delayed is not None and port.id in self._delayed)
        what, why = ("watcher", "one who watches") if is_watching else ("not_here", "one who isn't in the room")
        refuse(port, self.name, RefusedError(what, f"expected a member who plays, got {why}"), n)
        return None

    def _is_next(self, room: Room, port: MemberPort, resident: RoomMember, n: int) -> bool:
        """Whether a number is the member's next one; otherwise answer the message."""
        if n == resident.last + 1:
            return True
        if n > resident.last:
            expected = resident.last + 1
            refusal = RefusedError("gap", f"expected {expected} next, got {n}", expected=expected)
            self._refuse_after(port, refusal, n)
            return False
        if any(getattr(each.entry, "n", 0) == n and each.entry.by == resident.number for each in self._pending):  # type: ignore[union-attr]
            # The answer follows once the entry is saved.
            return False
        event = self._log.answer(resident.number, n)
        seat = self._seat_of(port)
        assert seat is not None
        self._touched = self._at()
        if event is not None:
            port.send(cut(room, event, seat.receiver))
        else:
            self._send_state(seat)
        return False

    def _move(self, room: Room, port: MemberPort, move: Move) -> None:
        seat = self._seats.get(port.id) or self._coming.get(port.id)
        resident = seat.resident if seat is not None else None
        if resident is None:
            self._player(port, move.n)
            return
        if self._long is not None:
            self._hold(port, move)
            return
        n = move.n
        if n != resident.last + 1:
            self._is_next(room, port, resident, n)
            return
        refusal = room.refusal(resident, move.cell)
        if refusal is not None:
            self._refuse_after(port, refusal, n)
            return
        board = room.board_of(resident)
        assert board is not None
        at = self._touched = self._at()
        number = resident.number
        kind = _KIND_NUMBERS[move.kind]
        if board.start is None:
            entry = Moved(at, number, n, kind, move.cell, 0, 0 if kind else lag_of(port))
        else:
            self._moved[number] = at
            entry = Moved(at, number, n, kind, move.cell, board.elapsed(at))
        work = room.long_work(entry) if board.is_long(kind) else None
        if work is None:
            self._append(room, entry)
        else:
            self._begin_long(room, entry, work, [port], n)

    def _edit(self, room: Room, port: MemberPort, message: Edit) -> None:
        resident = self._player(port, message.n)
        if resident is None or not self._is_next(room, port, resident, message.n):
            return
        try:
            edit = room.check_edit(resident, message.edit)
        except RefusedError as refusal:
            self._refuse_after(port, refusal, message.n)
            return
        at = self._touched = self._at()
        self._append(room, Edited(at, resident.number, message.n, msgspec.json.encode(edit)))

    def _ready(self, room: Room, port: MemberPort, message: Ready) -> None:
        resident = self._player(port, None)
        if resident is None:
            return
        if self._long is not None:
            self._hold(port, message)
            return
        refusal = room.ready_refusal(resident, message.is_ready)
        if refusal is not None:
            self._refuse_after(port, refusal)
        elif resident.is_ready != message.is_ready:
            at = self._touched = self._at()
            self._append(room, Readied(at, resident.number, message.is_ready))
            self._begin_if_ready(room)

    def _resign(self, room: Room, port: MemberPort, message: Resign) -> None:
        resident = self._player(port, None)
        if resident is None:
            return
        if self._long is not None:
            self._hold(port, message)
            return
        refusal = room.resign_refusal(resident)
        if refusal is not None:
            self._refuse_after(port, refusal)
            return
        board = room.board_of(resident)
        assert board is not None
        at = self._touched = self._at()
        if board.start is None:
            self._remove()
        else:
            self._append(room, GivenUp(at, resident.number, board.elapsed(at)))

    def _point(self, room: Room, port: MemberPort, message: Cursor) -> None:
        seat = self._seats.get(port.id)
        # In versus a cursor would reveal cells of a board that has the same mines as the others'.
        if seat is None or seat.resident is None or room.kind == "versus":
            return
        if message.cell is not None and room.boards and message.cell >= room.grid.cells:
            return
        # Only studies need more than a cell; elsewhere the field could smuggle any text.
        at = message.at if room.kind == "study" else ""
        self._pass_on(Pointed(self.name, seat.resident.number, message.cell, at), port)

    def _say(self, room: Room, port: MemberPort, message: Chat) -> None:
        resident = self._player(port, None)
        if resident is None:
            return
        text = " ".join("".join(each if each.isprintable() else " " for each in message.text).split())
        if resident.is_muted:
            refuse(port, self.name, RefusedError("muted", "expected a member whose chat is accepted, got a muted one"))
        elif not room.has_chat:
            refuse(port, self.name, RefusedError("no_chat", "expected a room in which members may talk, got another"))
        elif text:
            self._pass_on(Said(self.name, resident.number, text, self._home.wall()), None)

    def _govern(self, room: Room, port: MemberPort, message: Remove | Lock | Mute) -> None:
        """Apply an owner's request: remove or mute a member, or lock the room."""
        resident = self._player(port, None)
        if resident is None:
            return
        refusal = room.owner_refusal(resident, None if type(message) is Lock else message.number)  # type: ignore[union-attr]
        if refusal is not None:
            self._refuse_after(port, refusal)
            return
        at, by = self._at(), resident.number
        self._touched = at
        if type(message) is Lock:
            if room.is_locked != message.is_locked:
                self._append(room, Locked(at, by, message.is_locked))
        elif type(message) is Mute:
            if room.members[message.number - 1].is_muted != message.is_muted:
                self._append(room, Muted(at, by, message.number, message.is_muted))
        elif type(message) is Remove:
            # Without a new key the member could come back as a new guest.
            self._append(room, Removed(at, by, message.number, secrets.token_urlsafe(12)))
            self._expel(room, room.members[message.number - 1].person)

    def _show(self, room: Room, port: MemberPort, message: Show) -> None:
        """Show a player's board to watchers, or hide it."""
        resident = self._player(port, None)
        if resident is None:
            return
        if room.kind != "versus":
            why = f"expected a room whose boards can be hidden from watchers, got a {room.kind}"
            self._refuse_after(port, RefusedError("no_versus", why))
        elif resident.is_shown != message.is_shown:
            at = self._touched = self._at()
            self._append(room, Shown(at, resident.number, message.is_shown))

    def _expel(self, room: Room, person: str) -> None:
        """Disconnect a member whose removal was appended; send the reason once the removal is saved."""
        if self._is_failing:
            return
        ports = [seat.port for seat in (*self._seats.values(), *self._coming.values()) if seat.port.person.id == person]
        if self._delayed is not None:
            ports.extend(self._delayed.ports_of(person))

        def tell(error: RefusedError | None) -> None:
            for port in ports:
                # If saving the removal failed, the member may join again.
                port.send(cut_passing(Gone(self.name, "removed" if error is None else "away")))

        self._after(tell)
        for port in ports:
            self.drop(port)
        if self._long is None and not self._is_failing:
            # Perhaps the others waited only for this member.
            self._begin_if_ready(room)

    def _join(self, room: Room, port: MemberPort, join: Join) -> None:
        me, row = port.person, self.row
        if row.kind != "study" and row.ended is not None and room.stage != "over":
            refuse(port, self.name, RefusedError("no_room", "expected a room, got one that was removed", status=404))
            return
        at = self._touched = self._at()
        resident = room.residents.get(me.id)
        if resident is not None and resident.is_removed:
            refuse(port, self.name, RefusedError("removed", "expected a member, got one who was removed", status=403))
            return
        if resident is None:
            role: Role | None = join.role
            if not room.is_open and me.id != row.owner and room.role_of(join.key or "") != "player":
                role = room.role_of(join.key or "")
            if role is None:
                refuse(port, self.name, RefusedError("key", "expected the key of an invitation", status=403))
                return
            if role == "watcher":
                self._watch(room, port, join)
                return
            if room.is_locked and me.id != row.owner:
                refuse(port, self.name, RefusedError("locked", "expected a room that admits members, got a locked one"))
                return
            if not room.may_play(me.id):
                refuse(port, self.name, RefusedError("full", f"expected at most {room.most} players, got one more"))
                return
        if resident is None or (resident.name, resident.is_guest) != (me.name, me.is_guest):
            self._append(room, Entered(at, me.id, me.name, me.is_guest))
            if self._is_failing:
                refuse(port, self.name, UnavailableError("what is kept can't be reached now"))
                return
            resident = room.residents[me.id]
            if join.since is not None and join.since > self._told:
                join = msgspec.structs.replace(join, since=None)
        self._list(room)
        self._welcome(room, Seat(port, resident), join.since)
        self._open_first(room, port, resident)

    def _open_first(self, room: Room, port: MemberPort, resident: RoomMember) -> None:
        """Open the fixed first cell of a daily board as soon as its player has joined, as their first move."""
        board = room.board_of(resident)
        cell = json.loads(self.row.settings).get("first") if room.kind == "solo" else None
        if cell is None or board is None or board.start is not None or resident.last or self._long is not None:
            return
        entry = Moved(self._at(), resident.number, 1, 0, cell, 0, lag_of(port))
        work = room.long_work(entry)
        if work is None:
            self._append(room, entry)
        else:
            self._begin_long(room, entry, work, [port], 1)

    def _watch(self, room: Room, port: MemberPort, join: Join) -> None:
        if room.is_sealed(self._at()):
            why = "expected a board that may be watched, got a daily board on which others still play"
            refuse(port, self.name, RefusedError("daily_sealed", why, status=403, until=room.sealed_until))
            return
        watching = sum(seat.resident is None for seat in self._seats.values())
        if watching + (0 if self._delayed is None else len(self._delayed)) >= _MOST_WATCHERS:
            refuse(port, self.name, RefusedError("full", f"expected at most {_MOST_WATCHERS} watchers, got one more"))
        elif room.delay:
            if self._delayed is None:
                self._delayed = Delayed(self._home, self.row, self._at, self._here)
            self._delayed.enter(port)
        else:
            self._welcome(room, Seat(port, None), join.since)

    def _welcome(self, room: Room, seat: Seat, since: int | None) -> None:
        """Send a new connection the missed events, or the whole state; tell the others about the member."""
        events = None if since is None else self._log.since(since)
        if events is None:
            self._send_state(seat, is_new=True)
            return
        self._sit(seat)
        for event in events:
            seat.port.send(cut(room, event, seat.receiver))
        # Marks the end of the missed events: the client is up to date and present.
        seat.port.send(cut_passing(Present(self.name, seat.receiver.number, True)))

    def _send_state(self, seat: Seat, *, is_new: bool = False) -> None:
        """Send the state, once all of it is saved."""
        frames = self._states(seat, is_new=is_new)

        def send(error: RefusedError | None) -> None:
            # Skip connections that have left meanwhile.
            if is_new and self._coming.pop(seat.port.id, None) is not seat:
                return
            if error is not None:
                refuse(seat.port, self.name, error)
                return
            if is_new:
                self._sit(seat)
            for frame in frames:
                seat.port.send(frame)

        if is_new:
            self._coming[seat.port.id] = seat
        self._after(send)

    def _states(self, seat: Seat, *, is_new: bool) -> list[bytes]:
        room = self._room
        assert room is not None
        here = self._here() | ({seat.receiver.number} if is_new else set())
        frames = [cut_state(room, seat.receiver, here, self._at())]
        # The player may want the record of a finished game.
        frames.extend(cut(room, event, seat.receiver) for event in room.endings)
        return frames

    def _state(self, seat: Seat) -> bytes:
        room = self._room
        assert room is not None
        return cut_state(room, seat.receiver, self._here(), self._at())

    def _sit(self, seat: Seat) -> None:
        number = seat.receiver.number
        is_back = number > 0 and number not in self._here()
        self._seats[seat.port.id] = seat
        if self._delayed is not None:
            self._delayed.leave(seat.port)
        if is_back:
            self._away.pop(number, None)
            self._pass_on(Present(self.name, number, True), seat.port)

    def drop(self, port: MemberPort) -> None:
        """Remove a connection that was closed or has left the room."""
        if self._held:
            self._held = [each for each in self._held if each[0] is not port]
        if self._delayed is not None:
            self._delayed.leave(port)
        self._coming.pop(port.id, None)
        seat = self._seats.pop(port.id, None)
        if not self._seats:
            self._empty_since = self._at()
            if self._search is not None and not self._coming:
                # No player waits for this board any more.
                self._search.cancel()
        if seat is None or seat.resident is None or seat.resident.number in self._here():
            return
        resident = seat.resident
        at = self._at()
        self._away[resident.number] = at
        self._pass_on(Present(self.name, resident.number, False), None)
        room = self._room
        if room is None or self._is_failing or self._long is not None or not resident.is_ready:
            return
        if room.ready_refusal(resident, False) is None:
            self._append(room, Readied(at, resident.number, False))
            self._begin_if_ready(room)
