"""EVF files that are written by hand, by ms_toollib or by hypersweep, and broken ones."""

from __future__ import annotations

import random
import re
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Layout, Outcome, ParameterError, ParseError
from hypersweep.formats.byte_fields import ByteReader
from hypersweep.formats.evf import (
    VERSIONS,
    adapt,
    dump,
    dump_further,
    dump_timed,
    load,
    load_further,
    load_timed,
    optional_number,
)
from hypersweep.formats.format_detection import fitting_formats
from hypersweep.formats.video import ACTIONS, MouseEvent, Video
from hypersweep.stats import three_bv

# The board of 3x4 in the description of the format, rows of 0011, 0111 and 1111.
HEAD_3 = bytes.fromhex("03 b0 c0 03 04 0009 10 0007 0002 0004d2")
TEXTS_3 = b"Meta 3.1\0Ann\0cup\0ann@x\x001700000000000000\x001700000001234567\0DE\0\x01\xff\0"
EVENTS_3 = bytes.fromhex("02 000000 0008 0009  03 0001f4 0010 0008  08 010000 ffff 0000")
V3 = HEAD_3 + TEXTS_3 + bytes.fromhex("37f0") + EVENTS_3 + b"\0" + bytes(range(32))
# Before version 3 there are no settings, before version 2 there is no uuid.
BOARD_3 = V3[len(HEAD_3 + TEXTS_3) :]
V2 = b"\2\xb0" + HEAD_3[3:] + TEXTS_3 + BOARD_3
V1, V0 = (bytes([version]) + b"\xb0" + HEAD_3[3:] + TEXTS_3.removesuffix(b"\1\xff\0") + BOARD_3 for version in (1, 0))
HEAD_4 = bytes.fromhex("04 88 80 03 04 0009 10 0000 0002 000004d2") + b"FR"
HEAD_4 += (1_700_000_000_000_000).to_bytes(8, "big") + (0).to_bytes(8, "big")
TEXTS_4 = b"Arbiter\0Meta 3.2\0gbk\0Ann\0\0\0\0\2ab"
EVENTS_4 = bytes.fromhex("02 00 0008 0009  ff01f4 03 00 0008 ffff  09 05 fff0 0000")
V4 = HEAD_4 + TEXTS_4 + bytes.fromhex("37f0 0000") + EVENTS_4 + b"\0\0\3abc"
# A state, a change of a cell, two figures, a long pause and one at the end.
OTHERS = bytes.fromhex(
    "ff0003 02 00 0008 0009  5c07 64 02 8000 8000 ff0100 c8 01 2710 4004000000000000 c9 01 2711 4142 00"
    "03 02 0001 0001  ffffff"
)
V4_OTHERS = HEAD_4 + TEXTS_4 + bytes.fromhex("37f0 0002") + b"a\0b\0" + OTHERS + b"\0\0\0"
FILES = [V0, V1, V2, V3, V4, V4_OTHERS]

CODES = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "cc", "pf")


def test_a_file_of_version_3_is_read() -> None:
    video = load(V3)
    assert video.layout == Layout("3x4", [(0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)])
    assert video.events == (
        MouseEvent(0, "left press", 8, 9),
        MouseEvent(500, "left release", 16, 8),
        MouseEvent(65536, "preflag", 65535, 0),
    )
    assert (video.cell_pixels, video.has_marks) == (16, True)
    assert video.tags == {
        "program": "Meta 3.1",
        "player": "Ann",
        "event": "cup",
        "identity": "ann@x",
        "start": "2023-11-14T22:13:20Z",
        "end": "2023-11-14T22:13:21.234567Z",
        "country": "DE",
    }
    assert video.extra == {
        "version": "3",
        "flags": "b0",
        "settings": "40",
        "mode": "7",
        "3bv": "2",
        "time": "1234",
        "uuid": "01ff",
        "checksum": bytes(range(32)).hex(),
    }
    assert dump(video) == V3


@pytest.mark.parametrize("data", [V0, V1, V2])
def test_a_file_of_an_older_version_is_read(data: bytes) -> None:
    video, later = load(data), load(V3)
    assert fitting_formats(data)[0].name == "evf"
    assert (video.layout, video.events, video.tags) == (later.layout, later.events, later.tags)
    assert (video.cell_pixels, video.has_marks) == (16, False)
    missing = {"settings"} if data[0] == 2 else {"settings", "uuid"}
    assert video.extra == {name: text for name, text in later.extra.items() if name not in missing} | {
        "version": str(data[0])
    }
    assert dump(video) == data
    assert dump(adapt(later.replace(has_marks=False), data[0]).replace(extra=video.extra)) == data


