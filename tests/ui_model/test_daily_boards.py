"""Daily boards in lists, and as choices to play."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from daily_games import DAY, play_daily
from hypersweep.daily import DAILY_BOARDS, daily_board
from hypersweep.session import Store
from hypersweep.ui_model.daily_boards import daily_choice, daily_lines


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def test_lines_have_results_and_streaks(store: Store) -> None:
    play_daily(store, DAY - timedelta(1))
    play_daily(store)
    play_daily(store, name="3d", is_won=False)
    names, lines = zip(*daily_lines(store, DAY), strict=True)
    assert names == tuple(DAILY_BOARDS)
    assert "not played yet" in lines[0]
    assert "lost after" in lines[1]
    assert "won in" in lines[2]
    assert lines[2].endswith(", 2 days in a row")


def test_a_choice_opens_the_first_cell_and_names_the_board(store: Store) -> None:
    board = daily_board(DAY, "2d")
    with daily_choice(board).session(store) as session:
        assert session.record.tags["daily"] == board.tag
        assert session.record.tags["known"] == "yes"
        assert session.game[board.first] == 0
    again = daily_choice(board).again()
    assert (again.daily, again.seed, again.first) == ("", None, None)
