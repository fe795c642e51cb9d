"""Viennasweeper's RMV files: read, written back byte for byte, and compared with ms_toollib."""

from __future__ import annotations

import random
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.rmv import adapt, dump, load
from hypersweep.formats.video import ACTIONS, MouseEvent, Video, record_of
from seeds import seeds

NAMES = {"move": "mv", "left press": "lc", "left release": "lr", "right press": "rc", "right release": "rr"}
NAMES |= {"middle press": "mc", "middle release": "mr", "preflag": "pf"}


def event(code: int, milliseconds: int, x: int, y: int, pad: int = 0) -> bytes:
    at = (x + 12).to_bytes(2, "big") + (y + 56).to_bytes(2, "big")
    return bytes([code]) + milliseconds.to_bytes(3, "big") + bytes([pad]) + at


RESULT = b"\n#BEG#INT#3BV:7#NF:0#TIMESTAMP:1234567890#\n"
ABOUT = b"# Vienna Minesweeper - ver 3.0\n"
PLAYER = b"\0\4\3Ann\2Al\2AT\1?"
BOARD = (1234567890).to_bytes(4, "big") + bytes([4, 3, 0, 2]) + bytes([3, 2, 0, 1])
FLAGS = b"\0\1\3\2"
PROPERTIES = b"\1\0\0\3\1"
EVENTS = b"".join(
    [
        b"\0\0\0\0\0",
        event(3, 20, 40, 8),
        b"\x09\2\0",
        event(1, 130, 41, 300, 7),
        event(4, 70_000, -12, -56),
        b"\x12\1\1\0\0\0\1\0",
        b"\x10",
    ]
)
CHECKSUM = b"sum"


def file(flags: bytes = FLAGS, events: bytes = EVENTS, more: int = 0) -> bytes:
    parts = [RESULT, ABOUT, PLAYER, BOARD, flags, PROPERTIES]
    sizes = b"".join(len(part).to_bytes(2, "big") for part in parts)
    body = sizes + len(events).to_bytes(4, "big") + len(CHECKSUM).to_bytes(2, "big")
    body += b"".join([*parts, events, CHECKSUM])
    return b"*rmv\0\1" + (10 + len(body) + more).to_bytes(4, "big") + body


def second(flags: bytes = FLAGS, extensions: bytes = b"\0\0", side: int = 24, events: bytes = b"") -> bytes:
    """A file of version 2: no result, further properties, places relative to the board, short moves."""
    parts = [ABOUT, PLAYER, BOARD, flags, bytes([1, 0, 4, 3, 7, 0, side]), extensions]
    sizes = b"".join(len(part).to_bytes(2, "big") for part in parts)
    events = events or SECOND
    body = sizes + len(events).to_bytes(4, "big") + len(CHECKSUM).to_bytes(2, "big")
    body += b"".join([*parts, events, CHECKSUM])
    return b"*rmv\0\2\1\5" + (12 + len(body)).to_bytes(4, "big") + body


def signed(code: int, milliseconds: int, x: int, y: int, pad: int = 0) -> bytes:
    at = x.to_bytes(2, "big", signed=True) + y.to_bytes(2, "big", signed=True)
    return bytes([code]) + milliseconds.to_bytes(3, "big") + bytes([pad]) + at


SECOND = b"".join(
    [
        signed(3, 20, 40, 8),
        b"\x09\2\0",
        bytes([28, 255, 0x78]),
        signed(1, 300, 48, 1),
        signed(4, 310, -5, -300, 2),
        bytes([28, 0, 0xF0]),
        signed(1, 320, -6, -300, 2),
        signed(1, 330, -6, -300),
        b"\x12\1\1\x10",
        b"\0\1\x4a",
    ]
)


