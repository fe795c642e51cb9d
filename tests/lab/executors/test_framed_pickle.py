"""Values over channels of one size of message: of any length, one after the other."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.channel import BrokenChannelError, open_channel
from hypersweep.lab.executors.framed_pickle import MESSAGE_SIZE, receive, send


@given(st.lists(st.binary(max_size=3) | st.integers(0, 3 * MESSAGE_SIZE).map(lambda size: b"x" * size), max_size=4))
def test_what_is_sent_is_received(values: list[bytes]) -> None:
    receiver, sender = open_channel(MESSAGE_SIZE)
    with receiver, sender:
        for value in values:
            send(sender, value)
        assert [receive(receiver) for _ in values] == values


def test_a_sender_that_is_gone_is_noticed() -> None:
    receiver, sender = open_channel(MESSAGE_SIZE)
    with receiver:
        sender.send((5 * MESSAGE_SIZE).to_bytes(8, "little").ljust(MESSAGE_SIZE, b"\0"))
        sender.close()
        with pytest.raises(BrokenChannelError):
            receive(receiver)


def test_what_is_long_waits_for_the_receiver() -> None:
    receiver, sender = open_channel(MESSAGE_SIZE, room=2)
    data = b"abc" * 100_000
    with receiver, sender:
        thread = Thread(target=send, args=(sender, data))
        thread.start()
        assert receive(receiver) == data
        thread.join()


@pytest.mark.slow
def test_a_process_that_is_gone_is_noticed_though_its_channel_is_open() -> None:
    receiver, sender = open_channel(MESSAGE_SIZE)
    looks: list[bool] = []

    def is_there() -> bool:
        looks.append(True)
        return len(looks) < 2

    with pytest.raises(BrokenChannelError, match="a process that has ended"):
        receive(receiver, is_there)
    assert len(looks) == 2
    send(sender, [3, 4, 5])
    assert receive(receiver, is_there) == [3, 4, 5]
