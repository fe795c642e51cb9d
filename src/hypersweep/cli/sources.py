"""What a command line names: files, or standard input; read within bounds."""

from __future__ import annotations

import sys
import warnings
from contextlib import nullcontext
from io import BytesIO

from hypersweep.console.program import warn
from hypersweep.errors import ParseError, RecordWarning
from hypersweep.record import Record
from hypersweep.record.file import MOST_BYTES
from hypersweep.record.file import read_bytes as read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import BinaryIO

__all__ = ["load_record", "open_source", "read_bytes", "refusal", "source_name"]


def source_name(name: str) -> str:
    r"""How messages call what a name stands for, whatever characters are in it.

    >>> source_name("-"), source_name("a\nb.sweep")
    ('standard input', 'a\\nb.sweep')
    """
    from hypersweep.record.tags import escape

    return "standard input" if name == "-" else escape(name)


def refusal(name: str, error: OSError | ValueError) -> ParseError:
    """The error for a file that can't be read; one with a name that no file can have is a ValueError."""
    why = getattr(error, "strerror", None) or error
    return ParseError(f"expected a file that can be read, got {source_name(name)}: {why}", text=name)


def open_source(name: str) -> AbstractContextManager[BinaryIO]:
    """The bytes of a file, or of standard input where the name is "-"; that one is left open, as it isn't ours.

    Raises:
        ParseError: the file can't be opened.
    """
    if name == "-":
        if sys.stdin is None:
            raise ParseError("expected something to read on standard input, which is closed", text=name)
        # A stand-in may hold nothing but text.
        buffer = getattr(sys.stdin, "buffer", None)
        return nullcontext(BytesIO(sys.stdin.read().encode()) if buffer is None else buffer)
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise refusal(name, error) from None


def read_bytes(name: str, most: int = MOST_BYTES) -> bytes:
    """What a file holds, or standard input where the name is "-".

    Raises:
        ParseError: the file can't be read, or holds more bytes than the most.
    """
    with open_source(name) as stream:
        try:
            data = stream.read(most + 1)
        except OSError as error:
            raise refusal(name, error) from None
    if len(data) > most:
        raise ParseError(f"expected at most {most} bytes, got more from {source_name(name)}", text=name)
    return data


def load_record(command: str, name: str, data: bytes | None = None) -> Record:
    """The record in a file, or on standard input where the name is "-"; a cut is told on standard error.

    Args:
        command: who asks, such as "hypersweep review".
        name: the file.
        data: what it holds, if that has been read.

    Raises:
        ParseError: no record, or nothing that can be read.
    """
    where = source_name(name)
    if data is None:
        with open_source(name) as stream:
            try:
                data = read_record(stream)
            except OSError as error:
                raise refusal(name, error) from None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            record = Record.parse(data)
        except ParseError as error:
            raise ParseError(f"{where}: {error}", text=error.text, position=error.position) from None
    for warning in caught:
        if issubclass(warning.category, RecordWarning):
            warn(command, f"{where}: {warning.message}")
    return record
