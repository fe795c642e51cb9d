"""Handle signals that end a process: in the main thread, or in another thread while the main one is busy.

Python runs signal handlers only in the main thread, after it has returned from a kernel or extension function.
"""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hypersweep.exit_codes import INTERRUPTED, SIGNALLED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Self


def at_ending_signals(call: Callable[[int, FrameType | None], object]) -> list[int]:
    """Install a handler for ``SIGTERM`` and ``SIGHUP``. Returns: the signals now handled.

    Signals that already have a handler or are ignored, as under nohup, are skipped. Call this only in the main thread.

    Args:
        call: the signal handler.
    """
    taken = []
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with suppress(ValueError):
                signal.signal(number, call)
                taken.append(int(number))
    return taken


class EndingSignals:
    """A context in which ``SIGTERM`` and ``SIGHUP`` stop the work as Ctrl-C does, so that child processes end cleanly.

    Attributes:
        status: exit status for the program if the work was interrupted.
    """

    def __init__(self) -> None:
        self.status: int = INTERRUPTED
        self._taken: list[int] = []
        self._is_ending = False

    def __enter__(self) -> Self:
        self._taken = at_ending_signals(self._end)
        return self

    def __exit__(self, *exception: object) -> None:
        for number in self._taken:
            signal.signal(number, signal.SIG_DFL)

    def _end(self, number: int, frame: FrameType | None) -> None:
        del frame
        # Both signals may arrive when a session ends; the second must not interrupt the cleanup started by the first.
        if not self._is_ending:
            self._is_ending, self.status = True, SIGNALLED + number
            raise KeyboardInterrupt


@contextmanager
def calling_on_termination(callback: Callable[[], None]) -> Iterator[None]:
    """Context in which ``SIGTERM`` calls a function in another thread, even if the main thread is busy.

    On Windows, the context has no effect.

    Args:
        callback: the function.
    """
    if os.name != "posix":
        yield
        return
    read, write = os.pipe()
    os.set_blocking(write, False)

    def wait() -> None:
        with suppress(OSError):
            while data := os.read(read, 256):
                if signal.SIGTERM in data:
                    callback()
        os.close(read)

    handler = signal.signal(signal.SIGTERM, lambda number, frame: None)
    number = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    _WRITERS.add(write)
    threading.Thread(target=wait, daemon=True).start()
    try:
        yield
    finally:
        _WRITERS.discard(write)
        signal.set_wakeup_fd(number)
        signal.signal(signal.SIGTERM, handler if handler is not None else signal.SIG_DFL)
        os.close(write)


# Write ends of the pipes that receive signal numbers; and, per thread, the signal mask before a fork.
_WRITERS: set[int] = set()
_MASKS = threading.local()


# If a user's function forks, a signal to the child must end the child, not reach the parent through the shared pipe.


def _before_fork() -> None:
    _MASKS.kept = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM] if _WRITERS else [])


def _after_fork_in_parent() -> None:
    signal.pthread_sigmask(signal.SIG_SETMASK, _MASKS.kept)


def _after_fork_in_child() -> None:
    if _WRITERS:
        _WRITERS.clear()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, _MASKS.kept)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_parent=_after_fork_in_parent, after_in_child=_after_fork_in_child)
