"""``/healthz``: whether this worker can do its work, for whoever watches over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.routing import BaseRoute

__all__ = ["Health", "health_routes"]


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``/healthz`` says: ``lost`` names what can't be used now, ``why`` says what is wrong with the database.

    Without Redis a worker goes on, alone.
    """

    is_ready: bool
    lost: list[str]
    why: str | None = None


def health_routes(
    database_error: Callable[[], Awaitable[str | None]], has_relay: Callable[[], bool]
) -> list[BaseRoute]:
    """The route of ``/healthz``: 200 while the database can be written, else 503.

    Args:
        database_error: returns why it can't be, None if it can.
        has_relay: whether what workers have between them can be reached.
    """

    async def healthz(request: Request) -> Response:
        why = await database_error()
        is_ready = why is None
        lost = [name for name, is_here in (("database", is_ready), ("redis", has_relay())) if not is_here]
        body = msgspec.json.encode(Health(is_ready, lost, why))
        return Response(body, 200 if is_ready else 503, {"cache-control": "no-store"}, "application/json")

    return [Route("/healthz", healthz, methods=["GET"])]
