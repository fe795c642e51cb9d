"""Queries of best times use indices, however many times there are."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text

from databases import opened
from hypersweep.web.multiplayer.store import bests
from hypersweep.web.multiplayer.store import finished_games as game_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.tables import bests as table
from hypersweep.web.multiplayer.store.tables import daily_tries, games, people
from ranked_games import MOMENT, a_person, bare_game, keep

KIND = "16x30/99/classic/"


async def fill(database: Database, count: int) -> str:
    """Put rows of a number of people into one list, and their games. Returns: one of the people."""
    rows, accounts, played_games = [], [], []
    for number in range(count):
        person, game = f"p{number:07}", f"g{number:07}"
        milliseconds = 20_000 + number * 7919 % 100_003
        accounts.append(
            {"id": person, "name": f"P{number}", "name_key": person, "passphrase": "x", "made": 1, "seen": 1}
        )
        row = bare_game(person, milliseconds, MOMENT + number, id=game, board="16x30", mines=99)
        played_games.append({name: getattr(row, name) for name in row.__slots__})
        rows.append(
            {
                "kind": KIND if number % 4 else "9x9/10/classic/",
                "period": "all",
                "begins": "",
                "person": person,
                "game": game,
                "milliseconds": milliseconds,
                "finished": MOMENT + number,
            }
        )
    async with database.transaction(seconds=120) as connection:
        for at in range(0, count, 1000):
            await connection.execute(people.insert(), accounts[at : at + 1000])
            await connection.execute(games.insert(), played_games[at : at + 1000])
            await connection.execute(table.insert(), rows[at : at + 1000])
    async with database.transaction(seconds=120) as connection:
        await connection.execute(text("ANALYZE"))
    return f"p{count // 2 + 1:07}"


class Plans:
    """The query plans of a database."""

    def __init__(self, connection: Any, is_sqlite: bool) -> None:
        self._connection, self._is_sqlite = connection, is_sqlite
        self.dialect = connection.dialect
        self.found: list[str] = []

    async def execute(self, statement: Any, *arguments: Any) -> Any:
        compiled = statement.compile(dialect=self.dialect, compile_kwargs={"render_postcompile": True})
        word = "EXPLAIN QUERY PLAN " if self._is_sqlite else "EXPLAIN "
        values = compiled.params
        if self._is_sqlite:
            values = tuple(compiled.params[name] for name in compiled.positiontup)
        rows = await self._connection.exec_driver_sql(word + str(compiled), values)
        self.found += [str(row[-1]) for row in rows]
        return await self._connection.execute(statement, *arguments)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2_000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_no_query_reads_a_whole_table(url: str, count: int) -> None:
    async def main() -> None:
        async with opened(url, seconds=120) as database:
            person = await fill(database, count)
            async with database.transaction(writes=False, seconds=120) as connection:
                plans: Any = Plans(connection, database.is_sqlite)
                assert len(await bests.bests_from(plans, KIND, "all", "", None, 50)) == 50
                assert len(await bests.bests_from(plans, KIND, "all", "", (70_000, MOMENT, "p"), 50)) == 50
                assert await bests.best_of(plans, KIND, "all", "", person)
                assert await bests.place_of(plans, KIND, "all", "", 20_100) > 1
                assert await bests.counting_games(plans, person)
                assert not await bests.has_bests(plans, "g")
                assert await bests.unverified_games(plans, MOMENT + count, 50) == []
                assert await bests.unreviewed_games(plans, MOMENT + count - 10, 50)
                assert len(await bests.game_names(plans, (MOMENT + 5, "g"), 50)) == 50
                assert len(await game_rows.games_of(plans, person, (MOMENT + count, "z"), 50)) == 1
                assert await game_rows.others_of(plans, "room", 1, "g") == []
                assert await bests.places_of(plans, [KIND], person)
                assert await bests.daily_bests(plans, ["9x9/10/classic/", "daily/2026-11-22/expert"])
                assert (await game_rows.facts(plans, person)).won == 1
                assert await game_rows.boards(plans, person)
            # A page of a list, counted out by the index, is no scan of the table.
            scans = [line for line in plans.found if line.lstrip(" ->").startswith(("SCAN", "Seq Scan"))]
            allowed = ("SCAN page", "SCAN anon", "SCAN (subquery", "SCAN CONSTANT")
            if database.is_sqlite or count > 10_000:
                # PostgreSQL reads small tables whole, which is quicker.
                assert [line for line in scans if not line.startswith(allowed)] == [], plans.found

    asyncio.run(main())


@pytest.mark.slow
def test_counts_and_places(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            people = [await a_person(database, f"P{number}") for number in range(4)]
            rows = [bare_game(person, 100 * (number // 2), 5) for number, person in enumerate(people)]
            await keep(database, *rows)
            async with database.transaction() as connection:
                for row in rows:
                    assert row.person is not None
                    lists = [("daily/1/x", "all", ""), ("k", "day", "d")]
                    await bests.keep_bests(connection, lists, row.person, row.id, row.milliseconds, row.finished)
                    await bests.keep_bests(connection, [], row.person, row.id, row.milliseconds, row.finished)
                assert await bests.count_bests(connection, "k", "day", "d") == 4
                assert await bests.count_bests(connection, "k", "day", "e") == 0
                assert [await bests.place_of(connection, "k", "day", "d", ms) for ms in (0, 1, 100, 101)] == [
                    1,
                    3,
                    3,
                    5,
                ]
                assert await bests.daily_bests(connection, ["daily/1/x", "daily/2/x"]) == {"daily/1/x": (4, 0)}
                assert await bests.places_of(connection, ["daily/1/x", "daily/2/x"], people[3]) == {"daily/1/x": 3}
                await bests.forget_bests(connection, people[0])
                assert await bests.places_of(connection, ["daily/1/x"], people[3]) == {"daily/1/x": 2}

    asyncio.run(main())


def test_who_may_be_ranked(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            account, guest = await a_person(database), await a_person(database, is_guest=True)
            banned = await a_person(database, banned_until=50)
            async with database.transaction() as connection:
                assert await bests.may_be_ranked(connection, account, 10)
                assert not await bests.may_be_ranked(connection, guest, 10)
                assert not await bests.may_be_ranked(connection, banned, 10)
                assert await bests.may_be_ranked(connection, banned, 50)
                assert not await bests.may_be_ranked(connection, "nobody", 10)
                assert (await connection.execute(daily_tries.select())).all() == []

    asyncio.run(main())
