"""Golden transcripts: whole runs of `hypersweep esp`, each written by hand from the specification's text.

What a player types isn't part of the output, so that an answer goes on in the line of the prompt. The first 22 numbers
of rand() after srand(0) put the two mines of a 3 x 4 board, with its first cell in the corner, as MAP shows them: the
64-bit numbers are 1, 7, 0, 4, 0, 3, 4, 2, 0, 0 and 0 modulo the 11, 10, ... 1 fields left, and the first and the third
of these are below the number of mines left.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from courses.esp.esp_play import play, screen

SMALL = ["--size", "3", "4", "--mines", "2"]
WELCOME = """
Welcome to ESP Minesweeper!
Chosen field size: 3 x 4.
After map generation 2 mines will be hidden in the playing field.
"""
# MAP: |1@2@|
#      |1121|
#      |····|
FIRST_BOARD = """
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
"""


def small_game(lines: bytes, transcript: str, *, after: str = "") -> None:
    """Check a run on the small board, from after its welcome and the transcript `after` on."""
    status, output = play(SMALL, lines)
    assert output.decode() == (screen(WELCOME) + screen(after) + screen(transcript)).decode()
    assert status == 0


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_won_game() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nopen 2 0\ndump\nopen 0 2\ndump\n",
        """
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 1
  ====~
 |1@2@|
 |1121|
 |····|
  ====~

  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
=== You won! ===

  ¶: 1
  ====~
 |1@2@|
 |1121|
 |····|
  ====~
""",
    )


def test_lost_game_shows_mines_over_flags_and_keeps_wrong_flags() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nflag 0 2\nflag 2 2\nopen 0 3\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 0
  ====~
 |1¶¶░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: -1
  ====~
 |1¶¶░|
 |░░░░|
 |░░¶░|
  ====~
 >~
=== You lost! ===

  ¶: -1
  ====~
 |1@¶X|
 |░░░░|
 |░░¶░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_flag_does_not_protect_a_mine_and_the_lost_number_is_unchanged() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nopen 0 1\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
=== You lost! ===

  ¶: 1
  ====~
 |1X░@|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_opening_takes_flags_off_the_board_and_out_of_the_count() -> None:
    small_game(
        b"start 0 0\nflag 1 2\nflag 2 3\nflag 0 0\nopen 1 2\nopen 2 0\nflag 2 3\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░¶░|
 |░░░░|
  ====~
 >~
  ¶: 0
  ====~
 |1░░░|
 |░░¶░|
 |░░░¶|
  ====~
 >~
  ¶: 0
  ====~
 |1░░░|
 |░░¶░|
 |░░░¶|
  ====~
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░2░|
 |░░░¶|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |1121|
 |····|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_flag_twice_is_no_flag() -> None:
    small_game(
        b"start 0 0\nflag 0 1\nflag 0 1\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_second_start_goes_on_with_the_random_stream() -> None:
    small_game(
        b"start 0 0\nflag 2 2\nstart 2 3\ndump\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1░░░|
 |░░░░|
 |░░¶░|
  ====~
 >~
  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
 >~
  ¶: 2
  ====~
 |12@1|
 |1@21|
 |111·|
  ====~

  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
 >~
  ¶: 2
  ====~
 |░░░░|
 |░░21|
 |░░1·|
  ====~
""",
        after=FIRST_BOARD,
    )


def test_default_game() -> None:
    status, output = play([], b"start 5 5\nopen 0 0\ndump\nquit\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 9 x 9.
After map generation 10 mines will be hidden in the playing field.
 >~
  ¶: 10
  =========~
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··111····|
 |111@2211·|
 |@123@2@1·|
 |222@3422·|
 |2@32@2@21|
 |2@21122@1|
 |111···111|
 |·········|
 |·········|
  =========~

  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
 >~
  ¶: 10
  =========~
 |··1░░░░░░|
 |111░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░2░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
 |░░░░░░░░░|
  =========~
""").decode()
    )


def test_every_error_leaves_the_game_as_it_was(directory: Path) -> None:
    (directory / "bad").write_bytes(b"ESQ\0" + bytes(16))
    lines = (
        b"start 0 0\n"
        b"\n"
        b"   \t \r\n"
        b"START 1 1\n"
        b"undo\n"
        b"open\n"
        b"open x\n"
        b"flag 1 2 3\n"
        b"quit now\n"
        b"dump 1\n"
        b"save\n"
        b"save a b\n"
        b"start a b c\n"
        b"open a 99\n"
        b"open 99 1.0\n"
        b"flag -1 0\n"
        b"flag 3 0\n"
        b"open 0 4\n"
        b"start 0 18446744073709551616\n"
        b"load missing\n"
        b"load bad\n"
        b"load .\n"
        b"save missing/file\n"
    )
    small_game(
        lines,
        """
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Command is missing arguments!
 > Error: Command is missing arguments!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Command is missing arguments!
 > Error: Too many arguments given for command!
 > Error: Too many arguments given for command!
 > Error: Invalid arguments given!
 > Error: Invalid arguments given!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Coordinates are invalid for this game board!
 > Error: Failed to open file!
 > Error: Invalid file content!
 > Error: Failed to open file!
 > Error: Failed to open file!
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )
    assert sorted(os.listdir(directory)) == ["bad"]


