"""Games under review: none is listed before a moderator has decided, and every decision can be reversed."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace

import pytest
from sqlalchemy import delete, select, update

from databases import opened
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.moderation import counted, decide, recount, recount_all, standing, verify_all
from hypersweep.web.multiplayer.ranking.verification import Verdict
from hypersweep.web.multiplayer.store import bests
from hypersweep.web.multiplayer.store import finished_games as game_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.tables import bests as table
from hypersweep.web.multiplayer.store.tables import games, people
from ranked_games import (
    DAY,
    MOMENT,
    a_game,
    a_person,
    bare_game,
    game_of,
    keep,
    lists_of,
    make_room,
    played_record,
    ranking_in,
)
from robot_games import robot_record


def test_what_verification_found_comes_before_a_decision_and_a_decision_before_a_score() -> None:
    game = bare_game("Ann", 9, 9)
    assert standing(game) is None
    fast = replace(game, suspicion=1.0)
    assert standing(fast) == "review"
    assert standing(replace(game, suspicion=0.99)) is None
    assert standing(replace(fast, decision="passed", why_not="review")) is None
    assert standing(replace(game, decision="void")) == "void"
    assert standing(replace(game, why_not="void")) is None
    assert standing(replace(fast, decision="passed", why_not="helped")) == "helped"
    # No list has these.
    assert standing(replace(fast, is_ranked=False)) is None
    assert standing(replace(fast, outcome="lost")) is None


@pytest.mark.slow
def test_a_program_s_game_waits_and_is_listed_once_it_is_accepted(url: str) -> None:
    async def main() -> None:
        async with ranking_in(url) as (database, ranking):
            person = await a_person(database)
            honest = a_game(played_record(7), person)
            fast = a_game(robot_record("9x9", 10, 3, "40"), person)
            for row in (honest, fast):
                await make_room(database, row)
                await ranking.finished(row)
            await ranking.idle()
            kept = await game_of(database, fast.id)
            assert (kept.verified, kept.why_not) == (True, "review")
            assert kept.suspicion is not None
            assert kept.suspicion == pytest.approx(sum(json.loads(kept.signs or "").values()))
            before = await lists_of(database, person)
            assert {game for game, _, _ in before.values()} == {honest.id}
            async with database.transaction(writes=False) as connection:
                assert [each.id for each in await game_rows.under_review(connection)] == [fast.id]

            assert (await decide(database, fast.id, "passed", " watched  it ")).decided_why == "watched it"
            accepted = await lists_of(database, person)
            assert {game for game, _, _ in accepted.values()} == {honest.id, fast.id}
            # All games again: the decision stays.
            assert await verify_all(database, ranking.verify) == 0
            assert await lists_of(database, person) == accepted
            assert (await game_of(database, fast.id)).decision == "passed"

            await decide(database, fast.id, "void", "a program")
            assert await lists_of(database, person) == before
            assert await verify_all(database, ranking.verify) == 0
            assert await lists_of(database, person) == before
            kept = await game_of(database, fast.id)
            assert (kept.why_not, kept.decided_why) == ("void", "a program")

            again = await decide(database, fast.id, None)
            assert (again.why_not, again.decision, again.decided_why) == ("review", None, None)
            assert await lists_of(database, person) == before

    asyncio.run(main())


def test_any_game_can_be_voided_and_comes_back() -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, ranking):
            person = await a_person(database)
            row = a_game(played_record(7), person)
            guest = a_game(played_record(8), None)
            await make_room(database, row)
            await keep(database, row, guest)
            await ranking.verify(row)
            before = await lists_of(database, person)
            assert before
            await decide(database, row.id, "void", "played by a friend")
            assert await lists_of(database, person) == {}
            await decide(database, row.id, None)
            assert await lists_of(database, person) == before
            # One that isn't verified yet stays void as it is verified.
            assert (await decide(database, guest.id, "void", "x")).why_not == "void"
            await ranking.verify(guest)
            assert (await game_of(database, guest.id)).why_not == "void"

    asyncio.run(main())


def test_a_void_needs_a_reason_and_a_game() -> None:
    async def main() -> None:
        async with ranking_in("sqlite+aiosqlite://") as (database, _):
            row = bare_game(await a_person(database), 9, 9)
            await keep(database, row)
            for name, reason, what in ((row.id, "  ", "no_reason"), ("nothing", "why", "game")):
                with pytest.raises(RefusedError) as caught:
                    await decide(database, name, "void", reason)
                assert caught.value.what == what
            assert (await game_of(database, row.id)).decision is None
            assert len((await decide(database, row.id, "void", "x" * 900)).decided_why or "") == 500

    asyncio.run(main())


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
