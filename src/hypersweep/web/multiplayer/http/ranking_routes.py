"""HTTP routes for leaderboards, players' statistics and daily boards."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated

import msgspec

from hypersweep.boards import PRESETS
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http_protocol import (
    DailyBoard,
    DailyDay,
    DailyEnds,
    DailyMonth,
    DailyPreset,
    DailyTry,
    Leaderboard,
    PersonBoard,
    PersonFacts,
    RoomMade,
)
from hypersweep.web.multiplayer.protocol import Period  # noqa: TC001 - msgspec evaluates the annotation
from hypersweep.web.multiplayer.ranking.daily import DAILY_PRESETS, DAILY_RULES, daily_ends
from hypersweep.web.multiplayer.ranking.leaderboards import (
    Kind,
    Totals,
    check_begins,
    daily_kind,
    daily_leaderboard,
    leaderboard,
    period_of,
)
from hypersweep.web.multiplayer.store import bests, dailies, finished_games

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import HTTPConnection, Request
    from starlette.routing import Route

    from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
    from hypersweep.web.multiplayer.protocol import Me, Outcome
    from hypersweep.web.multiplayer.ranking.daily import Dailies, MakeDailyRoom
    from hypersweep.web.multiplayer.store.database import Database


class LeaderboardQuery(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Query: a board type and a period, and the ``after`` value from the previous page."""

    board: Annotated[str, msgspec.Meta(max_length=200)]
    mines: Annotated[int, msgspec.Meta(ge=0, le=1 << 40)]
    rules: Annotated[str, msgspec.Meta(max_length=200)] = "classic"
    grade: Annotated[str, msgspec.Meta(max_length=16)] = ""
    period: Period = "all"
    begins: Annotated[str, msgspec.Meta(max_length=16)] | None = None
    after: Annotated[str, msgspec.Meta(max_length=100)] | None = None


def leaderboard_routes(
    database: Database, authenticate: Callable[[HTTPConnection], Awaitable[Me | None]]
) -> list[Route]:
    """Return the routes; their handlers raise ``RefusedError``, which is sent as JSON.

    Args:
        database: the database with the best times.
        authenticate: returns the person who sent a request, or None without a session.
    """
    totals = Totals()

    @call("GET", "/api/leaderboards", query=LeaderboardQuery, gives=Leaderboard)
    async def best_times(request: Request, asked: LeaderboardQuery) -> Leaderboard:
        """List the best times for a board type in a period, along with the requester's own time."""
        kind = Kind.read(asked.board, asked.mines, asked.rules, asked.grade)
        me = await authenticate(request)
        person = None if me is None else me.id
        async with database.public_reads() as connection:
            return await leaderboard(connection, totals, kind, asked.period, asked.begins, asked.after, person)

    @call("GET", "/api/people/{person}", gives=PersonFacts, refusals=(404,))
    async def person_facts(request: Request) -> PersonFacts:
        """Return totals for a person's ranked games; a guest's totals are visible only to that guest."""
        person = request.path_params["person"]
        me = await authenticate(request)
        if person == "me" and me is not None:
            person = me.id
        async with database.public_reads() as connection:
            who = await finished_games.person(connection, person)
            if who is None or (who.is_guest and (me is None or me.id != person)):
                raise RefusedError("person", "no account has this id", status=404)
            facts = await finished_games.facts(connection, person)
            boards = await finished_games.boards(connection, person)
        return PersonFacts(person, who.name, who.made, *facts, [PersonBoard(*row) for row in boards])

    return [best_times, person_facts]


# Maximum number of lost tries whose last cells are counted, and time limit in seconds for counting them.
_MOST_ENDS = 2000
_SECONDS = 20.0
_OUTCOMES: dict[str | None, Outcome] = {"won": "won", "lost": "lost"}


