"""Queries on the table of best times, which has a row per person, board type (``kind``) and period."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, func, literal, select, tuple_, update

from hypersweep.web.multiplayer.store.tables import bests, games, insert, people

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection


class Best(NamedTuple):
    """A person's row in a list of best times: their game, its time and when it ended."""

    person: str
    name: str
    game: str
    milliseconds: int
    finished: int


async def may_be_ranked(connection: AsyncConnection, person: str, moment: int) -> bool:
    """Return whether a person's games may be ranked: the person has an account and isn't banned.

    Lock the person's row, so that the answer stays valid until the transaction ends.

    Args:
        connection: a connection in a writing transaction.
        person: person ID.
        moment: the current time, in milliseconds since 1970.
    """
    statement = (
        select(people.c.passphrase.is_not(None), people.c.banned_until)
        .where(people.c.id == person)
        # A concurrent ban or deletion waits for this transaction, or vice versa. SQLite allows only one writer in any
        # case.
        .with_for_update(key_share=False)
    )
    row = (await connection.execute(statement)).one_or_none()
    return row is not None and bool(row[0]) and (row[1] is None or row[1] <= moment)


async def was_banned(connection: AsyncConnection, person: str) -> bool:
    """Return whether a person has a ban, even an expired one; some of their best times may then be missing."""
    statement = select(people.c.banned_until).where(people.c.id == person)
    return (await connection.execute(statement)).scalar() is not None


async def keep_bests(
    connection: AsyncConnection,
    lists: Iterable[tuple[str, str, str]],
    person: str,
    game: str,
    milliseconds: int,
    finished: int,
) -> None:
    """Add a game to each of the given lists where it beats the person's current best.

    Faster is better; of two equally fast games, the earlier one counts. The order of calls doesn't matter.

    Args:
        connection: a connection in a writing transaction.
        lists: board type, period and period name of each list.
        person: the player's person ID.
        game: game ID.
        milliseconds: the game time.
        finished: when the game ended, in milliseconds since 1970.
    """
    rows = [
        {
            "kind": kind,
            "period": period,
            "begins": begins,
            "person": person,
            "game": game,
            "milliseconds": milliseconds,
            "finished": finished,
        }
        for kind, period, begins in lists
    ]
    if not rows:
        return
    statement = insert(connection, bests).values(rows)
    new = statement.excluded
    statement = statement.on_conflict_do_update(
        index_elements=[bests.c.kind, bests.c.period, bests.c.begins, bests.c.person],
        set_={"game": new.game, "milliseconds": new.milliseconds, "finished": new.finished},
        where=tuple_(new.milliseconds, new.finished, new.game)
        < tuple_(bests.c.milliseconds, bests.c.finished, bests.c.game),
    )
    await connection.execute(statement)


async def forget_bests(connection: AsyncConnection, person: str) -> None:
    """Remove all of a person's best times."""
    await connection.execute(delete(bests).where(bests.c.person == person))


async def count_bests(connection: AsyncConnection, kind: str, period: str, begins: str) -> int:
    """Return the number of rows in a list."""
    statement = select(func.count()).select_from(bests).where(*_list(kind, period, begins))
    return (await connection.execute(statement)).scalar_one()


async def bests_from(
    connection: AsyncConnection, kind: str, period: str, begins: str, after: tuple[int, int, str] | None, most: int
) -> list[Best]:
    """Return a page from a list, fastest games first, and earlier games first if equally fast.

    Args:
        connection: a connection in a transaction.
        kind: the board type.
        period: "day", "week", "month", "year" or "all".
        begins: the period's name, such as "2026-W47".
        after: the last row on the previous page, as (milliseconds, end, person); None for the first page.
        most: maximum number of rows.
    """
    where = _list(kind, period, begins)
    if after is not None:
        order = tuple_(bests.c.milliseconds, bests.c.finished, bests.c.person)
        # The first condition is redundant, but with it the database can use the index, which lacks the person column.
        where = (*where, bests.c.milliseconds >= after[0], order > tuple_(*map(literal, after)))
    page = (
        select(bests.c.person, bests.c.game, bests.c.milliseconds, bests.c.finished)
        .where(*where)
        .order_by(bests.c.milliseconds, bests.c.finished, bests.c.person)
        .limit(most)
        .subquery()
    )
    statement = (
        select(page.c.person, people.c.name, page.c.game, page.c.milliseconds, page.c.finished)
        .join(people, people.c.id == page.c.person)
        .order_by(page.c.milliseconds, page.c.finished, page.c.person)
    )
    return [Best(*row) for row in await connection.execute(statement)]


async def best_of(connection: AsyncConnection, kind: str, period: str, begins: str, person: str) -> Best | None:
    """Return a person's row in a list, or None."""
    statement = (
        select(bests.c.person, people.c.name, bests.c.game, bests.c.milliseconds, bests.c.finished)
        .join(people, people.c.id == bests.c.person)
        .where(*_list(kind, period, begins), bests.c.person == person)
    )
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else Best(*row)


