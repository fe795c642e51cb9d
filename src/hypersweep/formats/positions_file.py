"""A Parquet file of positions, read a group of rows at a time."""

from __future__ import annotations

import os
from array import array
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypersweep.codes import WRONG_FLAG
from hypersweep.errors import HypersweepError, ParseError
from hypersweep.formats.positions_row import (
    CELLS,
    KEY,
    MOST_CELLS,
    ROWS,
    TYPE,
    VERSION,
    Position,
    load_pyarrow,
    schema_of,
)
from hypersweep.grid import Grid
from hypersweep.rules import Rules
from hypersweep.validation import truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any, NoReturn

# Rows that are taken out of a group at once.
_BATCH = 1024
# Of a group that is nearly full and one position more of as many cells as there may be: levels, codes and chances.
_MOST_BYTES = 16 * (CELLS + MOST_CELLS)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class PositionFile:
    """A Parquet file of positions. Iterating yields each ``Position``, with one row group in memory.

    A file that isn't what it says raises ``ParseError``. Of files of strangers only what they say about themselves is
    looked at before they are unpacked: that is enough against mistakes, not against malice.

    Args:
        path: the file.

    Attributes:
        path: as it was given, as text.
        count: how many positions it holds.
        rules: those that the games were played by, or None.
        program: what wrote it, such as "hypersweep 0.1.0"; it worked out the chances, too.
        licence: what you may do with it.
        tags: further texts, by name.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        OSError: the file can't be read.
        ParseError: it isn't a Parquet file, or not one of positions, or of a later version.
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
                _refuse(name, error)
        stated = _read_metadata(name, schema.metadata or {})
        for column in schema_of(pyarrow):
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
        names = [column.name for column in schema_of(pyarrow)]
        with open(self.path, "rb") as file:
            row = 0
            try:
                whole = parquet.ParquetFile(file)
                for group in range(whole.num_row_groups):
                    _check_group(self.path, whole.metadata.row_group(group))
                    batches = whole.iter_batches(_BATCH, row_groups=[group], columns=names, use_threads=False)
                    for batch in batches:
                        yield from _positions(self.path, pyarrow, batch, row)
                        row += batch.num_rows
            except (pyarrow.ArrowException, OSError, ValueError) as error:
                _refuse(self.path, error)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.path,)

    def __repr__(self) -> str:
        rules = "" if self.rules is None else f", {self.rules.name} rules"
        return f"<PositionFile of {self.count} {'position' if self.count == 1 else 'positions'}{rules}>"


def _refuse(name: str, error: Exception) -> NoReturn:
    """Raise what went wrong: of the machine as it is, of the file as a ``ParseError``."""
    if isinstance(error, HypersweepError) or (isinstance(error, OSError) and error.errno is not None):
        raise error
    raise ParseError(f"expected a Parquet file of positions, got {truncate(name)}: {truncate(str(error))}") from None


def _read_metadata(name: str, metadata: Mapping[bytes, bytes]) -> tuple[Rules | None, str, str, Mapping[str, str]]:
    import json

    try:
        stated = json.loads(metadata.get(KEY, b"null"))
    except (ValueError, RecursionError):
        stated = None
    if not isinstance(stated, dict) or stated.get("type") != TYPE:
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
    # Of its columns nothing is asked: pyarrow ends the process where their figures contradict each other. Nobody's
    # group is larger than what is written here as plain numbers.
    if group.num_rows > ROWS or group.total_byte_size > _MOST_BYTES:
        raise ParseError(
            f"expected groups of at most {ROWS:,} rows and {_MOST_BYTES:,} bytes in {truncate(name)}, "
            f"got {group.num_rows:,} rows and {group.total_byte_size:,} bytes"
        )


def _positions(name: str, pyarrow: Any, batch: Any, first: int) -> Iterator[Position]:
    columns = {field: batch.column(batch.schema.get_field_index(field)) for field in batch.schema.names}
    for required in ("grid", "mines", "codes"):
        if columns[required].null_count:
            raise ParseError(
                f"expected a value for {required} in every row of {truncate(name)}, got none after row {first}"
            )
    grids: dict[str, Grid] = {}
    codes, chances = _Lists(pyarrow, columns["codes"], 2), _Lists(pyarrow, columns["chances"], 8)
    highest = codes.highest(WRONG_FLAG, 1 << 15)
    fine = chances.highest(0, 1) is not None
    rest = [columns[field].to_pylist() for field in ("grid", "mines", "seed", "source", "move")]
    for number, (text, mines, seed, source, move) in enumerate(zip(*rest, strict=True)):
        row = first + number
        grid = grids.get(text)
        if grid is None:
            try:
                grid = grids[text] = Grid.parse(text, max_cells=MOST_CELLS)
            except HypersweepError as error:
                raise ParseError(f"row {row} of {truncate(name)}: {error}") from None
        data, chance = codes.row(number), chances.row(number)
        if data is None or len(data) != 2 * grid.cells or not (chance is None or len(chance) == 8 * grid.cells):
            raise ParseError(f"expected codes and chances of {grid.cells} cells in row {row} of {truncate(name)}")
        if highest is None or highest > grid.max_neighbours or mines > grid.cells or not fine:
            # One of them is wrong, or they are of boards of many kinds.
            try:
                position = Position(View(grid, mines, array("h", data)), None if chance is None else array("d", chance))
            except HypersweepError as error:
                raise ParseError(f"row {row} of {truncate(name)}: {error}") from None
            yield Position._of(position.view, position._data, seed, source, move)
        else:
            yield Position._of(View._of(grid, mines, data), chance, seed, source, move)


class _Lists:
    """The lists of a column, as bytes."""

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
        """The highest of all values; None where one is missing, or lower or higher than allowed, or no number."""
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
