"""Pickled values of any size, sent over a channel with messages of a fixed size."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING

from hypersweep.errors import BrokenChannelError, WouldBlockError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.channel import Receiver, Sender

MESSAGE_SIZE = 1 << 10
"""Bytes of a message: enough for a shard's counts; its data takes many messages, at some GB a second."""

_PATIENCE = 1.0
"""Seconds between two checks that the other process is alive."""

# Header: the number of bytes that follow.
_LENGTH = struct.Struct("<Q")


def send(sender: Sender, value: object) -> None:
    """Send a value.

    Raises:
        BrokenChannelError: the receiver is gone.

    >>> from hypersweep.channel import open_channel
    >>> receiver, sender = open_channel(MESSAGE_SIZE)
    >>> send(sender, "3x4" * 500)
    >>> receive(receiver) == "3x4" * 500
    True
    """
    data = pickle.dumps(value)
    data = _LENGTH.pack(len(data)) + data
    for begin in range(0, len(data), MESSAGE_SIZE):
        sender.send(data[begin : begin + MESSAGE_SIZE].ljust(MESSAGE_SIZE, b"\0"))


def receive(receiver: Receiver, is_there: Callable[[], bool] | None = None) -> Any:
    """Receive the next value of a sender.

    Args:
        receiver: the channel's receiver.
        is_there: whether the sender's process is alive. Another process may hold its end of the channel too, so the
            channel may outlive the sender.

    Raises:
        BrokenChannelError: the sender is gone and its last value is incomplete.
    """
    first = _piece(receiver, is_there)
    (length,) = _LENGTH.unpack_from(first)
    pieces = [first[_LENGTH.size :]]
    missing = length - len(pieces[0])
    while missing > 0:
        pieces.append(_piece(receiver, is_there))
        missing -= MESSAGE_SIZE
    return pickle.loads(b"".join(pieces)[:length])


def _piece(receiver: Receiver, is_there: Callable[[], bool] | None) -> bytes:
    while True:
        try:
            return receiver.get(None if is_there is None else _PATIENCE)
        except WouldBlockError:
            if is_there is not None and not is_there():
                # The sender's last message may have arrived meanwhile.
                try:
                    return receiver.get(0)
                except WouldBlockError:
                    raise BrokenChannelError("expected a message, got none from a process that has ended") from None
