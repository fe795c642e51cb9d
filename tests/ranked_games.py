"""Games as a server saves them, really played: people, rooms and records."""

from __future__ import annotations

import math
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import accumulate, count
from typing import Any

from sqlalchemy import select

from databases import a_room, opened
from hypersweep.errors import GenerationError
from hypersweep.game import Outcome
from hypersweep.record import Record
from hypersweep.session import Session
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store import finished_games, room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.tables import bests, new_id, people

DAY = 86_400_000
MOMENT = 1_795_000_000_000
"""A moment in 2026."""


def played_record(
    seed: int,
    *,
    board: str = "4x5",
    mines: int = 4,
    rules: str = "classic",
    outcome: Outcome = Outcome.WON,
    first: tuple[int, ...] | None = None,
    step: int = 300,
    flags: int = 1,
) -> Record:
    """A game as a person plays it in a room, about ``step`` milliseconds a cell, and never won by the first open."""
    chance = random.Random(seed)
    while True:
        paces = random.Random(seed)
        times = accumulate(step * 100_000 * paces.choice((4, 7, 10, 19)) for _ in count())
        session = Session(board, mines, rules=rules, seed=seed, is_known=False, clock=times.__next__)
        try:
            session.open(first or tuple(side // 2 for side in session.grid.shape))
        except GenerationError:
            seed += 1000
            continue
        layout = session.game.layout
        assert layout is not None
        cells = list(session.grid)
        chance.shuffle(cells)
        for cell in [cell for cell in cells if layout.is_mine(cell)][:flags]:
            session.flag(cell)
        if outcome is Outcome.LOST:
            session.open(next(cell for cell in cells if layout.is_mine(cell) and session.game[cell] == -1))
        safe = [cell for cell in cells if not layout.is_mine(cell)]
        at = safe[0]
        while session.outcome is Outcome.ONGOING:
            # The next one is near, and open already now and then.
            at = min(safe, key=lambda cell: math.dist(cell, at))
            safe.remove(at)
            session.open(at)
        if session.outcome is outcome and not session.is_walkover:
            return session.record
        # This one was won by its first open.
        seed += 1000


def a_game(played: Record, person: str | None = None, **differences: Any) -> GameRow:
    """Return the row of a game, as a room passes it on."""
    layout = played.layout
    assert layout is not None
    usual: dict[str, Any] = {
        "id": new_id(),
        "room": new_id(),
        "round": 1,
        "number": 0,
        "person": person,
        "name": "Ann",
        "board": played.grid.format(),
        "mines": played.mines,
        "rules": played.rules.format(),
        "outcome": played.outcome.name.lower(),
        "milliseconds": played.milliseconds,
        "record": played.format(),
        "layout": layout.format(),
        "finished": MOMENT,
        "is_ranked": True,
    }
    return GameRow(**{**usual, **differences})


def bare_game(person: str, milliseconds: int, finished: int, **differences: Any) -> GameRow:
    """Return a row that counts without a record, only for lists."""
    usual: dict[str, Any] = {
        "id": new_id(),
        "room": new_id(),
        "round": 1,
        "number": 0,
        "person": person,
        "name": "Ann",
        "board": "3x4",
        "mines": 2,
        "rules": "classic",
        "outcome": "won",
        "milliseconds": milliseconds,
        "record": "",
        "layout": "",
        "finished": finished,
        "is_ranked": True,
        "verified": True,
    }
    return GameRow(**{**usual, **differences})


async def a_person(
    database: Database, name: str = "Ann", *, is_guest: bool = False, banned_until: int | None = None
) -> str:
    """Insert a person. Returns: the ID."""
    person = new_id()
    values = {
        "id": person,
        "name": name,
        "name_key": None if is_guest else f"{name}-{person}",
        "passphrase": None if is_guest else "hash",
        "made": MOMENT,
        "seen": MOMENT,
        "banned_until": banned_until,
    }
    async with database.transaction() as connection:
        await connection.execute(people.insert(), values)
    return person


async def make_room(database: Database, game: GameRow, **differences: object) -> None:
    """The room that a game was played in, made an hour before its end."""
    usual = {"id": game.room, "made": game.finished - 3_600_000, "board": game.board, "mines": game.mines}
    async with database.transaction() as connection:
        await room_rows.add(connection, a_room(**{**usual, **differences}))


async def keep(database: Database, *rows: GameRow) -> None:
    """Games in the database."""
    async with database.transaction() as connection:
        for row in rows:
            await finished_games.add(connection, row)


async def game_of(database: Database, name: str) -> GameRow:
    """Return the present row of a game."""
    async with database.transaction(writes=False) as connection:
        found = await finished_games.load(connection, name)
    assert found is not None
    return found


async def lists_of(database: Database, person: str) -> dict[tuple[str, str, str], tuple[str, int, int]]:
    """Return all best times of a person: game, milliseconds and time, by kind, period and its name."""
    async with database.transaction(writes=False) as connection:
        rows = await connection.execute(select(bests).where(bests.c.person == person))
        return {(row.kind, row.period, row.begins): (row.game, row.milliseconds, row.finished) for row in rows}


@asynccontextmanager
async def ranking_in(url: str, **others: Any) -> AsyncIterator[tuple[Database, Ranking]]:
    """A database and a ranking in it, whose tasks have begun."""
    quick, slow = Pool(), Pool()
    try:
        async with opened(url) as database:
            ranking = Ranking(database, quick, slow, Settings(url), **others)
            await ranking.begin()
            try:
                yield database, ranking
            finally:
                await ranking.close()
    finally:
        await quick.close()
        await slow.close()
