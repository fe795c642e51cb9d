"""Facts about a board shared by its ID, computed in a pool process."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

from hypersweep.errors import BudgetExceededError
from hypersweep.generate import each_start
from hypersweep.layout import Layout
from hypersweep.rules import GRADES
from hypersweep.solve import Budget
from hypersweep.stats import islands, openings, three_bv

# Larger boards aren't searched for the easiest first cell, and so aren't graded: the search takes quadratic time.
_MOST_GRADED = 2_500


class BoardFacts(NamedTuple):
    """A board's statistics; ``first`` (easiest first cell) and ``grade`` are None if no guess-free start is found."""

    board: str
    mines: int
    three_bv: int
    openings: int
    islands: int
    first: int | None
    grade: str | None


def board_facts(text: str, seconds: float) -> BoardFacts:
    """Return a board's statistics.

    Args:
        text: the board's ID.
        seconds: time limit for the search for the easiest first cell.

    Raises:
        ParseError: the text isn't a board ID.

    >>> board_facts("3x4.bAw", 1)
    BoardFacts(board='3x4', mines=2, three_bv=1, openings=1, islands=0, first=3, grade='clue')
    """
    layout = Layout.parse(text)
    end = monotonic() + seconds
    best: tuple[int, int] | None = None
    if layout.grid.cells <= _MOST_GRADED:
        try:
            for cells, found in each_start(layout, budget=Budget(states=1 << 14, memory=1 << 27, seconds=seconds)):
                if found.grade is not None and (best is None or GRADES.index(found.grade) < best[0]):
                    best = GRADES.index(found.grade), layout.grid.index(cells[0])
                if monotonic() > end or (best is not None and best[0] == 0):
                    break
        except BudgetExceededError:
            best = None
    return BoardFacts(
        layout.grid.format(),
        layout.mines,
        three_bv(layout),
        openings(layout),
        islands(layout),
        None if best is None else best[1],
        None if best is None else GRADES[best[0]],
    )
