"""A room at home from its opening to its end: it sleeps, wakes, moves to another worker, and hands on its games."""

from __future__ import annotations

import asyncio
import dataclasses
import threading

import pytest

from hypersweep.game import dealing
from hypersweep.web.multiplayer.protocol import Leave
from room_world import world
from slow_making import SlowMaking


def test_what_turns_out_to_be_kept_is_told() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            place.journal.is_unsure = True
            ann.move("open", 0)
            assert (await ann.until("refused"))["what"] == "unavailable"
            moved = await ann.until("moved")
            assert (moved["n"], moved["version"], moved["opened"]) == (1, 2, 4)

    asyncio.run(play())


def test_who_has_lost_the_room_to_another_worker_says_so() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            other = place.new_rooms()
            first = place.rooms
            place.rooms = other
            state = await bob.join(made)
            assert state["boards"][0]["opened"] == 4
            ann.move("flag", 7)
            assert (await ann.until("gone"))["what"] == "away"
            assert first.here(made.room) is None
            assert place.closed == [made.room]
            assert (await bob.moved("flag", 7))["flags"] == 1
            ann.tell(Leave(made.room))
            ann.move("flag", 7)
            assert ann.frames[-1]["what"] == "away"
            await first.close()

    asyncio.run(play())


def test_a_room_that_rests_can_move_with_its_members() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            host = place.rooms.here(made.room)
            assert host is not None
            assert host.can_move([ann.id, bob.id, "another"])
            assert not host.can_move([ann.id])
            bob.leave()
            ann.move("flag", 1)
            assert not host.can_move([ann.id]), "a move is being saved"
            await ann.answer(1)
            assert host.can_move([ann.id])
            host.move()
            assert ann.frames[-1] == {"t": "gone", "room": made.room, "what": "away"}
            assert place.closed == [made.room]
            assert not host.can_move([])
            host.move()
            assert place.closed == [made.room]
            await ann.join(made)
            assert ann.n == 1

    asyncio.run(play())


def test_a_room_that_takes_a_search_moves_only_asleep() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "4x5", 3, "classic,guess=never", seed=5)
            ann = place.page()
            await ann.join(made)
            host = place.rooms.here(made.room)
            assert host is not None
            assert not host.can_move([ann.id])
            place.now += 1000 * 121
            await place.until(lambda: host.can_move([ann.id]))

    asyncio.run(play())


def test_a_room_that_sleeps_wakes_with_the_next_message() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            host = place.rooms.here(made.room)
            assert host is not None
            place.now += 130_000
            await place.until(lambda: host._room is None)
            moved = await ann.moved("flag", 7)
            assert (moved["version"], moved["milliseconds"]) == (3, 130_000)
            assert host.here == 1

    asyncio.run(play())


def test_a_room_in_which_nobody_is_leaves_memory_with_all_that_it_held() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            pages = [place.page(name) for name in ("Ann", "Bob")]
            watcher = place.page("Wat")
            for page in pages:
                await page.join(made)
            await watcher.join(made, "watcher")
            host = place.rooms.here(made.room)
            assert host is not None
            await pages[0].moved("open", 0)
            for page in (*pages, watcher):
                page.leave()
            assert host.here == 0
            place.now += 31_000
            await place.until(lambda: len(place.rooms) == 0)
            assert place.closed == [made.room]
            state = await pages[1].join(made)
            assert (state["version"], state["boards"][0]["opened"], state["you"]) == (3, 4, 2)

    asyncio.run(play())


def test_a_finished_game_is_kept_in_the_end_and_again_after_a_restart() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            # No other worker took it before this worker ended.
            place.rooms.forget(place.rooms.here(made.room))  # type: ignore[arg-type]
            first = place.rooms
            place.games.clear()
            place.rows.rows[made.room] = dataclasses.replace(place.rows.rows[made.room], ended=None)
            place.rooms = place.new_rooms()
            again = place.page()
            state = await again.join(made)
            assert (state["stage"], again.of("ended")[0]["layout"]) == ("over", "3x4.bhAE")
            await place.until(lambda: bool(place.games))
            assert place.games[0].id == again.of("ended")[0]["game"] == ann.of("ended")[0]["game"]
            assert again.of("ended") == ann.of("ended")
            await first.close()

    asyncio.run(play())


def test_who_is_deleted_has_no_name_in_what_is_told_from_then_on() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            host = place.rooms.here(made.room)
            assert host is not None
            host.unname("person-Bob")
            host.unname("person-Carl")
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            await place.until(lambda: bool(place.games))
            assert place.games[0].name == "Ann, deleted"
            assert "Bob" not in place.games[0].record
            assert [each.name for each in host.members] == ["Ann", "deleted"]

    asyncio.run(play())


def test_the_end_ends_the_search_with_which_a_room_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    making = SlowMaking(monkeypatch)
    # Should nothing else end the search.
    rescue = threading.Timer(20, making.may_end.set)

    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "4x5", 3, "classic,guess=never", seed=5)
            ann = place.page()
            await ann.join(made)
            making.may_end.set()
            await ann.moved("open", 0)
            # As it is in a worker that has just begun.
            dealing._made.clear()
            making.may_end.clear()
            host = place.rooms.here(made.room)
            assert host is not None
            host._room = None
            ann.move("flag", 1)
            await place.until(lambda: making.count == 2)
            rescue.start()
        assert not making.may_end.is_set()

    try:
        asyncio.run(play())
    finally:
        rescue.cancel()
        making.may_end.set()
