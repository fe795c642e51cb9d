"""Recorded games, replayed: at any speed, move by move as in a review, and as an attempt from a position."""

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
"""Speeds as multiples of the original."""


# Cells of positions whose results are cached.
_MOST_CELLS = 1 << 22


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


class MovePlayer:
    """The positions of a game before each of its moves.

    A step forward or back costs as much as the events between the two moves.

    Args:
        record: the game.

    Raises:
        RecordError: an event of the record is impossible.

    Attributes:
        replay: replay of the record, before the current move.
        positions: number of events before each move.
        number: which of the moves it is, from 1 on; 0 where there is none.

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
        """Promise of the rules to the current move; None except for the first one."""
        return self.replay.record.rules.first_open_promise if self.number == 1 else None

    def go(self, number: int) -> None:
        """Go to the position before a move, or to the nearest move that exists.

        Raises:
            RecordError: an event on the way is impossible.
        """
        if self.positions:
            self.number = min(max(number, 1), len(self.positions))
            self.replay.seek(self.positions[self.number - 1])


def beside(numbers: Sequence[int], number: int, step: int) -> int | None:
    """Return the next of some numbers in order, or the previous one; None if there is none.

    >>> beside([3, 7, 9], 7, 1), beside([3, 7, 9], 7, -1), beside([3, 7, 9], 8, -1), beside([3, 7, 9], 9, 1)
    (9, 3, 7, None)
    """
    place = bisect_right(numbers, number) if step > 0 else bisect_left(numbers, number) - 1
    return numbers[place] if 0 <= place < len(numbers) else None


class InsightCache:
    """A cache of results about positions; it works on one at a time, the one requested last.

    Args:
        cells: number of cells of the board; fewer results are cached for large boards.
    """

    __slots__ = ("_found", "_most", "is_busy")

    def __init__(self, cells: int) -> None:
        self._found: dict[int, Insight | None] = {}
        self._most = max(2, _MOST_CELLS // max(1, cells))
        self.is_busy: bool = False

    def get(self, number: int) -> Insight | None:
        """Return the result for a move; None if there is none yet."""
        return self._found.get(number)

    def ask(
        self,
        number: int,
        begin: Callable[[], Callable[[], Insight | None]],
        aside: Callable[[Callable[[], Insight | None], Callable[[Insight | None], object]], object],
        done: Callable[[], object],
    ) -> None:
        """Start the work on a move, unless it has a result or other work is running.

        Args:
            number: number of the move.
            begin: takes the current position, and returns the work.
            aside: runs the work in the background, then passes its result to a function.
            done: called when a result is there; it should request what is needed by then.
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
    """Return the record of a game after some of its events; without the end of a game that was over.

    Args:
        record: the game.
        events: number of events from the start of one of its lines.

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
    """Return a session that continues from a record: unranked, unsaved, with undo of the recorded moves.

    Args:
        record: the game up to the position.
        cell: start of the cursor; None for the cell of the latest move.

    Raises:
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.

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