def test_a_file_of_version_4_is_read() -> None:
    video = load(V4)
    assert video.events == (
        MouseEvent(0, "left press", 8, 9),
        MouseEvent(500, "left release", 16, 8),
        MouseEvent(505, "shift press", 0, 8),
    )
    assert video.tags == {"country": "FR", "start": "2023-11-14T22:13:20Z", "program": "Arbiter", "player": "Ann"}
    assert (video.extra["transcoder"], video.extra["encoding"]) == ("Meta 3.2", "gbk")
    assert (video.extra["uuid"], video.extra["checksum"]) == (b"ab".hex(), b"abc".hex())
    assert dump(video) == V4


def test_what_stands_between_takes_time_and_is_kept() -> None:
    video = load(V4_OTHERS)
    assert video.events == (
        MouseEvent(3, "left press", 8, 9),
        MouseEvent(3 + 7 + 2 + 256 + 1 + 1 + 2, "left release", 9, 10),
    )
    assert video.extra["metrics"] == "0002" + b"a\0b\0".hex()
    assert [word.partition(":")[0] for word in video.extra["between"].split()] == ["0", "1", "2"]
    assert dump(video) == V4_OTHERS
    later = video.replace(events=[*video.events[:1], MouseEvent(5000, "left release", 9, 10)])
    assert load(dump(later)).events == later.events
    with pytest.raises(ParameterError, match=r"that never decrease.* at event 1"):
        dump(video.replace(events=[*video.events[:1], MouseEvent(100, "left release", 9, 10)]))


@pytest.mark.parametrize("gap", [1, 255, 256, 300, 511, 65535, 65536, 65790, 65791, 131070, 131071, 1_000_000])
def test_gaps_are_written_as_ms_toollib_writes_them(gap: int) -> None:
    events = [
        MouseEvent(0, "left press", 1, 2),
        MouseEvent(gap, "move", 60, 30),
        MouseEvent(gap + 7, "left release", 0, 2),
    ]
    ours = dump(Video("evf", Layout("3x4", [(0, 3)]), events))
    theirs = read(ours)
    assert seen(theirs) == [(event.milliseconds, short(event.action), event.x, event.y) for event in events]
    theirs.generate_evf_v4_raw_data()
    assert bytes(theirs.raw_data)[-30:] == ours[-30:]


def read(data: bytes) -> Any:
    """Read a file with ms_toollib. Pass only complete files: on others it ends the process."""
    video = ms_toollib.EvfVideo("a.evf", list(data))
    video.parse()
    return video


def short(action: str) -> str:
    return CODES[ACTIONS.index(action)]


def seen(video: Any) -> list[tuple[int, str, int, int]]:
    mouse = ((round(event.time * 1000), event.event.unwrap_mouse()) for event in video.events)
    return [(when, event.mouse, event.x, event.y) for when, event in mouse]


def random_video(seed: int, version: int) -> Video:
    """A replay of random clicks on a random board, with what a version can hold."""
    dice = random.Random(seed)
    rows, columns = dice.randint(1, 24), dice.randint(1, 30)
    layout = Layout.random((rows, columns), dice.randint(0, rows * columns - 1), seed=seed)
    pixels = dice.randint(5, 40)
    now, events = dice.choice([0, 3]), []
    for number in range(dice.randint(1, 60)):
        x, y = dice.randint(0, columns * pixels), dice.randint(0, rows * pixels)
        # The first is a press of the left or the right button: at any other ms_toollib ends the process.
        events.append(MouseEvent(now, dice.choice(ACTIONS if number else ("left press", "right press")), x, y))
        now += int(dice.choice([0, 1, 8, 254, 255, 256, 257, 3000, 66000]))
    tags = {"player": "Ann é", "program": "hs", "event": "x", "identity": "me", "country": "DE"}
    extra = {"version": str(version), "flags": "c0", "checksum": bytes(range(32)).hex()}
    extra |= {"time": str(now)} | ({"uuid": "0102"} if version >= 2 else {})
    return Video("evf", layout, events, pixels, version >= 3 and dice.random() < 0.5, tags, extra)


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_ms_toollib_reads_what_we_write_and_we_what_it_writes(version: int) -> None:
    for seed in range(100):
        video = random_video(seed, version)
        data = dump(video)
        assert load(data).replace(extra={}) == video.replace(extra={})
        assert dump(load(data)) == data
        theirs = read(data)
        assert seen(theirs) == [(event.milliseconds, short(event.action), event.x, event.y) for event in video.events]
        mines = {(row, column) for row, line in enumerate(theirs.board) for column, code in enumerate(line) if code < 0}
        assert mines == set(video.layout.mine_cells())
        assert (theirs.row, theirs.column, theirs.mine_num) == (*video.layout.grid.shape, video.layout.mines)
        assert (theirs.bbbv, theirs.rtime_ms, theirs.country) == (
            three_bv(video.layout),
            int(video.extra["time"]),
            "DE",
        )
        assert theirs.player_identifier == "Ann é"
        assert (theirs.is_completed, theirs.is_official, theirs.is_fair) == (True, True, False)
        for other, generate in (
            (0, theirs.generate_evf_v0_raw_data),
            (2, theirs.generate_evf_v2_raw_data),
            (3, theirs.generate_evf_v3_raw_data),
            (4, theirs.generate_evf_v4_raw_data),
        ):
            generate()
            # ms_toollib 1.5.20 writes version 2 with the number 0.
            written = bytes([other, *theirs.raw_data[1:]])
            again = load(written)
            assert (again.extra["version"], again.events, again.layout) == (str(other), video.events, video.layout)
            assert dump(again) == written


