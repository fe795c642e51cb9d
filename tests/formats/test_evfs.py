"""EVFS files written by hand, by ms_toollib and by hypersweep, and broken ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ms_toollib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats import dump_file, evf, read_file
from hypersweep.formats.evfs import SetEntry, dump, dump_set, load, load_set, split
from hypersweep.formats.files import split_file
from hypersweep.formats.format_detection import fitting_formats, named_format
from hypersweep.formats.video import MouseEvent, Video


def replay(version: int, player: str = "Ann") -> bytes:
    events = [MouseEvent(0, "left press", 40, 8), MouseEvent(90, "left release", 41, 8)]
    video = Video("evf", Layout("3x4", [(0, 3)]), events, tags={"player": player}, extra={"version": str(version)})
    return evf.dump(video)


def unit(name: bytes, data: bytes, checksum: bytes = b"") -> bytes:
    return name + b"\0" + len(data).to_bytes(4, "big") + data + checksum


FIRST, SECOND = replay(4), replay(0, "Žofie")
SET = b"\0\0\3" + unit(b"first", FIRST, b"abc") + unit(b"\xff\xfe", SECOND, b"\0\1\2")
ONE = b"\0\0\0" + unit(b"", FIRST)


def test_a_set_is_read_and_written_back() -> None:
    entries = load_set(SET)
    assert entries == (
        SetEntry("first", evf.load(FIRST), b"abc"),
        SetEntry("\udcff\udcfe", evf.load(SECOND), b"\0\1\2"),
    )
    assert dump_set(entries) == SET
    assert split(SET) == [FIRST, SECOND]
    assert dump_set(load_set(ONE)) == ONE
    assert load(ONE) == evf.load(FIRST)
    with pytest.raises(ParseError, match="with one game, got one with 2"):
        load(SET)


def test_ms_toollib_reads_and_writes_the_same_bytes(tmp_path: Path) -> None:
    theirs = ms_toollib.Evfs()
    games = [("one", replay(4), b"\x08" * 32), ("zwei ä", replay(3), b"\x09" * 32)]
    for name, data, checksum in games:
        theirs.push(list(data), name, list(checksum))
    theirs.generate_evfs_v0_raw_data()
    data = Path(theirs.save_evfs_file(str(tmp_path / "set"))).read_bytes()
    entries = load_set(data)
    assert [(entry.name, evf.dump(entry.video), entry.checksum) for entry in entries] == games
    assert dump_set(entries) == data
    again: Any = ms_toollib.Evfs("a.evfs", list(dump_set(entries)))
    again.parse()
    assert [(again[place].evf_video.file_name, bytes(again[place].checksum)) for place in range(again.len())] == [
        (name, checksum) for name, _, checksum in games
    ]


def test_a_set_is_recognised_and_split() -> None:
    assert fitting_formats(SET)[0].name == "evfs"
    assert fitting_formats(SECOND)[0].name == "evf"
    evf_form = named_format("evf")
    assert split_file(SET) == (evf_form, [FIRST, SECOND])
    assert split_file(SET, named_format("evfs")) == (evf_form, [FIRST, SECOND])
    assert split_file(FIRST) == (None, [FIRST])
    assert split_file(SET[:-1], path="a.evfs") == (None, [SET[:-1]])
    assert split_file(b"") == (None, [b""])


def test_a_single_game_is_read_and_written_as_any_replay() -> None:
    video = read_file(ONE)
    assert video == evf.load(FIRST)
    data = dump_file(video, "evfs")
    assert load_set(data) == (SetEntry("Ann", evf.load(FIRST)),)
    plain = Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 8)])
    assert [entry.name for entry in load_set(dump_file(plain, "evfs"))] == ["replay"]
    with pytest.raises(ParseError, match="with one game, got one with 2"):
        read_file(SET)
    with pytest.raises(ParameterError, match="in EVF form"):
        dump(plain)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\1" + SET[1:], "version 0 at byte 0 of an EVFS file, got 'version 1'"),
        (b"\0\0\3", "a file name that ends with"),
        (SET[:-1], "expected 3 bytes of a checksum"),
        (SET + b"x", "a file name that ends with"),
        (SET.replace(FIRST, b"\7" + FIRST[1:]), "game 1 of an EVFS file: expected"),
        (b"\0\0\0x\0\xff\xff\xff\xff" + FIRST, "expected 4294967295 bytes of a replay at byte 9"),
    ],
)
def test_what_is_no_set_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        load_set(data)


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([], "got no games"),
        ([SetEntry("a", evf.load(FIRST)), SetEntry("b", evf.load(FIRST), b"x")], "got 0, 1"),
        ([SetEntry("a", evf.load(FIRST), bytes(1 << 16))], "got 65536"),
        ([SetEntry("a\0b", evf.load(FIRST))], "a file name"),
        ([SetEntry("\ud800", evf.load(FIRST))], "a file name"),
        ([SetEntry("a", Video("avf", Layout("3x4", [])))], "in EVF form"),
    ],
)
def test_what_no_set_holds_is_refused(entries: list[SetEntry], message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        dump_set(entries)


def test_other_things_are_refused() -> None:
    wrong: Any = 7
    for function, thing in ((load_set, "x"), (dump, wrong), (dump_set, [wrong])):
        with pytest.raises(ParameterTypeError):
            function(thing)  # type: ignore[arg-type]


@given(st.sampled_from([SET, ONE]), st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), max_size=4))
def test_any_bytes_are_read_or_refused(data: bytes, changes: list[tuple[int, int]]) -> None:
    changed = bytearray(data)
    for place, value in changes:
        changed[place % len(data)] = value
    split_file(bytes(changed))
    try:
        entries = load_set(bytes(changed))
    except ParseError as error:
        assert "expected " in str(error)
    else:
        assert dump_set(entries) == bytes(changed)


def test_a_set_that_is_cut_off_is_refused() -> None:
    for length in range(len(SET)):
        if length != len(SET) - len(unit(b"\xff\xfe", SECOND, b"\0\1\2")):
            with pytest.raises(ParseError):
                load_set(SET[:length])
