from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

import processes
from hypersweep.courses.check.limits import end_group, signal_text, start_limited
from hypersweep.errors import UncheckableError

pytestmark = pytest.mark.needs("posix")


def start(program: str, **settings: object) -> subprocess.Popen[bytes]:
    words = {"cpu_seconds": 1, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, **settings}
    return start_limited([sys.executable, "-c", program], **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "text"),
    [(0, "exited with status 0"), (-signal.SIGABRT, "crashed (SIGABRT)"), (-250, "crashed (signal 250)")],
)
def test_the_end_of_a_process_in_words(status: int, text: str) -> None:
    assert signal_text(status) == text


def test_a_program_that_is_not_there_can_not_be_checked() -> None:
    with pytest.raises(UncheckableError, match="nowhere"):
        start_limited(["/nowhere/at/all"], cpu_seconds=1)


@pytest.mark.slow
def test_processor_time_is_limited() -> None:
    process = start("while True: pass")
    assert process.wait(30) in (-signal.SIGXCPU, -signal.SIGKILL)
    end_group(process)


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_memory_is_limited() -> None:
    process = start("x = bytearray(300 << 20)", memory=200 << 20)
    assert process.wait(30) == 1
    end_group(process)


@pytest.mark.slow
def test_the_whole_group_ends() -> None:
    process = start("import os, time; os.fork(); os.write(1, b'%d\\n' % os.getpid()); time.sleep(60)")
    assert process.stdout is not None
    pids = {int(process.stdout.readline()), int(process.stdout.readline())}
    end_group(process)
    deadline = time.monotonic() + 30
    while any(map(processes.is_alive, pids)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow
def test_a_group_that_has_ended_can_be_ended_again() -> None:
    process = start("pass")
    process.wait(30)
    end_group(process)
    end_group(process)
