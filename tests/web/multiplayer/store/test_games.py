"""Finished games."""

from __future__ import annotations

import asyncio

import pytest

from databases import opened
from hypersweep.web.multiplayer.store import games
from hypersweep.web.multiplayer.store.games import DELETED, GameRow
from hypersweep.web.multiplayer.store.tables import new_id, people


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
            assert await games.add(connection, game)
            assert not await games.add(connection, game)
            assert not await games.add(connection, a_game(room=game.room))
            assert await games.load(connection, game.id) == game
            assert await games.load(connection, "none") is None
            assert await games.recent(connection) == [game]

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
                await games.add(connection, game)
            assert await games.of_person(connection, person) == mine[::-1]
            assert await games.of_person(connection, person, before=3, limit=1) == [mine[1]]
            assert [game.finished for game in await games.recent(connection, before=4)] == [3, 2, 1]
            assert await games.tally(connection, person) == [
                ("3x4", 2, "classic", "won", 2, 200),
                ("3x4", 2, "classic", "lost", 1, 1234),
            ]
            await games.forget(connection, person)
            assert await games.of_person(connection, person) == []
            left = await games.load(connection, mine[0].id)
            assert left is not None
            assert (left.person, left.name, left.record) == (None, DELETED, "text")

    asyncio.run(main())


def test_verdicts_are_given_oldest_first(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            made = [a_game(finished=finished) for finished in (3, 1, 2)]
            for game in made:
                await games.add(connection, game)
            assert [game.finished for game in await games.unverified(connection)] == [1, 2, 3]
            await games.set_verdict(connection, made[1].id, True, three_bv=7, clicks=9, guesses=0, unneeded_guesses=0)
            await games.set_verdict(connection, made[2].id, False, "another end")
            assert [game.finished for game in await games.unverified(connection)] == [3]
            right = await games.load(connection, made[1].id)
            wrong = await games.load(connection, made[2].id)
            assert right is not None
            assert wrong is not None
            assert (right.verified, right.why_not, right.three_bv, right.clicks) == (True, None, 7, 9)
            assert (wrong.verified, wrong.why_not) == (False, "another end")
            with pytest.raises(TypeError, match="expected facts of a game"):
                await games.set_verdict(connection, made[0].id, True, milliseconds=1)

    asyncio.run(main())
