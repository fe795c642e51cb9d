"""A room and its boards follow from its row and its entries; and what each event contains."""

from __future__ import annotations

import asyncio
import gc
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from databases import a_room
from hypersweep import Grid, Record, Rules
from hypersweep.codes import MINE
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer import protocol
from hypersweep.web.multiplayer.protocol import MOST_CHANGES, Member, Ready
from hypersweep.web.multiplayer.rooms import room as room_module
from hypersweep.web.multiplayer.rooms.entries import Entered, Entry, Moved, decode, encode
from hypersweep.web.multiplayer.rooms.ports import FinishedGame
from hypersweep.web.multiplayer.rooms.room import (
    CellsMoved,
    Event,
    GameEnded,
    MemberEntered,
    PlayedBoard,
    Room,
    RoomMember,
    StageReached,
    game_name,
)
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS, SoloRoom
from hypersweep.web.multiplayer.rooms.saved_room import Log, finished_game
from hypersweep.web.multiplayer.rooms.visibility import Receiver, audience, cut, cut_state
from room_world import codes_of, in_json, world


def test_every_event_is_one_of_those_that_may_come_and_begins_with_its_version() -> None:
    kinds = get_args(Event)
    structs = (
        each for each in vars(room_module).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)
    )
    own = {each for each in structs if each.__module__ == room_module.__name__}
    assert set(kinds) == own
    assert {kind.__struct_fields__[0] for kind in kinds} == {"version"}


def test_events_stay_as_they_are() -> None:
    event = StageReached(3, "playing", None, (), 1)
    with pytest.raises(AttributeError):
        event.version = 4  # type: ignore[misc]


def test_all_that_comes_of_an_entry_has_its_version_and_is_told_in_order() -> None:
    room = SoloRoom(a_room(mines=3, seed="5", owner="person-Ann"))
    entries: list[Entry] = [Entered(1, "person-Ann", "Ann"), Moved(2, 1, 1, 0, 0, 0), Moved(3, 1, 2, 0, 7, 1)]
    found = [room.apply(entry) for entry in entries]
    assert [[type(event) for event in each] for each in found] == [
        [MemberEntered],
        [CellsMoved],
        [CellsMoved, GameEnded, StageReached],
    ]
    assert [{event.version for event in each} for each in found] == [{1}, {2}, {3}]
    for event in (event for each in found for event in each):
        assert audience(room, event, Receiver(1)) >= 0
        assert b'"room":"%b"' % room.row.id.encode() in cut(room, event, Receiver(1))


MOVED = CellsMoved(3, 0, 1, 2, "open", 7, 950, [7], [-4], None, 5, 1, "lost")


def test_what_was_moved_stays_as_it_is() -> None:
    with pytest.raises(AttributeError):
        MOVED.n = 3  # type: ignore[misc]
    assert msgspec.structs.replace(MOVED, n=3) != MOVED


def test_a_log_full_of_them_is_nothing_that_the_garbage_collector_looks_at() -> None:
    assert not gc.is_tracked(MOVED)


def test_all_that_a_page_is_told_of_a_click_is_there() -> None:
    # The room knows its own name, and ``all`` is what ``data`` becomes.
    assert {*protocol.Moved.__struct_fields__} - {"room", "all"} <= {*CellsMoved.__struct_fields__}


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
                assert host.saved_room.room is not None
                found.append((host.saved_room.room.version, told(host.saved_room.room)))

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
        room = log.since(version)
        if version > count or version < count - 512:
            assert room is None
        else:
            assert room is not None
            assert [event.version for event in room] == list(range(version + 1, count + 1))


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
    room = log.since(log.first)
    assert room is not None
    assert 10 < len(room) < 40
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


def board(shape: str = "3x4", mines: int = 3, rules: str = "classic", *, is_shared: bool = False) -> PlayedBoard:
    """Gives a board; of the usual one cell 0 opens four, and cell 7 is a mine."""
    return PlayedBoard(Grid.parse(shape), mines, Rules.parse(rules), 5, is_shared=is_shared)


def click(own: PlayedBoard, kind: str, cell: int, at: int, *, by: int = 1, lag: int = 0) -> CellsMoved:
    """Clicks at a moment of the room's clock."""
    return own.move(1, by, 1, kind, cell, own.elapsed(at), at, lag)  # type: ignore[arg-type]


