"""Messages to a socket, and when it is dropped."""

from __future__ import annotations

import asyncio
import time

import pytest

from hypersweep.web.multiplayer import socket_port
from hypersweep.web.multiplayer.socket import Sockets
from room_world import World
from socket_wire import Wire, run


def test_who_doesn_t_read_is_dropped_and_holds_nothing() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("coop", "300x300", 900, seed=5)
        ann = await Wire(sockets).hello()
        wat = await Wire(sockets, "Wat", is_short=True).hello()
        ann.tell({"t": "join", "room": made.room})
        wat.tell({"t": "join", "room": made.room, "key": made.key, "role": "watcher"})
        await wat.until("state")
        wat.is_open.clear()
        port = next(each for each in sockets._ports if each.person.name == "Wat")
        count = len(wat.got)
        for _ in range(9):
            wat.tell({"t": "join", "room": made.room, "key": made.key, "role": "watcher"})
        await wat.ended()
        assert wat.was_aborted
        assert len(wat.got) == count
        assert (port._size, len(port._waiting), port.rooms) == (0, 0, {})
        assert wat.most_at_once == 1
        host = place.rooms.here(made.room)
        assert host is not None
        assert host.here == 1
        ann.tell({"t": "move", "room": made.room, "n": 1, "kind": "flag", "cell": 1})
        await ann.until("moved")
        ann.leave()
        await ann.ended()

    run(play)


def test_who_reads_late_gets_all_in_order() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("solo", "3x4", 3, seed=5)
        ann = await Wire(sockets).hello()
        ann.tell({"t": "join", "room": made.room})
        await ann.until("state")
        ann.is_open.clear()
        for n in range(1, 30):
            ann.tell({"t": "move", "room": made.room, "n": n, "kind": "flag", "cell": n % 12})
        await place.settle()
        assert not ann.of("moved")
        ann.is_open.set()
        await ann.until("moved", 29)
        assert [each["n"] for each in ann.of("moved")] == list(range(1, 30))
        ann.leave()
        await ann.ended()

    run(play)


def test_round_trips_are_measured_and_who_doesn_t_answer_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_port, "_PINGS", (0.0,) * 6)
    monkeypatch.setattr(socket_port, "_PING", 0.0)
    monkeypatch.setattr(socket_port, "_DEAD", 0.05)

    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        ann = await Wire(sockets, is_short=True).hello()
        port = next(iter(sockets._ports))
        now = time.monotonic()
        for number in range(1, 6):
            await ann.until("ping", number)
            port._ping = (number, time.monotonic() - number * 0.1)
            port.pong(number + 1)
            assert port._ping is not None, "only the answer to this one counts"
            ann.tell({"t": "pong", "id": number})
            async with asyncio.timeout(20):
                while port._ping is not None and port._ping[0] == number:
                    await asyncio.sleep(0.001)
            port.next_ping = now
            port.ping(now)
        assert 100 <= port.round_trip < 200, "the shortest of 100 to 500"
        await ann.ended()
        assert ann.was_aborted

    run(play)
