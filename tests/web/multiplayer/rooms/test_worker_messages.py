"""Messages between workers."""

from __future__ import annotations

import asyncio
from typing import get_args, get_type_hints

import msgspec
import pytest

from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.protocol import Join, Leave, Me, Move
from hypersweep.web.multiplayer.relay import LocalRelay
from hypersweep.web.multiplayer.rooms import worker_messages
from hypersweep.web.multiplayer.rooms.ports import RoomMessage
from hypersweep.web.multiplayer.rooms.worker_messages import (
    Asked,
    Dropped,
    Item,
    Letter,
    Lost,
    Outbox,
    Told,
    read_letter,
)

ROOM = "AbCdEfGh12345678"


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
        assert letter.items == [Told(ports, first), Told(ports, second), Told([(ROOM, "3")], first)]

    asyncio.run(run())


def test_a_letter_that_can_not_go_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        lost: list[str] = []
        box = Outbox(LostRelay(), "a", "b", lost.append)
        box.tell(ROOM, "p", b"x")
        await quiet()
        assert lost == ["b"]
        # Neither is more kept than memory should hold.
        monkeypatch.setattr(worker_messages, "_MOST_WAITING", 1000)
        for _ in range(3):
            box.tell(ROOM, "p", bytes(600))
        assert lost == ["b", "b"]
        await box.close()

    asyncio.run(run())


@pytest.mark.parametrize("data", [b"", b"\x00", b"{}", msgspec.msgpack.encode(["a", 1, [[9]]])])
def test_what_is_no_letter_is_refused(data: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_letter(data)
