"""What the terminal can do, and why the full-screen game isn't available in it."""

from __future__ import annotations

import io
import re
import sys
from importlib import metadata

import pytest

from hypersweep.tui import terminal
from hypersweep.tui.terminal import has_fine_characters, has_title, is_slow_line, why_not_full_screen


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def enter_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a good terminal of the smallest size. Not a fixture: pytest changes the streams between set-up and test."""
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
                assert why_not_full_screen() == f"standard {words} isn't a terminal"
    closed = Terminal()
    closed.close()
    with monkeypatch.context() as changed:
        changed.setattr(sys, "stdin", closed)
        changed.setattr(Terminal, "isatty", io.StringIO.isatty)
        assert why_not_full_screen() == "standard input isn't a terminal"
    for columns, lines in (("59", "20"), ("60", "19")):
        with monkeypatch.context() as changed:
            changed.setenv("COLUMNS", columns)
            changed.setenv("LINES", lines)
            assert why_not_full_screen() == (
                f"this terminal has {columns} columns and {lines} lines; the full screen needs 60 and 20"
            )


def test_an_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    monkeypatch.setattr(terminal, "_EXTRAS", ("textual", "no_such_module_at_all"))
    assert why_not_full_screen() == (
        "the full screen needs Textual, which isn't installed: pip install 'hypersweep[tui]'"
    )


@pytest.mark.parametrize("version", ["6.1.0", "10.0.0", "9"])
def test_a_textual_of_another_program_is_named(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    monkeypatch.setattr(metadata, "version", lambda name: version)
    reason = why_not_full_screen()
    assert reason is not None
    assert reason.startswith(f"the full screen needs Textual 8, and this environment has {version}: ")


def test_the_textual_that_is_asked_for_is_that_of_the_extra() -> None:
    (wanted,) = [line for line in metadata.requires("hypersweep") or [] if re.match(r"textual[^-\w]", line)]
    assert f">={terminal._TEXTUAL}" in wanted
    assert f"<{terminal._TEXTUAL + 1}" in wanted


@pytest.mark.needs("posix")
def test_terminals_that_cannot_place_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    enter_terminal(monkeypatch)
    for name in ("dumb", "unknown"):
        monkeypatch.setenv("TERM", name)
        assert why_not_full_screen() == f"a terminal with TERM={name} can't position the cursor"
    monkeypatch.setenv("TERM", "")
    assert str(why_not_full_screen()).startswith("TERM isn't set")
    monkeypatch.delenv("TERM")
    assert str(why_not_full_screen()).startswith("TERM isn't set")


def test_fine_characters_are_those_that_can_be_written() -> None:
    for encoding, is_fine in (("utf-8", True), ("ascii", False), ("latin-1", False), ("cp1252", False)):
        assert has_fine_characters(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is is_fine
    assert not has_fine_characters(io.StringIO())


@pytest.mark.needs("posix")
def test_only_a_slow_serial_line_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    import pty
    import termios

    _, end = pty.openpty()
    with open(end, "w") as stream:
        monkeypatch.setattr("sys.__stdout__", stream)
        assert not is_slow_line()
        attributes = termios.tcgetattr(end)
        attributes[4] = attributes[5] = termios.B9600
        termios.tcsetattr(end, termios.TCSANOW, attributes)
        assert is_slow_line()
    monkeypatch.setattr("sys.__stdout__", None)
    assert not is_slow_line()


def test_consoles_without_windows_have_no_title(monkeypatch: pytest.MonkeyPatch) -> None:
    for term in ("linux", "vt100", "dumb"):
        monkeypatch.setenv("TERM", term)
        assert not has_title()
    for term in ("xterm-256color", "tmux-256color", "alacritty", "foot"):
        monkeypatch.setenv("TERM", term)
        assert has_title()
