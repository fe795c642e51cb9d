"""Plots of a player's times and win rate on one board, and round numbers for their axes.

Any library that has plotext's interface can draw the plots.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Protocol

from hypersweep.session.results import win_rates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.session.results import PlayFigures

_WINDOW = 20
# Minimum number of lines per tick on the vertical axis, and of columns per tick on the horizontal one.
_LINES, _COLUMNS = 2, 10
# Lines taken by a plot's title, frame and lower labels, and columns taken by the labels beside it.
_ABOVE_AND_BELOW, _BESIDE = 4, 8
_BLUE, _ORANGE = 39, 214


class Canvas(Protocol):
    """The part of plotext's interface that the plots use."""

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
    """Plot the time of each win without help against the game number.

    Args:
        canvas: the plot.
        figures: statistics of the games on one board.
        size: columns and lines of the whole plot.
        marker: name of a plotext marker.
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
    """Plot the win rate of the latest 20 games against the game number.

    Args:
        canvas: the plot.
        figures: statistics of the games on one board.
        size: columns and lines of the whole plot.
        marker: name of a plotext marker.
    """
    canvas.clear_data()
    canvas.title(f"percent won of the latest {_WINDOW}")
    numbers = list(map(float, range(1, figures.games + 1)))
    canvas.plot(numbers, win_rates(figures.is_won, _WINDOW), marker=marker, color=_ORANGE)
    ticks = number_ticks(100, min(5, _steps(size[1] - _ABOVE_AND_BELOW, _LINES)))
    canvas.ylim(0, 100)
    canvas.yticks(ticks, [f"{tick:.0f} %" for tick in ticks])
    _number_games(canvas, figures.games, size)


EIGHTHS = " ▁▂▃▄▅▆▇█"
"""Bars from nothing to a whole line, in eighths."""


def bar_lines(values: Sequence[float], width: int, height: int) -> list[str]:
    r"""Return a bar chart of block characters as lines, highest first.

    Args:
        values: the values, none of them negative; if there are more than columns, a column shows the largest of its
            values, and if there are fewer, bars are wider.
        width: width in characters.
        height: number of lines.

    >>> print("\n".join(bar_lines([1, 2, 4], 6, 2)))
        ██
    ▄▄████
    """
    count = min(len(values), width)
    if not count or max(values) <= 0:
        return [""] * height
    columns = [max(values[len(values) * at // count : len(values) * (at + 1) // count]) for at in range(count)]
    each = width // count
    eighths = [round(8 * height * value / max(columns)) or (value > 0) for value in columns]
    return [
        "".join(EIGHTHS[min(8, max(0, eighth - 8 * line))] * each for eighth in eighths).rstrip()
        for line in range(height - 1, -1, -1)
    ]


def _number_games(canvas: Canvas, games: int, size: tuple[int, int]) -> None:
    ticks = game_ticks(games, _steps(size[0] - _BESIDE, _COLUMNS))
    # Centre a single game, which has no range.
    canvas.xlim(*((1, games) if games > 1 else (0, 2)))
    canvas.xticks(ticks, [f"{tick:.0f}" for tick in ticks])


def _steps(space: int, each: int) -> int:
    return max(1, min(space // each, 8))


_SECOND, _MINUTE, _HOUR = 1, 60, 3600
# Steps in seconds that give round labels on a time axis.
_TIME_STEPS = (
    *(_SECOND * step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30)),
    *(_MINUTE * step for step in (1, 2, 5, 10, 20, 30)),
    *(_HOUR * step for step in (1, 2, 5)),
)


def number_ticks(most: float, count: int) -> list[float]:
    """Return ticks from 0 to at least ``most``; the step is 1, 2 or 5 times a power of ten.

    Args:
        most: the number that the ticks must reach, more than 0.
        count: maximum number of steps, at least 1.

    >>> number_ticks(100, 5), number_ticks(7, 4)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], [0.0, 2.0, 4.0, 6.0, 8.0])
    """
    power = 10.0 ** len(str(int(most)))
    fits = power
    while power > most / (10 * count) and power > 1e-6:
        for step in (5, 2, 1):
            if step * power * count >= most:
                fits = step * power
        power /= 10
    return _multiples(fits, most)


def time_ticks(seconds: float, count: int) -> list[tuple[float, str]]:
    """Return round times from 0 to at least a given time, each with its label.

    Args:
        seconds: the time that the ticks must reach, more than 0.
        count: maximum number of steps, at least 1.

    >>> time_ticks(7.5, 4)
    [(0, '0 s'), (2, '2 s'), (4, '4 s'), (6, '6 s'), (8, '8 s')]
    >>> [name for _, name in time_ticks(95, 4)], [name for _, name in time_ticks(700, 3)]
    (['0:00', '0:30', '1:00', '1:30', '2:00'], ['0 min', '5 min', '10 min', '15 min'])
    """
    step = next((step for step in _TIME_STEPS if step * count >= seconds), None)
    if step is None:
        # Beyond the table of steps, use round numbers of hours.
        places = [_HOUR * hours for hours in number_ticks(seconds / _HOUR, count)]
        step = places[1]
    else:
        places = _multiples(step, seconds)
    return [(place, _time_name(place, step, places[-1])) for place in places]


def game_ticks(games: int, count: int) -> list[float]:
    """Return round game numbers as ticks, starting with 1 or 2.

    Args:
        games: number of games.
        count: maximum number of steps, at least 1.

    >>> game_ticks(5, 6), game_ticks(5, 4), game_ticks(230, 6)
    ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 4.0], [1.0, 50.0, 100.0, 150.0, 200.0])
    """
    if games <= count:
        return [float(number) for number in range(1, games + 1)]
    round_ones = [number for number in number_ticks(games, count) if 1 < number <= games]
    # Add a tick for the first game, unless the next tick is too close.
    return round_ones if round_ones[:1] == [2.0] else [1.0, *round_ones]


def _multiples(step: float, most: float) -> list[float]:
    # Round first: 1.1 / 0.1 is slightly more than 11 in floating point.
    last = ceil(round(most / step, 9))
    return [round(number * step, 6) for number in range(last + 1)]


def _time_name(seconds: float, step: float, most: float) -> str:
    if step >= _HOUR:
        return f"{seconds / _HOUR:g} h"
    if step >= _MINUTE:
        return f"{seconds / _MINUTE:g} min"
    if most >= _MINUTE:
        return f"{int(seconds) // _MINUTE}:{int(seconds) % _MINUTE:02}"
    return f"{seconds:g} s"
