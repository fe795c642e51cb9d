"""Games on boards that are long, crowded, have many axes or large clues, or are played by several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import naive
from agreement import assert_same_counts, assert_untouched, naive_twin, play_both
from hypersweep import (
    BusyError,
    Game,
    Grid,
    Layout,
    Outcome,
    View,
)
from hypersweep.view import MINE


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(1, 100_000), (100_000,), (50_000, 2), (25_000, 1, 2, 1, 2)])
def test_long_boards_open_at_once(shape: tuple[int, ...]) -> None:
    grid = Grid(shape)
    game = Game(grid, layout=Layout(grid, []))
    change = game.open(tuple(side // 2 for side in shape))
    assert change.outcome is Outcome.WON
    assert (change.opened, len(change)) == (grid.cells, grid.cells)
    assert change.cells == tuple(grid)
    assert len(game.undo()) == grid.cells
    assert_untouched(game)


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "wrap"), [((4200, 2), False), ((70, 130), True), ((9, 8, 7, 6), False)])
def test_a_maze_of_mines(shape: tuple[int, ...], wrap: bool) -> None:
    grid = Grid(shape, wrap=wrap)
    layout = Layout.random(grid, grid.cells // (40 if len(shape) > 2 else 9), seed=5)
    game = Game(grid, layout=layout)
    twin = naive_twin(game, layout)
    zeros = [cell for cell, clue in zip(grid, naive.clues(twin.board, twin.mines), strict=True) if clue == 0]
    for cell in (zeros[0], zeros[-1], zeros[len(zeros) // 2]):
        play_both(game, twin, "open", cell)
    assert game.codes().tolist() == twin.codes()
    assert_same_counts(game, twin)


@pytest.mark.nightly
def test_numbers_beyond_16_bits_are_shown() -> None:
    grid = Grid((3,) * 10)
    middle = (1,) * 10
    layout = Layout(grid, [cell for cell in grid if cell != middle])
    game = Game(grid, layout=layout)
    assert layout.clue(middle) == 59_048
    assert layout.clue_array()[middle] == 59_048
    assert game.open(middle).outcome is Outcome.WON
    index = grid.index(middle)
    assert game.codes(index, index + 1).tolist() == [59_048]
    assert game.codes(index - 1, index + 2).tolist() == [MINE, 59_048, MINE]
    view = game.view
    assert view[middle] == view.array()[middle] == 59_048
    assert View.parse(view.format()) == view


def test_axes_of_side_1_change_nothing() -> None:
    flat = Grid((3, 4))
    long = Grid((*(1,) * 70, 3, *(1,) * 30, 4, *(1,) * 9), wrap=(0, 5))
    assert (long.dimensions, long.cells, long.max_neighbours) == (111, 12, 8)
    mines = [(0, 3), (2, 0)]
    layout, far = Layout(flat, mines), Layout(long, [long.cell(flat.index(cell)) for cell in mines])
    assert far.bits() == layout.bits()
    game, distant = Game(flat, layout=layout), Game(long, layout=far)
    game.open((0, 0))
    distant.open((0,) * 111)
    assert distant.codes().tolist() == game.codes().tolist()
    assert Layout.parse(far.format()) == far
    assert View.parse(distant.view.format()) == distant.view


def test_games_in_threads_do_not_mix() -> None:
    # Large enough for the kernels to let other threads run meanwhile.
    grid = Grid((600, 700))

    def play(seed: int) -> tuple[int, int, bytes]:
        game = Game(grid, 40_000, seed=seed, rules="classic,first=opening")
        for row in range(0, 600, 40):
            game.open((row, row))
            game.undo()
            game.open((row, 699 - row))
            if game.outcome is not Outcome.ONGOING:
                game.undo()
        return len(game.moves), game.opened, game.open_bits()

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone


@pytest.mark.slow
def test_a_second_thread_is_turned_away_while_a_move_runs() -> None:
    game = Game((8_000, 8_000), layout=Layout(Grid((8_000, 8_000)), []))
    turned_away = 0
    with ThreadPoolExecutor(1) as pool:
        move = pool.submit(game.open, (0, 0))
        while not move.done():
            try:
                assert not game.chord((0, 0))
            except BusyError:
                turned_away += 1
    assert turned_away
    assert move.result().opened == game.opened == 64_000_000
    assert game.outcome is Outcome.WON
    assert game.undo().opened == -64_000_000