def test_a_file_of_version_2_is_read() -> None:
    video = load(second())
    assert (video.layout, video.has_marks, video.cell_pixels) == (Layout("3x4", [(2, 3), (1, 0)]), True, 24)
    assert [tuple(each) for each in video.events] == [
        (0, "preflag", 84, 60),
        (20, "left press", 40, 8),
        (20, "left release", 40, 8),
        (275, "move", 47, 0),
        (300, "move", 48, 1),
        (310, "right press", -5, -300),
        (310, "move", -6, -300),
        (320, "move", -6, -300),
        (330, "move", -6, -300),
    ]
    assert (video.tags["program"], video.tags["nick"]) == ("Viennasweeper", "Al")
    extra = video.extra
    assert (extra["type"], extra["clone"], extra["pads"], extra["full"]) == ("2", "0105", "5:2 8:0", "4:1 7:1")
    assert "program" not in load(second().replace(b"\0\2\1\5", b"\0\2\0\5")).tags


@pytest.mark.parametrize(
    "data",
    [
        second(),
        second(flags=b""),
        second(flags=b"\0\0", side=16),
        second(side=0),
        second(extensions=b"\0\1\1a\1b"),
        second(events=b"\x0f"),
        # A short move leaves the range of the others.
        second(events=signed(3, 20, 32767, 8) + bytes([28, 1, 0x70]) + b"\x0f"),
    ],
)
def test_a_file_of_version_2_is_written_back_byte_for_byte(data: bytes) -> None:
    assert dump(load(data)) == data


@pytest.mark.parametrize("events", [b"\0\0\0\0\0\x0f", b"\x1c\1\0\x0f", b"\x1d\x0f"])
def test_what_version_2_has_no_more_is_refused(events: bytes) -> None:
    with pytest.raises(ParseError, match="a known event code"):
        load(second(events=events))


@pytest.mark.parametrize("seed", seeds(50))
def test_ms_toollib_reads_version_2_as_we_do(seed: int) -> None:
    chance = random.Random(seed)
    side, now, x, y = chance.choice((16, 24, 31)), 0, 5, 5
    events = []
    for number in range(chance.randrange(2, 50)):
        is_short = number and chance.random() < 0.6
        now += chance.randrange(200 if is_short else 400)
        x = min(max(x + chance.randrange(-8, 8), 0), 4 * side - 1) if is_short else chance.randrange(4 * side)
        y = min(max(y + chance.randrange(-8, 8), 0), 3 * side - 1) if is_short else chance.randrange(3 * side)
        action = "move" if is_short else chance.choice([name for name in NAMES if name != "preflag"])
        if not number:
            events.append(MouseEvent(now, "left press", x, y))
        events.append(MouseEvent(now, action, x, y))
    video = load(second(flags=b"\0\0", side=side)).replace(events=events)
    extra = {name: text for name, text in video.extra.items() if name not in ("between", "full", "pads", "size")}
    data = dump(video.replace(extra=extra))
    assert load(data).events == tuple(events)
    mouse = ((round(each.time * 1000), each.event.unwrap_mouse()) for each in read(data).events)
    seen = [(when, each.mouse, each.x, each.y) for when, each in mouse]
    assert seen == [(each[0], NAMES[each[1]], each[2], each[3]) for each in events]


def test_a_file_is_read() -> None:
    video = load(file())
    assert video.layout == Layout("3x4", [(2, 3), (1, 0)])
    assert video.has_marks
    assert [tuple(each) for each in video.events] == [
        (0, "preflag", 56, 40),
        (20, "left press", 40, 8),
        (20, "left release", 40, 8),
        (130, "move", 41, 300),
        (70_000, "right press", -12, -56),
    ]
    assert dict(video.tags) == {
        "program": "Viennasweeper",
        "start": "2009-02-13T23:31:30Z",
        "player": "Ann",
        "nick": "Al",
        "country": "AT",
    }
    extra = video.extra
    assert (extra["pads"], extra["end"], extra["order"]) == ("3:7", "16", "03020001")
    assert extra["between"] == "2:0000000000 3:090200 5:1201010000000100"
    assert load(file(flags=b"")).events == video.events[1:]


