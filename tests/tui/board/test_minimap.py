from __future__ import annotations

import pytest
from textual.pilot import Pilot

from board_app import BoardApp, drive
from hypersweep import Game
from seeds import some_of


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("shape", some_of(["4x4x4x4x9", "4x4x4x4x3x4", "3x4x3x4x2x3x2"], ["4x4x4x4x3x4"]))
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


@pytest.mark.slow
def test_a_map_without_room_is_not_shown() -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.map.has_room = False
        await pilot.pause()
        assert not app.map.display
        app.board.go((0, 0, 0, 0, 8))
        await pilot.pause()
        assert not app.map.display
        app.map.has_room = True
        await pilot.pause()
        assert app.map.display

    drive(Game("4x4x4x4x9", 30, seed=1), script, size=(150, 50), has_panels=True)


@pytest.mark.slow
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
