"""Run programs in such a way that they obey file permissions even as root."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import capabilities

# PR_CAPBSET_DROP and CAP_DAC_OVERRIDE of Linux: what is executed next can't pass over the modes of files.
_DROP = """
import ctypes, os, sys
assert ctypes.CDLL(None).prctl(24, 1, 0, 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""


def without_root_override(command: Sequence[str]) -> list[str]:
    """Return the command that runs a program so that it may write only where modes let its user write.

    Args:
        command: the path of the program and its arguments.
    """
    if os.geteuid() != 0:
        return [*command]
    capabilities.require("linux")
    return [sys.executable, "-c", _DROP, *command]
