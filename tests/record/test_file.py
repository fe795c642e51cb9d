"""Files: saved whole or not at all, loaded within bounds."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from hypothesis import given

from hypersweep import ParseError, Record, RecordWarning
from hypersweep.record import file as record_file
from hypersweep.record.file import MEDIA_TYPE, SUFFIX, read_bytes, write_file
from records import random_record, records

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
