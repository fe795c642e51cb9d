"""A small game of ESP Minesweeper with a known map, for transcripts.

The first 22 numbers of rand() after srand(0) put the two mines of a 3 x 4 board, with its first cell in the corner, as
MAP shows them: the 64-bit numbers are 1, 7, 0, 4, 0, 3, 4, 2, 0, 0 and 0 modulo the 11, 10, ... 1 fields left, and the
first and the third of these are below the number of mines left.
"""

from __future__ import annotations

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
