"""MVF, the mouse replays from Minesweeper Clone up to 2007, read and written back byte for byte.

Replays converted from other formats become version 0.97.

A file stores mouse states, not events: each has the time, the position and the three buttons, in 40 bits (48 since
2006) whose order depends on the file. Differences between successive states become the events in a ``Video``: first the
move, then buttons pressed, then buttons released. ``Video.extra`` contains the rest of the file:

* ``header``: the bytes before the date, one character each. ``date``: date and time in hexadecimal; ``level``;
  ``mode``; ``time`` in hundredths of a second (milliseconds from 2006 on). Version 0.97 also has ``3bv`` and
  ``figures``: counts, in hexadecimal.
* ``marks``: the byte for question marks, if it is neither 0 nor 1. ``name``: the player's name, in hexadecimal.
* ``seed``: the number that determines the order of the bits.
* ``order``: the mines as stored; absent if the file lists them row by row.
* ``early``: the version, if before 0.97. Such files have no header, and 8-byte states whose bits aren't reordered.
  ``flag``: the byte before the states, if it isn't 0. ``tail``: the bytes after them (time, name and checksum), in
  hexadecimal. ``released``: number of buttons released at the end; such files omit these releases.
* ``groups``: how many events each state produces, one digit per state, if the events alone don't show it.
* ``idle``: times of states that differ from the previous state only in time.
* ``spare``: unused bits in states, if they aren't 0. ``rest``: the bytes after the events.

Source: the layout as read by ms_toollib 1.5 (https://github.com/eee555/ms_toollib), with results compared; for 2006 and
    2007, the RAWVF project's converter (https://github.com/thefinerminer/minesweeper-rawvf).
"""

from __future__ import annotations

from math import cos, floor, sin, sqrt
from struct import Struct
from typing import TYPE_CHECKING, NamedTuple

from hypersweep import _native
from hypersweep.errors import LayoutError, ParameterError
from hypersweep.formats.byte_fields import (
    ByteReader,
    bytes_of,
    characters_of,
    check_encoding,
    load_mines,
    moment_of,
    name_of,
    number_of,
    numbered_of,
)
from hypersweep.formats.format_detection import LEVELS
from hypersweep.formats.video import ACTIONS, MouseEvent, Video, check_video, plain_events
from hypersweep.grid import Grid
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from hypersweep.layout import Layout

_WHAT = "an MVF file"
_MAGIC = b"\x11\x4d"
# Indices of the header bytes containing the version, and, from 2006 on, the length of the release's name.
_VERSION_AT, _RELEASE_AT = 27, 53
_PIXELS = 16
_BUTTONS = ("left", "right", "middle")
_PLACES, _SECONDS = 1 << 9, 1 << 10


class _Version(NamedTuple):
    """Field sizes and units in one version.

    Attributes:
        name: the version, as stated by the program.
        header: number of bytes before the date.
        size: bytes per state.
        place_bits: bits per coordinate.
        offset: number added to coordinates in the file.
        milliseconds: whether times are in milliseconds.
    """

    name: str
    header: int
    size: int
    place_bits: int
    offset: int
    milliseconds: bool

    @property
    def time_bits(self) -> int:
        """Bits per time; a time in hundredths consists of the seconds, then 7 bits for the hundredths."""
        return 22 if self.milliseconds else 17

    @property
    def most_spare(self) -> int:
        """The largest number that fits into a state's unused bits."""
        return (1 << 8 * self.size - 3 - 2 * self.place_bits - self.time_bits) - 1

    def pack(self, state: _State) -> int:
        """Return a state as a number of ``8 * size`` bits."""
        seconds, rest = divmod(state.milliseconds, 1000)
        time = state.milliseconds if self.milliseconds else seconds << 7 | rest // 10
        plain = state.spare << self.time_bits | time
        for part in (state.x + self.offset, state.y + self.offset):
            plain = plain << self.place_bits | part
        return plain << 3 | state.left << 2 | state.middle << 1 | state.right

    def check(self, state: _State) -> None:
        """Raise a ParameterError if a state's time or position doesn't fit."""
        step, most = (1, 1 << 22) if self.milliseconds else (10, 1000 * _SECONDS)
        places = range(-self.offset, (1 << self.place_bits) - self.offset)
        is_there = state.x in places and state.y in places
        if state.milliseconds % step or not 0 <= state.milliseconds < most or not is_there:
            raise ParameterError(
                f"expected whole {'milliseconds' if step == 1 else 'hundredths'} from 0 to {(most - 1) // 1000} "
                f"seconds, and coordinates from {places[0]} to {places[-1]}, for an MVF file, "
                f"got {state.milliseconds} ms at {state.x}, {state.y}"
            )


