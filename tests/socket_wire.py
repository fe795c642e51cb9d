"""The sockets of rooms without a network: what a page sends, and what it receives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import HTTPConnection

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import Me
from hypersweep.web.multiplayer.socket import Sockets, socket_app
from room_world import World, world


class Wire:
    """A socket without a network: what a page sends, and what it gets."""

    def __init__(self, sockets: Sockets, name: str = "Ann", *, is_short: bool = False) -> None:
        self.come: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.got: list[dict[str, Any]] = []
        self.codes: list[int] = []
        self.is_open = asyncio.Event()
        self.is_open.set()
        self.was_aborted = False
        self.most_at_once = 0
        self._at_once = 0
        extensions: dict[str, Any] = {"hypersweep": {"abort": self.abort}} if is_short else {}
        scope = {"type": "websocket", "path": "/socket", "headers": [(b"who", name.encode())], "extensions": extensions}
        self.come.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.get_running_loop().create_task(sockets(scope, self.come.get, self.send))

    def abort(self) -> None:
        self.was_aborted = True
        self.come.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def send(self, message: Any) -> None:
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            await self.is_open.wait()
        finally:
            self._at_once -= 1
        if message["type"] == "websocket.send":
            self.got.append(json.loads(message["text"]))
        elif message["type"] == "websocket.close":
            self.codes.append(message["code"])

    def tell(self, *messages: Any) -> None:
        for message in messages:
            text = message if isinstance(message, str) else json.dumps(message)
            self.come.put_nowait({"type": "websocket.receive", "text": text})

    def tell_bytes(self, data: bytes) -> None:
        self.come.put_nowait({"type": "websocket.receive", "bytes": data})

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [each for each in self.got if each["t"] == kind]

    async def until(self, kind: str, count: int = 1) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while len(self.of(kind)) < count:
                await asyncio.sleep(0.001)
        return self.of(kind)[count - 1]

    async def hello(self) -> Wire:
        self.tell({"t": "hello", "protocol": 1})
        await self.until("welcome")
        return self

    def leave(self) -> None:
        self.come.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def ended(self) -> None:
        async with asyncio.timeout(20):
            await self.task


async def who(connection: HTTPConnection) -> Me | None:
    name = connection.headers["who"]
    if name == "Nobody":
        return None
    if name == "Banned":
        raise RefusedError("banned", "expected a person who may play", status=403, until=5, reason="")
    return Me(f"person-{name}", name)


@asynccontextmanager
async def sockets_of(**settings: Any) -> AsyncIterator[tuple[World, Sockets, list[str]]]:
    async with world(**settings) as place:
        notes: list[str] = []

        def is_ours(connection: HTTPConnection) -> bool:
            return connection.headers["who"] != "Elsewhere"

        yield (
            place,
            socket_app(place.rooms, place.settings, authenticate=who, is_ours=is_ours, note=notes.append),
            notes,
        )


def run(play: Callable[[World, Sockets, list[str]], Any], **settings: Any) -> None:
    async def begin() -> None:
        async with sockets_of(**settings) as (place, sockets, notes):
            await play(place, sockets, notes)
            assert sockets._pinger is None
            assert len(sockets) == 0
            assert not sockets.people

    asyncio.run(begin())
