"""Minesweeper Arbiter's AVF files: read, written back byte for byte, and compared with ms_toollib."""

from __future__ import annotations

import random
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.avf import adapt, dump, load
from hypersweep.formats.video import ACTIONS, MouseEvent, Video, record_of
from seeds import seeds

NAMES = {"move": "mv", "left press": "lc", "left release": "lr", "right press": "rc", "right release": "rr"}
NAMES |= {"middle press": "mc", "middle release": "mr"}


def event(code: int, hundredths: int, x: int, y: int) -> bytes:
    seconds = hundredths // 100 + 1
    return bytes([code, x >> 8, seconds & 255, x & 255, hundredths % 100, y >> 8, seconds >> 8, y & 255])


HEAD = bytes([34, 1, 2, 3, 4, 6, 3, 2, 0, 2]) + bytes([3, 4, 1, 4]) + b"\x06\xa0\xc8"
TEXT = b"[3|W4H3M2|3.9.2025.17:00:08:6660|3.17:00:14:081|B8T301.10]"
EVENTS = [(1, 0, 8, 8), (3, 12, 9, 8), (5, 20, 9, 40), (9, 130, 60, 3), (145, 140, 300, 3), (21, 30009, 9, 0x8000)]
END = bytes([1, 0, 0, 9, 0, 0, 0, 9]) + b"cs=77\rRealTime: 299.90\rSkin: plain\rAnn \xe9l\rrest"


def file(mark: int = 17, gap: bytes = b"\0\x05") -> bytes:
    return HEAD + bytes([mark]) + b"=" + TEXT + gap + b"".join(event(*each) for each in EVENTS) + END


def test_a_file_is_read() -> None:
    video = load(file())
    assert video.layout == Layout("3x4", [(2, 3), (0, 3)])
    assert video.has_marks
    assert not load(file(127)).has_marks
    assert [tuple(each) for each in video.events] == [
        (0, "move", 8, 8),
        (120, "left press", 9, 8),
        (200, "left release", 9, 40),
        (1300, "right press", 60, 3),
        (1400, "right release", 300, 3),
        (300_090, "left release", 9, -0x8000),
    ]
    assert dict(video.tags) == {
        "program": "Minesweeper Arbiter",
        "player": "Ann él",
        "played": "2025-09-03T17:00:08",
    }
    assert (video.extra["codes"], video.extra["order"], video.extra["gap"]) == ("4:145 5:21", "03040104", "0005")


@pytest.mark.parametrize("data", [file(), file(127), file(gap=b""), file().replace(b"Skin", b"Skim")])
def test_a_file_is_written_back_byte_for_byte(data: bytes) -> None:
    assert dump(load(data)) == data


def read(data: bytes) -> Any:
    """Read a file with ms_toollib. Pass only complete files: on others it ends the process."""
    theirs = ms_toollib.AvfVideo("a.avf", list(data))
    theirs.parse()
    return theirs


def random_replay(seed: int) -> Video:
    chance = random.Random(seed)
    rows, columns, mines = chance.choice([(8, 8, 10), (16, 16, 40), (16, 30, 99), (9, 7, 5), (3, 40, 30)])
    layout = Layout.random((rows, columns), mines, seed=seed)
    now, events = chance.randrange(900), []
    for _ in range(chance.randrange(1, 60)):
        place = chance.randrange(16 * columns), chance.randrange(16 * rows)
        events.append(MouseEvent(now, chance.choice(list(NAMES)), *place))
        now += chance.randrange(40_000) if chance.random() < 0.1 else chance.randrange(200)
    return Video("evf", layout, events, 16, chance.random() < 0.5, {"player": chance.choice(("Ann", "Žofie", ""))})


@pytest.mark.parametrize("seed", seeds(300))
def test_ms_toollib_reads_what_we_write(seed: int) -> None:
    given = random_replay(seed)
    ours = adapt(given)
    theirs = read(dump(ours))
    rows, columns = given.layout.grid.shape
    assert (theirs.row, theirs.column, theirs.mine_num) == (rows, columns, given.layout.mines)
    assert theirs.level == int(ours.extra["level"])
    mines = [[theirs.board[row][column] == -1 for column in range(columns)] for row in range(rows)]
    assert mines == [[given.layout.is_mine((row, column)) for column in range(columns)] for row in range(rows)]
    mouse = ((round(each.time * 1000), each.event.unwrap_mouse()) for each in theirs.events)
    seen = [(when, each.mouse, each.x, each.y) for when, each in mouse]
    assert seen == [(when, NAMES[action], x, y) for when, action, x, y in ours.events]
    # A move may stand before them, by which readers find where the events begin.
    assert len(ours.events) - len(given.events) in (0, 1)
    for old, new in zip(given.events, ours.events[-len(given.events) :], strict=True):
        assert 0 <= old.milliseconds - new.milliseconds < 10
    assert theirs.player_identifier.strip() == given.tags["player"] == ours.tags.get("player", "")
    assert theirs.rtime == pytest.approx(ours.events[-1].milliseconds / 1000)
    record_of(ours).verify()


