"""The WebSocket between page and server; each tab has one for all its rooms.

This is a plain ASGI app that handles messages and sends answers at once, without creating tasks. Sending never waits:
if a client reads too slowly, its messages are queued, and a task sends them. The client is disconnected if its queue
grows too long or it doesn't answer pings.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import secrets
import time
from collections import deque
from types import coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import HTTPConnection

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import (
    LARGEST_MESSAGE,
    PROTOCOL,
    ClientMessage,
    Cursor,
    Edit,
    Hello,
    Join,
    Leave,
    Limits,
    Move,
    Ping,
    Pong,
    Ready,
    Refused,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Coroutine, Generator

    from starlette.types import Receive, Scope, Send

    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.rooms.ports import RoomMessage, RoomPort
    from hypersweep.web.multiplayer.rooms.remote import SharedRooms
    from hypersweep.web.multiplayer.rooms.room_registry import Rooms
    from hypersweep.web.multiplayer.server_settings import Settings

# Maximum number of sockets per worker and per person, and of rooms per socket.
_MOST = 10_000
_MOST_OF_PERSON = 32
_MOST_ROOMS = 64
# Time limit for the client's first message, in seconds.
_HELLO = 10.0
# Rate limit for all messages, as a multiple of the rate limit for moves; faster clients are disconnected.
_OTHERS = 3
_MOST_MALFORMED = 20
# Maximum number of messages held for a room that the client is joining.
_MOST_HELD = 256

_TRY_AGAIN = 1013
_BROKEN = 1011
# Close code that makes the client reconnect, to another worker if possible.
_RECONNECT = 1012
# Seconds without a message before a page counts as idle. This is longer than a search for a board, during which a
# player waits for a move to be answered.
_IDLE = 60.0

_decode: Final = msgspec.json.Decoder(ClientMessage).decode


class _Person:
    """A connected person, with all their sockets and shared rate limits."""

    __slots__ = ("all", "moves", "ports")

    def __init__(self, settings: Settings) -> None:
        self.ports: set[SocketPort] = set()
        self.moves = Bucket(settings.moves, settings.burst)
        self.all = Bucket(_OTHERS * settings.moves, _OTHERS * settings.burst)


class Sockets:
    """The sockets on this worker (at most ``most``), as an ASGI app; see ``socket_app`` for the other arguments."""

    def __init__(
        self,
        rooms: Rooms | SharedRooms,
        settings: Settings,
        *,
        authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
        is_ours: Callable[[HTTPConnection], bool],
        session_of: Callable[[HTTPConnection], str | None] = lambda connection: None,
        note: Callable[[str], object] = lambda what: None,
        most: int = _MOST,
    ) -> None:
        self._rooms = rooms
        self._settings = settings
        self._authenticate = authenticate
        self._is_ours = is_ours
        self._session_of = session_of
        self._note = note
        self._most = most
        self._people: dict[str, _Person] = {}
        self._ports: set[SocketPort] = set()
        self._pinger: asyncio.Task[None] | None = None
        self._limits = Limits(settings.largest_board, LARGEST_MESSAGE, settings.moves, settings.burst)

    def __len__(self) -> int:
        return len(self._ports)

    @property
    def people(self) -> list[str]:
        """IDs of the connected people."""
        return list(self._people)

    @property
    def sessions(self) -> set[str]:
        """Session keys from all sockets that have one."""
        return {port.session for port in self._ports if port.session is not None}

    def end(self, person: str, error: RefusedError) -> None:
        """Send an error on all of a person's sockets, and close them."""
        found = self._people.get(person)
        for port in [] if found is None else list(found.ports):
            port.refuse(error)
            port.end(POLICY_VIOLATION)

    def end_sessions(self, sessions: Collection[str], error: RefusedError) -> None:
        """Send an error on all sockets of these sessions, and close them."""
        for port in [port for port in self._ports if port.session in sessions] if sessions else ():
            port.refuse(error)
            port.end(POLICY_VIOLATION)

    def move(self, most: int) -> list[list[str]]:
        """Close idle sockets, longest idle first, so that their pages reconnect, to another worker if possible.

        Skip players who are ready for a versus game, since reconnecting would make them unready.

        Args:
            most: maximum number of sockets to close.

        Returns:
            For each closed socket, the rooms it was in.
        """
        before = time.monotonic() - _IDLE
        idle = (
            port
            for port in self._ports
            if port.heard < before and not port.is_ready and not port.joining and port.end_code is None
        )
        moved = []
        for port in heapq.nsmallest(most, idle, key=lambda port: port.heard):
            self._note("moved")
            moved.append(list(port.rooms))
            for room in port.rooms.values():
                room.drop(port)
            port.rooms.clear()
            port.end(_RECONNECT)
        return moved

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it is closed."""
        connection = HTTPConnection(scope)
        await receive()
        if not self._is_ours(connection) or len(self._ports) >= self._most:
            self._note("refused")
            await send({"type": "websocket.close", "code": _TRY_AGAIN})
            return
        error: RefusedError | None = None
        me = None
        try:
            me = await self._authenticate(connection)
        except RefusedError as refusal:
            error = refusal
        await send({"type": "websocket.accept"})
        if me is None:
            error = error or RefusedError("nobody", "expected a session cookie", status=401)
            await send({"type": "websocket.send", "text": encode(refused(error)).decode()})
            await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        short: dict[str, Any] = scope.get("extensions", {}).get("hypersweep", {})
        port = SocketPort(me, send, short, asyncio.current_task())
        port.session = self._session_of(connection)
        person = self._people.get(me.id)
        if person is None:
            person = self._people[me.id] = _Person(self._settings)
        code: int | None = None
        person.ports.add(port)
        self._ports.add(port)
        self._note("opened")
        try:
            if len(person.ports) > _MOST_OF_PERSON:
                error = RefusedError(
                    "too_many_sockets", f"too many connections at once: at most {_MOST_OF_PERSON}", status=429
                )
                port.refuse(error)
                code = _TRY_AGAIN
            else:
                code = await self._begin(port, person, receive, short.get("deliver"))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if port.end_code is None or task is None:
                raise
            # ``SocketPort.end`` cancelled the task to close the socket; carry on with the cleanup.
            task.uncancel()
            code = port.end_code
        finally:
            self._let_go(port, person)
            if code is not None:
                await port.close(code)
            port.is_gone = True
            port.release()

    def _let_go(self, port: SocketPort, person: _Person) -> None:
        """Remove a closed socket from this worker, its person and its rooms."""
        self._note("closed")
        self._ports.discard(port)
        if not self._ports and self._pinger is not None:
            self._pinger.cancel()
            self._pinger = None
        person.ports.discard(port)
        if not person.ports:
            self._people.pop(port.person.id, None)
        for task in port.joining.values():
            task.cancel()
        for room in port.rooms.values():
            room.drop(port)
        port.rooms.clear()

    async def _begin(
        self,
        port: SocketPort,
        person: _Person,
        receive: Receive,
        deliver: Callable[[Callable[[bytes | None], None]], None] | None,
    ) -> int | None:
        try:
            async with asyncio.timeout(_HELLO):
                message = await receive()
        except TimeoutError:
            return POLICY_VIOLATION
        if message["type"] != "websocket.receive":
            return None
        hello = self._read(port, message.get("text"))
        if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
            expected = f"expected hello of protocol {PROTOCOL} first, got {type(hello).__name__.lower()}"
            port.refuse(RefusedError("protocol", expected, expected=PROTOCOL))
            return POLICY_VIOLATION
        port.send(encode(Welcome(port.person, self._limits, time.time_ns() // 1_000_000)))
        if self._pinger is None:
            self._pinger = asyncio.get_running_loop().create_task(self._ping())
        port.heard = time.monotonic()
        port.ping(port.heard)
        if deliver is not None:
            # From now on, the server passes each message to ``_take``, and ``receive`` only reports disconnection.
            deliver(lambda text: self._take(port, person, text))
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return None
            self._take(port, person, message.get("text"))

    def _read(self, port: SocketPort, text: str | bytes | None) -> ClientMessage | None:
        if text is None:
            error = RefusedError("malformed", "expected text, got bytes")
        elif len(text) > LARGEST_MESSAGE:
            error = RefusedError("malformed", f"expected at most {LARGEST_MESSAGE} bytes, got more")
        else:
            try:
                return _decode(text)  # type: ignore[no-any-return]
            except (msgspec.DecodeError, RecursionError) as failure:
                error = RefusedError("malformed", f"expected a message in the protocol: {failure}")
        port.refuse(error)
        port.malformed += 1
        if port.malformed >= _MOST_MALFORMED:
            port.end(POLICY_VIOLATION)
        return None

    def _take(self, port: SocketPort, person: _Person, text: str | bytes | None) -> None:
        if port.is_gone or port.end_code is not None:
            return
        try:
            self._handle(port, person, text)
        except Exception as failure:
            # A bug in a handler must close only this socket.
            report = {"message": "a message couldn't be handled", "exception": failure}
            asyncio.get_running_loop().call_exception_handler(report)
            port.refuse(RefusedError("failed", f"the server failed: {failure!r}", status=500))
            port.end(_BROKEN)

    def _handle(self, port: SocketPort, person: _Person, text: str | bytes | None) -> None:
        now = time.monotonic()
        if not person.all.take(now):
            port.refuse(RefusedError("too_fast", "too many messages a second"))
            port.end(POLICY_VIOLATION)
            return
        message = self._read(port, text)
        kind = type(message)
        if kind is not Pong:
            port.heard = now
        if kind is Move or kind is Edit:
            if not person.moves.take(now):
                why = f"too many moves: at most {self._settings.moves} a second"
                port.refuse(RefusedError("too_fast", why), message.room, message.n)  # type: ignore[union-attr]
                return
        elif kind is Pong:
            port.pong(message.id)  # type: ignore[union-attr]
            return
        elif kind is Join:
            self._join(port, message)  # type: ignore[arg-type]
            return
        elif kind is Cursor:
            if not port.cursors.take(now):
                return
        elif message is None:
            return
        elif kind is Hello:
            port.refuse(RefusedError("protocol", "hello was already received"))
            return
        elif kind is Ready:
            port.is_ready = message.is_ready  # type: ignore[union-attr]
        elif kind is Leave:
            port.is_ready = False
        room = port.rooms.get(message.room)  # type: ignore[union-attr]
        if room is None or kind is Leave:
            self._wait_or_leave(port, message)  # type: ignore[arg-type]
        else:
            room.take(port, message)  # type: ignore[arg-type]

    def _wait_or_leave(self, port: SocketPort, message: RoomMessage) -> None:
        """Leave a room, hold a message for a room that the client is still joining, or reject the message."""
        name = message.room
        room = port.rooms.pop(name, None)
        if room is not None:
            room.drop(port)
            return
        held = port.held.get(name)
        if held is not None and len(held) < _MOST_HELD:
            held.append(message)
        elif type(message) is not Leave:
            n = getattr(message, "n", None)
            port.refuse(RefusedError("not_here", "you haven't joined this room"), name, n)

    # Rooms.

    def _join(self, port: SocketPort, join: Join) -> None:
        name = join.room
        if name in port.joining:
            self._hold(port, join)
        elif len(port.rooms) + len(port.joining) >= _MOST_ROOMS and name not in port.rooms:
            why = f"too many rooms at once: at most {_MOST_ROOMS}"
            port.refuse(RefusedError("too_many_rooms", why, most=_MOST_ROOMS), name)
        else:
            port.held[name] = []
            port.joining[name] = asyncio.get_running_loop().create_task(self._enter(port, join))

    def _hold(self, port: SocketPort, join: Join) -> None:
        if len(port.held[join.room]) < _MOST_HELD:
            port.held[join.room].append(join)

    async def _enter(self, port: SocketPort, join: Join) -> None:
        name = join.room
        old = port.rooms.pop(name, None)
        if old is not None:
            # The room may have moved to another worker; without this, the member would be present twice.
            old.drop(port)
        room = None
        try:
            room = await self._rooms.port(name)
        except RefusedError as error:
            port.refuse(error, name)
        finally:
            port.joining.pop(name, None)
            held = port.held.pop(name, [])
        if room is None or port.is_gone:
            return
        port.rooms[name] = room
        room.take(port, join)
        for message in held:
            if isinstance(message, Join):
                self._join(port, message)
            elif port.rooms.get(name) is not room or isinstance(message, Leave):
                # An earlier held message has made the client leave or rejoin the room.
                self._wait_or_leave(port, message)
            else:
                room.take(port, message)

    # Pings.

    async def _ping(self) -> None:
        """Until cancelled, ping each socket when due."""
        while True:
            await asyncio.sleep(0.5)
            now = time.monotonic()
            for count, port in enumerate(list(self._ports)):
                port.ping(now)
                if count % 500 == 499:
                    await asyncio.sleep(0)


def socket_app(
    rooms: Rooms | SharedRooms,
    settings: Settings,
    *,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    is_ours: Callable[[HTTPConnection], bool],
    session_of: Callable[[HTTPConnection], str | None] = lambda connection: None,
    note: Callable[[str], Any] = lambda what: None,
) -> Sockets:
    """Return the app for ``/socket``.

    Args:
        rooms: the rooms clients can join.
        settings: server settings.
        authenticate: returns the person identified by a connection's cookie, or None; if it raises ``RefusedError``,
            the client gets that error.
        is_ours: returns whether a connection's Origin header matches this page.
        session_of: returns a connection's session key, for ``Sockets.end_sessions``; None without a session.
        note: called with an event to count: "opened", "closed", "refused" or "moved".
    """
    return Sockets(rooms, settings, authenticate=authenticate, is_ours=is_ours, session_of=session_of, note=note)


POLICY_VIOLATION: Final = 1008
"""Close code for clients that violate the protocol or a limit."""

# Time limit for the answer to a ping, in seconds.
_DEAD = 40.0
# Seconds between pings. The first few follow quickly, since a game may begin soon and need the round trip.
_PINGS = (0.0, 1.0, 1.0, 1.0, 1.0)
_PING = 15.0
# Maximum number of bytes queued for a slow client, not counting the system's buffers.
_MOST_WAITING = 1 << 20
# Maximum number of cursor positions per second; any more are dropped.
_CURSORS = 20.0

encode: Final = msgspec.json.Encoder().encode
"""Encode a message, or any part of one, as JSON."""


class Bucket:
    """A token bucket that holds up to ``burst`` tokens and gains ``rate`` tokens per second."""

    __slots__ = ("_burst", "_last", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens = burst
        self._last = time.monotonic()

    def take(self, now: float) -> bool:
        """Take a token at monotonic time ``now``, in seconds. Returns: whether there was one."""
        tokens = min(self._burst, self._tokens + (now - self._last) * self._rate)
        self._last = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = tokens - 1
        return True


class SocketPort:
    """A socket as rooms see it; implements ``MemberPort``."""

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
        # The session key, if the connection has a session.
        self.session: str | None = None
        self.round_trip: int = 0
        self.rooms: dict[str, RoomPort] = {}
        self.joining: dict[str, asyncio.Task[None]] = {}
        # Messages for rooms the client is still joining.
        self.held: dict[str, list[RoomMessage]] = {}
        self.malformed: int = 0
        # When the page last sent a message other than a pong.
        self.heard: float = math.inf
        # Whether the player is ready for a game; reconnecting would undo that.
        self.is_ready: bool = False
        self.cursors: Bucket = Bucket(_CURSORS, _CURSORS)
        self.task: asyncio.Task[Any] | None = task
        self.is_gone: bool = False
        # The close code if the server is closing the socket, otherwise None.
        self.end_code: int | None = None
        self._send = send
        # Shortcuts around ASGI, if ``hypersweep.web.socket_protocol`` serves this connection.
        self._abort: Callable[[], None] | None = short.get("abort")
        self._write_now: Callable[[bytes], bool] | None = short.get("write")
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self.pings: int = 0
        self.next_ping: float = 0.0
        self._ping: tuple[int, float] | None = None
        # Shortest round trip in seconds, for the lag deduction. Clients can delay answers but can't send them early, so
        # the minimum is the hardest to fake.
        self._shortest: float = math.inf

    def send(self, frame: bytes) -> None:
        """Send a message, or queue it if the client reads too slowly; this never waits."""
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
        # Sending usually completes at once, so don't create a task for it.
        sending = self._send({"type": "websocket.send", "text": frame.decode()})
        try:
            first = sending.send(None)  # type: ignore[attr-defined]
        except StopIteration:
            return
        except Exception:
            # The client has disconnected; ``receive`` reports that too.
            self.is_gone = True
            return
        self._size += len(frame)
        self._writer = asyncio.get_running_loop().create_task(self._write(sending, first, len(frame)))  # type: ignore[arg-type]

    async def _write(self, sending: Coroutine[Any, Any, None], first: object, size: int) -> None:
        """Finish a send that had to wait, then send the whole queue."""
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
        """Close the socket with a code, after sending the queued messages."""
        if self.end_code is None and not self.is_gone:
            self.end_code = code
            if self.task is not None:
                self.task.cancel()

    def drop(self) -> None:
        """Close the socket at once and drop queued messages, because the client doesn't read or answer pings."""
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
        """Send the queued messages, then close the socket; abort the connection after a second."""
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
        """Send a ping if one is due; disconnect a client that hasn't answered the last one in time."""
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
        """Handle the answer to a ping, and update the round trip."""
        if self._ping is None or self._ping[0] != number:
            return
        self._shortest = min(self._shortest, time.monotonic() - self._ping[1])
        self._ping = None
        self.round_trip = int(1000 * self._shortest)

    def refuse(self, error: RefusedError, room: str | None = None, n: int | None = None) -> None:
        """Send an error; ``room`` and ``n`` identify the rejected request."""
        self.send(encode(refused(error, room, n)))


def refused(error: RefusedError, room: str | None = None, n: int | None = None) -> Refused:
    """Return the protocol message for an error."""
    return Refused(error.what, str(error), room, n, error.values)


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], first: object) -> Generator[object, None, None]:
    """Continue a coroutine in a task; its first step ran outside the task and yielded ``first``."""
    yield first
    yield from begun