_VERSIONS = {
    "5": _Version("0.97", 74, 5, 9, 0, False),
    "6": _Version("2006", 71, 6, 11, 32, True),
    "7": _Version("2007", 71, 6, 11, 32, True),
}


class _State(NamedTuple):
    """A mouse state: time, position, and 1 for each button held down."""

    milliseconds: int
    x: int
    y: int
    left: int
    right: int
    middle: int
    spare: int = 0


# A state before version 0.97: seconds, hundredths, buttons, x, y, and an unused byte.
_EARLY = Struct(">BBBHHB")
# First four bytes of a file from before version 0.97: columns, rows and mines of a standard board.
_EARLY_HEADS = tuple(bytes([columns, rows]) + mines.to_bytes(2, "big") for rows, columns, mines in LEVELS)

# Kinds of notes from the kernel, numbered as in native/replay/mouse_events.hpp.
_IDLE, _SPARE = 4, 5

_BEFORE = _State(0, -1, -1, 0, 0, 0)


def bit_order(seed: int, size: int = 5) -> tuple[int, ...]:
    """Return the index at which each bit of a state is stored, counting from the lowest bit of the first byte.

    The order is a stable sort of pseudo-random digits, eight per byte of a state.

    Args:
        seed: the number stored in the file, 0 to 65535.
        size: bytes per state, 5 or 6.

    >>> bit_order(7)[:6]
    (7, 9, 14, 23, 28, 39)
    """
    first, second = sqrt(seed), sqrt(seed + 1000)
    third = sqrt(first + 1000)
    fourth = sqrt(second + 1000)
    values = (cos(third + 1000), sin(sqrt(second)), cos(third), sin(sqrt(first) + 1000), cos(fourth), sin(fourth))
    digits = "".join(f"{floor(abs(value) * 100_000_000 + 0.5):08}"[:8] for value in values[:size])
    return tuple(sorted(range(8 * size), key=digits.__getitem__))


def load(data: bytes, *, encoding: str | None = None) -> Video:
    """Read an MVF file.

    Args:
        data: the whole file.
        encoding: text encoding of names that aren't UTF-8; None for Latin-1.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an MVF file, has an unknown version, or is truncated or inconsistent.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 40, 8)]))
    >>> load(dump(video)) == video
    True
    """
    check_encoding(encoding)
    source = ByteReader(data, _WHAT)
    if source.data[:4] in _EARLY_HEADS:
        return _load_early(source, encoding)
    if not source.data.startswith(_MAGIC):
        source.refuse("the bytes 11 4D of Minesweeper Clone, or one of its usual boards", source.data[:2], 0)
    digit = source.data[_VERSION_AT : _VERSION_AT + 1]
    version = _VERSIONS.get(digit.decode("latin-1"))
    if version is None:
        if not digit:
            source.take(_VERSION_AT + 1, "a header")  # too few bytes left: raises an error
        source.refuse(
            "'5', '6' or '7' for Minesweeper Clone 0.97, 2006 or 2007 (its other versions aren't supported)",
            digit,
            _VERSION_AT,
        )
    extra = {"header": source.take(version.header, "a header").decode("latin-1")}
    extra |= {"date": source.take(7, "a date").hex()}
    extra |= {"level": str(source.whole(1, "a level")), "mode": str(source.whole(1, "a mode"))}
    if version.milliseconds:
        extra["time"] = str(source.whole(3, "milliseconds"))
    else:
        seconds, hundredths = source.whole(2, "seconds"), source.whole(1, "hundredths of a second", most=99)
        extra |= {"time": str(100 * seconds + hundredths), "3bv": str(source.whole(2, "3BV"))}
        extra["figures"] = source.take(8, "figures").hex()
    marks = source.whole(1, "the question marks")
    layout, order = _load_board(source, 1)
    name = source.take(source.whole(1, "the length of a name"), "a name")
    seed, count = source.whole(2, "the seed of the bit order"), source.whole(3, "the number of events")
    events, more = _read_states(source, count, bit_order(seed, version.size), version)
    more |= {"name": name.hex(), "seed": str(seed), "order": order}
    more |= {"marks": str(marks) if marks > 1 else "", "rest": source.take(source.left, "the rest").hex()}
    extra.update((name, value) for name, value in more.items() if value)
    return Video("mvf", layout, events, _PIXELS, marks == 1, _tags(extra, encoding), extra)