@pytest.mark.parametrize("marks", [True, False])
def test_a_game_that_ms_toollib_recorded_is_read_and_written_back(marks: bool) -> None:
    layout = Layout("4x4", [(0, 3), (3, 0)])
    board = [
        [-1 if code == -3 else code for code in row]
        for row in ([0, 0, 1, -1], [0, 0, 1, 1], [1, 1, 0, 0], [-1, 1, 0, 0])
    ]
    game = ms_toollib.BaseVideo(board, 16)
    for action, place in (("mv", (3, 4)), ("rc", (5, 56)), ("rr", (6, 57)), ("lc", (0, 0)), ("lr", (1, 2))):
        game.step(action, place)
    game.use_question, game.software, game.player_identifier = marks, "Test", "Ann"
    game.country, game.device_uuid = "DE", [7, 8, 9]
    for generate in (game.generate_evf_v3_raw_data, game.generate_evf_v4_raw_data):
        generate()
        data = bytes(game.raw_data)
        video = load(data)
        assert (video.layout, video.has_marks, video.tags["player"]) == (layout, marks, "Ann")
        assert [(event.action, event.x, event.y) for event in video.events] == [
            ("right press", 56, 5),
            ("right release", 57, 6),
            ("left press", 0, 0),
            ("left release", 2, 1),
        ]
        assert (video.extra["uuid"], video.extra["flags"], "start" in video.tags) == ("070809", "80", True)
        assert dump(video) == data


texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)


@st.composite
def videos(draw: st.DrawFn) -> Video:
    version = draw(st.sampled_from(VERSIONS))
    rows, columns = draw(st.integers(1, 9)), draw(st.integers(1, 20))
    mines = draw(st.sets(st.integers(0, rows * columns - 1), max_size=20))
    times = draw(st.lists(st.integers(0, 100_000), max_size=12))
    place = st.integers(0, 65535)
    events = [
        MouseEvent(time, draw(st.sampled_from(ACTIONS)), draw(place), draw(place))
        for time in (sorted(times) if version == 4 else times)
    ]
    tags = {name: text for name in ("program", "player", "event", "identity") if (text := draw(texts))}
    tags |= {"country": "AT", "start": "2020-02-29T12:30:00.000001Z"}
    extra = {"version": str(version), "flags": f"{draw(st.integers(0, 255)):02x}", "time": "99", "mode": "3"}
    has_marks = version >= 3 and draw(st.booleans())
    return Video("evf", Layout((rows, columns), mines), events, draw(st.integers(1, 255)), has_marks, tags, extra)


@pytest.mark.slow
@given(videos())
def test_what_is_written_is_read_again(video: Video) -> None:
    data = dump(video)
    again = load(data)
    assert again.replace(extra={}) == video.replace(extra={})
    assert dump(again) == data


@given(
    st.sampled_from([V0, V1, V2, V3, V4, V4_OTHERS]),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), max_size=4),
)
def test_whatever_is_read_is_written_back_byte_for_byte(data: bytes, changes: list[tuple[int, int]]) -> None:
    changed = bytearray(data)
    for place, value in changes:
        changed[place % len(data)] = value
    try:
        video = load(bytes(changed))
    except ParseError as error:
        assert "an EVF file" in str(error)
    else:
        assert dump(video) == bytes(changed)
        assert "bytes" not in repr(video)
        for version in VERSIONS:
            try:
                adapted = adapt(video, version)
                assert load(dump(adapted)).layout == video.layout
            except ParameterError as error:
                assert re.search("expected|holds|question marks", str(error))


