"""``/healthz`` reports whether this worker can serve players; ``/healthz/connection`` reports how a request arrived."""

from __future__ import annotations

import ipaddress
import time
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from hypersweep.web.multiplayer.http.guard import address_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from hypersweep.web.multiplayer.server_settings import Settings


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The response from ``/healthz``: ``lost`` names unavailable services, and ``why`` is the database error.

    ``is_ready`` stays true without Redis, since the worker carries on alone.
    """

    is_ready: bool
    lost: list[str]
    why: str | None = None


def health_routes(
    database_error: Callable[[], Awaitable[str | None]], has_relay: Callable[[], bool]
) -> list[BaseRoute]:
    """Return the route ``/healthz``: status 200 while the database is writable, otherwise 503.

    Args:
        database_error: returns the database error, or None if the database is writable.
        has_relay: returns whether Redis, the relay between workers, is reachable.
    """

    async def healthz(request: Request) -> Response:
        why = await database_error()
        is_ready = why is None
        lost = [name for name, is_here in (("database", is_ready), ("redis", has_relay())) if not is_here]
        body = msgspec.json.encode(Health(is_ready, lost, why))
        return Response(body, 200 if is_ready else 503, {"cache-control": "no-store"}, "application/json")

    return [Route("/healthz", healthz, methods=["GET"])]


class Seen(msgspec.Struct, frozen=True):
    """A request as this worker received it; ``hypersweep web doctor`` compares it with the request it sent.

    Attributes:
        address: the client's address, as used for rate limits.
        is_private: whether the connection comes from this machine or a private network, as from a proxy.
        forwarded_for: the unparsed ``X-Forwarded-For`` headers.
        forwarded_proto: the unparsed ``X-Forwarded-Proto`` headers.
        trusts_proxy: whether the server trusts client addresses forwarded by a proxy.
        origin: the page's origin in the server's settings.
        now: the server's time in milliseconds since 1970.
    """

    address: str
    is_private: bool
    forwarded_for: list[str]
    forwarded_proto: list[str]
    trusts_proxy: bool
    origin: str | None
    now: int


def connection_routes(settings: Settings) -> list[BaseRoute]:
    """Return the route ``/healthz/connection``, which shows clients how their connection arrives here (``Seen``).

    Args:
        settings: the server's settings.
    """

    async def connection(request: Request) -> Response:
        try:
            peer = ipaddress.ip_address(request.client.host if request.client is not None else "")
            is_private = peer.is_private or peer.is_loopback
        except ValueError:
            is_private = True
        seen = Seen(
            address_of(request, settings),
            is_private,
            request.headers.getlist("x-forwarded-for"),
            request.headers.getlist("x-forwarded-proto"),
            settings.trusts_proxy,
            settings.origin,
            time.time_ns() // 1_000_000,
        )
        return Response(msgspec.json.encode(seen), 200, {"cache-control": "no-store"}, "application/json")

    return [Route("/healthz/connection", connection, methods=["GET"])]
