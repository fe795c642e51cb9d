"""The journal: what happened in each room, in order, kept before anybody is told.

One writer commits whatever has come since its last commit, of all rooms together. So a commit costs the same for one
move as for hundreds, and the busier a worker is, the less each move costs.
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

__all__ = ["Journal"]

_log = logging.getLogger("hypersweep.database")

# Entries of one commit, at most: a longer one would hold the database, and all who wait, for too long.
_MOST = 2000

# Seconds that a commit waits for more entries, if an entry of another room came less than so many seconds ago. A commit
# costs more than the moves in it. A player who is alone here doesn't wait.
_PAUSE = 0.005
_COMPANY = 0.01


class Journal:
    """The journal of a worker, in an open database; it begins with its first ``append``.

    Args:
        database: that is open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Append] = []
        self._writer = writer_for(database)
        self._task: asyncio.Task[None] | None = None
        # The room of the latest entry, and when it came, by the clock of the loop.
        self._last: tuple[str, float] = ("", -1.0)
        self._is_closed = False

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Keeps an entry of a room, soon; it returns at once.

        Args:
            room: its id.
            epoch: as ``take`` gave it.
            version: one more than the last one of the room.
            entry: what happened.
            kept: is called, in order, with None once the entry is kept; or with an error, and then neither it nor any
                later entry of the room that was handed in by then is kept for sure. What became of it is known after
                ``take``, which waits for a commit that is under way, and ``entries``.

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
        """Gives all entries of a room, in order, from version 1 on.

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
        """Gives a room's new epoch: from now on nothing is kept of who has an older one.

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
        """Waits until all that was appended is kept, or refused; nothing more is taken."""
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
                # What came meanwhile is company.
                batch, pause = [], _PAUSE
        except BaseException:
            # It is cancelled with its loop, or there is a mistake in here: nobody waits for ever.
            refused, self._waiting = batch + self._waiting, []
            _tell(refused, UnavailableError("what is kept can't be written now: its writer has ended"))
            raise
        finally:
            self._task = None

    async def _commit(self, batch: list[Append]) -> None:
        """Commits a batch, and tells each of its entries what became of it."""
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
            # One of the rooms has an entry that its home doesn't know of. The others have nothing to do with it.
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
        """Tells that entries aren't kept. What waits and comes after them can't be either, and goes with them."""
        refused = batch + [append for append in self._waiting if goes(append)]
        self._waiting = [append for append in self._waiting if not goes(append)]
        _tell(refused, error)


def _tell(batch: Iterable[Append], error: RefusedError | None) -> None:
    for append in batch:
        try:
            append.kept(error)
        except Exception as mistake:
            # The others have to be told all the same.
            asyncio.get_running_loop().call_exception_handler(
                {"message": "a room failed when it was told what is kept", "exception": mistake}
            )
