"""Open the database, and run transactions.

SQLite needs only a file, no setup; PostgreSQL serves several workers at once. If the database is down, driver errors
become ``UnavailableError`` within seconds. Later transactions reconnect automatically.

SQLite statements run in threads and always finish, even if the calling task is cancelled. Otherwise SQLAlchemy would
close the connection, but SQLite puts off closing, and the rollback with it, while a cursor has unread rows. The write
lock would then last until the next garbage collection, which took minutes on a busy server. So each statement runs in a
separate task that isn't cancelled: a cancelled caller returns at once, and its transaction is rolled back in the
background.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import event, exc, select
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import QueuePool

from hypersweep.errors import MissingExtraError
from hypersweep.web.multiplayer.failures import StoreError, UnavailableError
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.tables import insert, secrets_kept

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from concurrent.futures import Executor

    from sqlalchemy import URL
    from sqlalchemy.ext.asyncio import AsyncEngine

_log = logging.getLogger("hypersweep.database")

SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "temp_store = MEMORY",
    # The journal's writer runs its own checkpoints; this limit is for other writes while the journal is idle.
    "wal_autocheckpoint = 16000",
)
"""PRAGMA settings for each SQLite connection."""

# SQLite error codes for a file that is damaged or isn't a database; retrying is pointless.
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


# Messages for driver errors, by SQLite or PostgreSQL error code. The driver's own text may name hosts, users and
# tables, so it is only logged.
_SQLITE_WORDS = {
    sqlite3.SQLITE_FULL: "its disk is full",
    sqlite3.SQLITE_BUSY: "it is locked",
    sqlite3.SQLITE_LOCKED: "it is locked",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_IOERR: "its disk fails",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is damaged",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened",
}
_POSTGRES_WORDS = {"53100": "its disk is full", "53300": "it has too many clients", "25006": "it is read-only"}
_LOST = "it can't be reached"

# Seconds without an error before a successful write ends an outage, and maximum number of causes logged per outage.
_QUIET = 1.0
_MOST_CAUSES = 5


class Outage:
    """Logs when the database becomes unavailable, with each different cause, and when writing to it works again."""

    def __init__(self) -> None:
        self._begun = self._last = 0.0
        self._refused = 0
        self._causes: set[str] = set()

    def refused(self, error: UnavailableError) -> None:
        """Record that a read or write failed, and log a new cause."""
        self._last = time.monotonic()
        if not self._refused:
            self._begun = self._last
        self._refused += 1
        said = " ".join(str(error.__cause__ or "").split())
        cause = f"{error} ({said})" if said else str(error)
        if cause not in self._causes and len(self._causes) < _MOST_CAUSES:
            self._causes.add(cause)
            _log.warning("%s", cause)

    def written(self) -> None:
        """Record a successful write. If there was no error for ``_QUIET`` seconds, log the end of the outage."""
        if self._refused and time.monotonic() - self._last >= _QUIET:
            seconds, refused = time.monotonic() - self._begun, self._refused
            self._refused = 0
            self._causes.clear()
            _log.warning("the database can be written again: %d requests were refused in %.1f s", refused, seconds)


class Database:
    """A database; open it in the event loop that will use it.

    Args:
        url: SQLAlchemy URL: ``sqlite+aiosqlite:///PATH`` or ``postgresql+psycopg://...``.
        connections: maximum number of simultaneous connections.
        seconds: default time limit for a transaction, including the wait for a connection; if exceeded, the database is
            considered unavailable.

    Attributes:
        connections: maximum number of simultaneous connections.
        outage: logs errors and recoveries; None unless the database is open.
        sqlite: runs this process's SQLite transactions; None unless an SQLite database is open.

    Raises:
        StoreError: the URL is invalid, or names a database or driver that isn't supported.
    """

    def __init__(self, url: str, *, connections: int = 8, seconds: float = 5) -> None:
        try:
            self.url: URL = make_url(url)
        except exc.ArgumentError as error:
            raise StoreError(f"expected a database URL, got {url[:20]!r}: {error}") from None
        if self.url.drivername not in {"sqlite+aiosqlite", "postgresql+psycopg"}:
            raise StoreError(
                f"expected sqlite+aiosqlite:///PATH or postgresql+psycopg://..., got {self.url.drivername}://..."
            )
        self.is_sqlite: bool = self.url.drivername.startswith("sqlite")
        self.seconds = seconds
        self.outage: Outage | None = None
        self.connections = connections
        self._engine: AsyncEngine | None = None
        self._process = 0
        self.sqlite: SqliteTransactions | None = None
        self._public = asyncio.Semaphore(max(1, connections // 2))

    @property
    def path(self) -> Path | None:
        """Path of the SQLite file; None for a database in memory or PostgreSQL."""
        name = self.url.database
        return Path(name) if self.is_sqlite and name not in {None, "", ":memory:"} and name else None

    @property
    def connections_in_use(self) -> int:
        """Number of connections currently in use by transactions; always 0 for a database in memory."""
        pool = None if self._engine is None else self._engine.pool
        return pool.checkedout() if isinstance(pool, QueuePool) else 0

    async def open(self) -> None:
        """Open the database, and upgrade its tables to the newest revision.

        Raises:
            MissingExtraError: the driver isn't installed.
            StoreError: the tables belong to another program or a newer version, or the file is damaged.
            UnavailableError: the database can't be reached; the message contains the driver's text, so show it to
                operators only.
        """
        if self._engine is not None:
            raise StoreError("the database is already open")
        try:
            self._engine = self._sqlite_engine() if self.is_sqlite else self._postgres_engine()
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                f"the database needs {error.name}, which isn't installed: pip install 'hypersweep[server]'"
            ) from None
        if self.is_sqlite:
            is_shared = self.path is None
            self.sqlite = SqliteTransactions(self._engine, 1 if is_shared else self.connections, is_shared=is_shared)
        self._process = os.getpid()
        try:
            await self._upgrade()
        except BaseException as error:
            await self.close()
            if isinstance(error, UnavailableError) and _code(error.__cause__) in _DAMAGED:
                raise StoreError(
                    f"{self.url.database} is damaged, or isn't a hypersweep database: {error.__cause__}"
                ) from error.__cause__
            if isinstance(error, UnavailableError) and error.__cause__ is not None and str(error.__cause__):
                raise UnavailableError(f"{error}: {error.__cause__}") from error.__cause__
            raise
        self.outage = Outage()

    async def check(self, seconds: float = 2) -> None:
        """Write a test row to check that the database works.

        Raises:
            UnavailableError: the write failed, or took longer than ``seconds``.
        """
        async with self.transaction(seconds=seconds) as connection:
            row = insert(connection, secrets_kept).values(name="health", value=str(time.time_ns()))
            await connection.execute(
                row.on_conflict_do_update(index_elements=[secrets_kept.c.name], set_={"value": row.excluded.value})
            )

    async def _upgrade(self) -> None:
        """Upgrade the tables, or wait while another worker does; either may take a minute."""
        loop = asyncio.get_running_loop()
        end = loop.time() + max(60, self.seconds)
        while True:
            try:
                async with self.transaction(seconds=max(0.1, end - loop.time())) as connection:
                    await connection.run_sync(upgrade)
                return
            except UnavailableError as error:
                # While another process switches a new file to WAL mode, SQLite fails immediately instead of waiting.
                if _code(error.__cause__) != sqlite3.SQLITE_BUSY or loop.time() >= end:
                    raise
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Close the database; it can be opened again."""
        engine, self._engine = self._engine, None
        sqlite, self.sqlite = self.sqlite, None
        self.outage = None
        if engine is not None and os.getpid() == self._process:
            if sqlite is not None:
                await sqlite.close(self.seconds)
            await engine.dispose()

    def driver_arguments(self) -> dict[str, Any]:
        """Return the keyword arguments for connecting to PostgreSQL with psycopg directly."""
        assert self._engine is not None
        _, arguments = self._engine.dialect.create_connect_args(self.url)
        return {**arguments, **self._postgres_arguments()}

    @asynccontextmanager
    async def transaction(self, *, writes: bool = True, seconds: float | None = None) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, committed at the end of the ``with`` block or rolled back if the block raises.

        Args:
            writes: False for a read-only transaction; in SQLite it doesn't wait for writers.
            seconds: time limit; None for the database's default.

        Yields:
            The connection to use in the block.

        Raises:
            UnavailableError: the database is currently unavailable.
            StoreError: the database isn't open, or this process is a fork of the one that opened it.
        """
        engine = self._engine
        if engine is None:
            raise StoreError("the database isn't open")
        if os.getpid() != self._process:
            raise StoreError("can't use the database after a fork: the child process must open its own")
        begun = _begun(engine) if self.sqlite is None else self.sqlite.transaction(writes=writes)
        try:
            with _driver_errors():
                async with _bounded(self.seconds if seconds is None else seconds), begun as it:
                    yield it
        except UnavailableError as error:
            if self.outage is not None:
                self.outage.refused(error)
            raise
        if writes and self.outage is not None:
            self.outage.written()

    @asynccontextmanager
    async def public_reads(self) -> AsyncIterator[AsyncConnection]:
        """Open a read-only transaction for a public request. All of these together use at most half of the connections.

        Raises:
            UnavailableError: the database is currently unavailable, or no connection became free in time.
        """
        begun = time.monotonic()
        try:
            async with asyncio.timeout(self.seconds):
                await self._public.acquire()
        except TimeoutError:
            raise UnavailableError("the database is currently unavailable: too many public requests") from None
        try:
            left = max(0.1, self.seconds - (time.monotonic() - begun))
            async with self.transaction(writes=False, seconds=left) as connection:
                yield connection
        finally:
            self._public.release()

    def _sqlite_engine(self) -> AsyncEngine:
        path = self.path
        if path is None:
            engine = create_async_engine(self.url)
        else:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                # Create the file before SQLite does, so that other users can't read it at any time.
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            except OSError as error:
                raise StoreError(f"can't write the database {path}: {error}") from None
            engine = create_async_engine(
                self.url,
                pool_size=self.connections,
                max_overflow=0,
                pool_timeout=self.seconds,
                connect_args={"timeout": self.seconds},
            )
        event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
        return engine

    def _postgres_engine(self) -> AsyncEngine:
        return create_async_engine(
            self.url,
            pool_size=self.connections,
            max_overflow=0,
            pool_timeout=self.seconds,
            # Test each connection when taking it from the pool, so that restarting PostgreSQL causes no errors.
            pool_pre_ping=True,
            connect_args=self._postgres_arguments(),
        )

    def _postgres_arguments(self) -> dict[str, Any]:
        return {
            "connect_timeout": max(2, round(self.seconds)),
            "tcp_user_timeout": round(self.seconds * 1000),
            "keepalives_idle": 10,
            # Otherwise, a worker hanging in a transaction would keep other workers from taking over its rooms.
            "options": "-c idle_in_transaction_session_timeout=10000 -c timezone=UTC",
            "application_name": "hypersweep",
        }


@asynccontextmanager
async def _begun(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a PostgreSQL connection with a transaction for the ``with`` block."""
    async with engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def _driver_errors() -> Iterator[None]:
    """Convert driver errors caused by an unavailable database to ``UnavailableError``."""
    try:
        yield
    except exc.DBAPIError as error:
        if _is_unavailable(error):
            raise unavailable(error.orig) from error.orig
        raise
    except exc.TimeoutError as error:
        raise UnavailableError("the database is currently unavailable: all connections are in use") from error


