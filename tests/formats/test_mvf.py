"""Minesweeper Clone 0.97's MVF files: read, written back byte for byte, and compared with ms_toollib."""

from __future__ import annotations

import random
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, LayoutError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.format_detection import fitting_formats
from hypersweep.formats.mvf import adapt, bit_order, dump, load
from hypersweep.formats.video import ACTIONS, MouseEvent, Video, record_of
from seeds import seeds

NAMES = {"move": "mv", "left press": "lc", "left release": "lr", "right press": "rc", "right release": "rr"}
NAMES |= {"middle press": "mc", "middle release": "mr"}
SEED = 12345


def state(hundredths: int, x: int, y: int, left: int = 0, right: int = 0, middle: int = 0, spare: int = 0) -> bytes:
    plain = [right, middle, left]
    fields = ((y, 9), (x, 9), (hundredths % 100, 7), (hundredths // 100, 10), (spare, 2))
    for value, size in fields:
        plain += [value >> bit & 1 for bit in range(size)]
    data = bytearray(5)
    for where, bit in zip(bit_order(SEED), plain, strict=True):
        data[where // 8] |= bit << where % 8
    return bytes(data)


STATES = [
    state(0, 8, 8, left=1),
    state(12, 8, 8),
    state(50, 40, 9),
    state(70, 40, 9),
    state(70, 40, 9, right=1, left=1),
    state(33_333, 511, 0, middle=1, spare=2),
]
HEAD = b"\x11\x4d" + bytes(25) + b"5" + b"Clone".ljust(46, b".")
FIGURES = bytes([9, 30, 7, 218, 17, 5, 8]) + bytes([4, 1]) + b"\1\x4d\x21" + b"\0\7" + b"figures!"
BOARD = bytes([4, 3, 0, 2]) + bytes([4, 3, 1, 2])


def file(states: list[bytes] = STATES, marks: int = 1, rest: bytes = b"") -> bytes:
    body = FIGURES + bytes([marks]) + BOARD + b"\5Ann \xe9" + SEED.to_bytes(2, "big")
    return HEAD + body + len(states).to_bytes(3, "big") + b"".join(states) + rest


def test_a_file_is_read() -> None:
    video = load(file())
    assert video.layout == Layout("3x4", [(2, 3), (1, 0)])
    assert video.has_marks
    assert not load(file(marks=0)).has_marks
    assert [tuple(each) for each in video.events] == [
        (0, "move", 8, 8),
        (0, "left press", 8, 8),
        (120, "left release", 8, 8),
        (500, "move", 40, 9),
        (700, "left press", 40, 9),
        (700, "right press", 40, 9),
        (333_330, "move", 511, 0),
        (333_330, "middle press", 511, 0),
        (333_330, "left release", 511, 0),
        (333_330, "right release", 511, 0),
    ]
    assert dict(video.tags) == {
        "program": "Minesweeper Clone 0.97",
        "player": "Ann é",
        "played": "2010-09-30T17:05:08",
    }
    extra = video.extra
    assert (extra["groups"], extra["idle"], extra["spare"]) == ("211024", "3:700", "5:2")
    assert (extra["time"], extra["3bv"], extra["order"]) == ("33333", "7", "04030102")


@pytest.mark.parametrize(
    "data", [file(), file([]), file(marks=9), file(rest=b"more"), file(STATES[:2]), file(STATES[1:2])]
)
def test_a_file_is_written_back_byte_for_byte(data: bytes) -> None:
    assert dump(load(data)) == data


@pytest.mark.parametrize("seed", [0, 1, 77, 40_000, 65_535])
def test_an_order_of_bits_has_each_once(seed: int) -> None:
    assert sorted(bit_order(seed)) == list(range(40))
    assert sorted(bit_order(seed, 6)) == list(range(48))


def late_state(
    milliseconds: int, x: int, y: int, left: int = 0, right: int = 0, middle: int = 0, spare: int = 0
) -> bytes:
    """A state as Clone 2006 and 2007 write it: in milliseconds, places 32 higher."""
    plain = [right, middle, left]
    for value, size in ((y + 32, 11), (x + 32, 11), (milliseconds, 22), (spare, 1)):
        plain += [value >> bit & 1 for bit in range(size)]
    data = bytearray(6)
    for where, bit in zip(bit_order(SEED, 6), plain, strict=True):
        data[where // 8] |= bit << where % 8
    return bytes(data)


def late_file(year: str = "2006", release: int = 1) -> bytes:
    states = [
        late_state(0, 8, 8, left=1),
        late_state(7, 8, 8),
        late_state(4_000_001, 2015, -32, middle=1, spare=1),
    ]
    head = (
        f"\x11Minesweeper Clone\t2004-{year}\x18".encode().ljust(53, b".")
        + b"\x0e"
        + f"{year} release {release}".encode()
    )
    assert head[27:28] == year[-1].encode()
    body = head.ljust(71, b".") + bytes([9, 30, 7, 218, 17, 5, 8]) + bytes([4, 3]) + b"\0\xb2\x4e" + b"\1" + BOARD
    return body + b"\3Ann" + SEED.to_bytes(2, "big") + len(states).to_bytes(3, "big") + b"".join(states)


@pytest.mark.parametrize("year", ["2006", "2007"])
def test_files_of_clone_2006_and_2007_are_read_and_written_back(year: str) -> None:
    video = load(late_file(year))
    assert (video.layout, video.has_marks) == (Layout("3x4", [(2, 3), (1, 0)]), True)
    assert [tuple(each) for each in video.events] == [
        (0, "move", 8, 8),
        (0, "left press", 8, 8),
        (7, "left release", 8, 8),
        (4_000_001, "move", 2015, -32),
        (4_000_001, "middle press", 2015, -32),
    ]
    assert (video.tags["program"], video.tags["player"]) == (f"Minesweeper Clone {year} release 1", "Ann")
    assert (video.extra["time"], video.extra["mode"], video.extra["spare"]) == ("45646", "3", "2:1")
    assert dump(video) == late_file(year)
    assert load(late_file(year, 2)).tags["program"] == f"Minesweeper Clone {year} release 2"
    assert load(late_file(year).replace(b"release", b"rel\0ase")).tags["program"] == f"Minesweeper Clone {year}"
    assert record_of(video).rules.first_open == "any"
    for changes, message in (
        ({"events": [MouseEvent(1 << 22, "move", 1, 1)]}, "whole milliseconds from 0 to 4194 seconds"),
        ({"events": [MouseEvent(0, "move", 2016, 1)]}, "coordinates from -32 to 2015"),
        ({"events": [MouseEvent(0, "move", 1, -33)]}, "coordinates from -32 to 2015"),
    ):
        plain = {name: text for name, text in video.extra.items() if name not in ("groups", "spare")}
        with pytest.raises(ParameterError, match=message):
            dump(video.replace(extra=plain, **changes))


EARLY = Layout("8x8", [(0, column) for column in range(8)] + [(7, 0), (7, 7)])
EARLY_STATES = bytes.fromhex(
    "00 00 01 0008 0018 0000 63 00 0009 0018 0701 00 02 0009 0018 0001 00 00 0009 0018 00fe 05 05 ffff 0000 00"
)


def early_file(version: str = "0.96", states: bytes = EARLY_STATES, more: bytes = b"\x00\x01") -> bytes:
    """A file of a version before 0.97, whose tails differ."""
    board = bytes([8, 8, 0, 10]) + bytes(part for row, column in EARLY_CELLS for part in (column, row))
    time, name = b"\x00\xfe\x05", b"Ann".ljust(100)
    tail = {
        "0.96": time + name + b"\0" + b"c" * 20 + b"\0",
        "0.76": time + name + b"1234567890",
        "0.75": time + b"1234567890",
    }
    return board + b"\1\0" + states + more + tail[version]


EARLY_CELLS = [(int(index) // 8, int(index) % 8) for index in EARLY.mine_indices()]


@pytest.mark.parametrize("version", ["0.96", "0.76", "0.75"])
def test_files_before_097_are_read_and_written_back(version: str) -> None:
    data = early_file(version)
    assert [form.name for form in fitting_formats(data)] == ["mvf"]
    video = load(data)
    assert (video.layout, video.has_marks) == (EARLY, True)
    assert [tuple(each) for each in video.events] == [
        (0, "move", 8, 24),
        (0, "left press", 8, 24),
        (990, "move", 9, 24),
        (990, "left release", 9, 24),
        (1000, "middle press", 9, 24),
        (1000, "middle release", 9, 24),
        (254_050, "move", 65_535, 0),
        (254_050, "left press", 65_535, 0),
        (254_050, "right press", 65_535, 0),
        # The file ends with the buttons held.
        (254_050, "left release", 65_535, 0),
        (254_050, "right release", 65_535, 0),
    ]
    assert video.tags["program"] == f"Minesweeper Clone {version}"
    assert video.tags.get("player") == (None if version == "0.75" else "Ann")
    assert dump(video) == data
    record_of(video).verify()


@pytest.mark.parametrize(
    "data",
    [early_file(states=b""), early_file(more=b""), early_file(states=EARLY_STATES[:8]), early_file(more=b"\0" * 7)],
)
def test_other_files_before_097_are_written_back_too(data: bytes) -> None:
    assert dump(load(data)) == data


def test_files_before_097_that_cannot_be_are_refused() -> None:
    with pytest.raises(ParseError, match="a time, a name and a checksum at the end"):
        load(early_file()[:80])
    with pytest.raises(ParseError, match="mines on different cells"):
        load(early_file().replace(b"\1\0", b"\0\0", 1))
    video = load(early_file())
    for events, message in (
        ([MouseEvent(256_000, "move", 1, 1)], "from 0 to 255 seconds"),
        ([MouseEvent(0, "move", -1, 1)], "16-bit coordinates"),
        ([MouseEvent(5, "move", 1, 1)], "whole hundredths"),
    ):
        extra = {
            name: text for name, text in video.extra.items() if name not in ("groups", "spare", "released", "idle")
        }
        with pytest.raises(ParameterError, match=message):
            dump(video.replace(events=events, extra=extra))
    with pytest.raises(ParameterError, match="can't hold this replay"):
        dump(video.replace(layout=LAYOUT))


LAYOUT = Layout("3x4", [(0, 3)])


def test_late_files_that_are_cut_off_are_refused() -> None:
    data = late_file()
    for length in range(len(data)):
        with pytest.raises(ParseError):
            load(data[:length])


def read(data: bytes) -> Any:
    """Read a file with ms_toollib. Pass only complete files: on others it ends the process."""
    theirs = ms_toollib.MvfVideo("a.mvf", list(data))
    theirs.parse()
    return theirs


def random_replay(seed: int) -> Video:
    chance = random.Random(seed)
    rows, columns, mines = chance.choice([(8, 8, 10), (16, 16, 40), (16, 30, 99), (9, 7, 5), (3, 31, 30)])
    layout = Layout.random((rows, columns), mines, seed=seed)
    now, events = chance.randrange(900), []
    for _ in range(chance.randrange(2, 60)):
        place = chance.randrange(16 * columns), chance.randrange(16 * rows)
        events.append(MouseEvent(now, chance.choice(list(NAMES)), *place))
        now += chance.randrange(20_000) if chance.random() < 0.1 else chance.randrange(200)
    return Video("evf", layout, events, 16, chance.random() < 0.5, {"player": chance.choice(("Ann", "Eve"))})


@pytest.mark.parametrize("seed", seeds(300))
def test_ms_toollib_reads_what_we_write(seed: int) -> None:
    given = random_replay(seed)
    adapted = adapt(given)
    # Any order of the bits.
    ours = adapted.replace(extra={**adapted.extra, "seed": str(random.Random(seed).randrange(1 << 16))})
    theirs = read(dump(ours))
    rows, columns = given.layout.grid.shape
    assert (theirs.row, theirs.column, theirs.mine_num) == (rows, columns, given.layout.mines)
    mines = [[theirs.board[row][column] == -1 for column in range(columns)] for row in range(rows)]
    assert mines == [[given.layout.is_mine((row, column)) for column in range(columns)] for row in range(rows)]
    mouse = ((round(each.time * 1000), each.event.unwrap_mouse()) for each in theirs.events)
    seen = [(when, each.mouse, each.x, each.y) for when, each in mouse]
    expected = [(when, NAMES[action], x, y) for when, action, x, y in ours.events]
    # The first state has only one field, the second a movement of the mouse.
    times = sorted({each[0] for each in expected})
    late = times[min(1, len(times) - 1)]
    assert [each for each in seen if each[0] > late] == [each for each in expected if each[0] > late]
    assert theirs.player_identifier == given.tags["player"] == ours.tags["player"]
    record_of(ours).verify()


@given(
    st.sampled_from([file(), late_file(), early_file()]),
    st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=4),
)
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
        load(HEAD[:2] + b"\0" * 25 + b"4" + data)


def test_a_file_that_is_cut_off_is_refused() -> None:
    data = file()
    for length in range(len(data)):
        with pytest.raises(ParseError):
            load(data[:length])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (HEAD[:2], b"\x11\x4e", "or one of its usual boards at byte 0 of an MVF file"),
        (b"\x005Clone", b"\x003Clone", "its other versions aren't supported.* at byte 27"),
        (b"\1\x4d\x21", b"\1\x4d\x64", "hundredths of a second from 0 to 99 at byte 85"),
        (b"\4\3\1\2", b"\4\3\4\3", "mines on different cells of 3x4"),
        (b"\4\3\1\2", b"\4\3\0\2", "mines on different cells of 3x4"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(old: bytes, new: bytes, message: str) -> None:
    data = file().replace(old, new, 1)
    assert data != file()
    with pytest.raises(ParseError, match=message):
        load(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"form": "evf"}, "in MVF form"),
        ({"events": [MouseEvent(5, "move", 1, 1)]}, "whole hundredths"),
        ({"events": [MouseEvent(1_024_000, "move", 1, 1)]}, "from 0 to 1023 seconds"),
        ({"events": [MouseEvent(0, "move", 512, 1)]}, "coordinates from 0 to 511"),
        ({"events": [MouseEvent(0, "move", -1, 1)]}, "coordinates from 0 to 511"),
        ({"events": [MouseEvent(0, "shift press", 1, 1)]}, "the action 'shift press'"),
        ({"events": [MouseEvent(0, "left press", 1, 1)]}, "an MVF file can't hold"),
        ({"events": [MouseEvent(0, "move", 1, 1), MouseEvent(0, "left release", 1, 1)]}, "an MVF file can't hold"),
        ({"extra": {"header": "x"}}, "74 characters for 'header'"),
        ({"extra": {"time": "9" * 9}}, "for 'time'"),
        ({"extra": {"name": "41" * 256}}, "at most 255 bytes"),
        ({"extra": {"groups": "91", "idle": "", "spare": ""}}, "an MVF file can't hold"),
        ({"extra": {"groups": "99"}}, "digits for 'groups'"),
        ({"extra": {"groups": "x"}}, "digits for 'groups'"),
        ({"extra": {"spare": "1:4"}}, "for 'spare'"),
        ({"extra": {"idle": "1:99999999"}}, "for 'idle'"),
        ({"extra": {"marks": "1"}}, "2 to 255 for 'marks'"),
        ({"extra": {"date": "00"}}, "7 bytes for 'date'"),
    ],
)
def test_what_no_file_holds_is_refused_with_the_reason(changes: dict[str, Any], message: str) -> None:
    video = load(file())
    plain = {"groups": "", "idle": "", "spare": ""} if "events" in changes else {}
    extra = {name: text for name, text in {**video.extra, **plain, **changes.get("extra", {})}.items() if text}
    changes = {name: value for name, value in changes.items() if name != "extra"}
    with pytest.raises((ParameterError, ParseError), match=message):
        dump(video.replace(extra=extra, **changes))


def test_large_boards_and_other_things_are_refused() -> None:
    large = Video("evf", Layout("3x33", [(0, 3)]), [MouseEvent(0, "left press", 1, 1)])
    with pytest.raises(LayoutError, match="at most 32"):
        adapt(large)
    for function in (adapt, dump):
        with pytest.raises(ParameterTypeError):
            function(7)  # type: ignore[arg-type]


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(
            st.integers(-100, 10**6), st.sampled_from(ACTIONS), st.integers(-(10**6), 10**6), st.integers(-40, 90)
        ),
        max_size=9,
    )
)
def test_whatever_can_be_adapted_is_written(mouse: list[tuple[int, str, int, int]]) -> None:
    found = adapt(Video("rmv", Layout("3x4", [(0, 3)]), [MouseEvent(*each) for each in mouse], 20))
    assert load(dump(found)) == found
