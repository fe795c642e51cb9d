"""The start screen: boards with names, the menu, and everything on one line."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from hypersweep import Grid
from hypersweep.boards import PRESETS
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.statistics import StatisticsScreen
from hypersweep.tui.screens.watch import WatchScreen
from pilot_play import Play, play


def test_the_start_screen_offers_every_preset() -> None:
    async def script(it: Play) -> None:
        assert isinstance(it.app.screen, StartScreen)
        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f"{mines} mines" in line for line in it.lines)
        assert "81 cells, 10 mines" in it.text
        assert "You haven't won on it yet." in it.text
        await it.press("down", "j")
        assert "480 cells, 99 mines" in it.text
        await it.press("k")
        assert "256 cells, 40 mines" in it.text
        await it.press("enter")
        assert it.session.grid == Grid("16x16")
        await it.press("escape")
        assert it.app.screen.query_one("#boards", OptionList).highlighted == 2

    play(script)


@pytest.mark.parametrize("width", [60, 66, 75, 76, 80, 130])
def test_nothing_on_the_start_screen_is_folded(width: int) -> None:
    async def script(it: Play) -> None:
        def is_on_one_line(title: str, key: str) -> bool:
            return any(title in line and f" {key} " in line.partition(title)[2] for line in it.lines)

        for name, (board, mines) in PRESETS.items():
            assert any(name in line and board in line and f" {mines} " in line for line in it.lines), name
        for title, key in (("Custom board…", "C"), ("Replay", "V"), ("Statistics", "T"), ("Help", "F1"), ("Quit", "Q")):
            await it.until(lambda title=title, key=key: is_on_one_line(title, key))  # type: ignore[misc]
        # The same after a change of size.
        await it.pilot.resize_terminal(60 if width > 60 else 100, 40)
        await it.until(lambda: ("beginner      9x9           10 mines" in it.text) is (width == 60))

    play(script, size=(width, 34))


def test_the_menu_goes_where_its_keys_go() -> None:
    async def script(it: Play) -> None:
        for place, screen in (
            (0, CustomDialog),
            (2, ChoiceDialog),
            (3, WatchScreen),
            (4, StatisticsScreen),
            (5, ScoresScreen),
            (6, HelpScreen),
        ):
            await it.press("right")
            menu = it.app.screen.query_one("#menu", OptionList)
            assert menu.has_focus
            menu.highlighted = place
            await it.press("enter")
            assert isinstance(it.app.screen, screen)
            await it.press("escape")
            assert isinstance(it.app.screen, StartScreen)
        await it.press("left")
        assert it.app.screen.query_one("#boards", OptionList).has_focus
        for key, other in (("c", CustomDialog), ("v", ChoiceDialog), ("t", StatisticsScreen), ("b", ScoresScreen)):
            await it.press(key)
            assert isinstance(it.app.screen, other)
            await it.press("escape")
        await it.press("e")
        assert "no game to go on with" in it.said

    play(script)
