"""Panels next to a board: their colours follow the board's."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.pilot import Pilot

from board_app import BoardApp, drive
from hypersweep import Game
from hypersweep.picture.themes import THEMES
from hypersweep.tui.board.panel import BoardPanel


@pytest.mark.parametrize("shape", ["3x4x5", "4x4x4x4x9"])
def test_panels_take_on_the_theme_of_their_board(shape: str) -> None:
    async def script(app: BoardApp, pilot: Pilot[None]) -> None:
        panels = list(app.query(BoardPanel))
        assert len(panels) == 2
        for theme in ("light", "contrast", "dark"):
            app.board.theme = theme
            await pilot.pause()
            for panel in panels:
                assert panel.board is app.board
                assert panel.styles.background == Color.parse(THEMES[theme].screen)
                assert not panel.can_focus

    drive(Game(shape, 5, seed=1), script, has_panels=True)
