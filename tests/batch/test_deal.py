"""The boards of a batch: arguments are checked here, once for all batches."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from hypersweep import (
    BoardTooLargeError,
    CellError,
    Grid,
    Layout,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    RulesError,
    choose,
    play_policy,
    play_random,
    play_solver,
    sample_layouts,
)
from hypersweep.batch.deal import Deal

MAKERS: dict[str, Callable[..., Any]] = {
    "Deal": Deal,
    "sample_layouts": sample_layouts,
    "play_random": play_random,
    "play_solver": play_solver,
    "play_policy": lambda *arguments, **named: play_policy(choose, *arguments, **named),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_all_batches_check_the_same_arguments(make: Callable[..., Any]) -> None:
    grid = Grid((3, 4))
    wrong: Any
    for wrong in (True, 2.0, "2", None):
        with pytest.raises(ParameterTypeError):
            make(grid, 2, wrong, seed=1)
        with pytest.raises(ParameterTypeError):
            make(grid, wrong, 2, seed=1)
        with pytest.raises(ParameterTypeError):
            make(grid, 2, 2, seed=1, index=wrong)
    for wrong in (True, 2.0, "2", [1]):
        with pytest.raises(ParameterTypeError):
            make(grid, 2, 2, seed=wrong)
    with pytest.raises(MineCountError):
        make(grid, 13, 2, seed=1)
    with pytest.raises(MineCountError):
        make(grid, -1, 2, seed=1)
    with pytest.raises(ParameterError):
        make(grid, 2, -1, seed=1)
    with pytest.raises(ParameterError):
        make(grid, 2, 3, seed=1, index=2**64 - 2)
    with pytest.raises(ParameterError):
        make(grid, 2, 1, seed=-1)
    with pytest.raises(RulesError, match="did you mean 'opening'"):
        make(grid, 2, 1, seed=1, first_open="openning")
    with pytest.raises(RulesError):
        make(grid, 2, 1, seed=1, first_open=None)


@pytest.mark.parametrize("make", [make for name, make in MAKERS.items() if name != "play_random"])
def test_a_first_cell_is_checked_by_all(make: Callable[..., Any]) -> None:
    with pytest.raises(CellError):
        make("3x4", 2, 1, first=(3, 0))
    with pytest.raises(MineCountError):
        make("3x4", 12, 2, seed=1, first=(0, 0), first_open="safe")
    with pytest.raises(MineCountError):
        make("3x4", 4, 2, seed=1, first=(0, 0), first_open="opening")
    made = make("3x4", 2, 1, first=[1, 2])
    assert made.first == (1, 2)


@pytest.mark.parametrize("make", [make for name, make in MAKERS.items() if name != "Deal"])
def test_all_batches_tell_what_they_were_made_from(make: Callable[..., Any]) -> None:
    batch = make((3, 4), 2, 5, seed=6, index=7, first_open="opening")
    assert (batch.grid, batch.mines, len(batch), batch.seed, batch.index) == (Grid("3x4"), 2, 5, 6, 7)
    assert batch.first_open == "opening"
    assert make("3x4", 2, 5, seed=6, index=7, first_open="opening") == batch
    assert 0 <= make("3x4", 2, 0).seed < 2**32


@pytest.mark.parametrize("make", [make for name, make in MAKERS.items() if name != "Deal"])
def test_a_batch_that_no_machine_can_hold_is_refused_before_it_begins(make: Callable[..., Any]) -> None:
    with pytest.raises(BoardTooLargeError, match=f"a batch of {1 << 58} .* on 3x4"):
        make("3x4", 2, 1 << 58, seed=1)


def test_without_a_first_cell_nothing_is_kept_free() -> None:
    assert Deal("3x4", 12, 1, seed=1, first_open="opening").excluded() == []
    assert Deal("3x4", 2, 1, seed=1).first_index == -1
    deal = Deal.of_games("3x4", 2, 1, seed=1, index=0, first=None, first_open="safe")
    assert (deal.first, deal.first_index, deal.excluded()) == ((0, 0), 0, [0])


def test_parts_and_layouts_follow_the_indices() -> None:
    deal = Deal("3x4", 3, 20, seed=5, index=9, first=(1, 1), first_open="safe")
    part = deal.part(4, 7)
    assert (part.index, part.count) == (13, 3)
    for place in range(3):
        alone = Layout.random("3x4", 3, seed=5, index=13 + place, first=(1, 1), first_open="safe")
        assert part.layout(place) == deal.layout(4 + place) == alone


def test_a_deal_is_a_value() -> None:
    deal = Deal("3x4", 3, 20, seed=5, index=9, first=(1, 1), first_open="safe")
    for again in (copy.copy(deal), copy.deepcopy(deal), pickle.loads(pickle.dumps(deal))):
        assert again == deal
        assert hash(again) == hash(deal)
    assert deal != Deal("3x4", 3, 20, seed=5, index=9, first=(1, 2), first_open="safe")
    with pytest.raises(AttributeError, match="seed"):
        deal.seed = 6  # type: ignore[misc]
