"""Jobs for public requests: their limit, their cache, and clients that disconnect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request

import slow_jobs
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.server_settings import Settings


class Client:
    """A request, and its end."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.gone = asyncio.Event()
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (address, 1)}
        self.request = Request(scope, self._receive)
        self._has_sent = False

    async def _receive(self) -> dict[str, Any]:
        if not self._has_sent:
            self._has_sent = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.gone.wait()
        return {"type": "http.disconnect"}


def with_jobs(work: Callable[[PublicJobs], Awaitable[None]], **settings: Any) -> None:
    async def main() -> None:
        pool = Pool()
        try:
            await work(PublicJobs(pool, Settings("", **settings)))
        finally:
            await pool.close()

    asyncio.run(main())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.001)


def test_what_many_ask_for_is_done_once(tmp_path: Path) -> None:
    done = tmp_path / "done"

    async def work(jobs: PublicJobs) -> None:
        async def ask(key: str | None, value: str) -> str:
            return await jobs.run(Client(f"192.0.2.{len(value)}").request, key, 30, slow_jobs.counted, str(done), value)

        assert await asyncio.gather(*(ask("key", "x" * n) for n in range(1, 6))) == ["x"] * 5
        assert await ask(None, "y") == "y"
        assert done.read_text().split() == ["x", "y"]
        for number in range(200):
            await jobs.run(Client().request, f"other {number}", 30, abs, -number)
        assert await ask("key", "z") == "x", "each function has a cache of its own"

    with_jobs(work)


def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.web.multiplayer.http.public_jobs._MOST_SAVED", 2)

    async def work(jobs: PublicJobs) -> None:
        for number, key in enumerate("abac"):
            await jobs.run(Client().request, key, 30, abs, -number)
        # The key "b" was asked for longest ago.
        assert [await jobs.run(Client().request, key, 30, abs, -9) for key in "acb"] == [0, 3, 9]

    with_jobs(work)


def test_a_large_result_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.web.multiplayer.http.public_jobs._LARGEST_SAVED", 3)

    async def work(jobs: PublicJobs) -> None:
        assert await jobs.run(Client().request, "key", 30, str, 1234) == "1234"
        assert await jobs.run(Client().request, "key", 30, str, 123) == "123"
        assert await jobs.run(Client().request, "key", 30, str, 12) == "123"

    with_jobs(work)


def test_one_address_has_a_few_jobs_and_others_have_theirs() -> None:
    async def work(jobs: PublicJobs) -> None:
        clients = [Client() for _ in range(8)]
        slow = [asyncio.create_task(jobs.run(each.request, None, 600, slow_jobs.endless)) for each in clients]
        await until(lambda: jobs.pool.running == 1)
        with pytest.raises(RefusedError) as caught:
            await jobs.run(Client().request, None, 600, slow_jobs.endless)
        assert (caught.value.what, caught.value.status) == ("too_often", 429)
        other = asyncio.create_task(jobs.run(Client("198.51.100.7").request, None, 30, abs, -3))
        # The one that runs disconnects, and its process ends; the next turn is another address's.
        clients[0].gone.set()
        assert await other == 3
        with pytest.raises(RefusedError, match="disconnected"):
            await slow[0]
        assert not any(each.done() for each in slow[1:])
        for each in clients:
            each.gone.set()
        assert {type(each) for each in await asyncio.gather(*slow, return_exceptions=True)} == {RefusedError}
        await until(lambda: (jobs.turns.running, jobs.turns.waiting, jobs.pool.running) == (0, 0, 0))

    with_jobs(work, is_public=True)


def test_what_a_function_raises_is_raised_and_not_saved() -> None:
    async def work(jobs: PublicJobs) -> None:
        with pytest.raises(ValueError, match="invalid literal"):
            await jobs.run(Client().request, "key", 30, int, "x")
        assert await jobs.run(Client().request, "key", 30, int, "7") == 7

    with_jobs(work)
