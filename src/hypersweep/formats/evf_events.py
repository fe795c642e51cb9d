"""What the mouse did in an EVF file, and what stands between: times, or differences of times, and further events."""

from __future__ import annotations

from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParseError
from hypersweep.formats.byte_fields import Source
from hypersweep.formats.video import MouseEvent
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

WHAT = "an EVF file"
"""What it is, in errors."""

END = 0
"""The type that ends the events."""

_PAUSE = 255
_LONGEST_PAUSE = (1 << 16) - 1
_LONGEST = (1 << 32) - 1  # milliseconds, of the field for the whole game

_CODES = {
    "move": 1,
    "left press": 2,
    "left release": 3,
    "right press": 4,
    "right release": 5,
    "middle press": 6,
    "middle release": 7,
    "preflag": 8,
    "shift press": 9,
}
_ACTIONS = {code: action for action, code in _CODES.items()}

# Of version 3: type, milliseconds (the highest byte apart), x, y. Of version 4: type, and how much more of each.
_TIMED, _FURTHER = Struct(">BBHHH"), Struct(">BBHH")

# What else there is in version 4, and of how many bytes; a figure that is text ends with a NUL instead.
_PAUSE_SIZE, _TEXT = 3, 201
_SIZES = {
    **dict.fromkeys((92, 93, 94, 99), 2),  # states of the game
    **dict.fromkeys((*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121), 6),  # changes of cells
    200: 12,  # a figure
    _TEXT: 4,
}


# Events are made of whole numbers of a few bytes each: nothing is left to check.
_make = tuple.__new__


