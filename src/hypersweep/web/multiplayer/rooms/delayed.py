"""A room as it was some seconds ago, for watchers: a second copy applies the same entries later.

So no message from here can reveal anything too early: the copy doesn't know it yet.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.protocol import Gone
from hypersweep.web.multiplayer.rooms.entries import decode
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS
from hypersweep.web.multiplayer.rooms.visibility import Receiver, cut, cut_passing, cut_state

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.ports import Home, MemberPort
    from hypersweep.web.multiplayer.rooms.room import Room
    from hypersweep.web.multiplayer.store.rooms import RoomRow

_WATCHER = Receiver(0)
# Number of entries applied at once, before other tasks get their turn.
_AT_ONCE = 50


class Delayed:
    """The watchers of a room, who see it with a delay; true if there are any.

    Args:
        home: the room's worker.
        row: of the room.
        at: returns the moment by the room's clock.
        here: returns the numbers of the members present.
    """

    def __init__(self, home: Home, row: RoomRow, at: Callable[[], int], here: Callable[[], set[int]]) -> None:
        self._home = home
        self._name = row.id
        self._at = at
        self._here = here
        self._room: Room = ROOM_KINDS[row.kind](row)
        self._delay = round(self._room.delay * 1000)
        # Saved entries that aren't applied yet, with their versions.
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
        """Add a watcher: send the delayed state, then each event as it becomes due."""
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
        """Return the connections by which a person watches."""
        ports = [*self._ports.values(), *self._coming.values()]
        return [port for port in ports if port.person.id == person]

    def feed(self, version: int, entry: Entry) -> None:
        """Add a saved entry."""
        self._queue.append((version, entry))
        self._news.set()

    def reread(self) -> None:
        """Read the journal again, since it may have entries that weren't fed."""
        self._has_read = False
        self._news.set()

    def send_away(self, what: str) -> None:
        """Tell all watchers that the room isn't here any more."""
        frame = cut_passing(Gone(self._name, what))
        for port in [*self._ports.values(), *self._coming.values()]:
            port.send(frame)

    def close(self) -> None:
        """Stop, and drop all watchers."""
        self._ports.clear()
        self._coming.clear()
        self.task.cancel()

    def _send_state(self, port: MemberPort) -> None:
        room = self._room
        port.send(cut_state(room, _WATCHER, self._here(), max(room.at, self._at() - self._delay)))
        for event in room.endings:
            port.send(cut(room, event, _WATCHER))

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
        """Apply the due entries. Returns: seconds until the next one, 0 if one is due now, None if there is none."""
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
