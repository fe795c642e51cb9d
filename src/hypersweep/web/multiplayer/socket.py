"""The WebSocket between a page and its server: one for each tab, for all its rooms.

It is a plain ASGI app. A message is handled at once, and answers are sent at once, without a task for either. Only a
client that reads too slowly gets a task of its own, and is disconnected if that lasts.
"""

from __future__ import annotations

import asyncio
import heapq
import time
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
    Pong,
    Ready,
    Welcome,
)
from hypersweep.web.multiplayer.socket_port import POLICY_VIOLATION, Bucket, SocketPort, encode, refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from starlette.types import Receive, Scope, Send

    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.rooms.ports import RoomMessage
    from hypersweep.web.multiplayer.rooms.remote import SharedRooms
    from hypersweep.web.multiplayer.rooms.room_registry import Rooms
    from hypersweep.web.multiplayer.settings import Settings

# Maximum number of sockets of this worker, and of one person.
_MOST = 10_000
_MOST_OF_PERSON = 32
_MOST_ROOMS = 64
# Time limit of the first message in seconds.
_HELLO = 10.0
# Maximum rate of all messages, as a multiple of the rate of moves; faster clients are disconnected.
_OTHERS = 3
_MOST_MALFORMED = 20
# Maximum number of messages that wait for a room while it is joined.
_MOST_HELD = 256

_TRY_AGAIN = 1013
_BROKEN = 1011
# The code for a client that should reconnect, and will find another worker.
_RECONNECT = 1012
# Seconds of silence after which a page is taken for idle: longer than a search for a board, which is part of a move.
_IDLE = 60.0

_decode: Final = msgspec.json.Decoder(ClientMessage).decode


class _Person:
    """A connected person, with all their sockets."""

    __slots__ = ("all", "moves", "ports")

    def __init__(self, settings: Settings) -> None:
        self.ports: set[SocketPort] = set()
        self.moves = Bucket(settings.moves, settings.burst)
        self.all = Bucket(_OTHERS * settings.moves, _OTHERS * settings.burst)


class Sockets:
    """The sockets of this worker: an ASGI app. See ``socket_app``."""

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
        """Ids of the connected people."""
        return list(self._people)

    @property
    def sessions(self) -> set[str]:
        """Keys of the sessions of all sockets."""
        return {port.session for port in self._ports if port.session is not None}

    def end(self, person: str, error: RefusedError) -> None:
        """Close all sockets of a person, and send the reason."""
        found = self._people.get(person)
        for port in [] if found is None else list(found.ports):
            port.refuse(error)
            port.end(POLICY_VIOLATION)

    def end_sessions(self, sessions: Collection[str], error: RefusedError) -> None:
        """Close the sockets of these sessions, and send the reason."""
        for port in [port for port in self._ports if port.session in sessions] if sessions else ():
            port.refuse(error)
            port.end(POLICY_VIOLATION)

    def move(self, most: int) -> list[list[str]]:
        """Close idle sockets, the longest silent ones first: their pages reconnect, to another worker if possible.

        Sockets of players who are ready for a game against each other stay: they would no longer be ready.

        Args:
            most: number of sockets to close at most.

        Returns: the rooms that each of the closed sockets was in.
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
        """Serve a socket from its start to its end."""
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
                error = RefusedError("too_many_sockets", f"expected at most {_MOST_OF_PERSON} at once", status=429)
                port.refuse(error)
                code = _TRY_AGAIN
            else:
                code = await self._begin(port, person, receive, short.get("deliver"))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if port.end_code is None or task is None:
                raise
            # We cancelled the task ourselves to close the socket; the cleanup follows.
            task.uncancel()
            code = port.end_code
        finally:
            self._let_go(port, person)
            if code is not None:
                await port.close(code)
            port.is_gone = True
            port.release()

    def _let_go(self, port: SocketPort, person: _Person) -> None:
        """Release everything that belongs to a socket."""
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
            # From here on the server calls us with each message; ``receive`` only reports the end.
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
                error = RefusedError("malformed", f"expected a message of the protocol: {failure}")
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
            # A bug of ours closes this socket only.
            told = {"message": "a message couldn't be handled", "exception": failure}
            asyncio.get_running_loop().call_exception_handler(told)
            port.refuse(RefusedError("failed", f"the server failed: {failure!r}", status=500))
            port.end(_BROKEN)

    def _handle(self, port: SocketPort, person: _Person, text: str | bytes | None) -> None:
        now = time.monotonic()
        if not person.all.take(now):
            port.refuse(RefusedError("too_fast", "expected fewer messages a second, got more"))
            port.end(POLICY_VIOLATION)
            return
        message = self._read(port, text)
        kind = type(message)
        if kind is not Pong:
            port.heard = now
        if kind is Move or kind is Edit:
            if not person.moves.take(now):
                why = f"expected at most {self._settings.moves} moves a second, got more"
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
            port.refuse(RefusedError("protocol", "expected hello once, got another"))
            return
        elif kind is Ready:
            port.is_ready = message.is_ready  # type: ignore[union-attr]
        elif kind is Leave:
            port.is_ready = False
        self._hand_on(port, message)  # type: ignore[arg-type]

    def _hand_on(self, port: SocketPort, message: RoomMessage) -> None:
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
            port.refuse(RefusedError("not_here", "expected a room that was joined, got another"), name, n)

    # Rooms.

    def _join(self, port: SocketPort, join: Join) -> None:
        name = join.room
        if name in port.joining:
            self._hold(port, join)
        elif len(port.rooms) + len(port.joining) >= _MOST_ROOMS and name not in port.rooms:
            why = f"expected at most {_MOST_ROOMS} rooms at once, got one more"
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
            # The room may have another home by now, and a member who joins again must not be present twice.
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
            else:
                self._hand_on(port, message)

    # Pings.

    async def _ping(self) -> None:
        """Ping all sockets regularly, as long as there are any."""
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
    """Return the app that serves ``/socket``.

    Args:
        rooms: the rooms.
        settings: of the server.
        authenticate: returns the person of a connection by its cookie, or None; its errors are sent to the client.
        is_ours: returns whether a connection's Origin is this page.
        session_of: returns the key of a connection's session, with which the socket can be closed.
        note: called with an event to count: "opened", "closed", "refused", "moved".
    """
    return Sockets(rooms, settings, authenticate=authenticate, is_ours=is_ours, session_of=session_of, note=note)
