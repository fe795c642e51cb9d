"""Tables, lines of JSON and plots of results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hypersweep.cli.lab_output import plot_files, result_lines, save_plots
from hypersweep.errors import ParameterError
from hypersweep.exits import WRITING_FAILED
from hypersweep.lab import KINDS, run_experiment
from lab_worlds import small


@pytest.mark.parametrize("kind", KINDS)
def test_tables_have_a_line_for_each_board(kind: str, tmp_path: Path) -> None:
    experiment = small(kind, count=9, shard=5)
    rows = run_experiment(experiment, folder=tmp_path)
    heads, *lines = result_lines(experiment, rows, is_json=False).splitlines()
    assert [line.split()[:2] for line in lines] == [[str(board.grid), str(board.mines)] for board in experiment.boards]
    assert heads.split()[:2] == ["board", "mines"]
    assert all(line == line.rstrip() for line in (heads, *lines))
    assert [json.loads(line) for line in result_lines(experiment, rows, is_json=True).splitlines()] == rows


def test_what_is_not_known_is_a_dash() -> None:
    experiment = small(policies=["lab_worlds:first_covered"])
    table = result_lines(experiment, run_experiment(experiment), is_json=False)
    assert all(line.endswith(" -") for line in table.splitlines()[1:])
    assert result_lines(experiment, [], is_json=False).split()[0] == "board"


def test_files_of_plots_are_looked_at_first(tmp_path: Path) -> None:
    assert plot_files(None) == []
    assert plot_files([str(tmp_path / "a.png"), "b.svg"]) == [str(tmp_path / "a.png"), "b.svg"]
    with pytest.raises(ParameterError, match="ends in"):
        plot_files(["a.pdf"])
    with pytest.raises(ParameterError, match="a folder that is there"):
        plot_files([str(tmp_path / "nowhere" / "a.png")])


def test_plots_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment = small()
    rows = run_experiment(experiment)
    assert save_plots("hypersweep lab", [], experiment, rows) == 0
    assert save_plots("hypersweep lab", [str(tmp_path / "a.png")], experiment, rows) == 0
    assert (tmp_path / "a.png").stat().st_size > 1000
    (tmp_path / "b.png").mkdir()
    assert save_plots("hypersweep lab", [str(tmp_path / "b.png")], experiment, rows) == WRITING_FAILED
    assert "can't write to" in capsys.readouterr().err
