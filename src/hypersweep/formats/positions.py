"""Read and write positions with exact mine probabilities as Parquet files, for training and data analysis.

Every row is a position. The columns:

* ``grid``: the board, as a grid's text.
* ``mines``: number of mines.
* ``codes``: each cell's code in index order, as in ``View``: a clue, -1 covered, -2 flagged, and so on.
* ``chances``: each cell's mine probability, accurate to 1e-12; null if the analysis exceeded its budget.
* ``seed``: seed of the game the position is from; null if there is none.
* ``source``: where the position is from; null if unknown.
* ``move``: number of moves made before the position; null if unknown.

The file's metadata has a description under ``hypersweep``: a JSON object with the version of the format, the games'
rules, the program that wrote the file, the licence, and any tags added by the caller.

``positions_of_games`` yields positions from games played by the solver.

This module needs pyarrow: ``pip install 'hypersweep[data]'``. Any program that supports Parquet can read the files.
"""

from __future__ import annotations

import os
from array import array
from dataclasses import dataclass, field, fields
from itertools import count
from types import MappingProxyType
from typing import TYPE_CHECKING

import hypersweep
from hypersweep import _native
from hypersweep.atomic_write import save_whole
from hypersweep.codes import COVERED, WRONG_FLAG
from hypersweep.errors import HypersweepError, MissingExtraError, ParameterError, ParameterTypeError, ParseError
from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.layout import check_mines
from hypersweep.moves import Outcome
from hypersweep.rng import Stream, check_seed, fresh_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.solve import Budget, analyse_batch
from hypersweep.solve.kernel import check_budget
from hypersweep.validation import check_type, truncate, whole_number
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import IO, Any, NoReturn

    from hypersweep.typing import FloatBuffer

__all__ = ["LICENCE", "VERSION", "Position", "PositionFile", "positions_of_games", "read_positions", "write_positions"]

VERSION = 1
"""Version of the file format."""

LICENCE = "CC0-1.0"
"""Default licence for positions: they may be used for any purpose."""

# Metadata key for the description, and the description's "type".
_KEY, _TYPE = b"hypersweep", "positions"
# Maximum number of cells and rows in a row group, which is written and read as a whole.
_GROUP_CELLS, _GROUP_ROWS = 1 << 20, 1 << 16
# Maximum number of cells in a row, i.e. a position.
_MOST_CELLS = 1 << 24
# Rows decoded at a time.
_BATCH = 1024
# Maximum number of bytes in a group: it may be nearly full when a position of maximum size is added, at 16 bytes per
# cell.
_MOST_BYTES = 16 * (_GROUP_CELLS + _MOST_CELLS)
# Maximum number of concurrent games, and of cells in them. The more games, the more positions the solver gets per call.
_BESIDE, _CELLS_BESIDE = 256, 1 << 18
# Give up after this many consecutive games that end with the first open, since there is nothing to yield.
_ENDED = 10_000
# Chances that differ by less than this are treated as equal, as in Analysis.safest_cells.
_SAME = 1e-11


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Position:
    """A position with its mine probabilities and origin, if known. Immutable.

    Args:
        view: what the player sees.
        chances: each cell's mine probability, in index order; None if unknown.
        seed: seed of the game the position is from; None if unknown.
        source: where the position is from; None if unknown.
        move: number of moves made before the position; None if unknown.

    Raises:
        ParameterError: the number of chances is wrong, a chance isn't between 0 and 1, or another number is out of
            range.
        ParameterTypeError: an argument has the wrong type.

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
        check_type(view, View, "a View")
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
        """Each cell's mine probability, in index order; None if unknown."""
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
        raise ParameterError(f"expected the chances of {len(view)} cells, each from 0 to 1, got {wrong}")
    return numbers.tobytes()


def load_pyarrow() -> tuple[Any, Any]:
    """Return the modules ``pyarrow`` and ``pyarrow.parquet``.

    Raises:
        MissingExtraError: pyarrow isn't installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "Parquet files need pyarrow, which isn't installed: pip install 'hypersweep[data]'", name="pyarrow"
        ) from None
    return pyarrow, parquet


def _schema_of(pyarrow: Any) -> Any:
    """Return the pyarrow schema of a file's columns."""

    # A row may lack the list of chances, but a list has no missing numbers.
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