def test_time_begins_with_the_first_open_less_its_lag_and_never_runs_backwards() -> None:
    own = board()
    click(own, "flag", 7, 400)
    assert (own.start, own.elapsed(900)) == (None, 0)
    click(own, "open", 0, 1000, lag=50)
    assert [own.elapsed(at) for at in (1000, 1030, 1050, 1250)] == [0, 30, 40, 200]
    click(own, "flag", 2, 1250)
    assert own.elapsed(1100) == 200
    click(own, "flag", 7, 1300)
    assert click(own, "open", 7, 1400).outcome == "lost"
    assert own.elapsed(9000) == own.milliseconds == 350


def test_the_lag_is_not_taken_off_below_what_the_clicks_need() -> None:
    own = board()
    click(own, "open", 0, 1000, lag=250)
    # All at once, like a program: the time is that of the server's clock.
    found = [click(own, "flag", 7, 1000 + 9 * n).milliseconds for n in range(1, 9)]
    assert found == [9 * n for n in range(1, 9)]
    assert (own.clicks, own.taken) == (9, 0)
    # A person slower than that gets the lag subtracted.
    assert (click(own, "flag", 7, 1500).milliseconds, own.taken) == (360, 140)
    assert (click(own, "flag", 7, 3000).milliseconds, own.taken) == (1750, 250)
    own.give_up(own.milliseconds, 99_000)
    assert own.taken == 250


def test_who_lost_sees_the_mine_that_went_off_and_no_other() -> None:
    own = board()
    click(own, "open", 0, 0)
    assert own.layout == "3x4.bhAE"
    click(own, "open", 7, 10)
    hidden, shown = codes_of(own.codes(is_hidden=True).decode()), codes_of(own.codes().decode())
    assert shown.count(MINE) == 2
    assert MINE not in hidden
    assert [cell for cell, code in enumerate(shown) if code == MINE or code != hidden[cell]] == [
        cell for cell, code in enumerate(shown) if code == MINE
    ]


def test_a_flag_belongs_to_who_set_it_last_where_the_board_is_shared() -> None:
    own = board(is_shared=True)
    for cell, by in ((2, 1), (3, 2), (2, 2), (2, 2)):
        click(own, "flag", cell, 0, by=by)
    assert own.flagged == {3: 2, 2: 2}
    alone = board()
    click(alone, "flag", 2, 0)
    assert alone.flagged is None


def test_too_many_changes_are_told_as_the_whole_board() -> None:
    own = board(f"2x{MOST_CHANGES // 2}", 1)
    few = click(own, "open", 0, 0)
    assert (few.data, len(few.cells)) == (None, few.opened)
    own = board("60x60", 1)
    many = click(own, "open", 0, 0)
    assert many.opened > MOST_CHANGES
    assert (many.cells, many.codes) == ([], [])
    assert many.data == own.codes(is_hidden=True)


def test_nothing_is_seen_of_a_move_that_another_thread_makes_until_it_is_told() -> None:
    own = board("9x9", 10, "classic,guess=never")
    before = own.codes()
    own.freeze()
    made = own.search("open", 40, 0, CancelToken())
    assert (own.codes(), own.opened, own.flags) == (before, 0, 0)
    moved = own.move(1, 1, 1, "open", 40, 0, 700, 0, made)
    assert own.codes() != before
    assert own.opened == moved.opened == len(made)
    assert own.start == 700


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("classic", [False] * 3, [False] * 3),
        ("classic,guess=never", [True, False, False], [False] * 3),
        ("classic,guess=punished", [True, False, True], [True, False, True]),
    ],
)
def test_a_click_is_long_where_a_board_has_to_be_looked_for(rules: str, before: list[bool], after: list[bool]) -> None:
    own = board("5x6", 6, rules)
    assert [own.is_long(kind) for kind in range(3)] == before
    own.start = 0
    assert [own.is_long(kind) for kind in range(3)] == after


