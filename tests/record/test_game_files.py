"""Several games in one file: read one by one, written completely or not at all, and unaffected by each other."""

from __future__ import annotations

import errno
import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import (
    BoardTooLargeError,
    HypersweepError,
    ParameterTypeError,
    ParseError,
    Record,
    RecordWarning,
    validation,
)
from hypersweep.record import (
    append_games,
    format_games,
    game_files,
    iterate_games,
    load_games,
    parse_games,
    read_game,
    save_games,
    scan_games,
    text_form,
)
from records import annotated, annotated_records, random_record
from strategies import near_misses

RECORDS = [annotated(random_record(seed, 10), random.Random(seed), 3 * (seed % 2)) for seed in range(5)]


@pytest.mark.slow
@given(st.lists(annotated_records(8, 3), max_size=4), st.sampled_from(("\n", "\r\n")), st.sampled_from(("", "\ufeff")))
def test_text_gives_the_same_games_back(records: list[Record], end: str, mark: str) -> None:
    text = format_games(records)
    assert parse_games(text) == records
    if not records:
        assert text == ""
        return
    assert parse_games(text) == parse_games((mark + text.replace("\n", end)).encode()) == records
    assert parse_games(text + end * 3) == records


def test_a_file_of_one_game_is_what_a_record_saves(tmp_path: Path) -> None:
    RECORDS[0].save(tmp_path / "one")
    save_games(tmp_path / "several", RECORDS[:1])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "several").read_bytes()
    assert load_games(tmp_path / "one") == RECORDS[:1]


