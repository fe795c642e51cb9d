"""Random games by the thousand: each the same as one played click by click."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from hypersweep import Game, Grid, HypersweepError, Layout, MineCountError, Outcome, ParameterError
from hypersweep.batch import play_random
from hypersweep.typing import FirstOpen


def replay(grid: Grid, mines: int, seed: int, index: int, first_open: FirstOpen) -> tuple[int, int, int]:
    """Return outcome, clicks and open cells of one random game, played click by click as `play_random` describes it."""
    clicks = naive.Stream(seed, "clicks", index)
    cell = grid.cell(clicks.below(grid.cells))
    layout = Layout.random(grid, mines, seed=seed, index=index, first=cell, first_open=first_open)
    game = Game(grid, layout=layout)
    count = 1
    game.open(cell)
    while game.outcome is Outcome.ONGOING:
        cell = grid.cell(clicks.below(grid.cells))
        if not game.is_open(cell):
            count += 1
            game.open(cell)
    return game.outcome.value, count, game.opened


@pytest.mark.slow
@given(st.data())
def test_random_games_are_those_played_click_by_click(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    room = strategies.room_for_mines(grid, first_open)
    mines = data.draw(st.integers(0, room) | st.integers(0, room // 8))
    seed, start = data.draw(strategies.seeds()), data.draw(st.integers(0, 3) | st.just(2**64 - 100))
    count = data.draw(st.integers(1, 10))
    games = play_random(grid, mines, count, seed=seed, index=start, first_open=first_open)
    assert len(games) == count
    found = list(zip(games.outcomes, games.moves, games.opened, strict=True))
    assert found == [replay(grid, mines, seed, start + place, first_open) for place in range(count)]
    assert games.won.tolist() == [outcome == Outcome.WON.value for outcome in games.outcomes]
    assert games.wins == sum(games.won)


@pytest.mark.parametrize("first_open", strategies.FIRST_OPENS)
@pytest.mark.parametrize(
    ("shape", "mines"), [("3x4", 3), ("3x4x5~wrap=1", 9), ("2x3x4x5", 30), ("3x70~orthogonal", 40), ("20x65", 90)]
)
def test_random_games_of_every_policy(shape: str, mines: int, first_open: Any) -> None:
    games = play_random(shape, mines, 40, seed=12, first_open=first_open)
    found = list(zip(games.outcomes, games.moves, games.opened, strict=True))
    assert found == [replay(Grid(shape), mines, 12, place, first_open) for place in range(40)]


@pytest.mark.parametrize("first_open", strategies.FIRST_OPENS)
def test_random_games_end_and_add_up(first_open: FirstOpen) -> None:
    games = play_random("5x6", 4, 400, seed=3, first_open=first_open)
    arrays = games.arrays()
    assert {name: array.shape for name, array in arrays.items()} == dict.fromkeys(
        ("won", "outcomes", "opened", "moves"), (400,)
    )
    assert (arrays["moves"] >= 1).all()
    assert ((arrays["outcomes"] == Outcome.WON.value) == (arrays["opened"] == 26)).all()
    assert set(arrays["outcomes"].tolist()) == {Outcome.WON.value, Outcome.LOST.value}
    assert arrays["moves"].tolist() == games.moves.tolist()
    assert arrays["opened"].tolist() == games.opened.tolist()
    assert arrays["outcomes"].tolist() == list(games.outcomes)
    if first_open != "any":
        assert (arrays["opened"] >= 1).all()


def test_random_games_are_the_same_each_time() -> None:
    first = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    second = play_random(Grid((3, 4, 5)), 6, 50, seed=3)
    other = play_random(Grid((3, 4, 5)), 6, 50, seed=4)
    assert first == second
    assert first != other
    assert first.opened.tolist() != other.opened.tolist()


def test_a_longer_batch_begins_with_the_shorter_one() -> None:
    short, long = (play_random(Grid((4, 5)), 3, count, seed=8) for count in (30, 130))
    assert long.moves[:30] == short.moves
    assert long.opened[:30] == short.opened
    later = play_random(Grid((4, 5)), 3, 100, seed=8, index=30)
    assert long.moves[30:] == later.moves
    assert long.outcomes[30:] == later.outcomes


def test_game_arguments_are_checked() -> None:
    wrong: Any = "openin"
    with pytest.raises(HypersweepError, match="did you mean 'opening'"):
        play_random(Grid((3, 4)), 2, 3, seed=1, first_open=wrong)
    with pytest.raises(MineCountError):
        play_random(Grid((3, 4)), 12, 3, seed=1)
    assert play_random(Grid((3, 4)), 12, 3, seed=1, first_open="any").wins == 0
    with pytest.raises(ParameterError):
        play_random(Grid((3, 4)), 2, -3, seed=1)
    with pytest.raises(ParameterError, match=r"expected count of 0 to 18446744073709551615, got 1" + "0" * 20):
        play_random("3x4", 2, 10**20, seed=1)


@pytest.mark.parametrize("shape", ["3x4", "1", "70x3", (2,) * 9])
def test_batches_of_no_games_are_empty(shape: Any) -> None:
    """Where a buffer holds nothing, it may lie anywhere; Python 3.13 puts it at odd addresses."""
    games = play_random(shape, 0, 0, seed=1)
    assert (len(games), games.wins, list(games.moves), list(games)) == (0, 0, [], [])
    assert {name: array.shape for name, array in games.arrays().items()} == dict.fromkeys(games.arrays(), (0,))


@pytest.mark.parametrize("first_open", strategies.FIRST_OPENS)
def test_the_layout_of_a_game_is_the_one_it_was_played_on(first_open: FirstOpen) -> None:
    games = play_random("4x5", 3, 30, seed=2, index=5, first_open=first_open)
    for place in range(-30, 30):
        clicks = naive.Stream(2, "clicks", 5 + place % 30)
        game = Game(layout=games.layout(place))
        while game.outcome is Outcome.ONGOING:
            game.open(game.grid.cell(clicks.below(20)))
        assert (game.outcome, game.opened) == (games[place].outcome, games[place].opened)
    assert games.first is None
