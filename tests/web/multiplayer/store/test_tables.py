"""The tables and their content."""

from __future__ import annotations

import time

from sqlalchemy import create_engine
from sqlalchemy.schema import CreateIndex, CreateTable

from hypersweep.web.multiplayer.store.tables import metadata, new_id, now


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
