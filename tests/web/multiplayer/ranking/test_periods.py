"""Days, weeks, months and years, wherever they begin and end."""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.periods import (
    PERIODS,
    check_begins,
    date_of,
    neighbours,
    period_names,
    period_of,
)

DAYS = st.dates(date(1971, 1, 10), date(2400, 1, 1))


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("when", "week", "year"),
    [
        ("2026-12-31T23:59:59.999", "2026-W53", "2026"),
        ("2027-01-01T00:00:00", "2026-W53", "2027"),
        ("2027-01-03T23:59:59", "2026-W53", "2027"),
        ("2027-01-04T00:00:00", "2027-W01", "2027"),
        ("2024-12-29T12:00:00", "2024-W52", "2024"),
        ("2024-12-30T00:00:00", "2025-W01", "2024"),
    ],
)
def test_new_year_and_the_53rd_week(when: str, week: str, year: str) -> None:
    names = period_names(moment(when))
    assert names == {"day": when[:10], "week": week, "month": when[:7], "year": year, "all": ""}


@pytest.mark.parametrize(
    "when", ["2026-03-29T00:59:59", "2026-03-29T01:00:00", "2026-10-25T00:30:00", "2026-10-25T23:59:59"]
)
@pytest.mark.needs("posix")
def test_summer_time_changes_nothing(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        for zone in ("UTC", "Europe/Berlin", "Pacific/Kiritimati", "America/New_York"):
            monkeypatch.setitem(os.environ, "TZ", zone)
            time.tzset()
            assert period_names(moment(when))["day"] == when[:10]
    finally:
        monkeypatch.undo()
        time.tzset()


@given(st.integers(0, 13_000_000_000_000))
def test_periods_as_somebody_with_a_calendar_would_name_them(when: int) -> None:
    day = datetime(1970, 1, 1) + timedelta(milliseconds=when)
    thursday = day - timedelta(days=day.weekday()) + timedelta(days=3)
    week = (thursday.timetuple().tm_yday - 1) // 7 + 1
    assert period_names(when) == {
        "day": f"{day:%Y-%m-%d}",
        "week": f"{thursday.year}-W{week:02}",
        "month": f"{day:%Y-%m}",
        "year": f"{day:%Y}",
        "all": "",
    }
    assert date_of(when) == day.date()


@given(DAYS, st.sampled_from(PERIODS))
def test_each_period_is_between_its_neighbours(day: date, period: str) -> None:
    name = period_of(day, period)  # type: ignore[arg-type]
    earlier, later = neighbours(period, name, date(3000, 1, 1))  # type: ignore[arg-type]
    if period == "all":
        assert (earlier, later) == ("", "")
        return
    first = check_begins(period, name)  # type: ignore[arg-type]
    assert period_of(first, period) == name  # type: ignore[arg-type]
    assert period_of(first - timedelta(days=1), period) == earlier != name  # type: ignore[arg-type]
    after = first
    while period_of(after, period) == name:  # type: ignore[arg-type]
        after += timedelta(days=1)
    assert period_of(after, period) == later  # type: ignore[arg-type]
    assert neighbours(period, name, day)[1] == ""  # type: ignore[arg-type]
    assert first <= day


@pytest.mark.parametrize(
    ("period", "begins"),
    [
        ("day", "2026-02-30"),
        ("day", "2026-2-3"),
        ("day", "20260203"),
        ("day", ""),
        ("day", "\u0662\u0660\u0662\u0666-01-01"),
        ("week", "2025-W53"),
        ("week", "2026-W00"),
        ("week", "2026-w01"),
        ("month", "2026-13"),
        ("month", "0000-01"),
        ("year", "26"),
        ("all", "2026"),
    ],
)
def test_what_is_no_period(period: str, begins: str) -> None:
    with pytest.raises(RefusedError, match="expected the name of a") as caught:
        check_begins(period, begins)  # type: ignore[arg-type]
    assert caught.value.what == "period"
