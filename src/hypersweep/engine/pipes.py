"""Three pipes of a process at once: one to send through and two to listen to, without waiting for any of them."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import subprocess
    from queue import Queue

__all__ = ["Pipes", "PolledPipes", "ThreadedPipes", "open_pipes"]

_CHUNK = 1 << 16
# Chunks that wait for somebody to listen.
_MOST_WAITING = 16


class Pipes(Protocol):
    """What both kinds can do."""

    def send(self, data: bytes) -> None:
        """Sends what there is room for, and keeps the rest."""

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """What came from standard output and standard error in that time, and whether the first is at its end."""

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What to wait for: to be read from and to be written to; nothing where that can't be waited for."""

    def close(self) -> None:
        """Lets go of what waits."""


def open_pipes(process: subprocess.Popen[bytes]) -> Pipes:
    """The pipes of a process, in the way that this system has."""
    return PolledPipes(process) if os.name == "posix" else ThreadedPipes(process)


class PolledPipes:
    """Pipes that are asked whether they are ready.

    Args:
        process: started with three pipes, without buffers.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        import selectors

        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._in, self._out, self._error = process.stdin.fileno(), process.stdout.fileno(), process.stderr.fileno()
        for number in (self._in, self._out, self._error):
            os.set_blocking(number, False)
        self._lock = threading.Lock()
        self._unsent = bytearray()
        self._is_deaf = False
        self._kind = getattr(selectors, "PollSelector", selectors.SelectSelector)
        self._reading = {self._out, self._error}

    def send(self, data: bytes) -> None:
        """Sends what there is room for, and keeps the rest."""
        with self._lock:
            # Once it is closed its numbers may be those of other files.
            if not self._is_deaf:
                self._unsent += data
                self._flush()

    def _flush(self) -> None:
        try:
            while self._unsent:
                del self._unsent[: os.write(self._in, self._unsent[:_CHUNK])]
        except BlockingIOError:
            pass
        except OSError:
            # It doesn't read any more: whether it still speaks will be seen.
            self._is_deaf = True
            self._unsent.clear()

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """What came from standard output and standard error in that time, and whether the first is at its end."""
        import selectors

        with self._kind() as selector:
            for number in self._reading:
                selector.register(number, selectors.EVENT_READ)
            if self._unsent and not self._is_deaf:
                selector.register(self._in, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(seconds)}
        if self._in in ready:
            with self._lock:
                self._flush()
        found = {number: self._read(number) for number in (self._out, self._error) if number in ready}
        return found.get(self._out, b""), found.get(self._error, b""), self._out not in self._reading

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What to wait for: to be read from and to be written to."""
        return tuple(self._reading), (self._in,) if self._unsent and not self._is_deaf else ()

    def _read(self, number: int) -> bytes:
        try:
            data = os.read(number, _CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._reading.discard(number)
        return data

    def close(self) -> None:
        """Lets go of what waits."""
        with self._lock:
            self._is_deaf = True
            self._unsent.clear()


class ThreadedPipes:
    """Pipes that threads wait for, where the system can't be asked whether they are ready.

    Args:
        process: started with three pipes, without buffers.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        from queue import Queue

        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._heard: Queue[tuple[bool, bytes]] = Queue(_MOST_WAITING)
        self._unsent: Queue[bytes | None] = Queue()
        self._is_over = self._is_closed = False
        works = (
            (self._send, process.stdin.fileno()),
            (self._hear, process.stdout.fileno()),
            (self._hear_error, process.stderr.fileno()),
        )
        for work, number in works:
            # Each has a descriptor of its own: nobody else can close it while the thread waits there.
            threading.Thread(target=work, args=(os.dup(number),), daemon=True).start()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()

    def _send(self, number: int) -> None:
        try:
            while (data := self._unsent.get()) is not None:
                view = memoryview(data)
                while view and not self._is_closed:
                    view = view[os.write(number, view[:_CHUNK]) :]
        except OSError:
            pass
        finally:
            os.close(number)

    def _hear(self, number: int) -> None:
        self._pass_on(number, is_error=False)

    def _hear_error(self, number: int) -> None:
        self._pass_on(number, is_error=True)

    def _pass_on(self, number: int, *, is_error: bool) -> None:
        try:
            while not self._is_closed:
                data = os.read(number, _CHUNK)
                if data or not is_error:
                    self._put(is_error, data)
                if not data:
                    break
        except OSError:
            self._put(is_error, b"")
        finally:
            os.close(number)

    def _put(self, is_error: bool, data: bytes) -> None:
        from queue import Full

        while not self._is_closed:
            try:
                self._heard.put((is_error, data), timeout=0.2)
            except Full:
                continue
            return

    def send(self, data: bytes) -> None:
        """Sends what there is room for, and keeps the rest."""
        self._unsent.put(data)

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """What came from standard output and standard error in that time, and whether the first is at its end."""
        from queue import Empty

        heard, said = bytearray(), bytearray()
        try:
            is_error, data = self._heard.get(timeout=max(seconds, 0.001))
            while True:
                if is_error:
                    said += data
                else:
                    heard += data
                    self._is_over = self._is_over or not data
                is_error, data = self._heard.get_nowait()
        except Empty:
            return bytes(heard), bytes(said), self._is_over

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Nothing: threads wait for them."""
        return (), ()

    def close(self) -> None:
        """Lets go of what waits."""
        self._is_closed = True
        self._unsent.put(None)
