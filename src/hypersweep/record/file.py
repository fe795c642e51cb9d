"""Files of records: read within bounds, and written whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.errors import ParseError
from hypersweep.text_encoding import as_utf8

if TYPE_CHECKING:
    import os
    from typing import IO

__all__ = ["MEDIA_TYPE", "MOST_BYTES", "SUFFIX", "is_record", "read_bytes", "write_file"]

SUFFIX = ".sweep"
"""What the name of a record's file ends with."""

MEDIA_TYPE = "text/x-hypersweep-record; charset=utf-8"
"""How a record calls itself in a mail or a browser."""

MOST_BYTES = 1 << 30
"""The longest file that is read."""

_BEGINNING = b"hypersweep-record:"
# Bytes in which the beginning of a record shows, in UTF-16 too.
_ENOUGH = 2 + 2 * len(_BEGINNING)


def is_record(data: bytes) -> bool:
    """Whether that is how a record begins.

    >>> is_record(b"hypersweep-record: 1"), is_record(b"Dear Ann")
    (True, False)
    """
    return as_utf8(data[:_ENOUGH]).startswith(_BEGINNING)


def read_bytes(stream: IO[bytes]) -> bytes:
    """What a file holds, if it may be a record: one that begins otherwise, or never ends, isn't read to its end.

    Raises:
        ParseError: it is longer than ``MOST_BYTES``.
        OSError: it can't be read.

    >>> from io import BytesIO
    >>> read_bytes(BytesIO(b"a picture" * 1000))
    b'a picturea picturea picturea picturea '
    """
    data = stream.read(_ENOUGH)
    if not is_record(data):
        # Enough for the message that says so.
        return data
    data += stream.read(MOST_BYTES + 1 - len(data))
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a record of at most {MOST_BYTES} bytes, got more")
    return data


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write a file whole or not at all, as ``hypersweep.atomic_write`` does it.

    Raises:
        OSError: it can't be written; an old file is as it was.
    """
    data = text.encode("utf-8")
    save_whole(path, lambda file: file.write(data))
