"""Batches as sequences: items, slices, copies, and no item assignment."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import ParameterError, ParameterTypeError, choose, play_policy, play_random, play_solver, sample_layouts
from hypersweep.batch.sequence import Batch

MAKERS: dict[str, Callable[[], Batch[Any]]] = {
    "layouts": lambda: sample_layouts("3x4", 2, 9, seed=3, index=5),
    "random games": lambda: play_random("3x4", 2, 9, seed=3, index=5),
    "games of the solver": lambda: play_solver("3x4", 2, 9, seed=3, index=5),
    "games of a policy": lambda: play_policy(choose, "3x4", 2, 9, seed=3, index=5),
}
each_batch = pytest.mark.parametrize("batch", [make() for make in MAKERS.values()], ids=MAKERS)


@each_batch
def test_places_are_those_of_a_list(batch: Batch[Any]) -> None:
    items = list(batch)
    assert len(items) == len(batch) == 9
    assert [batch[place] for place in range(9)] == items
    assert [batch[place] for place in range(-9, 0)] == items
    assert list(reversed(batch)) == items[::-1]
    assert batch[numpy.int64(-2)] == items[-2]
    assert items[4] in batch
    for place in (9, -10, 10**30):
        with pytest.raises(IndexError, match="expected a place of 0 to 8, got"):
            batch[place]
    with pytest.raises(IndexError, match="that isn't empty"):
        batch[:0][0]
    wrong: Any
    for wrong in (True, 1.0, "1", None, (1,), numpy.arange(3)):
        with pytest.raises(ParameterTypeError):
            batch[wrong]


@pytest.mark.slow
@each_batch
@given(st.slices(9))
def test_slices_are_batches(batch: Batch[Any], cut: slice) -> None:
    if cut.step not in (None, 1):
        with pytest.raises(ParameterError, match="in steps of 1"):
            batch[cut]
        cut = slice(cut.start, cut.stop)
    part = batch[cut]
    assert type(part) is type(batch)
    assert list(part) == list(batch)[cut]
    assert part.index == batch.index + cut.indices(9)[0]
    assert (part == batch) == (len(part) == 9)


@each_batch
def test_a_slice_between_no_numbers_is_refused(batch: Batch[Any]) -> None:
    with pytest.raises(ParameterTypeError, match="between whole numbers"):
        batch["a":]


@each_batch
def test_copies_and_pickles_are_equal(batch: Batch[Any]) -> None:
    for own in (batch, batch[2:7], batch[:0]):
        for again in (copy.copy(own), copy.deepcopy(own), pickle.loads(pickle.dumps(own))):
            assert again == own
            assert hash(again) == hash(own)
            assert list(again) == list(own)
            assert repr(again) == repr(own)
    assert len({batch, batch[:], batch[1:]}) == 2


@each_batch
def test_nothing_can_be_set(batch: Batch[Any]) -> None:
    for name in ("grid", "mines", "seed", "index", "first", "first_open", "won", "wins", "bits", "_deal", "else"):
        with pytest.raises(AttributeError, match=name):
            setattr(batch, name, 1)
        with pytest.raises(AttributeError, match=name):
            delattr(batch, name)
    with pytest.raises(TypeError):
        batch[0] = batch[1]  # type: ignore[index]


@each_batch
def test_all_say_the_same_things_of_themselves(batch: Batch[Any]) -> None:
    text = repr(batch)
    assert text.startswith(f"<{type(batch).__name__} of 9 ")
    assert "3x4 with 2 mines" in text
    assert text.endswith(", seed 3>")
