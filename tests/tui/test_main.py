"""Which game ``hypersweep`` and ``hypersweep play`` begin, and what they say where it isn't the full screen."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hypersweep
from hypersweep.cli import main as command
from hypersweep.tui import terminal
from hypersweep.tui.main import main
from hypersweep.tui.terminal import has_fine_characters, why_not_full_screen

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
        "hypersweep play: standard input is no terminal: playing line by line, as 'hypersweep play --plain' does\n"
    )


@pytest.mark.parametrize("argv", [("play", "--plain", "3x4"), ("3x4", "--plain"), ("play", "--list"), ("--list",)])
def test_nothing_is_said_where_the_plain_game_was_asked_for(argv: tuple[str, ...]) -> None:
    done = run(*argv)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


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


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def enter_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a good terminal of the smallest size. Not a fixture: pytest changes the streams between set-up and test."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")


def test_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    assert why_not_full_screen() is None
    for name, words in (("stdin", "input"), ("stdout", "output"), ("stderr", "error")):
        for stream in (io.StringIO(), None):
            with monkeypatch.context() as changed:
                changed.setattr(sys, name, stream)
                assert why_not_full_screen() == f"standard {words} is no terminal"
    closed = Terminal()
    closed.close()
    with monkeypatch.context() as changed:
        changed.setattr(sys, "stdin", closed)
        changed.setattr(Terminal, "isatty", io.StringIO.isatty)
        assert why_not_full_screen() == "standard input is no terminal"
    for columns, lines in (("59", "20"), ("60", "19")):
        with monkeypatch.context() as changed:
            changed.setenv("COLUMNS", columns)
            changed.setenv("LINES", lines)
            assert why_not_full_screen() == (
                f"this terminal has {columns} columns and {lines} lines, the full screen takes 60 and 20"
            )


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    monkeypatch.setattr(terminal, "_EXTRAS", ("textual", "no_such_module_at_all"))
    assert why_not_full_screen() == (
        "the full screen needs Textual, which isn't installed: pip install 'hypersweep[tui]'"
    )


@pytest.mark.skipif(os.name != "posix", reason="TERM is a thing of POSIX")
def test_terminals_that_cannot_place_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    for name in ("dumb", "unknown", ""):
        monkeypatch.setenv("TERM", name)
        assert "can't place characters" in str(why_not_full_screen())
    monkeypatch.delenv("TERM")
    assert "can't place characters" in str(why_not_full_screen())


def test_fine_characters_are_those_that_can_be_written() -> None:
    for encoding, is_fine in (("utf-8", True), ("ascii", False), ("latin-1", False), ("cp1252", False)):
        assert has_fine_characters(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is is_fine
    assert not has_fine_characters(io.StringIO())


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
    assert "hypersweep.tui.plain.main" in loaded
    assert not {"textual", "rich", "sqlite3", "asyncio"} & set(loaded)


def test_a_list_is_printed_anywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert "4d-easy" in capsys.readouterr().out
