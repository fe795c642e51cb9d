"""Tables of perfect play: exact win rates, with a row for each board, number of mines and first-open promise."""

from __future__ import annotations

import csv
import os
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.atomic_write import save_whole
from hypersweep.errors import BusyError, HypersweepError, ParameterError, ParseError
from hypersweep.grid import Grid
from hypersweep.layout import check_first_open, check_mines
from hypersweep.session.store_files import FileLock
from hypersweep.text import as_utf8
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction
    from typing import IO

    from hypersweep.trials import BestPlay
    from hypersweep.typing import FirstOpen


COLUMNS = ("board", "mines", "first open", "layouts", "wins", "value", "first cell")
"""The columns, as in the table's header."""

# Number of decimals in the "value" column; for the exact win rate, divide the row's wins by its layouts.
_DIGITS = 9
_MOST_DIGITS = 30

# Maximum wait while another program adds rows, in seconds; normally this takes milliseconds.
_PATIENCE = 60.0


@dataclass(frozen=True, slots=True)
class BestPlayRow:
    """A table row: the result of perfect play on a board.

    Args:
        grid: the board.
        mines: number of mines.
        first_open: promise for the first open.
        layouts: number of layouts that keep the promise.
        wins: number of these layouts won by perfect play.
        first: the best first cell.

    Raises:
        ParameterError: a value is impossible, such as more wins than layouts.
        ParameterTypeError: ``mines`` isn't a whole number.

    >>> BestPlayRow(Grid("3x4"), 2, "any", 66, 52, (0, 0)).value
    Fraction(26, 33)
    """

    grid: Grid
    mines: int
    first_open: FirstOpen
    layouts: int
    wins: int
    first: tuple[int, ...]

    def __post_init__(self) -> None:
        check_mines(self.grid, self.mines, self.first_open)
        self.grid.index(self.first)
        if self.layouts < 1 or self.wins > self.layouts:
            raise ParameterError(
                f"expected one layout or more and at most as many wins, got {self.layouts} layouts, {self.wins} wins"
            )

    @classmethod
    def of(cls, found: BestPlay) -> BestPlayRow:
        """Return the row for a search result.

        >>> from hypersweep.trials import best_play
        >>> BestPlayRow.of(best_play("1x4", 1)).wins
        3
        """
        return cls(found.grid, found.mines, found.first_open, found.layouts, found.wins, found.first)

    @property
    def key(self) -> tuple[str, int, FirstOpen]:
        """The values that identify a row in the table: board, mines and promise."""
        return str(self.grid), self.mines, self.first_open

    @property
    def value(self) -> Fraction:
        """Exact win rate."""
        from fractions import Fraction

        return Fraction(self.wins, self.layouts)

    def words(self) -> tuple[str, ...]:
        """Return the row's values as text, in the order of ``COLUMNS``."""
        value = f"{self.wins / self.layouts:.{_DIGITS}f}"
        cell = ",".join(map(str, self.first))
        return str(self.grid), str(self.mines), self.first_open, str(self.layouts), str(self.wins), value, cell


