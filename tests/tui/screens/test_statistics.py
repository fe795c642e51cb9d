"""The statistics of each board."""

from __future__ import annotations

import pytest
from textual_plotext import PlotextPlot

from hypersweep.tui.screens.statistics import StatisticsScreen
from pilot_play import EASY, LAYOUTS, Play, finish, play


@pytest.mark.slow
def test_figures_and_plots_of_each_board() -> None:
    async def script(it: Play) -> None:
        await it.press("t")
        assert "No game has been finished yet" in it.text
        for number in range(5):
            finish(it.app.store, EASY, milliseconds=100 + 70 * number)
        finish(it.app.store, EASY, is_won=False)
        finish(it.app.store, LAYOUTS[3])
        await it.press("escape", "t")
        assert isinstance(it.app.screen, StatisticsScreen)
        # All boards together have figures, but a plot is of one board.
        assert "7 games on all boards, 6 won: 86 %" in it.text
        assert "all boards  " not in it.text
        assert "6 games, 5 won: 83 %" in it.text
        assert "streak" in it.text
        plots = list(it.app.screen.query(PlotextPlot))
        assert len(plots) == 2
        assert "times of the games won" in it.text
        assert "percent won of the latest 20" in it.text
        # Ticks are round.
        assert " 100 %┤" in it.text
        assert " 0 s┤" in it.text
        assert all(f" {tick} s┤" in it.text for tick in (2, 4))
        await it.press("j")
        assert "1 game, 1 won: 100 %" in it.text
        await it.press("k")
        assert "6 games" in it.text

    play(script)


def test_one_game_is_no_games() -> None:
    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        await it.press("t")
        assert "1 game, 1 won: 100 %" in it.text

    play(script)


@pytest.mark.slow
def test_a_few_games_are_listed_and_more_are_plotted() -> None:
    async def script(it: Play) -> None:
        for number in range(4):
            finish(it.app.store, EASY, milliseconds=100 + number, is_won=number != 1)
        await it.press("t")
        assert not any(plot.display for plot in it.app.screen.query(PlotextPlot))
        assert it.text.count(" %") == 5
        assert it.text.count("lost") == 1
        assert "4 games on all boards, 3 won: 75 %; today 4, 3 won; streak " in it.text
        finish(it.app.store, EASY)
        await it.press("escape", "t")
        assert all(plot.display for plot in it.app.screen.query(PlotextPlot))
        assert "lost" not in it.text

    play(script)
