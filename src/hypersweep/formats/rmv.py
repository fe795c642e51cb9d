"""RMV, Viennasweeper's mouse replays: versions 1 and 2, read and written back byte for byte.

Version 2 has cells of any size, positions relative to the board, and short moves. Replays converted from other formats
become version 1.

A file leaves out the first press of the left button; ``load`` adds it at the time and position of the next event. Flags
placed before the first open come first, as "preflag" at time 0 in the middle of their cells. ``Video.extra`` contains
the rest of the file:

* ``type``: "2" for version 2; ``clone``: numbers identifying the program and its version, in hexadecimal.
* ``result`` (version 1 only) and ``version``: two texts, one character per byte. ``timestamp``: when the board was
  generated, in seconds since 1970.
* ``player``: fields about the player; ``properties``: the settings; and ``checksum``; all in hexadecimal.
* ``end``: how the game ended, 15 to 17; 16 is a win.
* ``order``: the mines as stored; absent if the file lists them row by row.
* ``between``: changes to the board and the clock caused by mouse events, as "event index:bytes".
* ``preflags``: present if the file has an empty list of flags placed before the first open.
* ``extensions``: additional properties in version 2, in hexadecimal; absent if there are none.
* ``full``: indices of moves that the file stores in full, though version 2 could store them as short moves.
* ``pads``: padding bytes that aren't 0 (in version 2: that differ from the previous one), as "event index:byte".
  ``rest``: the bytes after the end of the game.
* ``size``: the file size stated in the header, if wrong.

Source: the layout as read by ms_toollib 1.5 (https://github.com/eee555/ms_toollib), with results compared; for version
    2 also the specification by T. Kolar and E. Gailberger.
"""

from __future__ import annotations

from struct import Struct
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
from hypersweep.formats.video import ACTIONS, MouseEvent, Video, check_video, plain_events
from hypersweep.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.layout import Layout

_WHAT = "an RMV file"
_MAGIC = b"*rmv"
_ACTIONS = (
    "move",
    "left press",
    "left release",
    "right press",
    "right release",
    "middle press",
    "middle release",
)
# Position of the board's corner in the window, in pixels.
_LEFT, _TOP = 12, 56
_PIXELS = 16
_LATEST = (1 << 24) - 1
_ENDS = (15, 16, 17)
# Number of bytes of each entry that isn't a mouse event; code 0, a new time, occurs only in version 1.
_OTHERS = dict.fromkeys((*range(9, 15), *range(18, 28)), 3)
_ENTRY_LENGTHS = {1: code_table({0: 5, **_OTHERS}, 0), 2: code_table(_OTHERS, 0)}
# Kinds of notes from the kernel, numbered as in native/replay/mouse_events.hpp.
_PAD, _FULL, _BETWEEN = 1, 2, 3
_SHORT_MOVE, _LONGEST = 28, 255
# Mouse events: three bytes for the time, a padding byte, and the position.
_MOUSE = {1: Struct(">BHBHH"), 2: Struct(">BHBhh")}
_SECTIONS = {
    1: ("result", "version", "player", "board", "preflags", "properties"),
    2: ("version", "player", "board", "preflags", "properties", "extensions"),
}
# Index of the cell size in version 2's properties.
_SQUARE_SIZE = 6
_PROGRAMS = {1: "Viennasweeper"}
_NO_EXTENSIONS = b"\0\0"


