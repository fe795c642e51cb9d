"""The file descriptors of channels: what the system guarantees for sockets and for pipes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hypersweep.channel import posix
from hypersweep.errors import ChannelError

pytestmark = pytest.mark.needs("posix")

KINDS = [pytest.param(True, id="pipes")] + [pytest.param(False, id="sockets")] * sys.platform.startswith("linux")


@contextmanager
def opened(size: int, room: int, *, pipe: bool) -> Iterator[tuple[int, int, int]]:
    """Yield a receiving and a sending descriptor and the bytes of a packet; close them afterwards."""
    (receiving, sending), payload, is_socket = posix.open_pair(size, room, pipe=pipe)
    assert is_socket != pipe
    try:
        yield receiving, sending, payload
    finally:
        os.close(receiving)
        os.close(sending)


def sent_at_once(sending: int, packet: bytes) -> int:
    """Return the number of packets that fit before any is read."""
    os.set_blocking(sending, False)
    for count in range(1 << 14):
        try:
            os.write(sending, packet)
        except BlockingIOError:
            return count
    return 1 << 14


@pytest.mark.parametrize("pipe", KINDS)
@pytest.mark.parametrize(("size", "room"), [(1, 1), (1, 3000), (5, 100), (300, 40), (4000, 7), (4096, 2)])
def test_as_many_messages_find_room_as_were_asked_for(size: int, room: int, pipe: bool) -> None:
    with opened(size, room, pipe=pipe) as (_, sending, payload):
        header = 40
        # A message that is longer than a packet may hold goes in several of them.
        packets = -(-size // payload)
        packet = bytes(min(size, payload) + (header if packets > 1 else 0))
        assert sent_at_once(sending, packet) >= room * packets


@pytest.mark.parametrize("pipe", KINDS)
def test_descriptors_are_not_inherited_and_a_copy_is_another_of_the_same_end(pipe: bool) -> None:
    with opened(3, 0, pipe=pipe) as (receiving, sending, _):
        other = posix.duplicate(sending)
        try:
            assert other not in (receiving, sending)
            assert not any(map(os.get_inheritable, (receiving, sending, other)))
            os.write(other, b"abc")
            assert os.read(receiving, 3) == b"abc"
        finally:
            os.close(other)


@pytest.mark.parametrize("pipe", KINDS)
def test_a_full_packet_fits_and_is_read_whole(pipe: bool) -> None:
    with opened(1 << 20, 0, pipe=pipe) as (receiving, sending, payload):
        packet = os.urandom(payload + 40)
        os.write(sending, packet)
        os.write(sending, b"next")
        assert os.read(receiving, len(packet)) == packet
        assert os.read(receiving, 99) == b"next"


def test_nothing_stays_open_where_a_pipe_cannot_be_made_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    pipe = os.pipe

    def noted() -> tuple[int, int]:
        pair = pipe()
        made.extend(pair)
        return pair

    def refuse(descriptor: int, blocking: bool) -> None:
        raise OSError("no")

    with monkeypatch.context() as patch:
        patch.setattr("os.pipe", noted)
        patch.setattr("os.set_blocking", refuse)
        with pytest.raises(OSError, match="no"):
            posix.open_pair(3, 1, pipe=True)
    assert len(made) == 2
    for descriptor in made:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)


@pytest.mark.slow
def test_what_is_handed_over_is_taken_once() -> None:
    with opened(3, 0, pipe=True) as (receiving, sending, _):
        handle = posix.hand_over(sending, False)
        taken = posix.take_over(handle)
        try:
            assert not os.get_inheritable(taken)
            os.write(taken, b"abc")
            assert os.read(receiving, 3) == b"abc"
        finally:
            os.close(taken)
        with pytest.raises(ChannelError, match="can't take over the channel end"):
            posix.take_over(handle)
    gc.collect()
