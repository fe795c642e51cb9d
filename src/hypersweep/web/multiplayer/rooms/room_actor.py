"""A room on its home worker: handles its members' requests, and sends the results once they are saved.

Moves are applied at once, and answered in order as the journal saves them. If saving fails, the results aren't sent,
and the room is rebuilt from its saved entries before it continues.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from hypersweep.errors import HypersweepError
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer import protocol
from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.rooms import entries
from hypersweep.web.multiplayer.rooms.room_connections import RoomConnections, Seat, lag_of, number_of, refuse
from hypersweep.web.multiplayer.rooms.room_kinds import VersusRoom
from hypersweep.web.multiplayer.rooms.saved_room import SavedRoom
from hypersweep.web.multiplayer.rooms.visibility import cut, cut_passing
from hypersweep.web.multiplayer.store.finished_games import DELETED

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.ports import Home, MemberPort, RoomMessage
    from hypersweep.web.multiplayer.rooms.room import Room, RoomMember
    from hypersweep.web.multiplayer.rooms.saved_room import PendingEntry
    from hypersweep.web.multiplayer.store.room_rows import RoomRow

_KIND_NUMBERS = {kind: number for number, kind in enumerate(entries.KINDS)}
# Maximum number of messages held per room while it is loading or a board is being generated.
_MOST_HELD = 512
_MOST_WATCHERS = 2000


class RoomActor:
    """A room whose home is this worker; implements ``RoomPort``.

    Args:
        home: the services this worker provides.
        row: the room's row.

    Attributes:
        name: room ID.
        is_closed: whether the room has left this worker; callers then have to request it again.
        saved_room: the room's state, and the code for saving it.
        connections: the connections of members and watchers.
    """

    __slots__ = (
        "_away",
        "_begin_timer",
        "_closing",
        "_empty_since",
        "_held",
        "_home",
        "_is_removed",
        "_long",
        "_moved",
        "_opening",
        "_origin",
        "_search",
        "_touched",
        "connections",
        "is_closed",
        "name",
        "saved_room",
    )

    def __init__(self, home: Home, row: RoomRow) -> None:
        self._home = home
        self.name: str = row.id
        self.is_closed: bool = False
        self.saved_room: SavedRoom = SavedRoom(home, row, self)
        self.connections: RoomConnections = RoomConnections(home, self.saved_room, self._at)
        # Use a list: it is usually empty, and an empty deque takes more memory.
        self._held: list[tuple[MemberPort, RoomMessage]] = []
        self._opening: asyncio.Task[None] | None = None
        self._long: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        # Cancels the search for a board in progress.
        self._search: CancelToken | None = None
        self._is_removed = False
        self._begin_timer: asyncio.TimerHandle | None = None
        # When each player last moved, by the room's clock.
        self._moved: dict[int, int] = {}
        # What the worker's monotonic clock would have shown when the room was created, in nanoseconds.
        self._origin = home.clock() - (home.wall() - row.made) * 1_000_000
        self._touched = self._empty_since = self._at()

    def _at(self) -> int:
        """Return the current room time: milliseconds since the room was created."""
        return (self._home.clock() - self._origin) // 1_000_000

    @property
    def members(self) -> list[protocol.Member]:
        """The members, with whether each is present; empty while the room isn't loaded."""
        room, here = self.saved_room.room, self.connections.here
        return [] if room is None else [each.as_member(each.number in here) for each in room.members]

    @property
    def here(self) -> int:
        """Number of connections to the room."""
        return len(self.connections)

    def unname(self, person: str) -> None:
        """Stop showing a deleted person's name; the copies in the database are removed separately."""
        room = self.saved_room.room
        resident = None if room is None else room.residents.get(person)
        if resident is not None:
            resident.name = DELETED

    # Messages.

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        """Handle a message from a connection; errors are sent to the connection, not raised."""
        room = self.saved_room.room
        kind = type(message)
        try:
            if self._is_removed and kind is not protocol.Leave:
                raise RefusedError("ended", "the room is being removed")
            if room is None or self.saved_room.is_failing:
                self._take_unloaded(port, message)
            else:
                self._handlers[kind](self, room, port, message)
        except RefusedError as error:
            refuse(port, self.name, error, number_of(message))

    def _take_unloaded(self, port: MemberPort, message: RoomMessage) -> None:
        if self.is_closed:
            raise FencedError("the room is no longer on this worker")
        if type(message) is protocol.Leave:
            self.drop(port)
        elif self.saved_room.is_failing:
            raise UnavailableError("the stored data is currently unavailable")
        else:
            self._hold(port, message)
            self._wake(retry=False)

    def _hold(self, port: MemberPort, message: RoomMessage) -> None:
        if len(self._held) >= _MOST_HELD:
            raise RefusedError("busy", f"too many pending messages: at most {_MOST_HELD}")
        self._held.append((port, message))

    def _release(self) -> None:
        """Handle the messages held so far."""
        held, self._held = self._held, []
        for port, message in held:
            self.take(port, message)

    def _refuse_held(self, error: RefusedError) -> None:
        held, self._held = self._held, []
        for port, message in held:
            refuse(port, self.name, error, number_of(message))

    def _refuse_after(self, port: MemberPort, refusal: RefusedError, n: int | None = None) -> None:
        """Send an error once all entries applied so far are saved, since the error depends on them."""
        self.saved_room.after(lambda error: refuse(port, self.name, error or refusal, n))

    def _player(self, port: MemberPort) -> RoomMember:
        """Return the member a connection belongs to, or raise ``RefusedError`` if there is none."""
        seat = self.connections.seat_of(port)
        if seat is not None and seat.resident is not None:
            return seat.resident
        is_watching = self.connections.is_watching(port)
        what, why = ("watcher", "a watcher") if is_watching else ("not_here", "a person outside the room")
        raise RefusedError(what, f"only players can do this, not {why}")

    def _move(self, room: Room, port: MemberPort, move: protocol.Move) -> None:
        resident = self._player(port)
        if self._long is not None:
            self._hold(port, move)
            return
        n = move.n
        if n != resident.last + 1:
            self._answer_again(port, resident, n)
            return
        refusal = room.move_refusal(resident, move)
        if refusal is not None:
            self._refuse_after(port, refusal, n)
            return
        board = room.board_of(resident)
        assert board is not None
        at = self._touched = self._at()
        number = resident.number
        kind = _KIND_NUMBERS[move.kind]
        if board.start is None:
            entry = entries.Moved(at, number, n, kind, move.cell, 0, 0 if kind else lag_of(port))
        else:
            self._moved[number] = at
            entry = entries.Moved(at, number, n, kind, move.cell, board.elapsed(at))
        work = room.long_work(entry) if board.is_long(kind) else None
        if work is None:
            self.saved_room.append(room, entry)
        else:
            self._begin_long(room, entry, work, [port], n)

    def _answer_again(self, port: MemberPort, resident: RoomMember, n: int) -> None:
        """Answer a move or edit with an unexpected number: repeat the answer to an old one, reject a future one."""
        saved = self.saved_room
        room = saved.room
        assert room is not None
        if n > resident.last:
            expected = resident.last + 1
            self._refuse_after(port, RefusedError("gap", f"expected {expected} next, got {n}", expected=expected), n)
            return
        number = resident.number
        if any(getattr(each.entry, "n", 0) == n and each.entry.by == number for each in saved.pending):  # type: ignore[union-attr]
            # The move is still pending; its answer is sent once the entry is saved.
            return
        event = saved.log.answer(number, n)
        seat = self.connections.seat_of(port)
        assert seat is not None
        self._touched = self._at()
        if event is not None:
            port.send(cut(room, event, seat.receiver))
        else:
            self.connections.send_state(room, seat)

    def _edit(self, room: Room, port: MemberPort, message: protocol.Edit) -> None:
        resident = self._player(port)
        if message.n != resident.last + 1:
            self._answer_again(port, resident, message.n)
            return
        try:
            edit = room.check_edit(resident, message.edit)
        except RefusedError as refusal:
            self._refuse_after(port, refusal, message.n)
            return
        at = self._touched = self._at()
        self.saved_room.append(room, entries.Edited(at, resident.number, message.n, msgspec.json.encode(edit)))

    def _ready(self, room: Room, port: MemberPort, message: protocol.Ready) -> None:
        resident = self._player(port)
        if self._long is not None:
            self._hold(port, message)
            return
        refusal = room.ready_refusal(resident, message.is_ready)
        if refusal is not None:
            self._refuse_after(port, refusal)
        elif resident.is_ready != message.is_ready:
            at = self._touched = self._at()
            self.saved_room.append(room, entries.Readied(at, resident.number, message.is_ready))
            self._begin_if_ready(room)

    def _resign(self, room: Room, port: MemberPort, message: protocol.Resign) -> None:
        resident = self._player(port)
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
            self.saved_room.append(room, entries.GivenUp(at, resident.number, board.elapsed(at)))

    def _point(self, room: Room, port: MemberPort, message: protocol.Cursor) -> None:
        seat = self.connections.seats.get(port.id)
        # In versus, all boards have the same mines, so a player's cursor would give cells away to the others.
        if seat is None or seat.resident is None or room.kind == "versus":
            return
        if message.cell is not None and room.boards and message.cell >= room.grid.cells:
            return
        # Only studies need ``at``; elsewhere it could be misused to send arbitrary text.
        at = message.at if room.kind == "study" else ""
        self.connections.pass_on(protocol.Pointed(self.name, seat.resident.number, message.cell, at), port)

    def _say(self, room: Room, port: MemberPort, message: protocol.Chat) -> None:
        resident = self._player(port)
        text = " ".join("".join(each if each.isprintable() else " " for each in message.text).split())
        if resident.is_muted:
            raise RefusedError("muted", "you are muted in this room")
        if not room.has_chat:
            raise RefusedError("no_chat", "this room has no chat")
        if text:
            self.connections.pass_on(protocol.Said(self.name, resident.number, text, self._home.wall()))

    def _govern(self, room: Room, port: MemberPort, message: protocol.Remove | protocol.Lock | protocol.Mute) -> None:
        """Apply the owner's request to remove or mute a member, or to lock the room."""
        resident = self._player(port)
        refusal = room.owner_refusal(resident, None if type(message) is protocol.Lock else message.number)  # type: ignore[union-attr]
        if refusal is not None:
            self._refuse_after(port, refusal)
            return
        append = self.saved_room.append
        at, by = self._at(), resident.number
        self._touched = at
        if type(message) is protocol.Lock:
            if room.is_locked != message.is_locked:
                append(room, entries.Locked(at, by, message.is_locked))
        elif type(message) is protocol.Mute:
            if room.members[message.number - 1].is_muted != message.is_muted:
                append(room, entries.Muted(at, by, message.number, message.is_muted))
        elif type(message) is protocol.Remove:
            # Replace the key, or the removed member could come back as a new guest.
            append(room, entries.Removed(at, by, message.number, secrets.token_urlsafe(12)))
            self._expel(room, room.members[message.number - 1].person)

    def _show(self, room: Room, port: MemberPort, message: protocol.Show) -> None:
        """Show a versus player's board to watchers, or hide it."""
        resident = self._player(port)
        if room.kind != "versus":
            why = f"a {room.kind} room can't hide boards from watchers"
            self._refuse_after(port, RefusedError("no_versus", why))
        elif resident.is_shown != message.is_shown:
            at = self._touched = self._at()
            self.saved_room.append(room, entries.Shown(at, resident.number, message.is_shown))

    def _expel(self, room: Room, person: str) -> None:
        """Disconnect a member whose removal was just appended, and send them the reason once the removal is saved."""
        if self.saved_room.is_failing:
            return
        ports = self.connections.ports_of(person)

        def tell(error: RefusedError | None) -> None:
            for port in ports:
                # If the removal wasn't saved, let the member join again.
                port.send(cut_passing(protocol.Gone(self.name, "removed" if error is None else "away")))

        self.saved_room.after(tell)
        for port in ports:
            self.drop(port)
        if self._long is None and not self.saved_room.is_failing:
            # Perhaps the other members were waiting only for the removed one.
            self._begin_if_ready(room)

    # Joining and leaving.

    def _join(self, room: Room, port: MemberPort, join: protocol.Join) -> None:
        me, row = port.person, self.saved_room.row
        if row.kind != "study" and row.ended is not None and room.stage != "over":
            raise RefusedError("no_room", "the room was removed", status=404)
        at = self._touched = self._at()
        resident = room.residents.get(me.id)
        if resident is not None and resident.is_removed:
            raise RefusedError("removed", "you were removed from this room", status=403)
        if resident is None:
            role: protocol.Role | None = join.role
            if not room.is_open and me.id != row.owner and room.role_of(join.key or "") != "player":
                role = room.role_of(join.key or "")
            if role is None:
                raise RefusedError("key", "this room needs the key from its invitation", status=403)
            if role == "watcher":
                self._watch(room, port, join)
                return
            if room.is_locked and me.id != row.owner:
                raise RefusedError("locked", "the room is locked")
            if not room.may_play(me.id):
                raise RefusedError("full", f"the room is full: at most {room.most} players")
        if resident is None or (resident.name, resident.is_guest) != (me.name, me.is_guest):
            self.saved_room.append(room, entries.Entered(at, me.id, me.name, me.is_guest))
            if self.saved_room.is_failing:
                raise UnavailableError("the stored data is currently unavailable")
            resident = room.residents[me.id]
            if join.since is not None and join.since > self.saved_room.sent_version:
                join = msgspec.structs.replace(join, since=None)
        self.saved_room.list_again(room)
        self.connections.welcome(room, Seat(port, resident), join.since)
        self._open_first(room, port, resident)

    def _open_first(self, room: Room, port: MemberPort, resident: RoomMember) -> None:
        """Open a daily board's fixed first cell, as the player's first move, once they have joined."""
        board = room.board_of(resident)
        cell = json.loads(self.saved_room.row.settings).get("first") if room.kind == "solo" else None
        if cell is None or board is None or board.start is not None or resident.last or self._long is not None:
            return
        entry = entries.Moved(self._at(), resident.number, 1, 0, cell, 0, lag_of(port))
        work = room.long_work(entry)
        if work is None:
            self.saved_room.append(room, entry)
        else:
            self._begin_long(room, entry, work, [port], 1)

    def _watch(self, room: Room, port: MemberPort, join: protocol.Join) -> None:
        if room.is_sealed(self._at()):
            why = "a daily board can't be watched while others are still playing it"
            raise RefusedError("daily_sealed", why, status=403, until=room.sealed_until)
        if self.connections.watchers >= _MOST_WATCHERS:
            raise RefusedError("full", f"too many watchers: at most {_MOST_WATCHERS}")
        if room.delay:
            self.connections.watch_later(port)
        else:
            self.connections.welcome(room, Seat(port, None), join.since)

    def _leave(self, room: Room, port: MemberPort, message: protocol.Leave) -> None:
        self.drop(port)

    def drop(self, port: MemberPort) -> None:
        """Remove a connection that was closed or has left the room."""
        if self._held:
            self._held = [each for each in self._held if each[0] is not port]
        resident = self.connections.remove(port)
        if not self.connections.seats:
            self._empty_since = self._at()
            if self._search is not None and not self.connections.coming:
                # No player is waiting any longer for the result of this search.
                self._search.cancel()
        room = self.saved_room.room
        if room is None or self.saved_room.is_failing or self._long is not None:
            return
        if resident is not None and resident.is_ready and room.ready_refusal(resident, False) is None:
            self.saved_room.append(room, entries.Readied(self._at(), resident.number, False))
            self._begin_if_ready(room)

    # Callbacks from the saved room; see ``SaveListener``.

    def saved(self, pending: PendingEntry) -> None:
        """Send an entry's results to the members, now that the entry is saved."""
        room, connections = self.saved_room.room, self.connections
        for event in pending.events:
            connections.send(room, event)  # type: ignore[arg-type]
        if connections.delayed is not None:
            connections.delayed.feed(pending.version, pending.entry)

    def failed(self, entry: Entry, error: RefusedError) -> None:
        """Send the error to the member whose entry wasn't saved; the room is unusable until loaded again."""
        self._stop_timer()
        if isinstance(entry, entries.Asked):
            n = entry.n if isinstance(entry, entries.Moved | entries.Edited) else None
            for seat in [*self.connections.seats.values(), *self.connections.coming.values()]:
                if seat.receiver.number == entry.by:
                    refuse(seat.port, self.name, error, n)

    def fenced(self) -> None:
        """Close the room, because another worker has become its home."""
        self._send_away(FencedError.name)

    def lost(self) -> None:
        """Take over the room and load it again, after a failure."""
        self._wake(retry=True)

    # Loading.

    async def open(self) -> None:
        """Make this worker the room's home, and rebuild the room from its saved entries.

        Raises:
            RefusedError: the room currently can't be opened.
        """
        await self.saved_room.take()
        await self._load()

    async def _load(self) -> None:
        room = await self.saved_room.load()
        # If the wall clock was set back since the last entry, keep the room's clock from going backwards.
        behind = room.at - self._at()
        if behind > 0:
            self._origin -= behind * 1_000_000
        if room.begins is not None:
            self._count_down(max(0, room.begins - self._at()))
        at = self._at()
        for resident in room.members:
            self._moved.setdefault(resident.number, at)
        self.connections.reseat(room)

    def _wake(self, *, retry: bool) -> None:
        """Load the room in a task, holding messages meanwhile; with ``retry``, first take the room over again."""
        if self._opening is None and not self.is_closed:
            self._opening = asyncio.get_running_loop().create_task(self._again(retry=retry))

    async def _again(self, *, retry: bool) -> None:
        saved = self.saved_room
        pause = 0.1
        version = saved.sent_version
        while True:
            try:
                if retry:
                    await saved.take()
                await self._load()
                break
            except UnavailableError as error:
                saved.is_failing = retry = True
                self._refuse_held(error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)
            except HypersweepError as error:
                self._opening = None
                self._send_away(error.what if isinstance(error, RefusedError) else "broken")
                return
        self._opening = None
        saved.is_failing = False
        room = saved.room
        assert room is not None
        self.connections.catch_up(room, version)
        self._release()

    # Games: slow searches for a board, countdowns and absent players.

    def _begin_long(
        self, room: Room, entry: Entry, work: Callable[[CancelToken], Any], ports: list[MemberPort], n: int | None
    ) -> None:
        self._long = asyncio.get_running_loop().create_task(self._do_long(room, entry, work, ports, n))

    async def _do_long(
        self, room: Room, entry: Entry, work: Callable[[CancelToken], Any], ports: list[MemberPort], n: int | None
    ) -> None:
        watch = self._search = CancelToken()
        made: Any = None
        error: RefusedError | None = None
        try:
            seconds, is_guest = self._home.patience.search, self.saved_room.row.is_by_guest
            made = await self._home.search(self.saved_room.row.owner, work, watch, seconds, is_guest=is_guest)
        except RefusedError as failure:
            error = failure
        except HypersweepError as failure:
            error = RefusedError("no_board", str(failure))
        finally:
            self._long = self._search = None
        if error is None and (made is None or (watch.is_cancelled and not made)):
            error = RefusedError("no_board", "no suitable board was found in time")
        if self.is_closed:
            return
        is_well = self.saved_room.room is room and not self.saved_room.is_failing
        if not is_well:
            error = UnavailableError("the stored data is currently unavailable")
        if error is not None:
            for board in room.boards:
                board.thaw()
            for port in ports:
                refuse(port, self.name, error, n)
            if is_well and isinstance(entry, entries.Begun):
                self._unready(room)
        else:
            # Date the entry after the search, so that the player isn't charged for the server's time.
            at = self._touched = self._at()
            self.saved_room.append(room, msgspec.structs.replace(entry, at=at), made)
            self._after_begun(room, entry, at)
        if self.saved_room.room is not None:
            self._release()

    def _begin_if_ready(self, room: Room) -> None:
        here = self.connections.here
        players = [each for each in room.members if each.number in here]
        if room.begins is None:
            self._stop_timer()
        is_failing = self.saved_room.is_failing
        if not players or not all(each.is_ready for each in players) or room.begins is not None or is_failing:
            return
        at = self._at()
        new_seed = str(secrets.randbits(64))
        if isinstance(room, VersusRoom):
            if len(players) < 2:
                return
            self.saved_room.reopen()
            wait = round(self._home.patience.countdown * 1000)
            self.saved_room.append(room, entries.Counted(at, wait, "" if room.is_fresh else new_seed))
            if not self.saved_room.is_failing:
                self._count_down(wait)
        elif room.stage == "over":
            self.saved_room.reopen()
            self.saved_room.append(room, entries.Renewed(at, new_seed))

    def _count_down(self, wait: int) -> None:
        self._stop_timer()
        self._begin_timer = asyncio.get_running_loop().call_later(wait / 1000, self._begin)

    def _stop_timer(self) -> None:
        if self._begin_timer is not None:
            self._begin_timer.cancel()
            self._begin_timer = None

    def _begin(self) -> None:
        self._begin_timer = None
        room = self.saved_room.room
        if not isinstance(room, VersusRoom) or room.begins is None or self._long is not None:
            return
        seats = self.connections.seats.values()
        ready = [each for each in room.members if each.is_ready]
        ports = [seat.port for seat in seats if seat.resident in ready]
        lags = {seat.receiver.number: lag_of(seat.port) for seat in seats}
        at = self._at()
        entry = entries.Begun(at, room.first_cell(), [lags.get(each.number, 0) for each in ready])
        work = room.long_work(entry)
        if work is not None:
            self._begin_long(room, entry, work, ports, None)
            return
        self.saved_room.append(room, entry)
        self._after_begun(room, entry, at)

    def _after_begun(self, room: Room, entry: Entry, at: int) -> None:
        if isinstance(entry, entries.Begun):
            self._moved = dict.fromkeys((board.number for board in room.boards), at)

    def _unready(self, room: Room) -> None:
        for each in room.members:
            if each.is_ready and not self.saved_room.is_failing:
                self.saved_room.append(room, entries.Readied(self._at(), each.number, False))

    def _give_up_the_absent(self, room: VersusRoom, at: int) -> None:
        patience = self._home.patience
        here = self.connections.here
        for board in room.boards:
            number = board.number
            if board.is_over or self.saved_room.is_failing:
                continue
            away = at - self.connections.away.get(number, at) if number not in here else 0
            idle = at - self._moved.get(number, at)
            whole = at - (at if board.start is None else board.start)
            is_late = away > 1000 * patience.away or idle > 1000 * patience.idle or whole > 1000 * patience.round
            if is_late or room.members[number - 1].is_removed:
                self.saved_room.append(room, entries.GivenUp(at, number, board.elapsed(at)))

    # Time limits, and closing the room.

    def sweep(self) -> None:
        """Enforce the time limits, and unload the room if it is idle or empty. Called regularly."""
        saved, connections = self.saved_room, self.connections
        room, at, patience = saved.room, self._at(), self._home.patience
        if self.is_closed or self._opening is not None or self._long is not None or saved.is_failing:
            return
        if connections.delayed is not None and not connections.delayed:
            connections.delayed.close()
            connections.delayed = None
        connections.tell_watchers()
        is_playing = isinstance(room, VersusRoom) and room.stage == "playing"
        if isinstance(room, VersusRoom) and is_playing:
            self._give_up_the_absent(room, at)
        idle = at - self._touched
        if room is None and idle > 1000 * patience.abandoned and self._is_running:
            # The room isn't loaded, but its time limit has passed: load it to end the game.
            self._wake(retry=False)
            return
        if room is not None and self.saved_room.row.ended is None and self._end_abandoned(room, at):
            return
        if saved.pending or self._held or self._is_ending or self._begin_timer is not None:
            return
        is_playing = isinstance(room, VersusRoom) and room.stage == "playing"
        if self._is_empty and at - self._empty_since > 1000 * patience.empty and not is_playing:
            self._closing = asyncio.get_running_loop().create_task(self._close_empty())
        elif room is not None and not is_playing and idle > 1000 * patience.sleep and not connections.delayed:
            # The next message to the room loads it again.
            saved.unload()

    @property
    def _is_running(self) -> bool:
        """Whether this is a solo room with an unfinished game."""
        return self.saved_room.row.kind == "solo" and self.saved_room.row.ended is None

    @property
    def _is_ending(self) -> bool:
        """Whether a finished game is being saved, or the room is being closed."""
        return self.saved_room.finishing is not None or self._closing is not None

    @property
    def _is_empty(self) -> bool:
        return not self.connections.seats and not self.connections.delayed

    def _end_abandoned(self, room: Room, at: int) -> bool:
        """End an abandoned solo game, or remove a deserted room. Returns: whether it did either."""
        patience = self._home.patience
        idle = at - room.at
        if self._is_running and room.stage == "playing" and idle > 1000 * patience.abandoned:
            (board,) = room.boards
            if board.start is None:
                if room.is_sealed(at):
                    # Keep the only ranked try at a daily board open as long as it can still count.
                    return False
                self._remove()
            else:
                # Count time only up to the last move, since the player did nothing after it.
                self.saved_room.append(room, entries.GivenUp(at, 1, board.milliseconds))
            return True
        is_deserted = room.kind in ("coop", "versus") and self._is_empty
        if is_deserted and idle > 1000 * patience.deserted and not self._is_ending:
            self._remove()
            return True
        return False

    async def end_now(self) -> None:
        """End the running game as if its players had resigned, mark the room as over, and remove it from the lobby.

        Raises:
            UnavailableError: the end can't be saved.
        """
        room, at = self.saved_room.room, self._at()
        assert room is not None, "it was opened"
        running = [board for board in room.boards if not board.is_over]
        if any(board.start is not None for board in running):
            for board in running:
                self.saved_room.append(room, entries.GivenUp(at, max(1, board.number), board.elapsed(at)))
        while self.saved_room.pending or self._is_ending:
            await asyncio.sleep(0.01)
        if self.saved_room.is_failing or self.is_closed:
            raise UnavailableError("changes to the room currently can't be saved")
        await self.saved_room.unlist()
        await self.saved_room.end()

    def leave(self, epoch: int) -> None:
        """Send all members away and close if another worker has taken over the room, i.e. ``epoch`` is newer."""
        if self.saved_room.is_older(epoch):
            self._send_away(FencedError.name)

    def can_move(self, ports: Collection[str]) -> bool:
        """Return whether the room can move to another worker without a noticeable pause for its members.

        Args:
            ports: IDs of connections that may be in the room; if there are others, it can't move.
        """
        saved, connections = self.saved_room, self.connections
        is_busy = bool(saved.pending or self._held or connections.coming or connections.delayed)
        if is_busy or self._begin_timer is not None or self.is_closed or saved.is_failing:
            return False
        if not all(task.done() for task in self.tasks):
            return False
        return connections.seats.keys() <= set(ports) and (saved.room is None or not saved.has_long_replay)

    def move(self) -> None:
        """Unload the room, and make all members join again, wherever its new home is."""
        self._send_away("away")

    def _remove(self) -> None:
        """Mark the room as over and close it, in a task; used if it is deserted or no game has started."""
        if not self._is_ending:
            # Reject messages meanwhile: they might begin a game that would never be saved.
            self._is_removed = True
            self._closing = asyncio.get_running_loop().create_task(self._close_removed())

    async def _close_removed(self) -> None:
        try:
            await self.saved_room.end()
        except UnavailableError:
            # The next sweep will try again.
            self._is_removed = False
            return
        finally:
            self._closing = None
        self._send_away("ended")

    async def _close_empty(self) -> None:
        saved = self.saved_room
        try:
            room = saved.room
            if room is not None and room.stage == "over":
                await saved.end()
            elif saved.row.is_open:
                await saved.unlist()
        except UnavailableError:
            pass
        finally:
            self._closing = None
        if self._is_empty and not saved.pending and not self._held and self._opening is None:
            self.close()

    def _send_away(self, what: str) -> None:
        self.connections.send_away(what)
        self._refuse_held(FencedError("another worker is the room's home now"))
        self.close()

    def close(self) -> None:
        """Unload the room from this worker. Every answered move is already saved."""
        if self.is_closed:
            return
        self.is_closed = True
        self.saved_room.close()
        self.connections.seats.clear()
        self._stop_timer()
        for task in self.tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._home.forget(self)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """Running tasks started by the room."""
        delayed = self.connections.delayed
        tasks = [self._opening, self._long, self._closing, self.saved_room.finishing, self.saved_room.listing]
        tasks.append(None if delayed is None else delayed.task)
        return [task for task in tasks if task is not None]

    # Maps each message type to the method that handles it.
    _handlers: ClassVar[dict[type, Callable[..., None]]] = {
        protocol.Move: _move,
        protocol.Cursor: _point,
        protocol.Join: _join,
        protocol.Leave: _leave,
        protocol.Edit: _edit,
        protocol.Ready: _ready,
        protocol.Resign: _resign,
        protocol.Chat: _say,
        protocol.Remove: _govern,
        protocol.Lock: _govern,
        protocol.Mute: _govern,
        protocol.Show: _show,
    }
