"""A room in memory, with the code that saves its entries, finished games and row.

An entry is applied at once, but its results are reported only after the journal has saved it. If saving fails, the room
in memory is dropped and must be rebuilt from its saved entries. A log keeps the latest events for clients that
reconnect.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from hypersweep.game import CancelToken
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.rooms.entries import decode, encode
from hypersweep.web.multiplayer.rooms.ports import FinishedGame
from hypersweep.web.multiplayer.rooms.room import CellsMoved, GameEnded, StudyEdited, game_name
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.ports import Home
    from hypersweep.web.multiplayer.rooms.room import Event, Room
    from hypersweep.web.multiplayer.store.room_rows import RoomRow


class PendingEntry:
    """An applied entry that isn't saved yet.

    Attributes:
        version: the room's version after the entry.
        entry: the entry.
        events: its results.
        after: functions called with None once the entry is saved, or with the error; None if there are none.
    """

    __slots__ = ("after", "entry", "events", "version")

    def __init__(self, version: int, entry: Entry, events: list[Event]) -> None:
        self.version: int = version
        self.entry: Entry = entry
        self.events: list[Event] = events
        self.after: list[Callable[[RefusedError | None], None]] | None = None


class SaveListener(Protocol):
    """Callbacks from a ``SavedRoom``."""

    def saved(self, pending: PendingEntry) -> None:
        """Send an entry's results to the members, now that the entry is saved."""

    def failed(self, entry: Entry, error: RefusedError) -> None:
        """Send the error to the member whose entry wasn't saved; the room is unusable until loaded again."""

    def fenced(self) -> None:
        """Close the room, because another worker has become its home."""

    def lost(self) -> None:
        """Take over the room and load it again, after a failure."""


