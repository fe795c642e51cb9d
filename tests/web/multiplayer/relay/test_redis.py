"""The Redis relay beyond the common tests: Redis goes away and comes back."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable

import pytest
from redis.asyncio import Redis

from hypersweep.errors import ParameterError
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.relay import PRESENCE
from hypersweep.web.multiplayer.relay.redis import RedisRelay
from servers import Redis as RedisServer


@pytest.mark.parametrize("url", ["", "127.0.0.1:6379", "http://127.0.0.1", "redis://x:many/0"])
def test_an_address_that_can_be_none_is_refused(url: str) -> None:
    with pytest.raises(ParameterError, match="expected a Redis URL such as"):
        RedisRelay(url)


def test_one_that_isn_t_there_keeps_nobody_waiting() -> None:
    async def run() -> None:
        with socket.socket() as nobody:
            nobody.bind(("127.0.0.1", 0))
            relay = RedisRelay(f"redis://127.0.0.1:{nobody.getsockname()[1]}/0")
            await relay.open()
            assert not relay.is_available
            for call in calls(relay):
                with pytest.raises(UnavailableError):
                    await call
            await (await relay.subscribe("x", lambda data: None)).close()
            await relay.close()

    asyncio.run(run())


def calls(relay: RedisRelay) -> list[Awaitable[object]]:
    return [
        relay.publish("x", b"x"),
        relay.lease("x", "one", 1),
        relay.renew("x", "one", 1),
        relay.release("x", "one"),
        relay.holder("x"),
        relay.take_token("x", 1, 1),
        relay.mark_present("x", "ann"),
        relay.mark_absent("x", "ann"),
        relay.present("x"),
    ]


@pytest.mark.slow
def test_a_wrong_password_is_told_and_not_shown(redis_server: RedisServer) -> None:
    async def run() -> None:
        relay = RedisRelay(redis_server.url.replace("127", "nobody:wrong@127"))
        with pytest.raises(ParameterError, match="password") as error:
            await relay.open()
        assert "wrong" not in str(error.value)

    asyncio.run(run())


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("way", ["kill", "hold"])
def test_it_is_lost_and_comes_back_by_itself(way: str, redis_server: RedisServer) -> None:
    async def run() -> None:
        relay, other = RedisRelay(redis_server.url), RedisRelay(redis_server.url)
        await relay.open()
        await other.open()
        told: list[bool] = []
        relay.on_change(told.append)
        heard: list[bytes] = []
        await relay.subscribe("kept", heard.append)
        await relay.lease("x", "one", 60)
        (redis_server.kill if way == "kill" else redis_server.hold)()
        for call in calls(relay):
            with pytest.raises(UnavailableError):
                await call
        await until(lambda: told == [False])
        assert not relay.is_available
        # While it is away, one listener begins and another ends.
        late: list[bytes] = []
        await relay.subscribe("late", late.append)
        gone = await relay.subscribe("gone", late.append)
        await gone.close()
        redis_server.start()
        await until(lambda: relay.is_available and other.is_available)
        assert told == [False, True]
        for channel in ("kept", "late", "gone"):
            await other.publish(channel, channel.encode())
        await until(lambda: heard == [b"kept"] and late == [b"late"])
        assert await relay.lease("x", "two" if way == "kill" else "one", 60)
        await relay.close()
        await other.close()

    asyncio.run(run())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


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
