"""One board for several players."""

from __future__ import annotations

import asyncio
import re

from hypersweep.web.multiplayer.protocol import Chat, Cursor, Ready, Resign, RoomMade
from hypersweep.web.multiplayer.rooms.board import commitment
from room_world import codes_of, world


def test_each_flag_is_somebody_s() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            await ann.moved("open", 0)
            assert (await ann.moved("flag", 2))["by"] == 1
            assert (await bob.moved("flag", 3))["by"] == 2
            assert (await bob.moved("flag", 8))["flags"] == 3
            # Any player may remove it, and put another one there.
            assert (await ann.moved("flag", 8))["flags"] == 2
            await bob.moved("flag", 2)
            await bob.moved("flag", 2)
            state = await place.page("Cat").join(made)
            assert state["flagged"] == [[2, 2], [3, 2]]
            assert [(each["number"], each["name"]) for each in state["members"]] == [(1, "Ann"), (2, "Bob"), (3, "Cat")]

    asyncio.run(play())


def test_flags_that_a_cascade_takes_along_are_nobody_s() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "9x9", 1, "classic,protect-cascade=off", seed=5)
            ann = place.page()
            await ann.join(made)
            for cell in (70, 71, 72):
                await ann.moved("flag", cell)
            opened = await ann.moved("open", 0)
            assert opened["opened"] > 60
            again = await place.page().join(made)
            flags = [cell for cell, code in enumerate(codes_of(again["boards"][0]["codes"])) if code == -2]
            assert [cell for cell, _ in again.get("flagged", [])] == flags

    asyncio.run(play())


def test_once_it_is_over_and_all_are_ready_there_is_another_board() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            ann.tell(Ready(made.room))
            assert ann.frames[-1]["what"] == "playing"
            await ann.moved("open", 0)
            await bob.moved("open", 7)
            over = await ann.until("ended")
            assert over.get("is_ranked", False) is False
            assert "player: Ann, Bob" in over["record"]
            ann.tell(Ready(made.room))
            await place.until(lambda: ann.of("staged")[-1].get("ready") == [1])
            bob.tell(Ready(made.room))
            await place.until(lambda: ann.of("staged")[-1].get("round") == 2)
            assert ann.of("staged")[-1]["stage"] == "playing"
            # Before any open: the second board is random, and one open may win it.
            state = await place.page("Cat").join(made)
            assert (state["round"], state["stage"]) == (2, "playing")
            await place.until(lambda: len(place.games) == 1)
            assert (await bob.moved("open", 7))["opened"] >= 1
            assert (place.games[0].person, place.games[0].name) == (None, "Ann, Bob")

    asyncio.run(play())


def test_who_is_here_and_points_where_and_says_what() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, has_chat=True)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            assert (await ann.until("entered"))["member"] == {
                "number": 2,
                "name": "Bob",
                "role": "player",
                "is_here": True,
            }
            bob.tell(Cursor(made.room, 7))
            bob.tell(Cursor(made.room, 12))
            bob.tell(Chat(made.room, "  mind\x00 the\u202e\ngap "))
            bob.tell(Chat(made.room, " \t"))
            assert [(each["number"], each["cell"]) for each in ann.of("pointed")] == [(2, 7)]
            assert [each["text"] for each in ann.of("said")] == ["mind the gap"]
            assert (bob.of("pointed"), len(bob.of("said"))) == ([], 1)
            bob.leave()
            assert ann.of("present")[-1] == {"t": "present", "room": made.room, "number": 2, "is_here": False}
            again = place.page("Bob")
            await again.join(made)
            assert ann.of("present")[-1]["is_here"] is True
            # The same person on two pages is there as long as one of them is.
            more = place.page("Bob")
            await more.join(made)
            count = len(ann.of("present"))
            again.leave()
            assert len(ann.of("present")) == count

    asyncio.run(play())


def test_an_open_room_leaves_the_lobby_when_no_one_is_there_and_comes_back() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, is_open=True)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            ann.leave()
            place.now += 31_000
            await place.until(lambda: not place.rows.rows[made.room].is_open)
            await place.until(lambda: place.rooms.here(made.room) is None)
            # A link that someone still has leads there, without a key.
            bob = place.page("Bob")
            assert (await bob.join(RoomMade(made.room, "")))["boards"][0]["opened"] > 0
            await place.until(lambda: place.rows.rows[made.room].is_open)
            bob.tell(Resign(made.room))
            assert (await bob.until("refused"))["what"] == "no_resign"

    asyncio.run(play())


def test_a_room_in_which_no_one_has_been_for_a_day_is_over() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            ann.leave()
            place.now += 86_000_000
            await place.until(lambda: place.rooms.here(made.room) is None)
            await place.rooms.port(made.room)
            place.now += 500_000
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            assert place.games == []

    asyncio.run(play())


def test_each_round_has_a_commitment_of_its_own() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann = place.page()
            first = (await ann.join(made))["commitment"]
            assert first == commitment(made.room, 1, "3x4", 3, "classic", "5")
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            ended = await ann.until("ended")
            assert "\nseed: 5\n" in ended["record"]
            ann.tell(Ready(made.room))
            await place.until(lambda: any(staged.get("round") == 2 for staged in ann.of("staged")))
            (second,) = {staged["commitment"] for staged in ann.of("staged") if staged.get("round") == 2}
            assert second != first
            await ann.moved("open", 0)
            await ann.moved("open", 3)
            for cell in range(12):
                if len(ann.of("ended")) < 2:
                    await ann.moved("open", cell)
            seed = re.search(r"\nseed: (\d+)\n", (await ann.until("ended", 2))["record"])
            assert seed is not None
            assert second == commitment(made.room, 2, "3x4", 3, "classic", seed[1])

    asyncio.run(play())


def test_a_room_that_was_over_runs_again_with_another_round() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 0)
            await ann.moved("open", 7)
            ann.leave()
            place.now += 31_000
            await place.until(lambda: place.rows.rows[made.room].ended is not None)
            again = place.page()
            await again.join(made)
            again.tell(Ready(made.room))
            await place.until(lambda: any(staged.get("round") == 2 for staged in again.of("staged")))
            await place.until(lambda: place.rows.rows[made.room].ended is None)

    asyncio.run(play())


def test_a_cursor_carries_no_text_but_in_a_study() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "3x4", 3)
            ann, bob = place.page(), place.page("Bob")
            await ann.join(made)
            await bob.join(made)
            bob.tell(Cursor(made.room, 3, "VISIT evil.example"))
            assert "VISIT" not in str(await ann.until("pointed"))

    asyncio.run(play())
