"""The text form of records: tags and their escapes, the reader's errors, the written lines, and files."""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import (
    BoardTooLargeError,
    Event,
    Layout,
    ParameterError,
    ParseError,
    Record,
    RecordError,
    RecordWarning,
    validation,
)
from hypersweep.record import Variation
from hypersweep.record import text_form as record_file
from hypersweep.record.text_form import (
    MEDIA_TYPE,
    OWN_TAGS,
    SUFFIX,
    body_lines,
    check_tags,
    comment_lines,
    decode,
    escape,
    format_tag,
    parse_tag,
    read_bytes,
    unescape,
    write_file,
)
from records import random_record, records
from strategies import near_misses

ANY_TEXT = st.text(st.characters(exclude_categories=())) | st.text(
    st.sampled_from(" \\nrtuU0d8\n\r\t\x85\u2028\ud800é☃")
)


@given(ANY_TEXT)
def test_any_value_fits_on_a_line(value: str) -> None:
    line = escape(value)
    assert unescape(line) == value
    assert line.isprintable()
    assert line == line.strip()
    assert line.encode("utf-8").decode("utf-8") == line
    assert parse_tag(format_tag("player", value)) == ("player", value)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("", ""),
        ("Ann", "Ann"),
        ("Zoë ☃ 猫", "Zoë ☃ 猫"),
        ("a: b", "a: b"),
        ("two\nlines", "two\\nlines"),
        ("back\\slash", "back\\\\slash"),
        (" in space ", "\\u0020in space\\u0020"),
        ("\x1b[31m", "\\u001b[31m"),
        ("\u202etxet", "\\u202etxet"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_values_look_as_they_should(value: str, line: str) -> None:
    assert escape(value) == line
    assert unescape(line) == value


@pytest.mark.parametrize(
    "text", ["\\", "a\\", "\\x41", "\\u12", "\\u123g", "\\U0011ffff", "\\U1234567", "\\ ", "\\N", "\\u+123", "\\u1_23"]
)
def test_other_escapes_are_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        unescape(text)
    assert caught.value.position == text.index("\\")


@given(st.text("\\nrtuU0123abcdefg"))
def test_any_escapes_are_read_or_refused(text: str) -> None:
    try:
        value = unescape(text)
    except ParseError:
        return
    assert unescape(escape(value)) == value


@pytest.mark.parametrize(
    ("line", "tag"),
    [
        ("player: Ann", ("player", "Ann")),
        ("player:", ("player", "")),
        ("player: ", ("player", "")),
        ("player:  Ann ", ("player", " Ann ")),
        ("x-2: :", ("x-2", ":")),
    ],
)
def test_tags_are_read(line: str, tag: tuple[str, str]) -> None:
    assert parse_tag(line) == tag


@pytest.mark.parametrize(
    "line", ["", "player", ": Ann", "player:Ann", "Player: Ann", "my tag: 1", "2x: 1", "é: 1", "-: 1"]
)
def test_other_lines_are_no_tags(line: str) -> None:
    with pytest.raises(ParseError):
        parse_tag(line)


@pytest.mark.parametrize(
    "tags",
    [{"Player": "Ann"}, {"": "x"}, {"a b": "x"}, {"player": 3}, {3: "x"}, {"player": None}, "player", 5, [("a", "b")]],
)
def test_tags_that_cannot_be_are_refused(tags: Any) -> None:
    with pytest.raises(ParameterError):
        check_tags(tags)


@pytest.mark.parametrize("name", OWN_TAGS)
def test_the_tags_of_the_record_are_its_own(name: str) -> None:
    with pytest.raises(ParameterError, match="sets itself"):
        check_tags({name: "1"})


HEAD = "hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n"
SAMPLE = (
    HEAD
    + """seed: 7
layout: 3x4.bBAQ
player: Zoë ☃
x-club: the \\u0020 one

0 flag 2 3: 1
0 open 0 0: 6
900 flag 1 2: 1
1301 undo: 1
2000 redo: 1
2000 pause
2000 resume
2500 hint 2
2500 open 2 2: 1 lost
2500 undo: 1
2900 end: ongoing
"""
)


def read_quietly(data: bytes) -> tuple[Record, list[str]]:
    """Return the record of a text and its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        record = Record.parse(data)
    assert all(warning.category is RecordWarning for warning in caught)
    return record, [str(warning.message) for warning in caught]


def check_cuts(data: bytes) -> None:
    whole, said = read_quietly(data)
    assert said == []
    head = data.index(b"\n\n") + 2
    for cut in range(len(data)):
        piece = data[:cut]
        if cut < head - (b"\r" in data):
            with pytest.raises(ParseError, match="its board isn't known"):
                Record.parse(piece)
            continue
        record, said = read_quietly(piece)
        lines = piece[head:].count(b"\n")
        assert record.events == whole.events[:lines]
        if cut >= len(data.rstrip(b"\r\n")):
            assert record == whole
            assert said == []
            continue
        assert said == [f"the record is cut off after event {lines}, and read up to there"]
        assert record == whole.replace(events=whole.events[:lines], outcome=None, milliseconds=None)
        assert Record.parse(piece, is_cut_fine=True) == record
        record.verify()


def test_a_cut_at_every_byte_is_read_up_to_there() -> None:
    check_cuts(SAMPLE.encode())


@pytest.mark.ci_limit(16)
@pytest.mark.parametrize("seed", range(20))
def test_cuts_of_random_records(seed: int) -> None:
    check_cuts(random_record(seed, 12).format().encode())


def test_a_cut_with_the_other_line_ends_is_read_too() -> None:
    data = SAMPLE.replace("\n", "\r\n").encode()
    whole = Record.parse(data)
    begin = data.index(b"\r\n\r\n") + 4
    for cut in range(begin, len(data) - 2):
        record, said = read_quietly(data[:cut])
        assert record.events == whole.events[: data[begin:cut].count(b"\n")]
        assert len(said) == 1
    assert Record.parse(data[:-1]) == Record.parse(data[:-2]) == whole


def test_a_cut_warns_the_caller() -> None:
    with pytest.warns(RecordWarning, match="cut off after event 1") as caught:
        Record.parse(HEAD + "\n0 flag 0 1: 1\n0 fl")
    assert caught[0].filename == __file__


def test_zeros_at_the_end_are_a_cut() -> None:
    # Some file systems leave zeros after a power cut.
    record, said = read_quietly(SAMPLE.encode()[:-25] + bytes(4096))
    assert len(said) == 1
    assert record.events == Record.parse(SAMPLE).events[: len(record.events)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("hypersweep-record: 1", "hypersweep-record: 4"),
            "version 1 to 3, got version 4, which a newer hypersweep can read",
        ),
        (("hypersweep-record: 1", "hypersweep-record: 1.1"), "expected 'hypersweep-record:' and a version from 1 to 3"),
        (("hypersweep-record: 1", "hypersweep-record: 0"), "expected 'hypersweep-record:' and a version from 1 to 3"),
        (("hypersweep-record: 1", "hypersweep-record: " + "9" * 100_000), "got version 9999"),
        (("hypersweep-record: 1", '[Event "chess"]'), "expected 'hypersweep-record:' and a version from 1 to 3"),
        (("board: 3x4\n", ""), "expected a tag 'board' in the record's header, got none"),
        (("mines: 2\n", ""), "expected a tag 'mines'"),
        (("rules: classic\n", ""), "expected a tag 'rules'"),
        (("board: 3x4", "board: 3x"), "line 2: board: expected a side in digits"),
        (("board: 3x4", "board: 0x4"), "line 2: board: expected side 0 of 1 or more"),
        (("board: 3x4", "board: 3x4~wrap=2"), "line 2: board: expected wrapped axis"),
        (("board: 3x4", "board: " + "9x" * 10_000), "line 2: board: "),
        (("board: 3x4", "board: " + "9" * 100_000), "line 2: board: "),
        (("mines: 2", "mines: two"), "line 3: mines: expected a whole number in digits"),
        (("mines: 2", "mines: -2"), "line 3: mines: expected a whole number in digits"),
        (("mines: 2", "mines: " + "9" * 100_000), "line 3: mines: expected a whole number of at most 20 digits"),
        (("mines: 2", "mines: 12"), "expected the 2 mines of the layout, got 12"),
        (("layout: 3x4.bBAQ", "x: 1\nmines: 12"), "line 7: expected every tag once, got 'mines' again"),
        (("mines: 2", "mines: 3"), "expected the 2 mines of the layout, got 3"),
        (("rules: classic", "rules: clasic"), "line 4: rules: .* did you mean 'classic'"),
        (("seed: 7", "seed: 18446744073709551616"), "expected seed from 0 to"),
        (("seed: 7", "seed: x"), "line 5: seed: expected a whole number in digits"),
        (("3x4.bBAQ", "4x3.bBAQ"), "expected a layout for 3x4, got one for 4x3"),
        (("3x4.bBAQ", "3x4.bBA"), "expected the 1 mines of the layout, got 2"),
        (("3x4.bBAQ", "3x4.b___"), "line 6: layout: expected no bits past cell"),
        (("3x4.bBAQ", "3x4.b" + "A" * 100_000), "line 6: layout: expected a layout of 3x4, got 100002 characters"),
        (("seed: 7", "seed: 7\nseed: 7"), "line 6: expected every tag once, got 'seed' again"),
        (("seed: 7", "hypersweep-record: 1"), "line 5: expected every tag once"),
        (("seed: 7", "Seed 7"), "line 5: expected a tag such as"),
        (("\\u0020", "\\q"), "line 8: expected an escape"),
        (("900 flag", "900 flog"), "line 12: expected an event .* did you mean 'flag'"),
        (("900 flag", "\n900 flag"), "line 12: expected an event such as"),
        (("900 flag 1 2: 1", "900 flag 1 2: 1 "), "line 12: expected an event such as"),
        (("900 flag", "900\rflag"), "line 12: expected an event such as"),
        (("900 flag 1 2", "900 flag " + "1" * 100_000), "line 12: expected an event such as"),
        (("900 flag", "900 end: won\n900 flag"), "line 12: expected nothing after the end, got '900 flag"),
        (("2900 end: ongoing\n", "2900 end: ongoing\nx"), "line 20: expected nothing after the end, got 'x'"),
        (("2900 end: ongoing", "2900 end: over"), "line 20: expected an event such as"),
        (("2900 end: ongoing", "9" * 16 + " end: won"), "line 20: expected an event such as"),
    ],
)
def test_mistakes_are_named_with_their_line(change: tuple[str, str], message: str) -> None:
    assert change[0] in SAMPLE
    with pytest.raises(ParseError, match=message) as caught:
        Record.parse(SAMPLE.replace(*change, 1))
    assert len(str(caught.value)) < 400


def test_more_mines_than_the_board_holds_are_refused() -> None:
    with pytest.raises(ParseError, match="expected at most 11 mines on 3x4"):
        Record.parse(HEAD.replace("mines: 2", "mines: 12") + "\n0 end: ongoing\n")


def test_the_position_is_that_of_the_line() -> None:
    for text in (SAMPLE, SAMPLE.replace("\n", "\r\n"), "\ufeff" + SAMPLE):
        damaged = text.replace("900 flag", "900 flog")
        with pytest.raises(ParseError) as caught:
            Record.parse(damaged)
        assert caught.value.position is not None
        assert damaged[caught.value.position :].startswith("900 flog")


def test_what_a_reader_accepts() -> None:
    whole = Record.parse(SAMPLE)
    assert Record.parse(SAMPLE.rstrip("\n")) == whole
    assert Record.parse(SAMPLE + "\n\n") == whole
    assert Record.parse(SAMPLE + "\r\n") == whole
    first, *tags = SAMPLE.partition("\n\n")[0].split("\n")
    turned = "\n".join((first, *reversed(tags))) + SAMPLE[SAMPLE.index("\n\n") :]
    assert Record.parse(turned) == whole
    assert list(Record.parse(turned).tags) == ["x-club", "player"]


@pytest.mark.parametrize(
    "data", [b"\xff\xfeh\x00", b"\x00" * 100, SAMPLE.encode("utf-16-le"), SAMPLE.encode("latin-1", "replace"), b"\x80"]
)
def test_other_encodings_are_refused(data: bytes) -> None:
    with pytest.raises(ParseError):
        Record.parse(data)


def test_a_cut_character_is_left_out() -> None:
    assert decode("Zoë ☃".encode()[:-1]) == "Zoë "
    with pytest.raises(ParseError, match="byte 0xeb at byte 2"):
        decode(b"Zo\xeb x")


@pytest.mark.parametrize("board", ["30000x30000", "4294967296x4294967296", "1" + "x1" * 4000, "2" + "x2" * 40])
def test_huge_boards_are_read_and_played_or_refused(board: str) -> None:
    cell = " ".join("0" * (board.count("x") + 1))
    text = f"hypersweep-record: 1\nboard: {board}\nmines: 0\nrules: classic\n\n0 flag {cell}: 1\n0 end: ongoing\n"
    record = Record.parse(text)
    assert record.format() == text
    try:
        record.verify()
    except BoardTooLargeError:
        assert record.grid.cells > 2**30
    else:
        assert record.grid.cells < 2**50


def test_a_layout_that_no_machine_holds_is_refused() -> None:
    text = HEAD.replace("3x4", "4294967296x4294967295").replace("mines: 2", "mines: 1")
    with pytest.raises(BoardTooLargeError):
        Record.parse(text + "layout: 4294967296x4294967295.gAA\n\n")


def test_more_events_than_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "memory_limit", lambda: 1 << 28)
    text = HEAD + "\n" + "0 pause\n" * (1 << 21)
    with pytest.raises(ParseError, match="fits into memory, got 2097157 lines"):
        Record.parse(text)


def test_side_lines_count_for_more_than_events(monkeypatch: pytest.MonkeyPatch) -> None:
    # As many lines of events would fit.
    monkeypatch.setattr(validation, "memory_limit", lambda: 1 << 28)
    text = HEAD.replace("record: 1", "record: 2") + "\n" + "(\n)\n" * (1 << 19)
    with pytest.raises(ParseError, match="fits into memory, got 1048581 lines"):
        Record.parse(text)


FORMS = [
    SAMPLE,
    HEAD + "\n0 end: ongoing\n",
    HEAD + "seed: 3\n\n0 open 0 1: 1\n10 flag 0 2: 1\n",
    HEAD.replace("3x4", "7~wrap=0").replace("classic", "esp,chord=on") + "\n0 flag 3: 1\n0 end: won\n",
]
PIECES = [
    *(
        "\n",
        "\n\n",
        "0 open 0 0: 1\n",
        "0 pause\n",
        "0 resume\n",
        "9 undo: 1\n",
        "9 redo: 1\n",
        "9 end: won\n",
        "seed: 5\n",
    ),
    *("layout: 3x4.bAgg\n", "\r", " won", "30000x30000", "9" * 5000, "\x00", "\ufeff", "\ud800", ": ", "board: 9x9\n"),
]


@st.composite
def patched(draw: st.DrawFn) -> str:
    """Return records with pieces of other records in them."""
    text = draw(st.sampled_from(FORMS) | st.integers(0, 10**6).map(lambda seed: random_record(seed, 8).format()))
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        place = draw(st.integers(0, len(lines) - 1))
        if draw(st.booleans()):
            lines[place : place + draw(st.integers(0, 2))] = [draw(st.sampled_from(PIECES + lines))]
            text = "\n".join(lines)
        else:
            begin = draw(st.integers(0, len(text)))
            text = text[:begin] + draw(st.sampled_from(PIECES)) + text[begin + draw(st.integers(0, 3)) :]
    return text


def check_any(text: str | bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        try:
            record = Record.parse(text)
        except (ParseError, BoardTooLargeError):
            return
    again = record.format()
    assert Record.parse(again) == record
    assert Record.parse(again.encode()) == record
    assert repr(record).startswith("<Record")
    try:
        record.verify()
    except RecordError as error:
        assert 0 <= error.position <= len(record.events)
        replay = record.replay()
        replay.seek(error.position)
        assert replay.position == error.position
        while replay.position:
            replay.back()
        assert not any(replay.game.open_bits())
        assert not any(replay.game.flag_bits())
    except BoardTooLargeError:
        assert record.grid.cells > 2**27


@given(patched())
def test_patched_records_are_refused_or_played(text: str) -> None:
    check_any(text)


@pytest.mark.slow
@given(near_misses(FORMS))
def test_damaged_records_are_refused_or_played(text: str) -> None:
    check_any(text)


@given(st.sampled_from(FORMS), st.binary(max_size=6), st.integers(0, 200), st.integers(0, 200))
def test_damaged_bytes_are_refused_or_played(text: str, patch: bytes, begin: int, size: int) -> None:
    data = text.encode()
    check_any(data[:begin] + patch + data[begin + size :])


def test_a_layout_may_be_as_long_as_its_bits() -> None:
    for mines in ([], [(2, 3)], [(0, 0), (1, 1), (2, 2), (2, 3)], [(i, j) for i in range(3) for j in range(4)]):
        record = Record("3x4", layout=Layout("3x4", mines), rules="hypermines")
        assert Record.parse(record.format()) == record


FLAG, HINT = Event(0, "flag", (0, 1), 1), Event(0, "hint")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a", ["# a"]),
        ("a\nb", ["# a", "# b"]),
        ("\n", ["#", "#"]),
        (" a ", ["# \\u0020a\\u0020"]),
        ("\r\\\u2028\ud800", ["# \\r\\\\\\u2028\\ud800"]),
    ],
)
def test_a_comment_is_a_line_for_each_of_its_own(text: str, lines: list[str]) -> None:
    assert comment_lines(text) == lines


def test_events_alone_are_their_lines() -> None:
    assert body_lines((FLAG, HINT), {}, ()) == ["0 flag 0 1: 1", "0 hint"]
    assert body_lines((), {}, ()) == []
    assert body_lines((), {0: "nothing yet"}, ()) == ["# nothing yet"]


def test_side_lines_stand_where_they_leave() -> None:
    variations = (Variation(0, []), Variation(0, [HINT]), Variation(1, [HINT], parent=2), Variation(1, [HINT]))
    lines = body_lines((FLAG,), {0: "begin", 1: "end"}, variations)
    assert lines == [
        "# begin",
        "(",
        ")",
        "(",
        "0 hint",
        "(",
        "0 hint",
        ")",
        ")",
        "0 flag 0 1: 1",
        "# end",
        "(",
        "0 hint",
        ")",
    ]


RECORD = random_record(5, 20)


def test_a_record_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / f"game{SUFFIX}"
    RECORD.save(path)
    assert Record.load(path) == Record.load(str(path)) == RECORD
    assert path.read_bytes() == RECORD.format().encode()
    assert os.listdir(tmp_path) == [path.name]


@given(records(10))
def test_any_record_is_read_from_a_stream(record: Record) -> None:
    assert Record.parse(read_bytes(io.BytesIO(record.format().encode()))) == record
    assert Record.parse(read_bytes(io.BytesIO(("\ufeff" + record.format()).encode()))) == record


def test_an_old_file_is_replaced_and_a_link_stays(tmp_path: Path) -> None:
    path, link = tmp_path / "game.sweep", tmp_path / "latest.sweep"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    RECORD.save(link)
    assert link.is_symlink()
    assert Record.load(path) == RECORD
    assert path.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["game.sweep", "latest.sweep"]


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.sweep"
    path.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError("no")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="no"):
        RECORD.save(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["game.sweep"]


def test_folders_and_missing_files_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        Record.load(tmp_path)
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "none.sweep")
    with pytest.raises(OSError, match=r"."):
        RECORD.save(tmp_path)
    with pytest.raises(FileNotFoundError):
        RECORD.save(tmp_path / "none" / "game.sweep")


@pytest.mark.needs("posix")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_file(os.devnull, "text")
    assert not os.path.isfile(os.devnull)


def test_a_cut_file_warns(tmp_path: Path) -> None:
    path = tmp_path / "game.sweep"
    path.write_bytes(RECORD.format().encode()[:-3])
    with pytest.warns(RecordWarning):
        Record.load(path)
    assert Record.load(path, is_cut_fine=True).events == RECORD.events


class Endless(io.RawIOBase):
    """A stream that repeats one byte forever."""

    def __init__(self, beginning: bytes) -> None:
        self.beginning = beginning
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "somebody wants all of it"
        data = self.beginning[self.given : self.given + size].ljust(size, b"9")
        self.given += size
        return data


def test_a_file_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "MOST_BYTES", 1 << 16)
    stream = Endless(b"no record")
    with pytest.raises(ParseError, match="in the first line"):
        Record.parse(read_bytes(stream))  # type: ignore[arg-type]
    assert stream.given < 100
    stream = Endless(b"hypersweep-record: 1\n")
    with pytest.raises(ParseError, match="at most 65536 bytes"):
        read_bytes(stream)  # type: ignore[arg-type]
    assert stream.given == (1 << 16) + 1


def test_a_file_of_the_greatest_length_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = RECORD.format().encode()
    monkeypatch.setattr(record_file, "MOST_BYTES", len(data))
    assert Record.parse(read_bytes(io.BytesIO(data))) == RECORD


def test_the_media_type_says_text() -> None:
    assert MEDIA_TYPE.startswith("text/")
    assert SUFFIX == ".sweep"
