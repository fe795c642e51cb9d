"""The journal: each room's entries, in order, saved before any client sees the results.

A writer commits everything that has arrived since its last commit, for all rooms together. Committing hundreds of moves
costs little more than committing one, so the busier the worker, the less each move costs. Every move waits for a
commit, so each type of database has an optimised writer. The writer checks the rooms' epochs in the transaction that
saves the entries, so that no other worker can take over a room in between.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy import exc, select, update

from hypersweep.web.multiplayer.failures import FencedError, RefusedError, StoreError, UnavailableError
from hypersweep.web.multiplayer.store.database import SETTINGS, unavailable
from hypersweep.web.multiplayer.store.tables import entries, rooms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from psycopg import AsyncConnection

    from hypersweep.web.multiplayer.store.database import Database

_log = logging.getLogger("hypersweep.database")

# Maximum number of entries per commit; a longer commit would block the database and all waiting callers for too long.
_MOST = 2000

# A commit costs more than the moves in it. So if the previous commit, for another room, began less than `_COMPANY`
# seconds ago, the next one waits `_PAUSE` seconds for more entries. With a single player on the worker, no commit
# waits.
_PAUSE = 0.005
_COMPANY = 0.01


class Journal:
    """A worker's access to the journal; the first ``append`` starts its writer.

    Args:
        database: an open database.
        measured: called for each entry with None or the error, and the seconds since its ``append``; for metrics.
    """

    def __init__(
        self, database: Database, *, measured: Callable[[RefusedError | None, float], None] | None = None
    ) -> None:
        self._database = database
        self._measured = measured
        self._waiting: list[Append] = []
        self._writer = writer_for(database)
        self._task: asyncio.Task[None] | None = None
        # The room of the last entry in the latest batch, and when the commit began, by the event loop's clock.
        self._last: tuple[str, float] = ("", -inf)
        self._is_closed = False

    def append(
        self, room: str, epoch: int, version: int, entry: bytes, kept: Callable[[RefusedError | None], None]
    ) -> None:
        """Queue a room's entry for the next commit, and return immediately.

        Args:
            room: room ID.
            epoch: the room's epoch, as returned by ``take``.
            version: one more than the room's latest version.
            entry: the encoded entry.
            kept: called, in order, with None once the entry is saved, or with an error. After an error, this entry and
                later ones queued for the room may or may not have been saved: to find out, call ``take``, which waits
                for a running commit, and then ``entries``.

        Raises:
            UnavailableError: the journal is closed.
        """
        if self._is_closed:
            raise UnavailableError("the journal is closed")
        self._waiting.append(Append(room, epoch, version, entry, kept, time.perf_counter()))
        if self._task is None:
            loop = asyncio.get_running_loop()
            before, at = self._last
            pause = _PAUSE if before != room and loop.time() - at < _COMPANY else 0
            self._task = loop.create_task(self._write(pause))

    async def entries(self, room: str) -> list[bytes]:
        """Return a room's entries, in order, starting with version 1.

        Raises:
            StoreError: an entry is missing.
            UnavailableError: the database is currently unavailable.
        """
        query = select(entries.c.version, entries.c.entry).where(entries.c.room == room).order_by(entries.c.version)
        async with self._database.transaction(writes=False) as connection:
            found = (await connection.execute(query)).all()
        if found and (found[0].version != 1 or found[-1].version != len(found)):
            raise StoreError(f"expected {len(found)} entries of room {room}, got up to version {found[-1].version}")
        return [row.entry for row in found]

    async def take(self, room: str) -> int:
        """Take over a room: from then on, entries with an older epoch are rejected. Returns: the new epoch.

        Raises:
            RefusedError: there is no such room.
            UnavailableError: the room currently can't be taken over.
        """
        query = update(rooms).where(rooms.c.id == room).values(epoch=rooms.c.epoch + 1).returning(rooms.c.epoch)
        async with self._database.transaction() as connection:
            epoch = (await connection.execute(query)).scalar()
        if epoch is None:
            raise RefusedError("no_room", f"expected a room, got {room}", status=404)
        return int(epoch)

    async def close(self) -> None:
        """Accept no more entries, wait until all queued ones are saved or rejected, and close the connection."""
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
                # Entries arrived during the commit, so the worker is busy: wait for more entries before the next
                # commit.
                batch, pause = [], _PAUSE
        except BaseException:
            # This task was cancelled, or has a bug: report an error, or the callers would wait forever.
            refused, self._waiting = batch + self._waiting, []
            self._tell(refused, UnavailableError("entries can't be saved: the journal's writer has stopped"))
            raise
        finally:
            self._task = None

    async def _commit(self, batch: list[Append]) -> None:
        """Commit a batch, and report each entry's result to its caller."""
        try:
            epochs = await self._writer.keep(batch)
        except UnavailableError as error:
            if self._database.outage is not None:
                self._database.outage.refused(error)
            self._refuse(batch, lambda append: True, error)
        except StoreError as error:
            rooms_of = list(dict.fromkeys(append.room for append in batch))
            if len(rooms_of) == 1:
                _log.warning("the saved entries of room %s differ from those of its home: %s", rooms_of[0], error)
                mismatch = UnavailableError("the saved entries of the room differ from those of its home")
                self._refuse(batch, lambda append: append.room == rooms_of[0], mismatch)
                return
            # Another worker has saved a conflicting entry for at least one room. Commit each room separately to find
            # it.
            for room in rooms_of:
                await self._commit([append for append in batch if append.room == room])
        else:
            if self._database.outage is not None:
                self._database.outage.written()
            away = {(append.room, append.epoch) for append in batch if epochs.get(append.room) != append.epoch}
            if not away:
                self._tell(batch, None)
                return
            self._tell([append for append in batch if (append.room, append.epoch) not in away], None)
            self._refuse(
                [append for append in batch if (append.room, append.epoch) in away],
                lambda append: (append.room, append.epoch) in away,
                FencedError("another worker is the room's home now"),
            )

    def _refuse(self, batch: list[Append], goes: Callable[[Append], bool], error: RefusedError) -> None:
        """Report an error for a batch, and for the queued entries (selected by ``goes``) that depend on it."""
        refused = batch + [append for append in self._waiting if goes(append)]
        self._waiting = [append for append in self._waiting if not goes(append)]
        self._tell(refused, error)

    def _tell(self, batch: Iterable[Append], error: RefusedError | None) -> None:
        for append in batch:
            try:
                if self._measured is not None:
                    self._measured(error, time.perf_counter() - append.begun)
                append.kept(error)
            except Exception as mistake:
                # An error in one callback must not keep other callers from getting their results.
                asyncio.get_running_loop().call_exception_handler(
                    {"message": "a room's callback for an entry failed", "exception": mistake}
                )


