"""The tables of people and sessions, and code for exporting or removing a person's data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, delete, func, or_, select, update

from hypersweep.errors import ParseError
from hypersweep.record import Record
from hypersweep.web.multiplayer.store import dailies
from hypersweep.web.multiplayer.store import finished_games as game_rows
from hypersweep.web.multiplayer.store.tables import (
    bests,
    daily_tries,
    entries,
    games,
    name_keys,
    new_id,
    now,
    people,
    recovery_codes,
    rooms,
    sessions,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from sqlalchemy.ext.asyncio import AsyncConnection

    from hypersweep.web.multiplayer.store.database import Database

_PAGE = 200


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A player, with or without an account.

    Attributes:
        id: person ID, as returned by ``new_id``.
        name: the public name.
        name_key: the name's key, unique among accounts; None for guests.
        passphrase: hash of the passphrase; None for guests.
        made: when the person first visited, in milliseconds since 1970.
        seen: when a session of theirs last began or was renewed, in milliseconds since 1970.
        is_admin: whether the person is an administrator.
        banned_until: when the ban ends, possibly in the past; None if there is none or it was lifted.
        ban_reason: the reason shown to the person.
    """

    id: str
    name: str
    name_key: str | None
    passphrase: str | None
    made: int
    seen: int
    is_admin: bool = False
    banned_until: int | None = None
    ban_reason: str | None = None

    @property
    def is_guest(self) -> bool:
        """Whether the person has no account."""
        return self.passphrase is None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in a browser: when it began, was last renewed, and will expire."""

    made: int
    seen: int
    ends: int


async def add(connection: AsyncConnection, person: PersonRow) -> None:
    """Save a new person.

    Raises:
        IntegrityError: (from SQLAlchemy) the name is in use.
    """
    await connection.execute(people.insert().values(**{name: getattr(person, name) for name in person.__slots__}))


async def find(connection: AsyncConnection, person: str) -> PersonRow | None:
    """Return the person with this ID, or None."""
    return _person((await connection.execute(select(people).where(people.c.id == person))).mappings().first())


async def find_all(connection: AsyncConnection, ids: Sequence[str]) -> list[PersonRow]:
    """Return the people with these IDs, ignoring unknown IDs; pass at most a few hundred."""
    query = select(people).where(people.c.id.in_(ids))
    return [PersonRow(**row) for row in (await connection.execute(query)).mappings()]


async def find_by_key(connection: AsyncConnection, *keys: str) -> PersonRow | None:
    """Return the account whose ``name_key`` is one of these keys, or None; earlier keys take precedence."""
    query = select(people).where(people.c.name_key.in_(keys))
    found = [PersonRow(**row) for row in (await connection.execute(query)).mappings()]
    return min(found, key=lambda row: keys.index(row.name_key or ""), default=None)


async def who_has_name(connection: AsyncConnection, *keys: str) -> set[str]:
    """Return the IDs of accounts whose names have any of these keys."""
    # Workers on older versions save only ``people.name_key``, so look there as well.
    found = select(people.c.id).where(people.c.name_key.in_(keys))
    query = found.union(select(name_keys.c.person).where(name_keys.c.key.in_(keys)))
    return {*(await connection.execute(query)).scalars()}


async def set_name_keys(connection: AsyncConnection, person: str, keys: Iterable[str]) -> None:
    """Replace all keys for an account's name.

    Raises:
        IntegrityError: (from SQLAlchemy) another account has one of the keys.
    """
    await connection.execute(delete(name_keys).where(name_keys.c.person == person))
    await connection.execute(name_keys.insert(), [{"key": key, "person": person} for key in sorted(keys)])


async def find_by_session(connection: AsyncConnection, hash_: str, now: int) -> tuple[PersonRow, SessionRow] | None:
    """Return the person and session for a session hash, or None if it is unknown or expired."""
    own = (sessions.c.made.label("_made"), sessions.c.seen.label("_seen"), sessions.c.ends.label("_ends"))
    query = select(people, *own).join(sessions, sessions.c.person == people.c.id)
    row = (await connection.execute(query.where(sessions.c.hash == hash_, sessions.c.ends > now))).mappings().first()
    if row is None:
        return None
    values = dict(row)
    session = SessionRow(values.pop("_made"), values.pop("_seen"), values.pop("_ends"))
    return PersonRow(**values), session


async def search(
    connection: AsyncConnection, text: str = "", *, key: str = "", after: str = "", limit: int = 50
) -> list[tuple[PersonRow, int]]:
    """Return a page of people, each with their number of games, ordered by ID.

    Args:
        connection: a connection in a transaction.
        text: part of the name, or the whole ID; "" for everyone.
        key: part of a name key, also matched; "" for none.
        after: the last ID on the previous page.
        limit: maximum number of people.
    """
    games_of = select(func.count()).where(games.c.person == people.c.id).scalar_subquery()
    query = select(people, games_of.label("_games")).where(people.c.id > after)
    if text:
        like = people.c.name.icontains(text, autoescape=True)
        if key:
            like = or_(like, people.c.name_key.contains(key, autoescape=True))
        query = query.where(or_(people.c.id == text, like))
    found = []
    for row in (await connection.execute(query.order_by(people.c.id).limit(limit))).mappings():
        values = dict(row)
        count = values.pop("_games")
        found.append((PersonRow(**values), count))
    return found


async def become_account(connection: AsyncConnection, person: str, name: str, key: str, passphrase: str) -> bool:
    """Turn a guest into an account. Returns: whether the person was still a guest.

    Raises:
        IntegrityError: (from SQLAlchemy) the name is in use.
    """
    query = update(people).where(people.c.id == person, people.c.passphrase.is_(None))
    done = await connection.execute(query.values(name=name, name_key=key, passphrase=passphrase))
    return done.rowcount == 1


async def set_passphrase(connection: AsyncConnection, person: str, old: str, new: str) -> bool:
    """Replace a person's passphrase hash if it is still ``old``. Returns: whether it was replaced."""
    query = update(people).where(people.c.id == person, people.c.passphrase == old)
    return (await connection.execute(query.values(passphrase=new))).rowcount == 1


