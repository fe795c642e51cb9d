"""Moves, their results, and game outcomes."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from hypersweep.copying import Immutable
from hypersweep.errors import ParameterError, ParameterTypeError, ParseError, RulesError
from hypersweep.grid import Grid, read_coordinates
from hypersweep.text import without_separators
from hypersweep.validation import check_memory, check_type, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hypersweep import _native
    from hypersweep.typing import CellLike, MoveKind

__all__ = ["KINDS", "OUTCOMES", "Move", "MoveResult", "Outcome", "read_change"]

KINDS: tuple[MoveKind, ...] = ("open", "flag", "chord")
"""Kinds of moves, in the kernel's numbering order."""


class Outcome(enum.Enum):
    """State of a game: ongoing, won or lost."""

    ONGOING = 0
    WON = 1
    LOST = 2

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


OUTCOMES = (Outcome.ONGOING, Outcome.WON, Outcome.LOST)
"""All outcomes, in the kernel's numbering order."""


class Move(Immutable):
    """A player's move on one cell.

    Args:
        kind: "open", "flag" (also removes a flag) or "chord".
        cell: coordinates as a tuple or any other sequence; checked against the board when the move is played.
        grid: the board, if known. The cell is then checked immediately, and may be an index.

    Raises:
        RulesError: there is no such kind of move.
        ParameterError: a coordinate isn't a whole number from 0 to 2**64 - 1.
        CellError: the cell isn't on the grid.

    >>> Move("open", (3, 4)).format(), Move("open", 6, grid=Grid("3x4")).cell
    ('open 3 4', (1, 2))
    """

    __slots__ = ("kind", "cell")  # noqa: RUF023 - in the order of __init__
    __match_args__ = ("kind", "cell")

    kind: MoveKind
    cell: tuple[int, ...]

    def __init__(self, kind: MoveKind, cell: CellLike, *, grid: Grid | None = None) -> None:
        if kind not in KINDS:
            hint = suggest(kind, list(KINDS)) if isinstance(kind, str) else ""
            raise RulesError(f"expected a move 'open', 'flag' or 'chord', got {truncate(kind)}{hint}")
        if grid is not None and not isinstance(grid, Grid):
            raise ParameterTypeError(f"expected a Grid, got {truncate(grid)} ({type(grid).__name__})")
        coordinates = read_coordinates(cell) if grid is None else grid.cell(cell)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "cell", coordinates)

    def format(self) -> str:
        """Return the move as text; ``Move.parse`` reads it."""
        return " ".join((self.kind, *map(str, self.cell)))

    @classmethod
    def parse(cls, text: str) -> Move:
        """Parse a move such as "open 3 4" or "open (3, 4)"; the kind's first letter is enough.

        Raises:
            ParseError: the text isn't a move.

        >>> Move.parse("f 3 4") == Move.parse("flag 3,4")
        True
        """
        check_type(text, str, "a move as text")
        plain = without_separators(text)
        words = plain.split()
        kind = words[0] if words else ""
        full = next((name for name in KINDS if kind in (name, name[0])), None)
        if full is None:
            raise ParseError(
                f"expected a move such as 'open 3 4', got {truncate(text)}{suggest(kind, list(KINDS))}",
                text=text,
                position=0,
            )
        if len(words) == 1:
            raise ParseError(f"expected coordinates after {kind!r}, got none", text=text, position=len(text))
        coordinates = []
        position = plain.find(kind) + len(kind)
        for word in words[1:]:
            position = plain.find(word, position)
            if not (word.isascii() and word.isdigit()):
                raise ParseError(f"expected coordinates in digits, got {truncate(word)}", text=text, position=position)
            # Limit the number of digits: int() is slow for thousands of digits, and refuses more.
            digits = word.lstrip("0") or "0"
            if len(digits) > 20 or int(digits) >= 1 << 64:
                raise ParseError(
                    f"expected coordinates from 0 to {(1 << 64) - 1}, got {truncate(word)[1:-1]}",
                    text=text,
                    position=position,
                )
            coordinates.append(int(digits))
            position += len(word)
        return cls(full, coordinates)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return (self.kind, self.cell) == (other.kind, other.cell)

    def __hash__(self) -> int:
        return hash((self.kind, self.cell))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.cell)

    def __repr__(self) -> str:
        return f"Move({self.kind!r}, {self.cell})"

    def __str__(self) -> str:
        return self.format()


