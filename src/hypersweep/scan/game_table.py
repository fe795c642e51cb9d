"""Tables of games as CSV and Parquet files."""

from __future__ import annotations

import csv
import json
import os
from io import StringIO, TextIOWrapper
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.atomic_write import save_whole
from hypersweep.errors import ParameterError, ParseError
from hypersweep.record.text_form import escape
from hypersweep.scan.game_rows import COLUMNS, FILE_COLUMNS
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import IO, Any

    from hypersweep.scan.game_rows import Row, Value

_PARQUET = ".parquet"
_SUFFIXES = (".csv", _PARQUET)

# Names of the types of values, for messages.
_WANTED: dict[type, str] = {int: "a whole number", float: "a number", bool: "true or false"}
_BOOLEANS = {"true": True, "false": False}

# Number of rows per group in a Parquet file; only the group being written is in memory twice.
_GROUP = 1 << 12


def check_suffix(path: str | os.PathLike[str]) -> str:
    """Return a table's file extension.

    Raises:
        ParameterError: it is neither ".csv" nor ".parquet".

    >>> check_suffix("games.CSV")
    '.csv'
    """
    suffix = os.path.splitext(os.fspath(path))[1].lower()
    if suffix not in _SUFFIXES:
        raise ParameterError(f"expected a name that ends in {' or '.join(_SUFFIXES)}, got {escape(os.fspath(path))}")
    return suffix


def csv_lines(rows: Iterable[Row], *, has_heading: bool = True) -> Iterator[str]:
    """Yield the lines of a CSV file, each with its newline.

    Args:
        rows: the rows.
        has_heading: whether to begin with the names of the columns.

    >>> from hypersweep.scan.game_rows import file_rows
    >>> lines = list(csv_lines(file_rows("nowhere.avf")))
    >>> lines[0][:31], lines[1][:40]
    ('file,game,bytes,modified,sha256', ',,,,,FileNotFoundError,No such file or d')
    """
    line = StringIO(newline="")
    writer = csv.writer(line, lineterminator="\n")

    def written(values: Iterable[object]) -> str:
        line.seek(0)
        line.truncate()
        writer.writerow(values)
        return line.getvalue()

    if has_heading:
        yield written(COLUMNS)
    for row in rows:
        yield written(_text(row[name]) for name in COLUMNS)


def _text(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def write_table(path: str | os.PathLike[str], rows: Iterable[Row]) -> None:
    """Write a table to a CSV or Parquet file, depending on its extension; the file appears complete or not at all.

    Args:
        path: the file's path.
        rows: the rows, from ``scan_folder``.

    Raises:
        ParameterError: the extension is neither ".csv" nor ".parquet".
        MissingExtraError: pyarrow, which Parquet needs, isn't installed.
        OSError: the file can't be written; an existing file is unchanged.
    """
    if check_suffix(path) == _PARQUET:
        _write_parquet(path, rows)
        return

    def write(file: IO[bytes]) -> None:
        for line in csv_lines(rows):
            file.write(line.encode())

    save_whole(path, write)


def read_table(path: str | os.PathLike[str]) -> list[Row]:
    """Read a table written by ``write_table``.

    Raises:
        ParameterError: the extension is neither ".csv" nor ".parquet".
        ParseError: the file isn't such a table.
        MissingExtraError: pyarrow, which Parquet needs, isn't installed.
        OSError: the file can't be read.

    >>> import tempfile
    >>> from hypersweep.scan.game_rows import file_rows
    >>> rows = file_rows("nowhere.avf")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_table(f"{folder}/games.csv", rows)
    ...     read_table(f"{folder}/games.csv") == rows
    True
    """
    return _read_parquet(path) if check_suffix(path) == _PARQUET else _read_csv(path)


def _read_csv(path: str | os.PathLike[str]) -> list[Row]:
    try:
        # A spreadsheet begins the file with a byte order mark, and may end it with an empty line.
        with open(path, "rb") as file, TextIOWrapper(file, "utf-8-sig", newline="") as text:
            reader = csv.reader(text)
            names = next(reader, [])
            if len(names) == 1 and names[0].split(";")[: len(FILE_COLUMNS)] == [*FILE_COLUMNS]:
                raise ParseError(f"{escape(os.fspath(path))}: expected commas between columns, got semicolons")
            _check_columns(path, names)
            return [
                _read_row(f"{escape(os.fspath(path))}: line {reader.line_num}", names, values)
                for values in reader
                if values
            ]
    except (UnicodeDecodeError, csv.Error) as error:
        raise ParseError(f"expected a table of games in {escape(os.fspath(path))}: {error}") from None


def _check_columns(path: str | os.PathLike[str], names: list[str]) -> None:
    missing = [name for name in FILE_COLUMNS if name not in names]
    if missing:
        raise ParseError(
            f"expected a table of games in {escape(os.fspath(path))}, got a file without the column {missing[0]!r}"
        )


def _read_row(where: str, names: list[str], values: list[str]) -> Row:
    if len(values) != len(names):
        raise ParseError(f"{where}: expected {len(names)} columns, got {len(values)}")
    row: Row = {}
    for name, text in zip(names, values, strict=True):
        kind = COLUMNS.get(name, str)
        try:
            row[name] = _value(kind, text)
        except (ValueError, KeyError):
            wanted = _WANTED[kind]
            raise ParseError(f"{where}, column {name!r}: expected {wanted}, got {truncate(text)}", text=text) from None
    return row


def _value(kind: type, text: str) -> Value:
    if not text:
        return None
    # A spreadsheet writes TRUE and FALSE.
    value: int | float | str | bool = _BOOLEANS[text.lower()] if kind is bool else kind(text)
    return value


def _write_parquet(path: str | os.PathLike[str], rows: Iterable[Row]) -> None:
    from itertools import islice

    from hypersweep.formats.positions import load_pyarrow

    pyarrow, parquet = load_pyarrow()
    types = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    stated = {"type": "games", "version": 1, "program": f"hypersweep {hypersweep.__version__}"}
    schema = pyarrow.schema(
        [pyarrow.field(name, types[kind]) for name, kind in COLUMNS.items()],
        metadata={b"hypersweep": json.dumps(stated).encode()},
    )
    every = iter(rows)

    def write(file: IO[bytes]) -> None:
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            while group := [*islice(every, _GROUP)]:
                writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))

    save_whole(path, write)


def _read_parquet(path: str | os.PathLike[str]) -> list[Row]:
    from hypersweep.formats.positions import load_pyarrow

    pyarrow, parquet = load_pyarrow()
    try:
        table: Any = parquet.read_table(path, partitioning=None)
    except pyarrow.ArrowInvalid as error:
        raise ParseError(f"expected a table of games in {escape(os.fspath(path))}: {error}") from None
    _check_columns(path, table.column_names)
    rows: list[Row] = table.to_pylist()
    return rows
