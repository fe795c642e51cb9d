from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from hypersweep.engine.pipes import Pipes, PolledPipes, ThreadedPipes, open_pipes

# It echoes its input, in capitals on one pipe and unchanged on the other.
ECHO = "import sys\nfor line in sys.stdin.buffer:\n  sys.stdout.buffer.write(line.upper()); sys.stdout.flush()\n  "
ECHO += "sys.stderr.buffer.write(line); sys.stderr.flush()\n"
KINDS = [ThreadedPipes, *([PolledPipes] if os.name == "posix" else [])]


def start(text: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-S", "-c", text], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)


@pytest.fixture(params=KINDS, ids=lambda kind: kind.__name__)
def pipes(request: pytest.FixtureRequest) -> Iterator[Pipes]:
    process = start(ECHO)
    found: Pipes = request.param(process)
    yield found
    found.close()
    process.kill()
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
    process.wait()


def hear(pipes: Pipes, heard: int, said: int) -> tuple[bytes, bytes]:
    """Read until both have the same amount."""
    found, told = b"", b""
    end = time.monotonic() + 30
    while (len(found) < heard or len(told) < said) and time.monotonic() < end:
        one, other, _ = pipes.listen(0.1)
        found, told = found + one, told + other
    return found, told


def test_what_is_sent_comes_back_by_both(pipes: Pipes) -> None:
    pipes.send(b"abc\n")
    assert hear(pipes, 4, 4) == (b"ABC\n", b"abc\n")
    begun = time.monotonic()
    assert pipes.listen(0.05)[:2] == (b"", b"")
    assert time.monotonic() - begun < 20


def test_more_than_a_pipe_holds_goes_through(pipes: Pipes) -> None:
    data = b"x" * 999 + b"\n"
    for _ in range(1000):
        pipes.send(data)
    heard, said = hear(pipes, 10**6, 10**6)
    assert heard == data.upper() * 1000
    assert said == data * 1000


@pytest.mark.parametrize("kind", KINDS)
def test_the_end_is_noticed_and_nothing_waits_for_it(kind: type[Pipes]) -> None:
    process = start("import os\nos.write(1, b'last')\n")
    pipes = kind(process)  # type: ignore[call-arg]
    heard, end = b"", time.monotonic() + 30
    while time.monotonic() < end:
        data, _, is_over = pipes.listen(0.1)
        heard += data
        if is_over:
            break
    assert (heard, is_over) == (b"last", True)
    pipes.send(b"x" * 100_000)
    assert pipes.listen(0.05) == (b"", b"", True)
    pipes.close()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()


@pytest.mark.needs("posix")
def test_what_is_closed_sends_nothing_to_whoever_has_its_number_now() -> None:
    process = start("import sys; sys.stdin.read()")
    pipes = PolledPipes(process)
    read, write = os.pipe()
    assert process.stdin is not None
    pipes.close()
    # As it is when the pipe was closed, and another thread has opened a file since.
    os.dup2(write, process.stdin.fileno())
    os.close(write)
    pipes.send(b"stop\n")
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
    assert os.read(read, 100) == b""
    os.close(read)
    process.wait(30)


def test_this_system_has_its_kind() -> None:
    process = start("pass")
    pipes = open_pipes(process)
    assert isinstance(pipes, KINDS[-1])
    pipes.close()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()
