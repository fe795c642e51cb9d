"""Helpers for binary files: ``ByteReader`` reads fields, and functions convert between bytes and text.

Mouse replay readers store fields that have no place in a record as text in ``Video.extra``; writers convert that text
back to bytes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.layout import Layout
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Literal, NoReturn

    from hypersweep.grid import Grid


class ByteReader:
    """Reads a file's bytes field by field; errors name the byte position.

    Args:
        data: the whole file.
        what: description of the file for errors, such as "an AVF file".
        order: byte order of numbers, "big" or "little".

    Raises:
        ParameterTypeError: ``data`` isn't bytes.

    Attributes:
        data: the whole file.
        place: number of bytes read so far.

    >>> source = ByteReader(bytes([1, 0, 9, 65]), "an example")
    >>> source.whole(1, "a version"), source.whole(2, "mines"), source.place
    (1, 9, 3)
    >>> source.whole(2, "a width")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParseError: expected 2 bytes of a width at byte 3 of an example, got 1
    """

    __slots__ = ("_order", "_what", "data", "place")

    def __init__(
        self, data: bytes | bytearray | memoryview, what: str, order: Literal["big", "little"] = "big"
    ) -> None:
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise ParameterTypeError(f"expected {what} as bytes, got {truncate(data)} ({type(data).__name__})")
        self.data: bytes = bytes(data)
        self.place: int = 0
        self._what = what
        self._order = order

    @property
    def left(self) -> int:
        """Number of bytes not read yet."""
        return len(self.data) - self.place

    def take(self, count: int, what: str) -> bytes:
        """Read the next bytes.

        Args:
            count: number of bytes.
            what: description of the field, for the error.

        Raises:
            ParseError: fewer bytes are left.
        """
        if count > self.left:
            raise ParseError(
                f"expected {count} {'byte' if count == 1 else 'bytes'} of {what} at byte {self.place} of "
                f"{self._what}, got {self.left}",
                position=self.place,
            )
        taken = self.data[self.place : self.place + count]
        self.place += count
        return taken

    def whole(self, size: int, what: str, least: int = 0, most: int | None = None) -> int:
        """Read a number.

        Args:
            size: number of bytes.
            what: description of the field, for the error.
            least: minimum allowed.
            most: maximum allowed; None for the largest number that fits.

        Raises:
            ParseError: fewer bytes are left, or the number is out of range.
        """
        begun = self.place
        number = int.from_bytes(self.take(size, what), self._order)
        if number < least or (most is not None and number > most):
            bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
            self.refuse(f"{what} {bounds}", number, begun)
        return number

    def expect(self, wanted: bytes, what: str) -> None:
        """Read fixed bytes.

        Raises:
            ParseError: the file contains other bytes here.
        """
        begun = self.place
        found = self.data[begun : begun + len(wanted)]
        if found != wanted:
            self.refuse(what, found, begun)
        self.place += len(wanted)

    def until(self, end: bytes, what: str) -> bytes:
        """Read up to and including a terminator; return the bytes before it.

        Raises:
            ParseError: the terminator is missing.
        """
        found = self.data.find(end, self.place)
        if found < 0:
            self.refuse(f"{what} that ends with {end!r}", self.data[self.place : self.place + 20], self.place)
        taken = self.data[self.place : found]
        self.place = found + len(end)
        return taken

    def refuse(self, wanted: str, got: object, place: int | None = None) -> NoReturn:
        """Raise an error about the file's contents.

        Args:
            wanted: what was expected.
            got: what the file contains instead.
            place: index of the invalid byte; None for the next byte to read.

        Raises:
            ParseError: always.
        """
        where = self.place if place is None else place
        raise ParseError(f"expected {wanted} at byte {where} of {self._what}, got {shown(got)}", position=where)


def load_mines(
    source: ByteReader, grid: Grid, rows: bytes, columns: bytes, base: int, begun: int
) -> tuple[Layout, bool]:
    """Return a board whose mines are stored as pairs of bytes, and whether they are stored row by row.

    Args:
        source: the file, for the error.
        grid: the board's grid, of rows and columns.
        rows: the row of each mine, counted from ``base``.
        columns: the column of each mine, counted from ``base``.
        base: 0 or 1.
        begun: index of the first pair.

    Raises:
        ParseError: a mine isn't on the board, or is stored twice.

    >>> from hypersweep import Grid
    >>> source = ByteReader(bytes([1, 0, 2, 3]), "an example")
    >>> load_mines(source, Grid("3x4"), source.data[::2], source.data[1::2], 0, 0)[0].mines
    2
    """
    height, width = grid.shape
    shift = base * (width + 1)
    indices = [width * row + column - shift for row, column in zip(rows, columns, strict=True)]
    is_on_board = not rows or (
        min(rows) >= base <= min(columns) and max(rows) < height + base and max(columns) < width + base
    )
    if is_on_board and len(set(indices)) == len(indices):
        bits = bytearray((grid.cells + 7) // 8)
        for index in indices:
            bits[index >> 3] |= 1 << (index & 7)
        return Layout.from_bits(grid, bits), indices == sorted(indices)
    try:
        layout = Layout(grid, [(row - base, column - base) for row, column in zip(rows, columns, strict=True)])
    except HypersweepError as error:
        source.refuse(f"mines on different cells of {grid}", str(error), begun)
    return layout, False


def shown(got: object) -> str:
    """Format a value from a file for an error message: printable bytes as text, others in hexadecimal."""
    if not isinstance(got, bytes):
        return truncate(got)
    text = got.decode("latin-1")
    if text.isascii() and text.isprintable():
        return truncate(text)
    return f"binary data ({got[:8].hex(' ')}{' …' if len(got) > 8 else ''})"


_BY_DAY = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})[. ](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.:]\d{1,9})?", re.ASCII)


def code_table(values: Mapping[int, int], default: int) -> bytes:
    """Return a table with a byte for each code from 0 to 255, as the kernels expect it.

    >>> code_table({2: 7}, 255)[:4].hex(" ")
    'ff ff 07 ff'
    """
    return bytes(values.get(code, default) for code in range(256))


def bytes_of(extra: Mapping[str, str], name: str, what: str, size: int | None = None) -> bytes:
    r"""Convert an entry in ``extra`` from hexadecimal to bytes.

    Args:
        extra: all entries, by name.
        name: the entry's name. If it is missing, return ``size`` zeros, or no bytes if ``size`` is None.
        what: description of the file, for the error.
        size: required number of bytes, or None for any.

    Raises:
        ParameterError: the entry isn't hexadecimal, or has the wrong number of bytes.

    >>> bytes_of({"gap": "6162"}, "gap", "an AVF file"), bytes_of({}, "unused", "an AVF file", 2).hex()
    (b'ab', '0000')
    """
    text = extra.get(name, "00" * (size or 0))
    try:
        found = bytes.fromhex(text)
    except ValueError:
        raise ParameterError(f"expected hexadecimal digits for {name!r} of {what}, got {truncate(text)}") from None
    if size is not None and len(found) != size:
        raise ParameterError(f"expected {size} bytes for {name!r} of {what}, got {len(found)}")
    return found


def characters_of(extra: Mapping[str, str], name: str, what: str) -> bytes:
    """Convert an entry in ``extra`` to bytes, one per character.

    Args:
        extra: all entries, by name.
        name: the entry's name; a missing entry counts as empty.
        what: description of the file, for the error.

    Raises:
        ParameterError: a character doesn't fit into a byte.

    >>> characters_of({"text": "Ann é"}, "text", "an AVF file").hex()
    '416e6e20e9'
    """
    text = extra.get(name, "")
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise ParameterError(f"expected Latin-1 characters in {name!r} of {what}, got {truncate(text)}") from None


def check_encoding(encoding: str | None) -> None:
    """Raise an error if a value is neither None nor the name of a text encoding that Python knows.

    Raises:
        ParameterError: there is no such text encoding.
        ParameterTypeError: the value isn't a string.

    >>> check_encoding("cp1250"), check_encoding(None)
    (None, None)
    """
    if encoding is None:
        return
    check_type(encoding, str, "a text encoding")
    try:
        "a".encode(encoding)
    except (LookupError, ValueError):
        raise ParameterError(f"expected a text encoding such as 'cp1250' or 'gbk', got {truncate(encoding)}") from None


def name_of(data: bytes, encoding: str | None = None) -> str:
    r"""Decode a name as UTF-8 or, if that fails, in the encoding of an older program.

    Args:
        data: the bytes.
        encoding: a text encoding; None for Latin-1.

    >>> name_of("Žofie".encode()), name_of(b"Zo\xeb"), name_of(b"Ja\xf1ska", "cp1250")
    ('Žofie', 'Zoë', 'Jańska')
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        pass
    try:
        text = data.decode(encoding or "latin-1", "replace")
    except UnicodeError:  # some encodings can't replace undecodable bytes
        text = data.decode("latin-1")
    # Texts in records can't contain lone surrogates, which a few encodings produce.
    return text.encode("utf-8", "replace").decode()


