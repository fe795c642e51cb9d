"""``hypersweep watch`` in a terminal, which it always restores."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import capabilities
from hostile_engines import program
from processes import is_there

capabilities.require("posix")

import pexpect  # noqa: E402 - not on Windows

from real_terminal import PATIENCE, SOURCE, RealTerminal  # noqa: E402 - not on Windows

COLOUR = re.compile(r"\033\[[0-9;]*m")


def watch(folder: Path, *words: str, **settings: object) -> RealTerminal:
    return RealTerminal(folder, ["watch", *words], **settings)  # type: ignore[arg-type]


def told(terminal: RealTerminal) -> list[str]:
    """Return the earlier content of the screen, after the full screen was left."""
    text = terminal.written.rpartition(b"\033[?1049l")[2].decode().replace("\r\n", "\n")
    return re.sub(r"\033\[[?0-9;]*[a-zA-Z]", "", text).splitlines()


@pytest.mark.slow
def test_steps_forth_and_back_and_the_result(tmp_path: Path) -> None:
    terminal = watch(tmp_path, "9x9", "--mines", "12", "--first", "safe", "--seed", "7", "--step")
    terminal.wait_for("Move 1: open")
    terminal.press("right")
    terminal.wait_for("Move 2: open")
    terminal.press("right")
    terminal.wait_for("Move 3: open")
    terminal.press("left")
    terminal.wait_for("Move 2: open")
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored
    # The result of the game stays in the shell's screen.
    lines = told(terminal)
    assert lines[0] == "board 9x9, 12 mines, rules classic, seed 7"
    assert lines[1] == "   0 1 2 3 4 5 6 7 8"
    assert lines[-1].startswith("not finished after 2 moves, ")


@pytest.mark.slow
def test_whole_games_and_their_results(tmp_path: Path) -> None:
    terminal = watch(tmp_path, "3x4x5", "--mines", "5", "--seed", "7", "--delay", "0", "--games", "2")
    terminal.wait_for("n: another board")
    terminal.press("escape")
    assert terminal.finish() == 0
    lines = told(terminal)
    assert re.match(r"game 1: (won|lost) after \d+ moves, ", lines[-3])
    assert re.match(r"game 2: (won|lost) after \d+ moves, ", lines[-2])
    assert re.fullmatch(r"[012] of 2 games won", lines[-1])


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130), (None, 130)]
)
def test_signals_and_ctrl_c(number: signal.Signals | None, status: int, tmp_path: Path) -> None:
    terminal = watch(tmp_path, "9x9", "--mines", "10", "--delay", "60")
    terminal.wait_for("Move 1: open")
    if number is None:
        terminal.press("\x03")
    else:
        terminal.kill(number)
    assert terminal.finish() == status
    assert terminal.is_restored
    assert b"Traceback" not in terminal.written
    assert not [line for line in told(terminal) if "finished" in line]


THINKING = """
import sys, time
from hypersweep.ui_model import solver_show
def explain(view, **settings):
    time.sleep(600)