async def place_of(connection: AsyncConnection, kind: str, period: str, begins: str, milliseconds: int) -> int:
    """Return a time's rank in a list: one more than the number of faster times."""
    faster = (*_list(kind, period, begins), bests.c.milliseconds < milliseconds)
    statement = select(func.count()).select_from(bests).where(*faster)
    return (await connection.execute(statement)).scalar_one() + 1


async def daily_bests(connection: AsyncConnection, kinds: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Return the row count and best time in each board type's all-time list; omit lists without rows."""
    found: dict[str, tuple[int, int]] = {}
    for at in range(0, len(kinds), 500):
        statement = (
            select(bests.c.kind, func.count(), func.min(bests.c.milliseconds))
            .where(bests.c.kind.in_(kinds[at : at + 500]), bests.c.period == "all", bests.c.begins == "")
            .group_by(bests.c.kind)
        )
        found.update({kind: (count, best) for kind, count, best in await connection.execute(statement)})
    return found


async def places_of(connection: AsyncConnection, kinds: Sequence[str], person: str) -> dict[str, int]:
    """Return a person's rank in each board type's all-time list; omit lists without this person."""
    other = bests.alias()
    faster = (
        select(func.count())
        .select_from(other)
        .where(
            other.c.kind == bests.c.kind,
            other.c.period == "all",
            other.c.begins == "",
            other.c.milliseconds < bests.c.milliseconds,
        )
        .scalar_subquery()
    )
    found: dict[str, int] = {}
    for at in range(0, len(kinds), 500):
        statement = select(bests.c.kind, (faster + 1).label("place")).where(
            bests.c.kind.in_(kinds[at : at + 500]),
            bests.c.period == "all",
            bests.c.begins == "",
            bests.c.person == person,
        )
        found.update((row.kind, row.place) for row in await connection.execute(statement))
    return found


def _list(kind: str, period: str, begins: str) -> tuple[ColumnElement[bool], ...]:
    return bests.c.kind == kind, bests.c.period == period, bests.c.begins == begins


class Counting(NamedTuple):
    """The fields of a won game needed for the lists of best times."""

    id: str
    person: str
    board: str
    mines: int
    rules: str
    grade: str | None
    daily: str | None
    milliseconds: int
    finished: int


async def counting_games(connection: AsyncConnection, person: str) -> list[Counting]:
    """Return a person's games that count for best times: won, ranked, verified and not excluded."""
    statement = select(*(games.c[name] for name in Counting._fields)).where(
        games.c.person == person,
        games.c.is_ranked,
        games.c.verified,
        games.c.why_not.is_(None),
        games.c.outcome == "won",
    )
    return [Counting(*row) for row in await connection.execute(statement)]


async def ranked_people(connection: AsyncConnection) -> list[str]:
    """Return the IDs of everyone with best times or ranked games. For commands only, since it reads all games."""
    statement = select(games.c.person).where(games.c.person.is_not(None), games.c.is_ranked)
    return list((await connection.execute(statement.union(select(bests.c.person)))).scalars())


async def has_bests(connection: AsyncConnection, game: str) -> bool:
    """Return whether a game is a best time in any list."""
    return (await connection.execute(select(bests.c.kind).where(bests.c.game == game).limit(1))).first() is not None


async def set_guesses(connection: AsyncConnection, game: str, guesses: int, unneeded: int) -> None:
    """Save how many guesses a game contains, and how many of them were unnecessary."""
    values = {"guesses": guesses, "unneeded_guesses": unneeded}
    await connection.execute(update(games).where(games.c.id == game).values(**values))


async def unverified_games(connection: AsyncConnection, before: int, most: int) -> list[str]:
    """Return the IDs of up to ``most`` unverified games that ended before a time, oldest first."""
    statement = (
        select(games.c.id)
        .where(games.c.verified.is_(None), games.c.finished < before)
        .order_by(games.c.finished)
        .limit(most)
    )
    return list((await connection.execute(statement)).scalars())


async def unreviewed_games(connection: AsyncConnection, since: int, most: int) -> list[str]:
    """Return the IDs of up to ``most`` verified ranked games that ended since a time and aren't reviewed yet."""
    statement = (
        select(games.c.id)
        .where(
            games.c.verified.is_(True),
            games.c.finished >= since,
            games.c.is_ranked,
            games.c.person.is_not(None),
            games.c.guesses.is_(None),
        )
        .order_by(games.c.finished)
        .limit(most)
    )
    return list((await connection.execute(statement)).scalars())


async def game_names(connection: AsyncConnection, after: tuple[int, str], most: int) -> list[tuple[str, int]]:
    """Return a page of game IDs and end times, ordered by end time, continuing after ``after`` (end time, ID)."""
    statement = (
        select(games.c.id, games.c.finished)
        .where(
            games.c.finished >= after[0],
            tuple_(games.c.finished, games.c.id) > tuple_(literal(after[0]), literal(after[1])),
        )
        .order_by(games.c.finished, games.c.id)
        .limit(most)
    )
    return [(name, finished) for name, finished in await connection.execute(statement)]
