"""Standard input and output as bytes, whatever encoding, newlines or stand-ins the text streams have."""

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
        text: the stream, such as ``sys.stdout``; None, which a program without one has there, takes everything and
            keeps nothing.

    Attributes:
        write: takes bytes that don't end within a character.

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
            # So it is under ``python -u``, where every write is a system call that may stop halfway.
            self._buffer = io.BufferedWriter(io.FileIO(text.fileno(), "wb", closefd=False))
        self.write: Callable[[bytes | bytearray], object]
        if text is None:
            self.write = _discard
        elif self._buffer is None:
            self.write = _text_writer(text)
        else:
            self.write = self._buffer.write

    def flush(self) -> None:
        """Send all that was written on its way, what was written as text before it included.

        Raises:
            OSError: nobody reads it any more, or it can't be written.
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
    """Function that gives the next line of a text stream as bytes, of any length, and no bytes at its end.

    A stream that is missing, closed or unreadable is at its end.

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
