"""Transactions of SQLite: none stays open after its caller is cancelled, at any time."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import exc, select, text

from databases import a_room, opened, sqlite_url
from hypersweep.web.multiplayer.failures import StoreError, UnavailableError
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.rooms import add
from hypersweep.web.multiplayer.store.tables import rooms

TESTS = Path(__file__).parents[3]


def is_free(path: Path) -> bool:
    """Whether another connection can write at once."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return False
        other.execute("ROLLBACK")
        return True


async def write(database: Database, *, seconds: float | None = None) -> None:
    """Write rows and read them: cursors with unread rows held a lock."""
    async with database.transaction(seconds=seconds) as connection:
        for _ in range(3):
            await add(connection, a_room())
            (await connection.execute(select(rooms))).all()


@contextmanager
def collected_later() -> Iterator[None]:
    """Leave cycles uncollected, as a server does for minutes."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.fixture
def in_thread(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Call a function in SQLite's threads before each of their steps."""

    def set_up(before: Callable[[], object]) -> None:
        usual: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

        async def execute(self: aiosqlite.Connection, step: Callable[..., Any], *given: Any, **named: Any) -> Any:
            def both(*given: Any, **named: Any) -> Any:
                before()
                return step(*given, **named)

            return await usual(self, both, *given, **named)

        monkeypatch.setattr(aiosqlite.Connection, "_execute", execute)

    return set_up


async def storm(
    work: Callable[[], Awaitable[None]], callers: int, *, longest: float = 0.05, seed: int = 1
) -> list[BaseException | None]:
    """Run work for many callers at once, and cancel each at a time of its own, most of them twice."""
    chance = random.Random(seed)

    async def caller(delay: float, again: float) -> None:
        task = asyncio.ensure_future(work())
        await asyncio.sleep(delay)
        for wait in (again, 0):
            task.cancel()
            await asyncio.sleep(wait)
        await task

    return await asyncio.gather(
        *(caller(chance.uniform(0, longest), chance.choice((0, 0.001, 0.003))) for _ in range(callers)),
        return_exceptions=True,
    )


@pytest.mark.slow
def test_a_storm_of_cancellations_leaves_no_lock(
    tmp_path: Path, in_thread: Callable[[Callable[[], object]], None]
) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path), seconds=30) as database:
            for _ in range(5):
                await write(database)
            in_thread(lambda: time.sleep(0.002))
            told = []
            for seed in range(12):
                told.append(await storm(lambda: write(database), 5, seed=seed))
                await write(database)
                assert is_free(path)
            assert sum(isinstance(each, asyncio.CancelledError) for some in told for each in some) > 20

    with collected_later():
        asyncio.run(main())


@pytest.mark.parametrize("steps", [1, 5, 8])
def test_a_transaction_that_is_cancelled_twice_is_rolled_back(
    tmp_path: Path, in_thread: Callable[[Callable[[], object]], None], steps: int
) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path)) as database:
            await write(database)
            counted = 0
            going_on, is_there = threading.Event(), threading.Event()

            def stop() -> None:
                nonlocal counted
                counted += 1
                if counted == steps:
                    is_there.set()
                    going_on.wait()

            in_thread(stop)
            task = asyncio.create_task(write(database))
            await asyncio.to_thread(is_there.wait)
            task.cancel()
            await asyncio.sleep(0)
            task.cancel()
            (told,) = await asyncio.gather(task, return_exceptions=True)
            assert isinstance(told, asyncio.CancelledError), "the caller leaves at once"
            going_on.set()
            async with database.transaction() as connection:
                found = (await connection.execute(select(rooms))).all()
            assert len(found) == 3
            assert is_free(path)
            # Its traceback refers to the cursor up to here.
            del told

    with collected_later():
        asyncio.run(main())


@pytest.mark.nightly
@pytest.mark.slow
def test_a_starved_loop_whose_deadlines_pass_leaves_no_lock(
    tmp_path: Path, in_thread: Callable[[Callable[[], object]], None]
) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path), seconds=30) as database:
            await write(database)
            in_thread(lambda: time.sleep(0.001))
            loop = asyncio.get_running_loop()
            for _ in range(20):
                for delay in range(0, 40, 4):
                    loop.call_later(delay / 1000, time.sleep, 0.01)
                told = await asyncio.gather(
                    *(write(database, seconds=0.02 + each / 200) for each in range(12)), return_exceptions=True
                )
                assert all(each is None or isinstance(each, UnavailableError) for each in told)
                await write(database)
                assert is_free(path)

    with collected_later():
        asyncio.run(main())


