"""Plots of the games on one board for libraries with plotext's interface: times and the win rate."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hypersweep.session.results import win_rates
from hypersweep.ui_model.ticks import game_ticks, number_ticks, time_ticks

if TYPE_CHECKING:
    from hypersweep.session.results import PlayFigures

_WINDOW = 20
# Lines for each tick of the vertical axis, and columns for each tick of the horizontal one.
_LINES, _COLUMNS = 2, 10
# Lines of a plot taken by its title, frame and lower labels, and columns taken by the labels on its side.
_ABOVE_AND_BELOW, _BESIDE = 4, 8
_BLUE, _ORANGE = 39, 214


class Canvas(Protocol):
    """The used part of plotext's interface."""

    def clear_data(self) -> None:
        """Clear the plot."""

    def title(self, label: str, /) -> None:
        """Set the title."""

    def scatter(self, *points: list[float], marker: str, color: int) -> None:
        """Draw points."""

    def plot(self, *points: list[float], marker: str, color: int) -> None:
        """Draw a line."""

    def xlim(self, left: float, right: float, /) -> None:
        """Set the limits of the horizontal axis."""

    def ylim(self, lower: float, upper: float, /) -> None:
        """Set the limits of the vertical axis."""

    def xticks(self, ticks: list[float], labels: list[str], /) -> None:
        """Set the ticks of the horizontal axis."""

    def yticks(self, ticks: list[float], labels: list[str], /) -> None:
        """Set the ticks of the vertical axis."""


def plot_times(canvas: Canvas, figures: PlayFigures, size: tuple[int, int], marker: str) -> None:
    """Plot the times of the games won, by the number of the game.

    Args:
        canvas: the plot.
        figures: statistics of the games on one board.
        size: columns and lines of the whole plot.
        marker: plotext's marker.
    """
    canvas.clear_data()
    if not figures.times:
        canvas.title("no game has been won without help yet")
        _number_games(canvas, figures.games, size)
        canvas.ylim(0, 1)
        canvas.yticks([], [])
        return
    canvas.title("times of the games won")
    seconds = [milliseconds / 1000 for milliseconds in figures.times]
    canvas.scatter(list(map(float, figures.numbers)), seconds, marker=marker, color=_BLUE)
    ticks = time_ticks(max(*seconds, 0.01), _steps(size[1] - _ABOVE_AND_BELOW, _LINES))
    canvas.ylim(0, ticks[-1][0])
    canvas.yticks([place for place, _ in ticks], [name for _, name in ticks])
    _number_games(canvas, figures.games, size)


def plot_rates(canvas: Canvas, figures: PlayFigures, size: tuple[int, int], marker: str) -> None:
    """Plot the share of games won among the latest 20, by the number of the game.

    Args:
        canvas: the plot.
        figures: statistics of the games on one board.
        size: columns and lines of the whole plot.
        marker: plotext's marker.
    """
    canvas.clear_data()
    canvas.title(f"percent won of the latest {_WINDOW}")
    numbers = list(map(float, range(1, figures.games + 1)))
    canvas.plot(numbers, win_rates(figures.is_won, _WINDOW), marker=marker, color=_ORANGE)
    ticks = number_ticks(100, min(5, _steps(size[1] - _ABOVE_AND_BELOW, _LINES)))
    canvas.ylim(0, 100)
    canvas.yticks(ticks, [f"{tick:.0f} %" for tick in ticks])
    _number_games(canvas, figures.games, size)


def _number_games(canvas: Canvas, games: int, size: tuple[int, int]) -> None:
    ticks = game_ticks(games, _steps(size[0] - _BESIDE, _COLUMNS))
    # A single game is centred.
    canvas.xlim(*((1, games) if games > 1 else (0, 2)))
    canvas.xticks(ticks, [f"{tick:.0f}" for tick in ticks])


def _steps(room: int, each: int) -> int:
    return max(1, min(room // each, 8))
