"""A terminal in which tests run a program, type keys, and read the screen."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pexpect
import pyte

import hypersweep

SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)
COMMAND = ["-c", "import sys; from hypersweep.cli import main; sys.exit(main())"]

# Busy machines are slow; nothing here waits longer than necessary.
PATIENCE = 60.0

KEYS = {
    "up": "\033[A",
    "down": "\033[B",
    "right": "\033[C",
    "left": "\033[D",
    "enter": "\r",
    "escape": "\033",
    "f1": "\033OP",
}


class RealTerminal:
    """A program in a terminal of its own, with a player's data in a folder of its own.

    Args:
        folder: where games are kept.
        words: the command line behind ``hypersweep``.
        columns: the terminal's width.
        lines: its height.
        changes: of the environment; None takes a variable away.
    """

    def __init__(
        self,
        folder: Path,
        words: Sequence[str] = (),
        *,
        columns: int = 80,
        lines: int = 24,
        program: Sequence[str] = COMMAND,
        **changes: str | None,
    ) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        environment = {
            **kept,
            "PYTHONPATH": SOURCE,
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "HYPERSWEEP_DATA": str(folder),
            **changes,
        }
        self.child = pexpect.spawn(
            sys.executable,
            [*program, *words],
            env={name: value for name, value in environment.items() if value is not None},
            dimensions=(lines, columns),
            timeout=PATIENCE,
        )
        # These would sleep before every key, and for a program that has already ended.
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = 0
        self.screen = pyte.Screen(columns, lines)
        # Sequences for kitty's keys aren't text, but pyte would display them.
        self._stream = pyte.ByteStream(self.screen)
        self.written = b""

    def read(self, seconds: float = 0.05) -> bool:
        """Take in what the program writes; False once it has ended and all is read."""
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.written += data
        self._stream.feed(data.replace(b"\033[>25u", b"").replace(b"\033[=4;2u", b"").replace(b"\033[<u", b""))
        return True

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.screen.display)

    def wait_for(self, wanted: str | Callable[[str], bool]) -> str:
        """Wait until something is on the screen. Returns: the screen."""
        give_up = time.monotonic() + PATIENCE
        while True:
            text = self.text
            if wanted in text if isinstance(wanted, str) else wanted(text):
                return text
            is_running = self.read()
            assert time.monotonic() < give_up, f"no {wanted!r} on\n{self.text}"
            if not is_running:
                text = self.text
                assert wanted in text if isinstance(wanted, str) else wanted(text), f"ended without {wanted!r}:\n{text}"

    def wait_for_rest(self, wanted: Callable[[str], bool]) -> str:
        """Wait until something is on the screen and drawing has stopped. Returns: the screen."""
        while True:
            text = self.wait_for(wanted)
            written = len(self.written)
            self.read(0.3)
            if len(self.written) == written:
                return text

    def press(self, *keys: str) -> None:
        """Type keys, by their names or as they are."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def finish(self) -> int:
        """Wait for the end. Returns: the exit status; 128 plus its number for a signal."""
        give_up = time.monotonic() + PATIENCE
        while self.read():
            assert time.monotonic() < give_up, f"still running:\n{self.text}"
        while self.child.isalive():
            assert time.monotonic() < give_up, "its terminal is closed, and it is still running"
            time.sleep(0.001)
        self.child.close(force=False)
        if self.child.signalstatus is not None:
            return 128 + int(self.child.signalstatus)
        return int(self.child.exitstatus)

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send the program a signal."""
        os.kill(self.child.pid, number)

    @property
    def is_restored(self) -> bool:
        """Whether all that a full screen turns on was turned off again."""
        for on, off in (
            (b"\033[?1049h", b"\033[?1049l"),
            (b"\033[?25l", b"\033[?25h"),
            (b"\033[?1003h", b"\033[?1003l"),
            (b"\033[?2004h", b"\033[?2004l"),
        ):
            if self.written.rfind(on) > self.written.rfind(off):
                return False
        return True
