"""Files of records: bounded reads and atomic writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.errors import ParseError
from hypersweep.text import as_utf8

if TYPE_CHECKING:
    import os
    from typing import IO

SUFFIX = ".sweep"
"""File name extension of records."""

MEDIA_TYPE = "text/x-hypersweep-record; charset=utf-8"
"""MIME type of records."""

MOST_BYTES = 1 << 30
"""Largest file that is read, in bytes."""

_BEGINNING = b"hypersweep-record:"
# Bytes needed to recognise a record, in UTF-16 too.
_ENOUGH = 2 + 2 * len(_BEGINNING)


def is_record(data: bytes) -> bool:
    """Return whether data begins like a record.

    >>> is_record(b"hypersweep-record: 1"), is_record(b"Dear Ann")
    (True, False)
    """
    return as_utf8(data[:_ENOUGH]).startswith(_BEGINNING)


def read_bytes(stream: IO[bytes]) -> bytes:
    """Read a file. If it doesn't begin like a record, return only its beginning.

    Raises:
        ParseError: the file is longer than ``MOST_BYTES``.
        OSError: the file can't be read.

    >>> from io import BytesIO
    >>> read_bytes(BytesIO(b"a picture" * 1000))
    b'a picturea picturea picturea picturea '
    """
    data = stream.read(_ENOUGH)
    if not is_record(data):
        # The beginning is enough for the error message.
        return data
    data += stream.read(MOST_BYTES + 1 - len(data))
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a record of at most {MOST_BYTES} bytes, got more")
    return data


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write a file atomically, as ``hypersweep.atomic_write`` does.

    Raises:
        OSError: the file can't be written; an old file is unchanged.
    """
    data = text.encode("utf-8")
    save_whole(path, lambda file: file.write(data))