@given(
    st.binary(max_size=12),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=4),
    st.integers(0, 250),
)
def test_bytes_of_any_kind_are_read_or_refused(more: bytes, changes: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(file())
    for place, value in changes:
        data[place % len(data)] = value
    data[cut : cut + len(more) // 2] = more
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
        load(b"\x22\0\0\0\0" + data)


def test_a_file_that_is_cut_off_is_refused() -> None:
    data = file()
    for length in range(len(data) - len(END) + 3):
        with pytest.raises(ParseError):
            load(data[:length])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"\x04\x06\x03", b"\x04\x02\x03", "a level from 3 to 6 at byte 5 of an AVF file, got 2"),
        (b"\x03\x04\x01\x04", b"\x03\x04\x03\x04", "mines on different cells of 3x4 at byte 10"),
        (b"\x03\x04\x01\x04", b"\x03\x04\x00\x04", "mines on different cells of 3x4 at byte 10"),
        (b"\x11=[", b"\x12=[", "a byte of 17 or 127, and a text in brackets at byte 14"),
        (event(3, 12, 9, 8), event(2, 12, 9, 8), "the number of a button at byte 87 of an AVF file, got 2"),
        (
            event(3, 12, 9, 8),
            event(3, 12, 9, 8)[:4] + b"\x64\0\0\x08",
            "hundredths of a second from 0 to 99 at byte 91",
        ),
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
        ({"form": "evf"}, "in AVF form"),
        ({"events": [MouseEvent(5, "move", 1, 1)]}, "whole hundredths"),
        ({"events": [MouseEvent(70_000_000, "move", 1, 1)]}, "whole hundredths"),
        ({"events": [MouseEvent(0, "preflag", 1, 1)]}, "can't hold the action 'preflag' at event 0"),
        ({"events": [MouseEvent(0, "move", 1 << 15, 1)]}, "16-bit coordinates"),
        ({"events": []}, "run into each other|an event in the first second"),
        ({"extra": {"level": "3"}}, "board of level 3, got 3x4 with 2 mines"),
        ({"extra": {"level": "7"}}, "3 to 6 for 'level'"),
        ({"extra": {"version": "x"}}, "0 to 255 for 'version'"),
        ({"extra": {"unused": "00"}}, "4 bytes for 'unused'"),
        ({"extra": {"filler": "0"}}, "hexadecimal digits for 'filler'"),
        ({"extra": {"text": "☃"}}, "Latin-1 characters in 'text'"),
        ({"extra": {"codes": "9"}}, "such as '7:21'"),
        ({"extra": {"codes": "99:21"}}, "events from 0 to 6 in order"),
        ({"extra": {"codes": "0:21"}}, "can't hold the action 'move' at event 0"),
        ({"extra": {"order": "0304"}}, "to list the board's mines"),
    ],
)
def test_what_no_file_holds_is_refused_with_the_reason(changes: dict[str, Any], message: str) -> None:
    video = load(file())
    extra = {**video.extra, **({"codes": ""} if "events" in changes else {}), **changes.get("extra", {})}
    changes = {name: value for name, value in changes.items() if name != "extra"}
    with pytest.raises((ParameterError, ParseError), match=message):
        dump(video.replace(extra=extra, **changes))


def test_large_boards_and_replays_of_nothing_are_refused() -> None:
    large = Video("evf", Layout("3x257", [(0, 3)]), [MouseEvent(0, "move", 1, 1)])
    with pytest.raises(LayoutError, match="at most 256"):
        adapt(large)
    with pytest.raises(LayoutError, match="at most 256"):
        dump(large.replace(form="avf", extra={"version": "34", "level": "6"}))
    with pytest.raises(ParameterError, match="at least one event"):
        adapt(Video("evf", Layout("3x4", [(0, 3)])))
    for function in (adapt, dump):
        with pytest.raises(ParameterTypeError):
            function(7)  # type: ignore[arg-type]


@given(
    st.lists(
        st.tuples(
            st.integers(-100, 10**7), st.sampled_from(ACTIONS), st.integers(-(10**6), 10**6), st.integers(-40, 90)
        ),
        min_size=1,
        max_size=9,
    )
)
def test_whatever_can_be_adapted_is_written(mouse: list[tuple[int, str, int, int]]) -> None:
    given = Video("mvf", Layout("3x4", [(0, 3)]), [MouseEvent(*each) for each in mouse], 20)
    found = adapt(given)
    assert load(dump(found)) == found
    assert len(found.events) - len(mouse) - sum(what == "preflag" for _, what, _, _ in mouse) in (0, 1)


def test_a_side_of_256_has_no_mine_in_its_last_cells() -> None:
    event = MouseEvent(0, "left press", 8, 8)
    video = adapt(Video("evf", Layout("2x256", [(0, 254)]), [event]))
    assert load(dump(video)) == video
    for layout in (Layout("2x256", [(0, 255)]), Layout("256x2", [(255, 0)]), Layout("257x1", [(0, 0)])):
        with pytest.raises(LayoutError, match=r"first 255 rows and columns|at most 256 rows"):
            adapt(Video("evf", layout, [event]))
