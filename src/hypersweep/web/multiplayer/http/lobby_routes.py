"""HTTP routes for rooms: creating rooms, listing the requester's rooms, and listing open rooms (the lobby)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http_protocol import Lobby, LobbyRoom, RoomMade, RoomRequest, RunningRoom, RunningRooms
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.dailies import room_daily
from hypersweep.web.multiplayer.store.tables import now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import HTTPConnection, Request
    from starlette.routing import Route

    from hypersweep.web.multiplayer.protocol import Me, RoomKind
    from hypersweep.web.multiplayer.store.database import Database

# Milliseconds before the lobby hides a new room that is still empty.
_NEW = 5 * 60_000
_KINDS: dict[str, RoomKind] = {"solo": "solo", "coop": "coop", "versus": "versus", "study": "study"}


def lobby_routes(
    database: Database,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    make_room: Callable[[RoomRequest, Me], Awaitable[RoomMade]],
    here: Callable[[str], Awaitable[int]],
) -> list[Route]:
    """Return the routes; their handlers raise ``RefusedError``, which is sent as JSON.

    Args:
        database: the database with the rooms.
        authenticate: returns the person who sent a request, or None without a session.
        make_room: creates a room for a person.
        here: returns the number of people in a room, given its ID.
    """

    @call("POST", "/api/rooms", takes=RoomRequest, gives=RoomMade, refusals=(401,))
    async def new_room(request: Request, body: RoomRequest) -> RoomMade:
        """Create a room."""
        me = await authenticate(request)
        if me is None:
            raise RefusedError("nobody", "this needs a session: open the page first", status=401)
        return await make_room(body, me)

    @call("GET", "/api/rooms", gives=RunningRooms)
    async def own_rooms(request: Request) -> RunningRooms:
        """List the requester's own rooms with unfinished games, newest first; an empty list without a session."""
        me = await authenticate(request)
        if me is None:
            return RunningRooms([])
        async with database.transaction(writes=False) as connection:
            rows = await room_rows.games_of(connection, me.id)
        return RunningRooms(
            [
                RunningRoom(
                    row.id, _KINDS[row.kind], row.board, row.mines, row.rules, row.made, room_daily(row.settings)
                )
                for row in rows
                if row.kind in _KINDS
            ]
        )

    @call("GET", "/api/lobby", gives=Lobby)
    async def open_rooms(request: Request) -> Lobby:
        """List the rooms open to everyone that are new or have people in them, newest first."""
        async with database.public_reads() as connection:
            rows = await room_rows.open_rooms(connection)
        counts = await asyncio.gather(*(here(row.id) for row in rows))
        return Lobby(
            [
                LobbyRoom(row.id, _KINDS[row.kind], row.board, row.mines, row.rules, row.made, row.owner, count)
                for row, count in zip(rows, counts, strict=True)
                if row.kind in _KINDS and (count or row.made > now() - _NEW)
            ]
        )

    return [new_room, own_rooms, open_rooms]
