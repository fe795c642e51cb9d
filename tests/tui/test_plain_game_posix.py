"""The plain game on POSIX: in terminals, and with closed pipes or full disks."""

from __future__ import annotations

import contextlib
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

capabilities.require("posix")

import pty  # noqa: E402 - not on Windows

PLAY = [sys.executable, "-m", "hypersweep.cli", "play", "--plain"]
SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of a playing program, without variables for colours, sizes or buffers."""
    dropped = ("NO_COLOR", "COLUMNS", "LINES", "PYTHONUNBUFFERED")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8", "TERM": "xterm", **changes}


class Player:
    """A player at a terminal."""

    def __init__(self, *argv: str, **changes: str) -> None:
        self.end, other = pty.openpty()
        self.process = subprocess.Popen(
            [*PLAY, *argv], stdin=other, stdout=other, stderr=other, env=environment(**changes), start_new_session=True
        )
        os.close(other)
        self.seen = ""

    def expect(self, text: str) -> str:
        """Return the output up to a text, which must come."""
        give_up = time.monotonic() + 30
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], max(0.0, give_up - time.monotonic()))
            assert ready, f"no {text!r} in {self.seen!r}"
            try:
                data = os.read(self.end, 65536)
            except OSError:
                data = b""
            assert data, f"no {text!r} in {self.seen!r}"
            self.seen += data.decode()
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def say(self, line: str) -> None:
        """Type a line."""
        os.write(self.end, line.encode() + b"\r")

    def finish(self) -> int:
        """Return the exit status, after reading the rest of the output."""
        while True:
            try:
                data = os.read(self.end, 65536)
            except OSError:
                break
            if not data:
                break
            self.seen += data.decode()
        os.close(self.end)
        return self.process.wait(timeout=30)


def test_a_session_at_a_terminal() -> None:
    player = Player("3x4.bAgg", TERM="dumb")
    assert "'open 0 1' opens a cell" in player.expect("> ")
    player.say("open 0 1")
    shown = player.expect("undo, new, again or quit? ")
    assert "0│ ■ X ■ ■" in shown
    assert "\033" not in shown
    player.say("undo")
    assert "2 mines left, 12 cells covered, 0 moves" in player.expect("\n> ")
    player.say("open 0 1")
    player.expect("undo, new, again or quit? ")
    player.say("new")
    assert "board 3x4, 2 mines, rules classic" in player.expect("\n> ")
    player.say("quit")
    assert player.finish() == 0


@pytest.mark.slow
def test_colours_at_a_terminal() -> None:
    player = Player("3x4", "--mines", "1")
    assert "\033[2m0│\033[0m ■ ■ ■ ■" in player.expect("covered")
    player.expect("> ")
    player.say("q")
    assert player.finish() == 0
    player = Player("3x4", "--mines", "1", NO_COLOR="1")
    assert "0│ ■ ■ ■ ■" in player.expect("covered")
    player.expect("> ")
    os.write(player.end, b"\x04")
    assert player.finish() == 0


@pytest.mark.slow
def test_ctrl_c_at_a_terminal() -> None:
    player = Player("3x4", "--mines", "1", TERM="dumb")
    player.expect("> ")
    # A signal between the prompt and its read is only noticed with the next one.
    while player.process.poll() is None:
        player.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            player.process.wait(timeout=0.5)
    assert player.finish() == 130
    assert "Traceback" not in player.seen
    assert player.seen.endswith("\n")


def test_prompts_come_where_only_the_input_is_a_terminal() -> None:
    end, other = pty.openpty()
    process = subprocess.Popen([*PLAY, "3x4"], stdin=other, stdout=subprocess.PIPE, env=environment())
    os.close(other)
    os.write(end, b"quit\n")
    out, _ = process.communicate(timeout=30)
    os.close(end)
    assert process.returncode == 0
    assert out.decode().endswith("0 moves\n> ")
    assert "\033" not in out.decode()


@pytest.mark.slow
@pytest.mark.parametrize("argv", [["30x30"], ["--help"], ["--list"]])
def test_output_that_nobody_reads_ends_the_game_quietly(argv: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*PLAY, *argv], input=b"show\n" * 50, stdout=writer, stderr=subprocess.PIPE, env=environment(), check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.needs("linux")
def test_output_that_cannot_be_written_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PLAY, "3x4"], input=b"", stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )
    assert done.returncode == 74
    assert done.stderr.decode().startswith("hypersweep play: can't write to standard output: ")
    assert done.stderr.count(b"\n") == 1


def test_a_terminal_that_goes_away_ends_the_game() -> None:
    player = Player("3x4", TERM="dumb")
    player.expect("> ")
    os.close(player.end)
    # A program in its own session gets no signal, but can neither read nor write.
    assert player.process.wait(timeout=30) == 74
