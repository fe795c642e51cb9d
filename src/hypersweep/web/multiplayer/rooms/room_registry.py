"""The rooms that have their home in this worker."""

from __future__ import annotations

import asyncio
import json
import time
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.fair_queue import Turns
from hypersweep.web.multiplayer.protocol import RoomMade
from hypersweep.web.multiplayer.rooms import coop, solo, study, versus  # noqa: F401 - they name themselves
from hypersweep.web.multiplayer.rooms.host import Host
from hypersweep.web.multiplayer.rooms.ports import FinishedGame, Journal, MemberPort, RoomPort, RoomRows
from hypersweep.web.multiplayer.rooms.room_request import row_of
from hypersweep.web.multiplayer.rooms.timeouts import Timeouts

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from hypersweep.web.multiplayer.protocol import Me, RoomWish
    from hypersweep.web.multiplayer.settings import Settings
    from hypersweep.web.multiplayer.store.rooms import RoomRow

__all__ = ["FinishedGame", "MemberPort", "RoomPort", "Rooms", "Timeouts"]

# Threads that make rooms and replay them, and threads for what may take up to ``Timeouts.search``.
_THREADS = 4
_SEARCH_THREADS = 4
# Searches that may wait or run: at most four minutes until the last one begins.
_MOST_SEARCHES = 32

T = TypeVar("T")


class Rooms:
    """All rooms, as this worker sees them; to be made in the event loop that uses them.

    Args:
        rows: the table of rooms.
        journal: what was done in them.
        settings: of the server.
        finished: is given each game that is over, after everybody was told; the same may come again after a restart.
        closed: called with the name of a room that has left memory.
        patience: how long things wait.
        clock: gives nanoseconds that never run backwards.
        wall: gives the moment in milliseconds.
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
        self._hosts: dict[str, Host] = {}
        self._opening: dict[str, asyncio.Task[Host]] = {}
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def make(
        self,
        wish: RoomWish,
        person: Me,
        *,
        seed: int | None = None,
        told: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> RoomMade:
        """Make a room.

        Args:
            wish: what is wanted.
            person: whose it is.
            seed: of its board, where that is known already (a daily board); None for one that nobody knows.
            told: what else stands in its settings, such as the cell that opens it (``first``) once its player is there.
            name: its id; None for a new one. A room of that id that is there already is returned as it is.

        Raises:
            RefusedError: no such room can be had; ``too_many_rooms``, ``too_large``, ``board``.
            UnavailableError: it can't be kept now.
        """

        def row_made(_: CancelToken) -> RoomRow:
            # What is asked of the rules may need a search among small boards.
            return row_of(wish, self._settings, owner=person.id, made=self.wall(), seed=seed)

        if wish.kind == "study":
            # All events of its record are made again.
            row = await self.search(person.id, row_made, CancelToken(), is_guest=person.is_guest)
        else:
            row = await asyncio.get_running_loop().run_in_executor(self.pool, row_made, CancelToken())
        told_all = {"is_open": row.is_open, "is_guest": person.is_guest, **(told or {})}
        row = replace(row, settings=json.dumps({**json.loads(row.settings), **told_all}))
        if name is not None:
            row = replace(row, id=name)
        most = self._settings.most_rooms
        # A room that the server itself asks for, that of a daily board, has a limit already: one a day and preset.
        if not await self.rows.insert(row, most if told is None else None):
            why = f"expected at most {most} rooms of a kind of one person"
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
        """Return what a function returns that may take long, called in a thread once its owner has no other there.

        Args:
            owner: the person for whom it is done, None for a room whose owner was deleted.
            work: the function.
            watch: ends the function; it is cancelled where this is.
            seconds: until the watch is cancelled, from when the function is called; None for no limit.
            is_guest: whether the owner was a guest when the room was made.
            must_be_done: whether it waits however many others do.

        Raises:
            RefusedError: ``busy``: too many wait already.
            Exception: what the function raised.
        """
        loop = asyncio.get_running_loop()
        async with self.searches.turn(owner or "", is_guest=is_guest, must_be_done=must_be_done):
            ending = None if seconds is None else loop.call_later(seconds, watch.cancel)
            try:
                return await loop.run_in_executor(self.search_pool, work, watch)
            except asyncio.CancelledError:
                # The thread has nothing to look for any more, and ends soon.
                watch.cancel()
                raise
            finally:
                if ending is not None:
                    ending.cancel()

    async def port(self, name: str) -> RoomPort:
        """The room of a name, wherever its home is: here, in this class. Where there are more workers, one of them.

        Raises:
            RefusedError: there is none, or it can't be reached now.
        """
        return await self.host(name)

    async def host(self, name: str) -> Host:
        """The room of a name, with its home here from now on.

        Raises:
            RefusedError: there is none (``no_room``).
            UnavailableError: it can't be read now.
        """
        host = self._hosts.get(name)
        if host is not None:
            return host
        opening = self._opening.get(name)
        if opening is None:
            # One for all who ask at once; that one of them goes doesn't end it.
            opening = self._opening[name] = asyncio.get_running_loop().create_task(self._open(name))
            opening.add_done_callback(lambda done: self._opened(name, done))
        return await asyncio.shield(opening)

    async def _open(self, name: str) -> Host:
        row = await self.rows.find(name)
        if row is None:
            raise RefusedError("no_room", f"expected the name of a room, got {name}", status=404)
        host = Host(self, row)
        await host.open()
        self._hosts[name] = host
        return host

    def _opened(self, name: str, done: asyncio.Task[Host]) -> None:
        del self._opening[name]
        if not done.cancelled():
            # Whoever asked may have gone.
            done.exception()

    def here(self, name: str) -> Host | None:
        """The room of a name, if it has its home here now."""
        return self._hosts.get(name)

    def hosts(self) -> list[Host]:
        """The rooms that have their home here now."""
        return list(self._hosts.values())

    def __len__(self) -> int:
        return len(self._hosts)

    def forget(self, host: RoomPort) -> None:
        """A room has left memory."""
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
        """End what runs here. What was answered is kept; it goes before the journal does."""
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
