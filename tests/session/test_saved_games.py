"""A running game's file: complete at every moment, rewritten after errors, and owned by one process."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Outcome
from hypersweep.record import Record
from hypersweep.session import SavedSummary, Session, Store
from hypersweep.session.saved_games import LOCK_SUFFIX, Autosave, count_opened, read_cursor, read_summary, read_time
from hypersweep.session.store_files import FileLock, Trouble
from played import played
from sessions import LAYOUT, FakeClock, begin, crash, names

GAME = played(
    LAYOUT, [(0, "open", (0, 0)), (1000, "flag", (0, 3)), (2000, "undo"), (3000, "redo"), (9000, "flag", (2, 3))]
)


def part(count: int) -> Record:
    return Record(GAME.grid, rules=GAME.rules, layout=LAYOUT, events=GAME.events[:count])


def whole() -> Record:
    return part(len(GAME.events))


def append(saved: Autosave, place: int) -> None:
    saved.append(GAME.events[place], lambda: part(place + 1))


def kept(saved: Autosave) -> int:
    """Return the number of events in the file; they are the game's, and the head is complete."""
    text = saved.path.read_text(encoding="utf-8")
    assert text.startswith(part(0).header())
    lines = text.removeprefix(part(0).header()).splitlines(keepends=True)
    assert lines == [event.format() + "\n" for event in GAME.events[: len(lines)]]
    return len(lines)


@pytest.fixture
def saved(tmp_path: Path, told: list[str]) -> Iterator[Autosave]:
    saved = Autosave(tmp_path / "running", "a", Trouble(told.append))
    yield saved
    saved.close()


def test_the_file_is_a_record_after_every_event(saved: Autosave, told: list[str]) -> None:
    saved.write(part(1))
    for count in range(1, len(GAME.events)):
        assert kept(saved) == count
        append(saved, count)
    assert kept(saved) == len(GAME.events)
    assert told == []


def test_the_time_beside_a_game_is_the_last_that_was_noted(saved: Autosave) -> None:
    assert read_time(saved.path) is None
    saved.tick(5, None, whole)
    assert read_time(saved.path) is None, "there is no file yet"
    saved.write(part(1))
    for milliseconds in (0, 1500, 999_999_999_999_999, 7):
        saved.tick(milliseconds, None, whole)
        assert read_time(saved.path) == milliseconds


@pytest.mark.parametrize(
    "words", [b"", b"5 5", b"000000000001500", b"000000000001500 000000000001501", b"00000000000150x 00000000000150x"]
)
def test_a_time_that_is_not_there_twice_and_whole_is_none(words: bytes, tmp_path: Path) -> None:
    (tmp_path / ("a" + LOCK_SUFFIX)).write_bytes(words)
    assert read_time(tmp_path / "a.hsw") is None


def test_a_file_that_went_away_is_not_begun_in_its_middle(saved: Autosave, told: list[str]) -> None:
    saved.write(part(1))
    saved.path.unlink()
    append(saved, 1)
    append(saved, 2)
    assert not saved.path.exists()
    assert len(told) == 1
    assert told[0].startswith("The running game can't be saved: ")
    # At the next quiet moment it is written again, whole.
    saved.settle(lambda: part(3))
    assert kept(saved) == 3
    append(saved, 3)
    assert kept(saved) == 4


def test_the_record_is_asked_for_only_where_the_file_is_behind(saved: Autosave) -> None:
    saved.write(part(2))
    saved.settle(lambda: pytest.fail("the file says everything already"))
    assert kept(saved) == 2


def test_removing_takes_the_lock_along_and_writing_begins_anew(saved: Autosave, told: list[str]) -> None:
    saved.write(part(2))
    saved.remove()
    saved.remove()
    assert list(saved.path.parent.iterdir()) == []
    append(saved, 2)
    assert not saved.path.exists()
    saved.write(part(3))
    assert kept(saved) == 3
    assert told == []


def test_closing_leaves_the_file_and_lets_it_go(saved: Autosave, tmp_path: Path, told: list[str]) -> None:
    saved.write(part(2))
    saved.close()
    again = Autosave(saved.path.parent, "a", Trouble(told.append))
    again.write(part(3))
    assert kept(saved) == 3
    again.close()
    assert told == []
    assert tmp_path.exists()


def test_one_who_looks_for_games_keeps_none_from_being_saved(saved: Autosave, told: list[str]) -> None:
    saved.path.parent.mkdir(parents=True)
    looker = FileLock(saved.path.with_suffix(LOCK_SUFFIX))
    assert looker.acquire()
    saved.write(part(2))
    looker.release()
    assert kept(saved) == 2
    assert told == []


