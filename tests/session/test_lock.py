"""Locks between programs, which vanish with their holder."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import hypersweep
import hypersweep.session.lock as lock_module
from hypersweep.session.lock import FileLock


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
from hypersweep.session.lock import FileLock
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
