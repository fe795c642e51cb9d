"""Mouse replays from other programs: a board, the mouse events on it, and the resulting game.

Each format has a module that reads a file into a ``Video`` and writes it back. ``record_of`` replays a video by
hypersweep's rules and returns the game's ``Record``. A tag in the record contains the whole mouse path as one line of
text; from it, ``video_of`` restores the video.

Mouse rules: releasing the left button opens a cell, and pressing the right button flags one. A number is chorded by
releasing one of two held buttons, the middle button, or the left button if it was pressed with Shift. A button still
held after that has no further effect. A right press on an open cell is a click without effect, unless the left button
joins it for a chord: then the chord is the only click. With question marks, the right button turns a flag into a mark,
and removes a mark; a mark isn't a flag, and a marked cell can be opened. Some replays state that the left button alone
chords on a number; if so, it does. Mouse events outside the board only change which buttons are held.

The record's rules say what the replay's program promises for the first open. Minesweeper Arbiter, Clone, Viennasweeper
and Metasweeper keep mines away from it, except on boards known to the player (UPK). If the first open hits a mine
despite the promise, the board was fixed in advance.

A game begins with the first open or the first flag. An earlier chord isn't recorded, and if the player removes every
flag before the first open, the record starts again.

Source: click counts, final boards and times were checked against ms_toollib 1.5 for the same replays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from math import hypot
from operator import sub
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import HypersweepError, LayoutError, ParameterError, ParameterTypeError
from hypersweep.formats.format_detection import FILE_FORMATS
from hypersweep.game import Game, Outcome
from hypersweep.layout import Layout, excluded_cells
from hypersweep.record import Event, Record
from hypersweep.record.event import KNOWN, MOST_MILLISECONDS
from hypersweep.record.text_form import OWN_TAGS
from hypersweep.rules import CLASSIC
from hypersweep.validation import check_type, place_among, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self

    from hypersweep.game import MoveResult
    from hypersweep.typing import FirstOpen


ACTIONS = (
    "move",
    "left press",
    "left release",
    "right press",
    "right release",
    "middle press",
    "middle release",
    "shift press",  # the left button with Shift held; it chords like the middle one
    "preflag",  # a flag placed before the first open, in formats that store such flags separately
)
"""Mouse actions."""

FORMATS = tuple(form.name for form in FILE_FORMATS if "replay" in form.kinds and not form.parts)
"""Mouse replay formats."""

NO_ACTION = 255
"""Entry for codes without an action, in the tables of actions for the kernels."""

FARTHEST = 10**15
"""Maximum absolute value of times and coordinates: larger than in any file, but accepted by every reader."""

TRACK = "mouse"
"""Name of the record tag containing the mouse path, as written by ``pack``."""

LONGEST = 1 << 26
"""Maximum number of bytes of JSON accepted by ``unpack``, enough for about six million events."""

# Side of a cell in most programs.
_USUAL_PIXELS = 16

# Limit on decompressed bytes: a fixed allowance plus a multiple of the text's length (paths expand 5- to 10-fold).
_SLACK, _TIMES = 1 << 20, 64

_TRACK_VERSION = 1
_LETTERS = dict(zip(ACTIONS, "mlLrRiIsp", strict=True))
_ACTIONS = {letter: action for action, letter in _LETTERS.items()}

_UPK = re.compile(r"^[ \t]*mode[ \t]*:[ \t]*upk\b", re.IGNORECASE | re.MULTILINE)
# Pairs of a format and a mode in which the first open is an opening ("win7").
_OPENINGS = (("evf", "4"), ("rmv", "04"))
# For each format, the mode in which the player knows the board (UPK, "unfair prior knowledge").
_KNOWN_BOARDS = {"evf": "1", "mvf": "3", "rmv": "01", "rawvf": "UPK"}

_PRESSES = ("left press", "right press", "middle press", "shift press", "preflag")


@dataclass(frozen=True, slots=True)
class MouseStats:
    """How the mouse was used in a replay, as ``mouse_stats`` returns it.

    Attributes:
        events: number of mouse events in the file.
        path: length of the mouse's path, from the first open to the last event, in straight lines from event to event;
            0 if no cell was opened. The unit is a sixteenth of a cell's side, which is one pixel in most programs.
            Source: "path" in ms_toollib, https://docs.rs/ms_toollib.
        one_and_a_half_clicks: number of chords that began with the right click for a flag: the player pressed the right
            button on a covered cell, held it, and then clicked the left button on a number. Source: "1.5Clicks" in the
            community's RAWVF files.

    >>> MouseStats(events=7, path=40.0, one_and_a_half_clicks=0).path_cells
    2.5
    """

    events: int
    path: float
    one_and_a_half_clicks: int

    @property
    def path_cells(self) -> float:
        """Length of the path in cells."""
        return self.path / _USUAL_PIXELS

    def as_dict(self) -> dict[str, object]:
        """Return the statistics as a dictionary for JSON."""
        return {
            "events": self.events,
            "path": self.path,
            "path_cells": self.path_cells,
            "one_and_a_half_clicks": self.one_and_a_half_clicks,
        }


class MouseEvent(tuple[int, str, int, int]):
    """A mouse event: a tuple of its four fields. Immutable.

    Args:
        milliseconds: time on the game's clock; negative before the clock started.
        action: one of ``ACTIONS``.
        x: pixels to the right of the board's left edge; may be outside the board.
        y: pixels below the board's upper edge; may be outside the board.

    Raises:
        ParameterError: there is no such action.
        ParameterTypeError: a time or coordinate isn't a whole number.

    >>> event = MouseEvent(1230, "left press", 40, 56)
    >>> event.cell(16)
    (3, 2)
    """

    __slots__ = ()
    __match_args__ = ("milliseconds", "action", "x", "y")

    def __new__(cls, milliseconds: int, action: str, x: int, y: int) -> Self:
        """Check every field."""
        place = place_among("an action", action, ACTIONS)
        numbers = [
            whole_number(value, name, least=-FARTHEST, below=FARTHEST)
            for name, value in (("milliseconds", milliseconds), ("x", x), ("y", y))
        ]
        return tuple.__new__(cls, (numbers[0], ACTIONS[place], numbers[1], numbers[2]))

    @property
    def milliseconds(self) -> int:
        """Time on the game's clock, in milliseconds."""
        return self[0]

    @property
    def action(self) -> str:
        """Action, one of ``ACTIONS``."""
        return self[1]

    @property
    def x(self) -> int:
        """Pixels to the right of the board's left edge."""
        return self[2]

    @property
    def y(self) -> int:
        """Pixels below the board's upper edge."""
        return self[3]

    def cell(self, pixels: int) -> tuple[int, int]:
        """Return the cell's row and column; the numbering continues outside the board.

        Args:
            pixels: a cell's side in pixels.

        Raises:
            ParameterError: the side isn't a positive number.
        """
        if pixels < 1:
            raise ParameterError(f"expected a side of 1 pixel or more, got {truncate(pixels)}")
        return self[3] // pixels, self[2] // pixels

    def without_preflag(self) -> tuple[MouseEvent, ...]:
        """Return this event for formats without "preflag": a preflag becomes a press and release of the right button.

        >>> [event.action for event in MouseEvent(0, "preflag", 40, 56).without_preflag()]
        ['right press', 'right release']
        """
        if self[1] != "preflag":
            return (self,)
        return tuple(MouseEvent(self[0], action, self[2], self[3]) for action in ("right press", "right release"))

    def __repr__(self) -> str:
        return f"MouseEvent{tuple(self)!r}"

    def __getnewargs__(self) -> tuple[int, str, int, int]:
        return self[0], self[1], self[2], self[3]


