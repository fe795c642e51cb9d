"""Engine processes: how they are started, read and ended whatever they do; and the pipes to them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from forks import fork, status_of
from hypersweep.engine.process import (
    MOST_SAID,
    EngineProcess,
    Pipes,
    PolledPipes,
    ThreadedPipes,
    _exit_words,
    _said_text,
    command_words,
    open_pipes,
)
from hypersweep.errors import EngineTerminatedError, ParameterError


def test_words_of_a_command() -> None:
    assert command_words(["a b", "c"]) == ["a b", "c"]
    assert command_words("hypersweep engine") == [sys.executable, "-m", "hypersweep", "engine"]
    with pytest.raises(ParameterError, match="quotation"):
        command_words("'open")


def test_what_cannot_be_started_is_told_by_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"^expected a command without NUL characters, got \[.a., .b"):
        command_words(["a", "b\0c"])
    with pytest.raises(ParameterError, match="at least one word"):
        command_words([""])
    nowhere = str(tmp_path / "nowhere")
    with pytest.raises(EngineTerminatedError, match=r"can't start the engine in the folder '.*nowhere'"):
        EngineProcess([sys.executable], cwd=nowhere)
    with pytest.raises(EngineTerminatedError, match="can't start the engine 'no-such-program'"):
        EngineProcess(["no-such-program"], cwd=str(tmp_path))


def test_ends_in_words() -> None:
    assert (_exit_words(0), _exit_words(-15), _exit_words(None)) == (
        "with status 0",
        "by signal 15",
        "without a status",
    )


def test_what_is_said_harms_no_terminal() -> None:
    assert _said_text(b"\x1b[2Jred\xff\nmore\x07\n") == "[2Jred\\xff\nmore"


def test_what_was_said_last_is_heard_and_then_the_end_is_told() -> None:
    text = f"import os; os.write(2, b'e' * {2 * MOST_SAID} + b'end'); os.write(1, b'last words')"
    process = EngineProcess([sys.executable, "-S", "-c", text])
    ours = EngineProcess(command_words("hypersweep engine --no-such-option"))
    heard: list[bytes] = []
    with pytest.raises(EngineTerminatedError, match="with status 0"):
        heard.extend(process.listen(time.monotonic() + 30) for _ in range(1000))
    assert b"".join(heard) == b"last words"
    assert process.said.endswith("end")
    assert len(process.said) == MOST_SAID
    assert process.is_closed
    with pytest.raises(EngineTerminatedError, match="'hypersweep engine --no-such-option' has ended with status 2"):
        heard.extend(ours.listen(time.monotonic() + 30) for _ in range(1000))
    process.send(b"nobody hears that")
    with pytest.raises(EngineTerminatedError, match="the engine is closed"):
        process.listen(time.monotonic())
    process.close()


def test_who_closes_its_output_has_not_ended_by_our_signal() -> None:
    text = "import os, time; os.write(2, b'no more'); os.close(1); time.sleep(300)"
    process = EngineProcess([sys.executable, "-S", "-c", text])
    with pytest.raises(EngineTerminatedError, match=r"has closed its output, after it said 'no more'$"):
        [process.listen(time.monotonic() + 30) for _ in range(1000)]
    assert process.is_closed


@pytest.mark.needs("linux")
def test_it_inherits_three_pipes_and_nothing_else() -> None:
    with open(os.devnull, "rb") as kept:
        os.set_inheritable(kept.fileno(), True)
        text = "import os; names = sorted(map(int, os.listdir('/proc/self/fd')))[:-1]; print(names, flush=True)"
        process = EngineProcess([sys.executable, "-S", "-c", text])
        heard = b""
        while not heard.endswith(b"\n"):
            heard += process.listen(time.monotonic() + 30)
        process.close()
    assert heard == b"[0, 1, 2]\n"


@pytest.mark.needs("posix")
def test_a_forked_child_closes_the_pipes_of_its_parents_engines() -> None:
    process = EngineProcess([sys.executable, "-S", "-c", "print(input(), flush=True)"])
    read, written = process.descriptors()

    def look() -> None:
        assert process.is_closed
        for descriptor in {*read, *written}:
            with pytest.raises(OSError, match="Bad file descriptor"):
                os.fstat(descriptor)

    assert status_of(fork(look)) == 0
    assert not process.is_closed
    process.send(b"still here\n")
    heard = b""
    while not heard.endswith(b"\n"):
        heard += process.listen(time.monotonic() + 30)
    process.close()
    assert heard == b"still here\n"


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
