"""The table of rooms, behind the interface that rooms use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.store import rooms

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.rooms import RoomRow


class DatabaseRows:
    """The table of rooms in a database; each method raises ``UnavailableError`` if the database is unavailable.

    Args:
        database: an open database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a room unless its owner has ``most`` of its kind. Returns: whether it was saved."""
        async with self._database.transaction() as connection:
            return await rooms.add(connection, row, most=most)

    async def find(self, name: str) -> RoomRow | None:
        """Return the room of an id, or None."""
        async with self._database.transaction(writes=False) as connection:
            return await rooms.load(connection, name)

    async def end(self, name: str, moment: int) -> None:
        """Mark a room as over: all its games are saved."""
        async with self._database.transaction() as connection:
            await rooms.end(connection, name, moment)

    async def reopen(self, name: str) -> None:
        """Mark a finished room as running again, since it has a new game."""
        async with self._database.transaction() as connection:
            await rooms.reopen(connection, name)

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """List a room in the lobby, or remove it from there."""
        async with self._database.transaction() as connection:
            await rooms.set_open(connection, name, is_listed)
