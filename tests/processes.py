"""Check whether other processes still exist, on systems in which signal number 0 can ask."""

from __future__ import annotations

import os
import subprocess


def is_there(pid: int) -> bool:
    """Whether a process lives, or has ended and isn't reaped yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_alive(pid: int) -> bool:
    """Whether a process still does something: one whose parent is gone may have ended and wait for its new parent."""
    if not is_there(pid):
        return False
    shown = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(shown.strip()) and not shown.strip().startswith("Z")
