"""``/healthz``."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from starlette.applications import Starlette

from hypersweep.web.together.http.health import health_routes


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
