"""Rooms of several workers that share one relay; these rooms only echo."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from typing import get_args, get_type_hints

import msgspec
import pytest

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http_protocol import RoomMade, RoomRequest
from hypersweep.web.multiplayer.protocol import Join, Leave, Me, Move
from hypersweep.web.multiplayer.relay import LocalRelay
from hypersweep.web.multiplayer.rooms import remote
from hypersweep.web.multiplayer.rooms.ports import MemberPort, RoomMessage, RoomPort
from hypersweep.web.multiplayer.rooms.remote import (
    Asked,
    Dropped,
    Item,
    Letter,
    Lost,
    Outbox,
    Sent,
    SharedRooms,
    read_letter,
)

ROOM = "AbCdEfGh12345678"
OTHER = "ZbCdEfGh12345678"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_BEAT", 0.01)
    monkeypatch.setattr(remote, "_GONE", 0.3)


class Relay(LocalRelay):
    """A relay that can be lost."""

    def __init__(self) -> None:
        super().__init__()
        self.is_available = True
        self.told: list[Callable[[bool], None]] = []
        # Workers whose letters are lost.
        self.deaf: set[str] = set()

    def lose(self, is_lost: bool = True) -> None:
        self.is_available = not is_lost
        for told in self.told:
            told(not is_lost)

    def on_change(self, told: Callable[[bool], None]) -> None:
        self.told.append(told)

    async def publish(self, channel: str, data: bytes) -> None:
        self.check()
        if channel.removeprefix("worker:") not in self.deaf:
            await super().publish(channel, data)

    async def lease(self, name: str, owner: str, seconds: float) -> bool:
        self.check()
        return await super().lease(name, owner, seconds)

    async def holder(self, name: str) -> str | None:
        self.check()
        return await super().holder(name)

    async def release(self, name: str, owner: str) -> None:
        self.check()
        await super().release(name, owner)

    def check(self) -> None:
        if not self.is_available:
            raise UnavailableError("lost")


class Room:
    """Answers each message to all its recipients."""

    def __init__(self, name: str, home: str) -> None:
        self.name = name
        self.home = home
        self.ports: dict[str, MemberPort] = {}
        self.closed: Callable[[str], None] = lambda name: None

    def take(self, port: MemberPort, message: RoomMessage) -> None:
        self.ports[port.id] = port
        if isinstance(message, Leave):
            del self.ports[port.id]
        told = {"t": type(message).__name__, "at": self.home, "by": port.person.name, "n": getattr(message, "n", 0)}
        frame = json.dumps(told).encode()
        for each in self.ports.values():
            each.send(frame)

    def drop(self, port: MemberPort) -> None:
        self.ports.pop(port.id, None)

    def can_move(self, ports: Collection[str]) -> bool:
        return self.ports.keys() <= set(ports)

    def move(self) -> None:
        for each in self.ports.values():
            each.send(json.dumps({"t": "gone", "what": "away"}).encode())
        self.closed(self.name)


class Local:
    def __init__(self, worker: str) -> None:
        self.worker = worker
        self.rooms: dict[str, Room] = {}
        self.is_closed = False

    def here(self, name: str) -> Room | None:
        return self.rooms.get(name)

    async def make(
        self,
        request: RoomRequest,
        person: Me,
        *,
        seed: int | None = None,
        settings: dict[str, object] | None = None,
        name: str | None = None,
    ) -> RoomMade:
        return RoomMade(OTHER, "key")

    async def host(self, name: str) -> RoomPort:
        await asyncio.sleep(0)
        if name == "none":
            raise RefusedError("no_room", "none", status=404)
        return self.rooms.setdefault(name, Room(name, self.worker))

    async def close(self) -> None:
        self.is_closed = True


class Port:
    """One connection of a member."""

    def __init__(self, name: str) -> None:
        self.id = f"port-{name}"
        self.person = Me(name, name)
        self.round_trip = 20
        self.got: list[dict[str, object]] = []

    def send(self, frame: bytes) -> None:
        self.got.append(json.loads(frame))

    @property
    def heard(self) -> list[tuple[object, ...]]:
        return [(each["t"], each["at"], each["by"], each["n"]) for each in self.got if "at" in each]

    @property
    def refused(self) -> list[object]:
        return [each["what"] for each in self.got if each["t"] in ("refused", "gone")]


@asynccontextmanager
async def workers(relay: Relay, *names: str) -> AsyncIterator[list[SharedRooms]]:
    found = [SharedRooms(relay, name) for name in names]
    for each in found:
        await each.open(Local(each.worker))
    try:
        yield found
    finally:
        relay.is_available = True
        for each in found:
            await each.close()


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.002)


async def enter(rooms: SharedRooms, port: Port, name: str = ROOM) -> RoomPort:
    room = await rooms.port(name)
    room.take(port, Join(name))
    return room


async def enter_again(rooms: SharedRooms, port: Port, home: str) -> None:
    """Join after ``away``; ``heard`` then has only later messages."""
    port.got.clear()
    await enter(rooms, port)
    await until(lambda: port.heard)
    assert port.heard == [("Join", home, port.person.name, 0)]


def test_a_room_has_one_home_and_members_everywhere() -> None:
    async def run() -> None:
        async with workers(Relay(), "a", "b", "c") as (a, b, c):
            ann, bob, cid = Port("ann"), Port("bob"), Port("cid")
            await enter(a, ann)
            there = await enter(b, bob)
            await until(lambda: bob.heard)
            for n in range(1, 100):
                there.take(bob, Move(ROOM, n, "open", n))
            await enter(c, cid)
            await until(lambda: cid.heard and len(ann.heard) == 102)
            moves = [("Move", "a", "bob", n) for n in range(1, 100)]
            assert ann.heard == [("Join", "a", "ann", 0), ("Join", "a", "bob", 0), *moves, ("Join", "a", "cid", 0)]
            assert bob.heard == ann.heard[1:]
            assert a.figures == {"rooms": 1, "members_elsewhere": 0, "guests": 2}
            assert b.figures == {"rooms": 0, "members_elsewhere": 1, "guests": 0}
            there.take(bob, Leave(ROOM))
            await until(lambda: ann.heard[-1] == ("Leave", "a", "bob", 0))
            (await c.port(ROOM)).drop(cid)
            await until(lambda: a.figures["guests"] == 0)
            assert isinstance(a._local, Local)
            assert list(a._local.rooms[ROOM].ports) == ["port-ann"]

    asyncio.run(run())


def test_a_room_that_is_not_there_is_refused_and_not_kept() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b") as (a, b):
            for each in (a, b):
                with pytest.raises(RefusedError, match="none"):
                    await each.port("none")
                await until(lambda: "room:none" not in relay._leases)
            assert a.figures["rooms"] == 0

    asyncio.run(run())


def test_a_worker_that_ends_frees_its_rooms_and_says_so() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "b") as (b,):
            async with workers(relay, "a") as (a,):
                bob = Port("bob")
                await enter(a, Port("ann"))
                await enter(b, bob)
                await until(lambda: bob.heard)
            assert await relay.holder("worker:a") is None
            await until(lambda: bob.refused == ["away"])
            await enter_again(b, bob, "b")

    asyncio.run(run())


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_worker_that_is_gone_without_a_word_loses_its_rooms(is_heard: bool) -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b") as (a, b):
            bob = Port("bob")
            await enter(a, Port("ann"))
            there = await enter(b, bob)
            await until(lambda: bob.heard)
            assert a._beating is not None
            a._beating.cancel()
            if is_heard:
                relay.deaf = {"a"}
            await until(lambda: bob.refused)
            # Messages to the member who left are refused as well, with their number.
            there.take(bob, Move(ROOM, 5, "open", 1))
            assert bob.got[-1]["n"] == 5
            assert set(bob.refused) == {"away"}
            await enter_again(b, bob, "b")
            assert await relay.holder(f"room:{ROOM}") == "b"

    asyncio.run(run())


def test_a_member_s_worker_that_is_gone_takes_its_members_with_it() -> None:
    async def run() -> None:
        async with workers(Relay(), "a", "b") as (a, b):
            await enter(a, Port("ann"))
            await enter(b, Port("bob"))
            await until(lambda: a.figures["guests"] == 1)
            assert b._beating is not None
            b._beating.cancel()
            await until(lambda: a.figures["guests"] == 0)

    asyncio.run(run())


def test_letters_that_are_lost_are_noticed_and_everybody_begins_anew() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b") as (a, b):
            ann, bob = Port("ann"), Port("bob")
            here = await enter(a, ann)
            await enter(b, bob)
            await until(lambda: bob.heard)
            relay.deaf = {"b"}
            here.take(ann, Move(ROOM, 1, "open", 1))
            await asyncio.sleep(0.05)
            relay.deaf = set()
            here.take(ann, Move(ROOM, 2, "open", 1))
            await until(lambda: bob.refused == ["away"])
            assert ("Move", "a", "ann", 2) not in bob.heard, "nobody hears what comes after a gap"
            await until(lambda: a.figures["guests"] == 0)
            await enter_again(b, bob, "a")

    asyncio.run(run())


def test_without_the_relay_a_room_goes_on_at_home_and_others_come_back() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b") as (a, b):
            ann, bob = Port("ann"), Port("bob")
            here = await enter(a, ann)
            there = await enter(b, bob)
            await until(lambda: bob.heard)
            relay.lose()
            here.take(ann, Move(ROOM, 1, "open", 1))
            assert ann.heard[-1] == ("Move", "a", "ann", 1)
            assert await a.port(ROOM) is here
            made = await a.make(RoomRequest("solo"), ann.person)
            assert (await a.port(made.room)).name == made.room
            assert bob.refused == ["away"]
            there.take(bob, Join(ROOM))
            with pytest.raises(RefusedError) as error:
                await b.port(ROOM)
            assert (error.value.what, error.value.status) == ("away", 503)
            assert bob.refused == ["away", "away"]
            # Redis comes back with nothing in it.
            relay._leases.clear()
            relay.lose(False)
            await until(lambda: {"worker:a", f"room:{ROOM}", f"room:{OTHER}"} <= set(relay._leases))
            await enter_again(b, bob, "a")
            here.take(ann, Move(ROOM, 2, "open", 1))
            await until(lambda: bob.heard[-1] == ("Move", "a", "ann", 2))

    asyncio.run(run())


def test_a_room_that_left_memory_is_anybody_s() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b") as (a, b):
            bob = Port("bob")
            await enter(a, Port("ann"))
            a.closed(ROOM)
            await until(lambda: f"room:{ROOM}" not in relay._leases)
            await enter(b, bob)
            assert bob.heard == [("Join", "b", "bob", 0)]

    asyncio.run(run())


def room_of(rooms: SharedRooms) -> Room:
    """The room that has its home at a worker, which hears when it leaves memory."""
    assert isinstance(rooms._local, Local)
    room = rooms._local.rooms[ROOM]

    def closed(name: str) -> None:
        assert isinstance(rooms._local, Local)
        del rooms._local.rooms[name]
        rooms.closed(name)

    room.closed = closed
    return room


def test_a_room_follows_its_members_to_the_worker_of_all_of_them() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a", "b", "c") as (a, b, c):
            ann, bob, cid = Port("ann"), Port("bob"), Port("cid")
            await enter(a, ann)
            await enter(b, bob)
            await until(lambda: bob.heard)
            room = room_of(a)
            a.give_up(ROOM)
            b.give_up(ROOM)
            a.give_up(OTHER)
            await asyncio.sleep(0.02)
            assert await relay.holder(f"room:{ROOM}") == "a", "Ann is still here"
            room.drop(ann)
            there = await enter(c, cid)
            await until(lambda: cid.heard)
            a.give_up(ROOM)
            await asyncio.sleep(0.02)
            assert await relay.holder(f"room:{ROOM}") == "a", "its members are at two others"
            there.drop(cid)
            await until(lambda: a.figures["guests"] == 1)
            a.give_up(ROOM)
            await until(lambda: bob.refused == ["away"])
            assert a.figures["rooms"] == 0
            assert await relay.holder(f"room:{ROOM}") is None
            await enter_again(b, bob, "b")
            assert await relay.holder(f"room:{ROOM}") == "b"

    asyncio.run(run())


def test_a_room_does_not_move_while_the_relay_is_lost() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a") as (a,):
            ann = Port("ann")
            room = await enter(a, ann)
            room.drop(ann)
            room_of(a)
            relay.is_available = False
            a.give_up(ROOM)
            await asyncio.sleep(0.02)
            assert a.figures["rooms"] == 1
            relay.is_available = True
            a.give_up(ROOM)
            await until(lambda: a.figures["rooms"] == 0)

    asyncio.run(run())


def test_a_room_that_nobody_comes_to_is_forgotten() -> None:
    async def run() -> None:
        relay = Relay()
        async with workers(relay, "a") as (a,):
            await enter(a, Port("ann"))
            await a.make(RoomRequest("solo"), Me("ann", "ann"))
            assert set(relay._leases) == {"worker:a", f"room:{ROOM}", f"room:{OTHER}"}
            await a._lease_rooms()
            await until(lambda: f"room:{OTHER}" not in relay._leases)
            assert f"room:{ROOM}" in relay._leases
            assert a.figures["rooms"] == 1

    asyncio.run(run())


def test_many_who_come_at_once_find_the_same_home() -> None:
    async def run() -> None:
        async with workers(Relay(), "a", "b", "c") as found:
            ports = [Port(str(number)) for number in range(60)]
            await asyncio.gather(*(enter(found[number % 3], port) for number, port in enumerate(ports)))
            await until(lambda: all(port.heard or port.refused for port in ports))
            homes = Counter(each[1] for port in ports for each in port.heard)
            assert len(homes) == 1
            assert not any(port.refused for port in ports)

    asyncio.run(run())


class LostRelay(LocalRelay):
    """A relay that accepts no message."""

    async def publish(self, channel: str, data: bytes) -> None:
        await asyncio.sleep(0)
        raise UnavailableError("no")


async def quiet() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_everything_travels_in_order_and_what_comes_together_goes_together() -> None:
    async def run() -> None:
        relay = LocalRelay()
        heard: list[Letter] = []
        await relay.subscribe("worker:b", lambda data: heard.append(read_letter(data)))
        box = Outbox(relay, "a", "b", lost=pytest.fail)
        me = Me("x" * 16, "Ann", is_guest=False)
        items: list[Item] = [
            Asked(ROOM, "p", me, 12, Join(ROOM, since=3)),
            Asked(ROOM, "p", me, 12, Move(ROOM, 1, "open", 7)),
            Asked(ROOM, "p", me, 12, Leave(ROOM)),
            Dropped(ROOM, "p"),
            Lost(),
        ]
        for item in items:
            box.put(item)
        await quiet()
        assert heard == [Letter("a", 1, items)]
        box.put(Lost())
        await quiet()
        assert heard[1:] == [Letter("a", 2, [Lost()])]
        await box.close()

    asyncio.run(run())


def test_a_letter_can_have_each_message_of_a_room() -> None:
    assert set(get_args(get_type_hints(Asked)["message"])) == set(get_args(RoomMessage))


def test_a_message_to_many_stands_in_a_letter_once_and_nobody_is_told_out_of_order() -> None:
    async def run() -> None:
        relay = LocalRelay()
        heard: list[Letter] = []
        await relay.subscribe("worker:b", lambda data: heard.append(read_letter(data)))
        box = Outbox(relay, "a", "b", lost=pytest.fail)
        first, second = b"first" * 100, b"second" * 100
        for frame in (first, second):
            for port in range(50):
                box.tell(ROOM, str(port), frame)
        box.tell(ROOM, "3", first)
        await quiet()
        (letter,) = heard
        ports = [(ROOM, str(port)) for port in range(50)]
        assert letter.items == [Sent(ports, first), Sent(ports, second), Sent([(ROOM, "3")], first)]

    asyncio.run(run())


def test_a_letter_that_can_not_go_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        lost: list[str] = []
        box = Outbox(LostRelay(), "a", "b", lost.append)
        box.tell(ROOM, "p", b"x")
        await quiet()
        assert lost == ["b"]
        # Neither is more kept than memory should hold.
        monkeypatch.setattr(remote, "_MOST_WAITING", 1000)
        for _ in range(3):
            box.tell(ROOM, "p", bytes(600))
        assert lost == ["b", "b"]
        await box.close()

    asyncio.run(run())


@pytest.mark.parametrize("data", [b"", b"\x00", b"{}", msgspec.msgpack.encode(["a", 1, [[9]]])])
def test_what_is_no_letter_is_refused(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_letter(data)
