"""The journal: its order, its fencing, and that only saved entries are confirmed."""

from __future__ import annotations

import asyncio
import math
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

import journal_writer
from databases import a_room, journalling, opened, sqlite_url, taken_room
from hypersweep.web.multiplayer.failures import FencedError, RefusedError, StoreError, UnavailableError
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Append, Journal, PlainWriter, Writer, writer_for
from hypersweep.web.multiplayer.store.room_rows import add
from hypersweep.web.multiplayer.store.tables import entries, rooms
from servers import Postgres

Told = list[tuple[int, RefusedError | None]]


def teller(told: Told, version: int) -> Callable[[RefusedError | None], None]:
    """Return a callback that records confirmed versions."""
    return lambda error: told.append((version, error))


async def keep(journal: Journal, room: str, epoch: int, version: int, entry: bytes = b"entry") -> RefusedError | None:
    """Append an entry. Returns: the answer."""
    said: asyncio.Future[RefusedError | None] = asyncio.get_running_loop().create_future()
    journal.append(room, epoch, version, entry, said.set_result)
    return await said


def test_entries_come_back_in_order(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            assert (epoch, await journal.entries(room)) == (1, [])
            told: Told = []
            written = [os.urandom(random.randrange(40)) for _ in range(300)]
            for version, entry in enumerate(written, 1):
                journal.append(room, epoch, version, entry, teller(told, version))
                if version % 7 == 0:
                    await asyncio.sleep(0)
            assert await keep(journal, room, epoch, 301) is None
            assert told == [(version, None) for version in range(1, 301)]
            assert await journal.entries(room) == [*written, b"entry"]
            assert await journal.entries("none") == []

    asyncio.run(main())


def test_a_commit_waits_for_other_rooms_but_not_for_a_lone_player(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        async with journalling("sqlite+aiosqlite://") as (database, journal):
            one, two = await taken_room(database, journal), await taken_room(database, journal)
            batches: list[list[str]] = []
            really_keep = journal._writer.keep

            async def noted(batch: Sequence[Append]) -> dict[str, int]:
                batches.append([append.room for append in batch])
                return await really_keep(batch)

            monkeypatch.setattr(journal._writer, "keep", noted)
            for version in (1, 2):
                assert await keep(journal, *one, version) is None
            assert batches == [[one[0]], [one[0]]]
            monkeypatch.setattr("hypersweep.web.multiplayer.store.journal._PAUSE", 0.05)
            told: Told = []
            journal.append(*two, 1, b"entry", teller(told, 1))
            for _ in range(5):
                await asyncio.sleep(0)
            assert await keep(journal, *one, 3) is None
            assert batches[2:] == [[two[0], one[0]]]
            assert told == [(1, None)]

    # The test waits for no pause of an hour. Every earlier commit counts as company, but the first has none, even if
    # the machine, whose clock counts from its start, has just started.
    monkeypatch.setattr("hypersweep.web.multiplayer.store.journal._PAUSE", 3600)
    monkeypatch.setattr("hypersweep.web.multiplayer.store.journal._COMPANY", math.inf)
    asyncio.run(main())


@pytest.mark.nightly
def test_ten_thousand_entries_of_a_hundred_rooms(url: str) -> None:
    async def main() -> None:
        async with journalling(url, seconds=60) as (database, journal):
            taken = [await taken_room(database, journal) for _ in range(100)]
            told: dict[str, Told] = {room: [] for room, _ in taken}
            for version in range(1, 101):
                for room, epoch in taken:
                    journal.append(room, epoch, version, f"{room} {version}".encode(), teller(told[room], version))
                await asyncio.sleep(0)
            await journal.close()
            for room, _ in taken:
                assert told[room] == [(version, None) for version in range(1, 101)]
                assert await journal.entries(room) == [f"{room} {version}".encode() for version in range(1, 101)]

    asyncio.run(main())


def test_who_took_a_room_fences_the_one_before(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            other, its_epoch = await taken_room(database, journal)
            assert await keep(journal, room, epoch, 1) is None
            assert await journal.take(room) == 2
            told: Told = []
            for version in (2, 3):
                journal.append(room, epoch, version, b"late", teller(told, version))
                journal.append(other, its_epoch, version - 1, b"fine", teller(told, 10 * version))
            journal.append("none", 1, 1, b"nowhere", teller(told, 0))
            journal.append(room, 2, 2, b"new home", teller(told, 5))
            await journal.close()
            said = dict(told)
            assert [type(said[version]) for version in (2, 3, 0)] == [FencedError] * 3
            assert [said[version] for version in (20, 30, 5)] == [None] * 3
            assert await journal.entries(room) == [b"entry", b"new home"]
            assert await journal.entries(other) == [b"fine", b"fine"]

    asyncio.run(main())


def test_nobody_takes_a_room_that_there_isnt(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (_, journal):
            with pytest.raises(RefusedError, match="expected a room"):
                await journal.take("none")

    asyncio.run(main())


def test_a_version_that_there_is_spoils_nothing_but_its_room(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            other, its_epoch = await taken_room(database, journal)
            assert await keep(journal, room, epoch, 1) is None
            told: Told = []
            journal.append(other, its_epoch, 1, b"fine", teller(told, 10))
            journal.append(room, epoch, 1, b"again", teller(told, 1))
            journal.append(room, epoch, 2, b"after it", teller(told, 2))
            await asyncio.sleep(0)
            journal.append(room, epoch, 3, b"handed in later", teller(told, 3))
            journal.append(other, its_epoch, 2, b"fine", teller(told, 20))
            await journal.close()
            said = dict(told)
            assert [type(said[version]) for version in (1, 2, 3)] == [UnavailableError] * 3
            assert (said[10], said[20]) == (None, None)
            assert await journal.entries(room) == [b"entry"]
            assert await journal.entries(other) == [b"fine", b"fine"]

    asyncio.run(main())


def test_a_missing_entry_is_noticed(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            assert await keep(journal, room, epoch, 1) is None
            assert await keep(journal, room, epoch, 3) is None
            with pytest.raises(StoreError, match="expected 2 entries of room"):
                await journal.entries(room)

    asyncio.run(main())


def test_closing_keeps_what_was_appended_and_takes_no_more(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            journal = Journal(database)
            room, epoch = await taken_room(database, journal)
            told: Told = []
            for version in range(1, 51):
                journal.append(room, epoch, version, b"entry", teller(told, version))
            closing = asyncio.create_task(journal.close())
            await asyncio.sleep(0)
            with pytest.raises(UnavailableError, match="the journal is closed"):
                journal.append(room, epoch, 51, b"late", teller(told, 51))
            await closing
            await journal.close()
            assert told == [(version, None) for version in range(1, 51)]
            assert len(await journal.entries(room)) == 50

    asyncio.run(main())


def test_a_loop_that_ends_leaves_nobody_without_an_answer(url: str) -> None:
    told: Told = []

    async def main() -> None:
        database = Database(url, seconds=60)
        await database.open()
        journal = Journal(database)
        room, epoch = await taken_room(database, journal)
        for version in range(1, 4):
            journal.append(room, epoch, version, b"entry", teller(told, version))
        await asyncio.sleep(0)
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await journal.close()
        await database.close()

    asyncio.run(main())
    assert [version for version, _ in told] == [1, 2, 3]
    assert all(isinstance(error, UnavailableError) for _, error in told)


def test_a_room_that_fails_when_told_keeps_no_answer_from_others(url: str) -> None:
    async def main() -> None:
        mistakes: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: mistakes.append(context))
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)

            def fail(error: RefusedError | None) -> None:
                raise ValueError("a mistake")

            journal.append(room, epoch, 1, b"entry", fail)
            assert await keep(journal, room, epoch, 2) is None
        assert [str(mistake["exception"]) for mistake in mistakes] == ["a mistake"]

    asyncio.run(main())


def test_a_database_that_isnt_there_refuses_all_and_then_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        async with journalling(sqlite_url(path)) as (database, journal):
            room, epoch = await taken_room(database, journal)
            usual, database.seconds = database.seconds, 0.2
            other = sqlite3.connect(path, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            told: Told = []
            for version in (1, 2):
                journal.append(room, epoch, version, b"entry", teller(told, version))
            await asyncio.sleep(0.01)
            journal.append(room, epoch, 3, b"handed in later", teller(told, 3))
            while len(told) < 3:
                await asyncio.sleep(0.01)
            assert [type(error) for _, error in told] == [UnavailableError] * 3
            other.execute("COMMIT")
            other.close()
            database.seconds = usual
            # On a busy machine a refused request may be executed even so: taking the room prevents that.
            assert await journal.take(room) == 2
            entries = await journal.entries(room)
            assert entries == [b"entry", b"entry", b"handed in later"][: len(entries)]
            assert await keep(journal, room, 2, len(entries) + 1, b"last") is None
            assert await journal.entries(room) == [*entries, b"last"]

    asyncio.run(main())


@pytest.mark.needs("posix")
def test_a_full_disk_refuses_and_keeps_what_was_kept(tmp_path: Path) -> None:
    import resource

    async def main() -> None:
        async with journalling(sqlite_url(tmp_path / "together.db")) as (database, journal):
            room, epoch = await taken_room(database, journal)
            before = resource.getrlimit(resource.RLIMIT_FSIZE)
            kept = 0
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, before[1]))
                while (error := await keep(journal, room, epoch, kept + 1, os.urandom(20_000))) is None:
                    kept += 1
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
            assert type(error) is UnavailableError
            assert kept > 0
            assert len(await journal.entries(room)) == kept
            assert await keep(journal, room, epoch, kept + 1) is None
            assert len(await journal.entries(room)) == kept + 1

    asyncio.run(main())


@pytest.mark.slow
@pytest.mark.needs("mount")
def test_a_full_file_system_refuses_and_keeps_what_was_kept(tmp_path: Path) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], check=True)

    async def main() -> None:
        async with journalling(sqlite_url(tmp_path / "together.db")) as (database, journal):
            room, epoch = await taken_room(database, journal)
            filling = tmp_path / "filling"
            kept = 0
            with filling.open("wb", buffering=0) as file:
                try:
                    while True:
                        file.write(bytes(4096))
                except OSError:
                    pass
                while (error := await keep(journal, room, epoch, kept + 1, os.urandom(20_000))) is None:
                    kept += 1
            assert type(error) is UnavailableError
            filling.unlink()
            assert len(await journal.entries(room)) == kept
            assert await keep(journal, room, epoch, kept + 1) is None

    try:
        asyncio.run(main())
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.slow
def test_postgres_comes_back_between_moves_and_in_the_middle(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())

    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            assert await keep(journal, room, epoch, 1) is None
            postgres.stop()
            postgres.start()
            assert await keep(journal, room, epoch, 2) is None  # unnoticed
            postgres.kill()
            error = await keep(journal, room, epoch, 3)
            assert isinstance(error, UnavailableError)
            postgres.start()
            assert await journal.take(room) == 2
            assert await journal.entries(room) == [b"entry", b"entry"]
            assert await keep(journal, room, 2, 3) is None

    asyncio.run(main())


@pytest.mark.slow
def test_postgres_that_hangs_refuses_soon_and_then_goes_on(postgres: Postgres) -> None:
    url = postgres.url(postgres.new_database())

    async def main() -> None:
        async with journalling(url) as (database, journal):
            room, epoch = await taken_room(database, journal)
            assert await keep(journal, room, epoch, 1) is None
            usual, database.seconds = database.seconds, 0.5
            postgres.hold()
            for version in (2, 3):
                assert isinstance(await keep(journal, room, epoch, version), UnavailableError)
            postgres.go_on()
            database.seconds = usual
            # A request during a hang may be executed sooner or later: taking the room prevents that.
            while True:
                try:
                    epoch = await journal.take(room)
                    break
                except UnavailableError:
                    await asyncio.sleep(0.05)
            count = len(await journal.entries(room))
            assert await keep(journal, room, epoch, count + 1, b"last") is None
            assert (await journal.entries(room))[-1] == b"last"

    asyncio.run(main())


@pytest.mark.nightly
@pytest.mark.parametrize(("whose", "ended"), [("file", "writer"), ("postgres", "writer"), ("postgres", "server")])
def test_nothing_is_lost_that_was_said_to_be_kept(
    whose: str, ended: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if whose == "postgres" else None
    url = sqlite_url(tmp_path / "together.db") if postgres is None else postgres.url(postgres.new_database())
    names = [a_room().id for _ in range(20)]

    async def make() -> None:
        async with opened(url) as database, database.transaction() as connection:
            for name in names:
                await add(connection, a_room(id=name))

    async def compare(said: dict[str, int]) -> None:
        async with journalling(url) as (_, journal):
            for name in names:
                kept = [entry.decode() for entry in await journal.entries(name)]
                assert kept == [f"{name} {version}" for version in range(1, len(kept) + 1)]
                # One entry of a room is under way at a time: it may be stored without a confirmation.
                assert 0 <= len(kept) - said[name] <= 1

    asyncio.run(make())
    program = Path(journal_writer.__file__)
    for after in (50, 1000, 3000):
        with subprocess.Popen(
            [sys.executable, program, url, *names], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as writer:
            assert writer.stdout is not None
            said = dict.fromkeys(names, 0)
            for count, line in enumerate(writer.stdout):
                name, version = line.split()
                said[name] = int(version)
                if count == after:
                    if ended == "server":
                        assert postgres is not None
                        postgres.kill()
                        postgres.start()
                    writer.kill()
        asyncio.run(compare(said))
        asyncio.run(_empty(url))


async def _empty(url: str) -> None:
    async with opened(url) as database, database.transaction() as connection:
        await connection.execute(entries.delete())


def test_an_outage_is_told_what_is_kept_and_what_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("hypersweep.web.multiplayer.store.database._QUIET", 0)

    async def main() -> None:
        async with journalling(sqlite_url(tmp_path / "together.db")) as (database, journal):
            room, epoch = await taken_room(database, journal)

            async def full(batch: object) -> dict[str, int]:
                raise UnavailableError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(journal._writer, "keep", full)
                assert isinstance(await keep(journal, room, epoch, 1), UnavailableError)
            assert await keep(journal, room, epoch, 1) is None

    asyncio.run(main())
    first, last = [each.getMessage() for each in caplog.records]
    assert first == "the disk is full"
    assert "1 requests were refused" in last


BATCHES = st.lists(
    st.lists(
        st.builds(
            Append,
            st.sampled_from(["one", "two", "none"]),
            st.integers(1, 2),
            st.integers(1, 4),
            st.binary(max_size=3),
            st.just(lambda error: None),
        ),
        min_size=1,
        max_size=5,
    ),
    max_size=4,
)


async def outcome(database: Database, writer: Writer, batches: Sequence[Sequence[Append]]) -> list[object]:
    """Return a writer's answers to batches, and the saved state at the end, starting with two rooms of different
    epochs."""
    async with database.transaction() as connection:
        await connection.execute(entries.delete())
        await connection.execute(rooms.delete())
        for name, epoch in (("one", 1), ("two", 2)):
            await add(connection, a_room(id=name, epoch=epoch))
    said: list[object] = []
    for batch in batches:
        try:
            said.append(await writer.keep(batch))
        except StoreError:
            said.append("can't be kept")
    async with database.transaction(writes=False) as connection:
        kept = await connection.execute(select(entries).order_by(entries.c.room, entries.c.version))
        return [*said, *(tuple(row) for row in kept)]


@pytest.mark.ci_limit(2)
@pytest.mark.slow
def test_each_database_has_its_way(url: str) -> None:
    @settings(max_examples=25)
    @given(BATCHES)
    def compare(batches: list[list[Append]]) -> None:
        expected = runner.run(outcome(database, plain, batches))
        assert runner.run(outcome(database, writer, batches)) == expected

    with asyncio.Runner() as runner:
        database = Database(url, seconds=60)
        runner.run(database.open())
        plain, writer = PlainWriter(database), writer_for(database)
        try:
            compare()
        finally:
            runner.run(writer.close())
            runner.run(database.close())


def test_a_file_that_is_gone_isnt_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        from hypersweep.web.multiplayer.failures import UnavailableError

        async with opened(f"sqlite+aiosqlite:///{path}") as database:
            writer = writer_for(database)
            for each in tmp_path.iterdir():
                each.unlink()
            with pytest.raises(UnavailableError, match="can't be opened"):
                await writer.keep([Append("one", 1, 1, b"", lambda error: None)])
            await writer.close()
            assert not path.exists()

    asyncio.run(main())