def load_timed(source: Source) -> tuple[list[MouseEvent], bool]:
    """The events of version 3, and whether a checksum follows."""
    data, begun, size = source.data, source.place, _TIMED.size
    codes = data[begun::size]
    count = min(len(codes) - len(codes.lstrip(bytes(_ACTIONS))), source.left // size)
    events = [
        _make(MouseEvent, (high << 16 | low, _ACTIONS[code], x, y))
        for code, high, low, x, y in _TIMED.iter_unpack(data[begun : begun + count * size])
    ]
    source.place = place = begun + count * size
    code = source.whole(1, "an event")
    if code in _ACTIONS:
        source.place = place
        source.take(size, "an event")  # says what is missing
    if code not in (END, 255):
        source.refuse("an event of 1 to 9, or 0 or 255 at their end,", code, place)
    return events, code == END


def load_further(source: Source) -> tuple[list[MouseEvent], dict[int, bytes]]:
    """The events of version 4, and what stands before each that isn't just the shortest pause."""
    data, end = source.data, len(source.data)
    events: list[MouseEvent] = []
    between: dict[int, bytes] = {}
    now = x = y = 0
    size, read, add = _FURTHER.size, _FURTHER.unpack_from, events.append
    place = source.place
    while True:
        group, passed = place, 0
        if place < end and data[place] not in _ACTIONS:
            source.place = place
            place, passed = _skip_others(source)
        if place + size > end or data[place] not in _ACTIONS:
            break
        code, milliseconds, right, down = read(data, place)
        if place > group:
            written = data[group:place]
            if written != _pauses(passed + milliseconds)[0]:
                between[len(events)] = written
        now += passed + milliseconds
        # The distances wrap, for they have a sign and the coordinates have none.
        x, y = x + right & 0xFFFF, y + down & 0xFFFF
        add(_make(MouseEvent, (now, _ACTIONS[code], x, y)))
        place += size
    if place > group:
        between[len(events)] = data[group:place]
    source.place = place
    code = source.whole(1, "an event")
    if code in _ACTIONS:
        source.place = place
        source.take(size, "an event")  # says what is missing
    if code != END:
        source.refuse("an event that is known, or 0 at their end,", code, place)
    return events, between


def _skip_others(source: Source) -> tuple[int, int]:
    """Where the next event of the mouse or the end is, and how many milliseconds pass until there."""
    data, passed = source.data, 0
    while source.left:
        code = data[source.place]
        if code == _PAUSE:
            passed += int.from_bytes(source.take(_PAUSE_SIZE, "a pause")[1:], "big")
        elif code in _SIZES:
            passed += source.take(_SIZES[code], "an event")[1]
            if code == _TEXT:
                source.until(b"\0", "a figure")
        else:
            break
    return source.place, passed


def _pauses(milliseconds: int) -> tuple[bytes, int]:
    """The shortest pauses before an event, and how many milliseconds it then still comes after them, up to 255."""
    pauses = bytearray()
    while milliseconds > 255:
        part = min(milliseconds, _LONGEST_PAUSE)
        pauses += bytes((_PAUSE, part >> 8, part & 255))
        milliseconds -= part
    return bytes(pauses), milliseconds


def dump_timed(events: Sequence[MouseEvent]) -> Iterator[bytes]:
    """The events of version 3, one by one.

    Raises:
        ParameterError: a time or a place that no file can hold.
    """
    for place, (milliseconds, action, x, y) in enumerate(events):
        try:
            yield _TIMED.pack(_CODES[action], milliseconds >> 16, milliseconds & 0xFFFF, x, y)
        except struct_error:
            raise ParameterError(
                f"an EVF file of version 3 holds times of 0 to 16,777,215 ms and coordinates of 0 to 65,535, "
                f"got {events[place]!r} at event {place}"
            ) from None


def dump_further(events: Sequence[MouseEvent], extra: Mapping[str, str]) -> Iterator[bytes]:
    """The events of version 4 and what stands between them, one by one.

    Raises:
        ParameterError: a time or a place that no file can hold, or something impossible between.
    """
    between = _between(extra, len(events))
    now = before_x = before_y = 0
    for place, (milliseconds, action, x, y) in enumerate(events):
        group, passed = between.get(place, (b"", 0)) if between else (b"", 0)
        rest = milliseconds - now - passed
        if rest < 0 or milliseconds > _LONGEST or not (0 <= x < 1 << 16 and 0 <= y < 1 << 16):
            raise ParameterError(
                f"an EVF file of version 4 holds times of 0 to {_LONGEST:,} ms that never fall and coordinates of 0 to "
                f"65,535, got {events[place]!r} at event {place}"
            )
        pauses, rest = _pauses(rest) if rest > 255 else (b"", rest)
        yield group + pauses + _FURTHER.pack(_CODES[action], rest, x - before_x & 0xFFFF, y - before_y & 0xFFFF)
        now, before_x, before_y = milliseconds, x, y
    yield between.get(len(events), (b"", 0))[0]


def _between(extra: Mapping[str, str], events: int) -> dict[int, tuple[bytes, int]]:
    """What stands before each event, and how long it takes."""
    found: dict[int, tuple[bytes, int]] = {}
    for word in extra.get("between", "").split(" ") if extra.get("between") else ():
        where, colon, digits = word.partition(":")
        place = number_of({"between": where}, "between", 0, events + 1)
        source = Source(bytes_of({"between": digits}, "between"), "what stands between events")
        try:
            _, passed = _skip_others(source)
        except ParseError as error:
            raise ParameterError(str(error)) from None
        if not colon or place in found or source.left:
            raise ParameterError(f"expected places and what stands there between events, got {truncate(word)}")
        found[place] = source.data, passed
    return found


def number_of(extra: Mapping[str, str], name: str, default: int, below: int) -> int:
    """A number that ``extra`` holds.

    Raises:
        ParameterError: it isn't one, or too large.

    >>> number_of({"mode": "7"}, "mode", 0, 1 << 16), number_of({}, "mode", 0, 1 << 16)
    (7, 0)
    """
    text = extra.get(name)
    if text is None:
        if default >= below:
            raise ParameterError(f"an EVF file holds a {name} below {below}, got {default}")
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise ParameterError(f"expected a number for {name!r} of {WHAT}, got {truncate(text)}")
    return whole_number(int(text), name, below=below)


def bytes_of(extra: Mapping[str, str], name: str, size: int | None = None) -> bytes:
    r"""The bytes that ``extra`` holds as hexadecimal digits; none where it holds nothing.

    Raises:
        ParameterError: other characters, or another number of bytes than ``size``.

    >>> bytes_of({"uuid": "0102"}, "uuid")
    b'\x01\x02'
    """
    text = extra.get(name, "")
    try:
        value = bytes.fromhex(text)
    except ValueError:
        raise ParameterError(f"expected hexadecimal digits for {name!r} of {WHAT}, got {truncate(text)}") from None
    if text and size is not None and len(value) != size:
        raise ParameterError(f"expected {size} bytes for {name!r} of {WHAT}, got {len(value)}")
    return value
