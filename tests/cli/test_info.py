from __future__ import annotations

import json
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.cli import main
from hypersweep.cli.info import thing_facts, thing_lines
from hypersweep.formats.files import KINDS, convert, write_file
from hypersweep.record import save_games
from played import played

RECORD = played(Layout("2x6", [(1, 4)]), [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))]).replace(
    tags={"player": "Ann", "start": "2026-11-23T00:00:00Z"}
)


def test_what_is_in_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [str(tmp_path / name) for name in ("a.sweep", "b.json", "c.board", "d.txt")]
    for name in names:
        write_file(name, RECORD)
    assert main(["info", *names]) == 0
    parts = capsys.readouterr().out.split("\n\n" + str(tmp_path))
    assert len(parts) == 4
    assert parts[0].startswith(f"{names[0]}: a record of hypersweep\n  board 2x6, 1 mine")
    assert "  player: Ann\n  start: 2026-11-23T00:00:00Z" in parts[0]
    assert "  3BV" in parts[0]
    assert "/b.json: a record of a game (JSON of hypersweep)\n" in parts[1]
    assert "/c.board: a board ID\n  2x6, 1 mine" in parts[2]
    assert "/d.txt: a position as text\n  board 2x6, 1 mine\n  10 open cells, 0 flags\n" in parts[3]


def test_a_game_id_names_its_first_cell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "id.txt"
    path.write_text("4x3:0,2,u401\n", encoding="utf-8")
    assert main(["info", str(path)]) == 0
    assert "  first cell        (2, 0)\n" in capsys.readouterr().out
    assert main(["info", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["first"] == [2, 0]
    path.write_text("4x3:u401\n", encoding="utf-8")
    assert main(["info", str(path)]) == 0
    assert "first cell" not in capsys.readouterr().out


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "games.sweep")
    save_games(path, [RECORD, RECORD])
    assert main(["info", "--json", path]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {"file": path, "game": 1, "format": "record", **thing_facts(RECORD)}
    assert second["game"] == 2
    assert first["tags"]["player"] == "Ann"


def test_damaged_files_are_told_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, odd = tmp_path / "good.board", tmp_path / "bad.json", tmp_path / "odd.sweep"
    write_file(good, RECORD)
    bad.write_text("{")
    odd.write_text(RECORD.format().replace("2000 open 0 4: 1", "2000 open 0 4: 2"))
    assert main(["info", str(bad), str(odd), "nowhere", str(good)]) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith(f"{good}: a board ID\n")
    errors = printed.err.splitlines()
    assert [str(bad) in errors[0], str(odd) in errors[1], "nowhere" in errors[2], len(errors)] == [True, True, True, 3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "no file to describe"),
        (["x", "--from", "recrod"], "did you mean 'record'"),
        (["--jso"], "did you mean '--json'"),
    ],
)
def test_what_cannot_be_used_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", *words]) == 2
    assert message in capsys.readouterr().err


def test_every_kind_has_lines_and_facts() -> None:
    for kind in [kind for kind in KINDS if kind != "replay"]:
        thing = convert(RECORD, kind)
        assert thing_lines(thing)
        assert thing_facts(thing)["kind"] == kind
        json.dumps(thing_facts(thing))


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", "--help"]) == 0
    assert "--json" in capsys.readouterr().out


def test_names_in_a_code_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.rawvf"
    path.write_bytes(b"Player: Ja\xf1ska\nBoard:\n0*0\n")
    assert main(["info", "--encoding", "cp1250", str(path)]) == 0
    assert "player: Jańska" in capsys.readouterr().out
    assert main(["info", "--encoding", "polish", str(path)]) == 2
    assert "--encoding: expected a text encoding" in capsys.readouterr().err
