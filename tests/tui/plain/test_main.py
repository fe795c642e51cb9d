"""The plain game from its command line on: whole transcripts, streams that end, close or fail, and terminals."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
from hypersweep import Game, Layout
from hypersweep.cli import main as command
from hypersweep.cli_support.output import Output
from hypersweep.tui.plain.main import main, play

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
axis 2=0    axis 2=1    axis 2=2    axis 2=3    axis 2=4
   0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3
0| # # # #  0| # # # #  0| # # # #  0| # # # #  0| # # # #
1| # # # #  1| # # # #  1| # # # #  1| # # # #  1| # # # #
2| # # # #  2| # # # #  2| # # # #  2| # # # #  2| # # # #
3 mines left, 60 cells covered, 0 moves
axis 2=0    axis 2=1    axis 2=2    axis 2=3    axis 2=4
   0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3     0 1 2 3
0| # 1 . .  0| 1 1 1 1  0| . . 1 #  0| . . 1 1  0| . . . .
1| 1 1 . .  1| 1 1 1 1  1| . . 1 #  1| . 1 2 2  1| . 1 1 1
2| . . . .  2| . . 1 1  2| . . 1 #  2| . 1 2 #  2| . 1 # #
3 mines left, 7 cells covered, 1 move
(0, 1, 0) is open: only covered cells take a flag
axis 2=0    axis 2=1    axis 2=2    axis 2=3    axis 2=4
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
         axis 2=0  axis 2=1  axis 2=2  axis 2=3
            0 1 2     0 1 2     0 1 2     0 1 2
axis 3=0 0| # # #  0| # # #  0| # # #  0| # # #
         1| # # #  1| # # #  1| # # #  1| # # #

axis 3=1 0| 1 1 #  0| 1 1 #  0| 1 1 #  0| # # #
         1| 1 1 #  1| 1 1 #  1| 1 1 #  1| # # #

axis 3=2 0| . 1 #  0| . 1 #  0| 1 2 #  0| 1 1 #
         1| . 1 #  1| . 1 #  1| 1 2 #  1| 1 1 #

axis 3=3 0| . 1 #  0| . 1 #  0| . 2 #  0| . 1 #
         1| . 1 #  1| . 1 #  1| . 2 #  1| . 1 #

axis 3=4 0| . 1 #  0| . 1 #  0| . 2 #  0| . 1 #
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
axis 4=0
         axis 2=0  axis 2=1
            0 1 2     0 1 2
axis 3=0 0| # # #  0| # # #
         1| # # 1  1| # # #

axis 3=1 0| # # #  0| # # #
         1| # # #  1| # # #

axis 4=1
         axis 2=0  axis 2=1
            0 1 2     0 1 2
axis 3=0 0| # # #  0| # # #
         1| # # #  1| # # #

axis 3=1 0| # # #  0| # # #
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
    assert lines[0] == "board 9x9, 10 mines, rules classic, first open an opening"
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
    assert out[0] == "board 5x6x7, 16 mines (--mines sets another number), rules classic, first open an opening"
    assert out[-1] == "16 mines left, 210 cells covered, 0 moves"


def test_a_first_open_that_gave_way_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert main(["3x4x5", "--mines", "36"]) == 0
    told = capsys.readouterr()
    assert told.err == "hypersweep play: 36 mines leave no room for an opening: the first open is safe\n"
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
    assert "hypersweep.tui.plain.main" in loaded
    assert "numpy" not in loaded
    assert not [name for name in loaded if name.startswith("hypersweep.courses")]
