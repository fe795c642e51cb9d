"""Streams of positions with exact chances of mines, as Parquet files: for training, and for research with tables.

Every row is a position. Its columns:

* ``grid``: the board, as ``Grid`` writes it.
* ``mines``: how many it holds.
* ``codes``: what each cell looks like, in the order of the indices: a clue, -1 covered, -2 flagged, ... as in ``View``.
* ``chances``: the chance of a mine for each cell, exact to 1e-12; null where they would have taken too long.
* ``seed``: of the game that it comes from; null if there is none.
* ``source``: its origin, in words; null if unknown.
* ``move``: number of moves made before; null if unknown.

The file's metadata has a description under ``hypersweep``: a JSON object with the version of the format, the rules that
the games were played by, the program that wrote it, the licence, and whatever the writer added.

Needs pyarrow: ``pip install 'hypersweep[data]'``. Other programs read the files as they read any Parquet file.
"""

from __future__ import annotations

import os
from array import array
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.atomic_write import save_whole
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.formats.positions_file import PositionFile
from hypersweep.formats.positions_row import (
    CELLS,
    KEY,
    LICENCE,
    MOST_CELLS,
    ROWS,
    TYPE,
    VERSION,
    Position,
    load_pyarrow,
    schema_of,
)
from hypersweep.rules import Rules, read_rules
from hypersweep.solve import analyse_batch
from hypersweep.validation import truncate
from hypersweep.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import IO, Any

    from hypersweep.grid import Grid

__all__ = ["LICENCE", "VERSION", "Position", "PositionFile", "read_positions", "write_positions"]


def write_positions(
    path: str | os.PathLike[str] | IO[bytes],
    positions: Iterable[Position | View],
    *,
    rules: Rules | str | None = None,
    licence: str = LICENCE,
    tags: Mapping[str, str] | None = None,
) -> int:
    """Write positions to a Parquet file atomically; return their number.

    They are taken one by one, and written in groups of about a million cells; no more is in memory at a time. Of views
    the exact chances are worked out here, a group at a time; where that is past the budget there are none.

    Args:
        path: the file, whose name should end in ".parquet"; or one that is open for writing bytes, into which they go
            as they come.
        positions: the positions, or just views, in any number and on any boards.
        rules: those that the games were played by, if they come from games of the same rules.
        licence: what others may do with the file, as https://spdx.org/licenses names it.
        tags: further texts for the metadata, by name.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        ParameterError: a board that no row can hold, of more than 16,777,216 cells or with cells of more than 32,767
            neighbours.
        ParseError: no such rules.
        ParameterTypeError: something other than positions and views.
        InconsistentViewError: no layout fits a view.
        OSError: the file can't be written.

    Complexity: 20,000 to 60,000 rows of 16x30 a second, and the time that the chances take: see docs/data-card.md.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "few.parquet")
    ...     count = write_positions(path, [View("1x3", 1, [-1, 1, -1])])
    ...     [position.chances.tolist() for position in read_positions(path)]
    [[0.5, 0.0, 0.5]]
    """
    pyarrow, parquet = load_pyarrow()
    schema = schema_of(pyarrow).with_metadata({KEY: _metadata(rules, licence, tags)})
    if isinstance(positions, View | str) or not hasattr(positions, "__iter__"):
        raise ParameterTypeError(f"expected positions, got {truncate(positions)} ({type(positions).__name__})")
    count = 0

    def write(file: IO[bytes]) -> None:
        nonlocal count
        # Most chances and codes come again and again in a group: a dictionary is a twentieth of the numbers.
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
            raise ParameterTypeError(f"expected text by name for the metadata, got {truncate({name: value})}")
    agreed = None if rules is None else str(read_rules(rules))
    return json.dumps(
        {
            "type": TYPE,
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
                f"expected a Position or a View, got {truncate(position)} ({type(position).__name__}) at place {number}"
            )
        grid = view.grid
        if grid.cells > MOST_CELLS or grid.max_neighbours >= 1 << 15:
            raise ParameterError(
                f"expected boards of at most {MOST_CELLS:,} cells with at most 32,767 neighbours each, got {grid} at "
                f"place {number}"
            )
        group.append(position)
        cells += grid.cells
        if cells >= CELLS or len(group) >= ROWS:
            yield _with_chances(group)
            group, cells = [], 0
    if group:
        yield _with_chances(group)


def _with_chances(group: list[Position | View]) -> list[Position]:
    """The positions of a group; of views the chances are worked out, all those of one grid at once."""
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
                batch[number]  # says why
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
            raise ParameterError(f"expected a source that UTF-8 can hold, got {truncate(text)}") from None
    return text


def read_positions(path: str | os.PathLike[str]) -> PositionFile:
    """The positions in a Parquet file that ``write_positions`` wrote: they are read when you go through them.

    Args:
        path: the file.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        OSError: the file can't be read.
        ParseError: it isn't a Parquet file, or not one of positions, or of a later version.
    """
    return PositionFile(path)
