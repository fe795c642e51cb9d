"""A player of records: a clock of variable speed, and the events that it has passed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.record import Replay
from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from hypersweep.record import Event, Record

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0)
"""Speeds as multiples of the original."""


class ReplayPlayer:
    """Play a record against a clock.

    Args:
        record: the record.

    Attributes:
        record: the record.
        replay: the replay, on the main line or on a side line.
        is_playing: whether its clock runs.
        milliseconds: its clock.
        speed: multiple of the original speed.
    """

    __slots__ = ("_pace", "is_playing", "milliseconds", "record", "replay")

    def __init__(self, record: Record) -> None:
        self.record: Record = record
        self.replay: Replay = Replay(record)
        self.is_playing: bool = False
        self.milliseconds: float = 0.0
        self._pace = SPEEDS.index(1.0)

    @property
    def speed(self) -> float:
        """Multiple of the original speed."""
        return SPEEDS[self._pace]

    @property
    def is_at_end(self) -> bool:
        """Whether the end has been reached."""
        return self.replay.position == len(self.replay)

    @property
    def latest(self) -> Event | None:
        """The latest event."""
        position = self.replay.position
        return self.replay.events[position - 1] if position else None

    @property
    def length(self) -> int:
        """Length of the line in milliseconds."""
        replay = self.replay
        if not replay.line:
            return self.record.milliseconds
        return replay.events[-1].milliseconds if replay.events else 0

    @property
    def comment(self) -> str:
        """Comment of the record on the latest event or, before the first, on the line; may be empty."""
        line, place = self._place
        comments = self.record.variations[line - 1].comments if line else self.record.comments
        return comments.get(place, "")

    @property
    def side_lines(self) -> tuple[int, ...]:
        """Numbers of the side lines that begin here."""
        line, place = self._place
        return self.record.branches(place, line)

    @property
    def _place(self) -> tuple[int, int]:
        """The line of the latest event, and the number of its own events played."""
        line, position = self.replay.line, self.replay.position
        while line and position < (begin := self._begin(line)):
            line = self.record.variations[line - 1].parent
        return line, position - (begin if line else 0)

    def _begin(self, line: int) -> int:
        """Return the number of events before a side line."""
        begin = 0
        while line:
            variation = self.record.variations[line - 1]
            begin, line = begin + variation.position, variation.parent
        return begin

    def follow(self, line: int) -> None:
        """Follow another line, from its beginning if the replay is past that.

        Raises:
            ParameterError: no such line.
        """
        self.is_playing = False
        self.replay.follow(line)
        self.milliseconds = float(self.replay.milliseconds)

    def leave(self) -> bool:
        """Return to the start of this side line and follow its parent; False on the main line."""
        line = self.replay.line
        if not line:
            return False
        begin = self._begin(line)
        if self.replay.position > begin:
            self.replay.seek(begin)
        self.follow(self.record.variations[line - 1].parent)
        return True

    def faster(self, steps: int) -> None:
        """Change the speed by steps of ``SPEEDS``, down below 0."""
        self._pace = min(max(self._pace + steps, 0), len(SPEEDS) - 1)

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if self.is_at_end and not self.is_playing:
            self.seek(0)
        self.is_playing = not self.is_playing

    def pass_time(self, seconds: float) -> bool:
        """Advance the clock. Returns: whether any event was played."""
        if not self.is_playing:
            return False
        before = self.replay.position
        events = self.replay.events
        self.milliseconds += seconds * 1000 * self.speed
        while not self.is_at_end and events[self.replay.position].milliseconds <= self.milliseconds:
            self.replay.step()
        if self.is_at_end:
            self.is_playing = False
            self.milliseconds = float(self.length)
        return self.replay.position != before

    def seek(self, position: int) -> None:
        """Go to a number of events, or to the end."""
        self.replay.seek(min(max(position, 0), len(self.replay)))
        self.milliseconds = float(self.replay.milliseconds)

    def seek_share(self, share: float) -> None:
        """Go to a part of the game's time, of 0 to 1."""
        when = round(share * self.length)
        # The moves before the clock starts stand at 0 as well; the very beginning is before them.
        self.seek(0 if share <= 0 else self.replay.position_at(when))
        self.milliseconds = float(when)


def event_text(event: Event) -> str:
    """Describe an event.

    >>> from hypersweep import Outcome
    >>> from hypersweep.record import Event
    >>> event_text(Event(1204, "open", (3, 4), 17)), event_text(Event(9000, "chord", (0, 1), 3, Outcome.LOST))
    ('open (3, 4): 17 cells', 'chord (0, 1): 3 cells, lost')
    """
    if event.cell is None:
        return event.format().split(" ", 1)[1].partition(":")[0]
    count = pluralize(event.changed, "cell") if event.changed else "nothing"
    return f"{event.kind} {place_text(event.cell)}: {count}" + (f", {event.ended.name.lower()}" if event.ended else "")
