"""``hypersweep lab tablebase``: tabulate the exact win rate of perfect play, including the first click.

The exit status is 0; 2 for invalid arguments; 3 if the budget is too small for some number of mines (the other rows are
still printed); 130 after Ctrl-C; and 74 if the output can't be written.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, TypeVar

from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.cli_support.output import Output, ProgressLine
from hypersweep.errors import BudgetExceededError, ParameterError, ParseError, ShapeError
from hypersweep.exit_codes import TOO_MUCH, WRITING_FAILED
from hypersweep.grid import Grid
from hypersweep.lab.experiment import whole_numbers_in
from hypersweep.lab.position_table import Tablebase, add_positions
from hypersweep.lab.tablebase import BestPlayRow, add_to_table, read_table
from hypersweep.layout import FIRST_OPENS, check_mines
from hypersweep.solve import Budget
from hypersweep.text import parse_seconds, parse_whole_number, place_text, pluralize
from hypersweep.trials import best_play
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence

    from hypersweep.typing import FirstOpen

_NAME = "hypersweep lab tablebase"

ABOUT = "compute the exact win rate of perfect play"
"""One-line summary of the command."""

# Maximum number of cells, so that a table has at most 64 rows.
_MOST_CELLS = 64
_MIB = 1 << 20

_EPILOG = """\
All layouts that fit --first-open are equally likely, and the
full game tree is searched: no better play exists. Boards have at most 64 cells.
With few or many mines this takes seconds, in between perhaps days; --seconds
and --memory limit the work for each number of mines.

With --out the rows also go to a file, which is complete at any time. Rows that
it already has aren't computed again, so an interrupted run can be continued.

With --positions every position of the boards goes to a table, from which
hypersweep.lab.Tablebase looks up the exact chance to win and the best move;
feasible up to some ten thousand layouts.

examples:
  hypersweep lab tablebase 4x4 --mines 1-8 --first-open any
  hypersweep lab tablebase 3x3x3 --mines 1-6 --json
  hypersweep lab tablebase 5x5 --seconds 60 --out best-play.csv
  hypersweep lab tablebase 3x4 --mines 2-4 --positions 3x4.csv
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Compute the exact win rate of perfect play.", _EPILOG)
    add = parser.add_argument
    add("board", nargs="?", metavar="BOARD", help="sides such as 4x4 or 3x3x3, with options as in 4x4~wrap=0,1")
    add("--mines", metavar="COUNTS", help="numbers of mines, such as 4, 1-8, 1-3,8 or 2:20:2 (default: all)")
    add(
        "--first-open",
        dest="first_open",
        metavar="NAME",
        default="safe",
        words=FIRST_OPENS,
        help="what the first click finds: any, safe (no mine) or opening (default: safe)",
    )
    add("--out", metavar="FILE", files="*.csv", help="also write the rows to a table, and reuse the rows it has")
    add("--positions", metavar="FILE", files="*.csv", help="also add every position of the boards to a table")
    add("--seconds", metavar="N", help="give up on a number of mines after N seconds (default: no limit)")
    add("--memory", metavar="MIB", default="1024", help="memory for each number of mines, in MiB (default: 1024)")
    add("--json", action="store_true", help="print a JSON object for each row, on a line")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep lab tablebase``.

    >>> main(["2x4", "--mines", "1-2", "--first-open", "any"])
    2x4, first click any
    mines  layouts     wins  value   first cell
    1            8        4  0.5000  (0, 0)
    2           28        9  0.3214  (0, 0)
    0
    """
    return run_command(_NAME, argv, _run)


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "board")
    if options.help:
        return screen.print(parser.format_help())
    job = _Job(options)
    status, is_begun = 0, options.json
    with ProgressLine(Output(sys.stderr), _NAME) as line:
        for number, mines in enumerate(job.mines):
            before = f"{pluralize(mines, 'mine')}, {number + 1} of {len(job.mines)}"

            def tell(done: int, of: int, looked_at: int, before: str = before, number: int = number) -> None:
                share = (number + done / of) / len(job.mines)
                line.show(share, f"{before}: first cell {done + 1} of {of}, {looked_at:,} positions")

            def tell_rows(count: int, before: str = before, number: int = number) -> None:
                line.show((number + 1) / len(job.mines), f"{before}: {count:,} positions in the table")

            try:
                row = job.row(mines, tell)
                with line.hidden():
                    if not is_begun:
                        screen.print(job.heading())
                        is_begun = True
                    screen.print(json.dumps(_facts(row)) + "\n" if options.json else job.text(row))
                screen.flush()
                job.add_positions(mines, tell_rows)
            except BudgetExceededError as error:
                with line.hidden():
                    warn(_NAME, f"{pluralize(mines, 'mine')}: {job.excess(error)}")
                status = TOO_MUCH
            except _WritingError as error:
                line.clear()
                warn(_NAME, str(error))
                return WRITING_FAILED
    return status


class _WritingError(Exception):
    """The table file can't be written."""


