"""Channels within one thread: messages arrive, and invalid calls are rejected."""

from __future__ import annotations

import array
import copy
import math
import pickle
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
from hypersweep import channel, errors
from hypersweep.channel import MAX_MESSAGE_SIZE, open_channel
from hypersweep.errors import (
    BrokenChannelError,
    ChannelError,
    ClosedChannelError,
    MessageSizeError,
    ParameterError,
    ParameterTypeError,
    WouldBlockError,
)

ON_WINDOWS = sys.platform == "win32"


@pytest.fixture(autouse=True, scope="module", params=["sockets", "pipes"])
def transport(request: pytest.FixtureRequest) -> Iterator[None]:
    """Run every test with this system's transport, and if that is sockets also with pipes."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "pipes" and not ON_WINDOWS:
            patch.setattr(channel.posix, "open_pair", partial(channel.posix.open_pair, pipe=True))
        yield


def numbered(size: int, number: int) -> bytes:
    """Return a message that differs in every part from those of other numbers."""
    return (number.to_bytes(4, "little") * (size // 4 + 1))[:size]


@pytest.mark.parametrize("size", [1, 2, 3, 63, 64, 4064, 4065, 65535, 65536, 65537, 1 << 20])
def test_messages_come_out_as_they_went_in(size: int) -> None:
    receiver, sender = open_channel(size)
    count = max(3, min(1000, (1 << 22) // size))
    for number in range(count):
        sender.send(numbered(size, number))
    for number in range(count):
        assert receiver.get() == numbered(size, number)
    with pytest.raises(WouldBlockError):
        receiver.get_nowait()


@pytest.mark.slow
def test_one_thread_can_send_itself_the_largest_message() -> None:
    receiver, sender = open_channel(MAX_MESSAGE_SIZE)
    for number in range(2):
        sender.send(numbered(MAX_MESSAGE_SIZE, number), timeout=0)
    for number in range(2):
        assert receiver.get(timeout=0) == numbered(MAX_MESSAGE_SIZE, number)


@given(st.integers(1, 200_000), st.lists(st.sampled_from(["send", "get", "other"]), max_size=30))
def test_any_size_and_any_order_of_calls(size: int, calls: list[str]) -> None:
    receiver, sender = open_channel(size)
    with receiver, sender, sender.dup() as other:
        sent: list[bytes] = []
        for number, call in enumerate(calls):
            if call == "get" and sent:
                assert receiver.get(0) == sent.pop(0)
            elif call == "get":
                with pytest.raises(WouldBlockError):
                    receiver.get(0)
            else:
                sent.append(numbered(size, number))
                (sender if call == "send" else other).send(sent[-1])
        sender.close()
        other.close()
        assert list(receiver) == sent


def test_senders_of_one_thread_are_served_in_order() -> None:
    receiver, sender = open_channel(100_000)
    other = sender.dup()
    for number in range(40):
        (other if number % 3 else sender).send(numbered(100_000, number))
    assert [receiver.get() for _ in range(40)] == [numbered(100_000, number) for number in range(40)]


@pytest.mark.parametrize(
    "data",
    [
        b"abcdefgh",
        bytearray(b"abcdefgh"),
        memoryview(b"abcdefgh"),
        memoryview(b"xxabcdefghxx")[2:10],
        array.array("Q", [int.from_bytes(b"abcdefgh", sys.byteorder)]),
        memoryview(b"abcdefgh").cast("H", (2, 2)),
    ],
)
def test_any_contiguous_buffer_can_be_sent(data: bytes) -> None:
    receiver, sender = open_channel(8)
    sender.send(data)
    assert receiver.get() == b"abcdefgh"


@pytest.mark.parametrize("data", ["abcdefgh", None, 8, [1] * 8, memoryview(b"a1b2c3d4e5f6g7h8")[::2]])
def test_anything_else_is_refused(data: bytes) -> None:
    receiver, sender = open_channel(8)
    with pytest.raises(ParameterTypeError, match="contiguous buffer, got"):
        sender.send(data)
    with pytest.raises(WouldBlockError):
        receiver.get(0)


@pytest.mark.parametrize("length", [0, 7, 9, 16])
def test_messages_of_another_size_are_refused(length: int) -> None:
    receiver, sender = open_channel(8)
    with pytest.raises(MessageSizeError, match=rf"^expected a message of 8 bytes, got one of {length}$"):
        sender.send(bytes(length))
    with pytest.raises(MessageSizeError, match=rf"^expected a buffer of 8 bytes, got one of {length}$"):
        receiver.get_into(bytearray(length))
    with pytest.raises(WouldBlockError):
        receiver.get(0)


def test_messages_are_copied_into_any_buffer_that_can_be_written() -> None:
    receiver, sender = open_channel(8)
    whole = bytearray(16)
    for buffer in (bytearray(8), memoryview(whole)[4:12], array.array("H", [0] * 4)):
        sender.send(b"abcdefgh")
        receiver.get_into(buffer)
        assert bytes(buffer) == b"abcdefgh"
    assert whole == b"\0\0\0\0abcdefgh\0\0\0\0"
    whole.extend(b"it is not held on to")


@pytest.mark.parametrize("buffer", [b"abcdefgh", "abcdefgh", None, memoryview(bytearray(16))[::2]])
def test_other_buffers_are_refused_and_the_message_stays(buffer: bytearray) -> None:
    receiver, sender = open_channel(8)
    sender.send(b"abcdefgh")
    with pytest.raises(ParameterTypeError):
        receiver.get_into(buffer)
    assert receiver.get() == b"abcdefgh"


@pytest.mark.parametrize("size", [0, -1, MAX_MESSAGE_SIZE + 1, 10**30])
def test_sizes_out_of_range_are_refused(size: int) -> None:
    with pytest.raises(MessageSizeError, match="message_size from 1 to 67108864 bytes, got"):
        open_channel(size)


@pytest.mark.parametrize("size", [True, 8.0, "8", None])
def test_sizes_that_are_no_numbers_are_refused(size: int) -> None:
    with pytest.raises(ParameterTypeError):
        open_channel(size)


def test_a_get_with_a_time_limit_waits_that_long() -> None:
    receiver, _sender = open_channel(3)
    began = time.monotonic()
    with pytest.raises(WouldBlockError, match=r"^no message arrived within 0\.05 seconds$"):
        receiver.get(timeout=0.05)
    with pytest.raises(WouldBlockError):
        receiver.get_into(bytearray(3), timeout=0.05)
    assert time.monotonic() - began >= 0.1


def test_a_time_limit_may_be_longer_than_any_float() -> None:
    receiver, sender = open_channel(2)
    sender.send(b"ab", timeout=1 << 2000)
    assert receiver.get(timeout=1 << 2000) == b"ab"


@pytest.mark.parametrize("timeout", [-1, -0.5, math.nan, pytest.param(-(1 << 2000), id="far below 0")])
def test_impossible_times_are_refused(timeout: float) -> None:
    receiver, sender = open_channel(3)
    with pytest.raises(ParameterError, match="timeout of 0 seconds or more"):
        receiver.get(timeout)
    with pytest.raises(ParameterError, match="timeout of 0 seconds or more"):
        sender.send(b"abc", timeout)


@pytest.mark.parametrize("timeout", [True, "1", [1]])
def test_times_that_are_no_numbers_are_refused(timeout: float) -> None:
    receiver, sender = open_channel(3)
    with pytest.raises(ParameterTypeError):
        receiver.get(timeout)
    with pytest.raises(ParameterTypeError):
        sender.send(b"abc", timeout)


def test_very_long_times_are_fine() -> None:
    receiver, sender = open_channel(3)
    for timeout in (1e300, math.inf, 10**9, 3_000_000):
        sender.send(b"abc", timeout)
        assert receiver.get(timeout) == b"abc"


def test_iteration_ends_when_every_sender_is_closed() -> None:
    receiver, sender = open_channel(1)
    with sender, sender.dup() as other:
        sender.send(b"a")
        other.send(b"b")
    assert list(receiver) == [b"a", b"b"]
    assert list(receiver) == []
    with pytest.raises(BrokenChannelError, match="every sender is gone"):
        receiver.get()
    with pytest.raises(BrokenChannelError):
        receiver.get_nowait()
    with pytest.raises(BrokenChannelError):
        receiver.get_into(bytearray(1))


def test_a_loop_that_is_left_can_be_entered_again() -> None:
    receiver, sender = open_channel(1)
    for each in b"abc":
        sender.send(bytes((each,)))
    for message in receiver:
        assert message == b"a"
        break
    for message in receiver:
        assert message == b"b"
        break
    assert receiver.get() == b"c"
    assert not receiver.closed


def test_a_sender_that_is_dropped_is_closed() -> None:
    receiver, sender = open_channel(1)
    sender.send(b"a")
    del sender
    assert list(receiver) == [b"a"]


@pytest.mark.parametrize("size", [3, 1 << 20])
def test_nobody_receives(size: int) -> None:
    receiver, sender = open_channel(size)
    other = sender.dup()
    sender.send(bytes(size))
    receiver.close()
    for each in (sender, other, other):
        with pytest.raises(BrokenChannelError, match="the receiver is gone"):
            each.send(bytes(size))


def test_a_receiver_that_is_dropped_is_closed_although_senders_are_not() -> None:
    receiver, sender = open_channel(3)
    del receiver
    with pytest.raises(BrokenChannelError):
        sender.send(b"abc")


def test_closed_ends_refuse_everything() -> None:
    receiver, sender = open_channel(3)
    sender.send(b"abc")
    with receiver:
        assert not receiver.closed
    with sender:
        assert not sender.closed
    for end in (receiver, sender):
        assert end.closed
        end.close()
        assert repr(end) == f"<{type(end).__name__} of 3-byte messages, closed>"
    for call in (
        receiver.get,
        receiver.get_nowait,
        lambda: receiver.get_into(bytearray(3)),
        lambda: list(receiver),
        lambda: sender.send(b"abc"),
        lambda: sender.send_nowait(b"abc"),
        sender.dup,
        lambda: pickle.dumps(receiver),
        lambda: pickle.dumps(sender),
    ):
        with pytest.raises(ClosedChannelError, match=r"is closed$"):
            call()


def test_a_closed_sender_leaves_the_others_open() -> None:
    receiver, sender = open_channel(3)
    other = sender.dup()
    sender.close()
    other.send(b"abc")
    assert receiver.get() == b"abc"
    assert other.message_size == receiver.message_size == sender.message_size == 3


@pytest.mark.parametrize("duplicate", [pickle.dumps, copy.copy, copy.deepcopy])
def test_ends_are_not_copied_but_by_multiprocessing(duplicate: object) -> None:
    receiver, sender = open_channel(3)
    sender.send(b"abc")
    for end, name in ((receiver, "receiver"), (sender, "sender")):
        with pytest.raises(ChannelError, match=f"can't pickle the {name}"):
            duplicate(end)  # type: ignore[operator]
    assert receiver.get() == b"abc"


def test_many_channels_do_not_meet() -> None:
    ends = [open_channel(1 + number) for number in range(20)]
    for number, (_, sender) in enumerate(ends):
        sender.send(bytes((number,)) * (1 + number))
    for number, (receiver, _) in reversed(list(enumerate(ends))):
        assert receiver.get() == bytes((number,)) * (1 + number)
    keys = {receiver._terms[0] for receiver, _ in ends}
    assert len(keys) == 20
    del ends, receiver, sender, _
    assert not keys & set(channel._inlets)


@pytest.mark.needs("posix")
def test_descriptors_are_given_back() -> None:
    import os

    spare = os.open(os.devnull, os.O_RDONLY)
    os.close(spare)
    for _ in range(50):
        receiver, sender = open_channel(100_000)
        other = sender.dup()
        sender.send(bytes(100_000))
        with pytest.raises(WouldBlockError):
            receiver.get(0.0001) and receiver.get(0.0001)
        other.close()
        del receiver, sender
    again = os.open(os.devnull, os.O_RDONLY)
    os.close(again)
    assert again == spare


def test_errors_stand_beside_the_right_built_in() -> None:
    assert WouldBlockError.__bases__ == (ChannelError, TimeoutError)
    assert ClosedChannelError.__bases__ == BrokenChannelError.__bases__ == (ChannelError,)
    assert MessageSizeError.__bases__ == (ChannelError, ParameterError)
    assert ChannelError.__bases__ == (errors.HypersweepError,)


def test_the_room_has_its_errors_and_the_top_of_the_package_neither_them_nor_its_ends() -> None:
    for name in channel.__all__:
        assert getattr(channel, name) is not None
        assert not hasattr(hypersweep, name)
    assert channel.ChannelError is errors.ChannelError


@pytest.mark.slow
def test_each_senders_order_is_kept_where_several_threads_begin_to_put_messages_into_memory() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for _ in range(60):
            receiver, first = open_channel(16)
            with first.dup() as second:
                threads = [
                    threading.Thread(
                        target=lambda s=s, k=k: [s.send(bytes([k]) * 8 + i.to_bytes(8)) for i in range(900)]
                    )
                    for k, s in enumerate((first, second))
                ]
                for thread in threads:
                    thread.start()
                told = [receiver.get(timeout=60) for _ in range(1800)]
                for thread in threads:
                    thread.join()
            for k in range(2):
                assert [int.from_bytes(m[8:]) for m in told if m[0] == k] == list(range(900))
    finally:
        sys.setswitchinterval(interval)
