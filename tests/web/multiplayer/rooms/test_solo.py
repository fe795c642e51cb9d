"""Ranked games of one."""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, datetime

import pytest

from databases import a_room
from hypersweep.web.multiplayer.protocol import Resign
from hypersweep.web.multiplayer.rooms.entries import Entered
from hypersweep.web.multiplayer.rooms.solo import SoloRoom
from room_world import codes_of, world


def test_a_game_of_one_is_played_to_its_end() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            state = await ann.join(made)
            assert (state["t"], state["you"], state["next"], state["stage"]) == ("state", 1, 1, "playing")
            assert state["is_ranked"] is True
            assert codes_of(state["boards"][0]["codes"]) == [-1] * 12
            moved = await ann.moved("open", 0)
            assert (moved["cells"], moved["codes"], moved["opened"]) == ([0, 1, 4, 5], [0, 1, 1, 2], 4)
            place.now += 950
            moved = await ann.moved("flag", 2)
            assert (moved["milliseconds"], moved["codes"], moved["flags"]) == (950, [-2], 1)
            place.now += 50
            lost = await ann.moved("open", 7)
            assert (lost["outcome"], lost["cells"], lost["codes"]) == ("lost", [7], [-4])
            ended = await ann.until("ended")
            assert (ended["outcome"], ended["milliseconds"], ended["layout"]) == ("lost", 1000, "3x4.bhAE")
            assert "1000 open 1 3: 1 lost" in ended["record"]
            assert (await ann.until("staged"))["stage"] == "over"
            await place.until(lambda: bool(place.games))
            assert (place.games[0].id, place.games[0].record) == (ended["game"], ended["record"])
            await place.until(lambda: place.rows.rows[made.room].ended is not None)

    asyncio.run(play())


def test_a_board_of_many_neighbours_and_a_large_opening_are_told_whole() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "60x60", 1, seed=5)
            ann = place.page()
            await ann.join(made)
            moved = await ann.moved("open", 0)
            assert "cells" not in moved
            assert sum(code >= 0 for code in codes_of(moved["all"])) == moved["opened"]
            # A walkover: there was nothing to decide.
            assert (await ann.until("ended")).get("is_ranked", False) is False
            made = await place.make("solo", "2x2x2x2x2", 3, seed=5)
            await ann.join(made)
            assert (await ann.moved("open", 0))["opened"] >= 1

    asyncio.run(play())


def test_a_further_try_is_not_ranked_and_what_can_t_be_done_is_refused() -> None:
    usual = SoloRoom(a_room(owner="Ann"))
    assert usual.is_ranked
    assert not SoloRoom(a_room(owner="Ann", settings='{"is_ranked":false}')).is_ranked
    assert (usual.may_play("Ann"), usual.may_play("Bob")) == (True, False)
    usual.apply(Entered(1, "Ann", "Ann"))
    assert not usual.may_play("Ann"), "he is a member already"
    ann = usual.members[0]
    refusals = [usual.refusal(ann, cell) for cell in (0, 11, 12)]
    assert [each and each.what for each in refusals] == [None, None, "cell"]
    usual.board.give_up(0, 0)
    over = usual.refusal(ann, 0)
    assert over is not None
    assert over.what == "over"


def test_a_game_is_resigned_and_counts_as_lost() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            place.now += 950
            ann.tell(Resign(made.room))
            ended = await ann.until("ended")
            assert (ended["outcome"], ended["milliseconds"], ended["layout"]) == ("lost", 950, "3x4.bhAE")
            (progress,) = ann.of("progress")
            assert (progress["outcome"], progress["opened"]) == ("lost", 4)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert (place.games[0].outcome, place.games[0].milliseconds) == ("lost", 950)
            ann.tell(Resign(made.room))
            assert (await ann.until("refused"))["what"] == "over"
            # It is rebuilt as it was.
            again = place.page()
            place.rooms = place.new_rooms()
            assert (await again.join(made))["boards"][0]["outcome"] == "lost"

    asyncio.run(play())


def test_a_game_that_was_not_begun_is_removed_with_its_room() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            ann.tell(Resign(made.room))
            assert (await ann.until("gone"))["what"] == "ended"
            assert place.rows.rows[made.room].ended is not None
            assert place.games == []
            assert (await place.page().join(made))["what"] == "no_room"

    asyncio.run(play())


@pytest.mark.parametrize("is_begun", [True, False])
@pytest.mark.parametrize("is_here", [True, False])
def test_a_game_without_a_move_for_an_hour_is_lost(is_begun: bool, is_here: bool) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            if is_begun:
                await ann.moved("open", 0)
                place.now += 700
                await ann.moved("flag", 2)
            if not is_here:
                ann.leave()
            place.now += 3_500_000
            await asyncio.sleep(0.05)
            assert place.rows.rows[made.room].ended is None
            place.now += 101_000
            if not is_here:
                # It has left memory; the task for abandoned games opens it.
                await place.until(lambda: place.rooms.here(made.room) is None)
                await place.rooms.port(made.room)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert [(game.outcome, game.milliseconds) for game in place.games] == [("lost", 700)] * is_begun

    asyncio.run(play())


def test_a_room_commits_itself_to_its_board_before_the_first_open() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            state = await ann.join(made)
            # Everything in it; the seed is revealed at the end.
            text = f"hypersweep board 1\n{made.room}\n1\n3x4\n3\nclassic\n5"
            assert state["commitment"] == hashlib.sha256(text.encode()).hexdigest()
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            assert "\nseed: 5\n" in (await ann.until("ended"))["record"]

    asyncio.run(play())


def test_moves_behind_a_resignation_begin_no_game_that_is_never_counted() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            ann.tell(Resign(made.room))
            for cell in range(12):
                ann.move("open", cell)
            await ann.until("gone")
            assert {each["what"] for each in ann.of("refused")} == {"ended"}
            assert not ann.of("moved")
            assert len(place.journal.kept[made.room]) == 1

    asyncio.run(play())


def test_the_try_at_a_daily_board_waits_for_its_player() -> None:
    async def play() -> None:
        async with world() as place:
            day = datetime.fromtimestamp(place.wall / 1000, UTC).date()
            made = await place.make("solo", "3x4", 3, seed=5, told={"daily": f"{day} beginner"})
            ann = place.page()
            await ann.join(made)
            ann.leave()
            place.now += 3_700_000
            await asyncio.sleep(0.05)
            assert place.rows.rows[made.room].ended is None

    asyncio.run(play())
