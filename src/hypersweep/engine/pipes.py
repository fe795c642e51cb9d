"""The three pipes of a process: send through one and listen to two without blocking on any of them."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import subprocess
    from queue import Queue

_CHUNK = 1 << 16
# Most chunks that the reading threads keep until ``listen`` takes them.
_MOST_WAITING = 16


class Pipes(Protocol):
    """The interface of both kinds of pipes."""

    def send(self, data: bytes) -> None:
        """Send as much as the pipe accepts, and keep the rest."""

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes of standard output and standard error, and whether standard output has ended."""

    def descriptors(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return descriptors to await for reading and for writing; none if they can't be awaited."""

    def close(self) -> None:
        """Close the pipes."""


def open_pipes(process: subprocess.Popen[bytes]) -> Pipes:
    """Return the kind of pipes that this system supports."""
    return PolledPipes(process) if os.name == "posix" else ThreadedPipes(process)


class PolledPipes:
    """Non-blocking pipes, for systems that can poll them.

    Args:
        process: started with three unbuffered pipes.
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
        """Send as much as the pipe accepts, and keep the rest."""
        with self._lock:
            # After a close, the descriptor numbers may belong to other files.
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
            # The process no longer reads; ``listen`` finds out whether it still writes.
            self._is_deaf = True
            self._unsent.clear()

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes of standard output and standard error, and whether standard output has ended."""
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
        """Return descriptors to await for reading and for writing."""
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
        """Close the pipes."""
        with self._lock:
            self._is_deaf = True
            self._unsent.clear()


class ThreadedPipes:
    """Blocking pipes with a thread each, for systems that can't poll pipes.

    Args:
        process: started with three unbuffered pipes.
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
            # Duplicate the descriptors: then nothing else can close one while a thread blocks on it.
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
        """Send as much as the pipe accepts, and keep the rest."""
        self._unsent.put(data)

    def listen(self, seconds: float) -> tuple[bytes, bytes, bool]:
        """Return new bytes of standard output and standard error, and whether standard output has ended."""
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
        """Return no descriptors: threads read the pipes."""
        return (), ()

    def close(self) -> None:
        """Close the pipes."""
        self._is_closed = True
        self._unsent.put(None)
