"""The table of rooms: each room as created, and the lobby's list of open ones. Entries are in the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import and_, delete, func, select, update

from hypersweep.web.multiplayer.store.tables import entries, insert, people, rooms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A row in the table of rooms: the room as created; only ``is_open``, ``ended`` and ``epoch`` change later.

    Attributes:
        id: room ID, as returned by ``new_id``.
        kind: room type: "solo", "coop", "versus" or "study".
        board: the grid as text, such as "3x5".
        mines: number of mines.
        rules: the rules as text.
        seed: secret seed for the boards in the first round.
        owner: ID of the person who created the room; None if that person was deleted.
        key: the original invitation key for players.
        settings: the room type's specific settings, as JSON.
        made: when the room was created, in milliseconds since 1970.
        is_open: whether the lobby lists the room.
        ended: when the room ended, in milliseconds since 1970; None while it is open.
        epoch: how many times workers have taken over the room.
    """

    id: str
    kind: str
    board: str
    mines: int
    rules: str
    seed: str
    owner: str | None
    key: str
    settings: str
    made: int
    is_open: bool = False
    ended: int | None = None
    epoch: int = 0

    @property
    def is_by_guest(self) -> bool:
        """Whether the owner was a guest when the room was created."""
        return bool(json.loads(self.settings).get("is_guest"))


async def add(connection: AsyncConnection, room: RoomRow, *, most: int | None = None) -> bool:
    """Save a new room; an existing room with the same ID stays unchanged.

    Args:
        connection: a connection in a writing transaction.
        room: the room.
        most: maximum number of unfinished rooms of this type per owner; None for no limit.

    Returns:
        Whether the owner was below the maximum; True even if a room with this ID already existed.
    """
    if most is not None:
        # On PostgreSQL, the lock makes a concurrent request from this owner wait for this transaction. SQLite ignores
        # the lock, but allows only one writer at a time.
        owner = select(people.c.id).where(people.c.id == room.owner)
        await connection.execute(owner.with_for_update(key_share=True))
        query = select(func.count()).select_from(rooms).where(rooms.c.owner == room.owner, rooms.c.ended.is_(None))
        if (await connection.execute(query.where(rooms.c.kind == room.kind))).scalar_one() >= most:
            return False
    await connection.execute(insert(connection, rooms).values(**asdict(room)).on_conflict_do_nothing())
    return True


async def load(connection: AsyncConnection, room: str) -> RoomRow | None:
    """Return the room with this ID, or None."""
    row = (await connection.execute(select(rooms).where(rooms.c.id == room))).mappings().first()
    return None if row is None else RoomRow(**row)


async def end(connection: AsyncConnection, room: str, moment: int) -> None:
    """Mark a room as over at a given time, in milliseconds since 1970; later calls don't change that time."""
    await connection.execute(update(rooms).where(rooms.c.id == room, rooms.c.ended.is_(None)).values(ended=moment))


async def set_open(connection: AsyncConnection, room: str, is_open: bool) -> None:
    """Show a room in the lobby, or hide it."""
    await connection.execute(update(rooms).where(rooms.c.id == room).values(is_open=is_open))


async def games_of(connection: AsyncConnection, person: str, *, limit: int = 400) -> list[RoomRow]:
    """Return a person's unfinished rooms (except studies), newest first."""
    query = select(rooms).where(rooms.c.owner == person, rooms.c.ended.is_(None), rooms.c.kind != "study")
    query = query.order_by(rooms.c.made.desc(), rooms.c.id).limit(limit)
    return [RoomRow(**row) for row in (await connection.execute(query)).mappings()]


async def reopen(connection: AsyncConnection, room: str) -> None:
    """Mark a finished room as running again because a new game starts in it."""
    await connection.execute(update(rooms).where(rooms.c.id == room).values(ended=None))


