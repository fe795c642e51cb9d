"""The foot of the screens: the names of keys, and the help always among them."""

from __future__ import annotations

import pytest

from hypersweep.tui.screens.help import HelpScreen
from pilot_play import Play, play


def test_keys_are_called_the_same_below_and_in_the_help() -> None:
    async def script(it: Play) -> None:
        await it.press("enter")
        await it.until(lambda: it.lines[-1].startswith(" ⏎ open  f flag  Space smart  ? hint"))
        it.app.choose_characters("ascii")
        await it.until(lambda: it.lines[-1].startswith(" Enter open  f flag  Space smart  ? hint"))

    play(script)


@pytest.mark.parametrize("width", [60, pytest.param(66, marks=pytest.mark.slow), 80])
def test_the_help_is_always_named_below(width: int) -> None:
    async def script(it: Play) -> None:
        for keys in ([], ["c"], ["escape", "t"], ["escape", "b"], ["escape", "enter"], ["enter"]):
            await it.press(*keys)
            await it.settle()
            if not it.app.screen.is_modal:
                assert "F1 help" in it.lines[-1], keys
        assert "? hint" in it.lines[-1]
        assert ("r new" in it.lines[-1]) is (width == 80)
        await it.pilot.resize_terminal(130, 40)
        await it.until(lambda: len(it.lines[-1]) == 130 and "r new" in it.lines[-1])
        await it.pilot.click("KeyFooter", offset=(it.lines[-1].index("help"), 0))
        await it.settle()
        assert isinstance(it.app.screen, HelpScreen)

    play(script, size=(width, 24))
