"""Golden transcripts: whole runs of `hypersweep esp`, each written by hand from the specification's text.

What a player types isn't part of the output, so that an answer goes on in the line of the prompt.
"""

from __future__ import annotations

import os
from pathlib import Path

from courses.esp.esp_play import play, screen
from courses.esp.esp_small import FIRST_BOARD, SMALL, WELCOME, small_game


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


def test_open_on_an_open_field_prints_the_board() -> None:
    board = FIRST_BOARD.removeprefix("\n")
    small_game(b"start 0 0\nopen 0 0\nquit\n", board * 2, after=FIRST_BOARD)


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


def test_file_names_are_bytes(directory: Path) -> None:
    name = b"\xff\xfe\xc3\xa9"
    lines = [b"start 0 0", b"save " + name, b"load " + name, b"load a\x00b", b"save a\x00b", b"quit"]
    status, output = play(SMALL, b"\n".join(lines))
    assert status == 0
    assert os.listdir(os.fsencode(directory)) == [name]
    board, failed = screen(FIRST_BOARD), b" > Error: Failed to open file!\n"
    assert output.decode() == (screen(WELCOME) + board * 3 + failed * 2 + board).decode()
