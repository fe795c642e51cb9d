"""Replay recorded games: at any speed, move by move as in a review, or to play on from a position."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hypersweep.record import Replay
from hypersweep.review.judge import is_move
from hypersweep.session import Session
from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.record import Event, Record
    from hypersweep.review.judge import Insight
    from hypersweep.typing import Cell, FirstOpen


SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0)
"""The speeds to choose from, as multiples of the game's original speed."""


_MARK_WORDS = {"question": "question mark", "draft": "draft flag"}
# Maximum total number of cells in the positions whose results are cached.
_MOST_CELLS = 1 << 22


class ReplayPlayer:
    """Replays a record by its clock, at a speed that can be changed.

    Args:
        record: the record.

    Attributes:
        record: the record.
        replay: the replay, on the main line or a side line.
        is_playing: whether the replay's clock is running.
        milliseconds: the replay's clock.
        speed: how many times faster the replay is than the game was.
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
        """How many times faster the replay is than the game was."""
        return SPEEDS[self._pace]

    @property
    def is_at_end(self) -> bool:
        """Whether the line's last event has been played."""
        return self.replay.position == len(self.replay)

    @property
    def latest(self) -> Event | None:
        """The latest event played, or None at the start."""
        position = self.replay.position
        return self.replay.events[position - 1] if position else None

    @property
    def length(self) -> int:
        """Length of the current line in ms."""
        replay = self.replay
        if not replay.line:
            return self.record.milliseconds
        return replay.events[-1].milliseconds if replay.events else 0

    @property
    def comment(self) -> str:
        """The record's comment on the latest event or, at the start, on the line itself; "" if there is none."""
        line, place = self._place
        comments = self.record.variations[line - 1].comments if line else self.record.comments
        return comments.get(place, "")

    @property
    def side_lines(self) -> tuple[int, ...]:
        """Numbers of the side lines that branch off at this position."""
        line, place = self._place
        return self.record.branches(place, line)

    @property
    def _place(self) -> tuple[int, int]:
        """The line to which the latest event belongs, and how many of that line's events have been played."""
        line, position = self.replay.line, self.replay.position
        while line and position < (begin := self._begin(line)):
            line = self.record.variations[line - 1].parent
        return line, position - (begin if line else 0)

    def _begin(self, line: int) -> int:
        """Return the number of events before a side line branches off, counting from the start of the game."""
        begin = 0
        while line:
            variation = self.record.variations[line - 1]
            begin, line = begin + variation.position, variation.parent
        return begin

    def follow(self, line: int) -> None:
        """Switch to another line, going back to where it branches off if the replay is past that.

        Raises:
            ParameterError: there is no such line.
        """
        self.is_playing = False
        self.replay.follow(line)
        self.milliseconds = float(self.replay.milliseconds)

    def leave(self) -> bool:
        """Go back to where this side line branches off, and follow its parent. Returns: False on the main line."""
        line = self.replay.line
        if not line:
            return False
        begin = self._begin(line)
        if self.replay.position > begin:
            self.replay.seek(begin)
        self.follow(self.record.variations[line - 1].parent)
        return True

    def faster(self, steps: int) -> None:
        """Change the speed by a number of steps in ``SPEEDS``; negative steps slow the replay down."""
        self._pace = min(max(self._pace + steps, 0), len(SPEEDS) - 1)

    def toggle(self) -> None:
        """Play or pause; at the end, play from the beginning."""
        if self.is_at_end and not self.is_playing:
            self.seek(0)
        self.is_playing = not self.is_playing

    def pass_time(self, seconds: float) -> bool:
        """Advance a running clock, and play the events that are due. Returns: whether any event was played."""
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
        """Go to the position after a number of events, or to the start or the end if it is out of range."""
        self.replay.seek(min(max(position, 0), len(self.replay)))
        self.milliseconds = float(self.replay.milliseconds)

    def step(self, count: int) -> None:
        """Step by a number of events (back if it is negative), without stopping inside an action of several events."""
        replay, way = self.replay, 1 if count > 0 else -1
        position = min(max(replay.position + count, 0), len(replay))
        while 0 < position < len(replay) and "and" in (replay.events[position - 1].kind, replay.events[position].kind):
            position += way
        self.seek(position)

    def seek_share(self, share: float) -> None:
        """Go to a time, given as a fraction of the line's length from 0 to 1."""
        when = round(share * self.length)
        # Events before the clock starts also have the time 0; a fraction of 0 means the position before all of them.
        self.seek(0 if share <= 0 else self.replay.position_at(when))
        self.milliseconds = float(when)


def event_text(event: Event) -> str:
    """Describe an event in a few words.

    >>> from hypersweep import Outcome
    >>> from hypersweep.record import Event
    >>> event_text(Event(1204, "open", (3, 4), 17)), event_text(Event(9000, "chord", (0, 1), 3, Outcome.LOST))
    ('open (3, 4): 17 cells', 'chord (0, 1): 3 cells, lost')
    """
    if event.cell is not None and event.kind in _MARK_WORDS:
        return f"{_MARK_WORDS[event.kind]} {place_text(event.cell)}"
    if event.cell is None:
        return event.format().split(" ", 1)[1].partition(":")[0]
    count = pluralize(event.changed, "cell") if event.changed else "nothing"
    return f"{event.kind} {place_text(event.cell)}: {count}" + (f", {event.ended.name.lower()}" if event.ended else "")


