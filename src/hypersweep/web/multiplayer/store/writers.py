"""How a batch of entries is committed, as cheaply as each database lets us: this is on the way of every move.

Each of them checks the epochs of the rooms in the transaction that keeps the entries, so that no other worker can take
a room in between.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sqlalchemy import exc, select

from hypersweep.web.multiplayer.failures import RefusedError, StoreError, UnavailableError
from hypersweep.web.multiplayer.store.database import SETTINGS, unavailable
from hypersweep.web.multiplayer.store.tables import entries, rooms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from psycopg import AsyncConnection

    from hypersweep.web.multiplayer.store.database import Database

__all__ = ["Append", "Writer", "writer_for"]


class Append(NamedTuple):
    """An entry that is to be kept; ``kept`` is told."""

    room: str
    epoch: int
    version: int
    entry: bytes
    kept: Callable[[RefusedError | None], None]


class Writer(Protocol):
    """Commits batches, one at a time."""

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commits those whose epoch is their room's, and gives the epochs of the rooms that there are.

        Raises:
            UnavailableError: it isn't known to be committed.
            StoreError: something in this batch can't be.
        """

    async def close(self) -> None:
        """Lets go of its connection."""


def writer_for(database: Database) -> Writer:
    """Gives the writer for a database."""
    if not database.is_sqlite:
        return PostgresWriter(database)
    return PlainWriter(database) if database.path is None else SqliteWriter(database)


class PlainWriter:
    """The obvious one, in transactions like anybody's: for a database in memory, which has one connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commits, as ``Writer`` says."""
        asked = select(rooms.c.id, rooms.c.epoch).where(rooms.c.id.in_({append.room for append in batch}))
        try:
            async with self._database.transaction() as connection:
                epochs = {row.id: row.epoch for row in await connection.execute(asked)}
                rows = _rows(batch, epochs)
                if rows:
                    names = ("room", "version", "entry")
                    await connection.execute(entries.insert(), [dict(zip(names, row, strict=True)) for row in rows])
        except exc.DBAPIError as error:
            raise StoreError(f"expected entries that can be kept: {error.orig}") from error
        return epochs

    async def close(self) -> None:
        """Has nothing to let go of."""


# Commits from one copying of what they wrote into the database itself to the next.
_COMMITS = 64


class SqliteWriter:
    """One connection in one thread, which does a whole commit by itself: the loop is called once.

    What is committed stands in a file beside the database, and is copied into it now and then. That takes up to some
    tenths of a second, and nobody has to wait: another thread does it meanwhile.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread: ThreadPoolExecutor | None = None
        self._connection: sqlite3.Connection | None = None
        self._copier: ThreadPoolExecutor | None = None
        self._copying: Future[None] | None = None
        self._commits = 0

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commits, as ``Writer`` says."""
        sqlite = self._database.sqlite
        if sqlite is None:
            raise StoreError("expected a database that is open, got one that isn't")
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="hypersweep-journal")
        try:
            async with asyncio.timeout(self._database.seconds):
                return await sqlite.in_thread(self._thread, self._commit, batch)
        except TimeoutError:
            raise UnavailableError("the database can't be used now: it doesn't answer in time") from None
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.OperationalError) or type(error) is sqlite3.DatabaseError:
                raise unavailable(error) from error
            raise StoreError(f"expected entries that can be kept: {error}") from error

    async def close(self) -> None:
        """Waits for its thread, and ends it."""
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
            # Whatever state it was in: the next commit gets a fresh one.
            self._forget()
            raise
        return epochs

    def _connect(self) -> sqlite3.Connection:
        path = self._database.path
        assert path is not None
        # Never a new file: where it is gone, nothing can be kept in its place.
        where = f"{path.absolute().as_uri()}?mode=rw"
        self._connection = sqlite3.connect(where, uri=True, timeout=self._database.seconds / 2, isolation_level=None)
        for setting in SETTINGS:
            self._connection.execute(f"PRAGMA {setting}")
        return self._connection

    def _copy(self) -> None:
        path = self._database.path
        assert path is not None
        # Where it fails, the next commit that has to do it says why.
        with (
            suppress(sqlite3.Error),
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)) as other,
        ):
            other.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _forget(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()  # which rolls back


_KEEP = """
WITH asked AS MATERIALIZED (SELECT id, epoch FROM rooms WHERE id = ANY(%s) FOR SHARE),
     kept AS (INSERT INTO entries (room, version, entry)
              SELECT e.room, e.version, e.entry
              FROM unnest(%s::text[], %s::integer[], %s::bigint[], %s::bytea[]) AS e (room, epoch, version, entry)
              JOIN asked ON asked.id = e.room AND asked.epoch = e.epoch)
SELECT id, epoch FROM asked
"""


class PostgresWriter:
    """One connection and one statement, which is a transaction by itself: the server is asked once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection[Any] | None = None
        self._left: set[asyncio.Task[dict[str, int]]] = set()

    async def keep(self, batch: Sequence[Append]) -> dict[str, int]:
        """Commits, as ``Writer`` says."""
        task = asyncio.get_running_loop().create_task(self._commit(batch))
        try:
            await asyncio.wait({task}, timeout=self._database.seconds)
        finally:
            if not task.done():
                # The driver takes its time to give up; nobody has to wait for that.
                self._connection = None
                self._left.add(task)
                task.add_done_callback(self._ended)
                task.cancel()
        if not task.done():
            raise UnavailableError("the database can't be used now: it doesn't answer in time")
        return task.result()

    async def close(self) -> None:
        """Closes its connection."""
        if self._left:
            await asyncio.wait(self._left)
        await self._forget()

    def _ended(self, task: asyncio.Task[dict[str, int]]) -> None:
        self._left.discard(task)
        if not task.cancelled():
            task.exception()  # it has been told as unavailable

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
                # It was lost while nothing was asked, most likely: the server was begun again. Had it kept the batch
                # all the same, the second try would find it there, and be refused.
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
            raise StoreError(f"expected entries that can be kept: {error}") from error

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
    """Gives the rows of those whose epoch is their room's."""
    get = epochs.get
    return [(room, version, entry) for room, epoch, version, entry, _ in batch if get(room) == epoch]
