from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from hypersweep import Layout, Record
from hypersweep.cli import main
from hypersweep.formats import parse_json
from hypersweep.formats.files import as_position, read_file, write_file
from hypersweep.formats.format_detection import FILE_FORMATS, FileFormat
from hypersweep.record import save_games
from played import played
from videos import clicked

RECORD = played(Layout("2x6", [(1, 4)]), [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))])


@pytest.fixture
def path(tmp_path: Path) -> str:
    RECORD.save(tmp_path / "game.sweep")
    return str(tmp_path / "game.sweep")


def test_the_name_says_what_to_make(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, wanted in (("a.board", RECORD.layout), ("a.txt", as_position(RECORD)), ("a.json", RECORD)):
        assert main(["convert", path, str(tmp_path / name)]) == 0
        assert read_file(tmp_path / name) == wanted
    assert capsys.readouterr() == ("", "")


def test_standard_input_and_output(
    path: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(Path(path).read_bytes())))
    assert main(["convert", "-", "-", "--to", "json"]) == 0
    assert parse_json(capsysbinary.readouterr().out) == RECORD


def test_one_game_of_several(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = RECORD.replace(tags={"player": "Ann"})
    save_games(path, [RECORD, other])
    out = str(tmp_path / "out.json")
    assert main(["convert", path, out]) == 2
    assert "choose one with --game 1 to 2" in capsys.readouterr().err
    assert main(["convert", path, out, "--game", "3"]) == 2
    assert main(["convert", path, out, "--game", "2"]) == 0
    assert read_file(out) == other


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a file to read and a file to write"),
        (["GAME"], "expected a file to read and a file to write"),
        (["nowhere", "x.json"], "can't read nowhere"),
        (["GAME", "x.foo"], "can't tell which format to write to x.foo: add --to with one of record"),
        (["GAME", "-"], "can't tell which format to write to standard output"),
        (["GAME", "x.json", "--to", "jsonn"], "did you mean 'json'"),
        (["GAME", "x.json", "--from", "recrod"], "did you mean 'record'"),
        (["GAME", "x.json", "--from", "board-id"], "expected one board ID"),
        (["GAME", "x.json", "y"], "expected one target"),
        (["GAME", "x.json", "--game", "0"], "--game"),
    ],
)
def test_what_cannot_be_used_is_told(
    words: list[str],
    message: str,
    path: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["convert", *(path if word == "GAME" else word for word in words)]) == 2
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["game.sweep"]


def test_what_a_format_cannot_hold_is_told(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, out = str(tmp_path / "a.txt"), tmp_path / "b.sweep"
    assert main(["convert", path, position]) == 0
    out.write_text("as it was")
    assert main(["convert", position, str(out)]) == 2
    assert "a.txt (a position as text): expected a record" in capsys.readouterr().err
    assert out.read_text() == "as it was"


def test_a_file_that_cannot_be_written(path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", path, str(tmp_path / "no" / "a.board")]) == 74
    assert "can't write" in capsys.readouterr().err


def test_a_record_that_was_tampered_with_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(path).write_text(RECORD.format().replace("2000 open 0 4: 1", "2000 open 0 4: 2"))
    assert main(["convert", path, "-", "--to", "position"]) == 2
    assert "event 3" in capsys.readouterr().err


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--help"]) == 0
    assert "board-id" in capsys.readouterr().out


@pytest.mark.parametrize("form", [form for form in FILE_FORMATS if "replay" in form.kinds], ids=str)
def test_a_mouse_replay_becomes_a_record_and_that_the_mouse_replay(
    form: FileFormat, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    layout = Layout("8x8", [(row, row) for row in range(2, 8)] + [(0, 7), (1, 7), (2, 7), (3, 7)])
    moves = [(0, "open", (0, 0)), (900, "flag", (2, 2)), (1500, "open", (7, 1)), (2000, "chord", (1, 1))]
    replay, record, again = (str(tmp_path / name) for name in (f"game{form.extensions[0]}", "game.sweep", "again"))
    write_file(replay, clicked(layout, moves), form)
    assert main(["convert", replay, record]) == 0
    assert main(["convert", record, again, "--to", form.name]) == 0
    assert Path(again).read_bytes() == Path(replay).read_bytes()
    made = read_file(record)
    assert isinstance(made, Record)
    made.verify()
    assert made.layout == layout
    assert [(event.kind, event.cell) for event in made.events] == [(kind, cell) for _, kind, cell in moves]
    for words in ("info", "info --json", "replay --plain", "replay --verify", "review", "stats", "stats --json"):
        assert main([*words.split(), replay]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        assert made.tags["mouse"] not in printed.out
    Path(replay).write_bytes(Path(replay).read_bytes()[:60])
    assert main(["info", replay]) == 2
    assert "got" in capsys.readouterr().err
