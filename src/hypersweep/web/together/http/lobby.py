"""Rooms by HTTP: ``POST /api/rooms`` makes one, ``GET /api/lobby`` lists those that are open."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from hypersweep.web.together.failures import RefusedError
from hypersweep.web.together.http.calls import call
from hypersweep.web.together.protocol import Lobby, LobbyRoom, RoomKind, RoomMade, RoomWish
from hypersweep.web.together.store import lobby

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import HTTPConnection, Request
    from starlette.routing import Route

    from hypersweep.web.together.protocol import Me
    from hypersweep.web.together.store.database import Database

__all__ = ["lobby_routes"]

_KINDS: dict[str, RoomKind] = {"solo": "solo", "coop": "coop", "versus": "versus", "study": "study"}


def lobby_routes(
    database: Database,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    make_room: Callable[[RoomWish, Me], Awaitable[RoomMade]],
    here: Callable[[str], Awaitable[int]],
) -> list[Route]:
    """Gives the routes; what they refuse comes out as ``RefusedError``.

    Args:
        database: where rooms are.
        authenticate: says who asks.
        make_room: makes rooms.
        here: counts the people in a room.
    """

    @call("POST", "/api/rooms", takes=RoomWish, gives=RoomMade, refusals=(401,))
    async def new_room(request: Request, wish: RoomWish) -> RoomMade:
        """A room as it is wished."""
        me = await authenticate(request)
        if me is None:
            raise RefusedError("nobody", "expected somebody with a session, got nobody", status=401)
        return await make_room(wish, me)

    @call("GET", "/api/lobby", gives=Lobby)
    async def open_rooms(request: Request) -> Lobby:
        """The rooms that anybody may enter, the newest first."""
        async with database.public_reads() as connection:
            rows = await lobby.open_rooms(connection)
        counts = await asyncio.gather(*(here(row.id) for row in rows))
        return Lobby(
            [
                LobbyRoom(row.id, _KINDS[row.kind], row.board, row.mines, row.rules, row.made, row.owner, count)
                for row, count in zip(rows, counts, strict=True)
                if row.kind in _KINDS
            ]
        )

    return [new_room, open_rooms]
