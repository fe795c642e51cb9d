"""The best times of each board."""

from __future__ import annotations

import re

import pytest
from textual.widgets import DataTable

from hypersweep.stats import play_stats
from hypersweep.tui.screens.replay import ReplayScreen
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.statistics import StatisticsScreen
from pilot_play import EASY, LAYOUTS, Play, finish, play


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
