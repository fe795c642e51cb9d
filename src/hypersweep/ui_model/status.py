"""The status line's text about a cell, and the counter of the mines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.game import Outcome
from hypersweep.picture.cell_appearance import code_text, read_codes, shown_codes
from hypersweep.text import place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.game import Game
    from hypersweep.picture.cell_appearance import BoardSource


def cell_status(source: BoardSource, cell: Sequence[int]) -> str:
    """Describe a cell: its coordinates, and for a clue the number of unflagged mines and covered cells.

    Args:
        source: the game.
        cell: a cell of its board.

    Raises:
        CellError: the cell isn't on the board.

    Complexity: O(k) for k neighbours.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0), (1, 0)]))
    >>> changes = game.open((0, 1)), game.flag((1, 0))
    >>> cell_status(game, (0, 1))
    '(0, 1): clue 2, 1 left in 4 covered'
    >>> cell_status(game, (1, 0))
    '(1, 0): flag'
    """
    grid = source.grid
    index = grid.index(cell)
    code = shown_codes(source, index, index + 1)[0]
    place = place_text(cell)
    if code <= 0:
        return f"{place}: {code_text(code)}"
    around = read_codes(source, grid.geometry().neighbours(index))
    flags = around.count(FLAGGED) + around.count(WRONG_FLAG)
    covered = around.count(COVERED) + around.count(MINE)
    left = code - flags
    if left < 0:
        return f"{place}: clue {code}, {pluralize(-left, 'flag')} too many, {covered} covered"
    return f"{place}: clue {code}, {left} left in {covered} covered"


def counter_text(game: Game) -> str:
    """Return the counter's value: the mines without a flag; 0 after a win, when every mine is shown flagged.

    >>> from hypersweep import Game
    >>> counter_text(Game("3x4", 2))
    '2 of 2 mines left'
    """
    left = 0 if game.outcome is Outcome.WON else game.remaining
    return f"{left} of {pluralize(game.mines, 'mine')} left"