def test_a_process_that_was_forked_does_nothing(
    saved: Autosave, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved.write(part(1))
    with monkeypatch.context() as patch:
        patch.setattr("os.getpid", lambda: -1)
        assert not saved.is_ours
        append(saved, 1)
        saved.write(part(4))
        saved.tick(5, None, whole)
        saved.settle(lambda: pytest.fail("it is not ours to save"))
        saved.remove()
        saved.close()
        saved.leave()
        saved.leave()
    assert kept(saved) == 1
    assert told == ["The game isn't saved here: the parent process of this fork saves it."]


def test_what_happens_after_closing_is_not_forgotten(saved: Autosave) -> None:
    saved.write(part(1))
    saved.close()
    append(saved, 1)
    assert kept(saved) == 1
    saved.settle(lambda: part(2))
    assert kept(saved) == 2


def test_what_could_not_be_saved_is_saved_when_there_is_room_again(
    saved: Autosave, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    saved.write(part(1))
    with monkeypatch.context() as patch:

        def full(*_: object) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr("os.write", full)
        patch.setattr("hypersweep.session.saved_games.write_file", full)
        append(saved, 1)
        assert saved.failure is not None
        assert saved.failure.errno == 28
        assert "Errno" not in str(saved.failure)
        assert told == ["The running game can't be saved: No space left on device"]
        now += 6
        # It is tried again, but not with every event.
        append(saved, 2)
        saved.tick(5, None, lambda: pytest.fail("it has just been tried"))
    now += 1
    append(saved, 3)
    assert kept(saved) == 1
    now += 5
    saved.tick(5, None, lambda: part(4))
    assert kept(saved) == 4
    assert saved.failure is None
    append(saved, 4)
    assert kept(saved) == 5
    assert [line.partition(":")[0] for line in told] == [
        "The running game can't be saved",
        "The game is being saved again, including the moves made meanwhile.",
    ]
    # The next time it is reported again.
    saved.path.unlink()
    append(saved, 4)
    assert len(told) == 3


def test_the_cursor_is_noted_where_earlier_versions_do_not_look(saved: Autosave) -> None:
    saved.write(part(1))
    assert read_cursor(saved.path) is None
    saved.tick(1500, 7, whole)
    assert (read_time(saved.path), read_cursor(saved.path)) == (1500, 7)
    lock = saved.path.with_suffix(LOCK_SUFFIX)
    assert lock.read_bytes()[:64].split() == [b"000000000001500"] * 2
    saved.note(1500, 11)
    assert (read_time(saved.path), read_cursor(saved.path)) == (1500, 11)
    saved.tick(1600, None, whole)
    assert (read_time(saved.path), read_cursor(saved.path)) == (1600, None)
    saved.tick(1700, 3, whole)
    # An earlier version continues the game: its time is right, and the cursor is unknown.
    with lock.open("r+b") as file:
        file.write(b"000000000009000 000000000009000\n")
    assert (read_time(saved.path), read_cursor(saved.path)) == (9000, None)


@pytest.mark.parametrize("junk", [b"", b"\xff" * 200, b"1 " * 90, b"000000000001500 " * 8, b"\0" * 128])
def test_a_note_of_any_kind_is_none(junk: bytes, tmp_path: Path) -> None:
    (tmp_path / ("a" + LOCK_SUFFIX)).write_bytes(junk)
    assert read_cursor(tmp_path / "a.sweep") is None


def test_a_note_that_cannot_be_written_costs_no_move(
    saved: Autosave, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    saved.write(part(1))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(FileLock, "note", full)
    saved.tick(1500, 7, whole)
    saved.note(1500, 7)
    append(saved, 1)
    assert (saved.failure, told, kept(saved)) == (None, [], 2)


def only(store: Store) -> SavedSummary:
    (found,) = store.saved()
    return found


@pytest.mark.slow
@given(st.integers(0, 10**6), st.sampled_from(["3x4", "2x3x4", "5x7~wrap=0", "3x4x2~orthogonal"]))
def test_what_was_opened_follows_from_the_lines(seed: int, board: str) -> None:
    chance = random.Random(seed)
    session = Session(board, 3, seed=seed)
    cells = list(session.grid)
    for _ in range(40):
        move = chance.choice([session.open, session.flag, session.chord, session.flag, None])
        if move is not None:
            move(chance.choice(cells))
        else:
            chance.choice([session.undo, session.redo, session.undo])()
        if session.outcome is Outcome.ONGOING:
            body = session.record.format().encode().partition(b"\n\n")[2]
            assert count_opened(body) == session.game.opened


def test_a_list_says_what_the_game_says(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.flag((0, 3))
    assert only(store).is_busy
    clock.forward(1)
    session.close()
    (saved,) = store.unfinished()
    summary = only(store)
    assert summary == SavedSummary(
        str(session.name), LAYOUT.grid, 2, session.game.rules, session.game.opened, 3000, saved.saved
    )
    assert summary.progress == session.game.opened / 10
    assert (store.saved_count(), store.saved(0)) == (1, [])
    with Session.continue_from(summary, store=store, clock=clock) as again:
        assert again.game.view == session.game.view
    store.discard(only(store))
    assert (store.saved(), store.saved_count()) == ([], 0)


def test_the_clock_of_a_list_is_that_of_the_game(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    clock.forward(2)
    session.tick()
    crash(session)
    assert only(store).milliseconds == store.unfinished()[0].milliseconds == 2000
    again = Session.continue_from(only(store), store=store, clock=clock)
    crash(again)
    (path,) = (store.directory / "running").glob("*.lock")
    path.write_text("000000000009000 000000000009000\n")
    assert only(store).milliseconds == store.unfinished()[0].milliseconds == 2000


def test_the_newest_come_first_and_those_being_played_are_told_apart(store: Store, clock: FakeClock) -> None:
    sessions = [begin(store, clock) for _ in range(3)]
    for session, age in zip(sessions, (2, 0, 1), strict=True):
        if age:
            session.close()
        path = store.directory / "running" / f"{session.name}.sweep"
        os.utime(path, (10**9 - age, 10**9 - age))
    assert [(saved.name, saved.is_busy) for saved in store.saved()] == [
        (sessions[1].name, True),
        (sessions[2].name, False),
        (sessions[0].name, False),
    ]
    assert [saved.name for saved in store.saved(1)] == [sessions[1].name]
    assert (store.saved_count(), store.saved_count(are_busy=True)) == (2, 1)
    sessions[1].close()


def test_a_game_that_is_over_becomes_a_record_and_a_broken_one_is_put_aside(
    store: Store, clock: FakeClock, told: list[str]
) -> None:
    session = begin(store, clock)
    crash(session)
    path = store.directory / "running" / f"{session.name}.sweep"
    path.write_text(path.read_text() + "0 open 0 3: 1 lost\n")
    (path.parent / "odd.sweep").write_text("something else")
    assert store.saved() == []
    assert [result.outcome for result in store.results()] == [Outcome.LOST]
    assert len(told) == 1
    assert "renamed to" in told[0]
    assert [name for name in names(store, "running") if not name.startswith("odd.sweep.broken")] == []


@pytest.mark.slow
def test_no_file_stops_the_list(store: Store, clock: FakeClock, told: list[str]) -> None:
    begin(store, clock).close()
    folder = store.directory / "running"
    good = only(store)
    data = (folder / f"{good.name}.sweep").read_bytes()
    chance = random.Random(7)
    for _ in range(300):
        broken = bytearray(data[: chance.randrange(len(data) + 1)])
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(broken) + 1)
            broken[place:place] = chance.choice([b"\0" * 9, b"\xff\n", b"\n\n", b"9" * 400, b"board: 9x9\n", b": 7\n"])
        (folder / "odd.sweep").write_bytes(broken)
        assert good in store.saved()
        store.saved_count()
        for saved in store.saved():
            assert saved.progress is None or 0 <= saved.progress <= 1
        (folder / "odd.sweep").unlink(missing_ok=True)


def test_no_board_is_made_for_a_list(store: Store) -> None:
    folder = store.directory / "running"
    folder.mkdir(parents=True)
    head = "hypersweep-record: 1\nboard: 1000x1000x1000\nmines: 100000000\nrules: classic\nseed: 7\n\n"
    (folder / "huge.sweep").write_text(head + "0 open 5 5 5: 9000000\n12000 flag 0 0 0: 1\n")
    saved = only(store)
    assert (saved.opened, saved.milliseconds, saved.progress) == (9_000_000, 12_000, 0.01)
    # The layout of a board of 10^8 cells, or a record of a million events, isn't read either.
    text = "hypersweep-record: 1\nboard: 10000x10000\nmines: 7\nrules: classic\nlayout: 10000x10000."
    (folder / "huge.sweep").write_text(text + "A" * 3_000_000 + "\n\n0 open 5 5: 9000000\n12000 flag 0 0: 1\n")
    saved = only(store)
    assert (saved.opened, saved.progress, saved.milliseconds) == (None, None, 12_000)


@pytest.mark.needs("posix")
def test_what_is_no_file_is_passed_over(store: Store, clock: FakeClock, told: list[str]) -> None:
    begin(store, clock).close()
    for folder in ("running", "records"):
        here = store.directory / folder
        here.mkdir(exist_ok=True)
        os.mkfifo(here / "pipe.sweep")
        os.mkfifo(here / "pipe.lock")
        (here / "folder.sweep").mkdir()
        (here / "nowhere.sweep").symlink_to("nowhere")
        (here / "circle.sweep").symlink_to("circle.sweep")
        (here / "device.sweep").symlink_to("/dev/zero")
    assert len(store.saved()) == len(store.unfinished()) == store.saved_count() == 1
    assert store.results() == []
    assert told == []


def test_the_ends_of_a_file_do_for_one_that_is_being_written(tmp_path: Path) -> None:
    record = Record("3x4", 2, seed=7)
    path = tmp_path / "one.sweep"
    path.write_text(record.header() + "0 open 0 0: 6\n900 open 1")
    summary = read_summary(path, "one", is_busy=False, noted=None)
    assert summary is not None
    assert (summary.opened, summary.milliseconds) == (6, 0)
    path.write_text(record.header())
    summary = read_summary(path, "one", is_busy=False, noted=5000)
    assert summary is not None
    assert (summary.opened, summary.milliseconds) == (0, 0)
    path.write_text(record.header()[:-1])
    assert read_summary(path, "one", is_busy=False, noted=None) is None
