"""The published functions: their names and meanings, calls without effect, and undefined behaviour in C."""

from __future__ import annotations

import inspect
import multiprocessing
import sys
import threading
from collections.abc import Callable

import pytest

from hypersweep.courses import channels
from hypersweep.courses.channels import (
    Receiver,
    Sender,
    channel_destroy,
    channel_get,
    channel_init,
    channel_send,
    sender_dup,
)
from hypersweep.errors import (
    BrokenChannelError,
    ChannelError,
    ClosedChannelError,
    MessageSizeError,
    ParameterTypeError,
)


def tied(msg_sz: int) -> tuple[Receiver, Sender]:
    receiver, sender = Receiver(), Sender()
    channel_init(receiver, sender, msg_sz)
    return receiver, sender


def got(receiver: Receiver, msg_sz: int) -> bytes:
    data = bytearray(msg_sz)
    channel_get(receiver, data)
    return bytes(data)


def test_the_functions_have_their_published_names_and_parameters() -> None:
    published = {
        "channel_init": ["receiver", "sender", "msg_sz"],
        "channel_get": ["receiver", "data"],
        "channel_send": ["sender", "data"],
        "sender_dup": ["dest", "src"],
        "channel_destroy": ["receiver", "sender"],
    }
    for name, parameters in published.items():
        assert list(inspect.signature(getattr(channels, name)).parameters) == parameters
    assert set(channels.__all__) == {*published, "Receiver", "Sender"}


def test_the_oldest_message_is_taken_first() -> None:
    receiver, sender = tied(3)
    for each in (b"abc", bytearray(b"def"), memoryview(b"ghi")):
        assert channel_send(sender, each) is None  # type: ignore[func-returns-value]
    assert [got(receiver, 3) for _ in range(3)] == [b"abc", b"def", b"ghi"]
    assert channel_destroy(receiver, sender) is None  # type: ignore[func-returns-value]


@pytest.mark.slow
def test_large_messages_in_one_thread() -> None:
    receiver, sender = tied(1 << 26)
    message = bytes(range(256)) * (1 << 18)
    channel_send(sender, message)
    data = bytearray(1 << 26)
    channel_get(receiver, data)
    assert data == message


def test_without_data_nothing_is_sent_and_nothing_consumed() -> None:
    receiver, sender = tied(3)
    channel_send(sender, None)
    # It doesn't wait either, although there is no message.
    channel_get(receiver, None)
    channel_send(sender, b"abc")
    channel_get(receiver, None)
    assert got(receiver, 3) == b"abc"


def test_a_duplicate_sends_into_the_same_channel() -> None:
    receiver, sender = tied(3)
    other = Sender()
    assert sender_dup(other, sender) is None  # type: ignore[func-returns-value]
    channel_send(other, b"abc")
    channel_destroy(None, sender)
    channel_send(other, b"def")
    assert [got(receiver, 3), got(receiver, 3)] == [b"abc", b"def"]


def test_a_duplicate_of_nothing_is_nothing() -> None:
    _receiver, sender = tied(3)
    sender_dup(None, sender)
    other = Sender()
    sender_dup(other, None)
    sender_dup(None, None)
    with pytest.raises(ChannelError, match="isn't initialised"):
        channel_send(other, b"abc")


def test_a_sender_duplicated_onto_itself_stays() -> None:
    receiver, sender = tied(3)
    sender_dup(sender, sender)
    channel_send(sender, b"abc")
    assert got(receiver, 3) == b"abc"


def test_objects_can_be_tied_again() -> None:
    receiver, sender = tied(3)
    other = Sender()
    sender_dup(other, sender)
    channel_send(sender, b"abc")
    channel_init(receiver, sender, 4)
    channel_send(sender, b"defg")
    assert got(receiver, 4) == b"defg"
    with pytest.raises(BrokenChannelError):
        channel_send(other, b"abc")
    sender_dup(other, sender)
    channel_send(other, b"hijk")
    assert got(receiver, 4) == b"hijk"


@pytest.mark.parametrize("msg_sz", [0, -3, (1 << 26) + 1])
def test_a_size_that_cannot_be_leaves_everything_as_it_was(msg_sz: int) -> None:
    receiver, sender = tied(3)
    with pytest.raises(MessageSizeError):
        channel_init(receiver, sender, msg_sz)
    channel_send(sender, b"abc")
    assert got(receiver, 3) == b"abc"


def test_data_of_another_size_is_refused() -> None:
    receiver, sender = tied(3)
    with pytest.raises(MessageSizeError, match="message of 3 bytes, got one of 4"):
        channel_send(sender, b"abcd")
    channel_send(sender, b"abc")
    with pytest.raises(MessageSizeError, match="buffer of 3 bytes, got one of 2"):
        channel_get(receiver, bytearray(2))
    with pytest.raises(ParameterTypeError):
        channel_get(receiver, b"abc")
    assert got(receiver, 3) == b"abc"


