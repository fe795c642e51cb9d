"""Ctrl-C at any moment after the program's first line ends it with status 130 and without output on standard error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hypersweep import cli
from hypersweep.exit_codes import INTERRUPTED

# Presses Ctrl-C after a number of module lookups since the program took over.
PROGRAM = """
import signal, sys
sys.argv = ["hypersweep", *sys.argv[1:]]
wanted, seen = int(sys.argv.pop(1)), -1
def press(event, arguments):
    global seen
    if event != "import":
        return
    if seen < 0 and signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        seen = 0
    if seen >= 0:
        seen += 1
        if seen == wanted:
            signal.raise_signal(signal.SIGINT)
sys.addaudithook(press)
from hypersweep.cli import main
status = main()
print("not pressed", seen, file=sys.stderr)
sys.exit(status)
"""

POSITION = "3x4 mines=2\n. 1 # #\n. 2 # #\n. 1 # #\n"


@pytest.mark.ci_limit(5)
@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["esp"],
        ["stats"],
        ["stats", "3x4.2"],
        ["analyse", "-"],
        ["play", "--plain", "3x4", "--mines", "2"],
        ["3x4", "--plain"],
        ["replay", "-"],
        ["review", "-"],
        ["watch", "3x4", "--mines", "2"],
        ["generate", "3x4", "--mines", "2", "--json"],
        ["grade", "3x4.bAgg"],
        ["verify", "-"],
        ["comp2017"],
        ["--help"],
        ["nonsense"],
    ],
    ids=" ".join,
)
def test_ctrl_c_while_modules_are_loaded(words: list[str], tmp_path: Path) -> None:
    count, step = 1, 1
    while True:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(count), *words],
            input=POSITION,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**os.environ, "HYPERSWEEP_DATA": str(tmp_path)},
        )
        if "not pressed" in done.stderr:
            break
        assert (done.returncode, done.stderr) == (INTERRUPTED, ""), count
        count += step
        step += 2
    assert count > 1


def test_whoever_imports_the_command_keeps_ctrl_c() -> None:
    program = "import signal, hypersweep.cli; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
    assert signal.getsignal(signal.SIGINT) is not cli._end


@pytest.mark.needs("posix")
def test_a_program_that_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    # As a shell starts background jobs.
    program = (
        "import signal, subprocess, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); subprocess.run(sys.argv[1:])"
    )
    inner = "import sys, signal; sys.argv = ['hypersweep']; import hypersweep.cli; signal.raise_signal(signal.SIGINT)"
    inner += "; print('goes on')"
    done = subprocess.run(
        [sys.executable, "-c", program, sys.executable, "-c", inner], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("goes on\n", "")


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [
        ("hypersweep", True),
        ("/usr/bin/hypersweep", True),
        ("-m", True),
        (os.path.join("lib", "hypersweep", "__main__.py"), True),
        (os.path.join("lib", "hypersweep", "cli", "__main__.py"), True),
        ("hypersweep-script.py", True),
        ("hypersweep.exe", True),
        (os.path.join("hypersweep.exe", "__main__.py"), True),
        ("", False),
        ("-c", False),
        ("/usr/bin/pytest", False),
        (os.path.join("lib", "pytest", "__main__.py"), False),
        ("my_hypersweep.py", False),
        ("/usr/bin/cli", False),
        (os.path.join("lib", "other", "cli", "__main__.py"), False),
    ],
)
def test_what_the_program_is_called(name: str, is_ours: bool) -> None:
    assert cli._is_program(name) is is_ours
