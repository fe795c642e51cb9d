"""``hypersweep lab`` on the command line: experiments are saved, interrupted, merged and shown."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep
from hypersweep import Layout, play_solver
from hypersweep.cli import main
from hypersweep.cli.lab import ACTIONS
from hypersweep.exit_codes import FAILED, INCOMPLETE, INTERRUPTED, TOO_MUCH, UNUSABLE, WRITING_FAILED
from hypersweep.lab import Experiment
from hypersweep.lab.folder import RESULTS, ExperimentFolder
from hypersweep.lab.result_table import read_rows
from hypersweep.trials import upper_bound

TESTS = Path(__file__).parent.parent


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    assert main(["lab", *words]) == status
    out, err = capsys.readouterr()
    return out, err


@pytest.mark.nightly
def test_win_rates_are_the_librarys(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["winrate", "4x5", "3x4x5", "--mines", "3:5:2", "--games", "60", "--seed", "9", "--workers", "1", "--json"]
    out, err = told(capsys, *words)
    rows = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert [(row["grid"], row["mines"], row["won"]) for row in rows] == [
        (grid, mines, play_solver(grid, mines, 60, seed=9).wins) for grid in ("4x5", "3x4x5") for mines in (3, 5)
    ]


@pytest.mark.slow
def test_a_folder_keeps_shards_results_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, plot = tmp_path / "run", tmp_path / "rates.svg"
    words = ["sweep", "4x5", "--density", "0.1,0.2", "--games", "40", "--shard-size", "15", "--workers", "1"]
    words += ["--out", str(folder), "--plot", str(plot)]
    out, err = told(capsys, *words)
    assert err == ""
    assert plot.read_bytes().startswith(b"<?xml")
    assert [row["games"] for row in read_rows(folder / RESULTS)] == [40, 40]
    assert told(capsys, *words) == (out, "")
    assert told(capsys, "show", str(folder)) == (out, "")
    plot.unlink()
    told(capsys, "show", str(folder), "--json", "--plot", str(plot))
    assert plot.exists()
    other = [word if word != "40" else "41" for word in words]
    assert "belongs to another experiment; use a new folder" in told(capsys, *other, status=UNUSABLE)[1]


@pytest.mark.slow
def test_parts_are_put_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "sweep.toml"
    board = '[[board]]\ngrid = ["3x4", "4x5~orthogonal"]\ndensity = 0.2\n'
    document.write_text(f'kind = "winrate"\ncount = 50\nshard = 20\n{board}')
    parts = [str(tmp_path / f"part-{number}") for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        told(capsys, "run", str(document), "--out", part, "--shard", f"{number}/2", "--workers", "1")
    out, err = told(capsys, "merge", str(tmp_path / "half"), parts[0], status=INCOMPLETE)
    assert "3 shards of 6 not done yet" in err
    assert "3 of 6 shards done so far" in told(capsys, "show", str(tmp_path / "half"))[1]
    out, err = told(capsys, "merge", str(tmp_path / "whole"), *parts)
    assert err == ""
    assert told(capsys, "run", str(document), "--workers", "1") == (out, "")
    assert (tmp_path / "whole" / RESULTS).exists()


def test_bounds_are_the_librarys(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bound", "4x5", "3x4x5~wrap=1", "--mines", "4", "--boards", "60", "--seed", "9", "--first", "centre"]
    out, err = told(capsys, *words, "--samples", "16", "--workers", "1", "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (err, [row["grid"] for row in rows]) == ("", ["4x5", "3x4x5~wrap=1"])
    for row, first in zip(rows, [(2, 2), (1, 2, 2)], strict=True):
        found = upper_bound(row["grid"], 4, 60, seed=9, first=first, samples=16)
        assert (row["bound"], row["error"]) == (pytest.approx(found.value, abs=1e-6), pytest.approx(found.error))
        assert (row["boards"], row["gave_up"]) == (60, found.gave_up)
        assert (row["first_cell"], row["first_open"]) == (",".join(map(str, first)), "safe")
    (row, _) = map(
        json.loads, told(capsys, *words, "--search-guesses", "2", "--workers", "1", "--json")[0].splitlines()
    )
    searched = upper_bound("4x5", 4, 60, seed=9, first=(2, 2), search_guesses=2)
    assert (row["bound"], row["search_guesses"]) == (pytest.approx(searched.value, abs=1e-6), 2)
    (line, _) = told(capsys, *words, "--samples", "16", "--workers", "1")[0].splitlines()
    assert line.startswith("4x5, 4 mines, first open safe at (2, 2): best play wins at most ")


def test_exact_bounds_are_those_of_all_layouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bound", "4x5", "--mines", "2,3", "--first-open", "opening", "--exact"]
    rows = [json.loads(line) for line in told(capsys, *words, "--json")[0].splitlines()]
    for row, mines in zip(rows, (2, 3), strict=True):
        found = upper_bound("4x5", mines, first_open="opening", guesses=0, exact=True)
        assert (row["mines"], row["bound"], row["error"], row["boards"]) == (mines, found.value, 0, found.boards)
        assert (row["guesses"], row["gave_up"]) == (0, 0)
        assert (row["first_cell"], row["first_open"]) == ("0,0", "opening")
    assert told(capsys, *words)[0].splitlines()[1].endswith(f"at most {100 * rows[1]['bound']:.4f} % (0)")
    for wrong in (["--boards", "9"], ["--workers", "2"], ["--out", str(tmp_path / "run")], ["--guesses", "1"]):
        assert f"--exact with {wrong[0]}" in told(capsys, *words, *wrong, status=UNUSABLE)[1].replace(" needs", " with")
    wide = ["bound", "9x9", "--mines", "30", "--exact"]
    assert "8,871,412,534,840,453,463,008" in told(capsys, *wide, status=TOO_MUCH)[1]
    assert not (tmp_path / "run").exists()


def test_policies_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "5x6", "--mines", "6", "--against", "lab_worlds:first_covered", "--games", "300"]
    out, _ = told(
        capsys, *words, "--stop", "0.05", "--margin", "0.01", "--shard-size", "10", "--workers", "1", "--json"
    )
    row = json.loads(out)
    assert (row["first"], row["second"], row["has_stopped"]) == ("look-ahead", "lab_worlds:first_covered", True)
    assert row["difference_low"] > 0
    assert row["games"] < 300


@pytest.mark.slow
def test_a_comparison_that_has_stopped_is_shown_as_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["compare", "5x6", "--mines", "6", "--against", "lab_worlds:first_covered", "--games", "3000"]
    words += ["--stop", "0.05", "--shard-size", "10", "--workers", "1", "--out", str(tmp_path / "run")]
    out, _ = told(capsys, *words)
    assert out.splitlines()[1].endswith("look-ahead is better")
    assert told(capsys, "show", str(tmp_path / "run")) == (out, "")


def test_boards_stand_between_options_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["winrate", "4x5", "--games", "9", "3x4", "--mines", "3", "2x3x4", "--workers", "1", "--json"]
    rows = [json.loads(line) for line in told(capsys, *words)[0].splitlines()]
    assert [row["grid"] for row in rows] == ["4x5", "3x4", "2x3x4"]
    _, err = told(capsys, *words, "--gmaes", "7", status=UNUSABLE)
    assert "did you mean '--games'" in err


@pytest.mark.slow
def test_boards_are_printed_where_they_are_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["boards", "5x6", "4x4x4", "--mines", "4", "--count", "3", "--shard-size", "2", "--workers", "1"]
    out, err = told(capsys, *words)
    layouts = [Layout.parse(line) for line in out.splitlines()]
    assert [str(layout.grid) for layout in layouts] == ["5x6"] * 3 + ["4x4x4"] * 3
    assert err == ""
    told(capsys, *words, "--out", str(tmp_path))
    kept = read_rows(tmp_path / RESULTS)
    assert [row["board"] for row in kept] == out.splitlines()
    rows = [json.loads(line) for line in told(capsys, *words, "--json")[0].splitlines()]
    assert rows == [{**row, "seed": str(row["seed"])} for row in kept]
    _, err = told(capsys, "boards", "3x3", "--mines", "5", "--first-open", "safe", "--workers", "1", "--count", "2")
    assert "3x3 with 5 mines: 0 of 2 boards were found" in err


@pytest.mark.slow
def test_banks_and_positions_are_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = told(
        capsys, "boards", "5x6", "--mines", "4", "--count", "5", "--workers", "1", "--out", str(tmp_path / "a")
    )
    assert out.splitlines()[1].split()[:3] == ["5x6", "4", "5"]
    assert len({Layout.parse(str(row["board"])) for row in read_rows(tmp_path / "a" / RESULTS)}) == 5
    words = ["positions", "4x5", "--mines", "3", "--games", "4", "--workers", "1"]
    told(capsys, *words, "--out", str(tmp_path / "b"))
    assert ExperimentFolder(tmp_path / "b").experiment.kind == "positions"
    assert "positions need a folder" in told(capsys, *words, status=UNUSABLE)[1]


@pytest.mark.parametrize("name", ACTIONS)
def test_each_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = told(capsys, name, "--help")
    assert out.startswith(f"usage: hypersweep lab {name} ")
    assert f"  {name} " in told(capsys, "--help")[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected one of winrate"),
        (["winrat"], "did you mean 'winrate'"),
        (["run"], "no experiment to run"),
        (["run", "nowhere.toml"], "No such file"),
        (["show"], "no experiment to show"),
        (["show", "nowhere"], "expected an experiment's folder"),
        (["merge", "a"], "a merge needs a folder"),
        (["boards", "3x4", "--plot", "a.png"], "expected one of the options"),
        (["merge", "a", "nowhere"], "expected an experiment's folder"),
        (["winrate", "3x4", "--wrong"], "expected one of the options"),
    ],
)
def test_mistakes_are_told(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out, err = told(capsys, *words, status=UNUSABLE)
    assert out == ""
    assert message in err
    assert [*tmp_path.iterdir()] == []


def test_a_policy_with_a_mistake_is_told_with_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["winrate", "3x4", "--mines", "3", "--games", "50", "--policy", "lab_worlds:fails", "--workers", "1"]
    _, err = told(capsys, *words, status=FAILED)
    assert "LookupError: no idea about 3x4" in err
    assert "of seed 1, move 2" in err
    assert "in shard 0 of 1" in err


@pytest.mark.slow
def test_games_that_a_policy_gives_up_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["winrate", "3x4", "3x4x5", "--mines", "3", "--games", "20", "--workers", "1", "--policy"]
    lines = told(capsys, *words, "lab_worlds:gives_up_in_space")[0].splitlines()
    assert lines[0].endswith("given up")
    assert lines[1].split()[-1] == "0" < lines[2].split()[-1]
    assert "given up" not in told(capsys, *words, "lab_worlds:first_covered")[0]
    words = ["compare", "3x4x5", *words[3:], "safest", "--against", "lab_worlds:gives_up_in_space"]
    assert "given up" in told(capsys, *words)[0]


def test_whatever_a_policy_fails_of_the_status_is_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    player = tmp_path / "player.py"
    player.write_text("import sys\ndef odd(view): return 99\ndef leaves(view): sys.exit(0)\n")
    words = ["winrate", "3x4", "--mines", "3", "--games", "20", "--workers", "1", "--policy"]
    for name, cause in (("odd", "CellError: "), ("leaves", "the policy ")):
        err = told(capsys, *words, f"{player}:{name}", status=FAILED)[1].splitlines()
        assert err[0].startswith(f"hypersweep lab winrate: {cause}")
        assert err[-1] == "in shard 0 of 1"
    assert "no such file" in told(capsys, *words, f"{player}x.py:odd", status=UNUSABLE)[1]


@pytest.mark.needs("linux")
def test_what_can_not_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["winrate", "3x4", "--mines", "2", "--games", "50", "--workers", "1", "--out", str(tmp_path)]
    told(capsys, *words)
    (tmp_path / RESULTS).unlink()
    (tmp_path / RESULTS).symlink_to("/dev/full")
    _, err = told(capsys, *words, status=WRITING_FAILED)
    assert "No space left" in err


@pytest.mark.nightly
@pytest.mark.needs("posix")
def test_ctrl_c_ends_it_and_the_same_command_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "winrate",
        "4x5",
        "--mines",
        "4",
        "--games",
        "2000000",
        "--shard-size",
        "50",
        "--out",
        str(tmp_path / "run"),
    ]
    source = Path(hypersweep.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(TESTS)])}
    command = [sys.executable, "-m", "hypersweep", "lab", *words, "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        journal = tmp_path / "run" / "journal"
        while process.poll() is None:
            if journal.exists() and journal.stat().st_size > 1000:
                process.send_signal(signal.SIGINT)
                break
        assert process.stderr is not None
        err = process.stderr.read()
        assert process.wait(60) == INTERRUPTED
    assert "run the same command to continue" in err
    assert "Traceback" not in err
    done = len(ExperimentFolder(tmp_path / "run").counts)
    assert done > 5
    assert f"{done} of 40000 shards done so far" in told(capsys, "show", str(tmp_path / "run"))[1]


@pytest.mark.parametrize(("name", "cells"), [("dimensions", 256), ("phase-transition", 108)])
def test_the_examples_of_the_documents_are_experiments(name: str, cells: int) -> None:
    text = (TESTS.parent / "docs" / f"{name}.toml").read_text(encoding="utf-8")
    assert {setting.grid.cells for setting in Experiment.parse(text).boards} == {cells}
