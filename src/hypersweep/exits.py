"""How commands end: the exit statuses of all of them. ``docs/play.md`` lists what each command ends with."""

from __future__ import annotations

__all__ = ["FAILED", "INTERRUPTED", "SIGNALLED", "TOO_MUCH", "UNUSABLE", "WRITING_FAILED"]

FAILED = 1
"""An error of the program's own, or work that this machine can't do."""

UNUSABLE = 2
"""What was given can't be used: words of the command line, a file, a board."""

TOO_MUCH = 3
"""Work that would take more than it was given."""

WRITING_FAILED = 74
"""The output can't be written. Source: EX_IOERR of sysexits.h."""

SIGNALLED = 128
"""Ended by a signal, whose number is added."""

INTERRUPTED = SIGNALLED + 2
"""Ended by Ctrl-C."""
