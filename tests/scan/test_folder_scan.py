from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from typing import Any, Self

import pytest

from hypersweep import ParameterError, ParseError
from hypersweep.formats import dump_file
from hypersweep.scan import find_games, folder_scan, read_table, scan_folder, scan_to_table, write_table
from hypersweep.scan.game_rows import Row, rows_unless_same
from scan_folders import make_folder, won_video


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games"
    make_folder(made)
    return made


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of the files that are read from here on, as they are read."""
    names: list[str] = []

    def note(path: str, digest: str, encoding: str | None) -> list[Row] | None:
        rows = rows_unless_same(path, digest, encoding)
        names.append(os.path.basename(path) + (" (same)" if rows is None else ""))
        return rows

    monkeypatch.setattr(folder_scan, "rows_unless_same", note)
    return names


def test_files_are_found_by_their_extension(folder: Path) -> None:
    found = find_games(folder)
    assert [file.name for file in found] == ["broken.AVF", "sub/0000.avf", "sub/0001.avf", "sub/0002.avf", "two.sweep"]
    assert found[0].bytes == 100
    for wrong in (folder / "nowhere", folder / "notes.txt"):
        with pytest.raises(OSError, match=r"nowhere|notes"):
            find_games(wrong)


@pytest.mark.needs("posix")
def test_odd_names_are_escaped_and_pipes_and_loops_left_out(folder: Path) -> None:
    data = (folder / "sub" / "0000.avf").read_bytes()
    for name in (b"a\nb .avf", b"\xff.avf", b" c\\d.avf", b"  e  f.avf"):
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_bytes(data)
    os.mkfifo(folder / "pipe.avf")
    (folder / "loop").symlink_to(folder)
    (folder / "link.avf").symlink_to(folder / "sub" / "0000.avf")
    (folder / "gone.avf").symlink_to(folder / "nowhere")
    rows = {str(row["file"]): row["error_type"] for row in scan_folder(folder)}
    odd = ["a\\nb .avf", "\\udcff.avf", " c\\\\d.avf", "  e  f.avf", "link.avf"]
    assert [rows[name] for name in odd] == [None] * 5
    assert rows["gone.avf"] == "FileNotFoundError"
    assert len(rows) == 5 + 6


def test_a_folder_that_cannot_be_read_has_a_row(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = os.walk

    def walk_some(top: str, onerror: Any) -> Iterator[tuple[str, list[str], list[str]]]:
        for place, folders, names in walk(top):
            if os.path.basename(place) == "sub":
                onerror(PermissionError(13, "Permission denied", place))
            else:
                yield place, folders, names

    monkeypatch.setattr(os, "walk", walk_some)
    rows = {row["file"]: row for row in scan_folder(folder)}
    assert (rows["sub"]["error_type"], rows["sub"]["bytes"]) == ("PermissionError", None)
    assert {"broken.AVF", "two.sweep"} < set(rows)


def test_rows_come_in_order_and_progress_is_told(folder: Path) -> None:
    told: list[tuple[int, int]] = []
    rows = list(scan_folder(folder, on_file=lambda done, files: told.append((done, files))))
    assert [row["file"] for row in rows] == [
        *("broken.AVF", "sub/0000.avf", "sub/0001.avf", "sub/0002.avf", "two.sweep", "two.sweep")
    ]
    assert told == [(done, 5) for done in range(1, 6)]
    with pytest.raises(ParameterError, match="processes"):
        list(scan_folder(folder, processes=0))


def test_only_new_and_changed_files_are_read(folder: Path, read: list[str]) -> None:
    before = list(scan_folder(folder))
    read.clear()
    os.utime(folder / "sub" / "0000.avf", (1, 1))
    (folder / "sub" / "0001.avf").write_bytes(dump_file(won_video(9), "avf"))
    (folder / "sub" / "0002.avf").unlink()
    (folder / "sub" / "0003.avf").write_bytes(dump_file(won_video(5), "avf"))
    after = {row["file"]: row for row in scan_folder(folder, known=before)}
    # Files with an error are read again: another version of the program may be able to read them.
    assert read == ["broken.AVF", "0000.avf (same)", "0001.avf", "0003.avf", "two.sweep"]
    assert after["sub/0000.avf"] == {**before[1], "modified": "1970-01-01T00:00:01+00:00"}
    assert (after["sub/0001.avf"]["seconds"], after["sub/0003.avf"]["seconds"]) == (9.0, 5.0)
    assert "sub/0002.avf" not in after


def test_rows_of_another_version_are_not_used(folder: Path, read: list[str]) -> None:
    old = [{name: value for name, value in row.items() if name != "stnb"} for row in scan_folder(folder)]
    read.clear()
    assert list(scan_folder(folder, known=old)) == list(scan_folder(folder))
    assert len(read) == 10


@pytest.mark.slow
def test_several_processes_read_the_same(tmp_path: Path) -> None:
    make_folder(tmp_path / "games", 70)
    assert list(scan_folder(tmp_path / "games", processes=2)) == list(scan_folder(tmp_path / "games"))


class _Mortal:
    """A pool whose process dies when it reads a certain file."""

    width = 1

    def __init__(self, processes: int) -> None:
        self.executor = self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, function: Any, jobs: list[tuple[str, str]], *more: object) -> Future[Any]:
        future: Future[Any] = Future()
        if any(path.endswith("0007.avf") for path, _ in jobs):
            future.set_exception(BrokenExecutor("the process 7 died"))
        else:
            future.set_result(function(jobs, *more))
        return future


def test_a_file_that_ends_its_process_has_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.lab.executors.local.Local", _Mortal)
    monkeypatch.setattr(folder_scan, "_WORTH_PROCESSES", 1)
    make_folder(tmp_path / "games", 20)
    rows = list(scan_folder(tmp_path / "games", processes=2))
    bad = [(row["file"], row["error"]) for row in rows if row["error_type"] == "BrokenExecutor"]
    assert bad == [("sub/0007.avf", "the process 7 died")]
    assert len(rows) == 23


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_table_is_written_and_brought_up_to_date(folder: Path, suffix: str, read: list[str]) -> None:
    path = folder / f"games{suffix}"
    summary = scan_to_table(folder, path)
    assert (summary.files, summary.games, summary.kept, summary.gone) == (5, 4, 0, 0)
    assert [(row["file"], row["game"]) for row in summary.unreadable] == [("broken.AVF", None), ("two.sweep", 1)]
    assert read_table(path) == list(scan_folder(folder))
    read.clear()
    (folder / "sub" / "0002.avf").unlink()
    summary = scan_to_table(folder, path)
    assert (summary.files, summary.games, summary.kept, summary.gone) == (4, 3, 2, 1)
    assert read == ["broken.AVF", "two.sweep"]
    assert read_table(path) == list(scan_folder(folder))


def test_a_scan_that_is_stopped_continues(folder: Path, read: list[str]) -> None:
    path = folder.parent / "games.csv"

    def stop(done: int, files: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scan_to_table(folder, path, on_file=stop)
    assert [row["file"] for row in read_table(path)] == ["broken.AVF", "sub/0000.avf", "sub/0001.avf"]
    read.clear()
    scan_to_table(folder, path)
    assert read == ["broken.AVF", "0002.avf", "two.sweep"]
    whole = list(scan_folder(folder))
    assert read_table(path) == whole
    # Rows about files that weren't reached stay, unless they are about errors.
    with pytest.raises(KeyboardInterrupt):
        scan_to_table(folder, path, on_file=lambda done, files: stop(3, files))
    assert read_table(path) == whole[:4]


def test_the_table_is_saved_now_and_then(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[int] = []

    def note(path: Path, rows: Any) -> None:
        found = list(rows)
        saved.append(len(found))
        write_table(path, found)

    monkeypatch.setattr(folder_scan, "write_table", note)
    scan_to_table(folder, folder / "games.csv")
    # Empty at the beginning, so that a folder that can't be written to is noticed, and at the end.
    assert saved == [0, 6]
    saved.clear()
    monkeypatch.setattr(folder_scan, "_BETWEEN_SAVES", 0.0)
    monkeypatch.setattr(folder_scan, "_SAVING_SHARE", 1e9)
    scan_to_table(folder, folder / "games2.csv")
    assert saved == [0, 1, 2, 3, 4, 6, 6]


def test_a_table_that_cannot_be_written_is_told_before_anything_is_read(folder: Path, read: list[str]) -> None:
    with pytest.raises(FileNotFoundError):
        scan_to_table(folder, folder / "nowhere" / "games.csv")
    with pytest.raises(ParameterError, match="ends in"):
        scan_to_table(folder, folder / "games.txt")
    (folder / "other.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(ParseError, match="without the column 'file'"):
        scan_to_table(folder, folder / "other.csv")
    assert (folder / "other.csv").read_text(encoding="utf-8") == "a,b\n1,2\n"
    assert read == []


def test_the_table_of_another_folder_is_kept(folder: Path, read: list[str]) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "a.avf").write_bytes(dump_file(won_video(9), "avf"))
    path = folder.parent / "two.csv"
    scan_to_table(other, path)
    table = path.read_bytes()
    read.clear()
    with pytest.raises(
        ParameterError, match=r"two.csv is the table of another folder: delete it, or name another file"
    ):
        scan_to_table(folder, path)
    assert (path.read_bytes(), read) == (table, [])
    # A table without rows is of no folder.
    write_table(path, [])
    assert scan_to_table(folder, path).games == 4


def test_another_encoding_reads_the_files_again(tmp_path: Path, read: list[str]) -> None:
    data = dump_file(won_video(player="Ann"), "avf")
    (tmp_path / "game.avf").write_bytes(data.replace(b"Ann", b"\xb1\xb3\xbf"))
    path = tmp_path / "games.csv"
    found = []
    for encoding in (None, "cp1250", "cp1250", None):
        scan_to_table(tmp_path, path, encoding=encoding)
        (row,) = read_table(path)
        found.append((row["encoding"], row["player"], len(read)))
    assert found == [(None, "±³¿", 1), ("cp1250", "±łż", 2), ("cp1250", "±łż", 2), (None, "±³¿", 3)]
    with pytest.raises(ParameterError, match="nonsense"):
        list(scan_folder(tmp_path, encoding="nonsense"))


@pytest.mark.slow
def test_several_processes_read_in_an_encoding(tmp_path: Path) -> None:
    make_folder(tmp_path / "games", 70)
    rows = scan_folder(tmp_path / "games", processes=2, encoding="cp1250")
    assert {row["encoding"] for row in rows} == {"cp1250"}