class DailyQuery(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Query: a month such as "2026-11"; by default the current one."""

    month: Annotated[str, msgspec.Meta(max_length=7)] | None = None


class DailyPage(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Query: the ``after`` value from the previous page."""

    after: Annotated[str, msgspec.Meta(max_length=100)] | None = None


def daily_routes(
    daily: Dailies,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    make_room: MakeDailyRoom,
    jobs: PublicJobs,
) -> list[Route]:
    """Return the routes; their handlers raise ``RefusedError``, which is sent as JSON.

    Args:
        daily: the daily boards.
        authenticate: returns the person who sent a request, or None without a session.
        make_room: creates the room for a try.
        jobs: counts and draws the cells where tries ended.
    """
    totals = Totals()

    @call("GET", "/api/daily", query=DailyQuery, gives=DailyMonth)
    async def daily_month(request: Request, asked: DailyQuery) -> DailyMonth:
        """List the days of a month up to today, with the requester's results on each day's boards."""
        me = await authenticate(request)
        return await _month(daily, asked.month, None if me is None else me.id)

    @call("GET", "/api/daily/{date}/{preset}", query=DailyPage, gives=Leaderboard, refusals=(404,))
    async def daily_times(request: Request, asked: DailyPage) -> Leaderboard:
        """List the best times on a daily board, along with the requester's own time."""
        day, preset = request.path_params["date"], request.path_params["preset"]
        board = await daily.board(day, preset)
        me = await authenticate(request)
        kind = Kind(board.board, board.mines, board.rules, board.grade or "")
        person = None if me is None else me.id
        async with daily.database.public_reads() as connection:
            return await daily_leaderboard(connection, totals, kind, f"{day} {preset}", asked.after, person)

    @call("POST", "/api/daily/{date}/{preset}", gives=RoomMade, refusals=(401, 403, 404))
    async def play_daily(request: Request) -> RoomMade:
        """Return a room for a daily board: the ranked room until its game is over, and a practice room after that."""
        me = await authenticate(request)
        if me is None:
            raise RefusedError("nobody", "this needs a session: open the page first", status=401)
        return await daily.play(request.path_params["date"], request.path_params["preset"], me, make_room)

    @call("GET", "/api/daily/{date}/{preset}/ends", gives=DailyEnds, refusals=(403, 404))
    async def ends_of_daily(request: Request) -> DailyEnds:
        """Return an unsealed daily board's mines, and the cells where tries ended."""
        day, preset = request.path_params["date"], request.path_params["preset"]
        board = await daily.board(day, preset)
        daily.check_unsealed(f"{day} {preset}")
        async with daily.database.public_reads() as connection:
            tries, won, lost = await dailies.records(connection, day, preset, most=_MOST_ENDS)
        key = f"{day} {preset} {tries}"
        found = await jobs.run(request, key, _SECONDS, daily_ends, board.layout, lost)
        return DailyEnds(tries, won, board.layout, sorted(found.cells.items()), found.picture)

    return [daily_month, daily_times, play_daily, ends_of_daily]


async def _month(daily: Dailies, month: str | None, person: str | None) -> DailyMonth:
    moment = daily.moment
    today = moment.date()
    month = period_of(today, "month") if month is None else month
    begin = check_begins("month", month)
    if begin > today:
        raise RefusedError("period", f"expected a month up to {period_of(today, 'month')}, got {month}")
    after = check_begins("month", period_of(begin + timedelta(days=31), "month"))
    last = min(after - timedelta(days=1), today)
    database = daily.database
    async with database.public_reads() as connection:
        grades = await dailies.grades(connection, begin.isoformat(), last.isoformat())
        first = await dailies.first_date(connection)
        kinds = [daily_kind(f"{day} {preset}") for day, preset in grades]
        winners = await bests.daily_bests(connection, kinds)
        tries = {}
        places: dict[str, int] = {}
        if person is not None:
            for tried in await dailies.tries(connection, person, begin.isoformat(), last.isoformat()):
                tries[tried.date, tried.preset] = tried
            own = [daily_kind(f"{day} {preset}") for day, preset in tries]
            places = await bests.places_of(connection, own, person)
    days: dict[str, list[DailyBoard]] = {}
    passed = int(moment.timestamp() * 1000)
    sealed = {day: max(0, dailies.sealed_until(day) - passed) for day, _ in grades}
    for day, preset in sorted(grades, key=lambda key: (key[0], _order(key[1]))):
        kind = daily_kind(f"{day} {preset}")
        count, best = winners.get(kind, (0, None))
        mine = None
        found = tries.get((day, preset))
        # Once the board is unsealed, hide a try without a finished game, since it can no longer count.
        if found is not None and (found.game is not None or sealed[day]):
            outcome = _OUTCOMES.get(found.outcome, "ongoing")
            mine = DailyTry(found.room, outcome, found.milliseconds or 0, found.game, places.get(kind))
        days.setdefault(day, []).append(DailyBoard(preset, count, best, grades[day, preset], mine))
    has_earlier = first is not None and begin > date.fromisoformat(first)
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return DailyMonth(
        month,
        today.isoformat(),
        int((midnight - moment).total_seconds() * 1000),
        [DailyPreset(preset, *PRESETS[preset], DAILY_RULES) for preset in DAILY_PRESETS],
        [DailyDay(day, boards, sealed[day]) for day, boards in reversed(days.items())],
        period_of(begin - timedelta(days=1), "month") if has_earlier else "",
        "" if after > today else period_of(after, "month"),
    )


def _order(preset: str) -> int:
    return DAILY_PRESETS.index(preset) if preset in DAILY_PRESETS else len(DAILY_PRESETS)
