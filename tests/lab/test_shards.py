"""Shards: what they count is what the games of their indices say, and nothing else matters."""

from __future__ import annotations

import pytest

import hypersweep
from hypersweep import play_policy, play_solver, sample_layouts
from hypersweep.errors import ExperimentError, ParseError
from hypersweep.generate import solvable_from
from hypersweep.lab.counts import COUNTED, add_up, by_name
from hypersweep.lab.plan import Experiment
from hypersweep.lab.shards import run_shard, work
from hypersweep.stats import three_bv
from lab_worlds import first_covered, small


def total(experiment: Experiment) -> dict[str, int]:
    counts = (work(experiment, number).counts for number in range(experiment.shards))
    return by_name(experiment.kind, add_up(experiment.kind, counts))


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


def test_pairs_are_of_the_same_boards() -> None:
    found = total(small("compare", boards=[("5x6", 7)], policies=["look-ahead", "lab_worlds:first_covered"]))
    ours = play_solver("5x6", 7, 50, seed=7)
    theirs = play_policy(first_covered, "5x6", 7, 50, seed=7)
    both = sum(own and other for own, other in zip(ours.won, theirs.won, strict=True))
    assert [found[name] for name in COUNTED["compare"]] == [
        *(50, both, ours.wins - both, theirs.wins - both, 50 - ours.wins - theirs.wins + both),
    ]
    assert found["first_alone"] > 0


def test_of_own_policies_guesses_are_not_known() -> None:
    found = total(small(policies=["lab_worlds:first_covered"]))
    assert found["moves"] > 0
    assert found["guesses"] == found["analyses"] == 0


def test_workers_of_another_version_are_refused() -> None:
    text = small().format()
    assert run_shard(text, 1, hypersweep.__version__) == work(small(), 1)
    with pytest.raises(ExperimentError, match=r"workers with hypersweep 9\.9, got one with") as caught:
        run_shard(text, 1, "9.9")
    assert caught.value.shard == 1
    with pytest.raises(ParseError):
        run_shard("kind = 1", 1, hypersweep.__version__)