def check_video(video: object, form: str | None = None) -> None:
    """Raise an error if a value isn't a mouse replay, or is in the wrong format.

    Args:
        video: the value.
        form: one of ``FORMATS``, or None for any.

    Raises:
        ParameterError: the replay is in another format.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> check_video(Video("avf", Layout("3x4", [(0, 3)])), "rmv")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterError: expected a replay in RMV form, got avf: adapt() converts it
    """
    if not isinstance(video, Video):
        raise ParameterTypeError(f"expected a mouse replay, got {truncate(video)} ({type(video).__name__})")
    if form not in (None, video.form):
        raise ParameterError(f"expected a replay in {str(form).upper()} form, got {video.form}: adapt() converts it")


def read_event(milliseconds: int, action: str, x: int, y: int) -> MouseEvent:
    """Create an event without checks, for readers that checked the fields or whose field sizes rule out errors.

    >>> read_event(1230, "left press", 40, 56)
    MouseEvent(1230, 'left press', 40, 56)
    """
    return tuple.__new__(MouseEvent, (milliseconds, action, x, y))


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Video:
    """A mouse replay: the board, the player, and the mouse events.

    Args:
        form: its format, one of ``FORMATS``.
        layout: the mines; the grid has two axes, rows and columns.
        events: the mouse events, in the order of the file.
        cell_pixels: a cell's side in pixels.
        has_marks: whether the right button turns a flag into a question mark.
        tags: strings by name, using the names of record tags: "player", "start" (ISO 8601), "program", "country" and so
            on.
        extra: strings by name: everything else needed to restore the file byte for byte; bytes are in hexadecimal.

    Raises:
        ParameterError: an argument is impossible.
        LayoutError: the board doesn't have two axes.

    >>> video = Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 8)], tags={"player": "Ann"})
    >>> video
    <Video (rawvf) of 3x4 with 1 mine: 1 event in 0.000 s>
    """

    form: str
    layout: Layout
    events: tuple[MouseEvent, ...]
    cell_pixels: int
    has_marks: bool
    tags: Mapping[str, str] = field(hash=False)
    extra: Mapping[str, str] = field(hash=False)

    def __init__(
        self,
        form: str,
        layout: Layout,
        events: Iterable[MouseEvent] = (),
        cell_pixels: int = 16,
        has_marks: bool = False,
        tags: Mapping[str, str] | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        place = place_among("a format", form, FORMATS)
        check_type(layout, Layout, "a Layout")
        if layout.grid.dimensions != 2 or layout.grid.adjacency != "moore" or layout.grid.wrap:
            raise LayoutError(f"expected a plain board of rows and columns for a mouse replay, got {layout.grid}")
        if isinstance(events, str) or not hasattr(events, "__iter__"):
            raise ParameterTypeError(f"expected mouse events, got {truncate(events)} ({type(events).__name__})")
        happened = tuple(events)
        if not _native.are_all(happened, MouseEvent):
            for event in happened:
                check_type(event, MouseEvent, "a MouseEvent")
        if not isinstance(has_marks, bool):
            raise ParameterTypeError(f"expected a boolean for has_marks, got {truncate(has_marks)}")
        pixels = whole_number(cell_pixels, "cell_pixels", least=1, below=1 << 16)
        put = object.__setattr__
        put(self, "form", FORMATS[place])
        put(self, "layout", layout)
        put(self, "events", happened)
        put(self, "cell_pixels", pixels)
        put(self, "has_marks", has_marks)
        put(self, "tags", _texts(tags, "tags"))
        put(self, "extra", _texts(extra, "extra"))

    @property
    def opens_around(self) -> bool:
        """Whether the left button alone chords on a number: "super click" is "on" in ``extra``."""
        return self.extra.get("super click") == "on"

    def replace(self, **changes: Any) -> Video:
        """Return a copy with some arguments changed.

        Raises:
            ParameterError: an argument is unknown, or its value is impossible.
        """
        values: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in changes:
            if name not in values:
                raise ParameterError(f"expected an argument of Video, got {name!r}{suggest(name, list(values))}")
        return type(self)(**{**values, **changes})

    def __reduce__(self) -> tuple[object, ...]:
        texts = (dict(self.tags), dict(self.extra))
        return type(self), (self.form, self.layout, self.events, self.cell_pixels, self.has_marks, *texts)

    def __repr__(self) -> str:
        count, last = len(self.events), self.events[-1].milliseconds / 1000 if self.events else 0.0
        mines = f"{self.layout.mines} {'mine' if self.layout.mines == 1 else 'mines'}"
        events = f"{count} {'event' if count == 1 else 'events'}"
        return f"<Video ({self.form}) of {self.layout.grid} with {mines}: {events} in {last:.3f} s>"


def _texts(given: Mapping[str, str] | None, what: str) -> Mapping[str, str]:
    if given is not None and not hasattr(given, "items"):
        raise ParameterTypeError(f"expected a mapping for {what}, got {truncate(given)} ({type(given).__name__})")
    texts = {} if given is None else dict(given)
    for name, value in texts.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise ParameterTypeError(f"expected strings as names and values of {what}, got {truncate({name: value})}")
    return MappingProxyType(texts)


def pack(video: Video) -> str:
    """Return a mouse replay as one line of text.

    The text is JSON, compressed with zlib and encoded in URL-safe base64. Times and coordinates are stored as
    differences from the previous event, so a path takes two or three bytes per event.

    Raises:
        ParameterError: the JSON is larger than ``unpack`` accepts for its compressed size.

    >>> video = Video("rawvf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 8)])
    >>> unpack(pack(video)) == video
    True
    """
    import json
    import zlib
    from base64 import urlsafe_b64encode
    from operator import sub

    fields = tuple(zip(*video.events, strict=True)) or ((), (), (), ())
    columns = [[*map(sub, fields[field], (0, *fields[field][:-1]))] for field in (0, 2, 3)]
    held = [
        _TRACK_VERSION,
        video.form,
        str(video.layout),
        video.cell_pixels,
        int(video.has_marks),
        dict(video.tags),
        dict(video.extra),
        "".join(map(_LETTERS.__getitem__, fields[1])),
        *columns,
    ]
    text = json.dumps(held, separators=(",", ":")).encode()
    packed = urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")
    if len(text) > _most(len(packed)):
        raise ParameterError(
            f"expected at most {_most(len(packed))} bytes of JSON for a mouse replay of this compressed size, "
            f"got {len(text)}"
        )
    return packed


def _most(length: int) -> int:
    """Return the maximum decompressed size, in bytes, of a packed text of this length."""
    return min(LONGEST, _SLACK + _TIMES * length)


def unpack(text: str) -> Video:
    """Restore a mouse replay from text returned by ``pack``.

    Raises:
        ParameterError: the text isn't from ``pack``; the message says what is wrong.
    """
    try:
        return _checked_video(_unpacked(text))
    except HypersweepError as error:
        raise ParameterError(f"expected a mouse path: {error}") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ParameterError("expected a mouse path, got text that isn't one, or is damaged") from None


def _unpacked(text: str) -> Any:
    import json
    import zlib
    from base64 import b64decode

    try:
        data = b64decode(text.encode("ascii") + b"=" * (-len(text) % 4), b"-_", validate=True)
        reader = zlib.decompressobj()
        plain = reader.decompress(data, _most(len(text)))
    except zlib.error as error:
        raise ValueError from error
    if not reader.eof or reader.unused_data:
        raise ValueError
    return json.loads(plain)


def _checked_video(held: Any) -> Video:
    from itertools import accumulate

    if not isinstance(held, list) or not held or held[0] != _TRACK_VERSION:
        raise ParameterError(
            f"expected version {_TRACK_VERSION}, got {held[0] if isinstance(held, list) and held else held!r}"
        )
    _, form, board, pixels, has_marks, tags, extra, letters, *columns = held
    if len(columns) != 3 or not all(isinstance(column, list) for column in columns):
        raise ValueError
    if not isinstance(letters, str) or any(len(column) != len(letters) for column in columns):
        raise ValueError
    if not all(type(step) is int for column in columns for step in column):
        raise ValueError
    times, right, down = (list(accumulate(column)) for column in columns)
    if letters and (min(map(min, times, right, down)) < -FARTHEST or max(map(max, times, right, down)) >= FARTHEST):
        raise ValueError
    happened = map(_ACTIONS.__getitem__, letters)
    events = [read_event(*fields) for fields in zip(times, happened, right, down, strict=True)]
    layout = Layout.parse(board, max_cells=LONGEST)
    if has_marks not in (0, 1):
        raise ValueError
    return Video(form, layout, events, pixels, bool(has_marks), tags, extra)


def record_of(video: Video) -> Record:
    """Replay the game in a mouse replay, and return its record.

    The record's clock starts with the first open, as in every record; earlier events have time 0. Some programs start
    the clock when the button is pressed, a tenth of a second earlier. The ``mouse`` tag contains the whole mouse path;
    from it, ``video_of`` restores the replay with its original times. Only this tag contains the events after the end
    of the game.

    Args:
        video: the mouse replay.

    Raises:
        ParameterTypeError: the argument isn't a ``Video``.

    >>> events = [MouseEvent(500 + 90 * place, what, x, 8) for place, (what, x) in enumerate(
    ...     [("right press", 56), ("right release", 56), ("left press", 8), ("left release", 8)])]
    >>> record = record_of(Video("rawvf", Layout("3x4", [(0, 3)]), events, tags={"player": "Ann"}))
    >>> [event.format() for event in record.events], record.outcome, record.tags["player"]
    (['0 flag 0 3: 1', '0 open 0 0: 11 won'], Outcome.WON, 'Ann')
    """
    record, _ = replay_video(video)
    return record.replace(tags={**record.tags, TRACK: pack(video)})


def mouse_stats(video: Video) -> MouseStats:
    """Return how the mouse was used in a replay.

    Args:
        video: the mouse replay.

    Raises:
        ParameterTypeError: the argument isn't a ``Video``.

    >>> events = [MouseEvent(90 * place, what, x, 8) for place, (what, x) in enumerate(
    ...     [("left press", 8), ("left release", 8), ("move", 40), ("move", 24)])]
    >>> mouse_stats(Video("rawvf", Layout("3x4", [(0, 3)]), events)).path
    48.0
    """
    return replay_video(video)[1]


def replay_video(video: Video) -> tuple[Record, MouseStats]:
    """Replay the game in a mouse replay. Returns: its record without the tag for the mouse path, and ``MouseStats``.

    Packing the path takes longer than everything else, so callers that don't need it use this function.

    Raises:
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video)
    player, begun = _Player(video), None
    for place, event in enumerate(video.events):
        if event[1] != "move":
            is_going_on = player.take(event)
            if begun is None and player.has_begun:
                begun = place
            if not is_going_on:
                break
    tags = {name: value for name, value in video.tags.items() if name not in (*OWN_TAGS, TRACK) and _is_tag(name)}
    if _is_known(video):
        tags[KNOWN] = "yes"
    rules = player.game.rules.replace(first_open=_first_open(video, player.events))
    record = Record(video.layout.grid, rules=rules, layout=video.layout, events=player.events, tags=tags)
    pixels = 0.0 if begun is None else _path(video.events[begun:])
    path = pixels * _USUAL_PIXELS / video.cell_pixels
    return record, MouseStats(len(video.events), path, player.one_and_a_half_clicks)


def _path(events: tuple[MouseEvent, ...]) -> float:
    """Return the length of the straight lines between events, in pixels."""
    _, _, x, y = zip(*events, strict=True)
    return sum(map(hypot, map(sub, x[1:], x), map(sub, y[1:], y)))


def video_of(record: Record, form: str | None = None) -> Video:
    """Return the mouse replay a record was made from.

    Args:
        record: the record.
        form: required format, one of ``FORMATS``; None for any.

    Raises:
        ParameterError: the record wasn't made from a mouse replay, or from one in another format; or its ``mouse`` tag
            is invalid or belongs to another board.
        ParameterTypeError: the argument isn't a ``Record``.

    >>> video = Video("rawvf", Layout("3x4", [(0, 3)]), has_marks=True)
    >>> video_of(record_of(video)) == video
    True
    """
    check_type(record, Record, "a Record")
    if form is not None:
        place_among("a format", form, FORMATS)
    if TRACK not in record.tags:
        raise ParameterError("expected a record made from a mouse replay, got one without the tag 'mouse'")
    video = unpack(record.tags[TRACK])
    if video.layout != record.stated_layout:
        raise ParameterError("the record's mouse path belongs to another board")
    if form is not None and form != video.form:
        raise ParameterError(f"expected a record made from {form}, got one made from {video.form}")
    return video


def plain_events(video: Video) -> list[MouseEvent]:
    """Return the events for formats that support only the usual actions.

    A flag placed before the first open becomes a press and release of the right button. If the left button alone
    chorded, it becomes the middle button.

    >>> video = Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "preflag", 8, 8)])
    >>> [event.action for event in plain_events(video)]
    ['right press', 'right release']
    """
    events = list(video.events)
    if video.opens_around:
        player, pressed = _Player(video), None
        for number, event in enumerate(events):
            if event[1] == "left press":
                pressed = number
            chords = player.chords
            is_going_on = event[1] == "move" or player.take(event)
            if player.chords > chords and pressed is not None:
                for place, what in ((pressed, "middle press"), (number, "middle release")):
                    events[place] = read_event(events[place][0], what, *events[place][2:])
            if not is_going_on:
                break
    return [plain for event in events for plain in event.without_preflag()]


def _first_open(video: Video, events: list[Event]) -> FirstOpen:
    """Return the program's promise for the first open; "any" if the game breaks it or the player knows the board."""
    promise: FirstOpen = "opening" if (video.form, _mode(video)) in _OPENINGS else "safe"
    first = next((event.cell for event in events if event.kind == "open" and event.changed), None)
    grid = video.layout.grid
    is_kept = not any(video.layout.is_mine(grid.cell(index)) for index in excluded_cells(grid, first, promise))
    return promise if is_kept and not _is_known(video) else "any"


