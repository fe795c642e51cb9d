"""One position of a stream, and the columns that a file has for it."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import MissingExtraError, ParameterError, ParameterTypeError
from hypersweep.rng import check_seed
from hypersweep.validation import truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from hypersweep.typing import FloatBuffer

VERSION = 1
"""The version of the format."""

LICENCE = "CC0-1.0"
"""Default license of positions: they may be used for any purpose."""

KEY = b"hypersweep"
"""What the metadata stands under."""

TYPE = "positions"
"""What it says that the file holds."""

CELLS, ROWS = 1 << 20, 1 << 16
"""Maximum cells and rows of a row group, which is written and read at once."""

MOST_CELLS = 1 << 24
"""The most cells of a row."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Position:
    """A position and what is known of it. It never changes.

    Args:
        view: what the player sees.
        chances: the chance of a mine for each cell, in the order of the indices; None if they aren't known.
        seed: of the game that it comes from.
        source: where it comes from, in words.
        move: how many moves were made before.

    Raises:
        ParameterError: the wrong number of chances, or one that isn't a chance; a number out of range.
        ParameterTypeError: a part of the wrong type.

    >>> position = Position(View("1x3", 1, [-1, 1, -1]), [0.5, 0, 0.5], move=1)
    >>> position, position.chances[2]
    (<Position on 1x3 with 1 mine, move 1>, 0.5)
    """

    view: View
    _data: bytes | None
    seed: int | None
    source: str | None
    move: int | None

    def __init__(
        self,
        view: View,
        chances: Iterable[float] | None = None,
        seed: int | None = None,
        source: str | None = None,
        move: int | None = None,
    ) -> None:
        if not isinstance(view, View):
            raise ParameterTypeError(f"expected a View, got {truncate(view)} ({type(view).__name__})")
        if source is not None and not isinstance(source, str):
            raise ParameterTypeError(f"expected text for source, got {truncate(source)} ({type(source).__name__})")
        self._put(
            view,
            None if chances is None else _check_chances(view, chances),
            None if seed is None else check_seed(seed),
            source,
            None if move is None else whole_number(move, "move", below=1 << 32),
        )

    def _put(self, view: View, data: bytes | None, seed: int | None, source: str | None, move: int | None) -> None:
        put = object.__setattr__
        put(self, "view", view)
        put(self, "_data", data)
        put(self, "seed", seed)
        put(self, "source", source)
        put(self, "move", move)

    @classmethod
    def _of(cls, view: View, data: bytes | None, seed: int | None, source: str | None, move: int | None) -> Position:
        position = cls.__new__(cls)
        position._put(view, data, seed, source, move)
        return position

    @property
    def chances(self) -> FloatBuffer | None:
        """The chance of a mine for each cell, in the order of the indices; None if they aren't known."""
        return None if self._data is None else memoryview(self._data).cast("d")

    def __reduce__(self) -> tuple[object, ...]:
        chances = None if self._data is None else array("d", self._data)
        return type(self), (self.view, chances, self.seed, self.source, self.move)

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        move = "" if self.move is None else f", move {self.move}"
        return f"<Position on {self.view.grid} with {pluralize(self.view.mines, 'mine')}{move}>"


def _check_chances(view: View, chances: Iterable[float]) -> bytes:
    try:
        numbers = array("d", chances)
    except (TypeError, ValueError, OverflowError):
        raise ParameterTypeError(f"expected the chances of {len(view)} cells, got {truncate(chances)}") from None
    if len(numbers) != len(view) or not all(0 <= number <= 1 for number in numbers):
        wrong = next((number for number in numbers if not 0 <= number <= 1), len(numbers))
        raise ParameterError(f"expected the chances of {len(view)} cells, each of 0 to 1, got {wrong}")
    return numbers.tobytes()


def load_pyarrow() -> tuple[Any, Any]:
    """The modules of pyarrow and of its Parquet files.

    Raises:
        MissingExtraError: it isn't installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Parquet files need pyarrow, which isn't installed: pip install 'hypersweep[data]'", name="pyarrow"
        ) from None
    return pyarrow, parquet


def schema_of(pyarrow: Any) -> Any:
    """The columns, as pyarrow's schema."""

    # Chances are the only numbers of a row that may be missing as a whole; nothing is missing inside.
    def numbers(kind: Any) -> Any:
        return pyarrow.list_(pyarrow.field("element", kind, nullable=False))

    return pyarrow.schema(
        [
            pyarrow.field("grid", pyarrow.string(), nullable=False),
            pyarrow.field("mines", pyarrow.uint32(), nullable=False),
            pyarrow.field("codes", numbers(pyarrow.int16()), nullable=False),
            pyarrow.field("chances", numbers(pyarrow.float64())),
            pyarrow.field("seed", pyarrow.uint64()),
            pyarrow.field("source", pyarrow.string()),
            pyarrow.field("move", pyarrow.uint32()),
        ]
    )
