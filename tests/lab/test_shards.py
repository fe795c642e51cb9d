"""Shards: their counts depend only on the games of their indices."""

from __future__ import annotations

from pathlib import Path

import pytest

import hypersweep
from hypersweep import Layout, Outcome, play_policy, play_solver, sample_layouts
from hypersweep.errors import BudgetExceededError, ExperimentError, ParseError
from hypersweep.generate import solvable_from
from hypersweep.lab import shards
from hypersweep.lab.counts import COUNTED, add_up, by_name
from hypersweep.lab.plan import Experiment
from hypersweep.lab.players import sources_of
from hypersweep.lab.shards import run_shard, work
from hypersweep.stats import three_bv
from lab_worlds import first_covered, gives_up_in_space, small


def total(experiment: Experiment) -> dict[str, int]:
    counts = (work(experiment, number).counts for number in range(experiment.shards))
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
    for kind in ("winrate", "sweep", "compare"):
        assert total(small(kind, shard=7)) == total(small(kind, shard=50))


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
    def graded(layout: Layout, first: tuple[int, ...]) -> object:
        if three_bv(layout) % 3 == 0:
            raise BudgetExceededError("too much work", states=1)
        return solvable_from(layout, first)

    experiment = small("sweep", boards=[("5x6", 5)])
    before = total(experiment)
    monkeypatch.setattr(shards, "solvable_from", graded)
    found = total(experiment)
    layouts = sample_layouts("5x6", 5, 50, seed=7, first=(0, 0), first_open="safe", clues=False)
    assert before["undecided"] == 0
    assert found["undecided"] == sum(three_bv(layout) % 3 == 0 for layout in layouts) > 0
    assert found["three_bv"] == before["three_bv"]


def test_workers_of_another_version_are_refused() -> None:
    text, version = small().format(), hypersweep.__version__
    assert run_shard(text, 1, 1, version, {}) == work(small(), 1)
    with pytest.raises(ExperimentError, match=r"workers with hypersweep 9\.9, got one with") as caught:
        run_shard(text, 1, 1, "9.9", {})
    assert caught.value.shard == 1
    with pytest.raises(ParseError):
        run_shard("kind = 1", 1, 1, version, {})


@pytest.mark.nightly
@pytest.mark.slow
def test_a_shard_is_the_same_on_its_board_alone() -> None:
    for kind in ("winrate", "sweep", "compare", "boards"):
        experiment = small(kind, boards=[("5x6", 4), ("6x5", 3)])
        for number in range(experiment.shards):
            place, part = divmod(number, experiment.shards_of_each)
            text = experiment.on_one(place).format()
            assert run_shard(text, number, part, hypersweep.__version__, {}) == work(experiment, number)


def test_a_worker_with_another_policy_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "player.py"
    path.write_text("def careful(view): return None\n")
    experiment = small(policies=[f"{path}:careful"])
    wanted = sources_of(experiment)
    assert work(experiment, 0, wanted).counts[-1] > 0
    path.write_text("from lab_worlds import first_covered as careful\n")
    assert work(experiment, 0).counts[-1] == 0
    with pytest.raises(ExperimentError, match="expected the policy that was asked for"):
        work(experiment, 0, dict.fromkeys(wanted, "another"))