@dataclass(frozen=True, slots=True, init=False, repr=False)
class PositionFile:
    """A Parquet file with positions. Iterating yields each ``Position``, with one row group in memory at a time.

    An invalid file raises ``ParseError``. Before decompression, only the sizes stated in the file are checked; this
    protects against mistakes, not against malicious files.

    Args:
        path: the file.

    Attributes:
        path: the path, as text.
        count: number of positions.
        rules: the games' rules; None if the file doesn't state them.
        program: the program that wrote the file and computed the chances, such as "hypersweep 0.1.0".
        licence: the licence for the data.
        tags: additional strings from the metadata, by name.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        OSError: the file can't be read.
        ParseError: the file doesn't contain positions, or its format is too new.
    """

    path: str
    count: int
    rules: Rules | None
    program: str
    licence: str
    tags: Mapping[str, str] = field(hash=False)

    def __init__(self, path: str | os.PathLike[str]) -> None:
        name = os.fsdecode(path)
        pyarrow, parquet = load_pyarrow()
        with open(name, "rb") as file:
            try:
                whole = parquet.ParquetFile(file)
                meta, schema = whole.metadata, whole.schema_arrow
            except (pyarrow.ArrowException, OSError, ValueError) as error:
                _raise_parse_error(name, error)
        stated = _read_metadata(name, schema.metadata or {})
        for column in _schema_of(pyarrow):
            place = schema.get_field_index(column.name)
            kind = schema.field(place).type if place >= 0 else "no such column"
            if kind != column.type:
                raise ParseError(
                    f"expected {column.type} in the column {column.name!r} of {truncate(name)}, got {kind}"
                )
        for own, value in zip(fields(self), (name, meta.num_rows, *stated), strict=True):
            object.__setattr__(self, own.name, value)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Position]:
        pyarrow, parquet = load_pyarrow()
        names = [column.name for column in _schema_of(pyarrow)]
        with open(self.path, "rb") as file:
            row = 0
            try:
                whole = parquet.ParquetFile(file)
                for group in range(whole.num_row_groups):
                    _check_group(self.path, whole.metadata.row_group(group))
                    batches = whole.iter_batches(_BATCH, row_groups=[group], columns=names, use_threads=False)
                    for batch in batches:
                        yield from _read_batch(self.path, pyarrow, batch, row)
                        row += batch.num_rows
            except (pyarrow.ArrowException, OSError, ValueError) as error:
                _raise_parse_error(self.path, error)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.path,)

    def __repr__(self) -> str:
        rules = "" if self.rules is None else f", {self.rules.name} rules"
        return f"<PositionFile of {self.count} {'position' if self.count == 1 else 'positions'}{rules}>"


def _raise_parse_error(name: str, error: Exception) -> NoReturn:
    """Re-raise system errors and our own errors; turn any other error into a ``ParseError`` about the file."""
    if isinstance(error, HypersweepError) or (isinstance(error, OSError) and error.errno is not None):
        raise error
    raise ParseError(f"expected a Parquet file of positions, got {truncate(name)}: {truncate(str(error))}") from None


def _read_metadata(name: str, metadata: Mapping[bytes, bytes]) -> tuple[Rules | None, str, str, Mapping[str, str]]:
    import json

    try:
        stated = json.loads(metadata.get(_KEY, b"null"))
    except (ValueError, RecursionError):
        stated = None
    if not isinstance(stated, dict) or stated.get("type") != _TYPE:
        raise ParseError(f"expected a Parquet file of positions by hypersweep, got {truncate(name)}")
    if stated.get("version") != VERSION:
        raise ParseError(
            f"expected version {VERSION} of positions in {truncate(name)}, got {truncate(stated.get('version'))}"
        )
    rules, tags = stated.get("rules"), stated.get("tags")
    texts = (stated.get("program"), stated.get("licence"), *(tags.values() if isinstance(tags, dict) else [None]))
    if not all(isinstance(text, str) for text in texts) or not isinstance(rules, str | None):
        raise ParseError(f"expected texts in the metadata of {truncate(name)}, got {truncate(stated)}")
    try:
        agreed = None if rules is None else Rules.parse(rules)
    except HypersweepError as error:
        raise ParseError(f"the rules in {truncate(name)}: {error}") from None
    return (
        agreed,
        str(texts[0]),
        str(texts[1]),
        MappingProxyType(dict(tags) if isinstance(tags, dict) else {}),
    )


