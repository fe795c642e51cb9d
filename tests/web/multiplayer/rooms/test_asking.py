"""Requests of members: each move is made and answered once, and only permitted members act."""

from __future__ import annotations

import asyncio

import pytest

from hypersweep import Record
from hypersweep.web.multiplayer.protocol import Chat, Edit, Join, Lock, Move, Mute, Ready, Remove
from hypersweep.web.multiplayer.rooms.room import watching_key
from room_world import codes_of, world


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
            await place.until(lambda: host._room is not None)
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
            await place.until(lambda: host._room is not None)
            bob.frames.clear()
            assert (await bob.join(made))["you"] == 2

    asyncio.run(play())


def test_a_player_who_is_removed_gives_up_and_frees_the_place() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("versus", "5x6", 8)
            ann, bob = place.page(), place.page("Bob")
            for page in (ann, bob):
                await page.join(made)
            for page in (ann, bob):
                page.tell(Ready(made.room))
            await ann.until("moved")
            ann.tell(Remove(made.room, 2))
            assert (await ann.until("progress", 2))["outcome"] == "lost"
            room = place.rooms.here(made.room)._room  # type: ignore[union-attr]
            assert room is not None
            room.most = 2  # type: ignore[misc]
            assert room.may_play("person-Cem")

    asyncio.run(play())