@pytest.mark.parametrize(
    "data",
    [file(), file(flags=b""), file(flags=b"\0\0"), file(more=7), file(events=b"\x0f"), file(events=EVENTS + b"rest")],
)
def test_a_file_is_written_back_byte_for_byte(data: bytes) -> None:
    assert dump(load(data)) == data


def read(data: bytes) -> Any:
    """Read a file with ms_toollib. Pass only complete files: on others it ends the process."""
    theirs = ms_toollib.RmvVideo("a.rmv", list(data))
    theirs.parse()
    return theirs


def random_replay(seed: int) -> Video:
    chance = random.Random(seed)
    rows, columns, mines = chance.choice([(8, 8, 10), (16, 16, 40), (16, 30, 99), (9, 7, 5), (3, 40, 30)])
    layout = Layout.random((rows, columns), mines, seed=seed)
    actions = [name for name in NAMES if name != "preflag"]
    now, events = 0, []
    for number in range(chance.randrange(1, 60)):
        place = chance.randrange(16 * columns), chance.randrange(16 * rows)
        events.append(MouseEvent(now, chance.choice(actions) if number else "right press", *place))
        now += chance.randrange(200)
    events.append(MouseEvent(now, "left press", 3, 3))
    return Video("evf", layout, events, 16, chance.random() < 0.5, {"player": chance.choice(("Ann", "Žofie", ""))})


@pytest.mark.parametrize("seed", seeds(300))
def test_ms_toollib_reads_what_we_write(seed: int) -> None:
    given = random_replay(seed)
    ours = adapt(given)
    theirs = read(dump(ours))
    rows, columns = given.layout.grid.shape
    assert (theirs.row, theirs.column, theirs.mine_num) == (rows, columns, given.layout.mines)
    mines = [[theirs.board[row][column] == -1 for column in range(columns)] for row in range(rows)]
    assert mines == [[given.layout.is_mine((row, column)) for column in range(columns)] for row in range(rows)]
    mouse = ((round(each.time * 1000), each.event.unwrap_mouse()) for each in theirs.events)
    seen = [(when, each.mouse, each.x, each.y) for when, each in mouse]
    flags = sum(event.action == "preflag" for event in ours.events)
    assert [(when, what) for when, what, _, _ in seen] == [(each[0], NAMES[each[1]]) for each in ours.events]
    assert [each[2:] for each in seen[flags:]] == [each[2:] for each in ours.events[flags:]]
    # It has flags in the corners of their cells.
    assert [(x // 16, y // 16) for _, _, x, y in seen[:flags]] == [
        (x // 16, y // 16) for _, _, x, y in ours.events[:flags]
    ]
    assert theirs.player_identifier == given.tags["player"] == ours.tags.get("player", "")
    assert theirs.rtime_ms == ours.events[-1].milliseconds
    record_of(ours).verify()


@given(st.sampled_from([file(), second()]), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=4))
def test_bytes_of_any_kind_are_read_or_refused(given_file: bytes, changes: list[tuple[int, int]]) -> None:
    data = bytearray(given_file)
    for place, value in changes:
        data[place % len(data)] = value
    try:
        video = load(bytes(data))
    except ParseError as error:
        assert str(error).startswith("expected ")
        return
    assert dump(video) == bytes(data)
    record_of(video).verify()


@given(st.binary(max_size=200))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ParseError):
        load(b"*rmv\0\1" + data)