def format_table(rows: Iterable[BestPlayRow]) -> str:
    """Return a table as comma-separated values, for ``parse_table``.

    >>> print(format_table([BestPlayRow(Grid("3x4"), 2, "any", 66, 52, (0, 0))]), end="")
    board,mines,first open,layouts,wins,value,first cell
    3x4,2,any,66,52,0.787878788,"0,0"
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(row.words() for row in rows)
    return text.getvalue()


def parse_table(text: str) -> list[BestPlayRow]:
    r"""Parse a table.

    Raises:
        ParseError: the text isn't a table; the message names the line.

    >>> parse_table("board,mines,first open,layouts,wins,value,first cell\n4,1,safe,3,3,1.000000000,1\n")[0].wins
    3
    """
    reader = csv.reader(StringIO(text, newline=""), strict=True)
    rows: dict[tuple[str, int, FirstOpen], BestPlayRow] = {}
    try:
        header = next(reader, [])
        for words in reader if tuple(header) == COLUMNS else ():
            row = _row(words)
            if row.key in rows:
                raise ParameterError(
                    f"expected one row of {row.grid} with {row.mines} mines ({row.first_open}), got two"
                )
            rows[row.key] = row
    except (HypersweepError, csv.Error) as error:
        raise ParseError(f"{error} (line {reader.line_num} of the table)", text=text) from None
    if tuple(header) != COLUMNS:
        raise ParseError(f"expected the header {','.join(COLUMNS)}, got {truncate(','.join(header))}", text=text)
    return [*rows.values()]


def _row(words: list[str]) -> BestPlayRow:
    if len(words) != len(COLUMNS):
        raise ParameterError(f"expected {len(COLUMNS)} columns, got {len(words)}")
    board, mines, first_open, layouts, wins, _, cell = words
    grid = Grid.parse(board)
    first = tuple(table_number(each) for each in cell.split(","))
    row = BestPlayRow(
        grid, table_number(mines), check_first_open(first_open), table_number(layouts), table_number(wins), first
    )
    if row.words() != tuple(words):
        raise ParameterError(f"expected {','.join(row.words())}, got {truncate(','.join(words))}")
    return row


def table_number(text: str) -> int:
    """Parse a whole number in a table.

    Raises:
        ParameterError: the text isn't a number, or is too long.

    >>> table_number("52")
    52
    """
    if not (text.isascii() and text.isdigit()) or len(text) > _MOST_DIGITS:
        raise ParameterError(f"expected a number in digits, got {truncate(text)}")
    return int(text)


def read_table(path: str | os.PathLike[str]) -> list[BestPlayRow]:
    """Read the rows in a table file; return an empty list if the file doesn't exist.

    Raises:
        ParseError: the file isn't a table.
        OSError: the file can't be read.

    >>> read_table("there is no such table")
    []
    """
    try:
        with open(path, "rb") as file:
            return parse_table(decode_table(file.read()))
    except FileNotFoundError:
        return []


def decode_table(data: bytes) -> str:
    """Decode the contents of a table file.

    Raises:
        ParseError: the bytes aren't valid text.

    >>> decode_table(b"board")
    'board'
    """
    try:
        return as_utf8(data).decode()
    except UnicodeDecodeError as error:
        raise ParseError(f"expected a table in UTF-8, got byte {error.object[error.start]:#04x}") from None


def write_table(path: str | os.PathLike[str], rows: Iterable[BestPlayRow]) -> None:
    """Write a table file atomically.

    Raises:
        OSError: the file can't be written; an existing one is unchanged.
    """
    text = format_table(rows)

    def write(file: IO[bytes]) -> object:
        return file.write(text.encode())

    save_whole(path, write)


def add_to_table(path: str | os.PathLike[str], rows: Iterable[BestPlayRow]) -> None:
    """Add rows to a table file; rows whose key is already there stay unchanged.

    Several programs may add rows to a file at the same time: a lock file next to it (``.lock``) makes them wait for
    each other.

    Raises:
        BusyError: another program has held the lock for a minute.
        ParseError: the file isn't a table.
        OSError: the file can't be read or written; an existing one is unchanged.

    >>> import pathlib, tempfile
    >>> row = BestPlayRow(Grid("3x4"), 2, "any", 66, 52, (0, 0))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "table.csv")
    ...     add_to_table(path, [row])
    ...     add_to_table(path, [row])
    ...     read_table(path) == [row]
    True
    """
    with table_lock(path) as place:
        known = {row.key: row for row in read_table(place)}
        for row in rows:
            known.setdefault(row.key, row)
        write_table(place, known.values())


@contextmanager
def table_lock(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Hold the lock of a table file, and return the file's real path.

    Raises:
        BusyError: another program has held the lock for a minute.
    """
    # Resolve links, so that a link's target is written and the link isn't replaced.
    place = Path(os.path.realpath(path))
    lock = FileLock(place.with_name(f"{place.name}.lock"))
    if not lock.acquire(_PATIENCE):
        raise BusyError(f"another program is writing the table {truncate(str(path))}")
    try:
        yield place
    finally:
        lock.release(remove=True)
