"""Listeners of channels."""

from __future__ import annotations

import asyncio

from hypersweep.web.multiplayer.relay.listeners import Listeners


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