def _check_group(name: str, group: Any) -> None:
    # Don't read the column statistics: if they contradict each other, pyarrow crashes the process. These limits are the
    # size of the largest group written by ``write_positions``, if stored uncompressed.
    if group.num_rows > _GROUP_ROWS or group.total_byte_size > _MOST_BYTES:
        raise ParseError(
            f"expected groups of at most {_GROUP_ROWS:,} rows and {_MOST_BYTES:,} bytes in {truncate(name)}, "
            f"got {group.num_rows:,} rows and {group.total_byte_size:,} bytes"
        )


def _read_batch(name: str, pyarrow: Any, batch: Any, first: int) -> Iterator[Position]:
    columns = {field: batch.column(batch.schema.get_field_index(field)) for field in batch.schema.names}
    for required in ("grid", "mines", "codes"):
        if columns[required].null_count:
            raise ParseError(
                f"expected a value for {required} in every row of {truncate(name)}, got none after row {first}"
            )
    grids: dict[str, Grid] = {}
    codes, chances = _ListColumn(pyarrow, columns["codes"], 2), _ListColumn(pyarrow, columns["chances"], 8)
    highest = codes.highest(WRONG_FLAG, 1 << 15)
    fine = chances.highest(0, 1) is not None
    rest = [columns[field].to_pylist() for field in ("grid", "mines", "seed", "source", "move")]
    for number, (text, mines, seed, source, move) in enumerate(zip(*rest, strict=True)):
        row = first + number
        grid = grids.get(text)
        if grid is None:
            try:
                grid = grids[text] = Grid.parse(text, max_cells=_MOST_CELLS)
            except HypersweepError as error:
                raise ParseError(f"row {row} of {truncate(name)}: {error}") from None
        data, chance = codes.row(number), chances.row(number)
        if data is None or len(data) != 2 * grid.cells or not (chance is None or len(chance) == 8 * grid.cells):
            raise ParseError(f"expected codes and chances of {grid.cells} cells in row {row} of {truncate(name)}")
        if highest is None or highest > grid.max_neighbours or mines > grid.cells or not fine:
            # A value is invalid, or the rows' boards allow different ranges of codes, so check each row separately.
            try:
                position = Position(View(grid, mines, array("h", data)), None if chance is None else array("d", chance))
            except HypersweepError as error:
                raise ParseError(f"row {row} of {truncate(name)}: {error}") from None
            yield Position._of(position.view, position._data, seed, source, move)
        else:
            yield Position._of(View._of(grid, mines, data), chance, seed, source, move)


class _ListColumn:
    """A column of lists; rows are returned as bytes, one at a time."""

    __slots__ = ("_begin", "_data", "_ends", "_has", "_pyarrow", "_size", "_values")

    def __init__(self, pyarrow: Any, column: Any, size: int) -> None:
        self._pyarrow, self._size = pyarrow, size
        self._values = column.values
        self._ends = column.offsets.to_pylist()
        self._has = column.is_valid().to_pylist() if column.null_count else None
        buffer = self._values.buffers()[1]
        self._begin = self._values.offset
        self._data = memoryview(b"" if buffer is None else buffer)

    def highest(self, least: float, most: float) -> Any:
        """Return the column's largest value, or None if a value is missing, NaN, below ``least`` or above ``most``."""
        from pyarrow import compute

        begin, end = self._ends[0], self._ends[-1]
        values = self._values.slice(begin, end - begin)
        if values.null_count or (
            self._pyarrow.types.is_floating(values.type) and compute.any(compute.is_nan(values)).as_py()
        ):
            return None
        found = compute.min_max(values).as_py()
        if found["min"] is None:
            return least
        return found["max"] if found["min"] >= least and found["max"] <= most else None

    def row(self, number: int) -> bytes | None:
        if self._has is not None and not self._has[number]:
            return None
        begin, end = self._ends[number], self._ends[number + 1]
        return bytes(self._data[(self._begin + begin) * self._size : (self._begin + end) * self._size])