def test_before_the_start_there_are_start_load_and_quit() -> None:
    small_game(
        b"open 0 0\nflag\ndump 1\nsave a b c\nstart\nstart 3 0\nload\nload missing-file\nquit 1\nquit\n",
        """
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Unknown command!
 > Error: Command is missing arguments!
 > Error: Coordinates are invalid for this game board!
 > Error: Command is missing arguments!
 > Error: Failed to open file!
 > Error: Too many arguments given for command!
 >~
  ¶: 0
  ====~
 |░░░░|
 |░░░░|
 |░░░░|
  ====~
""",
    )


@pytest.mark.parametrize("lines", [b"", b"quit", b"quit\n", b"  quit\t\nstart 0 0\n"])
def test_end_of_input_is_quit(lines: bytes) -> None:
    small_game(
        lines,
        """
 >~
  ¶: 0
  ====~
 |░░░░|
 |░░░░|
 |░░░░|
  ====~
""",
    )


@pytest.mark.parametrize("words", [b"+0 -0", b"000 00", b"\t0\x0b 0\r", b"0" * 5000 + b" 0"])
def test_integers_that_are_a_cell(words: bytes) -> None:
    status, output = play(SMALL, b"start " + words + b"\n")
    assert output.decode().startswith(screen(WELCOME).decode() + screen(FIRST_BOARD).decode())
    assert status == 0


@pytest.mark.parametrize(
    "words",
    [b"0x0 0", b"0. 0", b"0_0 0", b"- 0", b"--0 0", b"+ 0", "\u0660 \u0660".encode(), b"\xff 0", b"0\x00 0", b"0 0,"],
)
def test_words_that_are_no_integer(words: bytes) -> None:
    status, output = play(SMALL, b"start " + words + b"\nquit\n")
    assert output.decode().startswith(screen(WELCOME).decode() + " > Error: Invalid arguments given!\n > \n")
    assert status == 0


def test_lines_have_no_maximum_length() -> None:
    long = b"9" * 200_000
    lines = b"start " + long + b" 0\n" + long + b"\nload " + long + b"\nstart" + b" " * 200_000 + b"0 0\n"
    status, output = play(SMALL, lines)
    assert status == 0
    assert output.decode().startswith(
        screen(WELCOME).decode()
        + " > Error: Coordinates are invalid for this game board!\n"
        + " > Error: Unknown command!\n"
        + " > Error: Failed to open file!\n"
        + screen(FIRST_BOARD).decode()
    )


def test_one_cell_is_won_at_once() -> None:
    status, output = play(["--mines", "0", "--size", "1", "1"], b"start 0 0\nquit\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 1 x 1.
After map generation 0 mines will be hidden in the playing field.
 >~
=== You won! ===

  ¶: 0
  =~
 |·|
  =~
""").decode()
    )


def test_as_many_mines_as_there_is_room_for() -> None:
    status, output = play(["--size", "4", "2", "--mines", "7"], b"start 1 1\nquit\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 4 x 2.
After map generation 7 mines will be hidden in the playing field.
 >~
=== You won! ===

  ¶: 7
  ==~
 |@@|
 |@5|
 |@@|
 |@@|
  ==~
""").decode()
    )


def test_save_and_load_go_back_and_bring_size_and_mines(directory: Path) -> None:
    small_game(
        b"start 0 0\nflag 0 1\nsave game\nopen 2 0\nload game\nquit\n",
        """
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |1121|
 |····|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
""",
        after=FIRST_BOARD,
    )
    # A run that was asked for another board takes the file's sides and mines, for `start` too: seed 7 puts them there.
    status, output = play(["--size", "2", "5", "--mines", "9", "--seed", "7"], b"load game\nstart 0 0\nopen 0 1\n")
    assert status == 0
    assert (
        output.decode()
        == screen("""
Welcome to ESP Minesweeper!
Chosen field size: 2 x 5.
After map generation 9 mines will be hidden in the playing field.
 >~
  ¶: 1
  ====~
 |1¶░░|
 |░░░░|
 |░░░░|
  ====~
 >~
  ¶: 2
  ====~
 |1░░░|
 |░░░░|
 |░░░░|
  ====~
 >~
=== You lost! ===

  ¶: 2
  ====~
 |1X░░|
 |░░░░|
 |@░░░|
  ====~
""").decode()
    )


