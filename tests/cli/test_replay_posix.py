"""``hypersweep replay`` on POSIX: in a terminal, and with Ctrl-C, a closed pipe or a full disk."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import capabilities
import hypersweep
from hypersweep import Event, Layout, Record

capabilities.require("posix")

import pty  # noqa: E402 - not on Windows

REPLAY = [sys.executable, "-m", "hypersweep.cli", "replay"]
RECORD = Record(
    "3x4",
    layout=Layout("3x4", [(0, 3), (2, 0)]),
    events=[Event(0, "open", (0, 0), 5), Event(900, "flag", (0, 3), 1), Event(90_000_000, "flag", (2, 0), 1)],
)


def environment(**changes: str) -> dict[str, str]:
    source = str(Path(hypersweep.__file__).resolve().parent.parent)
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": source, "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", "TERM": "xterm", **changes}


@pytest.fixture
def path(tmp_path: Path) -> str:
    opened = RECORD.replay().game.open((0, 0))
    events = [Event.of(0, "open", (0, 0), opened), *RECORD.events[1:]]
    RECORD.replace(events=events).save(tmp_path / "game.sweep")
    return str(tmp_path / "game.sweep")


def read(end: int, until: str) -> str:
    """Return what a terminal shows, up to a text or the end."""
    seen = ""
    give_up = time.monotonic() + 30
    while until not in seen or not until:
        ready, _, _ = select.select([end], [], [], max(0.0, give_up - time.monotonic()))
        assert ready, f"no {until!r} in {seen!r}"
        try:
            data = os.read(end, 65536)
        except OSError:
            break
        if not data:
            break
        seen += data.decode()
    return seen


def test_a_game_in_a_terminal(path: str) -> None:
    end, other = pty.openpty()
    with subprocess.Popen(
        [*REPLAY, path, "--speed", "1000000"], stdout=other, stderr=other, env=environment()
    ) as process:
        os.close(other)
        shown = read(end, "")
        assert process.wait(timeout=30) == 0
    os.close(end)
    assert "\033[" in shown
    assert "after event 3 of 3, 90000.000 s: flag 2 0: 1" in shown
    assert shown.endswith("ongoing after 90000.000 s\r\n")


def test_a_game_that_somebody_has_seen_enough_of(path: str) -> None:
    end, other = pty.openpty()
    with subprocess.Popen(
        [*REPLAY, path, "--speed", "10"], stdout=other, stderr=other, env=environment(), start_new_session=True
    ) as process:
        os.close(other)
        read(end, "after event 2 of 3")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130
    os.close(end)


def test_a_pipe_that_nobody_reads(path: str) -> None:
    end, other = os.pipe()
    os.close(end)
    with subprocess.Popen([*REPLAY, path], stdout=other, stderr=subprocess.PIPE, env=environment()) as process:
        os.close(other)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, b"")


@pytest.mark.needs("linux")
def test_a_full_disk(path: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*REPLAY, path], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
    assert done.returncode == 74
    assert b"can't write to standard output" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.needs("linux")
def test_an_endless_file() -> None:
    done = subprocess.run([*REPLAY, "/dev/zero"], capture_output=True, env=environment(), check=False, timeout=30)
    assert done.returncode == 2
    assert b"in the first line of a record" in done.stderr
