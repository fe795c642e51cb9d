from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from board_app import BoardApp, drive
from hypersweep import Game
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.tui.board.minimap import SliceCounts


def counted(game: Game) -> list[tuple[int, int]]:
    """The counts, cell by cell."""
    higher: dict[tuple[int, ...], tuple[int, int]] = {}
    for cell in game.grid:
        code = game.codes(game.grid.index(cell), game.grid.index(cell) + 1)[0]
        covered, flags = higher.get(cell[4:], (0, 0))
        higher[cell[4:]] = covered + (code == COVERED), flags + (code == FLAGGED)
    return [higher[key] for key in sorted(higher)]


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


@pytest.mark.parametrize("shape", ["4x4x4x4x9", "4x4x4x4x3x4", "3x4x3x4x2x3x2"])
def test_every_slice_has_an_entry_and_a_click_moves_there(shape: str) -> None:
    game = Game(shape, 30, seed=1)
    higher_sides = game.grid.shape[4:]

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board, panel = app.board, app.map
        assert board.is_sliced
        assert panel.display
        seen: dict[tuple[int, ...], tuple[int, int]] = {}
        for y in range(panel.size.height):
            for x in range(panel.size.width):
                if (higher := panel.slice_at(x, y)) is not None:
                    seen.setdefault(higher, (x, y))
        for higher, (x, y) in seen.items():
            assert all(0 <= place < side for place, side in zip(higher, higher_sides, strict=True))
            region = panel.content_region
            await pilot.click(offset=(region.x + x, region.y + y))
            assert board.cursor[4:] == higher
        assert len(seen) == game.grid.strides[3]
        text = "".join(panel.render_line(y).text for y in range(panel.size.height))
        cells = game.grid.cells // game.grid.strides[3]
        assert text.count(f" {cells} ") == game.grid.strides[3]

    drive(game, script, size=(150, 50), has_panels=True)


def test_the_map_follows_the_game() -> None:
    game = Game("4x4x4x4x9", 30, seed=1)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board

        def text() -> str:
            return "".join(app.map.render_line(y).text for y in range(app.map.size.height))

        assert "⚑" not in text()
        board.show(game.flag((0, 0, 0, 0, 5)))
        await pilot.pause()
        assert text().count("⚑1") == 1
        assert "255" in text()
        board.is_hidden = True
        await pilot.pause()
        assert "⚑" not in text()

    drive(game, script, size=(150, 50), has_panels=True)


def test_boards_shown_whole_have_no_map() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        assert not app.map.display
        app.board.set_source(Game("4x4x4x4x9", 30, seed=1))
        await pilot.pause()
        await pilot.pause()
        assert app.map.display
        app.board.set_source(Game("3x4", 3, seed=1))
        await pilot.pause()
        await pilot.pause()
        assert not app.map.display

    drive(Game("2x3x4x5", 3, seed=1), script, size=(120, 40), has_panels=True)
