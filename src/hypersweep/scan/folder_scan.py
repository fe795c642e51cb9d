"""Scan a folder: find its files with games, and read them, several at a time, into one table."""

from __future__ import annotations

import os
import stat
from collections import deque
from concurrent.futures import BrokenExecutor
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import ParameterError
from hypersweep.formats.byte_fields import check_encoding
from hypersweep.formats.format_detection import FILE_FORMATS
from hypersweep.record.text_form import escape
from hypersweep.scan.game_rows import COLUMNS, error_row, rows_unless_same
from hypersweep.scan.game_table import check_suffix, read_table, write_table
from hypersweep.validation import whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence

    from hypersweep.scan.game_rows import Row, Value

EXTENSIONS = tuple(
    extension for form in FILE_FORMATS if {*form.kinds} <= {"record", "replay"} for extension in form.extensions
)
"""Extensions of files with games, in lower case."""

# Number of files a process reads at a time. If the process dies, they are read again one by one.
_TOGETHER = 16
# Minimum number of files to read for which starting processes pays off.
_WORTH_PROCESSES = 4 * _TOGETHER

# Seconds between saves of an unfinished table, and the maximum share of the time that they may take.
_BETWEEN_SAVES, _SAVING_SHARE = 10.0, 0.05

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class GameFile(NamedTuple):
    """A file that may contain games.

    Attributes:
        name: its path relative to the folder, with "/" between folders, escaped like text in a record except for spaces
            at the beginning.
        path: its path.
        bytes: its size; None if it is unknown.
        modified: when it was last modified, as ISO 8601 in UTC; None if that is unknown.
        error: why a directory or a file can't be accessed; None if it can.
    """

    name: str
    path: str
    bytes: int | None
    modified: str | None
    error: OSError | None = None

    def is_same(self, row: Row) -> bool:
        """Return whether the file still has the size and time stated in a row about it."""
        return None not in (self.bytes, self.modified) and (row["bytes"], row["modified"]) == (
            self.bytes,
            self.modified,
        )


class ScanSummary(NamedTuple):
    """What a scan found.

    Attributes:
        files: number of files.
        games: number of games that could be read.
        kept: number of files with the same size and time as in an earlier scan, which weren't read again.
        gone: number of files in the earlier table that are no longer in the folder.
        unreadable: rows about files and games that can't be read.
    """

    files: int
    games: int
    kept: int
    gone: int
    unreadable: tuple[Row, ...]


class _Pending(NamedTuple):
    """A file to read, and the digest of the contents that its known rows are about ("" if there are none)."""

    file: GameFile
    digest: str


def find_games(folder: str | os.PathLike[str]) -> list[GameFile]:
    """Return the files in a folder and its subfolders whose names have an extension of a format with games.

    They are sorted by path. A link to a file counts as a file, and a link to a folder isn't followed. A subfolder that
    can't be read is in the list too, with the error.

    Raises:
        OSError: the folder can't be read, or isn't a folder.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("b.avf", "a.EVF", "notes.txt"):
    ...         Path(folder, name).touch()
    ...     [file.name for file in find_games(folder)]
    ['a.EVF', 'b.avf']
    """
    top = os.fspath(folder)
    os.scandir(top).close()  # raises the error that os.walk would hide
    found: list[GameFile] = []

    def refused(error: OSError) -> None:
        path = os.fspath(error.filename)
        found.append(GameFile(_name(top, path), path, None, None, error))

    for place, _, names in os.walk(top, onerror=refused):
        for name in names:
            if os.path.splitext(name)[1].lower() in EXTENSIONS:
                path = os.path.join(place, name)
                try:
                    facts = os.stat(path)
                except OSError as error:
                    found.append(GameFile(_name(top, path), path, None, None, error))
                    continue
                # Reading a pipe or a device might never end.
                if stat.S_ISREG(facts.st_mode):
                    found.append(GameFile(_name(top, path), path, facts.st_size, _moment(facts.st_mtime_ns)))
    return sorted(found, key=lambda file: file.name)


def _name(top: str, path: str) -> str:
    name = os.path.relpath(path, top).replace(os.sep, "/")
    # Unlike in a record, a space at the beginning is safe in a table.
    visible = name.lstrip(" ")
    return name[: len(name) - len(visible)] + escape(visible)


