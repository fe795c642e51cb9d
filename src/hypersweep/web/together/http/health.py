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


class Health(msgspec.Struct, frozen=True):
    """What ``/healthz`` says: ``lost`` names what can't be reached now. Without Redis a worker goes on, alone."""

    is_ready: bool
    lost: list[str]


def health_routes(has_database: Callable[[], Awaitable[bool]], has_relay: Callable[[], bool]) -> list[BaseRoute]:
    """The route of ``/healthz``: 200 while the database answers, else 503.

    Args:
        has_database: whether it does.
        has_relay: whether what workers have between them can be reached.
    """

    async def healthz(request: Request) -> Response:
        is_ready = await has_database()
        lost = [name for name, is_here in (("database", is_ready), ("redis", has_relay())) if not is_here]
        body = msgspec.json.encode(Health(is_ready, lost))
        return Response(body, 200 if is_ready else 503, {"cache-control": "no-store"}, "application/json")

    return [Route("/healthz", healthz, methods=["GET"])]
