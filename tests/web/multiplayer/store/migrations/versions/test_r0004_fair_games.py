"""Games in an older database count as before, with their times."""

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, insert, inspect

from databases import opened
from hypersweep.web.multiplayer.store import finished_games
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.migrations.versions import r0004_fair_games
from hypersweep.web.multiplayer.store.tables import games as table
from hypersweep.web.multiplayer.store.tables import metadata
from ranked_games import bare_game


def test_it_adds_the_columns(url: str) -> None:
    assert (r0004_fair_games.revision, r0004_fair_games.down_revision) == ("0004", "0003")
    old = bare_game("p1", 1234, 5)

    def older(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        upgrade(connection, "0003")
        columns = {each["name"] for each in inspect(connection).get_columns("games")}
        assert "lag" not in columns
        values = {name: getattr(old, name) for name in columns}
        connection.execute(insert(table).values({**values, "person": None}))
        upgrade(connection, "0004")

    async def main() -> None:
        async with opened(url) as database:
            async with database.transaction() as connection:
                await connection.run_sync(older)
                found = await finished_games.load(connection, old.id)
                assert found is not None
                assert (found.milliseconds, found.lag, found.suspicion, found.decision) == (1234, 0, None, None)
            async with database.transaction() as connection:
                await connection.run_sync(upgrade)

    asyncio.run(main())
