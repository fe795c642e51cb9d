"""ESP Minesweeper's command line, a parser for its integers, and byte-exact input and output.

The bytes don't depend on the text streams' encoding, newline mode or type.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.exit_codes import abandon

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO


PARAMETERS = {"--size": 2, "--mines": 1, "--seed": 1}
LARGEST_SIDE = 2**64
SEEDS = 2**32

COUNT, UNKNOWN, TYPE, VALUE = 2, 3, 4, 5
MESSAGES = {
    COUNT: "Invalid number of parameters given!",
    UNKNOWN: "Unexpected argument provided!",
    TYPE: "Invalid type for argument!",
    VALUE: "Invalid value for argument!",
}


class ArgumentError(ParameterError):
    """Invalid command line; the message is the line required by the specification.

    Attributes:
        status: the exit status the specification pairs with the message.

    >>> ArgumentError(VALUE).status, str(ArgumentError(VALUE))
    (5, 'Invalid value for argument!')
    """

    def __init__(self, status: int) -> None:
        super().__init__(MESSAGES[status])
        self.status = status


class Settings:
    """The values on a command line: height, width, number of mines, and the seed for ``srand``.

    >>> Settings(3, 4, mines=5)
    Settings(3, 4, mines=5, seed=0)
    """

    __slots__ = ("height", "mines", "seed", "width")

    def __init__(self, height: int = 9, width: int = 9, mines: int = 10, seed: int = 0) -> None:
        self.height: int = height
        self.width: int = width
        self.mines: int = mines
        self.seed: int = seed

    def __repr__(self) -> str:
        return f"Settings({self.height}, {self.width}, mines={self.mines}, seed={self.seed})"


def parse_arguments(argv: list[str]) -> Settings:
    """Parse a command line, and return its settings.

    Words are read from left to right, up to the first of these three errors (with exit status): an unknown option (3),
    too few words left for an option's parameters (2), a parameter that isn't an integer (4). These errors count even in
    an option that is given again later. Ranges are checked afterwards, only for the last occurrence of each option: a
    side must be from 1 to 2**64, and the number of mines from 0 to the number of cells minus 1 (otherwise 5).

    Our choices where the specification is silent: a parameter is the next word, whatever it looks like, so in ``--size
    9 --mines 10`` the second parameter of ``--size`` has the wrong type. A seed is taken modulo 2**32, as when a C
    program passes it to ``srand``, so -1 means 4294967295. 2**64 mines or more are out of range even on a board with
    more cells.

    Args:
        argv: the arguments after ``hypersweep esp``.

    Raises:
        ArgumentError: the command line is invalid.

    >>> parse_arguments(["--size", "3", "4", "--mines", "5"])
    Settings(3, 4, mines=5, seed=0)
    """
    numbers = {"--size": [9, 9], "--mines": [10], "--seed": [0]}
    place = 0
    while place < len(argv):
        argument = argv[place]
        if argument not in PARAMETERS:
            raise ArgumentError(UNKNOWN)
        parameters = argv[place + 1 : place + 1 + PARAMETERS[argument]]
        if len(parameters) < PARAMETERS[argument]:
            raise ArgumentError(COUNT)
        parsed = [parse_integer(word, modulus=SEEDS if argument == "--seed" else None) for word in parameters]
        numbers[argument] = [number for number in parsed if number is not None]
        if None in parsed:
            raise ArgumentError(TYPE)
        place += 1 + len(parameters)
    height, width = numbers["--size"]
    settings = Settings(height, width, numbers["--mines"][0], numbers["--seed"][0])
    if not (1 <= height <= LARGEST_SIDE and 1 <= width <= LARGEST_SIDE):
        raise ArgumentError(VALUE)
    if not 0 <= settings.mines < min(height * width, LARGEST_SIDE):
        raise ArgumentError(VALUE)
    return settings


def parse_integer(word: str, *, modulus: int | None = None) -> int | None:
    """Return a word as an integer, or None if it isn't one.

    An integer is an optional sign and decimal ASCII digits: "+5", "-0" and "007" are integers; " 5", "5a", "1_000",
    "0x5", "-" and digits of other scripts aren't.

    Args:
        word: any text.
        modulus: return the integer modulo this. Without it, integers with more than 20 digits become 10**20 or -10**20,
            which are also out of every valid range, so that long words are parsed fast.

    Complexity: linear in the length of the word.

    >>> parse_integer("-12"), parse_integer("5a"), parse_integer("-1", modulus=2**32)
    (-12, None, 4294967295)
    """
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        return None
    sign = -1 if word[0] == "-" else 1
    if modulus is None:
        digits = digits.lstrip("0") or "0"
        return sign * (int(digits) if len(digits) <= 20 else 10**20)
    number = 0
    for begin in range(0, len(digits), 18):
        piece = digits[begin : begin + 18]
        number = (number * 10 ** len(piece) + int(piece)) % modulus
    return sign * number % modulus


class Output:
    """Writes UTF-8 bytes to a text stream.

    Args:
        text: the stream, such as ``sys.stdout``; None (standard output is closed) to drop all output.

    Attributes:
        write: writes bytes; a call mustn't split a UTF-8 character.

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
            # With an unbuffered stream, as under ``python -u``, a write may be partial, so add a buffer, which retries.
            self._buffer = io.BufferedWriter(io.FileIO(text.fileno(), "wb", closefd=False))
        self.write: Callable[[bytes | bytearray], object]
        if text is None:
            self.write = _discard
        elif self._buffer is None:
            self.write = _text_writer(text)
        else:
            self.write = self._buffer.write

    def flush(self) -> None:
        """Flush all output, including text written earlier through the stream.

        Raises:
            OSError: the reader closed the pipe, or the output can't be written.
        """
        if self._text is not None:
            self._text.flush()
        if self._buffer is not None:
            self._buffer.flush()

    def abandon(self) -> None:
        """Discard unsent bytes after an error, because the interpreter would try to write them again at exit."""
        text, self._text, self.write = self._text, None, _discard
        abandon(text)


def line_reader(text: TextIO | None) -> Callable[[], bytes]:
    """Return a function that reads a text stream's next line, of any length, as bytes; b"" at the end.

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
