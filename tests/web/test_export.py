"""The site as a folder: written atomically over an earlier export, and never over anything else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from hypersweep import ParameterError
from hypersweep.atomic_write import save_whole
from hypersweep.session.store_files import FileLock
from hypersweep.web import site_folder
from hypersweep.web.export import MARK, export_site
from hypersweep.web.site import DOCUMENT, Site, SiteFile, read_site


def small(version: str, text: str = "") -> Site:
    """Return a site of three files."""
    files = [
        SiteFile(DOCUMENT, "text/html", f"see {version}{text}".encode(), False),
        SiteFile("icons/icon.svg", "image/svg+xml", b"<svg/>", False),
        SiteFile(f"{version}/deep/in/it.js", "text/javascript", version.encode(), True),
    ]
    return Site(version, {each.name: each for each in files}, {})


FIRST, SECOND, THIRD = (small(f"v-{letter * 16}") for letter in "abc")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_the_whole_site_is_written(tmp_path: Path) -> None:
    site = read_site(site_folder())
    export_site(site, tmp_path / "out")
    found = contents(tmp_path / "out")
    assert found.keys() == {*site.files, MARK, ".nojekyll"}
    for name, each in site.files.items():
        assert found[name] == each.data
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_an_earlier_export_is_replaced_and_the_one_before_kept(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref")
    for site in (FIRST, FIRST, SECOND, SECOND):
        export_site(site, tmp_path)
    (tmp_path / "CNAME").write_text("sweep.example")
    assert contents(tmp_path)[DOCUMENT] == b"see v-bbbbbbbbbbbbbbbb"
    assert {FIRST.version, SECOND.version} <= {path.name for path in tmp_path.iterdir()}
    export_site(THIRD, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {
        *(".git", ".nojekyll", "CNAME", DOCUMENT, "icons", MARK, SECOND.version, THIRD.version),
    }
    # Back to the earlier version: it is still there, and is the newest again.
    export_site(SECOND, tmp_path)
    assert contents(tmp_path)[DOCUMENT] == b"see v-bbbbbbbbbbbbbbbb"


def test_a_version_that_nobody_saw_does_not_cost_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def killed(site: Site, folder: Path) -> None:
        raise KilledError

    export_site(FIRST, tmp_path)
    with monkeypatch.context() as patches:
        patches.setattr("hypersweep.web.export._write_version", killed)
        with pytest.raises(KilledError):
            export_site(SECOND, tmp_path)
    export_site(THIRD, tmp_path)
    # Visitors of before may still have it open.
    assert contents(tmp_path)[f"{FIRST.version}/deep/in/it.js"] == FIRST.version.encode()


def test_what_was_changed_in_an_export_is_put_right(tmp_path: Path) -> None:
    export_site(FIRST, tmp_path)
    (tmp_path / FIRST.version / "deep/in/it.js").write_text("something else")
    (tmp_path / FIRST.version / "stray.js").write_text("")
    (tmp_path / DOCUMENT).unlink()
    export_site(FIRST, tmp_path)
    assert contents(tmp_path).keys() == {*FIRST.files, MARK, ".nojekyll"}
    assert contents(tmp_path)[f"{FIRST.version}/deep/in/it.js"] == FIRST.version.encode()


@pytest.mark.parametrize("mark", [None, b"", b"{}", b"[1]", b'{"versions": 3}', b"\xff", b"null", b"[" * 100_000])
def test_other_folders_are_left_alone(tmp_path: Path, mark: bytes | None) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    if mark is not None:
        (tmp_path / MARK).write_bytes(mark)
    before = contents(tmp_path)
    with pytest.raises(ParameterError, match="expected an empty folder or an earlier export, got a folder"):
        export_site(FIRST, tmp_path)
    assert contents(tmp_path) == before
    with pytest.raises(ParameterError, match="got something that isn't a folder"):
        export_site(FIRST, tmp_path / "thesis.tex")


def test_a_mark_can_not_lead_anywhere_else(tmp_path: Path) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    out.mkdir()
    other.mkdir()
    (other / "file").write_text("")
    (out / MARK).write_text('{"versions": ["v-0000000000000000", "../other", "/etc", "", ".", 7, null, "..\\\\other"]}')
    export_site(FIRST, out)
    export_site(SECOND, out)
    export_site(THIRD, out)
    assert (other / "file").exists()


@pytest.mark.parametrize("fails_at", range(14))
@pytest.mark.parametrize("earlier", ["missing", "empty", "export"])
def test_a_full_disk_leaves_the_old_site_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails_at: int, earlier: str
) -> None:
    folder = tmp_path / "out"
    if earlier != "missing":
        folder.mkdir()
    if earlier == "export":
        export_site(FIRST, folder)
    before = contents(folder)
    steps = iter(range(1000))
    sync = os.fsync

    def tick() -> None:
        if next(steps) == fails_at:
            raise OSError(28, "No space left on device")

    def failing_save(path: Path, write: Callable[[IO[bytes]], object]) -> None:
        tick()
        save_whole(path, write)

    def failing_sync(number: int) -> None:
        tick()
        sync(number)

    monkeypatch.setattr("hypersweep.web.export.save_whole", failing_save)
    monkeypatch.setattr("hypersweep.web.export.os.fsync", failing_sync)
    try:
        export_site(SECOND, folder)
    except OSError:
        monkeypatch.undo()
        assert folder.exists() == (earlier != "missing")
        found = contents(folder)
        if earlier != "export":
            assert found == {}
            return
        # All targets of the old document exist, and it still links to them.
        assert found[DOCUMENT] == before[DOCUMENT]
        assert found[f"{FIRST.version}/deep/in/it.js"] == FIRST.version.encode()
        assert not [name for name in found if ".part" in name]
        export_site(SECOND, folder)
    assert contents(folder)[DOCUMENT] == b"see v-bbbbbbbbbbbbbbbb"


# Writes a site, says so in the middle of it, and waits there.
EXPORT = """
import os, sys, time
from pathlib import Path
from hypersweep.web import export
from test_export import FIRST

