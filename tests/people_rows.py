"""Database rows for tests: rooms, games and people."""

from __future__ import annotations

from sqlalchemy import Table, func, select

from hypersweep.record import Record
from hypersweep.web.multiplayer.rooms.entries import Begun, Entered, Moved, encode
from hypersweep.web.multiplayer.store import finished_games as game_rows
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import bests, daily_tries, entries, new_id


async def count(database: Database, table: Table) -> int:
    """Return the number of rows."""
    async with database.transaction(writes=False) as connection:
        return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def add_room(database: Database, person: str, name: str, *, ended: int | None = None) -> str:
    """Store a room made and entered by a person, with its journal."""
    row = RoomRow(new_id(), "coop", "3x4", 2, "classic", "12345", person, "key", "{}", 17, ended=ended)
    journal = [Entered(1, person, name), Begun(2, 5, [0]), Moved(3, 1, 1, 0, 7, 950)]
    async with database.transaction() as connection:
        await room_rows.add(connection, row)
        for version, entry in enumerate(journal, 1):
            await connection.execute(entries.insert().values(room=row.id, version=version, entry=encode(entry)))
    return row.id


async def add_game(database: Database, person: str | None, name: str, room: str, *, number: int = 1) -> str:
    """Store a game won by a person, as a best time and for a daily board; without a person, one of several players."""
    text = Record("3x4", 2, seed=7, tags={"player": name, "start": "2026-11-22T20:00:00Z"}).format()
    kind = ("3x4", 2, "classic", "won", 1700, text, "a layout", 23)
    game = GameRow(new_id(), room, 1, number, person, name, *kind, is_ranked=True)
    if person is None:
        async with database.transaction() as connection:
            assert await game_rows.add(connection, game)
        return game.id
    best = {"kind": "3x4/2//", "period": "day", "begins": "2026-11-22", "person": person, "game": game.id}
    tried = {"date": "2026-11-22", "preset": "expert", "person": person, "room": room, "game": game.id}
    async with database.transaction() as connection:
        assert await game_rows.add(connection, game)
        await connection.execute(bests.insert().values(**best, milliseconds=1700, finished=23))
        await connection.execute(daily_tries.insert().values(**tried))
    return game.id
