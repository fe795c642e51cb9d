from __future__ import annotations

import random
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import BusyError, Game, Grid, Layout
from hypersweep.codes import COVERED, FLAGGED, MINE
from hypersweep.picture import drawn_game as source_module
from hypersweep.picture.cell_appearance import DONE, HIDDEN, finished, too_many_flags
from hypersweep.picture.drawn_game import CodeReader


@pytest.mark.slow
@given(
    st.sampled_from(["3x4", "3x4x5", "2x3x4x5~wrap=1", "3x4~orthogonal", "7"]),
    st.integers(0, 99),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_looks_stay_true_while_the_game_goes_on(
    shape: str, seed: int, are_differences: bool, tells_finished: bool, is_large: bool
) -> None:
    game = Game(shape, 4, seed=seed)
    grid = game.grid
    reader = CodeReader(game)
    chance = random.Random(seed)
    everything = range(grid.cells)

    def looks() -> list[int]:
        return reader.clue_looks(everything, are_differences=are_differences, tells_finished=tells_finished)

    with mock.patch.object(source_module, "_WHOLE", 0 if is_large else 1 << 16):
        drawn = looks()
        for _ in range(20):
            cell = grid.cell(chance.randrange(grid.cells))
            kind = chance.random()
            change = game.flag(cell) if kind < 0.5 else game.undo() if kind < 0.7 else game.open(cell)
            if not change:
                continue
            reader.forget(change.indices)
            if change.outcome.value:
                break
            assert reader.looks(everything) == list(game.codes())
            now = looks()
            assert now == [
                naive_look(game, index, are_differences=are_differences, tells_finished=tells_finished)
                for index in everything
            ]
            # Exactly the cells that look different are drawn again.
            touched = {*change.indices, *reader.clues_around(list(change.indices), are_differences=are_differences)}
            if are_differences or tells_finished:
                assert {index for index in everything if now[index] != drawn[index]} <= touched
            drawn = now


def naive_look(game: Game, index: int, *, are_differences: bool, tells_finished: bool) -> int:
    """Return the look of a cell, the slow way."""
    view = game.view
    cell = game.grid.cell(index)
    code = view[cell]
    if code <= 0:
        return code
    around = [view[other] for other in game.grid.neighbours(cell)]
    flags = around.count(FLAGGED)
    look = code
    if are_differences:
        look = code - flags or DONE if code >= flags else too_many_flags(flags - code)
    is_decided = COVERED not in around and (flags == code or all(other >= 0 for other in around))
    return finished(look) if tells_finished and is_decided else look


def test_clues_are_finished_once_all_their_mines_are_flagged_and_nothing_else_is_covered() -> None:
    game = Game(layout=Layout("2x3", [(0, 0), (0, 2)]))
    reader = CodeReader(game)

    def look() -> int:
        reader.forget()
        return reader.clue_looks([1], tells_finished=True)[0]

    for cell in ((0, 1), (1, 0), (1, 1)):
        game.open(cell)
    game.flag((0, 0))
    game.flag((0, 2))
    assert look() == 2, "one is covered yet"
    game.flag((1, 2))
    assert look() == 2, "a flag too many"
    game.flag((1, 2))
    game.open((1, 2))
    assert look() == finished(2)


class Ranges:
    """A source that keeps the ranges read."""

    def __init__(self, shape: str) -> None:
        self.grid = Grid(shape)
        self.mines = 1
        self.ranges: list[tuple[int, int]] = []

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview[int]:
        assert end is not None
        self.ranges.append((begin, end))
        return memoryview(b"\xff\xff" * (end - begin)).cast("h")


def test_a_line_of_a_large_board_is_read_in_one_go_and_distant_cells_one_by_one() -> None:
    source = Ranges("3000x4000")
    reader = CodeReader(source)
    assert reader.looks(range(5000, 5080)) == [-1] * 80
    assert source.ranges == [(5000, 5080)]
    source.ranges.clear()
    assert reader.looks([0, 11_999_999]) == [-1, -1]
    assert source.ranges == [(0, 1), (11_999_999, 12_000_000)]
    assert reader.looks([]) == []
    source.ranges.clear()
    assert reader.looks([9_000_001, 4, 5, 9_000_000]) == [-1] * 4
    assert source.ranges == [(4, 6), (9_000_000, 9_000_002)]


def test_a_small_board_is_read_once() -> None:
    source = Ranges("3x4x5")
    reader = CodeReader(source)
    for index in range(60):
        reader.looks([index])
    assert source.ranges == [(0, 60)]
    reader.forget([7])
    reader.looks([7])
    assert source.ranges == [(0, 60)] * 2


def test_cells_are_hidden_while_another_thread_makes_a_move() -> None:
    class Busy(Game):
        def codes(self, begin: int = 0, end: int | None = None, *, reveal: bool = False) -> memoryview:
            raise BusyError("this game is in use in another thread")

    # Too large for a table of all cells: those are small, and their moves short.
    reader = CodeReader(Busy("300x400", 9, seed=1))
    assert reader.looks([0, 5, 119_999]) == [HIDDEN] * 3
    assert reader.clue_looks([0, 5], are_differences=True) == [HIDDEN] * 2


@pytest.mark.parametrize("whole", [0, 1 << 16])
def test_a_won_board_shows_every_mine_flagged(whole: int) -> None:
    game = Game(layout=Layout("3x4", [(0, 0), (2, 3)]))
    game.flag((0, 0))
    reader = CodeReader(game)
    with mock.patch.object(source_module, "_WHOLE", whole):
        for cell in game.grid:
            if cell not in ((0, 0), (2, 3)):
                game.open(cell)
        reader.forget()
        assert game.codes()[11] == MINE
        assert reader.looks([0, 11]) == [FLAGGED, FLAGGED]
        assert reader.clue_looks([1, 10], are_differences=True) == [DONE, DONE]
        assert game.undo()
        reader.forget()
        assert reader.looks([0, 11]) == [FLAGGED, COVERED]
