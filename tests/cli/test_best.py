from __future__ import annotations

import json
from pathlib import Path

import pytest

from hypersweep.cli import main
from hypersweep.formats import dump_file
from hypersweep.formats.video import record_of
from scan_folders import won_video


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, seconds, player in (("slow", 6, "Ann"), ("fast", 4, "Bob"), ("mine", 5, "Ann")):
        (tmp_path / f"{name}.avf").write_bytes(dump_file(won_video(seconds, player), "avf"))
    return tmp_path


def test_bests_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", str(folder)]) == 0
    lines = [line.split("  ") for line in capsys.readouterr().out.splitlines()]
    rows = [[word.strip() for word in line if word.strip()] for line in lines]
    assert rows[0] == ["board", "figure", "best", "date", "player", "file"]
    assert rows[1] == ["8x8, 2 mines: 3 of 3 games won", "time", "4.000", "Bob", "fast.avf"]
    assert [row[0] for row in rows[2:]] == ["3BV/s", "IOE", "RQP"]
    assert main(["best", "--player", "ann", "--json", str(folder)]) == 0
    (board,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (board["games"], board["bests"][0]["file"]) == (2, "mine.avf")


def test_bests_come_from_a_table_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", str(folder)]) == 0
    expected = capsys.readouterr().out
    table = str(folder / "games.csv")
    assert main(["scan", str(folder), "-o", table]) == 0
    capsys.readouterr()
    assert main(["best", table]) == 0
    assert capsys.readouterr().out == expected


def test_files_that_cannot_be_read_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.avf").write_bytes(b"\0")
    assert main(["best", str(folder)]) == 2
    printed = capsys.readouterr()
    assert "fast.avf" in printed.out
    assert printed.err.startswith("hypersweep best: can't read bad.avf: ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no games: name a folder"),
        (["nowhere"], "can't read nowhere"),
        ([".", "--player", "Eve"], "no finished games by 'Eve': the players are Ann, Bob"),
        (["notes.txt"], "ends in .csv or .parquet"),
        ([".", "--encoding", "nonsense"], "--encoding"),
        (["notes.txt", "--encoding", "cp1250"], "--encoding needs a folder"),
    ],
)
def test_what_cannot_be_used_is_told(
    words: list[str],
    message: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    Path("notes.txt").write_text("no table", encoding="utf-8")
    assert main(["best", *words]) == 2
    assert message in capsys.readouterr().err


def test_the_date_is_the_start_or_else_the_local_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(won_video())
    record.replace(tags={"played": "2013-07-29T12:00:05"}).save(tmp_path / "game.sweep")
    assert main(["best", str(tmp_path)]) == 0
    assert "2013-07-29  " in capsys.readouterr().out
    assert main(["best", "--json", str(tmp_path)]) == 0
    (board,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert [board["bests"][0][name] for name in ("start", "played")] == [None, "2013-07-29T12:00:05"]
    record.replace(tags={"played": "2013-07-29", "start": "2013-07-28T23:00:00Z"}).save(tmp_path / "game.sweep")
    assert main(["best", str(tmp_path)]) == 0
    assert "2013-07-28  " in capsys.readouterr().out
