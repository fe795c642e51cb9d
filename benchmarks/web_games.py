"""Games that a crowd plays on the server: rooms with known seeds, and the moves of a good player.

The rooms and their players are written to the server's database, so that only moves are measured.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import secrets
import tracemalloc
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypersweep.session import Session
from hypersweep.web.multiplayer.people.sessions import new_token, token_hash
from hypersweep.web.multiplayer.protocol import Join, Me, Move
from hypersweep.web.multiplayer.rooms.ports import Timeouts
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.store.room_rows import RoomRow
from hypersweep.web.multiplayer.store.tables import new_id, now, people, sessions

BOARD, MINES, FIRST = "16x30", 99, 255
HELLO = '{"t":"hello","protocol":1}'


@cache
def moves_of(seed: int) -> list[tuple[str, int]]:
    """Return a game's moves before its last open: opens of cells that no cascade has opened, and flags on mines."""
    session = Session(BOARD, MINES, rules="classic", seed=seed, is_known=False)
    session.open(FIRST)
    game = session.game
    assert game.layout is not None
    mines = set(game.layout.mine_indices())
    order = [cell for cell in range(game.grid.cells) if cell != FIRST]
    random.Random(seed).shuffle(order)
    made = [("open", FIRST)]
    for cell in order:
        if cell in mines:
            made.append(("flag", cell))
        elif game.codes(cell, cell + 1)[0] < 0:
            made.append(("open", cell))
            session.open(cell)
    last = max(number for number, move in enumerate(made) if move[0] == "open")
    return made[:last]


@dataclass(frozen=True)
class Guest:
    """A guest with a session on the server."""

    id: str
    cookie: str


class Guests:
    """People, and rooms for them, in a server's database.

    Args:
        url: URL of the database.
        ports: ports of the server's workers.
    """

    def __init__(self, url: str, *ports: int) -> None:
        self._url = url
        self._ports = ports
        self._made = 0

    def games(self, players: int, messages: int) -> list[dict[str, Any]]:
        """Return the connections' plans for a crowd in which each player plays their own game."""
        return asyncio.run(self._games(players, messages))

    def watched(self, watchers: int, messages: int) -> list[dict[str, Any]]:
        """Return the connections' plans for a player and watchers."""
        return asyncio.run(self._watched(watchers, messages))

    async def _games(self, players: int, messages: int) -> list[dict[str, Any]]:
        guests = await self._come(players)
        said = []
        async with _opened(self._url) as database, database.transaction(seconds=60) as connection:
            for guest in guests:
                self._made += 1
                # Use only a few different games, since computing their moves takes a while.
                seed = self._made % 50
                room = _room("solo", guest.id, seed)
                await room_rows.add(connection, room)
                said.append(_player(guest, room.id, moves_of(seed)[:messages]))
        return said

    async def _watched(self, watchers: int, messages: int) -> list[dict[str, Any]]:
        guests = await self._come(watchers + 1)
        async with _opened(self._url) as database, database.transaction() as connection:
            room = _room("coop", guests[0].id, 7, is_open=True)
            await room_rows.add(connection, room)
        join = json.dumps({"t": "join", "room": room.id, "role": "watcher"})
        watching = {"greeting": [HELLO, join], "ready": '"t":"state"', "messages": [], "answer": '"t":"moved"'}
        return [
            _player(guests[0], room.id, moves_of(7)[:messages]),
            *({**watching, "cookie": guest.cookie} for guest in guests[1:]),
        ]

    async def _come(self, count: int) -> list[Guest]:
        moment = now()
        tokens = {new_id(): new_token() for _ in range(count)}
        known = [
            {"id": person, "name": f"Guest {secrets.token_hex(4)}", "made": moment, "seen": moment} for person in tokens
        ]
        shown = [
            {"hash": token_hash(token), "person": person, "made": moment, "seen": moment, "ends": moment + 10**9}
            for person, token in tokens.items()
        ]
        async with _opened(self._url) as database, database.transaction(seconds=60) as connection:
            await connection.execute(people.insert(), known)
            await connection.execute(sessions.insert(), shown)
        return [
            Guest(person, "; ".join(f"hypersweep-{port}={token}" for port in self._ports))
            for person, token in tokens.items()
        ]


class _opened:  # noqa: N801 - it is used as a function
    def __init__(self, url: str) -> None:
        self._database = Database(url)

    async def __aenter__(self) -> Database:
        await self._database.open()
        return self._database

    async def __aexit__(self, *_: object) -> None:
        await self._database.close()


def _room(kind: str, owner: str, seed: int, *, is_open: bool = False) -> RoomRow:
    settings = json.dumps({"has_chat": False, "delay": 0})
    return RoomRow(new_id(), kind, BOARD, MINES, "classic", str(seed), owner, "key", settings, now(), is_open=is_open)


def _player(guest: Guest, room: str, moves: list[tuple[str, int]]) -> dict[str, Any]:
    return {
        "cookie": guest.cookie,
        "greeting": [HELLO, json.dumps({"t": "join", "room": room})],
        "ready": '"t":"state"',
        "messages": [
            f'{{"t":"move","room":"{room}","n":{n},"kind":"{kind}","cell":{cell}}}'
            for n, (kind, cell) in enumerate(moves, 1)
        ],
        "answer": '"t":"moved"',
    }


@dataclass(frozen=True)
class Memory:
    """The bytes that a room with one game takes: during play, and after a while without moves."""

    playing: float
    resting: float


class _Quiet:
    """A member's connection that drops all messages."""

    round_trip = 0

    def __init__(self, person: Me) -> None:
        self.id = person.id
        self.person = person

    def send(self, frame: bytes) -> None:
        """Drop a message."""


def memory(count: int) -> Memory:
    """Measure a number of games, each with one player and a few moves, in this process."""
    return asyncio.run(_memory(count))


async def _memory(count: int) -> Memory:
    async def finished(game: object) -> None:
        """Do nothing, since no game ends here."""

    async with _opened("sqlite+aiosqlite://") as database:
        journal = Journal(database)
        home = Rooms(
            DatabaseRows(database),
            journal,
            Settings("sqlite+aiosqlite://"),
            finished=finished,
            patience=Timeouts(sleep=0, sweep=3600),
        )
        made = []
        async with database.transaction(seconds=60) as connection:
            for number in range(count):
                me = Me(new_id(), f"Guest {number}")
                await connection.execute(people.insert(), {"id": me.id, "name": me.name, "made": 1, "seen": 1})
                room = _room("solo", me.id, number % 50)
                await room_rows.add(connection, room)
                made.append((me, room))
        await _play(home, *made[0])  # so that what is loaded only once doesn't count
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for me, room in made[1:]:
            await _play(home, me, room)
        gc.collect()
        playing = tracemalloc.get_traced_memory()[0] - before
        await asyncio.sleep(0.05)
        for _, room in made:
            host = home.here(room.id)
            assert host is not None
            host.sweep()
        gc.collect()
        resting = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        await home.close()
        await journal.close()
    return Memory(playing / (count - 1), resting / (count - 1))


async def _play(home: Rooms, me: Me, room: RoomRow) -> None:
    host, quiet = await home.host(room.id), _Quiet(me)
    host.take(quiet, Join(room.id))
    for n, (kind, cell) in enumerate(moves_of(int(room.seed))[:40], 1):
        host.take(quiet, Move(room.id, n, kind, cell))  # type: ignore[arg-type]
    while host.saved_room.pending:
        await asyncio.sleep(0.001)


if __name__ == "__main__":
    print(memory(500))
