"""AVF, Minesweeper Arbiter's mouse replays, read and written back byte for byte.

``Video.extra`` contains everything in the file except the board and the mouse events:

* ``version`` and ``level``: numbers; levels 3 to 5 are the three standard boards, 6 is any other board.
* ``unused``: the four bytes after the version, in hexadecimal.
* ``order``: the mines as stored; absent if the file lists them row by row.
* ``filler``, ``letter`` and ``gap``: bytes of unknown meaning before and after the text in brackets.
* ``text``: the text in brackets; ``trailer``: everything after the events. Each byte becomes one character.
* ``codes``: unusual button codes, as pairs "event index:code".

Times are in hundredths of a second. Coordinates are signed 16-bit numbers, negative to the left of the board or above
it.

Source: players' descriptions of Arbiter's files, checked against the results of ms_toollib 1.5.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import LayoutError, ParameterError
from hypersweep.formats.byte_fields import (
    ByteReader,
    bytes_of,
    characters_of,
    check_encoding,
    code_table,
    load_mines,
    moment_of,
    name_of,
    number_of,
    numbered_of,
    time_tags,
)
from hypersweep.formats.format_detection import LEVELS
from hypersweep.formats.video import ACTIONS, NO_ACTION, MouseEvent, Video, check_video, plain_events
from hypersweep.grid import Grid

if TYPE_CHECKING:
    from hypersweep.layout import Layout

_WHAT = "an AVF file"
_CUSTOM = 6
_LEVELS = dict(enumerate(LEVELS, 3))
_MARKS_ON, _MARKS_OFF = 17, 127
# Where an action has several codes, the usual one is first.
_BUTTONS = {
    1: "move",
    3: "left press",
    5: "left release",
    21: "left release",
    9: "right press",
    17: "right release",
    145: "right release",
    33: "middle press",
    65: "middle release",
    193: "middle release",
    11: "shift press",
}
_CODES = {action: code for code, action in reversed(_BUTTONS.items())}
_ACTION_TABLE = code_table({code: ACTIONS.index(action) for code, action in _BUTTONS.items()}, NO_ACTION)
_USUAL_CODES = bytes(_CODES.get(action, 0) for action in ACTIONS)
_TRAILER = b"cs="
_TEXT = re.compile(rb"\[[0-3]\|")
_PLAYER = re.compile(rb"Skin:[^\r]*\r([^\r]*)\r")
_STARTED = re.compile(rb"\|(\d{1,2}\.\d{1,2}\.\d{4}[. ]\d{1,2}:\d{1,2}:\d{1,2})")
# Placeholder for an unknown date.
_NO_TIME = "1.1.2000.00:00:00"
# Exclusive limit for the clock in seconds: files store one second more than it shows, in two bytes.
_LATEST = (1 << 16) - 1


def load(data: bytes, *, encoding: str | None = None) -> Video:
    """Read an AVF file.

    Args:
        data: the whole file.
        encoding: text encoding of names that aren't UTF-8; None for Latin-1.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an AVF file, or is truncated or inconsistent.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 40, 8)]))
    >>> load(dump(video)) == video
    True
    """
    check_encoding(encoding)
    source = ByteReader(data, _WHAT)
    extra = {"version": str(source.whole(1, "a version")), "unused": source.take(4, "unused bytes").hex()}
    level = source.whole(1, "a level", least=3, most=_CUSTOM)
    extra["level"] = str(level)
    layout, order = _load_board(source, level)
    begun = source.place
    opening = _opening(source)
    filler = source.take(opening - 2 - begun, "filler")
    has_marks = source.whole(1, "the marks") == _MARKS_ON
    extra["letter"] = source.take(1, "a letter").hex()
    source.take(1, "a bracket")
    text = source.until(b"]", "a text in brackets")
    gap = source.take(_first_event(source) - source.place, "a gap")
    events, codes = _load_events(source)
    trailer = source.take(source.left, "a trailer")
    extra["text"], extra["trailer"] = text.decode("latin-1"), trailer.decode("latin-1")
    more = (("order", order), ("filler", filler.hex()), ("gap", gap.hex()), ("codes", codes))
    extra.update((name, value) for name, value in more if value)
    return Video("avf", layout, events, 16, has_marks, _tags(text, trailer, encoding), extra)


def _load_board(source: ByteReader, level: int) -> tuple[Layout, str]:
    if level == _CUSTOM:
        columns, rows = source.whole(1, "columns less one") + 1, source.whole(1, "rows less one") + 1
        mines = source.whole(2, "mines")
    else:
        rows, columns, mines = _LEVELS[level]
    grid = Grid((rows, columns))
    begun = source.place
    places = source.take(2 * mines, "mines")
    layout, is_usual = load_mines(source, grid, places[::2], places[1::2], 1, begun)
    return layout, "" if is_usual else places.hex()


def _opening(source: ByteReader) -> int:
    """Return the index of the text in brackets, which follows a byte for question marks and a letter."""
    data = source.data
    opening = data.find(b"[", source.place + 2)
    while opening >= 0:
        if data[opening - 2] in (_MARKS_ON, _MARKS_OFF) and _TEXT.match(data, opening):
            return opening
        opening = data.find(b"[", opening + 1)
    return source.refuse("a byte of 17 or 127, and a text in brackets", data[source.place : source.place + 20])


def _first_event(source: ByteReader) -> int:
    """Return the index of the first event, recognised by an x below 512 and a time within the first second."""
    data = source.data
    for place in range(source.place, len(data) - 2):
        if data[place + 1] <= 1 and data[place + 2] == 1:
            return place
    return source.refuse("an event in the first second", data[source.place : source.place + 20])


def _load_events(source: ByteReader) -> tuple[tuple[MouseEvent, ...], str]:
    """Read the events. Returns: the events, and their unusual button codes as text for ``extra``."""
    data = source.data
    events, source.place, notes = _native.avf_events(
        MouseEvent, ACTIONS, data, source.place, _ACTION_TABLE, _USUAL_CODES
    )
    # Stored times start at 1 s, so the trailer begins where both bytes for seconds are 0, or at its marker.
    place = source.place
    is_whole = place + 8 <= len(data)
    if not data.startswith(_TRAILER, place) and (not is_whole or data[place + 2] or data[place + 6]):
        code, hundredths = source.take(8, "an event")[::4]
        if code not in _BUTTONS:
            source.refuse("the number of a button", code, place)
        source.refuse("hundredths of a second from 0 to 99", hundredths, place + 4)
    return events, " ".join(f"{index}:{code}" for _, index, code, _ in notes)


def _tags(text: bytes, trailer: bytes, encoding: str | None = None) -> dict[str, str]:
    """Return the program, the player, and the start in the player's local time; no time zone is stored."""
    tags = {"program": "Minesweeper Arbiter"}
    player = _PLAYER.search(trailer)
    if player is not None and (name := player[1].strip()):
        tags["player"] = name_of(name, encoding)
    started = _STARTED.search(text)
    if started is not None and (when := started[1].decode()) != _NO_TIME:
        tags |= time_tags(when)
    return tags


