"""The whole server: its answers, its start and its shutdown."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from together_server import kept_in, together_client, together_server


@pytest.mark.slow
def test_it_serves_the_page_and_says_how_it_is(tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address:
        page = httpx.get(f"{address}/")
        assert page.status_code == 200
        assert "<title>hypersweep</title>" in page.text
        health = httpx.get(f"{address}/healthz")
        assert (health.status_code, health.json()) == (200, {"is_ready": True, "lost": []})


@pytest.mark.slow
def test_it_answers_those_only_who_ask_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with together_client(kept_in(tmp_path, origin="https://sweep.example")) as client:
            for host, status in (("sweep.example", 200), ("SWEEP.example:443", 200), ("evil.example", 421)):
                assert (await client.get("/healthz", headers={"host": host})).status_code == status

    asyncio.run(ask())
