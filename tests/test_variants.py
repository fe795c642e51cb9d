"""The kernels of every instruction set agree with each other and with the naive version."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from agreement import assert_same, kernels, naive_twin, play_both, variants
from hypersweep import Game, Layout, _native, play_random, sample_layouts
from hypersweep.typing import FirstOpen


def test_the_baseline_can_always_run_and_one_is_in_use() -> None:
    assert variants()[0] == "baseline"
    assert _native.variant() in variants()


def test_unknown_instruction_sets_are_refused() -> None:
    before = _native.variant()
    assert not _native.use_variant("x86_64_v9")
    assert _native.variant() == before


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
@given(data=st.data())
def test_moves(variant: str, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    layout = Layout(grid, data.draw(strategies.mine_sets(grid)))
    kinds = st.sampled_from(("open", "open", "flag", "chord", "chord", "undo"))
    script = data.draw(st.lists(st.tuples(kinds, strategies.cells_of(grid)), max_size=12))
    with kernels(variant):
        game = Game(grid, layout=layout, rules=data.draw(strategies.rules()))
        twin = naive_twin(game, layout)
        for kind, cell in script:
            play_both(game, twin, kind, cell)
        assert_same(game, twin)
        assert game.codes(reveal=True).tolist() == twin.revealed()


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("variant", variants())
@given(data=st.data())
def test_layouts(variant: str, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    board = strategies.board_of(grid)
    first, first_open = data.draw(strategies.cells_of(grid)), data.draw(st.sampled_from(strategies.FIRST_OPENS))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    seed, count = data.draw(strategies.seeds()), data.draw(st.integers(1, 3))
    with kernels(variant):
        alone = Layout.random(grid, mines, seed=seed, first=first, first_open=first_open)
        batch = sample_layouts(grid, mines, count, seed=seed, first=first, first_open=first_open)
        found = alone.clue_array().ravel().tolist()
        in_batch = batch.clue_array()[0].ravel().tolist()
    expected = naive.random_mines(board, mines, seed, 0, first, first_open)
    assert set(alone.mine_cells()) == set(batch[0].mine_cells()) == expected
    assert found == in_batch == naive.clues(board, expected)


@pytest.mark.parametrize("variant", variants())
def test_random_games(variant: str) -> None:
    boards: tuple[tuple[str, int, FirstOpen], ...] = (
        ("3x4", 3, "safe"),
        ("16x30", 60, "opening"),
        ("2x3x4x5", 9, "any"),
        ("5x130~wrap=1", 40, "safe"),
        ("3x70~orthogonal", 30, "safe"),
    )
    for grid, mines, first_open in boards:
        with kernels("baseline"):
            expected = play_random(grid, mines, 200, seed=5, first_open=first_open)
        with kernels(variant):
            found = play_random(grid, mines, 200, seed=5, first_open=first_open)
        assert found == expected
        assert found.moves.tolist() == expected.moves.tolist()