class SavedRoom:
    """A room in memory; it changes only through ``append``, which saves each entry.

    Args:
        home: the services provided by the room's worker.
        row: the room's row.
        listener: notified when entries are saved or saving fails.

    Attributes:
        row: the room's row as saved.
        room: the room; None while it isn't loaded.
        log: the room's latest events.
        sent_version: the latest version whose results were sent to members.
        pending: applied entries that aren't saved yet.
        is_failing: whether an entry wasn't saved, so that the room is unusable until loaded again.
        finishing: the task that saves finished games, if one is running.
        listing: the latest task saving a change to the row, if any.
    """

    __slots__ = (
        "_ended_games",
        "_epoch",
        "_home",
        "_is_closed",
        "_listener",
        "finishing",
        "is_failing",
        "listing",
        "log",
        "pending",
        "room",
        "row",
        "sent_version",
    )

    def __init__(self, home: Home, row: RoomRow, listener: SaveListener) -> None:
        self._home = home
        self.row: RoomRow = row
        self._listener = listener
        self._epoch = 0
        self._is_closed = False
        self._ended_games: list[GameEnded] = []
        self.finishing: asyncio.Task[None] | None = None
        self.listing: asyncio.Task[None] | None = None
        self.room: Room | None = None
        self.log: Log = Log()
        self.sent_version: int = 0
        # Use a list: it is usually empty, and an empty deque takes more memory.
        self.pending: list[PendingEntry] = []
        self.is_failing: bool = False

    async def take(self) -> None:
        """Make this worker the room's home: the journal then rejects entries from the previous home.

        Raises:
            RefusedError: the room currently can't be taken over.
        """
        self._epoch = await self._home.journal.take(self.row.id)

    def is_older(self, epoch: int) -> bool:
        """Return whether ``epoch`` is newer than this worker's, i.e. another worker is now the room's home."""
        return epoch > self._epoch

    async def load(self) -> Room:
        """Rebuild and return the room from its saved entries; unless it is marked as over, save its games again.

        Raises:
            HypersweepError: the room currently can't be rebuilt.
        """
        kept = await self._home.journal.entries(self.row.id)
        room, self.log, ended = await self._replay(kept) if kept else replayed(self.row, kept, CancelToken())
        self.room, self.sent_version = room, room.version
        if self.row.ended is None and not self._ended_games:
            self._finish(ended)
        return room

    @property
    def has_long_replay(self) -> bool:
        """Whether rebuilding is slow, because it repeats searches for boards or replays a study's whole record."""
        return self.row.kind == "study" or Rules.parse(self.row.rules).guess != "allowed"

    async def _replay(self, kept: list[bytes]) -> tuple[Room, Log, list[GameEnded]]:
        watch, row = CancelToken(), self.row
        if self.has_long_replay:
            return await self._home.search(
                row.owner, lambda watch: replayed(row, kept, watch), watch, is_guest=row.is_by_guest, must_be_done=True
            )
        try:
            return await asyncio.get_running_loop().run_in_executor(self._home.pool, replayed, row, kept, watch)
        finally:
            # If this task was cancelled, stop the thread too.
            watch.cancel()

    def unload(self) -> None:
        """Free the room's memory; it can be loaded again."""
        self.room, self.log = None, Log(self.sent_version)

    def close(self) -> None:
        """Drop the room, and stop calling the listener."""
        self._is_closed = True
        self.room = None

    def append(self, room: Room, entry: Entry, made: Any = None) -> None:
        """Apply an entry, and queue it for saving. A failure is reported to the listener, not raised.

        Args:
            room: the loaded room.
            entry: the entry; the caller has checked that it is allowed.
            made: the result from the entry's ``long_work``; None if that wasn't run.
        """
        try:
            kept = encode(entry)
            events = room.apply(entry, made)
        except Exception as failure:
            # The entry may be half applied, but it isn't saved, so the room can be rebuilt without it.
            report = {"message": f"room {self.row.id} failed", "exception": failure}
            asyncio.get_running_loop().call_exception_handler(report)
            self._fail(PendingEntry(room.version, entry, []), RefusedError("failed", "the room failed"))
            return
        version = room.version
        self.pending.append(PendingEntry(version, entry, events))
        try:
            self._home.journal.append(self.row.id, self._epoch, version, kept, self._kept)
        except UnavailableError as error:
            self._fail(self.pending.pop(), error)

    def after(self, call: Callable[[RefusedError | None], None]) -> None:
        """Call ``call`` with None once all entries applied so far are saved, or with the error if saving fails."""
        if not self.pending:
            call(None)
            return
        last = self.pending[-1]
        if last.after is None:
            last.after = []
        last.after.append(call)

    def _kept(self, error: RefusedError | None) -> None:
        pending = self.pending.pop(0)
        if self._is_closed:
            return
        if error is not None:
            self._fail(pending, error)
            return
        ended: list[GameEnded] = []
        for event in pending.events:
            self.log.add(event)
            if type(event) is GameEnded:
                ended.append(event)
        self.sent_version = pending.version
        self._listener.saved(pending)
        if pending.after is not None:
            for after in pending.after:
                after(None)
        if ended:
            self._finish(ended)
        if self.is_failing:
            self._recover()

    def _fail(self, pending: PendingEntry, error: RefusedError) -> None:
        self.is_failing = True
        self._listener.failed(pending.entry, error)
        for after in pending.after or ():
            after(error)
        if isinstance(error, FencedError):
            self._listener.fenced()
        self._recover()

    def _recover(self) -> None:
        """Drop the room once no entry is pending, and ask the listener to load it again."""
        if not self._is_closed and not self.pending:
            self.room = None
            self._listener.lost()

    def _finish(self, ended: list[GameEnded]) -> None:
        self._ended_games.extend(ended)
        if self._ended_games and self.finishing is None:
            self.finishing = asyncio.get_running_loop().create_task(self._keep_finished())

    async def _keep_finished(self) -> None:
        """Save the finished games one at a time, retrying while the database can't be reached."""
        pause = 0.1
        try:
            while self._ended_games:
                # Answer pending requests first, since preparing a finished game takes a while.
                await asyncio.sleep(0)
                room = self.room
                try:
                    if room is None:
                        await asyncio.sleep(pause)
                        continue
                    await self._home.finished(finished_game(room, self._ended_games[0]))
                    if room.kind == "solo":
                        await self.end()
                except UnavailableError:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, 5.0)
                    continue
                except Exception as error:
                    # Report the game that can't be saved, and carry on with the next one.
                    report = {"message": f"a game of room {self.row.id} wasn't saved", "exception": error}
                    asyncio.get_running_loop().call_exception_handler(report)
                self._ended_games.pop(0)
        finally:
            self.finishing = None

    async def end(self) -> None:
        """Mark the room as over, unless it already is.

        Raises:
            UnavailableError: the row currently can't be saved.
        """
        if self.row.ended is None:
            moment = self._home.wall()
            await self._home.rows.end(self.row.id, moment)
            self.row = replace(self.row, ended=moment)

    async def unlist(self) -> None:
        """Remove the room from the lobby.

        Raises:
            UnavailableError: the row currently can't be saved.
        """
        await self._home.rows.set_listed(self.row.id, False)
        self.row = replace(self.row, is_open=False)

    def list_again(self, room: Room) -> None:
        """List an open room in the lobby again unless it is listed already; a background task saves the row."""
        if room.is_open and not self.row.is_open:
            self.row = replace(self.row, is_open=True)
            self._save_row(lambda: self._home.rows.set_listed(self.row.id, True))

    def reopen(self) -> None:
        """Mark a finished room as running again; a background task saves the row."""
        if self.row.ended is not None:
            self.row = replace(self.row, ended=None)
            self._save_row(lambda: self._home.rows.reopen(self.row.id))

    def _save_row(self, change: Callable[[], Awaitable[None]]) -> None:
        async def save() -> None:
            with suppress(UnavailableError):
                await change()

        self.listing = asyncio.get_running_loop().create_task(save())


