from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import yardsticks
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.rng import GnuRandom
from yardsticks import GATHER_2D, LISTS, NO_CLUES, REJECTION, SCATTER, SCATTER_2D, SEPARABLE, SHUFFLE

pytestmark = pytest.mark.needs("compiler")

ANYWHERE = [LISTS, SCATTER, SEPARABLE]


def layout_of(mines: np.ndarray) -> Layout:
    return Layout(Grid(mines.shape), [tuple(cell) for cell in np.argwhere(mines).tolist()])


@pytest.mark.parametrize("sampler", [REJECTION, SHUFFLE])
@pytest.mark.parametrize(
    ("shape", "mines", "method"),
    [
        *[((3, 4), 5, method) for method in (*ANYWHERE, SCATTER_2D, GATHER_2D)],
        *[((3, 4, 5), 17, method) for method in ANYWHERE],
        *[((2, 3, 4, 5), 40, method) for method in ANYWHERE],
        *[((7,), 3, method) for method in ANYWHERE],
        *[((3, 1, 4), 7, method) for method in ANYWHERE],
    ],
)
def test_boards_hold_their_mines_and_the_clues_of_the_package(
    shape: tuple[int, ...], mines: int, method: int, sampler: int
) -> None:
    first = 6
    room = yardsticks.Boards(shape, mines, 8, first)
    room.fill(sampler, method, seed=3)
    assert len({board.tobytes() for board in room.mines}) > 1
    for board, clues in zip(room.mines, room.clues, strict=True):
        assert board.sum() == mines
        assert board.reshape(-1)[first] == 0
        np.testing.assert_array_equal(clues, layout_of(board).clue_array())


@pytest.mark.parametrize("sampler", [REJECTION, SHUFFLE])
def test_every_cell_is_mined_equally_often(sampler: int) -> None:
    count, mines, cells = 20_000, 5, 12
    room = yardsticks.Boards((3, 4), mines, count)
    room.fill(sampler, NO_CLUES)
    share = mines / cells
    deviation = (count * share * (1 - share)) ** 0.5
    assert np.abs(room.mines.sum(axis=0, dtype=np.int64) - count * share).max() < 5 * deviation


def test_both_ways_to_count_clues_play_the_same_games() -> None:
    for sampler in (REJECTION, SHUFFLE):
        early, late = yardsticks.Games(5, 7, 4, 500), yardsticks.Games(5, 7, 4, 500)
        early.play(sampler, lazy=False, seed=9)
        late.play(sampler, lazy=True, seed=9)
        np.testing.assert_array_equal(early.clicks, late.clicks)
        np.testing.assert_array_equal(early.opened, late.opened)
        np.testing.assert_array_equal(early.won == 1, early.opened == 5 * 7 - 4)
        assert 0 < early.won.sum() < 500
        assert early.clicks.min() >= 1


@pytest.mark.parametrize("inlined", [pytest.param(False, marks=pytest.mark.needs("glibc")), True])
@pytest.mark.parametrize(("seed", "first"), [(0, (0, 0)), (1, (2, 3)), (4_000_000_000, (4, 6))])
def test_esp_maps_are_those_of_the_package(inlined: bool, seed: int, first: tuple[int, int]) -> None:
    grid = Grid((5, 7))
    expected = Layout.esp(grid, 9, random=GnuRandom(seed), first=first)
    board = np.ones(35, np.uint8)
    yardsticks.esp_map(seed, 9, grid.index(first), board, inlined=inlined)
    np.testing.assert_array_equal(board.reshape(grid.shape), expected.mine_array())


@pytest.mark.parametrize("shape", [(17, 23), (7, 8, 9), (3, 4, 5, 6)])
def test_floods_open_what_the_package_opens(shape: tuple[int, ...]) -> None:
    cells = int(np.prod(shape))
    places = np.sort(np.random.default_rng(2).choice(cells, 4, replace=False)).astype(np.int64)
    flood = yardsticks.Flood(shape, places)
    layout = Layout(Grid(shape), [tuple(map(int, np.unravel_index(place, shape))) for place in places])
    inside = flood.padded[tuple(slice(1, -1) for _ in shape)]
    start = tuple(int(at) - 1 for at in np.unravel_index(flood.start, flood.padded.shape))
    game = Game(layout.grid, layout=layout)
    expected = game.open(start).opened
    assert expected > 1
    ways = [flood.by_cells, flood.by_runs] if len(shape) == 2 else [flood.by_cells]
    for way in ways:
        flood.reset()
        assert way() == expected
        for cell in product(*map(range, shape)):
            assert bool(inside[cell] & yardsticks.OPEN) == game.is_open(cell)
