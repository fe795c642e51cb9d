"""A room on its home worker saves moves, then sends them, in one order; unsaved moves never happened."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from typing import TYPE_CHECKING

import pytest

from hypersweep import Record
from hypersweep.game import CancelToken, first_open
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.fair_queue import Turns
from hypersweep.web.multiplayer.protocol import Chat, Edit, Join, Leave, Lock, Move, Mute, Ready, Remove
from hypersweep.web.multiplayer.rooms.ports import Timeouts
from hypersweep.web.multiplayer.rooms.room import PlayedBoard, watching_key
from hypersweep.web.multiplayer.rooms.room_connections import lag_of, number_of, refuse
from room_world import codes_of, world
from slow_making import SlowMaking

if TYPE_CHECKING:
    from collections.abc import Callable


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
            await place.until(lambda: host.saved_room.room is not None)
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
            await place.until(lambda: host.saved_room.room is not None)
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


def test_a_move_that_comes_again_is_answered_as_it_was() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "5x6", 5, seed=3)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("flag", 29)
            answers = [raw for frame, raw in zip(ann.frames, ann.raw, strict=True) if frame["t"] == "moved"]
            kept = len(place.journal.kept[made.room])
            for n in (1, 2, 1):
                ann.raw.clear()
                # Only the number counts, whatever the rest of the message.
                ann.move("chord", 7, n)
                assert ann.raw == [answers[n - 1]]
            assert len(place.journal.kept[made.room]) == kept
            ann.frames.clear()
            for n in (4, 5, 1 << 39):
                ann.move("open", 3, n)
                refused = ann.frames.pop()
                assert (refused["what"], refused["n"], refused["values"]) == ("gap", n, {"expected": 3})
            assert len(place.journal.kept[made.room]) == kept

    asyncio.run(play())


def test_a_move_that_is_on_its_way_is_made_and_answered_once() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "5x6", 5, seed=3)
            ann = place.page()
            await ann.join(made)
            place.journal.is_held = True
            begin = len(ann.raw)
            ann.move("open", 0, 1)
            ann.move("open", 0, 1)
            ann.move("flag", 29, 2)
            ann.move("open", 0, 1)
            await place.settle()
            assert len(ann.raw) == begin, "nothing is told before it is kept"
            place.journal.go_on()
            await ann.answer(2)
            assert [frame["n"] for frame in ann.of("moved")] == [1, 2]

    asyncio.run(play())


def test_who_goes_before_he_is_told_is_not_kept_waiting_for() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            place.journal.is_held = True
            bob.room = await place.rooms.port(made.room)
            bob.tell(Join(made.room, None, "player", made.key))
            bob.leave()
            place.journal.go_on()
            await ann.until("entered")
            host = place.rooms.here(made.room)
            assert host is not None
            assert (host.here, bob.frames) == (1, [])

    asyncio.run(play())


def test_who_comes_while_moves_are_on_their_way_sees_none_that_is_lost() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3, seed=5)
            ann, again = place.page(), place.page()
            await ann.join(made)
            place.journal.is_held = True
            ann.move("open", 0)
            again.room = ann.room
            again.tell(Join(made.room, None, "player", made.key))
            assert again.frames == []
            place.journal.is_lost = True
            place.journal.go_on()
            assert (await again.until("refused"))["what"] == "unavailable"
            place.journal.is_lost = False
            host = place.rooms.here(made.room)
            assert host is not None
            await place.until(lambda: host.saved_room.room is not None)
            again.frames.clear()
            assert (await again.join(made))["boards"][0] == {
                "number": 0,
                "codes": again.frames[0]["boards"][0]["codes"],
            }
            assert set(codes_of(again.frames[0]["boards"][0]["codes"])) == {-1}

    asyncio.run(play())


@pytest.mark.parametrize("kind", ["solo", "coop", "versus"])
def test_a_watchers_key_never_admits_a_player(kind: str) -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make(kind, "3x4", 3)
            ann, bob = place.page(), place.page("Bob")
            access = (await ann.join(made))["access"]
            assert access["key"] == made.key != access["watch_key"]
            bob.room = ann.room
            # As a viewer does who removes the role from the link.
            bob.tell(Join(made.room, None, "player", access["watch_key"]))
            state = await bob.until("state")
            assert (state["you"], state["access"]) == (0, {"watch_key": access["watch_key"]})
            bob.tell(Move(made.room, 1, "open", 0))
            assert (await bob.until("refused"))["what"] == "watcher"
            assert made.key.encode() not in b"".join(bob.raw)

    asyncio.run(play())


def test_only_who_is_invited_plays_and_only_one_in_a_game_of_one() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("solo", "3x4", 3)
            bob = place.page("Bob")
            bob.room = await place.rooms.port(made.room)
            for key, role, what in (("", "player", "key"), ("x" * 16, "watcher", "key"), (made.key, "player", "full")):
                bob.tell(Join(made.room, None, role, key))  # type: ignore[arg-type]
                assert bob.frames.pop()["what"] == what
            state = await bob.join(made, "watcher")
            assert (state["you"], state["next"]) == (0, 1)
            for message in (Move(made.room, 1, "open", 0), Ready(made.room), Chat(made.room, "psst")):
                bob.tell(message)
                assert bob.frames.pop()["what"] == "watcher"
            stranger = place.page("Eve")
            stranger.room = bob.room
            stranger.tell(Move(made.room, 1, "open", 0))
            assert stranger.frames.pop()["what"] == "not_here"
            ann = place.page()
            await ann.join(made)
            ann.tell(Move(made.room, 1, "open", 12))
            assert ann.frames.pop()["what"] == "cell"
            ann.tell(Ready(made.room))
            assert ann.frames.pop()["what"] == "no_rounds"
            ann.tell(Edit(made.room, 1, {}))
            assert ann.frames.pop()["what"] == "no_edits"
            ann.tell(Chat(made.room, "psst"))
            assert ann.frames.pop()["what"] == "no_chat"

    asyncio.run(play())


@pytest.mark.parametrize("kind", ["coop", "versus", "study"])
def test_a_removed_member_is_sent_away_for_good(kind: str) -> None:
    async def play() -> None:
        async with world() as place:
            record = Record("3x4", 2, seed=7).format() if kind == "study" else None
            made = await place.make(kind, "3x4", 3, record=record)
            ann, bob, window = place.page(), place.page("Bob"), place.page("Bob")
            await ann.join(made)
            for page in (bob, window):
                await page.join(made)
            ann.tell(Remove(made.room, 2))
            for page in (bob, window):
                assert (await page.until("gone"))["what"] == "removed"
            access = (await ann.until("admitted"))["access"]
            assert access["removed"] == [2]
            assert ann.of("present")[-1] == {"t": "present", "room": made.room, "number": 2, "is_here": False}
            seen = len(bob.frames)
            bob.tell(Ready(made.room))
            assert bob.frames[seen]["what"] == "not_here"
            # With the old key, the new one, as a watcher, from a worker that reads it all from the journal.
            other = place.new_rooms()
            for rooms in (place.rooms, other):
                for key in (made.key, access["key"], access["watch_key"]):
                    for role in ("player", "watcher"):
                        again = place.page("Bob")
                        again.room = await rooms.port(made.room)
                        again.tell(Join(made.room, None, role, key))
                        assert (await again.until("refused"))["what"] == "removed"
            # As a new guest, with the links that the member knew.
            guest = place.page("Guest")
            guest.room = await other.port(made.room)
            for key in (made.key, watching_key(made.key)):
                guest.tell(Join(made.room, None, "player", key))
                assert guest.frames.pop()["what"] == "key"
            guest.tell(Join(made.room, None, "player", access["key"]))
            assert (await guest.until("state"))["access"] == access
            await other.close()

    asyncio.run(play())


def test_only_the_owner_removes_mutes_and_locks() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, has_chat=True)
            ann, bob, wat = place.page(), place.page("Bob"), place.page("Wat")
            state = await ann.join(made)
            assert state["members"][0]["is_owner"]
            assert "is_owner" not in (await bob.join(made))["members"][1]
            await wat.join(made, "watcher")
            for message in (Remove(made.room, 1), Mute(made.room, 1), Lock(made.room)):
                bob.tell(message)
                assert bob.frames.pop()["what"] == "not_owner"
                wat.tell(message)
                assert wat.frames.pop()["what"] == "watcher"
            for number, what in ((1, "own_place"), (3, "no_member")):
                for message in (Remove(made.room, number), Mute(made.room, number)):
                    ann.tell(message)
                    assert ann.frames.pop()["what"] == what
            assert not ann.of("admitted")

    asyncio.run(play())


def test_a_locked_room_admits_no_new_member_and_a_muted_one_cannot_talk() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, has_chat=True, is_open=True)
            ann, bob, wat = place.page(), place.page("Bob"), place.page("Wat")
            await ann.join(made)
            await bob.join(made)
            await wat.join(made, "watcher")
            ann.tell(Lock(made.room))
            ann.tell(Lock(made.room))
            ann.tell(Mute(made.room, 2))
            told = await wat.until("admitted", 2)
            assert told["access"] == {"watch_key": watching_key(made.key), "is_locked": True, "muted": [2]}
            # It outlives the worker.
            other = place.new_rooms()
            for rooms in (place.rooms, other):
                cem, back = place.page("Cem"), place.page("Bob")
                cem.room = back.room = await rooms.port(made.room)
                cem.tell(Join(made.room, None, "player", made.key))
                assert cem.frames.pop()["what"] == "locked"
                cem.tell(Join(made.room, None, "watcher", made.key))
                await cem.until("state")
                back.tell(Join(made.room, None, "player"))
                assert (await back.until("state"))["access"]["muted"] == [2]
                back.tell(Chat(made.room, "psst"))
                assert back.frames.pop()["what"] == "muted"
            ann.room = await other.port(made.room)
            ann.tell(Join(made.room))
            ann.tell(Lock(made.room, False))
            ann.tell(Mute(made.room, 2, False))
            await back.until("admitted", 2)
            back.tell(Chat(made.room, "psst"))
            assert (await ann.until("said"))["text"] == "psst"
            cem.tell(Join(made.room, None, "player", made.key))
            assert (await cem.until("state", 2))["you"] == 3
            await other.close()

    asyncio.run(play())


def test_a_removal_that_is_not_saved_removes_nobody() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            place.journal.is_lost = True
            ann.tell(Remove(made.room, 2))
            assert (await ann.until("refused"))["what"] == "unavailable"
            assert (await bob.until("gone"))["what"] == "away"
            place.journal.is_lost = False
            host = place.rooms.here(made.room)
            assert host is not None
            await place.until(lambda: host.saved_room.room is not None)
            bob.frames.clear()
            assert (await bob.join(made))["you"] == 2

    asyncio.run(play())


def test_a_player_who_is_removed_gives_up_and_frees_the_place() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8, seed=5)
            ann, bob = place.page(), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
            for page in (ann, bob):
                page.tell(Ready(made.room))
            await ann.until("moved")
            ann.tell(Remove(made.room, 2))
            assert (await ann.until("progress", 2))["outcome"] == "lost"
            room = place.rooms.here(made.room).saved_room.room  # type: ignore[union-attr]
            assert room is not None
            room.most = 2  # type: ignore[misc]
            assert room.may_play("person-Cem")

    asyncio.run(play())


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
            await place.until(lambda: host.saved_room.room is None)
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
            first_open._made.clear()
            making.may_end.clear()
            host = place.rooms.here(made.room)
            assert host is not None
            host.saved_room.room = None
            ann.move("flag", 1)
            await place.until(lambda: making.count == 2)
            rescue.start()
        assert not making.may_end.is_set()

    try:
        asyncio.run(play())
    finally:
        rescue.cancel()
        making.may_end.set()
