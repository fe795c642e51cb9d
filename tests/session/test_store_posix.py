"""Stores in forked processes, and with few file descriptors."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from forks import fork, status_of
from hypersweep import Layout, Outcome
from hypersweep.errors import BusyError
from hypersweep.session import SavedGame, Session, Store
from hypersweep.session.store_files import FileLock

pytestmark = [
    pytest.mark.needs("posix"),
    # Python warns of every fork while there are threads, which is what is tested.
    pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning"),
]

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])


def files(store: Store) -> dict[str, bytes]:
    return {str(path.relative_to(store.directory)): path.read_bytes() for path in store.directory.rglob("*.sweep")}


@pytest.mark.slow
@pytest.mark.parametrize("end", ["close", "abandon", "win", "lose", "undo", "leave"])
def test_a_forked_child_writes_nothing_of_its_parents_game(end: str, tmp_path: Path) -> None:
    told: list[str] = []
    store = Store(tmp_path / "data", warn=told.append)
    session = Session(layout=LAYOUT, store=store)
    session.open((0, 0))
    before = files(store)
    name = session.name

    def work() -> None:
        session.tick()
        if end in ("win", "lose", "undo"):
            session.open((1, 3) if end == "win" else (0, 3))
            assert session.outcome is (Outcome.WON if end == "win" else Outcome.LOST)
            assert session.name is None
            assert ["parent process" in line for line in told] == [True]
        if end == "undo":
            session.undo()
            session.pause()
        if end == "abandon":
            session.abandon()
        elif end != "leave":
            session.close()
        if end in ("close", "abandon", "leave"):
            assert told == []

    assert status_of(fork(work)) == 0
    assert files(store) == before
    assert session.name == name
    session.flag((0, 3))
    session.open((1, 3))
    session.close()
    assert told == []
    (result,) = store.results()
    assert (result.name, result.outcome) == (name, Outcome.WON)
    assert [event.kind for event in store.load(str(name)).events] == ["open", "flag", "open"]


def test_a_game_begun_after_the_fork_is_each_processs_own(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(layout=LAYOUT, store=store)

    def work() -> None:
        session.open((0, 0))
        session.close()

    assert status_of(fork(work)) == 0
    session.open((0, 0))
    session.close()
    assert len(store.unfinished()) == 2


@pytest.mark.slow
def test_a_child_holds_no_lock_of_its_parents(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(layout=LAYOUT, store=store)
    session.open((0, 0))
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.close(reading)
    try:
        assert store.unfinished() == []
        session.close()
        # The child lives on, and could still hold it.
        (saved,) = store.unfinished()
        again = Session.continue_from(saved, store=store)
        again.close()
    finally:
        os.close(writing)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_child_finds_its_parents_game_in_use(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(layout=LAYOUT, store=store)
    session.open((0, 0))
    saved = SavedGame(str(session.name), session.record, 0, 0.0)

    def work() -> None:
        assert store.unfinished() == []
        with pytest.raises(BusyError):
            store.resume(saved)

    assert status_of(fork(work)) == 0
    session.close()
    assert len(store.unfinished()) == 1


@pytest.mark.nightly
def test_forks_amid_moves_of_other_threads_stop_nobody(tmp_path: Path) -> None:
    told: list[str] = []
    store = Store(tmp_path, warn=told.append)
    session = Session(layout=LAYOUT, store=store)
    session.open((0, 0))
    done = threading.Event()

    def play() -> None:
        while not done.is_set():
            session.flag((0, 3))
            lock = FileLock(tmp_path / "some.lock")
            lock.acquire()
            lock.release()

    player = threading.Thread(target=play)
    player.start()

    def work() -> None:
        session.flag((2, 3))
        session.close()
        lock = FileLock(tmp_path / "other.lock")
        assert lock.acquire()
        lock.release()

    try:
        # What the other thread was about to change may be half done in the child, but nothing waits for it.
        assert [status_of(fork(work)) for _ in range(30)] == [0] * 30
    finally:
        done.set()
        player.join()
    session.close()
    (saved,) = store.unfinished()
    saved.record.verify()


@pytest.mark.slow
def test_five_hundred_games_need_five_hundred_descriptors(tmp_path: Path) -> None:
    program = """
import os, resource, sys
from hypersweep import Layout
from hypersweep.session import Session, Store
told = []
store = Store(sys.argv[1], warn=told.append)
layout = Layout("3x4", [(0, 3), (2, 3)])
def game():
    session = Session(layout=layout, store=store)
    session.open((0, 0))
    return session
game().close()
used = len(os.listdir("/dev/fd"))
resource.setrlimit(resource.RLIMIT_NOFILE, (used + 510, used + 510))
sessions = [game() for _ in range(500)]
for session in sessions:
    session.flag((0, 3))
    session.tick()
assert len(os.listdir("/dev/fd")) <= used + 500, os.listdir("/dev/fd")
assert len(store.unfinished()) == 1
for session in sessions:
    session.close()
assert told == [], told
assert len(store.unfinished()) == 501
print(len(os.listdir("/dev/fd")) - used)
"""
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.stdout, done.stderr) == ("0\n", "")
