"""Files with several games on the command line: which game is meant, and messages about all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hypersweep import Event, ParameterError, ParseError, Record
from hypersweep.cli import main
from hypersweep.cli.input_files import load_record, load_records
from hypersweep.record import format_games, save_games
from records import random_record

RECORDS = [random_record(seed, 8) for seed in (3, 4, 5)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.sweep"
    save_games(path, RECORDS)
    return path


def test_one_of_several_is_chosen_by_its_number(path: Path) -> None:
    for number, record in enumerate(RECORDS, 1):
        assert load_record("test", str(path), game=number) == record
    with pytest.raises(ParameterError, match=r"games.sweep has 3 games: choose one with --game 1 to 3"):
        load_record("test", str(path))
    for wrong in (0, 4):
        with pytest.raises(ParameterError, match=f"expected --game from 1 to 3 for .*, got {wrong}"):
            load_record("test", str(path), game=wrong)
    save_games(path, RECORDS[:1])
    assert load_record("test", str(path)) == load_record("test", str(path), game=1) == RECORDS[0]


def test_a_damaged_game_keeps_no_other_from_being_read(path: Path) -> None:
    text = format_games(RECORDS)
    path.write_text(text.replace(f"mines: {RECORDS[1].mines}", "mines: x", 1), encoding="utf-8")
    damaged = next(
        number for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if "mines: x" in line
    )
    errors: list[str] = []
    found = list(load_records("test", str(path), damaged=lambda error: errors.append(str(error))))
    assert len(found) == 2
    assert len(errors) == 1
    assert f", line {damaged}: mines: " in errors[0].replace(": line", ", line")
    bad = next(number for number in (1, 2, 3) if number not in dict(found))
    with pytest.raises(ParseError, match=f"games.sweep, game {bad}: line {damaged}: mines: "):
        load_record("test", str(path), game=bad)


def test_replay_asks_which_game_and_verifies_all(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 2
    assert "choose one with --game 1 to 3" in capsys.readouterr().err
    assert main(["replay", str(path), "--game", "2", "--plain"]) == 0
    assert capsys.readouterr().out.startswith(f"board {RECORDS[1].grid}, ")
    assert main(["replay", str(path), "--verify"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["game 1", "game 2", "game 3"]
    wrong = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 5)])
    save_games(path, [*RECORDS[:2], wrong])
    assert main(["replay", str(path), "--verify"]) == 2
    output = capsys.readouterr()
    assert output.out.splitlines() == lines[:2]
    assert "game 3: expected the effect 6 at event 1" in output.err
    assert main(["replay", str(path), "--verify", "--game", "2"]) == 0


def test_review_asks_which_game(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(path)]) == 2
    assert "choose one with --game 1 to 3" in capsys.readouterr().err
    assert main(["review", str(path), "--game", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_stats_tell_of_all_games(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", str(path)]) == 0
    headings = [line for line in capsys.readouterr().out.splitlines() if ", game " in line]
    assert [line.partition(", game ")[2][0] for line in headings] == ["1", "2", "3"]
    path.write_text(path.read_text(encoding="utf-8").replace("board: ", "bored: ", 1), encoding="utf-8")
    assert main(["stats", "--json", str(path)]) == 2
    output = capsys.readouterr()
    assert [json.loads(line)["game"] for line in output.out.splitlines()] == [2, 3]
    assert ", game 1: expected a tag 'board'" in output.err