def test_who_gives_up_has_lost_and_the_record_says_when_and_who() -> None:
    own = board()
    click(own, "open", 0, 60_000)
    own.give_up(2500, 62_600)
    assert (own.outcome, own.has_given_up, own.elapsed(999_999)) == ("lost", True, 2500)
    record = own.record(0, "Ann")
    assert (record.tags["player"], record.tags["start"]) == ("Ann", "1970-01-01T00:01:00Z")
    assert "player" not in own.record(0, "").tags
    unbegun = board()
    unbegun.give_up(2500, 2500)
    assert (unbegun.milliseconds, unbegun.layout, "start" in unbegun.record(0, "").tags) == (0, "", False)


def test_every_game_has_a_name_of_its_own() -> None:
    games = [("room", "7", 1, 0), ("room", "7", 1, 1), ("room", "7", 2, 0), ("room", "8", 1, 0), ("moor", "7", 1, 0)]
    assert len({game_name(*game) for game in games}) == len(games)


@pytest.mark.parametrize("is_here", [False, True])
def test_a_member_with_an_account_has_a_page_and_a_guest_has_none(is_here: bool) -> None:
    assert RoomMember(1, "person", "Ann", False).as_member(is_here) == Member(
        1, "Ann", "player", "person", is_here, False
    )
    guest = RoomMember(2, "secret", "Bob", True).as_member(is_here)
    assert guest.person is None
    assert "secret" not in in_json(guest).values()


def test_who_is_ready_is_told_as_he_is_then() -> None:
    resident = RoomMember(1, "person", "Ann", False)
    before = resident.as_member(True)
    resident.is_ready, resident.name = True, "Anna"
    assert (before.is_ready, before.name) == (False, "Ann")
    assert (resident.as_member(True).is_ready, resident.as_member(True).name) == (True, "Anna")


LOST: list[Entry] = [Moved(2000, 1, 1, 0, 0, 0), Moved(2900, 1, 2, 0, 7, 900)]


def finished(kind: str, names: list[str], **differences: object) -> FinishedGame:
    """Return the game of a room in which these people are and one of them loses."""
    row = a_room(**{"id": "room", "kind": kind, "mines": 3, "seed": "5", "owner": "Ann", "made": 1000, **differences})
    room = ROOM_KINDS[kind](row)
    events = []
    for entry in (*(Entered(0, name, name) for name in names), *LOST):
        events += room.apply(entry)
    (ended,) = (event for event in events if type(event) is GameEnded)
    return finished_game(room, ended)


def test_a_game_of_one_is_its_player_s() -> None:
    game = finished("solo", ["Ann"])
    assert (game.person, game.name, game.outcome, game.milliseconds) == ("Ann", "Ann", "lost", 900)
    assert (game.id, game.finished, game.is_ranked) == (game_name("room", "5", 1, 0), 3900, True)
    record = Record.parse(game.record)
    record.verify()
    assert str(record.layout) == game.layout


def test_what_was_taken_off_its_time_is_known() -> None:
    entries: list[Entry] = [Entered(0, "Ann", "Ann"), Moved(2000, 1, 1, 0, 0, 0, 70), Moved(2900, 1, 2, 0, 7, 830)]
    room = ROOM_KINDS["solo"](a_room(id="room", kind="solo", mines=3, seed="5", owner="Ann", made=1000))
    events = [event for entry in entries for event in room.apply(entry)]
    (ended,) = (event for event in events if type(event) is GameEnded)
    game = finished_game(room, ended)
    assert (game.milliseconds, game.lag) == (830, 70)


def test_a_game_of_several_is_nobody_s_and_has_all_names() -> None:
    game = finished("coop", ["Ann", "Bob"])
    assert (game.person, game.name, game.is_ranked) == (None, "Ann, Bob", False)


def test_it_is_the_same_game_again() -> None:
    assert finished("solo", ["Ann"]) == finished("solo", ["Ann"])
    assert finished("solo", ["Ann"], seed="6", settings='{"is_ranked":false}').id != finished("solo", ["Ann"]).id


def test_no_name_of_a_game_looks_like_an_option() -> None:
    names = [game_name("room", str(seed), 1, 0) for seed in range(1000)]
    assert len(set(names)) == 1000
    assert {len(name) for name in names} == {16}
    assert not any(name.startswith("-") for name in names)
