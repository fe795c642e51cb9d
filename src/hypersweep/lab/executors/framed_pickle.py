"""Anything that can be pickled, sent over a channel whose messages all have one size."""

from __future__ import annotations

import pickle
import struct
from typing import TYPE_CHECKING

from hypersweep.errors import BrokenChannelError, WouldBlockError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.channel import Receiver, Sender

__all__ = ["MESSAGE_SIZE", "receive", "send"]

MESSAGE_SIZE = 1 << 10
"""Bytes of a message. What a shard counts fits into one; what it made takes many, and goes at some GB a second."""

_PATIENCE = 1.0
"""Seconds between two looks at whether the other process is still there."""

# Before the first bytes, how many there are in all.
_LENGTH = struct.Struct("<Q")


def send(sender: Sender, value: object) -> None:
    """Send a value.

    Raises:
        BrokenChannelError: nobody receives any more.

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
    """The next value that one sender sent.

    Args:
        receiver: where it comes from.
        is_there: whether the sender's process is still there. It may have handed its end of the channel on to another,
            so that the channel doesn't end with it.

    Raises:
        BrokenChannelError: the sender is gone, and what it sent wasn't whole.
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
                # What it sent last may have come meanwhile.
                try:
                    return receiver.get(0)
                except WouldBlockError:
                    raise BrokenChannelError("expected a message, got none from a process that has ended") from None