def write_positions(
    path: str | os.PathLike[str] | IO[bytes],
    positions: Iterable[Position | View],
    *,
    rules: Rules | str | None = None,
    licence: str = LICENCE,
    tags: Mapping[str, str] | None = None,
) -> int:
    """Write positions atomically to a Parquet file, and return how many there were.

    Positions are written in groups of about a million cells, one group in memory at a time. Views get exact chances,
    computed one group at a time; a view whose analysis exceeds the budget gets none.

    Args:
        path: the file, whose name should end in ".parquet"; or a file open for writing bytes, which isn't written
            atomically.
        positions: positions or views, in any number and on any boards.
        rules: the games' rules, if they are the same for all positions.
        licence: the licence for the data, by its identifier from https://spdx.org/licenses.
        tags: additional strings for the metadata, by name.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        ParameterError: a board is too large for a row: over 16,777,216 cells, or cells with over 32,767 neighbours.
        ParseError: the rules can't be read.
        ParameterTypeError: a value is neither a position nor a view.
        InconsistentViewError: no layout is consistent with a view.
        OSError: the file can't be written.

    Complexity: 20,000 to 60,000 rows of 16x30 per second, plus the time for chances: see docs/data-card.md.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "few.parquet")
    ...     count = write_positions(path, [View("1x3", 1, [-1, 1, -1])])
    ...     [position.chances.tolist() for position in read_positions(path)]
    [[0.5, 0.0, 0.5]]
    """
    pyarrow, parquet = load_pyarrow()
    schema = _schema_of(pyarrow).with_metadata({_KEY: _metadata(rules, licence, tags)})
    if isinstance(positions, View | str) or not hasattr(positions, "__iter__"):
        raise ParameterTypeError(f"expected positions, got {truncate(positions)} ({type(positions).__name__})")
    count = 0

    def write(file: IO[bytes]) -> None:
        nonlocal count
        # Most chances and codes recur within a group, so dictionary encoding makes the file twenty times smaller.
        with parquet.ParquetWriter(file, schema, compression="zstd", use_dictionary=True) as writer:
            for group in _groups(positions):
                writer.write_table(_table(pyarrow, schema, group), row_group_size=len(group))
                count += len(group)

    if isinstance(path, str | os.PathLike):
        save_whole(path, write)
    else:
        write(path)
    return count


def _metadata(rules: Rules | str | None, licence: str, tags: Mapping[str, str] | None) -> bytes:
    import json

    texts = {} if tags is None else dict(tags)
    for name, value in {"licence": licence, **texts}.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise ParameterTypeError(f"expected strings as names and values of tags, got {truncate({name: value})}")
    agreed = None if rules is None else str(read_rules(rules))
    return json.dumps(
        {
            "type": _TYPE,
            "version": VERSION,
            "rules": agreed,
            "program": f"hypersweep {hypersweep.__version__}",
            "licence": licence,
            "tags": texts,
        }
    ).encode()


def _groups(positions: Iterable[Position | View]) -> Iterator[list[Position]]:
    group: list[Position | View] = []
    cells = 0
    for number, position in enumerate(positions):
        view = position.view if isinstance(position, Position) else position
        if not isinstance(view, View):
            raise ParameterTypeError(
                f"expected a Position or a View, got {truncate(position)} ({type(position).__name__}) at index {number}"
            )
        grid = view.grid
        if grid.cells > _MOST_CELLS or grid.max_neighbours >= 1 << 15:
            raise ParameterError(
                f"expected boards of at most {_MOST_CELLS:,} cells with at most 32,767 neighbours each, got {grid} at "
                f"index {number}"
            )
        group.append(position)
        cells += grid.cells
        if cells >= _GROUP_CELLS or len(group) >= _GROUP_ROWS:
            yield _with_chances(group)
            group, cells = [], 0
    if group:
        yield _with_chances(group)


