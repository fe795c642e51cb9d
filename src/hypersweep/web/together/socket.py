"""The WebSocket between a page and its server: one of a tab, for all its rooms.

It is a plain ASGI app. A message is handled in the moment in which it comes, and what is sent goes out at once, without
a task of its own for either; only who doesn't take what he is sent gets one, and not for long.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from statistics import median_low
from types import coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec
from starlette.requests import HTTPConnection

from hypersweep.web.together.failures import RefusedError
from hypersweep.web.together.protocol import (
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
    Refused,
    Welcome,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Generator

    from starlette.types import Receive, Scope, Send

    from hypersweep.web.together.protocol import Chat, Me, Ready
    from hypersweep.web.together.rooms.home import Rooms
    from hypersweep.web.together.rooms.ports import RoomMessage, RoomPort
    from hypersweep.web.together.rooms.remote import SharedRooms
    from hypersweep.web.together.settings import Settings

__all__ = ["Sockets", "socket_app"]

# Sockets of this worker, of one person, and rooms of one socket.
_MOST = 10_000
_MOST_OF_PERSON = 32
_MOST_ROOMS = 64
# Seconds in which the first message has to come, and a ping be answered.
_HELLO = 10.0
_DEAD = 40.0
# Seconds from one ping to the next; the first ones come quickly, for a game may begin soon.
_PINGS = (0.0, 1.0, 1.0, 1.0, 1.0)
_PING = 15.0
# Bytes that wait for somebody who doesn't read, beside what the system holds.
_MOST_WAITING = 1 << 20
# Messages of any kind a second, as a multiple of the moves; who sends more is sent away.
_OTHERS = 3
# Where a cursor is comes that often a second at most; what comes in between is left out.
_CURSORS = 20.0
_MOST_MALFORMED = 20
# Held for a room while it is joined.
_MOST_HELD = 256

_POLICY_VIOLATION = 1008
_TRY_AGAIN = 1013
_BROKEN = 1011

_decode: Final = msgspec.json.Decoder(ClientMessage).decode
_encode: Final = msgspec.json.Encoder().encode


class _Bucket:
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


class _Person:
    """A person who is here, with all his sockets."""

    __slots__ = ("all", "moves", "ports")

    def __init__(self, settings: Settings) -> None:
        self.ports: set[_Port] = set()
        self.moves = _Bucket(settings.moves, settings.burst)
        self.all = _Bucket(_OTHERS * settings.moves, _OTHERS * settings.burst)


class _Port:
    """A socket, as rooms see it: a ``MemberPort``."""

    __slots__ = (
        "_abort",
        "_ping",
        "_send",
        "_size",
        "_trips",
        "_waiting",
        "_write_now",
        "_writer",
        "cursors",
        "end_code",
        "held",
        "id",
        "is_gone",
        "joining",
        "malformed",
        "next_ping",
        "person",
        "pings",
        "rooms",
        "round_trip",
        "task",
    )

    def __init__(self, me: Me, send: Send, short: dict[str, Any], task: asyncio.Task[Any] | None) -> None:
        self.id: str = secrets.token_urlsafe(9)
        self.person: Me = me
        self.round_trip: int = 0
        self.rooms: dict[str, RoomPort] = {}
        self.joining: dict[str, asyncio.Task[None]] = {}
        # What came for rooms that are being joined.
        self.held: dict[str, list[RoomMessage]] = {}
        self.malformed = 0
        self.cursors = _Bucket(_CURSORS, _CURSORS)
        self.task = task
        self.is_gone = False
        # With which code it was ended from here; None where the peer goes.
        self.end_code: int | None = None
        self._send = send
        # The short way, where the server has one: ``hypersweep.web.socket_protocol``.
        self._abort: Callable[[], None] | None = short.get("abort")
        self._write_now: Callable[[bytes], bool] | None = short.get("write")
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._writer: asyncio.Task[None] | None = None
        self.pings = 0
        self.next_ping = 0.0
        self._ping: tuple[int, float] | None = None
        self._trips: deque[float] = deque(maxlen=5)

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
        self.end_code = _POLICY_VIOLATION
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
        self.send(_encode(Ping(self.pings)))

    def pong(self, number: int) -> None:
        """A ping was answered."""
        if self._ping is None or self._ping[0] != number:
            return
        self._trips.append(time.monotonic() - self._ping[1])
        self._ping = None
        self.round_trip = int(1000 * median_low(self._trips))


@coroutine
def _resumed(begun: Coroutine[Any, Any, None], first: object) -> Generator[object, None, None]:
    """A coroutine that was begun outside of any task, and waits for something: now the task does."""
    yield first
    yield from begun


class Sockets:
    """The sockets of this worker: an ASGI app. See ``socket_app``."""

    def __init__(
        self,
        rooms: Rooms | SharedRooms,
        settings: Settings,
        *,
        authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
        is_ours: Callable[[HTTPConnection], bool],
        note: Callable[[str], object] = lambda what: None,
        most: int = _MOST,
    ) -> None:
        self._rooms = rooms
        self._settings = settings
        self._authenticate = authenticate
        self._is_ours = is_ours
        self._note = note
        self._most = most
        self._people: dict[str, _Person] = {}
        self._ports: set[_Port] = set()
        self._pinger: asyncio.Task[None] | None = None
        self._limits = Limits(settings.largest_board, LARGEST_MESSAGE, settings.moves, settings.burst)

    def __len__(self) -> int:
        return len(self._ports)

    @property
    def people(self) -> list[str]:
        """Who is here."""
        return list(self._people)

    def end(self, person: str, error: RefusedError) -> None:
        """End the sockets of a person, with a word why."""
        found = self._people.get(person)
        for port in [] if found is None else list(found.ports):
            _refuse(port, error)
            port.end(_POLICY_VIOLATION)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket, from its beginning to its end."""
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
            error = error or RefusedError("nobody", "expected a cookie that says who it is", status=401)
            await send({"type": "websocket.send", "text": _encode(_refused(error)).decode()})
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        short: dict[str, Any] = scope.get("extensions", {}).get("hypersweep", {})
        port = _Port(me, send, short, asyncio.current_task())
        person = self._people.get(me.id)
        if person is None:
            person = self._people[me.id] = _Person(self._settings)
        code: int | None = None
        person.ports.add(port)
        self._ports.add(port)
        self._note("opened")
        try:
            if len(person.ports) > _MOST_OF_PERSON:
                error = RefusedError("too_many_sockets", f"expected at most {_MOST_OF_PERSON} at once", status=429)
                _refuse(port, error)
                code = _TRY_AGAIN
            else:
                code = await self._begin(port, person, receive, short.get("deliver"))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if port.end_code is None or task is None:
                raise
            # It was ended from here; all the rest is done.
            task.uncancel()
            code = port.end_code
        finally:
            self._let_go(port, person)
            if code is not None:
                await port.close(code)
            port.is_gone = True
            port.release()

    def _let_go(self, port: _Port, person: _Person) -> None:
        """Give back all that is held for a socket."""
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
        port: _Port,
        person: _Person,
        receive: Receive,
        deliver: Callable[[Callable[[bytes | None], None]], None] | None,
    ) -> int | None:
        try:
            async with asyncio.timeout(_HELLO):
                message = await receive()
        except TimeoutError:
            return _POLICY_VIOLATION
        if message["type"] != "websocket.receive":
            return None
        hello = self._read(port, message.get("text"))
        if not isinstance(hello, Hello) or hello.protocol != PROTOCOL:
            expected = f"expected hello of protocol {PROTOCOL} first, got {type(hello).__name__.lower()}"
            _refuse(port, RefusedError("protocol", expected, expected=PROTOCOL))
            return _POLICY_VIOLATION
        port.send(_encode(Welcome(port.person, self._limits, time.time_ns() // 1_000_000)))
        if self._pinger is None:
            self._pinger = asyncio.get_running_loop().create_task(self._ping())
        port.ping(time.monotonic())
        if deliver is not None:
            # From here on messages come by themselves, and ``receive`` says when it is over.
            deliver(lambda text: self._take(port, person, text))
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return None
            self._take(port, person, message.get("text"))

    def _read(self, port: _Port, text: str | bytes | None) -> ClientMessage | None:
        if text is None:
            error = RefusedError("malformed", "expected text, got bytes")
        elif len(text) > LARGEST_MESSAGE:
            error = RefusedError("malformed", f"expected at most {LARGEST_MESSAGE} bytes, got more")
        else:
            try:
                return _decode(text)  # type: ignore[no-any-return]
            except (msgspec.DecodeError, RecursionError) as failure:
                error = RefusedError("malformed", f"expected a message of the protocol: {failure}")
        _refuse(port, error)
        port.malformed += 1
        if port.malformed >= _MOST_MALFORMED:
            port.end(_POLICY_VIOLATION)
        return None

    def _take(self, port: _Port, person: _Person, text: str | bytes | None) -> None:
        if port.is_gone or port.end_code is not None:
            return
        try:
            self._handle(port, person, text)
        except Exception as failure:
            # A fault of ours: it ends this socket, and nobody else's.
            told = {"message": "a message couldn't be handled", "exception": failure}
            asyncio.get_running_loop().call_exception_handler(told)
            _refuse(port, RefusedError("failed", f"the server failed: {failure!r}", status=500))
            port.end(_BROKEN)

    def _handle(self, port: _Port, person: _Person, text: str | bytes | None) -> None:
        now = time.monotonic()
        if not person.all.take(now):
            _refuse(port, RefusedError("too_fast", "expected fewer messages a second, got more"))
            port.end(_POLICY_VIOLATION)
            return
        message = self._read(port, text)
        kind = type(message)
        if kind is Move or kind is Edit:
            if not person.moves.take(now):
                why = f"expected at most {self._settings.moves} moves a second, got more"
                _refuse(port, RefusedError("too_fast", why), message.room, message.n)  # type: ignore[union-attr]
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
            _refuse(port, RefusedError("protocol", "expected hello once, got another"))
            return
        self._hand_on(port, message)  # type: ignore[arg-type]

    def _hand_on(self, port: _Port, message: Move | Edit | Cursor | Ready | Chat | Leave) -> None:
        name = message.room
        room = port.rooms.get(name)
        if room is not None:
            if type(message) is Leave:
                del port.rooms[name]
                room.drop(port)
            else:
                room.take(port, message)
            return
        held = port.held.get(name)
        if held is not None and len(held) < _MOST_HELD:
            held.append(message)
        elif type(message) is not Leave:
            n = getattr(message, "n", None)
            _refuse(port, RefusedError("not_here", "expected a room that was joined, got another"), name, n)

    # Rooms.

    def _join(self, port: _Port, join: Join) -> None:
        name = join.room
        if name in port.joining:
            self._hold(port, join)
        elif len(port.rooms) + len(port.joining) >= _MOST_ROOMS and name not in port.rooms:
            why = f"expected at most {_MOST_ROOMS} rooms at once, got one more"
            _refuse(port, RefusedError("too_many_rooms", why, most=_MOST_ROOMS), name)
        else:
            port.held[name] = []
            port.joining[name] = asyncio.get_running_loop().create_task(self._enter(port, join))

    def _hold(self, port: _Port, join: Join) -> None:
        if len(port.held[join.room]) < _MOST_HELD:
            port.held[join.room].append(join)

    async def _enter(self, port: _Port, join: Join) -> None:
        name = join.room
        old = port.rooms.pop(name, None)
        if old is not None:
            # It may have another home by now, and whoever comes again isn't there twice.
            old.drop(port)
        room = None
        try:
            room = await self._rooms.port(name)
        except RefusedError as error:
            _refuse(port, error, name)
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
            else:
                self._hand_on(port, message)

    # Pings.

    async def _ping(self) -> None:
        """Look after all sockets, as long as there are any."""
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
    note: Callable[[str], Any] = lambda what: None,
) -> Sockets:
    """What answers at ``/socket``.

    Args:
        rooms: the rooms.
        settings: of the server.
        authenticate: gives who a connection is of, by its cookie; None for nobody. What it refuses is told.
        is_ours: whether a connection's Origin is this page.
        note: called with the name of what is counted: "opened", "closed", "refused".
    """
    return Sockets(rooms, settings, authenticate=authenticate, is_ours=is_ours, note=note)


def _refused(error: RefusedError, room: str | None = None, n: int | None = None) -> Refused:
    return Refused(error.what, str(error), room, n, error.values)


def _refuse(port: _Port, error: RefusedError, room: str | None = None, n: int | None = None) -> None:
    port.send(_encode(_refused(error, room, n)))
