"""Export of everything saved about oneself, as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.people.sessions import token_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from hypersweep.web.multiplayer.people.accounts import People
    from hypersweep.web.multiplayer.settings import Settings


def export_routes(people: People, settings: Settings) -> list[Route]:
    """Return the routes.

    Args:
        people: the people of this server.
        settings: of the server.
    """

    @call("GET", "/api/account/export", gives=dict[str, Any], refusals=(401,))
    async def export(request: Request) -> Response:
        """Return everything saved about the person who asks, as a file; banned people may export too."""
        me = await people.of(token_of(request, settings), even_banned=True)
        if me is None:
            raise RefusedError("signed_out", "expected somebody who is signed in", status=401)
        pieces = people.export(me.id)
        # Fetch the first pieces before the headers go out: then an unavailable database is still reported as an error.
        first = [await anext(pieces), await anext(pieces)]

        async def all_pieces() -> AsyncIterator[bytes]:
            for piece in first:
                yield piece
            async for piece in pieces:
                yield piece

        headers = {"content-disposition": 'attachment; filename="hypersweep-account.json"'}
        return StreamingResponse(all_pieces(), 200, headers, "application/json")

    return [export]
