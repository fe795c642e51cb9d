"""The commands' exit statuses (listed in ``docs/play.md``), and handling of unwritable output streams."""

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
"""An internal error, a wrong certificate or program, a failed engine or build, or a broken installation."""

UNUSABLE = 2
"""Unusable input: invalid arguments, an unreadable file, or a board that is impossible or too large."""

TOO_MUCH = 3
"""The work exceeded its budget, or a search failed."""

INCOMPLETE = 4
"""Partial results: some of the work isn't finished yet."""

WRITING_FAILED = 74
"""The output can't be written. Source: EX_IOERR in sysexits.h."""

SIGNALLED = 128
"""Base of the status after a signal; the signal's number is added."""

INTERRUPTED = SIGNALLED + 2
"""Interrupted by Ctrl-C (SIGINT)."""


def abandon(stream: TextIO | None) -> None:
    """Discard a stream's unwritten data after a write has failed; it would only fail again at interpreter exit.

    Args:
        stream: a stream such as ``sys.stdout``; None (in a program without one) is ignored.
    """
    if stream is None:
        return
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, stream.fileno())
        os.close(sink)
    except (OSError, ValueError):
        pass  # the stream is a replacement without a file descriptor, which the interpreter doesn't flush at exit


def flush_errors() -> None:
    """Flush standard error at the end of a program; discard text that can't be written.

    Otherwise Python would try to write that text again at exit and, if that failed, change the exit status to 120.
    """
    stream = sys.stderr
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        abandon(stream)
    except ValueError:
        pass  # standard error is closed
