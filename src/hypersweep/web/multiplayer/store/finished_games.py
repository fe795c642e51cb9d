"""The table of finished games and their records, and statistics on a person's ranked games."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, case, func, literal, select, tuple_, update

from hypersweep.web.multiplayer.store.tables import games, insert, people

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

DELETED = "deleted"
"""Name shown for players whose data was deleted."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game.

    Attributes:
        id: game ID, also used in its page's URL.
        room: ID of the room where it was played.
        round: the round's number in the room.
        number: the board's number in the round; 0 if all members shared it.
        person: the player's person ID; None for games with several players and for deleted people.
        name: the players' names at the time.
        board: the grid as text, such as "3x5".
        mines: number of mines.
        rules: the rules as text.
        outcome: "won" or "lost".
        milliseconds: the game time.
        record: the record as text.
        layout: the board ID.
        finished: when the game ended, in milliseconds since 1970.
        is_ranked: whether the game may count once it is verified.
        verified: whether a replay confirmed the record; None before the replay.
        why_not: why the game doesn't count; None if it may.
        three_bv: the board's 3BV: the minimum number of clicks to solve it without flags.
        clicks: how many clicks the player made.
        guesses: how many guesses the player made; None before the review.
        unneeded_guesses: how many of these guesses were unnecessary.
        grade: the board's difficulty; None if it needs a guess or hasn't been graded.
        daily: date and preset of a daily board, such as "2026-11-22 expert".
        suspicion: how likely it is that a program played the game; None before scoring.
        signs: the components of ``suspicion``, as JSON.
        decision: a moderator's decision, "passed" or "void"; None if there is none.
        decided_why: the reason for ``decision``.
        lag: milliseconds deducted for network delay; the server's clock measured ``milliseconds + lag``.
    """

    id: str
    room: str
    round: int
    number: int
    person: str | None
    name: str
    board: str
    mines: int
    rules: str
    outcome: str
    milliseconds: int
    record: str
    layout: str
    finished: int
    is_ranked: bool = False
    verified: bool | None = None
    why_not: str | None = None
    three_bv: int | None = None
    clicks: int | None = None
    guesses: int | None = None
    unneeded_guesses: int | None = None
    grade: str | None = None
    daily: str | None = None
    lag: int = 0
    suspicion: float | None = None
    signs: str | None = None
    decision: str | None = None
    decided_why: str | None = None


async def add(connection: AsyncConnection, game: GameRow) -> bool:
    """Save a game. Returns: whether it is new (a rebuilt room reports its finished games again)."""
    query = insert(connection, games).values(**asdict(game)).on_conflict_do_nothing().returning(games.c.id)
    return (await connection.execute(query)).scalar() is not None


async def load(connection: AsyncConnection, game: str, *, locks: bool = False) -> GameRow | None:
    """Return the game with an ID, or None.

    Args:
        connection: a connection in a transaction.
        game: game ID.
        locks: whether to lock the row, so that no other transaction can change it until this one ends.
    """
    query = select(games).where(games.c.id == game)
    row = (await connection.execute(query.with_for_update() if locks else query)).mappings().first()
    return None if row is None else GameRow(**row)


async def of_person(
    connection: AsyncConnection, person: str, *, before: int | None = None, limit: int = 50
) -> list[GameRow]:
    """Return a person's games that ended before a time, most recent first."""
    query = select(games).where(games.c.person == person)
    if before is not None:
        query = query.where(games.c.finished < before)
    query = query.order_by(games.c.finished.desc(), games.c.id).limit(limit)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def recent(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Return everyone's games that ended before a time, most recent first; for administrators."""
    query = select(games).order_by(games.c.finished.desc(), games.c.id).limit(limit)
    if before is not None:
        query = query.where(games.c.finished < before)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def under_review(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Return games waiting for a moderator that ended before a time, most recent first."""
    query = select(games).where(games.c.why_not == "review").order_by(games.c.finished.desc(), games.c.id).limit(limit)
    if before is not None:
        query = query.where(games.c.finished < before)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def unverified(connection: AsyncConnection, *, limit: int = 100) -> list[GameRow]:
    """Return unverified games, oldest first."""
    query = select(games).where(games.c.verified.is_(None)).order_by(games.c.finished, games.c.id).limit(limit)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def set_verdict(
    connection: AsyncConnection, game: str, verified: bool, why_not: str | None = None, **facts: float | str | None
) -> None:
    """Save the outcome of replaying a game's record.

    Args:
        connection: a connection in a writing transaction.
        game: game ID.
        verified: whether the replay confirmed the record.
        why_not: why the game doesn't count; None if it may.
        facts: any of ``three_bv``, ``clicks``, ``guesses``, ``unneeded_guesses``, ``grade``, ``suspicion`` and
            ``signs``.
    """
    known = {"three_bv", "clicks", "guesses", "unneeded_guesses", "grade", "suspicion", "signs"}
    strange = facts.keys() - known
    if strange:
        raise TypeError(f"expected fields of a game, got {sorted(strange)}")
    values = {"verified": verified, "why_not": why_not, **facts}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def set_decision(
    connection: AsyncConnection, game: str, decision: str | None, decided_why: str | None, why_not: str | None
) -> None:
    """Save a moderator's decision with its reason, and ``why_not``: why the game doesn't count (None if it may)."""
    values = {"decision": decision, "decided_why": decided_why, "why_not": why_not}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def tally(connection: AsyncConnection, person: str) -> list[tuple[str, int, str, str, int, int | None]]:
    """Return rows of (board, mines, rules, outcome, count, best time) for a person's games."""
    kind = (games.c.board, games.c.mines, games.c.rules, games.c.outcome)
    query = (
        select(*kind, func.count(), func.min(games.c.milliseconds))
        .where(games.c.person == person)
        .group_by(*kind)
        .order_by(func.count().desc(), *kind)
    )
    return [tuple(row) for row in await connection.execute(query)]


async def forget(connection: AsyncConnection, person: str) -> None:
    """Remove a person's ID from their games, and replace the name with ``DELETED``; the games stay."""
    await connection.execute(update(games).where(games.c.person == person).values(person=None, name=DELETED))


class Person(NamedTuple):
    """Public facts about a person; ``made`` is when they first visited, in milliseconds since 1970."""

    name: str
    made: int
    is_guest: bool


class Facts(NamedTuple):
    """Totals for a person's ranked games; guesses are counted only in the ``reviewed`` games.

    ``careful`` is the number of reviewed games without an unnecessary guess.
    """

    games: int
    won: int
    reviewed: int
    guesses: int
    unneeded_guesses: int
    careful: int


class PlayedBoard(NamedTuple):
    """A person's ranked games on one board type; ``best`` is the fastest time that counts, achieved in ``game``."""

    board: str
    mines: int
    rules: str
    games: int
    won: int
    best: int | None
    game: str | None


async def person(connection: AsyncConnection, name: str) -> Person | None:
    """Return public facts about the person with ID ``name``, or None."""
    query = select(people.c.name, people.c.made, people.c.passphrase.is_(None)).where(people.c.id == name)
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else Person(*row)


async def members(connection: AsyncConnection, persons: set[str]) -> set[str]:
    """Return those of the given person IDs that belong to accounts."""
    query = select(people.c.id).where(people.c.id.in_(persons), people.c.passphrase.is_not(None))
    return set((await connection.execute(query)).scalars())


_IS_WON = games.c.outcome == "won"
# Treat a game voided by a moderator as if it had never been played.
_IS_PLAYED = and_(games.c.is_ranked, games.c.decision.is_distinct_from("void"))
_COUNTS = and_(_IS_WON, games.c.verified.is_(True), games.c.why_not.is_(None))


async def facts(connection: AsyncConnection, name: str) -> Facts:
    """Return totals for a person's ranked games, without voided ones."""
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
    """Return a person's ranked games by board type, without voided ones, most played board types first."""
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
    """A finished game without its record and layout; see ``GameRow``."""

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
    """Return a page of a person's games, most recent first; ``before`` is the end and ID of the last game seen."""
    query = select(*_FACTS).where(games.c.person == person)
    if before is not None:
        query = query.where(
            games.c.finished <= before[0],
            tuple_(games.c.finished, games.c.id) < tuple_(literal(before[0]), literal(before[1])),
        )
    query = query.order_by(games.c.finished.desc(), games.c.id.desc()).limit(most)
    return [GameFacts(*row) for row in await connection.execute(query)]


async def others_of(connection: AsyncConnection, room: str, number: int, game: str) -> list[GameFacts]:
    """Return the other games in the same round in a room."""
    query = (
        select(*_FACTS)
        .where(games.c.room == room, games.c.round == number, games.c.id != game)
        .order_by(games.c.number)
        .limit(100)
    )
    return [GameFacts(*row) for row in await connection.execute(query)]
