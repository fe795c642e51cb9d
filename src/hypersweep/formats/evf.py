"""EVF, Metasweeper's mouse replays: versions 0 to 4, read and written back byte for byte.

Up to version 3, a file stores the time of every event; version 4 stores the time since the previous one. Files have
settings from version 3 on, and a uuid from version 2 on. ``Video.extra`` contains the rest of the file, except the
player and other tags:

* ``version``: 0 to 4.
* ``flags``: a byte in hexadecimal: 80 completed, 40 official, 20 fair, 10 no flags used, 08 converted from another
  format.
* ``settings``: a byte in hexadecimal: 40 pointer confined to the board, 20 automatic restart; 80 is ``has_marks``.
  Absent before version 3, whose games have no question marks.
* ``mode``, ``3bv`` and ``time``: the mode's number (0 is classic), the board's 3BV, and the time in milliseconds.
* ``uuid`` and ``checksum``: bytes in hexadecimal; only the program that wrote the file knows their meaning.
* ``transcoder`` and ``encoding``: the program that converted the file, and the original's text encoding.
* ``metrics``: in version 4, the names of additional statistics, in hexadecimal: their number, then each name with a
  NUL.
* ``between``: in version 4, entries other than mouse events, as "event index:bytes": game states, cell changes,
  statistics, and pauses split differently from this module's own. They take time, but don't move the mouse.
* ``player bytes`` and similar names: a field's bytes, if its text isn't UTF-8 or its time isn't valid.
  ``name encoding``: the encoding that the caller passed to ``load`` for such texts.

Source: versions 0 to 3 as described at https://github.com/eee555/ms_toollib, version 4 as read and written by
    ms_toollib 1.5.20. Its description says that 80 in the settings turns question marks off, but ms_toollib and this
    module write 80 if they are on. ms_toollib can't read states, changes and statistics, so these follow its
    description.
"""

from __future__ import annotations

from struct import Struct
from struct import error as struct_error
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import LayoutError, ParameterError
from hypersweep.formats.byte_fields import ByteReader, bytes_of, check_encoding, code_table, name_of
from hypersweep.formats.video import ACTIONS, NO_ACTION, MouseEvent, Video, check_video, plain_events
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

VERSIONS = (0, 1, 2, 3, 4)
"""Supported versions."""

# First version with each field.
_SETTINGS_SINCE, _UUID_SINCE = 3, 2

_TRANSCODED = 8
# Table for reversing the bits in a byte: in a file, the first cell is in the highest bit.
_TURNED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

# Fields in the order they are stored; version 4 starts with fixed-size fields.
_TEXTS_3 = ("program", "player", "event", "identity", "start", "end", "country")
_FIXED_4 = (("country", 2), ("start", 8), ("end", 8))
_TEXTS_4 = ("player", "event", "identity")
_TRANSCODING = ("transcoder", "encoding")

_WHAT = "an EVF file"

# Entry codes for the end of the events, and for a pause.
_END, _PAUSE = 0, 255
_LONGEST_PAUSE = (1 << 16) - 1
_LONGEST = (1 << 32) - 1  # maximum duration of a game in milliseconds

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

# Before version 4: code, time as a 24-bit number of milliseconds, x, y. Version 4: code, changes in time, x and y.
_TIMED, _FURTHER = Struct(">BBHHH"), Struct(">BBHH")

# Sizes in bytes of version 4's other entries; a text statistic continues up to a NUL.
_TEXT = 201
_SIZES = {
    **dict.fromkeys((92, 93, 94, 99), 2),  # game states
    **dict.fromkeys((*range(100, 109), 110, 111, 114, 115, 116, 118, 120, 121), 6),  # cell changes
    200: 12,  # a statistic
    _TEXT: 4,
    _PAUSE: 3,
}

# Lookup tables of these codes and sizes for the kernel, and an event that changes nothing.
_ACTION_TABLE = code_table({code: ACTIONS.index(action) for code, action in _ACTIONS.items()}, NO_ACTION)
_LENGTHS = code_table(_SIZES, 0)
_STILL = bytes((_CODES["move"], 0, 0, 0, 0, 0))


