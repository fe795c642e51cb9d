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

    from hypersweep.tui.screen import Screen

__all__ = ["Stage"]

# The alternate screen, an invisible cursor, and lines that are cut instead of folded; and all that back.
_ENTER = "\033[?1049h\033[?25l\033[?7l"
_LEAVE = "\033[?7h\033[?25h\033[?1049l"


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
        screen: a screen at a terminal.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._frame: Callable[[int, int], list[str]] | None = None
        self._is_waiting = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        for name, handler in (
            ("SIGTERM", self._end),
            ("SIGHUP", self._end),
            ("SIGTSTP", self._sleep),
            ("SIGWINCH", self._resized),
        ):
            number = getattr(signal, name, None)
            if number is not None:
                try:
                    self._before[number] = signal.signal(number, handler)
                except ValueError:
                    break  # not the main thread, which alone has handlers
        self._screen.write(_ENTER)
        self._screen.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._screen.write(_LEAVE)
            self._screen.flush()
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
        self._is_waiting = True
        try:
            time.sleep(seconds)
        finally:
            self._is_waiting = False

    def ask(self) -> bool:
        """Whether to go on, once somebody has pressed Enter: not after a "q", nor at the end of the input."""
        self._is_waiting = True
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except OSError:
            line = ""
        finally:
            self._is_waiting = False
        return bool(line) and not line.strip().lower().startswith("q")

    def _draw(self) -> None:
        if self._frame is None:
            return
        size = _size(self._screen)
        lines = self._frame(*size)[: size[1]]
        # The cursor waits at the top, where an Enter that is echoed moves nothing.
        self._screen.write("\033[H" + "\033[K\n".join(lines) + "\033[K\033[J\033[H")
        self._screen.flush()

    def _end(self, number: int, frame: FrameType | None) -> None:
        raise _EndedError(number)

    def _resized(self, number: int, frame: FrameType | None) -> None:
        if self._is_waiting:
            self._draw()

    def _sleep(self, number: int, frame: FrameType | None) -> None:
        self._screen.write(_LEAVE)
        self._screen.flush()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        # Here the program goes on.
        signal.signal(number, self._sleep)
        self._screen.write(_ENTER)
        self._draw()


def _size(screen: Screen) -> tuple[int, int]:
    """Columns and rows."""
    rows = os.environ.get("LINES", "")
    if rows.isascii() and rows.isdigit() and int(rows[:6]) > 0:
        return screen.columns or 80, int(rows[:6])
    try:
        return screen.columns or 80, os.get_terminal_size(sys.stdout.fileno()).lines or 24
    except (OSError, ValueError):
        return screen.columns or 80, 24
