"""How commands end: their exit statuses, which ``docs/play.md`` lists, and output that can't be written any more."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TextIO

__all__ = [
    "FAILED",
    "INCOMPLETE",
    "INTERRUPTED",
    "SIGNALLED",
    "TOO_MUCH",
    "UNUSABLE",
    "WRITING_FAILED",
    "abandon",
    "flush_errors",
]

FAILED = 1
"""An error of the program's own, work that this machine can't do, a wrong certificate, a broken installation."""

UNUSABLE = 2
"""What was given can't be used: words of the command line, a file, a board."""

TOO_MUCH = 3
"""Work that would take more than it was given, or a search without success."""

INCOMPLETE = 4
"""The results of a part of the work alone, since the rest isn't there yet."""

WRITING_FAILED = 74
"""The output can't be written. Source: EX_IOERR of sysexits.h."""

SIGNALLED = 128
"""Ended by a signal, whose number is added."""

INTERRUPTED = SIGNALLED + 2
"""Ended by Ctrl-C."""


def abandon(stream: TextIO | None) -> None:
    """Abandon a stream that can't be written to: what it holds unsent would fail again when the interpreter ends.

    Args:
        stream: such as ``sys.stdout``; None, which a program without one has there, needs nothing.
    """
    if stream is None:
        return
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, stream.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass  # a stand-in without a file behind it, which the interpreter won't flush either


def flush_errors() -> None:
    """Flush standard error, and drop text that can't be written; for the end of a program.

    Python would try to write that text once more at its exit, and replace the exit status by 120 if that fails as well.
    """
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        abandon(stream)
    except ValueError:
        pass  # closed
