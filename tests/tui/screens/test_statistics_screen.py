"""The statistics and best times of the games on each board."""

from __future__ import annotations

import re

import pytest
from textual.widgets import DataTable
from textual_plotext import PlotextPlot

from hypersweep.stats import play_stats
from hypersweep.tui.screens.replay_screen import ReplayScreen
from hypersweep.tui.screens.statistics_screen import ScoresScreen, StatisticsScreen
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


@pytest.mark.slow
def test_best_times_stand_beside_their_boards() -> None:
    async def script(it: Play) -> None:
        await it.press("b")
        assert "No ranked game has been won" in it.text
        store = it.app.store
        for number in range(5):
            finish(store, EASY, milliseconds=100 + 70 * number)
        finish(store, EASY, is_won=False)
        finish(store, LAYOUTS[3])
        await it.press("escape", "b")
        table = it.app.screen.query_one(DataTable)
        assert table.row_count == 5
        times = [str(table.get_row_at(row)[1]) for row in range(5)]
        assert times == sorted(times, key=float)
        best = store.best_times(EASY.grid, EASY.mines, "classic,first=any")
        for row, result in enumerate(best):
            shown = [str(text).strip() for text in table.get_row_at(row)]
            three_bv, rate, efficiency = shown[2:5]
            assert re.fullmatch(r"\d+\.\d\d", shown[1])
            assert three_bv == str(result.three_bv) == str(play_stats(store.load(result.name)).three_bv_done)
            assert rate == f"{result.three_bv_per_second:.2f}"
            assert efficiency == f"{100 * (result.efficiency or 0):.0f} %"
        await it.press("right")
        assert table.has_focus
        await it.press("left", "down")
        assert table.row_count == 1
        await it.press("l", "v")
        assert isinstance(it.app.screen, ReplayScreen)
        await it.press("escape", "b", "t")
        assert isinstance(it.app.screen, StatisticsScreen)
        await it.press("b")
        assert isinstance(it.app.screen, ScoresScreen)

    play(script)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["v", "enter"])
def test_one_key_replays_the_best_game_from_the_list_of_boards(key: str) -> None:
    async def script(it: Play) -> None:
        finish(it.app.store, EASY)
        await it.press("b")
        assert it.app.screen.query_one("#boards").has_focus
        await it.press(key)
        assert isinstance(it.app.screen, ReplayScreen)

    play(script)