def test_blank_objects_are_refused() -> None:
    with pytest.raises(ChannelError, match="receiver isn't initialised"):
        channel_get(Receiver(), bytearray(3))
    with pytest.raises(ChannelError, match="sender isn't initialised"):
        channel_send(Sender(), b"abc")
    with pytest.raises(ChannelError, match="isn't initialised"):
        sender_dup(Sender(), Sender())
    channel_send(Sender(), None)
    channel_get(Receiver(), None)


def test_destroyed_objects_are_refused() -> None:
    receiver, sender = tied(3)
    other = Sender()
    sender_dup(other, sender)
    channel_destroy(receiver, sender)
    channel_destroy(receiver, sender)
    with pytest.raises(ClosedChannelError):
        channel_get(receiver, bytearray(3))
    with pytest.raises(ClosedChannelError):
        channel_send(sender, b"abc")
    with pytest.raises(BrokenChannelError):
        channel_send(other, b"abc")
    assert repr(receiver) == "Receiver(<Receiver of 3-byte messages, closed>)"


def test_missing_arguments_of_destroy_are_ignored() -> None:
    receiver, sender = tied(3)
    channel_destroy(None, None)
    channel_destroy(Receiver(), Sender())
    channel_send(sender, b"abc")
    channel_destroy(None, sender)
    assert got(receiver, 3) == b"abc"
    with pytest.raises(BrokenChannelError):
        channel_get(receiver, bytearray(3))
    channel_destroy(receiver, None)


def test_other_objects_are_refused() -> None:
    receiver, sender = tied(3)
    calls: list[Callable[[], None]] = [
        lambda: channel_init(sender, receiver, 3),  # type: ignore[arg-type]
        lambda: channel_init(None, sender, 3),  # type: ignore[arg-type]
        lambda: channel_get(sender, bytearray(3)),  # type: ignore[arg-type]
        lambda: channel_send(receiver, b"abc"),  # type: ignore[arg-type]
        lambda: channel_send(None, b"abc"),  # type: ignore[arg-type]
        lambda: sender_dup(receiver, sender),  # type: ignore[arg-type]
        lambda: sender_dup(Sender(), receiver),  # type: ignore[arg-type]
        lambda: channel_destroy(sender, receiver),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(ParameterTypeError, match=r"of this module, got (None|Receiver|Sender)"):
            call()
    channel_send(sender, b"abc")
    assert got(receiver, 3) == b"abc"


def test_threads() -> None:
    receiver, sender = tied(100_000)
    others = [Sender() for _ in range(3)]
    for other in others:
        sender_dup(other, sender)

    def send(sender: Sender, who: int) -> None:
        for _ in range(10):
            channel_send(sender, bytes((who,)) * 100_000)

    threads = [threading.Thread(target=send, args=(other, who)) for who, other in enumerate(others)]
    for thread in threads:
        thread.start()
    received = [got(receiver, 100_000) for _ in range(30)]
    for thread in threads:
        thread.join(20)
    assert sorted(received) == [bytes((who,)) * 100_000 for who in range(3) for _ in range(10)]


def answer(receiver: Receiver, sender: Sender) -> None:
    data = bytearray(100_000)
    channel_get(receiver, data)
    channel_send(sender, data[::-1])


@pytest.mark.slow
def test_a_process_gets_both_a_receiver_and_a_sender() -> None:
    # Under spawn, as this interpreter has threads.
    question, ask = tied(100_000)
    reply, respond = tied(100_000)
    process = multiprocessing.get_context("spawn").Process(target=answer, args=(question, respond))
    process.start()
    channel_destroy(question, respond)
    message = bytes(range(250)) * 400
    channel_send(ask, message)
    assert got(reply, 100_000) == message[::-1]
    process.join(20)
    assert process.exitcode == 0


@pytest.mark.needs("posix")
def test_fork() -> None:
    import os
    import subprocess
    from pathlib import Path

    import hypersweep

    program = """
import os
from hypersweep.courses.channels import *
receiver, sender, other = Receiver(), Sender(), Sender()
channel_init(receiver, sender, 3)
sender_dup(other, sender)
children = []
for each in (sender, other):
    child = os.fork()
    if child == 0:
        channel_send(each, b"abc")
        os._exit(0)
    children.append(child)
channel_destroy(None, sender)
channel_destroy(None, other)
for child in children:
    data = bytearray(3)
    channel_get(receiver, data)
    assert data == b"abc"
for child in children:
    assert os.waitpid(child, 0)[1] == 0
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(hypersweep.__file__).resolve().parents[1])}
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=60, env=environment)
