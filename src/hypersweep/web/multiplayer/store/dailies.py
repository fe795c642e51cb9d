"""Daily boards, and the ranked tries at them."""

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

# Milliseconds after the end of the day: a try that began in time may end until then.
_GRACE = 3_600_000


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A daily board.

    Attributes:
        date: the day in UTC, such as "2026-11-22"; with ``preset`` its name.
        preset: a name of ``hypersweep.boards``.
        board: the grid's text; ``mines`` and ``rules`` belong to it.
        mines: see ``board``.
        rules: see ``board``.
        seed: with the first cell it determines the layout. Secret until ``sealed_until``.
        layout: the board's ID. Secret until ``sealed_until``.
        grade: its difficulty.
        made: when the board was made, in milliseconds since 1970.
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
    """A person's ranked try: its room; once the try is over, also its game and outcome."""

    date: str
    preset: str
    room: str
    game: str | None
    outcome: str | None
    milliseconds: int | None


def sealed_until(daily: str) -> int:
    """Return the moment at which the mines of a daily board become public: an hour after its day has ended.

    Until then tries that count may still run, so the server reveals neither its layout nor its seed nor a record of it.

    >>> sealed_until("2026-11-22 expert") - sealed_until("2026-11-21 expert")
    86400000
    """
    return _end_of_day(daily) + _GRACE


def room_daily(settings: str) -> str | None:
    """Return the daily board that a room was made for, read from its settings; None if for none.

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
    """Whether a try at a daily board began on its day and ended before its mines could be known.

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
    """Save a board; an existing one stays as it is."""
    await connection.execute(insert(connection, dailies).values(**asdict(daily)).on_conflict_do_nothing())


async def load(connection: AsyncConnection, date: str, preset: str) -> DailyRow | None:
    """Return a board, or None if there is none."""
    query = select(dailies).where(dailies.c.date == date, dailies.c.preset == preset)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else DailyRow(**row)


async def grades(connection: AsyncConnection, first: str, last: str) -> dict[tuple[str, str], str | None]:
    """Return the boards of some days by date and preset, with their grades."""
    query = select(dailies.c.date, dailies.c.preset, dailies.c.grade).where(dailies.c.date.between(first, last))
    return {(date, preset): grade for date, preset, grade in await connection.execute(query)}


async def first_date(connection: AsyncConnection) -> str | None:
    """Return the date of the first daily boards, or None."""
    found: str | None = (await connection.execute(select(func.min(dailies.c.date)))).scalar()
    return found


async def begin_try(connection: AsyncConnection, date: str, preset: str, person: str, room: str) -> str:
    """Record a room as a person's ranked try. Returns: the try's room, which is the earlier one if there was one."""
    values = {"date": date, "preset": preset, "person": person, "room": room}
    await connection.execute(insert(connection, daily_tries).values(**values).on_conflict_do_nothing())
    return str((await connection.execute(select(daily_tries.c.room).where(_try(date, preset, person)))).scalar_one())


async def load_try(connection: AsyncConnection, date: str, preset: str, person: str) -> tuple[str, str | None] | None:
    """Return the room and game of a person's ranked try, or None if there is none yet."""
    query = select(daily_tries.c.room, daily_tries.c.game).where(_try(date, preset, person))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1])


async def end_try(connection: AsyncConnection, daily: str, person: str, room: str, game: str) -> None:
    """Save the game that ended a person's try, if it was played in the try's room; other rooms are unranked tries."""
    date, _, preset = daily.partition(" ")
    query = update(daily_tries).where(_try(date, preset, person), daily_tries.c.room == room)
    await connection.execute(query.values(game=game))


async def tries(connection: AsyncConnection, person: str, first: str, last: str) -> list[TryRow]:
    """Return a person's tries of some days."""
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
    """Return how many ranked tries of a board have ended and how many of them were won, and records of lost ones.

    Games that a moderator has voided are left out.

    Args:
        connection: in a transaction.
        date: the day.
        preset: which of its boards.
        most: records, at most: those of the latest.
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
