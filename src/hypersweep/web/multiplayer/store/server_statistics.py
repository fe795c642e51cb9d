"""An overview for operators: statistics about people, rooms and games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from hypersweep.web.multiplayer.store.tables import games, people, rooms, sessions

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_DAY = 86_400_000


class Statistics(NamedTuple):
    """Numbers of people, sessions, rooms and games on a server.

    Attributes:
        accounts: people with a name and a passphrase.
        guests: people without an account.
        banned: accounts and guests currently banned.
        seen: people with a session begun or renewed in the last 24 hours.
        sessions: active sessions, one per browser.
        rooms: unfinished rooms, by type.
        listed: rooms in the lobby.
        games: finished games.
        days: for each day in UTC, latest first: its start in milliseconds since 1970, finished games, and wins.
        unverified: games waiting for verification.
        review: games waiting for a moderator.
    """

    accounts: int
    guests: int
    banned: int
    seen: int
    sessions: int
    rooms: dict[str, int]
    listed: int
    games: int
    days: list[tuple[int, int, int]]
    unverified: int
    review: int


async def statistics(connection: AsyncConnection, now: int, *, days: int = 7) -> Statistics:
    """Compute the server's statistics.

    Args:
        connection: a connection in a transaction.
        now: the current time, in milliseconds since 1970.
        days: number of days to list separately, including today.
    """
    has_account = people.c.passphrase.is_not(None)
    counted = select(
        func.count().filter(has_account),
        func.count().filter(~has_account),
        func.count().filter(people.c.banned_until > now),
        func.count().filter(people.c.seen > now - _DAY),
    )
    found = (await connection.execute(counted.select_from(people))).one()
    alive = select(func.count()).select_from(sessions).where(sessions.c.ends > now)
    kinds = select(rooms.c.kind, func.count()).where(rooms.c.ended.is_(None)).group_by(rooms.c.kind)
    listed = select(func.count()).select_from(rooms).where(rooms.c.is_open, rooms.c.ended.is_(None))
    all_games = select(func.count(), func.count().filter(games.c.verified.is_(None))).select_from(games)
    played, unverified = (await connection.execute(all_games)).one()
    review = select(func.count()).select_from(games).where(games.c.why_not == "review")
    today = now // _DAY
    day = func.floor(games.c.finished / _DAY)
    per_day = select(day, func.count(), func.count().filter(games.c.outcome == "won"))
    per_day = per_day.where(games.c.finished >= (today - days + 1) * _DAY).group_by(day)
    of_day = {int(number): (count, won) for number, count, won in await connection.execute(per_day)}
    return Statistics(
        *found,
        sessions=(await connection.execute(alive)).scalar_one(),
        rooms={row.kind: row[1] for row in await connection.execute(kinds.order_by(rooms.c.kind))},
        listed=(await connection.execute(listed)).scalar_one(),
        games=played,
        days=[(each * _DAY, *of_day.get(each, (0, 0))) for each in range(today, today - days, -1)],
        unverified=unverified,
        review=(await connection.execute(review)).scalar_one(),
    )
