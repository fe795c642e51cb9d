"""Ticks of plots: round, few, and around all points."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.ui_model.ticks import game_ticks, number_ticks, time_ticks


@given(st.floats(0.001, 1e12), st.integers(1, 12))
def test_numbers_are_round_and_few_and_cover_all(most: float, count: int) -> None:
    ticks = number_ticks(most, count)
    assert ticks[0] == 0
    assert ticks[-1] >= most * (1 - 1e-9)
    assert 2 <= len(ticks) <= count + 1
    assert f"{ticks[1]:.0e}"[0] in "125"
    assert float(f"{ticks[1]:.0e}") == ticks[1]


@given(st.floats(0.001, 1e12), st.integers(1, 12))
def test_times_are_round_and_few_and_have_names_of_their_own(seconds: float, count: int) -> None:
    ticks = time_ticks(seconds, count)
    assert ticks[0][0] == 0
    assert ticks[-1][0] >= seconds * (1 - 1e-9)
    assert 2 <= len(ticks) <= count + 1
    names = [name for _, name in ticks]
    assert len(set(names)) == len(names)


@given(st.integers(1, 10**9), st.integers(1, 12))
def test_games_are_whole_numbers_that_exist(games: int, count: int) -> None:
    ticks = game_ticks(games, count)
    assert ticks[0] in (1, 2)
    assert ticks == sorted(set(ticks))
    assert ticks[-1] <= games
    assert all(tick == int(tick) for tick in ticks)
    assert len(ticks) <= count + 2