class MoveResult(Immutable):
    """The result of a move: the cells it changed. True if there are any. Immutable, compared by value.

    >>> from hypersweep import Game, Layout
    >>> change = Game("3x4", layout=Layout("3x4", [(0, 3)])).open((0, 0))
    >>> change.opened, change.outcome, len(change)
    (11, Outcome.WON, 11)
    """

    # Every move creates a MoveResult, so keep it small: one slot holds all arguments, the other caches ``indices``.
    __slots__ = ("_indices", "_made")

    _indices: memoryview
    _made: tuple[Grid, _native.Delta | None, Outcome | None, bool]

    def __init__(
        self, grid: Grid, delta: _native.Delta | None, outcome: Outcome | None = None, is_back: bool = False
    ) -> None:
        # Without a delta, the outcome must be given; otherwise the delta has it. Properties read the delta only on
        # demand, since most callers just test whether a result is true.
        _put_made(self, (grid, delta, outcome, is_back))

    @property
    def outcome(self) -> Outcome:
        """The outcome after the move."""
        _, delta, outcome, _ = self._made
        return OUTCOMES[delta.outcome] if outcome is None else outcome  # type: ignore[union-attr]

    @property
    def opened(self) -> int:
        """Number of safe cells opened by the move; negative for an undo."""
        _, delta, _, is_back = self._made
        opened = 0 if delta is None else delta.opened
        return -opened if is_back else opened

    @property
    def flagged(self) -> int:
        """Change in the number of flags on covered cells."""
        _, delta, _, is_back = self._made
        flagged = 0 if delta is None else delta.flag_change
        return -flagged if is_back else flagged

    @property
    def indices(self) -> memoryview:
        """Raveled indices of the cells whose display changed, ascending: int64, usable by NumPy without a copy.

        Raises:
            BoardTooLargeError: the indices don't fit into memory.

        Complexity: O(cells changed) on first use, then O(1).

        >>> from hypersweep import Game, Layout
        >>> Game(layout=Layout("3x4", [(0, 3), (2, 1)])).open((0, 0)).indices.tolist()
        [0, 1, 2, 4, 5, 6]
        """
        try:
            # Return a new memoryview to every caller, because a caller may release it.
            return self._indices[:]
        except AttributeError:
            _, delta, *_ = self._made
        if delta is None:
            data = b""
        else:
            count = delta.cell_count()
            if count > 1 << 12:  # fewer always fit, and formatting the message takes longer than listing them
                check_memory(8 * count, f"the indices of {count} cells of {self._made[0]}")
            data = delta.indices()
        indices = memoryview(data).cast("q")
        object.__setattr__(self, "_indices", indices)
        return indices[:]

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells whose display changed, in index order. Built on every access: O(cells changed).

        Raises:
            BoardTooLargeError: the tuples don't fit into memory.
        """
        grid = self._made[0]
        # Bytes per cell: an index and a tuple of coordinates, as Python objects.
        check_memory(len(self) * (120 + 40 * grid.dimensions), f"a tuple of {len(self)} cells of {grid}")
        return tuple(map(grid.cell, self.indices))

    def __len__(self) -> int:
        delta = self._made[1]
        return 0 if delta is None else delta.cell_count()

    def __bool__(self) -> bool:
        delta = self._made[1]
        return delta is not None and delta.changed

    @staticmethod
    def of_cells(
        grid: Grid, indices: Iterable[int], outcome: Outcome, *, opened: int = 0, flagged: int = 0
    ) -> MoveResult:
        """Return the result of an action that consists of several moves or marks.

        Args:
            grid: the board.
            indices: the indices of the cells that it changed.
            outcome: the outcome after the action.
            opened: number of safe cells opened.
            flagged: change in the number of flags on covered cells.

        >>> from hypersweep import Grid, Outcome
        >>> MoveResult.of_cells(Grid("3x4"), [7, 2], Outcome.ONGOING, flagged=2)
        <MoveResult: 2 cells changed, 0 opened, +2 flags, ongoing>
        """
        words: dict[int, int] = {}
        for index in indices:
            words[index >> 6] = words.get(index >> 6, 0) | 1 << (index & 63)
        data = b"".join([word.to_bytes(8, "little") + words[word].to_bytes(8, "little") for word in sorted(words)])
        return read_change(grid, data, outcome, opened, flagged)

    @staticmethod
    def joined(grid: Grid, changes: Sequence[MoveResult], outcome: Outcome) -> MoveResult:
        """Return the result of an action that consists of several parts, which changed different cells.

        Args:
            grid: the board.
            changes: the parts' results.
            outcome: the outcome after the action.
        """
        if len(changes) == 1:
            return changes[0]
        if not any(changes):
            return MoveResult(grid, None, outcome)
        cells = {index for change in changes for index in change.indices}
        opened, flagged = (sum(getattr(change, name) for change in changes) for name in ("opened", "flagged"))
        return MoveResult.of_cells(grid, cells, outcome, opened=opened, flagged=flagged)

    def _key(self) -> tuple[Grid, bytes, Outcome, int, int]:
        grid, delta, *_ = self._made
        return grid, b"" if delta is None else delta.words(), self.outcome, self.opened, self.flagged

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, MoveResult) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        parts = [f"{pluralize(len(self), 'cell')} changed", f"{self.opened} opened"]
        if self.flagged:
            parts.append(f"{self.flagged:+} flag{'s' * (abs(self.flagged) != 1)}")
        return f"<MoveResult: {', '.join(parts)}, {self.outcome.name.lower()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return read_change, self._key()


_put_made = MoveResult.__dict__["_made"].__set__


def read_change(grid: object, words: object, outcome: object, opened: object, flagged: object) -> MoveResult:
    """Return a result saved by pickle or as JSON, after checking it."""
    from hypersweep import _native

    if not isinstance(grid, Grid) or not isinstance(words, bytes) or not isinstance(outcome, Outcome):
        found = ", ".join(map(truncate, (grid, words, outcome)))
        raise ParameterTypeError(f"expected a grid, the bytes of changed cells and an outcome, got {found}")
    # A cell changes each count by at most one, and each byte in ``words`` represents at most 8 cells.
    most = 8 * len(words)
    new = whole_number(opened, "opened", least=-most, below=most + 1)
    flags = whole_number(flagged, "flagged", least=-most, below=most + 1)
    is_back = new < 0
    try:
        delta = _native.Delta.from_words(grid.cells, words, abs(new), -flags if is_back else flags) if words else None
    except (TypeError, ValueError) as error:
        raise ParameterError(f"expected changed cells on {grid}, got {truncate(words)}: {error}") from None
    most = 0 if delta is None else delta.cell_count()
    for count, what in ((new, "opened"), (flags, "flagged")):
        whole_number(count, what, least=-most, below=most + 1)
    return MoveResult(grid, delta, outcome, is_back)
