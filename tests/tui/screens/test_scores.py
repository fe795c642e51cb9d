"""The best times of each board."""

from __future__ import annotations

from textual.widgets import DataTable

from hypersweep.tui.screens.replay import ReplayScreen
from hypersweep.tui.screens.scores import ScoresScreen
from hypersweep.tui.screens.statistics import StatisticsScreen
from pilot_play import EASY, LAYOUTS, Play, finish, play


def test_best_times_stand_beside_their_boards() -> None:
    async def script(it: Play) -> None:
        await it.press("b")
        assert "No game has been won" in it.text
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
