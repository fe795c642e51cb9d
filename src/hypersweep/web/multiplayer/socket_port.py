"""One socket, as rooms see it: sending never waits; clients that don't read or don't answer are disconnected."""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections import deque
from types import coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from hypersweep.web.multiplayer.protocol import Ping, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

    from starlette.types import Send

    from hypersweep.web.multiplayer.failures import RefusedError
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.rooms.ports import RoomMessage, RoomPort

POLICY_VIOLATION: Final = 1008
"""Close code for clients that break the rules."""

# Time limit of the answer to a ping in seconds.
_DEAD = 40.0
# Seconds between pings; the first ones come quickly, since a game may begin soon.
_PINGS = (0.0, 1.0, 1.0, 1.0, 1.0)
_PING = 15.0
# Maximum number of bytes waiting for a client that doesn't read, in addition to the system's buffers.
_MOST_WAITING = 1 << 20
# Maximum rate of cursor positions; positions in between are dropped.
_CURSORS = 20.0

encode: Final = msgspec.json.Encoder().encode
"""Encodes a message, or any part of one."""


class Bucket:
    """A token bucket."""

    __slots__ = ("_burst", "_last", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens = burst
        self._last = time.monotonic()

    def take(self, now: float) -> bool:
        """Take a token. Returns: whether there was one."""
        tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = tokens - 1
        return True


class SocketPort:
    """A socket, as rooms see it: a ``MemberPort``."""

    __slots__ = (
        "_abort",
        "_ping",
        "_send",
        "_shortest",
        "_size",
        "_waiting",
        "_write_now",
        "_writer",
        "cursors",
        "end_code",
        "heard",
        "held",
        "id",
        "is_gone",
        "is_ready",
        "joining",
        "malformed",
        "next_ping",
        "person",
        "pings",
        "rooms",
        "round_trip",
        "session",
        "task",
    )

    def __init__(self, me: Me, send: Send, short: dict[str, Any], task: asyncio.Task[Any] | None) -> None:
        self.id: str = secrets.token_urlsafe(9)
        self.person: Me = me
        # The key of its session, if it has one.
        self.session: str | None = None
        self.round_trip: int = 0
        self.rooms: dict[str, RoomPort] = {}
        self.joining: dict[str, asyncio.Task[None]] = {}
        # Messages for rooms that are being joined.
        self.held: dict[str, list[RoomMessage]] = {}
        self.malformed: int = 0
        # When the page last said something of its own; pongs don't count.
        self.heard: float = math.inf
        # Whether the player has said that a game may begin, which a reconnect would take back.
        self.is_ready: bool = False
        self.cursors: Bucket = Bucket(_CURSORS, _CURSORS)
        self.task: asyncio.Task[Any] | None = task
        self.is_gone: bool = False
        # The close code if we closed the socket; None if the client did.
        self.end_code: int | None = None
        self._send = send
        # Direct functions of our own server: ``hypersweep.web.socket_protocol``.
        self._abort: Callable[[], None] | None = short.get("abort")
        self._write_now: Callable[[bytes], bool] | None = short.get("write")
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self.pings: int = 0
        self.next_ping: float = 0.0
        self._ping: tuple[int, float] | None = None
        # In seconds, for the deduction from times: a client can answer late, but never before the message has arrived.
        self._shortest: float = math.inf

    def send(self, frame: bytes) -> None:
        """Queue a message; never waits."""
        if self.is_gone:
            return
        if self._writer is not None:
            self._waiting.append(frame)
            self._size += len(frame)
            if self._size > _MOST_WAITING:
                self.drop()
            return
        if self._write_now is not None and self._write_now(frame):
            return
        # Usually sending completes at once, and then needs no task.
        sending = self._send({"type": "websocket.send", "text": frame.decode()})
        try:
            first = sending.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return
        except Exception:
            # The client is gone; the server reports that too.
            self.is_gone = True
            return
        self._size += len(frame)
        self._writer = asyncio.get_running_loop().create_task(self._write(sending, first, len(frame)))  # type: ignore[arg-type]

    async def _write(self, sending: Coroutine[Any, Any, None], first: object, size: int) -> None:
        """Send the queue until it is empty."""
        try:
            await _resumed(sending, first)
            self._size -= size
            while self._waiting:
                frame = self._waiting.popleft()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self._size -= len(frame)
        except Exception:
            self.is_gone = True
        finally:
            self._writer = None

    def end(self, code: int) -> None:
        """Close the socket from this side, after the queued messages."""
        if self.end_code is None and not self.is_gone:
            self.end_code = code
            if self.task is not None:
                self.task.cancel()

    def drop(self) -> None:
        """Close the socket at once: the client doesn't read, or doesn't answer."""
        self.is_gone = True
        self.release()
        if self._abort is not None:
            self._abort()
        self.end_code = POLICY_VIOLATION
        if self.task is not None:
            self.task.cancel()

    def release(self) -> None:
        """Drop the queued messages."""
        self._waiting.clear()
        self._size = 0
        if self._writer is not None:
            self._writer.cancel()

    async def close(self, code: int) -> None:
        """Send the queued messages, then close the socket."""
        if self.is_gone:
            return
        self.is_gone = True
        try:
            async with asyncio.timeout(1):
                if self._writer is not None:
                    await self._writer
                await self._send({"type": "websocket.close", "code": code})
        except Exception:
            if self._abort is not None:
                self._abort()

    def ping(self, now: float) -> None:
        """Send a ping if it is due, or disconnect a client that doesn't answer."""
        if now < self.next_ping or self.is_gone:
            return
        if self._ping is not None:
            if now - self._ping[1] > _DEAD:
                self.drop()
            return
        self.pings += 1
        self._ping = self.pings, time.monotonic()
        self.next_ping = now + (_PINGS[self.pings] if self.pings < len(_PINGS) else _PING)
        self.send(encode(Ping(self.pings)))

    def pong(self, number: int) -> None:
        """Handle the answer to a ping."""
        if self._ping is None or self._ping[0] != number:
            return
        self._shortest = min(self._shortest, time.monotonic() - self._ping[1])
        self._ping = None
        self.round_trip = int(1000 * self._shortest)

    def refuse(self, error: RefusedError, room: str | None = None, n: int | None = None) -> None:
        """Send an error, with its room and the number of the move."""
        self.send(encode(refused(error, room, n)))


def refused(error: RefusedError, room: str | None = None, n: int | None = None) -> Refused:
    """Return the message for an error."""
    return Refused(error.what, str(error), room, n, error.values)


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], first: object) -> Generator[object, None, None]:
    """Continue a coroutine in a task after it was started outside of any task and had to wait."""
    yield first
    yield from begun
