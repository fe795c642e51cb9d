"""Conversion of text with a byte order mark to UTF-8, for everything that reads text from outside.

Programs of Windows begin UTF-8 with a mark, and its default shell (PowerShell 5.1) writes ``> file`` as UTF-16.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

__all__ = ["as_utf8", "utf8_stream"]

_UTF_8 = b"\xef\xbb\xbf"
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
# Largest number of bytes of UTF-16 that are read.
_MOST_BYTES = 1 << 30


def as_utf8(data: bytes) -> bytes:
    r"""Return text in UTF-8 without a byte order mark; data without such a mark is returned as it is.

    Args:
        data: the text, or its beginning.

    >>> as_utf8(b"\xff\xfe3\0x\0004\0"), as_utf8(b"\xef\xbb\xbf3x4"), as_utf8(b"3x4")
    (b'3x4', b'3x4', b'3x4')
    """
    encoding = _UTF_16.get(data[:2])
    if encoding is not None:
        return data[2:].decode(encoding, "replace").encode()
    return data.removeprefix(_UTF_8)


def utf8_stream(stream: IO[bytes]) -> IO[bytes]:
    r"""Return a stream with the text of another one in UTF-8, without a byte order mark.

    UTF-16 is read to its end at once. Everything else can still be read line by line as it comes, if the stream is
    buffered.

    >>> utf8_stream(BytesIO("3x4\n5x6\n".encode("utf-16"))).readline()
    b'3x4\n'
    """
    peek: Callable[[int], bytes] | None = getattr(stream, "peek", None)
    begin = b"" if peek is None else peek(len(_UTF_8))[: len(_UTF_8)]
    if peek is None or begin[:2] in _UTF_16:
        return BytesIO(as_utf8(stream.read(_MOST_BYTES)))
    if begin == _UTF_8:
        stream.read(len(_UTF_8))
    return stream