class Append(NamedTuple):
    """An entry to save; ``kept`` receives the result. ``begun`` is when it was queued, in ``perf_counter`` seconds."""

    room: str
    epoch: int
    version: int
    entry: bytes
    kept: Callable[[RefusedError | None], None]
    begun: float = 0.0


class Writer(Protocol):
    """Commits batches of entries, one batch at a time."""

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commit entries whose epoch is their room's current one. Returns: the current epochs, by room.

        Raises:
            UnavailableError: the database is currently unavailable; the batch may or may not have been committed.
            StoreError: an entry in the batch can't be saved, so none was.
        """

    async def close(self) -> None:
        """Close the writer's connection."""


def writer_for(database: Database) -> Writer:
    """Return a writer suited to the database."""
    if not database.is_sqlite:
        return PostgresWriter(database)
    return PlainWriter(database) if database.path is None else SqliteWriter(database)


class PlainWriter:
    """Commits batches in ordinary transactions; for a database in memory, which has only one connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commit a batch; see ``Writer.keep``."""
        asked = select(rooms.c.id, rooms.c.epoch).where(rooms.c.id.in_({append.room for append in batch}))
        try:
            async with self._database.transaction() as connection:
                epochs = {row.id: row.epoch for row in await connection.execute(asked)}
                rows = _rows(batch, epochs)
                if rows:
                    names = ("room", "version", "entry")
                    await connection.execute(entries.insert(), [dict(zip(names, row, strict=True)) for row in rows])
        except exc.DBAPIError as error:
            raise StoreError(f"entries can't be saved: {error.orig}") from error
        return epochs

    async def close(self) -> None:
        """Do nothing, since this writer uses the database's connection."""


# Number of commits between checkpoints, which copy the write-ahead log into the database file.
_COMMITS = 64


