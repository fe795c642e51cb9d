"""The table of rooms, as rooms need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.web.together.store import rooms

if TYPE_CHECKING:
    from hypersweep.web.together.store.database import Database
    from hypersweep.web.together.store.rooms import RoomRow

__all__ = ["DatabaseRows"]


class DatabaseRows:
    """The table of rooms in a database; each of its methods raises ``UnavailableError`` where that can't be reached.

    Args:
        database: that is open.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, row: RoomRow) -> None:
        """Keep a room that was made."""
        async with self._database.transaction() as connection:
            await rooms.add(connection, row)

    async def find(self, name: str) -> RoomRow | None:
        """The room of a name."""
        async with self._database.transaction(writes=False) as connection:
            return await rooms.load(connection, name)

    async def end(self, name: str, moment: int) -> None:
        """Note that a room is over, with all its games kept."""
        async with self._database.transaction() as connection:
            await rooms.end(connection, name, moment)

    async def count(self, person: str) -> int:
        """How many rooms of a person aren't over."""
        async with self._database.transaction(writes=False) as connection:
            return await rooms.count_of(connection, person)
