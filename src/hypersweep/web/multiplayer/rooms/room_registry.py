"""The rooms whose home is this worker, and validation of requests for new ones."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from hypersweep.errors import BoardTooLargeError, HypersweepError
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.fair_queue import Turns
from hypersweep.web.multiplayer.http_protocol import RoomMade
from hypersweep.web.multiplayer.rooms.ports import FinishedGame, Journal, RoomPort, RoomRows, Timeouts
from hypersweep.web.multiplayer.rooms.room_actor import RoomActor
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import new_id

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from hypersweep.web.multiplayer.http_protocol import RoomRequest
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database


# Number of threads for creating and replaying rooms, and for searches of up to ``Timeouts.search`` seconds each.
_THREADS = 4
_SEARCH_THREADS = 4
# Maximum number of pending and running searches; with the default time limit, even the last starts within four minutes.
_MOST_SEARCHES = 32

T = TypeVar("T")


class Rooms:
    """The rooms whose home is this worker. Create the instance inside the event loop that will use it.

    Args:
        rows: the table of rooms.
        journal: the rooms' saved entries.
        settings: server settings.
        finished: called with each finished game once its members have the result; perhaps again after a restart.
        closed: called with the ID of each room that is unloaded.
        patience: time limits.
        clock: monotonic clock, in nanoseconds.
        wall: wall clock, in milliseconds since 1970.
    """

    def __init__(
        self,
        rows: RoomRows,
        journal: Journal,
        settings: Settings,
        *,
        finished: Callable[[FinishedGame], Awaitable[None]],
        closed: Callable[[str], None] | None = None,
        patience: Timeouts | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
        wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.rows = rows
        self.journal = journal
        self.finished = finished
        self.patience: Timeouts = patience or Timeouts()
        self.clock = clock
        self.wall = wall
        self.pool: Executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="rooms")
        self.search_pool: Executor = ThreadPoolExecutor(_SEARCH_THREADS, thread_name_prefix="searches")
        self.searches: Turns = Turns(_SEARCH_THREADS, most=_MOST_SEARCHES)
        self._settings = settings
        self._closed = closed
        self._hosts: dict[str, RoomActor] = {}
        self._opening: dict[str, asyncio.Task[RoomActor]] = {}
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def make(
        self,
        request: RoomRequest,
        person: Me,
        *,
        seed: int | None = None,
        settings: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> RoomMade:
        """Create a room, and save its row. The room isn't loaded until ``host`` or ``port`` is called.

        Args:
            request: the request.
            person: the owner.
            seed: seed for a fixed (daily) board; None for a secret random seed.
            settings: additional settings, such as ``first``: the cell to open once the player has joined.
            name: room ID, or None for a new one. If a room with this ID exists, it is returned unchanged.

        Raises:
            RefusedError: the room can't be created as requested: ``too_many_rooms``, ``too_large``, ``board``.
            UnavailableError: the room currently can't be saved.
        """

        def row_made(_: CancelToken) -> RoomRow:
            # Checking the rules may involve searching small boards, so do it in a thread.
            return row_of(request, self._settings, owner=person.id, made=self.wall(), seed=seed)

        if request.kind == "study":
            # Checking a study's record replays all its events, which is slow, so wait for a turn as a search does.
            row = await self.search(person.id, row_made, CancelToken(), is_guest=person.is_guest)
        else:
            row = await asyncio.get_running_loop().run_in_executor(self.pool, row_made, CancelToken())
        all_settings = {"is_open": row.is_open, "is_guest": person.is_guest, **(settings or {})}
        row = replace(row, settings=json.dumps({**json.loads(row.settings), **all_settings}))
        if name is not None:
            row = replace(row, id=name)
        most = self._settings.most_rooms
        # The server itself requests rooms for daily boards, already limited to one per day and preset.
        if not await self.rows.insert(row, most if settings is None else None):
            why = f"too many unfinished rooms: at most {most} of each kind per person"
            raise RefusedError("too_many_rooms", why, status=429, most=most)
        there = row if name is None else await self.rows.find(name)
        assert there is not None
        return RoomMade(there.id, there.key)

    async def search(
        self,
        owner: str | None,
        work: Callable[[CancelToken], T],
        watch: CancelToken,
        seconds: float | None = None,
        *,
        is_guest: bool = False,
        must_be_done: bool = False,
    ) -> T:
        """Run a slow function in a thread; owners take turns, so that no owner can block the others.

        Args:
            owner: ID of the person to run the function for; None for a room whose owner was deleted.
            work: the function; it must stop when ``watch`` is cancelled.
            watch: the token passed to ``work``; cancelled if this call is cancelled.
            seconds: running time after which ``watch`` is cancelled; None for no limit.
            is_guest: whether the owner was a guest when the room was created.
            must_be_done: whether to queue even if the queue is full.

        Raises:
            RefusedError: ``busy``: the queue is full.
            Exception: an error raised by ``work``.
        """
        loop = asyncio.get_running_loop()
        async with self.searches.turn(owner or "", is_guest=is_guest, must_be_done=must_be_done):
            ending = None if seconds is None else loop.call_later(seconds, watch.cancel)
            try:
                return await loop.run_in_executor(self.search_pool, work, watch)
            except asyncio.CancelledError:
                # Stop the thread: its result is no longer needed.
                watch.cancel()
                raise
            finally:
                if ending is not None:
                    ending.cancel()

    async def port(self, name: str) -> RoomPort:
        """Return a room, like ``host``. With several workers, ``SharedRooms.port`` is used instead.

        Raises:
            RefusedError: there is no such room, or it is currently unreachable.
        """
        return await self.host(name)

    async def host(self, name: str) -> RoomActor:
        """Return a room; if it isn't loaded here, make this worker its home and load it.

        Raises:
            RefusedError: there is no such room (``no_room``).
            UnavailableError: the room currently can't be loaded.
        """
        host = self._hosts.get(name)
        if host is not None:
            return host
        opening = self._opening.get(name)
        if opening is None:
            # Simultaneous callers share one task; it continues even if one of them is cancelled.
            opening = self._opening[name] = asyncio.get_running_loop().create_task(self._open(name))
            opening.add_done_callback(lambda done: self._opened(name, done))
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> RoomActor:
        row = await self.rows.find(name)
        if row is None:
            raise RefusedError("no_room", f"expected a room name, got {name}", status=404)
        host = RoomActor(self, row)
        await host.open()
        self._hosts[name] = host
        return host

    def _opened(self, name: str, done: asyncio.Task[RoomActor]) -> None:
        del self._opening[name]
        if not done.cancelled():
            # Retrieve the exception: if all callers were cancelled, asyncio would log that it was never retrieved.
            done.exception()

    def here(self, name: str) -> RoomActor | None:
        """Return a room if its home is currently this worker, otherwise None."""
        return self._hosts.get(name)

    def hosts(self) -> list[RoomActor]:
        """Return the rooms whose home is currently this worker."""
        return list(self._hosts.values())

    def __len__(self) -> int:
        return len(self._hosts)

    def forget(self, host: RoomPort) -> None:
        """Remove a closed room, and pass its ID to ``closed``."""
        if self._hosts.get(host.name) is host:
            del self._hosts[host.name]
            if self._closed is not None:
                self._closed(host.name)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(self.patience.sweep)
            for count, host in enumerate(list(self._hosts.values())):
                host.sweep()
                if count % 500 == 499:
                    await asyncio.sleep(0)

    async def close(self) -> None:
        """Close all rooms and stop the threads; call this before closing the journal.

        Games don't end, and every answered move is already saved.
        """
        self._sweeper.cancel()
        tasks: list[asyncio.Task[object]] = [self._sweeper, *self._opening.values()]
        for opening in self._opening.values():
            opening.cancel()
        for host in list(self._hosts.values()):
            tasks.extend(host.tasks)
            host.close()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in (self.pool, self.search_pool):
            pool.shutdown(wait=True, cancel_futures=True)


def row_of(request: RoomRequest, settings: Settings, *, owner: str, made: int, seed: int | None = None) -> RoomRow:
    """Validate a room request, and return the row to save.

    Args:
        request: the request.
        settings: server settings.
        owner: person ID of the owner.
        made: the current time, in milliseconds since 1970.
        seed: seed for the boards; None for a secret random seed.

    Raises:
        RefusedError: the room can't be created as requested: ``no_kind``, ``too_large``, ``board`` (with a ``reason``),
            or an error specific to the room type.
    """
    kind = ROOM_KINDS.get(request.kind)
    if kind is None:
        raise RefusedError("no_kind", f"expected a kind of room ({', '.join(ROOM_KINDS)}), got {request.kind}")
    try:
        requested = kind.check(request, settings)
    except RefusedError:
        raise
    except BoardTooLargeError as error:
        raise RefusedError("too_large", str(error), cells=settings.largest_board) from None
    except (HypersweepError, MemoryError) as error:
        raise RefusedError("board", f"expected a playable board: {error}", reason=str(error)) from None
    return RoomRow(
        id=new_id(),
        kind=request.kind,
        board=requested.board,
        mines=requested.mines,
        rules=requested.rules,
        seed=str(secrets.randbits(64) if seed is None else seed),
        owner=owner,
        key=secrets.token_urlsafe(12),
        settings=json.dumps(requested.settings),
        made=made,
        is_open=request.is_open,
    )


class DatabaseRows:
    """The table of rooms in a database; its methods raise ``UnavailableError`` if the database can't be reached.

    Args:
        database: an open database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a new room and return True, or return False if its owner has ``most`` unfinished ones of its type."""
        async with self._database.transaction() as connection:
            return await room_rows.add(connection, row, most=most)

    async def find(self, name: str) -> RoomRow | None:
        """Return the room with this ID, or None."""
        async with self._database.transaction(writes=False) as connection:
            return await room_rows.load(connection, name)

    async def end(self, name: str, moment: int) -> None:
        """Mark a room as over at ``moment``, once all its games are saved."""
        async with self._database.transaction() as connection:
            await room_rows.end(connection, name, moment)

    async def reopen(self, name: str) -> None:
        """Mark a finished room as running again because a new game starts in it."""
        async with self._database.transaction() as connection:
            await room_rows.reopen(connection, name)

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """Show a room in the lobby, or hide it."""
        async with self._database.transaction() as connection:
            await room_rows.set_open(connection, name, is_listed)
