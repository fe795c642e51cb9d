"""A watchdog: end a worker that is stuck, so that systemd or Docker restarts it.

``WATCHDOG_USEC`` in the environment turns it on: systemd sets it by ``WatchdogSec=``, and our image sets it itself. If
systemd names a socket in ``NOTIFY_SOCKET``, each heartbeat is sent there as well.
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
    """Return the seconds without a heartbeat after which this process has to end; None if the watchdog is off."""
    asked = os.environ.get("WATCHDOG_USEC", "")
    whose = os.environ.get("WATCHDOG_PID", "") or str(os.getpid())
    if not asked.isdecimal() or int(asked) == 0 or whose != str(os.getpid()):
        return None
    return int(asked) / 1e6


def notify(state: str) -> None:
    """Send a state to systemd, such as READY=1; without systemd this does nothing."""
    name = os.environ.get("NOTIFY_SOCKET", "")
    if not name or not hasattr(socket, "AF_UNIX"):
        return
    # Ignore a socket that is full or gone.
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sent:
        sent.setblocking(False)
        sent.sendto(state.encode(), f"\0{name[1:]}" if name.startswith("@") else name)


class Watchdog:
    """Ends this process after some seconds without ``beat``, even if the event loop hangs.

    Args:
        seconds: as returned by ``watchdog_seconds``.
        end: ends the process: acknowledged moves are saved, so nothing has to be closed.
    """

    def __init__(self, seconds: float, *, end: Callable[[int], object] = os._exit) -> None:
        self._seconds = seconds
        self._end = end
        self._missed = 0
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="hypersweep-watchdog", daemon=True)

    def open(self) -> None:
        """Start watching."""
        self._thread.start()

    def beat(self) -> None:
        """Record a heartbeat: the worker can work."""
        self._missed = 0
        notify("WATCHDOG=1")

    def close(self) -> None:
        """Stop watching."""
        self._is_closed.set()
        self._thread.join()

    def _watch(self) -> None:
        # Count ticks, not seconds: while the process was stopped or the machine slept, no heartbeat was possible.
        while not self._is_closed.wait(self._seconds / _TICKS):
            self._missed += 1
            if self._missed > _TICKS:
                _log.critical("the worker couldn't work for %g s and ends", self._seconds)
                self._end(_EXIT_STATUS)
                return
