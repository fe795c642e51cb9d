"""Channels with the names and meanings of the course: functions that connect blank objects.

>>> receiver, sender, other = Receiver(), Sender(), Sender()
>>> channel_init(receiver, sender, 3)
>>> sender_dup(other, sender)
>>> channel_send(other, b"3x4")
>>> data = bytearray(3)
>>> channel_get(receiver, data)
>>> data
bytearray(b'3x4')
>>> channel_destroy(receiver, sender)

The task is set in C, where a function fills an object's memory; here an object starts out blank. All functions return
None. Behaviour that C leaves undefined is an error of ``hypersweep.channel``, which does the work, and documents how
objects get to other threads and processes, and what a process should close.

Source: ND-Minesweeper of COMP2017, the paragraph "Given a reference to receiver and sender objects".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import channel
from hypersweep.errors import ChannelError, ParameterTypeError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from typing_extensions import Buffer


class Receiver:
    """A receiver, blank until ``channel_init`` connects it to a sender.

    >>> Receiver()
    Receiver()
    """

    _end: channel.Receiver | None = None

    def __repr__(self) -> str:
        return f"Receiver({self._end or ''})"


class Sender:
    """A sender, blank until ``channel_init`` or ``sender_dup`` connects it to a receiver.

    >>> Sender()
    Sender()
    """

    _end: channel.Sender | None = None

    def __repr__(self) -> str:
        return f"Sender({self._end or ''})"


def channel_init(receiver: Receiver, sender: Sender, msg_sz: int) -> None:
    """Connect the two and set the size of a message; a channel that either was part of is released.

    Args:
        receiver: a receiver, blank or not.
        sender: a sender, blank or not.
        msg_sz: bytes of each message, 1 to 2**26 (64 MiB).

    Raises:
        ParameterTypeError: an argument of another type.
        MessageSizeError: a size out of range.

    >>> receiver, sender = Receiver(), Sender()
    >>> channel_init(receiver, sender, 12)
    >>> receiver
    Receiver(<Receiver of 12-byte messages>)
    """
    _expect(receiver, Receiver)
    _expect(sender, Sender)
    ends = channel.open_channel(msg_sz)
    channel_destroy(receiver, sender)
    receiver._end, sender._end = ends


def channel_get(receiver: Receiver, data: Buffer | None) -> None:
    """Wait for a message, and copy the oldest into ``data``; do nothing without data.

    Args:
        receiver: connected to a sender.
        data: writable, of exactly ``msg_sz`` bytes; or None.

    Raises:
        ParameterTypeError: not a receiver, or data that can't be written.
        MessageSizeError: data of another size.
        ChannelError: the receiver is blank.
        ClosedChannelError: the receiver was destroyed.
        BrokenChannelError: every sender is gone, and no message is left.

    >>> receiver, sender = Receiver(), Sender()
    >>> channel_init(receiver, sender, 2)
    >>> channel_send(sender, b"ab")
    >>> channel_get(receiver, None)
    >>> data = bytearray(2)
    >>> channel_get(receiver, data)
    >>> bytes(data)
    b'ab'
    """
    _expect(receiver, Receiver)
    if data is None:
        return
    if receiver._end is None:
        raise ChannelError("expected a receiver that channel_init has tied to a sender, got a blank one")
    receiver._end.get_into(data)


def channel_send(sender: Sender, data: Buffer | None) -> None:
    """Send one message; do nothing without data.

    Args:
        sender: connected to a receiver.
        data: exactly ``msg_sz`` bytes; or None.

    Raises:
        ParameterTypeError: not a sender, or not data.
        MessageSizeError: data of another size.
        ChannelError: the sender is blank.
        ClosedChannelError: the sender was destroyed.
        BrokenChannelError: the receiver is gone.

    >>> receiver, sender = Receiver(), Sender()
    >>> channel_init(receiver, sender, 2)
    >>> channel_send(sender, b"abc")
    Traceback (most recent call last):
        ...
    hypersweep.errors.MessageSizeError: expected a message of 2 bytes, got one of 3
    """
    _expect(sender, Sender)
    if data is not None:
        _tied(sender).send(data)


def sender_dup(dest: Sender | None, src: Sender | None) -> None:
    """Make ``dest`` another sender of the channel of ``src``; do nothing if one is missing or both are the same.

    Args:
        dest: a sender, blank or not; a channel that it was part of is released.
        src: connected to a receiver.

    Raises:
        ParameterTypeError: an argument of another type.
        ChannelError: the source is blank.
        ClosedChannelError: the source was destroyed.

    >>> sender_dup(Sender(), None)
    """
    if dest is None or src is None:
        return
    _expect(dest, Sender)
    _expect(src, Sender)
    if dest is not src:
        end = _tied(src).dup()
        channel_destroy(None, dest)
        dest._end = end


def channel_destroy(receiver: Receiver | None, sender: Sender | None) -> None:
    """Release the resources of the channel; ignore a missing, blank or destroyed argument.

    Other senders of the channel, made by ``sender_dup``, have to be destroyed as well; they can't send any more once
    the receiver is gone.

    Raises:
        ParameterTypeError: an argument of another type.

    >>> channel_destroy(None, Sender())
    """
    for given, kind in ((receiver, Receiver), (sender, Sender)):
        if given is not None:
            _expect(given, kind)
    for end in (receiver, sender):
        if end is not None and end._end is not None:
            end._end.close()


def _tied(sender: Sender) -> channel.Sender:
    if sender._end is None:
        raise ChannelError("expected a sender that channel_init or sender_dup has tied to a receiver, got a blank one")
    return sender._end


def _expect(given: object, kind: type) -> None:
    if not isinstance(given, kind):
        name = kind.__name__
        raise ParameterTypeError(f"expected a {name} of this module, got {truncate(given)} ({type(given).__name__})")
