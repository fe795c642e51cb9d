"""Replay a record event by event, and check each event."""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING

from hypersweep.errors import BudgetExceededError, CellError, GenerationError, RecordError
from hypersweep.game import Game, History, MoveResult, Outcome
from hypersweep.layout import excluded_cells
from hypersweep.record.event import MARKS, NEW_KINDS, STEPS, Recorded, outcome_name
from hypersweep.record.marks import Marks
from hypersweep.rules import GRADES
from hypersweep.text import place_text
from hypersweep.validation import check_type, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.layout import Layout
    from hypersweep.record.event import Event


_ONGOING = Outcome.ONGOING
# Placeholder for the previous event at the start of the game.
_NOTHING = (0, "", None, 0, None, None)


class Replay:
    """A replay of a record: a position between two events that can move forward and back.

    Each event is checked when first played. The replay stops before an impossible event, and earlier positions remain
    accessible. Copying and pickling are supported; a copy plays the events again up to its position. A replay is equal
    only to itself.

    Args:
        record: the record.
        line: the line to follow: 0 for the main line, n for the n-th side line; ``follow`` changes it.

    Raises:
        ParameterError: there is no such line.
        BoardTooLargeError: the board doesn't fit into memory.

    Attributes:
        record: the record.
        line: the line the replay follows.
        events: all events from the start of the game to the end of that line; read-only.
        position: number of events played.
        is_paused: whether the game is paused here.
        marks: question marks and draft flags at this position; None before the first of them. Stepping changes this
            object.

    Complexity: a step forward or back takes as long as the move; a copy takes as long as replaying to this position.

    >>> from hypersweep.record import Event, Record
    >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
    >>> replay = Replay(record)
    >>> for event, change in replay:
    ...     print(event, change)
    0 open 0 0: 6 <MoveResult: 6 cells changed, 6 opened, ongoing>
    900 flag 1 2: 1 <MoveResult: 1 cell changed, 0 opened, +1 flag, ongoing>
    >>> replay.back().flagged, replay.position, replay.game.opened
    (-1, 1, 6)
    """

    __slots__ = (
        "_begins",
        "_history",
        "_layout",
        "_marked",
        "_started",
        "events",
        "is_paused",
        "line",
        "marks",
        "position",
        "record",
    )

    def __init__(self, record: Recorded, line: int = 0) -> None:
        check_type(record, Recorded, "a Record")
        self.record: Recorded = record
        # The layout, set when the first open is first played. It stays set when the replay goes back, so that the first
        # open is checked only once.
        self._layout: Layout | None = None
        # Position of the first open; None until it is played.
        self._started: int | None = None
        self.line: int = 0
        self.events: Sequence[Event] = record.events
        # The current line and its ancestors, main line first, with the position where each begins.
        self._begins = {0: 0}
        self._begin()
        self.follow(line)

    def _begin(self) -> None:
        record = self.record
        layout = self._layout
        if record.rules.guess == "punished":
            # With guess="punished" the moves decide the layout, so always start without one.
            layout = None
        elif layout is None and record.seed is None:
            layout = record.stated_layout
        self._history = History(Game(record.grid, record.mines, seed=record.seed, rules=record.rules, layout=layout))
        self.position: int = 0
        self.is_paused: bool = False
        self.marks: Marks | None = None
        # Position of the first event that ``marks`` follows.
        self._marked = 0

    @property
    def game(self) -> Game:
        """The game at this position. If ``seek`` restarts the replay, this becomes a new object."""
        return self._history.game

    @property
    def milliseconds(self) -> int:
        """The game's clock at the latest event, in ms; 0 before the first event."""
        return self.events[self.position - 1].milliseconds if self.position else 0

    @property
    def can_undo(self) -> bool:
        """Whether there is a move or a mark to undo at this position."""
        is_mark = self.marks is not None and self.marks.next_mark("undo") is not None
        return (is_mark or self._history.can_undo) and not self.is_paused

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move or mark to redo at this position."""
        return self._can_redo and not self.is_paused

    @property
    def _can_redo(self) -> bool:
        marks = self.marks
        can_redo = self._history.can_redo
        if marks is None:
            return can_redo
        return (can_redo and marks.can_redo_move) or marks.next_mark("redo") is not None

    def step(self) -> MoveResult:
        """Play the next event, and return its result; at the end, return an empty result.

        Raises:
            RecordError: the event is impossible; the position doesn't change.
            BoardTooLargeError: there isn't enough memory.
        """
        position = self.position
        events = self.events
        if position == len(events):
            return MoveResult(self.game.grid, None, self.game.outcome)
        event = events[position]
        milliseconds, kind, cell, changed, ended, _ = event
        before, _, _, _, over, _ = events[position - 1] if position else _NOTHING
        if milliseconds != before and (
            milliseconds < before or over is not None or self.is_paused or self._started is None
        ):
            raise self._wrong_time(event)
        if self.is_paused and kind != "resume":
            raise self._refusal("expected a paused game to be resumed", event)
        if over is not None and kind != "undo":
            raise self._refusal(f"expected nothing but an undo after the game was {outcome_name(over)}", event)
        if not changed and kind in MARKS:
            return self._mark(event)
        marks = self.marks
        if marks is not None and kind in STEPS:
            if marks.next_mark(kind) is not None:
                if changed:
                    raise self._refusal("expected the effect 0", event)
                return self._mark(event)
            if kind == "redo" and not marks.can_redo_move:
                raise self._refusal("expected something to redo", event)
        history = self._history
        try:
            change = history.act(kind, cell)
        except CellError as error:
            raise self._refusal(f"expected a cell of the board: {error}", event) from None
        except GenerationError as error:
            raise self._refusal(f"expected a seed and a first open that lead to a board: {error}", event) from None
        found = len(change)
        if cell is None and not found:
            raise self._refusal(f"expected something to {kind}", event)
        # The game was ongoing before the event, so any other outcome afterwards is the event's effect.
        if found != changed or change.outcome is not (ended or _ONGOING):
            if found:
                history.revert(kind)
            raise self._refusal(f"expected the effect {_effect(found, change.outcome)}", event)
        if self._started is None and found and kind == "open":
            try:
                self._check_first(event)
            except RecordError:
                history.revert(kind)
                raise
            self._started = position
        if marks is not None:
            marks.act(kind, None, found)
        self.position = position + 1
        return change

    def back(self) -> MoveResult:
        """Go back one event, and return the result; at the start, return an empty result.

        Going back to before the first open keeps the layout decided by that open, except with ``guess="punished"``.
        """
        if not self.position:
            return MoveResult(self.game.grid, None, self.game.outcome)
        self.position -= 1
        event = self.events[self.position]
        if event.kind in ("pause", "resume"):
            self.is_paused = event.kind == "resume"
        if self.marks is not None:
            self.marks.revert()
            if self.position == self._marked:
                self.marks = None
        return (
            self._history.revert(event.kind) if event.changed else MoveResult(self.game.grid, None, self.game.outcome)
        )

    def seek(self, position: int) -> None:
        """Go to a position in the fastest way: forward, back, or from the start.

        Raises:
            ParameterError: there are fewer events than ``position``.
            RecordError: an event on the way is impossible; the replay stops before it.

        >>> from hypersweep.record import Event, Record
        >>> replay = Replay(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
        >>> replay.seek(1)
        >>> replay.game.opened
        6
        """
        target = whole_number(position, "position", below=len(self) + 1)
        if 2 * target < self.position:
            self._begin()
        while self.position < target:
            self.step()
        while self.position > target:
            self.back()

    def follow(self, line: int) -> None:
        """Switch to another line.

        If the replay is past the point where the lines diverge, it goes back to that point; it never plays forward. If
        the game has a seed and a side line has its own first open, that open determines the side line's layout.

        Args:
            line: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: there is no such line.

        Complexity: that of going back, plus O(events in which the lines differ).

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> replay = record.with_variation(1, [Event(700, "open", (1, 2), 1)]).replay()
        >>> replay.seek(2)
        >>> replay.follow(1)
        >>> replay.position, replay.step().opened, replay.game.flags
        (1, 1, 0)
        """
        variations = self.record.variations
        target = whole_number(line, "line", below=len(variations) + 1)
        if target == self.line:
            return
        # Go up from the new line to the nearest ancestor shared with the old line.
        down = []
        number = target
        while number not in self._begins:
            down.append(number)
            number = variations[number - 1].parent
        own = variations[number - 1].events if number else self.record.events
        begin = self._begins[number]
        # Find the positions where the old and the new path branch off from the common ancestor.
        left = []
        while next(reversed(self._begins)) != number:
            left.append(self._begins.popitem()[1])
        shared = left[-1] if left else len(self.events)
        leave = begin + (variations[down[-1] - 1].position if down else len(own))
        common = min(shared, leave)
        self._return_to(common)
        events = self.events if isinstance(self.events, list) else [*self.events]
        del events[common:]
        events.extend(own[common - begin : leave - begin])
        while down:
            number = down.pop()
            self._begins[number] = len(events)
            own = variations[number - 1].events
            events.extend(own[: variations[down[-1] - 1].position] if down else own)
        self.line, self.events = target, events

    def _return_to(self, position: int) -> None:
        """Go back to a position, unless already before it; if the first open comes later, forget it and the layout."""
        if self._started is not None and self._started >= position:
            self._layout = None
            self._started = None
            target = min(self.position, position)
            self._begin()
            self.seek(target)
        elif self.position > position:
            self.seek(position)

    def position_at(self, milliseconds: int) -> int:
        """Return the number of events at or before a time on the clock, in ms.

        Complexity: O(log events).
        """
        return bisect_right(self.events, milliseconds, key=itemgetter(0))

    def check_end(self) -> None:
        """Check that the end of the record agrees with its events; the replay must be at the last event.

        A side line has no recorded end, so there is nothing to check.

        Raises:
            RecordError: the replay isn't at the last event, or the outcome or time at the end is wrong.
        """
        record = self.record
        if self.position != len(self.events):
            last, place = len(self), f" in side line {self.line}" if self.line else ""
            message = f"expected the replay to be at its last event ({last}), not at event {self.position}{place}"
            raise RecordError(message, position=self.position, event=self.events[self.position], line=self.line)
        if self.line:
            return
        outcome = self.game.outcome
        if record.outcome is not outcome:
            raise self._refusal(f"expected the outcome {outcome_name(outcome)}, got {outcome_name(record.outcome)}")
        last = self.milliseconds
        if record.milliseconds < last or (record.milliseconds > last and self._why_still()):
            why = self._why_still()
            raise self._refusal(
                f"expected a length of {last} ms{' or more' if not why else f', as the clock is stopped {why}'}, "
                f"got {record.milliseconds}"
            )

    def _wrong_time(self, event: Event) -> RecordError:
        now = self.milliseconds
        if event.milliseconds < now:
            return self._refusal(f"expected a time of {now} ms or later", event)
        return self._refusal(f"expected a time of {now} ms, as the clock is stopped {self._why_still()}", event)

    def _why_still(self) -> str:
        """Return why the clock is stopped here, for messages."""
        if self._started is None:
            return "before the first open"
        if self.is_paused:
            return "in a pause"
        return "" if self.game.outcome is _ONGOING else "after the end"

    def _mark(self, event: Event) -> MoveResult:
        if event.kind == "resume" and not self.is_paused:
            raise self._refusal("expected a pause before a resume", event)
        try:
            index = None if event.cell is None else self.record.grid.index(event.cell)
        except CellError as error:
            raise self._refusal(f"expected a cell of the board: {error}", event) from None
        if event.kind in ("pause", "resume"):
            self.is_paused = event.kind == "pause"
        elif self.marks is None and event.kind in NEW_KINDS:
            self.marks, self._marked = Marks(), self.position
        if self.marks is not None:
            self.marks.act(event.kind, index, 0)
        self.position += 1
        return MoveResult(self.game.grid, None, self.game.outcome)

    def _check_first(self, event: Event) -> None:
        """Check the layout at the first open against the record and the rules' promises."""
        record, game = self.record, self.game
        stated = record.stated_layout
        if record.seed is not None:
            if stated is not None and game.layout != stated:
                raise self._refusal("expected the layout determined by seed and first open", event)
        elif stated is None:
            raise self._refusal("expected a seed or a layout before the first open", event)
        else:
            cell = event.cell
            for index in excluded_cells(record.grid, cell, record.rules.first_open):
                if stated.is_mine(mine := record.grid.cell(index)):
                    promise = record.rules.first_open
                    raise self._refusal(
                        f"expected a first open as the rules promise ({promise}), with no mine at {place_text(mine)}",
                        event,
                    )
            if record.rules.guess == "never":
                self._check_no_guess(stated, event)
        self._layout = game.layout

    def _check_no_guess(self, layout: Layout, event: Event) -> None:
        """Check that the layout in a record without a seed needs no guess, and has the grade required by the rules."""
        from hypersweep.generate import solvable_from

        rules, cell = self.record.rules, event.cell
        assert cell is not None
        expected = f"expected a board as the rules promise ({rules.guess_words})"
        try:
            found = solvable_from(layout, cell)
        except BudgetExceededError as error:
            raise self._refusal(f"{expected}, which can't be checked: {error}", event) from None
        if found.grade is None:
            raise self._refusal(
                f"{expected}, not one on which deduction opens {found.opened} of {found.safe_cells} safe cells,", event
            )
        excess = 0 if rules.grade is None else GRADES.index(found.grade) - GRADES.index(rules.grade)
        if excess > 0 or (excess < 0 and rules.exactly):
            raise self._refusal(f"{expected}, not one of grade {found.grade!r},", event)

    def _refusal(self, message: str, event: Event | None = None) -> RecordError:
        if event is None:
            place = f"at the end, after {len(self)} event{'s' * (len(self) != 1)}"
        else:
            place = f"at event {self.position + 1}, got {truncate(event.format())[1:-1]}"
        if self.line:
            place = f"in side line {self.line}, {place}"
        return RecordError(f"{message} {place}", position=self.position, event=event, line=self.line)

    def __iter__(self) -> Iterator[tuple[Event, MoveResult]]:
        """Play the remaining events, yielding each with its ``MoveResult``. Raises the same errors as ``step``."""
        while self.position < len(self.events):
            event = self.events[self.position]
            yield event, self.step()

    def __len__(self) -> int:
        return len(self.events)

    def __reduce__(self) -> tuple[object, ...]:
        return _at, (self.record, self.line, self.position)

    def _repr_svg_(self) -> str:
        from hypersweep.record.record_html import position_picture

        return position_picture(self)

    def __repr__(self) -> str:
        return f"<Replay at event {self.position} of {len(self)}, {self.milliseconds} ms: {self.game!r}>"


def _at(record: Recorded, line: int, position: int) -> Replay:
    replay = Replay(record, line)
    replay.seek(position)
    return replay


def _effect(changed: int, outcome: Outcome) -> str:
    return str(changed) if outcome is _ONGOING else f"{changed} {outcome_name(outcome)}"
