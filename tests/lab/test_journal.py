"""Journals: complete lines count, others are skipped, without harm."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ExperimentError, ParseError
from hypersweep.lab.journal import Entry, Head, append_entries, read_journal, write_journal

HEAD = Head("0.1.0", "5d1de94a39c4c8f1", {"a.py:f": "0123456789abcdef"})
ENTRIES = [Entry(number, (20, number), 5 * (number % 2), "ab" * (number % 2)) for number in (3, 0, 7)]


def written(path: Path) -> bytes:
    write_journal(path, HEAD)
    for entry in ENTRIES:
        append_entries(path, [entry])
    return path.read_bytes()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    written(path)
    assert read_journal(path) == (HEAD, {entry.number: entry for entry in ENTRIES}, True)
    write_journal(path, HEAD, ENTRIES[:1])
    assert read_journal(path) == (HEAD, {3: ENTRIES[0]}, True)


def test_cut_off_anywhere_it_holds_the_lines_before(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    data = written(path)
    first = data.index(b"\n") + 1
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < first:
            with pytest.raises(ParseError, match="expected the journal"):
                read_journal(path)
            continue
        _, entries, is_whole = read_journal(path)
        whole = data[:length].count(b"\n") - 1
        assert [*entries.values()] == ENTRIES[:whole]
        assert is_whole == data[:length].endswith(b"\n")


def test_of_several_lines_on_a_shard_the_first_counts(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    written(path)
    append_entries(path, [Entry(3, (20, 19), 0, "")])
    assert read_journal(path)[1][3] == ENTRIES[0]


@given(st.data())
def test_a_changed_byte_costs_its_line_alone(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal"
    content = bytearray(written(path))
    first = content.index(b"\n") + 1
    place = data.draw(st.integers(first, len(content) - 1))
    line = content[first:place].count(b"\n")
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(bytes(content))
    _, entries, is_whole = read_journal(path)
    assert not is_whole
    # If the end of a line was changed, the next line is lost too.
    kept = [entry for number, entry in enumerate(ENTRIES) if number not in (line, line + 1)]
    assert set(kept) <= set(entries.values()) <= {entry for n, entry in enumerate(ENTRIES) if n != line}


@pytest.mark.slow
@given(st.binary(max_size=200))
def test_no_bytes_do_harm(tmp_path_factory: pytest.TempPathFactory, garbage: bytes) -> None:
    path = tmp_path_factory.mktemp("journal") / "journal"
    path.write_bytes(garbage)
    with pytest.raises(ParseError):
        read_journal(path)
    data = written(path)
    path.write_bytes(data + garbage)
    assert [*read_journal(path)[1].values()] == ENTRIES
    path.write_bytes(data + b"x" * 200_000 + b"\n" + garbage)
    assert [*read_journal(path)[1].values()] == ENTRIES


def test_a_later_version_is_told(tmp_path: Path) -> None:
    from hypersweep.lab.journal import _line

    path = tmp_path / "journal"
    path.write_bytes(_line(["hypersweep lab journal", 2, "1.0.0"]))
    with pytest.raises(ExperimentError, match="version 1, got 2"):
        read_journal(path)
    path.write_bytes(_line(["hypersweep lab journal", 1, "1.0.0", 3, {}]))
    with pytest.raises(ParseError, match="first line is wrong"):
        read_journal(path)


def test_what_can_not_be_written_leaves_the_journal_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    before = written(path)
    write = os.write

    def full(number: int, data: bytes) -> int:
        if len(data) < 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(number, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="No space"):
        append_entries(path, [Entry(9, (1,) * 40, 0, "")])
    monkeypatch.undo()
    assert path.read_bytes() == before
