"""Queries about people that their callers' tests don't cover: lists, and a person's journal entries."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from databases import opened
from hypersweep.record import Record
from hypersweep.web.multiplayer.rooms.entries import Begun, Entered, Moved, decode
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.people import PersonRow
from hypersweep.web.multiplayer.store.tables import entries, games, new_id
from people_rows import add_game, add_room


def person(name: str, *, is_guest: bool = False) -> PersonRow:
    return PersonRow(new_id(), name, None if is_guest else name.lower(), None if is_guest else "hash", 1, 2)


def test_people_are_found_by_part_of_a_name_and_come_page_by_page(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            many = [person(f"Paula {n}") for n in range(7)] + [person("Zoë_%", is_guest=True)]
            async with database.transaction() as connection:
                for each in many:
                    await rows.add(connection, each)
            await add_game(database, many[0].id, many[0].name, "room")
            async with database.transaction(writes=False) as connection:
                found = await rows.search(connection, "paula")
                assert sorted(row.id for row, _ in found) == sorted(each.id for each in many[:7])
                assert {row.id: games for row, games in found}[many[0].id] == 1
                assert [row for row, _ in await rows.search(connection, "_%")] == [many[7]]
                assert [row for row, _ in await rows.search(connection, many[3].id)] == [many[3]]
                assert await rows.search(connection, "nobody") == []
                pages, after = [], ""
                while page := await rows.search(connection, after=after, limit=3):
                    pages += [row.id for row, _ in page]
                    after = pages[-1]
                assert pages == sorted(each.id for each in many)
                assert await rows.find(connection, "nobody") is None
                assert await rows.find_by_key(connection, "paula 2") == many[2]
                assert sorted(row.id for row in await rows.find_all(connection, [*pages[:3], "nobody"])) == pages[:3]

    asyncio.run(main())


def test_a_journal_forgets_a_member_and_keeps_all_else(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            mine, other = person("Paula"), person("Quentin")
            async with database.transaction() as connection:
                await rows.add(connection, mine)
                await rows.add(connection, other)
            changed = [await add_room(database, mine.id, mine.name) for _ in range(2)]
            kept = await add_room(database, other.id, other.name)
            assert await rows.forget_in_journals(database, mine.id) == (2, {"Paula"})
            assert await rows.forget_in_journals(database, mine.id) == (0, set())
            async with database.transaction(writes=False) as connection:
                query = select(entries.c.room, entries.c.entry).order_by(entries.c.version)
                found = [(room, decode(entry)) for room, entry in await connection.execute(query)]
            rest = [Begun(2, 5, [0]), Moved(3, 1, 1, 0, 7, 950)]
            for room in changed:
                entered, *others = [each for name, each in found if name == room]
                assert others == rest
                assert isinstance(entered, Entered)
                assert (entered.at, entered.name) == (1, "deleted")
                assert entered.person not in (mine.id, other.id, "")
            assert [each for name, each in found if name == kept] == [Entered(1, other.id, "Quentin"), *rest]

    asyncio.run(main())


@pytest.mark.slow
def test_games_and_their_records_forget_a_player_and_keep_the_others(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            mine, other = person("Paula"), person("Paula Q")
            async with database.transaction() as connection:
                await rows.add(connection, mine)
                await rows.add(connection, other)
            own = await add_game(database, mine.id, "Old Name", "room 1", number=1)
            both = await add_game(database, None, "Paula Q, Paula, Ann", "room 1", number=2)
            others = await add_game(database, other.id, "Paula Q", "room 1", number=3)
            assert await rows.forget_in_games(database, mine.id, {"Paula"}) == 2
            assert await rows.forget_in_games(database, mine.id, {"Paula"}) == 0
            names = {own: "deleted", both: "Paula Q, deleted, Ann", others: "Paula Q"}
            async with database.transaction(writes=False) as connection:
                for row in (await connection.execute(games.select())).mappings():
                    assert row["name"] == names[row["id"]]
                    record = Record.parse(row["record"])
                    assert record.tags["player"] == names[row["id"]]
                    assert (record.seed, record.tags["start"]) == (7, "2026-11-22T20:00:00Z")

    asyncio.run(main())
