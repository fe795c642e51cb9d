"""How games ended: one as a value, many in columns."""

from __future__ import annotations

import copy
import pickle
import sys
from array import array
from typing import Any

import pytest

from hypersweep import Outcome, choose, play_policy, play_random, play_solver
from hypersweep.batch import GameBatch
from hypersweep.batch.results import ResultBatch

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