def load(data: bytes, *, encoding: str | None = None) -> Video:
    """Read an EVF file.

    Args:
        data: the whole file.
        encoding: text encoding of names that aren't UTF-8; None for the one stated in the file, if any.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't an EVF file in version 0 to 4, or is truncated or inconsistent.

    >>> video = Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(1230, "left press", 40, 8)], tags={"player": "Ann"})
    >>> again = load(dump(video))
    >>> again.events == video.events, again.tags["player"], again.extra["version"]
    (True, 'Ann', '4')
    """
    check_encoding(encoding)
    source = ByteReader(data, _WHAT)
    version = source.whole(1, "a version")
    if version not in VERSIONS:
        source.refuse("version 0 to 4", f"version {version}", 0)
    flags = source.whole(1, "flags")
    settings = source.whole(1, "settings") if version >= _SETTINGS_SINCE else 0
    rows, columns = source.whole(1, "rows", least=1), source.whole(1, "columns", least=1)
    mines_at = source.place
    mines, pixels = source.whole(2, "mines"), source.whole(1, "the side of a cell", least=1)
    tags: dict[str, str] = {}
    extra = {"version": str(version), "flags": f"{flags:02x}"}
    if version >= _SETTINGS_SINCE:
        extra["settings"] = f"{settings & 127:02x}"
    for name, size in (("mode", 2), ("3bv", 2), ("time", 4 if version == 4 else 3)):
        extra[name] = str(source.whole(size, name))

    def keep(name: str, raw: bytes) -> None:
        text = _read_field(version, name, raw, encoding or _stated_encoding(extra, name))
        if text:
            (extra if name in _TRANSCODING else tags)[name] = text
        if _write_field(version, name, text) != raw:
            extra[f"{name} bytes"] = raw.hex()
            if encoding is not None:
                extra["name encoding"] = encoding

    if version < 4:
        for name in _TEXTS_3:
            keep(name, source.until(b"\0", f"a text ({name})"))
        uuid = source.until(b"\0", "a uuid") if version >= _UUID_SINCE else b""
    else:
        for name, size in _FIXED_4:
            keep(name, source.take(size, name))
        for name in ("program", *(_TRANSCODING if flags & _TRANSCODED else ()), *_TEXTS_4):
            keep(name, source.until(b"\0", f"a text ({name})"))
        uuid = source.take(source.whole(2, "the length of a uuid"), "a uuid")
    layout = _load_board(source, rows, columns)
    if layout.mines != mines:
        source.refuse(f"as many mines as the board has, {layout.mines}", mines, mines_at)
    if version < 4:
        events, has_checksum = load_timed(source)
        checksum = source.take(32, "a checksum") if has_checksum else b""
    else:
        begun = source.place
        for _ in range(source.whole(2, "the number of statistics")):
            source.until(b"\0", "the name of a statistic")
        if source.place > begun + 2:
            extra["metrics"] = source.data[begun : source.place].hex()
        events, between = load_further(source)
        if between:
            extra["between"] = " ".join(f"{place}:{group.hex()}" for place, group in between.items())
        checksum = source.take(source.whole(2, "the length of a checksum"), "a checksum")
    if source.left:
        source.refuse("the end of the file", source.data[source.place : source.place + 20])
    extra.update((name, value.hex()) for name, value in (("uuid", uuid), ("checksum", checksum)) if value)
    return Video("evf", layout, events, pixels, settings >= 128, tags, extra)


