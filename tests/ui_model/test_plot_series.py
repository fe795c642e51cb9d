"""Plots of the games on one board: round ticks around all points, at any size."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Outcome, Rules
from hypersweep.session import Result
from hypersweep.session.results import PlayFigures
from hypersweep.ui_model.plot_series import bar_lines, game_ticks, number_ticks, plot_rates, plot_times, time_ticks


class Canvas:
    """Records the drawing."""

    def __init__(self) -> None:
        self.drawn: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments, **_: self.drawn.update({name: arguments})


def figures(games: int, milliseconds: int, *, is_ranked: bool = True) -> PlayFigures:
    return PlayFigures(
        Result(
            str(number),
            Grid("3x4"),
            2,
            Rules(),
            Outcome.WON,
            milliseconds * (number + 1),
            is_ranked=is_ranked,
            start=f"{number:06}",
        )
        for number in range(games)
    )


@pytest.mark.parametrize("games", [1, 2, 7, 230])
@pytest.mark.parametrize("size", [(30, 5), (49, 8), (160, 50), (0, 0)])
@pytest.mark.parametrize("milliseconds", [0, 70, 9_000, 3_600_000])
def test_every_point_is_between_round_ticks(games: int, size: tuple[int, int], milliseconds: int) -> None:
    canvas = Canvas()
    own = figures(games, milliseconds)
    plot_times(canvas, own, size, "*")
    numbers, seconds = canvas.drawn["scatter"]
    assert len(numbers) == len(seconds) == games
    (left, right), (low, high) = canvas.drawn["xlim"], canvas.drawn["ylim"]
    assert left <= min(numbers) <= max(numbers) <= right
    assert low <= min(seconds) <= max(seconds) <= high
    for ticks in ("xticks", "yticks"):
        places, labels = canvas.drawn[ticks]
        assert len(places) == len(labels) == len(set(labels)) <= 10
    assert canvas.drawn["yticks"][0][0] == 0
    plot_rates(canvas, own, size, "*")
    assert canvas.drawn["ylim"] == (0, 100)
    assert {"0 %", "100 %"} <= set(canvas.drawn["yticks"][1])


def test_without_a_time_there_is_a_word() -> None:
    canvas = Canvas()
    plot_times(canvas, figures(3, 900, is_ranked=False), (49, 8), "*")
    assert canvas.drawn["title"] == ("no game has been won without help yet",)
    assert "scatter" not in canvas.drawn


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


@given(st.lists(st.integers(0, 10**6), max_size=300), st.integers(1, 120), st.integers(1, 8))
def test_bars_fit_and_each_move_that_took_time_is_seen(values: list[int], width: int, height: int) -> None:
    lines = bar_lines(values, width, height)
    assert len(lines) == height
    assert all(len(line) <= width for line in lines)
    if any(values):
        assert "█" in lines[0]
        assert len(values) > width or lines[-1].count(" ") <= width * values.count(0)
