"""The HTTP part of rankings in this process: its routes, clients, and results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection

from databases import a_room, opened
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.game_routes import game_routes, replay_routes
from hypersweep.web.multiplayer.http.guard import Guard
from hypersweep.web.multiplayer.http.lobby_routes import lobby_routes
from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
from hypersweep.web.multiplayer.http.ranking_routes import daily_routes, leaderboard_routes
from hypersweep.web.multiplayer.http_protocol import RoomMade, RoomRequest
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.ranking.daily import Dailies, DailyRoom
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.relay.port import LocalRelay
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.store.tables import new_id, now

MEMORY = "sqlite+aiosqlite://"


class RankedHouse:
    """Routes, and a header that names the client."""

    def __init__(self, database: Database, pool: Pool, settings: Settings) -> None:
        self.database = database
        self.pool = pool
        self.people: dict[str, Me] = {}
        self.moment: int | None = None
        self.is_empty = False
        self.requests: list[RoomRequest | DailyRoom] = []
        self.ranking = Ranking(database, pool, pool, settings)
        self.dailies = Dailies(database, pool, clock=lambda: now() if self.moment is None else self.moment)
        relay = LocalRelay()
        jobs = PublicJobs(pool, settings)
        self.app = Starlette(
            routes=[
                *leaderboard_routes(database, self.authenticate),
                *daily_routes(self.dailies, self.authenticate, self.make_room, jobs),
                *game_routes(database, jobs, self.authenticate, settings),
                *replay_routes(jobs, settings),
                *lobby_routes(database, self.authenticate, self.make_room, self.here),
            ],
            middleware=[Middleware(Guard, settings=settings, host="127.0.0.1", take_token=relay.take_token)],
        )

    async def authenticate(self, connection: HTTPConnection) -> Me | None:
        return self.people.get(connection.headers.get("x-who", ""))

    async def make_room(self, request: RoomRequest | DailyRoom, me: Me) -> RoomMade:
        if request.mines > 1000:
            raise RefusedError("board", "expected fewer mines")
        self.requests.append(request)
        name = request.room if isinstance(request, DailyRoom) else None
        room = a_room(id=name or new_id(), board=request.board, mines=request.mines, rules=request.rules, owner=me.id)
        async with self.database.transaction() as connection:
            await room_rows.add(connection, room)
        return RoomMade(room.id, room.key)

    async def here(self, room: str) -> int:
        return 0 if self.is_empty else len(room)

    def browser(self, me: Me | None = None) -> httpx.AsyncClient:
        """Return the browser of a person, or an anonymous one."""
        headers = {"origin": "http://127.0.0.1:6174", "x-hypersweep": "1"}
        if me is not None:
            self.people[me.id] = me
            headers["x-who"] = me.id
        transport = httpx.ASGITransport(self.app)
        return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:6174", headers=headers)


def in_ranked_house(work: Callable[[RankedHouse], Coroutine[Any, Any, None]], **settings: Any) -> None:
    """Run something with the complete set-up."""

    async def main() -> None:
        pool = Pool()
        try:
            async with opened(MEMORY) as database:
                await work(RankedHouse(database, pool, Settings(MEMORY, **settings)))
        finally:
            await pool.close()

    asyncio.run(main())
