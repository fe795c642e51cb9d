"""Channels between threads: waiting, waking up, closing, and several threads at one end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from typing import Any

import pytest

from hypersweep.channel import Receiver, Sender, open_channel
from hypersweep.errors import BrokenChannelError, ClosedChannelError, WouldBlockError

# A longer wait is a failure.
PATIENCE = 20


def settle() -> None:
    """Let threads that were just started reach their wait; nothing fails if the time is too short."""
    time.sleep(0.05)


def send_numbers(sender: Sender, who: int, count: int) -> None:
    for number in range(count):
        sender.send(bytes((who,)) * (sender.message_size - 4) + number.to_bytes(4, "little"))


def check_numbers(received: list[bytes], senders: int, count: int) -> None:
    numbers = [0] * senders
    for message in received:
        who = message[0]
        assert message == bytes((who,)) * (len(message) - 4) + numbers[who].to_bytes(4, "little")
        numbers[who] += 1
    assert numbers == [count] * senders


@pytest.mark.parametrize(
    "wait", [Receiver.get, lambda receiver: receiver.get(PATIENCE), lambda receiver: next(iter(receiver))]
)
def test_a_get_that_waits_wakes(wait: Callable[[Receiver], bytes]) -> None:
    receiver, sender = open_channel(200_000)
    with ThreadPoolExecutor() as pool:
        got = pool.submit(wait, receiver)
        settle()
        sender.send(bytes(200_000))
        assert got.result(PATIENCE) == bytes(200_000)


@pytest.mark.parametrize("size", [7, 300_000])
def test_four_threads_send_what_one_receives(size: int) -> None:
    count = 2_000 if size == 7 else 40
    receiver, sender = open_channel(size)
    with ThreadPoolExecutor() as pool:
        for who in range(4):
            pool.submit(send_and_close, sender.dup(), who, count)
        sender.close()
        check_numbers(list(receiver), 4, count)


def send_and_close(sender: Sender, who: int, count: int) -> None:
    with sender:
        send_numbers(sender, who, count)


@pytest.mark.parametrize("size", [7, 300_000])
def test_four_threads_use_one_sender(size: int) -> None:
    count = 2_000 if size == 7 else 40
    receiver, sender = open_channel(size)
    with ThreadPoolExecutor() as pool:
        sending = [pool.submit(send_numbers, sender, who, count) for who in range(4)]
        received = [receiver.get(PATIENCE) for _ in range(4 * count)]
        for each in sending:
            each.result(PATIENCE)
    check_numbers(received, 4, count)
    with pytest.raises(WouldBlockError):
        receiver.get(0)


@pytest.mark.parametrize("size", [7, 300_000])
def test_several_threads_receive_each_message_once(size: int) -> None:
    count = 3_000 if size == 7 else 60
    receiver, sender = open_channel(size)
    with ThreadPoolExecutor() as pool:
        receiving = [pool.submit(list, receiver) for _ in range(3)]
        for who in range(2):
            pool.submit(send_and_close, sender.dup(), who, count)
        sender.close()
        received = [each.result(PATIENCE) for each in receiving]
    for each in received:
        for who in range(2):
            own = [message for message in each if message[0] == who]
            assert own == sorted(own, key=lambda message: message[-4:][::-1])
    check_numbers(sorted(chain(*received), key=lambda message: (message[0], message[-4:][::-1])), 2, count)


def test_what_one_thread_read_too_much_wakes_another() -> None:
    # Both wait; one of them reads both messages, and must pass one on.
    for _ in range(50):
        receiver, sender = open_channel(1)
        with ThreadPoolExecutor() as pool:
            waiting = [pool.submit(receiver.get, PATIENCE) for _ in range(2)]
            sender.send(b"a")
            sender.send(b"b")
            assert {each.result(PATIENCE) for each in waiting} == {b"a", b"b"}


def test_sending_and_receiving_in_turns_never_stops() -> None:
    # Senders make room for themselves while another thread receives, stops, and receives again.
    receiver, sender = open_channel(150_000)
    with ThreadPoolExecutor() as pool:
        sending = [pool.submit(send_numbers, sender.dup(), who, 50) for who in range(3)]
        received = []
        for number in range(150):
            if number % 10 == 0:
                time.sleep(0.005)
            received.append(receiver.get(PATIENCE))
        for each in sending:
            each.result(PATIENCE)
    check_numbers(received, 3, 50)


def test_senders_go_on_when_the_receiving_thread_stopped() -> None:
    # Another thread has received; it has ended, and no other reads.
    receiver, sender = open_channel(150_000)
    with ThreadPoolExecutor() as pool:
        sender.send(bytes(150_000))
        pool.submit(receiver.get).result(PATIENCE)
        sending = [pool.submit(send_numbers, sender.dup(), who, 10) for who in range(3)]
        for each in sending:
            each.result(PATIENCE)
    check_numbers([receiver.get(0) for _ in range(30)], 3, 10)


@pytest.mark.parametrize("timeout", [None, PATIENCE])
def test_closing_wakes_threads_that_wait_to_receive(timeout: float | None) -> None:
    receiver, _sender = open_channel(1)
    with ThreadPoolExecutor() as pool:
        waiting: list[Future[Any]] = [pool.submit(receiver.get, timeout) for _ in range(3)]
        waiting.append(pool.submit(list, receiver))
        settle()
        receiver.close()
        for each in waiting:
            assert isinstance(each.exception(PATIENCE), ClosedChannelError)


def test_the_last_sender_to_go_wakes_threads_that_wait() -> None:
    receiver, sender = open_channel(1)
    with ThreadPoolExecutor() as pool:
        waiting = [pool.submit(receiver.get) for _ in range(3)]
        looping = pool.submit(list, receiver)
        settle()
        sender.close()
        for each in waiting:
            assert isinstance(each.exception(PATIENCE), BrokenChannelError)
        assert looping.result(PATIENCE) == []


def test_a_get_without_waiting_does_not_wait_for_one_that_waits() -> None:
    receiver, sender = open_channel(1)
    with ThreadPoolExecutor() as pool:
        waiting = pool.submit(receiver.get)
        settle()
        with pytest.raises(WouldBlockError):
            receiver.get_nowait()
        with pytest.raises(WouldBlockError):
            receiver.get(0.01)
        sender.send(b"x")
        assert waiting.result(PATIENCE) == b"x"


@pytest.mark.slow
def test_ends_closed_while_in_use_give_their_descriptors_back_only_then() -> None:
    errors: list[BaseException | None] = []
    for _ in range(100):
        receiver, sender = open_channel(1 << 20)
        with ThreadPoolExecutor() as pool:
            using: list[Future[Any]] = [
                pool.submit(receiver.get),
                pool.submit(list, receiver),
                pool.submit(send_numbers, sender, 1, 3),
            ]
            receiver.close()
            sender.close()
            # If the descriptors had been released too early, this one would be waited on.
            other, other_sender = open_channel(1 << 20)
            errors += [each.exception(PATIENCE) for each in using]
        other_sender.close()
        assert list(other) == []
    assert {type(error) for error in errors} <= {type(None), ClosedChannelError, BrokenChannelError}


def test_threads_are_all_gone() -> None:
    # No thread of these tests is left.
    assert not [thread for thread in threading.enumerate() if "hypersweep" in thread.name]
