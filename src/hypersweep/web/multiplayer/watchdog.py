"""A watchdog that kills a hanging worker, so that systemd or Docker restarts it.

The environment variable ``WATCHDOG_USEC`` turns it on: systemd sets it if the unit has ``WatchdogSec=``, and our Docker
image sets it itself. If systemd sets ``NOTIFY_SOCKET``, each heartbeat is also sent to that socket.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_log = logging.getLogger("hypersweep.watchdog")

_TICKS = 20
_EXIT_STATUS = 75


def watchdog_seconds() -> float | None:
    """Return the number of seconds without a heartbeat until this process exits; None if the watchdog is off."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    whose = os.environ.get("WATCHDOG_PID", "") or str(os.getpid())
    if not asked.isdecimal() or int(asked) == 0 or whose != str(os.getpid()):
        return None
    return int(asked) / 1e6


def notify(state: str) -> None:
    """Send a state such as ``READY=1`` to systemd; without systemd, do nothing."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    # A full or missing socket must not stop the worker.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sent:
        sent.setblocking(False)
        sent.sendto(state.encode(), f"\0{name[1:]}" if name.startswith("@") else name)


class Watchdog:
    """Exits this process if ``beat`` isn't called for ``seconds``, even if the event loop hangs.

    Args:
        seconds: the time limit, as returned by ``watchdog_seconds``.
        end: called with the exit status to exit immediately; acknowledged moves are saved, so no cleanup is needed.
    """

    def __init__(self, seconds: float, *, end: Callable[[int], object] = os._exit) -> None:
        self._seconds = seconds
        self._end = end
        self._missed = 0
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="hypersweep-watchdog", daemon=True)

    def open(self) -> None:
        """Start the watchdog thread."""
        self._thread.start()

    def beat(self) -> None:
        """Record a heartbeat, and forward it to systemd. Call this while the worker is healthy."""
        self._missed = 0
        notify("WATCHDOG=1")

    def close(self) -> None:
        """Stop the watchdog thread."""
        self._is_closed.set()
        self._thread.join()

    def _watch(self) -> None:
        # Count ticks, not seconds: while the process is stopped or the machine sleeps there can't be any heartbeat, but
        # this thread doesn't tick then either.
        while not self._is_closed.wait(self._seconds / _TICKS):
            self._missed += 1
            if self._missed > _TICKS:
                _log.critical("the worker was blocked for %g s and is stopping", self._seconds)
                self._end(_EXIT_STATUS)
                return
