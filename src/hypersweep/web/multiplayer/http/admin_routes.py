"""HTTP routes for administrators; only ``hypersweep web admin make-admin`` can appoint them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http_protocol import (
    AllGames,
    AllRooms,
    Ban,
    Chosen,
    Decide,
    GameFacts,
    People,
    Person,
    RoomFacts,
)
from hypersweep.web.multiplayer.ranking.moderation import decide
from hypersweep.web.multiplayer.store import finished_games as game_rows
from hypersweep.web.multiplayer.store import room_rows

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import Route

    from hypersweep.web.multiplayer.people import accounts
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.finished_games import GameRow

_PAGE = 50


class PeopleQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Query: part of a name or a whole ID, and the last ID on the previous page."""

    search: Annotated[str, Meta(max_length=64)] = ""
    after: Annotated[str, Meta(max_length=32)] = ""


class MomentQuery(Struct, forbid_unknown_fields=True, frozen=True):
    """Query: a page of items older than the time ``before``, in milliseconds since 1970."""

    before: Annotated[int, Meta(ge=0, le=1 << 50)] | None = None


def admin_routes(people: accounts.People, database: Database) -> list[Route]:
    """Return the routes; they reject everyone but administrators.

    Args:
        people: the server's accounts and guests.
        database: an open database.
    """

    async def admin(request: Request) -> Me:
        me = await people.authenticate(request)
        if me is None:
            raise RefusedError("signed_out", "sign in first", status=401)
        if not me.is_admin:
            raise RefusedError("not_allowed", "only administrators can do this", status=403)
        return me

    @call("GET", "/api/admin/people", query=PeopleQuery, gives=People, refusals=(401, 403))
    async def list_people(request: Request, query: PeopleQuery) -> People:
        """Search people by name or ID."""
        await admin(request)
        found = await people.search(query.search, after=query.after, limit=_PAGE + 1)
        page = [
            Person(
                row.id,
                row.name,
                row.is_guest,
                row.is_admin,
                row.made,
                row.seen,
                games,
                *people.bans.current(row),
            )
            for row, games in found[:_PAGE]
        ]
        return People(page, page[-1].id if len(found) > _PAGE else None)

    @call("POST", "/api/admin/ban", takes=Ban, refusals=(401, 403, 404, 409))
    async def ban(request: Request, body: Ban) -> None:
        """Ban a person for a number of days, or permanently."""
        await admin(request)
        await people.bans.ban(body.person, body.days, body.reason)

    @call("POST", "/api/admin/unban", takes=Chosen, refusals=(401, 403, 404))
    async def unban(request: Request, body: Chosen) -> None:
        """Lift a person's ban."""
        await admin(request)
        await people.bans.lift(body.person)

    @call("POST", "/api/admin/delete", takes=Chosen, refusals=(401, 403, 404, 409))
    async def delete(request: Request, body: Chosen) -> None:
        """Delete a person; their games stay, but no longer name a player."""
        await admin(request)
        found = await people.search(body.person, limit=2)
        if any(row.id == body.person and row.is_admin for row, _ in found):
            raise RefusedError("is_admin", "an administrator can't be deleted", status=409)
        await people.delete(body.person)

    @call("GET", "/api/admin/rooms", query=MomentQuery, gives=AllRooms, refusals=(401, 403))
    async def list_rooms(request: Request, query: MomentQuery) -> AllRooms:
        """List rooms, newest first."""
        await admin(request)
        async with database.transaction(writes=False) as connection:
            found = await room_rows.search(connection, before=query.before, limit=_PAGE + 1)
        page = [RoomFacts(*(getattr(row, name) for name in RoomFacts.__struct_fields__)) for row in found[:_PAGE]]
        return AllRooms(page, page[-1].made if len(found) > _PAGE else None)

    @call("GET", "/api/admin/games", query=MomentQuery, gives=AllGames, refusals=(401, 403))
    async def list_games(request: Request, query: MomentQuery) -> AllGames:
        """List finished games, most recent first."""
        await admin(request)
        async with database.transaction(writes=False) as connection:
            return _games(await game_rows.recent(connection, before=query.before, limit=_PAGE + 1))

    @call("GET", "/api/admin/review", query=MomentQuery, gives=AllGames, refusals=(401, 403))
    async def list_review(request: Request, query: MomentQuery) -> AllGames:
        """List games under review, most recent first."""
        await admin(request)
        async with database.transaction(writes=False) as connection:
            return _games(await game_rows.under_review(connection, before=query.before, limit=_PAGE + 1))

    @call("POST", "/api/admin/decide", takes=Decide, refusals=(401, 403, 404))
    async def decide_game(request: Request, body: Decide) -> None:
        """Accept a game, void it, or undo an earlier decision."""
        await admin(request)
        await decide(database, body.game, body.decision, body.reason)

    return [list_people, ban, unban, delete, list_rooms, list_games, list_review, decide_game]


def _games(found: list[GameRow]) -> AllGames:
    page = [GameFacts(*(getattr(row, name) for name in GameFacts.__struct_fields__)) for row in found[:_PAGE]]
    return AllGames(page, page[-1].finished if len(found) > _PAGE else None)
