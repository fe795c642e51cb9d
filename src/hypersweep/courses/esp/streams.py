"""Standard input and output as bytes, whatever the encoding, newlines or type of the text streams."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hypersweep.exit_codes import abandon

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

__all__ = ["Output", "line_reader"]


class Output:
    """A text stream as a sink for UTF-8.

    Args:
        text: the stream, such as ``sys.stdout``, which is None in a program without one; None drops all output.

    Attributes:
        write: writes bytes of whole characters.

    >>> import io
    >>> text = io.StringIO()
    >>> output = Output(text)
    >>> output.write("░1·".encode())
    >>> text.getvalue()
    '░1·'
    """

    __slots__ = ("_buffer", "_text", "write")

    def __init__(self, text: TextIO | None) -> None:
        self._text = text
        self._buffer = getattr(text, "buffer", None)
        if text is not None and isinstance(self._buffer, io.RawIOBase):
            # An unbuffered stream, as under ``python -u``: a write is a system call, which may stop halfway.
            self._buffer = io.BufferedWriter(io.FileIO(text.fileno(), "wb", closefd=False))
        self.write: Callable[[bytes | bytearray], object]
        if text is None:
            self.write = _discard
        elif self._buffer is None:
            self.write = _text_writer(text)
        else:
            self.write = self._buffer.write

    def flush(self) -> None:
        """Flush all output, earlier text included.

        Raises:
            OSError: the reader closed the pipe, or it can't be written.
        """
        if self._text is not None:
            self._text.flush()
        if self._buffer is not None:
            self._buffer.flush()

    def abandon(self) -> None:
        """Abandon a stream that can't be written to: its unsent bytes would fail again when the interpreter ends."""
        text, self._text, self.write = self._text, None, _discard
        abandon(text)


def line_reader(text: TextIO | None) -> Callable[[], bytes]:
    """Return a function that reads the next line of a text stream as bytes of any length; no bytes at the end.

    A missing, closed or unreadable stream counts as being at its end.

    >>> import io
    >>> read_line = line_reader(io.StringIO("flag 2 3"))
    >>> read_line(), read_line()
    (b'flag 2 3', b'')
    """
    if text is None:
        return bytes
    buffer = getattr(text, "buffer", None)

    def read_line() -> bytes:
        try:
            if buffer is None:
                return text.readline().encode("utf-8", "surrogateescape")
            line: bytes = buffer.readline()
            return line
        except (OSError, ValueError):
            return b""

    return read_line


def _discard(data: bytes | bytearray) -> None:
    pass


def _text_writer(text: TextIO) -> Callable[[bytes | bytearray], object]:
    def write(data: bytes | bytearray) -> None:
        text.write(data.decode())

    return write
