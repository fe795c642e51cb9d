"""Ctrl-C while the program is loaded or ends: it stops at once and says nothing, where Python would show a traceback.

It is loaded before everything else, and acts only where ``hypersweep`` is the program that runs: whoever imports this
package keeps the handler of signals that they have. What stays Python's own is the time before the first line of ours,
in which the interpreter starts.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import signal
else:
    # What the module of that name is made of, without the milliseconds that its enumerations take to load.
    import _signal as signal

__all__ = ["hand_over", "is_program", "take_over"]


def is_program(name: str) -> bool:
    """Whether a program of that name, as ``sys.argv`` begins with it, is this one.

    >>> is_program("/usr/bin/hypersweep"), is_program("/lib/hypersweep/__main__.py"), is_program("/usr/bin/pytest")
    (True, True, False)
    """
    # Python has "-m" there while it looks for the module that it shall run.
    if name == "-m":
        return True
    folder, last = os.path.split(name)
    if last == "__main__.py":
        folder, last = os.path.split(folder)
        # ``python -m hypersweep.cli``; others have a room of that name too.
        if last == "cli":
            last = os.path.basename(folder)
    return last.removesuffix(".exe").removesuffix("-script.py") == "hypersweep"


_IS_PROGRAM = bool(getattr(sys, "argv", [])) and is_program(sys.argv[0])


def _end(number: int, frame: object) -> None:
    # The status of ``hypersweep.exit_codes``, which isn't loaded yet.
    os._exit(128 + number)


def take_over() -> None:
    """From now on Ctrl-C ends the program at once, unless somebody else handles it."""
    _exchange(signal.default_int_handler, _end)


def hand_over() -> None:
    """From now on Ctrl-C raises ``KeyboardInterrupt`` again, for rooms that have something to put back."""
    _exchange(_end, signal.default_int_handler)


def _exchange(old: object, new: signal._HANDLER) -> None:
    if not _IS_PROGRAM or signal.getsignal(signal.SIGINT) is not old:
        return
    try:
        signal.signal(signal.SIGINT, new)
    except ValueError:
        return  # only the main thread may


take_over()
