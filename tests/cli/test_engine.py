from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hypersweep.cli import main
from hypersweep.cli.engine import command_parser


def test_it_says_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("usage: hypersweep engine")
    for word in ("--policy", "--adapter", "--trust-flags", "--seconds", "docs/engine.md"):
        assert word in shown
    assert command_parser().prog == "hypersweep engine"


def test_its_words_are_the_defaults_of_its_options() -> None:
    words = ["--policy", "safest", "--trust-flags", "--states", "7", "--memory", "2", "--seconds", "1.5"]
    done = subprocess.run(
        [sys.executable, "-m", "hypersweep", "engine", *words],
        input=b"hsp\n",
        capture_output=True,
        check=True,
        timeout=60,
    )
    options = [line for line in done.stdout.decode().splitlines() if line.startswith("option")]
    assert [line.partition(" text=")[2] for line in options] == ["safest", "true", "7", "2097152", "1.5"]


def test_no_limit_of_time_is_one_too() -> None:
    words = [sys.executable, "-m", "hypersweep", "engine", "--seconds", "0"]
    done = subprocess.run(words, input=b"hsp\n", capture_output=True, check=True, timeout=60)
    assert b"option name=seconds type=number text=0\n" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--adapter", "ms_toollib", "--policy", "safest"], "can't use --policy with --adapter"),
        (
            ["--adapter", "ms_toollib", "--seconds", "0"],
            "can't use --seconds, which is only for the solver: --adapter",
        ),
        (["--policy", "os:getpid", "--trust-flags"], "can't use --trust-flags, which is only for the solver"),
        (["--policy", "os:getpid", "--states", "7"], "your own function has no options"),
    ],
)
def test_what_would_do_nothing_is_refused(words: list[str], message: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        subprocess.run([sys.executable, "-m", "hypersweep", "engine", *words], input=b"", check=True, timeout=60)
    assert refused.value.returncode == 2
    assert message in capfd.readouterr().err


@pytest.mark.needs("linux")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "hypersweep", "engine"],
            input=b"hsp\n",
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (74, 1)
    assert b"can't write to standard output" in done.stderr


@pytest.mark.slow
def test_a_function_that_cannot_be_loaded_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("players") / "players.py"
    path.write_text("import no_such_module_of_a_test\n")
    for name in (f"{path}:careful", "no_such_module_of_a_test:f"):
        done = subprocess.run(
            [sys.executable, "-m", "hypersweep", "engine", "--policy", name],
            input=b"",
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_who_types_is_told_how_to_begin_and_to_leave() -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "hypersweep", "engine"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    os.write(ours, b"quit\n")
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, out) == (0, b"")
    assert b"type 'hsp' to begin, 'quit' to exit" in err
    piped = subprocess.run(
        [sys.executable, "-m", "hypersweep", "engine"], input=b"", capture_output=True, check=True, timeout=60
    )
    assert piped.stderr == b""
