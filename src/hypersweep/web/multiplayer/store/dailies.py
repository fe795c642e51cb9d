"""The tables of daily boards and of ranked tries."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, select, update

from hypersweep.web.multiplayer.store.tables import dailies, daily_tries, games, insert

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

# Milliseconds after the end of a day during which a try begun on that day may still finish and count.
_GRACE = 3_600_000


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A daily board.

    Attributes:
        date: the day in UTC, such as "2026-11-22"; date and preset together identify the board.
        preset: name of a board in ``hypersweep.boards``.
        board: the grid as text, such as "3x5".
        mines: number of mines.
        rules: the rules as text.
        seed: determines the layout, together with the first cell. Secret until ``sealed_until``.
        layout: the board ID, which reveals the mines. Secret until ``sealed_until``.
        grade: the board's difficulty.
        made: when the board was generated, in milliseconds since 1970.
    """

    date: str
    preset: str
    board: str
    mines: int
    rules: str
    seed: str
    layout: str
    grade: str | None
    made: int


@dataclass(frozen=True, slots=True)
class TryRow:
    """A person's ranked try at a daily board; ``game``, ``outcome`` and ``milliseconds`` are None while it runs."""

    date: str
    preset: str
    room: str
    game: str | None
    outcome: str | None
    milliseconds: int | None


def sealed_until(daily: str) -> int:
    """Return when a daily board's mines become public (ms since 1970): an hour after the end of its day.

    Until then, tries that count may still be running, so the server reveals no layout, seed or records.

    >>> sealed_until("2026-11-22 expert") - sealed_until("2026-11-21 expert")
    86400000
    """
    return _end_of_day(daily) + _GRACE


def room_daily(settings: str) -> str | None:
    """Return the daily board a room was created for, from the room's settings; None for other rooms.

    >>> room_daily('{"daily": "2026-11-22 expert"}')
    '2026-11-22 expert'
    """
    try:
        found = json.loads(settings)
    except ValueError:
        return None
    daily = found.get("daily") if isinstance(found, dict) else None
    return daily if isinstance(daily, str) else None


def counts(daily: str, begun: int, ended: int) -> bool:
    """Return whether a daily try counts: it began before the end of the day, and ended before the mines became public.

    >>> midnight = 1_795_392_000_000
    >>> counts("2026-11-22 expert", midnight - 60_000, midnight + 60_000)
    True
    >>> counts("2026-11-22 expert", midnight, midnight + 60_000)
    False
    """
    end = _end_of_day(daily)
    return begun < end and ended <= end + _GRACE


def _end_of_day(daily: str) -> int:
    day = datetime.fromisoformat(daily.partition(" ")[0]).replace(tzinfo=UTC)
    return int((day + timedelta(days=1)).timestamp() * 1000)


async def add(connection: AsyncConnection, daily: DailyRow) -> None:
    """Save a daily board, unless its date and preset already have one."""
    await connection.execute(insert(connection, dailies).values(**asdict(daily)).on_conflict_do_nothing())


async def load(connection: AsyncConnection, date: str, preset: str) -> DailyRow | None:
    """Return the daily board for a date and preset, or None."""
    query = select(dailies).where(dailies.c.date == date, dailies.c.preset == preset)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else DailyRow(**row)


async def grades(connection: AsyncConnection, first: str, last: str) -> dict[tuple[str, str], str | None]:
    """Return the grades of all daily boards between two dates (inclusive), by date and preset."""
    query = select(dailies.c.date, dailies.c.preset, dailies.c.grade).where(dailies.c.date.between(first, last))
    return {(date, preset): grade for date, preset, grade in await connection.execute(query)}


async def first_date(connection: AsyncConnection) -> str | None:
    """Return the date of the earliest daily board, or None if there are none."""
    found: str | None = (await connection.execute(select(func.min(dailies.c.date)))).scalar()
    return found


async def begin_try(connection: AsyncConnection, date: str, preset: str, person: str, room: str) -> str:
    """Save a room as a person's ranked try, unless they already have one. Returns: the room ID of their ranked try."""
    values = {"date": date, "preset": preset, "person": person, "room": room}
    await connection.execute(insert(connection, daily_tries).values(**values).on_conflict_do_nothing())
    return str((await connection.execute(select(daily_tries.c.room).where(_try(date, preset, person)))).scalar_one())


async def load_try(connection: AsyncConnection, date: str, preset: str, person: str) -> tuple[str, str | None] | None:
    """Return a person's ranked try as its room and game (None while running), or None if they have none."""
    query = select(daily_tries.c.room, daily_tries.c.game).where(_try(date, preset, person))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1])


async def end_try(connection: AsyncConnection, daily: str, person: str, room: str, game: str) -> None:
    """Record a finished game as a person's ranked try if ``room`` is the try's room; otherwise do nothing."""
    date, _, preset = daily.partition(" ")
    query = update(daily_tries).where(_try(date, preset, person), daily_tries.c.room == room)
    await connection.execute(query.values(game=game))


async def tries(connection: AsyncConnection, person: str, first: str, last: str) -> list[TryRow]:
    """Return a person's ranked tries between two dates (inclusive)."""
    query = (
        select(
            daily_tries.c.date,
            daily_tries.c.preset,
            daily_tries.c.room,
            daily_tries.c.game,
            games.c.outcome,
            games.c.milliseconds,
        )
        .outerjoin(games, games.c.id == daily_tries.c.game)
        .where(daily_tries.c.person == person, daily_tries.c.date.between(first, last))
    )
    return [TryRow(*row) for row in await connection.execute(query)]


async def records(connection: AsyncConnection, date: str, preset: str, *, most: int) -> tuple[int, int, list[str]]:
    """Return how many ranked tries at a daily board are finished and how many were won, and records of lost ones.

    Games voided by a moderator are left out.

    Args:
        connection: a connection in a transaction.
        date: the board's day.
        preset: the board's preset.
        most: maximum number of records, latest first.
    """
    own = and_(daily_tries.c.date == date, daily_tries.c.preset == preset, daily_tries.c.game == games.c.id)
    own = and_(own, games.c.decision.is_distinct_from("void"))
    is_won = games.c.outcome == "won"
    counts = select(func.count(), func.count(case((is_won, 1)))).select_from(daily_tries.join(games, own))
    tried, won = (await connection.execute(counts)).one()
    query = select(games.c.record).select_from(daily_tries.join(games, own)).where(~is_won)
    found = await connection.execute(query.order_by(games.c.finished.desc()).limit(most))
    return tried, won, list(found.scalars())


def _try(date: str, preset: str, person: str) -> ColumnElement[bool]:
    return and_(daily_tries.c.date == date, daily_tries.c.preset == preset, daily_tries.c.person == person)
