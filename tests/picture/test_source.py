from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from hypersweep import BusyError, Game, Grid
from hypersweep.codes import FLAGGED
from hypersweep.picture.looks import DONE, HIDDEN, too_many_flags
from hypersweep.picture.source import CodeReader


@given(st.sampled_from(["3x4", "3x4x5", "2x3x4x5~wrap=1", "3x4~orthogonal"]), st.integers(0, 99))
def test_looks_and_differences_stay_true_while_the_game_goes_on(shape: str, seed: int) -> None:
    game = Game(shape, 4, seed=seed)
    grid = game.grid
    reader = CodeReader(game)
    chance = random.Random(seed)
    for _ in range(12):
        cell = grid.cell(chance.randrange(grid.cells))
        change = game.flag(cell) if chance.random() < 0.5 else game.open(cell)
        if change.outcome.value:
            break
        reader.forget([grid.index(other) for other in change.cells])
        indices = [chance.randrange(grid.cells) for _ in range(8)]
        view = game.view
        assert reader.looks(indices) == [view[grid.cell(index)] for index in indices]
        for index, look in zip(indices, reader.differences(indices), strict=True):
            code = view[grid.cell(index)]
            flags = sum(view[other] == FLAGGED for other in grid.neighbours(grid.cell(index)))
            assert reader.flags_around(index) == flags
            if code <= 0:
                assert look == code
            elif code < flags:
                assert look == too_many_flags(flags - code)
            else:
                assert look == (code - flags or DONE)


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
    assert reader.differences([0, 5]) == [HIDDEN] * 2
