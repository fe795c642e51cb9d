"""Records of games in which players differ: each can be replayed, and ends as it was played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hypersweep import Layout, Outcome
from hypersweep.cli import main
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import UNUSABLE
from hypersweep.lab import Experiment, run_experiment
from hypersweep.lab.arena_records import arena_records, check_is_outside, save_arena_records
from hypersweep.lab.arena_shard import differing_games
from hypersweep.lab.folder import KeptFolder, RunMemory
from hypersweep.record import load_games
from lab_worlds import small

PLAYERS = ["look-ahead", "plain=safest@states=4096", "lab_worlds:first_covered", "arena_players:errs"]


def arena(**changed: object) -> tuple[Experiment, RunMemory]:
    named: dict[str, object] = {"boards": [("5x6", 6)], "policies": PLAYERS, "count": 20, **changed}
    experiment, memory = small("arena", **named), RunMemory()
    run_experiment(experiment, memory=memory)
    return experiment, memory


@pytest.mark.nightly
def test_every_record_is_of_a_game_that_was_played() -> None:
    experiment, memory = arena(first_open="any", boards=[("5x6", 6), ("3x4~wrap=1", 3), ("11", 3), ("2x3x4", 5)])
    games = [game for number in range(experiment.shards) for game in differing_games(memory.data(number))]
    records = [*arena_records(experiment, memory)]
    assert len(records) == 4 * len(games) > 20
    for place, record in enumerate(records):
        record.verify()
        game, who = games[place // 4], place % 4
        assert record.tags["player"] == ("look-ahead", "plain", "first_covered", "errs")[who]
        assert record.tags["policy"] == experiment.policies[who]
        assert (record.tags["arena-seed"], record.tags["arena-index"]) == ("7", str(game.number))
        assert record.tags["arena-outcome"] == game.ends[who].replace("_", " ")
        assert (record.outcome is Outcome.WON) == (game.ends[who] == "won")
        assert ("arena-fault" in record.tags) == (game.ends[who] == "illegal")
        first = record.events[0].cell if record.events else None
        assert first == record.grid.cell(0)
        assert record.layout == Layout.random(record.grid, record.mines, seed=7, index=game.number)
    assert {game.ends[3] for game in games} >= {"illegal", "won"}


@pytest.mark.slow
def test_there_are_no_more_than_were_asked_for() -> None:
    experiment, memory = arena(records=3, policies=PLAYERS[:3])
    every, kept = arena(policies=PLAYERS[:3])
    own, others = ([*arena_records(each, data)] for each, data in ((experiment, memory), (every, kept)))
    assert len(own) == 3 * 3
    assert own == others[:9]


@pytest.mark.slow
def test_they_go_to_a_file_or_a_folder(tmp_path: Path) -> None:
    experiment = small("arena", boards=[("5x6", 7)], records=2)
    run_experiment(experiment, folder=tmp_path / "run")
    kept = KeptFolder(tmp_path / "run")
    records = [*arena_records(experiment, kept)]
    assert save_arena_records(tmp_path / "a.sweep", experiment, kept) == len(records) > 0
    assert load_games(tmp_path / "a.sweep") == records
    assert save_arena_records(f"{tmp_path}/games/", experiment, kept) == len(records)
    files = sorted((tmp_path / "games").iterdir())
    assert sorted(record.format() for file in files for record in load_games(file)) == sorted(
        record.format() for record in records
    )
    assert files[0].name.startswith("5x6-7-0000")


def test_of_other_experiments_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="expected an arena for records, got an experiment of winrate"):
        save_arena_records(tmp_path / "a.sweep", small(), RunMemory())


@pytest.mark.nightly
@pytest.mark.slow
def test_they_replace_nothing_that_a_run_keeps(tmp_path: Path) -> None:
    experiment, _ = arena()
    run_experiment(experiment, folder=tmp_path / "run")
    kept = KeptFolder(tmp_path / "run")
    before = {path: path.read_bytes() for path in kept.path.rglob("*") if path.is_file()}
    places = ["run", "run/", "run/journal", "run/new/", "run/parts/../a.sweep"]
    if sys.platform != "win32":  # not everybody may make a link there
        (tmp_path / "link").symlink_to("run")
        places.append("link/journal")
    for place in places:
        with pytest.raises(ParameterError, match="outside of the run's own folder"):
            save_arena_records(f"{tmp_path}/{place}", experiment, kept)
    assert {path: path.read_bytes() for path in kept.path.rglob("*") if path.is_file()} == before
    assert save_arena_records(tmp_path / "run.sweep", experiment, kept) > 0
    check_is_outside(tmp_path / "running" / "a", tmp_path / "run")


@pytest.mark.parametrize("place", ["run/journal", "-"])
def test_a_place_that_can_not_be_is_told_before_anything_is_played(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["arena", "safest", "progress", "--board", "5x6", "--games", "20", "--workers", "1", "--out", "run"]
    assert main([*words, "--records", place]) == UNUSABLE
    assert f"got {place}" in capsys.readouterr().err.replace("'", "")
    assert [*tmp_path.iterdir()] == []
