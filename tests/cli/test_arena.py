"""``hypersweep arena`` on the command line: tables, records, plots, folders, and errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import capabilities
from hypersweep import play_solver
from hypersweep.cli import main
from hypersweep.exit_codes import FAILED, UNUSABLE, WRITING_FAILED
from hypersweep.lab.folder import RESULTS
from hypersweep.lab.result_table import PAIRS

WORDS = ["look-ahead", "safest", "--board", "5x6", "--mines", "7", "--games", "60", "--workers", "1", "--seed", "9"]


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0, command: str = "arena") -> tuple[str, str]:
    assert main([*command.split(), *words]) == status
    out, err = capsys.readouterr()
    return out, err


@pytest.mark.nightly
def test_the_games_are_the_solvers(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = told(capsys, *WORDS, "--json", "progress")
    rows = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    names = ["look-ahead", "safest", "progress"]
    assert [row["player"] for row in rows[:3]] == names
    assert [row["won"] for row in rows[:3]] == [
        play_solver("5x6", 7, 60, seed=9, policy=name).wins for name in ("look-ahead", "safest", "progress")
    ]
    assert len(rows) == 6
    assert {row["bound_boards"] for row in rows[:3]} == {60}
    for row in rows[:3]:
        assert row["distance"] == pytest.approx(row["bound"] - row["win_rate"])
    out, _ = told(capsys, *WORDS, command="lab arena")
    assert out.splitlines()[0].startswith("board  mines  player      games  won")


@pytest.mark.nightly
def test_records_can_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "differ.sweep"
    _, err = told(capsys, *WORDS, "lab_worlds:first_covered", "--records", str(path), "--records-at-most", "4")
    what = f"4 games in which the players differ, 12 records, in {path} (at most 4 games of each board)"
    assert err == f"hypersweep arena: {what}\n"
    out, err = told(capsys, "--verify", str(path), command="replay")
    assert err == ""
    assert out.count("the record is valid") == 12
    _, err = told(capsys, *WORDS, "--records", f"{tmp_path}/games/")
    assert "at most" not in err
    files = [*(tmp_path / "games").iterdir()]
    assert files
    assert "valid" in told(capsys, "--verify", str(files[0]), command="replay")[0]


@pytest.mark.slow
def test_a_folder_is_gone_on_with_shown_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, plot, games = tmp_path / "match", tmp_path / "match.svg", tmp_path / "games.sweep"
    words = [*WORDS, "--out", str(folder), "--shard-size", "25"]
    out, _ = told(capsys, *words)
    assert {RESULTS, PAIRS} <= {each.name for each in folder.iterdir()}
    assert told(capsys, *words)[0] == out
    assert told(capsys, "show", str(folder), command="lab")[0] == out
    told(capsys, "show", str(folder), "--plot", str(plot), "--records", str(games), command="lab")
    assert plot.read_bytes().startswith(b"<?xml")
    assert games.read_bytes().startswith(b"hypersweep-record")
    _, err = told(capsys, *words, "--timeout", "5", status=UNUSABLE)
    assert "belongs to another experiment; use a new folder" in err


@pytest.mark.slow
def test_a_file_describes_it_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "match.toml"
    path.write_text(
        'kind = "arena"\ngames = 60\nseed = 9\nplayers = ["look-ahead", "quick=safest@states=9"]\nrecords = 5\n'
        '[[board]]\ngrid = ["5x6", "2x3x4", "12"]\nmines = 3\n'
    )
    games = tmp_path / "games.sweep"
    out, _ = told(capsys, "run", str(path), "--workers", "1", "--records", str(games), command="lab")
    assert [line.split()[0] for line in out.splitlines()[1:7]] == ["5x6", "5x6", "2x3x4", "2x3x4", "12", "12"]
    assert "quick: safest@states=9" in out
    path.write_text('kind = "winrate"\ngames = 9\nplayers = ["safest"]\n[[board]]\ngrid = "3x4"\nmines = 2\n')
    assert "got 'players'" in told(capsys, "run", str(path), status=UNUSABLE, command="lab")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["safest", "--board", "3x4"], "expected 2 to 16 players, got 1"),
        (["safest", "lok-ahead", "--board", "3x4"], "did you mean 'look-ahead'"),
        (["safest", "progress"], "at least one board with --board"),
        (["safest", "progress", "--board", "3x4", "--records", "nowhere/at/all.sweep"], "an existing folder"),
        (["safest", "progress", "--board", "3x4", "--plot", "a.eps"], "ends in .pdf, .png or .svg"),
        (["safest", "no_module:f", "--board", "3x4"], "can't import the module"),
        (["safest", "engine:no-such-program", "--board", "3x4"], "can't start the player"),
        (["safest", "progress", "--board", "3x4", "--records", "a", "--player", "x"], "player 'x'"),
    ],
)
def test_mistakes_are_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = told(capsys, *words, status=UNUSABLE)
    assert out == ""
    assert err.startswith("hypersweep arena: ")
    assert message in err


@pytest.mark.slow
def test_who_only_fails_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["safest", "arena_players:reopens", "--board", "9x9", "--mines", "10", "--games", "20", "--workers", "1"]
    _, err = told(capsys, *words, status=FAILED)
    lines = err.splitlines()
    assert lines[0].startswith("hypersweep arena: player reopens failed in ")
    assert lines[1].startswith("game 9, illegal: ")


@pytest.mark.slow
def test_what_can_not_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.sweep").mkdir(mode=0o755)
    path = tmp_path / "a.sweep" / "b.sweep"
    path.mkdir()
    (path / "x").mkdir()
    words = [*WORDS[:8], "30", *WORDS[8:], "--records"]
    del words[7]
    told(capsys, *words, str(path))  # a folder takes a file for each
    if capabilities.has("linux"):
        (tmp_path / "full.sweep").symlink_to("/dev/full")
        _, err = told(capsys, *words, str(tmp_path / "full.sweep"), status=WRITING_FAILED)
        assert "can't write to" in err


def test_help_tells_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = told(capsys, "--help")
    assert out.startswith("usage: hypersweep arena ")
    assert "--records-at-most N" in out
