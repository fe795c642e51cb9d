"""SQLite transactions that always finish, even if the task that runs them is cancelled.

SQLite statements run in threads. If a task is cancelled while it waits for one, SQLAlchemy closes the connection. But
SQLite delays closing, and with it the rollback, until no cursor with unread rows is left. The write lock then lasts
until the garbage collector runs, which took minutes on a busy server. So each statement is a task of its own that isn't
cancelled. A cancelled caller leaves at once, and the transaction is rolled back in the background.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from concurrent.futures import Executor

    from sqlalchemy.ext.asyncio import AsyncEngine

_T = TypeVar("_T")


class SqliteTransactions:
    """The transactions of one process in a SQLite database.

    Args:
        engine: makes the connections.
        connections: maximum number of simultaneous transactions.
        is_shared: whether all share one connection, so that reads take turns as well.

    Attributes:
        turn: held by the only transaction of this process that may write, until SQLite has ended it. SQLite's own
            waiting isn't fair.
    """

    def __init__(self, engine: AsyncEngine, connections: int, *, is_shared: bool) -> None:
        self.turn: asyncio.Lock = asyncio.Lock()
        self._engine = engine
        self._free = asyncio.Semaphore(connections)
        self._is_shared = is_shared
        # asyncio keeps only weak references to tasks.
        self._tasks: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def transaction(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        """Open a transaction: commit at the end of the block, roll back if the block raises. Yields: the connection."""
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
        """Run a writing function in a thread when its turn comes; if the caller is cancelled, it keeps running.

        Raises:
            RuntimeError: the thread has been shut down.
            Exception: any exception of the function.
        """
        await self.turn.acquire()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_T] = loop.create_future()

        # Fewer turns of the event loop than ``run_in_executor``; every move waits for this.
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
        """Wait until abandoned transactions have ended, up to a time limit in seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def _keep(self, work: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_retrieve)
        return task

    async def _end(self, connection: _Connection, turn: asyncio.Lock | None, *, is_kept: bool) -> None:
        """Commit or roll back once the last statement is done, and let the next transaction begin."""
        try:
            await connection.idle()
            if connection.sync_connection is None:
                return
            try:
                await (connection.commit() if is_kept else connection.rollback())
            except BaseException:
                # The transaction may still be open; only closing the connection certainly releases the lock.
                await connection.invalidate()
                raise
            finally:
                await connection.close()
        finally:
            self._free.release()
            if turn is not None:
                turn.release()


class _Connection(AsyncConnection):
    """A connection whose statements always finish; it has no ``stream``, which would leave cursors open."""

    __slots__ = ("_keep", "_running")

    def __init__(self, engine: AsyncEngine, keep: Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]) -> None:
        super().__init__(engine)
        self._keep = keep
        self._running: asyncio.Task[Any] | None = None

    async def finish(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Return the result of work on the connection; if the caller is cancelled, the work keeps running."""
        running: asyncio.Task[_T] = self._keep(work)
        self._running = running
        await asyncio.wait({running})
        return running.result()

    async def idle(self) -> None:
        """Wait until no statement runs."""
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
        """Run a function on the connection, as in SQLAlchemy."""
        return await self.finish(super().run_sync(*arguments, **options))


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Mark an exception as retrieved: its caller may have left, and asyncio would log it."""
    if not future.cancelled():
        future.exception()
