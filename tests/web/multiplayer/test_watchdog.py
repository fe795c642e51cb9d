"""The watchdog: its signs of life, and what happens without them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hypersweep.web.multiplayer.watchdog import Watchdog, notify, watchdog_seconds


def test_the_environment_turns_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WATCHDOG_PID", raising=False)
    for asked, seconds in {"": None, "0": None, "soon": None, "-5": None, "2500000": 2.5}.items():
        monkeypatch.setenv("WATCHDOG_USEC", asked)
        assert watchdog_seconds() == seconds
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()))
    assert watchdog_seconds() == 2.5
    monkeypatch.setenv("WATCHDOG_PID", str(os.getppid()))
    assert watchdog_seconds() is None, "it's meant for another process"


@pytest.mark.needs("posix")
def test_systemd_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify("READY=1")
    path = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(path)
        monkeypatch.setenv("NOTIFY_SOCKET", path)
        notify("READY=1")
        Watchdog(60).beat()
        assert [systemd.recv(100) for _ in range(2)] == [b"READY=1", b"WATCHDOG=1"]
    notify("READY=1")  # without a listener


def test_without_a_sign_of_life_it_ends() -> None:
    ended = threading.Event()
    told: list[int] = []

    def end(status: int) -> None:
        told.append(status)
        ended.set()

    watchdog = Watchdog(0.2, end=end)
    watchdog.open()
    assert ended.wait(60)
    assert told == [75]
    watchdog.close()


def test_with_signs_of_life_it_does_not_end() -> None:
    told: list[int] = []
    watchdog = Watchdog(0.05, end=told.append)
    watchdog._seconds = 1e9
    watchdog.open()
    watchdog.beat()
    watchdog.close()
    assert told == []


@pytest.mark.slow
def test_a_process_whose_loop_hangs_ends() -> None:
    program = (
        "import threading; from hypersweep.web.multiplayer.watchdog import Watchdog;"
        "Watchdog(0.2).open(); threading.Event().wait()"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 75
