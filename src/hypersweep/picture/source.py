"""What a drawn board needs of a game, and how its codes are read: as little as the screen shows."""

from __future__ import annotations

from typing import Protocol

from hypersweep.codes import FLAGGED, WRONG_FLAG
from hypersweep.errors import BusyError
from hypersweep.lazy import defer
from hypersweep.picture.looks import DONE, HIDDEN, too_many_flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep.grid import Grid
else:
    defer(globals(), "from collections.abc import Iterable, Sequence", "from hypersweep.grid import Grid")

__all__ = ["BoardSource", "CodeReader", "read_codes"]

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


def read_codes(source: BoardSource, indices: Sequence[int]) -> list[int]:
    """The codes of some cells, read in one go where they lie close together.

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
        table = source.codes(begin, end)
        return [table[index - begin] for index in indices]
    return [source.codes(index, index + 1)[0] for index in indices]


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
        self._flags: dict[int, int] = {}

    def forget(self, changed: Iterable[int] | None = None) -> None:
        """Read again: these cells have changed, or any may have.

        Args:
            changed: indices of the cells, or None.
        """
        self._table = None
        if changed is None:
            self._flags.clear()
        elif self._flags:
            neighbours = self.source.grid.geometry().neighbours
            for index in changed:
                for other in neighbours(index):
                    self._flags.pop(other, None)

    def looks(self, indices: Sequence[int]) -> list[int]:
        """The codes of cells; ``HIDDEN`` while another thread makes a long move.

        Args:
            indices: of the cells.
        """
        cells = self.source.grid.cells
        if cells <= _WHOLE:
            table = self._table
            if table is None:
                table = self._table = self.source.codes(0, cells)
            return [table[index] for index in indices]
        try:
            return read_codes(self.source, indices)
        except BusyError:
            return [HIDDEN] * len(indices)

    def differences(self, indices: Sequence[int]) -> list[int]:
        """The looks of cells where clues are shown less the flags around them.

        Args:
            indices: of the cells.

        >>> from hypersweep import Game, Layout
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> changes = game.open((0, 1)), game.flag((0, 0)), game.flag((0, 2))
        >>> CodeReader(game).differences([0, 1]) == [-2, too_many_flags(1)]
        True
        """
        looks = self.looks(indices)
        for place, look in enumerate(looks):
            if look > 0:
                rest = look - self.flags_around(indices[place])
                looks[place] = rest if rest > 0 else DONE if rest == 0 else too_many_flags(-rest)
        return looks

    def flags_around(self, index: int) -> int:
        """How many neighbours of a cell carry a flag.

        Args:
            index: of the cell.
        """
        count = self._flags.get(index)
        if count is None:
            looks = self.looks(self.source.grid.geometry().neighbours(index))
            self._flags[index] = count = looks.count(FLAGGED) + looks.count(WRONG_FLAG)
        return count
