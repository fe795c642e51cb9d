"""Finished games on their way to the lists, including failures on the way."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select, update

from databases import opened, sqlite_url
from hypersweep.game import Outcome
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.ranking.moderation import verify_all
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.ranking.verification import Verdict
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import bests, games
from ranked_games import (
    MOMENT,
    a_game,
    a_person,
    game_of,
    keep,
    lists_of,
    make_room,
    played_record,
    ranking_in,
)


async def all_rows(database: Database) -> list[tuple[object, ...]]:
    async with database.transaction(writes=False) as connection:
        return sorted(tuple(row) for row in await connection.execute(select(bests)))


@pytest.mark.slow
def test_a_game_gets_into_the_lists(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            person = await a_person(database)
            game = a_game(played_record(7), person)
            await make_room(database, game)
            await ranking.finished(game)
            # A room that is rebuilt from its journal reports its end again.
            await ranking.finished(game)
            await ranking.idle()
            kept = await game_of(database, game.id)
            assert (kept.verified, kept.why_not) == (True, None)
            assert kept.clicks == len(played_record(7).events)
            assert kept.three_bv is not None
            assert kept.guesses is not None
            assert kept.unneeded_guesses is not None
            found = await lists_of(database, person)
            assert ("4x5/4/classic/", "all", "") in found
            assert set(found.values()) == {(game.id, game.milliseconds, MOMENT)}

    asyncio.run(main())


@pytest.mark.slow
def test_games_that_do_not_count(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            person = await a_person(database)
            right = played_record(7)
            rows = [
                a_game(played_record(3, outcome=Outcome.LOST), person),
                a_game(right, person, is_ranked=False),
                a_game(right, None),
                a_game(right, person, milliseconds=right.milliseconds - 1),
                a_game(right, person, record=right.replace(seed=8).format()),
                a_game(right, person, layout=played_record(8).layout.format()),  # type: ignore[union-attr]
                a_game(right, person, record="nonsense"),
                a_game(right, person, mines=3),
            ]
            for row in rows:
                await make_room(database, row)
                await ranking.finished(row)
            await ranking.idle()
            found = [await game_of(database, row.id) for row in rows]
            assert [(row.verified, row.why_not) for row in found] == [
                (True, None),
                (True, None),
                (True, None),
                (False, "other"),
                (False, "record"),
                (False, "other"),
                (False, "record"),
                (False, "other"),
            ]
            assert await all_rows(database) == []

    asyncio.run(main())


@pytest.mark.slow
def test_a_record_that_the_journal_does_not_tell() -> None:
    async def main() -> None:
        right, other = played_record(7), played_record(7, step=200)
        assert right.events[1].cell == other.events[1].cell

        async def told(game: GameRow, room: RoomRow) -> str | None:
            # The player has another name by now.
            return right.replace(tags={**right.tags, "player": "Ann"}).format()

        async with ranking_in("sqlite+aiosqlite://", recompute=told) as (database, ranking):
            person = await a_person(database)
            # Faster than it was, and in all else as it should be: the replay alone can't tell.
            rows = [a_game(other, person), a_game(right, person)]
            for row in rows:
                await make_room(database, row)
                await ranking.finished(row)
            await ranking.idle()
            assert [(await game_of(database, row.id)).verified for row in rows] == [False, True]
            assert {game for game, _, _ in (await lists_of(database, person)).values()} == {rows[1].id}

    asyncio.run(main())


@pytest.mark.slow
def test_more_time_than_the_room_was_there() -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            game = a_game(played_record(7), await a_person(database))
            await make_room(database, game, made=MOMENT - 1000)
            await ranking.finished(game)
            await ranking.idle()
            assert (await game_of(database, game.id)).why_not == "times"

    asyncio.run(main())


@pytest.mark.slow
def test_a_worker_that_ended_before_the_verdict(tmp_path: Path) -> None:
    # The row exists without a verdict: the next start takes it up, by exactly one worker.
    async def main() -> None:
        url = sqlite_url(tmp_path / "together.db")
        async with opened(url) as database:
            person = await a_person(database)
            game = a_game(played_record(7), person)
            await make_room(database, game)
            await keep(database, game)

        async def no() -> bool:
            return False

        async with ranking_in(url, is_mine=no) as (database, ranking):
            await asyncio.sleep(0.05)
            await ranking.idle()
            assert (await game_of(database, game.id)).verified is None
        async with ranking_in(url) as (database, ranking):
            while (await game_of(database, game.id)).guesses is None:
                await asyncio.sleep(0.01)
            assert (await game_of(database, game.id)).verified
            assert len(await lists_of(database, person)) == 5
        # The same for an unfinished review.
        async with opened(url) as database, database.transaction() as connection:
            await connection.execute(update(games).values(guesses=None))
        async with ranking_in(url) as (database, ranking):
            # It ended longer ago than games are reviewed for.
            await ranking.idle()
            assert (await game_of(database, game.id)).verified

    asyncio.run(main())


@pytest.mark.slow
def test_a_database_that_is_away_for_a_while() -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            person = await a_person(database)
            game = a_game(played_record(7), person)
            await make_room(database, game)
            failures = 3
            whole = ranking._verdict

            async def verdict(row: GameRow) -> Verdict:
                nonlocal failures
                failures -= 1
                if failures > 0:
                    raise UnavailableError("away")
                return await whole(row)

            ranking._verdict = verdict  # type: ignore[assignment, method-assign]
            await ranking.finished(game)
            await ranking.idle()
            assert failures == 0
            assert (await game_of(database, game.id)).verified

    asyncio.run(main())


@pytest.mark.slow
def test_one_game_that_fails_keeps_no_other_waiting() -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            person = await a_person(database)
            bad, good = a_game(played_record(7), person), a_game(played_record(9), person)
            for row in (bad, good):
                await make_room(database, row)
            whole = ranking._verdict

            async def verdict(row: GameRow) -> Verdict:
                if row.id == bad.id:
                    raise ZeroDivisionError
                return await whole(row)

            ranking._verdict = verdict  # type: ignore[assignment, method-assign]
            await ranking.finished(bad)
            await ranking.finished(good)
            await ranking.idle()
            assert (await game_of(database, bad.id)).verified is None
            assert (await game_of(database, good.id)).verified

    asyncio.run(main())


@pytest.mark.slow
def test_many_games_of_one_person_that_end_at_once(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            person = await a_person(database)
            rows = [a_game(played_record(7, step=300 - number), person) for number in range(8)]
            for row in rows:
                await make_room(database, row)
            await asyncio.gather(*(ranking.finished(row) for row in rows))
            await asyncio.gather(*(ranking.verify(row) for row in rows))
            await ranking.idle()
            assert {game for game, _, _ in (await lists_of(database, person)).values()} == {rows[-1].id}

    asyncio.run(main())


@pytest.mark.ci_limit(1)
@pytest.mark.slow
def test_everything_verified_again_gives_the_same_rows(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            people = [await a_person(database, "A"), await a_person(database, "B", is_guest=True)]
            rows = []
            for seed in range(6):
                record = played_record(seed, outcome=Outcome.LOST if seed == 4 else Outcome.WON)
                rows.append(a_game(record, people[seed % 2], finished=MOMENT + seed // 2))
            rows.append(a_game(played_record(9), people[0], record="nonsense"))
            for row in rows:
                await make_room(database, row)
                await ranking.finished(row)
            await ranking.idle()
            before, games_before = await all_rows(database), [await game_of(database, row.id) for row in rows]
            assert before
            async with database.transaction() as connection:
                await connection.execute(update(bests).values(milliseconds=1))
                await connection.execute(update(games).values(verified=True, why_not="other", three_bv=3))
            told: list[tuple[int, int]] = []
            assert await verify_all(database, ranking.verify, lambda done, wrong: told.append((done, wrong))) == 1
            assert told[-1] == (7, 1)
            assert await all_rows(database) == before
            assert [await game_of(database, row.id) for row in rows] == games_before

    asyncio.run(main())


@pytest.mark.slow
def test_people_who_come_and_go(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            person = await a_person(database)
            game = a_game(played_record(7), person)
            await make_room(database, game)
            await ranking.finished(game)
            await ranking.idle()
            await ranking.removed(person)
            assert await all_rows(database) == []
            await ranking.registered(person)
            assert len(await all_rows(database)) == 5

    asyncio.run(main())


@pytest.mark.slow
def test_too_many_at_once_are_found_again() -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            from hypersweep.web.multiplayer.ranking.process_pool import Pool
            from hypersweep.web.multiplayer.server_settings import Settings

            ranking = Ranking(database, Pool(), Pool(), Settings(""))
            ranking._games = asyncio.Queue(2)
            record = played_record(7)
            person = await a_person(database)
            rows = [a_game(record, person) for _ in range(4)]
            for row in rows:
                await make_room(database, row)
                await ranking.finished(replace(row))
            assert ranking._games.qsize() == 2
            ranking._games = asyncio.Queue(10)
            await ranking.begin()
            while not all([(await game_of(database, row.id)).verified for row in rows]):
                await asyncio.sleep(0.01)
            await ranking.close()
            await ranking._quick.close()
            await ranking._slow.close()

    asyncio.run(main())


def test_a_game_of_who_was_deleted_meanwhile_is_nobodys(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            game = a_game(played_record(7), "gone")
            await make_room(database, replace(game, person=None))
            await ranking.finished(game)
            await ranking.idle()
            kept = await game_of(database, game.id)
            assert (kept.person, kept.name, kept.verified) == (None, "deleted", True)
            assert await all_rows(database) == []

    asyncio.run(main())
