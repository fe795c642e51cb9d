"""The table of rooms, as rooms need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.store import rooms

if TYPE_CHECKING:
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.rooms import RoomRow

__all__ = ["DatabaseRows"]


class DatabaseRows:
    """The table of rooms in a database; each of its methods raises ``UnavailableError`` where that can't be reached.

    Args:
        database: that is open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, row: RoomRow, most: int | None = None) -> bool:
        """Save a room, unless its owner has ``most`` of its kind. Returns: whether there were fewer."""
        async with self._database.transaction() as connection:
            return await rooms.add(connection, row, most=most)

    async def find(self, name: str) -> RoomRow | None:
        """The room of a name."""
        async with self._database.transaction(writes=False) as connection:
            return await rooms.load(connection, name)

    async def end(self, name: str, moment: int) -> None:
        """Note that a room is over, with all its games kept."""
        async with self._database.transaction() as connection:
            await rooms.end(connection, name, moment)

    async def reopen(self, name: str) -> None:
        """Note that a room in which all games were over has another one."""
        async with self._database.transaction() as connection:
            await rooms.reopen(connection, name)

    async def set_listed(self, name: str, is_listed: bool) -> None:
        """Put a room into the lobby, or take it out."""
        async with self._database.transaction() as connection:
            await rooms.set_open(connection, name, is_listed)