def _load_board(source: ByteReader, rows: int, columns: int) -> Layout:
    grid = Grid((rows, columns))
    begun = source.place
    bits = source.take((grid.cells + 7) // 8, "mines")
    try:
        return Layout.from_bits(grid, bits.translate(_TURNED))
    except LayoutError:
        source.refuse("zeros after the last cell", f"{bits[-1]:08b}", begun + len(bits) - 1)


def _stated_encoding(extra: Mapping[str, str], name: str) -> str | None:
    """Return a field's encoding in a file that was converted from another format; None if it is unknown."""
    stated = extra.get("encoding") if name in _TEXTS_4 else None
    try:
        check_encoding(stated)
    except ParameterError:
        return None
    return stated


def _read_field(version: int, name: str, raw: bytes, encoding: str | None) -> str:
    """Return a field's text, empty if the field isn't set."""
    if name in ("start", "end"):
        if version == 4:
            return _format_time(int.from_bytes(raw, "big"))
        return _format_time(int(raw)) if raw.isdigit() and len(raw) <= 20 else ""
    if version == 4 and name == "country" and raw == b"XX":
        return ""
    return raw.decode("utf-8", "replace") if encoding is None else name_of(raw, encoding)


def _write_field(version: int, name: str, text: str) -> bytes:
    """Return a field's bytes, without a final NUL.

    Raises:
        ParameterError: the text isn't a time, or can't be encoded as UTF-8.
    """
    if name in ("start", "end"):
        microseconds = _parse_time(name, text) if text else 0
        if version == 4:
            return microseconds.to_bytes(8, "big")
        return str(microseconds).encode() if text else b""
    if version == 4 and name == "country" and not text:
        return b"XX"
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ParameterError(
            f"expected text that UTF-8 can encode for the {name} of {_WHAT}, got {truncate(text)}"
        ) from None


def _format_time(microseconds: int) -> str:
    """Format microseconds since 1970 in ISO 8601; return "" for 0 and for times that ``datetime`` can't represent.

    >>> _format_time(1_700_000_000_000_000)
    '2023-11-14T22:13:20Z'
    """
    from datetime import UTC, datetime, timedelta

    if not microseconds:
        return ""
    try:
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=microseconds)
    except OverflowError:
        return ""
    return moment.replace(tzinfo=None).isoformat() + "Z"