async def replace_passphrase(connection: AsyncConnection, person: str, new: str) -> bool:
    """Replace an account's passphrase hash, whatever the old one was. Returns: whether the account exists."""
    query = update(people).where(people.c.id == person, people.c.passphrase.is_not(None))
    return (await connection.execute(query.values(passphrase=new))).rowcount == 1


async def rename(connection: AsyncConnection, person: str, name: str, key: str) -> bool:
    """Rename an account. Returns: whether the account exists.

    Raises:
        IntegrityError: (from SQLAlchemy) another account has the name.
    """
    query = update(people).where(people.c.id == person, people.c.passphrase.is_not(None))
    return (await connection.execute(query.values(name=name, name_key=key))).rowcount == 1


async def set_recovery_codes(connection: AsyncConnection, person: str, hashes: Sequence[str], now: int) -> None:
    """Replace all of a person's recovery codes with new ones, given as hashes.

    Raises:
        IntegrityError: (from SQLAlchemy) the person no longer exists.
    """
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    await connection.execute(
        recovery_codes.insert(), [{"hash": each, "person": person, "made": now} for each in hashes]
    )


async def use_recovery_code(connection: AsyncConnection, person: str, hash_: str) -> bool:
    """Use up a recovery code. Returns: whether it was valid; only one of several simultaneous callers gets True."""
    query = delete(recovery_codes).where(recovery_codes.c.hash == hash_, recovery_codes.c.person == person)
    return (await connection.execute(query)).rowcount == 1


async def has_recovery_code(connection: AsyncConnection, person: str, hash_: str) -> bool:
    """Return whether a person has a recovery code with this hash."""
    query = select(recovery_codes.c.hash).where(recovery_codes.c.hash == hash_, recovery_codes.c.person == person)
    return (await connection.execute(query)).first() is not None


async def count_recovery_codes(connection: AsyncConnection, person: str) -> int:
    """Return how many recovery codes a person has left."""
    query = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
    return int((await connection.execute(query)).scalar_one())


async def set_ban(connection: AsyncConnection, person: str, until: int | None, reason: str | None) -> bool:
    """Ban a person until a given time, or lift their ban (None). Returns: whether the person exists."""
    query = update(people).where(people.c.id == person).values(banned_until=until, ban_reason=reason)
    return (await connection.execute(query)).rowcount == 1


async def set_admin(connection: AsyncConnection, person: str, is_admin: bool) -> bool:
    """Grant or revoke an account's administrator rights. Returns: whether the account exists."""
    query = update(people).where(people.c.id == person, people.c.passphrase.is_not(None)).values(is_admin=is_admin)
    return (await connection.execute(query)).rowcount == 1


