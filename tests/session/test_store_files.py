"""Files in a player's folder: names, locks, damaged files, warnings, and where games are saved as a last resort."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
import hypersweep.session.store_files as lock_module
from hypersweep import Layout
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record import Event, Record
from hypersweep.session import SavedGame, Session, Store
from hypersweep.session.store_files import (
    FileLock,
    StoreWarning,
    Trouble,
    check_name,
    free_path,
    is_name,
    put_aside,
    rescue,
    sync_folder,
)


def test_each_kind_of_trouble_is_told_once() -> None:
    told: list[str] = []
    trouble = Trouble(told.append)
    trouble.tell("full", kind="disk")
    trouble.tell("still full", kind="disk")
    trouble.tell("locked", kind="lock")
    trouble.tell("broken")
    trouble.tell("broken")
    assert told == ["full", "locked", "broken", "broken"]


def test_without_anybody_to_tell_it_is_a_warning_at_the_caller() -> None:
    with pytest.warns(StoreWarning, match="^full$") as caught:
        Trouble().tell("full", kind="disk")
    assert len(caught) == 1


def test_files_put_aside_take_nobodys_place(tmp_path: Path) -> None:
    path = tmp_path / "game.hsw"
    asides = []
    for text in ("first", "second", "third"):
        path.write_text(text, encoding="utf-8")
        asides.append(put_aside(path))
        assert not path.exists()
    assert [aside.name for aside in asides] == [f"game.hsw.broken-{number}" for number in (1, 2, 3)]
    assert [aside.read_text(encoding="utf-8") for aside in asides] == ["first", "second", "third"]


@pytest.mark.needs("links")
def test_a_link_to_nowhere_is_in_the_way_too(tmp_path: Path) -> None:
    path = tmp_path / "game.hsw"
    path.write_text("first", encoding="utf-8")
    (tmp_path / "game.hsw.broken-1").symlink_to(tmp_path / "nowhere")
    assert put_aside(path).name == "game.hsw.broken-2"
    assert (tmp_path / "game.hsw.broken-1").is_symlink()


def test_what_is_not_there_cannot_be_put_aside(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        put_aside(tmp_path / "game.hsw")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_written_down_or_nothing_is_said(tmp_path: Path) -> None:
    sync_folder(tmp_path)
    sync_folder(tmp_path / "missing")
    (tmp_path / "file").write_text("", encoding="utf-8")
    sync_folder(tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


BAD = [
    "",
    ".",
    "..",
    ".hidden",
    "../records/x",
    "../../alice/records/x",
    "/etc/passwd",
    "a/b",
    "a\\b",
    "a\0b",
    "a\nb",
    "\udcff",
    "x" * 201,
    "é" * 101,
]

CALLS: dict[str, Callable[[Store, str], object]] = {
    "forget": lambda store, name: store.forget(name),
    "load": lambda store, name: store.load(name),
    "path": lambda store, name: store.path(name),
    "keep": lambda store, name: store.keep(finished(), name),
    "resume": lambda store, name: store.resume(SavedGame(name, finished(), 0, 0.0)),
    "discard": lambda store, name: store.discard(SavedGame(name, finished(), 0, 0.0)),
    "continue": lambda store, name: Session.continue_from(SavedGame(name, finished(), 0, 0.0), store=store),
}


def finished() -> Record:
    session = Session(layout=Layout("3x4", [(0, 3), (2, 3)]))
    session.open((0, 3))
    return session.record


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", BAD)
def test_names_that_lead_elsewhere_are_refused_and_nothing_is_changed(call: str, name: str, tmp_path: Path) -> None:
    for player in ("alice", "bob"):
        Store(tmp_path / player).keep(finished(), "x")
    before = everything(tmp_path)
    with pytest.raises(ParameterError, match="expected a game name"):
        CALLS[call](Store(tmp_path / "bob"), name)
    assert everything(tmp_path) == before


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", [None, 7, b"x", Path("x"), np.int64(3), True])
def test_names_that_are_no_text_are_refused(call: str, name: object, tmp_path: Path) -> None:
    store = Store(tmp_path)
    if call == "keep" and name is None:
        assert store.keep(finished(), None) is not None
        return
    with pytest.raises(ParameterTypeError, match="expected a game name as text"):
        CALLS[call](store, name)  # type: ignore[arg-type]
    assert everything(tmp_path) == {}


@pytest.mark.parametrize("name", ["x", "Sunday's game", "2024-01-01 (3)", "naïve", "x" * 200, "np.int64", "~", "a..b"])
def test_other_names_are_kept_and_found(name: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.keep(finished(), name) == name
    assert [result.name for result in store.results()] == [name]
    assert store.load(name) == finished().replace(tags=store.load(name).tags)
    store.forget(name)
    assert store.results() == []


@given(st.text(max_size=12))
def test_a_name_is_one_part_of_a_path(name: str) -> None:
    if is_name(name):
        assert check_name(name) == name
        assert os.path.basename(os.path.normpath(os.path.join("folder", name))) == name
    else:
        with pytest.raises(ParameterError):
            check_name(name)


def test_a_name_that_the_system_cannot_write_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    # As where the locale is C and Python isn't in its UTF-8 mode.
    monkeypatch.setattr(os, "fsencode", lambda name: name.encode("ascii", "surrogateescape"))
    assert not is_name("naïve")
    with pytest.raises(ParameterError, match=r"expected a game name that .* can encode"):
        check_name("naïve")


@pytest.mark.needs("links")
def test_forgetting_a_link_leaves_what_it_points_to(tmp_path: Path) -> None:
    alice, bob = Store(tmp_path / "alice"), Store(tmp_path / "bob")
    alice.keep(finished(), "x")
    bob.keep(finished(), "y")
    bob.path("z").symlink_to(alice.path("x"))
    bob.forget("z")
    assert alice.path("x").exists()
    assert not os.path.lexists(bob.path("z"))


def test_files_whose_names_are_none_are_no_records(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(finished(), "x")
    for odd in (".y", "a\nb", "y" * 201):
        (store.path("x").parent / f"{odd}.sweep").write_bytes(store.path("x").read_bytes())
    assert [result.name for result in store.results()] == ["x"]


WHOLE = [int, np.int64, np.uint8, np.int32]


@pytest.mark.parametrize("whole", WHOLE)
def test_numbers_of_numpy_find_the_same(whole: Callable[[int], int], tmp_path: Path) -> None:
    store = Store(tmp_path)
    with Session((whole(3), whole(4)), whole(2), seed=whole(7), store=store, player="Ann", is_known=False) as session:
        for cell in [(0, 0), (0, 3), (1, 2), (1, 3), (2, 3)]:
            session.open((whole(cell[0]), whole(cell[1])))
    assert len(store.results("3x4", whole(2))) == 1
    assert len(store.best_times((whole(3), whole(4)), whole(2), limit=whole(1))) == 1  # type: ignore[arg-type]
    assert store.results(mines=whole(3)) == []
    assert store.results(limit=whole(0)) == []


@pytest.mark.parametrize("whole", WHOLE)
def test_records_made_of_numpy_numbers_are_indexed(whole: Callable[[int], int], tmp_path: Path) -> None:
    told: list[str] = []
    store = Store(tmp_path, warn=told.append)
    events = [Event(whole(90), "open", (whole(0), whole(0)), whole(6))]
    record = Record("3x4", whole(2), seed=whole(7), events=events, milliseconds=whole(120))
    assert store.keep(record, "x") == "x"
    assert [(result.mines, result.milliseconds) for result in store.results()] == [(2, 120)]
    assert told == []


@pytest.mark.parametrize(
    ("wanted", "error"),
    [
        ({"mines": True}, ParameterTypeError),
        ({"mines": "2"}, ParameterTypeError),
        ({"mines": 2.0}, ParameterTypeError),
        ({"mines": -1}, ParameterError),
        ({"mines": 2**64}, ParameterError),
        ({"player": 7}, ParameterTypeError),
        ({"player": b"Ann"}, ParameterTypeError),
        ({"limit": "3"}, ParameterTypeError),
        ({"limit": -1}, ParameterError),
        ({"limit": 1.5}, ParameterTypeError),
        ({"rules": 3}, ParameterTypeError),
        ({"grid": 3.5}, ParameterTypeError),
        ({"grid": "nowhere"}, ValueError),
    ],
)
def test_what_no_result_can_have_is_an_error_not_an_empty_answer(
    wanted: dict[str, object], error: type[Exception], tmp_path: Path
) -> None:
    with pytest.raises(error):
        Store(tmp_path).results(**wanted)  # type: ignore[arg-type]
    with pytest.raises(error):
        Store(tmp_path).best_times(**{"grid": "3x4", "mines": 2, **wanted})  # type: ignore[arg-type]


def test_settings_have_names_of_text_and_values_of_json(tmp_path: Path) -> None:
    settings = Store(tmp_path).settings
    for name in (7, None, b"theme", np.int64(7)):
        with pytest.raises(ParameterTypeError, match="expected a setting name"):
            settings.get(name)  # type: ignore[arg-type]
        with pytest.raises(ParameterTypeError, match="expected a setting name"):
            settings.set(name, 1)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a value that JSON supports"):
        settings.set("speed", np.int64(3))
    settings.set("../../theme", "night")
    assert Store(tmp_path).settings.get("../../theme") == "night"
    assert os.listdir(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("folder", [7, b"folder", "a\0b", ["folder"]])
def test_folders_are_paths(folder: object) -> None:
    with pytest.raises(ParameterError, match="expected"):
        Store(folder)  # type: ignore[arg-type]


def test_only_one_may_hold_a_lock(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "a.lock"), FileLock(tmp_path / "a.lock")
    assert first.acquire()
    assert first.acquire(), "it is held already"
    assert not second.acquire()
    assert not second.acquire(0.05)
    assert (first.is_held, second.is_held) == (True, False)
    second.release()
    assert not second.acquire(), "only the holder can give it back"
    first.release()
    assert second.acquire()
    second.release()


def test_a_removed_file_is_no_way_around_a_lock(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    first, second, third = (FileLock(path) for _ in range(3))
    assert first.acquire()
    first.release(remove=True)
    assert not path.exists()
    assert second.acquire()
    assert not third.acquire()
    second.release(remove=True)
    third.release(remove=True)


def test_a_file_removed_between_opening_and_locking_is_not_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.lock"
    real = lock_module._lock

    def late(file: int) -> bool:
        path.unlink(missing_ok=True)
        return real(file)

    lock = FileLock(path)
    monkeypatch.setattr(lock_module, "_lock", late)
    assert not lock.acquire(), "nobody else would see it"
    monkeypatch.undo()
    assert lock.acquire()
    lock.release(remove=True)


def test_locks_that_come_and_go_are_never_held_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    holders: list[int] = []
    most: list[int] = []

    def take(number: int) -> None:
        lock = FileLock(path)
        for _ in range(40):
            if lock.acquire(5.0):
                holders.append(number)
                most.append(len(holders))
                holders.remove(number)
                lock.release(remove=True)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(most) > 100
    assert set(most) == {1}


def test_a_lock_says_what_was_noted_last(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "a.lock")
    lock.note("00")
    assert not lock.path.exists(), "only a holder may"
    lock.acquire()
    for text in ("01", "02"):
        lock.note(text)
    assert lock.path.read_text() == "02\n"
    lock.release()


def test_a_lock_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        FileLock(tmp_path / "nowhere" / "a.lock").acquire()


def test_a_lock_vanishes_with_its_program(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from hypersweep.session.store_files import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.acquire(), flush=True)
sys.stdin.read()
"""
    path = tmp_path / "a.lock"
    source = Path(hypersweep.__file__).resolve().parent.parent
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(source)},
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "True\n"
    lock = FileLock(path)
    assert not lock.acquire()
    child.kill()
    child.communicate(timeout=30)
    assert lock.acquire(1.0)
    lock.release()


