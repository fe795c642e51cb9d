"""How packets become messages, even if senders are mixed, messages are unfinished, or packets are garbage."""

from __future__ import annotations

import struct
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep._native import ChannelMessages


@dataclass(frozen=True)
class Part:
    """Return the header of a packet of a long message."""

    sender: int
    message: int
    offset: int

    def packet(self, data: bytes) -> bytes:
        return struct.pack("=QQQIIQ", self.sender, self.message, self.offset, 0, 0, 0) + data


def parts(sender: int, number: int, data: bytes, payload: int) -> list[bytes]:
    return [
        Part(sender, number, offset).packet(data[offset : offset + payload]) for offset in range(0, len(data), payload)
    ]


@st.composite
def mixtures(draw: st.DrawFn) -> tuple[int, int, list[bytes], list[bytes]]:
    """A size, a payload, packets in the order of arrival, and the expected messages."""
    size = draw(st.integers(2, 60))
    payload = draw(st.integers(1, size - 1))
    left: list[list[tuple[bytes, bytes | None]]] = []
    for sender in range(draw(st.integers(1, 4))):
        queue: list[tuple[bytes, bytes | None]] = []
        for number in range(draw(st.integers(0, 4))):
            data = draw(st.binary(min_size=size, max_size=size))
            packets = parts(sender, number, data, payload)
            # Some are given up half-way.
            kept = draw(st.integers(0, len(packets)))
            queue += [(packet, None) for packet in packets[:kept]]
            if kept == len(packets):
                queue[-1] = packets[-1], data
        left.append(queue)
    order: list[bytes] = []
    messages: list[bytes] = []
    while any(left):
        queue = draw(st.sampled_from([queue for queue in left if queue]))
        packet, finished = queue.pop(0)
        order.append(packet)
        if finished is not None:
            messages.append(finished)
    return size, payload, order, messages


@given(mixtures(), st.data())
def test_mixed_parts_become_whole_messages_in_the_order_in_which_they_end(
    mixture: tuple[int, int, list[bytes], list[bytes]], data: st.DataObject
) -> None:
    size, payload, packets, messages = mixture
    inbox = ChannelMessages(size, payload, 0, False, 0)
    stream = b"".join(packets)
    # Pipes join packets, and give them out cut anywhere.
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        inbox.feed(stream[begin:end])
    assert list(inbox) == messages


@given(mixtures(), st.data())
def test_what_is_pending_goes_on_elsewhere(
    mixture: tuple[int, int, list[bytes], list[bytes]], data: st.DataObject
) -> None:
    size, payload, packets, messages = mixture
    stream = b"".join(packets)
    cut = data.draw(st.integers(0, len(stream)))
    inbox, other = (ChannelMessages(size, payload, 0, False, 0) for _ in range(2))
    inbox.feed(stream[:cut])
    pending = inbox.pending()
    assert pending is not None
    for message in pending[0]:
        other.put(message)
    for packet in pending[1]:
        other.feed(packet)
    other.feed(stream[cut:])
    assert list(other) == messages


@given(st.integers(1, 50), st.integers(1, 50), st.lists(st.binary(max_size=300), max_size=5))
def test_rubbish_never_becomes_a_torn_message(size: int, payload: int, rubbish: list[bytes]) -> None:
    inbox = ChannelMessages(size, payload, 0, False, 0)
    for each in rubbish:
        inbox.feed(each)
    assert {len(message) for message in inbox} <= {size}


def test_parts_that_do_not_follow_are_passed_over() -> None:
    inbox = ChannelMessages(6, 2, 0, False, 0)
    first, second, third = parts(7, 1, b"abcdef", 2)
    again = parts(7, 2, b"ghijkl", 2)
    for packet in (second, first, third, second, second, first, second, again[0], third, *again[1:], third):
        inbox.feed(packet)
    assert list(inbox) == [b"ghijkl"]


def test_taking_messages_ends_where_there_are_none_and_goes_on_when_there_are() -> None:
    inbox = ChannelMessages(2, 2, 0, False, 0)
    assert list(inbox) == []
    inbox.feed(b"abcde")
    assert (len(inbox), list(inbox), list(inbox)) == (2, [b"ab", b"cd"], [])
    inbox.feed(b"f")
    assert next(inbox) == b"ef"
    with pytest.raises(StopIteration):
        next(inbox)
    inbox.feed(b"gh")
    inbox.clear()
    assert len(inbox) == 0
