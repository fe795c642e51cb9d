"""The periods of best times and the calendar of daily boards, compared with Python's dates."""

from __future__ import annotations

import calendar
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from node_calls import NodeCalls

if TYPE_CHECKING:
    from collections.abc import Callable

NODE = NodeCalls
# Days at which years and weeks turn, and any others.
DAYS = [
    *(date(year, *day) for year in range(2019, 2034) for day in ((1, 1), (1, 4), (12, 28), (12, 31))),
    *(date(2024, 2, 28) + timedelta(days) for days in range(3)),
    *(date(2026, 1, 1) + timedelta(random.Random(7).randrange(20_000)) for _ in range(40)),
]

BEGINS: dict[str, Callable[[date], str]] = {
    "day": date.isoformat,
    "week": lambda day: f"{day.isocalendar().year:04}-W{day.isocalendar().week:02}",
    "month": lambda day: f"{day:%Y-%m}",
    "year": lambda day: f"{day:%Y}",
}


@pytest.mark.parametrize("period", ["day", "week", "month", "year"])
def test_a_period_begins_on_the_day_that_python_says(node: NodeCalls, period: str) -> None:
    for day in DAYS[:24]:
        begins = BEGINS[period](day)
        first = next(each for days in range(-366, 1) if BEGINS[period](each := day + timedelta(days)) == begins)
        assert node.call("multiplayer/dates.js", "firstDay", period, begins) == f"{first}T00:00:00.000Z"


@pytest.mark.parametrize(
    ("period", "begins"),
    [("day", "2026-02-30"), ("day", "2026-1-1"), ("week", "2026-W54"), ("week", "2026-W00"), ("month", "2026-13"),
     ("year", "26"), ("year", "x"), ("all", "2026"), ("day", "<b>")],
)  # fmt: skip
def test_what_names_no_period_leads_nowhere(node: NodeCalls, period: str, begins: str) -> None:
    assert node.call("multiplayer/dates.js", "firstDay", period, begins) is None


@pytest.mark.parametrize(
    ("language", "period", "begins", "name"),
    [
        ("en", "day", "2026-11-22", "Sunday, November 22, 2026"),
        ("de", "day", "2026-11-22", "Sonntag, 22. November 2026"),
        ("de", "week", "2026-W47", "Woche 47, 16.–22.11.2026"),
        ("en", "month", "2026-11", "November 2026"),
        ("de", "month", "2026-03", "März 2026"),
        ("en", "year", "2026", "2026"),
        ("de", "all", "", "Aller Zeiten"),
        ("en", "all", "", "Of all time"),
    ],
)
def test_periods_are_called_as_the_player_writes_them(
    node: NodeCalls, language: str, period: str, begins: str, name: str
) -> None:
    assert node.call("", "periodName", language, period, begins) == name


@pytest.mark.parametrize("first", range(1, 8))
def test_months_have_the_weeks_that_python_says(node: NodeCalls, first: int) -> None:
    weeks = calendar.Calendar(first - 1)
    for year, month in ((2026, 2), (2026, 11), (2026, 12), (2024, 2), (2027, 1), (2023, 10)):
        wanted = [
            [f"{year}-{month:02}-{day:02}" if day else None for day in week]
            for week in weeks.monthdayscalendar(year, month)
        ]
        assert node.call("multiplayer/dates.js", "weeksOf", f"{year}-{month:02}", first) == wanted


@pytest.mark.slow
def test_keys_lead_through_the_calendar(node: NodeCalls) -> None:
    def by(key: str, *, day: str = "2026-01-31", first: int = 1, shifted: bool = False) -> str:
        found: str = node.call("multiplayer/dates.js", "dayByKey", day, key, {"first": first, "isShifted": shifted})
        return found

    assert by("ArrowLeft") == "2026-01-30"
    assert by("ArrowRight") == "2026-02-01"
    assert by("ArrowUp") == "2026-01-24"
    assert by("ArrowDown") == "2026-02-07"
    assert by("Home") == "2026-01-26"
    assert by("End") == "2026-02-01"
    assert by("Home", first=7) == "2026-01-25"
    assert by("End", first=7) == "2026-01-31"
    assert by("PageDown") == "2026-02-28"
    assert by("PageUp") == "2025-12-31"
    assert by("PageDown", shifted=True) == "2027-01-31"
    assert by("PageUp", day="2024-02-29", shifted=True) == "2023-02-28"
    assert by("a") == "2026-01-31"


@pytest.mark.parametrize(
    ("won", "today", "length", "before"),
    [
        ([], "2026-11-22", 0, "2026-11-21"),
        (["2026-11-20", "2026-11-21", "2026-11-22"], "2026-11-22", 3, "2026-11-19"),
        # Today's board may still be won.
        (["2026-11-20", "2026-11-21"], "2026-11-22", 2, "2026-11-19"),
        (["2026-11-20", "2026-11-22"], "2026-11-22", 1, "2026-11-21"),
        # On the first of a month the streak is that of the month before.
        ([], "2026-12-01", 0, "2026-11-30"),
        (["2026-11-29", "2026-11-30"], "2026-12-01", 2, "2026-11-28"),
    ],
)
def test_days_with_a_win_make_a_streak(node: NodeCalls, won: list[str], today: str, length: int, before: str) -> None:
    days = [{"date": day, "boards": [{"preset": "expert", "mine": {"room": "r", "outcome": "won"}}]} for day in won]
    days += [{"date": "2026-11-18", "boards": [{"preset": "expert", "mine": None}]}]
    assert node.call("multiplayer/dates.js", "streakOf", days, today) == {"length": length, "before": before}
