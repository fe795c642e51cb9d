"""Where words about a move find room: in a column beside the board, or in lines below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.picture.fitting import arrange

if TYPE_CHECKING:
    from hypersweep.grid import Grid

__all__ = ["WordsPlan", "plan_words"]

# Narrower columns are hard to read, and so are wider ones.
_LEAST, _MOST = 34, 64
# From so many columns on, a board that can't be seen whole anyway gives some away; slices need more beside each other.
_WIDE, _WIDE_SLICES = 120, 180
# Lines below a board: at most, and the part of all lines where the board can't be seen whole anyway.
_MOST_LINES, _SHARE = 6, 7


class WordsPlan(NamedTuple):
    """Where words are shown.

    Attributes:
        columns: of the column beside the board; 0 where there is none.
        lines: below the board.
    """

    columns: int
    lines: int


def plan_words(grid: Grid, width: int, height: int, *, cell_width: int) -> WordsPlan:
    """Where words are shown, so that the board has the room that it needs.

    Args:
        grid: the board.
        width: characters of a line, for board and words together.
        height: lines, for board and words together.
        cell_width: characters of a cell.

    >>> from hypersweep.grid import Grid
    >>> plan_words(Grid("9x10"), 80, 21, cell_width=2), plan_words(Grid("16x30"), 80, 21, cell_width=2)
    (WordsPlan(columns=54, lines=1), WordsPlan(columns=0, lines=4))
    """
    corner = (0,) * grid.dimensions
    # Rows are numbered on the left; the board stands in the middle, and a gap beside the words.
    around = 2 * (len(str(grid.shape[0])) + 1) + 2

    def fits(columns: int, lines: int) -> int:
        """How wide the board is if it is seen whole beside and above so much else; 0 if it isn't."""
        room = width - columns, height - lines
        if min(room) < 1:
            return 0
        found, is_sliced = arrange(grid, corner, width=room[0], height=room[1], cell_width=cell_width)
        return 0 if is_sliced or found.width > room[0] or found.height > room[1] else found.width

    beside = fits(_LEAST + around, 1)
    if beside:
        return WordsPlan(min(_MOST, width - beside - around), 1)
    if not fits(0, 1):
        if width >= (_WIDE if grid.dimensions <= 4 else _WIDE_SLICES):
            return WordsPlan(min(_MOST, max(_LEAST, width // 3)), 1)
        return WordsPlan(0, max(1, min(_MOST_LINES, height // _SHARE)))
    # A line below the board numbers its columns, where there is one for it.
    return WordsPlan(0, max((lines for lines in range(1, _MOST_LINES + 1) if fits(0, lines + 1)), default=1))
