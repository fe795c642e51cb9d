"""Accounts in an older database have no recovery codes, and can get some."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, inspect, text

from databases import opened
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.migrations.versions import r0003_recovery_codes
from hypersweep.web.multiplayer.store.tables import metadata


def test_it_makes_the_table(url: str) -> None:
    assert (r0003_recovery_codes.revision, r0003_recovery_codes.down_revision) == ("0003", "0002")

    def older(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        upgrade(connection, "0002")
        assert "recovery_codes" not in inspect(connection).get_table_names()
        connection.execute(
            text("INSERT INTO people (id, name, name_key, passphrase, made, seen) VALUES ('p1', 'A', 'a', 'x', 1, 1)")
        )
        upgrade(connection, "0003")

    async def main() -> None:
        async with opened(url) as database:
            async with database.transaction() as connection:
                await connection.run_sync(older)
                assert await rows.count_recovery_codes(connection, "p1") == 0
                await rows.set_recovery_codes(connection, "p1", ["h1", "h2"], 1)
                assert await rows.count_recovery_codes(connection, "p1") == 2
            async with database.transaction() as connection:
                await connection.run_sync(upgrade)

    asyncio.run(main())
