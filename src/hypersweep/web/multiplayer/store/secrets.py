"""Secrets of the server itself, made when they are first needed; all workers have the same."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING

from sqlalchemy import select

from hypersweep.web.multiplayer.store.tables import secrets_kept
from hypersweep.web.multiplayer.store.upsert import insert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

__all__ = ["secret"]


async def secret(connection: AsyncConnection, name: str) -> str:
    """Gives a secret of 256 random bits by its name, as text; the same one for ever.

    Args:
        connection: in a transaction that writes.
        name: what it is for, such as "daily".
    """
    query = select(secrets_kept.c.value).where(secrets_kept.c.name == name)
    found = (await connection.execute(query)).scalar()
    if found is None:
        # Another worker may be making it just now: what was kept first counts.
        made = insert(connection, secrets_kept).values(name=name, value=token_urlsafe(32)).on_conflict_do_nothing()
        await connection.execute(made)
        found = (await connection.execute(query)).scalar_one()
    return str(found)
