"""Recording of a game: its record, its counters, and its file in a store."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.game import Outcome
from hypersweep.session.results import GameCounters

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hypersweep.game import Game
    from hypersweep.record import Event, Record
    from hypersweep.session.saved_games import Autosave
    from hypersweep.session.store import Store


class GameRecorder:
    """The record of a running game, and its file from the first open on.

    A forked child continues only the record, not the file.

    Args:
        game: the game; its outcome is read at every event.
        begun: the record before the first event, for everything that doesn't change.
        store: the store for the game and its record; None to save nothing.
        autosave: its file, if it exists already.

    Attributes:
        tally: counters of the events so far.
        is_started: whether the clock was started by a first open, even if that was undone.
        is_kept: whether the store has the record of the finished game.
    """

    __slots__ = ("_autosave", "_begun", "_events", "_game", "_store", "is_kept", "is_started", "tally")

    def __init__(self, game: Game, begun: Record, store: Store | None, autosave: Autosave | None = None) -> None:
        self._game = game
        self._begun = begun
        self._store = store
        self._autosave = autosave
        self._events: list[Event] = []
        self.tally: GameCounters = GameCounters.of(begun)
        self.is_started: bool = False
        self.is_kept: bool = False

    @property
    def name(self) -> str | None:
        """Name of the game in the store; None if it isn't saved (yet), or another process saves it."""
        return self._autosave.name if self._autosave is not None and self._autosave.is_ours else None

    def record(self, milliseconds: int) -> Record:
        """The record so far.

        Args:
            milliseconds: the clock.
        """
        return self._begun.replace(events=self._events, outcome=self._game.outcome, milliseconds=milliseconds)

    def repeat(self, events: Iterable[Event], *, is_started: bool) -> None:
        """Add events that are already in the file."""
        self._events.extend(events)
        for event in self._events:
            self.tally.add(event)
        self.is_started = is_started
        self.is_kept = self._game.outcome is not Outcome.ONGOING

    def start(self) -> None:
        """Record the start time at the first open; save the game from now on."""
        self.is_started = True
        self._begun = self._begun.replace(tags=_start_tags(self._begun.tags))

    def note(self, event: Event) -> None:
        """Add an event to the record, and save it."""
        self._events.append(event)
        self.tally.add(event)
        if self._autosave is not None and not self._autosave.is_ours:
            stranger = self._autosave
            self.leave_to_others()
            stranger.leave()
        if self._store is None or not self.is_started:
            return
        if self._autosave is None:
            self._autosave = self._store.begin(self.record(event.milliseconds))
        elif self.is_kept:
            # An undo continues a finished game.
            self._autosave.write(self.record(event.milliseconds))
            self._store.forget(self._autosave.name)
        else:
            self._autosave.append(event, lambda: self.record(event.milliseconds))
        self.is_kept = False
        if event.ended is not None:
            self.keep(event.milliseconds)
        elif event.kind == "pause":
            self._autosave.settle(lambda: self.record(event.milliseconds))

    def tick(self, milliseconds: int, cursor: int | None = None) -> None:
        """Save the time and the cursor, in case of a crash."""
        if self._autosave is not None and not self.is_kept:
            self._autosave.tick(milliseconds, cursor, lambda: self.record(milliseconds))

    @property
    def failure(self) -> OSError | None:
        """Why the latest save failed; None if the store is up to date or not in use."""
        if self._autosave is None or self.is_kept or not self._autosave.is_ours:
            return None
        return self._autosave.failure

    def save(self, milliseconds: int) -> None:
        """Save everything unsaved."""
        if self._autosave is None or self.is_kept or not self._autosave.is_ours:
            return
        if self._game.outcome is not Outcome.ONGOING:
            self.keep(milliseconds)
        if not self.is_kept:
            self._autosave.settle(lambda: self.record(milliseconds))

    def keep(self, milliseconds: int) -> None:
        """Save the record of the finished or abandoned game."""
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
