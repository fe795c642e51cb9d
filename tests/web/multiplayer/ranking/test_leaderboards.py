"""Lists of best times, compared with the slow and obvious way."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from databases import opened
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.ranking.leaderboards import (
    PAGE,
    PERIODS,
    Kind,
    Totals,
    check_begins,
    daily_kind,
    date_of,
    leaderboard,
    neighbours,
    period_names,
    period_of,
)
from hypersweep.web.multiplayer.ranking.moderation import counted
from hypersweep.web.multiplayer.store import bests
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from naive_lists import naive_list, naive_period
from ranked_games import DAY, MOMENT, a_person, bare_game, keep

# Around new year, and a few in the middle of the 53rd week.
MOMENTS = [1_798_761_599_999, 1_798_761_600_000, 1_798_900_000_000, 1_799_020_800_000, 1_799_020_799_999, MOMENT]
GAMES = st.lists(
    st.fixed_dictionaries(
        {
            "person": st.integers(0, 3),
            "milliseconds": st.integers(1, 4),
            "finished": st.sampled_from(MOMENTS),
            "board": st.sampled_from(["3x4", "4x3"]),
            "grade": st.sampled_from([None, "clue", "pair"]),
            "outcome": st.sampled_from(["won", "won", "won", "lost"]),
            "why_not": st.sampled_from([None, None, None, "helped"]),
            "verified": st.sampled_from([True, True, True, False]),
            "is_ranked": st.sampled_from([True, True, True, False]),
            "daily": st.sampled_from([None, None, None, "2026-12-31 expert"]),
        }
    ),
    max_size=25,
)


async def count(database: Database, *games: GameRow) -> None:
    await keep(database, *games)
    for game in games:
        async with database.transaction() as connection:
            await counted(connection, game)


@pytest.mark.nightly
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES, st.randoms(use_true_random=False))
def test_every_list_of_every_period(played: list[dict[str, Any]], chance: Any) -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            names = [await a_person(database, f"P{number}", is_guest=number == 3) for number in range(4)]
            games = [bare_game(**(each | {"person": names[each["person"]]})) for each in played]
            order = list(games)
            chance.shuffle(order)
            await count(database, *order)
            async with database.transaction(writes=False) as connection:
                for board in ("3x4", "4x3"):
                    for grade in ("", "clue", "pair"):
                        for period in PERIODS:
                            for begins in {naive_period(period, moment) for moment in MOMENTS}:
                                expected = naive_list(games, set(names[:3]), board, grade, period, begins)
                                kind = Kind(board, 2, "classic", grade)
                                found = await leaderboard(connection, Totals(), kind, period, begins, None, names[0])
                                assert [(row.place, row.person, row.game) for row in found.rows] == expected
                                assert found.total == len(expected)
                                own = [row for row in found.rows if row.person == names[0]]
                                assert found.mine == (own[0] if own else None)

    asyncio.run(main())


@pytest.mark.slow
def test_pages_and_places_with_ties(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            people = [await a_person(database, f"P{number}") for number in range(2 * PAGE + 20)]
            # Three at a time are equally fast; the earlier ones come first.
            games = [
                bare_game(person, 1000 + number // 3, MOMENT + (number * 7919) % 1000)
                for number, person in enumerate(people)
            ]
            await count(database, *games)
            expected = naive_list(games, set(people), "3x4", "", "all", "")
            kind, totals = Kind("3x4", 2, "classic"), Totals()
            found: list[tuple[int, str, str]] = []
            async with database.transaction(writes=False) as connection:
                after = None
                while after != "":
                    page = await leaderboard(connection, totals, kind, "all", None, after, people[-1])
                    assert (page.total, page.start) == (len(people), len(found))
                    found += [(row.place, row.person, row.game) for row in page.rows]
                    assert (page.mine is None) is (after is not None), "on the first page alone"
                    if page.mine is not None:
                        assert page.mine.place == next(place for place, person, _ in expected if person == people[-1])
                    after = page.after
                assert found == expected
                beyond = await leaderboard(connection, totals, kind, "all", None, f"9.9.9999.{MOMENT}.z", None)
                assert (beyond.rows, beyond.after) == ([], "")
                for wrong in ("", "50", "1.1.1.1.", "-1.1.1.1.a", "1.1.1.1.a b", "1.1.1.1." + "a" * 33, "٣.1.1.1.a"):
                    with pytest.raises(RefusedError, match="previous page"):
                        await leaderboard(connection, totals, kind, "all", None, wrong, None)

    asyncio.run(main())


def test_rows_are_counted_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr("hypersweep.web.multiplayer.ranking.leaderboards.time.monotonic", lambda: moment)

    async def main() -> None:
        nonlocal moment
        async with opened("sqlite+aiosqlite://") as database:
            kind, totals = Kind("3x4", 2, "classic"), Totals()

            async def total(person: str | None = None) -> int:
                async with database.transaction(writes=False) as connection:
                    return (await leaderboard(connection, totals, kind, "all", None, None, person)).total

            people = [await a_person(database, f"P{number}") for number in range(3)]
            await count(database, bare_game(people[0], 500, MOMENT), bare_game(people[1], 600, MOMENT))
            assert await total() == 2
            async with database.transaction() as connection:
                await bests.forget_bests(connection, people[0])
            assert await total() == 2, "it is as old as a few seconds"
            moment += 6
            assert await total() == 1
            await count(database, bare_game(people[2], 700, MOMENT))
            assert await total(people[2]) == 2, "never fewer than are shown"

    asyncio.run(main())


@pytest.mark.slow
def test_the_earlier_of_two_equal_games_stays_whichever_comes_first(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database:
            for order in (1, -1):
                person = await a_person(database)
                games = [bare_game(person, 500, MOMENT + 1), bare_game(person, 500, MOMENT), bare_game(person, 501, 1)]
                await count(database, *games[::order])
                async with database.transaction(writes=False) as connection:
                    mine = await bests.best_of(connection, Kind("3x4", 2, "classic").key, "all", "", person)
                assert mine is not None
                assert mine.game == games[1].id

    asyncio.run(main())


def test_a_daily_board_counts_for_its_day_alone() -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            person = await a_person(database)
            await count(database, bare_game(person, 500, MOMENT, daily="2026-11-18 expert", grade="pair"))
            async with database.transaction(writes=False) as connection:
                assert await bests.best_of(connection, daily_kind("2026-11-18 expert"), "all", "", person)
                page = await leaderboard(connection, Totals(), Kind("3x4", 2, "classic"), "all", "", None, person)
            assert (page.total, page.mine) == (0, None)

    asyncio.run(main())


def test_a_period_that_goes_on_is_the_usual_one() -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database, database.transaction(writes=False) as connection:
            page = await leaderboard(connection, Totals(), Kind("3x4", 2, "classic"), "day", None, None, None)
            assert page.later == ""
            assert page.earlier < page.begins
            with pytest.raises(RefusedError, match="expected a week"):
                await leaderboard(connection, Totals(), Kind("3x4", 2, "classic"), "week", "2026-13", None, None)

    asyncio.run(main())


def test_kinds_have_one_text_however_they_are_asked_for() -> None:
    assert Kind.read("16x30", 99, "classic,first=safe") == Kind.read("16x30", 99, "classic")
    for wrong in (("16", 99, "classic"), ("3x4", 13, "classic"), ("3x4", 2, "clasic"), ("3x4", 2, "classic", "hard")):
        with pytest.raises(RefusedError) as caught:
            Kind.read(*wrong)
        assert caught.value.what == "kind"


def test_a_game_of_another_day_is_in_another_list() -> None:
    async def main() -> None:
        async with opened("sqlite+aiosqlite://") as database:
            person = await a_person(database)
            game = bare_game(person, 900, MOMENT)
            await count(database, game, replace(bare_game(person, 800, MOMENT - DAY), board="3x4"))
            async with database.transaction(writes=False) as connection:
                kind = Kind("3x4", 2, "classic")
                today = await leaderboard(connection, Totals(), kind, "day", naive_period("day", MOMENT), None, None)
                before = await leaderboard(connection, Totals(), kind, "day", today.earlier, None, None)
            assert [row.milliseconds for row in today.rows] == [900]
            assert [row.milliseconds for row in before.rows] == [800]
            assert before.later == today.begins

    asyncio.run(main())


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
    with pytest.raises(RefusedError, match="expected a ") as caught:
        check_begins(period, begins)  # type: ignore[arg-type]
    assert caught.value.what == "period"
