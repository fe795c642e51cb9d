"""One person's play of one game: clock, pause, undo and hints. ``keeper`` records it, ``hints`` gives the hints."""

from __future__ import annotations

import os
import time
from threading import Event as ThreadEvent
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

from hypersweep.copying import NotCopyable
from hypersweep.errors import ParameterTypeError
from hypersweep.game import Change, Game, History, Outcome
from hypersweep.picture.labels import place_text
from hypersweep.record import Event, Record
from hypersweep.record.event import MOST_MILLISECONDS
from hypersweep.rules import read_rules
from hypersweep.session.clock import GameClock
from hypersweep.session.game_counters import KNOWN
from hypersweep.session.game_recorder import GameRecorder
from hypersweep.session.hint import HINT_BUDGET, Advice, Hint
from hypersweep.session.hints import HintDesk, no_hint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Self

    from hypersweep.game import CancelToken
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.rules import Rules
    from hypersweep.session.running_games import SavedGame
    from hypersweep.session.saved_games_list import SavedSummary
    from hypersweep.session.store import Store
    from hypersweep.solve import Budget
    from hypersweep.typing import Cell, CellLike
    from hypersweep.view import View

__all__ = ["Session"]

# Kinds of hints that don't count.
_FREE = ("none", "start")

# For the child of a fork, in which a thread that held the lock of a session isn't there to give it back.
_sessions: WeakSet[Session] = WeakSet()


def _free_locks() -> None:
    for session in list(_sessions):
        session._lock = RLock()
        # The thread that made it is one of the parent's.
        session._moving = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free_locks)


class _Moving:
    """A long move while it is made.

    Attributes:
        watch: tells how far it has come, and can cancel it.
        milliseconds: what the clock showed when it began.
        has_ended: is set once it is made and noted, or cancelled.
    """

    __slots__ = ("has_ended", "milliseconds", "watch")

    def __init__(self, watch: CancelToken, milliseconds: int) -> None:
        self.watch: CancelToken = watch
        self.milliseconds: int = milliseconds
        self.has_ended: ThreadEvent = ThreadEvent()


