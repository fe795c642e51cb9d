"""Databases for tests, and rooms in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.store.room_rows import RoomRow, add
from hypersweep.web.multiplayer.store.tables import new_id, now


@pytest.fixture(params=["memory", "file", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "postgres":
        postgres = request.getfixturevalue("postgres")
        yield postgres.url(postgres.new_database())
    else:
        yield "sqlite+aiosqlite://" if request.param == "memory" else sqlite_url(tmp_path / "together.db")


def sqlite_url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def a_room(**differences: object) -> RoomRow:
    """Return a room that doesn't exist."""
    usual: dict[str, object] = {
        "id": new_id(),
        "kind": "solo",
        "board": "3x4",
        "mines": 2,
        "rules": "classic",
        "seed": "17",
        "owner": None,
        "key": "key",
        "settings": "{}",
        "made": now(),
    }
    return RoomRow(**{**usual, **differences})  # type: ignore[arg-type]


@asynccontextmanager
async def opened(url: str, *, seconds: float = 60) -> AsyncIterator[Database]:
    """Return a database that is open for the block, with timeouts for a busy machine."""
    database = Database(url, seconds=seconds)
    await database.open()
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def journalling(url: str, *, seconds: float = 60) -> AsyncIterator[tuple[Database, Journal]]:
    """Return a database that is open for the block, and a journal in it."""
    async with opened(url, seconds=seconds) as database:
        journal = Journal(database)
        try:
            yield database, journal
        finally:
            await journal.close()


async def taken_room(database: Database, journal: Journal) -> tuple[str, int]:
    """Return a new room and its epoch."""
    room = a_room()
    async with database.transaction() as connection:
        await add(connection, room)
    return room.id, await journal.take(room.id)
