r"""``hypersweep analyse``: what follows from a position, as a table, as JSON, or line by line for programs.

The exit status is 0 where an answer was given, 2 for a position that can't be read or that no layout fits and for
words on the command line that can't be used, 3 for one that would take more than its budget, 130 after Ctrl-C and 74 if
the output can't be written (0 if merely nobody reads it any more). With ``--jsonl`` every position has its line of
output, errors too, and the status is 0 once all are answered.
"""

from __future__ import annotations

import os
import sys

from hypersweep.arguments import nearest, shorten
from hypersweep.cli.position import read_position
from hypersweep.cli.position_json import PositionReader, answer_line, error_line, parse_object
from hypersweep.errors import BudgetExceededError, HypersweepError, InconsistentViewError, ParameterError, ParseError
from hypersweep.grid import Grid
from hypersweep.solve import POLICIES, Budget, analyse, choose
from hypersweep.tui.screen import Screen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator
    from typing import BinaryIO, NoReturn

    from hypersweep.solve import Analysis, Choice
    from hypersweep.view import View

__all__ = ["main"]

UNUSABLE = 2
TOO_MUCH = 3
WRITING_FAILED = 74
INTERRUPTED = 130

# A text of more bytes than that is no position that somebody pasted.
_MOST_BYTES = 1 << 28

_EPILOG = """\
What is understood:
  our own form        '16x30 mines=99', then rows of cells
  a plain picture     rows of characters, or of words with blanks between them;
                      the mines by --mines, or on a line above or below them:
                      '99', '99 mines', 'mines=99', '16x30 99'
  a game's output     what 'hypersweep play' or 'hypersweep esp' printed, the
                      whole session too: its last board counts
  lists               [["_", "1", " "], [-1, 1, 0]], as Python and JSON write them
  a JSON object       {"shape": [2, 3], "mines": 1, "view": ["##1", "111"]}
Cells: # _ ? and x covered, F a flag, . 0 or a blank a zero, 1 2 3 clues, * a mine,
! a wrong flag. Beside # or _ an x is a mine that exploded. Blanks are zeros where
cells stand side by side, and a . is a mine then (HyperMines). Clues above 9 are
words of their own, with blanks between all cells, or letters: a for 10.
A board of more than two dimensions, wrapped or orthogonal, needs its sides:
--shape 5x6x3~wrap=0, or the same before the mines.

With --jsonl each line of FILE is a JSON object as above. 'wrap' (a list of axes,
or true) and 'adjacency' ("orthogonal") may stand in it; 'view' may be lists of
codes, nested or flat: clues, -1 covered, -2 flagged, -3 a mine, -4 exploded, -5 a
wrong flag. Further keys are passed over. An answer has the keys shape, mines,
solutions (decimal digits), probability (null where open), safe, certain_mines and
best; an error has error, line, and clues where clues contradict each other.

examples:
  hypersweep analyse position.txt
  printf '##1#\\n1111\\n' | hypersweep analyse - --mines 2
  hypersweep analyse - --jsonl --policy progress < positions.jsonl
"""


def main(argv: list[str]) -> int:
    """Exit status of one analysis.

    Args:
        argv: the words after ``hypersweep analyse``.
    """
    screen = Screen(sys.stdout)
    try:
        try:
            return _run(argv, screen)
        except KeyboardInterrupt:
            return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BudgetExceededError as error:
        _complain(_budget_message(error))
        return TOO_MUCH
    except (HypersweepError, MemoryError) as error:
        _complain(str(error) or "expected a position that fits into memory")
        return UNUSABLE
    except OSError as error:
        screen.abandon()
        if isinstance(error, BrokenPipeError):
            return 0
        _complain(f"can't write to standard output: {error.strerror}")
        return WRITING_FAILED


