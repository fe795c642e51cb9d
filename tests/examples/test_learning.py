from __future__ import annotations

import doctest
import math

import numpy as np
import pytest

import capabilities
from hypersweep import COVERED, Grid
from hypersweep.envs import BatchEnv

if capabilities.has("torch"):
    import torch

    import learning
    from learning import Judge, Learner, Lessons

pytestmark = [pytest.mark.slow, pytest.mark.needs("torch")]

SHAPES = ["7", "3x4", "2x3x4"]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    learning.prepare(7, 1)


def judge_of(grid: Grid, mines: int) -> Judge:
    return Judge(grid, mines, width=8, blocks=1)


def test_its_examples_run_as_printed() -> None:
    assert doctest.testmod(learning).failed == 0


@pytest.mark.parametrize("shape", SHAPES)
def test_every_cell_is_judged_twice(shape: str) -> None:
    grid = Grid(shape)
    positions = BatchEnv(grid, 2, 5, seed=7).observations
    assert judge_of(grid, 2).judged(positions).shape == (5, 2, grid.cells)


def test_four_dimensions_are_refused_in_words() -> None:
    with pytest.raises(SystemExit, match="one to three dimensions, got 4"):
        judge_of(Grid("2x3x2x3"), 2)


def test_a_cell_hears_of_the_whole_board() -> None:
    grid = Grid("3x12")
    judge = judge_of(grid, 2)
    torch.nn.init.normal_(judge.blocks[0].second.weight)
    positions = np.full((2, 3, 12), COVERED, np.int8)
    positions[1, 2, 11] = 1
    odds = judge.judged(positions)
    assert odds[0, 0, 0] != odds[1, 0, 0]


@pytest.mark.parametrize("shape", SHAPES)
def test_lessons_tell_the_truth(shape: str) -> None:
    grid = Grid(shape)
    env = BatchEnv(grid, 2, 40, seed=7, autoreset="disabled")
    lessons, won = learning.play(judge_of(grid, 2), env, rng=np.random.default_rng(7))
    layouts = [env.layout(game) for game in range(env.count)]
    truth = {tuple(map(layout.is_mine, grid)) for layout in layouts if layout is not None}
    assert {tuple((mines > 0).tolist()) for mines in lessons.mines} == truth
    assert (lessons.mines.sum(1) == 2).all()
    assert won.tolist() == (env.outcomes == 1).tolist()
    flat = lessons.positions.reshape(len(lessons.chosen), -1)
    assert (flat[np.arange(len(flat)), lessons.chosen] == COVERED).all()
    assert not ((flat >= 0) & (lessons.mines > 0)).any()


def test_a_lost_game_ends_with_a_mine_and_a_won_one_without() -> None:
    grid = Grid("3x4")
    env = BatchEnv(grid, 1, 60, seed=7, autoreset="disabled")
    lessons, won = learning.play(judge_of(grid, 1), env)
    hits = lessons.mines[np.arange(len(lessons.chosen)), lessons.chosen].sum()
    assert hits == 60 - won.sum()
    assert 0 < hits < 60


def test_boards_are_only_turned_into_boards_of_their_own_shape() -> None:
    rng = np.random.default_rng(7)
    grid = Grid("3x3x4")
    turns = {tuple(learning.turned(grid, rng).tolist()) for _ in range(400)}
    assert len(turns) == 2 * 8  # two axes that may change places, three sides
    for turn in turns:
        assert sorted(turn) == list(range(grid.cells))
        cell = grid.cell(turn[0])
        corner = {grid.neighbour_count(grid.cell(0))}
        assert {grid.neighbour_count(cell)} == corner


def test_what_is_safe_is_opened() -> None:
    grid = Grid("3x4")
    judge = judge_of(grid, 2)
    odds = torch.zeros(1, 2, 12)
    odds[0, 0, 5] = odds[0, 0, 6] = -9
    odds[0, 1, 6] = 1
    odds[0, 1, 11] = 5
    judge.judged = lambda positions: odds  # type: ignore[method-assign]
    positions = np.full((1, 3, 4), COVERED, np.int8)
    assert learning.choose(judge, positions, begins=False).tolist() == [6]
    assert learning.choose(judge, positions, begins=True).tolist() == [11]
    assert learning.choose(judge, positions, begins=True, first=3).tolist() == [3]
    positions[0, 1, 2] = 1
    assert learning.choose(judge, positions, begins=False).tolist() == [5]


def test_lessons_are_learned() -> None:
    grid = Grid("3x4")
    judge = judge_of(grid, 2)
    learner = Learner(judge, grid, np.random.default_rng(7))
    lessons = Lessons(
        np.full((64, 3, 4), COVERED, np.int8),
        np.full(64, 5),
        np.full((64, 12), 0.25, np.float32),
        np.ones(64, np.bool_),
    )
    losses = [learner.learn(lessons, done=0.2) for _ in range(120)]
    least = -0.25 * math.log(0.25) - 0.75 * math.log(0.75)
    assert losses[-1] < losses[0]
    assert losses[-1] == pytest.approx(least, abs=0.1)
    assert torch.sigmoid(judge.judged(lessons.positions)[:, 0]).mean() == pytest.approx(0.25, abs=0.05)


def test_the_same_seed_learns_the_same() -> None:
    grid = Grid("3x4")

    def run(seed: int) -> list[tuple[int, int]]:
        learning.prepare(seed, 1)
        points = learning.learn_from_play(judge_of(grid, 2), grid, 2, 1500, seed=seed, report=lambda point: None)
        return [(point.games, point.won) for point in points]

    assert run(3) == run(3) != run(4)


def test_wins_are_counted_in_all_parts_of_a_test() -> None:
    grid = Grid("2x3")
    games = learning.ROUND + 10
    assert learning.win_count(judge_of(grid, 0), grid, 0, games, seed=7) == games
    assert 0 < learning.random_win_count(grid, 2, 300, seed=7) < 300
