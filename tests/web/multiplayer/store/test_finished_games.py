"""Stored finished games."""

from __future__ import annotations

import asyncio

import pytest

from databases import opened
from hypersweep.web.multiplayer.store import finished_games
from hypersweep.web.multiplayer.store.finished_games import DELETED, Facts, GameRow, Person
from hypersweep.web.multiplayer.store.tables import new_id, people
from ranked_games import MOMENT, a_person, bare_game, keep


def a_game(**differences: object) -> GameRow:
    usual: dict[str, object] = {
        "id": new_id(),
        "room": new_id(),
        "round": 1,
        "number": 1,
        "person": None,
        "name": "Ada",
        "board": "3x4",
        "mines": 2,
        "rules": "classic",
        "outcome": "won",
        "milliseconds": 1234,
        "record": "text",
        "layout": "id",
        "finished": 5,
    }
    return GameRow(**{**usual, **differences})  # type: ignore[arg-type]


def test_a_game_is_kept_once(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            game = a_game(is_ranked=True, grade="hard", daily="2026-11-22 expert", record="long " * 20000)
            assert await finished_games.add(connection, game)
            assert not await finished_games.add(connection, game)
            assert not await finished_games.add(connection, a_game(room=game.room))
            assert await finished_games.load(connection, game.id) == game
            assert await finished_games.load(connection, "none") is None
            assert await finished_games.recent(connection) == [game]

    asyncio.run(main())


def test_games_of_a_person_and_their_end(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            person = new_id()
            await connection.execute(people.insert(), {"id": person, "name": "Ada", "made": 1, "seen": 1})
            mine = [
                a_game(person=person, finished=1, milliseconds=300),
                a_game(person=person, finished=2, milliseconds=200),
                a_game(person=person, finished=3, outcome="lost"),
            ]
            for game in (*mine, a_game(finished=4)):
                await finished_games.add(connection, game)
            assert await finished_games.of_person(connection, person) == mine[::-1]
            assert await finished_games.of_person(connection, person, before=3, limit=1) == [mine[1]]
            assert [game.finished for game in await finished_games.recent(connection, before=4)] == [3, 2, 1]
            assert await finished_games.tally(connection, person) == [
                ("3x4", 2, "classic", "won", 2, 200),
                ("3x4", 2, "classic", "lost", 1, 1234),
            ]
            await finished_games.forget(connection, person)
            assert await finished_games.of_person(connection, person) == []
            left = await finished_games.load(connection, mine[0].id)
            assert left is not None
            assert (left.person, left.name, left.record) == (None, DELETED, "text")

    asyncio.run(main())


def test_verdicts_are_given_oldest_first(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            made = [a_game(finished=finished) for finished in (3, 1, 2)]
            for game in made:
                await finished_games.add(connection, game)
            assert [game.finished for game in await finished_games.unverified(connection)] == [1, 2, 3]
            await finished_games.set_verdict(
                connection, made[1].id, True, three_bv=7, clicks=9, guesses=0, unneeded_guesses=0
            )
            await finished_games.set_verdict(connection, made[2].id, False, "another end")
            assert [game.finished for game in await finished_games.unverified(connection)] == [3]
            right = await finished_games.load(connection, made[1].id)
            wrong = await finished_games.load(connection, made[2].id)
            assert right is not None
            assert wrong is not None
            assert (right.verified, right.why_not, right.three_bv, right.clicks) == (True, None, 7, 9)
            assert (wrong.verified, wrong.why_not) == (False, "another end")
            with pytest.raises(TypeError, match="expected fields of a game"):
                await finished_games.set_verdict(connection, made[0].id, True, milliseconds=1)

    asyncio.run(main())


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
                assert await finished_games.facts(connection, person) == Facts(6, 5, 2, 3, 1, 1)
                assert await finished_games.facts(connection, "nobody") == Facts(0, 0, 0, 0, 0, 0)
                found = await finished_games.boards(connection, person)
                assert [row[:5] for row in found] == [("3x4", 2, "classic", 4, 3), ("4x4", 2, "classic", 2, 2)]
                assert [row[5:] for row in found] == [(600, rows[1].id), (600, rows[5].id)]
                assert await finished_games.boards(connection, "nobody") == []

    asyncio.run(main())


def test_people_as_others_know_them(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            account, guest = await a_person(database, "Ann"), await a_person(database, "Guest", is_guest=True)
            async with database.transaction(writes=False) as connection:
                assert await finished_games.person(connection, account) == Person("Ann", MOMENT, False)
                assert await finished_games.person(connection, guest) == Person("Guest", MOMENT, True)
                assert await finished_games.person(connection, "nobody") is None
                assert await finished_games.members(connection, {account, guest, "nobody"}) == {account}

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
                while page := await finished_games.games_of(connection, person, before, 3):
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
                found = await finished_games.others_of(connection, "room", 1, rows[0].id)
                assert [row.id for row in found] == [rows[1].id, rows[2].id]

    asyncio.run(main())