async def add_session(connection: AsyncConnection, hash_: str, person: str, now: int, ends: int, *, most: int) -> None:
    """Save a new session. If the person then has more than ``most``, end the least recently renewed ones.

    Raises:
        IntegrityError: (from SQLAlchemy) the person no longer exists.
    """
    older = select(sessions.c.hash).where(sessions.c.person == person)
    older = older.order_by(sessions.c.seen.desc(), sessions.c.hash).offset(most - 1)
    too_many = list((await connection.execute(older)).scalars())
    if too_many:
        await connection.execute(delete(sessions).where(sessions.c.hash.in_(too_many)))
    await connection.execute(sessions.insert().values(hash=hash_, person=person, made=now, seen=now, ends=ends))
    await connection.execute(update(people).where(people.c.id == person).values(seen=now))


async def renew(connection: AsyncConnection, hash_: str, person: str, now: int, ends: int) -> None:
    """Extend a session to ``ends``, and mark the person as seen now."""
    await connection.execute(update(sessions).where(sessions.c.hash == hash_).values(seen=now, ends=ends))
    await connection.execute(update(people).where(people.c.id == person).values(seen=now))


async def find_sessions(connection: AsyncConnection, hashes: Sequence[str], now: int) -> set[str]:
    """Return the given session hashes whose sessions are still active; pass at most a few hundred."""
    query = select(sessions.c.hash).where(sessions.c.hash.in_(hashes), sessions.c.ends > now)
    return set((await connection.execute(query)).scalars())


async def end_session(connection: AsyncConnection, hash_: str) -> str | None:
    """End a session. Returns: the ID of the person it belonged to, or None if there was no such session."""
    query = delete(sessions).where(sessions.c.hash == hash_).returning(sessions.c.person)
    person: str | None = (await connection.execute(query)).scalar()
    return person


async def end_sessions(connection: AsyncConnection, person: str) -> None:
    """End all of a person's sessions."""
    await connection.execute(delete(sessions).where(sessions.c.person == person))


async def remove(connection: AsyncConnection, person: str) -> bool:
    """Remove a person and all data belonging to them alone. Returns: whether the person existed.

    Their rooms lose their owner, and their games no longer name a player. Call ``forget_in_journals`` and
    ``forget_in_games`` first: they remove the person's ID and name from journals and records.
    """
    await game_rows.forget(connection, person)
    await connection.execute(update(rooms).where(rooms.c.owner == person).values(owner=None))
    for table in (bests, daily_tries, sessions, recovery_codes, name_keys):
        await connection.execute(delete(table).where(table.c.person == person))
    return (await connection.execute(delete(people).where(people.c.id == person))).rowcount == 1


async def forget_in_games(database: Database, person: str, names: AbstractSet[str]) -> int:
    """Remove a person's names from games and records, in batches.

    Args:
        database: an open database.
        person: person ID.
        names: all names the person has had; games with several players save only names, and are found by them.

    Returns:
        The number of games changed.
    """
    changed, after = 0, ""
    named = [games.c.name.contains(name, autoescape=True) for name in sorted(names)]
    mine = or_(games.c.person == person, and_(games.c.person.is_(None), or_(*named)))
    while True:
        query = select(games.c.id, games.c.name, games.c.record, games.c.person).where(mine, games.c.id > after)
        async with database.transaction() as connection:
            page = list(await connection.execute(query.order_by(games.c.id).limit(_PAGE)))
            for game, name, record, owner in page:
                after = game
                players = [game_rows.DELETED if owner or each in names else each for each in name.split(", ")]
                kept = ", ".join(players)
                if kept != name:
                    changed += 1
                    values = {"name": kept, "record": _with_players(record, kept)}
                    await connection.execute(update(games).where(games.c.id == game).values(**values))
        if len(page) < _PAGE:
            return changed


def _with_players(text: str, players: str) -> str:
    """Return a record's text with a different player tag."""
    try:
        record = Record.parse(text)
    except ParseError:
        # Leave an unreadable record unchanged; the page can't display it either.
        return text
    return record.replace(tags={**record.tags, "player": players}).format()


async def forget_in_journals(database: Database, person: str) -> tuple[int, set[str]]:
    """Remove a person's ID and names from the journals of all rooms.

    All journals are read, in batches with separate transactions.

    Returns:
        The number of entries changed, and the person's names found in them.
    """
    changed, after = 0, ""
    found_names: set[str] = set()
    # Use a fresh ID for each deleted person, so that two of them in one room remain different members.
    nobody = new_id()
    wanted = person.encode()
    while True:
        async with database.transaction(writes=False) as connection:
            names = select(rooms.c.id).where(rooms.c.id > after).order_by(rooms.c.id).limit(_PAGE)
            page = list((await connection.execute(names)).scalars())
            if not page:
                return changed, found_names
            after = page[-1]
            place = func.instr if database.is_sqlite else func.pg_catalog.position
            has_it = place(entries.c.entry, wanted) > 0
            query = select(entries).where(entries.c.room.in_(page), has_it)
            found = [tuple(row) for row in await connection.execute(query)]
        if found:
            async with database.transaction() as connection:
                for room, version, entry in found:
                    kept = _without(entry, person, nobody, found_names)
                    here = and_(entries.c.room == room, entries.c.version == version)
                    await connection.execute(update(entries).where(here).values(entry=kept))
            changed += len(found)


