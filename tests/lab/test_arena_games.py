"""Arena games: the same boards for every player, faults that lose a game, shards, and records."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import hypersweep
from arena_players import peeks
from hypersweep import Grid, Layout, Outcome, View, play_policy, play_solver
from hypersweep.batch.layouts import Deal
from hypersweep.cli import main
from hypersweep.errors import ExperimentError, ParameterError
from hypersweep.exit_codes import UNUSABLE
from hypersweep.lab import Experiment, arena_games, merge_folders, run_experiment
from hypersweep.lab.arena_games import (
    EntrantGames,
    Failures,
    arena_records,
    can_be_bounded,
    check_is_outside,
    differing_games,
    moves_of_solver,
    play_contest,
    play_entrant,
    save_arena_records,
)
from hypersweep.lab.arena_players import Entrant, close_players
from hypersweep.lab.executors.local import Local
from hypersweep.lab.folder import RESULTS, ExperimentFolder
from hypersweep.lab.result_table import MEASURED, PAIRS, Row, RunMemory, ShardResult, read_rows
from hypersweep.lab.statistical_tests import WIN, add_up, by_name, counted
from hypersweep.record import load_games
from hypersweep.trials.bounds import layout_bounds
from hypersweep.typing import Policy
from lab_worlds import first_covered, small
from processes import is_there

BOARDS = [("12", 2), ("5x6", 6), ("3x4x5", 6), ("4x5~wrap=0,1", 4)]


def take(cells: deque[int], view: View) -> int:
    """A player that opens given cells, one after another."""
    return cells.popleft()


def games_of(text: str, board: str = "5x6", mines: int = 6, count: int = 40, **changed: object) -> EntrantGames:
    named: dict[str, object] = {"index": 0, "timeout": 60.0, "seed": 7, **changed}
    try:
        return play_entrant(Entrant.parse(text), "", Grid(board), mines, count, **named)  # type: ignore[arg-type]
    finally:
        close_players()


@pytest.mark.ci_limit(5)
@pytest.mark.parametrize(("board", "mines"), BOARDS)
@pytest.mark.parametrize("promise", ["any", "safe", "opening"])
def test_the_solver_plays_the_same_games_within_a_budget_or_not(board: str, mines: int, promise: str) -> None:
    batch = play_solver(board, mines, 40, seed=7, first_open=promise, policy="progress")  # type: ignore[arg-type]
    for text in ("progress", "progress@states=262144"):
        games = games_of(text, board, mines, first_open=promise)
        assert [end == "won" for end in games.ends] == [*batch.won]
        assert games.guesses == sum(batch.guesses)
        assert {*games.ends} <= {"won", "lost"}


@pytest.mark.slow
def test_games_go_on_where_others_ended() -> None:
    whole = games_of("safest@states=999")
    parts = [games_of("safest@states=999", count=20, index=index) for index in (0, 20)]
    assert [*whole.ends] == [end for part in parts for end in part.ends]
    assert [[*each] for each in whole.opened] == [[*each] for part in parts for each in part.opened]
    assert whole.moves == sum(map(len, whole.opened))


@pytest.mark.slow
def test_the_moves_of_the_kernel_lead_to_the_same_end() -> None:
    for board, mines in BOARDS:
        batch = play_solver(board, mines, 12, seed=7, policy="look-ahead")
        for place in range(12):
            opened = moves_of_solver("look-ahead", Grid(board), mines, place, seed=7)
            assert len(set(opened)) == len(opened)
            cells = deque(opened)
            cells.popleft()
            own = play_policy(partial(take, cells), board, mines, 1, seed=7, index=place)
            assert (own[0].outcome, own[0].opened) == (batch[place].outcome, batch[place].opened)


@pytest.mark.slow
def test_functions_play_what_play_policy_plays() -> None:
    games = games_of("lab_worlds:first_covered")
    batch = play_policy(first_covered, "5x6", 6, 40, seed=7)
    assert [end == "won" for end in games.ends] == [*batch.won]
    assert games.moves == sum(batch.moves)
    assert games.guesses == 0


@pytest.mark.slow
def test_who_gives_up_has_not_failed() -> None:
    games = games_of("lab_worlds:gives_up_in_space", "3x4x5", 4)
    assert games.ends.count("given_up") > 0
    assert games.why == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "end", "why"),
    [
        ("errs", "illegal", "got 'a corner'"),
        ("raises", "crashed", r"LookupError: no idea \(.*, line [0-9]+, in raises\)"),
        ("leaves", "crashed", "status 3"),
    ],
)
def test_faults_lose_games_and_the_player_goes_on(name: str, end: str, why: str) -> None:
    games = games_of(f"arena_players:{name}", mines=5, count=7)
    assert {end, "won"} <= {*games.ends} <= {end, "won", "lost"}
    assert [place for place, own in enumerate(games.ends) if own == end] == [*games.why]
    with pytest.raises(AssertionError, match=why):
        raise AssertionError(games.why[min(games.why)])


@pytest.mark.slow
def test_who_hangs_is_ended_and_begun_anew() -> None:
    games = games_of("arena_players:hangs_in_corners", count=4, timeout=0.4, index=5)
    assert {"late"} < {*games.ends} <= {"late", "won", "lost"}
    assert all(why == "no answer within 0.4 s" for why in games.why.values())


@pytest.mark.slow
def test_who_always_fails_ends_the_run() -> None:
    with pytest.raises(ExperimentError, match="player reopens failed in 10 games in a row") as caught:
        games_of("arena_players:reopens", "9x9", 10)
    assert "game 9, illegal" in caught.value.__notes__[0]


@pytest.mark.slow
def test_what_is_printed_is_no_answer() -> None:
    assert [*games_of("arena_players:prints", count=9).ends] == [*games_of("look-ahead@states=999999", count=9).ends]


@pytest.mark.slow
def test_no_player_finds_a_mine_in_its_memory() -> None:
    games = games_of("arena_players:peeks", count=9)
    assert games.why == {}
    # The same function, called where boards are dealt, finds them.
    with pytest.raises(AssertionError, match="found"):
        play_policy(peeks, "5x6", 6, 9, seed=7)


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


def test_bounds_are_those_of_the_players_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    players: list[Policy] = ["look-ahead", "safest"]
    named: dict[str, Any] = {"seed": 7, "first": (0, 1), "first_open": "opening"}
    experiment = small("arena", boards=[("5x6", 7)], policies=players, shard=20, first=(0, 1), first_open="opening")
    for most in (2000, 30):
        monkeypatch.setattr(arena_games, "MOST_BOUNDED", most)
        counts = [play_contest(experiment, experiment.shard_at(number), {})[0] for number in range(3)]
        found = by_name("arena", add_up("arena", counts, 2), 2)
        many = min(50, most)
        values, told = layout_bounds(Deal.of_games("5x6", 7, many, index=0, **named), 0, 1)
        bounds = [round(WIN * value) for value in values]
        assert (found["games"], found["bounded"], found["gave_up"]) == (50, many, sum(map(bool, told)))
        assert (found["bound"], found["bound_squared"]) == (sum(bounds), sum(bound**2 for bound in bounds))
        for place, player in enumerate(players):
            won = play_solver("5x6", 7, many, policy=player, **named).won
            assert found[f"bounded_won_{place}"] == sum(won)
            assert found[f"bound_won_{place}"] == sum(own * bound for own, bound in zip(won, bounds, strict=True))


@pytest.mark.parametrize(("board", "mines"), [("33x32", 30), ("9x9", 40), ("2x3x3x3x2", 60)])
def test_boards_that_take_long_have_no_bound(board: str, mines: int) -> None:
    experiment = small("arena", boards=[(board, mines)], policies=["safest", "progress"], count=2)
    counts, _, _ = play_contest(experiment, experiment.shard_at(0), {})
    assert not can_be_bounded(experiment, experiment.boards[0])
    found = by_name("arena", counts, 2)
    assert [found[name] for name in ("bounded", "gave_up", "bound", "bound_squared")] == [0] * 4


def test_counts_have_their_names() -> None:
    experiment = small("arena")
    counts, _, times = play_contest(experiment, experiment.shard_at(0), {})
    assert len(counts) == len(counted("arena", 3))
    found = by_name("arena", counts, 3)
    assert found["games"] == 20
    assert found["both_0_1"] <= min(found["won_0"], found["won_1"])
    assert found["bounded"] == 20
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
    parts = [ExperimentFolder(tmp_path / name) for name in ("one", "two")]
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
    with pytest.raises(ExperimentError, match="player reopens failed in all of its 12 games"):
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
        with pytest.raises(ExperimentError, match="player reopens failed in all of its 12 games") as caught:
            run_experiment(experiment, folder=tmp_path / "run")
        told.append(caught.value)
        assert len(ExperimentFolder(tmp_path / "run").counts) == 4
    for error in told:
        first, second = error.__notes__[:2]
        assert first.startswith("game 11, illegal: ")
        assert "which is open" in first
        assert "hypersweep lab show" in second
    with pytest.raises(ExperimentError) as caught:
        run_experiment(experiment)
    assert [note.partition(":")[0] for note in caught.value.__notes__][:1] == ["game 11, illegal"]
    assert not any("lab show" in note for note in caught.value.__notes__)
    # They are no games to show.
    assert [*differing_games(ExperimentFolder(tmp_path / "run").data(0))] == []


@pytest.mark.slow
def test_engines_take_part() -> None:
    engine = "engine:hypersweep engine --policy safest"
    experiment = Experiment(kind="arena", boards=[("4x5", 5)], count=12, seed=7, policies=["safest", engine])
    rows = run_experiment(experiment)
    assert [row["player"] for row in rows[:2]] == ["safest", "hypersweep"]
    assert rows[0]["won"] == rows[1]["won"] == rows[2]["both"]
    (row,) = run_experiment(Experiment(kind="winrate", boards=[("4x5", 5)], count=12, seed=7, policies=[engine]))
    assert row["won"] == rows[0]["won"]
    with pytest.raises(ExperimentError, match="can't start the player 'engine:no-such-engine'"):
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
    assert "saved in" in err
    assert "Traceback" not in err
    end = time.monotonic() + 20
    while is_there(int(pid.read_text())) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_there(int(pid.read_text()))


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
    kept = ExperimentFolder(tmp_path / "run")
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
    with pytest.raises(ParameterError, match="records are only for an arena, got winrate"):
        save_arena_records(tmp_path / "a.sweep", small(), RunMemory())


@pytest.mark.nightly
@pytest.mark.slow
def test_they_replace_nothing_that_a_run_keeps(tmp_path: Path) -> None:
    experiment, _ = arena()
    run_experiment(experiment, folder=tmp_path / "run")
    kept = ExperimentFolder(tmp_path / "run")
    before = {path: path.read_bytes() for path in kept.path.rglob("*") if path.is_file()}
    places = ["run", "run/", "run/journal", "run/new/", "run/parts/../a.sweep"]
    if sys.platform != "win32":  # not everybody may make a link there
        (tmp_path / "link").symlink_to("run")
        places.append("link/journal")
    for place in places:
        with pytest.raises(ParameterError, match="outside the run's folder"):
            save_arena_records(f"{tmp_path}/{place}", experiment, kept)
    assert {path: path.read_bytes() for path in kept.path.rglob("*") if path.is_file()} == before
    assert save_arena_records(tmp_path / "run.sweep", experiment, kept) > 0
    check_is_outside(tmp_path / "running" / "a", tmp_path / "run")


@pytest.mark.parametrize(("place", "message"), [("run/journal", "got run/journal"), ("-", "standard output")])
def test_a_place_that_can_not_be_is_told_before_anything_is_played(
    place: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["arena", "safest", "progress", "--board", "5x6", "--games", "20", "--workers", "1", "--out", "run"]
    assert main([*words, "--records", place]) == UNUSABLE
    assert message in capsys.readouterr().err.replace("'", "")
    assert [*tmp_path.iterdir()] == []
