"""Counts of the cells left in each slice of a board of five and more dimensions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.cell_appearance import shown_codes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hypersweep.picture.cell_appearance import BoardSource

# Most cells to count; more would take longer than a frame.
_MOST_COUNTED = 1 << 21


class SliceCounts:
    """The number of covered cells in each slice, and how many of them are flagged.

    A slice is what a board of five and more dimensions has on axes 0 to 3; slices are numbered in the order of their
    coordinates on the axes beyond.

    Args:
        source: the game.

    Attributes:
        slices: number of slices.
        cells: number of cells in a slice.
        counts: for each slice the covered cells without a flag, and the flags; None if the board is too large.

    >>> from hypersweep import Game
    >>> game = Game("2x3x2x2x3", 5, seed=1)
    >>> change = game.flag((0, 0, 0, 0, 1))
    >>> SliceCounts(game).counts
    [(24, 0), (23, 1), (24, 0)]
    """

    def __init__(self, source: BoardSource) -> None:
        self._source = source
        grid = source.grid
        self.slices: int = grid.strides[3] if grid.dimensions > 4 else 1
        self.cells: int = grid.cells // self.slices
        self.counts: list[tuple[int, int]] | None = None
        if grid.cells <= _MOST_COUNTED:
            self.counts = [(0, 0)] * self.slices
            self.update()

    def update(self, changed: Iterable[int] | None = None) -> set[int]:
        """Update the counts. Returns: the slices whose counts have changed.

        Args:
            changed: indices of the changed cells, or None for any.

        Complexity: O(cells of the slices they are in).
        """
        if self.counts is None:
            return set()
        codes = shown_codes(self._source)
        different = set()
        for number in range(self.slices) if changed is None else {index % self.slices for index in changed}:
            of_slice = codes[number :: self.slices].tolist()
            count = (
                of_slice.count(COVERED) + of_slice.count(MINE),
                of_slice.count(FLAGGED) + of_slice.count(WRONG_FLAG),
            )
            if count != self.counts[number]:
                self.counts[number] = count
                different.add(number)
        return different