def number_of(extra: Mapping[str, str], name: str, least: int, most: int, what: str) -> int:
    """Convert an entry in ``extra`` to a number.

    Args:
        extra: all entries, by name.
        name: the entry's name.
        least: minimum allowed.
        most: maximum allowed.
        what: description of the file, for the error.

    Raises:
        ParameterError: the entry isn't a number or is out of range.

    >>> number_of({"level": "6"}, "level", 3, 6, "an AVF file")
    6
    """
    text = extra.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise ParameterError(f"expected {least} to {most} for {name!r} of {what}, got {truncate(text)}")
    return int(text)


def numbered_of(
    extra: Mapping[str, str], name: str, events: int, what: str, is_fine: Callable[[str], bool]
) -> dict[int, str]:
    """Parse an entry in ``extra`` that maps event indices to values, such as "0:5 7:21".

    Args:
        extra: all entries, by name.
        name: the entry's name; a missing entry counts as empty.
        events: number of events; an index equal to it means the end, after the last event.
        what: description of the file, for the error.
        is_fine: returns whether a value is valid.

    Raises:
        ParameterError: the entry isn't in this form, or its indices are out of order or too large.

    >>> numbered_of({"codes": "0:5 7:21"}, "codes", 7, "an AVF file", str.isdigit)
    {0: '5', 7: '21'}
    """
    found: dict[int, str] = {}
    last = -1
    for pair in extra.get(name, "").split():
        number, _, value = pair.partition(":")
        is_number = number.isascii() and number.isdigit() and len(number) <= len(str(events))
        if not (is_number and value.isascii() and is_fine(value) and last < int(number) <= events):
            raise ParameterError(
                f"expected events from 0 to {events} in order, each with its value, such as '7:21' for {name!r} of "
                f"{what}, got {truncate(pair)}"
            )
        last = int(number)
        found[last] = value
    return found


