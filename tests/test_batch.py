"""Batches: many layouts and many games at once, each the same as one made alone."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
from hypersweep.batch import play_random, sample_layouts
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Grid, HypersweepError, Layout, MineCountError, ParameterError, ParameterTypeError


@given(st.data())
def test_layouts_of_a_batch_are_those_made_alone(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids(max_cells=40))
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    first = data.draw(strategies.cells_of(grid))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    seed, count = data.draw(strategies.seeds()), data.draw(st.integers(1, 5))
    batch = sample_layouts(grid, mines, count, seed=seed, first=first, first_open=first_open)
    assert len(batch) == count
    mine_array, clue_array = batch.mine_array(), batch.clue_array()
    assert mine_array.shape == clue_array.shape == (count, *grid.shape)
    for index in range(count):
        alone = Layout.random(grid, mines, seed=seed, first=first, first_open=first_open, index=index)
        assert batch[index] == alone
        assert (mine_array[index] == alone.mine_array()).all()
        assert (clue_array[index] == alone.clue_array()).all()
    with pytest.raises(IndexError):
        batch[count]


def test_large_batches_are_cut_the_same_way() -> None:
    grid = Grid((16, 30))
    batch = sample_layouts(grid, 99, 5_000, seed=6)
    mines = batch.mine_array()
    assert mines.shape == (5_000, 16, 30)
    assert (mines.reshape(5_000, -1).sum(axis=1) == 99).all()
    for index in (0, 1, 63, 64, 65, 1_023, 4_095, 4_999):
        assert batch[index] == Layout.random(grid, 99, seed=6, index=index)


def test_no_layouts_are_a_batch_too() -> None:
    batch = sample_layouts(Grid((3, 4)), 2, 0, seed=1)
    assert len(batch) == 0
    assert batch.mine_array().shape == (0, 3, 4)


def test_layout_arguments_are_checked() -> None:
    grid = Grid((3, 4))
    wrong: Any
    with pytest.raises(MineCountError):
        sample_layouts(grid, 13, 2, seed=1)
    with pytest.raises(MineCountError):
        sample_layouts(grid, 12, 2, seed=1, first=(0, 0), first_open="safe")
    for wrong in (True, 2.0, "2", None):
        with pytest.raises(ParameterTypeError):
            sample_layouts(grid, 2, wrong, seed=1)
        with pytest.raises(ParameterTypeError):
            sample_layouts(grid, wrong, 2, seed=1)
    with pytest.raises(ParameterError):
        sample_layouts(grid, 2, -1, seed=1)
    with pytest.raises(ParameterError):
        sample_layouts(grid, 2, 1, seed=-1)


@pytest.mark.parametrize("rules", ["classic", "comp2017", "hypermines", "classic,first=opening"])
def test_random_games_end_and_add_up(rules: str) -> None:
    grid = Grid((5, 6))
    games = play_random(grid, 4, 400, seed=3, rules=rules)
    outcomes = numpy.asarray(games.outcomes)
    opened, clicks = numpy.asarray(games.opened), numpy.asarray(games.clicks)
    assert outcomes.shape == opened.shape == clicks.shape == (400,)
    assert (clicks >= 1).all()
    assert ((opened >= 0) & (opened <= 26)).all()
    won = opened == 26
    assert 0 < won.sum() < 400
    assert len(set(outcomes[won].tolist())) == len(set(outcomes[~won].tolist())) == 1
    assert set(outcomes[won].tolist()).isdisjoint(outcomes[~won].tolist())
    if rules.startswith("classic"):
        assert (opened >= 1).all()


def test_random_games_are_the_same_each_time() -> None:
    first = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    second = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    other = play_random(Grid((3, 4, 5)), 6, 50, seed=4)
    assert (numpy.asarray(first.clicks) == numpy.asarray(second.clicks)).all()
    assert (numpy.asarray(first.opened) == numpy.asarray(second.opened)).all()
    assert (numpy.asarray(first.opened) != numpy.asarray(other.opened)).any()


def test_a_longer_batch_begins_with_the_shorter_one() -> None:
    short, long = (play_random(Grid((4, 5)), 3, count, seed=8) for count in (30, 130))
    assert (numpy.asarray(long.clicks)[:30] == numpy.asarray(short.clicks)).all()
    assert (numpy.asarray(long.opened)[:30] == numpy.asarray(short.opened)).all()


def test_game_arguments_are_checked() -> None:
    wrong: Any = "clasic"
    with pytest.raises(HypersweepError, match="classic"):
        play_random(Grid((3, 4)), 2, 3, seed=1, rules=wrong)
    with pytest.raises(MineCountError):
        play_random(Grid((3, 4)), 12, 3, seed=1)
    with pytest.raises(ParameterError):
        play_random(Grid((3, 4)), 2, -3, seed=1)
