"""The rooms that anybody may enter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from hypersweep.web.together.store.tables import people, rooms

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["OpenRoom", "open_rooms"]


class OpenRoom(NamedTuple):
    """A room of the lobby, with its owner's name; "" where the owner is gone."""

    id: str
    kind: str
    board: str
    mines: int
    rules: str
    made: int
    owner: str


async def open_rooms(connection: AsyncConnection, *, most: int = 100) -> list[OpenRoom]:
    """Gives the open rooms, the newest first."""
    query = (
        select(
            rooms.c.id,
            rooms.c.kind,
            rooms.c.board,
            rooms.c.mines,
            rooms.c.rules,
            rooms.c.made,
            func.coalesce(people.c.name, ""),
        )
        .outerjoin(people, people.c.id == rooms.c.owner)
        .where(rooms.c.is_open, rooms.c.ended.is_(None))
        .order_by(rooms.c.made.desc(), rooms.c.id)
        .limit(most)
    )
    return [OpenRoom(*row) for row in await connection.execute(query)]
