"""Figures of people's ranked games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, case, func, literal, select, tuple_

from hypersweep.web.multiplayer.store.tables import games, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


class Person(NamedTuple):
    """A person, as others may know them."""

    name: str
    made: int
    is_guest: bool


class Facts(NamedTuple):
    """Totals of ranked games; the guesses are of those games that were analysed for guesses."""

    games: int
    won: int
    reviewed: int
    guesses: int
    unneeded_guesses: int
    careful: int


class PlayedBoard(NamedTuple):
    """The ranked games on a kind of board; ``best`` is the fastest that counts, and ``game`` is that game."""

    board: str
    mines: int
    rules: str
    games: int
    won: int
    best: int | None
    game: str | None


async def person(connection: AsyncConnection, name: str) -> Person | None:
    """Return a person by id; None if there is none, or they are banned."""
    query = select(people.c.name, people.c.made, people.c.passphrase.is_(None)).where(people.c.id == name)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Person(*row)


async def members(connection: AsyncConnection, persons: set[str]) -> set[str]:
    """Return those of the given people who have an account."""
    query = select(people.c.id).where(people.c.id.in_(persons), people.c.passphrase.is_not(None))
    return set((await connection.execute(query)).scalars())


_IS_WON = games.c.outcome == "won"
# A game that a moderator has voided counts as never played.
_IS_PLAYED = and_(games.c.is_ranked, games.c.decision.is_distinct_from("void"))
_COUNTS = and_(_IS_WON, games.c.verified.is_(True), games.c.why_not.is_(None))


async def facts(connection: AsyncConnection, name: str) -> Facts:
    """Return the figures of a person's ranked games, without voided ones."""
    query = select(
        func.count(),
        func.count().filter(_IS_WON),
        func.count(games.c.guesses),
        func.coalesce(func.sum(games.c.guesses), 0),
        func.coalesce(func.sum(games.c.unneeded_guesses), 0),
        func.count().filter(games.c.unneeded_guesses == 0),
    ).where(games.c.person == name, _IS_PLAYED)
    return Facts(*((await connection.execute(query)).one()))


async def boards(connection: AsyncConnection, name: str, *, most: int = 100) -> list[PlayedBoard]:
    """Return a person's ranked games without voided ones, each kind of board once, the usual ones first."""
    kind = (games.c.board, games.c.mines, games.c.rules)
    best = func.min(case((_COUNTS, games.c.milliseconds)))
    query = (
        select(*kind, func.count(), func.count().filter(_IS_WON), best)
        .where(games.c.person == name, _IS_PLAYED)
        .group_by(*kind)
        .order_by(func.count().desc(), *kind)
        .limit(most)
    )
    rows = (await connection.execute(query)).all()
    found = []
    for row in rows:
        game = None
        if row[5] is not None:
            which = select(games.c.id).where(
                games.c.person == name,
                games.c.is_ranked,
                _COUNTS,
                games.c.milliseconds == row[5],
                *(column == value for column, value in zip(kind, row[:3], strict=True)),
            )
            game = (await connection.execute(which.order_by(games.c.finished, games.c.id).limit(1))).scalar()
        found.append(PlayedBoard(row[0], row[1], row[2], row[3], row[4], row[5], game))
    return found


class GameFacts(NamedTuple):
    """A game without its record."""

    id: str
    person: str | None
    name: str
    board: str
    mines: int
    rules: str
    outcome: str
    milliseconds: int
    finished: int
    is_ranked: bool
    verified: bool | None
    why_not: str | None
    three_bv: int | None
    clicks: int | None
    guesses: int | None
    unneeded_guesses: int | None
    grade: str | None
    daily: str | None
    lag: int
    decision: str | None
    decided_why: str | None


_FACTS = tuple(games.c[name] for name in GameFacts._fields)


async def games_of(
    connection: AsyncConnection, person: str, before: tuple[int, str] | None, most: int
) -> list[GameFacts]:
    """Return a person's games, latest first, starting after the last one of the previous page."""
    query = select(*_FACTS).where(games.c.person == person)
    if before is not None:
        query = query.where(
            games.c.finished <= before[0],
            tuple_(games.c.finished, games.c.id) < tuple_(literal(before[0]), literal(before[1])),
        )
    query = query.order_by(games.c.finished.desc(), games.c.id.desc()).limit(most)
    return [GameFacts(*row) for row in await connection.execute(query)]


async def others_of(connection: AsyncConnection, room: str, number: int, game: str) -> list[GameFacts]:
    """Return the other games of a round of a room."""
    query = (
        select(*_FACTS)
        .where(games.c.room == room, games.c.round == number, games.c.id != game)
        .order_by(games.c.number)
        .limit(100)
    )
    return [GameFacts(*row) for row in await connection.execute(query)]
