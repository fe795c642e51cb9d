"""What a drawn board needs of a game, and how its codes are read: as little as the screen shows."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Protocol

from hypersweep import _native
from hypersweep.codes import COVERED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.errors import BusyError
from hypersweep.picture.cell_appearance import DONE, HIDDEN, SHOWN_AT_END, finished, too_many_flags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hypersweep.grid import Grid

# Boards up to that size are read at once, in microseconds; of larger ones only what is shown.
_WHOLE = 1 << 16
# Reading a range costs as much as reading that many codes of it.
_CALL = 128


class BoardSource(Protocol):
    """What is drawn: a ``Game`` is one, and so is anything else that knows the codes of a grid's cells."""

    @property
    def grid(self) -> Grid:
        """The board's shape."""

    @property
    def mines(self) -> int:
        """How many mines it holds."""

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview:
        """The codes of the cells with indices ``begin`` to ``end``, as in a ``View``."""


def shown_codes(source: BoardSource, begin: int = 0, end: int | None = None) -> memoryview:
    """Return the codes that the player is shown: those of the game, but at a win with a flag on every mine.

    Args:
        source: what to read.
        begin: the first index.
        end: the index after the last one; None for all.

    Complexity: O(cells asked for) once the game is won; until then that of ``codes``.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0)]))
    >>> changes = game.open((0, 2)), game.open((1, 0))
    >>> game.codes().tolist(), shown_codes(game).tolist()
    ([-3, 1, 0, 1, 1, 0], [-2, 1, 0, 1, 1, 0])
    """
    codes = source.codes(begin, end)
    # Not every source is a game: a picture of a position has no outcome.
    shown = SHOWN_AT_END.get(getattr(getattr(source, "outcome", None), "name", "").casefold())
    return codes if shown is None else memoryview(array(codes.format, [shown.get(code, code) for code in codes]))


def read_codes(source: BoardSource, indices: Sequence[int]) -> list[int]:
    """The codes of some cells, in as few goes as they lie close together.

    Args:
        source: what to read.
        indices: of the cells.

    >>> from hypersweep import Game
    >>> read_codes(Game("3x4", 2), [0, 11])
    [-1, -1]
    """
    if not indices:
        return []
    begin, end = min(indices), max(indices) + 1
    if end - begin <= _CALL * len(indices):
        table = shown_codes(source, begin, end)
        return [table[index - begin] for index in indices]
    known: dict[int, int] = {}
    for first, after in _runs(sorted(indices)):
        known.update(zip(range(first, after), shown_codes(source, first, after), strict=True))
    return [known[index] for index in indices]


def _runs(indices: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where runs of indices that lie next to each other begin and end."""
    first, after = indices[0], indices[0]
    for index in indices:
        if index > after:
            yield first, after
            first = index
        after = index + 1
    yield first, after


class CodeReader:
    """The looks of a source's cells, read as they are asked for and kept until they change.

    Args:
        source: what to read.

    >>> from hypersweep import Game, Layout
    >>> game = Game(layout=Layout("2x3", [(0, 0)]))
    >>> change = game.open((0, 2))
    >>> CodeReader(game).looks([0, 1, 2])
    [-1, 1, 0]
    """

    def __init__(self, source: BoardSource) -> None:
        self.source = source
        self._table: memoryview | None = None
        self._counts: dict[int, tuple[int, int]] = {}

    def forget(self, changed: Iterable[int] | None = None) -> None:
        """Read again: these cells have changed, or any may have.

        Args:
            changed: indices of the cells, or None.
        """
        self._table = None
        if changed is None:
            self._counts.clear()
        elif self._counts:
            neighbours = self.source.grid.geometry().neighbours
            for index in changed:
                for other in neighbours(index):
                    self._counts.pop(other, None)

    def looks(self, indices: Sequence[int]) -> list[int]:
        """The codes of cells; ``HIDDEN`` while another thread makes a long move.

        Args:
            indices: of the cells.
        """
        cells = self.source.grid.cells
        if cells <= _WHOLE:
            table = self._table
            if table is None:
                table = self._table = shown_codes(self.source, 0, cells)
            return [table[index] for index in indices]
        try:
            return read_codes(self.source, indices)
        except BusyError:
            return [HIDDEN] * len(indices)

    def clue_looks(
        self, indices: Sequence[int], *, are_differences: bool = False, tells_finished: bool = False
    ) -> list[int]:
        """Return the appearances of cells, with the state of clues (such as finished).

        A clue is finished where no neighbour is left to decide: all its mines are flagged and nothing else is covered,
        or every neighbour is open.

        Args:
            indices: of the cells.
            are_differences: whether clues are shown less the flags around them.
            tells_finished: whether clues that are finished get a look of their own.

        Complexity: O(k) for each clue with k neighbours.

        >>> from hypersweep import Game, Layout
        >>> from hypersweep.picture.cell_appearance import too_many_flags
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> changes = game.open((0, 1)), game.flag((0, 0)), game.flag((0, 2))
        >>> CodeReader(game).clue_looks([0, 1], are_differences=True) == [-2, too_many_flags(1)]
        True
        """
        looks = self.looks(indices)
        clues = [place for place, look in enumerate(looks) if look > 0]
        around = self._around([indices[place] for place in clues])
        for place, (covered, flags) in zip(clues, around, strict=True):
            look = shown = looks[place]
            if are_differences:
                shown = look - flags if look > flags else DONE if look == flags else too_many_flags(flags - look)
            if tells_finished and not covered and flags in (0, look):
                shown = finished(shown)
            looks[place] = shown
        return looks

    def clues_around(self, changed: Sequence[int], *, are_differences: bool = False) -> set[int]:
        """Return the clues next to changed cells, whose appearance may have changed; see ``clue_looks``.

        Args:
            changed: indices of the cells.
            are_differences: whether clues are shown less the flags around them.

        Complexity: O(k**2) for each cell with k neighbours.

        >>> from hypersweep import Game, Layout
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> changes = game.open((0, 2)), game.flag((0, 0)), game.open((1, 0))
        >>> CodeReader(game).clues_around([3])
        {1, 4}
        """
        neighbours = self.source.grid.geometry().neighbours
        covered_now = sum(look in (COVERED, MINE) for look in self.looks(changed))
        around = sorted({other for index in changed for other in neighbours(index)})
        clues = [index for index, look in zip(around, self.looks(around), strict=True) if look > 0]
        if are_differences:
            return set(clues)
        # Finished now, or before some of the cells around were covered again.
        pairs = zip(clues, self._around(clues), strict=True)
        return {index for index, (covered, _) in pairs if covered <= covered_now}

    def _around(self, indices: Sequence[int]) -> list[tuple[int, int]]:
        """For each cell how many neighbours are covered, mines shown at the end among them, and how many flagged."""
        grid = self.source.grid
        if self._table is not None:
            counts = _native.counts_around(grid.geometry(), self._table, self._table.itemsize, list(indices))
            return list(zip(counts[::2], counts[1::2], strict=True))
        known = self._counts
        unknown = [index for index in indices if index not in known]
        neighbours = {index: grid.geometry().neighbours(index) for index in unknown}
        # Neighbouring cells of a line share most of their neighbours.
        needed = sorted(set().union(*neighbours.values()))
        codes = dict(zip(needed, read_codes(self.source, needed), strict=True))
        for index, others in neighbours.items():
            seen = [codes[other] for other in others]
            flags = seen.count(FLAGGED) + seen.count(WRONG_FLAG)
            known[index] = seen.count(COVERED) + seen.count(MINE), flags
        return [known[index] for index in indices]
