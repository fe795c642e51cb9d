"""The line that shows a command's progress."""

from __future__ import annotations

import io

import pytest

from hypersweep.cli import progress
from hypersweep.cli.progress import ProgressLine
from hypersweep.cli_support.output import Output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Broken(Terminal):
    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: clock[0])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    return clock


def test_it_comes_after_a_while_and_not_too_often(now: list[float]) -> None:
    terminal = Terminal()
    with ProgressLine(Output(terminal, is_ascii=True)) as line:
        line.show(0.1, "early")
        assert terminal.getvalue() == ""
        now[0] += 0.3
        line.show(0.25, "first")
        assert terminal.getvalue() == "\r#####---------------  first\033[K"
        now[0] += 0.05
        line.show(0.5, "too soon")
        now[0] += 0.06
        line.show(2, "all")
        assert terminal.getvalue().endswith("first\033[K\r####################  all\033[K")
    assert terminal.getvalue().endswith("\033[K\r\033[K")


def test_it_makes_room_for_other_lines(now: list[float]) -> None:
    terminal = Terminal()
    line = ProgressLine(Output(terminal, is_ascii=False))
    with line.hidden():
        terminal.write("one\n")
    now[0] += 1
    line.show(0.5, "half")
    with line.hidden():
        terminal.write("two\n")
    shown = "\r━━━━━━━━━━──────────  half\033[K"
    assert terminal.getvalue() == f"one\n{shown}\r\033[Ktwo\n{shown}"
    line.clear()
    line.clear()
    assert terminal.getvalue().count("\r\033[K") == 2


@pytest.mark.parametrize(("columns", "length"), [(80, 79), (60, 59), (59, 58), (10, 9)])
def test_it_stays_on_its_line(columns: int, length: int, now: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    terminal = Terminal()
    line = ProgressLine(Output(terminal, is_ascii=True))
    now[0] += 1
    line.show(0.5, "word " * 30)
    shown = terminal.getvalue()[1:].removesuffix("\033[K")
    assert len(shown) == length
    assert shown.startswith("#" if columns >= 60 else "word")


def test_nothing_is_shown_where_it_would_be_kept_or_not_understood(
    now: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    now[0] += 1
    pipe = io.StringIO()
    for output in (Output(pipe), Output(None)):
        line = ProgressLine(output)
        now[0] += 1
        line.show(0.5, "half")
        assert not line.is_wanted
    assert pipe.getvalue() == ""
    monkeypatch.setenv("TERM", "dumb")
    assert not ProgressLine(Output(Terminal())).is_wanted


def test_a_terminal_that_is_gone_is_left_alone(now: list[float]) -> None:
    line = ProgressLine(Output(Broken()))
    now[0] += 1
    line.show(0.5, "half")
    assert not line.is_wanted
    with line.hidden():
        pass


def test_it_is_taken_away_whatever_happens(now: list[float]) -> None:
    terminal = Terminal()

    def interrupted() -> None:
        with ProgressLine(Output(terminal, is_ascii=True)) as line:
            now[0] += 1
            line.show(0.5, "half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.getvalue().endswith("half\033[K\r\033[K")
