from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.picture.nesting import Arrangement
from hypersweep.ui_model.next_cell import RIPE, UNFINISHED, next_cell, ripeness

Cell = tuple[int, ...]


@pytest.mark.parametrize(
    ("code", "around", "expected"),
    [
        (0, [COVERED], 0),
        (COVERED, [COVERED], 0),
        (FLAGGED, [COVERED], 0),
        (1, [1, 0], 0),
        (1, [FLAGGED, 2], 0),
        (1, [FLAGGED, COVERED], RIPE),
        (2, [FLAGGED, COVERED, 1], RIPE),
        (2, [COVERED, COVERED, 1], RIPE),
        (2, [COVERED, COVERED, COVERED], UNFINISHED),
        (1, [FLAGGED, FLAGGED], RIPE),
        (1, [FLAGGED, FLAGGED, COVERED], RIPE),
        (3, [FLAGGED, COVERED, COVERED, COVERED], UNFINISHED),
    ],
)
def test_what_a_glance_tells(code: int, around: list[int], expected: int) -> None:
    assert ripeness(code, around) == expected


def played(shape: str, seed: int, moves: int) -> Game:
    grid = Grid(shape)
    game = Game(grid, max(1, grid.cells // 8), seed=seed, rules="classic")
    chance = random.Random(seed)
    game.open(grid.cell(chance.randrange(grid.cells)))
    for _ in range(moves):
        cell = grid.cell(chance.randrange(grid.cells))
        assert game.layout is not None
        if game.layout.is_mine(cell) or chance.random() < 0.1:
            game.flag(cell)
        else:
            game.open(cell)
    return game


def in_reading_order(grid: Grid) -> list[Cell]:
    """All cells as the screen shows them, group by group, tile by tile, row by row."""
    arrangement = Arrangement(grid.shape)

    def key(cell: Cell) -> tuple[tuple[int, int], ...]:
        surroundings = arrangement.surroundings(cell)
        assert surroundings is not None
        across, down = surroundings
        return tuple((below[0], near[0]) for below, near in zip(down[::-1], across[::-1], strict=True))

    return sorted(grid, key=key)


@pytest.mark.nightly
@given(
    st.sampled_from(["7", "3x4", "3x4x5", "2x3x4x5", "3x4~wrap=0", "3x4x2~orthogonal", "2x3x2x2x3", "2x3x2x2x3x2"]),
    st.integers(0, 1000),
    st.integers(0, 12),
    st.booleans(),
    st.data(),
)
def test_the_next_cell_is_the_first_ripe_one_in_reading_order(
    shape: str, seed: int, moves: int, is_back: bool, data: st.DataObject
) -> None:
    game = played(shape, seed, moves)
    grid, view = game.grid, game.view
    worths = {cell: ripeness(view[cell], [view[other] for other in grid.neighbours(cell)]) for cell in grid}
    best = max(worths.values())
    order = in_reading_order(grid)
    start = order[data.draw(st.integers(0, len(order) - 1))]
    place = order.index(start)
    after = order[place + 1 :] + order[: place + 1]
    if is_back:
        after = [*after[:-1][::-1], start]
    expected = next((cell for cell in after if worths[cell] == best), None) if best else None
    assert next_cell(game, start, is_back=is_back) == expected


def test_a_new_game_has_nothing_to_look_at() -> None:
    assert next_cell(Game("3x4x5", 6, seed=1), (0, 0, 0)) is None


@pytest.mark.slow
def test_on_huge_boards_the_search_ends() -> None:
    grid = Grid("3000x4000")
    game = Game(layout=Layout(grid, [(5, 7), (2999, 0)]))
    assert next_cell(game, (1500, 0)) is None
    game.open((5, 6))
    assert next_cell(game, (5, 0)) == (5, 6)
    assert next_cell(game, (5, 8), is_back=True) == (5, 6)
