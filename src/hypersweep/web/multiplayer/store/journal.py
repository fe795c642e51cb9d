"""The journal: the events of each room, in order, saved before any client sees them.

One writer commits everything that arrived since its last commit, for all rooms together. A commit costs the same for
one move as for hundreds, so each move costs less the busier a worker is.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from hypersweep.web.multiplayer.failures import FencedError, RefusedError, StoreError, UnavailableError
from hypersweep.web.multiplayer.store.tables import entries, rooms
from hypersweep.web.multiplayer.store.writers import Append, writer_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from hypersweep.web.multiplayer.store.database import Database

_log = logging.getLogger("hypersweep.database")

# Maximum number of entries in a commit: a longer one would block the database and all waiting callers too long.
_MOST = 2000

# Seconds that a commit waits for more entries, if another room's entry came at most `_COMPANY` seconds before. A commit
# costs more than the moves in it. A player who is alone here doesn't wait.
_PAUSE = 0.005
_COMPANY = 0.01


class Journal:
    """The journal of one worker; it starts with its first ``append``.

    Args:
        database: an open database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Append] = []
        self._writer = writer_for(database)
        self._task: asyncio.Task[None] | None = None
        # The room of the latest entry, and its arrival by the event loop's clock.
        self._last: tuple[str, float] = ("", -1.0)
        self._is_closed = False

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Queue an entry of a room for the next commit, and return at once.

        Args:
            room: its id.
            epoch: as ``take`` returned it.
            version: one more than the room's last version.
            entry: the event.
            kept: called, in order, with None once the entry is saved. After a failure it gets an error instead: neither
                this entry nor any later one of the room queued by then is certain to be saved. Call ``take``, which
                waits for a running commit, and then ``entries`` to see which ones were.

        Raises:
            UnavailableError: the journal is closed.
        """
        if self._is_closed:
            raise UnavailableError("the journal is closed")
        self._waiting.append(Append(room, epoch, version, entry, kept))
        if self._task is None:
            loop = asyncio.get_running_loop()
            before, at = self._last
            pause = _PAUSE if before != room and loop.time() - at < _COMPANY else 0
            self._task = loop.create_task(self._write(pause))

    async def entries(self, room: str) -> list[bytes]:
        """Return all entries of a room, in order, from version 1 on.

        Raises:
            StoreError: one is missing.
            UnavailableError: they can't be read now.
        """
        query = select(entries.c.version, entries.c.entry).where(entries.c.room == room).order_by(entries.c.version)
        async with self._database.transaction(writes=False) as connection:
            found = (await connection.execute(query)).all()
        if found and (found[0].version != 1 or found[-1].version != len(found)):
            raise StoreError(f"expected {len(found)} entries of room {room}, got up to version {found[-1].version}")
        return [row.entry for row in found]

    async def take(self, room: str) -> int:
        """Take over a room. Returns: its new epoch; the journal rejects entries with an older one from now on.

        Raises:
            RefusedError: there is no such room.
            UnavailableError: it can't be taken now.
        """
        query = update(rooms).where(rooms.c.id == room).values(epoch=rooms.c.epoch + 1).returning(rooms.c.epoch)
        async with self._database.transaction() as connection:
            epoch = (await connection.execute(query)).scalar()
        if epoch is None:
            raise RefusedError("no_room", f"expected a room, got {room}", status=404)
        return int(epoch)

    async def close(self) -> None:
        """Close the journal: wait until all queued entries are saved or rejected, and accept no more."""
        self._is_closed = True
        while self._task is not None:
            await asyncio.wait({self._task})
        await self._writer.close()

    async def _write(self, pause: float) -> None:
        batch: list[Append] = []
        try:
            while self._waiting:
                if pause and not self._is_closed:
                    await asyncio.sleep(pause)
                batch, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
                self._last = (batch[-1].room, asyncio.get_running_loop().time())
                await self._commit(batch)
                # Entries that arrived meanwhile count as company for the next batch.
                batch, pause = [], _PAUSE
        except BaseException:
            # The task was cancelled with its loop, or has a bug: release the callers, or they would wait for ever.
            refused, self._waiting = batch + self._waiting, []
            _tell(refused, UnavailableError("what is kept can't be written now: its writer has ended"))
            raise
        finally:
            self._task = None

    async def _commit(self, batch: list[Append]) -> None:
        """Commit a batch, and report the result of each entry."""
        try:
            epochs = await self._writer.keep(batch)
        except UnavailableError as error:
            if self._database.outage is not None:
                self._database.outage.refused(error)
            self._refuse(batch, lambda append: True, error)
        except StoreError as error:
            rooms_of = list(dict.fromkeys(append.room for append in batch))
            if len(rooms_of) == 1:
                _log.warning("room %s isn't as its home knows it: %s", rooms_of[0], error)
                told = UnavailableError("what is kept of the room isn't as its home knows it")
                self._refuse(batch, lambda append: append.room == rooms_of[0], told)
                return
            # One room has a conflicting entry from another worker. Retry the others without it.
            for room in rooms_of:
                await self._commit([append for append in batch if append.room == room])
        else:
            if self._database.outage is not None:
                self._database.outage.written()
            away = {(append.room, append.epoch) for append in batch if epochs.get(append.room) != append.epoch}
            if not away:
                _tell(batch, None)
                return
            _tell([append for append in batch if (append.room, append.epoch) not in away], None)
            self._refuse(
                [append for append in batch if (append.room, append.epoch) in away],
                lambda append: (append.room, append.epoch) in away,
                FencedError("another worker is the home of the room by now"),
            )

    def _refuse(self, batch: list[Append], goes: Callable[[Append], bool], error: RefusedError) -> None:
        """Report entries as rejected, together with the queued later entries of their rooms."""
        refused = batch + [append for append in self._waiting if goes(append)]
        self._waiting = [append for append in self._waiting if not goes(append)]
        _tell(refused, error)


def _tell(batch: Iterable[Append], error: RefusedError | None) -> None:
    for append in batch:
        try:
            append.kept(error)
        except Exception as mistake:
            # The other entries must still get their results.
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a room failed when it was told what is kept", "exception": mistake}
            )
