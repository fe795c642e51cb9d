"""Terminal programs that ``tui.py`` measures: the bare board, Textual with as much plain text, and a clock in Textual.

Run: python benchmarks/screens.py board|text|clock
"""

from __future__ import annotations

import random
import sys
import time

from textual.app import App, ComposeResult
from textual.widgets import Static

from hypersweep import Game
from hypersweep.tui.board.board_view import BoardView
from hypersweep.ui_model.cursor import Navigator

SHAPE, MINES, SEED = "6x6x6x6", 60, 7
OPENED = 150


def played_game() -> Game:
    """Return a game in progress with some openings, many clues and a few flags."""
    game = Game(SHAPE, MINES, seed=SEED)
    game.open((2, 2, 2, 2))
    layout = game.layout
    assert layout is not None
    cells = list(game.grid)
    random.Random(SEED).shuffle(cells)
    for cell in cells[:OPENED]:
        if layout.is_mine(cell):
            game.flag(cell)
        else:
            game.open(cell)
    return game


class BoardApp(App[None]):
    """A board and its keys, without other widgets."""

    BINDINGS = [  # noqa: RUF012
        ("left", "move(-1)"),
        ("right", "move(1)"),
    ]

    def compose(self) -> ComposeResult:
        """Show the board."""
        self.board = BoardView(played_game())
        self.navigator = Navigator(self.board.grid, self.board.cursor)
        yield self.board

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        self.navigator.move(1, step)
        self.board.go(self.navigator.cell)


class TextApp(App[None]):
    """Text of the same size, in which every key changes one line: the least work that Textual can do."""

    BINDINGS = BoardApp.BINDINGS
    CSS = "#line { height: 1; } #rest { height: 1fr; }"

    def compose(self) -> ComposeResult:
        """Show the text."""
        self.count = 0
        self.line = Static("2,2 " * 20, id="line", markup=False)
        self.rest = Static("\n".join(["1 2 3 " * 14] * 41), id="rest", markup=False)
        yield self.line
        yield self.rest

    def action_move(self, step: int) -> None:
        """Change the line."""
        self.count += step
        self.line.update(f"2,{self.count} " * 12)


class ClockApp(TextApp):
    """The same text, with a clock: the minimum of work for Textual while the player thinks."""

    def on_mount(self) -> None:
        """Start the clock."""
        self.set_interval(1, lambda: self.line.update(f"2,2 {time.strftime('%M:%S')}"))


if __name__ == "__main__":
    {"board": BoardApp, "text": TextApp, "clock": ClockApp}[sys.argv[1]]().run()
