"""What the status line says of a cell."""

from __future__ import annotations

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.names import code_text, place_text
from hypersweep.picture.source import read_codes
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.picture.source import BoardSource
    from hypersweep.session import Hint

__all__ = ["cell_status", "hint_text"]


def hint_text(hint: Hint, dimensions: int, room: int) -> str:
    """A hint with its cells in the words of the status line, or with shorter names if it is longer than there is room.

    Args:
        hint: the hint.
        dimensions: of its board.
        room: characters.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, hint = session.open((0, 0)), session.hint()
    >>> hint_text(hint, 2, 80), hint_text(hint, 2, 40)
    ('Look at row 0 column 1, row 1 column 1 and row 2 column 1.', 'Look at (0, 1), (1, 1) and (2, 1).')
    """
    text = hint.format(lambda cell: place_text(cell).replace(",", ""))
    return text if len(text) <= room else hint.text


def cell_status(source: BoardSource, cell: Sequence[int]) -> str:
    """What can be seen of a cell: its coordinates, and of a clue how many mines are left to flag among how many cells.

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
    'row 0, column 1: clue 2, 1 left in 4 covered'
    >>> cell_status(game, (1, 0))
    'row 1, column 0: flag'
    """
    grid = source.grid
    index = grid.index(cell)
    code = source.codes(index, index + 1)[0]
    place = place_text(cell)
    if code <= 0:
        return f"{place}: {code_text(code)}"
    around = read_codes(source, grid.geometry().neighbours(index))
    flags = around.count(FLAGGED) + around.count(WRONG_FLAG)
    covered = around.count(COVERED) + around.count(MINE)
    left = code - flags
    if left < 0:
        return f"{place}: clue {code}, {count_of(-left, 'flag')} too many, {covered} covered"
    return f"{place}: clue {code}, {left} left in {covered} covered"