class SqliteWriter:
    """Commits each batch in a thread with its own connection, so that the event loop wakes up only once per batch.

    Commits go to the write-ahead log, and checkpoints copy it into the database file. A checkpoint may take a few
    tenths of a second, so another thread runs it in the background.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None
        self._copier: ThreadPoolExecutor | None = None
        self._copying: Future[None] | None = None
        self._commits = 0

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commit a batch; see ``Writer.keep``."""
        sqlite = self._database.sqlite
        if sqlite is None:
            raise StoreError("the database isn't open")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="hypersweep-journal")
        try:
            async with asyncio.timeout(self._database.seconds):
                return await sqlite.in_thread(self._thread, self._commit, batch)
        except TimeoutError:
            raise UnavailableError("the database is currently unavailable: it doesn't answer in time") from None
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
                raise unavailable(error) from error
            raise StoreError(f"entries can't be saved: {error}") from error

    async def close(self) -> None:
        """Wait for both threads to finish, and stop them."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._forget)
            thread.shutdown()
        if self._copier is not None:
            await asyncio.to_thread(self._copier.shutdown)
            self._copier = self._copying = None

    def _commit(self, batch: Sequence[Append]) -> dict[str, int]:
        try:
            connection = self._connection or self._connect()
            connection.execute("BEGIN IMMEDIATE")
            asked = json.dumps(list({append.room for append in batch}))
            epochs = dict(
                connection.execute("SELECT id, epoch FROM rooms WHERE id IN (SELECT value FROM json_each(?))", (asked,))
            )
            rows = _rows(batch, epochs)
            if rows:
                connection.executemany("INSERT INTO entries (room, version, entry) VALUES (?, ?, ?)", rows)
            connection.execute("COMMIT")
            self._commits += 1
            if self._commits % _COMMITS == 0 and (self._copying is None or self._copying.done()):
                if self._copier is None:
                    self._copier = ThreadPoolExecutor(1, thread_name_prefix="hypersweep-copier")
                self._copying = self._copier.submit(self._copy)
        except BaseException:
            # The connection's state is unknown, so the next commit must open a new one.
            self._forget()
            raise
        return epochs

    def _connect(self) -> sqlite3.Connection:
        path = self._database.path
        assert path is not None
        # Mode "rw" opens only an existing file: if the file was deleted, SQLite must not create an empty one.
        where = f"{path.absolute().as_uri()}?mode=rw"
        self._connection = sqlite3.connect(where, uri=True, timeout=self._database.seconds / 2, isolation_level=None)
        for setting in SETTINGS:
            self._connection.execute(f"PRAGMA {setting}")
        return self._connection

    def _copy(self) -> None:
        path = self._database.path
        assert path is not None
        # A failed checkpoint loses nothing: entries stay in the write-ahead log until a later checkpoint copies them.
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as other,
        ):
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # closing also rolls back


_KEEP = """
WITH asked AS MATERIALIZED (SELECT id, epoch FROM rooms WHERE id = ANY(%s) FOR SHARE),
     kept AS (INSERT INTO entries (room, version, entry)
              SELECT e.room, e.version, e.entry
              FROM unnest(%s::text[], %s::integer[], %s::bigint[], %s::bytea[]) AS e (room, epoch, version, entry)
              JOIN asked ON asked.id = e.room AND asked.epoch = e.epoch)
SELECT id, epoch FROM asked
"""


class PostgresWriter:
    """Commits each batch in one round trip to the server: a single statement, which is a transaction by itself."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection[Any] | None = None
        self._left: set[asyncio.Task[dict[str, int]]] = set()

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commit a batch; see ``Writer.keep``."""
        task = asyncio.get_running_loop().create_task(self._commit(batch))
        try:
            await asyncio.wait({task}, timeout=self._database.seconds)
        finally:
            if not task.done():
                # The driver may take a while to cancel the commit, so let it finish in the background.
                self._connection = None
                self._left.add(task)
                task.add_done_callback(self._ended)
                task.cancel()
        if not task.done():
            raise UnavailableError("the database is currently unavailable: it doesn't answer in time")
        return task.result()

    async def close(self) -> None:
        """Wait for cancelled commits, then close the connection."""
        if self._left:
            await asyncio.wait(self._left)
        await self._forget()

    def _ended(self, task: asyncio.Task[dict[str, int]]) -> None:
        self._left.discard(task)
        if not task.cancelled():
            task.exception()  # the caller already got an ``UnavailableError``

    async def _commit(self, batch: Sequence[Append]) -> dict[str, int]:
        import psycopg

        columns = (
            list({append.room for append in batch}),
            [append.room for append in batch],
            [append.epoch for append in batch],
            [append.version for append in batch],
            [append.entry for append in batch],
        )
        is_new = self._connection is None
        connection = self._connection
        try:
            if connection is None:
                connection = await self._connect()
            try:
                return await self._ask(connection, columns)
            except psycopg.OperationalError:
                if is_new or not connection.broken:
                    raise
                # The connection was probably lost while idle, because the server restarted, for example. If the batch
                # was saved after all, the second attempt conflicts with it and is rejected.
                await self._forget()
                return await self._ask(await self._connect(), columns)
        except asyncio.CancelledError:
            if connection is not None:
                await connection.close()
            raise
        except (psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError) as error:
            await self._forget()
            raise unavailable(error) from error
        except psycopg.Error as error:
            raise StoreError(f"entries can't be saved: {error}") from error

    async def _ask(self, connection: AsyncConnection[Any], columns: tuple[list[Any], ...]) -> dict[str, int]:
        cursor = await connection.execute(_KEEP, columns, prepare=True)
        return dict(await cursor.fetchall())

    async def _connect(self) -> AsyncConnection[Any]:
        import psycopg

        self._connection = await psycopg.AsyncConnection.connect(**self._database.driver_arguments(), autocommit=True)
        return self._connection

    async def _forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()


def _rows(batch: Sequence[Append], epochs: dict[str, int]) -> list[tuple[str, int, bytes]]:
    """Return the rows to insert, for entries whose epoch is their room's current one."""
    get = epochs.get
    return [(room, version, entry) for room, epoch, version, entry, _, _ in batch if get(room) == epoch]
