"""A small application that shows only a board, and ways for tests to use it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.pilot import Pilot

from hypersweep import Game, Layout
from hypersweep.tui.board.board_panels import Lens, MiniMap
from hypersweep.tui.board.board_view import BoardView
from quick_pilot import quick_pilot

Cell = tuple[int, ...]
Script = Callable[["BoardApp", Pilot[None]], Awaitable[None]]


class BoardApp(App[None]):
    """Plays what the board asks for, and keeps the messages."""

    CSS = "#side { width: auto; height: 1fr; } Lens { max-width: 100; }"

    def __init__(self, game: Game, *, has_panels: bool = False, cell_lines: int | None = 1) -> None:
        super().__init__()
        self.game = game
        self.has_panels = has_panels
        self.cell_lines = cell_lines
        self.acts: list[tuple[str, Cell]] = []
        self.hovers: list[Cell | None] = []
        self.moves: list[Cell] = []

    def compose(self) -> ComposeResult:
        self.board = BoardView(self.game)
        self.board.cell_lines = self.cell_lines
        with Horizontal():
            yield self.board
            if self.has_panels:
                with Vertical(id="side"):
                    self.lens, self.map = Lens(self.board), MiniMap(self.board)
                    yield self.lens
                    yield self.map

    def on_board_view_act(self, message: BoardView.Act) -> None:
        self.acts.append((message.action, message.cell))
        change = getattr(self.game, message.action)(message.cell)
        message.board.show(change)

    def on_board_view_hover(self, message: BoardView.Hover) -> None:
        self.hovers.append(message.cell)

    def on_board_view_moved(self, message: BoardView.Moved) -> None:
        self.moves.append(message.cell)

    def screen_place(self, cell: Cell) -> tuple[int, int]:
        """Return the place of a cell's first character on the screen."""
        place = self.board.arrangement.place(cell)
        assert place is not None
        left, top = self.board._origin
        region = self.board.content_region
        return region.x + left + place[0], region.y + top + place[1]

    def text(self) -> list[str]:
        """The lines of the board as they are drawn."""
        return [self.board.render_line(y).text for y in range(self.board.size.height)]


def drive(
    game: Game,
    script: Script,
    *,
    size: tuple[int, int] = (80, 24),
    has_panels: bool = False,
    cell_lines: int | None = 1,
) -> BoardApp:
    """Run a script in an application on a screen of some size, with cells of so many lines; None for any."""
    app = BoardApp(game, has_panels=has_panels, cell_lines=cell_lines)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            await script(app, pilot)

    with quick_pilot():
        asyncio.run(run())
    return app


def game_of(shape: str, mines: list[Cell]) -> Game:
    """A game whose mines are known."""
    return Game(layout=Layout(shape, mines))
