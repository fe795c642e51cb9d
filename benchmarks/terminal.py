"""A pseudo terminal for measuring programs: it records their output and its timing."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from start import compiled_environment

# Seconds without output after which a frame counts as complete.
QUIET = 0.05
PATIENCE = 20.0


class Terminal:
    """A program in a pseudo terminal.

    Args:
        command: the program and its arguments.
        columns: characters per line.
        lines: lines on the screen.
        folder: folder for games and settings; None for a temporary one.

    Attributes:
        begun: start time on the clock of ``time.perf_counter``.
        output: all output so far.
    """

    def __init__(self, command: Sequence[str], columns: int, lines: int, *, folder: Path | None = None) -> None:
        self._end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {**compiled_environment(), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        # A measurement must not use the player's own games and settings.
        self._folder = tempfile.TemporaryDirectory()
        environment["HYPERSWEEP_DATA"] = self._folder.name if folder is None else str(folder)
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
        self.output = b""
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=other, env=environment, start_new_session=True
        )
        os.close(other)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        os.close(self._end)
        self._folder.cleanup()

    def settle(self, wanted: bytes = b"", *, quiet: float = QUIET) -> float:
        """Wait until the program has written a text and paused. Returns: the time of its last byte.

        Raises:
            RuntimeError: the text didn't appear in time.
        """
        start = len(self.output)
        last = 0.0
        limit = time.perf_counter() + PATIENCE
        while time.perf_counter() < limit:
            ready, _, _ = select.select([self._end], [], [], quiet)
            if ready:
                try:
                    piece = os.read(self._end, 1 << 16)
                except OSError:
                    break
                last = time.perf_counter()
                self.output += piece
            elif last and wanted in self.output[start:]:
                return last
        raise RuntimeError(f"expected {wanted!r} from the program, got {self.output[start:][-500:]!r}")

    @property
    def cpu(self) -> float:
        """CPU seconds used by the program so far; 0 on systems without /proc."""
        try:
            with open(f"/proc/{self._process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def send(self, keys: bytes) -> float:
        """Type a text. Returns: the time at which it was sent."""
        now = time.perf_counter()
        os.write(self._end, keys)
        return now