def test_a_statement_that_hangs_is_left_and_holds_up_writers_alone(
    tmp_path: Path, in_thread: Callable[[Callable[[], object]], None]
) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path)) as database:
            await write(database)
            going_on = threading.Event()
            hangs = True

            def hang() -> None:
                if hangs:
                    going_on.wait()

            in_thread(hang)
            with pytest.raises(UnavailableError, match="in time"):
                await write(database, seconds=0.05)
            hangs = False
            with pytest.raises(UnavailableError, match="in time"):
                await write(database, seconds=0.05)
            async with database.transaction(writes=False) as connection:
                assert len((await connection.execute(select(rooms))).all()) == 3
            going_on.set()
            await write(database)
            assert is_free(path)

    asyncio.run(main())


def test_a_commit_that_fails_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path)) as database:
            async with database.transaction() as connection:
                await connection.execute(text("CREATE TABLE one (id INTEGER PRIMARY KEY)"))
                late = "one INTEGER REFERENCES one (id) DEFERRABLE INITIALLY DEFERRED"
                await connection.execute(text(f"CREATE TABLE other ({late})"))

            async def break_off() -> None:
                async with database.transaction() as connection:
                    await connection.execute(text("INSERT INTO other VALUES (7)"))

            with pytest.raises(exc.IntegrityError):
                await break_off()
            assert is_free(path)
            await write(database)

    asyncio.run(main())


def test_what_writes_in_a_thread_has_its_turn_until_it_is_done(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database:
            sqlite = database.sqlite
            assert sqlite is not None
            going_on, is_there = threading.Event(), threading.Event()

            def work(name: str) -> str:
                is_there.set()
                going_on.wait()
                if name == "fail":
                    raise StoreError("expected a test")
                return name

            with ThreadPoolExecutor(1) as thread:
                for name in ("fail", "done"):
                    going_on.clear()
                    is_there.clear()
                    task = asyncio.create_task(sqlite.in_thread(thread, work, name))
                    await asyncio.to_thread(is_there.wait)
                    task.cancel()
                    with pytest.raises(asyncio.CancelledError):
                        await task
                    assert sqlite.turn.locked()
                    going_on.set()
                    await write(database)
                assert await sqlite.in_thread(thread, work, "done") == "done"
                with pytest.raises(StoreError, match="a test"):
                    await sqlite.in_thread(thread, work, "fail")
            with pytest.raises(RuntimeError):
                await sqlite.in_thread(thread, work, "late")
            assert not sqlite.turn.locked()

    asyncio.run(main())


STORM = """
import asyncio, sys
from pathlib import Path
from databases import opened, sqlite_url
from test_sqlite_transactions import storm, write

async def main():
    path = Path(sys.argv[1])
    async with opened(sqlite_url(path), seconds=30) as database:
        print("begun", flush=True)
        for seed in range(30):
            await storm(lambda: write(database, seconds=0.1), 30, seed=seed)
        await write(database)
        print("settled", flush=True)
        sys.stdin.readline()

asyncio.run(main())
"""


@pytest.mark.needs("posix")
@pytest.mark.slow
def test_a_process_that_is_stopped_and_goes_on_leaves_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "together.db"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(Path(__file__).parent)))}
    with subprocess.Popen(
        [sys.executable, "-c", STORM, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as child:
        assert child.stdout is not None
        assert child.stdin is not None
        assert child.stdout.readline() == "begun\n"
        for _ in range(6):
            time.sleep(0.1)
            child.send_signal(signal.SIGSTOP)
            time.sleep(0.15)  # longer than deadlines
            child.send_signal(signal.SIGCONT)
        assert child.stdout.readline() == "settled\n"
        assert is_free(path)
        child.stdin.write("\n")
        child.stdin.close()
        assert child.wait(30) == 0
