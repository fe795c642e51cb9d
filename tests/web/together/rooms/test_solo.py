"""Ranked games of one."""

from __future__ import annotations

import asyncio

from databases import a_room
from hypersweep.web.together.rooms.entries import Entered
from hypersweep.web.together.rooms.solo import SoloRoom
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
    usual.board.give_up(0)
    over = usual.refusal(ann, 0)
    assert over is not None
    assert over.what == "over"
