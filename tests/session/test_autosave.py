"""The file of a running game: complete at every moment, rewritten after errors, and owned by one process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hypersweep import Layout
from hypersweep.record import Record
from hypersweep.session.autosave import LOCK_SUFFIX, Autosave, read_cursor, read_time
from hypersweep.session.damaged_files import Trouble
from hypersweep.session.lock import FileLock
from played import played

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])
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
    assert told[0].startswith("The game can't be saved as it goes on: ")
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
    assert told == ["The game isn't saved here: the process that this one was forked from saves it."]


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
        patch.setattr("hypersweep.session.autosave.write_file", full)
        append(saved, 1)
        assert saved.failure is not None
        assert saved.failure.errno == 28
        assert "Errno" not in str(saved.failure)
        assert told == ["The game can't be saved as it goes on: No space left on device"]
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
        "The game can't be saved as it goes on",
        "The game is saved again, with all that happened meanwhile.",
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