def _run(argv: list[str], screen: Screen) -> int:
    parser = _parser()
    options, unknown = parser.parse_known_args(argv)
    if unknown:
        word = unknown[0].partition("=")[0]
        if not word.startswith("-"):
            raise ParameterError(f"expected one file, got {shorten(options.file)} and {shorten(word)}")
        raise ParameterError(
            f"expected one of the options {', '.join(_OPTIONS)}, got {shorten(word)}{nearest(word[:30], _OPTIONS)}"
        )
    if options.help:
        screen.write(parser.format_help())
        screen.flush()
        return 0
    if options.file is None:
        raise ParameterError("expected a file with a position, or '-' for standard input; --help tells more")
    job = _Job(options)
    if options.jsonl:
        with _opened(options.file) as stream:
            for text in job.lines(_read_lines(stream, options.file)):
                screen.write(text)
                screen.flush()
        return 0
    view = job.read(_text(options.file))
    # Nothing stands on the screen before it is clear that there is an answer.
    text = job.object(view) if options.json else "\n".join(job.report(view, screen, options.color))
    screen.write(text + "\n")
    screen.flush()
    return 0


class _Job:
    """What to do with positions."""

    def __init__(self, options: Namespace) -> None:
        self.policy = options.policy
        if self.policy not in POLICIES:
            hint = nearest(self.policy, list(POLICIES))
            raise ParameterError(f"expected --policy {', '.join(POLICIES)}, got {shorten(self.policy)}{hint}")
        standard = Budget()
        self.budget = Budget(
            standard.states if options.states is None else _number(options.states, "--states", 1),
            standard.memory,
            None if options.seconds is None else _seconds(options.seconds),
        )
        self.estimate = bool(options.estimate)
        self.trust = bool(options.trust_flags)
        self.mines = None if options.mines is None else _number(options.mines, "--mines", 0)
        self.grid = None if options.shape is None else Grid.parse(options.shape)

    def read(self, text: str) -> View:
        """The position of a text."""
        if text.lstrip("\ufeff \t\r\n")[:1] == "{":
            return PositionReader(grid=self.grid, mines=self.mines).view(parse_object(text.lstrip("\ufeff")))
        return read_position(text, grid=self.grid, mines=self.mines)

    def analysis(self, view: View) -> Analysis:
        """What follows from a position."""
        return analyse(view, trust_flags=self.trust, budget=self.budget, estimate=self.estimate)

    def choice(self, view: View) -> Choice | None:
        """The best move."""
        return choose(view, self.policy, trust_flags=self.trust, budget=self.budget)

    def best(self, analysis: Analysis) -> tuple[int, ...] | None:
        """The cell to open, or None; where an estimate has to do, the one that looks safest."""
        try:
            found = self.choice(analysis.view)
        except BudgetExceededError:
            if not self.estimate:
                raise
            codes, chances = analysis.view.codes, analysis.probabilities
            covered = [index for index, code in enumerate(codes) if code in (-1, -2) and chances[index] < 1]
            index = min(covered, key=chances.__getitem__, default=None)
            return None if index is None else analysis.view.grid.cell(index)
        return None if found is None else found.cell

    def object(self, view: View) -> str:
        """A JSON object on one line."""
        analysis = self.analysis(view)
        return answer_line(analysis, self.layouts(analysis), self.best(analysis))

    def layouts(self, analysis: Analysis) -> int | None:
        """The number of layouts, where it can be had."""
        return analysis.layouts if analysis.is_exact else None

    def lines(self, lines: Iterator[tuple[int, bytes]]) -> Iterator[str]:
        """For each line with a position a JSON object on a line."""
        reader = PositionReader(grid=self.grid, mines=self.mines)
        for number, line in lines:
            try:
                yield self.object(reader.view(parse_object(line))) + "\n"
            except BudgetExceededError as error:
                yield error_line(BudgetExceededError(_budget_message(error)), number) + "\n"
            except (HypersweepError, MemoryError) as error:
                yield error_line(error, number) + "\n"

    def report(self, view: View, screen: Screen, color: str) -> Iterator[str]:
        """The lines of a report for people."""
        from hypersweep.cli.report import report_lines

        analysis = self.analysis(view)
        return report_lines(
            analysis,
            self.best(analysis),
            self.policy,
            screen.symbols,
            columns=screen.columns,
            bar=screen.bar,
            is_colourful={"always": True, "never": False}.get(color, screen.is_colourful),
        )


