"""Batches: many layouts and many games at once, each the same as one made alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from hypersweep import (
    Game,
    Grid,
    HypersweepError,
    Layout,
    MineCountError,
    Outcome,
    ParameterError,
    ParameterTypeError,
    Rules,
)
from hypersweep.batch import play_random, sample_layouts


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
    assert batch[-1] == batch[count - 1]
    for place in (count, -count - 1):
        with pytest.raises(IndexError):
            batch[place]
    bare = sample_layouts(grid, mines, count - 1, seed=seed, index=1, first=first, first_open=first_open, clues=False)
    assert list(bare) == list(batch)[1:]
    if bare:
        with pytest.raises(ParameterError):
            bare.clue_array()


def test_large_batches_are_cut_the_same_way() -> None:
    grid = Grid((16, 30))
    batch = sample_layouts(grid, 99, 5_000, seed=6)
    mines = batch.mine_array()
    assert mines.shape == (5_000, 16, 30)
    assert (mines.reshape(5_000, -1).sum(axis=1) == 99).all()
    for index in (0, 1, 63, 64, 65, 1_023, 4_095, 4_999):
        assert batch[index] == Layout.random(grid, 99, seed=6, index=index)


def test_a_cell_of_too_many_neighbours_has_no_clue_in_a_batch() -> None:
    grid = Grid("x".join("3" * 11))
    with pytest.raises(ParameterError, match=r"fewer than 2\*\*16 neighbours"):
        sample_layouts(grid, 9, 2, seed=3)
    batch = sample_layouts(grid, 9, 2, seed=3, clues=False)
    assert batch[1] == Layout.random(grid, 9, seed=3, index=1)


@pytest.mark.parametrize("shape", ["3x3x3x3x3x3", "3x4x3x3x3x3~wrap=1", "3x3x3x3x3x5~orthogonal"])
def test_clues_that_do_not_fit_a_byte(shape: str) -> None:
    grid = Grid(shape)
    for mines in (grid.cells // 10, grid.cells // 2, grid.cells - 3):
        batch = sample_layouts(grid, mines, 9, seed=2)
        assert batch.clue_array().itemsize == (2 if grid.max_neighbours > 255 else 1)
        for index in (0, 7, 8):
            assert (batch.clue_array()[index] == batch[index].clue_array()).all()
            for cell in ((1,) * 6, (0,) * 6, (2, 1, 1, 0, 1, 2)):
                assert batch.clue_array()[index][cell] == batch[index].clue(cell)


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
    assert len(sample_layouts(grid, 12, 2, seed=1, first_open="safe")) == 2
    with pytest.raises(ParameterError):
        sample_layouts(grid, 2, -1, seed=1)
    with pytest.raises(ParameterError):
        sample_layouts(grid, 2, 3, seed=1, index=2**64 - 2)
    with pytest.raises(ParameterError):
        sample_layouts(grid, 2, 1, seed=-1)


def replay(grid: Grid, mines: int, seed: int, index: int, rules: Rules) -> tuple[int, int, int]:
    """Gives outcome, clicks and open cells of one random game, played click by click as `play_random` describes it."""
    clicks = naive.Stream(seed, "clicks", index)
    cell = grid.cell(clicks.below(grid.cells))
    layout = Layout.random(grid, mines, seed=seed, index=index, first=cell, first_open=rules.first_open)
    game = Game(grid, layout=layout, rules=rules)
    count = 1
    game.open(cell)
    while game.outcome is Outcome.ONGOING:
        cell = grid.cell(clicks.below(grid.cells))
        if not game.is_open(cell):
            count += 1
            game.open(cell)
    return game.outcome.value, count, game.opened


@given(st.data())
def test_random_games_are_those_played_click_by_click(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    rules = data.draw(strategies.rules())
    room = strategies.room_for_mines(grid, rules.first_open)
    mines = data.draw(st.integers(0, room) | st.integers(0, room // 8))
    seed, start = data.draw(strategies.seeds()), data.draw(st.integers(0, 3) | st.just(2**64 - 100))
    count = data.draw(st.integers(1, 10))
    games = play_random(grid, mines, count, seed=seed, index=start, rules=rules)
    assert len(games) == count
    found = list(zip(games.outcomes, games.clicks, games.opened, strict=True))
    assert found == [replay(grid, mines, seed, start + place, rules) for place in range(count)]
    assert games.won == sum(outcome == Outcome.WON.value for outcome in games.outcomes)


@pytest.mark.parametrize("first_open", strategies.FIRST_OPENS)
@pytest.mark.parametrize(
    ("shape", "mines"), [("3x4", 3), ("3x4x5~wrap=1", 9), ("2x3x4x5", 30), ("3x70~orthogonal", 40), ("20x65", 90)]
)
def test_random_games_of_every_policy(shape: str, mines: int, first_open: Any) -> None:
    rules = Rules(first_open=first_open)
    games = play_random(shape, mines, 40, seed=12, rules=rules)
    found = list(zip(games.outcomes, games.clicks, games.opened, strict=True))
    assert found == [replay(Grid(shape), mines, 12, place, rules) for place in range(40)]


@pytest.mark.parametrize("rules", ["classic", "comp2017", "hypermines", "classic,first=opening"])
def test_random_games_end_and_add_up(rules: str) -> None:
    games = play_random("5x6", 4, 400, seed=3, rules=rules)
    arrays = games.arrays()
    assert {name: array.shape for name, array in arrays.items()} == dict.fromkeys(
        ("outcomes", "clicks", "opened"), (400,)
    )
    assert (arrays["clicks"] >= 1).all()
    assert ((arrays["outcomes"] == Outcome.WON.value) == (arrays["opened"] == 26)).all()
    assert set(arrays["outcomes"].tolist()) == {Outcome.WON.value, Outcome.LOST.value}
    assert arrays["clicks"].tolist() == games.clicks.tolist()
    assert arrays["opened"].tolist() == games.opened.tolist()
    assert arrays["outcomes"].tolist() == list(games.outcomes)
    if rules.startswith("classic"):
        assert (arrays["opened"] >= 1).all()


def test_random_games_are_the_same_each_time() -> None:
    first = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    second = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    other = play_random(Grid((3, 4, 5)), 6, 50, seed=4)
    assert (first.arrays()["clicks"] == second.arrays()["clicks"]).all()
    assert (first.arrays()["opened"] == second.arrays()["opened"]).all()
    assert (first.arrays()["opened"] != other.arrays()["opened"]).any()


def test_a_longer_batch_begins_with_the_shorter_one() -> None:
    short, long = (play_random(Grid((4, 5)), 3, count, seed=8) for count in (30, 130))
    assert long.clicks[:30] == short.clicks
    assert long.opened[:30] == short.opened
    later = play_random(Grid((4, 5)), 3, 100, seed=8, index=30)
    assert long.clicks[30:] == later.clicks
    assert long.outcomes[30:] == later.outcomes


def test_game_arguments_are_checked() -> None:
    wrong: Any = "clasic"
    with pytest.raises(HypersweepError, match="classic"):
        play_random(Grid((3, 4)), 2, 3, seed=1, rules=wrong)
    with pytest.raises(MineCountError):
        play_random(Grid((3, 4)), 12, 3, seed=1)
    with pytest.raises(ParameterError):
        play_random(Grid((3, 4)), 2, -3, seed=1)


@pytest.mark.parametrize("shape", ["3x4", "1", "70x3", (2,) * 9])
def test_batches_of_nothing_are_empty(shape: Any) -> None:
    """Where a buffer holds nothing, it may lie anywhere; Python 3.13 puts it at odd addresses."""
    games = play_random(shape, 0, 0, seed=1)
    assert (len(games), games.won, list(games.clicks)) == (0, 0, [])
    assert {name: array.shape for name, array in games.arrays().items()} == dict.fromkeys(games.arrays(), (0,))
    for clues in (True, False):
        layouts = sample_layouts(shape, 0, 0, seed=1, clues=clues)
        assert list(layouts) == []
        assert layouts.mine_array().shape == layouts.clue_array().shape == (0, *layouts.grid.shape)
    wide = sample_layouts((3,) * 8, 5, 0, seed=1)
    assert wide.clue_array().shape == (0, *(3,) * 8)


def test_empty_ranges_are_empty() -> None:
    game = Game("3x4", 1, seed=1)
    for place in (0, 5, 12):
        assert game.codes(place, place).tolist() == []
    assert game.open_bits(1, 1) == game.flag_bits(2, 2) == Layout("3x4").bits(1, 1) == b""


@pytest.mark.parametrize("make", [play_random, sample_layouts])
def test_a_count_beyond_all_indices_is_told_as_such(make: Any) -> None:
    with pytest.raises(ParameterError, match=r"expected count of 0 to 18446744073709551615, got 1" + "0" * 20):
        make("3x4", 2, 10**20, seed=1)