@given(st.binary(max_size=80), st.sampled_from([b"", V0[:28], V2[:29], V3[:30], V4[:40], V4[:-30]]))
def test_bytes_of_any_kind_are_read_or_refused(data: bytes, before: bytes) -> None:
    try:
        video = load(before + data)
    except ParseError:
        return
    assert dump(video) == before + data


@pytest.mark.parametrize("data", [V0, V2, V3, V4, V4_OTHERS])
def test_a_file_that_is_cut_off_is_refused(data: bytes) -> None:
    for length in range(len(data)):
        with pytest.raises(ParseError, match="of an EVF file, got"):
            load(data[:length])
    with pytest.raises(ParseError, match="expected the end of the file at byte"):
        load(data + b"\0")


@pytest.mark.parametrize("version", [5, 255])
def test_other_versions_are_refused_by_their_number(version: int) -> None:
    with pytest.raises(ParseError, match=f"expected version 0 to 4 at byte 0 of an EVF file, got 'version {version}'"):
        load(bytes([version]) + V3[1:])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (HEAD_3, HEAD_3[:3] + b"\0" + HEAD_3[4:], "expected rows of 1 or more at byte 3"),
        (HEAD_3, HEAD_3[:6] + b"\x08" + HEAD_3[7:], "expected as many mines as the board has, 9 at byte 5"),
        (HEAD_3, HEAD_3[:7] + b"\0" + HEAD_3[8:], "expected the side of a cell of 1 or more at byte 7"),
        (b"\x37\xf0", b"\x37\xf8", "expected zeros after the last cell at byte"),
        (b"\x03\x00\x01\xf4", b"\x0a\x00\x01\xf4", "expected an event code from 1 to 9"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(old: bytes, new: bytes, message: str) -> None:
    assert V3.count(old) == 1
    with pytest.raises(ParseError, match=message):
        load(V3.replace(old, new))


def test_text_that_is_no_text_is_kept_as_bytes() -> None:
    data = (
        V3.replace(b"Ann", b"\xff\xfe").replace(b"1700000000000000", b"yesterday").replace(b"17000000012345", b"00017")
    )
    video = load(data)
    assert (video.tags["player"], "start" in video.tags) == ("\ufffd\ufffd", False)
    assert video.extra["player bytes"] == "fffe"
    assert dump(video) == data
    assert load(dump(video.replace(tags={**video.tags, "player": "Bob"}))).tags["player"] == "Bob"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"layout": Layout("256x3")}, "at most 255 rows and columns, got 256x3"),
        ({"cell_pixels": 256}, "at most 255 pixels, got 256"),
        ({"events": [MouseEvent(-1, "move", 0, 0)]}, "times from 0 to 4,294,967,295 ms"),
        ({"events": [MouseEvent(1 << 32, "move", 0, 0)], "extra": {"time": "0"}}, "times from 0 to 4,294,967,295 ms"),
        ({"events": [MouseEvent(0, "move", -1, 0)]}, "coordinates from 0 to 65,535"),
        ({"events": [MouseEvent(9, "move", 0, 0), MouseEvent(8, "move", 0, 0)]}, "at event 1"),
        ({"tags": {"player": "A\0n"}}, "no NUL in the player"),
        ({"tags": {"player": "\ud800"}}, "UTF-8 can encode for the player"),
        ({"tags": {"country": "Austria"}}, "expected 2 bytes for the country"),
        ({"tags": {"start": "soon"}}, "expected a time such as"),
        ({"tags": {"start": "1969-12-31T23:59:59Z"}}, "1970 or later"),
        ({"form": "avf"}, r"adapt\(\) converts it"),
        ({"extra": {"version": "5"}}, "expected version 0 to 4"),
        ({"extra": {"version": "2"}, "has_marks": True}, "version 2 can't store question marks"),
        ({"extra": {"version": "2", "settings": "40"}}, "version 2 has no settings"),
        ({"extra": {"version": "1", "uuid": "40"}}, "version 1 has no uuid"),
        ({"extra": {"flags": "0"}}, "expected hexadecimal digits for 'flags'"),
        ({"extra": {"flags": "0000"}}, "expected 1 bytes for 'flags'|expected 1 byte for 'flags'"),
        ({"extra": {"mode": "-1"}}, "expected a number for 'mode'"),
        ({"extra": {"mode": "65536"}}, "mode"),
        ({"extra": {"metrics": "0001"}}, "expected a count, and names"),
        ({"extra": {"between": "1:ff0001"}}, "between"),
        ({"extra": {"between": "0:ff00"}}, "whole entries in 'between'"),
        ({"extra": {"between": "0:02"}}, "expected event indices, each with whole entries"),
        ({"extra": {"version": "3", "checksum": "00"}}, "a checksum of 32 bytes"),
        ({"extra": {"version": "3"}, "events": [MouseEvent(1 << 24, "move", 0, 0)]}, "below 16777216"),
    ],
)
def test_what_no_file_holds_is_refused_with_the_reason(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        dump(Video("evf", Layout("3x4", [(0, 3)])).replace(**changes))


@pytest.mark.parametrize("version", [3, 4])
def test_a_replay_of_another_format_is_adapted(version: int) -> None:
    events = [MouseEvent(-20, "right press", -5, 3), MouseEvent(10, "left press", 3, 3), MouseEvent(5, "move", 64, 0)]
    video = Video(
        "avf", Layout("3x4", [(0, 3)]), events, tags={"country": "Austria", "player": "Ann"}, extra={"mode": "?"}
    )
    again = load(dump(adapt(video, version)))
    assert [event.action for event in again.events] == [event.action for event in events]
    assert [event.milliseconds for event in again.events] == ([0, 30, 25] if version == 3 else [0, 30, 30])
    assert [(event.x, event.y) for event in again.events] == [(64, 48), (3, 3), (64, 48)]
    assert again.tags.get("country") == ("Austria" if version == 3 else None)
    assert [event[1:] for event in map(tuple, seen(read(dump(again))))] == [
        ("rc", 64, 48),
        ("lc", 3, 3),
        ("mv", 64, 48),
    ]
    with pytest.raises(ParameterError, match="expected version 0 to 4"):
        adapt(video, 5)


def test_versions_are_changed_into_each_other() -> None:
    video = load(V3)
    assert load(dump(adapt(video.replace(has_marks=False), 1))).events == video.events
    assert load(dump(adapt(video, 4))).events == video.events
    back = adapt(load(dump(adapt(video, 4))), 3)
    assert load(dump(back)).replace(extra={}) == video.replace(extra={})


@pytest.mark.parametrize("version", [3, 4])
def test_ms_toollib_plays_a_won_game_as_we_do(version: int) -> None:
    layout = Layout.random("8x8", 10, seed=5, first=(0, 0), first_open="opening")
    game, events, now = Game(layout=layout), [], 0
    for cell in layout.grid:
        if not layout.is_mine(cell) and not game.is_open(cell):
            game.open(cell)
            row, column = cell
            for action in ("left press", "left release"):
                events.append(MouseEvent(now, action, 16 * column + 8, 16 * row + 8))
                now += 90
    assert game.outcome is Outcome.WON
    theirs = read(dump(Video("evf", layout, events, extra={"version": str(version), "flags": "80"})))
    theirs.analyse()
    theirs.current_time = 999
    assert (theirs.bbbv_solved, theirs.bbbv) == (three_bv(layout), three_bv(layout))
    assert (theirs.left, theirs.right, theirs.double) == (len(events) // 2, 0, 0)
    assert theirs.rtime_ms == events[-1].milliseconds


FAR = [MouseEvent(0, "move", 65535, 0), MouseEvent(0, "move", 0, 65535), MouseEvent((1 << 24) - 1, "move", 40000, 7)]


def test_places_wrap_and_times_reach_their_limits() -> None:
    further = b"".join(dump_further(FAR, {}))
    assert load_further(ByteReader(further + b"\0", "events")) == (tuple(FAR), {})
    timed = b"".join(dump_timed(FAR))
    assert load_timed(ByteReader(timed + b"\0", "events")) == (tuple(FAR), True)
    assert load_timed(ByteReader(timed + b"\xff", "events")) == (tuple(FAR), False)
    with pytest.raises(ParameterError, match="at event 0"):
        list(dump_timed([MouseEvent(1 << 24, "move", 0, 0)]))


@pytest.mark.slow
def test_many_pauses_are_read_once() -> None:
    pauses = bytes.fromhex("ff0001") * 200_000
    events, between = load_further(ByteReader(pauses + bytes.fromhex("01 00 0001 0002 00"), "events"))
    assert events == (MouseEvent(200_000, "move", 1, 2),)
    assert between == {0: pauses}
    with pytest.raises(ParseError, match="expected 3 bytes of a pause at byte"):
        load_further(ByteReader(pauses + b"\xff\0", "events"))


def test_numbers_that_a_video_keeps() -> None:
    assert optional_number({"mode": "65535"}, "mode", 0, 1 << 16) == 65535
    assert optional_number({}, "mode", 7, 1 << 16) == 7
    for text in ("", "x", "-1", "65536", "9" * 5000, "²"):
        with pytest.raises(ParameterError, match="mode"):
            optional_number({"mode": text}, "mode", 0, 1 << 16)
