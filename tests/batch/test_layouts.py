"""Batches of layouts: their arguments (checked once for all batches), use as a sequence, and clues."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import (
    BoardTooLargeError,
    CellError,
    Game,
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
from hypersweep.batch import LayoutBatch
from hypersweep.batch.layouts import Batch, Deal

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


EXAMPLES: dict[str, Callable[[], Batch[Any]]] = {
    "layouts": lambda: sample_layouts("3x4", 2, 9, seed=3, index=5),
    "random games": lambda: play_random("3x4", 2, 9, seed=3, index=5),
    "games of the solver": lambda: play_solver("3x4", 2, 9, seed=3, index=5),
    "games of a policy": lambda: play_policy(choose, "3x4", 2, 9, seed=3, index=5),
}
each_batch = pytest.mark.parametrize("batch", [make() for make in EXAMPLES.values()], ids=EXAMPLES)


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
        with pytest.raises(IndexError, match="expected an index from 0 to 8, got"):
            batch[place]
    with pytest.raises(IndexError, match="the batch is empty"):
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
        with pytest.raises(ParameterError, match="slices with step 1"):
            batch[cut]
        cut = slice(cut.start, cut.stop)
    part = batch[cut]
    assert type(part) is type(batch)
    assert list(part) == list(batch)[cut]
    assert part.index == batch.index + cut.indices(9)[0]
    assert (part == batch) == (len(part) == 9)


@each_batch
def test_a_slice_between_no_numbers_is_refused(batch: Batch[Any]) -> None:
    with pytest.raises(ParameterTypeError, match="with whole-number bounds"):
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


@pytest.mark.slow
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
    begin = data.draw(st.integers(0, count))
    part = batch[begin:]
    assert list(part) == list(batch)[begin:]
    assert part.clue_array().tolist() == clue_array[begin:].tolist()
    assert part == sample_layouts(
        grid, mines, count - begin, seed=seed, index=begin, first=first, first_open=first_open
    )
    bare = sample_layouts(grid, mines, count - 1, seed=seed, index=1, first=first, first_open=first_open, clues=False)
    assert list(bare) == list(batch)[1:]
    assert bare.clues is None
    with pytest.raises(ParameterError, match="clues=True"):
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


@pytest.mark.parametrize("shape", ["3x4", "1", "70x3", (2,) * 9])
def test_batches_of_nothing_are_empty(shape: Any) -> None:
    """Where a buffer holds nothing, it may lie anywhere; Python 3.13 puts it at odd addresses."""
    layouts = sample_layouts(shape, 0, 0, seed=1)
    bare = sample_layouts(shape, 0, 0, seed=1, clues=False)
    assert list(layouts) == list(bare) == []
    assert layouts.mine_array().shape == bare.mine_array().shape == layouts.clue_array().shape
    assert layouts.mine_array().shape == (0, *layouts.grid.shape)
    assert layouts != bare
    wide = sample_layouts((3,) * 8, 5, 0, seed=1)
    assert wide.clue_array().shape == (0, *(3,) * 8)


def test_empty_ranges_are_empty() -> None:
    game = Game("3x4", 1, seed=1)
    for place in (0, 5, 12):
        assert game.codes(place, place).tolist() == []
    assert game.open_bits(1, 1) == game.flag_bits(2, 2) == Layout("3x4").bits(1, 1) == b""


def test_a_count_beyond_all_indices_is_told_as_such() -> None:
    with pytest.raises(ParameterError, match=r"expected count from 0 to 18446744073709551615, got 1" + "0" * 20):
        sample_layouts("3x4", 2, 10**20, seed=1)


@pytest.mark.parametrize("shape", ["3x4", "3x3x3x3x3x3"])
def test_what_a_batch_shows_can_not_be_changed(shape: str) -> None:
    batch = sample_layouts(shape, 5, 4, seed=1)
    assert batch.clues is not None
    assert batch.clues.format == ("B" if shape == "3x4" else "H")
    assert batch.clue_array().ravel().tolist() == batch.clues.tolist()
    for view in (batch.bits, batch.clues, batch[1:].bits):
        assert view.readonly
        assert isinstance(view.obj, bytes)
        with pytest.raises(TypeError):
            view[0] = 1
    clues = batch.clue_array()
    with pytest.raises(ValueError, match="read-only"):
        clues[0] = 0
    mines = batch.mine_array()
    before = list(batch)
    mines[...] = True
    assert list(batch) == before
    assert numpy.array_equal(batch[1:].mine_array(), batch.mine_array()[1:])


@pytest.mark.parametrize("clues", [True, False])
def test_pickles_hold_the_arguments(clues: bool) -> None:
    batch = sample_layouts("16x30", 99, 1000, seed=5, index=7, first=(3, 4), first_open="opening", clues=clues)
    data = pickle.dumps(batch)
    assert len(data) < 400
    again = pickle.loads(data)
    assert again == batch
    assert hash(again) == hash(batch)
    assert again.bits == batch.bits
    assert again.clues == batch.clues
    assert pickle.loads(pickle.dumps(batch[10:20])) == batch[10:20]


def test_batches_are_equal_where_their_layouts_are() -> None:
    batch = sample_layouts("3x4", 2, 5, seed=1)
    assert batch == sample_layouts("3x4", 2, 5, seed=1)
    others = [
        sample_layouts("4x3", 2, 5, seed=1),
        sample_layouts("3x4", 3, 5, seed=1),
        sample_layouts("3x4", 2, 4, seed=1),
        sample_layouts("3x4", 2, 5, seed=2),
        sample_layouts("3x4", 2, 5, seed=1, index=1),
        sample_layouts("3x4", 2, 5, seed=1, first=(0, 0), first_open="safe"),
        sample_layouts("3x4", 2, 5, seed=1, clues=False),
        "3x4",
    ]
    assert batch not in others


def test_a_batch_says_what_it_is() -> None:
    assert repr(sample_layouts("3x4", 2, 1000, seed=7)) == "<LayoutBatch of 1000 layouts of 3x4 with 2 mines, seed 7>"
    bare = sample_layouts("3x4", 1, 1, seed=7, clues=False)
    assert repr(bare) == "<LayoutBatch of 1 layout of 3x4 with 1 mine, without clues, seed 7>"
    assert isinstance(bare, LayoutBatch)
