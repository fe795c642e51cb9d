"""Statistics of a board: 3BV, openings, islands and ZiNi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.layout import Layout
from hypersweep.validation import check_memory, suggest, truncate

if TYPE_CHECKING:
    from hypersweep.grid import Grid
    from hypersweep.typing import ZiniMethod

ZINI_METHODS: tuple[ZiniMethod, ...] = ("greedy", "human")
"""Methods for ``zini``."""

# Maximum number of cells whose clues are held in memory at the same time.
_CLUES_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class BoardStats:
    """A board's statistics, as ``board_stats`` returns them.

    Attributes:
        grid: the board.
        mines: number of mines.
        three_bv: 3BV, see ``three_bv``.
        openings: number of openings, see ``openings``.
        single_cells: number of safe cells outside openings; 3BV is this number plus ``openings``.
        islands: number of islands, see ``islands``.
        greedy_zini: ``zini`` with the method "greedy".
        human_zini: ``zini`` with the method "human".
        clues: number of safe cells that show 0, 1, 2, and so on, up to the largest clue.

    >>> stats = board_stats(Layout("3x4", [(0, 3)]))
    >>> stats.three_bv, stats.openings, stats.clues
    (1, 1, (8, 3))
    """

    clues: tuple[int, ...]
    greedy_zini: int
    grid: Grid
    human_zini: int
    islands: int
    mines: int
    openings: int
    single_cells: int
    three_bv: int

    @property
    def density(self) -> float:
        """The fraction of cells that are mines, 0 to 1."""
        return self.mines / self.grid.cells

    def as_dict(self) -> dict[str, object]:
        """Return the statistics as a dictionary for JSON; the grid is given as text.

        >>> board_stats(Layout("3x4", [(0, 3)])).as_dict()["grid"]
        '3x4'
        """
        return {
            "grid": self.grid.format(),
            "cells": self.grid.cells,
            "mines": self.mines,
            "density": self.density,
            "three_bv": self.three_bv,
            "openings": self.openings,
            "single_cells": self.single_cells,
            "islands": self.islands,
            "greedy_zini": self.greedy_zini,
            "human_zini": self.human_zini,
            "clues": list(self.clues),
        }


def _check_layout(layout: object) -> Layout:
    if not isinstance(layout, Layout):
        raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
    return layout


def _check_memory(layout: Layout, needed: int) -> None:
    # Skip the check for small boards: formatting the grid for its message takes as long as computing the statistics.
    if needed > _CLUES_AT_ONCE:
        check_memory(needed, f"computing the statistics of {layout.grid}")


def _board_value(layout: Layout) -> tuple[int, int, int, int, int]:
    own = _check_layout(layout)
    # The computation needs three planes with one bit per cell, and a set of pending chunks.
    _check_memory(own, own.grid.cells // 2)
    return _native.board_value(own._mines, None)


def three_bv(layout: Layout) -> int:
    """Return 3BV: the minimum number of opens that clear a board whose mines are known, without chords.

    That is one open for each opening, and one for each safe cell outside openings.

    Raises:
        BoardTooLargeError: there isn't enough memory: about half a byte per cell is needed.

    Complexity: linear in the number of cells; 64 cells of a row are processed at a time.

    Source: Bechtel's Board Benchmark Value, as on https://minesweepergame.com/statistics.php. The same definition
    applies in more dimensions, on wrapped axes and with orthogonal adjacency; only the neighbours are different.

    >>> three_bv(Layout("3x4", [(0, 2), (2, 3)]))
    3
    """
    openings, single, *_ = _board_value(layout)
    return openings + single


def openings(layout: Layout) -> int:
    """Return the number of openings: groups of zeros that one click opens, together with the rim around them.

    Two zeros are in the same group if a path of neighbouring zeros connects them. Two openings may have cells of their
    rims in common, but no zeros.

    Raises:
        BoardTooLargeError: there isn't enough memory.

    Source: "openings" (``cal_op``) in the documentation of ms_toollib, https://docs.rs/ms_toollib.

    >>> openings(Layout("3x5", [(0, 2), (1, 2), (2, 2)]))
    2
    """
    return _board_value(layout)[0]


def islands(layout: Layout) -> int:
    """Return the number of islands: groups of safe cells outside openings.

    Two such cells are in the same island if a path of neighbouring cells of this kind connects them. Each cell of an
    island counts as one click in 3BV.

    Raises:
        BoardTooLargeError: there isn't enough memory.

    Source: "isl" (``cal_isl``) in ms_toollib, https://docs.rs/ms_toollib.

    >>> islands(Layout("3x5", [(0, 1), (1, 1), (2, 1)]))
    1
    """
    return _board_value(layout)[2]


def zini(layout: Layout, method: ZiniMethod = "greedy") -> int:
    """Return ZiNi: the number of clicks (including flags and chords) in which a greedy rule clears a known board.

    The *premium* of a safe cell that touches a mine is the number of clicks saved by opening it, flagging the mines
    around it and chording, instead of clicking each cell and opening that this reveals:

        openings around it that are covered + covered cells among it and its neighbours that no opening opens
        - mines around it without a flag - 1 for the chord - 1 where it is covered itself.

    "greedy" plays the cell with the highest premium (the first of several). If all premiums are negative, it opens the
    first covered cell that is a zero or outside openings. It repeats this until the board is cleared. "human" opens all
    openings first, and then plays only open cells, since a human can't see other clues. "First" means in index order.
    ZiNi is at most 3BV, but not always the minimum number of clicks.

    Args:
        layout: the mines.
        method: "greedy" or "human".

    Raises:
        ParameterError: there is no such method.
        BoardTooLargeError: there isn't enough memory: about 5 bytes per cell are needed.

    Complexity: linear in the number of cells times neighbours, with a logarithmic factor for the queue.

    Source: Elmar Zimmermann and Christoph Nikolaus, "New Benchmark: 3bv for Flaggers" (2009),
    https://minesweepergame.com/forum/viewtopic.php?f=15&t=70. One difference: for "top-left most", existing programs
    search column by column and this function row by row, so its result is theirs for the transposed board (``cal_zini``
    and ``cal_hzini`` of ms_toollib). A cell on the rim of three or more openings, which doesn't occur in two
    dimensions, counts each of them.

    >>> layout = Layout("3x4", [(1, 1)])
    >>> three_bv(layout), zini(layout), zini(layout, "human")
    (6, 4, 5)
    """
    if not isinstance(method, str):
        raise ParameterTypeError(f"expected 'greedy' or 'human', got {truncate(method)} ({type(method).__name__})")
    if method not in ZINI_METHODS:
        raise ParameterError(f"expected 'greedy' or 'human', got {method!r}{suggest(method, list(ZINI_METHODS))}")
    own = _check_layout(layout)
    _check_memory(own, 5 * own.grid.cells)
    return _native.zini(own._mines, method == "human")


def _clue_counts(layout: Layout) -> tuple[int, ...]:
    from collections import Counter

    most, cells = layout.grid.max_neighbours, layout.grid.cells
    size, kind = (1, "B") if most < 1 << 8 else (2, "H") if most < 1 << 16 else (4, "I")
    counts: Counter[int] = Counter()
    mines = layout.mine_indices()
    mine = next(mines, cells)
    # Count in parts, to save memory on a huge board and to handle Ctrl-C in between.
    for begin in range(0, cells, _CLUES_AT_ONCE):
        end = min(begin + _CLUES_AT_ONCE, cells)
        clues = memoryview(layout._mines.clues(begin, end, size)).cast(kind)  # type: ignore[call-overload]
        counts.update(clues)
        while mine < end:
            counts[clues[mine - begin]] -= 1
            mine = next(mines, cells)
    largest = max((clue for clue, count in counts.items() if count), default=0)
    return tuple(counts[clue] for clue in range(largest + 1))


def board_stats(layout: Layout) -> BoardStats:
    """Return all statistics of a board.

    Raises:
        BoardTooLargeError: there isn't enough memory.

    Complexity: that of ``zini``.

    >>> stats = board_stats(Layout("3x4", [(0, 2), (2, 3)]))
    >>> stats.three_bv, stats.openings, stats.islands, stats.clues
    (3, 1, 1, (4, 4, 2))
    """
    groups, single, islets, *_ = _board_value(layout)
    return BoardStats(
        grid=layout.grid,
        mines=layout.mines,
        three_bv=groups + single,
        openings=groups,
        single_cells=single,
        islands=islets,
        greedy_zini=zini(layout),
        human_zini=zini(layout, "human"),
        clues=_clue_counts(layout),
    )
