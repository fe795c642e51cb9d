"""The first tables never change: only a new migration may change a released one."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, inspect

from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.migrations.versions import r0001_tables
from hypersweep.web.multiplayer.store.tables import metadata

TABLES = {
    "alembic_version": 1,
    "bests": 7,
    "dailies": 9,
    "daily_tries": 5,
    "entries": 3,
    "games": 23,
    "people": 9,
    "rooms": 13,
    "secrets": 2,
    "sessions": 5,
}


def test_it_is_the_first_and_makes_all_tables_of_then(url: str) -> None:
    assert (r0001_tables.revision, r0001_tables.down_revision) == ("0001", None)

    def columns(connection: Connection) -> dict[str, int]:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        upgrade(connection, "0001")
        found = inspect(connection)
        return {name: len(found.get_columns(name)) for name in found.get_table_names()}

    async def main() -> None:
        database = Database(url, seconds=60)
        await database.open()
        async with database.transaction() as connection:
            assert await connection.run_sync(columns) == TABLES
            await connection.run_sync(upgrade)
        await database.close()

    asyncio.run(main())
