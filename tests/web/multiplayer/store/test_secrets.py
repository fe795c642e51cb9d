"""Secrets of the server."""

from __future__ import annotations

import asyncio

from databases import opened
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.secrets import secret


def test_a_secret_is_made_once_whoever_asks_first(url: str) -> None:
    async def ask(database: Database, name: str) -> str:
        async with database.transaction() as connection:
            return await secret(connection, name)

    async def main() -> None:
        async with opened(url) as database:
            given = await asyncio.gather(*(ask(database, "daily") for _ in range(10)))
            assert len(set(given)) == 1
            assert len(given[0]) == 43
            assert await ask(database, "other") != given[0]

    asyncio.run(main())
