"""One socket, as rooms see it: sending never waits, and who doesn't take it, or doesn't answer, is dropped."""

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

__all__ = ["POLICY_VIOLATION", "Bucket", "SocketPort", "encode", "refused"]

POLICY_VIOLATION: Final = 1008
"""The code of who is sent away for what he did."""

# Seconds in which a ping has to be answered.
_DEAD = 40.0
# Seconds from one ping to the next; the first ones come quickly, for a game may begin soon.
_PINGS = (0.0, 1.0, 1.0, 1.0, 1.0)
_PING = 15.0
# Bytes that wait for somebody who doesn't read, beside what the system holds.
_MOST_WAITING = 1 << 20
# Where a cursor is comes that often a second at most; what comes in between is left out.
_CURSORS = 20.0

encode: Final = msgspec.json.Encoder().encode
"""The bytes of a message, or of anything that stands in one."""


class Bucket:
    """Tokens that come with time."""

    __slots__ = ("_burst", "_last", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens = burst
        self._last = time.monotonic()

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
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
        # The name of the session that it came with, where there is one.
        self.session: str | None = None
        self.round_trip: int = 0
        self.rooms: dict[str, RoomPort] = {}
        self.joining: dict[str, asyncio.Task[None]] = {}
        # What came for rooms that are being joined.
        self.held: dict[str, list[RoomMessage]] = {}
        self.malformed: int = 0
        # When the page last said something of its own; pongs don't count.
        self.heard: float = math.inf
        # Whether the player has said that a game may begin, which a reconnect would take back.
        self.is_ready: bool = False
        self.cursors: Bucket = Bucket(_CURSORS, _CURSORS)
        self.task: asyncio.Task[Any] | None = task
        self.is_gone: bool = False
        # With which code it was ended from here; None where the peer goes.
        self.end_code: int | None = None
        self._send = send
        # The short way, where the server has one: ``hypersweep.web.socket_protocol``.
        self._abort: Callable[[], None] | None = short.get("abort")
        self._write_now: Callable[[bytes], bool] | None = short.get("write")
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self.pings: int = 0
        self.next_ping: float = 0.0
        self._ping: tuple[int, float] | None = None
        # Seconds; a client can answer late, but no sooner than the message travels.
        self._shortest: float = math.inf

    def send(self, frame: bytes) -> None:
        """Have a message sent, after those before it; never waits."""
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
        # As a rule it needn't wait for anything, and then needs no task.
        sending = self._send({"type": "websocket.send", "text": frame.decode()})
        try:
            first = sending.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return
        except Exception:
            # The peer is gone, which is told by the server as well.
            self.is_gone = True
            return
        self._size += len(frame)
        self._writer = asyncio.get_running_loop().create_task(self._write(sending, first, len(frame)))  # type: ignore[arg-type]

    async def _write(self, sending: Coroutine[Any, Any, None], first: object, size: int) -> None:
        """Send what waits, until nothing does."""
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
        """Have it closed, from here."""
        if self.end_code is None and not self.is_gone:
            self.end_code = code
            if self.task is not None:
                self.task.cancel()

    def drop(self) -> None:
        """End it at once: the peer doesn't take what it is sent, or doesn't answer."""
        self.is_gone = True
        self.release()
        if self._abort is not None:
            self._abort()
        self.end_code = POLICY_VIOLATION
        if self.task is not None:
            self.task.cancel()

    def release(self) -> None:
        """Let go of what waits to be sent."""
        self._waiting.clear()
        self._size = 0
        if self._writer is not None:
            self._writer.cancel()

    async def close(self, code: int) -> None:
        """Send the rest, and say that it is over."""
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
        """Send a ping, if it is time for one; or drop who doesn't answer."""
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
        """A ping was answered."""
        if self._ping is None or self._ping[0] != number:
            return
        self._shortest = min(self._shortest, time.monotonic() - self._ping[1])
        self._ping = None
        self.round_trip = int(1000 * self._shortest)

    def refuse(self, error: RefusedError, room: str | None = None, n: int | None = None) -> None:
        """Say what isn't done, of which room and which move."""
        self.send(encode(refused(error, room, n)))


def refused(error: RefusedError, room: str | None = None, n: int | None = None) -> Refused:
    """Gives what is said of something that isn't done."""
    return Refused(error.what, str(error), room, n, error.values)


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], first: object) -> Generator[object, None, None]:
    """A coroutine that was begun outside of any task, and waits for something: now the task does."""
    yield first
    yield from begun
