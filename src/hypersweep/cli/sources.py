"""Records that a command line names: files, or standard input."""

from __future__ import annotations

import sys
import warnings

from hypersweep.errors import ParseError, RecordWarning
from hypersweep.record import Record
from hypersweep.record.tags import escape

__all__ = ["load_record", "read_bytes", "warn"]


def warn(command: str, message: str) -> None:
    """Say something on standard error, in a line of its own; what can't be said is left unsaid."""
    from contextlib import suppress

    with suppress(OSError):
        if sys.stderr is not None:
            print(f"{command}: {message}", file=sys.stderr, flush=True)


def read_bytes(name: str) -> bytes:
    """What a file holds, or standard input where the name is "-".

    Raises:
        ParseError: the file can't be read.
    """
    from hypersweep.record.file import read_bytes as read

    try:
        if name == "-":
            return b"" if sys.stdin is None else read(sys.stdin.buffer)
        with open(name, "rb") as file:
            return read(file)
    except (OSError, ValueError) as error:
        # A name that no file can have is a ValueError.
        if isinstance(error, ParseError):
            raise
        why = getattr(error, "strerror", None) or error
        raise ParseError(f"expected a file that can be read, got {escape(name)}: {why}", text=name) from None


def load_record(command: str, name: str, data: bytes | None = None) -> Record:
    """The record in a file, or on standard input where the name is "-"; a cut is told on standard error.

    Args:
        command: who asks, such as "hypersweep review".
        name: the file.
        data: what it holds, if that has been read.

    Raises:
        ParseError: no record, or nothing that can be read.
    """
    where = "standard input" if name == "-" else name
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            record = Record.parse(read_bytes(name) if data is None else data)
        except ParseError as error:
            raise ParseError(f"{where}: {error}" if data is not None else str(error), text=error.text) from None
    for warning in caught:
        if issubclass(warning.category, RecordWarning):
            warn(command, f"{where}: {warning.message}")
    return record