def load(data: bytes, *, encoding: str | None = None) -> Video:
    """Read an RMV file.

    Args:
        data: the whole file.
        encoding: text encoding of names that aren't UTF-8; None for Latin-1.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an RMV file in version 1 or 2, or is truncated or inconsistent.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 40, 8)]))
    >>> load(dump(video)) == video
    True
    """
    check_encoding(encoding)
    source = ByteReader(data, _WHAT)
    source.expect(_MAGIC, "'*rmv'")
    version = source.whole(2, "a version")
    if version not in _SECTIONS:
        source.refuse("version 1 or 2", f"version {version}", 4)
    clone = source.take(2, "a program") if version == 2 else b""
    size = source.whole(4, "its size")
    sizes = {name: source.whole(2, f"the length of {name}") for name in _SECTIONS[version]}
    video_size, checksum_size = source.whole(4, "the length of the events"), source.whole(2, "the length of a checksum")
    extra = {"type": "2", "clone": clone.hex()} if version == 2 else {}
    if version == 1:
        # The result's bytes include the line break after the header.
        extra["result"] = source.take(sizes["result"], "result").decode("latin-1")
    about, player = (source.take(sizes[name], name) for name in ("version", "player"))
    extra |= {"version": about.decode("latin-1"), "player": player.hex()}
    layout, order = _load_board(source, sizes["board"], extra)
    flags = _load_preflags(source, sizes["preflags"], layout.grid)
    if sizes["preflags"] and not flags:
        extra["preflags"] = "0000"
    properties = source.take(sizes["properties"], "properties")
    if not properties:
        source.refuse("properties", properties)
    extra["properties"] = properties.hex()
    if version == 2 and (extensions := source.take(sizes["extensions"], "extensions")) != _NO_EXTENSIONS:
        extra["extensions"] = extensions.hex()
    pixels = _cell_pixels(version, properties)
    tags = _tags(player, int(extra["timestamp"]), clone, encoding)
    begun = source.place
    preflags = [_preflag(column, row, pixels) for column, row in flags]
    events, more = _load_events(source, begun + video_size, preflags, version)
    more["rest"] = source.take(begun + video_size - source.place, "the bytes after the end").hex()
    more |= {"order": order, "checksum": source.take(checksum_size, "a checksum").hex()}
    if source.left:
        source.refuse("the end of the file", source.data[source.place : source.place + 20])
    if size != len(source.data):
        more["size"] = str(size)
    extra.update((name, value) for name, value in more.items() if value)
    return Video("rmv", layout, events, pixels, properties[0] == 1, tags, extra)


def _cell_pixels(version: int, properties: bytes) -> int:
    size = properties[_SQUARE_SIZE] if version == 2 and len(properties) > _SQUARE_SIZE else 0
    return size or _PIXELS


def _load_board(source: ByteReader, size: int, extra: dict[str, str]) -> tuple[Layout, str]:
    begun = source.place
    extra["timestamp"] = str(source.whole(4, "a time"))
    columns, rows = source.whole(1, "columns", least=1), source.whole(1, "rows", least=1)
    mines = source.whole(2, "mines")
    if size != 8 + 2 * mines:
        source.refuse(f"a board of {8 + 2 * mines} bytes, for {mines} mines", f"{size} bytes", begun)
    places = source.take(2 * mines, "mines")
    grid = Grid((rows, columns))
    layout, is_usual = load_mines(source, grid, places[1::2], places[::2], 0, begun + 8)
    return layout, "" if is_usual else places.hex()


def _load_preflags(source: ByteReader, size: int, grid: Grid) -> list[tuple[int, int]]:
    """Return the column and row of each flag placed before the first open."""
    if not size:
        return []
    begun = source.place
    count = source.whole(2, "the number of flags")
    if size != 2 + 2 * count:
        source.refuse(f"{2 + 2 * count} bytes, for {count} flags", f"{size} bytes", begun)
    places = source.take(2 * count, "flags")
    rows, columns = grid.shape
    if any(column >= columns for column in places[::2]) or any(row >= rows for row in places[1::2]):
        source.refuse(f"flags on {grid}", places.hex(" ", 2), begun + 2)
    return list(zip(places[::2], places[1::2], strict=True))