def _read_states(
    source: ByteReader, count: int, order: tuple[int, ...], version: _Version
) -> tuple[tuple[MouseEvent, ...], dict[str, str]]:
    """Read states. Returns: the events that they produce, and for ``extra`` what the events don't show."""
    data, begun = source.data, source.place
    source.take(version.size * count, "events")
    events, place, notes, groups = _native.mvf_events(
        MouseEvent,
        ACTIONS,
        data,
        begun,
        count,
        bytes(order),
        version.place_bits,
        version.offset,
        version.time_bits,
        version.milliseconds,
    )
    if place < source.place:
        # The kernel stops only at impossible hundredths, which follow the buttons and the position.
        packed = int.from_bytes(data[place : place + version.size], "little")
        at = range(3 + 2 * version.place_bits, 3 + 2 * version.place_bits + 7)
        hundredths = sum((packed >> order[bit] & 1) << step for step, bit in enumerate(at))
        source.refuse("hundredths of a second from 0 to 99", hundredths, place)
    return events, _packed_notes(notes, groups)


def _packed_notes(notes: list[tuple[int, int, int, int]], groups: str) -> dict[str, str]:
    """Return entries for ``extra``; the kernel omits group sizes that regrouping the events would restore."""
    idle, spare = (
        " ".join(f"{index}:{value}" for kind, index, value, _ in notes if kind == wanted) for wanted in (_IDLE, _SPARE)
    )
    return {"groups": groups, "idle": idle, "spare": spare}


