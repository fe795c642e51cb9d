from __future__ import annotations

import numpy as np
import pytest

import libraries
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout


def layout_of(mines: np.ndarray) -> Layout:
    return Layout(Grid(mines.shape), [tuple(cell) for cell in np.argwhere(mines).tolist()])


@pytest.mark.parametrize(("shape", "mines"), [((3, 4), 5), ((3, 4, 5), 17), ((2, 3, 4, 5), 40)])
def test_batches_hold_their_mines_and_the_clues_of_the_package(shape: tuple[int, ...], mines: int) -> None:
    laid = libraries.numpy_mines(np.random.default_rng(1), shape, mines, 6, first=7)
    assert laid.reshape(6, -1).sum(axis=1).tolist() == [mines] * 6
    assert not laid.reshape(6, -1)[:, 7].any()
    expected = np.stack([layout_of(board).clue_array() for board in laid])
    np.testing.assert_array_equal(libraries.numpy_clues(laid), expected)
    np.testing.assert_array_equal(libraries.scipy_clues(laid), expected)


def test_random_games_open_about_as_much_as_those_of_the_package() -> None:
    from hypersweep.batch import play_random

    count = 4_000
    opened = libraries.numpy_games(np.random.default_rng(1), 5, 7, 5, count).reshape(count, -1).sum(axis=1)
    ours = play_random("5x7", 5, count, seed=1).arrays()["opened"]
    deviation = (np.var(opened) / count + np.var(ours) / count) ** 0.5
    assert abs(opened.mean() - ours.mean()) < 5 * deviation


@pytest.mark.parametrize(("shape", "start"), [((9, 14), (8, 13)), ((5, 6, 7), (4, 5, 6))])
def test_one_open_clears_what_it_clears_in_the_package(shape: tuple[int, ...], start: tuple[int, ...]) -> None:
    laid = np.zeros(shape, np.bool_)
    laid[(1,) * len(shape)] = laid[2, 1, ...] = True
    layout = layout_of(laid)
    assert libraries.scipy_open(laid, start) == Game(layout.grid, layout=layout).open(start).opened > 1


def test_ms_toollib_plays_what_the_benchmark_takes_it_to_play() -> None:
    board, cells = libraries.toollib_clue_cells(9, 9, 10)
    mines = np.array(board) == -1
    assert mines.sum() == 10
    clues = layout_of(mines).clue_array()
    assert {cell: board[cell[0]][cell[1]] for cell in cells} == {cell: clues[cell] for cell in cells}
    game = libraries.toollib_game(board)
    for cell in cells:
        game.step("lc", cell)
        game.step("lr", cell)
        assert game.game_board[cell[0]][cell[1]] == clues[cell]
    assert libraries.toollib_games(np.random.default_rng(1), 9, 9, 10, 3) >= 3
