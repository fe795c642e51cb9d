"""Reading: cuts at every byte, garbage, bombs, other versions, and their errors."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import BoardTooLargeError, Layout, ParseError, Record, RecordError, RecordWarning, memory
from hypersweep.record.reader import decode
from records import random_record
from strategies import near_misses

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
            with pytest.raises(ParseError, match="the board isn't known yet"):
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
            ("hypersweep-record: 1", "hypersweep-record: 3"),
            "version 1 to 2, got version 3, which a newer hypersweep can read",
        ),
        (("hypersweep-record: 1", "hypersweep-record: 1.1"), "expected 'hypersweep-record: 1' in the first line"),
        (("hypersweep-record: 1", "hypersweep-record: 0"), "expected 'hypersweep-record: 1' in the first line"),
        (("hypersweep-record: 1", "hypersweep-record: " + "9" * 100_000), "got version 9999"),
        (("hypersweep-record: 1", '[Event "chess"]'), "expected 'hypersweep-record: 1' in the first line"),
        (("board: 3x4\n", ""), "expected a tag 'board' in the head of the record, got none"),
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
        (("seed: 7", "seed: 18446744073709551616"), "expected seed of 0 to"),
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
    monkeypatch.setattr(memory, "memory_limit", lambda: 1 << 28)
    text = HEAD + "\n" + "0 pause\n" * (1 << 21)
    with pytest.raises(ParseError, match="fits into memory, got 2097157 lines"):
        Record.parse(text)


def test_side_lines_count_for_more_than_events(monkeypatch: pytest.MonkeyPatch) -> None:
    # This number of event lines would fit.
    monkeypatch.setattr(memory, "memory_limit", lambda: 1 << 28)
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
