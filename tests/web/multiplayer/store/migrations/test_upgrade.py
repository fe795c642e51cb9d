"""Every database is upgraded to the current tables, from any revision."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

import hypersweep.web.multiplayer.store.migrations
from databases import opened
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.migrations import NEWEST, upgrade
from hypersweep.web.multiplayer.store.tables import metadata


def revisions() -> list[str]:
    """Return all revisions, oldest first."""
    config = Config()
    config.set_main_option("script_location", str(Path(hypersweep.web.multiplayer.store.migrations.__file__).parent))
    return [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()][::-1]


def difference(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
    return list(compare_metadata(context, metadata))


def test_the_newest_revision_is_the_last_one() -> None:
    assert revisions()[-1] == NEWEST


@pytest.mark.slow
def test_what_migrations_make_are_the_tables_of_the_program(url: str) -> None:
    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            assert await connection.run_sync(difference) == []

    asyncio.run(main())


@pytest.mark.slow
def test_every_revision_comes_to_the_newest(url: str) -> None:
    def clear(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        assert inspect(connection).get_table_names() == []

    async def main() -> None:
        database = Database(url, seconds=60)
        await database.open()
        for revision in revisions():
            async with database.transaction() as connection:
                await connection.run_sync(clear)
                await connection.run_sync(upgrade, revision)
                await connection.run_sync(upgrade)
                assert await connection.run_sync(difference) == []
        await database.close()

    asyncio.run(main())


@pytest.mark.slow
def test_one_that_fails_leaves_nothing(url: str) -> None:
    def fail(connection: Connection) -> None:
        metadata.drop_all(connection)
        connection.exec_driver_sql("DROP TABLE alembic_version")
        upgrade(connection)
        raise RuntimeError("in the middle")

    async def main() -> None:
        async with opened(url) as database:
            try:
                async with database.transaction() as connection:
                    await connection.run_sync(fail)
            except RuntimeError:
                pass
            async with database.transaction() as connection:
                assert await connection.run_sync(difference) == []

    asyncio.run(main())
