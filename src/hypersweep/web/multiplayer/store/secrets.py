"""Secrets of the server itself, made at first use and shared by all workers."""

from __future__ import annotations

from secrets import token_urlsafe
from typing import TYPE_CHECKING

from sqlalchemy import select

from hypersweep.web.multiplayer.store.tables import secrets_kept
from hypersweep.web.multiplayer.store.upsert import insert

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def secret(connection: AsyncConnection, name: str) -> str:
    """Return a secret of 256 random bits by its name, as text; it never changes.

    Args:
        connection: in a transaction that writes.
        name: its purpose, such as "daily".
    """
    query = select(secrets_kept.c.value).where(secrets_kept.c.name == name)
    found = (await connection.execute(query)).scalar()
    if found is None:
        # Another worker may make the secret at the same time: the first one saved counts.
        made = insert(connection, secrets_kept).values(name=name, value=token_urlsafe(32)).on_conflict_do_nothing()
        await connection.execute(made)
        found = (await connection.execute(query)).scalar_one()
    return str(found)
