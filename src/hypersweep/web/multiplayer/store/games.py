"""Games that are over, with their records."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from hypersweep.web.multiplayer.store.tables import games
from hypersweep.web.multiplayer.store.upsert import insert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = [
    "DELETED",
    "GameRow",
    "add",
    "forget",
    "load",
    "of_person",
    "recent",
    "set_decision",
    "set_verdict",
    "tally",
    "under_review",
    "unverified",
]

DELETED = "deleted"
"""The name of a player whose data were deleted."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game that is over.

    Attributes:
        id: the name of its page.
        room: where it was played; which ``round`` of it, and on the board of which ``number``.
        round: see ``room``.
        number: see ``room``.
        person: whose game it is, None for several people's or one who is gone; ``name`` as it was then.
        name: see ``person``.
        board: the grid's text, ``mines`` and ``rules`` with it.
        mines: see ``board``.
        rules: see ``board``.
        outcome: "won" or "lost".
        milliseconds: of the game.
        record: its text.
        layout: the board's ID.
        finished: the moment.
        is_ranked: whether it may count, once it is verified.
        verified: None until it was tried; ``why_not`` says why it doesn't count.
        why_not: see ``verified``.
        three_bv: fewest clicks of the board; ``clicks``, ``guesses`` and ``unneeded_guesses`` are of the player.
        clicks: see ``three_bv``.
        guesses: see ``three_bv``.
        unneeded_guesses: see ``three_bv``.
        grade: of a board that needs no guess.
        daily: date and preset of a daily board, such as "2026-11-22 expert".
        suspicion: how much it looks like a program's game; None until it was scored. ``signs`` say why, as JSON.
        signs: see ``suspicion``.
        decision: "passed" or "void", as a moderator decided, with the reason in ``decided_why``; None before.
        decided_why: see ``decision``.
        lag: milliseconds that were taken off the time by the server's clock, which is ``milliseconds + lag``.
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
    """Keeps a game, and says whether it wasn't kept already: a room that is rebuilt tells of its end again."""
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
    """Gives games of a person, latest first, from a moment back."""
    query = select(games).where(games.c.person == person)
    if before is not None:
        query = query.where(games.c.finished < before)
    query = query.order_by(games.c.finished.desc(), games.c.id).limit(limit)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def recent(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Gives everybody's games, latest first, from a moment back: for an admin."""
    query = select(games).order_by(games.c.finished.desc(), games.c.id).limit(limit)
    if before is not None:
        query = query.where(games.c.finished < before)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def under_review(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[GameRow]:
    """Return games that wait for a moderator, latest first, from a moment back."""
    query = select(games).where(games.c.why_not == "review").order_by(games.c.finished.desc(), games.c.id).limit(limit)
    if before is not None:
        query = query.where(games.c.finished < before)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def unverified(connection: AsyncConnection, *, limit: int = 100) -> list[GameRow]:
    """Gives games that weren't tried yet, oldest first."""
    query = select(games).where(games.c.verified.is_(None)).order_by(games.c.finished, games.c.id).limit(limit)
    return [GameRow(**row) for row in (await connection.execute(query)).mappings()]


async def set_verdict(
    connection: AsyncConnection, game: str, verified: bool, why_not: str | None = None, **facts: float | str | None
) -> None:
    """Keeps what a replay of a game's record said, and the facts that it gave.

    Args:
        connection: in a transaction.
        game: its id.
        verified: whether the record is right.
        why_not: why it doesn't count.
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
    """Save what a moderator decided, and why the game doesn't count then; None where it may."""
    values = {"decision": decision, "decided_why": decided_why, "why_not": why_not}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def tally(connection: AsyncConnection, person: str) -> list[tuple[str, int, str, str, int, int | None]]:
    """Gives what a person has played: board, mines, rules, outcome, how many and the shortest, each kind once."""
    kind = (games.c.board, games.c.mines, games.c.rules, games.c.outcome)
    query = (
        select(*kind, func.count(), func.min(games.c.milliseconds))
        .where(games.c.person == person)
        .group_by(*kind)
        .order_by(func.count().desc(), *kind)
    )
    return [tuple(row) for row in await connection.execute(query)]


async def forget(connection: AsyncConnection, person: str) -> None:
    """Takes a person's name off his games: they stay, as those of nobody."""
    await connection.execute(update(games).where(games.c.person == person).values(person=None, name=DELETED))
