"""Fixed-size messages from many senders to one receiver, between threads and processes in one process tree.

>>> from hypersweep.channel import open_channel
>>> receiver, sender = open_channel(3)
>>> sender.send(b"3x4")
>>> receiver.get()
b'3x4'

``sender.dup()`` returns another sender. Each end can be passed to a thread or process: by ``fork``, as an argument to
``multiprocessing.Process`` under any start method, or to a running process by ``executor.submit`` or a multiprocessing
queue or pipe. Iterating over the receiver yields messages until every sender is closed. As with any pipe, a process
should close the ends it doesn't use: iteration ends only when no process holds a sender, and senders notice a missing
receiver only when no process holds it. After ``fork``, both processes hold both ends. An end on its way to a running
process is held by the sending process until it arrives.

**Messages** arrive whole or not at all, and messages from one sender arrive in order. If a sender is killed while
sending, only that message is lost.

**Room.** With ``open_channel(size, room=N)``, up to N messages can be pending; further sends wait for the receiver.
Among threads in one process the limit is exact, except on Windows, where the system's buffer of that size decides.
Between processes, the system's buffer limits it further: with Linux's default ``net.core.wmem_max``, about 550 short
messages or 6 of 64 KiB; a longer message is sent while the receiver reads. The receiver may also have read ahead up to
128 short messages, but at most N. The smallest buffer holds about six short messages, and a pipe (see below) whole
pages, so a small N may be exceeded.

Without ``room``, the system's default buffer applies between processes: about 200 KiB of long messages, but only about
280 short ones, because the system adds 768 bytes to each. If the receiver is in the same process, a send never waits:
pending messages are stored in memory, so a thread can even send to itself. A process that forked before first
receiving, or passed the receiver on, can't tell which process receives. Until it receives (again), its sends wait as if
the receiver were in another process.

**Only one process at a time may receive**, in any number of threads. It reads ahead; if it passes the receiver to
another process, messages already read go with it. The first process must not use its receiver again, and should close
it.

**Forks** may happen at any time, in any thread, from Python or not. They don't lose, duplicate or mix up messages.

**Access.** Only processes that were given an end can use a channel, because it has no name that could be opened.

* On Linux it is a connected pair of sockets without an address. ``/proc`` shows that a process has them but, unlike
  pipes and shared memory, they can't be opened there by any user. The same applies to the descriptors used to wake
  waiting threads.
* On macOS, and on other systems without such sockets, it is an unnamed pipe. macOS has no file system through which
  another process's descriptors could be opened.
* On Windows it is a pipe with a random name, since this type of pipe needs one. It has a single instance, which is
  connected before ``open_channel`` returns; the system then refuses all other connections, local and remote.

An end sent to a running process uses multiprocessing's mechanism for this: a named socket in the sending process that
requires the process tree's secret key. That socket is opened when the first end is sent this way, and never for ends
that processes get by fork or at their start.

No file is involved. Descriptors are closed on ``exec``, so other programs don't inherit them. None of this protects
against users who may debug a process, since they can also read all of its memory.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from math import inf
from multiprocessing import reduction
from time import monotonic
from typing import TYPE_CHECKING
from weakref import ref

from hypersweep.errors import (
    BrokenChannelError,
    ChannelError,
    ClosedChannelError,
    MessageSizeError,
    ParameterError,
    ParameterTypeError,
    WouldBlockError,
)
from hypersweep.validation import truncate

if sys.platform == "win32":
    from hypersweep.channel import windows as system
else:
    from hypersweep.channel import posix as system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType
    from typing import Self

    from typing_extensions import Buffer

    # The channel's key, bytes per message, maximum bytes of a message per packet, whether it uses sockets, and the room
    # (0 for the default).
    Terms = tuple[bytes, int, int, bool, int]

__all__ = [
    "MAX_MESSAGE_SIZE",
    "BrokenChannelError",
    "ChannelError",
    "ClosedChannelError",
    "MessageSizeError",
    "Receiver",
    "Sender",
    "WouldBlockError",
    "open_channel",
]

MAX_MESSAGE_SIZE = 1 << 26
"""Maximum message size in bytes: 64 MiB."""

_MAX_ROOM = 1 << 31

# Values returned by the compiled ends' `fill` and `send`; 0 is success.
_WOULD_BLOCK, _ENDED, _CLOSED, _BROKEN, _SIZE = range(1, 6)

# For each channel of which this process has an end, its receiving end, open or not; unpickled ends look it up here.
_inlets: dict[bytes, ref[system.Inlet]] = {}


def open_channel(message_size: int, room: int | None = None) -> tuple[Receiver, Sender]:
    """Open a channel, and return its only receiver and its first sender.

    Args:
        message_size: size of each message in bytes, 1 to 2**26 (64 MiB).
        room: number of messages that may be pending before a send waits; between processes, limited by the system's
            buffer. None for the system's default, or no limit within a process.

    Raises:
        ParameterTypeError: the size or the room isn't a whole number.
        MessageSizeError: the size is out of range.
        ParameterError: the room isn't 1 to 2**31.
        OSError: the system has no file descriptors left.

    >>> receiver, sender = open_channel(2)
    >>> with sender:
    ...     sender.send(b"ab")
    ...     sender.send(bytearray(b"cd"))
    >>> list(receiver)
    [b'ab', b'cd']
    >>> receiver, sender = open_channel(2, room=1)
    >>> sender.send(b"ab")
    >>> sender.send_nowait(b"cd")
    Traceback (most recent call last):
        ...
    hypersweep.errors.WouldBlockError: the channel was full for 0 seconds
    """
    size = _whole(message_size, "message_size")
    if not 1 <= size <= MAX_MESSAGE_SIZE:
        raise MessageSizeError(f"expected message_size from 1 to {MAX_MESSAGE_SIZE} bytes, got {truncate(size)}")
    most = 0
    if room is not None:
        most = _whole(room, "room")
        if not 1 <= most <= _MAX_ROOM:
            raise ParameterError(f"expected room for 1 to {_MAX_ROOM} messages, got {truncate(most)}")
    (receiving, sending), payload, is_socket = system.open_pair(size, most)
    terms = (os.urandom(16), size, payload, is_socket, most)
    inlet = _inlet(terms)
    inlet.attach(receiving, False)
    return Receiver(terms, inlet), Sender(terms, inlet, sending)


class _End:
    """Base class of both ends.

    Attributes:
        _end: the compiled end; it holds the descriptor.
        _terms: the channel's key, the message size, how messages are split into packets, and the room.
    """

    __slots__ = ("__weakref__", "_end", "_terms")
    _end: system.Inlet | system.Outlet
    _terms: Terms

    @property
    def message_size(self) -> int:
        """Size of each message in bytes."""
        return self._terms[1]

    @property
    def closed(self) -> bool:
        """Whether this end was closed in this process."""
        return not self._end.is_open

    def close(self) -> None:
        """Close this end in this process; threads waiting for it get a ``ClosedChannelError``.

        >>> receiver, sender = open_channel(2)
        >>> sender.close()
        >>> sender.closed
        True
        """
        self._end.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.close()

    def __repr__(self) -> str:
        state = ", closed" if self.closed else ""
        return f"<{type(self).__name__} of {self.message_size}-byte messages{state}>"

    def __reduce__(self) -> tuple[object, ...]:
        self._check_open()
        name = type(self).__name__.lower()
        raise ChannelError(
            f"can't pickle the {name}: pass it to a process as an argument, or through a multiprocessing queue or pipe"
        )

    def _check_open(self) -> None:
        if self.closed:
            raise ClosedChannelError(f"this {type(self).__name__.lower()} is closed")


class Receiver(_End):
    """The receiving end of a channel; ``open_channel`` creates it.

    Iterating waits for each message, and stops when every sender is closed and all messages have been received. Several
    threads may receive at once; each message goes to one of them.

    >>> receiver, sender = open_channel(2)
    >>> receiver
    <Receiver of 2-byte messages>
    """

    __slots__ = ()
    _end: system.Inlet

    def __init__(self, terms: Terms, inlet: system.Inlet) -> None:
        self._terms = terms
        self._end = inlet

    def get(self, timeout: float | None = None) -> bytes:
        """Return the next message, waiting until there is one.

        Ctrl-C interrupts the wait without losing a message.

        Args:
            timeout: maximum wait in seconds; 0 doesn't wait, None waits forever.

        Raises:
            WouldBlockError: no message arrived within that time.
            BrokenChannelError: every sender is closed, and all messages have been received.
            ClosedChannelError: this receiver was closed.

        >>> receiver, sender = open_channel(2)
        >>> receiver.get(timeout=0)
        Traceback (most recent call last):
            ...
        hypersweep.errors.WouldBlockError: no message arrived within 0 seconds
        """
        end = None
        while True:
            # Python runs signal handlers when a call returns. No call returns between taking a message and returning
            # it, so Ctrl-C can't lose the message.
            for message in self._end:
                return message
            end = self._fill(timeout, end)

    def get_nowait(self) -> bytes:
        """Return the next message if there is one: ``get(timeout=0)``.

        Raises:
            WouldBlockError: there is no message.
            BrokenChannelError: every sender is closed, and all messages have been received.
            ClosedChannelError: this receiver was closed.
        """
        return self.get(0)

    def get_into(self, buffer: Buffer, timeout: float | None = None) -> None:
        """Copy the next message into ``buffer``, waiting until there is one.

        Args:
            buffer: a writable, contiguous buffer of exactly the message size.
            timeout: as for ``get``.

        Raises:
            ParameterTypeError: the argument isn't such a buffer.
            MessageSizeError: the buffer has a different size.
            WouldBlockError: no message arrived within that time.
            BrokenChannelError: every sender is closed, and all messages have been received.
            ClosedChannelError: this receiver was closed.

        >>> receiver, sender = open_channel(2)
        >>> sender.send(b"ab")
        >>> buffer = bytearray(2)
        >>> receiver.get_into(buffer)
        >>> buffer
        bytearray(b'ab')
        """
        view = self._writable(buffer)
        end = None
        while True:
            for message in self._end:
                view[:] = message
                return
            end = self._fill(timeout, end)

    def __iter__(self) -> Iterator[bytes]:
        while True:
            # `yield from` would close the end if the caller breaks out of the loop.
            for message in self._end:  # noqa: UP028
                yield message
            if self._end.fill(inf) == _ENDED:
                return
            self._check_open()

    def _fill(self, timeout: float | None, end: float | None) -> float:
        """Wait until there may be a message, and return the deadline."""
        if end is None:
            end = monotonic() + _seconds(timeout)
        answer = self._end.fill(end - monotonic())
        if answer == _WOULD_BLOCK:
            raise WouldBlockError(f"no message arrived within {timeout} seconds")
        if answer == _ENDED:
            raise BrokenChannelError("can't receive: every sender is gone and no message is left")
        self._check_open()
        return end

    def _writable(self, buffer: Buffer) -> memoryview:
        try:
            view = memoryview(buffer)
            if view.readonly:
                raise ParameterTypeError(f"expected a writable buffer, got {truncate(buffer)}")
            view = view.cast("B")
        except TypeError as error:
            if isinstance(error, ParameterTypeError):
                raise
            raise ParameterTypeError(f"expected a contiguous buffer, got {truncate(buffer)}") from None
        if view.nbytes != self.message_size:
            raise MessageSizeError(f"expected a buffer of {self.message_size} bytes, got one of {view.nbytes}")
        return view

    def __del__(self) -> None:
        # Close the compiled end explicitly, because senders in this process keep it alive.
        if hasattr(self, "_end"):
            self._end.close()


class Sender(_End):
    """A sending end of a channel; ``open_channel`` and ``dup`` create it.

    Several threads may share a sender. If each thread has its own, each thread's messages arrive in order.

    >>> receiver, sender = open_channel(2)
    >>> sender
    <Sender of 2-byte messages>
    """

    __slots__ = ()
    _end: system.Outlet

    def __init__(self, terms: Terms, inlet: system.Inlet, descriptor: int) -> None:
        self._terms = terms
        self._end = system.Outlet(descriptor, *terms[1:4], inlet)

    def send(self, data: Buffer, timeout: float | None = None) -> None:
        """Send a message, waiting until there is room for it.

        Without ``room``, a send never waits if the receiver is in the same process. Otherwise, a message larger than
        the buffer is sent only while the receiver reads. If a timeout or Ctrl-C interrupts the call, the message
        doesn't arrive.

        Args:
            data: a contiguous buffer of exactly the message size.
            timeout: maximum wait in seconds; 0 doesn't wait, None waits forever.

        Raises:
            ParameterTypeError: the data isn't such a buffer.
            MessageSizeError: the data has a different size.
            WouldBlockError: there wasn't enough room within that time.
            BrokenChannelError: the receiver is gone.
            ClosedChannelError: this sender was closed.

        >>> receiver, sender = open_channel(2)
        >>> sender.send(b"abc")
        Traceback (most recent call last):
            ...
        hypersweep.errors.MessageSizeError: expected a message of 2 bytes, got one of 3
        """
        answer = self._end.send(data) if timeout is None else self._end.send(data, _seconds(timeout))
        if answer:
            raise self._error(answer, data, timeout)

    def send_nowait(self, data: Buffer) -> None:
        """Send a message if there is room for it: ``send(data, timeout=0)``.

        Raises:
            ParameterTypeError: the data isn't a contiguous buffer.
            MessageSizeError: the data has a different size.
            WouldBlockError: there isn't enough room.
            BrokenChannelError: the receiver is gone.
            ClosedChannelError: this sender was closed.
        """
        self.send(data, 0)

    def dup(self) -> Sender:
        """Return another sender for the same channel, which can be used and closed independently.

        Raises:
            ClosedChannelError: this sender was closed.
            OSError: the system has no file descriptors left.

        >>> receiver, sender = open_channel(2)
        >>> with sender, sender.dup() as other:
        ...     other.send(b"ab")
        >>> list(receiver)
        [b'ab']
        """
        self._check_open()
        return Sender(self._terms, _inlet(self._terms), system.duplicate(self._end.descriptor))

    def _error(self, answer: int, data: Buffer, timeout: float | None) -> ChannelError | ParameterTypeError:
        if answer == _WOULD_BLOCK:
            return WouldBlockError(f"the channel was full for {timeout} seconds")
        if answer == _BROKEN:
            return BrokenChannelError("can't send: the receiver is gone")
        if answer == _CLOSED:
            return ClosedChannelError("this sender is closed")
        if answer == _SIZE:
            size = memoryview(data).nbytes
            return MessageSizeError(f"expected a message of {self.message_size} bytes, got one of {size}")
        return ParameterTypeError(f"expected a contiguous buffer, got {truncate(data)} ({type(data).__name__})")


def _inlet(terms: Terms) -> system.Inlet:
    """Return this process's receiving end of a channel, creating it if there is none."""
    key = terms[0]
    while True:
        known = _inlets.get(key)
        if known is None:
            new = system.open_inlet(terms)
            # setdefault is atomic, so threads arriving here at the same time all use the same end.
            known = _inlets.setdefault(key, ref(new, partial(_forget, key)))
        inlet = known()
        if inlet is not None:
            return inlet
        _forget(key, known)