class Log:
    """A room's latest events, for clients that reconnect.

    Args:
        version: the room's version before the first event added.
        most: maximum number of events in the log.
        size: approximate maximum size of all events together, in bytes.

    >>> from hypersweep.web.multiplayer.rooms.room import StageReached
    >>> log = Log(most=2)
    >>> for version in (1, 2, 3):
    ...     log.add(StageReached(version, "playing", None, (), 1))
    >>> [event.version for event in log.since(1) or ()], log.since(0)
    ([2, 3], None)
    """

    __slots__ = ("_begin", "_events", "_most", "_size", "_sizes", "first", "version")

    def __init__(self, version: int = 0, *, most: int = 512, size: int = 1 << 18) -> None:
        self._most, self._size = most, size
        # Events before index ``_begin`` are dropped. Use a list, since an empty deque takes more memory.
        self._events: list[Event] = []
        self._begin = 0
        self._sizes = 0
        # The oldest version from which a client can catch up.
        self.first: int = version
        self.version: int = version

    def add(self, event: Event) -> None:
        """Add an event. Beyond the limits, drop the oldest events; those with the same version are dropped together."""
        self._events.append(event)
        self._sizes += _size_of(event)
        self.version = event.version
        while len(self._events) - self._begin > self._most or self._sizes > self._size:
            self._drop()

    def _drop(self) -> None:
        events, begin = self._events, self._begin
        version = events[begin].version
        end = begin
        while end < len(events) and events[end].version == version:
            self._sizes -= _size_of(events[end])
            end += 1
        # The client may have seen only the first of several events with this version, so it can't catch up from there.
        self.first = version if end - begin == 1 else version + 1
        self._begin = end
        if 2 * end > len(events):
            del events[:end]
            self._begin = 0

    def since(self, version: int) -> list[Event] | None:
        """Return the events after a version, or None if some were dropped or the room hasn't reached the version.

        The list starts with all but the first event of ``version`` itself, since the client may have seen only the
        first. Those events describe the current state, so receiving them twice is harmless.
        """
        if not self.first <= version <= self.version:
            return None
        found: list[Event] = []
        same: list[Event] = []
        for event in self._latest_first():
            if event.version < version:
                break
            (found if event.version > version else same).append(event)
        return [*same[-2::-1], *found[::-1]]

    def _latest_first(self) -> Iterator[Event]:
        return (self._events[place] for place in range(len(self._events) - 1, self._begin - 1, -1))

    def answer(self, by: int, n: int) -> Event | None:
        """Return the event that answers move or edit ``n`` by a member, or None if it was dropped."""
        for event in self._latest_first():
            if getattr(event, "n", None) == n and getattr(event, "by", None) == by:
                return event
        return None


def _size_of(event: Event) -> int:
    if isinstance(event, CellsMoved):
        return 300 + 16 * len(event.cells) + (len(event.data) if event.data is not None else 0)
    if isinstance(event, StudyEdited):
        return 300 + len(json.dumps(event.edit))
    return 300


def replayed(row: RoomRow, kept: Sequence[bytes], watch: CancelToken) -> tuple[Room, Log, list[GameEnded]]:
    """Rebuild a room from its entries. Returns: the room, the log of its latest events, and its finished games."""
    room = ROOM_KINDS[row.kind](row)
    log = Log()
    ended: list[GameEnded] = []
    for each in kept:
        entry = decode(each)
        work = room.long_work(entry)
        made = None if work is None else work(watch)
        if watch.is_cancelled:
            # The caller was cancelled, so the result isn't needed.
            break
        for event in room.apply(entry, made):
            log.add(event)
            if type(event) is GameEnded:
                ended.append(event)
    return room, log, ended


def finished_game(room: Room, event: GameEnded) -> FinishedGame:
    """Return the finished game to save; repeated calls for one game return the same values."""
    row, board = room.row, event.board
    player = room.player_of(board)
    name = room.names_of(board)
    return FinishedGame(
        id=game_name(row.id, row.seed, event.round, board.number),
        room=row.id,
        kind=room.kind,
        round=event.round,
        number=board.number,
        person=None if player is None else player.person,
        name=name,
        board=row.board,
        mines=row.mines,
        rules=row.rules,
        outcome=board.outcome,
        milliseconds=board.milliseconds,
        record=board.record(row.made, name).format(),
        layout=board.layout,
        finished=row.made + event.at,
        is_ranked=event.is_ranked,
        lag=board.taken,
    )


def retold_record(row: RoomRow, kept: Sequence[bytes], game: str) -> str | None:
    """Return a finished game's record, recomputed from its room's entries, or None if there is no such game.

    This replays all moves in the room, so run it in the process pool.

    Args:
        row: the room's row.
        kept: the room's saved entries, starting with the first.
        game: the game's ID.

    >>> from hypersweep.web.multiplayer.store.room_rows import RoomRow
    >>> retold_record(RoomRow("room", "solo", "3x4", 2, "classic", "7", None, "key", "{}", 0), [], "game") is None
    True
    """
    room = ROOM_KINDS[row.kind](row)
    for each in kept:
        for event in room.apply(decode(each)):
            if type(event) is GameEnded:
                # Compute the record now: a later entry may replace the board.
                found = finished_game(room, event)
                if found.id == game:
                    return found.record
    return None