def _with_chances(group: list[Position | View]) -> list[Position]:
    """Return a group's positions, computing chances for views, with one call for all views on the same grid."""
    places: dict[Grid, list[int]] = {}
    for place, each in enumerate(group):
        if isinstance(each, View):
            places.setdefault(each.grid, []).append(place)
    found: dict[int, Position] = {}
    for grid, own in places.items():
        batch = analyse_batch([group[place] for place in own])  # type: ignore[misc]
        size = 8 * grid.cells
        for number, (place, status) in enumerate(zip(own, batch.status, strict=True)):
            if status == "inconsistent":
                batch[number]  # raises this view's error
            data = batch._data[number * size : (number + 1) * size] if status == "exact" else None
            found[place] = Position._of(batch.views[number], data, None, None, None)
    return [each if isinstance(each, Position) else found[place] for place, each in enumerate(group)]


def _table(pyarrow: Any, schema: Any, group: list[Position]) -> Any:
    texts = {grid: str(grid) for grid in {position.view.grid for position in group}}
    sizes = [position.view.grid.cells for position in group]
    chances = [position._data for position in group]

    def lists(kind: Any, parts: list[bytes | None], field: Any) -> Any:
        ends, end = array("i", [0]), 0
        for part, size in zip(parts, sizes, strict=True):
            end += 0 if part is None else size
            ends.append(end)
        values = pyarrow.Array.from_buffers(
            kind, end, [None, pyarrow.py_buffer(b"".join([part for part in parts if part is not None]))]
        )
        offsets = pyarrow.Array.from_buffers(pyarrow.int32(), len(ends), [None, pyarrow.py_buffer(ends)])
        missing = pyarrow.array([part is None for part in parts]) if None in parts else None
        return pyarrow.ListArray.from_arrays(offsets, values, type=field.type, mask=missing)

    columns = [
        pyarrow.array([texts[position.view.grid] for position in group], pyarrow.string()),
        pyarrow.array([position.view.mines for position in group], pyarrow.uint32()),
        lists(pyarrow.int16(), [position.view._data for position in group], schema.field("codes")),
        lists(pyarrow.float64(), chances, schema.field("chances")),
        pyarrow.array([position.seed for position in group], pyarrow.uint64()),
        pyarrow.array([_checked_text(position.source) for position in group], pyarrow.string()),
        pyarrow.array([position.move for position in group], pyarrow.uint32()),
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)


def _checked_text(text: str | None) -> str | None:
    if text is not None and not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ParameterError(f"expected a source that UTF-8 can encode, got {truncate(text)}") from None
    return text


def read_positions(path: str | os.PathLike[str]) -> PositionFile:
    """Open a Parquet file written by ``write_positions``; its positions are read during iteration.

    Args:
        path: the file.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        OSError: the file can't be read.
        ParseError: the file doesn't contain positions, or its format is too new.
    """
    return PositionFile(path)


