"""Plays what the mouse did, and so turns a mouse replay into the record of a game.

A cell is opened where the left button is let go, flagged where the right one is pressed, and a number is opened around
where the first of two buttons is let go, or the middle one, or the left one that was pressed with Shift. Whichever
button is still held after that does nothing more. A right press on an open cell is a click without effect, unless the
left button joins it for a chord: then the chord is the only click. With question marks the right button goes on from a
flag to a mark, and from a mark to nothing; a mark isn't a flag, and a marked cell can be opened. Where a replay says
that the left button alone opens around a number, it does. What happens beside the board does nothing, but a button that
is let go there is let go.

The record's rules say what the program that wrote the replay promises to the first open: Minesweeper Arbiter, Clone,
Viennasweeper and Metasweeper lay the mines around it or move one away, but for boards that the player knows (UPK). A
game whose first open hits a mine all the same was played on a board that was given.

A game begins with the first open or the first flag. A chord before that isn't recorded, and if the player takes every
flag back before the first open, the record starts again.

Source: the counts of clicks, the board at the end and the times are compared with what ms_toollib 1.5 makes of the same
    replays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.formats.mouse_track import pack, unpack
from hypersweep.formats.video import FORMATS, Video, check_video, read_event
from hypersweep.game import Game, Outcome
from hypersweep.layout import excluded_cells
from hypersweep.record import Event, Record
from hypersweep.record.text_form import OWN_TAGS
from hypersweep.rules import CLASSIC
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from hypersweep.formats.video import MouseEvent
    from hypersweep.game import MoveResult
    from hypersweep.typing import FirstOpen

TRACK = "mouse"
"""The tag of a record that holds what the mouse did, as ``mouse_track`` packs it."""


def record_of(video: Video) -> Record:
    """Return the record of the game in a mouse replay.

    Its clock starts with the first open, as that of every record: what comes before has the time 0. Some programs count
    from the moment in which the button was pressed, a tenth of a second earlier. The whole path of the mouse is kept in
    the tag ``mouse``, from which ``video_of`` restores the replay with its original times. What comes after the end of
    the game is only there.

    Args:
        video: the mouse replay.

    Raises:
        ParameterTypeError: something other than a ``Video``.

    >>> from hypersweep import Layout
    >>> from hypersweep.formats.video import MouseEvent
    >>> events = [MouseEvent(500 + 90 * place, what, x, 8) for place, (what, x) in enumerate(
    ...     [("right press", 56), ("right release", 56), ("left press", 8), ("left release", 8)])]
    >>> record = record_of(Video("rawvf", Layout("3x4", [(0, 3)]), events, tags={"player": "Ann"}))
    >>> [event.format() for event in record.events], record.outcome, record.tags["player"]
    (['0 flag 0 3: 1', '0 open 0 0: 11 won'], Outcome.WON, 'Ann')
    """
    check_video(video)
    player = _Player(video)
    for event in video.events:
        if event[1] != "move" and not player.take(event):
            break
    tags = {name: value for name, value in video.tags.items() if name not in (*OWN_TAGS, TRACK) and _is_tag(name)}
    tags[TRACK] = pack(video)
    rules = player.game.rules.replace(first_open=_first_open(video, player.events))
    return Record(video.layout.grid, rules=rules, layout=video.layout, events=player.events, tags=tags)


def video_of(record: Record, form: str | None = None) -> Video:
    """The mouse replay that a record was made of.

    Args:
        record: the record.
        form: the format that the replay has to be of, one of ``FORMATS``; None for the one that it came from.

    Raises:
        ParameterError: the record wasn't made of a mouse replay, or of one of another format; or what it says of the
            mouse is no mouse replay, or belongs to another board.
        ParameterTypeError: something other than a ``Record``.

    >>> from hypersweep import Layout
    >>> video = Video("rawvf", Layout("3x4", [(0, 3)]), has_marks=True)
    >>> video_of(record_of(video)) == video
    True
    """
    if not isinstance(record, Record):
        raise ParameterTypeError(f"expected a Record, got {truncate(record)} ({type(record).__name__})")
    if form is not None and form not in FORMATS:
        hint = suggest(form, list(FORMATS)) if isinstance(form, str) else ""
        raise ParameterError(f"expected one of the formats {', '.join(FORMATS)}, got {truncate(form)}{hint}")
    if TRACK not in record.tags:
        raise ParameterError(
            "expected a record that was made of a mouse replay, got one without the path of a mouse (its tag 'mouse')"
        )
    video = unpack(record.tags[TRACK])
    if video.layout != record.stated_layout:
        raise ParameterError("expected the path of a mouse on the record's own board, got one on another board")
    if form is not None and form != video.form:
        raise ParameterError(f"expected a record that was made of {form}, got one that was made of {video.form}")
    return video


def plain_events(video: Video) -> list[MouseEvent]:
    """What the mouse did, for formats that have the usual buttons and nothing else.

    A flag that was set before the first open becomes a right button that is pressed and let go at once. Where the left
    button opened around a number by itself, it becomes the middle one.

    >>> from hypersweep import Layout
    >>> from hypersweep.formats.video import MouseEvent
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
    """Return what the program that wrote a replay promises to the first open, if this game keeps it."""
    extra = video.extra
    mode = extra.get("mode", "")
    if video.form == "rmv":
        mode = extra.get("properties", "")[4:6]
    elif video.form == "rawvf":
        mode = "UPK" if _UPK.search(extra.get("head", "")) else ""
    promise: FirstOpen = "opening" if (video.form, mode) in _OPENINGS else "safe"
    first = next((event.cell for event in events if event.kind == "open" and event.changed), None)
    grid = video.layout.grid
    is_kept = not any(video.layout.is_mine(grid.cell(index)) for index in excluded_cells(grid, first, promise))
    return promise if is_kept and mode != _KNOWN_BOARDS.get(video.form) else "any"