@asynccontextmanager
async def _bounded(seconds: float) -> AsyncIterator[None]:
    """Cancel the ``with`` block after ``seconds``, and again a second later if the driver hasn't reacted.

    Raises:
        UnavailableError: the time limit was exceeded.
    """
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    has_insisted = False

    def insist() -> None:
        nonlocal has_insisted
        has_insisted = True
        task.cancel()

    last = loop.call_later(seconds + 1, insist)
    try:
        async with asyncio.timeout(seconds) as limit:
            yield
    except (TimeoutError, asyncio.CancelledError) as error:
        asked_by_others = isinstance(error, asyncio.CancelledError) and not has_insisted
        if asked_by_others or not limit.expired():
            raise
        raise UnavailableError("the database is currently unavailable: it doesn't answer in time") from error
    finally:
        last.cancel()
        if has_insisted:
            task.uncancel()


def _set_up_sqlite(connection: Any, _: object) -> None:
    # Turn off the driver's own transactions: it begins them so late that a statement could fail because the database is
    # locked. ``_begin_sqlite`` begins them instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in SETTINGS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    reads = connection.get_execution_options().get("hypersweep_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _code(error: BaseException | None) -> int | None:
    """Return an SQLite error's primary code; None for other errors."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def unavailable(error: BaseException | None) -> UnavailableError:
    """Return the ``UnavailableError`` for a driver error, with a plain message in place of the driver's text."""
    words = _SQLITE_WORDS.get(_code(error) or 0) or _POSTGRES_WORDS.get(getattr(error, "sqlstate", None) or "")
    return UnavailableError(f"the database is currently unavailable: {words or _LOST}")


