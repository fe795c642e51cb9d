"""Ctrl-C while the program loads or ends: exit at once and without the traceback that Python would print.

This module is loaded first, and acts only if ``hypersweep`` is the running program: a program that imports this package
keeps its own signal handlers. Before our first line runs, while the interpreter starts, Python's handler is in force.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
else:
    # The C part of ``signal``, without the milliseconds that its enumerations take to load.
    import _signal as signal


def is_program(name: str) -> bool:
    """Whether a program name, as in ``sys.argv[0]``, is that of this program.

    >>> is_program("/usr/bin/hypersweep"), is_program("/lib/hypersweep/__main__.py"), is_program("/usr/bin/pytest")
    (True, True, False)
    """
    # Python has "-m" there while it looks for the module to run.
    if name == "-m":
        return True
    folder, last = os.path.split(name)
    if last == "__main__.py":
        folder, last = os.path.split(folder)
        # ``python -m hypersweep.cli``; other packages have a ``cli`` too.
        if last == "cli":
            last = os.path.basename(folder)
    return last.removesuffix(".exe").removesuffix("-script.py") == "hypersweep"


_IS_PROGRAM = bool(getattr(sys, "argv", [])) and is_program(sys.argv[0])


def _end(number: int, frame: object) -> None:
    # The status of ``hypersweep.exit_codes``, which isn't loaded yet.
    os._exit(128 + number)


def take_over() -> None:
    """Let Ctrl-C end the program at once, unless a handler is already installed."""
    _exchange(signal.default_int_handler, _end)


def hand_over() -> None:
    """Let Ctrl-C raise ``KeyboardInterrupt`` again, for commands that have to clean up."""
    _exchange(_end, signal.default_int_handler)


def _exchange(old: object, new: signal._HANDLER) -> None:
    if not _IS_PROGRAM or signal.getsignal(signal.SIGINT) is not old:
        return
    try:
        signal.signal(signal.SIGINT, new)
    except ValueError:
        return  # only the main thread may


take_over()
