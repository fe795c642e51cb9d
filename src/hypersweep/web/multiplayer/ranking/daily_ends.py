"""Results of the tries at a daily board after its day: the number of wins, and where the others ended."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.codes import EXPLODED, MINE
from hypersweep.layout import Layout
from hypersweep.picture.svg import board_svg
from hypersweep.record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence


class Ends(NamedTuple):
    """Where tries ended.

    Attributes:
        cells: index of each cell whose mine exploded, with the number of tries that ended there.
        picture: SVG of the board with its mines; the redder a mine, the more tries it has ended.
    """

    cells: dict[int, int]
    picture: str


def daily_ends(layout: str, lost: Sequence[str]) -> Ends:
    """Count the mines on which tries ended, and draw them; runs in a process of the pool.

    Args:
        layout: the board's ID.
        lost: the records of the lost tries.

    >>> daily_ends("3x4.bCA", []).cells
    {}
    """
    board = Layout.parse(layout)
    grid = board.grid
    cells = Counter(cell for record in lost for cell in _exploded(record))
    codes = [MINE if board.is_mine(cell) else board.clue(cell) for cell in range(grid.cells)]
    most = max(cells.values(), default=1)
    picture = board_svg(
        grid,
        codes,
        title=f"{grid}, {board.mines}",
        # The yellow to red part of the colour scale for chances.
        fill={cell: 0.3 + 0.7 * count / most for cell, count in cells.items()},
        words={cell: str(count) for cell, count in cells.items()},
        size=900,
        has_titles=False,
    )
    return Ends(dict(cells), picture)


def _exploded(record: str) -> list[int]:
    """Return the cells whose mines exploded at the end of a game; none if the player gave up."""
    replay = Record.parse(record, is_cut_fine=True).replay()
    replay.seek(len(replay))
    return [index for index, code in enumerate(replay.game.view.codes) if code == EXPLODED]
