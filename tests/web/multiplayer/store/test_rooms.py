"""Rows of rooms."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from databases import a_room, journalling, opened
from hypersweep.web.multiplayer.rooms.entries import Moved, encode
from hypersweep.web.multiplayer.store import rooms
from hypersweep.web.multiplayer.store.tables import entries, new_id, now, people


def test_rooms_are_found_by_name_owner_and_lobby(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            person = new_id()
            await connection.execute(people.insert(), {"id": person, "name": "Ada", "made": 1, "seen": 1})
            mine = [a_room(owner=person, made=moment, is_open=moment == 3) for moment in (1, 2, 3)]
            other = a_room(made=4, is_open=True, settings='{"delay":3}', mines=1 << 40)
            for room in (*mine, other):
                await rooms.add(connection, room)
            assert await rooms.load(connection, other.id) == other
            assert await rooms.load(connection, "none") is None
            assert await rooms.games_of(connection, person) == mine[::-1]
            assert await rooms.games_of(connection, person, limit=1) == mine[:1:-1]
            assert await rooms.search(connection, before=3) == [mine[1], mine[0]]
            await rooms.end(connection, mine[2].id, 50)
            await rooms.end(connection, mine[2].id, 60)
            await rooms.set_open(connection, mine[0].id, True)
            ended = await rooms.load(connection, mine[2].id)
            assert ended is not None
            assert ended.ended == 50
            listed = await rooms.load(connection, mine[0].id)
            assert listed is not None
            assert listed.is_open
            # Rooms outlive their makers.
            await connection.execute(people.delete())
            left = await rooms.load(connection, mine[0].id)
            assert left is not None
            assert left.owner is None

    asyncio.run(main())


def test_rooms_that_ended_long_ago_go_with_their_journals(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            made = [a_room(ended=ended) for ended in (1, 2, 3, None)]
            async with database.transaction() as connection:
                for room in made:
                    await rooms.add(connection, room)
            for room in made:
                done = asyncio.get_running_loop().create_future()
                journal.append(room.id, await journal.take(room.id), 1, b"entry", done.set_result)
                assert await done is None
            async with database.transaction() as connection:
                assert await rooms.remove_ended(connection, 3, limit=1) == 1
                assert await rooms.remove_ended(connection, 3) == 1
                assert await rooms.remove_ended(connection, 3) == 0
                left = (await connection.execute(select(entries.c.room))).scalars().all()
                assert sorted(left) == sorted(room.id for room in made[2:])
                assert {room.id for room in await rooms.search(connection, before=now() + 1)} == set(left)

    asyncio.run(main())


def test_running_rooms_with_the_moment_of_their_last_entry(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            rows = [
                a_room(id="a" * 16, made=1000),
                a_room(id="b" * 16, made=1000, kind="coop"),
                a_room(id="c" * 16, made=1000, kind="study"),
                a_room(id="d" * 16, made=1000, ended=5),
                a_room(id="e" * 16, made=9000),
            ]
            async with database.transaction() as connection:
                for room in rows:
                    await rooms.add(connection, room)
            epoch = await journal.take("a" * 16)
            for version, at in ((1, 40), (2, 700)):
                done = asyncio.get_running_loop().create_future()
                journal.append("a" * 16, epoch, version, encode(Moved(at, 1, version, 0, 3, at)), done.set_result)
                assert await done is None
            async with database.transaction(writes=False) as connection:
                found = await rooms.running(connection, 9000, "")
                assert found == [("a" * 16, "solo", 1700), ("b" * 16, "coop", 1000)]
                assert await rooms.running(connection, 9000, "a" * 16) == found[1:]

    asyncio.run(main())
