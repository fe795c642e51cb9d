"""Scripts in Redis: every key that they leave expires."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis

from hypersweep.web.multiplayer.relay import PRESENCE
from hypersweep.web.multiplayer.relay.redis import RedisRelay
from servers import Redis as RedisServer


@pytest.mark.slow
def test_whatever_is_kept_there_has_an_end(redis_server: RedisServer) -> None:
    async def run() -> None:
        relay = RedisRelay(redis_server.url)
        await relay.open()
        await relay.lease("x", "one", 9)
        await relay.renew("x", "one", 7)
        await relay.take_token("x", rate=0.5, burst=3, cost=2)
        await relay.take_token("full", rate=0.5, burst=3, cost=4)
        await relay.mark_present("x", "ann")
        await relay.close()
        async with Redis.from_url(redis_server.url) as client:
            names = [each.decode() if isinstance(each, bytes) else each for each in await client.keys("*")]
            ends = {name: await client.pttl(name) for name in names}
        longest = {"lease:x": 7000, "tokens:x": 5000, "tokens:full": 1000, "present:x": PRESENCE * 1000}
        for name, milliseconds in longest.items():
            assert milliseconds - 3000 < ends[f"hypersweep:{name}"] <= milliseconds
        assert all(end > 0 for end in ends.values())

    asyncio.run(run())
