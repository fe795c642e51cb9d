"""The database: its errors during an outage, and its recovery."""

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
from sqlalchemy import exc, func, select, text

from databases import a_room, opened, sqlite_url
from hypersweep.web.multiplayer.failures import StoreError, UnavailableError
from hypersweep.web.multiplayer.store.database import Database, Outage, is_stuck, secret
from hypersweep.web.multiplayer.store.migrations import NEWEST
from hypersweep.web.multiplayer.store.room_rows import add, load
from hypersweep.web.multiplayer.store.tables import rooms
from servers import Postgres


async def count(database: Database) -> int:
    async with database.transaction(writes=False) as connection:
        return int((await connection.execute(select(func.count()).select_from(rooms))).scalar_one())


async def put(database: Database) -> None:
    async with database.transaction() as connection:
        await add(connection, a_room())


def test_a_transaction_is_kept_as_a_whole_or_not_at_all(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            await put(database)

            async def fail() -> None:
                async with database.transaction() as connection:
                    await add(connection, a_room())
                    raise RuntimeError("in the middle")

            with pytest.raises(RuntimeError, match="in the middle"):
                await fail()
            assert await count(database) == 1

    asyncio.run(main())


def test_a_cancelled_transaction_is_not_kept_and_lets_others_write(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            begun = asyncio.Event()

            async def hang() -> None:
                async with database.transaction() as connection:
                    await add(connection, a_room())
                    begun.set()
                    await asyncio.Event().wait()

            for _ in range(20):  # more than there are connections
                begun.clear()
                task = asyncio.create_task(hang())
                await begun.wait()
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            await put(database)
            assert await count(database) == 1

    asyncio.run(main())


@pytest.mark.ci_limit(2)
@pytest.mark.slow
def test_many_at_once_wait_for_each_other(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            await asyncio.gather(*(put(database) for _ in range(60)), *(count(database) for _ in range(60)))
            assert await count(database) == 60

    asyncio.run(main())


def test_two_workers_write_into_one_database(url: str) -> None:
    if url == "sqlite+aiosqlite://":
        return  # one in memory is one worker's

    async def main() -> None:
        async with opened(url) as one, opened(url) as other:
            await asyncio.gather(*(put(each) for each in (one, other) * 20))
            assert await count(one) == await count(other) == 40

    asyncio.run(main())


def test_workers_that_begin_together_make_the_tables_once(url: str) -> None:
    if url == "sqlite+aiosqlite://":
        return

    async def main() -> None:
        databases = [Database(url, seconds=60) for _ in range(4)]
        await asyncio.gather(*(database.open() for database in databases))
        await put(databases[0])
        assert [await count(database) for database in databases] == [1, 1, 1, 1]
        for database in databases:
            await database.close()

    asyncio.run(main())


@pytest.mark.slow
def test_it_waits_for_another_process_that_begins(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "together.db"
        database = Database(sqlite_url(path))
        # SQLite itself fails at once if another process writes to a file with a rollback journal.
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("begin immediate")
            opening = asyncio.create_task(database.open())
            await asyncio.wait({opening}, timeout=0.5)
            assert not opening.done()
            other.execute("rollback")
        await opening
        await put(database)
        assert await count(database) == 1
        await database.close()

    asyncio.run(main())


def test_it_opens_again_with_what_was_kept(tmp_path: Path) -> None:
    async def main() -> None:
        room = a_room()
        database = Database(sqlite_url(tmp_path / "folder" / "together.db"))
        await database.open()
        with pytest.raises(StoreError, match="already open"):
            await database.open()
        async with database.transaction() as connection:
            await add(connection, room)
        await database.close()
        await database.close()
        with pytest.raises(StoreError, match="the database is"):
            await put(database)
        await database.open()
        async with database.transaction(writes=False) as connection:
            kept = await load(connection, room.id)
        assert kept == room
        await database.close()

    asyncio.run(main())
    if os.name == "posix":
        assert (tmp_path / "folder" / "together.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "strange", ["", "together.db", "mysql://host/name", "sqlite:///together.db", "http://[", "postgresql://"]
)
def test_a_url_that_is_no_databases_is_refused(strange: str) -> None:
    with pytest.raises(StoreError, match="expected"):
        Database(strange)


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough to be looked at" * 100, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_file_that_is_no_database_is_said_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "together.db"
    path.write_bytes(content)

    async def main() -> None:
        with pytest.raises(StoreError, match=r"together\.db"):
            await Database(sqlite_url(path)).open()

    asyncio.run(main())
    assert path.read_bytes() == content


@pytest.mark.slow
def test_a_database_that_is_damaged_is_said(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path)) as database:
            for _ in range(200):
                await put(database)
        whole = path.read_bytes()
        path.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
        with pytest.raises((StoreError, UnavailableError)):
            async with opened(sqlite_url(path)) as database:
                await put(database)

    asyncio.run(main())


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "together.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (number)")
    connection.close()

    async def main() -> None:
        with pytest.raises(
            StoreError, match=r"expected a hypersweep database or an empty one, got one with the tables \['other'\]"
        ):
            await Database(sqlite_url(path)).open()

    asyncio.run(main())


@pytest.mark.slow
def test_a_newer_programs_database_is_left_alone(url: str, tmp_path: Path) -> None:
    url = sqlite_url(tmp_path / "together.db") if url == "sqlite+aiosqlite://" else url

    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        for _ in range(2):
            with pytest.raises(StoreError, match=f"up to {NEWEST}, got one with '9999': a newer hypersweep wrote it"):
                await Database(url).open()

    asyncio.run(main())


def test_a_folder_that_cant_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    async def main() -> None:
        for path in (tmp_path / "file" / "together.db", tmp_path):
            with pytest.raises(StoreError, match="can't write the database"):
                await Database(sqlite_url(path)).open()

    asyncio.run(main())


@pytest.mark.slow
def test_who_holds_the_file_is_waited_for_and_then_it_is_unavailable(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        # Long enough for a busy disk once the file is free.
        async with opened(sqlite_url(path), seconds=1.5) as database:
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(UnavailableError, match="the database is currently unavailable"):
                await put(database)
            assert await count(database) == 0  # readers never wait
            other.execute("COMMIT")
            other.close()
            await put(database)
            assert await count(database) == 1

    asyncio.run(main())


def test_a_transaction_that_hangs_ends(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:

            async def hang() -> None:
                async with database.transaction(seconds=0.05) as connection:
                    await add(connection, a_room())
                    await asyncio.Event().wait()

            with pytest.raises(UnavailableError, match="in time"):
                await hang()
            assert asyncio.current_task().cancelling() == 0  # type: ignore[union-attr]
            assert await count(database) == 0

    asyncio.run(main())


def test_someone_elses_timeout_stays_his(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01), database.transaction():
                    await asyncio.Event().wait()
            with pytest.raises(TimeoutError, match="another"):
                async with database.transaction():
                    raise TimeoutError("another")

    asyncio.run(main())


@pytest.mark.needs("posix")
def test_a_fork_is_told_to_open_its_own(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database:
            await put(database)
            transaction = database.transaction()
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    transaction.__aenter__().send(None)
                except StoreError as error:
                    status = 0 if "after a fork" in str(error) else 2
                finally:
                    os._exit(status)
            await put(database)
            assert os.waitpid(child, 0)[1] == 0
            assert await count(database) == 2

    asyncio.run(main())


@pytest.mark.slow
def test_postgres_is_stopped_and_comes_back(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())

    async def main() -> None:
        async with opened(url) as database:
            for end in (postgres.stop, postgres.kill):
                await put(database)
                end()
                for _ in range(10):  # more often than there are connections
                    with pytest.raises(UnavailableError, match="the database is currently unavailable"):
                        await put(database)
                postgres.start()
                await put(database)  # at once
            assert await count(database) == 4
            postgres.stop()
            with pytest.raises(UnavailableError):
                await Database(url).open()

    asyncio.run(main())


@pytest.mark.slow
def test_postgres_cuts_the_connection_in_a_transaction(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())

    async def main() -> None:
        async with opened(url) as database:

            async def be_cut() -> None:
                async with database.transaction() as connection:
                    await add(connection, a_room())
                    number = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
                    postgres.run(f"SELECT pg_terminate_backend({number})")
                    await add(connection, a_room())

            with pytest.raises(UnavailableError):
                await be_cut()
            await put(database)
            assert await count(database) == 1

    asyncio.run(main())


@pytest.mark.nightly
def test_postgres_that_hangs_is_given_up(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())

    async def main() -> None:
        async with opened(url) as database:
            await put(database)
            patience, database.seconds = database.seconds, 0.5
            postgres.hold()
            for _ in range(3):
                with pytest.raises(UnavailableError):
                    await put(database)
            assert asyncio.current_task().cancelling() == 0  # type: ignore[union-attr]
            postgres.go_on()
            database.seconds = patience
            await asyncio.sleep(0)
            await put(database)
            assert await count(database) >= 2

    asyncio.run(main())


@pytest.mark.slow
def test_a_database_that_only_reads_is_unavailable_for_writing(postgres: Postgres) -> None:
    name = postgres.new_database()

    async def main() -> None:
        async with opened(postgres.url(name)) as database:
            await put(database)
        postgres.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        async with opened(postgres.url(name)) as database:
            assert await count(database) == 1
            with pytest.raises(UnavailableError, match="read-only"):
                await put(database)

    asyncio.run(main())


@pytest.mark.slow
def test_connections_in_use_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database, opened("sqlite+aiosqlite://") as memory:
            async with database.transaction(writes=False), database.transaction(), memory.transaction():
                assert (database.connections_in_use, database.connections) == (2, 8)
                assert memory.connections_in_use == 0
            assert database.connections_in_use == 0
        assert database.connections_in_use == 0

    asyncio.run(main())


def test_public_reads_leave_connections_to_others(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database:
            going_on = asyncio.Event()

            async def read() -> None:
                async with database.public_reads():
                    await going_on.wait()

            readers = [asyncio.create_task(read()) for _ in range(120)]
            async with asyncio.timeout(30):
                while database.connections_in_use < 4:
                    await asyncio.sleep(0.001)
            readers.pop().cancel()
            await put(database)
            assert await count(database) == 1
            assert database.connections_in_use == 4
            database.seconds = 0.05
            with pytest.raises(UnavailableError, match="too many public requests"):
                await read()
            database.seconds = 60
            going_on.set()
            await asyncio.gather(*readers)

    asyncio.run(main())


def test_a_check_writes_and_says_why_it_can_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database:
            await database.check()
            await database.check()
            async with database.sqlite.turn:  # type: ignore[union-attr]
                with pytest.raises(UnavailableError, match="doesn't answer in time") as told:
                    await database.check(seconds=0.05)
            assert is_stuck(told.value)
            await database.check()

    asyncio.run(main())


@pytest.mark.slow
def test_a_transaction_that_waited_for_a_lock_in_vain_leaves_nothing_behind(tmp_path: Path) -> None:
    # It left a task that never ended, and a loop that couldn't be closed.
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path)) as database:
            await database.check()
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(UnavailableError, match="doesn't answer in time"):
                    await database.check(seconds=0.05)
                waiting = asyncio.create_task(database.check(seconds=60))
                await asyncio.sleep(0.3)
                other.execute("ROLLBACK")
            await waiting
        async with asyncio.timeout(30):
            while len(asyncio.all_tasks()) > 1:
                await asyncio.sleep(0.01)

    asyncio.run(main())


def driver_error(code: int | None, state: str | None = None) -> sqlite3.OperationalError:
    """Return an error of SQLite, or of PostgreSQL as far as it is looked at."""
    error = sqlite3.OperationalError("connection to 10.1.2.3\n as admin failed")
    if code is not None:
        error.sqlite_errorcode = code
    error.sqlstate = state  # type: ignore[attr-defined]
    return error


def test_what_a_new_process_may_mend_is_told_from_what_it_can_not(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with opened(sqlite_url(path), seconds=0.05) as database:
            with closing(sqlite3.connect(path, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(UnavailableError, match="locked") as locked:
                    await database.check(seconds=60)
        async with opened(sqlite_url(path)) as database:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            with pytest.raises(UnavailableError, match="full") as full:
                async with database.transaction(seconds=60):
                    raise exc.OperationalError("INSERT", None, error)
            assert is_stuck(locked.value)
            assert not is_stuck(full.value)

    asyncio.run(main())


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (driver_error(sqlite3.SQLITE_FULL), "its disk is full"),
        (driver_error(sqlite3.SQLITE_IOERR | 10 << 8), "its disk fails"),
        (driver_error(None, "53100"), "its disk is full"),
        (driver_error(None), "it can't be reached"),
    ],
)
def test_the_words_of_a_driver_are_logged_and_not_told(
    error: sqlite3.OperationalError, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            with pytest.raises(UnavailableError) as told:
                async with database.transaction():
                    raise exc.OperationalError("INSERT", None, error)
            assert str(told.value) == f"the database is currently unavailable: {words}"

    asyncio.run(main())
    logged = [each.getMessage() for each in caplog.records if each.name == "hypersweep.database"]
    assert logged == [f"the database is currently unavailable: {words} (connection to 10.1.2.3 as admin failed)"]


def test_an_outage_is_logged_when_it_begins_and_when_it_ends(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moment = 100.0
    monkeypatch.setattr("hypersweep.web.multiplayer.store.database.time.monotonic", lambda: moment)
    outage = Outage()
    outage.written()
    for _ in range(3):
        outage.refused(UnavailableError("the disk is full"))
    outage.refused(UnavailableError("the disk is gone"))
    # One write that still had room doesn't end it.
    outage.written()
    moment = 107.5
    outage.written()
    outage.written()
    outage.refused(UnavailableError("the disk is full"))
    assert [each.getMessage() for each in caplog.records] == [
        "the disk is full",
        "the disk is gone",
        "the database can be written again: 4 requests were refused in 7.5 s",
        "the disk is full",
    ]
    assert {each.levelname for each in caplog.records} == {"WARNING"}


def test_what_is_refused_and_written_is_told_to_the_outage(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(sqlite_url(tmp_path / "together.db")) as database:
            assert database.outage is not None
            database.outage = told = Told()
            await put(database)
            await count(database)
            async with database.sqlite.turn:  # type: ignore[union-attr]
                with pytest.raises(UnavailableError):
                    await database.check(seconds=0.05)
            assert told.said == ["written", "refused"]

    asyncio.run(main())


class Told(Outage):
    """The log of an outage."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def refused(self, error: UnavailableError) -> None:
        self.said.append("refused")

    def written(self) -> None:
        self.said.append("written")


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
from test_database import storm, write

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


def test_a_secret_is_made_once_whoever_asks_first(url: str) -> None:
    async def ask(database: Database, name: str) -> str:
        async with database.transaction() as connection:
            return await secret(connection, name)

    async def main() -> None:
        async with opened(url) as database:
            given = await asyncio.gather(*(ask(database, "daily") for _ in range(10)))
            assert len(set(given)) == 1
            assert len(given[0]) == 43
            assert await ask(database, "other") != given[0]

    asyncio.run(main())
