from __future__ import annotations

import re
import sys
from collections.abc import Callable
from io import BufferedReader, BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, Record
from hypersweep.cli import main
from hypersweep.errors import ParameterError
from hypersweep.formats.files import dump_file, load_file, read_file
from hypersweep.formats.format_detection import FILE_FORMATS, FileFormat
from hypersweep.record import append_games, iterate_games, load_games, parse_games
from hypersweep.review import VERDICTS
from hypersweep.text import (
    as_utf8,
    axis_text,
    clock_text,
    length_text,
    parse_decimal,
    parse_seconds,
    parse_whole_number,
    place_text,
    pluralize,
    tame,
    time_text,
    utf8_stream,
)


@pytest.mark.parametrize("number", [-2, 0, 2, 11, 101])
def test_only_one_is_singular(number: int) -> None:
    assert pluralize(number, "cell") == f"{number} cells"
    assert pluralize(1, "cell") == "1 cell"


def test_every_verdict_has_its_plural() -> None:
    for verdict in VERDICTS:
        text = pluralize(2, verdict)
        assert text.startswith(f"2 {verdict}")
        assert not text.endswith(("sss", "certains", "unknowns", "guesss"))


def test_what_others_say_cannot_steer_a_terminal() -> None:
    said = "a\u009b2J\x1b]0;b\a\u202ec\n\td"
    assert tame(said, 40) == "a 2J ]0;b c d"
    for most in (2, 5, 9):
        assert len(tame(said, most)) == most


def test_axes_have_names() -> None:
    assert [axis_text(axis) for axis in range(3)] == ["axis 0", "axis 1", "axis 2"]


def test_cells_are_named_in_any_number_of_dimensions() -> None:
    assert place_text((7,)) == "(7)"
    assert place_text((7, 0)) == "(7, 0)" == str((7, 0))
    assert place_text([2, 0, 3, 1]) == "(2, 0, 3, 1)" == str((2, 0, 3, 1))


TIMES = st.integers(0, 10**9) | st.sampled_from([59_949, 59_950, 59_999, 60_000, 3_599_999, 3_600_000])


def hundredths(text: str) -> int:
    """Read a time in hundredths of a second; every part but the first has two digits."""
    assert re.fullmatch(r"(\d+:)?([0-5]\d:)?[0-5]?\d\.\d\d", text)
    assert not re.search(r":\d[.:]", text)
    total = 0.0
    for word in text.split(":"):
        total = 60 * total + float(word)
    return round(100 * total)


@given(TIMES)
def test_a_result_is_told_to_the_hundredth_that_has_passed(milliseconds: int) -> None:
    assert hundredths(time_text(milliseconds)) == milliseconds // 10


@given(TIMES)
def test_a_running_clock_shows_the_seconds_that_have_passed(milliseconds: int) -> None:
    text = clock_text(milliseconds)
    assert re.fullmatch(r"\d+:[0-5]\d|\d+:[0-5]\d:[0-5]\d", text)
    assert hundredths(text + ".00") == milliseconds // 1000 * 100


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0.00 s"), (59_999, "59.99 s"), (60_000, "1:00.00"), (3_600_000, "1:00:00.00")]
)
def test_in_a_sentence_only_seconds_need_their_unit(milliseconds: int, text: str) -> None:
    assert length_text(milliseconds) == text


WRITERS: dict[str, Callable[[str], bytes]] = {
    "utf-8-sig": lambda text: text.encode("utf-8-sig"),
    "utf-16-le": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "utf-16-be": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
}
LAYOUT = Layout("3x4", [(0, 0), (0, 1)])
RECORD = Record("3x4", 2, seed=7, tags={"player": "Zoë"})
encodings = pytest.mark.parametrize("encode", WRITERS.values(), ids=WRITERS)


@encodings
def test_text_is_utf_8_without_a_mark(encode: Callable[[str], bytes]) -> None:
    text = "3x4\r\n🚩⬜\n"
    assert as_utf8(encode(text)) == text.encode()
    assert as_utf8(text.encode()) == text.encode()
    assert utf8_stream(BytesIO(encode(text))).read() == text.encode()
    stream = BufferedReader(BytesIO(encode(text)))
    assert utf8_stream(stream).readline() == b"3x4\r\n"


def test_a_cut_file_is_read_as_far_as_it_goes() -> None:
    assert as_utf8(b"\xff\xfe3\0x") == "3\ufffd".encode()
    assert as_utf8(b"\xff\xfe") == as_utf8(b"") == b""


@encodings
@pytest.mark.parametrize("form", [form for form in FILE_FORMATS if form.is_printable and form.name != "rawvf"], ids=str)
def test_every_format_of_text_is_read(form: FileFormat, encode: Callable[[str], bytes]) -> None:
    plain = dump_file(RECORD if form.kinds == ("record",) and form.name == "record" else LAYOUT, form)
    found, thing = load_file(encode(plain.decode()))
    assert (found, form.dump(thing)) == (form, plain)


def test_a_board_that_begins_like_utf_16_is_none() -> None:
    for columns, rows in ((255, 254), (254, 255)):
        layout = Layout((rows, columns), range(0, 25_600, 256))
        assert load_file(dump_file(layout, "mbf"), path="x.mbf")[1] == layout