def _mode(video: Video) -> str:
    """Return the mode of the replay's program, as ``_OPENINGS`` and ``_KNOWN_BOARDS`` name it."""
    extra = video.extra
    if video.form == "rmv":
        return extra.get("properties", "")[4:6]
    if video.form == "rawvf":
        return "UPK" if _UPK.search(extra.get("head", "")) else ""
    return extra.get("mode", "")


def _is_known(video: Video) -> bool:
    """Return whether the player knew the board (UPK)."""
    return _mode(video) == _KNOWN_BOARDS.get(video.form)


def _is_tag(name: str) -> bool:
    return name.isascii() and name[:1].isalpha() and name.replace("-", "0").isalnum() and name == name.lower()


class _Player:
    """Replays a game from mouse events, tracking the state of the buttons."""

    def __init__(self, video: Video) -> None:
        self.game = Game(layout=video.layout, rules=CLASSIC.for_layout())
        self.events: list[Event] = []
        # Number of chords made with the left button alone.
        self.chords = 0
        self.one_and_a_half_clicks = 0
        self._pixels = video.cell_pixels
        self._has_marks = video.has_marks
        self._opens_around = video.opens_around
        self._rows, self._columns = video.layout.grid.shape
        # Time of the first open, on the replay's clock.
        self._begun: int | None = None
        self._last = 0
        self._is_left = self._is_right = False
        # Whether the right button was pressed on a covered cell, and is still held.
        self._is_flagging = False
        # Whether the next release chords, because two buttons are held, or the left one with Shift.
        self._is_double = False
        # Whether a release has just chorded, so that releasing the other button does nothing.
        self._is_spent = False
        self._marked: set[tuple[int, int]] = set()
        # Index in `events` of a right press on an open cell, until the right button is released; see `take`.
        self._idle_press: int | None = None

    @property
    def has_begun(self) -> bool:
        """Whether a cell was opened."""
        return self._begun is not None

    def take(self, event: MouseEvent) -> bool:
        """Replay a mouse event, and return whether the game is still running."""
        milliseconds, action, _, _ = event
        cell = event.cell(self._pixels)
        is_inside = 0 <= cell[0] < self._rows and 0 <= cell[1] < self._columns
        if action in ("right press", "right release"):
            self._is_flagging = (
                action == "right press" and not self._is_left and is_inside and not self.game.is_open(cell)
            )
        kind = self._press(action, cell) if action in _PRESSES else self._release(action)
        if kind == "chord" and action != "middle release" and self._idle_press is not None:
            # The right press turned out to start a chord, so it isn't a separate click.
            del self.events[self._idle_press]
            self._idle_press = None
        if action == "right release":
            self._idle_press = None
        if kind is not None and is_inside:
            self._play(kind, cell, milliseconds)
            if kind == "chord" and action == "left release" and self._is_flagging:
                self.one_and_a_half_clicks += 1
            if action == "right press" and self.game.is_open(cell):
                self._idle_press = len(self.events) - 1
        return self.game.outcome is Outcome.ONGOING

    def _press(self, action: str, cell: tuple[int, int]) -> str | None:
        if action in ("left press", "shift press"):
            self._is_left = True
            self._is_double = self._is_right or action == "shift press"
            self._is_spent = False
        elif action == "right press":
            self._is_right = True
            if self._is_left:
                self._is_double = True
                self._is_spent = False
            else:
                return "flag"
        return "flag" if action == "preflag" else None

    def _release(self, action: str) -> str | None:
        if action == "middle release":
            return "chord"
        was_left, was_double, was_spent = self._is_left, self._is_double, self._is_spent
        if action == "left release":
            self._is_left = False
        else:
            self._is_right = False
        self._is_double = False
        if not (self._is_left or self._is_right):
            self._is_spent = False
        if was_double:
            # The other button is still held, unless the chord was made with Shift.
            self._is_spent = self._is_left or self._is_right
            return "chord"
        return "open" if action == "left release" and was_left and not was_spent else None

    def _play(self, kind: str, cell: tuple[int, int], milliseconds: int) -> None:
        game = self.game
        if kind == "flag":
            if self._has_marks and cell in self._marked and not game.is_open(cell):
                self._mark(cell, milliseconds)
                return
            change = game.flag(cell)
            if self._has_marks and change and not game.is_flagged(cell):
                # Record the removal of the flag and the question mark as one action; see ``Session.cycle_flag``.
                self._mark(cell, milliseconds)
                self.events.append(Event(self.events[-1].milliseconds, "and"))
        elif kind == "open" and self._opens_around and game.is_open(cell):
            kind = "chord"
            change = game.chord(cell)
            self.chords += 1
        elif kind == "open":
            change = game.open(cell)
            if self._begun is None and change:
                self._begun = milliseconds
        elif self._begun is None and not game.flags:
            return
        else:
            change = game.chord(cell)
        self._add_event(kind, cell, change, milliseconds)
        if self._begun is None and not game.flags:
            self.events = [Event(0, "question", marked) for marked in sorted(self._marked)]
        if kind == "chord" and not change and game.is_open(cell) and game[cell] == 0:
            # When this zero was opened, cells next to it were flagged and so stayed covered; the flags are gone. In
            # other programs a chord on the zero opens the cells, but our rules have no such chord, so open them one by
            # one.
            for near in game.grid.neighbours(cell):
                if not (game.is_open(near) or game.is_flagged(near)):
                    self._add_event("open", near, game.open(near), milliseconds)

    def _mark(self, cell: tuple[int, int], milliseconds: int) -> None:
        self._marked ^= {cell}
        self.events.append(Event(min(self._time(milliseconds), MOST_MILLISECONDS), "question", cell))

    def _time(self, milliseconds: int) -> int:
        """Return the time on the record's clock, which never runs backwards."""
        self._last = 0 if self._begun is None else max(self._last, milliseconds - self._begun)
        return self._last

    def _add_event(self, kind: str, cell: tuple[int, ...], change: MoveResult, milliseconds: int) -> None:
        self._time(milliseconds)
        # Everything but the time is valid, so skip the checks, which take longer than the move.
        make = Event._of_move if self._last <= MOST_MILLISECONDS else Event.of
        self.events.append(make(self._last, kind, cell, change))
