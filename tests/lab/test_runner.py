"""Runs that are resumed, split into parts and merged, with one worker or two, always have the same bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from itertools import combinations
from math import log2
from pathlib import Path
from typing import Any

import pytest

import hypersweep
from hypersweep import Layout, Outcome, play_policy, play_solver, sample_layouts
from hypersweep.batch.layouts import Deal
from hypersweep.errors import BudgetExceededError, ExperimentError, GenerationError, ParameterError, ParseError
from hypersweep.formats.positions import positions_of_games, read_positions
from hypersweep.generate import Certificate, no_guess, solvable_from, verify
from hypersweep.generate.grading import played
from hypersweep.lab import Experiment, Progress, merge_folders, run_experiment, runner
from hypersweep.lab.executors.local import Local, Serial
from hypersweep.lab.folder import RESULTS, ExperimentFolder, Head, RunFolder, write_journal
from hypersweep.lab.result_table import ShardResult
from hypersweep.lab.runner import _make_boards, _make_positions, do_shard, run_shard
from hypersweep.lab.statistical_tests import BIT, COUNTED, WIN, add_up, by_name
from hypersweep.stats import three_bv
from hypersweep.trials.bounds import layout_bounds
from hypersweep.typing import FirstOpen
from lab_worlds import first_covered, gives_up_in_space, small

TESTS = Path(__file__).parent.parent


class LaterExecutor(Executor):
    """Executor that runs three requests at a time, the last first; requests for some shards fail a number of times."""

    def __init__(self, deaths: dict[int, int]) -> None:
        self.asked: list[tuple[Future[Any], Any, Any]] = []
        self.deaths = deaths
        self.begun: list[int] = []

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.asked.append((future, function, arguments))
        # Six shards come three at a time; a retried shard comes alone.
        if len(self.asked) == 3 or len(self.begun) >= 6:
            while self.asked:
                self.do(*self.asked.pop())
        return future

    def do(self, future: Future[Any], function: Any, arguments: Any) -> None:
        number = arguments[1]
        self.begun.append(number)
        if self.deaths.get(number):
            self.deaths[number] -= 1
            future.set_exception(BrokenExecutor("it died"))
        else:
            future.set_result(function(*arguments))


class Later(Serial):
    """Three workers of that kind."""

    width = 3

    def __init__(self, deaths: dict[int, int] | None = None) -> None:
        self.executor: Any = LaterExecutor(deaths or {})


def results(folder: Path) -> bytes:
    return (folder / RESULTS).read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "run"
    run_experiment(small(), folder=folder)
    return folder


class StopError(Exception):
    """A run is interrupted."""


@pytest.mark.parametrize("stops", [(1,), (3, 4), (2, 5, 6)])
def test_interrupted_anywhere_it_ends_the_same(stops: tuple[int, ...], whole: Path, tmp_path: Path) -> None:
    for stop in stops:

        def interrupt(progress: Progress, stop: int = stop) -> None:
            if progress.done >= stop:
                raise StopError

        with pytest.raises(StopError):
            run_experiment(small(), folder=tmp_path / "run", progress=interrupt)
        assert len(ExperimentFolder(tmp_path / "run").counts) == stop
        assert not (tmp_path / "run" / RESULTS).exists()
    run_experiment(small(), folder=tmp_path / "run")
    assert results(tmp_path / "run") == results(whole)


@pytest.mark.slow
def test_killed_at_any_moment_it_goes_on(whole: Path, tmp_path: Path) -> None:
    source = Path(hypersweep.__file__).parent.parent
    path = os.pathsep.join([str(source), str(TESTS)])
    for before in (1, 4):
        command = [sys.executable, str(TESTS / "lab_runs.py"), str(tmp_path / "run"), small().format()]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if int(line) >= before:
                    break
            process.kill()
        assert before <= len(ExperimentFolder(tmp_path / "run").counts) <= 6
    run_experiment(small(), folder=tmp_path / "run")
    assert results(tmp_path / "run") == results(whole)


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["winrate", "sweep", "compare", "bound", "boards", "positions"])
def test_one_worker_or_two_or_parts_of_several(kind: str, tmp_path: Path) -> None:
    experiment = small(kind, count=11, shard=4)
    rows = run_experiment(experiment, folder=tmp_path / "one")
    with Local(2) as workers:
        assert run_experiment(experiment, folder=tmp_path / "two", workers=workers) == rows
    for number in (3, 1, 2):
        run_experiment(experiment, folder=tmp_path / f"part-{number}", part=(number, 3))
    parts = [tmp_path / f"part-{number}" for number in (2, 3, 1)]
    assert not any((part / RESULTS).exists() for part in parts)
    assert merge_folders(tmp_path / "merged", parts) == (rows, 0)
    assert results(tmp_path / "one") == results(tmp_path / "two") == results(tmp_path / "merged")


def test_parts_that_are_missing_are_told(tmp_path: Path) -> None:
    run_experiment(small(), folder=tmp_path / "a", part=(1, 2))
    rows, missing = merge_folders(tmp_path / "merged", [tmp_path / "a"])
    assert missing == 3
    assert [row["games"] for row in rows] == [30, 20]
    assert not (tmp_path / "merged" / RESULTS).exists()
    # The merged folder is one as any other: what is missing can be done there.
    assert run_experiment(small(), folder=tmp_path / "merged") == run_experiment(small())


def test_parts_of_others_or_that_disagree_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_experiment(small(), folder=tmp_path / "a", part=(1, 2))
    run_experiment(small(seed=8), folder=tmp_path / "b", part=(2, 2))
    with pytest.raises(ExperimentError, match="parts of different experiments"):
        merge_folders(tmp_path / "merged", [tmp_path / "a", tmp_path / "b"])
    with RunFolder(tmp_path / "c", small()) as folder:
        folder.add(ShardResult(2, (10, 0, 0, 0, 0, 0, 0, 0), b""))
    with pytest.raises(ExperimentError, match="shard 2 has different results") as caught:
        merge_folders("merged", ["a", "c"])
    assert caught.value.shard == 2
    assert str(caught.value).endswith("shard 2 has different results in 'a' and in 'c'")
    # Nothing was added: what is sound can still be put together there.
    assert ExperimentFolder(tmp_path / "merged").counts == {}
    assert merge_folders(tmp_path / "merged", [tmp_path / "a"])[1] == 3
    with pytest.raises(ParameterError, match="no folders to merge"):
        merge_folders(tmp_path / "merged", [])


def test_parts_that_made_different_things_are_refused(tmp_path: Path) -> None:
    experiment = small("boards")
    run_experiment(experiment, folder=tmp_path / "a")
    made = ExperimentFolder(tmp_path / "a")
    with RunFolder(tmp_path / "b", experiment) as folder:
        folder.add(ShardResult(1, made.counts[1], made.data(1).replace(b"uniform", b"repair") + b"\n"))
    with pytest.raises(ExperimentError, match="shard 1 has different results"):
        merge_folders(tmp_path / "merged", [tmp_path / "a", tmp_path / "b"])


def test_parts_of_other_versions_and_policies_are_refused(tmp_path: Path) -> None:
    run_experiment(small(), folder=tmp_path / "a", part=(1, 2))
    run_experiment(small(), folder=tmp_path / "b", part=(2, 2))
    head = ExperimentFolder(tmp_path / "a").head
    for other in (Head("0.0.9", head.digest, head.sources), Head(head.program, head.digest, {"a:b": "0" * 16})):
        write_journal(tmp_path / "b" / "journal", other)
        for order in ("ab", "ba"):
            with pytest.raises(ExperimentError, match=r"started with hypersweep 0\.0\.9|changed since"):
                merge_folders(tmp_path / "merged", [tmp_path / name for name in order])


def test_parts_are_left_as_they_are(tmp_path: Path) -> None:
    for number in (1, 2):
        run_experiment(small(), folder=tmp_path / f"{number}", part=(number, 2))
    journal = tmp_path / "1" / "journal"
    cut = journal.read_bytes()[:-5]
    journal.write_bytes(cut)
    for number in (1, 2):
        (tmp_path / f"{number}" / "lock").unlink()
    # Its last line was cut off, and reading doesn't repair it.
    assert merge_folders(tmp_path / "merged", [tmp_path / "1", tmp_path / "2"])[1] == 1
    assert journal.read_bytes() == cut
    assert sorted(path.name for path in (tmp_path / "1").iterdir()) == ["experiment.toml", "journal"]
    # Another process works on it, and merges the others itself.
    with RunFolder(tmp_path / "2", small()):
        assert merge_folders(tmp_path / "1", [tmp_path / "1", tmp_path / "2"])[1] == 1


def test_the_order_of_shards_and_deaths_do_not_matter() -> None:
    # Six shards for three at a time: the last three are done when the third of them is asked for.
    workers = Later()
    assert run_experiment(small(), workers=workers) == run_experiment(small())
    assert workers.executor.begun == [2, 1, 0, 5, 4, 3]


def test_a_shard_whose_worker_dies_is_tried_again() -> None:
    workers = Later({4: 2, 1: 1})
    assert run_experiment(small(), workers=workers) == run_experiment(small())
    assert workers.executor.begun.count(4) == 3
    with pytest.raises(ExperimentError, match="shard 4 failed: 3 workers died") as caught:
        run_experiment(small(), workers=Later({4: 3}))
    assert caught.value.shard == 4


@pytest.mark.nightly
def test_a_comparison_stops_by_itself_and_at_the_same_place(tmp_path: Path) -> None:
    experiment = Experiment(
        kind="compare",
        boards=[("5x6", 6), ("3x4", 2)],
        policies=["look-ahead", "lab_worlds:first_covered"],
        count=400,
        shard=10,
        stop=0.05,
    )
    rows = run_experiment(experiment, folder=tmp_path / "one")
    assert rows[0]["has_stopped"] is True
    assert int(rows[0]["games"] or 0) < 400
    with Local(2) as workers:
        assert run_experiment(experiment, folder=tmp_path / "two", workers=workers) == rows
    run_experiment(experiment, folder=tmp_path / "a", part=(1, 2))
    run_experiment(experiment, folder=tmp_path / "b", part=(2, 2))
    assert merge_folders(tmp_path / "merged", [tmp_path / "b", tmp_path / "a"]) == (rows, 0)
    assert results(tmp_path / "one") == results(tmp_path / "two") == results(tmp_path / "merged")
    # It is finished: nothing is played again.
    done = len(ExperimentFolder(tmp_path / "one").counts)
    run_experiment(experiment, folder=tmp_path / "one")
    assert len(ExperimentFolder(tmp_path / "one").counts) == done < experiment.shards


class HeldExecutor(Executor):
    """Executor that runs the first shard at once, and holds the others back."""

    def __init__(self, *, begun: bool) -> None:
        self.held: list[Future[Any]] = []
        self.begun, self.is_first = begun, True

    def submit(self, function: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self.is_first:
            future.set_result(function(*arguments))
            self.is_first = False
            return future
        if self.begun:
            # A running shard can't be cancelled.
            future.set_running_or_notify_cancel()
        self.held.append(future)
        return future


class Held(Serial):
    """Four workers of that kind, whose deaths come when all tries are over."""

    width = 4

    def __init__(self, *, begun: bool) -> None:
        self.executor: Any = HeldExecutor(begun=begun)

    def tries_of(self, error: BaseException) -> int:
        return 3


# One of them is better as soon as the first shard is done.
SURE: dict[str, Any] = {
    "boards": [("5x6", 6)],
    "policies": ["look-ahead", "lab_worlds:first_covered"],
    "count": 400,
    "shard": 100,
    "stop": 0.05,
}


@pytest.mark.slow
def test_what_nobody_needs_any_more_is_cancelled_and_not_told_as_work() -> None:
    workers = Held(begun=False)
    told: list[Progress] = []
    cancelled: list[bool] = []

    def tell(progress: Progress) -> None:
        told.append(progress)
        if progress.done == 1 and not cancelled:
            cancelled.extend(future.cancelled() for future in workers.executor.held)
            for future in workers.executor.held:
                # As a worker does that takes up what was cancelled.
                if future.set_running_or_notify_cancel():
                    future.set_exception(StopError())

    rows = run_experiment(small("compare", **SURE), workers=workers, progress=tell)
    assert (rows[0]["games"], rows[0]["has_stopped"]) == (100, True)
    assert cancelled == [True] * 3
    assert [(each.done, each.shards) for each in told] == [(0, 4), (1, 1), (1, 1)]


@pytest.mark.slow
def test_a_death_that_costs_nothing_is_none() -> None:
    workers = Held(begun=True)

    def tell(progress: Progress) -> None:
        if progress.done == 1:
            for future in workers.executor.held:
                if not future.done():
                    future.set_exception(BrokenExecutor("it died"))

    rows = run_experiment(small("compare", **SURE), workers=workers, progress=tell)
    assert rows[0]["games"] == 100
    # If a caller needs it, the run ends: these workers try three times themselves.
    workers = Held(begun=True)
    with pytest.raises(ExperimentError, match="3 workers died on it"):
        run_experiment(small("compare", **{**SURE, "stop": None}), workers=workers, progress=tell)


@pytest.mark.slow
def test_a_part_plays_all_of_its_shards(tmp_path: Path) -> None:
    experiment = small("compare", **SURE)
    run_experiment(experiment, folder=tmp_path / "a", part=(1, 2))
    assert sorted(ExperimentFolder(tmp_path / "a").counts) == [0, 2]
    rows, missing = merge_folders(tmp_path / "merged", [tmp_path / "a"])
    assert (rows[0]["games"], missing) == (100, 0)


def test_progress_of_a_part_is_that_of_its_shards(tmp_path: Path) -> None:
    told: list[Progress] = []
    run_experiment(small(), folder=tmp_path, part=(1, 3))
    run_experiment(small(), folder=tmp_path, part=(2, 3), progress=told.append)
    assert [(each.done, each.shards, each.games) for each in told] == [(0, 2, 0), (1, 2, 20), (2, 2, 40)]
    told.clear()
    run_experiment(small(), folder=tmp_path, part=(1, 3), progress=told.append)
    assert [(each.done, each.shards, each.games) for each in told] == [(2, 2, 40)]


def test_the_time_that_is_left_is_that_of_the_shards_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []
    # A shard a second.
    monkeypatch.setattr(runner, "monotonic", lambda: float(told[-1].done + 1 if told else 0))
    run_experiment(small(), progress=told.append)
    assert [each.seconds_left for each in told] == [None, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0]


def test_boards_are_sent_one_at_a_time() -> None:
    texts = []

    class Listening(LaterExecutor):
        def do(self, future: Future[Any], function: Any, arguments: Any) -> None:
            texts.append(arguments[0])
            super().do(future, function, arguments)

    workers = Later()
    workers.executor = Listening({})
    experiment = small()
    run_experiment(experiment, workers=workers)
    assert sorted(texts) == sorted(experiment.on_one(place).format() for place in (0, 1) for _ in range(3))


def test_a_policy_that_is_changed_between_runs_plays_the_second(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    experiment = small(policies=[f"{path}:play"])
    path.write_text("def play(view): return None\n")
    before = run_experiment(experiment, folder=tmp_path / "a")
    path.write_text("from lab_worlds import first_covered as play\n")
    after = run_experiment(experiment, folder=tmp_path / "b")
    assert int(before[0]["given_up"] or 0) > 0 == after[0]["given_up"]
    same = run_experiment(small(policies=["lab_worlds:first_covered"]))
    assert [row["won"] for row in after] == [row["won"] for row in same]


def test_an_own_policy_that_is_not_there_is_told_before_anything_begins(tmp_path: Path) -> None:
    experiment = small(policies=[f"{tmp_path / 'nobody.py'}:play"])
    for folder in (None, tmp_path / "run"):
        with pytest.raises(ParameterError, match="no such file"):
            run_experiment(experiment, folder=folder, workers=Held(begun=False))
    assert [*tmp_path.iterdir()] == []


def test_what_is_not_the_policys_comes_without_notes() -> None:
    workers = Held(begun=True)

    def tell(progress: Progress) -> None:
        for future in workers.executor.held:
            future.set_exception(OSError(24, "Too many open files"))

    with pytest.raises(OSError, match="Too many open files") as caught:
        run_experiment(small(), workers=workers, progress=tell)
    assert not hasattr(caught.value, "__notes__")


def test_progress_is_told_from_the_beginning_to_the_end() -> None:
    told: list[Progress] = []
    run_experiment(small(), progress=told.append)
    assert [each.done for each in told] == list(range(7))
    assert (told[0].seconds_left, told[-1].seconds_left) == (None, 0.0)
    assert [each.games for each in told] == [0, 20, 40, 50, 70, 90, 100]
    assert all(each.shards == 6 for each in told)


def test_what_a_policy_raises_is_passed_on() -> None:
    with pytest.raises(LookupError, match="no idea about 3x4") as caught:
        run_experiment(small(policies=["lab_worlds:fails"]))
    assert any("in shard 0 of 6" in note for note in caught.value.__notes__)


def test_odd_parts_are_refused() -> None:
    for part in ((0, 3), (4, 3), (1, 0)):
        with pytest.raises(ParameterError, match="part"):
            run_experiment(small(), part=part)
    with pytest.raises(ParameterError, match="positions need a folder"):
        run_experiment(small("positions"))


def total(experiment: Experiment) -> dict[str, int]:
    counts = (do_shard(experiment, number).counts for number in range(experiment.shards))
    return by_name(experiment.kind, add_up(experiment.kind, counts))


@pytest.mark.slow
def test_win_rates_are_those_of_the_games() -> None:
    experiment = small(boards=[("3x4x5", 4)], first="centre")
    batch = play_solver("3x4x5", 4, 50, seed=7, first=(1, 2, 2))
    found = total(experiment)
    assert (found["games"], found["won"]) == (50, batch.wins)
    for name in ("opened", "moves", "guesses", "analyses", "estimates"):
        assert found[name] == sum(getattr(batch, name))


def test_counts_do_not_depend_on_the_size_of_shards() -> None:
    for kind in ("winrate", "sweep", "compare", "bound"):
        assert total(small(kind, shard=7)) == total(small(kind, shard=50))


@pytest.mark.parametrize(
    ("guesses", "search_guesses", "first_open"), [(0, 0, "opening"), (1, 0, "opening"), (0, 2, "safe")]
)
def test_bounds_are_those_of_the_layouts(guesses: int, search_guesses: int, first_open: FirstOpen) -> None:
    named: dict[str, Any] = {"guesses": guesses, "samples": 9, "search_guesses": search_guesses}
    # A search depends on all layouts of a shard.
    experiment = small("bound", boards=[("5x6", 7)], first="centre", first_open=first_open, shard=50, **named)
    deal = Deal.of_games("5x6", 7, 50, seed=7, index=0, first=(2, 3), first_open=first_open)
    values, told = layout_bounds(deal, **named)
    found = total(experiment)
    assert (found["games"], found["gave_up"]) == (50, sum(each > 0 for each in told))
    # Each value is rounded once, to a multiple of 1 / WIN.
    assert found["bound"] == sum(round(WIN * value) for value in values)
    assert found["bound_squared"] == sum(round(WIN * value) ** 2 for value in values)
    assert 0 < found["bound"] < 50 * WIN


def test_figures_are_those_of_the_boards_that_were_played() -> None:
    found = total(small("sweep", boards=[("5x6", 5)]))
    layouts = sample_layouts("5x6", 5, 50, seed=7, first=(0, 0), first_open="safe", clues=False)
    values = [three_bv(layout) for layout in layouts]
    grades = [solvable_from(layout, (0, 0)).grade for layout in layouts]
    assert (found["three_bv"], found["three_bv_squared"]) == (sum(values), sum(value * value for value in values))
    for grade in ("clue", "pair", "set", "count"):
        assert found[f"grade_{grade}"] == grades.count(grade)
    assert 0 < sum(grade is not None for grade in grades) < 50
    assert found["won"] == play_solver("5x6", 5, 50, seed=7).wins


def test_a_mine_in_the_first_cell_is_no_board_without_guesses() -> None:
    found = total(small("sweep", boards=[("3x4", 6)], first_open="any"))
    layouts = sample_layouts("3x4", 6, 50, seed=7, first=(0, 0), first_open="any", clues=False)
    assert sum(layout.is_mine((0, 0)) for layout in layouts) > 0
    assert sum(found[name] for name in found if name.startswith("grade_")) <= found["won"]


def deduced(layout: Layout, first: int) -> tuple[set[int], list[set[int]]]:
    """What a player opens without a guess, and the layouts that then remain possible, found by listing them all."""
    around = layout.grid.geometry().neighbours
    mines = set(layout.mine_indices())
    worlds = [set(world) for world in combinations(range(layout.grid.cells), len(mines))]
    opened: set[int] = set()
    safe = {first}
    while safe - opened:
        opened |= safe
        clues = {cell: len(mines.intersection(around(cell))) for cell in opened}
        worlds = [
            world
            for world in worlds
            if not opened & world and all(len(world.intersection(around(cell))) == clue for cell, clue in clues.items())
        ]
        safe = set(range(layout.grid.cells)).difference(*worlds)
    return opened, worlds


@pytest.mark.parametrize(("board", "mines"), [("3x4", 3), ("2x2x4", 3)])
def test_ambiguity_is_that_of_all_layouts_that_fit(board: str, mines: int) -> None:
    found = total(small("sweep", boards=[(board, mines)], count=20, first_open="any"))
    stuck: list[tuple[float, int]] = []
    for layout in sample_layouts(board, mines, 20, seed=7, first=0, first_open="any", clues=False):
        if layout.is_mine(0):
            continue
        opened, worlds = deduced(layout, 0)
        if len(worlds) > 1:
            near = {cell for each in opened for cell in layout.grid.geometry().neighbours(each)} - opened
            stuck.append((log2(len(worlds)), len(near)))
    assert found["stuck"] == len(stuck) > 0
    assert found["bits"] == sum(round(BIT * bits) for bits, _ in stuck)
    assert found["bits_squared"] == sum(round(BIT * bits) ** 2 for bits, _ in stuck)
    assert found["frontier"] == sum(cells for _, cells in stuck)
    assert found["frontier_squared"] == sum(cells * cells for _, cells in stuck)


@pytest.mark.slow
def test_pairs_are_of_the_same_boards() -> None:
    found = total(small("compare", boards=[("5x6", 7)], policies=["look-ahead", "lab_worlds:first_covered"]))
    ours = play_solver("5x6", 7, 50, seed=7)
    theirs = play_policy(first_covered, "5x6", 7, 50, seed=7)
    both = sum(own and other for own, other in zip(ours.won, theirs.won, strict=True))
    assert [found[name] for name in COUNTED["compare"]] == [
        *(50, both, ours.wins - both, theirs.wins - both, 50 - ours.wins - theirs.wins + both, 0, 0),
    ]
    assert found["first_alone"] > 0


def test_of_own_policies_guesses_are_not_known() -> None:
    found = total(small(policies=["lab_worlds:first_covered"]))
    assert found["moves"] > 0
    assert found["guesses"] == found["analyses"] == 0


def test_games_that_a_policy_gives_up_are_counted() -> None:
    name = "lab_worlds:gives_up_in_space"
    assert total(small(boards=[("3x4", 2)], policies=[name]))["given_up"] == 0
    found = total(small("sweep", boards=[("3x4x5", 4)], policies=[name]))
    batch = play_policy(gives_up_in_space, "3x4x5", 4, 50, seed=7)
    assert found["given_up"] == list(batch.outcomes).count(Outcome.ONGOING.value) > 0
    found = total(small("compare", boards=[("3x4x5", 4)], policies=["safest", name]))
    assert (found["first_given_up"], found["second_given_up"]) == (0, list(batch.outcomes).count(0))


def test_boards_that_are_too_much_work_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(layout: Layout, first: int, **named: Any) -> object:
        if three_bv(layout) % 3 == 0:
            raise BudgetExceededError("too much work", states=1)
        return played(layout, first, **named)

    experiment = small("sweep", boards=[("5x6", 5)])
    before = total(experiment)
    monkeypatch.setattr(runner, "played", play)
    found = total(experiment)
    layouts = sample_layouts("5x6", 5, 50, seed=7, first=(0, 0), first_open="safe", clues=False)
    assert before["undecided"] == 0
    assert found["undecided"] == sum(three_bv(layout) % 3 == 0 for layout in layouts) > 0
    assert found["three_bv"] == before["three_bv"]


def test_workers_of_another_version_are_refused() -> None:
    text, version = small().format(), hypersweep.__version__
    assert run_shard(text, 1, 1, version, {}) == do_shard(small(), 1)
    with pytest.raises(ExperimentError, match=r"workers with hypersweep 9\.9, got one with") as caught:
        run_shard(text, 1, 1, "9.9", {})
    assert caught.value.shard == 1
    with pytest.raises(ParseError):
        run_shard("kind = 1", 1, 1, version, {})


@pytest.mark.nightly
@pytest.mark.slow
def test_a_shard_is_the_same_on_its_board_alone() -> None:
    for kind in ("winrate", "sweep", "compare", "bound", "boards"):
        experiment = small(kind, boards=[("5x6", 4), ("6x5", 3)])
        for number in range(experiment.shards):
            place, part = divmod(number, experiment.shards_of_each)
            text = experiment.on_one(place).format()
            assert run_shard(text, number, part, hypersweep.__version__, {}) == do_shard(experiment, number)


def test_a_worker_with_another_policy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view): return None\n")
    experiment = small(policies=[f"{path}:careful"])
    wanted = experiment.sources()
    assert do_shard(experiment, 0, wanted).counts[-1] > 0
    path.write_text("from lab_worlds import first_covered as careful\n")
    assert do_shard(experiment, 0).counts[-1] == 0
    with pytest.raises(ExperimentError, match="isn't the requested one"):
        do_shard(experiment, 0, dict.fromkeys(wanted, "another"))


def test_boards_need_no_guess_and_can_be_made_again() -> None:
    experiment = small("boards")
    texts = []
    for number in range(experiment.shards):
        counts, data = _make_boards(experiment, experiment.shard_at(number))
        boards = [json.loads(line) for line in data.splitlines()]
        assert counts[:2] == (len(boards), len(boards))
        assert counts[2] == sum(board["three_bv"] for board in boards)
        for board in boards:
            layout = Layout.parse(board["board"])
            assert layout == no_guess("5x6", 4, (2, 3), seed=int(board["seed"]))
            assert (board["grade"], board["three_bv"]) == (solvable_from(layout, (2, 3)).grade, three_bv(layout))
            verify(Certificate.parse(board["certificate"]))
            texts.append((board["index"], board["board"]))
    assert [index for index, _ in texts] == list(range(7))
    assert len(set(texts)) == 7
    whole, all_of_it = _make_boards(small("boards", shard=7), small("boards", shard=7).shard_at(0))
    assert [json.loads(line)["board"] for line in all_of_it.splitlines()] == [text for _, text in texts]
    assert whole[0] == 7


def test_boards_that_are_not_found_are_counted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def seldom(*arguments: Any, **named: Any) -> Layout:
        if named["seed"] % 3 == 0:
            raise GenerationError("none was found")
        return no_guess(*arguments, **named)

    experiment = small("boards", shard=7)
    _, everything = _make_boards(experiment, experiment.shard_at(0))
    monkeypatch.setattr(runner, "no_guess", seldom)
    counts, data = _make_boards(experiment, experiment.shard_at(0))
    kept = [line for line in everything.splitlines() if int(json.loads(line)["seed"]) % 3]
    assert data.splitlines() == kept
    assert counts[:2] == (7, len(kept))
    assert 0 < len(kept) < 7


def test_where_no_seed_has_a_board_none_is_tried_but_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def counted(*arguments: Any, **named: Any) -> Layout:
        tried.append(named["seed"])
        return no_guess(*arguments, **named)

    monkeypatch.setattr(runner, "no_guess", counted)
    experiment = small("boards", boards=[("2x3", 1)], first=(0, 1), first_open="safe", shard=7)
    counts, data = _make_boards(experiment, experiment.shard_at(0))
    assert (counts[:2], data) == ((7, 0), b"")
    assert len(tried) == 1


def test_positions_are_those_of_the_games(tmp_path: Path) -> None:
    experiment = small("positions", boards=[("4x5", 4)], count=5, shard=3)
    found = []
    for number in range(2):
        counts, data = _make_positions(experiment, experiment.shard_at(number))
        path = tmp_path / f"{number}.parquet"
        path.write_bytes(data)
        positions = [*read_positions(path)]
        assert counts == ((3, 2)[number], len(positions), 0)
        found += positions
    whole = [*positions_of_games("4x5", 4, seed=7, games=5)]
    assert sorted(map(repr, found)) == sorted(map(repr, whole))
    assert {position.source for position in found} <= {f"game {index} of seed 7" for index in range(5)}
