"""``hypersweep watch`` at a terminal, which it leaves as it was however it ends."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import hypersweep

if sys.platform == "win32":
    pytest.skip("terminals and signals as POSIX has them", allow_module_level=True)

import pexpect
import pyte

SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)
ENTER, LEAVE = b"\033[?1049h\033[?25l\033[?7l", b"\033[?7h\033[?25h\033[?1049l"


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8", "TERM": "xterm-256color", **changes}


class Watcher:
    """Somebody who watches at a terminal of 24 rows and some columns."""

    def __init__(self, *words: str, columns: int = 90, **changes: str) -> None:
        self.screen = pyte.Screen(columns, 24)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "hypersweep.cli", "watch", *words],
            dimensions=(24, columns),
            env=environment(**changes),
            timeout=30,
        )
        # Each of these would be a sleep: before every key, and for a program that has ended already.
        self.child.delaybeforesend = None
        self.child.ptyproc.delayafterclose = 0

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    def until(self, holds: Callable[[], bool]) -> None:
        """Reads until something holds, which must come to hold."""
        give_up = time.monotonic() + 30
        while not holds():
            assert time.monotonic() < give_up, self.lines
            try:
                data = self.child.read_nonblocking(65536, timeout=1)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert holds(), self.lines
                return
            self.raw += data
            self.stream.feed(data)

    def until_seen(self, text: str) -> None:
        self.until(lambda: any(text in line for line in self.lines))

    def finish(self) -> int | None:
        """The exit status, or the negative number of the signal that ended it."""
        self.until(lambda: not self.child.isalive() and self._is_drained())
        self.child.close()
        status = self.child.exitstatus if self.child.signalstatus is None else -self.child.signalstatus
        return None if status is None else int(status)

    def _is_drained(self) -> bool:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.2)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return True
        self.raw += data
        self.stream.feed(data)
        return False


@pytest.fixture
def watch() -> Iterator[Callable[..., Watcher]]:
    started: list[Watcher] = []

    def start(*words: str, **settings: object) -> Watcher:
        started.append(Watcher(*words, **settings))  # type: ignore[arg-type]
        return started[-1]

    yield start
    for watcher in started:
        watcher.child.close(force=True)


def test_steps_beside_the_board(watch: Callable[..., Watcher]) -> None:
    watcher = watch("9x9", "--seed", "7", "--step")
    watcher.until_seen("move 1: open 4 4")
    assert watcher.lines[0] == "board 9x9, 10 mines, rules classic, first open an opening, seed 7"
    assert watcher.lines[2].startswith("   0 1 2 3 4 5 6 7 8   move 1: open 4 4")
    assert watcher.raw.startswith(ENTER)
    for number in (2, 3):
        watcher.child.send(b"\n")
        watcher.until_seen(f"move {number}: open")
    watcher.child.send(b"q\n")
    watcher.until(lambda: LEAVE in watcher.raw)
    assert watcher.finish() == 0
    assert watcher.raw.count(ENTER) == watcher.raw.count(LEAVE) == 1
    # What became of the game stays on the screen it was started from.
    assert b"not finished after 2 moves" in watcher.raw.partition(LEAVE)[2]


def test_below_the_board_where_the_terminal_is_narrow(watch: Callable[..., Watcher]) -> None:
    watcher = watch("9x9", "--seed", "7", "--step", columns=44)
    watcher.until_seen("move 1: open 4 4")
    assert watcher.lines[2] == "   0 1 2 3 4 5 6 7 8"
    assert watcher.lines[13] == "move 1: open 4 4"
    watcher.child.send(b"\x04")
    assert watcher.finish() == 0


def test_a_whole_game_and_its_result(watch: Callable[..., Watcher]) -> None:
    watcher = watch("3x4x5", "--seed", "7", "--delay", "0", "--games", "2")
    assert watcher.finish() == 0
    told = watcher.raw.partition(LEAVE)[2].decode()
    assert "game 1: " in told
    assert "game 2: " in told
    assert " of 2 games won" in told


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_that_end_it_find_the_terminal_restored(watch: Callable[..., Watcher], number: int) -> None:
    watcher = watch("9x9", "--delay", "60")
    watcher.until_seen("move 1")
    os.kill(watcher.child.pid, number)
    assert watcher.finish() == -number
    assert watcher.raw.endswith(LEAVE)


def test_ctrl_c(watch: Callable[..., Watcher]) -> None:
    watcher = watch("9x9", "--delay", "60")
    watcher.until_seen("move 1")
    watcher.child.send(b"\x03")
    assert watcher.finish() == 130
    assert watcher.raw.endswith(LEAVE)
    assert b"Traceback" not in watcher.raw


def test_ctrl_z_lets_go_of_the_terminal_while_it_sleeps(watch: Callable[..., Watcher]) -> None:
    watcher = watch("9x9", "--delay", "60")
    watcher.until_seen("move 1")
    watcher.child.send(b"\x1a")
    watcher.until(lambda: LEAVE in watcher.raw)
    os.kill(watcher.child.pid, signal.SIGCONT)
    watcher.until(lambda: watcher.raw.count(ENTER) == 2)
    watcher.until_seen("move 1")
    watcher.child.send(b"\x03")
    assert watcher.finish() == 130
    assert watcher.raw.endswith(LEAVE)


def test_a_new_size_of_the_terminal_is_seen(watch: Callable[..., Watcher]) -> None:
    watcher = watch("9x9", "--delay", "60")
    watcher.until_seen("   0 1 2 3 4 5 6 7 8   move 1")
    watcher.screen.resize(24, 44)
    watcher.child.setwinsize(24, 44)
    watcher.until(lambda: watcher.lines[13].startswith("move 1"))
    watcher.child.send(b"\x03")
    assert watcher.finish() == 130


def test_an_error_leaves_the_terminal_as_it_was() -> None:
    program = (
        "import sys\n"
        "from hypersweep.controls import solver_player\n"
        "from hypersweep.cli.watch import main\n"
        "def explain(view, **settings): raise RuntimeError('on purpose')\n"
        "solver_player.explain = explain\n"
        "sys.exit(main(['9x9', '--delay', '0']))\n"
    )
    child = pexpect.spawn(sys.executable, ["-c", program], env=environment(), timeout=30)
    raw = child.read()
    child.close()
    before, found, after = raw.partition(LEAVE)
    assert before.startswith(ENTER)
    assert found
    # From Python 3.13 on a traceback is coloured.
    assert b"RuntimeError: on purpose" in re.sub(rb"\x1b\[[0-9;]*m", b"", after)
    assert child.exitstatus == 1


def test_a_terminal_without_escape_sequences_gets_lines(watch: Callable[..., Watcher]) -> None:
    watcher = watch("3x4", "--mines", "2", "--seed", "3", "--delay", "0", TERM="dumb")
    assert watcher.finish() == 0
    assert b"\033" not in watcher.raw
    assert b"1. open 0 0: " in watcher.raw


def test_output_that_nobody_reads_or_that_can_not_be_written() -> None:
    command = [sys.executable, "-m", "hypersweep.cli", "watch", "9x9", "--seed", "1"]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
    if not Path("/dev/full").exists():
        return
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment(), check=False, timeout=60)
    assert done.returncode == 74
    assert done.stderr.startswith(b"hypersweep watch: can't write to standard output")
