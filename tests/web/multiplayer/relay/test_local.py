"""The relay inside a process, beyond the common tests: ended listeners leave nothing behind."""

from __future__ import annotations

import asyncio

import pytest

from hypersweep.web.multiplayer.relay import PRESENCE, local
from hypersweep.web.multiplayer.relay.local import LocalRelay


def test_time_ends_leases_and_presence() -> None:
    async def run() -> None:
        now = 0.0
        relay = LocalRelay(clock=lambda: now)
        await relay.mark_present("room", "ann")
        assert await relay.lease("x", "one", 5)
        now = 4.9
        assert await relay.holder("x") == "one"
        now = 5.0
        assert await relay.holder("x") is None
        assert await relay.present("room") == {"ann"}
        now = PRESENCE
        assert await relay.present("room") == set()

    asyncio.run(run())


@pytest.mark.slow
def test_a_bucket_is_full_again_in_time_and_never_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "_MOST_BUCKETS", 10)

    async def run() -> None:
        now = 0.0
        relay = LocalRelay(clock=lambda: now)
        assert await relay.take_token("x", rate=2, burst=4, cost=4)
        now = 0.5
        assert await relay.take_token("x", rate=2, burst=4)
        assert not await relay.take_token("x", rate=2, burst=4)
        now = 1000
        assert not await relay.take_token("x", rate=2, burst=4, cost=4.1)
        for number in range(200_000):
            now += 0.01
            await relay.take_token(str(number), rate=1, burst=1)
        assert len(relay._buckets) <= 20_000, "full buckets aren't kept"

    asyncio.run(run())


def test_nothing_is_kept_of_channels_without_listeners() -> None:
    async def run() -> None:
        relay = LocalRelay()
        for number in range(100):
            await (await relay.subscribe(str(number), lambda data: None)).close()
        assert list(relay._listeners) == []
        heard: list[bytes] = []
        listener = await relay.subscribe("x", heard.append)
        await relay.publish("x", b"1")
        await listener.close()
        await asyncio.sleep(0)
        assert heard == [], "he left before he was told"

    asyncio.run(run())
