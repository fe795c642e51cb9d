"""Last resorts for a game that its store can't save."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from hypersweep.record import Event, Record
from hypersweep.session.crash_recovery import free_path, rescue

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
