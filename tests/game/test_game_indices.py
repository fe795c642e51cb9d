"""Cells by index: whatever works with coordinates also works with the raveled index."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Game, Layout, ParameterTypeError
from hypersweep.game import History, Move
from records import random_grid


class Whole:
    """An integer type of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_a_game_played_by_indices_is_the_one_played_by_coordinates(chance: random.Random) -> None:
    grid = random_grid(chance)
    cells = list(grid)
    layout = Layout(grid, [cell for cell in cells if chance.random() < 0.2])
    first, second = Game(layout=layout), Game(layout=layout)
    for _ in range(20):
        index = chance.randrange(grid.cells)
        kind = chance.choice(["open", "flag", "chord"])
        form = chance.choice([int, np.int64, np.uint8 if index < 256 else np.uint64, Whole])
        assert getattr(first, kind)(form(index)) == getattr(second, kind)(cells[index])
        assert first[index] == second[cells[index]] == first.view[index] == first.view[cells[index]]
        assert (first.is_open(index), first.is_flagged(index)) == (
            second.is_open(cells[index]),
            second.is_flagged(cells[index]),
        )
    assert first.moves == second.moves


@pytest.mark.parametrize("board", ["12", "3x4", "2x3x2"])
def test_the_first_open_by_index_decides_the_same_layout(board: str) -> None:
    first, second = Game(board, 3, seed=7), Game(board, 3, seed=7)
    assert first.open(7) == second.open(second.grid.cell(7))
    assert first.layout == second.layout


@pytest.mark.parametrize("index", [-1, 12, 1 << 63, 1 << 64, 1 << 200, np.int64(-1), np.int64(12), Whole(12)])
def test_an_index_off_the_board_changes_nothing(index: int) -> None:
    for game in (Game("3x4", 2, seed=7), Game(layout=Layout("3x4", [(0, 3)]))):
        for act in (game.open, game.flag, game.chord, game.is_open, game.is_flagged, game.__getitem__):
            with pytest.raises(CellError, match="0 to 11"):
                act(index)
        with pytest.raises(CellError):
            game.view[index]
        assert game.moves == ()


@pytest.mark.parametrize("index", [True, False, 1.0, "1", None, np.bool_(True), 1j])
def test_what_is_no_integer_is_no_index(index: object) -> None:
    game = Game("3x4", 2, seed=7)
    for act in (game.open, game.flag, game.chord, game.is_open, game.is_flagged, game.__getitem__):
        with pytest.raises(ParameterTypeError):
            act(index)  # type: ignore[arg-type, index]
    assert game.moves == ()


def test_a_move_by_index_names_coordinates() -> None:
    game = Game("3x4", 2, seed=7)
    move = Move("flag", 7, grid=game.grid)
    assert (move.cell, move.format()) == ((1, 3), "flag 1 3")
    assert game.play(move).indices.tolist() == [7]
    assert game.moves == (move,)
    with pytest.raises(ParameterTypeError):
        Move("flag", 7)


@pytest.mark.slow
def test_indices_of_changes_are_those_of_their_cells() -> None:
    layout = Layout.random("3x50x7", 40, seed=1)
    game = Game(layout=layout)
    cells = list(game.grid)
    random.Random(3).shuffle(cells)
    for cell in cells:
        for change in (game.open(cell), game.undo(), game.flag(cell)):
            assert change.indices.tolist() == [game.grid.index(changed) for changed in change.cells]
            assert len(change.indices) == len(change)


def test_indices_share_their_memory_and_cannot_be_written() -> None:
    change = Game(layout=Layout("30x40", [(0, 0)])).open((29, 39))
    indices = change.indices
    assert (indices.format, indices.readonly, len(indices)) == ("q", True, 1199)
    array = np.asarray(indices)
    assert np.shares_memory(array, np.asarray(change.indices))
    assert array.dtype == np.int64
    assert np.array_equal(array, np.arange(1, 1200))


def test_a_change_of_nothing_has_no_indices() -> None:
    game = Game("3x4", 2, seed=7)
    for change in (game.chord(3), game.undo()):
        assert change.indices.tolist() == []
        assert change.cells == ()


def test_a_history_is_played_by_indices_too() -> None:
    history = History(Game(layout=Layout("3x4", [(0, 3)])))
    for cell in (3, np.int64(3), [0, 3], np.array([0, 3])):
        assert history.act("flag", cell).cells == ((0, 3),)
        assert history.act("undo").indices.tolist() == [3]
        assert history.act("redo").indices.tolist() == [3]
        history.revert("redo")
