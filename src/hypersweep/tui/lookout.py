"""What to look at on a board: the clues with something left around them, and what stands around a cell."""

from __future__ import annotations

from hypersweep.codes import COVERED, FLAGGED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.tui.source import BoardSource

    Cell = tuple[int, ...]

__all__ = ["cell_text", "next_clue"]

# On boards with more cells the search ends after as many, about a second's work.
_MOST_CELLS = 1 << 20
_CHUNK = 1 << 12


def next_clue(source: BoardSource, cell: Cell, step: int) -> Cell | None:
    """The next cell worth looking at: a clue with covered cells around it that have no flag.

    Args:
        source: the game.
        cell: where to begin; it comes last.
        step: 1 for the next one, -1 for the one before; beyond the last cell comes the first.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("3x4", [(0, 0), (2, 0)]))
    >>> change = game.open((0, 3))
    >>> next_clue(game, (0, 3), 1), next_clue(game, (0, 3), -1)
    ((1, 1), (0, 1))
    """
    grid = source.grid
    neighbours = grid.geometry().neighbours
    start, cells = grid.index(cell), grid.cells
    place = start
    looked = 0
    while looked < min(cells, _MOST_CELLS):
        place = (place + step) % cells
        # A run of cells without a jump, in the order of the search.
        if step > 0:
            begin, end = place, min(place + _CHUNK, cells, place + cells - looked)
            numbers = range(begin, end)
        else:
            begin, end = max(place + 1 - _CHUNK, 0, place + 1 - cells + looked), place + 1
            numbers = range(end - 1, begin - 1, -1)
        codes = source.codes(begin, end)
        for number in numbers:
            if codes[number - begin] > 0 and any(source.codes(other, other + 1)[0] == COVERED for other in neighbours(number)):
                return grid.cell(number)
        looked += len(numbers)
        place = numbers[-1]
    return None


def cell_text(source: BoardSource, cell: Cell) -> str:
    """What is known of a cell, in words.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("3x4", [(0, 0), (2, 1)]))
    >>> changes = game.open((1, 1)), game.flag((0, 0))
    >>> cell_text(game, (1, 1)), cell_text(game, (0, 0)), cell_text(game, (2, 3))
    ('clue 2: 1 to find in 7 covered', 'flagged', 'covered')
    """
    grid = source.grid
    index = grid.index(cell)
    code = source.codes(index, index + 1)[0]
    if code <= 0:
        return _NAMES[code]
    around = [source.codes(other, other + 1)[0] for other in grid.geometry().neighbours(index)]
    covered, left = around.count(COVERED), code - around.count(FLAGGED)
    if not covered:
        return f"clue {code}: done" if not left else f"clue {code}"
    if left < 0:
        return f"clue {code}: {-left} {'flag' if left == -1 else 'flags'} too many"
    return f"clue {code}: {left} to find in {covered} covered"


_NAMES = {0: "no mine around", -1: "covered", -2: "flagged", -3: "a mine", -4: "the mine that went off", -5: "a wrong flag"}
