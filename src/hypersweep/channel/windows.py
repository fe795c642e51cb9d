"""Channels on Windows: a pipe that preserves packet boundaries, read and written with timeouts.

Written from multiprocessing's documentation and source; only tests on Windows exercise it.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import _winapi
    import os
    import threading
    from math import inf
    from multiprocessing import context, reduction
    from time import monotonic

    from hypersweep._native import ChannelMessages
    from hypersweep.errors import ChannelError

    TYPE_CHECKING = False
    if TYPE_CHECKING:
        from collections.abc import Callable
        from multiprocessing.reduction import DupHandle

        Handle = int | DupHandle

    _HEADER = 40
    _LARGEST_PACKET = 1 << 16
    _LARGEST_BUFFER = (1 << 31) - 1
    _REJECT_REMOTE_CLIENTS = 8
    # Windows error codes when the other end is closed: broken pipe, pipe being closed, no process at the other end.
    _GONE = (109, 232, 233)
    # Values returned by `fill` and `send`, as on other systems.
    _DONE, _WOULD_BLOCK, _ENDED, _CLOSED, _BROKEN, _SIZE, _TYPE = range(7)

    def open_pair(size: int, room: int) -> tuple[tuple[int, int], int, bool]:
        """Open both ends.

        Args:
            size: bytes per message.
            room: number of messages that must fit into the buffer; 0 for a few packets.

        Returns:
            The receiving and sending handles, the maximum bytes of a message per packet, and False (no sockets).
        """
        payload = _LARGEST_PACKET - _HEADER
        bytes_of_message = size if size <= payload else size + -(-size // payload) * _HEADER
        name = rf"\\.\pipe\hypersweep-{os.urandom(16).hex()}"
        receiving = _winapi.CreateNamedPipe(
            name,
            _winapi.PIPE_ACCESS_INBOUND | _winapi.FILE_FLAG_OVERLAPPED | _winapi.FILE_FLAG_FIRST_PIPE_INSTANCE,
            _winapi.PIPE_TYPE_MESSAGE | _winapi.PIPE_READMODE_MESSAGE | _winapi.PIPE_WAIT | _REJECT_REMOTE_CLIENTS,
            1,
            0,
            min(room * bytes_of_message, _LARGEST_BUFFER) or 4 * _LARGEST_PACKET,
            _winapi.NMPWAIT_WAIT_FOREVER,
            _winapi.NULL,
        )
        try:
            # Connect to the pipe's only instance; this fails if another process has connected first.
            sending = _winapi.CreateFile(
                name,
                _winapi.GENERIC_WRITE,
                0,
                _winapi.NULL,
                _winapi.OPEN_EXISTING,
                _winapi.FILE_FLAG_OVERLAPPED,
                _winapi.NULL,
            )
            _winapi.ConnectNamedPipe(receiving, overlapped=True).GetOverlappedResult(True)
        except BaseException:
            _winapi.CloseHandle(receiving)
            raise
        return (receiving, sending), payload, False

    def duplicate(handle: int) -> int:
        """Duplicate a handle; the new one refers to the same end."""
        process = _winapi.GetCurrentProcess()
        return _winapi.DuplicateHandle(process, handle, process, 0, False, _winapi.DUPLICATE_SAME_ACCESS)

    def hand_over(handle: int, receives: bool) -> Handle:
        """Wrap a handle for passing it to another process, which calls ``take_over`` to get its copy."""
        process = context.get_spawning_popen()
        if process is not None:
            given: int = process.duplicate_for_child(handle)
            return given
        access = _winapi.FILE_GENERIC_READ if receives else _winapi.FILE_GENERIC_WRITE
        return reduction.DupHandle(handle, access)

    def take_over(handle: Handle) -> int:
        """Return this process's handle for an end that was handed over.

        Raises:
            ChannelError: the process that handed it over is gone, or the end was already taken.
        """
        if isinstance(handle, int):
            return handle
        try:
            taken: int = handle.detach()
        except OSError as error:
            raise ChannelError(f"can't take over the channel end: {error!r}") from None
        return taken

    def open_inlet(terms: tuple[bytes, int, int, bool, int]) -> Inlet:
        """Return a receiving end without a handle, for a process that has only senders so far."""
        _, size, payload, is_socket, room = terms
        return Inlet(size, payload, is_socket, room)

    class _Pipe:
        """A handle shared by threads. Closing cancels pending operations; the last one to finish closes the handle."""

        def __init__(self) -> None:
            self.handle = -1
            self._closed = False
            self._waiting: set[_winapi.Overlapped] = set()

        @property
        def is_open(self) -> bool:
            return self.handle >= 0 and not self._closed

        def close(self) -> None:
            self._closed = True
            for overlapped in list(self._waiting):
                overlapped.cancel()
            self._let_go()

        def finish(
            self, overlapped: _winapi.Overlapped, end: float, take: Callable[[bytes], None] = lambda data: None
        ) -> bool:
            """Wait for an operation; cancel it on an interruption, timeout or close. Returns: whether it completed.

            A cancellation may be too late to stop a read, so ``take`` gets any data that was read.
            """
            self._waiting.add(overlapped)
            try:
                self._wait(overlapped, end)
            finally:
                try:
                    done = overlapped.GetOverlappedResult(True)[1] == 0
                    if done:
                        take(overlapped.getbuffer() or b"")
                finally:
                    self._waiting.discard(overlapped)
                    self._let_go()
            return done

        def _wait(self, overlapped: _winapi.Overlapped, end: float) -> None:
            left = max(end - monotonic(), 0.0)
            milliseconds = _winapi.INFINITE if left == inf else min(int(left * 1000 + 0.999), 1_000_000_000)
            try:
                if _winapi.WaitForMultipleObjects([overlapped.event], False, milliseconds) == _winapi.WAIT_TIMEOUT:
                    overlapped.cancel()
            except BaseException:
                overlapped.cancel()
                raise

        def _let_go(self) -> None:
            if self._closed and not self._waiting and self.handle >= 0:
                handle, self.handle = self.handle, -1
                _winapi.CloseHandle(handle)

        def __del__(self) -> None:
            self.close()

    def _acquire(turn: threading.Lock, end: float) -> bool:
        left = max(end - monotonic(), 0.0)
        return turn.acquire(timeout=-1 if left == inf else min(left, threading.TIMEOUT_MAX))

    class Inlet(ChannelMessages):
        """The receiving end. One thread reads at a time; the others wait for their turn and share its messages."""

        def __init__(self, size: int, payload: int, is_socket: bool, room: int) -> None:
            # Process IDs aren't checked on Windows, so pass 0 as the process-ID namespace.
            super().__init__(size, payload, 0, is_socket, room)
            self._has_room = room > 0
            self._pipe = _Pipe()
            self._packet = size if size <= payload else payload + _HEADER
            self._turn = threading.Lock()
            self._was_attached = self._receives_here = self._wanted = False

        @property
        def is_open(self) -> bool:
            """Whether this process has an open handle."""
            return self._pipe.is_open

        @property
        def descriptor(self) -> int:
            """The handle."""
            return self._pipe.handle

        def attach(self, handle: int, arrived: bool) -> bool:
            """Use a handle, unless this end has had one before. Returns: whether the handle is used."""
            if self._was_attached:
                return False
            self._pipe.handle = handle
            self._was_attached = self._receives_here = True
            return True

        def fill(self, seconds: float) -> int:
            """Wait until a message is available. Returns: a result code."""
            end = monotonic() + seconds
            self._receives_here = True
            if not _acquire(self._turn, end):
                return _WOULD_BLOCK
            try:
                answer = _DONE
                while answer == _DONE and len(self) == 0:
                    answer = self._read(end)
                return answer
            finally:
                self._turn.release()
                self._make_room()

        def drain(self) -> None:
            """Read packets to make room for senders, if the receiver is also in this process and no room was set."""
            if self._receives_here and self.is_open and not self._has_room:
                self._wanted = True
                self._make_room()

        def hand_over(self) -> tuple[list[bytes], list[bytes]] | None:
            """Return pending messages for the process that takes over the receiver; None if a thread is reading."""
            if not self._turn.acquire(blocking=False):
                return None
            try:
                self._receives_here = False
                return self.pending()
            finally:
                self._turn.release()

        def close(self) -> None:
            """Close the end, and drop messages that were read ahead."""
            self._pipe.close()
            self.clear()

        def _make_room(self) -> None:
            # If another thread holds `_turn`, it runs this loop after releasing the lock.
            while self._wanted and self._turn.acquire(blocking=False):
                try:
                    self._wanted = False
                    while self._read(0.0) == _DONE:
                        pass
                finally:
                    self._turn.release()

        def _read(self, end: float) -> int:
            """Read one packet. Returns: a result code."""
            if not self.is_open:
                return _CLOSED
            try:
                overlapped, _ = _winapi.ReadFile(self._pipe.handle, self._packet, overlapped=True)
                if self._pipe.finish(overlapped, end, self.feed):
                    return _DONE
            except OSError as error:
                if error.winerror in _GONE:
                    return _ENDED
                raise
            return _WOULD_BLOCK if self.is_open else _CLOSED

    class Outlet:
        """A sending end. Several threads may send short messages at once; long ones take turns."""

        def __init__(
            self,
            handle: int,
            size: int,
            payload: int,
            is_socket: bool,
            inlet: Inlet,
        ) -> None:
            self._pipe = _Pipe()
            self._pipe.handle = handle
            self._size, self._payload, self._inlet = size, payload, inlet
            # Process IDs aren't checked on Windows, so identify the sender by a random number.
            self._sender = int.from_bytes(os.urandom(8), sys.byteorder)
            self._count = 0
            self._turn = threading.Lock()

        @property
        def is_open(self) -> bool:
            """Whether this process has an open handle."""
            return self._pipe.is_open

        @property
        def descriptor(self) -> int:
            """The handle."""
            return self._pipe.handle

        def close(self) -> None:
            """Close the end."""
            self._pipe.close()

        def hand_over(self) -> None:
            """Do nothing: on Windows, sends don't depend on other processes having senders."""

        def send(self, data: object, seconds: float = inf) -> int:
            """Send one message. Returns: a result code."""
            end = monotonic() + seconds
            if not self.is_open:
                return _CLOSED
            try:
                view = memoryview(data).cast("B")  # type: ignore[arg-type]
            except TypeError:
                return _TYPE
            if view.nbytes != self._size:
                return _SIZE
            if self._size <= self._payload:
                return self._write(bytes(view), end)
            if not _acquire(self._turn, end):
                return _WOULD_BLOCK
            try:
                self._count += 1
                answer = _DONE
                for offset in range(0, self._size, self._payload):
                    if answer == _DONE:
                        answer = self._write(self._header(offset) + view[offset : offset + self._payload], end)
                return answer
            finally:
                self._turn.release()

        def _header(self, offset: int) -> bytes:
            numbers = ((self._sender, 8), (self._count, 8), (offset, 8), (os.getpid(), 4), (0, 4), (0, 8))
            return b"".join(number.to_bytes(size, sys.byteorder) for number, size in numbers)

        def _write(self, packet: bytes, end: float) -> int:
            """Write one packet, completely or not at all. Returns: a result code."""
            if not self.is_open:
                return _CLOSED
            try:
                overlapped, code = _winapi.WriteFile(self._pipe.handle, packet, overlapped=True)
                if code == _winapi.ERROR_IO_PENDING:
                    self._inlet.drain()
                if self._pipe.finish(overlapped, end):
                    return _DONE
            except OSError as error:
                if error.winerror in _GONE:
                    return _BROKEN
                raise
            return _WOULD_BLOCK if self.is_open else _CLOSED