@encodings
def test_the_library_reads_records_and_games(encode: Callable[[str], bytes], tmp_path: Path) -> None:
    path = tmp_path / "games.sweep"
    path.write_bytes(encode(RECORD.format()))
    assert Record.load(path) == read_file(path) == Record.parse(path.read_bytes()) == RECORD
    path.write_bytes(encode(f"{RECORD.format()}\n{RECORD.format()}"))
    assert load_games(path) == parse_games(path.read_bytes()) == [RECORD, RECORD]
    with path.open("rb") as file:
        assert list(iterate_games(file)) == [RECORD, RECORD]


def test_no_game_is_added_to_a_file_in_utf_16(tmp_path: Path) -> None:
    path = tmp_path / "games.sweep"
    path.write_bytes(RECORD.format().encode("utf-16"))
    with pytest.raises(ValueError, match="begins differently"):
        append_games(path, [RECORD])


GAME = "hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic,first=any\nlayout: 3x4.bAw\n\n0 open 2 3: 10 won\n"


@encodings
@pytest.mark.parametrize("command", ["info", "replay", "review", "stats", "grade"])
@pytest.mark.parametrize("source", ["file", "stdin"])
def test_commands_read_a_record(
    encode: Callable[[str], bytes], command: str, source: str, world: tuple[Path, pytest.MonkeyPatch]
) -> None:
    path, patch = world
    path.write_bytes(encode(GAME))
    assert main([command, _source(source, path, patch)]) == 0


@encodings
@pytest.mark.parametrize("source", ["file", "stdin"])
def test_commands_read_what_generate_writes(
    encode: Callable[[str], bytes], source: str, world: tuple[Path, pytest.MonkeyPatch]
) -> None:
    path, patch = world
    path.write_bytes(encode(f"{LAYOUT}\r\n{LAYOUT}\r\n"))
    assert main(["grade", "--first", "2,3", _source(source, path, patch)]) == 0
    path.write_bytes(encode(f"{LAYOUT}\r\n"))
    assert main(["stats", _source(source, path, patch)]) == 0


@encodings
@pytest.mark.parametrize("source", ["file", "stdin"])
def test_commands_read_certificates_and_positions(
    encode: Callable[[str], bytes],
    source: str,
    world: tuple[Path, pytest.MonkeyPatch],
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, patch = world
    assert main(["grade", str(LAYOUT), "--first", "2,3", "--certificate"]) == 0
    path.write_bytes(encode(capsys.readouterr().out))
    assert main(["verify", _source(source, path, patch)]) == 0
    path.write_bytes(encode("#1\n#1\n1 mine\n"))
    assert main(["analyse", _source(source, path, patch)]) == 0
    path.write_bytes(encode('{"shape": "1x2", "mines": 1, "view": ["#1"]}\n'))
    capsys.readouterr()
    assert main(["analyse", "--jsonl", _source(source, path, patch)]) == 0
    assert "error" not in capsys.readouterr().out


@encodings
def test_the_plain_game_reads_its_lines(
    encode: Callable[[str], bytes], world: tuple[Path, pytest.MonkeyPatch], capsys: pytest.CaptureFixture[str]
) -> None:
    path, patch = world
    path.write_bytes(encode("open 2 3\r\n"))
    _source("stdin", path, patch)
    assert main(["play", "--plain", str(LAYOUT)]) == 0
    assert "won" in capsys.readouterr().out


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, pytest.MonkeyPatch]:
    monkeypatch.setenv("HYPERSWEEP_DATA", str(tmp_path / "data"))
    return tmp_path / "some", monkeypatch


def _source(source: str, path: Path, patch: pytest.MonkeyPatch) -> str:
    if source == "file":
        return str(path)
    patch.setattr(sys, "stdin", TextIOWrapper(BufferedReader(BytesIO(path.read_bytes()))))
    return "-"


@given(st.integers(-(10**20) + 1, 10**20 - 1))
def test_whole_numbers_are_read(number: int) -> None:
    assert parse_whole_number(str(number), "--n") == number


def test_numbers_are_within_their_limits() -> None:
    assert parse_whole_number("7", "--n", least=7) == 7
    for text in ("", "-1", "6", "seven", "1" * 21, "٣", "7.0", " 7"):
        with pytest.raises(ParameterError, match="expected a whole number of 7 or more for --n, got"):
            parse_whole_number(text, "--n", least=7)
    for text in ("", "-", "--1", "1" * 21, "²"):
        with pytest.raises(ParameterError, match="expected a whole number for --n, got"):
            parse_whole_number(text, "--n")
    assert parse_seconds("0.5", "--s") == 0.5
    for text in ("", "-1", "nan", "inf", "1e10", "soon"):
        with pytest.raises(ParameterError, match="expected a number of seconds for --s, got"):
            parse_seconds(text, "--s")


@given(st.text())
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        assert parse_whole_number(text, "--n", least=1) >= 1
    except ParameterError as error:
        assert str(error).startswith("expected a whole number of 1 or more for --n, got")
    try:
        assert 1 <= parse_decimal(text, "--n", "a number", least=1, most=9) <= 9
    except ParameterError as error:
        assert str(error).startswith("expected a number for --n, got")
