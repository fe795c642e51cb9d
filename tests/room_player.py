"""A player in a room who uses its protocol, reconnects after any failure, and remembers all messages."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hypersweep.web.multiplayer.protocol import PROTOCOL

# Seconds without an answer before trying another worker.
PATIENCE = 5.0


class Player:
    """One member of a room.

    Args:
        addresses: addresses of the workers, to be tried in order.

    Attributes:
        told: the message for each version; repetitions must be equal.
        answered: the versions of the player's own moves, by their numbers.
        state: the last whole state of the room.
        arrivals: number of joins.
        lost: number of reconnects.
    """

    def __init__(self, *addresses: str) -> None:
        self.addresses = addresses
        self.told: dict[int, dict[str, Any]] = {}
        self.answered: dict[int, int] = {}
        self.state: dict[str, Any] = {}
        self.arrivals = 0
        self.lost = 0
        self.cookie = ""
        self.version: int | None = None
        self.you = 0

    async def ask(self, method: str, path: str, value: object = None) -> Any:
        """Ask the first worker by HTTP."""
        address = self.addresses[0]
        headers = {"origin": address, "x-hypersweep": "1", "cookie": self.cookie}
        async with httpx.AsyncClient(base_url=address, headers=headers, timeout=30) as client:
            answer = await client.request(method, path, json=value)
            assert answer.status_code == 200, answer.text
            if answer.cookies:
                token = next(iter(answer.cookies.values()))
                self.cookie = "; ".join(f"hypersweep-{each.rpartition(':')[2]}={token}" for each in self.addresses)
            return answer.json()

    async def begin(self) -> None:
        """Get a guest's cookie, which all workers accept."""
        await self.ask("POST", "/api/session", {})

    async def play(self, room: str, key: str, cells: list[int], pause: float = 0.0) -> None:
        """Flag cells, one after the other, until each is answered.

        Args:
            room: the room.
            key: of its invitation.
            cells: what he flags.
            pause: seconds between one answer and the next move.
        """
        requested = dict(enumerate(cells, 1))
        for address in itertools.cycle(self.addresses):
            try:
                async with asyncio.timeout(30), self._opened(address) as socket:
                    await self._play(socket, room, key, requested, pause)
            except (OSError, WebSocketException, EOFError):
                self.lost += 1
                await asyncio.sleep(0.05)
            if len(self.answered) == len(requested):
                return

    async def look(self, room: str, key: str, address: str) -> dict[str, Any]:
        """Return the whole state of a room, as reported by one of the workers."""
        async with asyncio.timeout(60):
            while True:
                try:
                    async with self._opened(address) as socket:
                        await self._say(socket, {"t": "hello", "protocol": PROTOCOL})
                        await self._say(socket, {"t": "join", "room": room, "key": key})
                        while True:
                            message = await self._hear(socket)
                            if message["t"] == "state":
                                return message
                            if message["t"] in ("refused", "gone"):
                                raise EOFError(message)
                except (OSError, WebSocketException, EOFError):
                    await asyncio.sleep(0.1)

    def _opened(self, address: str) -> connect:
        return connect(
            f"{address.replace('http', 'ws')}/socket",
            additional_headers={"cookie": self.cookie},
            origin=address,  # type: ignore[arg-type]
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=0.5,
        )

    async def _say(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(json.dumps(message))

    async def _hear(self, socket: ClientConnection) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = json.loads(await socket.recv())
        if message["t"] == "ping":
            await self._say(socket, {"t": "pong", "id": message["id"]})
            return await self._hear(socket)
        if "version" in message and message["t"] != "state":
            known = self.told.setdefault(message["version"], message)
            if known["t"] == message["t"]:
                assert known == message, "a version is told in one way"
        return message

    async def _play(
        self, socket: ClientConnection, room: str, key: str, requested: dict[int, int], pause: float
    ) -> None:
        await self._say(socket, {"t": "hello", "protocol": PROTOCOL})
        welcome = await self._hear(socket)
        if welcome["t"] == "refused":
            assert welcome["what"] == "unavailable"
            raise EOFError(welcome["what"])
        assert welcome["t"] == "welcome"
        await self._say(socket, {"t": "join", "room": room, "since": self.version, "key": key})
        is_here = False
        while True:
            message = await self._hear(socket)
            kind = message["t"]
            if kind == "gone":
                raise EOFError(message["what"])
            if kind == "refused":
                assert message["what"] in ("away", "unavailable", "not_here", "no_room"), message
                await asyncio.sleep(0.1)
                raise EOFError(message["what"])
            if kind == "state":
                self.state = message
                self.you = message["you"]
            if "version" in message:
                assert self.version is None or message["version"] >= self.version or message.get("by") == self.you
                self.version = max(self.version or 0, message["version"])
            if kind == "moved" and message["by"] == self.you:
                assert message["cell"] == requested[message["n"]]
                assert self.answered.setdefault(message["n"], message["version"]) == message["version"]
                is_here = True
                await asyncio.sleep(pause)
            elif kind == "state" or (kind == "present" and message["number"] == self.you):
                is_here = True
                self.arrivals += 1
            else:
                continue
            if is_here:
                if len(self.answered) == len(requested):
                    return
                n = len(self.answered) + 1
                await self._say(socket, {"t": "move", "room": room, "n": n, "kind": "flag", "cell": requested[n]})