class Session(NotCopyable):
    r"""A game as one person plays it.

    Moves return what they changed, and change nothing while the game is paused, over or closed. Every click is recorded
    with its time. Any thread may call. A hint may take seconds: see ``hint_later``. After a fork the game goes on in
    both processes, but is saved in the first only; the other is warned with its next event. A session can be neither
    copied nor pickled, but its game and its record can.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many; needn't be given with a layout.
        rules: ``Rules``, or their text such as "classic".
        seed: for a board that can be played again, or None for one that nobody can predict.
        layout: where the mines are. The first open is then promised nothing, and the rules of the game say so.
        clock: gives nanoseconds, as ``time.monotonic_ns`` does.
        store: where the game is saved as it goes on, and its result kept; None for nowhere.
        player: who plays, for the record.
        is_known: whether the player may know the board, so that the game isn't ranked; None for where a seed or a
            layout is given.

    Raises:
        ParameterError: as for ``Game``.

    >>> session = Session("3x4", 2, seed=7, clock=iter(range(0, 10**12, 10**9)).__next__)
    >>> session.open((0, 0)).opened, session.flag((1, 2)).flagged
    (6, 1)
    >>> session.milliseconds, session.is_ranked
    (2000, False)
    >>> print(session.record.format().partition("\n\n")[2], end="")
    0 open 0 0: 6
    1000 flag 1 2: 1
    3000 end: ongoing
    """

    _why_no_copy = "its clock runs, and the lock of its file is held once; copy its game, or go on from its record"

    def __init__(
        self,
        grid: Grid | str | Sequence[int] | None = None,
        mines: int | None = None,
        *,
        rules: Rules | str = "classic",
        seed: int | None = None,
        layout: Layout | None = None,
        clock: Callable[[], int] = time.monotonic_ns,
        store: Store | None = None,
        player: str | None = None,
        is_known: bool | None = None,
    ) -> None:
        if layout is not None:
            # What was given can't keep the promise of another layout, and a record has to say so.
            rules = read_rules(rules).for_layout()
        game = Game(grid, mines, seed=seed, rules=rules, layout=layout)
        if layout is not None:
            game = Game(layout=layout, rules=rules)
        tags = {"player": player} if player else {}
        known = (seed is not None or layout is not None) if is_known is None else is_known
        if known:
            tags[KNOWN] = "yes"
        self._set_up(game, GameRecorder(game, Record.begin(game, tags=tags), store), GameClock(clock))

    def _set_up(self, game: Game, keeper: GameRecorder, clock: GameClock) -> None:
        self._lock = RLock()
        _sessions.add(self)
        self._history = History(game)
        self._keeper = keeper
        self._clock = clock
        self._hints = HintDesk()
        self._is_paused = False
        self._is_closed = False
        # The long move that is being made in another thread, which doesn't hold the lock meanwhile.
        self._moving: _Moving | None = None
        # Where the player is, by index; None before that is known.
        self._cursor: int | None = None

    @classmethod
    def continue_from(
        cls,
        saved: SavedGame | SavedSummary | Record,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        store: Store | None = None,
    ) -> Session:
        """The game of a record goes on, paused if its clock was running, with all that can be undone and redone.

        Args:
            saved: a game from ``Store.saved`` or ``Store.unfinished``, or any record. A game continued from any other
                record isn't ranked, since the player may have seen it before.
            clock: gives nanoseconds.
            store: where the game is saved; for a saved game the store that it comes from.

        Raises:
            BusyError: the saved game is being played elsewhere.
            ParameterError: the saved game is no longer there.
            RecordError: an event of the record is impossible.
        """
        autosave = cursor = None
        if isinstance(saved, Record):
            record, milliseconds = saved, saved.milliseconds
            record.verify()
            record = record.replace(tags={**record.tags, KNOWN: "yes"})
        else:
            if store is None:
                raise ParameterTypeError("expected the store that the saved game comes from, got None")
            found, autosave = store.resume(saved)
            record, milliseconds, cursor = found.record, found.milliseconds, found.cursor
        layout = record.stated_layout if record.seed is None else None
        game = Game(record.grid, record.mines, seed=record.seed, rules=record.rules, layout=layout)
        begun = record.replace(events=(), outcome=Outcome.ONGOING, milliseconds=0)
        session = cls.__new__(cls)
        session._set_up(game, GameRecorder(game, begun, store, autosave), GameClock(clock, milliseconds))
        session._repeat(record)
        if cursor is not None:
            session.cursor = cursor
        return session

    def _repeat(self, record: Record) -> None:
        """Do what the record says, which was verified."""
        is_started = False
        self.cursor = next((event.cell for event in reversed(record.events) if event.cell is not None), None)
        for event in record.events:
            if event.kind in ("pause", "resume"):
                self._is_paused = event.kind == "pause"
            elif event.kind != "hint":
                change = self._history.act(event.kind, event.cell)
                is_started = is_started or (event.kind == "open" and bool(change))
        self._keeper.repeat(record.events, is_started=is_started)
        if is_started and self._can_move:
            self._is_paused = True
            self._keeper.note(Event(self._clock.read(), "pause"))

    # What there is to see.

    @property
    def game(self) -> Game:
        """The game. Only the session may move it."""
        return self._history.game

    @property
    def grid(self) -> Grid:
        """The board."""
        return self.game.grid

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        return self.game.outcome

    @property
    def milliseconds(self) -> int:
        """What the clock shows: it starts with the first open, and stands in a pause and at the end."""
        with self._lock:
            return self._now()

    @property
    def is_started(self) -> bool:
        """Whether the clock has been started: something was opened, even if that was taken back."""
        return self._keeper.is_started

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused; the board should then be hidden."""
        return self._is_paused

    @property
    def is_closed(self) -> bool:
        """Whether the session is over, for good."""
        return self._is_closed

    @property
    def is_ranked(self) -> bool:
        """Whether a win counts for best times: no undo, no hint, and a board that the player can't know."""
        return self._keeper.tally.is_ranked

    @property
    def deaths(self) -> int:
        """How often the game was lost; a loss that is taken back still counts."""
        return self._keeper.tally.deaths

    @property
    def is_walkover(self) -> bool:
        """Whether the first open alone has won: there was nothing to decide, and the game counts nowhere."""
        return self._keeper.tally.is_walkover

    @property
    def hints_used(self) -> int:
        """How many hints were asked for; the levels of one count once."""
        return self._keeper.tally.hints

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back now."""
        return self._history.can_undo and not self._is_paused and not self._is_closed and not self.is_moving

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again now."""
        return self._can_move and self._history.can_redo

    @property
    def cursor(self) -> Cell | None:
        """Where the player is on the board: whoever shows the game sets it, and it is saved with the time.

        Of a game that goes on it is where it was noted last, or else the cell of the latest move; None for no place.

        Raises:
            CellError: it is set to a cell that isn't on the board.

        >>> session = Session("3x4", 2, seed=7)
        >>> session.cursor = (1, 2)
        >>> session.cursor
        (1, 2)
        """
        return None if self._cursor is None else self.grid.cell(self._cursor)

    @cursor.setter
    def cursor(self, cell: CellLike | None) -> None:
        self._cursor = None if cell is None else self.grid.index(cell)

    @property
    def failure(self) -> OSError | None:
        """Why the store doesn't have all that happened, as of the latest try; None where it does, or there is none."""
        return self._keeper.failure

    def save(self) -> OSError | None:
        """Save what isn't saved yet, as after a full disk; gives what still keeps it from being saved, or None.

        Without trouble that is never needed: each event is saved as it happens.
        """
        with self._lock:
            if not self._is_closed:
                self._keeper.save(self._now())
            return self._keeper.failure

    @property
    def record(self) -> Record:
        """The record so far."""
        with self._lock:
            return self._keeper.record(self._now())

    @property
    def name(self) -> str | None:
        """The name of the game in the store; None where it isn't there (yet), or another process saves it."""
        return self._keeper.name

    @property
    def _can_move(self) -> bool:
        return self.outcome is Outcome.ONGOING and not self._is_paused and not self._is_closed and not self.is_moving

    @property
    def is_moving(self) -> bool:
        """Whether another thread makes a move that was given a ``CancelToken``: nothing else can be done meanwhile."""
        return self._moving is not None

    def _now(self) -> int:
        moving = self._moving
        # A move is made at the moment it began: the time that this machine takes for it isn't the player's.
        return min(self._clock.read(), MOST_MILLISECONDS) if moving is None else moving.milliseconds

    # Moves.

    def open(self, cell: CellLike, *, watch: CancelToken | None = None) -> Change:
        """Open a cell, as by a left click.

        Args:
            cell: its coordinates or its index.
            watch: where the move may be long, for other threads: they may look at the session while it is made, see how
                far it has come, and cancel it, and ``close`` does. Everything else does nothing until it has ended.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("open", cell, watch)

    def flag(self, cell: CellLike) -> Change:
        """Put a flag on a cell, or take it away.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("flag", cell)

    def chord(self, cell: CellLike, *, watch: CancelToken | None = None) -> Change:
        """Open the neighbours of a number that has as many flags around it as it says.

        Args:
            cell: its coordinates or its index.
            watch: as for ``open``.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("chord", cell, watch)

    def undo(self, *, watch: CancelToken | None = None) -> Change:
        """Take back the latest move that changed something, even one that ended the game; the clock then goes on.

        Args:
            watch: as for ``open``.
        """
        return self._move("undo", None, watch)

    def redo(self, *, watch: CancelToken | None = None) -> Change:
        """Redo the move that was taken back last, if nothing else has changed since.

        Args:
            watch: as for ``open``.
        """
        return self._move("redo", None, watch)

    def _move(self, kind: str, cell: CellLike | None, watch: CancelToken | None = None) -> Change:
        with self._lock:
            # Of an undo and a redo there is no cell; of anything else None is no cell.
            index = None if kind in ("undo", "redo") else self.grid.index(cell)  # type: ignore[arg-type]
            may = self._can_move if index is not None else self.can_undo if kind == "undo" else self.can_redo
            if not may:
                return self._nothing()
            milliseconds = self._now()
            if watch is None:
                return self._noted(kind, index, milliseconds, self._history.act(kind, index))
            moving = self._moving = _Moving(watch, milliseconds)
        try:
            change = self._history.act(kind, index, watch=watch)
            with self._lock:
                self._moving = None
                if watch.is_cancelled and not change:
                    # It wasn't made.
                    return change
                return self._noted(kind, index, milliseconds, change)
        finally:
            self._moving = None
            moving.has_ended.set()

    def _cancel_move(self) -> None:
        """Have a long move in another thread end, and wait for that; to be called without the lock."""
        moving = self._moving
        if moving is not None:
            moving.watch.cancel()
            moving.has_ended.wait()

    def _nothing(self) -> Change:
        return Change(self.grid, None, self.outcome)

    def _noted(self, kind: str, index: int | None, milliseconds: int, change: Change) -> Change:
        if change:
            self._hints.forget()
        if index is None:
            event = Event.of(milliseconds, kind, None, change)
        else:
            event = Event._of_move(milliseconds, kind, self.grid.cell(index), change)
        if kind == "open" and change and not self._keeper.is_started:
            self._keeper.start()
        if change.outcome is not Outcome.ONGOING:
            # Not a moment later than the move that ended it.
            self._clock.halt()
        elif self._keeper.is_started:
            # It stood still if the undo took the end back.
            self._clock.run()
        self._keeper.note(event)
        return change

    # Pause.

    def pause(self) -> bool:
        """Stop the clock; moves change nothing until ``resume``. False if there is nothing to pause."""
        with self._lock:
            if not (self._keeper.is_started and self._can_move):
                return False
            self._is_paused = True
            self._hints.forget()
            self._keeper.note(Event(min(self._clock.stop(), MOST_MILLISECONDS), "pause"))
            return True

    def resume(self) -> bool:
        """Let the clock go on. False if the game isn't paused."""
        with self._lock:
            if not self._is_paused or self._is_closed:
                return False
            self._is_paused = False
            self._hints.forget()
            self._keeper.note(Event(self._now(), "resume"))
            self._clock.run()
            return True

    def toggle_pause(self) -> bool:
        """Pause, or go on; gives whether the game is paused now."""
        with self._lock:
            if self._is_paused:
                self.resume()
            else:
                self.pause()
            return self._is_paused

    def tick(self) -> None:
        """Note the time with the saved game. To be called every second or so, for the clock of a game that crashes."""
        with self._lock:
            if self._clock.is_running:
                self._keeper.tick(self._now(), self._cursor)

    # Hints.

    def hint(self, *, name: Callable[[Cell], str] = place_text, budget: Budget = HINT_BUDGET) -> Hint | None:
        """What to do next, a little more each time it is asked in the same position.

        First where to look, then which cells, then why. Flags that are wrong come before that. It is worked out from
        what the player sees.

        Args:
            name: how a cell is named.
            budget: what each step of the search may use.

        Returns:
            The hint; None if another thread changed something while it was worked out.
        """
        return self.hint_later(name=name, budget=budget)()

    def hint_later(
        self,
        *,
        name: Callable[[Cell], str] = place_text,
        budget: Budget = HINT_BUDGET,
        adviser: Callable[[View], Advice] | None = None,
    ) -> Callable[[], Hint | None]:
        """What gives the hint when it is called: another thread may call it, while this one plays on.

        The position is that of now. If it is another one when the hint has been found, the hint is dropped: it comes
        out as None, is not recorded and doesn't count.

        Args:
            name: how a cell is named.
            budget: what each step of the search may use.
            adviser: who is asked with what the player sees; None for the solver.
        """
        with self._lock:
            refusal = self._why_no_hint()
            if refusal:
                return lambda: no_hint(refusal).hint(1)
            position = self._hints.position
            known = self._hints.known(self.game)
            if known is not None:
                return lambda: self._tell(known, position, name)
            view = self.game.view

        def work() -> Hint | None:
            if adviser is not None:
                return self._tell(adviser(view), position, name)
            # The solver is loaded when somebody needs it.
            from hypersweep.session.advice import find_advice

            return self._tell(find_advice(view, budget=budget), position, name)

        return work

    @property
    def is_hint_counted(self) -> bool:
        """Whether a hint would count now: those before the first open are free, and so are refusals."""
        with self._lock:
            known = self._hints.known(self.game)
            return not self._why_no_hint() and (known is None or known.kind not in _FREE)

    def _tell(self, advice: Advice, position: int, name: Callable[[Cell], str]) -> Hint | None:
        with self._lock:
            is_new = not self._hints.is_told(advice)
            hint = self._hints.tell(advice, position, name)
            if hint is not None and is_new and hint.kind not in _FREE:
                self._keeper.note(Event(self._now(), "hint", level=hint.level))
            return hint

    def _why_no_hint(self) -> str:
        if self._is_closed or self.outcome is not Outcome.ONGOING:
            return "The game is over."
        if self._moving is not None:
            return "A move is still being made."
        return "The game is paused." if self._is_paused else ""

    def note_help(self) -> None:
        """Note that the player sees how the game may go on, which counts as a hint does.

        Nothing is noted of a game that hasn't begun, or is over.

        >>> session = Session("3x4", 2, seed=7, is_known=False)
        >>> session.open((0, 0)).opened, session.is_ranked
        (6, True)
        >>> session.note_help()
        >>> session.is_ranked, session.hints_used
        (False, 1)
        """
        with self._lock:
            if self.is_started and self.outcome is Outcome.ONGOING and not self._is_closed:
                self._keeper.note(Event(self._now(), "hint", level=1))

    # The end.

    def abandon(self) -> None:
        """Give the game up: its record is kept as that of a game that wasn't ended, and the session is closed."""
        self._cancel_move()
        with self._lock:
            if not self._is_closed and self.outcome is Outcome.ONGOING:
                self._clock.stop()
                self._keeper.keep(self._now())
            self.close()

    def close(self) -> None:
        """End the session. A game that goes on is paused; it can be continued if there is a store.

        A long move that another thread makes is cancelled, unless it ends first.
        """
        self._cancel_move()
        with self._lock:
            if self._is_closed:
                return
            # Nothing to tell of a game that isn't played here.
            self._keeper.leave_to_others()
            if not self._keeper.is_kept:
                self.pause()
            self._is_closed = True
            self._hints.forget()
            self._clock.stop()
            self._keeper.close(self._now(), self._cursor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        paused = ", paused" if self._is_paused else ""
        return f"<Session of {self.game!r}, {self.milliseconds / 1000:.3f} s{paused}>"
