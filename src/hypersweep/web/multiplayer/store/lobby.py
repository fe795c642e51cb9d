"""The rooms that anyone may enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from hypersweep.web.multiplayer.store.tables import people, rooms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

# Maximum number of rooms shown of one owner, so that one person can't fill the lobby.
_MOST_OF_ONE = 3


class OpenRoom(NamedTuple):
    """A room in the lobby, with its owner's name; "" if the owner was deleted."""

    id: str
    kind: str
    board: str
    mines: int
    rules: str
    made: int
    owner: str


async def open_rooms(connection: AsyncConnection, *, most: int = 100) -> list[OpenRoom]:
    """Return the open rooms, the newest first, and of each owner only the newest few."""
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
