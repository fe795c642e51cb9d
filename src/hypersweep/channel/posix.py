"""Descriptors for channels on systems with ``fork``: sockets on Linux, pipes elsewhere."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import fcntl
    import os
    import select
    import socket
    import struct
    import termios
    from contextlib import suppress
    from functools import partial
    from multiprocessing import reduction
    from pathlib import Path

    from hypersweep import _native
    from hypersweep.errors import ChannelError

    TYPE_CHECKING = False
    if TYPE_CHECKING:
        from typing import Protocol

        class Handle(Protocol):
            """A descriptor wrapped by multiprocessing, for passing it to another process."""

            def detach(self) -> int:
                """Return a descriptor that is valid in the receiving process."""

    Inlet = _native.ChannelInlet
    Outlet = _native.ChannelOutlet

    _HEADER = 40
    _LARGEST_PACKET = 1 << 16
    _PAGE = 4096
    # Largest int accepted by a system call.
    _LARGEST_NUMBER = (1 << 31) - 1
    _ON_LINUX = sys.platform.startswith("linux")

    def open_pair(size: int, room: int, *, pipe: bool = not _ON_LINUX) -> tuple[tuple[int, int], int, bool]:
        """Open both ends.

        Args:
            size: bytes per message.
            room: number of messages that should fit into the buffer, as far as the system allows; 0 for its default.
            pipe: whether to create a pipe, as on systems without suitable sockets.

        Returns:
            The receiving and sending descriptors, the maximum bytes of a message per packet, and whether the ends are
            sockets.
        """
        if pipe:
            return _open_pipe(size, room), select.PIPE_BUF - _HEADER, False
        receiving, sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with receiving, sending:
            at_once = sending.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
            # Limit a packet to a third of the buffer, so that one can be read while the next is written.
            payload = min(_LARGEST_PACKET, at_once // 3 - _HEADER)
            if room:
                _make_room(receiving, sending, min(size, payload + _HEADER), -(-size // payload), room)
            return (receiving.detach(), sending.detach()), payload, True

    def _make_room(receiving: socket.socket, sending: socket.socket, packet: int, packets: int, room: int) -> None:
        """Size the sockets' buffer for ``room`` messages, each in ``packets`` packets of up to ``packet`` bytes."""
        # The system charges more than a packet's bytes to the buffer, so send a packet and ask how much it takes.
        sending.send(bytes(packet))
        (cost,) = struct.unpack("i", fcntl.ioctl(sending, termios.TIOCOUTQ, bytes(4)))
        receiving.recv(packet)
        # The last packet fits if the others leave any room at all and it is shorter than the whole buffer. The system
        # doubles the requested size, and caps it.
        least = max((room * packets - 1) * cost + 1, packet + 64)
        sending.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, min(-(-least // 2), _LARGEST_NUMBER))

    def _open_pipe(size: int, room: int) -> tuple[int, int]:
        payload = select.PIPE_BUF - _HEADER
        packet, packets = (size, 1) if size <= payload else (select.PIPE_BUF, -(-size // payload))
        pair = os.pipe()
        try:
            for descriptor in pair:
                # Nonblocking writes of at most PIPE_BUF bytes are atomic, even with other writers.
                os.set_blocking(descriptor, False)
            if room and hasattr(fcntl, "F_SETPIPE_SZ"):
                # A packet never spans two pages. The system rounds the size up, and rejects sizes above its maximum.
                pages = -(-room * packets // (_PAGE // packet))
                with suppress(OSError):
                    most = int(Path("/proc/sys/fs/pipe-max-size").read_text(encoding="ascii"))
                    fcntl.fcntl(pair[1], fcntl.F_SETPIPE_SZ, min(pages * _PAGE, most))
        except BaseException:
            for descriptor in pair:
                os.close(descriptor)
            raise
        return pair

    def duplicate(descriptor: int) -> int:
        """Duplicate a descriptor; the new one refers to the same end."""
        return os.dup(descriptor)

    def hand_over(descriptor: int, receives: bool) -> Handle:
        """Wrap a descriptor for passing it to another process, which calls ``take_over`` to get its copy."""
        handle: Handle = reduction.DupFd(descriptor)
        return handle

    def take_over(handle: Handle) -> int:
        """Return this process's descriptor for an end that was handed over.

        Raises:
            ChannelError: the process that handed it over is gone, or the end was already taken.
        """
        try:
            descriptor = handle.detach()
        except (OSError, EOFError, KeyError) as error:
            raise ChannelError(f"can't take over the channel end: {error!r}") from None
        # The descriptor is inheritable if this process inherited it, but programs started by this process must not
        # inherit it.
        os.set_inheritable(descriptor, False)
        return descriptor

    def open_inlet(terms: tuple[bytes, int, int, bool, int]) -> Inlet:
        """Return a receiving end without a descriptor, for a process that has only senders so far."""
        _, size, payload, is_socket, room = terms
        return Inlet(size, payload, is_socket, room)

    os.register_at_fork(
        before=partial(Inlet.announce_fork, True),
        after_in_parent=partial(Inlet.announce_fork, False),
    )
