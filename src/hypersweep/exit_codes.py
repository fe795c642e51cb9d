"""Exit statuses of the commands (listed in ``docs/play.md``), and streams that can't be written to."""

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
"""An internal error, a board too large for this machine, a wrong certificate, or a broken installation."""

UNUSABLE = 2
"""Unusable input: arguments, a file, a board."""

TOO_MUCH = 3
"""The work exceeds its budget, or a search failed."""

INCOMPLETE = 4
"""Partial results: the rest isn't finished yet."""

WRITING_FAILED = 74
"""The output can't be written. Source: EX_IOERR of sysexits.h."""

SIGNALLED = 128
"""Ended by a signal: add the signal's number."""

INTERRUPTED = SIGNALLED + 2
"""Ended by Ctrl-C."""


def abandon(stream: TextIO | None) -> None:
    """Abandon a stream that can't be written to: its unsent data would fail again when the interpreter ends.

    Args:
        stream: a stream such as ``sys.stdout``; None (a program without one) is ignored.
    """
    if stream is None:
        return
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, stream.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass  # a replacement without a file descriptor; the interpreter won't flush it either


def flush_errors() -> None:
    """Flush standard error, and drop text that can't be written; for the end of a program.

    At exit Python would try to write that text again, and replace the exit status by 120 if that fails.
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
