"""Moves, what they change, and how a game can stand."""

from __future__ import annotations

import enum

from hypersweep.arguments import nearest, shorten, whole_number
from hypersweep.errors import ParameterError, ParameterTypeError, ParseError, RulesError
from hypersweep.grid import Grid
from hypersweep.memory import check_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from hypersweep import _native

__all__ = ["KINDS", "Change", "Move", "Outcome"]

KINDS = ("open", "flag", "chord")
"""What a move can be, in the order of the numbers that the kernel gives them."""


class Outcome(enum.Enum):
    """How a game stands."""

    ONGOING = 0
    WON = 1
    LOST = 2

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"


class Move:
    """What a player does to one cell.

    Args:
        kind: "open", "flag" (which takes a flag away as well) or "chord".
        cell: a tuple of coordinates; whether a board has it shows when the move is played.

    Raises:
        ParameterError: another kind, or coordinates that aren't whole numbers of 0 to 2**64 - 1.

    >>> Move("open", (3, 4)).format()
    'open 3 4'
    """

    __slots__ = ("cell", "kind")

    kind: str
    cell: tuple[int, ...]

    def __init__(self, kind: str, cell: Sequence[int]) -> None:
        if kind not in KINDS:
            hint = nearest(kind, list(KINDS)) if isinstance(kind, str) else ""
            raise RulesError(f"expected a move of 'open', 'flag' or 'chord', got {shorten(kind)}{hint}")
        if isinstance(cell, str) or not hasattr(cell, "__iter__"):
            raise ParameterTypeError(f"expected a cell, got {shorten(cell)} ({type(cell).__name__})")
        coordinates = tuple(whole_number(value, f"coordinate {axis}", below=1 << 64) for axis, value in enumerate(cell))
        if not coordinates:
            raise ParameterTypeError("expected a cell of at least one coordinate, got none")
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "cell", coordinates)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Move can't be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Move can't be changed: {name}")

    def format(self) -> str:
        """The text form; ``Move.parse`` reads it back."""
        return " ".join((self.kind, *map(str, self.cell)))

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that a text such as "open 3 4" names; the first letter of the kind will do.

        Raises:
            ParseError: not a move.

        >>> Move.parse("f 3 4")
        Move('flag', (3, 4))
        """
        if not isinstance(text, str):
            raise ParameterTypeError(f"expected the text of a move, got {shorten(text)} ({type(text).__name__})")
        words = text.split()
        kind = words[0] if words else ""
        full = next((name for name in KINDS if kind in (name, name[0])), None)
        if full is None:
            raise ParseError(
                f"expected a move such as 'open 3 4', got {shorten(text)}{nearest(kind, list(KINDS))}",
                text=text,
                position=0,
            )
        if len(words) == 1:
            raise ParseError(f"expected coordinates after {kind!r}, got none", text=text, position=len(text))
        coordinates = []
        position = text.find(kind) + len(kind)
        for word in words[1:]:
            position = text.find(word, position)
            if not (word.isascii() and word.isdigit()):
                raise ParseError(f"expected coordinates in digits, got {shorten(word)}", text=text, position=position)
            # No more digits are read than any coordinate has: thousands of them would take long, or be refused.
            digits = word.lstrip("0") or "0"
            if len(digits) > 20 or int(digits) >= 1 << 64:
                raise ParseError(
                    f"expected coordinates of 0 to {(1 << 64) - 1}, got {shorten(word)[1:-1]}",
                    text=text,
                    position=position,
                )
            coordinates.append(int(digits))
            position += len(word)
        return cls(full, coordinates)

    def __eq__(self, other: object) -> bool:
        """Whether kind and cell are the same."""
        if not isinstance(other, Move):
            return NotImplemented
        return (self.kind, self.cell) == (other.kind, other.cell)

    def __hash__(self) -> int:
        return hash((self.kind, self.cell))

    def __repr__(self) -> str:
        return f"Move({self.kind!r}, {self.cell})"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[type[Move], tuple[str, tuple[int, ...]]]:
        return Move, (self.kind, self.cell)


class Change:
    """What a move changed; true if it changed anything. It never changes itself.

    >>> from hypersweep import Game, Layout
    >>> change = Game("3x4", layout=Layout("3x4", [(0, 3)])).open((0, 0))
    >>> change.opened, change.outcome, len(change)
    (11, Outcome.WON, 11)
    """

    __slots__ = ("_delta", "_flagged", "_grid", "_opened", "_outcome")

    def __init__(
        self, grid: Grid, delta: _native.Delta | None, outcome: Outcome, opened: int = 0, flagged: int = 0
    ) -> None:
        self._grid = grid
        self._delta = delta
        self._outcome = outcome
        self._opened = opened
        self._flagged = flagged

    @property
    def outcome(self) -> Outcome:
        """How the game stands after the move."""
        return self._outcome

    @property
    def opened(self) -> int:
        """The safe cells that it opened; negative for an undo."""
        return self._opened

    @property
    def flagged(self) -> int:
        """How the number of flags on covered cells changed."""
        return self._flagged

    @property
    def cells(self) -> tuple[tuple[int, ...], ...]:
        """The cells whose look changed, in the order of their indices. Made when asked for: O(cells changed).

        Raises:
            BoardTooLargeError: this machine can't hold so many tuples.
        """
        if self._delta is None:
            return ()
        # Of each an index and a tuple of coordinates, as Python's objects.
        count = self._delta.cell_count()
        check_memory(count * (120 + 40 * self._grid.dimensions), f"a tuple of {count} cells of {self._grid}")
        cell = self._grid.cell
        return tuple(cell(index) for index in self._delta.cells())

    def __len__(self) -> int:
        return 0 if self._delta is None else self._delta.cell_count()

    def __bool__(self) -> bool:
        return self._delta is not None and self._delta.changed

    def __repr__(self) -> str:
        parts = [f"{len(self)} cells changed", f"{self.opened} opened"]
        if self.flagged:
            parts.append(f"{self.flagged:+} flags")
        return f"<Change: {', '.join(parts)}, {self.outcome.name.lower()}>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        words = b"" if self._delta is None else self._delta.words()
        return _change_of, (self._grid, words, self._outcome, self._opened, self._flagged)


def _change_of(grid: object, words: object, outcome: object, opened: object, flagged: object) -> Change:
    # What pickle has kept of a change.
    from hypersweep import _native

    if not isinstance(grid, Grid) or not isinstance(words, bytes) or not isinstance(outcome, Outcome):
        found = ", ".join(map(shorten, (grid, words, outcome)))
        raise ParameterTypeError(f"expected a grid, the bytes of changed cells and an outcome, got {found}")
    try:
        delta = _native.Delta.from_words(grid.cells, words) if words else None
    except (TypeError, ValueError) as error:
        raise ParameterError(f"expected changed cells on {grid}, got {shorten(words)}: {error}") from None
    most = 0 if delta is None else delta.cell_count()
    counts = [
        whole_number(count, what, least=-most, below=most + 1)
        for count, what in ((opened, "opened"), (flagged, "flagged"))
    ]
    return Change(grid, delta, outcome, *counts)