def test_games_are_saved_and_appended(tmp_path: Path) -> None:
    path = tmp_path / "games.sweep"
    append_games(path, RECORDS[:1])
    append_games(path, iter(RECORDS[1:3]))
    append_games(path, [])
    append_games(path, RECORDS[3:])
    assert load_games(path) == RECORDS
    assert path.read_text(encoding="utf-8") == format_games(RECORDS)
    save_games(tmp_path / "copy", iterate_games(path))
    assert (tmp_path / "copy").read_bytes() == path.read_bytes()
    save_games(path, [])
    assert path.read_bytes() == b""
    assert load_games(path) == []
    append_games(path, RECORDS[:2])
    assert load_games(path) == RECORDS[:2]


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n\n", b"\r\n\r\n"])
def test_games_are_appended_whatever_the_file_ends_with(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "games.sweep"
    path.write_bytes(RECORDS[0].format().rstrip("\n").encode() + end)
    append_games(path, RECORDS[1:2])
    assert load_games(path) == RECORDS[:2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"Dear Ann", "expected a file of records, got .* which begins differently"),
        (RECORDS[1].format().encode()[:-9], "the last game in .* is cut off"),
        (RECORDS[0].header().encode(), "is cut off"),
    ],
)
def test_nothing_is_appended_to_what_has_no_end(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "games.sweep"
    path.write_bytes(content)
    with pytest.raises(ParseError, match=message):
        append_games(path, RECORDS[:1])
    assert path.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["games.sweep"]


def test_a_failure_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.sweep"
    save_games(path, RECORDS[:2])
    before = path.read_bytes()
    wrong: Any = [RECORDS[2], "a game"]
    for write in (append_games, save_games):
        with pytest.raises(ParameterTypeError, match="expected a Record, got 'a game'"):
            write(path, wrong)
        assert path.read_bytes() == before

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    monkeypatch.setattr("hypersweep.atomic_write.os.fsync", full)
    for write in (append_games, save_games):
        with pytest.raises(OSError, match="no space left"):
            write(path, RECORDS[2:])
        assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["games.sweep"]


def test_games_come_one_by_one(tmp_path: Path) -> None:
    path = tmp_path / "games.sweep"
    save_games(path, RECORDS)
    text = path.read_bytes()
    found = iterate_games(path)
    assert [next(found), next(found)] == RECORDS[:2]
    found.close()  # type: ignore[attr-defined]

    class Stream(BytesIO):
        taken = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.taken += len(data)
            return data

    stream = Stream(text * 2000)
    assert [record for record, _ in zip(iterate_games(stream), range(3), strict=False)] == RECORDS[:3]
    assert stream.taken < len(stream.getvalue()) // 2
    assert not stream.closed


def test_a_damaged_game_costs_no_other_and_is_told_with_its_line() -> None:
    texts = [record.format() for record in RECORDS]
    texts[1] = texts[1].replace("mines: ", "mines: many")
    texts[3] = texts[3].replace(" end: ", " and: ")
    text = "\n".join(texts)
    lines = text.split("\n")
    with pytest.raises(ParseError, match=r"^game 2, line ") as caught:
        parse_games(text)
    errors: list[HypersweepError] = []
    assert parse_games(text, damaged=errors.append) == [RECORDS[0], RECORDS[2], RECORDS[4]]
    assert str(errors[0]) == str(caught.value)
    for error, game, line in zip(errors, (2, 4), ("mines: many", " and: "), strict=True):
        place = next(number for number, own in enumerate(lines, 1) if line in own)
        assert str(error).startswith(f"game {game}, line {place}: ")


@pytest.mark.parametrize("begin", ["Dear Ann,\nhere are my games.\n\n", "hypersweep-rekord: 1\nboard: 3x4\n\n", "\n"])
def test_what_stands_before_the_first_game_is_told_and_passed_over(begin: str) -> None:
    text = begin + format_games(RECORDS[:2]) + "\nhypersweep-record: 9\n"
    with pytest.raises(ParseError, match=r"^game 1, line 1: expected 'hypersweep-record:' and a version from 1 to 3"):
        parse_games(text)
    errors: list[HypersweepError] = []
    assert parse_games(text, damaged=errors.append) == RECORDS[:2]
    assert str(errors[1]).startswith(f"game 4, line {text.count(chr(10))}: expected a record of version 1 to 3, got")


def test_a_game_that_is_cut_off_in_the_midst_is_warned_of() -> None:
    texts = [record.format() for record in RECORDS[:3]]
    cut = texts[1].rstrip("\n").rpartition("\n")[0] + "\n"
    line = texts[0].count("\n") + 2
    with pytest.warns(RecordWarning, match=f"^game 2, line {line}: the record is cut off after event "):
        found = parse_games("\n".join((texts[0], cut, texts[2])))
    assert (found[0], found[2]) == (RECORDS[0], RECORDS[2])
    assert found[1].events == RECORDS[1].events
    assert parse_games("\n".join((texts[0], cut)), is_cut_fine=True) == found[:2]


def test_one_record_is_one_game() -> None:
    text = format_games(RECORDS[:2])
    line = RECORDS[0].format().count("\n")
    with pytest.raises(ParseError, match=f"^line {line}: expected one game, got several: .*load_games"):
        Record.parse(text)
    with pytest.raises(ParseError, match="expected one game, got several"):
        Record.parse("".join(line for line in text.splitlines(keepends=True) if " end: " not in line))


def test_a_board_too_large_is_damage_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    text = format_games([Record("3x4", 2, seed=7), Record("30x40", 9, seed=7)])
    errors: list[HypersweepError] = []
    assert len(parse_games(text, max_cells=12, damaged=errors.append)) == 1
    assert str(errors[0]).startswith("game 2, line 10: board: expected at most 12 cells")
    stated = text + "\nhypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nlayout: 3x4.bBAQ\n\n0 end: ongoing\n"
    monkeypatch.setattr(validation, "memory_limit", lambda: 1 << 32)
    monkeypatch.setattr("hypersweep.record.text_form._MINE_BYTES", 1 << 40)
    errors.clear()
    assert len(parse_games(stated, damaged=errors.append)) == 2
    assert isinstance(errors[0], BoardTooLargeError)
    assert str(errors[0]).startswith("game 3, line 17: ")


def test_a_game_that_is_too_long_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_files, "MOST_BYTES", 5_000)
    monkeypatch.setattr(game_files, "_BLOCK", 700)
    long = random_record(1, 5).with_comment(0, "x" * 20_000 + "\n" * 50)
    errors: list[HypersweepError] = []
    text = format_games([RECORDS[0], long, *RECORDS[2:]])
    assert parse_games(text, damaged=errors.append) == [RECORDS[0], *RECORDS[2:]]
    assert [str(error) for error in errors] == [
        f"game 2, line {RECORDS[0].format().count(chr(10)) + 2}: expected a record of at most 5000 bytes, got more"
    ]
    broken = text.replace(RECORDS[4].format(), RECORDS[4].format().replace("board: ", "board: -"))
    errors.clear()
    parse_games(broken, damaged=errors.append)
    place = next(number for number, line in enumerate(broken.split("\n"), 1) if line.startswith("board: -"))
    assert str(errors[1]).startswith(f"game 5, line {place}: board: ")
    assert text_form.MOST_BYTES > 5_000


