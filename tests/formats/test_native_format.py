from __future__ import annotations

import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, Record, View
from hypersweep.errors import HypersweepError, ParseError, RecordWarning, ShapeError
from hypersweep.formats import format_json
from hypersweep.formats.native_format import (
    dump_board_id,
    dump_json,
    dump_position,
    dump_record,
    load_board_id,
    load_json,
    load_position,
    load_record,
    text_of,
)

BOARD = Layout("3x4", [(0, 3), (2, 1)])
VIEW = View("2x3", 1, [-1, 1, 0, -2, 1, 0])
RECORD = Record("3x4", 2, seed=7, tags={"player": "Zoë"})


def test_what_is_written_is_read() -> None:
    assert load_board_id(dump_board_id(BOARD)) == BOARD
    assert load_position(dump_position(VIEW)) == VIEW
    assert load_record(dump_record(RECORD)) == RECORD
    for thing in (BOARD, VIEW, RECORD):
        assert load_json(dump_json(thing)) == thing
    assert load_json(b'{"shape": [2, 3], "mines": 1, "view": ["#1.", "F1."]}') == VIEW


def test_texts_of_any_system() -> None:
    assert text_of("\ufeffZoë\r\n".encode(), "a name") == "Zoë\n"
    with pytest.raises(ParseError, match="expected a name in UTF-8, got the byte 0xff at byte 2"):
        text_of(b"ab\xff", "a name")


def test_what_cannot_be_read_is_told() -> None:
    with pytest.raises(ParseError, match="expected one board ID, got 2 words"):
        load_board_id(b"3x4.bAgg\n3x4.bAgg\n")
    with pytest.raises(ParseError, match="expected one board ID, got no words"):
        load_board_id(b"\n")
    with pytest.raises(ParseError, match="got that of a grid"):
        load_json(format_json(BOARD.grid).encode())
    with pytest.raises(ParseError, match="expected an object whose type"):
        load_json(b"[3, 4]")


def test_boards_that_are_too_large_are_refused() -> None:
    for load, data in (
        (load_board_id, dump_board_id(BOARD)),
        (load_json, dump_json(BOARD)),
        (load_record, dump_record(RECORD)),
        (load_position, b"##1\n111\n1 mine"),
    ):
        with pytest.raises((ShapeError, ParseError)):
            load(data, max_cells=5)


def test_a_cut_is_told() -> None:
    with pytest.warns(RecordWarning, match="cut off"):
        assert load_record(dump_record(RECORD).rpartition(b"0 end")[0]) == RECORD


@given(st.sampled_from([load_board_id, load_json, load_position, load_record]), st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(load: object, data: bytes) -> None:
    with warnings.catch_warnings(), suppress(HypersweepError):
        warnings.simplefilter("ignore", RecordWarning)
        load(data, max_cells=1000)  # type: ignore[operator]
