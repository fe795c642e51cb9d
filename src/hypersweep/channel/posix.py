"""Descriptors of channels where there is ``fork``: sockets on Linux, pipes elsewhere."""

from __future__ import annotations

import sys

if sys.platform != "win32":
    import os
    import select
    import socket

    from hypersweep import _native
    from hypersweep.errors import ChannelError

    TYPE_CHECKING = False
    if TYPE_CHECKING:
        from typing import Protocol

        class Handle(Protocol):
            """What multiprocessing makes of a descriptor for a process that starts."""

            def detach(self) -> int:
                """The descriptor in that process."""

    Inlet = _native.ChannelInlet
    Outlet = _native.ChannelOutlet

    _HEADER = 32
    _LARGEST_PACKET = 1 << 16
    _ON_LINUX = sys.platform.startswith("linux")

    def open_pair(*, pipe: bool = not _ON_LINUX) -> tuple[tuple[int, int], int, bool]:
        """The receiving and the sending descriptor, the bytes a packet may hold, and whether they are sockets.

        Args:
            pipe: make a pipe, as where sockets that keep packets apart lack what is needed here.
        """
        if pipe:
            pair = os.pipe()
            for descriptor in pair:
                os.set_blocking(descriptor, False)
            # What is no longer is written whole or not at all, whoever writes beside it.
            return pair, select.PIPE_BUF - _HEADER, False
        receiving, sending = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        room = sending.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        # A few packets should find room at once, so that one can be read while the next is written.
        return (receiving.detach(), sending.detach()), min(_LARGEST_PACKET, room // 3 - _HEADER), True

    def duplicate(descriptor: int) -> int:
        """Another descriptor of the same end."""
        return os.dup(descriptor)

    def identity() -> tuple[int, int, int]:
        """A number drawn for a sender, its process, and the space in which the process has that number."""
        return int.from_bytes(os.urandom(8), sys.byteorder), os.getpid(), process_space()

    def process_space() -> int:
        """A number for where this process's process numbers hold, the same for processes that share them; or 0."""
        if not _ON_LINUX:
            return 1
        try:
            return os.stat("/proc/self/ns/pid").st_ino & 0xFFFFFFFF
        except OSError:
            return 0

    def hand_over(descriptor: int, name: str) -> Handle:
        """What a process that is being started makes its own descriptor of.

        Raises:
            ChannelError: no process is being started.
        """
        from multiprocessing import context, reduction

        if context.get_spawning_popen() is None:
            raise ChannelError(
                f"expected a process to be starting, to hand it the {name}: pass it as an argument of Process"
            )
        handle: Handle = reduction.DupFd(descriptor)
        return handle

    def take_over(handle: Handle) -> int:
        """The descriptor that was handed to this process."""
        descriptor = handle.detach()
        # It had to be inheritable to get here.
        os.set_inheritable(descriptor, False)
        return descriptor