def dump(video: Video) -> bytes:
    """Return a replay as an AVF file.

    Args:
        video: the replay as returned by ``load``; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: part of the replay can't be stored in an AVF file.
        LayoutError: the board can't be stored in an AVF file.
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video, "avf")
    extra = video.extra
    level = number_of(extra, "level", 3, _CUSTOM, _WHAT)
    parts = [bytes([number_of(extra, "version", 0, 255, _WHAT)]), bytes_of(extra, "unused", _WHAT, 4), bytes([level])]
    parts.append(_dump_board(video.layout, level, bytes_of(extra, "order", _WHAT)))
    text, trailer = characters_of(extra, "text", _WHAT), characters_of(extra, "trailer", _WHAT)
    mark = bytes([_MARKS_ON if video.has_marks else _MARKS_OFF])
    parts += [
        bytes_of(extra, "filler", _WHAT),
        mark,
        bytes_of(extra, "letter", _WHAT, 1),
        b"[",
        text,
        b"]",
        bytes_of(extra, "gap", _WHAT),
    ]
    parts += [*_dump_events(video), trailer]
    data = b"".join(parts)
    # The file doesn't store the lengths of its parts, so read it back to check that they can be told apart.
    if load(data) != video.replace(tags=_tags(text, trailer)):
        raise ParameterError("an AVF file can't hold this replay: reading the file back would give a different one")
    return data


def _dump_board(layout: Layout, level: int, order: bytes) -> bytes:
    rows, columns = layout.grid.shape
    if level != _CUSTOM:
        if _LEVELS[level] != (rows, columns, layout.mines):
            raise ParameterError(f"expected the board of level {level}, got {layout.grid} with {layout.mines} mines")
        head = b""
    else:
        if rows > 256 or columns > 256:
            raise LayoutError(f"expected at most 256 rows and columns for an AVF file, got {layout.grid}")
        head = bytes([columns - 1, rows - 1]) + layout.mines.to_bytes(2, "big")
    cells = [layout.grid.cell(index) for index in layout.mine_indices()]
    if any(part == 255 for cell in cells for part in cell):
        raise LayoutError(f"expected mines in the first 255 rows and columns for an AVF file, got {layout.grid}")
    places = bytes(part + 1 for cell in cells for part in cell)
    if order:
        pairs = zip(order[::2], order[1::2], strict=False)
        if len(order) != len(places) or sorted(pairs) != sorted(zip(places[::2], places[1::2], strict=True)):
            raise ParameterError("expected 'order' to list the board's mines, got other mines")
        places = order
    return head + places


def _dump_events(video: Video) -> list[bytes]:
    parts = []
    codes = numbered_of(video.extra, "codes", len(video.events), _WHAT, lambda text: text.isdigit() and len(text) <= 3)
    for number, event in enumerate(video.events):
        milliseconds, action, x, y = event
        code = int(codes.get(number, _CODES.get(action, 0)))
        if _BUTTONS.get(code) != action:
            raise ParameterError(f"an AVF file can't hold the action {action!r} at event {number}")
        hundredths, rest = divmod(milliseconds + 1000, 10)
        seconds, hundredths = divmod(hundredths, 100)
        if rest or not 0 < seconds <= _LATEST:
            raise ParameterError(
                f"expected whole hundredths of a second from 0 to {_LATEST - 1} seconds for an AVF file, got "
                f"{milliseconds} ms at event {number}"
            )
        if not all(-(1 << 15) <= place < 1 << 15 for place in (x, y)):
            raise ParameterError(f"expected 16-bit coordinates for an AVF file, got {x} and {y} at event {number}")
        later, late = seconds & 255, seconds >> 8
        parts.append(bytes([code, x >> 8 & 255, later, x & 255, hundredths, y >> 8 & 255, late, y & 255]))
    return parts


def adapt(video: Video) -> Video:
    """Convert a replay to AVF: times in hundredths of a second, cells of 16 pixels.

    In AVF the first event must be in the first second. If it is later, the clock is shifted by whole seconds; if it is
    before 0, to start at 0. Apart from events and board, only the player and the game's date and time are kept, without
    a time zone.

    Args:
        video: a replay in any format.

    Raises:
        ParameterError: the replay is longer than 18 hours, has no events, or has an action without an AVF code.
        LayoutError: the board has more than 256 rows or columns, or a mine in the 256th row or column.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(1239, "left press", 40, 8)], 20))
    >>> video.events, video.extra["level"]
    ((MouseEvent(230, 'left press', 32, 6),), '6')
    """
    check_video(video)
    if video.form == "avf":
        return video
    if not video.events:
        raise ParameterError("an AVF file needs at least one event, got none")
    rows, columns = video.layout.grid.shape
    if rows > 256 or columns > 256:
        raise LayoutError(f"expected at most 256 rows and columns for an AVF file, got {video.layout.grid}")
    # Readers recognise the first event only within the first second, so shift the clock to put it there.
    first = video.events[0].milliseconds
    begin = first if first < 0 else first // 1000 * 1000
    pixels, events = video.cell_pixels, []
    for number, (milliseconds, what, x, y) in enumerate(plain_events(video)):
        place = [min(max(part * 16 // pixels, -(1 << 15)), (1 << 15) - 1) for part in (x, y)]
        later = max(0, milliseconds - begin) // 10 * 10
        if not number:
            # Readers recognise the first event by these bytes.
            first_x = min(max(place[0], 0), 255 if what == "move" else 511)
            if what != "move" and first_x != place[0]:
                events.append(MouseEvent(later, "move", min(first_x, 255), place[1]))
            else:
                place[0] = first_x
        events.append(MouseEvent(later, what, *place))
    level = next((level for level, usual in _LEVELS.items() if usual == (rows, columns, video.layout.mines)), _CUSTOM)
    size = "" if level != _CUSTOM else f"|W{columns}H{rows}M{video.layout.mines}"
    seconds = events[-1].milliseconds / 1000 + 1
    name = _one_line(video.tags.get("player", ""))
    moment = moment_of(video.tags)
    when = _NO_TIME if moment is None else f"{moment.day}.{moment.month}.{moment.year:04}.{moment:%H:%M:%S}"
    text = f"{level - 3}{size}|{when}:0000|{when.partition('.')[0]}.{when.rpartition('.')[2]}:0000|B0T{seconds:.2f}"
    trailer = f"{chr(0) * 8}cs=0\rSkin:\r{name.encode().decode('latin-1')}\r"
    extra = {
        "version": "34",
        "unused": "00" * 4,
        "level": str(level),
        "letter": "39",
        "gap": "02",
        "text": text,
        "trailer": trailer,
    }
    extra["filler"] = (_check_sum(video.layout) + bytes(5)).hex()
    found = Video("avf", video.layout, events, 16, video.has_marks, {}, extra)
    return load(dump(found.replace(tags=_tags(text.encode("latin-1"), trailer.encode("latin-1")))))


def _check_sum(layout: Layout) -> bytes:
    """Return the checksum stored after the mines: a sum over the board as ASCII digits, each byte reduced by 45."""
    rows, columns = layout.grid.shape
    total = 0
    for row in range(rows):
        for column in range(columns):
            cell = (row, column)
            value = 10 if layout.is_mine(cell) else 1 + sum(map(layout.is_mine, layout.grid.neighbours(cell)))
            total += value * (column + column * row)
    return bytes(ord(digit) - 45 for digit in str(total))


def _one_line(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name).strip()