def _forget(key: bytes, gone: ref[system.Inlet]) -> None:
    if _inlets.get(key) is gone:
        del _inlets[key]


def _give_receiver(receiver: Receiver) -> tuple[Callable[..., Receiver], tuple[object, ...]]:
    receiver._check_open()
    pending = receiver._end.hand_over()
    if pending is None:
        raise ChannelError("can't pass the receiver to a process: a thread is waiting on it")
    return _arrived_receiver, (receiver._terms, system.hand_over(receiver._end.descriptor, True), pending)


def _arrived_receiver(terms: Terms, handle: system.Handle, pending: tuple[list[bytes], list[bytes]]) -> Receiver:
    inlet = _inlet(terms)
    descriptor = system.take_over(handle)
    if not inlet.attach(descriptor, True):
        # This process already had a receiver. Its senders keep the old end, as if the receiver were in another process.
        inlet = system.open_inlet(terms)
        inlet.attach(descriptor, True)
        _inlets[terms[0]] = ref(inlet, partial(_forget, terms[0]))
    messages, packets = pending
    for message in messages:
        inlet.put(message)
    for packet in packets:
        inlet.feed(packet)
    return Receiver(terms, inlet)


def _give_sender(sender: Sender) -> tuple[Callable[..., Sender], tuple[object, ...]]:
    sender._check_open()
    sender._end.hand_over()
    return _arrived_sender, (sender._terms, system.hand_over(sender._end.descriptor, False))


def _arrived_sender(terms: Terms, handle: system.Handle) -> Sender:
    return Sender(terms, _inlet(terms), system.take_over(handle))


# Ends can be pickled only while multiprocessing passes them to a process: a stray copy would keep a channel open
# forever.
reduction.register(Receiver, _give_receiver)
reduction.register(Sender, _give_sender)


def _whole(number: int, name: str) -> int:
    if isinstance(number, bool) or not hasattr(type(number), "__index__"):
        got = f"{truncate(number)} ({type(number).__name__})"
        raise ParameterTypeError(f"expected a whole number for {name}, got {got}")
    return number.__index__()


def _seconds(timeout: float | None) -> float:
    if timeout is None:
        return inf
    if isinstance(timeout, bool) or not hasattr(type(timeout), "__float__"):
        raise ParameterTypeError(
            f"expected a number of seconds for timeout, got {truncate(timeout)} ({type(timeout).__name__})"
        )
    try:
        seconds = float(timeout)
    except OverflowError:
        # Integers too large for a float become infinite; a negative one is rejected below.
        seconds = inf if timeout > 0 else -inf
    if not seconds >= 0:
        raise ParameterError(f"expected a timeout of 0 seconds or more, got {seconds}")
    return seconds
