"""Delayed watchers see what happened some seconds ago, and nothing newer."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hypersweep.game import first_open
from hypersweep.web.multiplayer.protocol import Join, Ready, Show
from hypersweep.web.multiplayer.rooms.room_connections import DelayedWatchers
from room_world import codes_of, world
from slow_making import SlowMaking


def test_a_watcher_is_told_everything_some_seconds_later() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5, delay=10)
            ann, wat = place.page(), place.page("Wat")
            await ann.join(made)
            await ann.moved("open", 0)
            place.now += 4_000
            state = await wat.join(made, "watcher")
            assert (state["delay"], state["version"], state["you"]) == (10, 0, 0)
            assert set(codes_of(state["boards"][0]["codes"])) == {-1}
            await ann.moved("flag", 2)
            place.now += 7_000
            wake(place, made)
            first = await wat.until("moved")
            assert (first["version"], first["opened"]) == (2, 4)
            late = place.page("Late")
            state = await late.join(made, "watcher")
            assert (state["version"], state["boards"][0]["opened"]) == (2, 4)
            assert state["boards"][0]["milliseconds"] == 1_000
            await ann.moved("open", 7)
            await ann.until("ended")
            await place.settle()
            assert not wat.of("ended")
            place.now += 11_000
            wake(place, made)
            await wat.until("ended")
            assert wat.of("moved") == ann.of("moved")
            assert wat.of("ended") == ann.of("ended")
            wat.leave()
            late.leave()
            host = place.rooms.here(made.room)
            assert host is not None
            await place.until(lambda: host.connections.delayed is None)

    asyncio.run(play())


@pytest.mark.parametrize("delay", [0, 10])
def test_all_know_how_many_watch(delay: int) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5, delay=delay)
            ann, wat, eve = place.page(), place.page("Wat"), place.page("Eve")
            version = (await ann.join(made))["version"]
            assert not ann.of("watchers")
            await wat.join(made, "watcher")
            assert (await ann.until("watchers"))["count"] == 1
            await eve.join(made, "watcher")
            here = (ann, wat, eve)
            await place.until(lambda: all([each["count"] for each in page.of("watchers")][-1:] == [2] for page in here))
            # A member who comes back knows it again, with the whole state or with the missed events.
            for since in (None, version):
                again = place.page()
                await again.join(made, since=since)
                assert (await again.until("watchers"))["count"] == 2
                assert bool(again.of("state")) is (since is None)
            wat.leave()
            eve.leave()
            await place.until(lambda: ann.of("watchers")[-1]["count"] == 0)

    asyncio.run(play())


def test_it_ends_also_where_news_come_at_that_moment() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5, delay=10)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            host = place.rooms.here(made.room)
            assert host is not None
            connections = host.connections
            # The loop takes a few turns to process events.
            for turns in range(8):
                delayed = DelayedWatchers(
                    place.rooms, host.saved_room.row, host._at, lambda: connections.here, lambda port: None
                )
                await asyncio.sleep(0.01)
                delayed._news.set()
                for _ in range(turns):
                    await asyncio.sleep(0)
                delayed.close()
                done, _ = await asyncio.wait({delayed.task}, timeout=10)
                assert done, f"it goes on after {turns} turns"

    asyncio.run(play())


def test_its_end_ends_the_search_for_a_board_that_needs_no_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    making = SlowMaking(monkeypatch)
    # Should nothing else end the search.
    rescue = threading.Timer(20, making.may_end.set)

    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "4x5", 3, "classic,guess=never", seed=5, delay=10)
            ann = place.page()
            await ann.join(made)
            making.may_end.set()
            await ann.moved("open", 0)
            # As it is where the room was made again since.
            first_open._made.clear()
            making.may_end.clear()
            place.now += 11_000
            room = await place.rooms.port(made.room)
            room.take(place.page("Wat"), Join(made.room, None, "watcher", made.key))
            await place.until(lambda: making.count == 2)
            rescue.start()
        assert not making.may_end.is_set()

    try:
        asyncio.run(play())
    finally:
        rescue.cancel()
        making.may_end.set()


def wake(place: object, made: object) -> None:
    """Advance the clock by hand, and wake tasks that wait for a time."""
    host = place.rooms.here(made.room)  # type: ignore[attr-defined]
    host.connections.delayed._news.set()


def test_whoever_watches_players_against_each_other_is_15_seconds_behind() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, "classic,guess=never", delay=3)
            ann, bob, wat = place.page(), place.page("Bob"), place.page("Wat")
            for page in (ann, bob):
                await page.join(made)
                page.tell(Show(made.room))
                page.tell(Ready(made.room))
            await ann.until("moved")
            state = await wat.join(made, "watcher")
            assert (state["delay"], state["boards"]) == (15, [])
            place.now += 14_900
            wake(place, made)
            await asyncio.sleep(0.02)
            assert not wat.of("moved")
            place.now += 200
            wake(place, made)
            await wat.until("moved", 2)
            assert [each["number"] for each in wat.of("moved")] == [1, 2]
            # A player with a second connection as a watcher is still a player.
            again = place.page("Ann")
            state = await again.join(made, "watcher")
            assert (state["you"], state.get("delay", 0)) == (1, 0)
            assert [each["codes"] is None for each in state["boards"]] == [False, True]

    asyncio.run(play())


def test_a_watcher_is_told_all_where_the_journal_failed_meanwhile() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5, delay=1)
            ann, wat = place.page(), place.page("Wat")
            await ann.join(made)
            await wat.join(made, "watcher")
            await ann.moved("open", 0)
            place.journal.is_unsure = True
            ann.move("flag", 2)
            await place.until(lambda: len(ann.of("moved")) == 2)
            place.now += 2_000
            wake(place, made)
            await wat.until("moved", 2)
            assert wat.of("moved") == ann.of("moved")

    asyncio.run(play())
