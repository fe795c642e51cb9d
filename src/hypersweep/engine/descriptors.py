"""Read lines from a file descriptor, and write lines to one from a thread."""

from __future__ import annotations

import os
import threading
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.engine.lines import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_CHUNK = 1 << 16
# Number of unwritten bytes beyond which droppable lines are dropped.
_MOST_UNSAID = 1 << 26


def read_lines(number: int) -> Iterator[bytes | None]:
    """Yield the lines of a descriptor with their ends (the last may lack it); None for a line that is too long.

    Args:
        number: the descriptor.

    Complexity: linear; no more than 16 MiB of a line are kept.
    """
    # Not a list of chunks: for a line that arrives byte by byte, it would take forty times the memory.
    begun = bytearray()
    size = 0
    while True:
        try:
            data = os.read(number, _CHUNK)
        except InterruptedError:
            continue
        except OSError:
            data = b""
        if not data:
            if size:
                yield bytes(begun) if size <= MOST_BYTES else None
            return
        *ends, rest = data.split(b"\n")
        for part in ends:
            size += len(part) + 1
            yield b"".join([begun, part, b"\n"]) if size <= MOST_BYTES else None
            begun.clear()
            size = 0
        if rest:
            size += len(rest)
            if size <= MOST_BYTES:
                begun += rest
            else:
                begun.clear()


class LineWriter:
    """A queue of lines with a writing thread, so that callers never wait for a slow reader.

    Args:
        number: the descriptor.
        when_lost: called once, by the writing thread, after writing has failed.

    Attributes:
        failure: the error of a failed write; None if there was none.
        written_at: time by ``monotonic`` of the last successful write; 0 for never.
    """

    def __init__(self, number: int, when_lost: Callable[[], object]) -> None:
        self.failure: OSError | None = None
        self.written_at: float = 0.0
        self._number, self._when_lost = number, when_lost
        self._changed = threading.Condition()
        # Lines to write (the first may be partly written), and their size in bytes.
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._is_closed = False

    def run(self) -> None:
        """Write lines until ``close``; call it in a thread of its own."""
        while True:
            with self._changed:
                while not self._lines and not self._is_closed:
                    self._changed.wait()
                if self._is_closed:
                    return
                data = memoryview(self._lines[0])
            try:
                while data:
                    # Write in chunks, so that ``written_at`` advances even with a slow reader.
                    data = data[os.write(self._number, data[:_CHUNK]) :]
                    self.written_at = monotonic()
            except OSError as error:
                with self._changed:
                    self.failure = error
                    self._lines.clear()
                    self._changed.notify_all()
                self._when_lost()
                return
            with self._changed:
                self._bytes -= len(self._lines.popleft())
                self._changed.notify_all()

    def say(self, lines: Iterable[str], *, is_droppable: bool = False) -> None:
        """Queue lines as one block; drop droppable ones if too many bytes are pending."""
        data = "".join([line + "\n" for line in lines]).encode("utf-8", "backslashreplace")
        with self._changed:
            if data and self.failure is None and not (is_droppable and self._bytes > _MOST_UNSAID):
                self._lines.append(data)
                self._bytes += len(data)
                self._changed.notify_all()

    def mention(self, line: str, is_wanted: Callable[[], bool]) -> None:
        """Queue a line if no other line is pending and the line is still wanted."""
        with self._changed:
            if not self._lines and is_wanted():
                self.say([line])

    def is_idle(self) -> bool:
        """Whether no line is pending."""
        return not self._lines

    def await_idle(self, seconds: float) -> None:
        """Wait until no line is pending, at most some seconds."""
        with self._changed:
            self._changed.wait_for(self.is_idle, seconds)

    def await_taken(self, most: int) -> None:
        """Wait until at most ``most`` bytes are pending, or writing has failed."""
        with self._changed:
            while self._bytes > most and self.failure is None:
                # On some systems a wait without a time limit blocks signals.
                self._changed.wait(1.0)

    def close(self) -> None:
        """End the thread after its current write."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
