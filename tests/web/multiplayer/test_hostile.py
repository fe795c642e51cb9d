"""Hostile pages: whatever they send, in any order, the server answers or closes by its rules, and reveals no mine.

Everything is in this process: the socket is called as an ASGI app, and rooms keep their journals in memory.
"""

from __future__ import annotations

import asyncio
import base64
import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from starlette.requests import HTTPConnection

from hypersweep.codes import EXPLODED, FLAGGED
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.guard import Guard
from hypersweep.web.multiplayer.http_protocol import RoomMade, RoomRequest
from hypersweep.web.multiplayer.protocol import LARGEST_MESSAGE, Me, ServerMessage
from hypersweep.web.multiplayer.rooms.entries import decode
from hypersweep.web.multiplayer.rooms.room import GameEnded, Room
from hypersweep.web.multiplayer.rooms.room_kinds import ROOM_KINDS
from hypersweep.web.multiplayer.rooms.visibility import Receiver, cut_state
from hypersweep.web.multiplayer.socket import Sockets, socket_app
from room_world import World

PEOPLE = ("Ann", "Bob", "Cat", "Dan")
ADDRESS = "http://127.0.0.1:6174"
REQUESTS = (
    ("solo", "3x4", 3, "classic"),
    ("solo", "4x5", 4, "classic,guess=punished"),
    ("solo", "5x6", 5, "classic,guess=never"),
    ("coop", "3x4x3", 5, "classic"),
    ("coop", "2x3x4", 3, "esp"),
    ("versus", "3x4", 3, "classic"),
    ("versus", "4x5", 5, "comp2017"),
    ("study", "3x4", 3, "classic"),
)
MOST_PEERS, MOST_ROOMS = 6, 4
MOST_WAITING = (1 << 20) + LARGEST_MESSAGE  # bytes for a client that doesn't read

TAGS = (
    *("hello", "join", "leave", "move", "ready", "edit", "cursor", "chat", "pong", "remove", "lock", "mute", "show"),
    *("ended", "state", "Move", ""),
)
NAMES = (
    *("t", "room", "n", "kind", "cell", "since", "role", "key", "is_ready", "edit", "at", "text", "id", "protocol"),
    *("number", "is_locked", "is_muted", "is_shown"),
)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 0, 1, 1 << 39, 1 << 41, 1 << 63, 1 << 64, 1 << 70]),
    st.floats(),
    st.text(max_size=12),
    st.sampled_from(["open", "flag", "chord", "player", "watcher", *TAGS]),
)
JSON = st.recursive(
    ODD, lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=5), part, max_size=3), max_leaves=8
)


