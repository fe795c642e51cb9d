"""Channels with a given capacity: within one process it is exact, and impossible values are rejected."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from hypersweep import channel
from hypersweep.channel import open_channel
from hypersweep.errors import (
    BrokenChannelError,
    ClosedChannelError,
    MessageSizeError,
    ParameterError,
    ParameterTypeError,
    WouldBlockError,
)

PATIENCE = 20


@pytest.fixture(autouse=True, scope="module", params=["sockets", "pipes"])
def transport(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "pipes" and sys.platform != "win32":
            patch.setattr(channel.posix, "open_pair", partial(channel.posix.open_pair, pipe=True))
        yield


@pytest.mark.parametrize(("size", "room"), [(3, 1), (3, 7), (64, 128), (100_000, 1), (100_000, 2)])
def test_so_many_messages_wait_and_no_more(size: int, room: int) -> None:
    receiver, sender = open_channel(size, room=room)
    other = sender.dup()
    for number in range(room):
        (sender, other)[number % 2].send_nowait(number.to_bytes(size, "little"))
    for turn in range(3):
        began = time.monotonic()
        with pytest.raises(WouldBlockError, match="the channel was full for"):
            sender.send(bytes(size), timeout=0.01)
        assert time.monotonic() - began >= 0.01
        with pytest.raises(WouldBlockError):
            other.send_nowait(bytes(size))
        assert receiver.get(0) == turn.to_bytes(size, "little")
        sender.send_nowait((turn + room).to_bytes(size, "little"))
    for number in range(3, room + 3):
        assert receiver.get(0) == number.to_bytes(size, "little")
    with pytest.raises(WouldBlockError):
        receiver.get(0)


@pytest.mark.parametrize("size", [8, 100_000])
def test_threads_wait_for_room_and_lose_nothing(size: int) -> None:
    receiver, sender = open_channel(size, room=2)
    count = 200

    def send(who: int) -> None:
        with sender.dup() as own:
            for number in range(count):
                own.send(bytes((who, number)) + bytes(size - 2))

    with ThreadPoolExecutor() as pool:
        sending = [pool.submit(send, who) for who in range(4)]
        received: list[bytes] = []
        while len(received) < 4 * count:
            assert len(receiver._end) <= 2
            received.append(receiver.get(PATIENCE)[:2])
        for each in sending:
            each.result(PATIENCE)
    for who in range(4):
        assert [each[1] for each in received if each[0] == who] == list(range(count))


@pytest.mark.parametrize("which", ["receiver", "sender"])
def test_closing_wakes_threads_that_wait_for_room(which: str) -> None:
    receiver, sender = open_channel(3, room=1)
    sender.send(b"abc")
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(sender.send, b"def") for _ in range(3)]
        time.sleep(0.05)
        (receiver if which == "receiver" else sender).close()
        errors = {type(each.exception(PATIENCE)) for each in waiting}
    assert errors == {BrokenChannelError if which == "receiver" else ClosedChannelError}


def test_one_who_gives_up_leaves_the_room_to_another() -> None:
    receiver, sender = open_channel(1, room=1)
    sender.send(b"a")
    with ThreadPoolExecutor() as pool:
        impatient = [pool.submit(sender.send, b"x", 0.02 + 0.001 * number) for number in range(4)]
        patient = pool.submit(sender.send, b"y", PATIENCE)
        time.sleep(0.02)
        received = [receiver.get(PATIENCE)]
        patient_came = False
        while not patient_came:
            received.append(receiver.get(PATIENCE))
            patient_came = received[-1] == b"y"
        patient.result(PATIENCE)
        gone = sum(each.exception(PATIENCE) is None for each in impatient)
    while True:
        try:
            received.append(receiver.get(0))
        except WouldBlockError:
            break
    assert received.count(b"x") == gone


def test_mutable_buffers_are_copied_when_they_are_sent() -> None:
    receiver, sender = open_channel(3)
    assert_nothing(receiver)
    data: Any
    for data in (bytearray(b"abc"), memoryview(bytearray(b"abc"))):
        sender.send(data)
        data[0] = 0
        assert receiver.get(0) == b"abc"


def assert_nothing(receiver: channel.Receiver) -> None:
    with pytest.raises(WouldBlockError):
        receiver.get(0)


def test_order_is_kept_where_messages_begin_to_go_from_hand_to_hand() -> None:
    receiver, sender = open_channel(4)
    other = sender.dup()
    sent = 0

    def send(count: int) -> None:
        nonlocal sent
        for _ in range(count):
            (sender if sent % 3 else other).send(sent.to_bytes(4, "little"))
            sent += 1

    send(100)
    assert receiver.get(0) == (0).to_bytes(4, "little")
    send(2_000)
    assert [receiver.get(0) for _ in range(sent - 1)] == [number.to_bytes(4, "little") for number in range(1, sent)]
    assert_nothing(receiver)


def test_a_thread_that_waits_is_woken_by_each_message_from_hand_to_hand() -> None:
    receiver, sender = open_channel(1)
    reply, answer = open_channel(1)

    def echo() -> None:
        for message in receiver:
            answer.send(message)

    thread = threading.Thread(target=echo)
    thread.start()
    for number in range(200):
        sender.send(bytes((number,)))
        assert reply.get(PATIENCE) == bytes((number,))
    sender.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()


@pytest.mark.parametrize("room", [0, -1, (1 << 31) + 1, 10**30])
def test_rooms_out_of_range_are_refused(room: int) -> None:
    with pytest.raises(ParameterError, match="expected room for 1 to 2147483648 messages, got"):
        open_channel(3, room=room)


@pytest.mark.parametrize(("size", "room"), [(3, 1 << 31), (1 << 20, 20), (65_536, 1)])
def test_a_room_that_the_system_does_not_give_holds_within_the_process(size: int, room: int) -> None:
    receiver, sender = open_channel(size, room)
    for number in range(min(room, 2_000)):
        sender.send_nowait(number.to_bytes(size, "little"))
    if room < 2_000:
        with pytest.raises(WouldBlockError):
            sender.send_nowait(bytes(size))
    for number in range(min(room, 2_000)):
        assert receiver.get(0) == number.to_bytes(size, "little")


@pytest.mark.parametrize("room", [True, 1.0, "1"])
def test_rooms_that_are_no_numbers_are_refused(room: int) -> None:
    with pytest.raises(ParameterTypeError, match="expected a whole number for room"):
        open_channel(3, room=room)
    with pytest.raises(MessageSizeError):
        open_channel(0, room=1)
