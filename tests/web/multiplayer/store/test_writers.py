"""Commits of batches: each way has the same result as the plain one, for any batch."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from databases import a_room, opened
from hypersweep.web.multiplayer.failures import StoreError
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.rooms import add
from hypersweep.web.multiplayer.store.tables import entries, rooms
from hypersweep.web.multiplayer.store.writers import Append, PlainWriter, Writer, writer_for

BATCHES = st.lists(
    st.lists(
        st.builds(
            Append,
            st.sampled_from(["one", "two", "none"]),
            st.integers(1, 2),
            st.integers(1, 4),
            st.binary(max_size=3),
            st.just(lambda error: None),
        ),
        min_size=1,
        max_size=5,
    ),
    max_size=4,
)


async def outcome(database: Database, writer: Writer, batches: Sequence[Sequence[Append]]) -> list[object]:
    """Return a writer's answers to batches, and the saved state at the end, starting with two rooms of different
    epochs."""
    async with database.transaction() as connection:
        await connection.execute(entries.delete())
        await connection.execute(rooms.delete())
        for name, epoch in (("one", 1), ("two", 2)):
            await add(connection, a_room(id=name, epoch=epoch))
    said: list[object] = []
    for batch in batches:
        try:
            said.append(await writer.keep(batch))
        except StoreError:
            said.append("can't be kept")
    async with database.transaction(writes=False) as connection:
        kept = await connection.execute(select(entries).order_by(entries.c.room, entries.c.version))
        return [*said, *(tuple(row) for row in kept)]


@pytest.mark.ci_limit(2)
@pytest.mark.slow
def test_each_database_has_its_way(url: str) -> None:
    @settings(max_examples=25)
    @given(BATCHES)
    def compare(batches: list[list[Append]]) -> None:
        expected = runner.run(outcome(database, plain, batches))
        assert runner.run(outcome(database, writer, batches)) == expected

    with asyncio.Runner() as runner:
        database = Database(url)
        runner.run(database.open())
        plain, writer = PlainWriter(database), writer_for(database)
        try:
            compare()
        finally:
            runner.run(writer.close())
            runner.run(database.close())


def test_a_file_that_is_gone_isnt_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "together.db"

    async def main() -> None:
        from hypersweep.web.multiplayer.failures import UnavailableError

        async with opened(f"sqlite+aiosqlite:///{path}") as database:
            writer = writer_for(database)
            for each in tmp_path.iterdir():
                each.unlink()
            with pytest.raises(UnavailableError, match="can't be opened"):
                await writer.keep([Append("one", 1, 1, b"", lambda error: None)])
            await writer.close()
            assert not path.exists()

    asyncio.run(main())
