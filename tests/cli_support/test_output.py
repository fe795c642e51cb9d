"""Output to terminals, pipes, and streams with other encodings."""

from __future__ import annotations

import io
import os
import sys

import pytest

from hypersweep import Game, Layout
from hypersweep.cli_support import output
from hypersweep.cli_support.output import Output, ProgressLine, columns_of, text_width

LAYOUT = Layout("3x4", [(0, 3), (2, 1)])


class Terminal(io.TextIOWrapper):
    """A stream that says it is a terminal."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)

    def isatty(self) -> bool:
        return True


def lost_game() -> Game:
    """A game with a mine gone off, one flagged rightly and one cell flagged wrongly."""
    game = Game(layout=Layout("3x4", [(0, 3), (2, 1), (2, 0)]))
    game.open((2, 3))
    for cell in ((0, 3), (0, 0)):
        game.flag(cell)
    game.open((2, 1))
    return game


def test_a_picture_can_reveal_all() -> None:
    output = Output(io.StringIO(), is_ascii=False)
    assert output.picture(Game(layout=LAYOUT), reveal=True) == ["   0 1 2 3", "0│ · · 1 *", "1│ 1 1 2 1", "2│ 1 * 1 ·"]
    # Also if only a part is shown.
    tall = Layout("2x3000", [(0, 1)])
    lines = output.picture(Game(layout=tall), (0, 0), reveal=True)
    assert lines[2].split()[:3] == ["0│", "1", "*"]


@pytest.fixture
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def test_nicer_characters_where_the_encoding_has_them() -> None:
    for encoding in ("utf-8", "cp437", "cp850", "utf-16"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        assert Output(stream).picture(Game("2x3", 1, seed=1)) == ["   0 1 2", "0│ ■ ■ ■", "1│ ■ ■ ■"]
    for encoding in ("ascii", "latin-1", "cp1252"):
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        assert Output(stream).picture(Game("2x3", 1, seed=1)) == ["   0 1 2", "0| # # #", "1| # # #"]
    assert Output(io.StringIO()).picture(Game("2x3", 1, seed=1)) == ["   0 1 2", "0| # # #", "1| # # #"]


def test_everything_that_can_stand_on_a_board() -> None:
    assert Output(io.StringIO()).picture(lost_game()) == [
        "   0 1 2 3",
        "0| ! # # F",
        "1| # # 2 1",
        "2| * X 1 .",
    ]


def test_characters_that_the_encoding_lacks_are_escaped() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
    screen = Output(stream)
    screen.write("snow \u2603 and 1\n")
    screen.flush()
    assert stream.buffer.getvalue() == b"snow \\u2603 and 1\n"


def test_no_colours_but_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lost_game()
    plain = Output(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")).picture(game)
    assert not any("\033" in line for line in plain)
    assert any("\033" in line for line in Output(Terminal()).picture(game))
    assert Output(Terminal(), is_colourful=False).picture(game) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert Output(Terminal()).picture(game) == plain
    monkeypatch.setenv("NO_COLOR", "")
    assert Output(Terminal()).picture(game) != plain
    monkeypatch.setenv("TERM", "dumb")
    assert Output(Terminal()).picture(game) == plain


def test_colours_end_where_they_begin() -> None:
    lines = Output(io.StringIO(), is_colourful=True).picture(lost_game())
    assert lines == [
        "\033[2m   0 1 2 3\033[0m",
        "\033[2m0|\033[0m \033[1;35m!\033[0m # # \033[1;31mF\033[0m",
        "\033[2m1|\033[0m # # \033[32m2\033[0m \033[94m1\033[0m",
        "\033[2m2|\033[0m \033[33m*\033[0m \033[1;37;41mX\033[0m \033[94m1\033[0m \033[2m.\033[0m",
    ]


def test_a_terminal_has_a_width_and_a_pipe_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Output(io.StringIO()).columns is None
    assert Output(None).columns is None
    assert Output(Terminal()).columns == 80
    monkeypatch.setenv("COLUMNS", "44")
    assert Output(Terminal()).columns == 44
    assert Output(io.StringIO()).columns is None
    for nonsense in ("0", "-3", "wide", "", "4²"):
        monkeypatch.setenv("COLUMNS", nonsense)
        assert Output(Terminal()).columns == 80


def test_slices_fold_to_the_terminal_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    game = Game("3x4x5", 4, seed=1)
    folded = Output(Terminal(), is_colourful=False).picture(game)
    assert max(map(len, folded)) <= 30
    whole = Output(io.StringIO()).picture(game)
    assert len(whole) == 5
    assert sum(line.count("■") for line in folded) == sum(line.count("#") for line in whole) == 60


def test_wide_boards_lose_columns_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    game = Game("3x40", 4, seed=1)
    lines = Output(Terminal(), is_colourful=False).picture(game, (1, 39))
    assert lines[-1] == "(columns 26 to 39 of 40)"
    assert max(map(len, lines)) == 30
    assert len(Output(io.StringIO()).picture(game)) == 5


def test_huge_boards_are_shown_around_a_cell() -> None:
    game = Game("30000x20000", 1000, seed=1)
    game.flag((29999, 10))
    lines = Output(io.StringIO()).picture(game, (29999, 10))
    assert lines[-2] == "29999| " + "# " * 10 + "F" + " #" * 19
    assert lines[-1] == "(rows 29984 to 29999 of 30000, columns 0 to 29 of 20000)"
    assert len(lines) == 2 + 16 + 1


def test_cells_are_as_wide_as_clues_can_be() -> None:
    for board, mines, width in (("3x4", 8, 1), ("3x4x5", 9, 1), ("3x4x5", 10, 2), ("4x3x3x3x3", 100, 3)):
        line = Output(io.StringIO()).picture(Game(board, mines, seed=1))[-1]
        assert line.endswith((" " * width + "#") * 3)
    # A clue of two digits: a cell among 26 mines.
    mines_around = [cell for cell in Game("3x3x4", 0).grid if cell not in ((1, 1, 1), (1, 1, 3))]
    game = Game(layout=Layout("3x3x4", mines_around))
    game.open((1, 1, 1))
    assert "1|  # 26  #" in Output(io.StringIO()).picture(game)[3]


def test_a_program_without_output_keeps_quiet() -> None:
    screen = Output(None)
    screen.write("nobody hears this")
    screen.flush()
    screen.abandon()
    assert not screen.is_terminal


def test_an_abandoned_stream_fails_no_more() -> None:
    reader, writer = os.pipe()
    stream = os.fdopen(writer, "w", encoding="utf-8")
    screen = Output(stream)
    os.close(reader)
    screen.write("x" * 10)
    with pytest.raises(BrokenPipeError):
        screen.flush()
    screen.abandon()
    screen.write("more")
    stream.close()


def test_a_picture_of_a_won_game_has_flags() -> None:
    game = Game(layout=LAYOUT)
    for cell in game.grid:
        if not LAYOUT.is_mine(cell):
            game.open(cell)
    output = Output(io.StringIO(), is_ascii=True)
    assert output.picture(game) == ["   0 1 2 3", "0| . . 1 F", "1| 1 1 2 1", "2| 1 F 1 ."]
    assert output.picture(game, reveal=True)[1] == "0| . . 1 *"


def test_numbers_stand_to_the_right() -> None:
    table = [["name", "number", "share", "word"], ["a", "1,000", "+0.25*", "x"], ["long name", "-2.5", "-", "-"]]
    assert columns_of(table) == [
        "name       number   share  word",
        "a           1,000  +0.25*  x",
        "long name    -2.5       -  -",
    ]
    assert columns_of([["heads", "alone"]]) == ["heads  alone"]


def test_wide_characters_take_two_columns() -> None:
    assert [text_width(text) for text in ("", "won", "漢字", "a\u0301b", "\uff57", "é")] == [0, 3, 4, 2, 2, 1]
    assert columns_of([["player", "won"], ["漢字の名前", "7"], ["e\u0301", "12"]]) == [
        "player      won",
        "漢字の名前    7",
        "e\u0301            12",
    ]


class OpenTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Broken(OpenTerminal):
    def write(self, text: str) -> int:
        raise BrokenPipeError


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    clock = [0.0]
    monkeypatch.setattr(output, "monotonic", lambda: clock[0])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    return clock


def test_it_comes_after_a_while_and_not_too_often(now: list[float]) -> None:
    terminal = OpenTerminal()
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
    terminal = OpenTerminal()
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
    terminal = OpenTerminal()
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
    for each in (Output(pipe), Output(None)):
        line = ProgressLine(each)
        now[0] += 1
        line.show(0.5, "half")
        assert not line.is_wanted
    assert pipe.getvalue() == ""
    monkeypatch.setenv("TERM", "dumb")
    assert not ProgressLine(Output(OpenTerminal())).is_wanted


def test_a_terminal_that_is_gone_is_left_alone(now: list[float]) -> None:
    line = ProgressLine(Output(Broken()))
    now[0] += 1
    line.show(0.5, "half")
    assert not line.is_wanted
    with line.hidden():
        pass


def test_it_is_taken_away_whatever_happens(now: list[float]) -> None:
    terminal = OpenTerminal()

    def interrupted() -> None:
        with ProgressLine(Output(terminal, is_ascii=True)) as line:
            now[0] += 1
            line.show(0.5, "half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert terminal.getvalue().endswith("half\033[K\r\033[K")


def test_elsewhere_than_on_a_terminal_it_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 1000.0
    monkeypatch.setattr(output, "monotonic", lambda: now)
    with ProgressLine(Output(sys.stderr), "hypersweep lab sweep") as telling:
        for seconds in (1, 59, 61, 100, 120, 122):
            now = 1000.0 + seconds
            telling.show(seconds / 200, f"after {seconds} s")
        with telling.hidden():
            pass
    found = capsys.readouterr()
    assert found.out == ""
    assert found.err == "hypersweep lab sweep: after 61 s\nhypersweep lab sweep: after 122 s\n"