def _without(entry: bytes, person: str, nobody: str, names: set[str]) -> bytes:
    """Return a journal entry with a person's ID replaced by ``nobody``, and their names by ``DELETED``.

    In any list containing the ID, all other text counts as a name of that person, and is added to ``names``.
    """

    def cleaned(value: Any) -> Any:
        if not isinstance(value, list):
            return value
        if person in value:
            names.update(each for each in value if isinstance(each, str) and each != person)
            return [
                each if not isinstance(each, str) else nobody if each == person else game_rows.DELETED for each in value
            ]
        return [cleaned(each) for each in value]

    return msgspec.msgpack.encode(cleaned(msgspec.msgpack.decode(entry)))


async def pages(database: Database, person: str) -> AsyncIterator[tuple[str, list[dict[str, Any]]]]:
    """Yield everything saved about a person, in pages with the table's name; used to export personal data.

    Each page is read in a separate transaction. Room seeds are omitted, since the room may be used again; so are
    layouts and records from daily boards that are still sealed.
    """
    # Omit the hashes of sessions and recovery codes, because they are secret.
    kept = (sessions.c.made, sessions.c.seen, sessions.c.ends)
    codes = select(recovery_codes.c.made).where(recovery_codes.c.person == person).order_by(recovery_codes.c.made)
    async with database.transaction(writes=False) as connection:
        for name, query in (
            ("people", select(*(each for each in people.c if each.name != "passphrase")).where(people.c.id == person)),
            ("sessions", select(*kept).where(sessions.c.person == person).order_by(sessions.c.made)),
            ("recovery_codes", codes),
        ):
            yield name, [dict(row) for row in (await connection.execute(query)).mappings()]
    for table, mine, order in (
        (rooms, rooms.c.owner, rooms.c.id),
        (games, games.c.person, games.c.id),
        (bests, bests.c.person, bests.c.kind + " " + bests.c.period + " " + bests.c.begins),
        (daily_tries, daily_tries.c.person, daily_tries.c.date + " " + daily_tries.c.preset),
    ):
        after: str | None = None
        while True:
            query = select(table, order.label("_order")).where(mine == person).order_by(order).limit(_PAGE)
            if after is not None:
                query = query.where(order > after)
            async with database.transaction(writes=False) as connection:
                found = [dict(row) for row in (await connection.execute(query)).mappings()]
            if not found:
                break
            after = found[-1]["_order"]
            for row in found:
                del row["_order"]
                if table is rooms:
                    del row["seed"]
                if table is games and _is_sealed(row["daily"]):
                    del row["record"], row["layout"]
            yield table.name, found


async def remove_ended_sessions(connection: AsyncConnection, now: int) -> int:
    """Remove expired sessions, and return how many there were."""
    return (await connection.execute(delete(sessions).where(sessions.c.ends <= now))).rowcount


async def remove_idle_guests(connection: AsyncConnection, before: int, *, limit: int = 500) -> list[str]:
    """Remove up to ``limit`` guests without games or a ban, last seen before a given time, and return their IDs."""
    played = [
        select(table.c.person).where(table.c.person == people.c.id).exists() for table in (games, daily_tries, bests)
    ]
    is_idle = and_(
        people.c.passphrase.is_(None),
        people.c.seen < before,
        *(~each for each in played),
        # Don't remove banned guests, since that would lift the ban.
        or_(people.c.banned_until.is_(None), people.c.banned_until < before),
    )
    query = select(people.c.id).where(is_idle).order_by(people.c.seen).limit(limit)
    idle = list((await connection.execute(query)).scalars())
    if idle:
        # Repeat the conditions, to skip guests who came back, registered, finished a game or were banned meanwhile.
        gone = delete(people).where(people.c.id.in_(idle), is_idle).returning(people.c.id)
        idle = list((await connection.execute(gone)).scalars())
    return idle


def _is_sealed(daily: str | None) -> bool:
    return daily is not None and now() < dailies.sealed_until(daily)


def _person(row: Any) -> PersonRow | None:
    return None if row is None else PersonRow(**row)
