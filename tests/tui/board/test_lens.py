from __future__ import annotations

import random
from unittest import mock

import pytest
from textual.pilot import Pilot

from board_app import BoardApp, Cell, drive, game_of
from hypersweep import Game, Grid
from hypersweep.tui.board.lens import Lens


def shown_cells(app: BoardApp) -> set[Cell]:
    """Return the cells with any part on the lens."""
    lens = app.lens
    found = set()
    for y in range(lens.arrangement.height):
        text = lens.render_line(y).text
        for x, character in enumerate(text):
            cell = lens.arrangement.cell_at(x, y)
            if cell is not None and character != " ":
                found.add(cell)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape",
    ["7", "3x4", "3x4x5", "3x4x5~wrap=1,2", "2x3x4x5~orthogonal", "3x2x4x3~wrap=all", "2x3x2x2x3", "2x2x2x2x2x3"],
)
def test_the_lens_shows_the_neighbourhood_and_nothing_else(shape: str) -> None:
    grid = Grid(shape)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        app.board.is_ascii = True
        for cell in (
            (0,) * grid.dimensions,
            tuple(side - 1 for side in grid.shape),
            tuple(side // 2 for side in grid.shape),
        ):
            app.board.go(cell)
            await pilot.pause()
            assert shown_cells(app) == {cell, *grid.neighbours(cell)}

    drive(Game(grid, 1, seed=1), script, size=(200, 60), has_panels=True)


def test_the_lens_follows_moves_the_mouse_and_the_game() -> None:
    game = game_of("3x4x5", [(0, 0, 0)])

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        board = app.board
        board.is_ascii = True
        board.go((0, 0, 0))

        def text() -> str:
            return "".join(app.lens.render_line(y).text for y in range(app.lens.size.height))

        await pilot.pause()
        assert text().count("#") == 8
        board.show(game.open((0, 0, 1)))
        await pilot.pause()
        assert text().count("#") == 7
        assert "1" in text()
        await pilot.hover(offset=app.screen_place((2, 3, 4)))
        await pilot.pause()
        assert app.lens.arrangement.tracks == ((1, 2, None), (2, 3, None), (3, 4, None))
        board.is_hidden = True
        await pilot.pause()
        assert "#" not in text()

    drive(game, script, size=(120, 40), has_panels=True)


@pytest.mark.slow
def test_only_what_differs_is_drawn_again_and_it_is_all_that_differs() -> None:
    game = Game("4x4x4x4x3", 12, seed=5)
    game.open((2, 2, 2, 2, 1))
    chance = random.Random(2)

    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        lens = app.lens
        for number in range(30):
            cell = game.grid.cell(chance.randrange(game.grid.cells))
            if number % 3 == 0:
                app.board.show(game.flag(cell))
            else:
                app.board.go(cell)
            await pilot.pause()
            shown = app.screen._compositor.render_strips()
            for y in range(lens.size.height):
                row = shown[lens.region.y + y]
                assert row.crop(lens.region.x, lens.region.right).text == lens.render_line(y).text
        drawn: list[int] = []
        with mock.patch.object(Lens, "refresh", lambda self, *regions, **_: drawn.extend(regions)):
            lens.follow()
        assert drawn == []

    drive(game, script, size=(200, 60), has_panels=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shape", "size"), [("3x4", (9, 3)), ("3x4x5", (31, 4)), ("2x3x4x5", (31, 12)), ("2x3x2x2x3", (91, 11))]
)
def test_the_lens_has_the_size_of_its_cells(shape: str, size: tuple[int, int]) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        del pilot
        assert app.lens.size == (app.lens.arrangement.width, app.lens.arrangement.height) == size

    drive(Game(shape, 1, seed=1), script, size=(200, 60), has_panels=True)
