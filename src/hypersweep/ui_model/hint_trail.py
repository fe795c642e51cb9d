"""The order of a hint's marked cells: first those that it is about, then the clues that support it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.session import Hint

    Cell = tuple[int, ...]


class HintTrail:
    """Lead from one cell of a hint to the next, in a circle.

    Args:
        hint: the hint.

    >>> from hypersweep.session import Session
    >>> session = Session("3x4", 2, seed=7)
    >>> change, first, second = session.open((0, 0)), session.hint(), session.hint()
    >>> second.cells, second.clues
    (((1, 2),), ((0, 1), (1, 1), (2, 1)))
    >>> trail = HintTrail(second)
    >>> trail.go((0, 0), 1), trail.go((1, 2), 1), trail.go((0, 1), 1), trail.go((1, 1), -1)
    ((1, 2), (0, 1), (1, 1), (0, 1))
    """

    __slots__ = ("_about", "_cells", "_place")

    def __init__(self, hint: Hint) -> None:
        self._cells: list[Cell] = [*hint.cells, *hint.clues]
        self._about = len(hint.cells or hint.clues)
        self._place: int | None = None

    def go(self, cursor: Cell, step: int) -> Cell | None:
        """Return the next cell; None if the hint has none.

        A cursor that isn't on a marked cell goes to the first of the cells that the hint is about, or backwards to the
        last.

        Args:
            cursor: position of the cursor.
            step: 1 to go on, -1 to go back.
        """
        cells, place = self._cells, self._place
        if not cells:
            return None
        if place is None or cells[place] != cursor:
            place = 0 if step > 0 else self._about - 1
            is_there = cells[place] == cursor
        else:
            is_there = True
        self._place = (place + step * is_there) % len(cells)
        return cells[self._place]