class _Job:
    """The boards to solve, and the file for the results."""

    def __init__(self, options: Namespace) -> None:
        self.first_open: FirstOpen = chosen_name(options.first_open, "--first-open", FIRST_OPENS)
        if options.board is None:
            raise ParameterError("expected a board, such as 4x4, got none")
        self.grid = Grid.parse(options.board)
        if self.grid.cells > _MOST_CELLS:
            raise ShapeError(f"expected a board of at most {_MOST_CELLS} cells, got {self.grid.cells}: {self.grid}")
        self.mines = self._counts(options.mines)
        memory = parse_whole_number(options.memory, "--memory", least=1) * _MIB
        seconds = None if options.seconds is None else parse_seconds(options.seconds, "--seconds")
        self._budget = Budget(states=(1 << 62) - 1, memory=min(memory, (1 << 62) - 1), seconds=seconds)
        self._task = ""
        self._file: str | None = options.out
        rows = [] if self._file is None else _readable(self._file, read_table)
        self._positions: str | None = options.positions
        self._has_positions = set(() if self._positions is None else _readable(self._positions, _boards_in))
        self._known = {row.key: row for row in rows}
        self._width = max(len("layouts"), *(len(str(self._most_layouts(mines))) for mines in self.mines))

    def _counts(self, text: str | None) -> list[int]:
        if text is None:
            most = self.grid.cells - {"any": 0, "safe": 1, "opening": self.grid.max_neighbours + 1}[self.first_open]
            if most < 1:
                raise ParameterError(f"{self.grid} has no space for mines with --first-open {self.first_open}")
            return [*range(1, most + 1)]
        counts = whole_numbers_in(text, "--mines")
        return [*dict.fromkeys(check_mines(self.grid, mines, self.first_open) for mines in counts)]

    def _most_layouts(self, mines: int) -> int:
        return comb(self.grid.cells, mines)

    def row(self, mines: int, tell: Callable[[int, int, int], object] | None) -> BestPlayRow:
        """Return the row for a number of mines, from the file or newly computed; save a new row if there is a file."""
        known = self._known.get((str(self.grid), mines, self.first_open))
        if known is not None:
            return known
        row = self._row_of_other_promise(mines)
        if row is None:
            self._task = "find the best play"
            row = BestPlayRow.of(
                best_play(self.grid, mines, first_open=self.first_open, budget=self._budget, progress=tell)
            )
        self._known[row.key] = row
        if self._file is not None:
            with _writing(self._file):
                add_to_table(self._file, [row])
        return row

    def _row_of_other_promise(self, mines: int) -> BestPlayRow | None:
        """Return the row for "any" if the file has the one for "safe", or the other way round.

        Layouts with a mine in the first cell are lost, so best play wins the same layouts with both promises.
        """
        if self.first_open == "opening":
            return None
        other: FirstOpen = "any" if self.first_open == "safe" else "safe"
        known = self._known.get((str(self.grid), mines, other))
        if known is None:
            return None
        layouts = comb(self.grid.cells - (self.first_open == "safe"), mines)
        return replace(known, first_open=self.first_open, layouts=layouts)

    def add_positions(self, mines: int, tell: Callable[[int], object]) -> None:
        """If there is a table of positions, add all positions on the board, unless the table already has them."""
        if self._positions is None or (self.grid, mines) in self._has_positions:
            return
        self._task = "list the positions"
        table = Tablebase.build(self.grid, mines, budget=self._budget, progress=tell)
        with _writing(self._positions):
            add_positions(self._positions, table)

    def excess(self, error: BudgetExceededError) -> str:
        """Return a message naming the exceeded budget, and the option that raises it."""
        what = f"couldn't {self._task} on {self.grid} within"
        seconds = self._budget.seconds
        if seconds is not None and f"within {seconds} seconds" in str(error):
            return f"{what} {seconds:g} seconds (--seconds)"
        return f"{what} {self._budget.memory // _MIB} MiB (--memory)"

    def heading(self) -> str:
        """Return the table's title and column headings."""
        columns = f"mines  {'layouts':>{self._width}}  {'wins':>{self._width}}  value   first cell"
        return f"{self.grid}, first click {self.first_open}\n{columns}\n"

    def text(self, row: BestPlayRow) -> str:
        """Format a row as a line of the table."""
        wins = f"{row.wins:>{self._width}}"
        value = f"{row.wins / row.layouts:.4f}"
        return f"{row.mines:<5}  {row.layouts:>{self._width}}  {wins}  {value}  {place_text(row.first)}\n"


Read = TypeVar("Read")


def _readable(path: str, read: Callable[[str], Read]) -> Read:
    """Read a table file; report an unreadable one as an invalid argument."""
    try:
        return read(path)
    except OSError as error:
        raise ParameterError(f"can't read {truncate(path)}: {error.strerror}") from None
    except ParseError as error:
        raise ParameterError(f"{path}: {error}") from None


def _boards_in(path: str) -> tuple[tuple[Grid, int], ...]:
    try:
        return Tablebase.open(path).boards
    except FileNotFoundError:
        return ()


@contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise _WritingError(f"can't write {path}: {reason}") from None


def _facts(row: BestPlayRow) -> dict[str, object]:
    return {
        "board": str(row.grid),
        "mines": row.mines,
        "first_open": row.first_open,
        "layouts": row.layouts,
        "wins": row.wins,
        "value": row.wins / row.layouts,
        "first": row.first,
    }
