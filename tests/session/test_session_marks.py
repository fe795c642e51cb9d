"""Question marks, drafts of flags and smart flags in a session: its record, undo and redo, and saved games."""

from __future__ import annotations

from pathlib import Path

import pytest

from hypersweep import Layout, Outcome
from hypersweep.codes import COVERED, FLAGGED
from hypersweep.record import Record
from hypersweep.session import Session, Store
from hypersweep.stats import play_stats
from sessions import FakeClock

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def begin(clock: FakeClock, store: Store | None = None) -> Session:
    session = Session(layout=LAYOUT, clock=clock, store=store, is_known=False)
    session.open((0, 0))
    return session


def lines(session: Session) -> list[str]:
    session.record.verify()
    return [event.format().partition(" ")[2] for event in session.record.events[1:]]


def test_a_flag_becomes_a_question_mark_and_then_nothing(clock: FakeClock) -> None:
    session = begin(clock)
    seen = []
    for _ in range(4):
        session.cycle_flag((0, 3))
        seen.append((session.game[0, 3], set() if session.marks is None else set(session.marks.questions)))
    assert seen == [(FLAGGED, set()), (COVERED, {3}), (COVERED, set()), (FLAGGED, set())]
    assert lines(session) == ["flag 0 3: 1", "question 0 3", "and", "flag 0 3: 1", "question 0 3", "flag 0 3: 1"]


def test_one_undo_takes_back_what_one_click_did(clock: FakeClock) -> None:
    session = begin(clock)
    for _ in range(3):
        session.cycle_flag((0, 3))
    states = []
    while session.can_undo and session.game.opened:
        states.append((session.game[0, 3], bool(session.marks and session.marks.questions)))
        session.undo()
    assert states == [(COVERED, False), (COVERED, True), (FLAGGED, False), (COVERED, False)]
    while session.redo():
        pass
    assert (session.game[0, 3], session.can_redo) == (COVERED, False)
    session.record.verify()


def test_a_question_mark_protects_nothing(clock: FakeClock) -> None:
    session = begin(clock)
    assert session.question((1, 3))
    assert session.game.remaining == 2
    assert session.open((1, 3)).opened == 1
    assert session.outcome is Outcome.WON
    assert not session.question((0, 3)), "the game is over"
    assert session.is_ranked


@pytest.mark.parametrize("cell", [(0, 0), (0, 3)])
def test_open_and_flagged_cells_take_no_marks(clock: FakeClock, cell: tuple[int, int]) -> None:
    session = begin(clock)
    session.flag((0, 3))
    assert not session.question(cell)
    assert not session.draft(cell)
    assert session.marks is None


def test_taking_back_a_mark_costs_no_rank(clock: FakeClock) -> None:
    session = begin(clock)
    session.draft((0, 3))
    assert not session.is_undo_counted
    session.undo()
    session.redo()
    assert session.is_ranked
    session.keep_drafts()
    assert session.is_undo_counted, "this took flags, which are moves"
    assert session.undo().flagged == -1
    assert not session.is_ranked
    assert session.redo().flagged == 1


def test_a_draft_is_dropped_as_one(clock: FakeClock) -> None:
    session = begin(clock)
    session.draft((0, 3))
    session.draft((2, 3))
    assert session.game.flags == 0
    assert session.drop_drafts().cells == ((0, 3), (2, 3))
    assert session.undo().cells == ((0, 3), (2, 3))
    assert session.marks is not None
    assert session.marks.drafts == {3, 11}
    assert session.redo().cells == ((0, 3), (2, 3))
    assert session.is_ranked


def test_a_draft_keeps_no_flags_on_cells_that_were_opened(clock: FakeClock) -> None:
    session = begin(clock)
    session.draft((0, 3))
    session.draft((1, 3))
    session.open((1, 3))
    assert session.outcome is Outcome.WON
    session.undo()
    session.undo()
    session.open((1, 3))
    session.undo()
    assert session.keep_drafts().flagged == 1


def test_smart_flags_are_the_flags_they_mean(clock: FakeClock) -> None:
    session = Session(layout=Layout("2x4", [(0, 2), (1, 2)]), clock=clock)
    session.open((0, 0))
    clock.forward(1)
    assert session.flags_around((0, 0)) == ()
    assert session.flags_around((0, 1)) == (2, 6)
    assert session.flag_around((0, 1)).flagged == 2
    assert lines(session) == ["flag 0 2: 1", "and", "flag 1 2: 1"]
    assert play_stats(session.record).right == 2
    assert not session.flag_around((0, 1)), "all are flagged"
    assert session.undo().flagged == -2


def test_smart_flags_in_a_draft_are_drafts(clock: FakeClock) -> None:
    session = Session(layout=Layout("2x4", [(0, 2), (1, 2)]), clock=clock)
    session.open((0, 0))
    session.draft((0, 2))
    assert session.flag_around((0, 1), is_draft=True).cells == ((1, 2),)
    assert session.marks is not None
    assert (session.game.flags, session.marks.drafts) == (0, {2, 6})
    assert session.keep_drafts().flagged == 2


def test_nothing_is_marked_while_the_game_is_paused(clock: FakeClock) -> None:
    session = begin(clock)
    session.draft((0, 3))
    session.pause()
    acts = (session.question, session.draft, session.cycle_flag, session.flag_around)
    assert not any(act((0, 3)) for act in acts)
    assert not session.keep_drafts()
    assert not session.drop_drafts()
    session.record.verify()


def test_a_saved_game_goes_on_with_its_marks(clock: FakeClock, tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = begin(clock, store)
    session.draft((0, 3))
    session.draft((2, 3))
    session.question((1, 3))
    session.keep_drafts()
    assert session.name is not None
    path = tmp_path / "running" / f"{session.name}.sweep"
    assert path.read_text(encoding="utf-8").startswith("hypersweep-record: 3\n")
    assert Record.load(path, is_cut_fine=True).events == session.record.events
    session.close()
    (saved,) = store.saved()
    assert saved.opened == session.game.opened
    again = Session.continue_from(saved, store=store, clock=clock)
    again.resume()
    assert again.marks is not None
    assert (again.game.flags, again.marks.questions, again.marks.drafts) == (2, {7}, set())
    assert again.undo().flagged == -2
    assert again.marks.drafts == {3, 11}
    again.close()


def test_an_action_that_was_cut_off_ends_there(clock: FakeClock, tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = begin(clock, store)
    session.draft((0, 3))
    session.draft((2, 3))
    session.keep_drafts()
    session.close()
    (path,) = (tmp_path / "running").glob("*.sweep")
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.rindex("0 flag 2 3")], encoding="utf-8")
    (saved,) = store.saved()
    again = Session.continue_from(saved, store=store, clock=clock)
    again.resume()
    again.flag((2, 3))
    assert again.undo().flagged == -1
    assert again.game.flags == 1
    again.close()
