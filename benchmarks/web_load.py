"""Many players in a separate process, so that their time doesn't count as the server's.

    python benchmarks/web_load.py < PLAN

The plan is a line of JSON: the server's address, and for each connection the messages before it is ready, its later
messages, and a text that its answers contain. Each of ``paces`` is a number of messages per second, and a total number.
Without paces, each player sends the next message when the last one is answered. Before and after each pace, it prints
"ready" and "played" and waits for a line. At the end, it prints the results as a line of JSON.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sys
import time
from functools import partial
from typing import Any

PONG = b'{"t":"pong","id":%s}'


def frame(payload: bytes) -> bytes:
    """Return a text frame as a page sends it, but masked with zeros, which takes no time."""
    size = len(payload)
    head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE]) + size.to_bytes(2, "big")
    return head + bytes(4) + payload


class Player(asyncio.Protocol):
    """One connection.

    Args:
        plan: the plan of all connections.
        own: the plan of this one: ``cookie``, ``greeting`` (messages), ``ready`` (a text in the last answer to it),
            ``messages``, ``answer`` (a text in each answer; empty for any message).
        crowd: all players.
    """

    def __init__(self, plan: dict[str, Any], own: dict[str, Any], crowd: Crowd) -> None:
        self.plan, self.crowd = plan, crowd
        self.cookie: str = own.get("cookie", "")
        self.greeting = [frame(text.encode()) for text in own.get("greeting", [])]
        self.ready = own.get("ready", "").encode()
        self.frames = [frame(text.encode()) for text in own["messages"]]
        self.answer = own.get("answer", "").encode()
        self.seen = 0
        self.next = 0
        self.sent: list[float] = []
        self.latencies: list[float] = []
        self._rest = b""
        self._is_up = False
        self._is_ready = False

    def connection_made(self, transport: Any) -> None:
        """Send the handshake."""
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{self.plan['port']}"
        lines = [
            f"GET {self.plan['path']} HTTP/1.1",
            f"Host: {host}",
            f"Origin: http://{host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            *([f"Cookie: {self.cookie}"] if self.cookie else []),
        ]
        transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, error: Exception | None) -> None:
        """Fail if the connection is lost too early."""
        if not self.crowd.is_over:
            self.crowd.fail(f"a connection was lost after {self.seen} answers, ready: {self._is_ready}: {error}")

    def data_received(self, data: bytes) -> None:
        """Handle every complete frame."""
        data = self._rest + data if self._rest else data
        at, end = 0, len(data)
        if not self._is_up:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.crowd.fail(f"expected HTTP status 101, got {data[:200]!r}")
                return
            self._is_up = True
            for each in self.greeting:
                self.transport.write(each)
            if not self.ready:
                self.be_ready()
        while end - at >= 2:
            size, begin = data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if end < begin + size:
                break
            kind = data[at] & 0x0F
            if kind == 9:
                # Answer a ping with its payload.
                self.transport.write(b"\x8a" + frame(data[begin : begin + size])[1:])
            elif kind == 8:
                self.crowd.fail(f"a connection was closed: {data[begin : begin + size]!r}")
            elif kind < 3:
                self.take(data[begin : begin + size])
            at = begin + size
        self._rest = data[at:]

    def take(self, message: bytes) -> None:
        """Handle a message."""
        if message.startswith(b'{"t":"ping"'):
            self.transport.write(frame(PONG % message.split(b'"id":')[1].split(b"}")[0].split(b",")[0]))
        elif not self._is_ready:
            if self.ready in message:
                self.be_ready()
            elif b'"t":"refused"' in message:
                self.crowd.fail(message.decode())
        elif self.answer in message:
            self.seen += 1
            if self.sent:
                self.latencies.append(time.perf_counter() - self.sent[len(self.latencies)])
            self.crowd.answered(self)
        elif b'"t":"refused"' in message:
            self.crowd.fail(message.decode())

    def be_ready(self) -> None:
        """Report that this player may begin."""
        self._is_ready = True
        self.crowd.one_is_ready()

    def send(self) -> bool:
        """Send the next message. Returns: whether there was one."""
        if self.next == len(self.frames):
            return False
        self.sent.append(time.perf_counter())
        self.transport.write(self.frames[self.next])
        self.next += 1
        return True


class Crowd:
    """All connections in a plan, and how they play: each waits for its answers, or keeps a pace."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self.plan = plan
        self.players: list[Player] = []
        self.is_over = False
        self._waiting = len(plan["connections"])
        self._all_ready = asyncio.Event()
        self._done = asyncio.Event()
        self._left = 0
        self._failure = ""

    def fail(self, why: str) -> None:
        """End all connections with an error."""
        self._failure = self._failure or why
        self._all_ready.set()
        self._done.set()

    def one_is_ready(self) -> None:
        """Count one more ready player."""
        self._waiting -= 1
        if self._waiting == 0:
            self._all_ready.set()

    def answered(self, player: Player) -> None:
        """Count an answer, and continue."""
        self._left -= 1
        if self._left == 0:
            self._done.set()
        elif self.plan.get("together"):
            # All watchers have seen a move before the next one is made.
            self._round -= 1
            if self._round == 0:
                self._rounds.append(time.perf_counter() - self._begun)
                self._begin_round()
        elif not self.plan.get("paces"):
            player.send()

    def _begin_round(self) -> None:
        self._round = len(self.players)
        self._begun = time.perf_counter()
        for player in self.players:
            player.send()

    async def play(self) -> dict[str, Any]:
        """Play the whole plan. Returns: the results."""
        loop = asyncio.get_running_loop()
        for number, own in enumerate(self.plan["connections"]):
            _, player = await loop.create_connection(
                partial(Player, self.plan, own, self), "127.0.0.1", self.plan["port"]
            )
            self.players.append(player)
            if number % 50 == 49:
                await asyncio.sleep(0.01)
        await asyncio.wait_for(self._all_ready.wait(), 120)
        paces = self.plan.get("paces")
        if paces and not self._failure:
            # The first pings on a connection come in quick succession; a game is mostly played after them.
            await asyncio.sleep(5)
        played = []
        for pace, count in paces or [(0, sum(len(player.frames) for player in self.players))]:
            if not self._failure:
                await _hear("ready")
                played.append(await self._play(pace, count))
                # What a server does after its answers is measured too, but not how the connections end.
                await _hear("played")
        self.is_over = True
        for player in self.players:
            player.transport.abort()
        return {"failure": self._failure, "played": played}

    async def _play(self, pace: float, count: int) -> dict[str, Any]:
        for player in self.players:
            player.latencies, player.sent = [], []
        is_together = self.plan.get("together")
        self._left = count * (len(self.players) if is_together else 1)
        self._done.clear()
        begin = time.perf_counter()
        if is_together:
            self._rounds: list[float] = []
            self._begin_round()
        elif pace:
            await self._keep_pace(pace, count)
        else:
            for player in self.players:
                player.send()
        if count:
            await asyncio.wait_for(self._done.wait(), 300)
        seconds = time.perf_counter() - begin
        latencies = sorted(
            self._rounds if is_together else [each for player in self.players for each in player.latencies]
        )
        return {"messages": count, "seconds": seconds, "latencies": latencies}

    async def _keep_pace(self, pace: float, count: int) -> None:
        """Send ``pace`` messages per second, from each player in turn, whether answers come or not."""
        begin, sent = time.perf_counter(), 0
        while sent < count and not self._failure:
            due = min(count, int((time.perf_counter() - begin) * pace))
            while sent < due:
                if not self.players[sent % len(self.players)].send():
                    self.fail("a player has no moves left")
                    return
                sent += 1
            await asyncio.sleep(0.001)


async def _hear(said: str) -> None:
    """Print a line, and wait for one."""
    print(said, flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)


def main() -> None:
    """Play the plan from the input."""
    plan = json.loads(sys.stdin.readline())
    print(json.dumps(asyncio.run(Crowd(plan).play())), flush=True)


if __name__ == "__main__":
    main()
