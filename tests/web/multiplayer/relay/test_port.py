"""Tests that all relays must pass: the one inside a process, and Redis."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from hypersweep.web.multiplayer.relay import PRESENCE, Relay, port, relay_of
from hypersweep.web.multiplayer.relay.port import Listeners, LocalRelay
from hypersweep.web.multiplayer.server_settings import Settings


@asynccontextmanager
async def opened(url: str | None) -> AsyncIterator[Relay]:
    relay = relay_of(Settings("sqlite+aiosqlite://", redis=url))
    await relay.open()
    try:
        assert relay.is_available
        yield relay
    finally:
        await relay.close()


def ask(url: str | None, question: Callable[[Relay], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(url) as relay:
            async with asyncio.timeout(30):
                await question(relay)

    asyncio.run(run())


def own() -> str:
    """Return a unique name."""
    return uuid4().hex


def test_what_is_published_is_heard_in_order_by_all_who_listen(url: str | None) -> None:
    async def question(relay: Relay) -> None:
        heard: list[tuple[str, bytes]] = []
        all_of_it = asyncio.Event()
        channel, other = own(), own()

        def last(data: bytes) -> None:
            heard.append(("b", data))
            if data == b"199":
                all_of_it.set()

        first = await relay.subscribe(channel, lambda data: heard.append(("a", data)))
        second = await relay.subscribe(channel, last)
        await relay.subscribe(other, lambda data: heard.append(("other", data)))
        await relay.publish(own(), b"for nobody")
        await asyncio.gather(*(relay.publish(channel, b"%d" % n) for n in range(200)))
        await all_of_it.wait()
        for who in ("a", "b"):
            assert [data for name, data in heard if name == who] == [b"%d" % n for n in range(200)]
        assert len(heard) == 400
        await first.close()
        await first.close()
        heard.clear()
        all_of_it.clear()
        await relay.publish(channel, b"\0\xff")
        await relay.publish(channel, b"199")
        await all_of_it.wait()
        assert heard == [("b", b"\0\xff"), ("b", b"199")]
        await second.close()
        # A port that listens again receives again.
        again = await relay.subscribe(channel, last)
        all_of_it.clear()
        await relay.publish(channel, b"199")
        await all_of_it.wait()
        await again.close()

    ask(url, question)


def test_a_handler_that_fails_leaves_the_others_what_they_get(url: str | None) -> None:
    async def question(relay: Relay) -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: failures.append(told["exception"]))
        channel = own()
        heard = asyncio.Event()

        def fails(data: bytes) -> None:
            raise ArithmeticError(data)

        await relay.subscribe(channel, fails)
        await relay.subscribe(channel, lambda data: heard.set())
        for _ in range(2):
            heard.clear()
            await relay.publish(channel, b"x")
            await heard.wait()
        assert [type(each) for each in failures] == [ArithmeticError] * 2

    ask(url, question)


def test_a_lease_has_one_holder_until_it_ends(url: str | None) -> None:
    async def question(relay: Relay) -> None:
        name = own()
        assert await relay.holder(name) is None
        assert not await relay.renew(name, "one", 9)
        assert await relay.lease(name, "one", 9)
        assert await relay.lease(name, "one", 9), "it is the owner's already"
        assert not await relay.lease(name, "two", 9)
        assert not await relay.renew(name, "two", 9)
        await relay.release(name, "two")
        assert await relay.holder(name) == "one"
        assert await relay.renew(name, "one", 9)
        await relay.release(name, "one")
        assert await relay.holder(name) is None
        assert await relay.lease(name, "two", 0.05)
        while await relay.holder(name) is not None:
            await asyncio.sleep(0.01)
        assert not await relay.renew(name, "two", 9)
        assert await relay.lease(name, "three", 9)

    ask(url, question)


def test_a_bucket_gives_as_much_as_it_holds_and_gains(url: str | None) -> None:
    async def question(relay: Relay) -> None:
        key = own()
        taken = [await relay.take_token(key, rate=0.001, burst=5) for _ in range(8)]
        assert taken == [True] * 5 + [False] * 3
        assert await relay.take_token(own(), rate=0.001, burst=5), "each has his own"
        assert not await relay.take_token(own(), rate=1000, burst=5, cost=6)
        key = own()
        assert await relay.take_token(key, rate=20, burst=3, cost=3)
        while not await relay.take_token(key, rate=20, burst=3):
            await asyncio.sleep(0.01)

    ask(url, question)


def test_who_is_present(url: str | None) -> None:
    async def question(relay: Relay) -> None:
        room = own()
        assert await relay.present(room) == set()
        await relay.mark_present(room, "ann")
        await relay.mark_present(room, "bob")
        await relay.mark_present(room, "ann")
        await relay.mark_present(own(), "eve")
        assert await relay.present(room) == {"ann", "bob"}
        await relay.mark_absent(room, "ann")
        await relay.mark_absent(room, "nobody")
        assert await relay.present(room) == {"bob"}

    ask(url, question)


def test_a_channel_is_left_when_its_last_listener_is_gone() -> None:
    async def run() -> None:
        left: list[str] = []

        async def note(channel: str) -> None:
            left.append(channel)

        listeners = Listeners(note)
        heard: list[bytes] = []
        first, second = (listeners.add("x", heard.append) for _ in range(2))
        assert list(listeners) == ["x"]
        await first.close()
        assert left == []
        assert "x" in listeners
        listeners.tell("x", b"1")
        await second.close()
        await second.close()
        listeners.tell("x", b"2")
        assert (left, heard) == (["x"], [b"1"])
        assert "x" not in listeners

    asyncio.run(run())


def test_one_who_leaves_meanwhile_is_told_no_more() -> None:
    async def run() -> None:
        async def nothing(channel: str) -> None:
            pass

        listeners = Listeners(nothing)
        heard: list[str] = []

        def ends(data: bytes) -> None:
            heard.append("first")
            listeners._by_channel["x"].pop(second)

        listeners.add("x", ends)
        second = listeners.add("x", lambda data: heard.append("second"))
        listeners.tell("x", b"")
        assert heard == ["first"]

    asyncio.run(run())


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
    monkeypatch.setattr(port, "_MOST_BUCKETS", 10)

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
