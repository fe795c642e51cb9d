"""A board as it is drawn, without a game."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult

from hypersweep import Game, ParameterError
from hypersweep.picture.fitting import LAYOUTS
from hypersweep.picture.themes import THEMES
from hypersweep.tui.board.canvas import BoardCanvas


class CanvasApp(App[None]):
    """App that shows a game without playing it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.canvas = BoardCanvas(game, is_ascii=True)

    def compose(self) -> ComposeResult:
        yield self.canvas

    def text(self) -> list[str]:
        return [self.canvas.render_line(y).text.rstrip() for y in range(self.canvas.size.height)]


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["7", "3x4", "3x4x5", "2x3x4x5", "2x3x2x2x3"])
def test_every_cell_is_drawn_where_it_is_found(shape: str) -> None:
    game = Game(shape, 2, seed=1)

    async def run() -> None:
        app = CanvasApp(game)
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause()
            canvas = app.canvas
            assert sum(line.count("#") for line in app.text()) == game.grid.cells
            found = {canvas.cell_at(x, y) for y in range(30) for x in range(100)} - {None}
            assert found == set(game.grid)
            change = game.flag(next(iter(game.grid)))
            canvas.show(change)
            assert sum(line.count("F") for line in app.text()) == 1

    asyncio.run(run())


def test_what_is_drawn_is_counted_for_whoever_follows() -> None:
    game = Game("3x4", 2, seed=1)

    async def run() -> None:
        app = CanvasApp(game)
        async with app.run_test(size=(40, 12)) as pilot:
            await pilot.pause()
            # The first one draws everything, as the earlier content is unknown.
            app.canvas.show(game.flag((0, 0)))
            before = app.canvas.drawn
            app.canvas.show(game.flag((1, 2)))
            assert app.canvas.drawn > before
            assert app.canvas.changed == (6,)
            before = app.canvas.drawn
            opened = game.open((1, 2))
            assert not opened
            app.canvas.show(opened)
            assert app.canvas.drawn == before

    asyncio.run(run())


def test_looks_that_do_not_exist_are_refused() -> None:
    game = Game("3x4", 2, seed=1)
    with pytest.raises(
        ParameterError, match=f"expected a theme of {', '.join(THEMES)}, got 'drak', did you mean 'dark'"
    ):
        BoardCanvas(game, theme="drak")
    canvas = BoardCanvas(game)
    with pytest.raises(ParameterError, match=f"expected a layout of {', '.join(LAYOUTS)}, got 'slicd'"):
        canvas.validate_layout_mode("slicd")
