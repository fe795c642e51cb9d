"""Statistics of a board: 3BV, openings, islands, ZiNi."""

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
"""Methods of ``zini``."""

# Cells whose clues are in memory at the same time.
_CLUES_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class BoardStats:
    """The statistics of one board, as ``board_stats`` returns them.

    Attributes:
        grid: the board.
        mines: the number of mines.
        three_bv: see ``three_bv``.
        openings: see ``openings``.
        single_cells: number of safe cells outside openings; 3BV is the sum of these and the openings.
        islands: see ``islands``.
        greedy_zini: see ``zini``.
        human_zini: see ``zini``.
        clues: numbers of safe cells that show 0, 1, 2, ..., up to the largest clue.

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
        """The share of cells that hold a mine."""
        return self.mines / self.grid.cells

    def as_dict(self) -> dict[str, object]:
        """Return the figures for JSON; the grid is its text.

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
    # Formatting a grid takes as long as counting a small board.
    if needed > _CLUES_AT_ONCE:
        check_memory(needed, f"what finds the figures of {layout.grid}")


def _board_value(layout: Layout) -> tuple[int, int, int, int, int]:
    own = _check_layout(layout)
    # Three planes of a bit per cell, and the set of pending chunks.
    _check_memory(own, own.grid.cells // 2)
    return _native.board_value(own._mines, None)


def three_bv(layout: Layout) -> int:
    """Return 3BV: the fewest opens that clear a board with known mines, without chords.

    That is one for every opening and one for every safe cell outside openings.

    Raises:
        BoardTooLargeError: this machine has no memory for it: about half a byte per cell.

    Complexity: linear in the cells, 64 of a row at a time.

    Source: Bechtel's Board Benchmark Value, as on https://minesweepergame.com/statistics.php. The same definition
    holds in more dimensions, on wrapped axes and with orthogonal adjacency; only the neighbours differ.

    >>> three_bv(Layout("3x4", [(0, 2), (2, 3)]))
    3
    """
    openings, single, *_ = _board_value(layout)
    return openings + single


def openings(layout: Layout) -> int:
    """Return the number of openings: groups of zeros, each opened by one click together with its rim.

    Two zeros are in one group if a path of neighbouring zeros connects them. Two openings may share only parts of their
    rims.

    Raises:
        BoardTooLargeError: this machine has no memory for it.

    Source: "openings" (``cal_op``) in the documentation of ms_toollib, https://docs.rs/ms_toollib.

    >>> openings(Layout("3x5", [(0, 2), (1, 2), (2, 2)]))
    2
    """
    return _board_value(layout)[0]


def islands(layout: Layout) -> int:
    """Return the number of islands: groups of safe cells outside openings.

    Two such cells are in one island if a path of neighbouring ones connects them. Every cell of an island counts one
    click in 3BV.

    Raises:
        BoardTooLargeError: this machine has no memory for it.

    Source: "isl" (``cal_isl``) in ms_toollib, https://docs.rs/ms_toollib.

    >>> islands(Layout("3x5", [(0, 1), (1, 1), (2, 1)]))
    1
    """
    return _board_value(layout)[2]


def zini(layout: Layout, method: ZiniMethod = "greedy") -> int:
    """Return ZiNi: the clicks, flags and chords included, by which a greedy rule clears a board with known mines.

    The *premium* of a safe cell that touches a mine is the number of clicks saved by opening it, flagging the mines
    around it and chording, compared with a click for each cell and opening that this opens:

        openings around it that are covered + covered cells among it and its neighbours that no opening opens
        - mines around it without a flag - 1 for the chord - 1 where it is covered itself.

    "greedy" plays the cell with the highest premium, the first of equals. If no premium is 0 or more, it opens the
    first covered cell that is a zero or outside openings. It repeats this until the board is clear. "human" opens all
    openings first, and then plays only open cells, since a human sees no other clues. "First" is in the order of the
    indices. ZiNi is at most 3BV, but need not be the fewest clicks possible.

    Args:
        layout: the mines.
        method: "greedy" or "human".

    Raises:
        ParameterError: there is no such method.
        BoardTooLargeError: this machine has no memory for it: some 5 bytes per cell.

    Complexity: linear in the cells times their neighbours, with a logarithmic factor for the queue.

    Source: Elmar Zimmermann and Christoph Nikolaus, "New Benchmark: 3bv for Flaggers" (2009),
        https://minesweepergame.com/forum/viewtopic.php?f=15&t=70. The same as here, except that "top-left most" there
        is the first column's first cell in the programs that count, here the first row's: the transposed board gives
        the same number (``cal_zini`` and ``cal_hzini`` of ms_toollib). A cell on the rim of three openings or more,
        which two dimensions don't have, counts each of them.

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
    # In parts, to save memory on a huge board and let Ctrl-C through.
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
    """Return all figures of a board.

    Raises:
        BoardTooLargeError: this machine has no memory for it.

    Complexity: as ``zini``.

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