def _preflag(column: int, row: int, pixels: int = _PIXELS) -> MouseEvent:
    return MouseEvent(0, "preflag", column * pixels + pixels // 2, row * pixels + pixels // 2)


def _edges(version: int) -> tuple[int, int]:
    """Return the x and y of the board's upper left corner, in the file's coordinates."""
    return (_LEFT, _TOP) if version == 1 else (0, 0)


def _is_short(before: MouseEvent, after: MouseEvent) -> bool:
    """Return whether version 2 stores an event as a short move: the changes in time and position fit into two bytes."""
    return (
        0 <= after[0] - before[0] <= _LONGEST
        and -8 <= after[2] - before[2] < 8
        and -8 <= after[3] - before[3] < 8
        and after[1] == "move"
    )


def _load_events(
    source: ByteReader, end: int, preflags: list[MouseEvent], version: int
) -> tuple[tuple[MouseEvent, ...], dict[str, str]]:
    """Read the events up to the end of the game. Returns: all events, and entries for ``extra``."""
    data, flags, lengths = source.data, len(preflags), _ENTRY_LENGTHS[version]
    events, source.place, notes = _native.rmv_events(
        MouseEvent, ACTIONS, data, source.place, end, version == 2, *_edges(version), flags, lengths
    )
    begun = source.place
    if begun >= end:
        source.refuse("an end of the game among the events", "none", begun)
    code = source.whole(1, "an event code")
    if code not in _ENDS:
        # The kernel stopped because too few bytes are left, or because there is no such code.
        if 1 <= code <= len(_ACTIONS):
            source.take(_MOUSE[version].size, "a mouse event")
        elif version == 2 and code == _SHORT_MOVE and events:
            source.take(2, "a short move")
        elif lengths[code]:
            source.take(lengths[code] - 1, "an event")
        source.refuse("a known event code", code, begun)
    if source.place > end:
        source.refuse(f"events that end at byte {end}", f"{source.place}", end)
    pads, full, between = ([note[1:] for note in notes if note[0] == kind] for kind in (_PAD, _FULL, _BETWEEN))
    return (*preflags, *events), {
        "end": str(code),
        "pads": " ".join(f"{index}:{pad}" for index, pad, _ in pads),
        "between": " ".join(f"{index}:{data[begin:after].hex()}" for index, begin, after in between),
        "full": " ".join(f"{index}:1" for index, _, _ in full),
    }


def _tags(player: bytes, timestamp: int, clone: bytes = b"", encoding: str | None = None) -> dict[str, str]:
    """Return tags for the program, the date, and the player's fields; each field is stored as a length and bytes."""
    program = _PROGRAMS.get(clone[0] if clone else 1)
    tags = {**({"program": program} if program else {}), **time_tags(str(timestamp))}
    place, count = 2, int.from_bytes(player[:2], "big")
    for name in ("player", "nick", "country")[:count]:
        length = player[place] if place < len(player) else 0
        raw = player[place + 1 : place + 1 + length]
        place += 1 + length
        if text := name_of(raw, encoding):
            tags[name] = text
    return tags


def dump(video: Video) -> bytes:
    """Return a replay as an RMV file.

    Args:
        video: the replay as returned by ``load``; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: part of the replay can't be stored in an RMV file.
        LayoutError: the board can't be stored in an RMV file.
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video, "rmv")
    extra = video.extra
    flags = 0
    while flags < len(video.events) and video.events[flags].action == "preflag":
        flags += 1
    properties = bytes_of(extra, "properties", _WHAT)
    properties = (
        bytes([int(video.has_marks) if properties[:1] in (b"", b"\0", b"\1") else properties[0]]) + properties[1:]
    )
    version = 2 if extra.get("type") == "2" else 1
    clone = bytes_of(extra, "clone", _WHAT, 2) if version == 2 else b""
    player = bytes_of(extra, "player", _WHAT)
    found = {
        "result": characters_of(extra, "result", _WHAT),
        "version": characters_of(extra, "version", _WHAT),
        "player": player,
        "board": _dump_board(video.layout, number_of(extra, "timestamp", 0, (1 << 32) - 1, _WHAT), extra),
        "preflags": _dump_preflags(video, flags),
        "properties": properties,
        "extensions": bytes_of(extra, "extensions", _WHAT) or _NO_EXTENSIONS,
    }
    parts = [found[name] for name in _SECTIONS[version]]
    for name, part in zip(_SECTIONS[version], parts, strict=True):
        if len(part) >= 1 << 16:
            raise ParameterError(f"expected at most 65535 bytes of {name} for an RMV file, got {len(part)}")
    events, checksum = _dump_events(video, flags, version), bytes_of(extra, "checksum", _WHAT)
    if len(checksum) >= 1 << 16:
        raise ParameterError(f"expected at most 65535 bytes of checksum for an RMV file, got {len(checksum)}")
    lengths = b"".join(len(part).to_bytes(2, "big") for part in parts)
    body = [lengths, len(events).to_bytes(4, "big"), len(checksum).to_bytes(2, "big"), *parts, events, checksum]
    size = 10 + len(clone) + sum(map(len, body))
    if "size" in extra:
        size = number_of(extra, "size", 0, (1 << 32) - 1, _WHAT)
    data = b"".join([_MAGIC, version.to_bytes(2, "big"), clone, size.to_bytes(4, "big"), *body])
    if load(data) != video.replace(tags=_tags(player, int(extra["timestamp"]), clone)):
        raise ParameterError(
            "an RMV file can't hold this replay: it has a flag outside the board, a repeated event, or no "
            "left press at the start with another event at the same time and place"
        )
    return data


def _dump_board(layout: Layout, timestamp: int, extra: Mapping[str, str]) -> bytes:
    rows, columns = layout.grid.shape
    if rows > 255 or columns > 255:
        raise LayoutError(f"expected at most 255 rows and columns for an RMV file, got {layout.grid}")
    cells = [layout.grid.cell(index) for index in layout.mine_indices()]
    places = b"".join(bytes([column, row]) for row, column in cells)
    if extra.get("order"):
        places = bytes_of(extra, "order", _WHAT)
    # If ``order`` lists different mines, ``dump`` notices when it reads the file back.
    head = timestamp.to_bytes(4, "big") + bytes([columns, rows]) + layout.mines.to_bytes(2, "big")
    return head + places


def _dump_preflags(video: Video, flags: int) -> bytes:
    if not flags:
        return bytes_of(video.extra, "preflags", _WHAT)
    cells = [event.cell(video.cell_pixels) for event in video.events[:flags]]
    rows, columns = video.layout.grid.shape
    if not all(0 <= row < rows and 0 <= column < columns for row, column in cells):
        raise ParameterError(f"expected flags on {video.layout.grid} before the first open, got some outside it")
    return flags.to_bytes(2, "big") + b"".join(bytes([column, row]) for row, column in cells)


def _dump_events(video: Video, flags: int, version: int) -> bytes:
    extra, count = video.extra, len(video.events)
    left, top = _edges(version)
    least, below = (0, 1 << 16) if version == 1 else (-1 << 15, 1 << 15)
    full = numbered_of(extra, "full", count, _WHAT, "1".__eq__)
    last_pad = 0
    pads = {place: int(pad) for place, pad in numbered_of(extra, "pads", count, _WHAT, str.isdigit).items()}
    between = numbered_of(extra, "between", count, _WHAT, _is_hex)
    parts = []
    for place, (milliseconds, action, x, y) in enumerate(video.events):
        if place in between:
            parts.append(bytes.fromhex(between[place]))
        if place <= flags:
            continue  # preflags are stored in a separate section; the first left press isn't stored
        if action not in _ACTIONS:
            raise ParameterError(f"an RMV file can't hold the action {action!r} at event {place}")
        if not 0 <= milliseconds <= _LATEST:
            raise ParameterError(f"expected 0 to {_LATEST} ms for an RMV file, got {milliseconds} at event {place}")
        if version == 2 and place > flags + 1 and place not in full and place not in pads:
            before = video.events[place - 1]
            if _is_short(before, video.events[place]):
                later, right, down = milliseconds - before[0], x - before[2], y - before[3]
                parts.append(bytes([_SHORT_MOVE, later, (right & 15) << 4 | down & 15]))
                continue
        at = (x + left, y + top)
        if not all(least <= part < below for part in at):
            raise ParameterError(
                f"expected coordinates of {least - left}, {least - top} or more that fit into 16 bits, got {x}, {y} at "
                f"event {place}"
            )
        pad = pads.get(place, last_pad)
        last_pad = pad if version == 2 else 0
        if pad > 255:
            raise ParameterError(f"expected padding from 0 to 255 in an RMV file, got {pad} at event {place}")
        parts.append(bytes([_ACTIONS.index(action) + 1]))
        parts.append(_MOUSE[version].pack(milliseconds >> 16, milliseconds & 0xFFFF, pad, *at))
    parts.append(bytes.fromhex(between.get(count, "")))
    parts.append(bytes([number_of(extra, "end", 15, 17, _WHAT)]))
    parts.append(bytes_of(extra, "rest", _WHAT))
    return b"".join(parts)


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and all(letter in "0123456789abcdef" for letter in text)


def adapt(video: Video) -> Video:
    """Convert a replay to RMV version 1: from the first left press on, with cells of 16 pixels.

    Flags placed before that press become preflags; other earlier events are lost. Apart from events and board, only the
    player and the game's date and time are kept. RMV stores an absolute time, so a time without a time zone is lost
    too.

    Args:
        video: a replay in any format.

    Raises:
        ParameterError: the left button is never pressed, the replay is longer than four and a half hours, or RMV has no
            code for an action.
        LayoutError: the board has more than 255 rows or columns.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> from hypersweep import Layout
    >>> video = adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(70, "left press", 40, 8)], 20))
    >>> [event.action for event in video.events], video.events[0].x
    (['left press', 'move'], 32)
    """
    check_video(video)
    if video.form == "rmv":
        return video
    given = plain_events(video)
    actions = [event.action for event in given]
    if "left press" not in actions:
        raise ParameterError("an RMV file needs a left press, got a replay without one")
    first = actions.index("left press")
    rows, columns = video.layout.grid.shape
    flagged: dict[tuple[int, int], None] = {}
    for event in given[:first]:
        cell = event.cell(video.cell_pixels)
        if event.action == "right press" and 0 <= cell[0] < rows and 0 <= cell[1] < columns:
            if cell in flagged:
                del flagged[cell]
            else:
                flagged[cell] = None
    pixels, events = video.cell_pixels, [_preflag(column, row) for row, column in flagged]
    for number, (milliseconds, action, x, y) in enumerate(given[first:]):
        at = [min(max(part * _PIXELS // pixels, -edge), (1 << 16) - 1 - edge) for part, edge in ((x, _LEFT), (y, _TOP))]
        events.append(MouseEvent(max(0, milliseconds), action, *at))
        if not number:
            events.append(MouseEvent(max(0, milliseconds), "move", *at))
    names = [video.tags.get(name, "").encode()[:255] for name in ("player", "nick", "country")]
    moment = moment_of(video.tags)
    seconds = 0 if moment is None or moment.tzinfo is None else int(moment.timestamp())
    seconds = seconds if 0 <= seconds < 1 << 32 else 0
    player = len(names).to_bytes(2, "big") + b"".join(bytes([len(name)]) + name for name in names)
    extra = {
        "result": "\n#\n",
        "version": "# Vienna Minesweeper - ver 3.0\n",
        "player": player.hex(),
        "timestamp": str(seconds),
    }
    extra |= {"properties": f"{int(video.has_marks):02x}00000301", "end": "15"}
    found = Video("rmv", video.layout, events, _PIXELS, video.has_marks, _tags(player, seconds), extra)
    return load(dump(found))
