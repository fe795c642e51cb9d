"""Batches of random games, and results of games: one as a value, many in columns."""

from __future__ import annotations

import copy
import pickle
import sys
from array import array
from dataclasses import fields
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
    choose,
    play_policy,
    play_random,
    play_solver,
)
from hypersweep.batch import GameBatch
from hypersweep.batch.results import ResultBatch
from hypersweep.typing import FirstOpen

BATCHES: dict[str, ResultBatch[Any]] = {
    "random": play_random("4x5", 2, 50, seed=4, index=3),
    "solver": play_solver("4x5", 4, 50, seed=4, index=3),
    "policy": play_policy(lambda view: None if view.covered > 12 else choose(view), "4x5", 4, 50, seed=4, index=3),
}
each_batch = pytest.mark.parametrize("batch", BATCHES.values(), ids=BATCHES)


@each_batch
def test_columns_results_and_arrays_say_the_same(batch: ResultBatch[Any]) -> None:
    arrays = batch.arrays()
    assert list(arrays)[:4] == ["won", "outcomes", "opened", "moves"]
    for place, result in enumerate(batch):
        assert (result.seed, result.index, result.policy) == (4, 3 + place, batch.policy)
        assert result.outcome.value == batch.outcomes[place]
        assert result.won is batch.won[place] is (result.outcome is Outcome.WON)
        for name, column in arrays.items():
            assert column[place] == getattr(batch, name)[place]
            if name != "outcomes":
                assert column[place] == getattr(result, name)
    assert batch.wins == sum(batch.won) == sum(result.won for result in batch) == arrays["won"].sum()
    assert 0 < batch.wins < 50
    kinds = {name: column.dtype.str[1:] for name, column in arrays.items()}
    assert kinds.pop("won") == "b1"
    assert kinds.pop("outcomes") == "u1"
    assert set(kinds.values()) == {"u8"}


@each_batch
def test_a_dictionary_has_a_column_for_each_attribute_of_a_result(batch: ResultBatch[Any]) -> None:
    for own in (batch, batch[3:9], batch[:0]):
        columns = own.as_dict()
        assert {len(column) for column in columns.values()} == {len(own)}
        for place, result in enumerate(own):
            row = {name: column[place] for name, column in columns.items()}
            assert row.pop("outcome") == result.outcome.name.lower()
            assert row == {name: getattr(result, name) for name in row}
            assert {*row, "outcome"} == {*(each.name for each in fields(result)), "won"}


@pytest.mark.slow
def test_pandas_takes_the_columns() -> None:
    import pandas

    frame = pandas.DataFrame(BATCHES["solver"].as_dict())
    assert dict(frame.dtypes.map(str)) == {
        **dict.fromkeys(["policy", "outcome"], frame["policy"].dtype.name),
        **dict.fromkeys(["seed", "index", "opened", "moves", "guesses", "analyses", "estimates"], "int64"),
        "won": "bool",
    }
    assert frame["won"].sum() == BATCHES["solver"].wins


@each_batch
def test_columns_can_not_be_written(batch: ResultBatch[Any]) -> None:
    for own in (batch, batch[3:]):
        for name, column in own.arrays().items():
            view = getattr(own, name)
            assert view.readonly
            assert isinstance(view.obj, bytes)
            with pytest.raises(TypeError):
                view[0] = 1
            with pytest.raises(ValueError, match="read-only"):
                column[0] = 1


@each_batch
def test_a_result_is_a_value(batch: ResultBatch[Any]) -> None:
    result = batch[7]
    for again in (copy.copy(result), copy.deepcopy(result), pickle.loads(pickle.dumps(result)), batch[7]):
        assert again == result
        assert hash(again) == hash(result)
    assert result != batch[8]
    with pytest.raises(AttributeError, match="moves"):
        result.moves = 3
    assert repr(result).startswith(f"{type(result).__name__}(")
    assert repr(result.outcome) in repr(result)


@pytest.mark.slow
def test_batches_of_other_policies_or_results_differ() -> None:
    first, second = (play_solver("4x5", 4, 20, seed=4, policy=policy) for policy in ("safest", "progress"))
    assert first != second
    assert first != play_policy(choose, "4x5", 4, 20, seed=4)
    deal, outcomes = BATCHES["random"]._deal, bytes(BATCHES["random"].outcomes)
    columns = [BATCHES["random"].opened.tobytes(), BATCHES["random"].moves.tobytes()]
    assert GameBatch._of(deal, "random clicks", outcomes, *columns) == BATCHES["random"]
    columns[1] = columns[1][8:] + columns[1][:8]
    assert GameBatch._of(deal, "random clicks", outcomes, *columns) != BATCHES["random"]


@each_batch
def test_pickles_come_from_machines_of_either_byte_order(batch: ResultBatch[Any]) -> None:
    reduced: Any = batch.__reduce__()
    again, (kind, deal, policy, order, (outcomes, *columns)) = reduced
    assert order == sys.byteorder
    turned = []
    for column in columns:
        numbers = array("Q", column)
        numbers.byteswap()
        turned.append(numbers.tobytes())
    other = {"little": "big", "big": "little"}[order]
    assert again(kind, deal, policy, other, (outcomes, *turned)) == batch


def test_boards_of_nothing_but_mines_come_out_of_pickles_too() -> None:
    batch = play_random("2x3", 6, 4, seed=1, first_open="any")
    assert (batch.wins, batch.opened.tolist(), batch.moves.tolist()) == (0, [0] * 4, [1] * 4)
    assert pickle.loads(pickle.dumps(batch)) == batch


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
    with pytest.raises(ParameterError, match=r"expected count from 0 to 18446744073709551615, got 1" + "0" * 20):
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
