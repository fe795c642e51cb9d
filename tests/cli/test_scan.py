from __future__ import annotations

import csv
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from hypersweep.cli import main
from hypersweep.formats import dump_file
from hypersweep.scan import read_table, scan_folder
from root_override import without_root_override
from scan_folders import make_folder, won_video


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_folder(tmp_path / "games")
    return tmp_path / "games"


def test_the_table_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", str(folder), "--processes", "1"]) == 2
    printed = capsys.readouterr()
    rows = list(csv.DictReader(StringIO(printed.out)))
    assert [row["file"] for row in rows] == [row["file"] for row in scan_folder(folder)]
    assert printed.err.splitlines()[0].startswith("hypersweep scan: can't read broken.AVF: ")
    assert "two.sweep, game 1: " in printed.err
    (folder / "broken.AVF").unlink()
    (folder / "two.sweep").unlink()
    assert main(["scan", str(folder)]) == 0
    assert capsys.readouterr().err == ""


def test_the_table_is_written_and_brought_up_to_date(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "games.csv"
    assert main(["scan", str(folder), "-o", str(path)]) == 2
    assert capsys.readouterr().out == f"{path}: 4 games (5 files)\n"
    assert read_table(path) == list(scan_folder(folder))
    (folder / "sub" / "0002.avf").unlink()
    assert main(["scan", str(folder), "-o", str(path)]) == 2
    assert capsys.readouterr().out == (
        f"{path}: 3 games (4 files, 2 unchanged since the last scan, 1 file gone since then)\n"
    )


def test_many_unreadable_files_are_summed_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(20):
        (folder / f"bad{number}.rmv").write_bytes(b"\0")
    assert main(["scan", str(folder), "-o", str(folder / "games.csv")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 6
    assert lines[-1] == "hypersweep scan: can't read 22 files or games in all: 21 ParseError, 1 RecordError"


def test_ctrl_c_saves_what_there_is(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(self: object, done: int, files: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("hypersweep.cli.scan.ScanProgress.show", stop)
    path = folder / "games.csv"
    assert main(["scan", str(folder), "-o", str(path)]) == 130
    assert "the same command continues the scan" in capsys.readouterr().err
    assert len(read_table(path)) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no folder to scan"),
        (["nowhere"], "can't read nowhere: No such file"),
        (["empty"], "no games in empty: expected files named *.sweep, "),
        (["games", "other"], "expected one folder"),
        (["games", "-o", "games.json"], "expected a name that ends in .csv or .parquet, got games.json"),
        (["games", "-o", "notes.csv"], "expected a table of games in notes.csv"),
        (["games", "--processes", "0"], "--processes"),
        (["games", "--encoding", "nonsense"], "--encoding"),
        (["games", "--outpt", "a.csv"], "did you mean '--output'"),
    ],
)
def test_what_cannot_be_used_is_told(
    words: list[str],
    message: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder.parent)
    Path("empty").mkdir()
    Path("notes.csv").write_text("no table", encoding="utf-8")
    assert main(["scan", *words]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
    assert Path("notes.csv").read_text(encoding="utf-8") == "no table"


def test_a_table_that_cannot_be_written_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "nowhere" / "games.csv"
    assert main(["scan", str(folder), "-o", str(path)]) == 74
    assert capsys.readouterr().err == f"hypersweep scan: can't write {path}: No such file or directory\n"


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_folders_and_disks_that_refuse_to_be_written(folder: Path) -> None:
    (folder / "closed").mkdir(mode=0o500)
    run = [sys.executable, "-m", "hypersweep", "scan", str(folder)]
    command = without_root_override([*run, "-o", str(folder / "closed" / "games.csv")])
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "games.csv: Permission denied" in done.stderr) == (74, True)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, "can't write to standard output" in done.stderr) == (74, True)


def test_names_are_read_in_the_encoding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.avf").write_bytes(dump_file(won_video(player="Ann"), "avf").replace(b"Ann", b"\xb3od"))
    table = str(tmp_path / "games.csv")
    assert main(["scan", str(tmp_path), "--encoding", "cp1250"]) == 0
    assert main(["scan", str(tmp_path), "--encoding", "cp1250", "-o", table]) == 0
    assert main(["best", str(tmp_path), "--encoding", "cp1250"]) == 0
    assert main(["best", table]) == 0
    printed = capsys.readouterr().out
    assert "łod" in printed
    assert "³od" not in printed
