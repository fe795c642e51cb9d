"""What mouse replays of other programs have in common: a board, and what the mouse did on it.

Each format has a module of its own that reads a file into a ``Video`` and writes it back. ``clicks`` plays a video, and
so makes a ``Record`` of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypersweep.errors import LayoutError, ParameterError, ParameterTypeError
from hypersweep.layout import Layout
from hypersweep.validation import suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Self

ACTIONS = (
    "move",
    "left press",
    "left release",
    "right press",
    "right release",
    "middle press",
    "middle release",
    "shift press",  # the left button with Shift held, which chords like the middle one
    "preflag",  # a flag that was set before the first open, where a format tells those apart
)
"""What a mouse does."""

LEVELS = ((8, 8, 10), (16, 16, 40), (16, 30, 99))
"""Rows, columns and mines of the usual boards, by which many files tell them: beginner, intermediate, expert."""

FORMATS = ("rawvf", "avf", "rmv", "mvf", "evf")
"""The formats of mouse replays."""


class MouseEvent(tuple[int, str, int, int]):
    """One thing that a mouse did. A tuple of its four fields; it never changes.

    Args:
        milliseconds: when, on the game's clock; before 0 where the clock hadn't begun.
        action: one of ``ACTIONS``.
        x: pixels to the right of the board's left edge; may lie outside.
        y: pixels below the board's upper edge.

    Raises:
        ParameterError: no such action.
        ParameterTypeError: something other than whole numbers.

    >>> event = MouseEvent(1230, "left press", 40, 56)
    >>> event.cell(16)
    (3, 2)
    """

    __slots__ = ()
    __match_args__ = ("milliseconds", "action", "x", "y")

    def __new__(cls, milliseconds: int, action: str, x: int, y: int) -> Self:
        """The event of these fields, each of them checked."""
        if action not in ACTIONS:
            hint = suggest(action, list(ACTIONS)) if isinstance(action, str) else ""
            raise ParameterError(f"expected one of {', '.join(ACTIONS)}, got {truncate(action)}{hint}")
        numbers = [
            whole_number(value, name, least=-FARTHEST, below=FARTHEST)
            for name, value in (("milliseconds", milliseconds), ("x", x), ("y", y))
        ]
        return tuple.__new__(cls, (numbers[0], ACTIONS[ACTIONS.index(action)], numbers[1], numbers[2]))

    @property
    def milliseconds(self) -> int:
        """When, on the game's clock."""
        return self[0]

    @property
    def action(self) -> str:
        """What it did."""
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
        """Row and column that it lies on, or that would be there if the board went on.

        Args:
            pixels: the side of a cell.

        Raises:
            ParameterError: no side.
        """
        if pixels < 1:
            raise ParameterError(f"expected a side of 1 pixel or more, got {truncate(pixels)}")
        return self[3] // pixels, self[2] // pixels

    def without_preflag(self) -> tuple[MouseEvent, ...]:
        """The same for formats that have no "preflag": a right button that is pressed, and let go at once.

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
    """Raises an error where something is no mouse replay, or of another format than it has to be.

    Args:
        video: what should be one.
        form: one of ``FORMATS``, or None for any.

    Raises:
        ParameterError: a replay of another format.
        ParameterTypeError: something other than a ``Video``.

    >>> from hypersweep import Layout
    >>> check_video(Video("avf", Layout("3x4", [(0, 3)])), "rmv")
    Traceback (most recent call last):
        ...
    hypersweep.errors.ParameterError: expected a replay in the form of RMV, got one of avf: adapt() makes it fit
    """
    if not isinstance(video, Video):
        raise ParameterTypeError(f"expected a mouse replay, got {truncate(video)} ({type(video).__name__})")
    if form not in (None, video.form):
        raise ParameterError(
            f"expected a replay in the form of {str(form).upper()}, got one of {video.form}: adapt() makes it fit"
        )


def read_event(milliseconds: int, action: str, x: int, y: int) -> MouseEvent:
    """Return the event of fields that a reader has checked, or whose size makes errors impossible.

    >>> read_event(1230, "left press", 40, 56)
    MouseEvent(1230, 'left press', 40, 56)
    """
    return tuple.__new__(MouseEvent, (milliseconds, action, x, y))


FARTHEST = 10**15
"""Times and places are below it: further than any file says, and few enough digits for every reader."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Video:
    """A mouse replay: the board, who played, and what the mouse did. It never changes.

    Args:
        form: the format that it is of, one of ``FORMATS``.
        layout: the mines; the grid has two axes, rows and columns.
        events: what the mouse did, in the order of the file.
        cell_pixels: the side of a cell.
        has_marks: whether the right button goes on from a flag to a question mark.
        tags: who and when, text by name, with the names that the tags of a record have: "player", "start" (as ISO 8601
            writes it), "program", "country", ...
        extra: whatever else the file holds that a writer needs to write it back byte for byte, text by name; bytes are
            written as hexadecimal digits.

    Raises:
        ParameterError: impossible arguments.
        LayoutError: a board that hasn't two axes.

    >>> from hypersweep import Layout
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
        if form not in FORMATS:
            hint = suggest(form, list(FORMATS)) if isinstance(form, str) else ""
            raise ParameterError(f"expected one of the formats {', '.join(FORMATS)}, got {truncate(form)}{hint}")
        if not isinstance(layout, Layout):
            raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
        if layout.grid.dimensions != 2 or layout.grid.adjacency != "moore" or layout.grid.wrap:
            raise LayoutError(f"expected a plain board of rows and columns for a mouse replay, got {layout.grid}")
        if isinstance(events, str) or not hasattr(events, "__iter__"):
            raise ParameterTypeError(f"expected events of a mouse, got {truncate(events)} ({type(events).__name__})")
        happened = tuple(events)
        for event in happened:
            if not isinstance(event, MouseEvent):
                raise ParameterTypeError(f"expected a MouseEvent, got {truncate(event)} ({type(event).__name__})")
        if not isinstance(has_marks, bool):
            raise ParameterTypeError(f"expected a boolean for has_marks, got {truncate(has_marks)}")
        pixels = whole_number(cell_pixels, "cell_pixels", least=1, below=1 << 16)
        put = object.__setattr__
        put(self, "form", FORMATS[FORMATS.index(form)])
        put(self, "layout", layout)
        put(self, "events", happened)
        put(self, "cell_pixels", pixels)
        put(self, "has_marks", has_marks)
        put(self, "tags", _texts(tags, "tags"))
        put(self, "extra", _texts(extra, "extra"))

    @property
    def opens_around(self) -> bool:
        """Whether the left button opens around a number, by itself: ``extra`` has "on" for "super click"."""
        return self.extra.get("super click") == "on"

    def replace(self, **changes: Any) -> Video:
        """The same video but for some arguments.

        Raises:
            ParameterError: an argument that doesn't exist, or has an impossible value.
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
        raise ParameterTypeError(f"expected text by name for {what}, got {truncate(given)} ({type(given).__name__})")
    texts = {} if given is None else dict(given)
    for name, value in texts.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise ParameterTypeError(f"expected text by name for {what}, got {truncate({name: value})}")
    return MappingProxyType(texts)