def stop(number):
    if any(path.is_dir() for path in Path(sys.argv[1]).glob("*.part")):
        print("written", flush=True)
        time.sleep(60)

export.os.fsync = stop
export.export_site(FIRST, Path(sys.argv[1]))
"""


def unfinished(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if path.name.startswith(".hypersweep-")}


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_what_a_killed_export_leaves_goes_with_the_next_one_and_a_running_one_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, "-c", EXPORT, os.fspath(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.path.dirname(__file__)},
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == "written\n"
            begun = unfinished(folder)
            assert {Path(name).suffix for name in begun} == {".part", ".lock"}
            export_site(SECOND, folder)
            assert unfinished(folder) == begun
        finally:
            running.send_signal(signal.SIGKILL)
    # A foreign file with such a name doesn't belong to an export.
    (folder / ".hypersweep-mine.part").write_text("")
    export_site(SECOND, folder)
    assert unfinished(folder) == {".hypersweep-mine.part"}
    assert contents(folder)[DOCUMENT] == b"see v-bbbbbbbbbbbbbbbb"


def test_where_there_are_no_locks_nothing_unfinished_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = tmp_path / ".hypersweep-0123456789abcdef.part"
    (part / "engine").mkdir(parents=True)
    monkeypatch.setattr("hypersweep.session.store_files._lock", lambda file: True)
    export_site(FIRST, tmp_path)
    assert unfinished(tmp_path) == {part.name}
    monkeypatch.undo()
    lock = FileLock(part.with_suffix(".lock"))
    assert lock.acquire()
    export_site(FIRST, tmp_path)
    assert unfinished(tmp_path) == {part.name, lock.path.name}
    lock.release()
    export_site(FIRST, tmp_path)
    assert unfinished(tmp_path) == set()


@pytest.mark.parametrize("kind", ["link", "file"])
def test_a_version_that_is_no_folder_is_refused_before_anything_changes(tmp_path: Path, kind: str) -> None:
    folder, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    export_site(SECOND, folder)
    elsewhere.mkdir()
    (elsewhere / "file").write_text("years of work")
    if kind == "link":
        (folder / FIRST.version).symlink_to(elsewhere)
    else:
        (folder / FIRST.version).write_text("")
    before = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}
    got = {"link": "a symbolic link", "file": "not a folder"}[kind]
    with pytest.raises(ParameterError, match=f"can't export to .*: {FIRST.version} is {got} there"):
        export_site(FIRST, folder)
    assert {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")} == before
