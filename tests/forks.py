"""Fork this process, let the children do some work, and check how they end."""

from __future__ import annotations

import os
import signal
import time
import traceback
import warnings
from collections.abc import Callable

from hypersweep.errors import BusyError


def fork(work: Callable[[], None]) -> int:
    """Run work in a child, which ends with status 0 on success and 2 if it was refused. Returns: its process ID."""
    with warnings.catch_warnings():
        # Python warns of just what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BusyError:
            status = 2
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return child


def status_of(child: int, seconds: float = 60) -> int:
    """Wait for a child; one that hangs is ended."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return -signal.SIGKILL
