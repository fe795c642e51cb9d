"""What `hypersweep esp` reads: the end of the input, lines, words and numbers; and boards at the rules' limits."""

from __future__ import annotations

import pytest

from courses.esp.esp_play import play, screen
from courses.esp.esp_small import FIRST_BOARD, SMALL, WELCOME, small_game


@pytest.mark.parametrize("lines", [b"", b"quit", b"quit\r\n", b"quit\n", b"  quit\t\nstart 0 0\n"])
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


def test_the_seeds_0_and_1_are_the_same() -> None:
    lines = b"start 0 0\ndump\nquit\n"
    assert play(["--seed", "0"], lines) == play(["--seed", "1"], lines) != play(["--seed", "2"], lines)
