"""A terminal that becomes too small during play: the game says so, takes only keys that leave, and comes back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.small import LEAST_PLAYABLE, SmallScreen, is_too_small
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.unsaved import UnsavedDialog
from hypersweep.tui.serialized_input import Palette
from pilot_play import DIMENSIONS, LAYOUTS, Play, play


async def resize(it: Play, columns: int, lines: int) -> None:
    """Resize the terminal. Textual's own resize_terminal waits for a screen that may be replaced meanwhile."""
    it.app._driver._size = (columns, lines)  # type: ignore[union-attr]
    it.app.post_message(Resize(Size(columns, lines), Size(columns, lines)))
    for _ in range(3):
        await it.settle()
        await asyncio.sleep(0.02)


def test_the_least_size_is_the_first_that_will_do() -> None:
    columns, lines = LEAST_PLAYABLE
    assert not is_too_small(Size(columns, lines))
    assert is_too_small(Size(columns - 1, lines))
    assert is_too_small(Size(columns, lines - 1))


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("dimensions", DIMENSIONS)
def test_the_game_says_so_and_comes_back(dimensions: int) -> None:
    layout = LAYOUTS[dimensions]

    async def script(it: Play) -> None:
        screen = it.app.screen
        cursor = next(cell for cell in layout.grid if not layout.is_mine(cell))
        it.board.go(cursor)
        await resize(it, 30, 8)
        assert isinstance(it.app.screen, SmallScreen)
        assert "too small: 30x8, needs 40x12" in it.text
        assert "q leaves" in it.text
        await resize(it, 39, 50)
        assert "too small: 39x50, needs 40x12" in it.text
        for key in ("enter", "f", "space", "up", "u", "question_mark", "slash", "f1", "escape", "p", "r", "tab"):
            await it.press(key)
            assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 40, 12)
        assert it.app.screen is screen
        assert (it.session.game.opened, it.session.game.moves, it.cursor) == (0, (), cursor)
        assert not it.session.is_paused
        await it.press("enter")
        assert it.session.game.opened > 0

    play(script, layout=layout)


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (1, 50), (200, 1), (10, 3), (12, 5)])
def test_any_size_does_no_harm(size: tuple[int, int]) -> None:
    async def script(it: Play) -> None:
        await resize(it, *size)
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, GameScreen)
        assert "covered" in it.text

    play(script, layout=LAYOUTS[4])


@pytest.mark.slow
def test_sizes_that_come_and_go_leave_one_game() -> None:
    chance = random.Random(1)

    async def script(it: Play) -> None:
        for _ in range(40):
            size = Size(chance.randrange(1, 90), chance.randrange(1, 30))
            it.app._driver._size = size  # type: ignore[union-attr]
            it.app.post_message(Resize(size, size))
            if chance.random() < 0.5:
                await asyncio.sleep(0.01)
        await resize(it, 80, 24)
        assert [type(screen) for screen in it.app.screen_stack[1:]] == [GameScreen]

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
@pytest.mark.parametrize("key", ["q", "ctrl+q"])
def test_it_can_be_left(key: str) -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        await resize(it, 20, 5)
        await it.press(key)
        assert it.app.status == 0
        assert not it.app.is_running or it.app._exit

    play(script, layout=LAYOUTS[2])


@pytest.mark.slow
def test_other_screens_come_back_as_well() -> None:
    async def script(it: Play) -> None:
        await resize(it, 20, 5)
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, StartScreen)
        await it.press("c")
        await it.type("5x6")
        await resize(it, 20, 5)
        await it.type("x7")
        await resize(it, 80, 24)
        assert isinstance(it.app.screen, CustomDialog)
        await it.type("x8")
        assert "5x6x8" in it.text

    play(script)


@pytest.mark.slow
def test_what_leads_to_another_screen_meanwhile_can_be_seen_afterwards() -> None:
    async def script(it: Play) -> None:
        await resize(it, 20, 5)
        it.app.statistics()
        await it.settle()
        assert isinstance(it.app.screen, SmallScreen)
        await resize(it, 80, 24)
        assert "tatistics" in it.text

    play(script)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "dialog",
    [
        lambda: Palette(id="--command-palette"),
        lambda: ChoiceDialog("title", [("a", "a choice"), ("b", "another")]),
        lambda: UnsavedDialog("why", "path", save=str, again=str, let_go=str),
    ],
)
def test_any_width_does_no_harm_to_lists_in_dialogs(dialog: Callable[[], Screen[Any]]) -> None:
    async def script(it: Play) -> None:
        it.app.push_screen(dialog())
        await it.settle()
        for columns in range(16, 0, -1):
            await resize(it, columns, 20)
        await resize(it, 80, 24)
        assert not isinstance(it.app.screen, SmallScreen)

    play(script, layout=LAYOUTS[2])
