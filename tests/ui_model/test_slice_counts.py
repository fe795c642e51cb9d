from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.ui_model.slice_counts import SliceCounts


def counted(game: Game) -> list[tuple[int, int]]:
    """The counts, cell by cell."""
    higher: dict[tuple[int, ...], tuple[int, int]] = {}
    for cell in game.grid:
        code = game.codes(game.grid.index(cell), game.grid.index(cell) + 1)[0]
        covered, flags = higher.get(cell[4:], (0, 0))
        higher[cell[4:]] = covered + (code == COVERED), flags + (code == FLAGGED)
    return [higher[key] for key in sorted(higher)]


@pytest.mark.slow
@given(st.sampled_from(["2x3x2x2x3", "2x3x2x2x3x2", "3x2x1x2x2x1x3"]), st.integers(0, 99), st.data())
def test_counts_agree_with_counting_cell_by_cell(shape: str, seed: int, data: st.DataObject) -> None:
    game = Game(shape, 8, seed=seed)
    counts = SliceCounts(game)
    assert counts.slices * counts.cells == game.grid.cells
    for _ in range(6):
        cell = game.grid.cell(data.draw(st.integers(0, game.grid.cells - 1)))
        before = list(counts.counts or [])
        change = game.flag(cell) if data.draw(st.booleans()) else game.open(cell)
        if change.outcome.value:
            break
        different = counts.update([game.grid.index(other) for other in change.cells])
        assert counts.counts == counted(game)
        assert different == {number for number, count in enumerate(before) if count != counts.counts[number]}


def test_boards_too_large_to_count_say_nothing() -> None:
    class Large:
        grid = Game("200x200x200x200x2", 1, seed=1).grid
        mines = 1

        def codes(self, begin: int = 0, end: int | None = None) -> memoryview[int]:
            raise AssertionError

    counts = SliceCounts(Large())
    assert counts.counts is None
    assert counts.update() == set()
