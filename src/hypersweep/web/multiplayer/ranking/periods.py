"""The periods of leaderboards: days, weeks (ISO 8601), months and years in UTC, and all time."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.protocol import Period

PERIODS: tuple[Period, ...] = ("day", "week", "month", "year", "all")
"""All periods, shortest first."""

_SHAPES = {
    "day": re.compile(r"(\d{4})-(\d{2})-(\d{2})"),
    "week": re.compile(r"(\d{4})-W(\d{2})"),
    "month": re.compile(r"(\d{4})-(\d{2})"),
    "year": re.compile(r"(\d{4})"),
}
_START = datetime(1970, 1, 1, tzinfo=UTC)


def date_of(moment: int) -> date:
    """Return the day of a moment, in UTC.

    Args:
        moment: milliseconds since 1970.

    >>> date_of(1_000_000_000_000)
    datetime.date(2001, 9, 9)
    """
    return (_START + timedelta(milliseconds=moment)).date()


def period_of(day: date, period: Period) -> str:
    """Return the name of the period that contains a day.

    >>> [period_of(date(2027, 1, 1), period) for period in PERIODS]
    ['2027-01-01', '2026-W53', '2027-01', '2027', '']
    """
    if period == "day":
        return day.isoformat()
    if period == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04}-W{week:02}"
    if period == "month":
        return f"{day.year:04}-{day.month:02}"
    return f"{day.year:04}" if period == "year" else ""


def period_names(moment: int) -> dict[Period, str]:
    """Return the names of all periods that contain a moment, by period."""
    day = date_of(moment)
    return {period: period_of(day, period) for period in PERIODS}


def check_begins(period: Period, begins: str) -> date:
    """Return the first day of a period by its name; an arbitrary day for "all".

    Raises:
        RefusedError: there is no such period.

    >>> check_begins("week", "2026-W53")
    datetime.date(2026, 12, 28)
    """
    try:
        if period == "all":
            if begins:
                raise ValueError
            return date(1970, 1, 1)
        match = _SHAPES[period].fullmatch(begins)
        if match is None or not begins.isascii():
            raise ValueError
        numbers = [int(part) for part in match.groups()]
        if period == "week":
            return date.fromisocalendar(numbers[0], numbers[1], 1)
        return date(*([*numbers, 1, 1])[:3])
    except ValueError:
        raise RefusedError(
            "period",
            f"expected the name of a {period} such as {period_of(date(2026, 11, 22), period)!r}, got {begins[:40]!r}",
        ) from None


def neighbours(period: Period, begins: str, today: date) -> tuple[str, str]:
    """Return the names of the previous and the next period; "" for one in the future, and for those of "all".

    >>> neighbours("week", "2027-W01", date(2027, 1, 9))
    ('2026-W53', '')
    """
    first = check_begins(period, begins)
    if period == "all":
        return "", ""
    earlier = "" if first.year < 1971 else period_of(first - timedelta(days=1), period)
    # The step is at least the length of the period, and short enough to end in the next one.
    step = {"day": 1, "week": 7, "month": 31, "year": 366}[period]
    later = period_of(first + timedelta(days=step), period)
    return earlier, "" if check_begins(period, later) > today else later
