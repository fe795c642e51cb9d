"""Keys of names as written are saved, for the oldest account first, and older workers' accounts are noticed."""

# ruff: noqa: RUF001 - names that look alike are what this is about

from __future__ import annotations

import asyncio

from sqlalchemy import Connection, text

from databases import opened
from hypersweep.web.multiplayer.name_keys import key_as_written, name_key
from hypersweep.web.multiplayer.store import people as rows
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.migrations.versions import r0005_written_names
from hypersweep.web.multiplayer.store.tables import metadata

# Oldest account first; None for a guest.
NAMES = [("p1", "ΝΙΝΑ", name_key("ΝΙΝΑ")), ("p2", "NINA", name_key("NINA")), ("p3", "Guest 1", None)]


def test_the_oldest_account_has_a_key_as_written(url: str) -> None:
    assert (r0005_written_names.revision, r0005_written_names.down_revision) == ("0005", "0004")

    def add(connection: Connection, person: str, name: str, key: str | None, made: int) -> None:
        row = {"id": person, "name": name, "key": key, "made": made}
        insert = "INSERT INTO people (id, name, name_key, made, seen) VALUES (:id, :name, :key, :made, 1)"
        connection.execute(text(insert), row)

    def older(connection: Connection) -> None:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        upgrade(connection, "0004")
        for made, each in enumerate(NAMES):
            add(connection, *each, made)
        upgrade(connection, "0005")
        # A worker of the older version goes on for a while.
        add(connection, "p4", "Petra", name_key("Petra"), 9)

    async def main() -> None:
        async with opened(url) as database, database.transaction() as connection:
            await connection.run_sync(older)
            found = await connection.execute(text("SELECT key, person FROM name_keys"))
            keys = {(key, person) for key, person in found}
            assert keys == {(name_key("ΝΙΝΑ"), "p1"), (key_as_written("ΝΙΝΑ"), "p1")}
            assert await rows.who_has_name(connection, name_key("Nina")) == {"p1", "p2"}
            assert await rows.who_has_name(connection, name_key("PETRA")) == {"p4"}
            await connection.run_sync(upgrade)

    asyncio.run(main())
