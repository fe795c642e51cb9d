"""A puzzle of the day: a board that needs no guess, the same everywhere, harder from Monday to Sunday.

    python examples/daily_puzzle.py                       # today's
    python examples/daily_puzzle.py 2026-11-24 puzzle.svg # that of a day, and its start as a picture

It needs only hypersweep. Every machine finds the same board, and the certificate proves that it needs no guess.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path
from typing import NamedTuple

from hypersweep import Game, Layout
from hypersweep.generate import certify, no_guess, solvable_from, verify
from hypersweep.picture import board_svg
from hypersweep.typing import Cell, Grade

# By day of the week: the board, its mines, and its grade.
WEEK: tuple[tuple[str, int, Grade], ...] = (
    ("8x9", 10, "clue"),
    ("9x12", 18, "pair"),
    ("4x5x3", 8, "pair"),
    ("12x15", 36, "set"),
    ("4x4x4", 9, "set"),
    ("3x4x3x4", 10, "set"),
    ("16x30", 99, "count"),
)


class Puzzle(NamedTuple):
    """A puzzle.

    Attributes:
        day: the day of the puzzle.
        layout: where the mines are.
        first: the cell to begin with.
        grade: the hardest step that it needs.
    """

    day: date
    layout: Layout
    first: Cell
    grade: str


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day; it begins in the middle of the board.

    >>> puzzle_of(date(2026, 11, 24)).grade
    'pair'
    """
    board, mines, grade = WEEK[day.weekday()]
    first = tuple(int(side) // 2 for side in board.split("x"))
    layout = no_guess(board, mines, first, seed=day.toordinal(), grade=grade, method="adaptive")
    found = solvable_from(layout, first)
    return Puzzle(day, layout, first, found.grade or grade)


def main(day: str = "", picture: str = "") -> None:
    """Print a puzzle after its first open, and the command that plays it."""
    puzzle = puzzle_of(date.fromisoformat(day) if day else date.today())
    verify(certify(puzzle.layout, puzzle.first))
    game = Game(layout=puzzle.layout, rules="classic,first=any")
    game.open(puzzle.first)
    print(f"{puzzle.day:%A, %d %B %Y}: {puzzle.layout.grid}, {puzzle.layout.mines} mines, grade {puzzle.grade}")
    print(f"{game.view}\nhypersweep {puzzle.layout}   # and open {' '.join(map(str, puzzle.first))}")
    if picture:
        drawn = board_svg(game, last=puzzle.first, title=f"the puzzle of {puzzle.day}")
        Path(picture).write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
