"""Cursor commands on a screen that has nothing but a board."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from hypersweep import Game
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.screens.cursor_screen import CursorScreen
from hypersweep.ui_model.cursor import Navigator


class BareScreen(CursorScreen):
    """A board whose status is counted instead of shown."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = 0

    def compose(self) -> ComposeResult:
        self.board = BoardView(Game("3x4x5", 6))
        self._navigator = Navigator(self.board.grid, self.board.cursor)
        yield self.board

    def show_status(self) -> None:
        self.shown += 1


class BareApp(App[None]):
    """An app that only keeps what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def say(self, message: str) -> None:
        self.said.append(message)


def test_commands_move_the_cursor_and_refresh_the_status() -> None:
    async def script(pilot: Pilot[None], screen: BareScreen) -> None:
        board = screen.board
        board.go((0, 0, 0))
        await pilot.pause()
        # At once, so that one frame shows both the cursor and the status.
        shown = screen.shown
        screen.action_across(1)
        screen.action_down(1)
        assert (board.cursor, screen.shown) == ((1, 1, 0), shown + 2)
        screen.action_move(2, 1)
        assert board.cursor == (1, 1, 1)
        # A digit before an axis key picks the axis.
        screen.action_digit(0)
        screen.action_digit(1)
        screen.action_along(-1)
        assert board.cursor == (1, 0, 1)
        screen.action_digit(3)
        screen.action_along(1)
        assert len(pilot.app.said) == 1  # type: ignore[attr-defined]
        assert board.cursor == (1, 0, 1)
        screen.action_edge("board", 1)
        assert board.cursor == (2, 3, 4)
        before = screen.shown
        # The cursor is at the edge already, so no message of the board refreshes the status.
        screen.action_across(1)
        assert board.cursor == (2, 3, 4)
        assert screen.shown == before + 1

    async def run() -> None:
        app = BareApp()
        async with app.run_test(size=(80, 30)) as pilot:
            screen = BareScreen()
            await app.push_screen(screen)
            await pilot.pause()
            await script(pilot, screen)

    asyncio.run(run())


@pytest.mark.parametrize("where", ["row", "column", "axis"])
def test_edges_of_a_board(where: str) -> None:
    async def run() -> None:
        app = BareApp()
        async with app.run_test(size=(80, 30)) as pilot:
            screen = BareScreen()
            await app.push_screen(screen)
            await pilot.pause()
            screen.board.go((1, 1, 1))
            screen.action_edge(where, 1)
            changed = [
                axis for axis, (at, last) in enumerate(zip(screen.board.cursor, (2, 3, 4), strict=True)) if at == last
            ]
            assert changed == [{"row": 1, "column": 0, "axis": 2}[where]]

    asyncio.run(run())
