"""A room follows from its row and its entries; and the log of their results."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.protocol import Ready
from hypersweep.web.multiplayer.rooms.entries import decode, encode
from hypersweep.web.multiplayer.rooms.events import StageReached
from hypersweep.web.multiplayer.rooms.finishing import finished_game
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS, Log, Room
from hypersweep.web.multiplayer.rooms.visibility import Receiver, cut, cut_state
from room_world import world

moves = st.lists(st.tuples(st.integers(0, 1), st.sampled_from(["open", "open", "flag", "chord"]), st.integers(0, 19)))


def told(room: Room) -> list[bytes]:
    """The complete state of a room, and the saved data of its games."""
    frames = [cut_state(room, Receiver(number), {1}, room.at) for number in range(len(room.members) + 1)]
    for event in room.endings:
        frames.append(cut(room, event, Receiver(0)))
        frames.append(finished_game(room, event).record.encode())
    return frames


@pytest.mark.nightly
@given(
    kind=st.sampled_from(["solo", "coop", "versus"]),
    rules=st.sampled_from(["classic", "esp", "comp2017", "classic,guess=never", "classic,guess=punished"]),
    board=st.sampled_from(["4x5", "20", "2x5x2", "2x2x5x1"]),
    steps=moves,
)
def test_every_beginning_of_a_journal_makes_the_same_room_anywhere(
    kind: str, rules: str, board: str, steps: list[tuple[int, str, int]]
) -> None:
    async def play() -> None:
        async with world() as place:
            if kind == "versus" and "punished" in rules:
                return
            made = await place.make(kind, board, 4, rules)
            names = ["Ann"] if kind == "solo" else ["Ann", "Bob"]
            pages = [place.page(name) for name in names]
            found = []

            def note() -> None:
                host = place.rooms.here(made.room)
                assert host is not None
                assert host._room is not None
                found.append((host._room.version, told(host._room)))

            for page in pages:
                await page.join(made)
            if kind == "versus":
                for page in pages:
                    page.tell(Ready(made.room))
                await place.until(lambda: bool(pages[0].of("moved") or pages[0].of("refused")))
            note()
            for who, what, cell in steps:
                page = pages[who % len(pages)]
                place.now += 37
                begin = len(page.frames)
                page.move(what, cell)
                if (await page.answer(page.n, begin))["t"] == "refused":
                    page.n -= 1
                note()
            row, kept = place.rows.rows[made.room], place.journal.kept[made.room]
            expected = dict(found)
            room = ROOM_KINDS[row.kind](row)
            for version, each in enumerate(kept, 1):
                assert encode(decode(each)) == each
                room.apply(decode(each))
                assert room.version == version
                if version in expected:
                    assert told(room) == expected[version]

    asyncio.run(play())


def logged(count: int, *, most: int = 512, size: int = 1 << 20) -> Log:
    log = Log(most=most, size=size)
    for version in range(1, count + 1):
        log.add(StageReached(version, "playing", None, (), 1))
    return log


@pytest.mark.parametrize("count", [0, 1, 511, 512, 513, 600])
def test_every_gap_is_just_what_is_missing_or_is_too_long(count: int) -> None:
    log = logged(count)
    for version in range(601):
        events = log.since(version)
        if version > count or version < count - 512:
            assert events is None
        else:
            assert events is not None
            assert [event.version for event in events] == list(range(version + 1, count + 1))


def test_who_has_seen_the_first_message_of_a_version_gets_the_rest_of_it() -> None:
    log = Log(most=4)
    for version, stages in ((1, "abc"), (2, "d"), (3, "ef")):
        for stage in stages:
            log.add(StageReached(version, stage, None, (), 1))  # type: ignore[arg-type]
    # The oldest goes with all that has its version.
    assert log.since(0) is None
    assert log.since(1) is None, "of the first one more may be missing than is known"
    assert [event.stage for event in log.since(2) or ()] == ["e", "f"]  # type: ignore[union-attr]
    assert [event.stage for event in log.since(3) or ()] == ["f"]  # type: ignore[union-attr]
    assert log.since(4) is None


def test_the_log_is_bounded_in_bytes_as_well() -> None:
    log = logged(600, size=10_000)
    events = log.since(log.first)
    assert events is not None
    assert 10 < len(events) < 40
    assert log.since(log.first - 1) is None


@pytest.mark.slow
def test_gaps_of_a_room_are_answered_by_what_is_missing_or_the_state() -> None:
    async def play() -> None:
        async with world() as place:
            made = await place.make("coop", "30x30", 5)
            ann = place.page()
            await ann.join(made)
            for cell in range(600):
                ann.move("flag", cell)
            await ann.answer(600)
            whole = {
                frame["version"]: raw for frame, raw in zip(ann.frames, ann.raw, strict=True) if "version" in frame
            }
            last = max(whole)
            for gap in range(601):
                page = place.page()
                first = await page.join(made, since=last - gap)
                if gap <= 512:
                    assert page.raw[:-1] == [whole[version] for version in range(last - gap + 1, last + 1)]
                    assert page.frames[-1] == {"t": "present", "room": made.room, "number": 1, "is_here": True}
                else:
                    assert first["t"] == "state"
                    assert first["version"] == last
                    assert len(page.raw) == 1
                page.leave()
            page = place.page()
            assert (await page.join(made, since=last + 1))["t"] == "state", "nobody can have seen what is yet to come"

    asyncio.run(play())


def test_every_kind_of_room_is_known_by_its_name() -> None:
    assert set(ROOM_KINDS) == {"solo", "coop", "versus", "study"}
