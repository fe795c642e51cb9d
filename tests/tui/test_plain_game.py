"""The plain game from its command line on: whole transcripts, streams that end, close or fail, and terminals."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
from hypersweep import CellError, Game, Grid, Layout, Outcome, generate
from hypersweep.cli import main as command
from hypersweep.cli_support.output import Output
from hypersweep.game import History
from hypersweep.session import Session
from hypersweep.text import place_text, pluralize
from hypersweep.tui.plain_game import PlainGame, SavedMoves, help_lines, main, play
from hypersweep.ui_model.game_texts import read_cell
from slow_making import SlowMaking
from strategies import grids, layouts, near_misses, rules

PLAY = [sys.executable, "-m", "hypersweep.cli", "play", "--plain"]
SOURCE = str(Path(hypersweep.__file__).resolve().parent.parent)


def transcript(game: Game, *lines: str) -> str:
    """Return all output for some lines of input."""
    stream = io.StringIO()
    rest = iter(lines)
    play(game, lambda prompt: next(rest, ""), Output(stream))
    assert next(rest, None) is None, "the game ended before its input"
    return stream.getvalue()


def run(
    *argv: str, text: str | bytes = "", encoding: str = "utf-8", stdout: int | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the command as a separate program."""
    return subprocess.run(
        [*PLAY, *argv],
        input=text.encode() if isinstance(text, str) else text,
        stdout=subprocess.PIPE if stdout is None else stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": SOURCE, "PYTHONIOENCODING": encoding},
        check=False,
    )


def test_a_game_won() -> None:
    game = Game(layout=Layout("3x4", [(0, 3), (2, 1)]))
    assert transcript(game, "open 2 3", "flag 0 3", "flag 2 1", "chord 1 2", "open 2 0") == (
        "board 3x4, 2 mines, rules classic\n"
        "   0 1 2 3\n0| # # # #\n1| # # # #\n2| # # # #\n"
        "2 mines left, 12 cells covered, 0 moves\n"
        "   0 1 2 3\n0| # # # #\n1| # # 2 1\n2| # # 1 .\n"
        "2 mines left, 8 cells covered, 1 move\n"
        "   0 1 2 3\n0| # # # F\n1| # # 2 1\n2| # # 1 .\n"
        "1 mine left, 1 flag, 8 cells covered, 2 moves\n"
        "   0 1 2 3\n0| # # # F\n1| # # 2 1\n2| # F 1 .\n"
        "0 mines left, 2 flags, 8 cells covered, 3 moves\n"
        "   0 1 2 3\n0| . . 1 F\n1| 1 1 2 1\n2| # F 1 .\n"
        "0 mines left, 2 flags, 3 cells covered, 4 moves\n"
        "   0 1 2 3\n0| . . 1 F\n1| 1 1 2 1\n2| 1 F 1 .\n"
        "You won in 5 moves: all safe cells are open.\n"
    )


LOST_IN_THREE_DIMENSIONS = """\
board 3x4x5, 3 mines, rules classic
layer 0     layer 1     layer 2     layer 3     layer 4
   0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3
0| # # # #  0| # # # #  0| # # # #  0| # # # #  0| # # # #
1| # # # #  1| # # # #  1| # # # #  1| # # # #  1| # # # #
2| # # # #  2| # # # #  2| # # # #  2| # # # #  2| # # # #
3 mines left, 60 cells covered, 0 moves
layer 0     layer 1     layer 2     layer 3     layer 4
   0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3
0| # 1 . .  0| 1 1 1 1  0| . . 1 #  0| . . 1 1  0| . . . .
1| 1 1 . .  1| 1 1 1 1  1| . . 1 #  1| . 1 2 2  1| . 1 1 1
2| . . . .  2| . . 1 1  2| . . 1 #  2| . 1 2 #  2| . 1 # #
3 mines left, 7 cells covered, 1 move
(0, 1, 0) is open: only covered cells can have a flag
layer 0     layer 1     layer 2     layer 3     layer 4
   0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3
0| X 1 . .  0| 1 1 1 1  0| . . 1 #  0| . . 1 1  0| . . . .
1| 1 1 . .  1| 1 1 1 1  1| . . 1 *  1| . 1 2 2  1| . 1 1 1
2| . . . .  2| . . 1 1  2| . . 1 #  2| . 1 2 #  2| . 1 * #
You lost: there is a mine at (0, 0, 0).
"""


def test_a_game_lost_in_three_dimensions() -> None:
    game = Game(layout=Layout("3x4x5", [(0, 0, 0), (1, 3, 2), (2, 2, 4)]))
    assert transcript(game, "2 0 0", "f 0 1 0", "0,0,0") == LOST_IN_THREE_DIMENSIONS


