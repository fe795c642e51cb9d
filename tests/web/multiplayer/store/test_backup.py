"""Copies of the database, made while it is in use and restored as docs/server-backup.md says."""

from __future__ import annotations

import asyncio
import os
import shutil
from pathlib import Path

import pytest

from databases import journalling, opened, sqlite_url, taken_room
from hypersweep.web.multiplayer.failures import RefusedError, StoreError, UnavailableError
from hypersweep.web.multiplayer.store.backup import backup
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.store.room_rows import load
from servers import Postgres


async def play(journal: Journal, room: str, epoch: int, first: int, last: int) -> None:
    """Append entries and wait until they are saved."""
    told: list[RefusedError | None] = []
    for version in range(first, last + 1):
        journal.append(room, epoch, version, str(version).encode(), told.append)
    while len(told) < last + 1 - first:
        await asyncio.sleep(0.001)
    assert set(told) == {None}


def expected(last: int) -> list[bytes]:
    return [str(version).encode() for version in range(1, last + 1)]


def test_a_copy_is_of_one_moment_and_can_be_put_back(tmp_path: Path) -> None:
    path, copy = tmp_path / "together.db", tmp_path / "copy.db"

    async def main() -> None:
        async with journalling(sqlite_url(path)) as (database, journal):
            room, epoch = await taken_room(database, journal)
            await play(journal, room, epoch, 1, 100)
            size = await asyncio.to_thread(backup, database, copy)
            assert copy.stat().st_size == size
            await play(journal, room, epoch, 101, 200)
        # Putting it back: the server is stopped, the file takes the place of the database, its companions go.
        shutil.copy(copy, path)
        for companion in ("-wal", "-shm"):
            path.with_name(path.name + companion).unlink(missing_ok=True)
        async with journalling(sqlite_url(path)) as (database, journal):
            assert await journal.entries(room) == expected(100)
            assert await journal.take(room) == 2
            await play(journal, room, 2, 101, 110)
            assert await journal.entries(room) == expected(110)

    asyncio.run(main())
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "together.db"]
    if os.name == "posix":
        assert copy.stat().st_mode & 0o777 == 0o600


@pytest.mark.slow
def test_copies_taken_in_the_middle_of_writing_are_whole(tmp_path: Path) -> None:
    async def main() -> None:
        async with journalling(sqlite_url(tmp_path / "together.db")) as (database, journal):
            room, epoch = await taken_room(database, journal)
            writing = asyncio.create_task(play(journal, room, epoch, 1, 4000))
            for number in range(3):
                await asyncio.to_thread(backup, database, tmp_path / f"{number}.db")
            await writing
        for number in range(3):
            async with journalling(sqlite_url(tmp_path / f"{number}.db")) as (_, journal):
                kept = await journal.entries(room)
                assert kept == expected(len(kept))

    asyncio.run(main())


def test_a_copy_takes_the_place_of_an_older_one_only_when_it_is_whole(tmp_path: Path) -> None:
    path, copy = tmp_path / "together.db", tmp_path / "copy.db"

    async def main() -> None:
        async with opened(sqlite_url(path)):
            pass

    asyncio.run(main())
    backup(Database(sqlite_url(path)), copy)
    before = copy.read_bytes()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match="damaged"):
        backup(Database(sqlite_url(path)), copy)
    path.write_bytes(whole)
    assert copy.read_bytes() == before
    backup(Database(sqlite_url(path)), copy)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "together.db"]


def test_what_cant_be_copied_is_said(tmp_path: Path) -> None:
    for url in ("sqlite+aiosqlite://", "postgresql+psycopg://nobody@/nothing"):
        with pytest.raises(StoreError, match="only an SQLite database in a file"):
            backup(Database(url), tmp_path / "copy.db")
    with pytest.raises(UnavailableError, match="unable to open"):
        backup(Database(sqlite_url(tmp_path / "none.db")), tmp_path / "copy.db")
    with pytest.raises(UnavailableError, match="can't write the copy to"):
        backup(Database(sqlite_url(tmp_path / "none.db")), tmp_path / "none" / "copy.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_postgres_is_dumped_and_restored(postgres: Postgres, tmp_path: Path) -> None:
    name, dump = postgres.new_database(), tmp_path / "together.dump"

    async def main() -> None:
        async with journalling(postgres.url(name)) as (database, journal):
            room, epoch = await taken_room(database, journal)
            await play(journal, room, epoch, 1, 100)
            arguments = ("--format=custom", f"--file={dump}", name)
            await asyncio.to_thread(postgres.program, "pg_dump", *arguments)
            await play(journal, room, epoch, 101, 200)
        # Into the same database, and into a new one, as on another machine.
        postgres.program("pg_restore", "--clean", "--if-exists", "--single-transaction", f"--dbname={name}", str(dump))
        other = postgres.new_database()
        postgres.program("pg_restore", "--single-transaction", f"--dbname={other}", str(dump))
        for restored in (name, other):
            async with journalling(postgres.url(restored)) as (database, journal):
                assert await journal.entries(room) == expected(100)
                assert await journal.take(room) == 2
                await play(journal, room, 2, 101, 110)
                async with database.transaction(writes=False) as connection:
                    assert await load(connection, room) is not None

    asyncio.run(main())