class MovePlayer:
    """Steps through a game: for each of its moves, the position before that move.

    A step takes as much work as replaying the events between the two moves.

    Args:
        record: the game.

    Raises:
        RecordError: the record contains an impossible event.

    Attributes:
        replay: the record's replay, in the position before the current move.
        positions: for each move, the number of events before it.
        number: number of the current move, counting from 1; 0 if the game has no moves.

    >>> from hypersweep.record import Event, Record
    >>> player = MovePlayer(Record("3x4", 2, seed=7, events=[Event(0, "flag", (1, 2), 1), Event(0, "open", (0, 0), 6)]))
    >>> player.go(1)
    >>> player.event.cell, player.replay.game.flags, player.replay.game.opened
    ((0, 0), 1, 0)
    """

    __slots__ = ("number", "positions", "replay")

    def __init__(self, record: Record) -> None:
        self.replay: Replay = Replay(record)
        self.positions: tuple[int, ...] = tuple(
            position for position, event in enumerate(record.events) if is_move(event)
        )
        self.number: int = 0

    def __len__(self) -> int:
        """Number of moves."""
        return len(self.positions)

    @property
    def event(self) -> Event:
        """The current move."""
        return self.replay.record.events[self.positions[self.number - 1]]

    @property
    def first_open(self) -> FirstOpen | None:
        """What the rules promise for the current move if it is the first one; else None."""
        return self.replay.record.rules.first_open_promise if self.number == 1 else None

    def go(self, number: int) -> None:
        """Go to the position before a move, or before the nearest one if no move has this number.

        Raises:
            RecordError: an event on the way is impossible.
        """
        if self.positions:
            self.number = min(max(number, 1), len(self.positions))
            self.replay.seek(self.positions[self.number - 1])


def beside(numbers: Sequence[int], number: int, step: int) -> int | None:
    """Return the next number in a sorted sequence after a given one, or the previous one; None if there is none.

    >>> beside([3, 7, 9], 7, 1), beside([3, 7, 9], 7, -1), beside([3, 7, 9], 8, -1), beside([3, 7, 9], 9, 1)
    (9, 3, 7, None)
    """
    place = bisect_right(numbers, number) if step > 0 else bisect_left(numbers, number) - 1
    return numbers[place] if 0 <= place < len(numbers) else None


class InsightCache:
    """A cache of analysed moves, which runs one analysis at a time.

    Args:
        cells: number of cells on the board; on large boards, fewer results are cached.
    """

    __slots__ = ("_found", "_most", "is_busy")

    def __init__(self, cells: int) -> None:
        self._found: dict[int, Insight | None] = {}
        self._most = max(2, _MOST_CELLS // max(1, cells))
        self.is_busy: bool = False

    def get(self, number: int) -> Insight | None:
        """Return the analysis of a move, or None if there is none (yet)."""
        return self._found.get(number)

    def ask(
        self,
        number: int,
        begin: Callable[[], Callable[[], Insight | None]],
        aside: Callable[[Callable[[], Insight | None], Callable[[Insight | None], object]], object],
        done: Callable[[], object],
    ) -> None:
        """Start the analysis of a move, unless its result is cached or another analysis is running.

        Args:
            number: the move's number.
            begin: reads the current position, and returns a function that analyses it.
            aside: runs that function in the background, then passes its result to another function.
            done: called once the result is cached; it should ask again if the current move is now a different one.
        """
        if self.is_busy or number in self._found:
            return
        self.is_busy = True

        def keep(found: Insight | None) -> None:
            self.is_busy = False
            if len(self._found) >= self._most:
                del self._found[next(iter(self._found))]
            self._found[number] = found
            done()

        aside(begin(), keep)


def record_up_to(record: Record, events: Sequence[Event]) -> Record:
    """Return the record of a game up to some of its events, as an unfinished game even if it was over.

    Args:
        record: the game.
        events: the events to keep, from the start of one of the record's lines.

    >>> from hypersweep.record import Event, Record
    >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
    >>> record_up_to(record, record.events[:1])
    <Record of 3x4 with 2 mines, classic rules: 1 event in 0.000 s, ongoing>
    """
    count = len(events)
    while count and events[count - 1].ended is not None:
        count -= 1
    return record.replace(events=events[:count], outcome=None, milliseconds=None)


def begin_attempt(record: Record, cell: Cell | None = None) -> Session:
    """Return an unranked, unsaved session that plays on from a record, whose moves can be undone.

    Args:
        record: the game up to the position.
        cell: the cursor's initial position, or None for the latest move's cell.

    Raises:
        RecordError: the record contains an impossible event.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> from hypersweep.record import Event, Record
    >>> session = begin_attempt(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
    >>> session.is_paused, session.is_ranked, session.undo().opened
    (False, False, -6)
    """
    session = Session.continue_from(record)
    session.resume()
    if cell is not None:
        session.cursor = cell
    return session
