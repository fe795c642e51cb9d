"""Arenas: all players on the same boards, with any workers and any number of interruptions."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import hypersweep
from hypersweep import play_policy, play_solver
from hypersweep.errors import ExperimentError
from hypersweep.lab import Experiment, merge_folders, run_experiment
from hypersweep.lab.arena_shard import Failures, differing_games, play_contest
from hypersweep.lab.counts import by_name, counted
from hypersweep.lab.executors.local import Local
from hypersweep.lab.folder import RESULTS, KeptFolder, RunMemory
from hypersweep.lab.pair_rows import MEASURED, Row
from hypersweep.lab.results import PAIRS, read_rows
from hypersweep.lab.shards import ShardResult
from lab_worlds import first_covered, small
from processes import is_there

TESTS = Path(__file__).parent.parent


def steady(rows: list[Row]) -> list[Row]:
    """Rows without what is measured."""
    return [{name: own for name, own in row.items() if name not in MEASURED} for row in rows]


@pytest.mark.nightly
def test_the_games_are_those_of_the_other_experiments() -> None:
    players = ["look-ahead", "safest", "lab_worlds:first_covered"]
    experiment = small("arena", boards=[("5x6", 6), ("3x4x5", 6)], policies=players)
    rows = run_experiment(experiment)
    for board, mines in (("5x6", 6), ("3x4x5", 6)):
        own = [row for row in rows if row["grid"] == board]
        batches = [play_solver(board, mines, 50, seed=7, policy=name) for name in ("look-ahead", "safest")]
        wins = [[*batch.won] for batch in (*batches, play_policy(first_covered, board, mines, 50, seed=7))]
        assert [row["won"] for row in own[:3]] == [sum(each) for each in wins]
        assert [row["mean_guesses"] for row in own[:3]] == [*(sum(each.guesses) / 50 for each in batches), None]
        for row, (first, second) in zip(own[3:], ((0, 1), (0, 2), (1, 2)), strict=True):
            pairs = [*zip(wins[first], wins[second], strict=True)]
            assert (row["both"], row["first_alone"]) == (pairs.count((True, True)), pairs.count((True, False)))
            assert (row["second_alone"], row["neither"]) == (pairs.count((False, True)), pairs.count((False, False)))


@pytest.mark.nightly
def test_two_players_are_a_comparison() -> None:
    names = ["look-ahead", "progress"]
    for stop in (None, 0.05):
        kinds = ("compare", "arena")
        boards = [("5x6", 7)]
        compared, arena = (run_experiment(small(kind, boards=boards, policies=names, stop=stop)) for kind in kinds)
        pair = arena[-1]
        assert {name: pair[name] for name in compared[0]} == compared[0]
        assert pair["p_holm"] == pair["p_value"]


def test_counts_have_their_names() -> None:
    experiment = small("arena")
    counts, _, times = play_contest(experiment, experiment.shard_at(0), {})
    assert len(counts) == len(counted("arena", 3))
    found = by_name("arena", counts, 3)
    assert found["games"] == 20
    assert found["both_0_1"] <= min(found["won_0"], found["won_1"])
    assert len(times) == 3


@pytest.mark.nightly
@pytest.mark.slow
def test_games_that_differ_are_kept_in_their_order() -> None:
    experiment = small("arena", boards=[("5x6", 7)], policies=["safest", "lab_worlds:first_covered"], records=4)
    memory = RunMemory()
    run_experiment(experiment, memory=memory)
    batches = play_solver("5x6", 7, 50, seed=7, policy="safest"), play_policy(first_covered, "5x6", 7, 50, seed=7)
    wins = [*zip(*(batch.won for batch in batches), strict=True)]
    for number in range(3):
        games = [*differing_games(memory.data(number))]
        expected = [place for place in range(20 * number, min(20 * number + 20, 50)) if len({*wins[place]}) == 2][:4]
        assert [game.number for game in games] == expected
        assert all(tuple(end == "won" for end in game.ends) == wins[game.number] for game in games)
        assert all(game.opened.keys() == {1} for game in games)
    nothing = RunMemory()
    run_experiment(small("arena", boards=[("5x6", 7)], records=0), memory=nothing)
    assert nothing.data(0) == b""


@pytest.mark.nightly
def test_workers_and_interruptions_change_nothing(tmp_path: Path) -> None:
    experiment = small("arena", boards=[("5x6", 7), ("12", 3)], shard=10)
    text = experiment.format()
    whole = steady(run_experiment(experiment, folder=tmp_path / "one"))
    # A run that is killed in the middle, and another one that goes on with two workers.
    source = Path(hypersweep.__file__).parent.parent
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(TESTS)])}
    command = [sys.executable, str(TESTS / "lab_runs.py"), str(tmp_path / "two"), text]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == b"3":
                process.send_signal(signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
                break
    assert not (tmp_path / "two" / RESULTS).exists()
    with Local(2) as workers:
        assert steady(run_experiment(experiment, folder=tmp_path / "two", workers=workers)) == whole
    for name in (RESULTS, PAIRS):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    parts = [KeptFolder(tmp_path / name) for name in ("one", "two")]
    for number in range(experiment.shards):
        assert parts[0].entry(number).says_the_same(parts[1].entry(number))
        assert parts[0].data(number) == parts[1].data(number)
    # Times are others, which is no contradiction.
    rows, missing = merge_folders(tmp_path / "both", [tmp_path / "one", tmp_path / "two"])
    assert (steady(rows), missing) == (whole, 0)
    assert rows[0]["ms_a_move"] is not None


def test_files_hold_players_and_pairs(tmp_path: Path) -> None:
    rows = run_experiment(small("arena"), folder=tmp_path)
    assert read_rows(tmp_path / RESULTS) == steady([row for row in rows if "player" in row])
    assert read_rows(tmp_path / PAIRS) == [row for row in rows if "player" not in row]
    assert {"player", "first"} & {*rows[0]} == {"player"}


@pytest.mark.nightly
def test_it_ends_when_every_pair_is_known() -> None:
    players = ["look-ahead", "lab_worlds:first_covered"]
    experiment = small("arena", boards=[("6x7", 8)], count=2000, policies=players, stop=0.05, shard=10)
    rows = run_experiment(experiment)
    assert rows[-1]["has_stopped"] is True
    assert rows[-1]["better"] == "look-ahead"
    assert 0 < int(rows[0]["games"] or 0) < 300
    # Of equal players none is better; the run continues until they are known to be close.
    same = ["safest", "again=safest"]
    rows = run_experiment(small("arena", boards=[("4x5", 4)], policies=same, count=100, stop=0.05, shard=50))
    assert (rows[-1]["games"], rows[-1]["has_stopped"], rows[-1]["better"]) == (100, False, None)
    close = small("arena", boards=[("4x5", 4)], policies=same, count=3000, stop=0.05, margin=0.1, shard=50)
    rows = run_experiment(close)
    assert rows[-1]["has_stopped"] is True
    assert int(rows[-1]["games"] or 0) < 1000


@pytest.mark.slow
def test_who_always_fails_ends_the_run_also_in_small_shards() -> None:
    players = ["safest", "arena_players:reopens"]
    experiment = small("arena", boards=[("6x7", 8)], policies=players, shard=3)
    with pytest.raises(ExperimentError, match="got reopens, which failed in all of 12 games"):
        run_experiment(experiment)
    memory = RunMemory()
    looks = Failures(experiment, memory.counts, memory.data)
    games = dict.fromkeys(counted("arena", 2), 0)
    for number in range(10):
        counts = games | {"games": 1, "won_0" if number == 9 else "crashed_0": 1}
        memory.add(ShardResult(number, (*counts.values(),), b""))
        looks.see(number)


@pytest.mark.nightly
@pytest.mark.slow
def test_shards_that_are_kept_count_where_somebody_always_fails(tmp_path: Path) -> None:
    # No player wins, so no games differ, but the fault is still reported.
    players = ["arena_players:reopens", "again=arena_players:reopens"]
    experiment = small("arena", boards=[("6x7", 8)], policies=players, shard=3, records=0)
    told: list[ExperimentError] = []
    for _ in range(2):
        with pytest.raises(ExperimentError, match="got reopens, which failed in all of 12 games") as caught:
            run_experiment(experiment, folder=tmp_path / "run")
        told.append(caught.value)
        assert len(KeptFolder(tmp_path / "run").counts) == 4
    for error in told:
        first, second = error.__notes__[:2]
        assert first.startswith("game 11, illegal: ")
        assert "which is open" in first
        assert "hypersweep lab show" in second
    with pytest.raises(ExperimentError) as caught:
        run_experiment(experiment)
    assert [note.partition(":")[0] for note in caught.value.__notes__][:1] == ["game 11, illegal"]
    assert not any("lab show" in note for note in caught.value.__notes__)
    # These are no games to show.
    assert [*differing_games(KeptFolder(tmp_path / "run").data(0))] == []


@pytest.mark.slow
def test_engines_take_part() -> None:
    engine = "engine:hypersweep engine --policy safest"
    experiment = Experiment(kind="arena", boards=[("4x5", 5)], count=12, seed=7, policies=["safest", engine])
    rows = run_experiment(experiment)
    assert [row["player"] for row in rows[:2]] == ["safest", "hypersweep"]
    assert rows[0]["won"] == rows[1]["won"] == rows[2]["both"]
    (row,) = run_experiment(Experiment(kind="winrate", boards=[("4x5", 5)], count=12, seed=7, policies=[engine]))
    assert row["won"] == rows[0]["won"]
    with pytest.raises(ExperimentError, match="a player that can be begun, got 'engine:no-such-engine'"):
        run_experiment(small("arena", policies=["safest", "engine:no-such-engine"]))


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_a_run_and_the_engine_that_thinks(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    thinker, pid = tmp_path / "thinker.py", tmp_path / "pid"
    # It reads nothing while it thinks, so it doesn't see the end of its input.
    thinker.write_text(
        "import os, sys, time\n"
        "for line in sys.stdin:\n"
        "    word, *rest = line.split()\n"
        "    if word == 'hsp': print('id name Thinker\\nready', flush=True)\n"
        "    if word == 'ping': print('pong', rest[0], flush=True)\n"
        "    if word == 'go':\n"
        f"        with open({str(pid) + '.new'!r}, 'w') as file: file.write(str(os.getpid()))\n"
        f"        os.rename({str(pid) + '.new'!r}, {str(pid)!r})\n"
        "        time.sleep(300)\n"
    )
    engine = f"engine:{shlex.join([sys.executable, str(thinker)])}"
    words = ["safest", engine, "--board", "5x6", "--mines", "6", "--games", "20"]
    command = [sys.executable, "-m", "hypersweep", "arena", *words, "--workers", "1", "--out", str(tmp_path / "run")]
    environment = {**os.environ, "PYTHONPATH": str(Path(hypersweep.__file__).parent.parent)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        while process.poll() is None and not pid.exists():
            time.sleep(0.02)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert "are kept in" in err
    assert "Traceback" not in err
    end = time.monotonic() + 20
    while is_there(int(pid.read_text())) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_there(int(pid.read_text()))
