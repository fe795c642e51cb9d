"""Finished games, with their records."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from hypersweep.web.multiplayer.store.tables import games
from hypersweep.web.multiplayer.store.upsert import insert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

DELETED = "deleted"
"""The name shown for players whose data were deleted."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game.

    Attributes:
        id: names its page.
        room: where it was played, in which ``round``, and on the board with which ``number``.
        round: see ``room``.
        number: see ``room``.
        person: the player; None for games of several people and for deleted people. ``name`` is the name at that time.
        name: see ``person``.
        board: the grid's text; ``mines`` and ``rules`` belong to it.
        mines: see ``board``.
        rules: see ``board``.
        outcome: "won" or "lost".
        milliseconds: the game's time.
        record: its text.
        layout: the board's ID.
        finished: when it ended, in milliseconds since 1970.
        is_ranked: whether it may count, once it is verified.
        verified: whether a replay confirmed the record; None before. ``why_not`` says why the game doesn't count.
        why_not: see ``verified``.
        three_bv: minimum number of clicks of the board; ``clicks``, ``guesses`` and ``unneeded_guesses`` are the
        player's.
        clicks: see ``three_bv``.
        guesses: see ``three_bv``.
        unneeded_guesses: see ``three_bv``.
        grade: difficulty of a board that needs no guess.
        daily: date and preset of a daily board, such as "2026-11-22 expert".
        suspicion: score for looking like a program's game; None before scoring. ``signs`` has the reasons, as JSON.
        signs: see ``suspicion``.
        decision: a moderator's decision, "passed" or "void", with the reason in ``decided_why``; None before.
        decided_why: see ``decision``.
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
    """Save a game. Returns: whether it is new; a rebuilt room reports its game's end again."""
    query = insert(connection, games).values(**asdict(game)).on_conflict_do_nothing().returning(games.c.id)
    return (await connection.execute(query)).scalar() is not None


async def load(connection: AsyncConnection, game: str, *, locks: bool = False) -> GameRow | None:
    """Return a game, None if there is none of that id.

    Args:
        connection: in a transaction.
        game: its id.
        locks: whether no other transaction may change it until this one ends.
    """
    query = select(games).where(games.c.id == game)
    row = (await connection.execute(query.with_for_update() if locks else query)).mappings().first()
    return None if row is None else GameRow(**row)


async def of_person(
    connection: AsyncConnection, person: str, *, before: int | None = None, limit: int = 50
) -> list[GameRow]:
    """Return games of a person that ended before a moment, latest first."""
    query = select(games).where(games.c.person == person)
    if before is not None:
        query = query.where(games.c.finished < before)
    query = query.order_by(games.c.finished.desc(), games.c.id).limit(limit)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def recent(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Return games of all people that ended before a moment, latest first: for administrators."""
    query = select(games).order_by(games.c.finished.desc(), games.c.id).limit(limit)
    if before is not None:
        query = query.where(games.c.finished < before)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def under_review(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Return games under review that ended before a moment, latest first."""
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
    """Save the result of replaying a game's record.

    Args:
        connection: in a transaction.
        game: its id.
        verified: whether the replay confirmed the record.
        why_not: why the game doesn't count; None if it may.
        facts: any of ``three_bv``, ``clicks``, ``guesses``, ``unneeded_guesses``, ``grade``, ``suspicion`` and
            ``signs``.
    """
    known = {"three_bv", "clicks", "guesses", "unneeded_guesses", "grade", "suspicion", "signs"}
    strange = facts.keys() - known
    if strange:
        raise TypeError(f"expected facts of a game, got {sorted(strange)}")
    values = {"verified": verified, "why_not": why_not, **facts}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def set_decision(
    connection: AsyncConnection, game: str, decision: str | None, decided_why: str | None, why_not: str | None
) -> None:
    """Save a moderator's decision, and why the game doesn't count (None if it may)."""
    values = {"decision": decision, "decided_why": decided_why, "why_not": why_not}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def tally(connection: AsyncConnection, person: str) -> list[tuple[str, int, str, str, int, int | None]]:
    """Return a person's totals by kind of board and outcome: board, mines, rules, outcome, number, shortest time."""
    kind = (games.c.board, games.c.mines, games.c.rules, games.c.outcome)
    query = (
        select(*kind, func.count(), func.min(games.c.milliseconds))
        .where(games.c.person == person)
        .group_by(*kind)
        .order_by(func.count().desc(), *kind)
    )
    return [tuple(row) for row in await connection.execute(query)]


async def forget(connection: AsyncConnection, person: str) -> None:
    """Remove a person's name from their games; the games stay, without a player."""
    await connection.execute(update(games).where(games.c.person == person).values(person=None, name=DELETED))
