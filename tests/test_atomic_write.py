"""Files are written atomically, and a killed program leaves no other file behind."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from hypersweep.atomic_write import LONG_AGO, PART, save_whole

POSIX = os.name == "posix"
OLD = b"the old one"


def write(file: IO[bytes]) -> None:
    file.write(b"new")


@pytest.fixture(params=["as the system has it", "named"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, on a system with unnamed files and on one without."""
    if request.param == "named":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return tmp_path


def test_a_file_is_made_or_replaced(folder: Path) -> None:
    path = folder / "game"
    for _ in range(2):
        save_whole(path, write)
        assert path.read_bytes() == b"new"
        assert os.listdir(folder) == ["game"]


def test_names_in_the_working_directory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    save_whole("game", write)
    save_whole("game", write)
    assert os.listdir(folder) == ["game"]


# Windows limits the length of a whole path, not that of a name.
@pytest.mark.needs("posix")
@pytest.mark.parametrize("name", ["x" * 255, "é" * 127])
def test_the_longest_names_there_are(folder: Path, name: str) -> None:
    save_whole(folder / name, write)
    assert os.listdir(folder) == [name]


@pytest.mark.needs("posix")
def test_links_modes_and_the_umask(folder: Path) -> None:
    umask = os.umask(0o027)
    try:
        save_whole(folder / "game", write)
    finally:
        os.umask(umask)
    assert stat.S_IMODE((folder / "game").stat().st_mode) == 0o640
    (folder / "game").chmod(0o604)
    (folder / "link").symlink_to("game")
    save_whole(folder / "link", lambda file: file.write(b"newer"))
    assert (folder / "link").is_symlink()
    assert (folder / "game").read_bytes() == b"newer"
    assert stat.S_IMODE((folder / "game").stat().st_mode) == 0o604


@pytest.mark.needs("posix")
def test_a_file_that_nobody_else_may_read_is_never_one_that_others_may(folder: Path) -> None:
    save_whole(folder / "game", write)
    (folder / "game").chmod(0o600)
    modes = []

    def look(file: IO[bytes]) -> None:
        file.write(b"newer")
        modes.append(stat.S_IMODE(os.fstat(file.fileno()).st_mode))

    save_whole(folder / "game", look)
    assert modes == [0o600]
    assert stat.S_IMODE((folder / "game").stat().st_mode) == 0o600


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt, MemoryError])
def test_what_fails_halfway_leaves_the_old_file_alone(folder: Path, error: type[BaseException]) -> None:
    (folder / "game").write_bytes(OLD)

    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        raise error

    with pytest.raises(error):
        save_whole(folder / "game", fail)
    assert (folder / "game").read_bytes() == OLD
    assert os.listdir(folder) == ["game"]


@pytest.mark.needs("linux")
def test_a_file_system_that_cannot_name_a_file_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    save_whole(tmp_path / "game", write)
    assert (tmp_path / "game").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["game"]
    # A one-shot iterator is read once.
    lines = iter([b"one\n", b"two\n"])
    save_whole(tmp_path / "game", lambda file: file.writelines(lines))
    assert (tmp_path / "game").read_bytes() == b"one\ntwo\n"


@pytest.mark.needs("posix")
@pytest.mark.parametrize("is_new", [True, False])
def test_a_killed_save_leaves_no_half_for_ever(folder: Path, is_new: bool) -> None:
    if not is_new:
        (folder / "game").write_bytes(OLD)
    forget = "" if hasattr(os, "O_TMPFILE") else "del os.O_TMPFILE" if sys.platform == "linux" else ""
    program = f"""
import os, signal, sys
from hypersweep.atomic_write import save_whole
{forget}
def write(file):
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
save_whole(sys.argv[1], write)
"""
    done = subprocess.run([sys.executable, "-c", program, folder / "game"], check=False)
    assert done.returncode == -signal.SIGKILL
    left = [name for name in os.listdir(folder) if name != "game"]
    if sys.platform == "linux" and not forget:
        assert left == []
    for name in left:
        assert name.endswith(PART)
        old = os.stat(folder / name).st_mtime - LONG_AGO - 1
        os.utime(folder / name, (old, old))
    assert is_new or (folder / "game").read_bytes() == OLD
    (folder / f".hypersweep-fresh{PART}").write_bytes(b"somebody is writing")
    save_whole(folder / "game", write)
    assert sorted(os.listdir(folder)) == [f".hypersweep-fresh{PART}", "game"]


def test_what_no_file_can_be(folder: Path) -> None:
    for name in (folder / "no" / "where", f"{folder}{os.sep}none{os.sep}"):
        with pytest.raises(FileNotFoundError):
            save_whole(name, write)
    with pytest.raises(ValueError, match=r"null (byte|character)"):
        save_whole(f"{folder}{os.sep}a\0b", write)
    with pytest.raises((IsADirectoryError, PermissionError)):
        save_whole(folder, write)
    assert os.listdir(folder) == []