def time_tags(text: str) -> dict[str, str]:
    """Parse a game's date and time.

    Args:
        text: ISO 8601, seconds since 1970, or Arbiter's format: day, month and year separated by dots.

    Returns:
        A dict with one record tag: "start" (in UTC) if the text has a time zone, otherwise "played" (in the player's
        local time). Empty if the text isn't a time.

    >>> time_tags("2024-02-03T04:05:06+01:00"), time_tags("29.07.2013.12:00:05:1234"), time_tags("1700000000")
    ({'start': '2024-02-03T03:05:06Z'}, {'played': '2013-07-29T12:00:05'}, {'start': '2023-11-14T22:13:20Z'})
    >>> time_tags("2024-99-99T10:00:00Z"), time_tags("yesterday")
    ({}, {})
    """
    from datetime import UTC, datetime

    plain = text.strip()
    try:
        if plain.isascii() and plain.isdigit():
            if len(plain) > 11 or not int(plain):
                return {}
            when = datetime.fromtimestamp(int(plain), UTC)
        elif (match := _BY_DAY.fullmatch(plain)) is not None:
            day, month, year, hour, minute, second = map(int, match.groups())
            when = datetime(year, month, day, hour, minute, second)
        elif len(plain) > len("2024-02-03"):
            when = datetime.fromisoformat(plain)
        else:
            return {}
        precision = "milliseconds" if when.microsecond else "seconds"
        if when.tzinfo is None:
            return {"played": when.isoformat(timespec=precision)}
        return {"start": when.astimezone(UTC).isoformat(timespec=precision).replace("+00:00", "Z")}
    except (ValueError, OverflowError, OSError):
        return {}


def moment_of(tags: Mapping[str, str]) -> datetime | None:
    """Return a game's date and time from its "start" or "played" tag, or None if neither is a valid time.

    >>> moment_of({"played": "2013-07-29T12:00:05"}), moment_of({"start": "soon"})
    (datetime.datetime(2013, 7, 29, 12, 0, 5), None)
    """
    from datetime import datetime

    for name in ("start", "played"):
        try:
            return datetime.fromisoformat(tags.get(name, ""))
        except ValueError:
            continue
    return None
