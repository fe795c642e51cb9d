"""A single player's game: moves with undo, clock, pause, hints, and the record, saved during the game."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from threading import Event as ThreadEvent
from threading import RLock
from typing import TYPE_CHECKING
from weakref import WeakSet

from hypersweep.codes import COVERED, FLAGGED
from hypersweep.copying import NotCopyable
from hypersweep.errors import ParameterTypeError
from hypersweep.game import Game, History, MoveResult, Outcome
from hypersweep.record import Event, Record
from hypersweep.record.event import KNOWN, LAYERS, MOST_MILLISECONDS, NEW_KINDS
from hypersweep.record.marks import Marks
from hypersweep.rules import read_rules
from hypersweep.session.game_recorder import GameClock, GameRecorder
from hypersweep.text import place_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Self

    from hypersweep.game import CancelToken
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.rules import Rules
    from hypersweep.session.hint import Advice, Hint, HintDesk
    from hypersweep.session.saved_games import SavedGame, SavedSummary
    from hypersweep.session.store import Store
    from hypersweep.solve import Budget
    from hypersweep.typing import Cell, CellLike
    from hypersweep.view import View


# Kinds of hints that don't count as help.
_FREE = ("none", "start")

# All sessions, so that a forked child can replace their locks: a thread that held one exists only in the parent.
_sessions: WeakSet[Session] = WeakSet()


def _free_locks() -> None:
    for session in list(_sessions):
        session._lock = RLock()
        # The thread making the move exists only in the parent.
        session._moving = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_free_locks)


@dataclass(slots=True)
class _Moving:
    """A long move in progress.

    Attributes:
        watch: the move's cancel token.
        milliseconds: the session's clock when the move began.
        has_ended: event set once the move has been made and recorded, or cancelled.
    """

    watch: CancelToken
    milliseconds: int
    has_ended: ThreadEvent = field(default_factory=ThreadEvent)


class Session(NotCopyable):
    r"""A game played by one player.

    Moves return a ``MoveResult``, and do nothing while the game is paused, over or closed. Every click is recorded with
    its time. All methods are thread-safe. A hint may take seconds; see ``hint_later``. After a fork, the game continues
    in both processes, but only the parent saves it; the child issues a warning at its next event. A session can't be
    copied or pickled, but its game and its record can.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines; optional with a layout.
        rules: ``Rules``, or text such as "classic".
        seed: 0 to 2**64 - 1 for a reproducible board, or None for a random one.
        layout: the mines. The rules then make no promise for the first click.
        clock: returns nanoseconds, as ``time.monotonic_ns`` does.
        store: the store for the game and its result; None to save nothing.
        player: the player's name, for the record.
        is_known: whether the player may know the board, so that the game isn't ranked; None means True if a seed or
            layout is given.
        tags: further tags for the record.
        first: a cell that is opened for the player. Saving begins with the player's first own move or mark.

    Raises:
        ParameterError: as for ``Game``, or a tag's name is invalid.

    Attributes:
        marks: question marks and draft flags, for reading only; None if there haven't been any.

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

    _why_no_copy = "its clock is running and it holds the lock of its file; copy its game, or continue from its record"

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
        tags: Mapping[str, str] | None = None,
        first: CellLike | None = None,
    ) -> None:
        if layout is not None:
            # A given layout need not keep the rules' promises, and the record must not claim that it does.
            rules = read_rules(rules).for_layout()
        game = Game(grid, mines, seed=seed, rules=rules, layout=layout)
        if layout is not None:
            game = Game(layout=layout, rules=rules)
        own = {"player": player} if player else {}
        known = (seed is not None or layout is not None) if is_known is None else is_known
        if known:
            own[KNOWN] = "yes"
        begun = Record.begin(game, tags={**own, **(tags or {})})
        self._set_up(game, GameRecorder(game, begun, store), GameClock(clock))
        if first is not None:
            self._recorder.is_dealing = True
            self.open(first)
            self._recorder.is_dealing = False

    def _set_up(self, game: Game, recorder: GameRecorder, clock: GameClock) -> None:
        self._lock = RLock()
        _sessions.add(self)
        self._game = game
        self._grid = game.grid
        self._history = History(game)
        self._recorder = recorder
        self._clock = clock
        # Created for the first hint, because its module loads the solver.
        self._hints: HintDesk | None = None
        self._is_paused = False
        self._is_closed = False
        # The long move in another thread; that thread doesn't hold the lock while it computes.
        self._moving: _Moving | None = None
        # Index of the cell under the player's cursor; None if unknown.
        self._cursor: int | None = None
        # Created with the first mark, because most games have none.
        self.marks: Marks | None = None

    @classmethod
    def continue_from(
        cls,
        saved: SavedGame | SavedSummary | Record,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        store: Store | None = None,
    ) -> Session:
        """Resume a recorded game with its undo and redo lists, paused if its clock was running.

        Args:
            saved: a game from ``Store.saved`` or ``Store.unfinished``, or any record. A game resumed from a
                record isn't ranked, since the player may have seen it before.
            clock: returns nanoseconds.
            store: the store for the game; for a saved game, the one it is from.

        Raises:
            BusyError: the saved game is in use elsewhere.
            ParameterError: the saved game no longer exists.
            RecordError: the record contains an impossible event.
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
        """Replay a verified record's events in this session."""
        is_started = False
        self.cursor = next((event.cell for event in reversed(record.events) if event.cell is not None), None)
        for event in record.events:
            if event.kind in ("pause", "resume"):
                self._is_paused = event.kind == "pause"
            elif event.changed and event.kind != "hint":
                change = self._history.act(event.kind, event.cell)
                is_started = is_started or (event.kind == "open" and bool(change))
            self._follow(event.kind, None if event.cell is None else self._grid.index(event.cell), event.changed)
        self._recorder.repeat(record.events, is_started=is_started)
        if is_started and self._can_move:
            self._is_paused = True
            # If the program stopped between the parts of an action, the action ends here.
            self._follow("pause", None, 0)
            self._recorder.note(Event(self._clock.read(), "pause"))

    # State.

    @property
    def game(self) -> Game:
        """The game, for reading only: make all moves through the session."""
        return self._game

    @property
    def grid(self) -> Grid:
        """The board."""
        return self._grid

    @property
    def outcome(self) -> Outcome:
        """The outcome: ongoing, won or lost."""
        return self._game.outcome

    @property
    def milliseconds(self) -> int:
        """Time on the clock in ms; the clock starts with the first click, and stops during a pause and at the end."""
        with self._lock:
            return self._now()

    @property
    def is_started(self) -> bool:
        """Whether a first click has started the clock, even if that open was undone."""
        return self._recorder.is_started

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused; the board should then be hidden."""
        return self._is_paused

    @property
    def is_closed(self) -> bool:
        """Whether the session was closed."""
        return self._is_closed

    @property
    def is_ranked(self) -> bool:
        """Whether a win counts for best times: no undo, no hint, and a board the player can't know."""
        return not self._recorder.counters.unranked_by

    @property
    def unranked_by(self) -> frozenset[str]:
        """What made the game unranked: "known" (the player may know the board), "undo", "hint" or "walkover"."""
        return frozenset(self._recorder.counters.unranked_by)

    @property
    def deaths(self) -> int:
        """Number of losses; an undone loss still counts."""
        return self._recorder.counters.deaths

    @property
    def is_walkover(self) -> bool:
        """Whether the first click alone won the game; such a win counts neither for best times nor in statistics."""
        return self._recorder.counters.is_walkover

    @property
    def hints_used(self) -> int:
        """Number of hints requested; all levels of a hint count as one."""
        return self._recorder.counters.hints

    @property
    def can_undo(self) -> bool:
        """Whether a move or a mark can be undone now; never while the game is paused."""
        can_undo = self._history.can_undo or self._next_mark("undo") is not None
        return can_undo and not (self._is_paused or self._is_closed or self._moving)

    @property
    def is_undo_counted(self) -> bool:
        """Whether an undo now takes back a move, so that the game isn't ranked; marks can be taken back freely."""
        return self.can_undo and self._next_mark("undo") is None

    @property
    def can_redo(self) -> bool:
        """Whether a move or a mark can be redone now; never while the game is paused or over."""
        marks, can_redo = self.marks, self._history.can_redo
        if marks is not None:
            can_redo = (can_redo and marks.can_redo_move) or marks.next_mark("redo") is not None
        return self._can_move and can_redo

    @property
    def cursor(self) -> Cell | None:
        """The cell under the player's cursor, set by the user interface and saved with the clock.

        A resumed game starts at the saved cursor, or else at the cell of the latest move; None if unknown.

        Raises:
            CellError: the new value isn't on the board.

        >>> session = Session("3x4", 2, seed=7)
        >>> session.cursor = (1, 2)
        >>> session.cursor
        (1, 2)
        """
        return None if self._cursor is None else self._grid.cell(self._cursor)

    @cursor.setter
    def cursor(self, cell: CellLike | None) -> None:
        self._cursor = None if cell is None else self._grid.index(cell)

    @property
    def failure(self) -> OSError | None:
        """Why the latest save failed; None if the store is up to date, or there is no store."""
        return self._recorder.failure

    def save(self) -> OSError | None:
        """Retry saving what couldn't be saved, for example because the disk was full. Returns: the error, or None.

        This is only needed after an error: each event is saved as it happens.
        """
        with self._lock:
            if not self._is_closed:
                self._recorder.save(self._now())
            return self._recorder.failure

    @property
    def record(self) -> Record:
        """The game's record so far."""
        with self._lock:
            return self._recorder.record(self._now())

    @property
    def name(self) -> str | None:
        """The game's name in the store; None if the game isn't saved (yet), or another process saves it."""
        return self._recorder.name

    @property
    def _can_move(self) -> bool:
        return self._game.outcome is Outcome.ONGOING and not (self._is_paused or self._is_closed or self._moving)

    @property
    def is_moving(self) -> bool:
        """Whether another thread is making a move with a ``CancelToken``; other actions do nothing until it ends."""
        return self._moving is not None

    def _now(self) -> int:
        moving = self._moving
        # During a long move, report when it began: the player isn't charged for the computation.
        return min(self._clock.read(), MOST_MILLISECONDS) if moving is None else moving.milliseconds

    # Moves.

    def open(self, cell: CellLike, *, watch: CancelToken | None = None) -> MoveResult:
        """Open a cell, as by a left click.

        Args:
            cell: its coordinates or index.
            watch: token for a move that may take long. Meanwhile other threads may read the session, follow the move
                and cancel it; ``close`` cancels it too. All other actions do nothing until the move ends.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("open", self._history.open, self._grid.index(cell), watch)

    def flag(self, cell: CellLike) -> MoveResult:
        """Toggle the flag on a cell.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("flag", self._history.flag, self._grid.index(cell))

    def chord(self, cell: CellLike, *, watch: CancelToken | None = None) -> MoveResult:
        """Open the unflagged neighbours of a number that has as many flags around it as it says.

        Args:
            cell: its coordinates or index.
            watch: as for ``open``.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._move("chord", self._history.chord, self._grid.index(cell), watch)

    def undo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Undo the latest move that changed something, even one that ended the game; the clock then continues.

        Marks are undone too, and all parts of an action are undone together.

        Args:
            watch: as for ``open``.
        """
        return self._move("undo", self._history.undo, None, watch) if self.marks is None else self._step("undo", watch)

    def redo(self, *, watch: CancelToken | None = None) -> MoveResult:
        """Redo the move, mark or action undone last, unless something else has changed since.

        Args:
            watch: as for ``open``.
        """
        return self._move("redo", self._history.redo, None, watch) if self.marks is None else self._step("redo", watch)

    # Marks.

    def question(self, cell: CellLike) -> MoveResult:
        """Put a question mark on a covered cell without a flag, or remove it.

        Marks don't affect the game: a click opens the cell. They are saved, and ``undo`` takes them back.

        Raises:
            CellError: the cell isn't on the board.

        >>> session = Session("3x4", 2, seed=7)
        >>> session.question((1, 2)), session.game.flags, session.marks.questions
        (<MoveResult: 1 cell changed, 0 opened, ongoing>, 0, {6})
        """
        return self._mark("question", self._grid.index(cell))

    def draft(self, cell: CellLike) -> MoveResult:
        """Put a draft flag on a covered cell without a flag, or remove it; see ``keep_drafts`` and ``drop_drafts``.

        Raises:
            CellError: the cell isn't on the board.
        """
        return self._mark("draft", self._grid.index(cell))

    def cycle_flag(self, cell: CellLike) -> MoveResult:
        """Set a flag, or turn a flag into a question mark, or remove a question mark.

        Raises:
            CellError: the cell isn't on the board.

        >>> session = Session("3x4", 2, seed=7)
        >>> [(session.cycle_flag(5).flagged, session.marks and len(session.marks.questions)) for _ in range(4)]
        [(1, None), (-1, 1), (0, 0), (1, 0)]
        """
        index = self._grid.index(cell)
        with self._lock:
            is_question = self.marks is not None and index in self.marks.questions
            code = self._game[index] if self._can_move else COVERED
            if code == COVERED and is_question:
                return self._mark("question", index)
            if code == FLAGGED and self._game.rules.flag_toggles and not is_question:
                # The flag last, because taking back the whole action then counts as an undo.
                return self._act([("question", index), ("flag", index)])
        return self.flag(index)

    def flags_around(self, cell: CellLike) -> tuple[int, ...]:
        """Return the cells that a number proves to be mines, because all covered cells around it must be.

        Returns:
            Indices of those without a flag; empty if the cell isn't such a number.

        Raises:
            CellError: the cell isn't on the board.

        >>> from hypersweep import Layout
        >>> session = Session(layout=Layout("2x4", [(0, 2), (1, 2)]))
        >>> _ = session.open((0, 0))
        >>> session.flags_around((0, 1)), session.flags_around((0, 0))
        ((2, 6), ())
        """
        index = self._grid.index(cell)
        clue = self._game[index]
        if clue <= 0:
            return ()
        around = {other: self._game[other] for other in self._grid.geometry().neighbours(index)}
        covered = [other for other, code in around.items() if code in (COVERED, FLAGGED)]
        return tuple(sorted(other for other in covered if around[other] == COVERED)) if len(covered) == clue else ()

    def flag_around(self, cell: CellLike, *, is_draft: bool = False) -> MoveResult:
        """Flag the cells of ``flags_around``, as one action.

        Args:
            cell: the number.
            is_draft: whether to put draft flags there instead.

        Raises:
            CellError: the cell isn't on the board.
        """
        with self._lock:
            cells = self.flags_around(cell) if self._can_move else ()
            kind, present = ("draft", self._drafts) if is_draft else ("flag", [])
            return self._act([(kind, index) for index in cells if index not in present])

    def keep_drafts(self) -> MoveResult:
        """Turn all draft flags into flags, as one action.

        >>> session = Session("3x4", 2, seed=7)
        >>> _ = session.draft((1, 2)), session.draft((2, 3))
        >>> session.keep_drafts().flagged, len(session.marks.drafts), session.undo().flagged, len(session.marks.drafts)
        (2, 0, -2, 2)
        """
        with self._lock:
            cells = self._drafts
            flags = [("flag", index) for index in cells if self._can_move and self._game[index] == COVERED]
            return self._act([*(("draft", index) for index in cells), *flags])

    def drop_drafts(self) -> MoveResult:
        """Remove all draft flags, as one action."""
        with self._lock:
            return self._act([("draft", index) for index in self._drafts])

    @property
    def _drafts(self) -> list[int]:
        return [] if self.marks is None else sorted(self.marks.drafts)

    def _mark(self, kind: str, index: int) -> MoveResult:
        with self._lock:
            # A mark under a flag or on an open cell isn't visible, so it can't be changed either.
            return self._act([(kind, index)] if self._can_move and self._game[index] == COVERED else [])

    def _act(self, steps: Sequence[tuple[str, int]]) -> MoveResult:
        """Make flags and marks (kind and index) as one action, if moves are possible now."""
        if not self._can_move:
            return MoveResult(self._grid, None, self.outcome)
        milliseconds = self._now()
        changes: list[MoveResult] = []
        for place, (kind, index) in enumerate(steps):
            if place:
                self._note_mark(milliseconds, "and")
            if kind == "flag":
                changes.append(self._noted(kind, index, milliseconds, self._history.flag(index)))
            else:
                changes.append(self._note_mark(milliseconds, kind, index))
        return MoveResult.joined(self._grid, changes, self.outcome)

    def _step(self, kind: str, watch: CancelToken | None) -> MoveResult:
        """Undo or redo an action; all its parts happen at the same time."""
        changes: list[MoveResult] = []
        while self.can_undo if kind == "undo" else self.can_redo:
            with self._lock:
                mark, marks = self._next_mark(kind), self.marks
                if mark is not None:
                    changes.append(self._note_mark(self._now(), kind, mark[1]))
            if mark is None:
                changes.append(self._move(kind, getattr(self._history, kind), None, watch))
            if not changes[-1] or marks is None or not marks.is_joined:
                break
        return MoveResult.joined(self._grid, changes, self.outcome)

    def _next_mark(self, kind: str) -> tuple[str, int] | None:
        return None if self.marks is None else self.marks.next_mark(kind)

    def _note_mark(self, milliseconds: int, kind: str, index: int | None = None) -> MoveResult:
        """Record a mark, its undo or redo, or that the next event belongs to the same action."""
        cell = self._grid.cell(index) if index is not None and kind in LAYERS else None
        self._follow(kind, index, 0)
        self._recorder.note(Event(milliseconds, kind, cell))
        return MoveResult.of_cells(self._grid, () if index is None else (index,), self.outcome)

    def _follow(self, kind: str, index: int | None, changed: int) -> None:
        if self.marks is None and kind in NEW_KINDS:
            self.marks = Marks()
        if self.marks is not None:
            self.marks.act(kind, index, changed)

    def _move(
        self, kind: str, make: Callable[..., MoveResult], index: int | None, watch: CancelToken | None = None
    ) -> MoveResult:
        """Make a move with a method of the history, if one is possible now, and record it."""
        cell = () if index is None else (index,)
        with self._lock:
            if not (self.can_undo if kind == "undo" else self.can_redo if kind == "redo" else self._can_move):
                return MoveResult(self._grid, None, self.outcome)
            milliseconds = self._now()
            if watch is None:
                return self._noted(kind, index, milliseconds, make(*cell))
            moving = self._moving = _Moving(watch, milliseconds)
        try:
            change = make(*cell, watch=watch)
            with self._lock:
                self._moving = None
                if watch.is_cancelled and not change:
                    # The move was cancelled, so there is nothing to record.
                    return change
                return self._noted(kind, index, milliseconds, change)
        finally:
            self._moving = None
            moving.has_ended.set()

    def _cancel_move(self) -> None:
        """Cancel another thread's long move, and wait until it has ended. The caller must not hold the lock."""
        moving = self._moving
        if moving is not None:
            moving.watch.cancel()
            moving.has_ended.wait()

    def _noted(self, kind: str, index: int | None, milliseconds: int, change: MoveResult) -> MoveResult:
        if change:
            self._forget_advice()
        if self.marks is not None:
            self.marks.act(kind, index, len(change))
        if index is None:
            event = Event.of(milliseconds, kind, None, change)
        else:
            event = Event._of_move(milliseconds, kind, self._grid.cell(index), change)
        if kind == "open" and change and not self._recorder.is_started:
            self._recorder.start()
        if change.outcome is not Outcome.ONGOING:
            # Stop at the time of the move that ended the game.
            self._clock.halt()
        elif self._recorder.is_started:
            # An undo that reverts the end of the game finds the clock stopped, so restart it.
            self._clock.run()
        self._recorder.note(event)
        return change

    # Pause.

    def pause(self) -> bool:
        """Stop the clock; moves have no effect until ``resume``. Returns: False if there is nothing to pause."""
        with self._lock:
            if not (self._recorder.is_started and self._can_move):
                return False
            self._is_paused = True
            self._forget_advice()
            self._recorder.note(Event(min(self._clock.stop(), MOST_MILLISECONDS), "pause"))
            return True

    def resume(self) -> bool:
        """End a pause and restart the clock. Returns: False if the game isn't paused."""
        with self._lock:
            if not self._is_paused or self._is_closed:
                return False
            self._is_paused = False
            self._forget_advice()
            self._recorder.note(Event(self._now(), "resume"))
            self._clock.run()
            return True

    def toggle_pause(self) -> bool:
        """Pause or resume the game. Returns: whether it is paused now."""
        with self._lock:
            if not self.resume():
                self.pause()
            return self._is_paused

    def tick(self) -> None:
        """Save the clock; call this about once a second, so that a crash loses little time."""
        with self._lock:
            if self._clock.is_running:
                self._recorder.tick(self._now(), self._cursor)

    # Hints.

    def hint(self, *, name: Callable[[Cell], str] = place_text, budget: Budget | None = None) -> Hint | None:
        """Return a hint; each call in the same position adds detail: where to look, which cells, why.

        Wrong flags are pointed out before any move is suggested. Hints use only what the player sees.

        Args:
            name: returns a cell's name.
            budget: limits for each step of the search; None for ``HINT_BUDGET``.

        Returns:
            The hint, or None if another thread has changed the position meanwhile.
        """
        return self.hint_later(name=name, budget=budget)()

    def hint_later(
        self,
        *,
        name: Callable[[Cell], str] = place_text,
        budget: Budget | None = None,
        adviser: Callable[[View], Advice] | None = None,
    ) -> Callable[[], Hint | None]:
        """Return a function that computes a hint, for another thread to call while the game continues in this one.

        The hint is for the current position. If the position has changed by the time the hint is found, the function
        returns None, and the hint is neither recorded nor counted.

        Args:
            name: returns a cell's name.
            budget: limits for each step of the search; None for ``HINT_BUDGET``.
            adviser: returns advice for a view; None for the solver.
        """
        from hypersweep.session.hint import no_hint
        from hypersweep.session.hint_search import HINT_BUDGET, find_advice

        with self._lock:
            refusal = self._why_no_hint()
            if refusal:
                return lambda: no_hint(refusal).hint(1)
            desk = self._hint_desk()
            position, known = desk.position, desk.known(self.game)
            if known is not None:
                return lambda: self._tell(known, position, name)
            view = self.game.view
        if adviser is not None:
            return lambda: self._tell(adviser(view), position, name)
        return lambda: self._tell(find_advice(view, budget=HINT_BUDGET if budget is None else budget), position, name)

    @property
    def is_hint_counted(self) -> bool:
        """Whether a hint requested now would count as help; before the first click it doesn't, nor does a refusal."""
        with self._lock:
            known = self._hint_desk().known(self.game)
            return not self._why_no_hint() and (known is None or known.kind not in _FREE)

    def _tell(self, advice: Advice, position: int, name: Callable[[Cell], str]) -> Hint | None:
        with self._lock:
            desk = self._hint_desk()
            is_new = not desk.is_told(advice)
            hint = desk.tell(advice, position, name)
            if hint is not None and is_new and hint.kind not in _FREE:
                self._recorder.note(Event(self._now(), "hint", level=hint.level))
            return hint

    def _hint_desk(self) -> HintDesk:
        if self._hints is None:
            from hypersweep.session.hint import HintDesk

            self._hints = HintDesk()
        return self._hints

    def _forget_advice(self) -> None:
        if self._hints is not None:
            self._hints.forget()

    def _why_no_hint(self) -> str:
        if self._is_closed or self.outcome is not Outcome.ONGOING:
            return "The game is over."
        if self._moving is not None:
            return "A move is still being made."
        return "The game is paused." if self._is_paused else ""

    def note_help(self) -> None:
        """Record that the player has seen a continuation of the game; this counts as a hint.

        Before the first click and after the end of the game, this has no effect.

        >>> session = Session("3x4", 2, seed=7, is_known=False)
        >>> session.open((0, 0)).opened, session.is_ranked
        (6, True)
        >>> session.note_help()
        >>> session.is_ranked, session.hints_used
        (False, 1)
        """
        with self._lock:
            if self.is_started and self.outcome is Outcome.ONGOING and not self._is_closed:
                self._recorder.note(Event(self._now(), "hint", level=1))

    # Ending the game.

    def abandon(self) -> None:
        """Close the session; if the game is ongoing, give it up by saving its record as unfinished."""
        self._cancel_move()
        with self._lock:
            if not self._is_closed and self.outcome is Outcome.ONGOING:
                self._clock.stop()
                self._recorder.keep(self._now())
            self.close()

    def close(self) -> None:
        """Close the session. An ongoing game is paused, and can be resumed if there is a store.

        Another thread's long move is cancelled, unless it ends first.
        """
        self._cancel_move()
        with self._lock:
            if self._is_closed:
                return
            # A forked child that closes the session needs no warning that it doesn't save the game.
            self._recorder.leave_to_others()
            if not self._recorder.is_kept:
                self.pause()
            self._is_closed = True
            self._forget_advice()
            self._clock.stop()
            self._recorder.close(self._now(), self._cursor)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        paused = ", paused" if self._is_paused else ""
        return f"<Session of {self.game!r}, {self.milliseconds / 1000:.3f} s{paused}>"
