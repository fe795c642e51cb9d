"""``hypersweep scan DIR``: read a folder of games into a table with one row of figures for each game.

The exit status is 0; 2 if a file can't be read (the others are still in the table) or the arguments are invalid; 130
after Ctrl-C; and 74 if the table can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.cli.input_files import chosen_encoding, refusal, source_name
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, run_command, warn
from hypersweep.cli_support.output import Output, ProgressLine
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import INTERRUPTED, UNUSABLE, WRITING_FAILED
from hypersweep.lab.executors.local import core_count
from hypersweep.scan.folder_scan import EXTENSIONS, find_games, scan_folder, scan_to_table
from hypersweep.scan.game_table import csv_lines
from hypersweep.text import join_or, parse_whole_number, pluralize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from hypersweep.scan.folder_scan import ScanSummary
    from hypersweep.scan.game_rows import Row

_COMMAND = "hypersweep scan"

# Maximum number of unreadable files to list.
_LISTED = 5

_EPILOG = """\
The table has the figures that 'hypersweep stats' shows: clicks, 3BV, speed and
efficiency, the mouse's path, the slowest decisions, luck and unneeded guesses.
A file that can't be read has a row with the reason.

With -o, a later scan reads only files that are new or changed. Ctrl-C stops the
scan; the same command continues it.

examples:
  hypersweep scan replays -o games.csv        a table for spreadsheets
  hypersweep scan replays -o games.parquet    for pandas, polars and DuckDB
  hypersweep scan replays | head              print the table
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(
        _COMMAND, "Read a folder of replays and records into a table, one row of figures for each game.", _EPILOG
    )
    add = parser.add_argument
    add("folder", nargs="?", metavar="DIR", files=FOLDERS, help="the folder; its subfolders are read too")
    add(
        "-o",
        "--output",
        metavar="FILE",
        files="*.csv *.parquet",
        help="write the table to FILE, a .csv or .parquet (default: print it as CSV)",
    )
    add("--processes", metavar="N", help="number of processes that read files (default: one for each core)")
    add("--encoding", metavar="NAME", help="text encoding of names that aren't UTF-8, such as cp1250 or gbk")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep scan``.

    >>> main(["nowhere"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "folder")
    if options.help:
        return output.print(parser.format_help())
    if options.folder is None:
        raise ParameterError("no folder to scan: name one, such as '.' for this one")
    processes, encoding = read_processes(options.processes), chosen_encoding(options.encoding)
    check_folder(options.folder)
    if options.output is None:
        return _print(options.folder, processes, encoding, output)
    try:
        with ScanProgress() as progress:
            summary = scan_to_table(
                options.folder, options.output, processes=processes, encoding=encoding, on_file=progress.show
            )
    except KeyboardInterrupt:
        name = source_name(options.output)
        warn(_COMMAND, f"stopped: {name} has the games read so far, and the same command continues the scan")
        return INTERRUPTED
    except OSError as error:
        warn(_COMMAND, f"can't write {source_name(options.output)}: {error.strerror}")
        return WRITING_FAILED
    output.print(_summary_text(options.output, summary))
    return report_unreadable(_COMMAND, summary.unreadable)


def read_processes(text: str | None) -> int:
    """Return the value of ``--processes``, or the number of cores if it is missing.

    Raises:
        ParameterError: the value isn't a whole number of 1 or more.
    """
    return core_count() if text is None else parse_whole_number(text, "--processes", least=1)


def check_folder(name: str) -> None:
    """Check that a folder has files with games.

    Raises:
        ParseError: the folder can't be read.
        ParameterError: it has no files with games.
    """
    try:
        files = find_games(name)
    except (OSError, ValueError) as error:
        raise refusal(name, error) from None
    if not files:
        names = join_or([f"*{extension}" for extension in EXTENSIONS])
        raise ParameterError(f"no games in {source_name(name)}: expected files named {names}")


def _print(folder: str, processes: int, encoding: str | None, output: Output) -> int:
    """Print the table, row by row, and return the exit status."""
    unreadable: list[Row] = []
    # In a terminal, the rows show the progress.
    with ScanProgress(is_wanted=not output.is_terminal) as progress:
        rows = scan_folder(folder, processes=processes, encoding=encoding, on_file=progress.show)
        with closing(rows):
            for line in csv_lines(_noted(rows, unreadable)):
                output.write(line)
    output.flush()
    return report_unreadable(_COMMAND, unreadable)


def _noted(rows: Iterable[Row], unreadable: list[Row]) -> Iterator[Row]:
    for row in rows:
        if row["error_type"] is not None:
            unreadable.append(row)
        yield row


def _summary_text(name: str, summary: ScanSummary) -> str:
    notes = [
        pluralize(summary.files, "file"),
        *([f"{summary.kept:,} unchanged since the last scan"] if summary.kept else []),
        *([f"{pluralize(summary.gone, 'file')} gone since then"] if summary.gone else []),
    ]
    return f"{source_name(name)}: {pluralize(summary.games, 'game')} ({', '.join(notes)})\n"


def report_unreadable(command: str, rows: Sequence[Row]) -> int:
    """Warn about files that can't be read, and return the command's exit status.

    Args:
        command: the command, to prefix warnings.
        rows: the rows of these files.
    """
    for row in rows[:_LISTED]:
        game = "" if row["game"] is None else f", game {row['game']}"
        warn(command, f"can't read {row['file']}{game}: {row['error']}")
    if len(rows) > _LISTED:
        kinds = Counter(str(row["error_type"]) for row in rows).most_common()
        counts = ", ".join(f"{count:,} {kind}" for kind, count in kinds)
        warn(command, f"can't read {len(rows):,} files or games in all: {counts}")
    return UNUSABLE if rows else 0


class ScanProgress:
    """Context manager that shows a scan's progress as a line on standard error, if that is a terminal.

    Args:
        is_wanted: whether to show the progress.

    >>> with ScanProgress() as progress:
    ...     progress.show(1, 3)
    """

    def __init__(self, *, is_wanted: bool = True) -> None:
        self._line = ProgressLine(Output(sys.stderr if is_wanted else None))
        self._begun = monotonic()

    def show(self, done: int, files: int) -> None:
        """Show how many files are done."""
        left = (monotonic() - self._begun) / done * (files - done)
        self._line.show(done / files, f"{done:,} of {pluralize(files, 'file')}, {_duration(left)} left")

    def __enter__(self) -> Self:
        self._line.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._line.__exit__(kind, error, traceback)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"