def _budget_message(error: BudgetExceededError) -> str:
    # The solver speaks of arguments that nobody has here.
    what = str(error).partition("; ")[0]
    return f"{what}; --estimate samples instead, and a larger --states or --seconds may help"


_OPTIONS = [
    *("--mines", "--shape", "--policy", "--trust-flags", "--states", "--seconds", "--estimate"),
    *("--json", "--jsonl", "--color", "--help"),
]


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser, RawDescriptionHelpFormatter

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ParameterError(message)

    parser = Parser(
        prog="hypersweep analyse",
        description="The chance of a mine for every cell of a position, what is certain, and the best move and why.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the position, or '-' for standard input")
    add("--mines", metavar="N", help="number of mines, whatever the position says of it")
    add("--shape", metavar="GRID", help="sides of the board, such as 5x6x3 or 4x4~wrap=0, likewise")
    add(
        "--policy",
        metavar="NAME",
        default="look-ahead",
        help="who chooses: safest, progress or look-ahead (the default)",
    )
    add("--trust-flags", action="store_true", help="take every flag for a mine")
    add("--states", metavar="N", help="states that the work may take, 4194304 if not given")
    add("--seconds", metavar="S", help="seconds that each step of the work may take")
    add("--estimate", action="store_true", help="past those limits, estimate by sampling")
    add("--json", action="store_true", help="print one JSON object")
    add("--jsonl", action="store_true", help="read one JSON object per line, and print one for each")
    add(
        "--color",
        "--colour",
        metavar="WHEN",
        default="auto",
        choices=("always", "never", "auto"),
        help="always, never or auto",
    )
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _number(text: str, name: str, least: int) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 20 or int(text) < least:
        raise ParameterError(f"expected a whole number of {least} or more for {name}, got {shorten(text)}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(f"expected a number of seconds for --seconds, got {shorten(text)}") from None


class _Missing(HypersweepError):
    """A file that can't be read."""


def _opened(name: str) -> BinaryIO:
    if name == "-":
        if sys.stdin is None:
            raise _Missing("expected a position on standard input, which is closed")
        # Left open: it isn't ours.
        return open(sys.stdin.fileno(), "rb", closefd=False)
    try:
        return open(name, "rb")
    except (OSError, ValueError) as error:
        raise _Missing(_unread(name, error)) from None


def _unread(name: str, error: OSError | ValueError) -> str:
    return f"can't read {shorten(name)}: {error.strerror if isinstance(error, OSError) else error}"


def _read_lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of a stream that hold anything, with their numbers."""
    number = 0
    while True:
        number += 1
        try:
            line = stream.readline()
        except OSError as error:
            raise _Missing(_unread(name, error)) from None
        if not line:
            return
        if line.strip():
            yield number, line


def _text(name: str) -> str:
    try:
        with _opened(name) as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise _Missing(_unread(name, error)) from None
    if len(data) > _MOST_BYTES:
        raise ParseError(f"expected a position of at most {_MOST_BYTES} bytes, got a larger file")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        # What shells of Windows write.
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        raise ParseError(
            f"expected text in UTF-8, got the byte 0x{data[error.start]:02x} in line {line}, column {column}"
        ) from None


def _complain(message: str) -> None:
    from contextlib import suppress

    # What can't be said is left unsaid: the exit status tells.
    with suppress(OSError):
        if sys.stderr is not None:
            print(f"hypersweep analyse: {message}", file=sys.stderr, flush=True)
