"""The table of rooms in a database, as rooms need it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from databases import a_room, opened, sqlite_url
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.rooms.rows import DatabaseRows
from hypersweep.web.multiplayer.store.tables import new_id, people


def test_a_room_is_kept_found_counted_and_ended(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            rows = DatabaseRows(database)
            ada, bob = new_id(), new_id()
            async with database.transaction() as connection:
                for person in (ada, bob):
                    await connection.execute(people.insert(), {"id": person, "name": person, "made": 1, "seen": 1})
            made = [a_room(owner=ada), a_room(owner=ada), a_room(owner=bob)]
            for row in made:
                assert await rows.insert(row)
            assert await rows.find(made[1].id) == made[1]
            assert await rows.find("nobody's") is None
            assert not await rows.insert(a_room(owner=ada), 2)
            await rows.end(made[1].id, 70)
            await rows.end(made[1].id, 80)
            ended = await rows.find(made[1].id)
            assert ended is not None
            assert ended.ended == 70
            assert not await rows.insert(a_room(owner=bob), 1)
            assert await rows.insert(a_room(owner=bob, kind="coop"), 1)
            # Of many at once none passes the limit.
            told = await asyncio.gather(*(rows.insert(a_room(owner=ada), 3) for _ in range(6)))
            assert sorted(told) == [False] * 4 + [True] * 2
            await rows.set_listed(made[0].id, True)
            listed = await rows.find(made[0].id)
            assert listed is not None
            assert listed.is_open

    asyncio.run(main())


def test_where_the_database_can_t_be_written_that_is_told_and_nothing_has_happened(tmp_path: Path) -> None:
    async def main() -> None:
        path = tmp_path / "together.db"
        async with opened(sqlite_url(path), seconds=0.1) as database:
            rows = DatabaseRows(database)
            first, other = a_room(), a_room()
            await rows.insert(first)
            with closing(sqlite3.connect(path, isolation_level=None)) as held:
                held.execute("BEGIN IMMEDIATE")
                for call in (rows.insert(other), rows.end(first.id, 70)):
                    with pytest.raises(UnavailableError):
                        await call
            assert await rows.find(other.id) is None
            assert await rows.find(first.id) == first

    asyncio.run(main())
