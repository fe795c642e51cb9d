"""Which game ``hypersweep`` and ``hypersweep play`` start, and their messages if it isn't the full-screen game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep
from hypersweep.cli import main as command
from hypersweep.tui.main import main

SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)


def run(*argv: str, typed: str = "quit\n", **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import sys; from hypersweep.cli import main; sys.exit(main())", *argv],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": "utf-8", **changes},
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "board"),
    [
        ((), "board 9x9, 10 mines"),
        (("play",), "board 9x9, 10 mines"),
        (("4d-easy",), "board 4x4x4x4, 10 mines"),
        (("Expert",), "board 16x30, 99 mines"),
        (("play", "3x4", "--mines", "2"), "board 3x4, 2 mines"),
        (("3x4x5", "--mines", "2"), "board 3x4x5, 2 mines"),
        (("--mines", "3"), "board 9x9, 3 mines"),
    ],
)
def test_without_a_terminal_it_is_one_line_and_the_plain_game(argv: tuple[str, ...], board: str) -> None:
    done = run(*argv)
    assert done.returncode == 0
    assert done.stdout.startswith(board)
    assert done.stderr == (
        "hypersweep play: standard input isn't a terminal: playing line by line, as 'hypersweep play --plain' does\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("argv", [("play", "--plain", "3x4"), ("3x4", "--plain"), ("play", "--list"), ("--list",)])
def test_nothing_is_said_where_the_plain_game_was_asked_for(argv: tuple[str, ...]) -> None:
    done = run(*argv)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("plya",), "did you mean 'play'?"),
        (("beginer",), "did you mean 'beginner'?"),
        (("3x4", "--mines", "99"), "mines"),
        (("3x",), "expected a side in digits"),
        (("--nines", "3"), "did you mean '--mines'?"),
        (("play", "3x4", "5x6"), "expected one board"),
    ],
)
def test_mistakes_are_one_line(argv: tuple[str, ...], message: str) -> None:
    done = run(*argv)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("hypersweep")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_usage_names_the_ways_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["--help"]) == 0
    shown = capsys.readouterr().out
    for words in ("hypersweep BOARD [OPTIONS]", "start screen", "play", "full screen"):
        assert words in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_plain_game_loads_no_textual() -> None:
    program = "import sys\nfrom hypersweep.cli import main\nmain(['3x4'])\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"quit\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
        check=True,
    )
    loaded = done.stdout.decode().splitlines()[-1].split()
    assert "hypersweep.tui.plain_game" in loaded
    assert not {"textual", "rich", "sqlite3", "asyncio"} & set(loaded)


def test_a_list_is_printed_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert "4d-easy" in capsys.readouterr().out