def is_stuck(error: UnavailableError) -> bool:
    """Return whether the database hangs or is locked; restarting the worker may fix that (but not a full disk)."""
    cause = error.__cause__
    is_silent = isinstance(cause, TimeoutError | asyncio.CancelledError | exc.TimeoutError)
    return is_silent or _code(cause) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _is_unavailable(error: exc.DBAPIError) -> bool:
    """Return whether an error was caused by the database's state, not by the statement."""
    if isinstance(error, exc.IntegrityError | exc.DataError | exc.ProgrammingError):
        return False
    return _code(error.orig) != sqlite3.SQLITE_ERROR


_T = TypeVar("_T")


class SqliteTransactions:
    """Runs this process's transactions in an SQLite database.

    Args:
        engine: creates the connections.
        connections: maximum number of simultaneous transactions.
        is_shared: whether all transactions share one connection, so that reads must take turns too.

    Attributes:
        turn: the lock held by this process's writing transaction until SQLite has ended the transaction. Unlike
            SQLite's own lock, it is fair.
    """

    def __init__(self, engine: AsyncEngine, connections: int, *, is_shared: bool) -> None:
        self.turn: asyncio.Lock = asyncio.Lock()
        self._engine = engine
        self._free = asyncio.Semaphore(connections)
        self._is_shared = is_shared
        # Keep references to running tasks: asyncio itself has only weak ones.
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def transaction(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, committed at the end of the ``with`` block or rolled back if the block raises."""
        turn = self.turn if writes or self._is_shared else None
        if turn is not None:
            await turn.acquire()
        try:
            await self._free.acquire()
        except BaseException:
            if turn is not None:
                turn.release()
            raise
        connection = _Connection(self._engine, self._keep)
        try:
            await connection.finish(connection.begin_in_order(writes=writes))
            yield connection
        except BaseException as error:
            ending = self._keep(self._end(connection, turn, is_kept=False))
            if not isinstance(error, asyncio.CancelledError):
                await asyncio.wait({ending})
            raise
        ending = self._keep(self._end(connection, turn, is_kept=True))
        await asyncio.wait({ending})
        ending.result()

    async def in_thread(self, thread: Executor, write: Callable[..., _T], *arguments: object) -> _T:
        """Run a writing function in a thread when its turn comes; it finishes even if the caller is cancelled.

        Raises:
            RuntimeError: the thread has been shut down.
            Exception: an error raised by the function.
        """
        await self.turn.acquire()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()

        # This is faster than ``run_in_executor``, which takes more event loop iterations; every move waits for this.
        def run() -> None:
            result: _T | None = None
            failure: BaseException | None = None
            try:
                result = write(*arguments)
            except BaseException as error:
                failure = error
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(done, result, failure)

        def done(result: _T | None, failure: BaseException | None) -> None:
            self.turn.release()
            if future.cancelled():
                return
            if failure is None:
                future.set_result(result)  # type: ignore[arg-type]
            else:
                future.set_exception(failure)

        try:
            thread.submit(run)
        except BaseException:
            self.turn.release()
            raise
        return await future

    async def close(self, seconds: float) -> None:
        """Wait up to ``seconds`` for transactions whose callers were cancelled to end."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _keep(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_retrieve)
        return task

    async def _end(self, connection: _Connection, turn: asyncio.Lock | None, *, is_kept: bool) -> None:
        """Commit or roll back after the last statement has finished, and let the next transaction begin."""
        try:
            await connection.idle()
            if connection.sync_connection is None:
                return
            try:
                await (connection.commit() if is_kept else connection.rollback())
            except BaseException:
                # The transaction may still be open; closing the connection always releases the lock.
                await connection.invalidate()
                raise
            finally:
                await connection.close()
        finally:
            self._free.release()
            if turn is not None:
                turn.release()


class _Connection(AsyncConnection):
    """A connection whose statements always finish. Don't use its ``stream``, which would leave cursors open."""

    __slots__ = ("_keep", "_running")

    def __init__(self, engine: AsyncEngine, keep: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        super().__init__(engine)
        self._keep = keep
        self._running: asyncio.Task[Any] | None = None

    async def finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Await ``work`` and return its result; the work finishes even if the caller is cancelled."""
        running: asyncio.Task[_T] = self._keep(work)
        self._running = running
        await asyncio.wait({running})
        return running.result()

    async def idle(self) -> None:
        """Wait until no statement is running on the connection."""
        if self._running is not None:
            await asyncio.wait({self._running})

    async def begin_in_order(self, *, writes: bool) -> None:
        """Connect, and begin the transaction."""
        await self.start()
        if not writes:
            await self.execution_options(hypersweep_reads=True)
        await self.begin()

    async def execute(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, as in SQLAlchemy."""
        return await self.finish(super().execute(*arguments, **options))

    async def exec_driver_sql(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement given as text, as in SQLAlchemy."""
        return await self.finish(super().exec_driver_sql(*arguments, **options))

    async def run_sync(self, *arguments: Any, **options: Any) -> Any:
        """Run a function with the connection, as in SQLAlchemy."""
        return await self.finish(super().run_sync(*arguments, **options))


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Mark an exception as retrieved: otherwise asyncio would log it if the caller was cancelled."""
    if not future.cancelled():
        future.exception()


async def secret(connection: AsyncConnection, name: str) -> str:
    """Return a permanent secret for this server: 256 random bits as text, generated by the first call.

    Args:
        connection: a connection in a writing transaction.
        name: the secret's purpose, such as "daily".
    """
    query = select(secrets_kept.c.value).where(secrets_kept.c.name == name)
    found = (await connection.execute(query)).scalar()
    if found is None:
        # Another worker may be generating the secret at the same time; both use whichever was saved first.
        made = insert(connection, secrets_kept).values(name=name, value=token_urlsafe(32)).on_conflict_do_nothing()
        await connection.execute(made)
        found = (await connection.execute(query)).scalar_one()
    return str(found)
