"""Random play in a session with a store: after every step, record, file and clock must agree with it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import strategies
from hypersweep import MoveResult, Outcome, Rules
from hypersweep.errors import GenerationError
from hypersweep.generate.search import twins
from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.view import COVERED, FLAGGED

SECOND = 10**9


class SessionMachine(RuleBasedStateMachine):
    """One player, one store, and a clock that may jump either way; programs crash and go on."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.troubles: list[str] = []
        self.now = 0
        self.shown = 0

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.session.close()
            if self.session.outcome is not Outcome.ONGOING and self.session.is_started:
                assert self.store.results()[0].outcome is self.session.outcome
            assert self.troubles == []
            running = Path(self.folder.name, "running")
            running.mkdir(exist_ok=True)
            assert {path.stem for path in running.iterdir()} <= {path.stem for path in running.glob("*.sweep")}
        self.folder.cleanup()

    def clock(self) -> int:
        return self.now

    @initialize(data=st.data(), rules=strategies.game_rules(), seed=strategies.seeds(), known=st.booleans())
    def begin(self, data: st.DataObject, rules: Rules, seed: int, known: bool) -> None:
        self.store = Store(self.folder.name, warn=self.troubles.append)
        grid = data.draw(strategies.grids(max_cells=30, max_dimensions=4))
        room = strategies.room_for_mines(grid, rules.first_open)
        mines = data.draw(st.integers(0, room))
        if rules.guess == "never":
            # As many as there are boards for.
            mines -= mines % twins(grid)
        self.session = Session(grid, mines, rules=rules, seed=seed, clock=self.clock, store=self.store, is_known=known)
        self.known = known
        self.helped = False
        self.deaths = 0
        self.length = 0

    def check(self, change: MoveResult, *, is_allowed: bool) -> None:
        assert change.outcome is self.session.outcome
        if not is_allowed:
            assert not change
            assert len(self.session.record.events) == self.length

    @property
    def is_running(self) -> bool:
        return self.session.outcome is Outcome.ONGOING and not self.session.is_paused

    @rule(data=st.data(), kind=st.sampled_from(("open", "open", "flag", "chord")))
    def move(self, data: st.DataObject, kind: str) -> None:
        cell = data.draw(strategies.cells_of(self.session.grid))
        is_allowed = self.is_running
        try:
            change = getattr(self.session, kind)(cell)
        except GenerationError:
            # The first click found no board by the rules, and nothing has happened.
            assert (kind, self.session.game.layout, self.session.game.rules.guess) == ("open", None, "never")
            assert not self.session.is_started
            assert len(self.session.record.events) == self.length
            return
        self.check(change, is_allowed=is_allowed)
        self.deaths += is_allowed and change.outcome is Outcome.LOST
        if is_allowed:
            assert self.session.record.events[-1].cell == cell

    @rule()
    def undo(self) -> None:
        can = self.session.can_undo
        assert not (can and self.session.is_paused)
        assert can or not self.session.is_undo_counted
        self.helped |= self.session.is_undo_counted
        change = self.session.undo()
        assert bool(change) == can
        self.check(change, is_allowed=can)
        if can:
            assert self.session.outcome is Outcome.ONGOING
            assert self.session.can_redo

    @rule()
    def redo(self) -> None:
        can = self.session.can_redo
        assert not (can and not self.is_running)
        before = self.session.record.events
        change = self.session.redo()
        assert bool(change) == can
        self.check(change, is_allowed=can)
        self.helped |= any(event.changed for event in self.session.record.events[len(before) :])

    @rule(data=st.data(), kind=st.sampled_from(("question", "draft", "draft", "cycle_flag", "flag_around")))
    def mark(self, data: st.DataObject, kind: str) -> None:
        cell = data.draw(strategies.cells_of(self.session.grid))
        self.check(getattr(self.session, kind)(cell), is_allowed=self.is_running)

    @rule(kind=st.sampled_from(("keep_drafts", "drop_drafts")))
    def end_draft(self, kind: str) -> None:
        session = self.session
        flags, drafts = session.game.flags, self.marks()[1]
        codes = session.game.codes()
        covered = sum(codes[index] == COVERED for index in drafts)
        is_allowed = self.is_running
        change = getattr(session, kind)()
        self.check(change, is_allowed=is_allowed)
        if not is_allowed:
            return
        assert bool(change) == bool(drafts)
        kept = covered if kind == "keep_drafts" else 0
        assert (session.game.flags, self.marks()[1]) == (flags + kept, set())
        if change:
            # One undo takes everything back, and one redo makes it again.
            self.helped |= session.is_undo_counted
            assert session.undo().flagged == -kept
            assert (session.game.flags, self.marks()[1]) == (flags, drafts)
            assert session.redo().flagged == kept
            assert (session.game.flags, self.marks()[1]) == (flags + kept, set())

    def marks(self) -> tuple[set[int], set[int]]:
        marks = self.session.marks
        return (set(), set()) if marks is None else (set(marks.questions), set(marks.drafts))

    @rule()
    def toggle_pause(self) -> None:
        could = self.session.is_started and self.session.outcome is Outcome.ONGOING
        before = self.session.is_paused
        assert self.session.toggle_pause() == (not before if could else before)

    @rule()
    def hint(self) -> None:
        hint = self.session.hint()
        assert hint is not None
        assert hint.text
        if not self.is_running:
            assert hint.kind == "none"
        layout = self.session.game.layout
        view = self.session.game.view
        for cell in hint.clues:
            assert view[cell] >= 0
        for cell in hint.cells:
            assert view[cell] in (COVERED, FLAGGED)
            if hint.kind == "safe":
                assert layout is not None
                assert not layout.is_mine(cell)
        if hint.kind == "flags" and hint.cells:
            assert layout is not None
            assert not all(map(layout.is_mine, hint.cells))
        self.helped |= hint.kind not in ("none", "start")

    @rule(seconds=st.sampled_from((0, 0.0004, 0.75, 3, 86400, -2, -86400)))
    def wait(self, seconds: float) -> None:
        before = self.session.milliseconds
        self.now += round(seconds * SECOND)
        passed = self.session.milliseconds - before
        is_running = self.is_running and self.session.is_started
        if is_running and seconds > 0:
            assert round(seconds * 1000) <= passed + 1
            assert passed <= round(seconds * 1000) + 1
        else:
            assert passed == 0

    @rule()
    def tick(self) -> None:
        self.session.tick()

    @precondition(lambda self: self.session.is_started and self.session.outcome is Outcome.ONGOING)
    @rule(is_closed=st.booleans(), has_ticked=st.booleans())
    def crash_and_continue(self, is_closed: bool, has_ticked: bool) -> None:
        old = self.session
        assert self.store.unfinished() == [], "it is being played"
        before = old.record
        if is_closed:
            old.close()
        else:
            if has_ticked:
                old.tick()
            # What the system does for a program that ends.
            assert old._recorder._autosave is not None
            old._recorder._autosave.close()
        (saved,) = self.store.unfinished()
        was_paused = old.is_paused and not is_closed
        marks = self.marks()
        self.session = Session.continue_from(saved, clock=self.clock, store=self.store)
        assert self.session.is_paused
        after = self.session.record
        assert after.events[: len(before.events)] == before.events
        assert (self.session.deaths, self.session.is_ranked) == (old.deaths, old.is_ranked)
        assert (self.session.can_undo, self.session.can_redo) == (False, False)
        if is_closed or has_ticked or was_paused:
            assert after.milliseconds == before.milliseconds
        assert self.session.game.view == old.game.view
        assert self.marks() == marks
        if old.marks is not None:
            assert self.session.marks is not None
            assert self.session.marks._state == old.marks._state
            assert self.session.marks._joints == old.marks._joints
        # Without a tick the clock continues from the latest event.
        self.shown = before.events[-1].milliseconds

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "session"):
            return
        session = self.session
        record = session.record
        self.length = len(record.events)
        record.verify()
        assert Record.parse(record.format()) == record
        replay = record.replay()
        replay.seek(len(replay))
        assert replay.game.view == session.game.view
        assert replay.is_paused == session.is_paused
        assert self.marks() == (
            (set(), set()) if replay.marks is None else (replay.marks.questions, replay.marks.drafts)
        )
        assert session.milliseconds >= self.shown
        self.shown = session.milliseconds
        opens = [
            place for place, event in enumerate(record.events) if event.kind in ("open", "chord") and event.changed
        ]
        undone = bool(opens) and any(event.kind == "undo" and event.changed for event in record.events[opens[0] :])
        assert session.is_walkover == (session.outcome is Outcome.WON and len(opens) == 1 and not undone)
        assert session.is_ranked == (not self.known and not self.helped and not session.is_walkover)
        assert session.deaths == self.deaths

    @invariant()
    def is_saved(self) -> None:
        if not hasattr(self, "session"):
            return
        session = self.session
        running = {path.stem: path for path in Path(self.folder.name, "running").glob("*.sweep")}
        records = {path.stem: path for path in Path(self.folder.name, "records").glob("*.sweep")}
        name = session.name
        if name is None:
            assert not session.is_started
            assert not running
            assert not records
        elif session.outcome is Outcome.ONGOING:
            assert list(running) == [name]
            assert not records
            saved = Record.load(running[name], is_cut_fine=True)
            assert saved.events == session.record.events
            assert saved.tags == session.record.tags
        else:
            assert list(records) == [name]
            assert not running
            assert Record.load(records[name]) == session.record


TestSession = SessionMachine.TestCase
TestSession.settings = settings(settings.get_profile("quick"), max_examples=60, stateful_step_count=30)
