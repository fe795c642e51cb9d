"""Games that people have played."""

from __future__ import annotations

import asyncio

from databases import opened
from hypersweep.web.multiplayer.store import played
from hypersweep.web.multiplayer.store.played import Facts, Person
from ranked_games import MOMENT, a_person, bare_game, keep


def test_figures_of_ranked_games(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database, "Ann")
            rows = [
                bare_game(person, 700, MOMENT, guesses=3, unneeded_guesses=1),
                bare_game(person, 600, MOMENT + 1, guesses=0, unneeded_guesses=0),
                bare_game(person, 500, MOMENT + 2, why_not="helped"),
                bare_game(person, 90, MOMENT + 3, outcome="lost"),
                bare_game(person, 80, MOMENT + 4, is_ranked=False, guesses=5, unneeded_guesses=5),
                bare_game(person, 600, MOMENT + 5, board="4x4"),
                bare_game(person, 70, MOMENT + 6, guesses=7, unneeded_guesses=0, decision="void", why_not="void"),
                bare_game(person, 70, MOMENT + 7, board="5x5", decision="void", why_not="void"),
                bare_game(person, 900, MOMENT + 8, board="4x4", decision="passed"),
            ]
            await keep(database, *rows)
            async with database.transaction(writes=False) as connection:
                assert await played.facts(connection, person) == Facts(6, 5, 2, 3, 1, 1)
                assert await played.facts(connection, "nobody") == Facts(0, 0, 0, 0, 0, 0)
                found = await played.boards(connection, person)
                assert [row[:5] for row in found] == [("3x4", 2, "classic", 4, 3), ("4x4", 2, "classic", 2, 2)]
                assert [row[5:] for row in found] == [(600, rows[1].id), (600, rows[5].id)]
                assert await played.boards(connection, "nobody") == []

    asyncio.run(main())


def test_people_as_others_know_them(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            account, guest = await a_person(database, "Ann"), await a_person(database, "Guest", is_guest=True)
            async with database.transaction(writes=False) as connection:
                assert await played.person(connection, account) == Person("Ann", MOMENT, False)
                assert await played.person(connection, guest) == Person("Guest", MOMENT, True)
                assert await played.person(connection, "nobody") is None
                assert await played.members(connection, {account, guest, "nobody"}) == {account}

    asyncio.run(main())


def test_every_game_is_on_one_page(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database)
            # Many that ended at the same moment.
            rows = [bare_game(person, 5, MOMENT + number // 4) for number in range(19)]
            await keep(database, *rows)
            found: list[str] = []
            before = None
            async with database.transaction(writes=False) as connection:
                while page := await played.games_of(connection, person, before, 3):
                    found += [row.id for row in page]
                    before = page[-1].finished, page[-1].id
            assert sorted(found) == sorted(row.id for row in rows)

    asyncio.run(main())


def test_the_other_boards_of_a_round(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database)
            rows = [bare_game(person, 5, MOMENT, room="room", number=number, round=1) for number in (2, 1, 3)]
            await keep(database, *rows, bare_game(person, 5, MOMENT, room="room", round=2))
            async with database.transaction(writes=False) as connection:
                found = await played.others_of(connection, "room", 1, rows[0].id)
                assert [row.id for row in found] == [rows[1].id, rows[2].id]

    asyncio.run(main())