solver_show.explain = explain
from hypersweep.cli import main
sys.exit(main())
"""


@pytest.mark.nightly
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("q", 0), ("escape", 0)])
def test_leaving_does_not_wait_for_the_solver(key: str, status: int, tmp_path: Path) -> None:
    terminal = watch(tmp_path, "9x9", "--mines", "10", "--step", program=["-c", THINKING])
    terminal.wait_for("Move 1: open")
    terminal.press("right")
    terminal.wait_for("thinking for")
    # The screen is alive meanwhile.
    terminal.press("f1")
    terminal.wait_for("Esc closes")
    terminal.press("escape")
    terminal.wait_for("thinking for")
    before = time.monotonic()
    terminal.press(key)
    assert terminal.finish() == status
    assert time.monotonic() - before < PATIENCE
    assert terminal.is_restored


@pytest.mark.slow
def test_a_terminal_that_is_gone(tmp_path: Path) -> None:
    terminal = watch(tmp_path, "30x30", "--delay", "0.1")
    terminal.wait_for("Move ")
    terminal.child.ptyproc.fileobj.close()
    give_up = time.monotonic() + PATIENCE
    while terminal.child.ptyproc.isalive():
        assert time.monotonic() < give_up, "it goes on without its terminal"
        time.sleep(0.02)


@pytest.mark.slow
def test_it_can_be_suspended(tmp_path: Path) -> None:
    terminal = watch(tmp_path, "9x9", "--mines", "10", "--step")
    terminal.wait_for("Move 1: open")

    def wait_until(is_full_screen: bool) -> None:
        give_up = time.monotonic() + PATIENCE
        while (terminal.written.rfind(b"\033[?1049h") > terminal.written.rfind(b"\033[?1049l")) is not is_full_screen:
            terminal.read()
            assert time.monotonic() < give_up, "the terminal wasn't given back, or not taken again"

    terminal.press("\x1a")
    wait_until(False)
    stat = Path(f"/proc/{terminal.child.pid}/stat")
    give_up = time.monotonic() + PATIENCE
    while stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "T":
        terminal.read()
        assert time.monotonic() < give_up, "it wasn't suspended"
    terminal.kill(signal.SIGCONT)
    wait_until(True)
    # The screen is drawn again once keys are accepted.
    terminal.wait_for_rest(lambda text: "Move 1: open" in text and "F1 help" in text)
    terminal.press("right")
    terminal.wait_for("Move 2: open")
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored


@pytest.mark.slow
def test_a_new_size_of_the_terminal_is_seen(tmp_path: Path) -> None:
    terminal = watch(tmp_path, "12x17", "--mines", "20", "--step", columns=120, lines=40)
    terminal.wait_for("Move 1: open")
    terminal.screen.resize(20, 60)
    terminal.child.setwinsize(20, 60)
    terminal.wait_for(lambda text: any(line.startswith(" Move 1: open") for line in text.splitlines()[-8:]))
    terminal.press("q")
    assert terminal.finish() == 0


@pytest.mark.slow
def test_an_error_of_ours_is_a_short_message(tmp_path: Path) -> None:
    program = THINKING.replace("time.sleep(600)", "raise LookupError('nobody expected this')")
    terminal = watch(tmp_path, "9x9", "--mines", "10", "--delay", "0", program=["-c", program])
    assert terminal.finish() == 1
    assert terminal.is_restored
    assert any("LookupError: nobody expected this" in line for line in told(terminal))
    assert not any("Traceback" in line for line in told(terminal))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "changes", "reason"),
    [
        ([], {"TERM": "dumb"}, "a terminal with TERM=dumb can't position the cursor"),
        ([], {"lines": 19}, "this terminal has 80 columns and 19 lines; the full screen needs 60 and 20"),
        (["--plain"], {}, ""),
    ],
)
def test_lines_where_there_is_no_room_or_nobody_wants_more(
    words: list[str], changes: dict[str, object], reason: str, tmp_path: Path
) -> None:
    show = ["3x4", "--mines", "2", "--seed", "3", "--delay", "0"]
    terminal = watch(tmp_path, *show, *words, **changes)
    assert terminal.finish() == 0
    assert b"1049" not in terminal.written
    text = COLOUR.sub("", terminal.written.decode()).replace("\r\n", "\n")
    if reason:
        first, _, text = text.partition("\n")
        assert first == f"hypersweep watch: {reason}: printing each move as a line, as with --plain"
    command = [sys.executable, "-m", "hypersweep.cli", "watch", *show]
    environment = {**os.environ, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, encoding="utf-8")
    assert done.stderr == ""
    assert text == done.stdout
    assert text.splitlines()[1].startswith("1. open ")


@pytest.mark.slow
def test_lines_where_the_input_is_no_terminal(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": SOURCE, "TERM": "xterm", "HYPERSWEEP_DATA": str(tmp_path)}
    command = f"{sys.executable} -m hypersweep.cli watch 3x4 --mines 2 --seed 3 --delay 0 < /dev/null"
    child = pexpect.spawn("/bin/sh", ["-c", command], env=environment, timeout=PATIENCE)
    text = child.read()
    child.close()
    assert child.exitstatus == 0
    assert text.startswith(b"game 1: board 3x4")
    assert b"1049" not in text


def test_output_that_nobody_reads_or_that_can_not_be_written() -> None:
    command = [sys.executable, "-m", "hypersweep.cli", "watch", "9x9", "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.needs("linux")
def test_a_full_disk_is_told() -> None:
    command = [sys.executable, "-m", "hypersweep.cli", "watch", "9x9", "--seed", "1"]
    environment = {**os.environ, "PYTHONPATH": SOURCE}
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=environment, check=False, timeout=60)
    assert done.returncode == 74
    assert done.stderr.startswith(b"hypersweep watch: can't write to standard output")


@pytest.mark.slow
def test_an_engine_that_hangs_ends_with_the_screen(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    words = program(f"""
open({str(place)!r}, "w").write(str(os.getpid()))
for words in lines():
    if words[0] == "hsp":
        say("id name Hanging\\nready\\n")
    elif words[0] == "go":
        time.sleep(3600)
""")
    terminal = watch(tmp_path, "2x3", "--mines", "1", "--first", "any", "--engine", shlex.join(words))
    terminal.wait_for("Hanging: playing")
    terminal.wait_for("thinking")
    terminal.press("q")
    assert terminal.finish() == 0
    assert terminal.is_restored
    assert told(terminal)[0].endswith(", engine Hanging")
    assert not is_there(int(place.read_text()))
