"""Accounts get the current keys, and none is lost: all can sign in as before."""

# ruff: noqa: RUF001 - names that look alike are what this is about

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Connection, text

from databases import opened
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.name_keys import name_key, second_key
from hypersweep.web.multiplayer.people.accounts import People
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.migrations import upgrade
from hypersweep.web.multiplayer.store.migrations.versions import r0002_name_keys
from hypersweep.web.multiplayer.store.tables import metadata
from people_calls import quick_passphrases

# Names with keys as 0.1.0's development made them, oldest account first; None for a guest.
OLD = [("Emma", "ernrna"), ("ĸim", "ĸim"), ("Kim", "kim"), ("Ꮲaula", "Ꮲaula"), ("Paula", "paula"), ("Guest 1", None)]


def test_it_follows_the_first() -> None:
    assert (r0002_name_keys.revision, r0002_name_keys.down_revision) == ("0002", "0001")


def test_accounts_whose_names_look_alike_now_stay_apart(url: str) -> None:
    def old_tables(connection: Connection, hashes: list[str]) -> None:
        connection.exec_driver_sql("DROP TABLE IF EXISTS alembic_version")
        metadata.drop_all(connection)
        upgrade(connection, "0001")
        insert = text(
            "INSERT INTO people (id, name, name_key, passphrase, made, seen) VALUES (:id, :name, :key, :hash, :made, 1)"
        )
        for number, (name, key) in enumerate(OLD):
            row = {"id": f"p{number}", "name": name, "key": key, "hash": key and hashes[number], "made": number}
            connection.execute(insert, row)
        # An old key that is another account's new one.
        connection.execute(text("UPDATE people SET name_key = 'kirn' WHERE name = 'Emma'"))
        connection.execute(text("UPDATE people SET name_key = 'ernrna' WHERE name = 'Kim'"))

    async def main() -> None:
        async with opened(url) as database:
            passphrases = quick_passphrases()
            people = People(database, Settings(url), passphrases=passphrases)
            hashes = [await passphrases.hash(f"passphrase {number}") for number in range(len(OLD))]
            async with database.transaction() as connection:
                await connection.run_sync(old_tables, hashes)
                await connection.run_sync(upgrade)
                found = await connection.execute(text("SELECT name, name_key FROM people"))
                keys = {row.name: row.name_key for row in found}
            assert keys == {
                "Emma": name_key("Emma"),
                "ĸim": name_key("Kim"),
                "Kim": second_key("Kim"),
                "Ꮲaula": name_key("Paula"),
                "Paula": second_key("Paula"),
                "Guest 1": None,
            }
            for number, (name, key) in enumerate(OLD):
                if key is not None:
                    signed_in = await people.sign_in(name, f"passphrase {number}")
                    assert (signed_in.me.id, signed_in.me.name) == (f"p{number}", name)
            # The oldest is found by any spelling, the others by their own.
            assert (await people.sign_in("KIM", "passphrase 1")).me.id == "p1"
            with pytest.raises(RefusedError, match="name"):
                await people.sign_in("KIM", "passphrase 2")
            await people.delete("p1")
            # The name of an account is never free, though its key is.
            with pytest.raises(RefusedError, match="is in use"):
                await people.register(None, "Kim", "passphrase 9")
            await people.close()

    asyncio.run(main())


def test_a_database_without_accounts_comes_through() -> None:
    async def main() -> None:
        database = Database("sqlite+aiosqlite://")
        await database.open()
        await database.close()

    asyncio.run(main())
