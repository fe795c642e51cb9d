"""The alternate screen of a terminal, drawn in place with plain escape sequences and left again however things end."""

from __future__ import annotations

import os
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType
    from typing import Any, Self

    from hypersweep.console.output import Output

__all__ = ["Stage"]

# The alternate screen, an invisible cursor, and lines that are cut instead of folded; and all that back.
_ENTER = "\033[?1049h\033[?25l\033[?7l"
_LEAVE = "\033[?7h\033[?25h\033[?1049l"
# A signal that comes just before a program falls asleep is seen when it wakes: it never sleeps longer than that.
_NAP = 0.2


class _EndedError(BaseException):
    """A signal asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Stage:
    """A terminal to draw on, as a context.

    It comes back as it was after an exception, Ctrl-C, Ctrl-Z (for as long as the program sleeps), and the signals that
    ask a program to end, which then end it. A new size of the terminal is seen while the program waits.

    Args:
        output: a screen at a terminal.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._frame: Callable[[int, int], list[str]] | None = None
        self._size = (0, 0)
        self._is_drawing = self._is_sleepy = False
        # Typed, but not asked for yet.
        self._typed = b""
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for name, handler in (
            ("SIGTERM", self._end),
            ("SIGHUP", self._end),
            ("SIGTSTP", self._sleep),
        ):
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    self._before[number] = signal.signal(number, handler)
                except ValueError:
                    break  # not the main thread, which alone has handlers
        self._output.write(_ENTER)
        self._output.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._output.write(_LEAVE)
            self._output.flush()
        finally:
            for number, handler in self._before.items():
                signal.signal(number, signal.SIG_DFL if handler is None else handler)
            if isinstance(error, _EndedError):
                signal.signal(error.number, signal.SIG_DFL)
                os.kill(os.getpid(), error.number)

    def show(self, frame: Callable[[int, int], list[str]]) -> None:
        """Draw lines over what stands there.

        Args:
            frame: gives the lines for a number of columns and rows.
        """
        self._frame = frame
        self._draw()

    def wait(self, seconds: float) -> None:
        """Let somebody look at it."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, _NAP))
            self._fit()

    def ask(self) -> bool:
        """Whether to go on, once somebody has pressed Enter: not after a "q", nor at the end of the input."""
        line = self._typed_line()
        return bool(line) and not line.strip().lower().startswith(b"q")

    def _typed_line(self) -> bytes:
        """The next line of the input, or nothing at its end."""
        if sys.stdin is None:
            return b""
        if sys.platform == "win32":
            # Consoles can't be asked whether a line is there.
            return sys.stdin.readline().encode()
        import select

        while b"\n" not in self._typed:
            try:
                number = sys.stdin.fileno()
                data = os.read(number, 4096) if select.select([number], [], [], _NAP)[0] else None
            except (OSError, ValueError):
                # The terminal is gone, or it is a stand-in.
                data = b""
            if data is None:
                self._fit()
                continue
            if not data:
                break
            self._typed += data
        line, end, self._typed = self._typed.partition(b"\n")
        return line + end

    def _draw(self) -> None:
        if self._frame is None:
            return
        self._size = size = _size(self._output)
        lines = self._frame(*size)[: size[1]]
        # The cursor waits at the top, where an Enter that is echoed moves nothing.
        self._is_drawing = True
        try:
            self._output.write("\033[H" + "\033[K\n".join(lines) + "\033[K\033[J\033[H")
            self._output.flush()
        finally:
            self._is_drawing = False
        if self._is_sleepy:
            self._sleep(signal.SIGTSTP, None)

    def _fit(self) -> None:
        """Draw again where the terminal has another size now."""
        if self._frame is not None and self._size != _size(self._output):
            self._draw()

    def _end(self, number: int, frame: FrameType | None) -> None:
        raise _EndedError(number)

    def _sleep(self, number: int, frame: FrameType | None) -> None:
        # What is being written has to come to its end first.
        self._is_sleepy = self._is_drawing
        if self._is_sleepy:
            return
        self._output.write(_LEAVE)
        self._output.flush()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # Here the program goes on.
        signal.signal(number, self._sleep)
        self._output.write(_ENTER)
        self._draw()


def _size(output: Output) -> tuple[int, int]:
    """Columns and rows."""
    rows = os.environ.get("LINES", "")
    if rows.isascii() and rows.isdigit() and int(rows[:6]) > 0:
        return output.columns or 80, int(rows[:6])
    try:
        return output.columns or 80, os.get_terminal_size(sys.stdout.fileno()).lines or 24
    except (OSError, ValueError):
        return output.columns or 80, 24
