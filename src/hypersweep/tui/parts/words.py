"""Placement of text about a move: in a column next to the board, or in lines below it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypersweep.picture.fitting import arrange

if TYPE_CHECKING:
    from hypersweep.grid import Grid

# Narrower columns are hard to read, and so are wider ones.
_LEAST, _MOST = 34, 64
# Widths from which a board that doesn't fit anyway yields columns to the text; slices need more.
_WIDE, _WIDE_SLICES = 120, 180
# Lines below a board: at most, and as a share of all lines if the board doesn't fit anyway.
_MOST_LINES, _SHARE = 6, 7


class WordsPlan(NamedTuple):
    """The placement of text.

    Attributes:
        columns: width of the column next to the board; 0 if there is none.
        lines: number of lines below the board.
    """

    columns: int
    lines: int


def plan_words(grid: Grid, width: int, height: int, *, cell_width: int) -> WordsPlan:
    """Return the placement that leaves the board the space it needs.

    Args:
        grid: the board.
        width: width for board and text together, in characters.
        height: number of lines for board and text together.
        cell_width: width of a cell in characters.

    >>> from hypersweep.grid import Grid
    >>> plan_words(Grid("9x10"), 80, 21, cell_width=2), plan_words(Grid("16x30"), 80, 21, cell_width=2)
    (WordsPlan(columns=54, lines=1), WordsPlan(columns=0, lines=4))
    """
    corner = (0,) * grid.dimensions
    # Row numbers are on the left; the board is centred, with a gap to the text.
    around = 2 * (len(str(grid.shape[0])) + 1) + 2

    def fits(columns: int, lines: int) -> int:
        """Return the width of the board if all of it fits next to and above these columns and lines; else 0."""
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
    # A line below the board numbers its columns, if there is space.
    return WordsPlan(0, max((lines for lines in range(1, _MOST_LINES + 1) if fits(0, lines + 1)), default=1))
