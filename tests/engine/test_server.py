"""The server: lines in any order and of any size, stopped searches, and slow readers and writers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hypersweep.engine import server
from hypersweep.engine.searching import SolverSearcher
from hypersweep.engine.server import EngineServer, LineWriter, read_lines
from hypersweep.formats import position_line
from solver_views import lattice

PATIENCE = 60.0


def test_a_line_of_a_hundred_megabytes_is_not_kept() -> None:
    read, write = os.pipe()
    found: list[bytes | None] = []

    def pour() -> None:
        with os.fdopen(write, "wb") as stream:
            for _ in range(100):
                stream.write(bytes(1 << 20))
            stream.write(b"\nshort\r\nlast")

    thread = threading.Thread(target=pour)
    thread.start()
    found.extend(read_lines(read))
    thread.join()
    os.close(read)
    assert found == [None, b"short\r\n", b"last"]


@pytest.mark.slow
@given(st.lists(st.binary(min_size=1, max_size=40), max_size=8))
def test_lines_are_the_same_in_whatever_pieces_they_come(pieces: list[bytes]) -> None:
    read, write = os.pipe()

    def pour() -> None:
        for piece in pieces:
            os.write(write, piece)
        os.close(write)

    thread = threading.Thread(target=pour)
    thread.start()
    found = [*read_lines(read)]
    thread.join()
    os.close(read)
    assert found == re.findall(rb"[^\n]*\n|[^\n]+", b"".join(pieces))


@contextmanager
def writing(writer: LineWriter) -> Iterator[None]:
    thread = threading.Thread(target=writer.run)
    thread.start()
    try:
        yield
    finally:
        writer.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def read_exactly(number: int, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += os.read(number, size - len(data))
    return data


def test_who_has_lines_written_does_not_wait_for_who_reads() -> None:
    read, write = os.pipe()
    writer = LineWriter(write, lambda: None)
    text = "x" * 999
    with writing(writer):
        for _ in range(1000):
            writer.say([text])
        assert not writer.is_idle()
        writer.mention("how far it is", lambda: True)
        assert read_exactly(read, 1_000_000) == (text + "\n").encode() * 1000
        writer.await_taken(0)
        assert writer.is_idle()
        assert writer.written_at > 0
        # Only what is wanted once nothing else waits is mentioned.
        writer.mention("stale", lambda: False)
        writer.mention("fresh", lambda: True)
        assert read_exactly(read, 6) == b"fresh\n"
    for number in (read, write):
        os.close(number)


def test_what_may_be_left_out_is_while_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hypersweep.engine.server._MOST_UNSAID", 10)
    read, write = os.pipe()
    # There is no writer yet.
    writer = LineWriter(write, lambda: None)
    writer.say(["kept"])
    writer.say(["also kept"], is_droppable=True)
    writer.say(["left out"], is_droppable=True)
    writer.say(["needed"])
    writer.say([])
    with writing(writer):
        writer.await_idle(PATIENCE)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        assert stream.read() == b"kept\nalso kept\nneeded\n"


def test_nobody_waits_for_what_can_not_be_written() -> None:
    read, write = os.pipe()
    os.close(read)
    lost = threading.Event()
    writer = LineWriter(write, lost.set)
    with writing(writer):
        writer.say(["to nobody"] * 1000)
        assert lost.wait(PATIENCE)
        assert isinstance(writer.failure, BrokenPipeError)
        writer.await_taken(0)
        writer.say(["to nobody"])
        assert writer.is_idle()
    os.close(write)


ENGINE = [sys.executable, "-m", "hypersweep", "engine"]
BOARD = b"position view=2x4-2-D1211\n"
# Work that takes many seconds unless it is ended.
LONG = f"position view={position_line.format(lattice('40x40', 0.2)[0])}\n".encode()


def spoken(data: bytes, *words: str, status: int = 0, seconds: float = 60) -> list[str]:
    """What an engine answers to some bytes, line by line."""
    done = subprocess.run([*ENGINE, *words], input=data, capture_output=True, timeout=seconds, check=False)
    assert done.stderr == b""
    assert done.returncode == status
    return done.stdout.decode().splitlines()


class Running:
    """An engine driven by hand."""

    def __init__(self, *words: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*ENGINE, *words], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)

    def __enter__(self) -> Self:
        self.say(b"hsp\n")
        while self.hear() != "ready":
            pass
        return self

    def __exit__(self, *about: object) -> None:
        self.process.kill()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        self.process.wait()

    def say(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().decode().rstrip("\n")

    def hear_until(self, word: str) -> str:
        while not (line := self.hear()).startswith(word):
            assert line.startswith(("info", "chances", "errors", "move", "reason")), line
        return line

    def end(self, seconds: float = 20) -> tuple[int, bytes, bytes]:
        out, error = self.process.communicate(timeout=seconds)
        return self.process.returncode, out, error


def test_a_session() -> None:
    lines = spoken(
        b"hsp version=1\nping a\noption policy safest\nposition view=2x3-1-C11a rules=classic\n"
        b"go id=1 chances ranked reasons\nnew game\ngo id=2\n"
    )
    assert lines[0] == "id name hypersweep"
    assert lines[lines.index("ready") + 1] == "pong a"
    answer = lines[lines.index("pong a") + 1 :]
    assert answer[0] == "chances id=1 begin=0 values=1,0*2"
    assert answer[1] == "move id=1 rank=1 cell=0,1 kind=safe chance=0 score=1 exact=yes"
    assert answer[4].startswith("reason id=1 conclusion=safe cells=0,1;0,2 clues=1,2 text=The 0 at (1, 2) touches no")
    assert answer[5].startswith("best id=1 cell=0,1 kind=safe chance=0 score=1 exact=yes states=")
    assert answer[6] == "error id=2 kind=position text=no position to search: send one first"
    assert answer[7:] == []


@pytest.mark.slow
def test_a_broken_line_has_one_error_and_changes_nothing() -> None:
    broken = [
        b"position view=2x3-9-F",
        b"position",
        b"position view=2x3-1-C11a rules=clasic",
        b"position view=99999999999x99999999999-1-A",
        b"go id=7 seconds=0",
        b"go id=7 states=-1",
        b"go id=a/b",
        b"go id=7 id=8",
        b"option policy fastest",
        b"option nothing 1",
        b"option",
        b"ping",
        b"ping \xc3",
        b"go \x00",
        b"stop id=,",
    ]
    kinds = [line.split()[1] for line in spoken(b"\n".join([b"option seconds -3", b"option states x", b"option a b"]))]
    assert kinds == ["kind=value"] * 3
    lines = spoken(BOARD + b"\n".join(broken) + b"\nposition view=2x3-1-C11a view=2x3-1-C11a\ngo id=last\n")
    assert [line.split()[0] for line in lines] == ["error"] * (len(broken) + 1) + ["best"]
    assert lines[-1].startswith("best id=last cell=0,1 ")
    assert sum("id=7" in line for line in lines) == 3


def test_what_comes_after_a_search_without_a_position_is_answered_after_it() -> None:
    lines = spoken(b"go id=1\nping a\n" + BOARD + b"new game\ngo id=2\nping b\n" * 3)
    assert [line.split()[:2] for line in lines] == [
        ["error", "id=1"],
        ["pong", "a"],
        *[["error", "id=2"], ["pong", "b"]] * 3,
    ]


def test_what_takes_no_search_is_answered_before_it_quits() -> None:
    lines = spoken(b"hsp\noption policy fastest\ngo id=1\n" + LONG + b"ping a\ngo id=2 reasons\nquit\nping b\n")
    assert lines[0] == "id name hypersweep"
    assert [line.split()[0] for line in lines[lines.index("ready") + 1 :]] == ["error", "error", "pong"]
    assert "pong b" not in lines


def test_what_nobody_knows_is_passed_over() -> None:
    lines = spoken(b"\n \ncastle kingside\n" + BOARD + b"go id=1 fast depth=7 text=whatever this is\r\nuci\n9=9\n=\n")
    assert [line.split()[:2] for line in lines] == [["best", "id=1"]]


@pytest.mark.slow
def test_lines_of_any_length_are_survived() -> None:
    many = b"x" * 17_000_000
    lines = spoken(many + b"\nposition view=" + many + b"\n" + BOARD + b"go id=1\n" + b"go id=2")
    assert [line.split(" ")[:2] for line in lines] == [
        ["error", "kind=line"],
        ["error", "kind=line"],
        ["best", "id=1"],
        ["best", "id=2"],
    ]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(max_size=40) | st.sampled_from([BOARD, b"go id=1\n", b"stop\n", b"ping a\n", b"hsp\n"])))
def test_no_bytes_make_it_fall_over(parts: list[bytes]) -> None:
    data = b"".join(parts)
    incoming, feed = os.pipe()
    outgoing, answers = os.pipe()
    os.write(feed, data)
    os.close(feed)
    assert EngineServer(SolverSearcher(), incoming, answers, max_cells=1000).run() == 0
    os.close(answers)
    with os.fdopen(outgoing, "rb") as stream:
        said = stream.read()
    os.close(incoming)
    words = {line.split()[0] for line in said.decode().splitlines()}
    assert words <= {"id", "option", "ready", "best", "error", "pong", "info"}


@pytest.mark.slow
def test_stop_ends_a_search_and_gives_the_best_so_far() -> None:
    with Running() as engine:
        engine.say(LONG + b"go id=1 ranked reasons\n")
        time.sleep(0.3)
        begun = time.monotonic()
        engine.say(b"ping alive\nstop\n")
        assert engine.hear_until("pong") == "pong alive"
        line = engine.hear_until("best")
        assert " stopped" in line
        assert "cell=" in line
        assert time.monotonic() - begun < 10
        engine.say(BOARD + b"go id=2\n")
        assert engine.hear_until("best").startswith("best id=2 cell=0,1 ")
        engine.say(b"stop\nstop id=9\nping still\n")
        assert engine.hear() == "pong still"


@pytest.mark.slow
def test_a_limit_of_time_ends_a_search_too() -> None:
    with Running() as engine:
        engine.say(LONG + b"go id=1 seconds=0.2 ranked reasons\n")
        assert engine.hear_until("best").startswith("best id=1 cell=")


@pytest.mark.slow
def test_searches_that_wait_are_stopped_as_well() -> None:
    with Running() as engine:
        engine.say(LONG + b"go id=1 ranked reasons\ngo id=2 ranked reasons\ngo id=3 ranked reasons\nstop id=3\n")
        time.sleep(0.2)
        engine.say(b"stop\n")
        found = [engine.hear_until("best") for _ in range(3)]
        assert [line.split()[1] for line in found] == ["id=1", "id=2", "id=3"]
        assert all(" stopped" in line for line in found)


@pytest.mark.slow
def test_boards_that_wait_take_no_more_memory_than_there_is_for_them() -> None:
    # Each is a line of thirty characters, and 128 MiB.
    large = b"position view=8192x8192-1-EPVELD\n"
    with Running() as engine:
        engine.say(LONG + b"go id=1 ranked reasons\n" + large * 5)
        assert engine.hear_until("error").startswith("error kind=busy text=")
        engine.say(b"quit\n")
        assert engine.end()[0] == 0


@pytest.mark.nightly
def test_who_reads_slowly_is_told_all() -> None:
    # More than a pipe holds, and unread for longer than a search may take.
    process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process.stdin, process.stdout:
        process.stdin.write(b"hsp\n" * 800)
        process.stdin.close()
        time.sleep(2)
        assert process.stdout.read().count(b"\nready\n") == 800
    assert process.wait(20) == 0


def test_who_closed_standard_input_says_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import os, sys\nos.close(0)\nos.execv(sys.argv[1], sys.argv[1:])", *ENGINE],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.slow
def test_it_tells_how_far_it_is() -> None:
    with Running() as engine:
        engine.say(LONG + b"go id=1 ranked reasons\n")
        line = engine.hear()
        assert line.startswith("info id=1 stage=")
        engine.say(b"quit\n")
        assert engine.end()[0] == 0


@pytest.mark.slow
def test_the_end_of_input_ends_a_search_with_its_answer() -> None:
    lines = spoken(LONG + b"go id=1 ranked reasons\n")
    assert lines[-1].startswith("best id=1 cell=")


def test_quit_ends_a_search_without_an_answer() -> None:
    lines = spoken(LONG + b"go id=1 ranked reasons\nquit\n")
    assert not any(line.startswith("best") for line in lines)


def test_a_closed_pipe_ends_it_quietly() -> None:
    engine = Running()
    assert engine.process.stdout is not None
    engine.process.stdout.close()
    engine.say(b"hsp\n" * 3)
    assert engine.process.wait(20) == 0
    assert engine.process.stderr is not None
    assert engine.process.stderr.read() == b""
    engine.process.stderr.close()
    assert engine.process.stdin is not None
    engine.process.stdin.close()


@pytest.mark.slow
def test_a_pipe_that_is_closed_while_it_searches_ends_it() -> None:
    with Running() as engine:
        assert engine.process.stdout is not None
        engine.say(LONG + b"go id=1 states=100000000 ranked reasons\n")
        engine.process.stdout.close()
        assert engine.process.wait(20) == 0


@pytest.mark.nightly
def test_who_does_not_listen_cannot_hold_it() -> None:
    with Running() as engine:
        engine.say(b"hsp\n" * 900)
        assert engine.process.stdin is not None
        engine.process.stdin.close()
        assert engine.process.wait(20) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("lines", [b"hsp\n" * 3000, LONG + b"go id=1 ranked reasons\n" + b"ping a\n" * 20_000])
def test_the_end_of_input_is_noticed_however_much_nobody_reads(lines: bytes) -> None:
    with Running() as engine:
        engine.say(lines)
        assert engine.process.stdin is not None
        engine.process.stdin.close()
        assert engine.process.wait(40) == 0


@pytest.mark.slow
def test_who_reads_nothing_while_a_search_goes_on_can_still_stop_it() -> None:
    with Running() as engine:
        count = 20_000
        engine.say(LONG + b"go id=1 ranked reasons\n" + b"ping a\n" * count + b"stop\n")
        time.sleep(1)
        lines = [engine.hear() for _ in range(count + 1)]
        while not lines[-1].startswith("best"):
            lines.append(engine.hear())
        assert lines.count("pong a") == count
        assert " stopped" in lines[-1]


@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
@pytest.mark.parametrize("is_searching", [False, True])
def test_signals_end_it_without_a_word(number: int, status: int, is_searching: bool) -> None:
    with Running() as engine:
        if is_searching:
            engine.say(LONG + b"go id=1 ranked reasons\n")
            engine.hear_until("info")
        engine.process.send_signal(number)
        found, _, error = engine.end()
        assert (found, error) == (status, b"")


def test_too_much_that_waits_is_refused() -> None:
    with Running() as engine:
        engine.say(LONG + b"go id=1 ranked reasons\n" + b"new game\n" * (server.MOST_WAITING + 50) + b"go id=2\n")
        assert engine.hear_until("error").startswith("error kind=busy text=")
        engine.say(b"stop\n")
        refused = 1
        while not (line := engine.hear()).startswith("best"):
            refused += line.startswith("error")
        assert refused > 40
        assert line.startswith("best id=1")


FUNCTIONS = """
import os, sys, time