def positions_of_games(
    grid: Grid | str | Sequence[int],
    mines: int,
    rules: Rules | str = CLASSIC,
    *,
    seed: int | None = None,
    index: int = 0,
    games: int | None = None,
    budget: Budget | None = None,
) -> Iterator[Position]:
    """Yield positions from games in which the solver always opens the cells least likely to be mines.

    In game i, word 0 of ``Stream(seed, "positions", i)`` is the game's seed, and the stream's next number below
    ``cells`` is the index of the first cell. Each turn then opens all cells that are certainly safe or, if there are
    none, the (first) cell with the lowest mine probability. The position before every turn is yielded: ``move`` is the
    number of cells opened deliberately so far, and ``seed`` the game's seed. Up to 256 games are played concurrently,
    with their positions interleaved. The same arguments produce the same positions on every machine.

    A game ends early if a position's analysis exceeds the budget, which hardly ever happens on boards up to 30x30.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: number of mines per game.
        rules: the games' rules; the chances ignore any promise the rules make about later moves.
        seed: 0 to 2**64 - 1, or None for a random one.
        index: index of the first game, to continue an earlier series.
        games: number of games; None for no limit.
        budget: limits for analysing a position; None for the default number of states.

    Raises:
        ParameterError: the number of games is unlimited, but the first open ends every game.
        MineCountError: the mines don't fit.
        ParseError: the rules can't be read.
        GenerationError: no board without guesses was found within the budget.
        BoardTooLargeError: the games don't fit into memory.

    Complexity: 5,000 to 10,000 positions of 16x30 with 99 mines per second; memory for up to 256 games.

    >>> positions = list(positions_of_games("4x5", 4, seed=7, games=2))
    >>> [position.move for position in positions], len({position.seed for position in positions})
    ([1, 1, 2, 3, 11], 2)
    """
    own = grid if isinstance(grid, Grid) else Grid(grid)
    agreed = read_rules(rules)
    number = fresh_seed() if seed is None else check_seed(seed)
    mine_count = check_mines(own, mines, agreed.first_open)
    many = None if games is None else whole_number(games, "games", below=1 << 64)
    begin = whole_number(index, "index", below=1 << 64)
    indices = count(begin) if many is None else range(begin, begin + many)
    return _play_games(own, mine_count, agreed, number, indices, Budget() if budget is None else check_budget(budget))


def _play_games(
    grid: Grid, mines: int, rules: Rules, seed: int, indices: range | count[int], budget: Budget
) -> Iterator[Position]:
    beside = max(1, min(_BESIDE, _CELLS_BESIDE // grid.cells))
    waiting, is_endless = iter(indices), not isinstance(indices, range)
    playing: list[_PlayedGame] = []
    ended = 0
    while True:
        while len(playing) < beside and (index := next(waiting, None)) is not None:
            each = _PlayedGame(grid, mines, rules, seed, index)
            ended = 0 if each.goes_on else ended + 1
            if each.goes_on:
                playing.append(each)
            elif is_endless and ended == _ENDED:
                raise ParameterError(
                    f"the first open ended {ended:,} games on {grid} with {mines} mines: set the number of "
                    "games, or use another number of mines"
                )
        if not playing:
            return
        views = [each.game.view for each in playing]
        batch = analyse_batch(views, budget=budget)
        data, size, goes_on = batch._data, 8 * grid.cells, []
        for number, (each, view, status) in enumerate(zip(playing, views, batch.status, strict=True)):
            if status != "exact":
                continue
            chances = data[number * size : (number + 1) * size]
            yield Position._of(view, chances, each.seed, each.source, each.moves)
            each.turn(view, chances)
            if each.goes_on:
                goes_on.append(each)
        playing = goes_on


class _PlayedGame:
    """A game in progress, with the number of cells opened deliberately, not by a cascade."""

    __slots__ = ("game", "moves", "seed", "source")

    def __init__(self, grid: Grid, mines: int, rules: Rules, seed: int, index: int) -> None:
        stream = Stream(seed, "positions", index)
        self.seed = stream.bits64()
        self.game = Game(grid, mines, seed=self.seed, rules=rules)
        self.source = f"game {index} of seed {seed}"
        self.moves = 0
        self.open(grid.cell(stream.below(grid.cells)))

    @property
    def goes_on(self) -> bool:
        return self.game.outcome is Outcome.ONGOING

    def open(self, cell: tuple[int, ...]) -> None:
        if self.goes_on and self.game.open(cell):
            self.moves += 1

    def turn(self, view: View, chances: bytes) -> None:
        grid = view.grid
        safe, _ = _native.certain_cells(grid.geometry(), view._data, chances)
        for cell in safe:
            self.open(cell)
        if not safe:
            codes, numbers = view.codes.tolist(), memoryview(chances).cast("d").tolist()
            lowest = min([chance for chance, code in zip(numbers, codes, strict=True) if code == COVERED])
            # Chances that are mathematically equal may differ in the last digits, so treat nearly equal ones as equal.
            enough = lowest + _SAME
            for index, chance in enumerate(numbers):
                if chance <= enough and codes[index] == COVERED:
                    self.open(grid.cell(index))
                    break
