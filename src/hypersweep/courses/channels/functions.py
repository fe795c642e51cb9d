"""The course's channel functions under their original names; they connect uninitialised receivers and senders.

>>> receiver, sender, other = Receiver(), Sender(), Sender()
>>> channel_init(receiver, sender, 3)
>>> sender_dup(other, sender)
>>> channel_send(other, b"3x4")
>>> data = bytearray(3)
>>> channel_get(receiver, data)
>>> data
bytearray(b'3x4')
>>> channel_destroy(receiver, sender)

In the C task, a function fills an object's memory; here, objects start uninitialised. All functions return None.
``hypersweep.channel`` does the work, and raises errors where the C task leaves behaviour undefined. Its documentation
says how to pass objects to other threads and processes, and which ends a process should close.

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
    """A receiver, uninitialised until ``channel_init`` connects it to a sender.

    >>> Receiver()
    Receiver()
    """

    _end: channel.Receiver | None = None

    def __repr__(self) -> str:
        return f"Receiver({self._end or ''})"


class Sender:
    """A sender, uninitialised until ``channel_init`` or ``sender_dup`` connects it to a receiver.

    >>> Sender()
    Sender()
    """

    _end: channel.Sender | None = None

    def __repr__(self) -> str:
        return f"Sender({self._end or ''})"


def channel_init(receiver: Receiver, sender: Sender, msg_sz: int) -> None:
    """Connect a receiver and a sender with a new channel, after releasing any channel either is part of.

    Args:
        receiver: a receiver, initialised or not.
        sender: a sender, initialised or not.
        msg_sz: size of every message in bytes, 1 to 2**26 (64 MiB).

    Raises:
        ParameterTypeError: an argument has the wrong type.
        MessageSizeError: the size is out of range.

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
    """Wait until a message is available, and move the oldest into ``data``; do nothing if ``data`` is None.

    Args:
        receiver: a receiver connected to a sender.
        data: a writable buffer of exactly ``msg_sz`` bytes, or None.

    Raises:
        ParameterTypeError: the first argument isn't a receiver, or ``data`` isn't writable.
        MessageSizeError: ``data`` has a different size.
        ChannelError: the receiver is uninitialised.
        ClosedChannelError: the receiver was destroyed.
        BrokenChannelError: all senders are closed, and no message is left.

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
        raise ChannelError("this receiver isn't initialised: call channel_init first")
    receiver._end.get_into(data)


def channel_send(sender: Sender, data: Buffer | None) -> None:
    """Send one message; do nothing if ``data`` is None.

    Args:
        sender: a sender connected to a receiver.
        data: the message, exactly ``msg_sz`` bytes, or None.

    Raises:
        ParameterTypeError: the first argument isn't a sender, or ``data`` isn't a buffer.
        MessageSizeError: ``data`` has a different size.
        ChannelError: the sender is uninitialised.
        ClosedChannelError: the sender was destroyed.
        BrokenChannelError: the receiver is closed.

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
    """Make ``dest`` another sender on the channel of ``src``; do nothing if one is None or both are the same object.

    Args:
        dest: a sender, initialised or not; any channel it was part of is released.
        src: a sender connected to a receiver.

    Raises:
        ParameterTypeError: an argument has the wrong type.
        ChannelError: ``src`` is uninitialised.
        ClosedChannelError: ``src`` was destroyed.

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
    """Release a receiver and a sender; ignore an argument that is None, uninitialised or already destroyed.

    Other senders on the channel, created by ``sender_dup``, must be destroyed separately; they can no longer send once
    the receiver is destroyed.

    Raises:
        ParameterTypeError: an argument has the wrong type.

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
        raise ChannelError("this sender isn't initialised: call channel_init or sender_dup first")
    return sender._end


def _expect(given: object, kind: type) -> None:
    if not isinstance(given, kind):
        name = kind.__name__
        raise ParameterTypeError(f"expected a {name} of this module, got {truncate(given)} ({type(given).__name__})")