def sleeps(view):
    time.sleep(600)

def clings(view):
    end = time.monotonic() + 600
    while time.monotonic() < end:
        try:
            time.sleep(600)
        except BaseException:
            pass

def fails(view):
    raise ValueError("no idea\\nat all")

def leaves(view):
    sys.exit("enough")

def prints(view):
    print("best id=1 cell=none")
    os.write(1, b"best id=1 cell=none\\n")
    return int(sys.stdin.read() == "")

def opens(view):
    return 2

def forgets(view):
    return 0

def forget():
    raise ValueError("which game?")

forgets.new_game = forget

def leaves_at_once(view):
    return 0

leaves_at_once.new_game = lambda: sys.exit("gone")

def leaves_a_thread(view):
    import threading
    threading.Thread(target=time.sleep, args=(600,)).start()
    return 0

def forks(view):
    import multiprocessing
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(600,))
    child.start()
    child.terminate()
    child.join()
    assert child.exitcode == -15
    return 2
"""


@pytest.fixture
def functions(tmp_path: Path) -> Path:
    path = tmp_path / "players.py"
    path.write_text(FUNCTIONS)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sleeps", "clings"])
def test_a_function_that_goes_on_is_stopped_or_left_alone(functions: Path, name: str) -> None:
    with Running("--policy", f"{functions}:{name}") as engine:
        engine.say(b"position view=1x3-1-A1A\ngo id=1\n")
        time.sleep(0.2)
        engine.say(b"stop\n")
        line = engine.hear_until("best")
        assert line.startswith("best id=1 cell=none")
        assert line.endswith(" stopped")
        engine.say(b"quit\n")
        assert engine.end()[::2] == (0, b"")


@pytest.mark.slow
@pytest.mark.parametrize("last", [b"quit\n", b""])
def test_a_thread_that_a_function_has_left_holds_nobody(functions: Path, last: bytes) -> None:
    with Running("--policy", f"{functions}:leaves_a_thread") as engine:
        engine.say(b"position view=1x3-1-A1A\ngo id=1\n")
        assert engine.hear_until("best").startswith("best id=1 cell=0,0")
        engine.say(last)
        assert engine.end()[::2] == (0, b"")


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.needs("posix")
@pytest.mark.parametrize("name", ["sleeps", "clings", "leaves_a_thread"])
def test_a_signal_ends_it_whatever_a_function_does(functions: Path, name: str) -> None:
    with Running("--policy", f"{functions}:{name}") as engine:
        engine.say(b"position view=1x3-1-A1A\ngo id=1\n")
        time.sleep(0.3)
        engine.process.terminate()
        assert engine.end()[::2] == (0, b"")


@pytest.mark.needs("posix")
def test_what_a_function_forks_is_ended_by_its_own_signals(functions: Path) -> None:
    with Running("--policy", f"{functions}:forks") as engine:
        engine.say(b"position view=1x3-1-A1A\ngo id=1\n")
        assert engine.hear_until("best").startswith("best id=1 cell=0,2")
        engine.say(b"ping a\n")
        assert engine.hear() == "pong a"


@pytest.mark.slow
def test_a_function_that_fails_is_an_error_of_a_line(functions: Path) -> None:
    place = f"({functions}, line {1 + FUNCTIONS[: FUNCTIONS.index('raise ValueError')].count(chr(10))}, in fails)"
    for name, told in (
        ("fails", f"error id=1 kind=failed text=ValueError: no idea at all {place}"),
        ("leaves", "error id=1 kind=failed text=SystemExit: enough ("),
    ):
        (line,) = spoken(b"position view=1x3-1-A1A\ngo id=1\n", "--policy", f"{functions}:{name}")
        assert line.startswith(told)


@pytest.mark.slow
def test_a_function_that_fails_at_a_new_game_is_an_error_of_a_line(functions: Path) -> None:
    for name, told in (("forgets", "ValueError: which game?"), ("leaves_at_once", "SystemExit: gone")):
        lines = spoken(b"new game\nping a\n", "--policy", f"{functions}:{name}")
        assert lines[0].startswith(f"error kind=failed text={told}")
        assert lines[1:] == ["pong a"]


@pytest.mark.nightly
def test_a_search_that_cannot_be_stopped_is_answered_at_the_end_of_input(functions: Path) -> None:
    data = b"position view=1x3-1-A1A\ngo id=1\ngo id=2\n"
    lines = spoken(data, "--policy", f"{functions}:clings")
    assert [line for line in lines if not line.startswith("info")] == [
        "best id=1 cell=none stopped",
        "best id=2 cell=none stopped",
    ]


@pytest.mark.nightly
def test_a_board_too_large_for_haste_is_answered_at_the_end_of_input() -> None:
    # A million cells, each with twenty axes: even an estimate takes seconds.
    side = "x".join("2" * 20)
    assert spoken(f"position view={side}-1000-BGQCV\ngo id=1 chances\n".encode())[-1].startswith("best id=1 cell=")


def test_what_a_function_prints_is_no_answer(functions: Path) -> None:
    done = subprocess.run(
        [*ENGINE, "--policy", f"{functions}:prints"],
        input=b"position view=1x3-1-C\ngo id=1\n",
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.startswith(b"best id=1 cell=0,1 ")
    assert done.stderr.count(b"best id=1 cell=none") == 2


@pytest.mark.slow
def test_words_of_the_command_that_cannot_be_used() -> None:
    for words in (["--policy", "fastest"], ["--adapter", "ms_toolib"], ["--states", "x"], ["more"]):
        done = subprocess.run([*ENGINE, *words], input=b"", capture_output=True, check=False, timeout=60)
        assert done.returncode == 2
        assert done.stdout == b""
        assert done.stderr.startswith(b"hypersweep engine: expected ")
        assert done.stderr.count(b"\n") == 1


def test_a_short_line_makes_no_huge_board() -> None:
    lines = spoken(b"position view=100000x100000-1-NUEASQS\n" + BOARD + b"position view=16384x16385-1-A\ngo id=1\n")
    most = f"error kind=value text=expected at most {server.MOST_CELLS} cells, got "
    assert [line.startswith(most) for line in lines] == [True, True, False]
    assert lines[-1].startswith("best id=1 cell=0,1 ")