@pytest.mark.needs("posix")
def test_a_lock_is_given_back_although_a_forked_child_still_has_the_file_open(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "a.lock"), FileLock(tmp_path / "a.lock")
    assert first.acquire()
    assert first._file is not None
    # As in a child that has not come to close it yet: another descriptor of the same opened file.
    kept = os.dup(first._file.fileno())
    try:
        first.release()
        assert second.acquire()
        second.release(remove=True)
    finally:
        os.close(kept)


GAME = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])


def test_the_folder_for_state_comes_before_the_temporary_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state, temporary = tmp_path / "state", tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    first = rescue(GAME)
    assert first is not None
    assert first.parent == state / "hypersweep"
    assert Record.load(first) == GAME
    if sys.platform != "win32":
        assert stat.S_IMODE(os.stat(first).st_mode) == 0o600
    # Another one never takes its place.
    assert rescue(GAME) not in (first, None)
    monkeypatch.setenv("XDG_STATE_HOME", str(first))
    second = rescue(GAME)
    assert second is not None
    assert second.parent == temporary
    assert Record.load(second) == GAME
    monkeypatch.setattr("tempfile.tempdir", str(first))
    assert rescue(GAME) is None
    assert len(list(temporary.iterdir())) == 1


def test_what_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert rescue(GAME) is None
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_paths_are_free(tmp_path: Path) -> None:
    assert free_path(tmp_path) != free_path(tmp_path)
    assert free_path(tmp_path).parent == tmp_path
