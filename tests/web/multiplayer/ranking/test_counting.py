"""Which games get into lists, and lists made again."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace

import pytest
from sqlalchemy import delete, select, update

from databases import opened
from hypersweep.web.multiplayer.ranking.counting import counted, recount, recount_all, verify_all
from hypersweep.web.multiplayer.ranking.verify import Verdict
from hypersweep.web.multiplayer.store import bests
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.games import GameRow
from hypersweep.web.multiplayer.store.tables import bests as table
from hypersweep.web.multiplayer.store.tables import games, people
from ranked_games import DAY, MOMENT, a_person, bare_game, keep, lists_of


async def count(database: Database, game: GameRow) -> None:
    async with database.transaction() as connection:
        await counted(connection, game)


async def everything(database: Database) -> list[tuple[object, ...]]:
    async with database.transaction(writes=False) as connection:
        return sorted(tuple(row) for row in await connection.execute(select(table)))


@pytest.mark.slow
def test_lists_made_anew_are_the_same(url: str) -> None:
    async def main() -> None:
        chance = random.Random(3)
        async with opened(url) as database:
            people = [await a_person(database, f"P{number}", is_guest=number == 3) for number in range(4)]
            games = [
                bare_game(
                    chance.choice(people),
                    chance.randrange(5),
                    MOMENT + chance.randrange(40) * DAY // 4,
                    grade=chance.choice([None, "pair"]),
                    outcome=chance.choice(["won", "won", "lost"]),
                    why_not=chance.choice([None, None, "helped"]),
                    daily=chance.choice([None, None, "2026-11-22 expert"]),
                )
                for _ in range(60)
            ]
            await keep(database, *games)
            for game in games:
                await count(database, game)
            before = await everything(database)
            assert len(before) > 30
            async with database.transaction() as connection:
                await connection.execute(delete(table).where(table.c.period.in_(["day", "all"])))
                await connection.execute(update(table).values(milliseconds=0))
            assert await recount_all(database) == 4
            assert await everything(database) == before
            assert await recount_all(database) == 4
            assert await everything(database) == before

    asyncio.run(main())


def test_two_games_of_one_person_that_end_at_once(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database)
            games = [bare_game(person, milliseconds, MOMENT) for milliseconds in (40, 10, 30, 20, 50, 10)]
            await keep(database, *games)
            await asyncio.gather(*(count(database, game) for game in games))
            best = min(games, key=lambda game: (game.milliseconds, game.finished, game.id))
            found = await lists_of(database, person)
            assert set(found.values()) == {(best.id, 10, MOMENT)}
            assert len(found) == 5

    asyncio.run(main())


def test_guests_count_as_soon_as_they_have_an_account(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            guest = await a_person(database, is_guest=True)
            game = bare_game(guest, 40, MOMENT)
            await keep(database, game)
            await count(database, game)
            assert await lists_of(database, guest) == {}
            async with database.transaction() as connection:
                await connection.execute(update(people).where(people.c.id == guest).values(passphrase="hash"))
            await recount(database, guest)
            assert len(await lists_of(database, guest)) == 5

    asyncio.run(main())


def test_who_is_banned_has_no_rows_until_that_ends(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database, banned_until=10**14)
            game = bare_game(person, 40, MOMENT)
            await keep(database, game)
            await count(database, game)
            assert await lists_of(database, person) == {}
            async with database.transaction() as connection:
                await connection.execute(update(people).where(people.c.id == person).values(banned_until=1))
            await recount(database, person)
            assert len(await lists_of(database, person)) == 5

    asyncio.run(main())


def test_a_ban_that_ends_by_itself_is_over_with_the_next_win(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database, banned_until=1)
            before, after = bare_game(person, 40, MOMENT), bare_game(person, 70, MOMENT)
            # The rows went when the ban began.
            await keep(database, before, after)
            assert await lists_of(database, person) == {}
            await count(database, after)
            assert {game for game, _, _ in (await lists_of(database, person)).values()} == {before.id}

    asyncio.run(main())


def test_rows_go_with_the_person(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database)
            game = bare_game(person, 40, MOMENT)
            await keep(database, game)
            await count(database, game)
            async with database.transaction() as connection:
                await connection.execute(update(games).where(games.c.person == person).values(person=None))
                await connection.execute(delete(people).where(people.c.id == person))
            assert await everything(database) == []
            # A verdict that comes now finds no person.
            await count(database, game)
            await recount(database, person)
            assert await everything(database) == []

    asyncio.run(main())


def test_a_game_that_turns_out_wrong_gives_way_to_the_next_best(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            person = await a_person(database)
            wrong, right = bare_game(person, 40, MOMENT), bare_game(person, 70, MOMENT + 5)
            await keep(database, wrong, right)
            await count(database, wrong)
            await count(database, right)
            async with database.transaction() as connection:
                await connection.execute(update(games).where(games.c.id == wrong.id).values(verified=False))
                assert await bests.has_bests(connection, wrong.id)
                await counted(connection, replace(wrong, verified=False, why_not="other"))
            assert set((await lists_of(database, person)).values()) == {(right.id, 70, MOMENT + 5)}

    asyncio.run(main())


def test_verifying_all_games_again_counts_those_that_are_wrong() -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            person = await a_person(database)
            wrong, *right = (bare_game(person, 40, MOMENT + number) for number in range(3))
            await keep(database, wrong, *right)
            told: list[tuple[int, int]] = []

            async def verify(game: GameRow) -> Verdict:
                return Verdict(game.id != wrong.id)

            assert await verify_all(database, verify, lambda done, wrong: told.append((done, wrong))) == 1
            assert told == [(3, 1)]

    asyncio.run(main())