def test_a_file_that_is_cut_off_is_refused() -> None:
    data = file()
    for length in range(len(data)):
        with pytest.raises(ParseError):
            load(data[:length])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"*rmv\0\1", b"*rmv\0\3", "version 1 or 2 at byte 4 of an RMV file, got 'version 3'"),
        (b"*rmv", b"*rmw", "at byte 0 of an RMV file"),
        (b"\4\3\0\2", b"\4\3\0\3", "a board of 14 bytes, for 3 mines"),
        (b"\3\2\0\1", b"\3\2\3\2", "mines on different cells of 3x4"),
        (b"\3\2\0\1", b"\3\3\0\1", "mines on different cells of 3x4"),
        (b"\0\1\3\2", b"\0\1\4\2", "flags on 3x4"),
        (b"\x10sum", b"\x08sum", "a known event code"),
        (b"\x10sum", b"\x09sum", "an end of the game|2 bytes|a known event code|events that end"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(old: bytes, new: bytes, message: str) -> None:
    data = file()
    assert data.count(old) == 1
    with pytest.raises(ParseError, match=message):
        load(data.replace(old, new))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"form": "evf"}, "in RMV form"),
        ({"events": [MouseEvent(0, "left press", 1, 1)] * 2 + [MouseEvent(1 << 24, "move", 1, 1)]}, "0 to 16777215 ms"),
        (
            {"events": [MouseEvent(0, "left press", 1, 1)] * 2 + [MouseEvent(9, "shift press", 1, 1)]},
            "'shift press' at event 2",
        ),
        ({"events": [MouseEvent(0, "left press", 1, 1)] * 2 + [MouseEvent(9, "move", -13, 1)]}, "of -12, -56 or more"),
        ({"events": [MouseEvent(0, "move", 1, 1)] * 2}, "an RMV file can't hold this replay"),
        (
            {"events": [MouseEvent(0, "left press", 1, 1), MouseEvent(1, "move", 1, 1)]},
            "an RMV file can't hold this replay",
        ),
        ({"events": [MouseEvent(0, "preflag", 1, 1)]}, "an RMV file can't hold this replay"),
        ({"events": [MouseEvent(0, "preflag", 99, 1)]}, "flags on 3x4"),
        ({"extra": {"end": "18"}}, "15 to 17 for 'end'"),
        ({"extra": {"timestamp": "x"}}, "for 'timestamp'"),
        ({"extra": {"player": "0"}}, "hexadecimal digits for 'player'"),
        ({"extra": {"result": "☃"}}, "Latin-1 characters in 'result'"),
        ({"extra": {"result": "x" * 70_000}}, "at most 65535 bytes of result"),
        ({"extra": {"pads": "9:7"}}, "events from 0 to 5 in order"),
        ({"extra": {"pads": "3:777"}}, "padding from 0 to 255"),
        ({"extra": {"between": "3:0"}}, "events from 0 to 5 in order"),
    ],
)
def test_what_no_file_holds_is_refused_with_the_reason(changes: dict[str, Any], message: str) -> None:
    video = load(file())
    plain = {"pads": "", "between": ""} if "events" in changes else {}
    extra = {name: text for name, text in {**video.extra, **plain, **changes.get("extra", {})}.items() if text}
    changes = {name: value for name, value in changes.items() if name != "extra"}
    with pytest.raises((ParameterError, ParseError), match=message):
        dump(video.replace(extra=extra, **changes))


def test_large_boards_and_replays_of_nothing_are_refused() -> None:
    large = Video("evf", Layout("3x256", [(0, 3)]), [MouseEvent(0, "left press", 1, 1)])
    with pytest.raises(LayoutError, match="at most 255"):
        adapt(large)
    with pytest.raises(ParameterError, match="needs a left press"):
        adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "move", 1, 1)]))
    for function in (adapt, dump):
        with pytest.raises(ParameterTypeError):
            function(7)  # type: ignore[arg-type]


@given(
    st.lists(
        st.tuples(
            st.integers(-100, 10**7), st.sampled_from(ACTIONS[:7]), st.integers(-(10**6), 10**6), st.integers(-40, 90)
        ),
        max_size=9,
    )
)
def test_whatever_can_be_adapted_is_written(mouse: list[tuple[int, str, int, int]]) -> None:
    events = [*(MouseEvent(*each) for each in mouse), MouseEvent(10**7, "left press", 3, 3)]
    found = adapt(Video("mvf", Layout("3x4", [(0, 3)]), events, 20))
    assert load(dump(found)) == found