async def ended_since(connection: AsyncConnection, moment: int) -> list[tuple[str, int]]:
    """Return the IDs and epochs of rooms that ended at or after a given time."""
    query = select(rooms.c.id, rooms.c.epoch).where(rooms.c.ended >= moment)
    return [(name, epoch) for name, epoch in await connection.execute(query)]


async def running(
    connection: AsyncConnection, before: int, after: str, *, limit: int = 200
) -> list[tuple[str, str, int]]:
    """Return a page of unfinished rooms created before a given time, except studies, with their last use.

    Args:
        connection: a connection in a transaction.
        before: the time, in milliseconds since 1970.
        after: ID of the last room on the previous page; "" for the first page.
        limit: maximum number of rooms.

    Returns:
        For each room its ID, its type, and when it was last used: the time of its last entry, or of its creation.
    """
    own = entries.alias()
    latest = select(func.max(own.c.version)).where(own.c.room == rooms.c.id).scalar_subquery()
    query = (
        select(rooms.c.id, rooms.c.kind, rooms.c.made, entries.c.entry)
        .select_from(rooms)
        .outerjoin(entries, and_(entries.c.room == rooms.c.id, entries.c.version == latest))
        .where(rooms.c.ended.is_(None), rooms.c.made < before, rooms.c.kind != "study", rooms.c.id > after)
        .order_by(rooms.c.id)
        .limit(limit)
    )
    return [
        (name, kind, made if entry is None else made + msgspec.msgpack.decode(entry)[1])
        for name, kind, made, entry in await connection.execute(query)
    ]


async def search(connection: AsyncConnection, *, before: int | None = None, limit: int = 100) -> list[RoomRow]:
    """Return rooms created before a given time, newest first; for administrators."""
    query = select(rooms).order_by(rooms.c.made.desc(), rooms.c.id).limit(limit)
    if before is not None:
        query = query.where(rooms.c.made < before)
    return [RoomRow(**row) for row in (await connection.execute(query)).mappings()]


async def remove(connection: AsyncConnection, names: Sequence[str]) -> None:
    """Remove rooms and their journals; their finished games stay."""
    await connection.execute(delete(entries).where(entries.c.room.in_(names)))
    await connection.execute(delete(rooms).where(rooms.c.id.in_(names)))


async def remove_ended(connection: AsyncConnection, before: int, *, limit: int = 200) -> int:
    """Remove up to ``limit`` rooms that ended before a given time, oldest first, and return the number removed."""
    query = select(rooms.c.id).where(rooms.c.ended < before).order_by(rooms.c.ended).limit(limit)
    names = list((await connection.execute(query)).scalars())
    if names:
        await remove(connection, names)
    return len(names)


# Maximum number of rooms per owner in the lobby, so that no owner can fill it.
_MOST_OF_ONE = 3


class OpenRoom(NamedTuple):
    """A room in the lobby, with its owner's name ("" if the owner was deleted)."""

    id: str
    kind: str
    board: str
    mines: int
    rules: str
    made: int
    owner: str


async def open_rooms(connection: AsyncConnection, *, most: int = 100) -> list[OpenRoom]:
    """Return the lobby's open rooms, newest first, but only the few newest from each owner."""
    newest = (rooms.c.made.desc(), rooms.c.id)
    place = func.row_number().over(partition_by=rooms.c.owner, order_by=newest).label("place")
    there = select(rooms, place).where(rooms.c.is_open, rooms.c.ended.is_(None)).subquery()
    query = (
        select(
            there.c.id,
            there.c.kind,
            there.c.board,
            there.c.mines,
            there.c.rules,
            there.c.made,
            func.coalesce(people.c.name, ""),
        )
        .outerjoin(people, people.c.id == there.c.owner)
        .where(there.c.place <= _MOST_OF_ONE)
        .order_by(there.c.made.desc(), there.c.id)
        .limit(most)
    )
    return [OpenRoom(*row) for row in await connection.execute(query)]
