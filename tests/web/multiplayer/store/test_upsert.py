"""Rows that may already exist, in each database."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from databases import opened
from hypersweep.web.multiplayer.store.tables import secrets_kept
from hypersweep.web.multiplayer.store.upsert import insert


def test_the_first_row_stays_or_the_last_one_comes(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            for value in ("first", "second"):
                row = insert(connection, secrets_kept).values(name="name", value=value)
                await connection.execute(row.on_conflict_do_nothing())
            values = select(secrets_kept.c.value)
            assert (await connection.execute(values)).scalars().all() == ["first"]
            row = insert(connection, secrets_kept).values(name="name", value="third")
            await connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": "third"}))
            assert (await connection.execute(values)).scalars().all() == ["third"]

    asyncio.run(main())
