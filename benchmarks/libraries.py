"""Libraries as yardsticks: NumPy, SciPy's ndimage and ms_toollib, each used idiomatically.

NumPy and SciPy get whole batches, without Python loops over boards or cells; ms_toollib makes one board per call.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import ms_toollib
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

Mines = NDArray[np.bool_]
Clues = NDArray[np.uint8]


def numpy_mines(
    generator: np.random.Generator, shape: tuple[int, ...], mines: int, count: int, first: int | None = None
) -> Mines:
    """Return a batch of layouts, (count, *shape): cells get random keys, and each board's smallest keys are its mines.

    Keys have 53 bits, so a tie, which would place a mine too many, is too rare to matter. Partitioning the keys and
    comparing is about twice as fast as argpartition, and five times as fast as ``Generator.permuted``.
    """
    keys = generator.random((count, prod(shape)))
    if first is not None:
        keys[:, first] = 2.0
    return (keys <= np.partition(keys, mines - 1, axis=1)[:, mines - 1 : mines]).reshape(count, *shape)


def numpy_clues(mines: Mines) -> Clues:
    """Return a batch's clues, as sums of shifted slices, one axis after another."""
    sums = mines.astype(np.uint8)
    for axis in range(1, mines.ndim):
        shifted = sums.copy()
        ahead = [slice(None)] * mines.ndim
        behind = [slice(None)] * mines.ndim
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        shifted[tuple(behind)] += sums[tuple(ahead)]
        shifted[tuple(ahead)] += sums[tuple(behind)]
        sums = shifted
    return sums - mines


def scipy_clues(mines: Mines) -> Clues:
    """Return a batch's clues by convolution with ones, one axis after another, which beats one box over all axes."""
    sums: Clues = mines.view(np.uint8)
    for axis in range(1, mines.ndim):
        sums = ndimage.convolve1d(sums, np.ones(3), axis=axis, mode="constant")
    return sums - mines


def numpy_games(generator: np.random.Generator, rows: int, columns: int, mines: int, count: int) -> Mines:
    """Return which safe cells are open at the end of games of random opens, as an array (count, rows, columns).

    A game's clicks are its cells in a random order, up to its first mine. Each opens a cell or an opening, whatever was
    opened before, so labelling the zeros of the whole batch once is enough to find the results of all games.
    """
    cells = rows * columns
    order = np.argsort(generator.random((count, cells), dtype=np.float32), axis=1)
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.broadcast_to(np.arange(cells), order.shape), axis=1)
    keys = generator.random((count, cells))
    np.put_along_axis(keys, order[:, :1], 2.0, axis=1)  # the first click is safe
    laid = keys <= np.partition(keys, mines - 1, axis=1)[:, mines - 1 : mines]
    end = np.where(laid, rank, cells).min(axis=1)
    clicked = (rank < end[:, None]).reshape(count, rows, columns)
    placed = laid.reshape(count, rows, columns)
    zeros = (numpy_clues(placed) == 0) & ~placed
    structure = np.zeros((3, 3, 3), dtype=np.bool_)
    structure[1] = True
    labels, number = ndimage.label(zeros, structure)
    is_hit = np.zeros(number + 1, dtype=np.bool_)
    is_hit[labels[clicked & zeros]] = True
    is_hit[0] = False
    opened: Mines = clicked | ndimage.binary_dilation(is_hit[labels], structure)
    return opened


def scipy_open(mines: Mines, start: tuple[int, ...]) -> int:
    """Return how many cells an open at ``start``, a zero, clears: label the zeros, and add the rim to its region."""
    structure = np.ones((3,) * mines.ndim, dtype=np.bool_)
    zeros = ~ndimage.binary_dilation(mines, structure)
    labels, _ = ndimage.label(zeros, structure)
    return int(np.count_nonzero(ndimage.binary_dilation(labels == labels[start], structure)))


def toollib_boards(rows: int, columns: int, mines: int, first: tuple[int, int], count: int) -> None:
    """Make boards with clues, with one call for each."""
    lay = ms_toollib.laymine
    for _ in range(count):
        lay(rows, columns, mines, *first)


def toollib_games(generator: np.random.Generator, rows: int, columns: int, mines: int, count: int) -> int:
    """Play games of random opens, with one call for each press and release. Returns: the open cells in all games."""
    opened = 0
    for _ in range(count):
        order = generator.permutation(rows * columns).tolist()
        first = divmod(order[0], columns)
        game = ms_toollib.MinesweeperBoard(ms_toollib.laymine(rows, columns, mines, *first))
        for index in order:
            cell = divmod(index, columns)
            game.step("lc", cell)
            game.step("lr", cell)
            if game.game_board_state > 2:  # 3 is won, 4 is lost
                break
        opened += sum(shown < 9 for row in game.game_board for shown in row)
    return opened


def toollib_clue_cells(rows: int, columns: int, mines: int) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return a board, and its cells that show a clue above 0."""
    board = ms_toollib.laymine(rows, columns, mines, 0, 0)
    return board, [(r, c) for r, c in product(range(rows), range(columns)) if board[r][c] > 0]


def toollib_game(board: list[list[int]]) -> Any:
    """Return a new game on a board."""
    return ms_toollib.MinesweeperBoard(board)