def _moment(nanoseconds: int) -> str:
    try:
        return (_EPOCH + timedelta(microseconds=nanoseconds // 1000)).isoformat()
    except OverflowError:
        return str(nanoseconds)


def scan_folder(
    folder: str | os.PathLike[str],
    *,
    known: Iterable[Row] = (),
    processes: int = 1,
    encoding: str | None = None,
    on_file: Callable[[int, int], object] | None = None,
) -> Generator[Row, None, None]:
    """Yield a row of figures for each game in a folder and its subfolders, in the order of the files' names.

    A file that can't be read has one row, with the columns ``error_type`` and ``error``.

    Args:
        folder: the folder.
        known: rows of an earlier scan of the same folder. A file with the same size and time as then, or else with the
            same contents, keeps its rows, unless they have an error or another encoding was chosen. Rows whose columns
            differ from ``COLUMNS`` aren't used.
        processes: number of processes that read files. A script using more than one needs ``if __name__ ==
            "__main__":``, because each process first imports the script.
        encoding: text encoding of names that aren't UTF-8, such as "cp1250"; None for the formats' own.
        on_file: called after each file with the number of files read or kept so far, and of all files.

    Raises:
        OSError: the folder can't be read.
        ParameterError: there is no such encoding.
        ExperimentError: the processes can't be started.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/game.avf", "wb") as file:
    ...         size = file.write(b"not a replay")
    ...     [(row["file"], row["bytes"], row["error_type"]) for row in scan_folder(folder)]
    [('game.avf', 12, 'ParseError')]
    """
    many = whole_number(processes, "processes", least=1)
    check_encoding(encoding)
    files = find_games(folder)
    for done, rows in enumerate(read_files(files, _by_file(known, encoding), many, encoding), 1):
        if on_file is not None:
            on_file(done, len(files))
        yield from rows


def _by_file(known: Iterable[Row], encoding: str | None) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    bad = set()
    for row in known:
        name = str(row.get("file"))
        found.setdefault(name, []).append(row)
        if row.get("error_type") is not None or row.keys() != COLUMNS.keys() or row["encoding"] != encoding:
            bad.add(name)
    return {name: rows for name, rows in found.items() if name not in bad}


def read_files(
    files: Sequence[GameFile], known: Mapping[str, list[Row]], processes: int, encoding: str | None
) -> Generator[list[Row], None, None]:
    """Yield each file's rows, in the order of the files.

    Args:
        files: the files, from ``find_games``.
        known: rows of an earlier scan by file, without errors, and in the same encoding.
        processes: number of processes.
        encoding: text encoding of names that aren't UTF-8.
    """
    pending = [
        _Pending(file, str(known[file.name][0]["sha256"]) if file.name in known else "")
        for file in files
        if file.error is None and not _is_kept(file, known)
    ]
    results = (
        _read_here(pending, encoding)
        if processes == 1 or len(pending) < _WORTH_PROCESSES
        else _read_apart(pending, encoding, processes)
    )
    waiting = {each.file.name for each in pending}
    for file in files:
        if file.error is not None:
            rows: list[Row] | None = [error_row(file.error)]
        elif file.name in waiting:
            rows = next(results)
        else:
            rows = None
        yield _placed(file, known[file.name] if rows is None else rows)


def _is_kept(file: GameFile, known: Mapping[str, list[Row]]) -> bool:
    return file.name in known and file.is_same(known[file.name][0])


def _placed(file: GameFile, rows: list[Row]) -> list[Row]:
    return [{**row, "file": file.name, "bytes": file.bytes, "modified": file.modified} for row in rows]


def _read_here(pending: list[_Pending], encoding: str | None) -> Iterator[list[Row] | None]:
    for each in pending:
        yield rows_unless_same(each.file.path, each.digest, encoding)


def read_several(pending: Sequence[tuple[str, str]], encoding: str | None) -> list[list[Row] | None]:
    """Read files in a worker process: for each path and digest, return what ``rows_unless_same`` returns."""
    return [rows_unless_same(path, digest, encoding) for path, digest in pending]


def _read_apart(pending: list[_Pending], encoding: str | None, processes: int) -> Iterator[list[Row] | None]:
    """Yield the files' rows in order, read by several processes; if a file crashes its process, its row says so."""
    from hypersweep.lab.executors.local import Local

    jobs = [(each.file.path, each.digest) for each in pending]
    batches = iter([jobs[begin : begin + _TOGETHER] for begin in range(0, len(jobs), _TOGETHER)])
    with Local(processes) as workers:
        submit = workers.executor.submit
        # Queue enough batches that no process is idle while the oldest batch is still being read.
        queue = deque((batch, submit(read_several, batch, encoding)) for batch in islice(batches, 4 * processes))
        while queue:
            batch, future = queue.popleft()
            try:
                found = future.result()
            except BrokenExecutor:
                found = []
                for job in batch:
                    try:
                        found += submit(read_several, [job], encoding).result()
                    except BrokenExecutor as error:
                        found.append([error_row(error)])
            queue.extend((batch, submit(read_several, batch, encoding)) for batch in islice(batches, 1))
            yield from found


def scan_to_table(
    folder: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    processes: int = 1,
    encoding: str | None = None,
    on_file: Callable[[int, int], object] | None = None,
) -> ScanSummary:
    """Scan a folder into a CSV or Parquet file, or bring such a file up to date.

    Files that are unchanged since the table was written aren't read again; see ``scan_folder``. The table is saved
    every ten seconds or so, and when an error or Ctrl-C ends the scan, so the next scan continues from there. An
    unfinished table still has the earlier rows about files that weren't reached.

    Args:
        folder: the folder.
        path: the table's path, which ends in ".csv" or ".parquet".
        processes: number of processes that read files, as for ``scan_folder``.
        encoding: text encoding of names that aren't UTF-8, as for ``scan_folder``.
        on_file: called after each file with the number of files read or kept so far, and of all files; raise an error
            to stop the scan.

    Raises:
        OSError: the folder can't be read, or the table can't be read or written.
        ParameterError: the path has another extension, the file has rows but none about a file in the folder, or there
            is no such encoding.
        ParseError: the file exists and isn't a table of games.
        MissingExtraError: pyarrow, which Parquet needs, isn't installed.
        ExperimentError: the processes can't be started.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with open(f"{folder}/game.avf", "wb") as file:
    ...         size = file.write(b"not a replay")
    ...     summary = scan_to_table(folder, f"{folder}/games.csv")
    >>> summary.files, summary.games, len(summary.unreadable)
    (1, 0, 1)
    """
    many = whole_number(processes, "processes", least=1)
    check_encoding(encoding)
    check_suffix(path)
    files = find_games(folder)
    is_new, is_special = not os.path.exists(path), os.path.exists(path) and not os.path.isfile(path)
    earlier = [] if is_new or is_special else read_table(path)
    if earlier and {str(row["file"]) for row in earlier}.isdisjoint(file.name for file in files):
        name = escape(os.path.basename(os.fspath(path)))
        raise ParameterError(f"{name} is the table of another folder: delete it, or name another file")
    if is_new:
        write_table(path, ())  # raises an error at once if the table can't be written
    known = _by_file(earlier, encoding)
    table = _Table(path, files, known)
    unreadable: list[Row] = []
    next_save = monotonic() + _BETWEEN_SAVES
    reading = read_files(files, known, many, encoding)
    try:
        for done, rows in enumerate(reading, 1):
            table.add(rows)
            unreadable += [row for row in rows if row["error_type"] is not None]
            if on_file is not None:
                on_file(done, len(files))
            if monotonic() > next_save and not is_special:
                begun = monotonic()
                table.save()
                next_save = monotonic() + max(_BETWEEN_SAVES, (monotonic() - begun) / _SAVING_SHARE)
    finally:
        reading.close()
        table.save()
    return ScanSummary(
        files=len(files),
        games=table.games - len(unreadable),
        kept=sum(_is_kept(file, known) for file in files),
        gone=len({str(row["file"]) for row in earlier} - {file.name for file in files}),
        unreadable=tuple(unreadable),
    )


class _Table:
    """The rows of a scan so far, as tuples, which need less memory than dictionaries."""

    def __init__(self, path: str | os.PathLike[str], files: Sequence[GameFile], known: Mapping[str, list[Row]]) -> None:
        self._path, self._files, self._known = path, files, known
        self._rows: list[tuple[Value, ...]] = []
        self._done = 0

    @property
    def games(self) -> int:
        """Number of rows."""
        return len(self._rows)

    def add(self, rows: list[Row]) -> None:
        """Add the rows of the next file."""
        self._rows += [tuple(row.values()) for row in rows]
        self._done += 1

    def save(self) -> None:
        """Write the rows, and after them the earlier rows about the files to come."""
        ready: Iterator[Row] = (dict(zip(COLUMNS, values, strict=True)) for values in self._rows)
        later = (row for file in self._files[self._done :] for row in self._known.get(file.name, ()))
        write_table(self._path, chain(ready, later))
