"""Output to terminals, pipes and streams of other encodings."""

from __future__ import annotations

import io
import os

import pytest

from hypersweep import Game, Layout
from hypersweep.cli_support.output import Output

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


@pytest.fixture(autouse=True)
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
    assert lines[-1] == "(axis 1: 26 to 39 of 40)"
    assert max(map(len, lines)) == 30
    assert len(Output(io.StringIO()).picture(game)) == 5


def test_huge_boards_are_shown_around_a_cell() -> None:
    game = Game("30000x20000", 1000, seed=1)
    game.flag((29999, 10))
    lines = Output(io.StringIO()).picture(game, (29999, 10))
    assert lines[-2] == "29999| " + "# " * 10 + "F" + " #" * 19
    assert lines[-1] == "(axis 0: 29984 to 29999 of 30000, axis 1: 0 to 29 of 20000)"
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
