"""Whether the response time reveals a mine: opens that lose compared with opens that don't, in the same run.

    python benchmarks/web_losing.py [GAMES]

Each game has its own room. It prints percentiles of the milliseconds from a click to its answer, including SQLite's
commit, and how often a losing open takes longer than a harmless one: 0.5 if the time reveals nothing.
"""

from __future__ import annotations

import asyncio
import gc
import random
import sys
import tempfile
import time
from pathlib import Path

from hypersweep import Game
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.protocol import Join, Me, Move
from hypersweep.web.multiplayer.rooms.ports import FinishedGame
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.store.tables import people

BOARD, MINES = "16x30", 99


class Ear:
    """A connection that records when the answer to its latest move came."""

    def __init__(self, person: Me) -> None:
        self.id = f"connection of {person.id}"
        self.person = person
        self.round_trip = 0
        self.answered = asyncio.Event()
        self.when = 0.0

    def send(self, frame: bytes) -> None:
        """Receive a message."""
        if frame.startswith((b'{"t":"moved"', b'{"t":"state"')):
            self.when = time.perf_counter()
            self.answered.set()


async def timed(rooms: Rooms, me: Me, number: int, *, is_losing: bool) -> float:
    """Return the milliseconds that an open takes; it hits a mine if ``is_losing``, and otherwise opens one cell."""
    made = await rooms.make(RoomRequest("solo", BOARD, MINES), me, seed=number)
    ear = Ear(me)
    room = await rooms.port(made.room)

    async def heard(message: Join | Move) -> float:
        ear.answered.clear()
        began = time.perf_counter()
        room.take(ear, message)
        await ear.answered.wait()
        return (ear.when - began) * 1000

    await heard(Join(made.room))
    await heard(Move(made.room, 1, "open", 255))
    game = Game(BOARD, MINES, seed=number)
    game.open(game.grid.cell(255))
    layout = game.layout
    assert layout is not None
    chance = random.Random(number)
    cells = [
        index
        for index, cell in enumerate(game.grid)
        if not game.is_open(cell) and layout.is_mine(cell) == is_losing and (is_losing or layout.clue(cell))
    ]
    took = await heard(Move(made.room, 2, "open", chance.choice(cells)))
    room.drop(ear)
    return took


async def compare(games: int) -> None:
    """Play games, one after another, and print the times of both kinds of answers."""

    async def finished(game: FinishedGame) -> None:
        pass

    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'losing.sqlite3'}")
        await database.open()
        me = Me("a-losing-player-", "Ann")
        async with database.transaction() as connection:
            await connection.execute(people.insert(), {"id": me.id, "name": me.name, "made": 1, "seen": 1})
        journal = Journal(database)
        settings = Settings("", most_rooms=10**6)
        rooms = Rooms(DatabaseRows(database), journal, settings, finished=finished)
        gc.disable()
        times: dict[bool, list[float]] = {True: [], False: []}
        for number in range(games):
            is_losing = bool(number % 2)
            times[is_losing].append(await timed(rooms, me, number, is_losing=is_losing))
        await rooms.close()
        await journal.close()
        await database.close()
    for is_losing, name in ((True, "losing"), (False, "harmless")):
        own = sorted(times[is_losing])
        places = ", ".join(f"p{share} {own[len(own) * share // 100]:.3f}" for share in (10, 50, 90))
        print(f"{name}: {len(own)} opens, ms: {places}")
    pairs = [(one > other) + (one == other) / 2 for one in times[True] for other in times[False]]
    print(f"a losing open takes longer in {sum(pairs) / len(pairs):.3f} of all pairs")


if __name__ == "__main__":
    asyncio.run(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 400))
