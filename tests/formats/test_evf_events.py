"""The events of EVF files: numbers at their limits, and the time to read a file."""

from __future__ import annotations

import pytest

from hypersweep import ParameterError, ParseError
from hypersweep.formats.byte_reader import Source
from hypersweep.formats.evf_events import (
    bytes_of,
    dump_further,
    dump_timed,
    load_further,
    load_timed,
    number_of,
)
from hypersweep.formats.video import MouseEvent

FAR = [MouseEvent(0, "move", 65535, 0), MouseEvent(0, "move", 0, 65535), MouseEvent((1 << 24) - 1, "move", 40000, 7)]


def test_places_wrap_and_times_reach_their_limits() -> None:
    further = b"".join(dump_further(FAR, {}))
    assert load_further(Source(further + b"\0", "events")) == (FAR, {})
    timed = b"".join(dump_timed(FAR))
    assert load_timed(Source(timed + b"\0", "events")) == (FAR, True)
    assert load_timed(Source(timed + b"\xff", "events")) == (FAR, False)
    with pytest.raises(ParameterError, match="at event 0"):
        list(dump_timed([MouseEvent(1 << 24, "move", 0, 0)]))


@pytest.mark.slow
def test_many_pauses_are_read_once() -> None:
    pauses = bytes.fromhex("ff0001") * 200_000
    events, between = load_further(Source(pauses + bytes.fromhex("01 00 0001 0002 00"), "events"))
    assert events == [MouseEvent(200_000, "move", 1, 2)]
    assert between == {0: pauses}
    with pytest.raises(ParseError, match="expected 3 bytes of a pause at byte"):
        load_further(Source(pauses + b"\xff\0", "events"))


def test_numbers_and_bytes_of_what_a_video_keeps() -> None:
    assert number_of({"mode": "65535"}, "mode", 0, 1 << 16) == 65535
    assert bytes_of({}, "uuid") == b""
    for text in ("", "x", "-1", "65536", "9" * 5000, "²"):
        with pytest.raises(ParameterError, match="mode"):
            number_of({"mode": text}, "mode", 0, 1 << 16)
    for text in ("0", "zz"):
        with pytest.raises(ParameterError, match="hexadecimal digits for 'uuid'"):
            bytes_of({"uuid": text}, "uuid")
