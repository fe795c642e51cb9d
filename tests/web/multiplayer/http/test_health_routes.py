"""The answers of ``/healthz``."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette

from hypersweep.web.multiplayer.http.health_routes import connection_routes, health_routes
from hypersweep.web.multiplayer.server_settings import Settings


@pytest.mark.parametrize(
    ("has_database", "has_relay", "status", "lost"),
    [
        (True, True, 200, []),
        (True, False, 200, ["redis"]),
        (False, True, 503, ["database"]),
        (False, False, 503, ["database", "redis"]),
    ],
)
def test_it_says_what_is_lost(has_database: bool, has_relay: bool, status: int, lost: list[str]) -> None:
    why = None if has_database else "database or disk is full"

    async def database() -> str | None:
        return why

    async def ask() -> httpx.Response:
        app = Starlette(routes=health_routes(database, lambda: has_relay))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return await client.get("/healthz")

    answer = asyncio.run(ask())
    said = {"is_ready": has_database, "lost": lost}
    assert (answer.status_code, answer.json()) == (status, said if why is None else {**said, "why": why})
    assert answer.headers["cache-control"] == "no-store"


def test_it_tells_a_client_its_own_connection() -> None:
    settings = Settings("sqlite+aiosqlite://", origin="https://sweep.example", trusts_proxy=True)

    async def ask() -> httpx.Response:
        app = Starlette(routes=connection_routes(settings))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            return await client.get("/healthz/connection", headers={"x-forwarded-for": "192.0.2.1, 192.0.2.7"})

    told = asyncio.run(ask()).json()
    assert told.pop("now") > 1_700_000_000_000
    assert told == {
        "address": "192.0.2.7",
        "is_private": True,
        "forwarded_for": ["192.0.2.1, 192.0.2.7"],
        "forwarded_proto": [],
        "trusts_proxy": True,
        "origin": "https://sweep.example",
    }
