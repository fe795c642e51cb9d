"""Experiments given on the command line: what the words mean, running them, and the records of an arena."""

from __future__ import annotations

import json
import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hypersweep.cli import main
from hypersweep.cli.lab_experiment import (
    DESCRIPTIONS,
    check_records,
    experiment_of,
    experiment_parser,
    save_records,
    time_left,
)
from hypersweep.cli_support import output
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.exit_codes import INTERRUPTED, UNUSABLE
from hypersweep.lab import KINDS, Experiment, run_experiment
from hypersweep.lab.result_table import RunMemory
from hypersweep.record import load_games
from hypersweep.rules import ESP
from lab_worlds import small


def described(kind: str, *words: str) -> Experiment:
    return experiment_of(kind, experiment_parser(f"hypersweep lab {kind}", kind).read(words))


def boards(*words: str) -> list[tuple[str, int]]:
    return [(str(setting.grid), setting.mines) for setting in described("winrate", *words).boards]


def test_every_kind_can_be_described() -> None:
    assert tuple(DESCRIPTIONS) == KINDS
    others = {"compare": ["4x5", "--against", "safest"], "arena": ["safest", "progress", "--board", "4x5"]}
    for kind in KINDS:
        experiment = described(kind, *others.get(kind, ["4x5"]), "--mines", "3")
        assert (experiment.kind, experiment.seed) == (kind, 1)
        assert Experiment.parse(experiment.format()) == experiment


def test_boards_and_mines_are_every_combination() -> None:
    assert boards("expert", "4x5") == [("16x30", 99), ("4x5", 3)]
    assert boards("4x5", "3x4x5", "--mines", "2,4:8:2") == [
        *(("4x5", mines) for mines in (2, 4, 6, 8)),
        *(("3x4x5", mines) for mines in (2, 4, 6, 8)),
    ]
    # Written in decimals, three steps of a tenth end at 0.4.
    assert boards("10x10", "--density", "0.1:0.4:0.1") == [("10x10", mines) for mines in (10, 20, 30, 40)]
    assert boards("4x5", "--mines", "2-4,7") == [("4x5", mines) for mines in (2, 3, 4, 7)]
    assert boards("4x5", "--mines", "3", "--adjacency", "both") == [("4x5", 3), ("4x5~orthogonal", 3)]


def test_options_are_arguments() -> None:
    experiment = described(
        *("compare", "9x9", "--mines", "10", "--games", "70", "--seed", str(2**64 - 1), "--policy", "safest"),
        *("--against", "a.py:f", "--stop", "0.1", "--margin", "0.02", "--first", "(3, 4)", "--first-open", "opening"),
        *("--shard-size", "7"),
    )
    assert experiment == Experiment(
        kind="compare",
        boards=[("9x9", 10)],
        count=70,
        seed=2**64 - 1,
        policies=["safest", "a.py:f"],
        stop=0.1,
        margin=0.02,
        first=[3, 4],
        first_open="opening",
        shard=7,
    )
    bank = described("boards", "9x9", "--grade", "set", "--exactly", "--method", "repair", "--count", "3")
    assert (bank.grade, bank.exactly, bank.method, bank.count, bank.first) == ("set", True, "repair", 3, "centre")
    assert described("positions", "9x9", "--rules", "esp").rules == ESP
    words = ["--boards", "70", "--guesses", "2", "--samples", "64", "--first", "1,2", "--first-open", "opening"]
    assert described("bound", "4x5", "--mines", "3", *words) == Experiment(
        kind="bound", boards=[("4x5", 3)], count=70, guesses=2, samples=64, first=[1, 2], first_open="opening"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected at least one board"),
        (["9x"], "expected"),
        (["3x4.bAw"], "whose mines are already placed"),
        (["9x9", "--mines", "1", "--density", "0.1"], "can't combine --mines with --density"),
        (["9x9", "--mines", "1.5"], "whole numbers for --mines"),
        (["9x9", "--mines", "x"], "expected a number"),
        (["9x9", "--mines", "1:2"], "FIRST:LAST:STEP"),
        (["9x9", "--mines", "99"], "at most 81 mines"),
        (["9x9", "--adjacency", "moor"], "did you mean 'moore'"),
        (["9x9", "--games", "0"], "whole number of 1 or more"),
        (["9x9", "--seed", "x"], "--seed"),
        (["9x9", "--first", "9,9"], "first: "),
        (["9x9", "--first", "1,x"], "a coordinate of --first"),
        (["9x9", "--first", "center"], "did you mean 'centre'"),
        (["9x9", "--first-open", "zero"], "--first-open to be one of"),
        (["9x9", "--policy", "safes"], "did you mean 'safest'"),
    ],
)
def test_mistakes_are_told(words: list[str], message: str) -> None:
    with pytest.raises(HypersweepError, match=message):
        described("winrate", *words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--guesses", "4"], "guesses from 0 to 3"),
        (["--guesses", "x"], "--guesses"),
        (["--samples", "0"], "samples from 1"),
        (["--boards", "1"], "2 or more"),
    ],
)
def test_mistakes_in_a_bound_are_told(words: list[str], message: str) -> None:
    with pytest.raises(HypersweepError, match=message):
        described("bound", "4x5", "--mines", "3", *words)