def _parse_time(name: str, text: str) -> int:
    """Convert an ISO 8601 time to microseconds since 1970; a time without a time zone is treated as UTC."""
    from datetime import UTC, datetime, timedelta

    try:
        moment = datetime.fromisoformat(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
        microseconds = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    except (ValueError, OverflowError):
        microseconds = -1
    if microseconds < 0:
        raise ParameterError(
            f"expected a time such as '2023-11-14T22:13:20Z' for the {name} of {_WHAT}, 1970 or later, "
            f"got {truncate(text)}"
        )
    return microseconds


def dump(video: Video) -> bytes:
    """Return a replay as an EVF file, in the version stated in ``extra``, by default version 4.

    Args:
        video: an EVF replay; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: the replay can't be stored in an EVF file, or its ``extra`` is invalid.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> video = Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(1230, "left press", 40, 8)])
    >>> dump(video)[:8].hex(" "), dump(video)[-12:].hex(" ")
    ('04 00 00 03 04 00 01 10', 'ff 04 ce 02 00 00 28 00 08 00 00 00')
    """
    check_video(video, "evf")
    extra, layout = video.extra, video.layout
    version = optional_number(extra, "version", 4, 256)
    _check_version(version, video)
    rows, columns = layout.grid.shape
    if max(rows, columns) > 255:
        raise ParameterError(f"an EVF file holds at most 255 rows and columns, got {layout.grid}")
    if video.cell_pixels > 255:
        raise ParameterError(f"an EVF file holds cells of at most 255 pixels, got {video.cell_pixels}")
    for name, since in (("settings", _SETTINGS_SINCE), ("uuid", _UUID_SINCE)):
        if version < since and extra.get(name):
            raise ParameterError(f"{_WHAT} of version {version} has no {name}, got {truncate(extra[name])}")
    flags, settings = (bytes_of(extra, name, _WHAT, 1) if extra.get(name) else b"\0" for name in ("flags", "settings"))
    if "3bv" in extra:
        three_bv = optional_number(extra, "3bv", 0, 1 << 16)
    else:
        from hypersweep.stats import three_bv as count_three_bv

        three_bv = count_three_bv(layout)
    size = 4 if version == 4 else 3
    last = max(0, video.events[-1].milliseconds) if video.events else 0
    out = bytearray((version, flags[0]))
    if version >= _SETTINGS_SINCE:
        out.append(settings[0] & 127 | video.has_marks << 7)
    out += bytes((rows, columns)) + layout.mines.to_bytes(2, "big") + bytes([video.cell_pixels])
    out += optional_number(extra, "mode", 0, 1 << 16).to_bytes(2, "big") + three_bv.to_bytes(2, "big")
    out += optional_number(extra, "time", last, 1 << 8 * size).to_bytes(size, "big")
    uuid, checksum = bytes_of(extra, "uuid", _WHAT), bytes_of(extra, "checksum", _WHAT)
    if version < 4:
        for name in _TEXTS_3:
            out += _ended(name, _field(video, version, name))
        if version >= _UUID_SINCE:
            out += _ended("uuid", uuid)
    else:
        for name, length in _FIXED_4:
            value = _field(video, version, name)
            if len(value) != length:
                raise ParameterError(
                    f"expected {length} bytes for the {name} of {_WHAT} of version 4, got {truncate(value)}"
                )
            out += value
        for name in ("program", *(_TRANSCODING if flags[0] & _TRANSCODED else ()), *_TEXTS_4):
            out += _ended(name, _field(video, version, name))
        out += _counted("uuid", uuid)
    bits = layout.bits().translate(_TURNED)
    if version < 4:
        if len(checksum) not in (0, 32):
            raise ParameterError(
                f"expected a checksum of 32 bytes in {_WHAT} of version {version}, got {len(checksum)}"
            )
        end = bytes([_END if checksum else 255]) + checksum
        return b"".join((out, bits, *dump_timed(video.events), end))
    metrics = bytes_of(extra, "metrics", _WHAT) or b"\0\0"
    if len(metrics) < 2 or metrics[2:].count(0) != int.from_bytes(metrics[:2], "big") or not metrics.endswith(b"\0"):
        raise ParameterError(f"expected a count, and names that end with NUL, in 'metrics', got {truncate(metrics)}")
    events = dump_further(video.events, extra)
    return b"".join((out, bits, metrics, *events, bytes([_END]), _counted("checksum", checksum)))


def _field(video: Video, version: int, name: str) -> bytes:
    text = (video.extra if name in _TRANSCODING else video.tags).get(name, "")
    if f"{name} bytes" in video.extra:
        kept = bytes_of(video.extra, f"{name} bytes", _WHAT)
        encoding = video.extra.get("name encoding") or _stated_encoding(video.extra, name)
        if (version < 4 or name not in dict(_FIXED_4) or len(kept) == dict(_FIXED_4)[name]) and (
            _read_field(version, name, kept, encoding) == text
        ):
            return kept  # the text hasn't changed, so use its original bytes
    return _write_field(version, name, text)


def _ended(name: str, value: bytes) -> bytes:
    if 0 in value:
        raise ParameterError(f"expected no NUL in the {name} of {_WHAT}, got {truncate(value)}")
    return value + b"\0"


def _counted(name: str, value: bytes) -> bytes:
    if len(value) >= 1 << 16:
        raise ParameterError(f"expected at most 65,535 bytes for the {name} of {_WHAT}, got {len(value)}")
    return len(value).to_bytes(2, "big") + value


def adapt(video: Video, version: int = 4) -> Video:
    """Convert a replay from any format to EVF, as closely as EVF allows.

    If an event has a negative time, the clock is shifted to start at 0. Events outside the board are moved to its lower
    right corner, as is usual in EVF. Version 4 drops a country that isn't two letters, and never lets the clock run
    backwards. Converting between versions drops the checksum, ``between``, ``metrics``, the bytes of invalid fields,
    and fields that the version doesn't have.

    Args:
        video: the replay; an EVF replay is converted to another version if necessary.
        version: 0 to 4.

    Raises:
        ParameterError: there is no such version, or it is too old to store a game's question marks.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> adapt(Video("avf", Layout("3x4", [(0, 3)]), [MouseEvent(-10, "left press", -1, 8)])).events
    (MouseEvent(0, 'left press', 64, 48),)
    """
    check_video(video)
    version = whole_number(version, "version", below=256)
    _check_version(version, video)
    was_evf = video.form == "evf"
    if was_evf:
        extra = dict(video.extra)
        if extra.get("version", "4") != str(version):
            dropped = ["checksum", "between", "metrics", "name encoding"]
            dropped += ["settings"] if version < _SETTINGS_SINCE else []
            dropped += ["uuid"] if version < _UUID_SINCE else []
            lost = [name for name in extra if name.endswith(" bytes") or name in dropped]
            for name in lost:
                del extra[name]
    elif version == 4:
        import hypersweep

        extra = {"flags": "08", "transcoder": f"hypersweep {hypersweep.__version__}", "encoding": "utf-8"}
    else:
        extra = {}
    extra["version"] = str(version)
    rows, columns = video.layout.grid.shape
    width, height = columns * video.cell_pixels, rows * video.cell_pixels
    begin = min(0, min((event.milliseconds for event in video.events), default=0))
    events, now = [], 0
    given = plain_events(video) if video.opens_around else video.events
    for milliseconds, action, x, y in given:
        # Version 4 stores the time since the previous event; it can't be negative.
        now = max(now, milliseconds - begin) if version == 4 else milliseconds - begin
        is_inside = was_evf or (0 <= x < width and 0 <= y < height)
        events.append(MouseEvent(now, action, *((x, y) if is_inside else (width, height))))
    tags = dict(video.tags)
    country = tags.get("country", "")
    if version == 4 and not (len(country) == 2 and country.isascii()):
        tags.pop("country", None)
    return video.replace(form="evf", events=events, tags=tags, extra=extra)


def _check_version(version: int, video: Video) -> None:
    """Raise an error if there is no such version, or it can't store a replay's question marks."""
    if version not in VERSIONS:
        raise ParameterError(f"expected version 0 to 4 of {_WHAT}, got version {version}")
    if video.has_marks and version < _SETTINGS_SINCE:
        raise ParameterError(f"{_WHAT} of version {version} can't store question marks")


def load_timed(source: ByteReader) -> tuple[tuple[MouseEvent, ...], bool]:
    """Read events in the format before version 4. Returns: the events, and whether a checksum follows."""
    events, place = _native.evf_timed_events(MouseEvent, ACTIONS, source.data, source.place, _ACTION_TABLE)
    source.place = place
    code = source.whole(1, "an event")
    if code in _ACTIONS:
        source.place = place
        source.take(_TIMED.size, "an event")  # too few bytes left: raises an error
    if code not in (_END, 255):
        source.refuse("an event code from 1 to 9, or 0 or 255 for the end,", code, place)
    return events, code == _END


def load_further(source: ByteReader) -> tuple[tuple[MouseEvent, ...], dict[int, bytes]]:
    """Read version 4 events.

    Returns:
        The events, and by event index the other entries, except pauses that ``_pauses`` would write in the same way.
    """
    data = source.data
    events, place, notes = _native.evf_events(
        MouseEvent, ACTIONS, data, source.place, _ACTION_TABLE, _LENGTHS, _PAUSE, _TEXT
    )
    between = {index: data[begin:end] for _, index, begin, end in notes}
    source.place = place
    code = source.whole(1, "an event")
    if code in _ACTIONS or _LENGTHS[code]:
        # Too few bytes are left, so this raises an error.
        source.place = place
        source.take(_LENGTHS[code] or _FURTHER.size, "a pause" if code == _PAUSE else "an event")
        source.until(b"\0", "a statistic")
    if code != _END:
        source.refuse("a known event code, or 0 for the end,", code, place)
    return events, between


def _pauses(milliseconds: int) -> tuple[bytes, int]:
    """Return the pause entries for a time, and the rest (at most 255 ms), which is stored in the event."""
    pauses = bytearray()
    while milliseconds > 255:
        part = min(milliseconds, _LONGEST_PAUSE)
        pauses += bytes((_PAUSE, part >> 8, part & 255))
        milliseconds -= part
    return bytes(pauses), milliseconds


def dump_timed(events: Sequence[MouseEvent]) -> Iterator[bytes]:
    """Yield each event's bytes in the format before version 4.

    Raises:
        ParameterError: a time or position doesn't fit.
    """
    for place, (milliseconds, action, x, y) in enumerate(events):
        try:
            yield _TIMED.pack(_CODES[action], milliseconds >> 16, milliseconds & 0xFFFF, x, y)
        except struct_error:
            raise ParameterError(
                f"an EVF file before version 4 holds times from 0 to 16,777,215 ms and coordinates from 0 to 65,535, "
                f"got {events[place]!r} at event {place}"
            ) from None


def dump_further(events: Sequence[MouseEvent], extra: Mapping[str, str]) -> Iterator[bytes]:
    """Yield each event's bytes in version 4, preceded by the bytes of other entries.

    Raises:
        ParameterError: a time or position doesn't fit, or ``between`` has invalid entries.
    """
    between = _between(extra, len(events))
    now = before_x = before_y = 0
    for place, (milliseconds, action, x, y) in enumerate(events):
        group, passed = between.get(place, (b"", 0)) if between else (b"", 0)
        rest = milliseconds - now - passed
        if rest < 0 or milliseconds > _LONGEST or not (0 <= x < 1 << 16 and 0 <= y < 1 << 16):
            raise ParameterError(
                f"an EVF file of version 4 holds times from 0 to {_LONGEST:,} ms that never decrease and coordinates "
                f"from 0 to 65,535, got {events[place]!r} at event {place}"
            )
        pauses, rest = _pauses(rest) if rest > 255 else (b"", rest)
        yield group + pauses + _FURTHER.pack(_CODES[action], rest, x - before_x & 0xFFFF, y - before_y & 0xFFFF)
        now, before_x, before_y = milliseconds, x, y
    yield between.get(len(events), (b"", 0))[0]


def _between(extra: Mapping[str, str], events: int) -> dict[int, tuple[bytes, int]]:
    """Parse ``between``. Returns: for each event index, the bytes before that event, and their duration in ms."""
    found: dict[int, tuple[bytes, int]] = {}
    for word in extra.get("between", "").split(" ") if extra.get("between") else ():
        where, colon, digits = word.partition(":")
        place = optional_number({"between": where}, "between", 0, events + 1)
        data = bytes_of({"between": digits}, "between", _WHAT)
        # A move directly after the entries gets the time that they take.
        later, end, _ = _native.evf_events(
            MouseEvent, ACTIONS, data + _STILL, 0, _ACTION_TABLE, _LENGTHS, _PAUSE, _TEXT
        )
        if not colon or place in found or len(later) != 1 or end != len(data) + len(_STILL):
            raise ParameterError(f"expected event indices, each with whole entries, in 'between', got {truncate(word)}")
        found[place] = data, later[0].milliseconds
    return found


def optional_number(extra: Mapping[str, str], name: str, default: int, below: int) -> int:
    """Return a number from ``extra``, or the default if it is missing.

    Raises:
        ParameterError: the entry isn't a number, or is too large.

    >>> optional_number({"mode": "7"}, "mode", 0, 1 << 16), optional_number({}, "mode", 0, 1 << 16)
    (7, 0)
    """
    text = extra.get(name)
    if text is None:
        if default >= below:
            raise ParameterError(f"an EVF file holds a {name} below {below}, got {default}")
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 20:
        raise ParameterError(f"expected a number for {name!r} of {_WHAT}, got {truncate(text)}")
    return whole_number(int(text), name, below=below)