def board_file(directory: Path, valid: int, mines: int, opened: int, flags: int) -> None:
    """Write the file `board`, 2 x 3 cells."""
    sides = b"\2" + bytes(7) + b"\3" + bytes(7)
    (directory / "board").write_bytes(b"ESP\0" + sides + bytes((valid, mines, opened, flags)))


def after_load(lines: bytes) -> tuple[int, str]:
    """Status, and output after the welcome, of a run that starts with `load board`."""
    status, output = play(["--size", "1", "7", "--mines", "3"], b"load board\n" + lines)
    return status, output.decode().partition("playing field.\n")[2]


def test_load_counts_flags_on_closed_fields_alone(directory: Path) -> None:
    # Mines on (0, 1) and (1, 0); (0, 0) and (1, 2) open; flags on (0, 0), (0, 1) and (1, 1).
    board_file(directory, 0b111111, 0b001010, 0b100001, 0b010011)
    assert after_load(b"flag 0 0\nopen 1 1\nopen 0 2\n") == (
        0,
        screen("""
 >~
  ¶: 0
  ===~
 |2¶░|
 |░¶1|
  ===~
 >~
  ¶: 0
  ===~
 |2¶░|
 |░¶1|
  ===~
 >~
  ¶: 1
  ===~
 |2¶░|
 |░21|
  ===~
 >~
=== You won! ===

  ¶: 1
  ===~
 |2@1|
 |@21|
  ===~
""").decode(),
    )


def test_board_loaded_after_its_loss_goes_on(directory: Path) -> None:
    # Mines on (0, 1) and (1, 0); the first of them open, and nothing else.
    board_file(directory, 0b111111, 0b001010, 0b000010, 0)
    before = (directory / "board").read_bytes()
    shown = """
 >~
  ¶: 2
  ===~
 |░X░|
 |░░░|
  ===~
"""
    rest = """
 >~
  ¶: 1
  ===~
 |░X░|
 |¶░░|
  ===~
 >~
  ¶: 1
  ===~
 |2X░|
 |¶░░|
  ===~
 >~
=== You lost! ===

  ¶: 1
  ===~
 |2X░|
 |X░░|
  ===~
"""
    lines = b"save copy\nflag 1 0\nopen 0 0\nopen 1 0\n"
    assert after_load(lines) == (0, (screen(shown) * 2 + screen(rest)).decode())
    assert (directory / "copy").read_bytes() == before


def test_board_loaded_after_its_win_is_won_by_the_next_open(directory: Path) -> None:
    board_file(directory, 0b111111, 0b001010, 0b110101, 0)
    shown = """
 >~
  ¶: 2
  ===~
 |2░1|
 |░21|
  ===~
"""
    won = """
 >~
=== You won! ===

  ¶: 2
  ===~
 |2@1|
 |@21|
  ===~
"""
    lost = """
 >~
=== You lost! ===

  ¶: 2
  ===~
 |2X1|
 |@21|
  ===~
"""
    assert after_load(b"") == (0, screen(shown).decode() * 2)
    assert after_load(b"open 0 0\n") == (0, (screen(shown) + screen(won)).decode())
    assert after_load(b"open 0 1\n") == (0, (screen(shown) + screen(lost)).decode())


def test_nothing_is_highlighted_on_a_won_board(directory: Path) -> None:
    # All is open but (0, 0), a mine among it.
    board_file(directory, 0b111111, 0b001010, 0b110110, 0)
    assert after_load(b"open 0 0\n") == (
        0,
        screen("""
 >~
  ¶: 2
  ===~
 |░X1|
 |░21|
  ===~
 >~
=== You won! ===

  ¶: 2
  ===~
 |2@1|
 |@21|
  ===~
""").decode(),
    )


def test_board_of_mines_only(directory: Path) -> None:
    board_file(directory, 0b111111, 0b111111, 0, 0b000100)
    shown = """
 >~
  ¶: 5
  ===~
 |░░¶|
 |░░░|
  ===~
"""
    lost = """
 >~
=== You lost! ===

  ¶: 5
  ===~
 |@@X|
 |@@@|
  ===~
"""
    started = """
 >~
=== You won! ===

  ¶: 5
  ===~
 |@@@|
 |@5@|
  ===~
"""
    assert after_load(b"open 0 2\n") == (0, (screen(shown) + screen(lost)).decode())
    assert after_load(b"start 1 1\n") == (0, (screen(shown) + screen(started)).decode())


def test_file_names_are_bytes(directory: Path) -> None:
    name = b"\xff\xfe\xc3\xa9"
    lines = [b"start 0 0", b"save " + name, b"load " + name, b"load a\x00b", b"save a\x00b", b"quit"]
    status, output = play(SMALL, b"\n".join(lines))
    assert status == 0
    assert os.listdir(os.fsencode(directory)) == [name]
    board, failed = screen(FIRST_BOARD), b" > Error: Failed to open file!\n"
    assert output.decode() == (screen(WELCOME) + board * 3 + failed * 2 + board).decode()
