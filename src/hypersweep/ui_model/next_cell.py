"""Jumps to useful cells: clues that settle a cell by themselves, or else clues with anything left to do.

A clue is *ripe* if counting its neighbours settles a cell: all its mines are flagged and covered cells are left, which
a chord opens; or as many covered cells are left as mines, which can all be flagged; or it has too many flags, so one is
wrong. A clue is *unfinished* if it has a covered neighbour without a flag. A player sees all this at a glance;
deductions from two clues are left to hints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.grid import Grid
    from hypersweep.picture.cell_appearance import BoardSource
    from hypersweep.typing import CellLike

    Cell = tuple[int, ...]

RIPE = 2
UNFINISHED = 1

# Largest boards to search as a whole; on larger ones, number of cells to search from the cursor on.
_WHOLE = 1 << 18


def ripeness(code: int, around: Sequence[int]) -> int:
    """Whether a cell is worth looking at: ``RIPE``, ``UNFINISHED`` or 0.

    Args:
        code: the cell's code.
        around: the codes of its neighbours.

    >>> ripeness(1, [-2, -1, 0]), ripeness(1, [-1, -1, 0]), ripeness(1, [-2, 0, 0])
    (2, 1, 0)
    """
    if code <= 0:
        return 0
    covered = around.count(COVERED)
    left = code - around.count(FLAGGED)
    if left < 0 or (covered and left in (0, covered)):
        return RIPE
    return UNFINISHED if covered else 0


def next_cell(source: BoardSource, cell: CellLike, *, is_back: bool = False) -> Cell | None:
    """Return the next or previous useful cell: a ripe one, or an unfinished one if none is ripe.

    Cells are searched in the screen's reading order: tile by tile, row by row, around the end. The cell itself comes
    last.

    Args:
        source: the game.
        cell: start of the search.
        is_back: whether to search backwards.

    Raises:
        CellError: the cell isn't on the board.

    Complexity: O(cells k) for k neighbours at worst, and O(1) of that on boards of more than 2**18 cells.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("3x4", [(0, 0), (2, 3)]))
    >>> changes = game.open((0, 1)), game.open((2, 0))
    >>> print(game.view)
    3x4 mines=2
    # 1 # #
    1 1 1 #
    . . 1 #
    >>> next_cell(game, (1, 1))
    (1, 0)
    """
    grid = source.grid
    cell = grid.cell(cell)
    table: memoryview[int] | _Distant
    if grid.cells <= _WHOLE:
        table = source.codes(0, grid.cells)
        order = _reading_order(grid, cell, grid.cells, is_back=is_back)
    else:
        table = _Distant(source)
        order = _reading_order(grid, cell, _WHOLE, is_back=is_back)
    neighbours = grid.geometry().neighbours
    second = None
    for index in order:
        code = table[index]
        if code > 0:
            worth = ripeness(code, [table[other] for other in neighbours(index)])
            if worth == RIPE:
                return grid.cell(index)
            if worth and second is None:
                second = index
    return None if second is None else grid.cell(second)


class _Distant:
    """The codes of a board too large to be read at once, read in pieces around requested cells."""

    _PIECE = 1 << 12

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        self._cells = source.grid.cells
        self._pieces: dict[int, memoryview[int]] = {}

    def __getitem__(self, index: int) -> int:
        number, place = divmod(index, self._PIECE)
        piece = self._pieces.get(number)
        if piece is None:
            if len(self._pieces) > 256:
                self._pieces.clear()
            begin = number * self._PIECE
            piece = self._source.codes(begin, min(begin + self._PIECE, self._cells))
            self._pieces[number] = piece
        return piece[place]


def _reading_order(grid: Grid, cell: Cell, most: int, *, is_back: bool) -> Iterator[int]:
    """Yield the indices of at most some number of cells after a cell, in the screen's reading order."""
    # Slowest axis first: outermost groups, groups below each other before those side by side, tiles, rows, columns.
    axes: list[int] = []
    for first in range((grid.dimensions - 1) // 2 * 2, -1, -2):
        pair = (0, 1) if first == 0 else (first + 1, first)
        axes += [axis for axis in pair if axis < grid.dimensions]
    step = -1 if is_back else 1
    place = list(cell)
    index = grid.index(cell)
    for _ in range(most):
        for axis in reversed(axes):
            place[axis] += step
            if 0 <= place[axis] < grid.shape[axis]:
                index += step * grid.strides[axis]
                break
            # Continue with the next row, tile, group; after the last cell comes the first.
            place[axis] = 0 if step > 0 else grid.shape[axis] - 1
            index -= step * (grid.shape[axis] - 1) * grid.strides[axis]
        yield index