@pytest.mark.parametrize("block", [1, 2, 17, 19, 20, 64])
def test_games_are_found_wherever_blocks_end(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(game_files, "_BLOCK", block)
    assert parse_games(format_games(RECORDS)) == RECORDS


def test_sources_of_other_kinds_are_refused() -> None:
    wrong: Any = 3
    with pytest.raises(ParameterTypeError, match="expected a path or a stream, got 3"):
        list(iterate_games(wrong))
    with pytest.raises(ParameterTypeError, match="expected records as text, got 3"):
        parse_games(wrong)


def test_what_is_no_path_and_no_records_is_refused(tmp_path: Path) -> None:
    path: Any = tmp_path / "games.sweep"
    one: Any = RECORDS[0]
    several: Any = [one]
    for write in (save_games, append_games):
        with pytest.raises(ParameterTypeError, match=r"expected a path, got \[.*\(list\)"):
            write(several, path)
        with pytest.raises(ParameterTypeError, match=r"expected records, got .*\(Record\)"):
            write(path, one)
    with pytest.raises(ParameterTypeError, match=r"expected records, got None"):
        format_games(None)  # type: ignore[arg-type]
    assert not path.exists()


@given(near_misses([format_games(RECORDS[start : start + 2]) for start in range(4)]))
def test_what_is_accepted_crashes_nothing(text: str) -> None:
    errors: list[HypersweepError] = []
    found = parse_games(text, is_cut_fine=True, max_cells=10**6, damaged=errors.append)
    assert all(isinstance(error, ParseError) for error in errors)
    assert parse_games(format_games(found)) == found


@pytest.mark.slow
@given(
    st.lists(annotated_records(6, 3), min_size=1, max_size=4),
    st.sampled_from(("\n", "\r\n")),
    st.sampled_from(("utf-8", "utf-8-sig", "utf-16")),
)
def test_a_scan_finds_every_game_and_its_tags(records: list[Record], end: str, encoding: str) -> None:
    data = format_games(records).replace("\n", end).encode(encoding)
    entries = [*scan_games(BytesIO(data))]
    assert [entry.number for entry in entries] == [*range(1, len(records) + 1)]
    for entry, record in zip(entries, records, strict=True):
        assert read_game(BytesIO(data), entry.offset) == record
        own = {"board": str(record.grid), "mines": str(record.mines), "rules": str(record.rules), **record.tags}
        assert {name: entry.tags[name] for name in own} == own
        assert {*entry.tags} - {*own} <= {"seed", "layout"}


HEAD = b"hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n"


@given(
    st.lists(
        st.sampled_from(
            [
                HEAD,
                b"\n",
                b"\r\n",
                b"0 end: ongoing\n",
                b"# ",
                b"hypersweep-record: 1",
                b"\xff",
                b"\xef\xbb\xbf",
                b"seed: 7\n",
            ]
        ),
        max_size=12,
    ).map(b"".join)
)
def test_a_scan_agrees_with_the_whole_reader(data: bytes) -> None:
    whole: list[tuple[int, HypersweepError | Record]] = []
    scanned: list[tuple[int, HypersweepError | Record]] = []
    for number, text in enumerate(game_files.game_texts(BytesIO(data)), 1):
        try:
            assert isinstance(text.text, bytes)
            whole.append((number, Record.parse(text.text, is_cut_fine=True)))
        except HypersweepError:
            # A scan reads only headers, so it may still find the game.
            with pytest.raises(HypersweepError):
                read_game(BytesIO(data), text.offset, is_cut_fine=True)
    for entry in scan_games(BytesIO(data), damaged=lambda error: None):
        try:
            scanned.append((entry.number, read_game(BytesIO(data), entry.offset, is_cut_fine=True)))
        except HypersweepError:
            continue
    assert scanned == whole


def test_a_scan_reports_a_header_that_can_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "games.sweep"
    path.write_text(format_games(RECORDS[:3]).replace("board:", "boards", 1), encoding="utf-8")
    errors: list[HypersweepError] = []
    assert [entry.number for entry in scan_games(path, damaged=errors.append)] == [2, 3]
    assert "game 1, line 2: expected a tag" in str(errors[0])
    with pytest.raises(ParseError, match="game 1, line 2"):
        next(scan_games(path))


@pytest.mark.parametrize("offset", [1, 3, 20, 10**6])
def test_a_game_is_read_only_where_one_begins(offset: int) -> None:
    text = format_games(RECORDS[:2]).encode()
    with pytest.raises(ParseError, match=f"beginning of a game at byte {offset}"):
        read_game(BytesIO(text), offset)
    with pytest.raises(ParseError, match="empty file"):
        read_game(BytesIO(b""), 0)
    with pytest.raises(ParameterTypeError, match="a path or a stream"):
        read_game(3, 0)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_scan_takes_the_memory_of_one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    monkeypatch.setattr(game_files, "_BLOCK", 1 << 12)
    data = b"\n".join([Record("3x4", 2, seed=7).format().encode()] * 2000)
    tracemalloc.start()
    assert sum(entry.tags["board"] == "3x4" for entry in scan_games(BytesIO(data))) == 2000
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < len(data) / 4
