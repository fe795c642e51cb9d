"""Games under review: none is listed before a moderator has decided, and every decision can be taken back."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.counting import verify_all
from hypersweep.web.multiplayer.ranking.moderation import decide, standing
from hypersweep.web.multiplayer.store import games
from ranked_games import a_game, a_person, bare_game, game_of, keep, lists_of, make_room, played_record, ranking_in
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
                assert [each.id for each in await games.under_review(connection)] == [fast.id]

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