class Peer:
    """A hostile page's connection."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.seen = 0
        self.accepted = False
        self.close_code: int | None = None
        self.reads = asyncio.Event()
        self.reads.set()
        self.task: asyncio.Task[None] | None = None

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "websocket.accept":
            self.accepted = True
        elif message["type"] == "websocket.close":
            self.close_code = message["code"]
        elif message["type"] == "websocket.send":
            self.raw.append(message["text"])
            self.frames.append(json.loads(message["text"]))

    def begin(self, app: Any, origin: str = ADDRESS) -> None:
        headers = [(b"host", b"127.0.0.1:6174"), (b"origin", origin.encode()), (b"cookie", self.person.encode())]
        scope = {"type": "websocket", "path": "/socket", "headers": headers, "extensions": {}, "query_string": b""}
        scope |= {"client": ("127.0.0.1", 5), "subprotocols": [], "scheme": "ws"}
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.get_running_loop().create_task(app(scope, self.inbox.get, self.send))

    @property
    def is_over(self) -> bool:
        return self.task is None or self.task.done()

    def tell(self, message: object) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        self.inbox.put_nowait({"type": "websocket.receive", "text": text})


class Hostile(RuleBasedStateMachine):
    """Peers, rooms, and their invariants."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.failures: list[Any] = []
        self.runner.get_loop().set_exception_handler(lambda loop, context: self.failures.append(context))
        self.peers: list[Peer] = []
        self.gone: list[Peer] = []
        self.rooms: list[RoomMade] = []
        # The maker of a room, and people with its key, may know of it.
        self.permitted: dict[str, set[str]] = {}
        self.told = 0
        self.runner.run(self._begin())

    async def _begin(self) -> None:
        self.world = World(moves=1_000_000, burst=1_000_000)

        async def authenticate(connection: HTTPConnection) -> Me | None:
            name = connection.headers.get("cookie", "")
            return Me(f"person-{name}", name) if name in PEOPLE else None

        async def take(key: str, rate: float, burst: float) -> bool:
            return True

        own = self.world.settings
        self.sockets: Sockets = socket_app(
            self.world.rooms, own, authenticate=authenticate, is_ours=lambda connection: True
        )
        self.app = Guard(self.sockets, settings=own, host="127.0.0.1", take_token=take)

    def teardown(self) -> None:
        self.runner.run(self._end())
        self.runner.close()
        assert self.failures == []

    async def _end(self) -> None:
        for peer in self.peers:
            peer.reads.set()
            peer.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})
        async with asyncio.timeout(60):
            tasks = [peer.task for peer in self.peers if peer.task is not None]
            await asyncio.gather(*tasks, return_exceptions=True)
            await self.world.rooms.close()
        assert len(self.sockets) == 0

    async def settle(self) -> None:
        """Let pending work finish, including searches for boards in threads."""
        async with asyncio.timeout(60):
            while True:
                await self.world.settle()
                busy = [host for host in self.world.rooms.hosts() if host._long is not None]
                if not busy and all(peer.inbox.empty() or peer.is_over for peer in self.peers):
                    return
                await asyncio.sleep(0.001)

    def go(self, work: Any = None) -> None:
        async def both() -> None:
            if work is not None:
                await work
            await self.settle()

        self.runner.run(both())

    # Peers and rooms.

    @initialize(first=st.sampled_from(REQUESTS), second=st.sampled_from(REQUESTS))
    def rooms_and_peers(self, first: tuple[str, str, int, str], second: tuple[str, str, int, str]) -> None:
        self.a_room_is_made("Ann", first, True)
        self.a_room_is_made("Bob", second, False)
        self.somebody_comes("Ann", True)
        self.somebody_comes("Bob", True)
        self.somebody_comes("Cat", True)
        if "versus" in (first[0], second[0]):
            self.all_are_ready(0)

    @precondition(lambda self: len(self.peers) < MOST_PEERS)
    @rule(person=st.sampled_from(PEOPLE), greets=st.sampled_from([True, True, True, False]))
    def somebody_comes(self, person: str, greets: bool) -> None:
        """A page comes, and joins the rooms that it may."""

        async def come() -> None:
            peer = Peer(person)
            peer.begin(self.app)
            if greets:
                peer.tell({"t": "hello", "protocol": 1})
                for made in self.rooms:
                    if person in self.permitted[made.room]:
                        peer.tell({"t": "join", "room": made.room})
                        self.told += 1
            self.peers.append(peer)

        self.go(come())

    @rule(
        person=st.sampled_from([*PEOPLE, "Eve", ""]), origin=st.sampled_from([ADDRESS, "http://evil.example", "null"])
    )
    def a_stranger_comes(self, person: str, origin: str) -> None:
        if person in PEOPLE and origin == ADDRESS:
            return
        peer = Peer(person)

        async def come() -> None:
            peer.begin(self.app, origin)
            peer.tell({"t": "hello", "protocol": 1})
            await self.world.until(lambda: peer.is_over)

        self.go(come())
        assert peer.close_code == 1008
        assert peer.accepted == (origin == ADDRESS)
        assert [frame["what"] for frame in peer.frames] == (["nobody"] if peer.accepted else [])

    @precondition(lambda self: len(self.rooms) < MOST_ROOMS)
    @rule(person=st.sampled_from(PEOPLE), request=st.sampled_from(REQUESTS), is_open=st.booleans())
    def a_room_is_made(self, person: str, request: tuple[str, str, int, str], is_open: bool) -> None:
        async def make() -> None:
            wanted = RoomRequest(*request, is_open=is_open, has_chat=True)  # type: ignore[arg-type]
            made = await self.world.rooms.make(wanted, Me(f"person-{person}", person))
            self.rooms.append(made)
            self.permitted[made.room] = set(PEOPLE) if is_open else {person}
            for peer in self.peers:
                if peer.person in self.permitted[made.room]:
                    peer.tell({"t": "join", "room": made.room})
                    self.told += 1

        self.go(make())

    @rule(which=st.integers(0, 50), code=st.sampled_from([1000, 1001, 1006]))
    def somebody_goes(self, which: int, code: int) -> None:
        if (peer := self.peer(which)) is not None:

            async def go() -> None:
                peer.reads.set()
                peer.inbox.put_nowait({"type": "websocket.disconnect", "code": code})

            self.go(go())

    @rule(which=st.integers(0, 50), reads=st.booleans())
    def somebody_stops_or_begins_to_read(self, which: int, reads: bool) -> None:
        if (peer := self.peer(which)) is not None:

            async def turn() -> None:
                peer.reads.set() if reads else peer.reads.clear()

            self.go(turn())

    @precondition(lambda self: len(self.peers) == MOST_PEERS)
    @rule(person=st.sampled_from(PEOPLE))
    def somebody_is_banned(self, person: str) -> None:
        async def ban() -> None:
            for peer in self.peers:
                peer.reads.set()
            self.sockets.end(f"person-{person}", RefusedError("banned", "expected a person who isn't banned"))
            await self.settle()

        self.go(ban())
        for peer in self.peers:
            if peer.person == person and peer.accepted:
                assert peer.is_over
                assert peer.close_code == 1008

    # What peers send.

    def peer(self, which: int) -> Peer | None:
        alive = [peer for peer in self.peers if not peer.is_over]
        return alive[which % len(alive)] if alive else None

    def room(self, which: int, peer: int | None = None) -> str:
        """Return a room's name: mostly of one with a peer, sometimes of a missing one."""
        if which > 40 or not self.rooms:
            return "n" * 16
        names = [made.room for made in self.rooms]
        if peer is not None and which < 30 and (found := self.peer(peer)) is not None:
            names = [name for name in names if any(port.rooms.get(name) for port in self.ports_of(found))] or names
        return names[which % len(names)]

    def ports_of(self, peer: Peer) -> list[Any]:
        return [port for port in self.sockets._ports if port.task is peer.task]

    def tell(self, which: int, message: dict[str, Any], *, waits: bool = False) -> None:
        """Send a message; a move or an edit is answered, or its connection is closed."""
        peer = self.peer(which)
        if peer is None:
            return
        self.told += 1
        has_greeted = any(frame["t"] == "welcome" for frame in peer.frames)
        begin = len(peer.frames)

        async def send() -> None:
            peer.tell(message)
            await self.settle()
            if waits and has_greeted and peer.reads.is_set():
                await self.world.until(lambda: peer.is_over or any(map(is_answer, peer.frames[begin:])))

        def is_answer(frame: dict[str, Any]) -> bool:
            return (frame.get("room"), frame.get("n")) == (message["room"], message["n"])

        self.go(send())

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 50),
        role=st.sampled_from(["player", "watcher"]),
        key=st.sampled_from(["right", "right", "wrong", None]),
        since=st.sampled_from([None, None, 0, 1, 2, 5, 1 << 40]),
    )
    def join(self, which: int, room: int, role: str, key: str | None, since: int | None) -> None:
        name = self.room(room)
        made = next((each for each in self.rooms if each.room == name), None)
        peer = self.peer(which)
        if key == "right" and made is not None and peer is not None:
            key = made.key
            self.permitted[name].add(peer.person)
        self.tell(which, {"t": "join", "room": name, "role": role, "key": key, "since": since})

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 42),
        n=st.one_of(st.none(), st.integers(1, 12), st.just(1 << 40)),
        kind=st.sampled_from(["open", "open", "open", "flag", "chord"]),
        cell=st.one_of(st.integers(0, 11), st.integers(0, 40), st.just(1 << 40)),
    )
    def move(self, which: int, room: int, n: int | None, kind: str, cell: int) -> None:
        name = self.room(room, which)
        if n is None:
            n = self.next_of(which, name)
        self.tell(which, {"t": "move", "room": name, "n": n, "kind": kind, "cell": cell}, waits=True)

    @rule(which=st.integers(0, 50), room=st.integers(0, 42), cells=st.permutations(range(20)), count=st.integers(1, 20))
    def play(self, which: int, room: int, cells: list[int], count: int) -> None:
        """Moves as a page makes them, so that games come to their ends."""
        name = self.room(room, which)
        for cell in cells[:count]:
            message = {"t": "move", "room": name, "n": self.next_of(which, name), "kind": "open", "cell": cell}
            self.tell(which, message, waits=True)
        # A player who has lost may return while others play on.
        self.tell(which, {"t": "join", "room": name})

    def next_of(self, which: int, name: str) -> int:
        """The number of a peer's next move."""
        peer = self.peer(which)
        host = self.world.rooms.here(name)
        if peer is None or host is None or host.saved_room.room is None:
            return 1
        resident = host.saved_room.room.residents.get(f"person-{peer.person}")
        return 1 if resident is None else resident.last + 1

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 3),
        number=st.integers(1, 5),
        t=st.sampled_from(["remove", "mute", "lock", "show"]),
    )
    def somebody_governs(self, which: int, room: int, number: int, t: str) -> None:
        message = {"t": t, "room": self.room(room, which)}
        self.tell(which, {**message, "number": number} if t in ("remove", "mute") else message)

    @rule(which=st.integers(0, 50), room=st.integers(0, 50), is_ready=st.booleans())
    def ready(self, which: int, room: int, is_ready: bool) -> None:
        self.tell(which, {"t": "ready", "room": self.room(room, which), "is_ready": is_ready})

    @precondition(lambda self: any(self.row(each).kind == "versus" for each in self.rooms))
    @rule(which=st.integers(0, 50))
    def all_are_ready(self, which: int) -> None:
        names = [each.room for each in self.rooms if self.row(each).kind == "versus"]
        name = names[which % len(names)]
        for number in range(len(self.peers)):
            self.tell(number, {"t": "ready", "room": name, "is_ready": True})
        # There is no countdown here, but it takes a moment.
        self.go(asyncio.sleep(0.002))

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 50),
        n=st.integers(1, 6),
        edit=st.dictionaries(st.text(max_size=6), JSON, max_size=3),
    )
    def edit(self, which: int, room: int, n: int, edit: dict[str, Any]) -> None:
        message = {"t": "edit", "room": self.room(room, which), "n": n, "edit": edit}
        if fits(message):
            self.tell(which, message, waits=True)

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 50),
        cell=st.one_of(st.none(), st.integers(0, 1 << 40)),
        at=st.text(max_size=8),
    )
    def cursor(self, which: int, room: int, cell: int | None, at: str) -> None:
        self.tell(which, {"t": "cursor", "room": self.room(room, which), "cell": cell, "at": at})

    @rule(which=st.integers(0, 50), room=st.integers(0, 50), text=st.text(min_size=1, max_size=20))
    def chat(self, which: int, room: int, text: str) -> None:
        self.tell(which, {"t": "chat", "room": self.room(room, which), "text": text})

    @rule(which=st.integers(0, 50), room=st.integers(0, 50))
    def leave(self, which: int, room: int) -> None:
        self.tell(which, {"t": "leave", "room": self.room(room)})

    @rule(
        which=st.integers(0, 50),
        message=st.sampled_from(
            [
                {"t": "hello", "protocol": 1},
                {"t": "hello", "protocol": 2},
                {"t": "pong", "id": 0},
                {"t": "pong", "id": 1},
            ]
        ),
    )
    def out_of_order(self, which: int, message: dict[str, Any]) -> None:
        self.tell(which, message)

    @rule(
        which=st.integers(0, 50),
        room=st.integers(0, 50),
        tag=st.sampled_from(TAGS),
        rest=st.dictionaries(st.sampled_from(NAMES), JSON, max_size=5),
    )
    def malformed(self, which: int, room: int, tag: str, rest: dict[str, Any]) -> None:
        self.tell(which, {"room": self.room(room, which), "t": tag, **rest})

    @rule(
        which=st.integers(0, 50),
        frame=st.one_of(
            st.text(max_size=40).map(lambda text: {"text": text}),
            st.binary(max_size=40).map(lambda data: {"bytes": data}),
            st.sampled_from(
                [
                    {"text": "x" * (LARGEST_MESSAGE + 1)},
                    {"text": "[" * LARGEST_MESSAGE},
                    {"text": '{"t":' * 9000},
                    {"text": '{"t":"chat","room":"nnnnnnnnnnnnnnnn","text":"' + "\\u0000" * 9000 + '"}'},
                    {"text": '{"t":"pong","id":' + "9" * 5000 + "}"},
                    {"text": '{"t":"pong","t":"move","id":1}'},
                ]
            ),
        ),
    )
    def noise(self, which: int, frame: dict[str, Any]) -> None:
        if (peer := self.peer(which)) is not None:
            self.told += 1

            async def send() -> None:
                peer.inbox.put_nowait({"type": "websocket.receive", **frame})

            self.go(send())

    @rule(which=st.integers(0, 50), room=st.integers(0, 30), count=st.integers(2, 60))
    def flood(self, which: int, room: int, count: int) -> None:
        """Many moves before the first one is answered, each twice."""
        name = self.room(room, which)
        if (peer := self.peer(which)) is not None:
            self.told += count

            async def send() -> None:
                first = self.next_of(which, name)
                for turn in range(count):
                    n = first + turn // 2
                    peer.tell({"t": "move", "room": name, "n": n, "kind": "flag", "cell": n % 12})

            self.go(send())

    # What happens to the server.

    @rule(milliseconds=st.sampled_from([0, 1, 50, 5_000, 130_000]))
    def time_goes_on(self, milliseconds: int) -> None:
        self.world.now += milliseconds
        self.go()

    @rule(is_unsure=st.booleans())
    def the_database_is_away_for_a_moment(self, is_unsure: bool) -> None:
        async def lose() -> None:
            self.world.journal.is_lost = not is_unsure
            self.world.journal.is_unsure = is_unsure
            for peer in self.peers:
                for made in self.rooms:
                    peer.tell({"t": "move", "room": made.room, "n": 1, "kind": "flag", "cell": 0})
            self.told += len(self.peers) * len(self.rooms)
            await self.settle()
            self.world.journal.is_lost = self.world.journal.is_unsure = False
            await self.world.until(lambda: all(not host.saved_room.is_failing for host in self.world.rooms.hosts()))

        self.go(lose())

    # Invariants.

    def row(self, made: RoomMade) -> Any:
        return self.world.rows.rows[made.room]

    def rebuilt(self, name: str) -> tuple[Room, list[GameEnded]]:
        """Return a room rebuilt from its journal, and the ends of its games."""
        row = self.world.rows.rows[name]
        room = ROOM_KINDS[row.kind](row)
        ended = []
        for entry in self.world.journal.kept.get(name, ()):
            ended += [event for event in room.apply(decode(entry)) if isinstance(event, GameEnded)]
        return room, ended

    @invariant()
    def nothing_has_failed(self) -> None:
        assert self.failures == []
        for peer in self.peers:
            if peer.is_over and peer.task is not None and not peer.task.cancelled():
                assert peer.task.exception() is None

    @invariant()
    def rooms_are_what_their_journals_say(self) -> None:
        for host in self.world.rooms.hosts():
            live = host.saved_room.room
            if live is None or host.saved_room.pending or host.saved_room.is_failing:
                continue
            room, _ = self.rebuilt(host.name)
            assert live.version == room.version == len(self.world.journal.kept.get(host.name, ()))
            for number in range(len(room.members) + 1):
                receiver = Receiver(number)
                assert cut_state(live, receiver, set(), live.at) == cut_state(room, receiver, set(), live.at)

    @invariant()
    def memory_is_bounded(self) -> None:
        assert len(self.world.rooms) <= len(self.rooms)
        assert len(self.sockets) <= len(self.peers)
        for port in self.sockets._ports:
            assert port._size <= MOST_WAITING
            assert sum(map(len, port.held.values())) <= 256 * 64
            assert len(port.rooms) <= 64
        for host in self.world.rooms.hosts():
            assert len(host._held) <= 512
            assert len(host.saved_room.log._events) <= 512
            assert len(host.connections.seats) <= len(self.peers)
        kept = sum(map(len, self.world.journal.kept.values()))
        assert kept <= 4 * (self.told + len(self.peers) + len(self.gone)) + 8 * len(self.rooms)

    @invariant()
    def nobody_is_told_what_is_not_theirs(self) -> None:
        known: dict[str, tuple[Room, list[GameEnded]]] = {made.room: self.rebuilt(made.room) for made in self.rooms}
        for peer in self.peers:
            for frame, raw in zip(peer.frames[peer.seen :], peer.raw[peer.seen :], strict=True):
                msgspec.json.decode(raw, type=ServerMessage)
                name = frame.get("room")
                if name in known and frame["t"] not in ("refused", "gone"):
                    assert peer.person in self.permitted[name], "a foreign room"
                    self.check_secrets(frame, raw, *known[name])
                for room, _ in known.values():
                    self.check_seed(frame, raw, room)
            peer.seen = len(peer.frames)
        self.gone += [peer for peer in self.peers if peer.is_over]
        self.peers = [peer for peer in self.peers if not peer.is_over]

    def check_secrets(self, frame: dict[str, Any], raw: str, room: Room, ended: list[GameEnded]) -> None:
        """Check a message about a room against the public knowledge."""
        codes = list(frame.get("codes", ()))
        if frame.get("all"):
            codes += codes_of(frame["all"])
        assert all(code >= FLAGGED or code == EXPLODED for code in codes), "a mine"
        if frame["t"] == "ended":
            assert (frame["version"], frame["number"]) in {(each.version, each.board.number) for each in ended}
            return
        assert not {"layout", "seed", "game"} & frame.keys()
        assert room.kind == "study" or not frame.get("record")
        for board in frame.get("boards", ()):
            if board["codes"] is None:
                assert room.kind == "versus"
                continue
            is_over = any(each.version <= frame["version"] and each.round == frame.get("round", 1) for each in ended)
            if not is_over:
                assert all(code >= FLAGGED or code == EXPLODED for code in codes_of(board["codes"])), "a mine"
            if room.kind == "versus" and frame["stage"] != "over":
                assert board["number"] == frame["you"] or not frame["you"], "another player's board"
        if frame["t"] == "moved" and room.kind == "versus":
            assert 1 <= frame["number"] <= len(room.members)

    def check_seed(self, frame: dict[str, Any], raw: str, room: Room) -> None:
        """No seed is revealed before the end, nor its layout."""
        if frame["t"] == "ended" or room.is_ended:
            return
        assert len(room.seed) < 8 or room.seed not in raw
        for board in room.boards:
            if board.start is not None and room.kind != "study":
                assert board.layout not in raw


def codes_of(text: str) -> list[int]:
    return list(memoryview(base64.b64decode(text)).cast("b"))


def fits(message: dict[str, Any]) -> bool:
    """Whether it is a message of the protocol: invalid ones are refused without their number."""
    from hypersweep.web.multiplayer.protocol import ClientMessage

    try:
        text = json.dumps(message)
        msgspec.json.decode(text, type=ClientMessage)
    except (msgspec.DecodeError, UnicodeEncodeError, ValueError):
        return False
    return len(text) <= LARGEST_MESSAGE


def attack(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        Hostile,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.slow
def test_hostile_pages_harm_nobody() -> None:
    attack(15, 40)


@pytest.mark.nightly
def test_many_hostile_pages_harm_nobody() -> None:
    attack(100, 50)
