"""Functions that format and parse short texts: numbers, lists, cells, percentages, times, errors, byte order marks.

Some Windows programs begin UTF-8 files with a byte order mark, and PowerShell 5.1, the default shell there, writes ``>
file`` in UTF-16.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import IO

_PLURALS = {
    "forced guess": "forced guesses",
    "guess": "guesses",
    "risky guess": "risky guesses",
    "try": "tries",
    "unneeded guess": "unneeded guesses",
}
_UNCOUNTED = ("certain", "unknown")
# Maximum number of digits in a typed number; longer numbers are useless and slow to convert.
_MOST_DIGITS = 20


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> pluralize(1, "mine"), pluralize(-2, "mine"), pluralize(2, "forced guess"), pluralize(3, "certain")
    ('1 mine', '-2 mines', '2 forced guesses', '3 certain')
    """
    if number == 1 or noun in _UNCOUNTED:
        return f"{number} {noun}"
    return f"{number} {_PLURALS.get(noun, noun + 's')}"


def join_or(choices: Sequence[str], word: str = "or") -> str:
    """Return choices joined with commas and "or", or with another word.

    >>> join_or(["fewer mines"]), join_or(["a", "b", "c"]), join_or(["a", "b"], "and")
    ('fewer mines', 'a, b or c', 'a and b')
    """
    *others, last = choices
    return f"{', '.join(others)} {word} {last}" if others else last


def error_reason(error: BaseException) -> str:
    """Return an error's message; for a system error, without the error number.

    >>> error_reason(FileNotFoundError(2, "No such file or directory", "game.sweep")), error_reason(OSError("full"))
    ('No such file or directory: game.sweep', 'full')
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error)


def tame(text: str, most: int) -> str:
    r"""Make another program's text safe for one line of a terminal or page: printable, at most ``most`` characters.

    >>> tame("Tiny \x1b[2J  3", 40), tame("abcdef", 4)
    ('Tiny [2J 3', 'abc…')
    """
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def percent_of(share: float) -> str:
    """Format a share (0 to 1) in whole percent.

    >>> percent_of(0.834), percent_of(1)
    ('83 %', '100 %')
    """
    return f"{100 * share:.0f} %"


def chance_text(chance: float) -> str:
    """Format a chance (0 to 1) in percent with three significant digits.

    >>> chance_text(1 / 6)
    '16.7 %'
    """
    return f"{100 * chance:.3g} %"


def percent_done(part: int, whole: int) -> str:
    """Format the finished part of some work in whole percent, rounded down so that 100 % means finished.

    >>> percent_done(380, 381), percent_done(381, 381), percent_done(0, 0)
    ('99 %', '100 %', '100 %')
    """
    return f"{100 * part // whole if whole else 100} %"


def axis_text(axis: int) -> str:
    """Return an axis's name, as in every picture and message.

    >>> axis_text(2)
    'axis 2'
    """
    return f"axis {axis}"


def place_text(cell: Sequence[int]) -> str:
    """Return a cell's coordinates, as in every message.

    >>> place_text((2, 0, 3, 1)), place_text((7,))
    ('(2, 0, 3, 1)', '(7)')
    """
    return f"({', '.join(map(str, cell))})"


def stable_digest(text: str) -> str:
    """Return a hash of a text as 32 hexadecimal digits, the same on every machine: BLAKE2b of its UTF-8, 16 bytes.

    >>> stable_digest("3x4.bAgg")
    '940d98b788d935155ec1090ab9d4f521'
    """
    from hashlib import blake2b

    return blake2b(text.encode(), digest_size=16).hexdigest()


_SEPARATORS = str.maketrans(",;()[]", "      ")


def without_separators(text: str) -> str:
    """Replace commas, semicolons and brackets by spaces, so that ``split`` finds the coordinates of pasted cells.

    Every parser of typed cells uses this function. The text keeps its length, so positions in it stay valid.

    >>> without_separators("open (3,4)").split()
    ['open', '3', '4']
    """
    return text.translate(_SEPARATORS)


def time_text(milliseconds: int) -> str:
    """Format a time as results show it: seconds with hundredths, after minutes and hours if needed.

    >>> time_text(7_049), time_text(83_412), time_text(3_723_000)
    ('7.04', '1:23.41', '1:02:03.00')
    """
    seconds = milliseconds // 1000
    text = f"{seconds % 60}.{milliseconds // 10 % 100:02}"
    if seconds >= 60:
        text = f"{seconds // 60 % 60}:{text:0>5}"
    return f"{seconds // 3600}:{text:0>8}" if seconds >= 3600 else text


def length_text(milliseconds: int) -> str:
    """Format a time for use in a sentence.

    >>> length_text(7_049), length_text(83_412)
    ('7.04 s', '1:23.41')
    """
    return time_text(milliseconds) + (" s" if milliseconds < 60_000 else "")


def clock_text(milliseconds: int) -> str:
    """Format a time in whole seconds, as a running clock shows it.

    >>> clock_text(7_049), clock_text(83_412), clock_text(3_723_000)
    ('0:07', '1:23', '1:02:03')
    """
    seconds = milliseconds // 1000
    minutes = f"{seconds // 60 % 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{minutes:0>5}" if seconds >= 3600 else minutes


_UTF_8 = b"\xef\xbb\xbf"
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
# Maximum number of bytes in a text that is read at once, such as UTF-16.
_MOST_BYTES = 1 << 30


def as_utf8(data: bytes) -> bytes:
    r"""Convert text to UTF-8 without a byte order mark; return data without a byte order mark unchanged.

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
    r"""Return a stream with the text of another stream in UTF-8, without a byte order mark.

    UTF-16 is read to its end at once. Other text can still be read line by line as it arrives, if the stream is
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


def parse_whole_number(text: str, name: str, *, least: int | None = None) -> int:
    """Parse a whole number that the user typed.

    Args:
        text: the typed text.
        name: name of the option, such as "--mines".
        least: the minimum; None if the caller checks it.

    Raises:
        ParameterError: the text isn't a whole number, or the number is too small.

    >>> parse_whole_number("12", "--games", least=1), parse_whole_number("-3", "--mines")
    (12, -3)
    """
    digits = text.removeprefix("-") if least is None else text
    if (
        not (digits.isascii() and digits.isdigit())
        or len(digits) > _MOST_DIGITS
        or (least is not None and int(text) < least)
    ):
        wanted = "" if least is None else f" of {least} or more"
        raise ParameterError(f"expected a whole number{wanted} for {name}, got {truncate(text)}")
    return int(text)


def parse_decimal(text: str, name: str, what: str, *, least: float, most: float) -> float:
    """Parse a decimal number that the user typed.

    Args:
        text: the typed text.
        name: name of the option, such as "--seconds".
        what: what the message says was expected, such as "a number of seconds".
        least: the minimum.
        most: the maximum.

    Raises:
        ParameterError: the text isn't a number, or the number is out of range.

    >>> parse_decimal("1.5", "--speed", "a number", least=0.001, most=1000)
    1.5
    """
    try:
        number = float(text)
    except ValueError:
        number = least - 1
    # This also rejects NaN, which fails every comparison.
    if not least <= number <= most:
        raise ParameterError(f"expected {what} for {name}, got {truncate(text)}")
    return number


def parse_seconds(text: str, name: str) -> float:
    """Parse a time in seconds, 0 or more.

    Raises:
        ParameterError: the text isn't a number, or the number is negative or too large.
    """
    return parse_decimal(text, name, "a number of seconds", least=0, most=1e9)
