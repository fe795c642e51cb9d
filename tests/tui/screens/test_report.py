"""The report of a review over the whole screen."""

from __future__ import annotations

import pytest
from textual.containers import VerticalScroll

from hypersweep.tui.screens.report import ReportScreen
from hypersweep.tui.screens.start import StartScreen
from pilot_play import Play, play


@pytest.mark.slow
def test_a_long_report_scrolls_and_is_left() -> None:
    async def script(it: Play) -> None:
        for key in ("escape", "q", "r"):
            it.app.push_screen(ReportScreen("\n".join(f"line {number}" for number in range(200))))
            await it.settle()
            scroll = it.app.screen.query_one(VerticalScroll)
            assert "line 0" in it.text
            for step, line in (("j", 1), ("down", 2), ("k", 1), ("up", 0), ("down", 1)):
                await it.press(step)
                await it.until(lambda line=line, scroll=scroll: scroll.scroll_y == line)  # type: ignore[misc]
            await it.press(key)
            assert isinstance(it.app.screen, StartScreen)

    play(script)