def test_an_arena_has_players_with_names_and_budgets() -> None:
    words = ["safest", "--player", "quick=look-ahead@states=64", "a.py:f", "--board", "4x5", "--board", "3x4x5"]
    words += ["--mines", "3", "--seconds", "2", "--timeout", "0.5", "--records-at-most", "7", "--stop", "0.01"]
    assert described("arena", *words) == Experiment(
        kind="arena",
        boards=[("4x5", 3), ("3x4x5", 3)],
        count=10_000,
        policies=["safest@seconds=2.0", "a.py:f", "quick=look-ahead@states=64"],
        timeout=0.5,
        records=7,
        stop=0.01,
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["safest"], "expected 2 to 16 players, got 1"),
        (["safest", "look-ahed"], "player 'look-ahed': .*did you mean 'look-ahead'"),
        (["a=safest", "a=progress"], "a different name for each player, got 'a' twice"),
        (["safest", "progress@states=0"], "expected states from 1 to"),
        (["safest", "progress@seconds=x"], "expected a number, got 'x'"),
        (["safest", "progress", "--seconds", "0"], "--seconds"),
        (["safest", "progress", "--timeout", "x"], "--timeout"),
        (["safest", "progress", "--records-at-most", "-1"], "--records-at-most"),
        (["safest", "progress"], "at least one board with --board"),
    ],
)
def test_mistakes_of_an_arena_are_told(words: list[str], message: str) -> None:
    with pytest.raises(HypersweepError, match=message):
        described("arena", *words)


def test_comparing_needs_another() -> None:
    with pytest.raises(HypersweepError, match="--against POLICY"):
        described("compare", "9x9")
    with pytest.raises(HypersweepError, match="between 0 and 1"):
        described("compare", "9x9", "--against", "safest", "--stop", "2")


def test_files_are_read(tmp_path: Any) -> None:
    path = tmp_path / "a.toml"
    parser = experiment_parser("hypersweep lab winrate", "winrate")
    parser.add_argument("--file", dest="file")
    path.write_bytes(b"\xff")
    with pytest.raises(HypersweepError, match="UTF-8"):
        experiment_of("run", parser.read(["--file", str(path)]))
    path.write_text("kind = 3\n")
    with pytest.raises(HypersweepError, match="experiment: expected kind"):
        experiment_of("run", parser.read(["--file", str(path)]))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_by_its_byte_order_mark(encoding: str, tmp_path: Any) -> None:
    path = tmp_path / "a.toml"
    parser = experiment_parser("hypersweep lab winrate", "winrate")
    parser.add_argument("--file", dest="file")
    path.write_text(small().format(), encoding=encoding)
    assert experiment_of("run", parser.read(["--file", str(path)])) == small()


WORDS = ["lab", "winrate", "3x4", "--mines", "2", "--games", "60", "--shard-size", "20", "--json"]


def test_times_are_told_in_two_units() -> None:
    assert [time_left(seconds) for seconds in (0, 59.4, 59.6, 3599.6, 86_399, 86_400)] == [
        *("0 s", "59 s", "1 min 0 s", "1 h 0 min", "23 h 59 min", "1 d 0 h"),
    ]


@pytest.mark.slow
def test_two_workers_give_what_one_gives(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for many in ("1", "2"):
        assert main([*WORDS, "--workers", many]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1]
    assert told[0]["games"] == 60


def test_a_plain_line_now_and_then_where_no_terminal_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*WORDS, "--workers", "1"]) == 0
    assert capsys.readouterr().err == ""
    # A clock that advances by half a minute at each reading.
    clock = count(0.0, 30.0)
    monkeypatch.setattr(output, "monotonic", lambda: next(clock))
    assert main([*WORDS, "--workers", "1"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines
    assert all(re.match(r"hypersweep lab winrate: \d of 3 shards, \d+ games", line) for line in lines)


def test_ctrl_c_says_how_far_it_came(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: object, share: float, text: str) -> None:
        if text.startswith("1 "):
            raise KeyboardInterrupt

    monkeypatch.setattr(output.ProgressLine, "show", interrupt)
    assert main([*WORDS, "--workers", "1"]) == INTERRUPTED
    assert "stopped after 1 of 3 shards" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--workers", "0"], "--workers"),
        (["--dask", "nowhere"], "an address for --dask"),
        (["--shard", "1/2"], "--shard needs --out"),
        (["--shard", "2", "--out", "a"], "a part such as 3/10"),
        (["--plot", "a.eps"], "ends in .pdf, .png or .svg"),
        (["--policy", "nofile.py:f"], "nofile.py"),
    ],
)
def test_options_that_do_not_fit_a_run_are_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, *words]) == UNUSABLE
    assert message in capsys.readouterr().err


def test_a_place_is_looked_at_first(tmp_path: Path) -> None:
    check_records(None, "winrate", None)
    check_records(str(tmp_path / "a.sweep"), "arena", None)
    check_records(f"{tmp_path}/new/", "arena", str(tmp_path / "run"))
    check_records("a.sweep", "arena", "run")
    with pytest.raises(ParameterError, match="for an arena, got sweep"):
        check_records("a.sweep", "sweep", None)
    with pytest.raises(ParameterError, match="an existing folder"):
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
