"""Making rooms, and finding them."""

from __future__ import annotations

import asyncio
import threading

import pytest

from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.protocol import Me, RoomWish
from room_world import world


@pytest.mark.parametrize(
    ("board", "mines", "rules", "what"),
    [
        ("16x30", 480, "classic", "board"),
        ("16x", 9, "classic", "board"),
        ("3x4", 3, "fair", "board"),
        ("3x4", 12, "comp2017", "board"),
        ("3x4", 0, "classic,first=any,guess=never", "board"),
        ("400x400", 9, "classic", "too_large"),
        ("2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", 9, "classic", "too_large"),
        ("3x3x3x3x3x3x3x3", 9, "classic", "too_large"),
    ],
)
def test_a_board_that_can_t_be_played_is_refused(board: str, mines: int, rules: str, what: str) -> None:
    async def play() -> None:
        async with world() as place:
            for kind in ("solo", "coop", "versus"):
                with pytest.raises(RefusedError) as refused:
                    await place.make(kind, board, mines, rules)
                assert refused.value.what == what
            assert not place.rows.rows

    asyncio.run(play())


@pytest.mark.parametrize("board", ["30", "16x30", "5x6x7", "4x4x4x4~wrap=0,3"])
def test_boards_of_any_dimension_are_played(board: str) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", board, 5)
            ann = place.page()
            assert (await ann.join(made))["board"] == board
            assert (await ann.moved("open", 3))["opened"] >= 1

    asyncio.run(play())


def test_guests_who_search_leave_threads_and_places_to_accounts() -> None:
    async def play() -> None:
        async with world() as place:
            going = threading.Event()
            rooms = place.rooms

            async def search(owner: str, is_guest: bool) -> str:
                return await rooms.search(owner, lambda _: str(going.wait(60)), CancelToken(), is_guest=is_guest)

            guests = [asyncio.create_task(search(f"guest {n}", True)) for n in range(40)]
            await asyncio.sleep(0)
            assert (rooms.searches.running, rooms.searches.waiting) == (2, 14)
            assert await rooms.search("Ann", lambda _: "found", CancelToken()) == "found"
            going.set()
            found = await asyncio.gather(*guests, return_exceptions=True)
            told = [each.what if isinstance(each, RefusedError) else each for each in found]
            assert told == ["True"] * 16 + ["busy"] * 24
            for is_guest in (False, True):
                me = Me("p1", "Ann", is_guest)
                made = await rooms.make(RoomWish("solo", "3x4", 3, "classic"), me)
                assert place.rows.rows[made.room].is_by_guest == is_guest

    asyncio.run(play())


def test_one_person_has_so_many_rooms_and_no_more() -> None:
    async def play() -> None:
        async with world(most_rooms=2) as place:
            await place.make("solo", "3x4", 3)
            made = await place.make("solo", "3x4", 3, seed=5)
            with pytest.raises(RefusedError) as refused:
                await place.make("solo", "3x4", 3)
            assert (refused.value.what, refused.value.values) == ("too_many_rooms", {"most": 2})
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            await place.make("solo", "3x4", 3)
            # Rooms of other kinds have a limit of their own, and a daily board never fails for one.
            await place.make("coop", "3x4", 3)
            await place.make("solo", "3x4", 3, told={"daily": "2026-11-22 expert"})

    asyncio.run(play())


def test_a_room_that_isn_t_there_or_can_t_be_read_is_refused() -> None:
    async def play() -> None:
        async with world() as place:
            with pytest.raises(RefusedError) as refused:
                await place.rooms.port("nowhere-at-all")
            assert refused.value.what == "no_room"
            made = await place.make("coop", "3x4", 3)
            place.journal.is_lost = True
            with pytest.raises(UnavailableError):
                await place.rooms.port(made.room)
            place.journal.is_lost = False
            await place.page().join(made)

    asyncio.run(play())


def test_all_who_ask_for_a_room_at_once_get_the_same() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            asking = [asyncio.ensure_future(place.rooms.port(made.room)) for _ in range(9)]
            await asyncio.sleep(0)
            asking[0].cancel()
            found = await asyncio.gather(*asking[1:])
            assert len(set(map(id, found))) == 1
            assert place.journal.epochs[made.room] == 1

    asyncio.run(play())


def test_seeds_are_kept_from_everybody_and_never_the_same() -> None:
    async def play() -> None:
        async with world() as place:
            made = [await place.make("solo", "3x4", 3) for _ in range(20)]
            rows = [place.rows.rows[each.room] for each in made]
            assert (
                len({row.seed for row in rows}) == len({row.id for row in rows}) == len({row.key for row in rows}) == 20
            )
            assert all(0 <= int(row.seed) < 1 << 64 for row in rows)

    asyncio.run(play())
