"""Stored rows of rooms."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from databases import a_room, journalling, opened
from hypersweep.web.multiplayer.rooms.entries import Moved, encode
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.tables import entries, new_id, now, people
from ranked_games import a_person


def test_rooms_are_found_by_name_owner_and_lobby(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            person = new_id()
            await connection.execute(people.insert(), {"id": person, "name": "Ada", "made": 1, "seen": 1})
            mine = [a_room(owner=person, made=moment, is_open=moment == 3) for moment in (1, 2, 3)]
            other = a_room(made=4, is_open=True, settings='{"delay":3}', mines=1 << 40)
            for room in (*mine, other):
                await room_rows.add(connection, room)
            assert await room_rows.load(connection, other.id) == other
            assert await room_rows.load(connection, "none") is None
            assert await room_rows.games_of(connection, person) == mine[::-1]
            assert await room_rows.games_of(connection, person, limit=1) == mine[:1:-1]
            assert await room_rows.search(connection, before=3) == [mine[1], mine[0]]
            await room_rows.end(connection, mine[2].id, 50)
            await room_rows.end(connection, mine[2].id, 60)
            await room_rows.set_open(connection, mine[0].id, True)
            ended = await room_rows.load(connection, mine[2].id)
            assert ended is not None
            assert ended.ended == 50
            listed = await room_rows.load(connection, mine[0].id)
            assert listed is not None
            assert listed.is_open
            # Rooms outlive their makers.
            await connection.execute(people.delete())
            left = await room_rows.load(connection, mine[0].id)
            assert left is not None
            assert left.owner is None

    asyncio.run(main())


def test_rooms_that_ended_long_ago_go_with_their_journals(url: str) -> None:
    async def main() -> None:
        async with journalling(url) as (database, journal):
            made = [a_room(ended=ended) for ended in (1, 2, 3, None)]
            async with database.transaction() as connection:
                for room in made:
                    await room_rows.add(connection, room)
            for room in made:
                done = asyncio.get_running_loop().create_future()
                journal.append(room.id, await journal.take(room.id), 1, b"entry", done.set_result)
                assert await done is None
            async with database.transaction() as connection:
                assert await room_rows.remove_ended(connection, 3, limit=1) == 1
                assert await room_rows.remove_ended(connection, 3) == 1
                assert await room_rows.remove_ended(connection, 3) == 0
                left = (await connection.execute(select(entries.c.room))).scalars().all()
                assert sorted(left) == sorted(room.id for room in made[2:])
                assert {room.id for room in await room_rows.search(connection, before=now() + 1)} == set(left)

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
                    await room_rows.add(connection, room)
            epoch = await journal.take("a" * 16)
            for version, at in ((1, 40), (2, 700)):
                done = asyncio.get_running_loop().create_future()
                journal.append("a" * 16, epoch, version, encode(Moved(at, 1, version, 0, 3, at)), done.set_result)
                assert await done is None
            async with database.transaction(writes=False) as connection:
                found = await room_rows.running(connection, 9000, "")
                assert found == [("a" * 16, "solo", 1700), ("b" * 16, "coop", 1000)]
                assert await room_rows.running(connection, 9000, "a" * 16) == found[1:]

    asyncio.run(main())


def test_open_rooms_with_the_names_of_their_owners(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            owner = await a_person(database, "Ann")
            kept = [
                a_room(kind="coop", is_open=True, made=5, owner=owner),
                a_room(kind="versus", is_open=True, made=9),
                a_room(made=7),
                a_room(is_open=True, made=8, ended=10),
            ]
            async with database.transaction() as connection:
                for room in kept:
                    await room_rows.add(connection, room)
                found = await room_rows.open_rooms(connection)
                assert [(room.id, room.owner) for room in found] == [(kept[1].id, ""), (kept[0].id, "Ann")]
                assert len(await room_rows.open_rooms(connection, most=1)) == 1

    asyncio.run(main())


def test_one_owner_cannot_fill_the_lobby(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            flooder, other = await a_person(database, "Flo"), await a_person(database, "Ann")
            async with database.transaction() as connection:
                await room_rows.add(connection, a_room(kind="coop", is_open=True, made=1, owner=other))
                for made in range(2, 60):
                    await room_rows.add(connection, a_room(kind="coop", is_open=True, made=made, owner=flooder))
                found = await room_rows.open_rooms(connection, most=20)
                assert [(room.made, room.owner) for room in found] == [
                    (59, "Flo"),
                    (58, "Flo"),
                    (57, "Flo"),
                    (1, "Ann"),
                ]

    asyncio.run(main())
