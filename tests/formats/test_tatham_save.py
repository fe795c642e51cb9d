"""Fields of Simon Tatham's saved games: golden bytes, everything there and back, and bytes that are something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import ParameterError, ParseError
from hypersweep.formats.tatham_save import MAGIC, Save, dump, load, load_fields

GOLDEN = b"""\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Mines
PARAMS  :5:4x3n2
CPARAMS :5:4x3n2
SEED    :8:30313233
DESC    :8:0,2,u401
PRIVDESC:4:u401
UI      :2:D1
TIME    :5:12.25
NSTATES :1:4
STATEPOS:1:3
MOVE    :4:O0,2
MOVE    :4:F1,0
MOVE    :4:O3,2
"""


def test_byte_by_byte() -> None:
    save = load(GOLDEN)
    assert save.line_end == "\n"
    assert save.fields[0] == ("SAVEFILE", MAGIC)
    assert save.fields[-3:] == (("MOVE", "O0,2"), ("MOVE", "F1,0"), ("MOVE", "O3,2"))
    assert (save.get("TIME"), save.get("AUXINFO")) == ("12.25", None)
    assert save.dump() == GOLDEN
    windows = GOLDEN.replace(b"\n", b"\r\n")
    assert load(windows).line_end == "\r\n"
    assert dump(load(windows)) == windows


@given(
    st.lists(
        st.tuples(
            st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=8),
            st.text(st.characters(max_codepoint=255), max_size=12),
        ),
        max_size=5,
    ),
    st.sampled_from(("\n", "\r\n")),
)
def test_any_fields_go_there_and_back(fields: list[tuple[str, str]], line_end: str) -> None:
    save = Save(fields, line_end if fields else "\n")
    assert load_fields(dump(save)) == save


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"Mines", b"Fifte", "expected GAME 'Mines' in a saved game of Mines, got 'Fifte'"),
        (b"VERSION :1:1", b"VERSION :1:2", "expected VERSION '1'"),
        (b"GAME  ", b"Game  ", "a key of capitals at byte 67"),
        (b"GAME    :", b"GAME     ", "':' after the key at byte 75"),
        (b"VERSION :1:", b"VERSION :x:", "how many bytes a value has at byte 63"),
        (b"VERSION :1:", b"VERSION :01:", "how many bytes a value has"),
        (b"VERSION :1:", b"VERSION :9999999999:", "how many bytes a value has"),
        (b"VERSION :1:", b"VERSION :999999999:", "999999999 bytes of a value of VERSION"),
        (b"VERSION :1:1", b"VERSION :1:11", "the end of the line after the value"),
        (b"O3,2\n", b"O3,2", "the end of the line"),
        (b"O3,2\n", b"O3,2\nMOVE", "8 bytes of a key"),
        (b"Collection\n", b"Collection\r\n", "the end of the line"),
    ],
)
def test_what_is_no_such_file(old: bytes, new: bytes, message: str) -> None:
    assert old in GOLDEN
    with pytest.raises(ParseError, match=message):
        load(GOLDEN.replace(old, new))


@given(st.data())
def test_any_bytes_are_a_save_or_refused(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(GOLDEN)))
    changed = GOLDEN[:place] + data.draw(st.binary(max_size=3)) + GOLDEN[place + data.draw(st.integers(0, 3)) :]
    for given_bytes in (changed, changed[:place], changed[place:]):
        try:
            save = load_fields(given_bytes)
        except ParseError:
            continue
        assert dump(save) == given_bytes


def test_what_no_field_can_have() -> None:
    for fields in ([("", "1")], [("LONGERKEY", "1")], [("key", "1")], [("KEY", "\u20ac")]):
        with pytest.raises(ParameterError, match="expected"):
            Save(fields)
    with pytest.raises(ParameterError, match="end of a line"):
        Save([], "\r")
    with pytest.raises(TypeError, match="a key and a value"):
        Save(["GAME"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="expected a Save"):
        dump(GOLDEN)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the bytes"):
        load("SAVEFILE")  # type: ignore[arg-type]
