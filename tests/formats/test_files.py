from __future__ import annotations

import io
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, Record
from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.formats.files import dump_file, ending_lines, load_file, read_bytes, read_file, write_file
from hypersweep.formats.kinds import as_position
from hypersweep.formats.table import BEGINNING, FILE_FORMATS
from played import played

BOARD = Layout("8x8", [(0, 3), (2, 1), (7, 7)])
RECORD = played(BOARD, [(0, "open", (5, 0)), (900, "flag", (0, 3))])


@pytest.mark.parametrize("name", ["record", "json", "board-id", "position"])
def test_every_format_is_known_by_its_content(name: str, tmp_path: Path) -> None:
    data = dump_file(RECORD, name)
    form, thing = load_file(data)
    assert form.name == name
    assert dump_file(thing, name) == data
    path = tmp_path / f"file{form.extensions[0]}"
    write_file(path, RECORD)
    assert path.read_bytes() == data
    assert read_file(path) == read_file(data) == read_file(str(path), name) == thing


def test_a_file_gives_what_a_record_holds() -> None:
    assert read_file(dump_file(RECORD, "position")) == as_position(RECORD)
    assert read_file(dump_file(RECORD, "board-id")) == BOARD
    assert read_file(dump_file(BOARD, "record")) == Record(BOARD.grid, rules="classic,first=any", layout=BOARD)


def test_what_cannot_be_used_is_told(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="expected a file that isn't empty"):
        read_file(b"")
    with pytest.raises(ParseError, match="expected a file of a format that is known"):
        read_file(b"\x7fELF" + bytes(100))
    with pytest.raises(ParameterTypeError, match="expected the bytes of a file"):
        read_file(3)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"expected a name that ends with one of \.sweep, .*, got 'game'"):
        write_file("game", BOARD)
    with pytest.raises(ParameterError, match="did you mean 'record'"):
        read_file(b"x", "recrod")
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "nowhere")
    with pytest.raises(HypersweepError):
        write_file(tmp_path / "x.sweep", as_position(RECORD))
    assert not (tmp_path / "x.sweep").exists()


def test_a_file_of_no_format_is_not_read_to_its_end() -> None:
    stream = io.BytesIO(bytes(10 * BEGINNING))
    assert len(read_bytes(stream)) == BEGINNING
    stream = io.BytesIO(b"1\n" * BEGINNING)
    assert len(read_bytes(stream, kinds=["record"])) == BEGINNING
    stream = io.BytesIO(b"1\n" * BEGINNING)
    assert len(read_bytes(stream, begun=stream.read(20))) == 2 * BEGINNING


def test_every_format_has_a_line() -> None:
    assert len(ending_lines()) == len(FILE_FORMATS)


@given(st.binary(max_size=100) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with suppress(HypersweepError):
        load_file(data, max_cells=10_000)
