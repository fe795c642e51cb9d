"""Where records of an arena can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep.cli.arena_files import check_records, save_records
from hypersweep.errors import ParameterError
from hypersweep.lab import run_experiment
from hypersweep.lab.runner import RunMemory
from hypersweep.record import load_games
from lab_worlds import small


def test_a_place_is_looked_at_first(tmp_path: Path) -> None:
    check_records(None, "winrate", None)
    check_records(str(tmp_path / "a.sweep"), "arena", None)
    check_records(f"{tmp_path}/new/", "arena", str(tmp_path / "run"))
    check_records("a.sweep", "arena", "run")
    with pytest.raises(ParameterError, match="an arena for --records, got an experiment of sweep"):
        check_records("a.sweep", "sweep", None)
    with pytest.raises(ParameterError, match="a folder that is there"):
        check_records(str(tmp_path / "new" / "a.sweep"), "arena", None)


@pytest.mark.slow
def test_records_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment, memory = small("arena", boards=[("5x6", 7)], records=2), RunMemory()
    run_experiment(experiment, memory=memory)
    assert save_records("it", None, experiment, memory) == 0
    assert save_records("it", str(tmp_path / "a.sweep"), experiment, memory) == 0
    assert len(load_games(tmp_path / "a.sweep")) == 6
    what = f"2 games in which the players differ, 6 records, in {tmp_path}/a.sweep (at most 2 games of each board)"
    assert capsys.readouterr().err == f"it: {what}\n"