FOUR_DIMENSIONS = """\
            layer 0   layer 1   layer 2   layer 3
               0 1 2     0 1 2     0 1 2     0 1 2
table row 0 0| # # #  0| # # #  0| # # #  0| # # #
            1| # # #  1| # # #  1| # # #  1| # # #

table row 1 0| 1 1 #  0| 1 1 #  0| 1 1 #  0| # # #
            1| 1 1 #  1| 1 1 #  1| 1 1 #  1| # # #

table row 2 0| . 1 #  0| . 1 #  0| 1 2 #  0| 1 1 #
            1| . 1 #  1| . 1 #  1| 1 2 #  1| 1 1 #

table row 3 0| . 1 #  0| . 1 #  0| . 2 #  0| . 1 #
            1| . 1 #  1| . 1 #  1| . 2 #  1| . 1 #

table row 4 0| . 1 #  0| . 1 #  0| . 2 #  0| . 1 #
            1| . 1 #  1| . 1 #  1| . 2 #  1| . 1 #
4 mines left, 60 cells covered, 1 move
"""


def test_four_dimensions_and_undo() -> None:
    game = Game(layout=Layout("2x3x4x5", [(0, 0, 0, 0), (1, 2, 3, 4), (0, 2, 1, 3), (1, 0, 3, 1)]))
    begun = transcript(game)
    assert begun.startswith("board 2x3x4x5, 4 mines, rules classic\n")
    assert begun.endswith("4 mines left, 120 cells covered, 0 moves\n")
    board = begun.partition("\n")[2]
    assert transcript(game, "1 0 0 4", "u") == begun + FOUR_DIMENSIONS + board


FIVE_DIMENSIONS = """\
group 0
            layer 0   layer 1
               0 1 2     0 1 2
table row 0 0| # # #  0| # # #
            1| # # 1  1| # # #

table row 1 0| # # #  0| # # #
            1| # # #  1| # # #

group 1
            layer 0   layer 1
               0 1 2     0 1 2
table row 0 0| # # #  0| # # #
            1| # # #  1| # # #

table row 1 0| # # #  0| # # #
            1| # # #  1| # # F
1 mine left, 1 flag, 47 cells covered, 2 moves
"""


def test_five_dimensions() -> None:
    game = Game(layout=Layout("2x3x2x2x2", [(0, 0, 0, 0, 0), (1, 2, 1, 1, 1)]))
    assert transcript(game, "1 2 0 0 0", "f 1 2 1 1 1").endswith(FIVE_DIMENSIONS)


ONE_DIMENSION = """\
board 12, 2 mines, rules classic
                     1 1
 0 1 2 3 4 5 6 7 8 9 0 1
 # # # # # # # # # # # #
2 mines left, 12 cells covered, 0 moves
                     1 1
 0 1 2 3 4 5 6 7 8 9 0 1
 . . 1 # # # # # # # # #
2 mines left, 9 cells covered, 1 move
                     1 1
 0 1 2 3 4 5 6 7 8 9 0 1
 . . 1 # # # # # # 1 . .
2 mines left, 6 cells covered, 2 moves
(2) shows 1 and has 0 flags around it: a chord needs as many flags as the clue
                     1 1
 0 1 2 3 4 5 6 7 8 9 0 1
 . . 1 F 1 . . 1 F 1 . .
You won in 3 moves: all safe cells are open.
"""


def test_one_dimension() -> None:
    game = Game(layout=Layout("12", [(3,), (8,)]))
    assert transcript(game, "0", "11", "c 2", "5") == ONE_DIMENSION


def test_an_empty_first_line_is_told_what_to_type() -> None:
    game = Game(layout=Layout("2x3", [(0, 0)]))
    said = transcript(game, "\n", "f 0 0", "\n")
    assert said.count("'open 0 1' opens a cell, 'help' lists the commands\n") == 1


def test_the_end_of_the_game_ends_the_reading() -> None:
    game = Game(layout=Layout("2x3", [(0, 0)]))
    with pytest.raises(AssertionError, match="before its input"):
        transcript(game, "0 0", "quit")