def _load_early(source: ByteReader, encoding: str | None) -> Video:
    """Read a file from before version 0.97."""
    data = source.data
    layout, order = _load_board(source, 0)
    marks, flag = source.whole(1, "the question marks"), source.whole(1, "a byte")
    if not (data[-1:].isdigit() or data[-22:-21].isdigit()):
        version, tail, named = "0.96", 125, 100
    elif data[-13:-10] == b"   ":
        version, tail, named = "0.76", 113, 100
    else:
        version, tail, named = "0.75", 13, 0
    end = len(data) - tail
    if source.place > end:
        parts = "a time, a name and a checksum" if named else "a time and a checksum"
        source.refuse(f"{tail} bytes with {parts} at the end", len(data) - source.place)
    last = 1000 * int.from_bytes(data[end : end + 2], "big") + 10 * data[end + 2]
    # The kernel stops at bytes that can't be a state, because the tail follows the last one. The file ends before the
    # release of the button that ended the game, so the kernel adds it.
    events, source.place, notes, groups, released = _native.mvf_early_events(
        MouseEvent, ACTIONS, data, source.place, end, last
    )
    more = {**_packed_notes(notes, groups), "released": str(released or "")}
    name = data[end + 3 : end + 3 + named]
    extra = {"early": version, "time": str(last // 10), "mode": "1"}
    more |= {"name": name.hex(), "order": order, "flag": str(flag or ""), "marks": str(marks) if marks > 1 else ""}
    more["tail"] = source.take(source.left, "the tail").hex()
    extra.update((key, value) for key, value in more.items() if value)
    return Video("mvf", layout, events, _PIXELS, marks == 1, _tags(extra, encoding), extra)


def _load_board(source: ByteReader, base: int) -> tuple[Layout, str]:
    """Read the board; coordinates start at ``base``. Returns: the board, and the mines as stored if out of order."""
    columns, rows = source.whole(1, "columns", least=1), source.whole(1, "rows", least=1)
    mines, begun = source.whole(2, "mines"), source.place
    places = source.take(2 * mines, "mines")
    grid = Grid((rows, columns))
    layout, is_usual = load_mines(source, grid, places[1::2], places[::2], base, begun)
    return layout, "" if is_usual else places.hex()


def _sums(bits: list[int]) -> list[list[int]]:
    """Return one lookup table per byte: for each byte value, the sum of the ``bits`` at its set bits."""
    tables = []
    for begin in range(0, len(bits), 8):
        table = [0]
        for bit in bits[begin : begin + 8]:
            table += [bit | other for other in table]
        tables.append(table)
    return tables


def _grouped(events: list[MouseEvent] | tuple[MouseEvent, ...]) -> list[list[MouseEvent]]:
    """Group events by state; a move and the button event directly after it share one if time and position match."""
    groups: list[list[MouseEvent]] = []
    for event in events:
        last = groups[-1] if groups else []
        if event[1] != "move" and len(last) == 1 and last[0][1] == "move" and _where(last[0]) == _where(event):
            last.append(event)
        else:
            groups.append([event])
    return groups


def _where(event: MouseEvent) -> tuple[int, int, int]:
    milliseconds, _, x, y = event
    return milliseconds, x, y


def _version_of(extra: Mapping[str, str]) -> _Version:
    return _VERSIONS.get(extra.get("header", "")[_VERSION_AT : _VERSION_AT + 1], _VERSIONS["5"])


def _release(extra: Mapping[str, str]) -> str:
    """Return the version, from 2006 on with the release that the header states, such as "2006 release 2"."""
    header, version = extra.get("header", ""), _version_of(extra)
    stated = header[_RELEASE_AT + 1 :][: ord(header[_RELEASE_AT])] if len(header) > _RELEASE_AT else ""
    is_release = version.milliseconds and stated.startswith(version.name) and stated.isprintable()
    return stated if is_release else version.name


def _tags(extra: Mapping[str, str], encoding: str | None = None) -> dict[str, str]:
    """Return the program, the player, and the date in the player's local time; no time zone is stored."""
    from datetime import datetime

    tags = {"program": f"Minesweeper Clone {extra.get('early') or _release(extra)}"}
    name = bytes_of(extra, "name", _WHAT)
    if text := name_of(name, encoding).strip("\0 "):
        tags["player"] = text
    if "early" in extra:
        return tags
    date = bytes_of(extra, "date", _WHAT, 7)
    try:
        played = datetime(int.from_bytes(date[2:4], "big"), date[0], date[1], *date[4:])
    except ValueError:
        return tags
    tags["played"] = played.isoformat()
    return tags


def dump(video: Video) -> bytes:
    """Return a replay as an MVF file.

    Args:
        video: the replay as returned by ``load``; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: part of the replay can't be stored in an MVF file.
        LayoutError: the board can't be stored in an MVF file.
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video, "mvf")
    extra = video.extra
    if "early" in extra:
        return _dump_early(video)
    header, version = characters_of(extra, "header", _WHAT), _version_of(extra)
    if len(header) != version.header:
        raise ParameterError(f"expected {version.header} characters for 'header' of {_WHAT}, got {len(header)}")
    if version.milliseconds:
        counted = number_of(extra, "time", 0, (1 << 24) - 1, _WHAT).to_bytes(3, "big")
    else:
        time = number_of(extra, "time", 0, 6_553_599, _WHAT)
        counted = (time // 100).to_bytes(2, "big") + bytes([time % 100])
        counted += number_of(extra, "3bv", 0, 65_535, _WHAT).to_bytes(2, "big") + bytes_of(extra, "figures", _WHAT, 8)
    marks = number_of(extra, "marks", 2, 255, _WHAT) if "marks" in extra else int(video.has_marks)
    name = bytes_of(extra, "name", _WHAT)
    if len(name) > 255:
        raise ParameterError(f"expected a name of at most 255 bytes for {_WHAT}, got {len(name)}")
    seed = number_of(extra, "seed", 0, 65_535, _WHAT)
    states = _pack_states(_states_of(video, version.most_spare), bit_order(seed, version.size), version)
    parts = [
        header,
        bytes_of(extra, "date", _WHAT, 7),
        bytes([number_of(extra, "level", 0, 255, _WHAT), number_of(extra, "mode", 0, 255, _WHAT)]),
        counted + bytes([marks]),
        _dump_board(video.layout, bytes_of(extra, "order", _WHAT), 1),
        bytes([len(name)]) + name + seed.to_bytes(2, "big"),
        (len(states) // version.size).to_bytes(3, "big") + states,
        bytes_of(extra, "rest", _WHAT),
    ]
    data = b"".join(parts)
    if load(data) != video.replace(tags=_tags(extra)):
        raise ParameterError(
            "an MVF file can't hold this replay: it presses a button twice, uses one away from the mouse "
            "pointer, or repeats an event"
        )
    return data


def _dump_early(video: Video) -> bytes:
    extra = video.extra
    released = number_of(extra, "released", 0, 3, _WHAT) if "released" in extra else 0
    stored = video.replace(events=video.events[: len(video.events) - released])
    marks = number_of(extra, "marks", 2, 255, _WHAT) if "marks" in extra else int(video.has_marks)
    flag = number_of(extra, "flag", 1, 255, _WHAT) if "flag" in extra else 0
    parts = [_dump_board(video.layout, bytes_of(extra, "order", _WHAT), 0), bytes([marks, flag])]
    for state in _states_of(stored, 255):
        seconds, rest = divmod(state.milliseconds, 1000)
        buttons = state.left | state.middle << 1 | state.right << 2
        places = (state.x, state.y)
        if rest % 10 or not 0 <= seconds <= 255 or not all(0 <= place < 1 << 16 for place in places):
            raise ParameterError(
                f"expected whole hundredths from 0 to 255 seconds and 16-bit coordinates for MVF before 0.97, "
                f"got {state.milliseconds} ms at {state.x}, {state.y}"
            )
        parts.append(_EARLY.pack(seconds, rest // 10, buttons, *places, state.spare))
    data = b"".join([*parts, bytes_of(extra, "tail", _WHAT)])
    if data[:4] not in _EARLY_HEADS or load(data) != video.replace(tags=_tags(extra)):
        raise ParameterError("an MVF file before version 0.97 can't hold this replay")
    return data


def _dump_board(layout: Layout, order: bytes, base: int) -> bytes:
    rows, columns = layout.grid.shape
    if rows > 255 or columns > 255:
        raise LayoutError(f"expected at most 255 rows and columns for an MVF file, got {layout.grid}")
    cells = [layout.grid.cell(index) for index in layout.mine_indices()]
    # If ``order`` lists different mines, ``dump`` notices when it reads the file back.
    places = order or b"".join(bytes([column + base, row + base]) for row, column in cells)
    return bytes([columns, rows]) + layout.mines.to_bytes(2, "big") + places


def _states_of(video: Video, most_spare: int) -> Iterator[_State]:
    """Yield the states that produce a replay's events."""
    groups = _event_groups(video)
    numbers = [str(bits) for bits in range(1, most_spare + 1)]
    spare = numbered_of(video.extra, "spare", len(groups), _WHAT, numbers.__contains__)
    if len(groups) >= 1 << 24:
        raise ParameterError(f"expected fewer than 2^24 states for an MVF file, got {len(groups)}")
    idle = numbered_of(video.extra, "idle", len(groups), _WHAT, lambda text: text.isdigit() and len(text) <= 7)
    now = _BEFORE
    for place, group in enumerate(groups):
        now = now._replace(milliseconds=int(idle.get(place, now.milliseconds)))
        for event in group:
            name, _, what = event.action.partition(" ")
            if event.action != "move":
                if name not in _BUTTONS:
                    raise ParameterError(f"an MVF file can't hold the action {event.action!r}")
                now = now._replace(**{name: int(what == "press")})
            now = now._replace(milliseconds=event.milliseconds, x=event.x, y=event.y)
        yield now._replace(spare=int(spare.get(place, "0")))


def _pack_states(states: Iterable[_State], order: tuple[int, ...], version: _Version) -> bytes:
    data = []
    tables = _sums([1 << where for where in order])
    for state in states:
        version.check(state)
        plain = version.pack(state)
        bits = 0
        for table, byte in zip(tables, plain.to_bytes(version.size, "little"), strict=True):
            bits |= table[byte]
        data.append(bits.to_bytes(version.size, "little"))
    return b"".join(data)


def _event_groups(video: Video) -> list[list[MouseEvent]]:
    digits = video.extra.get("groups", "")
    if not digits:
        return _grouped(video.events)
    if not (digits.isascii() and digits.isdigit() and sum(map(int, digits)) == len(video.events) and digits[0] != "0"):
        raise ParameterError(
            f"expected digits for 'groups' of {_WHAT}, {len(video.events)} in all, got {truncate(digits)}"
        )
    groups, begun = [], 0
    for size in map(int, digits):
        groups.append(list(video.events[begun : begun + size]))
        begun += size
    return groups


def adapt(video: Video) -> Video:
    """Convert a replay to MVF 0.97: times in hundredths of a second, cells of 16 pixels.

    Positions beyond the window's 512 pixels are moved to its edge, and positions to the left of the board or above it
    to the board's lower right corner. Apart from events and board, only the player and the game's date and time are
    kept.

    Args:
        video: a replay in any format.

    Raises:
        ParameterError: the replay is longer than 17 minutes, or clicks outside a board that fills the window.
        LayoutError: the board has more than 32 rows or columns, so it doesn't fit into 512 pixels.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(1239, "left press", 40, 8)], 20))
    >>> video.events
    (MouseEvent(1230, 'move', 32, 6), MouseEvent(1230, 'left press', 32, 6))
    """
    check_video(video)
    if video.form == "mvf":
        return video
    rows, columns = video.layout.grid.shape
    if max(rows, columns) * _PIXELS > _PLACES:
        raise LayoutError(
            f"expected at most {_PLACES // _PIXELS} rows and columns for an MVF file, got {video.layout.grid}"
        )
    states = [_BEFORE]
    for milliseconds, action, x, y in plain_events(video):
        at = [min(max(part * _PIXELS // video.cell_pixels, 0), _PLACES - 1) for part in (x, y)]
        is_beside = not (0 <= x < columns * video.cell_pixels and 0 <= y < rows * video.cell_pixels)
        if is_beside and at[0] < columns * _PIXELS and at[1] < rows * _PIXELS:
            # Move positions outside the board to its lower right corner.
            at = [min(side * _PIXELS, _PLACES - 1) for side in (columns, rows)]
            if action != "move" and rows == columns == _PLACES // _PIXELS:
                raise ParameterError(
                    f"expected clicks on the board, which fills the window of an MVF file, got one at {x}, {y}"
                )
        button, _, what = {"shift press": "middle press"}.get(action, action).partition(" ")
        now = states[-1]._replace(milliseconds=max(0, milliseconds) // 10 * 10, x=at[0], y=at[1])
        if button in _BUTTONS:
            now = now._replace(**{button: int(what == "press")})
        states.append(now)
    version = _VERSIONS["5"]
    packed = ByteReader(_pack_states(states[1:], bit_order(0), version), _WHAT)
    events, _ = _read_states(packed, len(states) - 1, bit_order(0), version)
    text = "Minesweeper Clone 0.97 beta"
    header = (_MAGIC.decode("latin-1") + " " * 25 + "5" + text).ljust(version.header, "\0")
    name = video.tags.get("player", "").encode()[:255]
    usual = (rows, columns, video.layout.mines)
    level = LEVELS.index(usual) + 1 if usual in LEVELS else 4
    last = events[-1].milliseconds // 10 if events else 0
    moment = moment_of(video.tags)
    date = bytes(7)
    if moment is not None:
        date = bytes(
            [moment.month, moment.day, *moment.year.to_bytes(2, "big"), moment.hour, moment.minute, moment.second]
        )
    extra = {"header": header, "date": date.hex(), "level": str(level), "mode": "1", "time": str(last), "3bv": "0"}
    extra |= {"figures": "00" * 8, "seed": "0"} | ({"name": name.hex()} if name else {})
    found = Video("mvf", video.layout, events, _PIXELS, video.has_marks, _tags(extra), extra)
    return load(dump(found))
