"""Daily boards, and who has tried which."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, select, update

from hypersweep.web.multiplayer.store.tables import dailies, daily_tries, games
from hypersweep.web.multiplayer.store.upsert import insert

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = [
    "DailyRow",
    "TryRow",
    "add",
    "begin_try",
    "counts",
    "end_try",
    "first_date",
    "grades",
    "load",
    "load_try",
    "records",
    "room_daily",
    "sealed_until",
    "tries",
]

# Milliseconds after the end of its day in which a try that began on that day may still end.
_GRACE = 3_600_000


@dataclass(frozen=True, slots=True)
class DailyRow:
    """A daily board.

    Attributes:
        date: the day in UTC, such as "2026-11-22"; with ``preset`` its name.
        preset: of ``hypersweep.boards``.
        board: the grid's text, ``mines`` and ``rules`` with it.
        mines: see ``board``.
        rules: see ``board``.
        seed: what it follows from, with the first cell.
        layout: the board's ID. Both are secret until ``sealed_until``.
        grade: how hard it is.
        made: the moment.
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
    """Somebody's ranked try: its room, and its game with how that ended, once it is over."""

    date: str
    preset: str
    room: str
    game: str | None
    outcome: str | None
    milliseconds: int | None


def sealed_until(daily: str) -> int:
    """Return the moment from which the mines of a daily board may be known: an hour after its day has ended.

    Until then the server tells no one its layout, its seed or a record of it, since tries that count may still run.

    >>> sealed_until("2026-11-22 expert") - sealed_until("2026-11-21 expert")
    86400000
    """
    return _end_of_day(daily) + _GRACE


def room_daily(settings: str) -> str | None:
    """Return the daily board that a room was made for, as its settings say; None where it was made for none.

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
    """Keeps a board; one that is there already stays."""
    await connection.execute(insert(connection, dailies).values(**asdict(daily)).on_conflict_do_nothing())


async def load(connection: AsyncConnection, date: str, preset: str) -> DailyRow | None:
    """Gives a board, None where there is no such."""
    query = select(dailies).where(dailies.c.date == date, dailies.c.preset == preset)
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else DailyRow(**row)


async def grades(connection: AsyncConnection, first: str, last: str) -> dict[tuple[str, str], str | None]:
    """Gives date and preset of the boards of some days, with their grades."""
    query = select(dailies.c.date, dailies.c.preset, dailies.c.grade).where(dailies.c.date.between(first, last))
    return {(date, preset): grade for date, preset, grade in await connection.execute(query)}


async def first_date(connection: AsyncConnection) -> str | None:
    """Gives the day of the first boards."""
    found: str | None = (await connection.execute(select(func.min(dailies.c.date)))).scalar()
    return found


async def begin_try(connection: AsyncConnection, date: str, preset: str, person: str, room: str) -> str:
    """Makes a room that of somebody's ranked try, and gives the try's room: another one if there was one already."""
    values = {"date": date, "preset": preset, "person": person, "room": room}
    await connection.execute(insert(connection, daily_tries).values(**values).on_conflict_do_nothing())
    return str((await connection.execute(select(daily_tries.c.room).where(_try(date, preset, person)))).scalar_one())


async def load_try(connection: AsyncConnection, date: str, preset: str, person: str) -> tuple[str, str | None] | None:
    """Gives room and game of somebody's ranked try, None where there is none yet."""
    query = select(daily_tries.c.room, daily_tries.c.game).where(_try(date, preset, person))
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1])


async def end_try(connection: AsyncConnection, daily: str, person: str, room: str, game: str) -> None:
    """Says with which game somebody's try ended, if it was made in this room; other rooms are further tries."""
    date, _, preset = daily.partition(" ")
    query = update(daily_tries).where(_try(date, preset, person), daily_tries.c.room == room)
    await connection.execute(query.values(game=game))


async def tries(connection: AsyncConnection, person: str, first: str, last: str) -> list[TryRow]:
    """Gives somebody's tries of some days."""
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
