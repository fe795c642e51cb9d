"""Lines that come from a descriptor, and lines that a thread of their own writes to one."""

from __future__ import annotations

import os
import threading
from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.engine.lines import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["LineWriter", "read_lines"]

_CHUNK = 1 << 16
# Beyond so many bytes that nobody has taken, what can be left out is.
_MOST_UNSAID = 1 << 26


def read_lines(number: int) -> Iterator[bytes | None]:
    """The lines of a descriptor with their ends, the last one perhaps without; None for one that is too long.

    Args:
        number: of the descriptor.

    Complexity: linear; no more than 16 MiB of a line are kept.
    """
    # Not a list of what came: of a line that comes byte by byte that would take forty times as much.
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
    """Keeps lines until they are written, so that who has them written never waits for somebody who doesn't read.

    Args:
        number: of the descriptor.
        when_lost: called once, by the thread that writes, as soon as nothing can be written any more.

    Attributes:
        failure: why nothing can be written any more; None while all is well.
        written_at: the moment by ``monotonic`` at which something was last taken; 0 for never.
    """

    def __init__(self, number: int, when_lost: Callable[[], object]) -> None:
        self.failure: OSError | None = None
        self.written_at: float = 0.0
        self._number, self._when_lost = number, when_lost
        self._changed = threading.Condition()
        # What is to be written, the first of it perhaps just now, and its bytes.
        self._lines: deque[bytes] = deque()
        self._bytes = 0
        self._is_closed = False

    def run(self) -> None:
        """Writes until it is closed; in a thread of its own."""
        while True:
            with self._changed:
                while not self._lines and not self._is_closed:
                    self._changed.wait()
                if self._is_closed:
                    return
                data = memoryview(self._lines[0])
            try:
                while data:
                    # Piece by piece, so that it is seen that somebody reads, however slowly.
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
        """Has lines written together; those that may be left out only while not too much waits."""
        data = "".join([line + "\n" for line in lines]).encode("utf-8", "backslashreplace")
        with self._changed:
            if data and self.failure is None and not (is_droppable and self._bytes > _MOST_UNSAID):
                self._lines.append(data)
                self._bytes += len(data)
                self._changed.notify_all()

    def mention(self, line: str, is_wanted: Callable[[], bool]) -> None:
        """Has a line written, unless what was said before hasn't been taken yet, or it is no longer wanted then."""
        with self._changed:
            if not self._lines and is_wanted():
                self.say([line])

    def is_idle(self) -> bool:
        """Whether nothing is to be written."""
        return not self._lines

    def await_idle(self, seconds: float) -> None:
        """Waits until nothing is to be written, for so long at most."""
        with self._changed:
            self._changed.wait_for(self.is_idle, seconds)

    def await_taken(self, most: int) -> None:
        """Waits until no more bytes than that are to be written, or nothing can be written any more."""
        with self._changed:
            while self._bytes > most and self.failure is None:
                # A wait without an end would let no signal through on some systems.
                self._changed.wait(1.0)

    def close(self) -> None:
        """Has the thread end, once it has written what it is about to write."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
