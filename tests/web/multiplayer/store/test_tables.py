"""The tables and their content."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import create_engine, select
from sqlalchemy.schema import CreateIndex, CreateTable

from databases import opened
from hypersweep.web.multiplayer.store.tables import insert, metadata, new_id, now, secrets_kept


def test_ids_are_names_that_fit_an_address() -> None:
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(name) == 16 and name.replace("-", "").replace("_", "").isalnum() for name in made)
    # A URL as on the command line.
    assert not any(name.startswith("-") for name in made)


def test_moments_are_milliseconds() -> None:
    assert abs(now() / 1000 - time.time()) < 60


def test_every_constraint_has_a_name_that_both_databases_take() -> None:
    for table in metadata.sorted_tables:
        names = [each.name for each in table.constraints if each.name is not None]
        names += [index.name for index in table.indexes if index.name is not None]
        assert len(names) == len(set(names)) == len(table.constraints) + len(table.indexes)
        assert all(len(str(name)) <= 63 for name in names)
        for dialect in (create_engine("sqlite://").dialect, create_engine("postgresql+psycopg://").dialect):
            assert str(CreateTable(table).compile(dialect=dialect))
            assert all(str(CreateIndex(index).compile(dialect=dialect)) for index in table.indexes)


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
