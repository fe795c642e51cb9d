"""Commands that move a board's cursor, for all screens with a game or a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.tui.screens.screen_host import HostedScreen

if TYPE_CHECKING:
    from hypersweep.tui.board.board_view import BoardView
    from hypersweep.ui_model.cursor import Navigator


GAME_CSS = """
GameScreen, OnlineGameScreen {
    layers: card;
    #top { height: 1; background: $surface; padding: 0 1; }
    #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    #top #left { padding: 0 1 0 0; }
    #top #middle { text-align: center; width: auto; }
    #top #right { text-align: right; padding: 0 0 0 1; }
    #body { height: 1fr; layout: horizontal; align: center middle; }
    #body.below { layout: vertical; }
    #panels { layout: vertical; width: auto; height: 100%; padding: 0 3 0 1; align-vertical: middle; }
    .below #panels { layout: horizontal; width: 100%; height: auto; padding: 1 2 0 2; align: center top; }
    MiniMap { margin: 0 0 1 0; }
    .below MiniMap { margin: 0 2 0 0; }
    #bottom { height: 1; padding: 0 1; }
    #bottom #status { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    #bottom #typed { width: auto; height: 1; color: $text-muted; }
}
"""
"""Styles of the game screens, local and online. A common base class for them would slow down every key press."""


class CursorScreen(HostedScreen):
    """A screen with a board and a cursor.

    Attributes:
        board: the board.
    """

    board: BoardView
    _navigator: Navigator

    def show_status(self) -> None:
        """Show information on the cell under the mouse or the cursor; a screen without such a line shows nothing."""

    def _go(self, is_moved: bool) -> None:
        if is_moved:
            self.board.go(self._navigator.cell)
        # At once: the board's ``Moved`` message comes after the frame that shows the cursor.
        self.show_status()

    def action_across(self, step: int) -> None:
        """Move the cursor along the row."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.across(step))

    def action_down(self, step: int) -> None:
        """Move the cursor along the column."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.down(step))

    def action_move(self, axis: int, step: int) -> None:
        """Move the cursor along an axis."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.move(axis, step))

    def action_digit(self, digit: int) -> None:
        """Add a typed digit to the pending number, which is a number of steps or an axis."""
        self._navigator.cell = self.board.cursor
        self._navigator.digit(digit)
        self._go(True)

    def action_along(self, step: int) -> None:
        """Move the cursor along the selected axis."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.along(step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)

    def action_edge(self, where: str, step: int) -> None:
        """Move the cursor to an edge of the row, column, axis or board."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.edge(where, step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)
