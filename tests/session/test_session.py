"""Sessions: clock, pause, undo, hints, and their record."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hypersweep import Layout, Outcome, Rules
from hypersweep.errors import CellError, MineCountError, ParameterTypeError, RecordError
from hypersweep.record import Record
from hypersweep.session import Hint, Session, Store
from sessions import FakeClock, begin


def known_session(clock: FakeClock) -> Session:
    """Return a session on a board with mines at (0, 3) and (2, 3): (0, 0) opens the first two columns and the third."""
    return Session(layout=Layout("3x4", [(0, 3), (2, 3)]), clock=clock)


def lines(session: Session) -> list[str]:
    return [event.format() for event in session.record.events]


def test_the_clock_starts_with_the_first_open(clock: FakeClock) -> None:
    session = known_session(clock)
    clock.forward(3)
    assert session.flag((0, 3)).flagged == 1
    clock.forward(3)
    assert not session.is_started
    assert session.milliseconds == 0
    assert not session.open((0, 3)), "a flag protects it"
    clock.forward(1)
    assert session.milliseconds == 0
    session.open((0, 0))
    assert session.is_started
    clock.forward(1.5)
    assert session.milliseconds == 1500
    assert lines(session) == ["0 flag 0 3: 1", "0 open 0 3: 0", "0 open 0 0: 9"]


def test_undoing_a_flag_before_the_start_starts_no_clock(clock: FakeClock) -> None:
    session = known_session(clock)
    session.flag((0, 3))
    session.undo()
    clock.forward(2)
    assert session.milliseconds == 0
    session.record.verify()


def test_the_clock_stands_in_a_pause_and_moves_are_refused(clock: FakeClock) -> None:
    session = known_session(clock)
    assert not session.pause(), "nothing runs yet"
    session.open((0, 0))
    clock.forward(2)
    assert session.toggle_pause()
    assert not session.pause()
    clock.forward(60)
    for change in (session.open((1, 3)), session.flag((0, 3)), session.chord((0, 2)), session.undo(), session.redo()):
        assert not change
        assert change.outcome is Outcome.ONGOING
    assert not session.can_undo
    assert session.milliseconds == 2000
    hint = session.hint()
    assert hint is not None
    assert hint.kind == "none"
    assert not session.toggle_pause()
    assert not session.resume()
    clock.forward(1)
    assert session.open((1, 3)).outcome is Outcome.WON
    assert lines(session) == ["0 open 0 0: 9", "2000 pause", "2000 resume", "3000 open 1 3: 1 won"]


def test_the_clock_stops_at_the_end_and_an_undo_lets_it_go_on(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    clock.forward(2)
    assert session.open((0, 3)).outcome is Outcome.LOST
    assert (session.deaths, session.is_ranked) == (1, False)
    clock.forward(10)
    assert session.milliseconds == 2000
    assert not session.pause()
    assert not session.open((1, 3)), "it is over"
    assert session.undo().outcome is Outcome.ONGOING
    clock.forward(1)
    assert session.open((1, 3)).outcome is Outcome.WON
    assert session.deaths == 1
    assert lines(session) == ["0 open 0 0: 9", "2000 open 0 3: 1 lost", "2000 undo: 1", "3000 open 1 3: 1 won"]
    session.record.verify()


def test_redoing_a_loss_is_no_second_death(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    session.open((0, 3))
    session.undo()
    assert session.redo().outcome is Outcome.LOST
    assert session.deaths == 1
    session.record.verify()


def test_a_clock_that_jumps_back_takes_nothing_away(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    clock.forward(2)
    assert session.milliseconds == 2000
    clock.forward(-3600)
    assert session.milliseconds == 2000
    session.flag((0, 3))
    clock.forward(1)
    assert session.milliseconds == 3000
    session.record.verify()


def test_undo_and_redo_make_a_game_unranked(clock: FakeClock) -> None:
    session = Session("3x4", 2, seed=7, is_known=False, clock=clock)
    session.open((0, 0))
    assert session.is_ranked
    assert not session.redo()
    assert session.is_ranked, "there was nothing to redo"
    assert session.can_undo
    assert not session.can_redo
    assert session.undo().opened == -6
    assert session.can_redo
    assert not session.is_ranked
    assert session.redo().opened == 6


def test_a_board_that_the_player_may_know_is_not_ranked() -> None:
    assert Session("3x4", 2).is_ranked
    assert not Session("3x4", 2, seed=7).is_ranked
    assert not Session(layout=Layout("3x4", [(0, 3)])).is_ranked
    assert Session("3x4", 2, seed=7, is_known=False).is_ranked
    assert not Session("3x4", 2, is_known=True).is_ranked


def test_a_given_layout_promises_nothing_and_the_rules_say_so() -> None:
    session = Session(layout=Layout("3x4", [(0, 3)]), rules="esp")
    assert session.open((0, 3)).outcome is Outcome.LOST
    assert session.game.rules == Rules.parse("esp,first=any")
    session.record.verify()


def test_the_record_says_who_played_what_and_when(clock: FakeClock) -> None:
    session = Session("3x4", 2, seed=7, player="Ann", clock=clock)
    assert "start" not in session.record.tags
    session.open((0, 0))
    tags = session.record.tags
    assert tags["player"] == "Ann"
    assert tags["known"] == "yes"
    assert tags["program"].startswith("hypersweep ")
    assert len(tags["start"]) == len("2026-01-31T12:00:00Z")
    assert Record.parse(session.record.format()) == session.record


def test_a_cell_off_the_board_is_an_error_and_changes_nothing(clock: FakeClock) -> None:
    session = known_session(clock)
    for cell in ((0, 4), (0,), (-1, 0)):
        with pytest.raises(CellError):
            session.open(cell)
    assert lines(session) == []
    with pytest.raises(MineCountError):
        Session("3x4", 12)
    with pytest.raises(ParameterTypeError):
        Session("3x4", 2, player=7)  # type: ignore[arg-type]


def test_a_closed_session_refuses_everything(clock: FakeClock) -> None:
    with known_session(clock) as session:
        session.open((0, 0))
        clock.forward(1)
    assert session.is_closed
    assert lines(session)[-1] == "1000 pause"
    assert not session.open((1, 3))
    assert not session.undo()
    assert not session.resume()
    assert session.milliseconds == 1000
    hint = session.hint()
    assert hint is not None
    assert hint.kind == "none"
    session.close()


def ask(session: Session) -> Hint:
    hint = session.hint()
    assert hint is not None
    return hint


def test_a_hint_comes_in_three_steps_and_counts_once(clock: FakeClock) -> None:
    session = Session("3x4", 2, seed=7, is_known=False, clock=clock)
    assert not session.is_hint_counted
    assert ask(session).kind == "start"
    assert session.is_ranked, "that gave nothing away"
    session.open((0, 0))
    assert session.is_hint_counted
    clock.forward(1)
    hints = [ask(session) for _ in range(4)]
    assert [hint.level for hint in hints] == [1, 2, 3, 3]
    assert [hint.is_last for hint in hints] == [False, False, True, True]
    assert [bool(hint.cells) for hint in hints] == [False, True, True, True]
    assert hints[0].clues
    assert session.hints_used == 1
    assert not session.is_ranked
    assert lines(session)[1:] == ["1000 hint 1", "1000 hint 2", "1000 hint 3"]
    assert session.is_hint_counted
    for cell in hints[3].cells:
        assert session.open(cell).outcome is not Outcome.LOST
    session.pause()
    assert not session.is_hint_counted
    session.resume()
    session.close()
    assert not session.is_hint_counted


def test_a_hint_goes_on_where_it_was_if_only_something_else_changed(clock: FakeClock) -> None:
    session = Session("3x4", 2, seed=7, clock=clock)
    session.open((0, 0))
    assert ask(session).level == 1
    session.flag((0, 2))
    assert ask(session).level == 2


def test_a_hint_is_dropped_if_the_position_changed_meanwhile(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    later = session.hint_later()
    session.flag((0, 3))
    answers: list[Hint | None] = []
    thread = threading.Thread(target=lambda: answers.append(later()))
    thread.start()
    thread.join()
    assert answers == [None]
    assert session.hints_used == 0
    assert session.hint_later()() is not None
    assert session.hints_used == 1


def test_continuing_a_record_keeps_what_can_be_undone_and_redone(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    clock.forward(1)
    session.flag((0, 3))
    session.undo()
    clock.forward(1)
    again = Session.continue_from(session.record, clock=clock)
    assert again.is_paused
    assert again.milliseconds == 2000
    again.resume()
    clock.forward(1)
    assert again.can_redo
    assert again.redo().flagged == 1
    assert again.undo()
    assert again.undo().opened == -9
    assert lines(again)[3:] == ["2000 pause", "2000 resume", "3000 redo: 1", "3000 undo: 1", "3000 undo: 9"]
    again.record.verify()


def test_a_record_of_a_lost_game_can_be_continued_by_an_undo(clock: FakeClock, tmp_path: Path) -> None:
    session = known_session(clock)
    session.open((0, 3))
    store = Store(tmp_path)
    again = Session.continue_from(session.record, clock=clock, store=store)
    assert not again.is_paused
    assert again.undo()
    clock.forward(1)
    again.open((0, 0))
    assert again.open((1, 3)).outcome is Outcome.WON
    assert again.deaths == 1
    (result,) = store.results()
    assert (result.outcome, result.deaths, result.is_ranked) == (Outcome.WON, 1, False)


def test_a_record_that_cannot_be_is_not_continued(clock: FakeClock) -> None:
    session = known_session(clock)
    session.open((0, 0))
    text = session.record.format().replace(": 9", ": 8")
    with pytest.raises(RecordError):
        Session.continue_from(Record.parse(text))


def test_going_on_from_any_record_is_not_ranked(clock: FakeClock) -> None:
    session = Session("3x4", 2, seed=7, is_known=False, clock=clock)
    session.open((0, 0))
    assert session.is_ranked
    assert not Session.continue_from(session.record).is_ranked


def test_threads_that_move_at_once_leave_a_record_that_holds() -> None:
    session = Session("20x30", 90, seed=7)
    session.open((0, 0))

    def play(cells: Iterator[tuple[int, ...]]) -> None:
        for cell in cells:
            session.flag(cell)
            session.undo()
            assert session.milliseconds >= 0

    threads = [threading.Thread(target=play, args=(iter(session.grid),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    hint = session.hint()
    for thread in threads:
        thread.join()
    assert hint is None or hint.kind != "none"
    session.record.verify()


def test_the_cursor_is_saved_and_checked(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    assert session.cursor is None
    session.cursor = (1, 3)
    with pytest.raises(CellError):
        session.cursor = (3, 0)
    assert session.cursor == (1, 3)
    session.close()
    (saved,) = store.unfinished()
    assert saved.cursor == (1, 3)
    # Without a move the place is that of the cursor; a record knows only its moves.
    with Session.continue_from(saved, store=store, clock=clock) as again:
        assert again.cursor == (1, 3)
        again.cursor = None
    with Session.continue_from(again.record, clock=clock) as other:
        assert other.cursor == (0, 0)


def test_a_session_says_why_it_is_not_saved(tmp_path: Path, clock: FakeClock, told: list[str]) -> None:
    (tmp_path / "data").write_text("in the way")
    session = begin(Store(tmp_path / "data", warn=told.append), clock)
    assert isinstance(session.failure, OSError)
    session.flag((0, 3))
    assert session.save() is session.failure
    (tmp_path / "data").unlink()
    assert session.save() is None
    assert session.failure is None
    (saved,) = Store(tmp_path / "data").saved()
    assert saved.is_busy
    session.close()
    (game,) = Store(tmp_path / "data").unfinished()
    assert [event.kind for event in game.record.events] == ["open", "flag", "pause"]
    assert Session("3x4", 2).failure is Session("3x4", 2).save() is None
