"""The clock and the record of a session's game, with the record's file in the store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.game import Outcome
from hypersweep.record.event import NEW_KINDS, GameCounters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hypersweep.game import Game
    from hypersweep.record import Event, Record
    from hypersweep.session.saved_games import Autosave
    from hypersweep.session.store import Store


class GameClock:
    """A stopwatch in milliseconds, initially stopped.

    Args:
        source: returns nanoseconds from any origin, as ``time.monotonic_ns`` does. If it jumps back, no time passes.
        milliseconds: initial time.

    >>> times = iter([1_000, 5_001_000, 4_000_000, 9_000_000])
    >>> clock = GameClock(lambda: next(times))
    >>> clock.run()
    >>> clock.read(), clock.read(), clock.stop()
    (5, 5, 10)
    """

    __slots__ = ("_last", "_nanoseconds", "_source")

    def __init__(self, source: Callable[[], int], milliseconds: int = 0) -> None:
        self._source = source
        self._nanoseconds = milliseconds * 1_000_000
        # What ``source`` returned at the latest reading; None while the clock is stopped.
        self._last: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether the clock is running."""
        return self._last is not None

    def run(self) -> None:
        """Start or continue the clock; does nothing while it is running."""
        if self._last is None:
            self._last = self._source()

    def read(self) -> int:
        """Return the time on the clock in ms."""
        if self._last is not None:
            now = self._source()
            # Add only progress since the latest reading, so that no time is lost if the source jumps back.
            self._nanoseconds += max(0, now - self._last)
            self._last = now
        return self._nanoseconds // 1_000_000

    def stop(self) -> int:
        """Stop the clock and return its time in ms."""
        milliseconds = self.read()
        self.halt()
        return milliseconds

    def halt(self) -> None:
        """Stop the clock at its latest reading, without counting the time since then."""
        self._last = None


class GameRecorder:
    """The record of a running game and, after the first click, its file in the store.

    In a forked child, only the record continues; the file is left to the parent.

    Args:
        game: the game; its outcome is read whenever the record is made.
        begun: the record before the first event; the unchanging parts are copied from it.
        store: the store for the game and its record; None to save nothing.
        autosave: the game's file, if it already exists.

    Attributes:
        counters: counters of the events so far.
        is_started: whether a first click has started the clock, even if that open was undone.
        is_kept: whether the finished game's record is in the store.
        is_dealing: whether a cell is being opened for the player.
    """

    __slots__ = (
        "_autosave",
        "_begun",
        "_events",
        "_game",
        "_has_marks",
        "_is_untouched",
        "_store",
        "counters",
        "is_dealing",
        "is_kept",
        "is_started",
    )

    def __init__(self, game: Game, begun: Record, store: Store | None, autosave: Autosave | None = None) -> None:
        self._game = game
        self._begun = begun
        self._store = store
        self._autosave = autosave
        self._events: list[Event] = []
        self._has_marks = False
        # Whether the only cell that was opened is the one opened for the player.
        self._is_untouched = False
        self.counters: GameCounters = GameCounters.of(begun)
        self.is_started: bool = False
        self.is_kept: bool = False
        self.is_dealing: bool = False

    @property
    def name(self) -> str | None:
        """The game's name in the store; None if the game isn't saved (yet), or another process saves it."""
        return self._autosave.name if self._autosave is not None and self._autosave.is_ours else None

    def record(self, milliseconds: int) -> Record:
        """Return the game's record so far.

        Args:
            milliseconds: the clock.
        """
        return self._begun.replace(events=self._events, outcome=self._game.outcome, milliseconds=milliseconds)

    def repeat(self, events: Iterable[Event], *, is_started: bool) -> None:
        """Add events that are already in the file."""
        self._events.extend(events)
        for event in self._events:
            self.counters.add(event)
        self._has_marks = any(event.kind in NEW_KINDS for event in self._events)
        self.is_started = is_started
        self.is_kept = self._game.outcome is not Outcome.ONGOING

    def start(self) -> None:
        """Add the start time to the record at the first click, and begin saving the game."""
        self.is_started = True
        self._begun = self._begun.replace(tags=_start_tags(self._begun.tags))

    def note(self, event: Event) -> None:
        """Add an event to the record, and save it."""
        is_first_mark = event.kind in NEW_KINDS and not self._has_marks
        self._has_marks = self._has_marks or is_first_mark
        self._events.append(event)
        self.counters.add(event)
        if self._autosave is not None and not self._autosave.is_ours:
            stranger = self._autosave
            self.leave_to_others()
            stranger.leave()
        if self._store is None or not self.is_started:
            return
        if self._autosave is None:
            if self.is_dealing or event.kind not in ("pause", "resume"):
                self._is_untouched = self.is_dealing
            if event.ended is None and self._is_untouched:
                # The player hasn't done anything yet: don't leave a saved game.
                return
            self._autosave = self._store.begin(self.record(event.milliseconds))
        elif self.is_kept:
            # An undo continues a finished game: write its file again, and remove the finished record.
            self._autosave.write(self.record(event.milliseconds))
            self._store.forget(self._autosave.name)
        elif is_first_mark:
            # Write the whole file again, because its header must state a version that has marks.
            self._autosave.write(self.record(event.milliseconds))
        else:
            self._autosave.append(event, lambda: self.record(event.milliseconds))
        self.is_kept = False
        if event.ended is not None:
            self.keep(event.milliseconds)
        elif event.kind == "pause":
            self._autosave.settle(lambda: self.record(event.milliseconds))

    def tick(self, milliseconds: int, cursor: int | None = None) -> None:
        """Save the clock and the cursor, in case the program crashes."""
        if self._autosave is not None and not self.is_kept:
            self._autosave.tick(milliseconds, cursor, lambda: self.record(milliseconds))

    @property
    def failure(self) -> OSError | None:
        """Why the latest save failed; None if the store is up to date or not in use."""
        if self._autosave is None or self.is_kept or not self._autosave.is_ours:
            return None
        return self._autosave.failure

    def save(self, milliseconds: int) -> None:
        """Save everything the store doesn't have yet."""
        if self._autosave is None or self.is_kept or not self._autosave.is_ours:
            return
        if self._game.outcome is not Outcome.ONGOING:
            self.keep(milliseconds)
        if not self.is_kept:
            self._autosave.settle(lambda: self.record(milliseconds))

    def keep(self, milliseconds: int) -> None:
        """Save the finished or abandoned game's record, and remove its file; if saving fails, keep the file."""
        if self._store is None or self._autosave is None or self.is_kept or not self._autosave.is_ours:
            return
        if self._store.keep(self.record(milliseconds), self._autosave.name) is not None:
            self.is_kept = True
            self._autosave.remove()

    def leave_to_others(self) -> None:
        """Stop saving if this process was forked from the one that saves the game."""
        if self._autosave is not None and not self._autosave.is_ours:
            self._autosave = self._store = None

    def close(self, milliseconds: int, cursor: int | None = None) -> None:
        """Save everything including the cursor, and close the file."""
        if self._autosave is None:
            return
        self.save(milliseconds)
        self._autosave.note(milliseconds, cursor)
        self._autosave.close()


def _start_tags(tags: Mapping[str, str]) -> dict[str, str]:
    start = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return {"start": start, **tags, "program": f"hypersweep {hypersweep.__version__}"}
