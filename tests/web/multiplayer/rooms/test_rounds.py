"""Starts of games: boards are searched for a limited time, while other clients are served."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.fair_queue import Turns
from hypersweep.web.multiplayer.rooms.timeouts import Timeouts
from room_world import codes_of, world

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_board_without_guesses_is_looked_for_while_others_are_answered() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "16x30", 99, "classic,guess=never", seed=11)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            # Even a quick search doesn't end before other clients are served.
            answered = threading.Event()
            for _ in range(4):
                place.rooms.search_pool.submit(answered.wait)
            ann.move("open", 200)
            ann.move("flag", 0)
            ann.move("flag", 0, 2)
            # This member joins meanwhile, and sees nothing of it yet.
            state = await bob.join(made)
            assert set(codes_of(state["boards"][0]["codes"])) == {-1}
            assert not ann.of("moved")
            answered.set()
            first = await ann.answer(1)
            assert first["opened"] > 1
            assert (await ann.answer(2))["flags"] == 1
            await place.until(lambda: len(bob.of("moved")) == 2)
            assert [each["n"] for each in ann.of("moved")] == [1, 2]
            # Elsewhere the same board is found.
            place.rooms = place.new_rooms()
            again = place.page()
            assert (await again.join(made))["boards"][0]["opened"] == first["opened"]

    asyncio.run(play())


def test_a_search_for_which_there_is_no_place_is_refused_and_may_be_asked_for_again() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "9x9", 10, "classic,guess=never", seed=11)
            ann = place.page()
            await ann.join(made)
            place.rooms.searches = Turns(4, most=0)
            ann.move("open", 40)
            assert (await ann.answer(1))["what"] == "busy"
            place.rooms.searches = Turns(4, most=2)
            begin = len(ann.frames)
            ann.move("open", 40, 1)
            assert (await ann.answer(1, begin))["opened"] > 1
            # Saved data is read again in any case.
            place.rooms = place.new_rooms()
            place.rooms.searches = Turns(4, most=0)
            assert (await place.page().join(made))["boards"][0]["opened"] > 1

    asyncio.run(play())


def test_a_search_that_takes_too_long_is_refused_and_its_number_is_free() -> None:
    async def play() -> None:
        async with world(Timeouts(search=0, sweep=0.005)) as place:
            made = await place.make("solo", "24x30", 180, "classic,guess=never,grade=clue", seed=11)
            ann = place.page()
            await ann.join(made)
            # Its time is over when it begins, however quick it is.
            waited = threading.Event()
            for _ in range(4):
                place.rooms.search_pool.submit(waited.wait)
            ann.move("open", 200)
            asyncio.get_running_loop().call_later(0.01, waited.set)
            assert (await ann.answer(1))["what"] == "no_board"
            assert len(place.journal.kept[made.room]) == 1
            begin = len(ann.frames)
            ann.move("flag", 3, 1)
            assert (await ann.answer(1, begin))["flags"] == 1
            state = await place.page().join(made)
            assert codes_of(state["boards"][0]["codes"]).count(-2) == 1

    asyncio.run(play())


def test_one_person_searches_for_one_board_at_a_time() -> None:
    async def play() -> None:
        async with world() as place:
            going_on = threading.Event()
            begun: list[str] = []

            def work(name: str) -> Callable[[CancelToken], str]:
                def searched(watch: CancelToken) -> str:
                    begun.append(name)
                    going_on.wait()
                    return name

                return searched

            ann = [asyncio.create_task(place.rooms.search("Ann", work(f"Ann {n}"), CancelToken())) for n in range(9)]
            bob = asyncio.create_task(place.rooms.search("Bob", work("Bob"), CancelToken()))
            await place.until(lambda: len(begun) == 2)
            assert begun == ["Ann 0", "Bob"]
            # Rooms are made, and made again from what is kept, meanwhile.
            made = await place.make("coop", "3x4", 3)
            await place.page().join(made)
            place.rooms = place.new_rooms()
            await place.page().join(made)
            assert len(begun) == 2
            going_on.set()
            assert await asyncio.gather(bob, *ann) == ["Bob", *(f"Ann {n}" for n in range(9))]

    asyncio.run(play())


def test_the_time_of_a_search_begins_with_it() -> None:
    async def play() -> None:
        async with world(Timeouts(search=0.01, sweep=0.005)) as place:
            going_on = threading.Event()
            first = asyncio.create_task(place.rooms.search("Ann", lambda _: going_on.wait(), CancelToken()))
            watch = CancelToken()
            second = asyncio.create_task(place.rooms.search("Ann", lambda own: own.is_cancelled, watch, 0.01))
            await asyncio.sleep(0.03)
            assert not watch.is_cancelled
            second.cancel()
            third = asyncio.create_task(place.rooms.search("Ann", lambda own: own.is_cancelled, CancelToken(), 60))
            going_on.set()
            await first
            assert await third is False

    asyncio.run(play())


def test_a_room_that_closes_ends_its_search() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "40x40", 400, "classic,guess=never,grade=clue", seed=11)
            ann = place.page()
            await ann.join(made)
            ann.move("open", 200)
            await place.settle()
            host = place.rooms.here(made.room)
            assert host is not None
            host.close()
            assert host.is_closed

    asyncio.run(play())


def test_punished_guesses_are_looked_for_in_a_thread_and_take_no_time_of_the_player() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "5x6", 6, "classic,guess=punished", seed=11)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            place.now += 1000
            answered = threading.Event()
            for _ in range(4):
                place.rooms.search_pool.submit(answered.wait)
            ann.move("open", 29)
            ann.move("flag", 28)
            await place.settle()
            place.now += 9000
            assert len(ann.of("moved")) == 1
            answered.set()
            assert (await ann.answer(2))["milliseconds"] == 1000
            answer = await ann.answer(3)
            assert answer["t"] == "refused" or answer["milliseconds"] == 1000
            state = await place.page().join(made)
            place.rooms = place.new_rooms()
            again = await place.page().join(made)
            assert again["boards"] == state["boards"]

    asyncio.run(play())