def _is_tag(name: str) -> bool:
    return name.isascii() and name[:1].isalpha() and name.replace("-", "0").isalnum() and name == name.lower()


class _Player:
    """A game, and the buttons of a mouse that plays it."""

    def __init__(self, video: Video) -> None:
        self.game = Game(layout=video.layout, rules=CLASSIC.for_layout())
        self.events: list[Event] = []
        # How often the left button opened around a number by itself.
        self.chords = 0
        self._pixels = video.cell_pixels
        self._has_marks = video.has_marks
        self._opens_around = video.opens_around
        self._rows, self._columns = video.layout.grid.shape
        # When the first open was, by the clock of the replay.
        self._begun: int | None = None
        self._last = 0
        self._is_left = self._is_right = False
        # Two buttons are held, or the left one with Shift: the next one that is let go opens around.
        self._is_double = False
        # A button was let go that opened around: what is still held means nothing.
        self._is_spent = False
        self._marked: set[tuple[int, int]] = set()
        # Place in `events` of a right press that did nothing on an open cell, until that button is let go.
        self._idle_press: int | None = None

    def take(self, event: MouseEvent) -> bool:
        """Replay one mouse event; return whether the game is still running."""
        milliseconds, action, _, _ = event
        cell = event.cell(self._pixels)
        is_inside = 0 <= cell[0] < self._rows and 0 <= cell[1] < self._columns
        kind = self._press(action, cell) if action in _PRESSES else self._release(action)
        if kind == "chord" and action != "middle release" and self._idle_press is not None:
            # It only began the chord.
            del self.events[self._idle_press]
            self._idle_press = None
        if action == "right release":
            self._idle_press = None
        if kind is not None and is_inside:
            self._play(kind, cell, milliseconds)
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
            # The other one is still held, unless it was Shift.
            self._is_spent = self._is_left or self._is_right
            return "chord"
        return "open" if action == "left release" and was_left and not was_spent else None

    def _play(self, kind: str, cell: tuple[int, int], milliseconds: int) -> None:
        game = self.game
        if kind == "flag":
            if self._has_marks and cell in self._marked and not game.is_open(cell):
                self._marked.discard(cell)
                return
            change = game.flag(cell)
            if self._has_marks and change and not game.is_flagged(cell):
                self._marked.add(cell)
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
        self._tell(kind, cell, change, milliseconds)
        if self._begun is None and not game.flags:
            self.events.clear()
        if kind == "chord" and not change and game.is_open(cell) and game[cell] == 0:
            # Covered cells next to a zero had a flag when it opened. Other programs open them then; by our rules a zero
            # has nothing to open around it, so they are opened one by one.
            for near in game.grid.neighbours(cell):
                if not (game.is_open(near) or game.is_flagged(near)):
                    self._tell("open", near, game.open(near), milliseconds)

    def _tell(self, kind: str, cell: tuple[int, ...], change: MoveResult, milliseconds: int) -> None:
        self._last = 0 if self._begun is None else max(self._last, milliseconds - self._begun)
        self.events.append(Event.of(self._last, kind, cell, change))


_UPK = re.compile(r"^[ \t]*mode[ \t]*:[ \t]*upk\b", re.IGNORECASE | re.MULTILINE)
# The mode "win7", in which the first open is an opening.
_OPENINGS = (("evf", "4"), ("rmv", "04"))
# The mode UPK ("unfair prior knowledge") of each format that has modes.
_KNOWN_BOARDS = {"evf": "1", "mvf": "3", "rmv": "01", "rawvf": "UPK"}

_PRESSES = ("left press", "right press", "middle press", "shift press", "preflag")
