"""Panels next to a board that follow it by themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.tui.board.scroll_bars import BoardScrollView
from hypersweep.tui.parts.styles import dress

if TYPE_CHECKING:
    from hypersweep.tui.board.view import BoardView


class BoardPanel(BoardScrollView, can_focus=False):
    """A panel with the size of its content, that scrolls if there is less space.

    Args:
        board: the board.

    Attributes:
        board: the board.
    """

    DEFAULT_CSS = """
    BoardPanel {
        width: auto;
        height: auto;
        scrollbar-size: 1 1;
    }
    """

    def __init__(self, board: BoardView) -> None:
        super().__init__()
        self.board = board

    def dress(self) -> None:
        """Apply the colours of the board."""
        dress(self, self.board.colours)
        self.refresh()