def test_prompts_ask_what_can_be_done() -> None:
    asked = []
    lines = iter(["flag 9 9", "0 0", "what", "new", "1 2", "quit"])

    def read(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    stream = io.StringIO()
    first = Game(layout=Layout("2x3", [(0, 0)]))
    play(first, read, Output(stream), again=lambda: Game(layout=Layout("2x3", [(0, 0), (1, 0)])))
    lost = "undo, new, again or quit? "
    assert asked == ["> ", "> ", lost, lost, "> ", "new, again or quit? "]
    assert "'open 0 1' opens a cell, 'help' lists the commands\n" in stream.getvalue()
    assert "You lost: there is a mine at (0, 0).\n" in stream.getvalue()
    assert stream.getvalue().endswith("You won in 1 move: all safe cells are open.\n")


def test_the_example_of_the_issue() -> None:
    done = run(text="open 0 0\nquit\n")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "board 9x9, 10 mines, rules classic, first click an opening"
    assert len(lines) == 1 + 2 * 11
    assert lines[11] == "10 mines left, 81 cells covered, 0 moves"
    assert lines[22].endswith("1 move")
    assert "> " not in done.stdout.decode()
    assert "\033" not in done.stdout.decode()


@pytest.mark.slow
def test_a_seed_makes_the_game_the_same() -> None:
    words = ("16x30", "--mines", "99", "--seed", "7", "--first", "opening")
    first = run(*words, text="8 15\nshow\n")
    assert first.stdout == run(*words, text="8 15\nshow\n").stdout
    assert first.stdout != run(*words[:4], "8", text="8 15\nshow\n").stdout
    assert first.stdout.decode().splitlines()[-1] == ("seed 7: play it again with --seed 7 and 'open 8 15' first")


@pytest.mark.slow
def test_games_without_a_seed_differ_and_can_be_had_again() -> None:
    lines = run("16x30", text="open 8 15\nshow").stdout.decode().splitlines()
    seed = lines[-1].split()[1].removesuffix(":")
    again = run("16x30", "--seed", seed, text="open 8 15\nshow").stdout.decode().splitlines()
    assert lines == again
    assert lines != run("16x30", text="open 8 15\nshow").stdout.decode().splitlines()


def test_chosen_mines_are_named(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\nopen 0 0\n"))
    assert main(["5x6x7"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "board 5x6x7, 16 mines (--mines sets another number), rules classic, first click an opening"
    assert out[-1] == "16 mines left, 210 cells covered, 0 moves"


def test_a_first_open_that_gave_way_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["3x4x5", "--mines", "36"]) == 0
    told = capsys.readouterr()
    assert told.err == "hypersweep play: 36 mines leave no room for an opening: the first click is safe\n"
    assert told.out.startswith("board 3x4x5, 36 mines, rules classic\n")
    assert main(["3x4x5", "--mines", "36", "--first", "opening"]) == 2
    assert "expected at most 33 mines" in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [
        ["beginer"],
        ["3x4", "--mines", "12"],
        ["3x4", "--mines"],
        ["3x4", "--nines=1"],
        ["4294967296x4294967296"],
        ["0x3"],
    ],
)
def test_mistakes_on_the_command_line_are_one_line_on_standard_error(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["play", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hypersweep play: ")
    assert err.count("\n") == 1


def test_boards_of_other_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "board.txt"
    path.write_text("4x3:0,2,u401\n", encoding="utf-8")
    for word in ("4x3:0,2,u401", str(path)):
        assert main([word]) == 0
        told = capsys.readouterr()
        assert "(2, 0) is open" in told.err
        assert "2 mines left, 6 cells covered, 1 move" in told.out
    path.write_text("Dear Ann", encoding="utf-8")
    assert main([str(path)]) == 2
    assert f"{path}: expected" in capsys.readouterr().err


def test_help_and_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: hypersweep play ")
    assert main(["--list"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["beginner", "9x9", "10", "0.84", "40", "%", "easy"]


@pytest.mark.slow
def test_other_encodings() -> None:
    done = run("2x3", "--mines", "1", text="\u2603\n", encoding="ascii")
    assert done.returncode == 0
    assert b"0| # # #" in done.stdout
    assert done.stdout.decode("ascii").splitlines()[-1].endswith(r"got '\u2603'")
    assert "0│ ■ ■ ■" in run("2x3", encoding="cp437").stdout.decode("cp437")


def test_input_that_is_no_text() -> None:
    done = run("2x3", "--mines", "1", text=b"\xff\xfc\x00\n\x00\x00\nflag 0 1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-1] == "0 mines left, 1 flag, 6 cells covered, 1 move"


@given(st.binary(max_size=60))
def test_any_bytes_are_input(data: bytes) -> None:
    lines = iter([*io.BytesIO(data), b""])
    stream = io.StringIO()
    play(Game("3x4", 2, seed=1), lambda prompt: next(lines).decode("utf-8", "replace"), Output(stream))
    assert stream.getvalue().startswith("board 3x4")


def test_missing_streams(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["3x4"]) == 0
    assert capsys.readouterr().out.endswith("0 moves\n")
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["3x4"]) == 0
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["beginer"]) == 2


def test_ctrl_c_ends_the_line_and_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert main(["3x4"]) == 130
    assert capsys.readouterr().out.endswith("0 moves\n\n")


def test_the_game_loads_no_arrays() -> None:
    program = "import sys\nfrom hypersweep.cli import main\nmain(['play', '3d-easy'])\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=b"open 0 0 0\n",
        capture_output=True,
        env={**os.environ, "PYTHONPATH": SOURCE},
        check=True,
    )
    loaded = done.stdout.decode().splitlines()[-1].split()
    assert "hypersweep.tui.plain_game" in loaded
    assert "numpy" not in loaded
    assert not [name for name in loaded if name.startswith("hypersweep.courses")]


#   0 1 2 3
# 0 # # 1 *
# 1 # # 2 1      mines at 0 3 and 2 1
# 2 # * 1 .
MINES = [(0, 3), (2, 1)]
LAYOUT = Layout("3x4", MINES)
ACTS = [("flag", (0, 3)), ("open", (0, 0)), ("undo", None), ("redo", None), ("chord", (0, 0)), ("undo", None)]


def test_a_session_does_what_a_history_does_and_keeps_it() -> None:
    game = Game(layout=LAYOUT)
    history, session = History(game), Session(layout=LAYOUT)
    moves = SavedMoves(session)
    for kind, cell in ACTS:
        assert (moves.can_undo, moves.can_redo) == (history.can_undo, history.can_redo)
        assert moves.act(kind, cell) == history.act(kind, cell)
    assert session.game.view == game.view
    assert [event.kind for event in session.record.events] == ["flag", "open", "undo", "redo", "chord", "undo"]


def test_lines_are_saved_as_they_are_played(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(layout=LAYOUT, is_known=False)
    plain = PlainGame(session.game, Output(sys.stdout, is_ascii=True), session=session)
    for line in ("open 0 0", "flag (0, 3) (0, 0)", "flag (0, 3) (2, 1)", "hint", "hint", "hint"):
        plain.obey(line)
    # If not all flags can be put, none is, and a hint with all its levels counts once.
    assert [event.kind for event in session.record.events] == ["open", "flag", "flag", "hint"]
    assert session.hints_used == 1
    assert "(0, 0) is open: only covered cells can have a flag" in capsys.readouterr().out


def test_what_costs_a_saved_game_its_rank_is_asked_once(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(layout=LAYOUT, is_known=False)
    plain = PlainGame(session.game, Output(sys.stdout, is_ascii=True), session=session, is_asked=session.is_ranked)
    for line in ("open 0 0", "undo"):
        plain.obey(line)
    assert session.is_ranked
    assert capsys.readouterr().out.endswith("taking a move back makes this game unranked: 'undo' again does it\n")
    plain.obey("undo")
    assert not session.is_ranked


NAMES = ["open", "flag", "chord", "undo", "redo", "show", "hint", "board", "help", "quit"]


class Answers:
    """A plain game, and its answer to each line."""

    def __init__(self, game: Game, again: bool = False) -> None:
        self.stream = io.StringIO()
        self.plain = PlainGame(game, Output(self.stream), (lambda: Game("3x4", 2, seed=1)) if again else None)

    def __call__(self, line: str) -> list[str]:
        begin = self.stream.tell()
        self.plain.obey(line)
        return self.stream.getvalue()[begin:].splitlines()


def answers(rules_text: str = "classic", again: bool = False) -> Answers:
    return Answers(Game(layout=LAYOUT, rules=rules_text), again)


@pytest.mark.parametrize(
    "line", ["open 2 3", "o 2 3", "O 2,3", "2 3", " 2 , 3 ", "(2, 3)", "open (2;3)", "OPEN 02 +3", "[2 3]\r\n"]
)
def test_ways_to_open_a_cell(line: str) -> None:
    assert answers()(line) == [
        "   0 1 2 3",
        "0| # # # #",
        "1| # # 2 1",
        "2| # # 1 .",
        "2 mines left, 8 cells covered, 1 move",
    ]


def test_flags_come_and_go() -> None:
    say = answers()
    assert say("f 0,3")[1:] == [
        "0| # # # F",
        "1| # # # #",
        "2| # # # #",
        "1 mine left, 1 flag, 12 cells covered, 1 move",
    ]
    assert say("flag 0 3")[-1] == "2 mines left, 12 cells covered, 2 moves"
    for cell in ("0 0", "0 1", "0 2"):
        last = say(f"f {cell}")[-1]
    assert last == "-1 mines left, 3 flags, 12 cells covered, 5 moves"


def test_undo_takes_back_and_counts() -> None:
    say = answers()
    assert say("undo") == ["there is nothing to undo"]
    before = say("show")
    say("2 3")
    assert say("u") == before
    assert say("undo") == ["there is nothing to undo"]


def test_redo_makes_what_was_undone_again() -> None:
    say = answers()
    first, second = say("2 3"), say("flag 0 3")
    say("undo")
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say("redo") == first
    assert say("r") == second
    assert say("redo") == ["there is nothing to redo"]
    say("undo")
    say("flag 2 1")
    assert say("redo") == ["there is nothing to redo"]


def test_a_loss_that_is_made_again_is_told_again() -> None:
    say = answers()
    lost = say("open 2 1")
    assert lost[-1] == "You lost: there is a mine at (2, 1)."
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say("redo") == lost


def test_several_flags_are_put_at_once_or_none() -> None:
    say = answers()
    say("2 3")
    assert say("flag (0, 3) (2, 1)")[-1] == "0 mines left, 2 flags, 8 cells covered, 3 moves"
    assert say("flag") == ["2 flags for 2 mines: (0, 3) and (2, 1)"]
    before = say.plain.game.view
    assert say("flag 0 0 0 1 2 3 0 2") == ["(2, 3) is open: only covered cells can have a flag"]
    assert say.plain.game.view == before
    assert say("undo")[-1] == "1 mine left, 1 flag, 8 cells covered, 2 moves"
    assert say("flag") == ["1 flag for 2 mines: (0, 3)"]
    say("flag 0 3")
    assert say("f") == ["0 flags for 2 mines"]


def test_a_clue_says_how_many_mines_are_left_around_it() -> None:
    say = answers()
    say("2 3")
    say("flag 0 3")
    assert say("show 1 2")[-1] == "(1, 2): clue 2, 1 left in 4 covered"
    assert say("show 0 0")[-1] == "(0, 0): covered"


def test_hints_say_more_each_time() -> None:
    say = answers()
    say("2 3")
    first, second, third, again = (say("hint") for _ in range(4))
    assert [len(lines) for lines in (first, second, third)] == [1, 1, 1]
    assert first[0].startswith("hint 1: ")
    assert first[0].endswith(" ('hint' says more)")
    assert second[0].startswith("hint 2: ")
    assert third[0].startswith("hint 3: ")
    assert again == third
    assert "says more" not in third[0]
    # A move that opens the hint's cell leaves another position.
    say("open 0 1")
    assert say("hint")[0].startswith("hint 1: ")


def test_a_hint_before_the_first_open_costs_nothing() -> None:
    say = Answers(Game("3x4", 2, seed=5))
    say.plain = PlainGame(say.plain.game, Output(say.stream), is_asked=True)
    assert say("hint") == ["Nothing is known yet. Your first click is never a mine: open any cell."]
    assert say("hint") == ["Nothing is known yet. Your first click is never a mine: open any cell."]


def test_hints_lead_to_a_win_which_tells_of_them() -> None:
    say = answers()
    say("2 3")
    while not say.plain.is_over:
        told = [say("hint") for _ in range(3)][-1][0]
        cells = re.findall(r"\(\d, \d\)", told.rpartition(":")[2])
        safe = [cell for cell in cells if tuple(map(int, re.findall(r"\d", cell))) not in MINES]
        last = [say(f"open {cell}") for cell in safe][-1]
    assert re.fullmatch(r"You won in \d moves, with \d hints?: all safe cells are open\.", last[-1])
    assert say("hint") == ["the game is over: there is nothing left to find"]


def test_somebody_who_is_there_is_told_what_it_costs_once() -> None:
    game = Game("3x4", 2, seed=5)
    say = Answers(game)
    say.plain = PlainGame(game, Output(say.stream), is_asked=True)
    say("open 0 0")
    view = game.view
    assert say("undo") == ["the result will mention the undo: 'undo' again takes the move back"]
    assert game.view == view
    assert say("hint") == ["the result will mention the hint: 'hint' again shows it"]
    assert say("hint")[0].startswith("hint 1: ")
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    say("redo")
    assert say("undo")[-1].endswith("0 moves")


def test_a_loss_is_taken_back_without_a_question() -> None:
    game = Game(layout=LAYOUT)
    say = Answers(game)
    say.plain = PlainGame(game, Output(say.stream), is_asked=True)
    say("open 2 3")
    say("open 2 1")
    assert say("undo")[-1] == "2 mines left, 8 cells covered, 1 move"


def test_a_game_that_goes_on_can_be_taken_over() -> None:
    game = Game(layout=LAYOUT)
    game.open((2, 3))
    game.flag((0, 3))
    say = Answers(game)
    assert say("show")[-1] == "1 mine left, 1 flag, 8 cells covered, 2 moves"
    assert say("u")[-1] == "2 mines left, 8 cells covered, 1 move"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("open 1", "expected 2 coordinates, got 1: try 'open 0 1'"),
        ("flag 1", "expected 2 coordinates for each cell, got 1: try 'flag 0 1'"),
        ("flag 0 1 0 2 0", "expected 2 coordinates for each cell, got 5: try 'flag 0 1'"),
        ("flag 0 1 0 1", "expected different cells: a flag set twice is removed"),
        ("flag 0 1 0 9", "expected 0 to 3 for axis 1, got 9: the board is 3x4"),
        ("redo", "there is nothing to redo"),
        ("hint 0 1", "expected nothing after 'hint', got '0 1'"),
        ("1 2 3", "expected 2 coordinates, got 3: try 'open 0 1'"),
        ("show 1", "expected 2 coordinates, got 1: try 'show 0 1'"),
        ("chord 1 b", "expected a whole number for axis 1, got 'b': try 'chord 0 1'"),
        ("open 1.5 2", "expected a whole number for axis 0, got '1.5': try 'open 0 1'"),
        ("open 1_0 2", "expected a whole number for axis 0, got '1_0': try 'open 0 1'"),
        ("open 3 0", "expected 0 to 2 for axis 0, got 3: the board is 3x4"),
        ("open 0 -1", "expected 0 to 3 for axis 1, got -1: the board is 3x4"),
        ("-1 0", "expected 0 to 2 for axis 0, got -1: the board is 3x4"),
        ("opne 1 2", f"expected one of {', '.join(NAMES)}, got 'opne', did you mean 'open'?"),
        ("xyzzy", f"expected one of {', '.join(NAMES)}, got 'xyzzy'"),
        ("new", f"expected one of {', '.join(NAMES)}, got 'new'"),
        ("undo 3", "expected nothing after 'undo', got '3'"),
        ("quit now please", "expected nothing after 'quit', got 'now please'"),
        ("undo", "there is nothing to undo"),
        ("chord 2 3", "(2, 3) is covered: a chord starts from an open clue"),
    ],
)
def test_mistakes_get_one_line_and_change_nothing(line: str, answer: str) -> None:
    say = answers()
    before = say("show")
    assert say(line) == [answer]
    assert not say.plain.is_left
    assert say("show") == before


def test_numbers_without_end_are_refused_at_once() -> None:
    (line,) = answers()(f"open 0 {'9' * 100_000}")
    assert line.startswith("expected 0 to 3 for axis 1, got 9999")
    assert len(line) < 150


@pytest.mark.parametrize("line", ["", "\n", "   \n", ",", "()\r\n"])
def test_empty_lines_are_no_commands(line: str) -> None:
    say = answers()
    say("show")
    assert say(line) == []


def test_moves_that_do_nothing_say_why() -> None:
    say = answers()
    say("open 2 3")
    assert say("open 2 3") == ["(2, 3) is open already"]
    assert say("flag 2 3") == ["(2, 3) is open: only covered cells can have a flag"]
    assert say("chord 2 3") == ["(2, 3) has no mines around it: nothing to chord"]
    assert say("chord 2 2") == ["(2, 2) shows 1 and has 0 flags around it: a chord needs as many flags as the clue"]
    say("flag 2 1")
    assert say("open 2 1") == ["(2, 1) has a flag: 'flag 2 1' removes it"]
    say("open 1 1")
    assert say("chord 2 2") == ["(2, 2) has nothing left to open around it"]
    assert say("chord 1 2") == ["(1, 2) shows 2 and has 1 flag around it: a chord needs as many flags as the clue"]


def test_rules_without_chords_say_so() -> None:
    say = answers("hypermines")
    say("2 3")
    assert say("chord 2 2") == ["the comp2017 rules have no chord"]


def test_rules_decide_about_flags() -> None:
    say = answers("hypermines")
    say("flag 2 3")
    assert say("open 2 3")[3] == "2| # # 1 ."
    say = answers("esp")
    say("open 2 3")
    assert say("flag 2 3")[-1] == "(2, 3) is open and has a flag"
    assert say("flag 2 3")[-1] == "(2, 3) is open and no longer has a flag"


def test_a_loss_shows_the_mines_and_says_where() -> None:
    say = answers()
    say("flag 0 0")
    assert say("open 2 1") == [
        "   0 1 2 3",
        "0| ! # # *",
        "1| # # # #",
        "2| # X # #",
        "You lost: there is a mine at (2, 1).",
    ]
    assert say.plain.is_over


def test_a_wrong_flag_is_found_by_a_chord() -> None:
    say = answers()
    say("open 2 2")
    say("flag 1 1")
    assert say("chord 2 2")[-1] == "You lost: a flag around (2, 2) is wrong, there is a mine at (2, 1)."
    say = Answers(Game(layout=Layout("3x4", [(0, 0), (2, 1)])))
    say("open 1 1")
    say("flag 0 1")
    say("flag 0 2")
    assert say("chord 1 1")[-1] == "You lost: a flag around (1, 1) is wrong, there is a mine at (0, 0) and at (2, 1)."


def test_a_win_counts_the_moves() -> None:
    say = answers()
    for line in ("2 3", "f 0 3", "f 2 1", "c 1 2", "2 0"):
        last = say(line)
    assert last[-1] == "You won in 5 moves: all safe cells are open."
    assert say.plain.game.outcome is Outcome.WON


def test_when_it_is_over_moves_are_refused() -> None:
    say = answers(again=True)
    say("2 1")
    assert say.plain.prompt == "undo, new, again or quit? "
    assert say("0 0") == ["the game is over: expected undo, new, again or quit, got 'open'"]
    assert say("undo")[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say.plain.prompt == "> "


def test_another_game_begins() -> None:
    say = answers(again=True)
    say("2 1")
    lines = say("new")
    assert lines[0] == "board 3x4, 2 mines, rules classic"
    assert lines[-1] == "2 mines left, 12 cells covered, 0 moves"
    assert say.plain.prompt == "> "
    assert say("undo") == ["there is nothing to undo"]


def test_the_same_board_begins_once_more() -> None:
    say = Answers(Game("3x4x5", 7, seed=1, rules="classic,first=opening"), again=True)
    assert say("again") == ["no mines are placed yet: open a cell before 'again'"]
    say("1 1 1")
    layout = say.plain.game.layout
    lines = say("a")
    assert lines[0] == "board 3x4x5, 7 mines, rules classic, first click unprotected"
    assert lines[-1] == "7 mines left, 60 cells covered, 0 moves"
    assert say.plain.game.layout == layout
    # Without a next game there is none of these either.
    assert "got 'again'" in answers()("again")[0]


def test_the_board_is_told() -> None:
    say = Answers(Game("3x4", 2, seed=77))
    assert say("board") == [
        "board     3x4: 12 cells, 2 mines",
        "rules     classic",
        "seed      77",
        "board ID  shown once the game is over, since it reveals the mines",
        "play it   hypersweep play 3x4 --mines 2 --first safe --seed 77",
        "          and open the same cell first",
    ]
    say("1 2")
    assert say("b")[-1] == f"          and open {place_text((1, 2))} first"
    assert answers()("board")[2:4] == ["seed      none: the mines were given", f"board ID  {LAYOUT.format()}"]


def test_the_seed_is_told_when_asked_for_and_at_the_end() -> None:
    say = Answers(Game("3x4", 2, seed=77))
    assert say("show")[-1] == "seed 77: play it again with --seed 77"
    assert not any("seed" in line for line in say("f 0 0"))
    say("o 1 2")
    assert say("show")[-1] == "seed 77: play it again with --seed 77 and 'open 1 2' first"
    layout = say.plain.game.layout
    assert layout is not None
    again = Game("3x4", 2, seed=77)
    again.open((1, 2))
    assert again.layout == layout
    lines = say(f"o {' '.join(map(str, next(layout.mine_cells())))}")
    if "flag" in lines[-1]:
        say("f 0 0")
        lines = say("o 0 0")
    assert lines[-2].startswith("You lost")
    assert lines[-1] == "seed 77: play it again with --seed 77 and 'open 1 2' first"


def test_a_first_open_without_a_promise_has_no_share_in_the_board() -> None:
    say = Answers(Game("3x4", 2, seed=77, rules="classic,first=any"))
    say("o 1 2")
    assert say("show")[-1] == "seed 77: play it again with --seed 77"


def test_a_given_layout_has_no_seed() -> None:
    assert answers()("show")[-1] == "2 mines left, 12 cells covered, 0 moves"


@pytest.mark.parametrize("line", ["quit", "q", "Q\n", "exit"])
def test_quit_leaves_without_a_word(line: str) -> None:
    say = answers()
    assert say(line) == []
    assert say.plain.is_left


@pytest.mark.parametrize("line", ["help", "h", "?"])
def test_help_lists_the_commands(line: str) -> None:
    lines = answers()(line)
    assert [text.split()[0] for text in lines[: len(NAMES)]] == NAMES
    assert not any("new" in text for text in lines)
    assert [text.split()[0] for text in answers(again=True)(line)[len(NAMES) :][:2]] == ["new", "again"]


@pytest.mark.parametrize("dimensions", range(1, 7))
def test_help_fits_a_small_terminal_and_suits_the_board(dimensions: int) -> None:
    symbols = Output(io.StringIO()).symbols
    grid = Grid((3, 4, 5, 6, 7, 8)[:dimensions])
    lines = help_lines(grid, symbols, [*NAMES, "new", "again"])
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 80 + 4 * max(0, dimensions - 4)
    example = lines[0].partition(";")[0].split()[1 : 1 + dimensions]
    assert read_cell(example, grid, "open") in grid


def test_help_explains_the_tables() -> None:
    symbols = Output(io.StringIO()).symbols
    assert help_lines(Grid("3x4x5x6"), symbols, ["open", "quit"])[-3:] == [
        "A cell has 4 coordinates, each starting from 0.",
        "Layers stand side by side, table rows below each other.",
        "So (0, 1, 2, 3) is row 0, column 1, layer 2, table row 3.",
    ]
    assert help_lines(Grid("30"), symbols, ["open", "quit"])[-1] == ("Cells are named by number, starting from 0.")


def test_examples_are_on_the_board() -> None:
    with pytest.raises(CellError, match="try 'open 0 0 0'"):
        read_cell([], Grid("1x1x1"), "open")


def test_counts_are_spelt_right() -> None:
    assert [pluralize(number, "cell") for number in (-1, 0, 1, 2)] == ["-1 cells", "0 cells", "1 cell", "2 cells"]


@pytest.mark.slow
@given(layouts(max_cells=40), rules(), st.data())
def test_any_lines_of_input_do_no_harm(layout: Layout, chosen: object, data: st.DataObject) -> None:
    words = st.sampled_from((*NAMES, "o", "f", "c", "u", "r", "h", "?", "b", "new", "again", ""))
    numbers = st.lists(
        st.integers(-1, max(layout.grid.shape)).map(str), min_size=0, max_size=layout.grid.dimensions + 1
    )
    cells = st.sampled_from([" ".join(map(str, cell)) for cell in layout.grid])
    sensible = st.builds(lambda word, cell: f"{word} {cell}", words, cells)
    senseless = st.builds(lambda word, rest: f"{word} {','.join(rest)}", words, numbers)
    say = Answers(Game(layout=layout, rules=chosen))  # type: ignore[arg-type]
    for line in data.draw(st.lists(st.one_of(sensible, sensible, senseless, st.text(max_size=12)), max_size=15)):
        game = say.plain.game
        before = (game.view, game.moves)
        lines = say(line)
        assert all(text.isprintable() for text in lines)
        if (game.view, game.moves) == before:
            continue
        # After any change the board is shown.
        shown = Output(io.StringIO()).picture(game)
        assert lines[: len(shown)] == shown


@given(grids(), near_misses(["open 0 1", "flag 2,3", "c (0 0 0)", "0 1 2 3", "undo", "show 1", "quit"]))
def test_garbage_gets_an_answer(grid: Grid, line: str) -> None:
    say = Answers(Game(grid, 0, seed=1))
    lines = say(line)
    assert lines or say.plain.is_left or not line.translate(str.maketrans(",;()[]", "      ")).split()


def test_a_first_open_without_a_board_is_told_and_another_cell_may_be_tried() -> None:
    say = Answers(Game("2x3", 1, seed=7, rules="classic,guess=never"))
    say("flag 0 0")
    (line,) = say("open 0 1")
    assert line == "no board without guesses begins there: try another cell"
    assert say("hint") == [
        "Nothing is known yet. Your first click is never a mine, and no guess is needed after it: open any cell."
    ]
    assert say.plain.game.layout is None
    assert say("open 1 2")[-1] == "0 mines left, 1 flag, 5 cells covered, 2 moves"
    assert say("undo")
    # The mines stay, so no board has to be made.
    assert say("open 0 1") != [line]
    assert dict(line.split(None, 1) for line in say("board"))["rules"] == "classic, no guess"


def test_the_same_board_again_promises_nothing() -> None:
    say = Answers(Game("5x6", 4, seed=7, rules="classic,guess=never"), again=True)
    say("open 0 0")
    assert say("again")[0] == "board 5x6, 4 mines, rules classic, first click unprotected"


def no_guess_game() -> Game:
    return Game("5x7", 5, seed=4, rules="classic,first=opening,guess=never")


def test_who_waits_for_a_board_is_told_and_may_call_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    making = SlowMaking(monkeypatch)
    monkeypatch.setattr("hypersweep.tui.plain_game._SOON", 0.01)
    say = Answers(no_guess_game(), again=True)

    def interrupt(*arguments: Any, **options: Any) -> Layout:
        while "making" not in say.stream.getvalue():
            time.sleep(0.005)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(generate, "no_guess", interrupt)
        say("flag 0 0")
        assert say("open 2 3") == [
            "making a board that needs no guess… Ctrl-C cancels it",
            "",
            "cancelled: the game is as it was",
        ]
        game = say.plain.game
        assert (game.layout, game.flags, game.opened) == (None, 1, 0)
        # No player can cancel in a script: Ctrl-C ends it.
        script = Answers(no_guess_game())
        with pytest.raises(KeyboardInterrupt):
            script("open 2 3")
    making.may_end.set()
    say("open 2 3")
    assert say.plain.game.opened


def test_a_needless_loss_says_what_was_safe() -> None:
    for rules_text, is_told in (("guess=never", True), ("guess=allowed", False)):
        game = Game("5x7", 5, seed=4, rules=f"classic,first=opening,{rules_text}")
        say = Answers(game)
        say("open 2 3")
        assert game.layout is not None
        mine = next(game.layout.mine_cells())
        lines = say(f"open {mine[0]} {mine[1]}")
        assert any(line.startswith("You lost: there is a mine at") for line in lines)
        told = [line for line in lines if line.startswith("No guess was needed: (")]
        assert bool(told) == is_told
        for line in told:
            cell = tuple(map(int, re.findall(r"\d+", line)))
            assert not game.layout.is_mine(cell)
            assert not game.is_open(cell)
