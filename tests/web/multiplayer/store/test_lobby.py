"""The rooms of the lobby."""

from __future__ import annotations

import asyncio

from databases import a_room, opened
from hypersweep.web.multiplayer.store import lobby, rooms
from ranked_games import a_person


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
                    await rooms.add(connection, room)
                found = await lobby.open_rooms(connection)
                assert [(room.id, room.owner) for room in found] == [(kept[1].id, ""), (kept[0].id, "Ann")]
                assert len(await lobby.open_rooms(connection, most=1)) == 1

    asyncio.run(main())


def test_one_owner_cannot_fill_the_lobby(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            flooder, other = await a_person(database, "Flo"), await a_person(database, "Ann")
            async with database.transaction() as connection:
                await rooms.add(connection, a_room(kind="coop", is_open=True, made=1, owner=other))
                for made in range(2, 60):
                    await rooms.add(connection, a_room(kind="coop", is_open=True, made=made, owner=flooder))
                found = await lobby.open_rooms(connection, most=20)
                assert [(room.made, room.owner) for room in found] == [
                    (59, "Flo"),
                    (58, "Flo"),
                    (57, "Flo"),
                    (1, "Ann"),
                ]

    asyncio.run(main())
