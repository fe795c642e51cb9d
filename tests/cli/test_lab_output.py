"""Tables, lines of JSON and plots of results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hypersweep.cli.lab_output import check_can_be_drawn, plot_files, result_lines, save_plots
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.lab import KINDS, run_experiment
from hypersweep.lab.counts import add_up
from hypersweep.lab.results import result_rows
from lab_worlds import small


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "arena"])
def test_tables_have_a_line_for_each_board(kind: str, tmp_path: Path) -> None:
    experiment = small(kind, count=9, shard=5)
    rows = run_experiment(experiment, folder=tmp_path)
    table, _, legend = result_lines(experiment, rows, is_json=False).partition("\n\n")
    heads, *lines = table.splitlines()
    assert bool(legend) == (kind == "compare")
    assert [line.split()[:2] for line in lines] == [[str(board.grid), str(board.mines)] for board in experiment.boards]
    assert heads.split()[:2] == ["board", "mines"]
    assert all(line == line.rstrip() for line in (heads, *lines))
    assert [json.loads(line) for line in result_lines(experiment, rows, is_json=True).splitlines()] == rows


def verdict(pairs: tuple[int, int, int, int], **named: object) -> str:
    experiment = small("compare", boards=[("3x4", 2)], count=1000, shard=1000, **named)
    counts = add_up("compare", ())
    rows = result_rows(experiment, {0: (sum(pairs), *pairs, *counts[5:])})
    line = result_lines(experiment, rows, is_json=False).splitlines()[1]
    return line.split("  ")[-1].strip()


def test_a_comparison_ends_with_a_verdict() -> None:
    assert verdict((500, 300, 100, 100)) == "look-ahead is better"
    assert verdict((500, 100, 300, 100), stop=0.05) == "progress is better"
    assert verdict((500, 12, 10, 478)) == "undecided"
    assert verdict((500, 12, 10, 478), stop=0.05, margin=0.01) == "undecided"
    assert verdict((500, 12, 10, 478), stop=0.05, margin=0.1) == "within 10 %"
    text = result_lines(small("compare"), [], is_json=False)
    assert "McNemar" in text
    assert "its interval of 95 %\n" in text
    text = result_lines(small("compare", stop=0.01), [], is_json=False)
    assert "McNemar" not in text
    assert "its interval of 99 %, however often" in text


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


def test_results_without_rates_are_not_drawn() -> None:
    check_can_be_drawn([], "boards")
    check_can_be_drawn(["a.png"], "sweep")
    with pytest.raises(ParameterError, match="for --plot, got those of boards"):
        check_can_be_drawn(["a.png"], "boards")


@pytest.mark.slow
def test_plots_are_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    experiment = small()
    rows = run_experiment(experiment)
    assert save_plots("hypersweep lab", [], experiment, rows) == 0
    assert save_plots("hypersweep lab", [str(tmp_path / "a.png")], experiment, rows) == 0
    assert (tmp_path / "a.png").stat().st_size > 1000
    (tmp_path / "b.png").mkdir()
    assert save_plots("hypersweep lab", [str(tmp_path / "b.png")], experiment, rows) == WRITING_FAILED
    assert "can't write to" in capsys.readouterr().err
