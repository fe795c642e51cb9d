"""Round numbers for the axes of a plot."""

from __future__ import annotations

from math import ceil

_SECOND, _MINUTE, _HOUR = 1, 60, 3600
# Units in which people count time.
_TIME_STEPS = (
    *(_SECOND * step for step in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30)),
    *(_MINUTE * step for step in (1, 2, 5, 10, 20, 30)),
    *(_HOUR * step for step in (1, 2, 5)),
)


def number_ticks(most: float, count: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten, from 0 to the first that isn't below a number.

    Args:
        most: the number, more than 0.
        count: how many steps there may be, at least 1.

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
    """Round times from 0 to the first that isn't below a time, each with what it is called.

    Args:
        seconds: the time, more than 0.
        count: how many steps there may be, at least 1.

    >>> time_ticks(7.5, 4)
    [(0, '0 s'), (2, '2 s'), (4, '4 s'), (6, '6 s'), (8, '8 s')]
    >>> [name for _, name in time_ticks(95, 4)], [name for _, name in time_ticks(700, 3)]
    (['0:00', '0:30', '1:00', '1:30', '2:00'], ['0 min', '5 min', '10 min', '15 min'])
    """
    step = next((step for step in _TIME_STEPS if step * count >= seconds), None)
    if step is None:
        # For longer times, use round numbers of hours.
        places = [_HOUR * hours for hours in number_ticks(seconds / _HOUR, count)]
        step = places[1]
    else:
        places = _multiples(step, seconds)
    return [(place, _time_name(place, step, places[-1])) for place in places]


def game_ticks(games: int, count: int) -> list[float]:
    """Round numbers of games, from 1 or 2 on.

    Args:
        games: number of games.
        count: how many steps there may be, at least 1.

    >>> game_ticks(5, 6), game_ticks(5, 4), game_ticks(230, 6)
    ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 4.0], [1.0, 50.0, 100.0, 150.0, 200.0])
    """
    if games <= count:
        return [float(number) for number in range(1, games + 1)]
    round_ones = [number for number in number_ticks(games, count) if 1 < number <= games]
    # The first game has a tick too, unless it is too close to the next one.
    return round_ones if round_ones[:1] == [2.0] else [1.0, *round_ones]


def _multiples(step: float, most: float) -> list[float]:
    # 1.1 / 0.1 is a little more than 11.
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
