"""A room at its home worker saves moves, then sends them, in one order; unsaved moves never happened."""

from __future__ import annotations

import asyncio

import pytest

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Leave, Move
from hypersweep.web.multiplayer.rooms.board import PlayedBoard
from hypersweep.web.multiplayer.rooms.hosted import lag_of, number_of, refuse
from room_world import world


def test_answers_come_in_the_order_of_moves_of_all_members() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "6x7", 1, seed=3)
            pages = [place.page(name) for name in ("Ann", "Bob", "Cat")]
            for page in pages:
                await page.join(made)
            for cell in range(14):
                for page in pages:
                    page.move("flag", cell * 3 + page.number - 1)
            for page in pages:
                await page.answer(14)
            orders = [[(each["by"], each["n"], each["version"]) for each in page.of("moved")] for page in pages]
            assert orders[0] == orders[1] == orders[2]
            assert [version for _, _, version in orders[0]] == list(range(4, 46))

    asyncio.run(play())


def test_nothing_is_told_of_what_isn_t_kept_and_the_game_goes_on() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            place.journal.is_lost = True
            begin = len(ann.frames)
            for n, cell in ((2, 7), (3, 8), (4, 9)):
                ann.move("open", cell, n)
            await place.until(lambda: len(ann.frames) == begin + 3)
            assert [(each["t"], each["what"], each["n"]) for each in ann.frames[begin:]] == [
                ("refused", "unavailable", n) for n in (2, 3, 4)
            ]
            ann.move("open", 7, 2)
            assert ann.frames[-1]["what"] == "unavailable"
            late = place.page()
            await late.join(made)
            assert late.frames[-1]["what"] == "unavailable"
            place.journal.is_lost = False
            host = place.rooms.here(made.room)
            assert host is not None
            await place.until(lambda: host._room is not None)
            # The explosion that was never shown didn't happen.
            ann.n, begin = 1, len(ann.frames)
            ann.move("flag", 7)
            assert (await ann.answer(2, begin))["codes"] == [-2]
            assert "outcome" not in (await late.join(made))["boards"][0]
            assert [each["version"] for each in ann.of("moved")] == [2, 3]

    asyncio.run(play())


def test_a_room_that_fails_inside_is_made_again_from_what_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            told: list[object] = []
            asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))
            with monkeypatch.context() as patched:
                patched.setattr(PlayedBoard, "move", lambda *args: 1 / 0)
                ann.move("flag", 7)
                assert (await ann.answer(2))["what"] == "failed"
            assert isinstance(told[0], ZeroDivisionError)
            host = place.rooms.here(made.room)
            assert host is not None
            await place.until(lambda: host._room is not None)
            begin = len(ann.frames)
            ann.move("flag", 7, 2)
            assert (await ann.answer(2, begin))["flags"] == 1

    asyncio.run(play())


def test_times_are_those_of_receipt_less_the_round_trip_and_never_run_backwards() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "5x6", 5, seed=3)
            ann = place.page()
            await ann.join(made)
            place.now += 5000
            ann.round_trip = 9000
            assert (await ann.moved("flag", 29))["milliseconds"] == 0
            assert (await ann.moved("open", 0))["milliseconds"] == 0
            ann.round_trip = 0
            found = []
            for cell, pause in ((29, 100), (29, 100), (28, 100), (28, 1000)):
                place.now += pause
                found.append((await ann.moved("flag", cell))["milliseconds"])
            assert found == [40, 80, 120, 1050], "as measured when the game began, 250 at most, and 40 for each click"
            # The same where the room is made again.
            place.rooms = place.new_rooms()
            other = place.page()
            place.now += 70
            state = await other.join(made)
            assert state["boards"][0]["milliseconds"] == 1120
            assert (await other.moved("flag", 27))["milliseconds"] == 1120

    asyncio.run(play())


def test_a_program_that_answers_pings_late_gets_the_time_of_the_server_s_clock() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "5x6", 5, seed=3)
            ann = place.page()
            await ann.join(made)
            # It holds its pongs 0.4 s, and sends all at once.
            ann.round_trip = 400
            await ann.moved("open", 0)
            found = []
            for _ in range(20):
                place.now += 5
                found.append((await ann.moved("flag", 29))["milliseconds"])
            assert found == [5 * n for n in range(1, 21)]

    asyncio.run(play())


@pytest.mark.parametrize(("round_trip", "lag"), [(-5, 0), (0, 0), (40, 40), (250, 250), (251, 250), (1 << 40, 250)])
def test_a_round_trip_is_believed_up_to_a_quarter_of_a_second(round_trip: int, lag: int) -> None:
    async def play() -> None:
        async with world() as place:
            page = place.page()
            page.round_trip = round_trip
            assert lag_of(page) == lag

    asyncio.run(play())


def test_a_refusal_names_the_room_the_move_and_why() -> None:
    async def play() -> None:
        async with world() as place:
            page = place.page()
            move = Move("aaaabbbbccccdddd", 3, "open", 0)
            refuse(page, move.room, RefusedError("gap", "expected 2 next, got 3", expected=2), number_of(move))
            assert page.frames == [
                {
                    "t": "refused",
                    "what": "gap",
                    "message": "expected 2 next, got 3",
                    "room": move.room,
                    "n": 3,
                    "values": {"expected": 2},
                }
            ]
            assert number_of(Leave(move.room)) is None

    asyncio.run(play())
