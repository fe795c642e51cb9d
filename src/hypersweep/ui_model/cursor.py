"""Movement of the cursor: along any axis, with counts, picked axes and edges; without a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.typing import CellLike

    Cell = tuple[int, ...]

# More digits than any side has; converting them would take long.
_MOST_DIGITS = 18


def start_cell(grid: Grid) -> Cell:
    """Return the start of the cursor: in the middle, or in a corner if that reveals more.

    On small boards of three and more dimensions the middle touches most cells, so a first open there reveals little
    more than the number of mines.

    >>> from hypersweep import Grid
    >>> start_cell(Grid("16x30")), start_cell(Grid("3x3x3x3x3x3")), start_cell(Grid("4x4x4x4x4"))
    ((8, 15), (0, 0, 0, 0, 0, 0), (2, 2, 2, 2, 2))
    """
    middle = tuple(side // 2 for side in grid.shape)
    if grid.dimensions > 2 and 2 * grid.neighbour_count(middle) > grid.cells:
        return (0,) * grid.dimensions
    return middle


class Navigator:
    """A cursor on a board, and the actions of the keys that move it.

    A number typed before a move repeats the move; a number before ``along`` picks the axis to go along, which stays
    picked. So ``3`` and "right" go three cells to the right, and ``3`` and "along" go one cell along axis 3. A ``0``
    with no digit before it goes to the start of the row, as in vi; should it turn out to be the number of an axis, the
    cursor goes back first.

    Args:
        grid: the board.
        cell: start of the cursor; None for the default.

    Attributes:
        grid: the board.
        cell: position of the cursor; settable.
        axis: axis for ``along``; at first the last one.

    >>> from hypersweep import Grid
    >>> navigator = Navigator(Grid("3x4x5"), (0, 0, 0))
    >>> navigator.digit(2), navigator.move(1, 1), navigator.cell
    (None, True, (0, 2, 0))
    >>> navigator.digit(0), navigator.cell
    (None, (0, 0, 0))
    >>> navigator.along(1), navigator.axis, navigator.cell
    (True, 0, (1, 2, 0))
    """

    __slots__ = ("_before", "_digits", "axis", "cell", "grid")

    def __init__(self, grid: Grid, cell: Cell | None = None) -> None:
        self.grid: Grid = grid
        self.cell: tuple[int, ...] = start_cell(grid) if cell is None else cell
        self.axis: int = grid.dimensions - 1
        self._digits = ""
        # Position of the cursor before a "0" took it to the start of the row.
        self._before: Cell | None = None

    @property
    def typed(self) -> str:
        """The typed number, not used yet; or empty."""
        return self._digits

    def digit(self, digit: int) -> None:
        """Take a digit of a count or of an axis; a 0 alone goes to the start of the row."""
        if digit == 0 and not self._digits:
            before = self.cell
            self.edge("row", -1)
            self._before = before
            self._digits = "0"
            return
        self._before = None
        digits = (self._digits + str(digit)).lstrip("0")
        if len(digits) <= _MOST_DIGITS:
            self._digits = digits

    def forget(self) -> None:
        """Drop a typed number."""
        self._digits = ""
        self._before = None

    def move(self, axis: int, step: int) -> bool:
        """Move along an axis by the typed number of cells. Returns: whether the cursor moved.

        Args:
            axis: the axis; with one that the board lacks, the cursor stays.
            step: 1 or -1.
        """
        count = int(self._digits or 1) or 1
        self.forget()
        if not 0 <= axis < self.grid.dimensions:
            return False
        side, place = self.grid.shape[axis], self.cell[axis]
        if axis in self.grid.wrap:
            return self._set(axis, (place + step * count) % side)
        return self._set(axis, min(max(place + step * count, 0), side - 1))

    def across(self, step: int) -> bool:
        """Move along a row."""
        return self.move(self._row_axis, step)

    def down(self, step: int) -> bool:
        """Move along a column; a board of one dimension has none."""
        return self.move(0 if self.grid.dimensions > 1 else -1, step)

    def along(self, step: int) -> bool:
        """Move one cell along the picked axis; a typed number picks the axis.

        Raises:
            ParameterError: the board has no such axis.
        """
        self._pick()
        return self.move(self.axis, step)

    def edge(self, where: str, step: int) -> bool:
        """Go to the first cell (step -1) or the last one (step 1).

        Args:
            where: of the "row", of the "column", along the picked "axis", or of the whole "board".
            step: 1 or -1.

        Raises:
            ParameterError: the board lacks the typed axis.
        """
        if where == "axis":
            self._pick()
        self.forget()
        shape = self.grid.shape
        if where == "board":
            before, self.cell = self.cell, tuple(0 if step < 0 else side - 1 for side in shape)
            return self.cell != before
        axis = {"row": self._row_axis, "column": 0, "axis": self.axis}[where]
        if where == "column" and self.grid.dimensions == 1:
            return False
        return self._set(axis, 0 if step < 0 else shape[axis] - 1)

    def place(self, cell: CellLike) -> None:
        """Move the cursor to a clicked cell."""
        self.forget()
        self.cell = self.grid.cell(cell)

    @property
    def _row_axis(self) -> int:
        return 1 if self.grid.dimensions > 1 else 0

    def _pick(self) -> None:
        digits, before = self._digits, self._before
        self.forget()
        if not digits:
            return
        axis = int(digits)
        if axis >= self.grid.dimensions:
            last = self.grid.dimensions - 1
            raise ParameterError(f"expected an axis from 0 to {last}, got {truncate(axis)}: the board is {self.grid}")
        if before is not None:
            self.cell = before
        self.axis = axis

    def _set(self, axis: int, place: int) -> bool:
        before = self.cell
        self.cell = (*before[:axis], place, *before[axis + 1 :])
        return self.cell != before
