"""``hypersweep grade``: whether boards from anywhere need a guess, and how hard they are otherwise.

The exit status is 0 for every board that can be read, whether or not it needs a guess; 2 where something can't be used
(the rest is still printed), 3 for a board that would take more than its budget, 130 after Ctrl-C, and 74 if the
output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.cli.boards import find_boards
from hypersweep.cli.first_cell import chosen_first
from hypersweep.cli_support.command_parser import CommandParser, budget_message, run_command, warn
from hypersweep.cli_support.values import FOLDERS
from hypersweep.errors import BudgetExceededError, CellError, HypersweepError, ParameterError
from hypersweep.exit_codes import TOO_MUCH, UNUSABLE, WRITING_FAILED
from hypersweep.generate import GRADES, certify, each_start, solvable_from
from hypersweep.picture.labels import place_text
from hypersweep.text import percent_done, pluralize

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from hypersweep.cli.boards import FoundBoard
    from hypersweep.cli_support.output import Output
    from hypersweep.generate import Certificate, Solvability
    from hypersweep.layout import Layout

_NAME = "hypersweep grade"

_EPILOG = """\
Grades, by the hardest step that is needed: clue (one clue at a time), pair
(two), set (more), count (also how many mines are left). A board that needs a
guess has none; the output then says how far deduction gets.

The first cell matters: the one that --first names, or that comes with the board,
or else the centre. A record comes with the first open of its game; game IDs of
Simon Tatham's Mines and lines of 'hypersweep generate --json' name a first cell;
a line may also be just a board ID.

A certificate lists the moves that finish the board, each with what it rests
on; 'hypersweep verify' checks it. The problems that --opb writes, and their
proofs, are for checkers such as VeriPB.

examples:
  hypersweep grade 9x9.bgAhAEEpAwAIABA
  hypersweep grade 9x9:4,4,m750a781f936c7f3d39ec8
  hypersweep grade game.sweep --anywhere
  hypersweep grade 3x4.bAw --first 2,3 --certificate
  hypersweep grade 3x4.bAw --first 2,3 --opb proofs
  hypersweep generate 9x9 --first 0,0 --count 3 --json | hypersweep grade -
"""


def main(argv: Sequence[str]) -> int:
    """Run the command and return its exit status.

    Args:
        argv: the arguments after ``hypersweep grade``.

    >>> main(["3x4.bAw", "--first", "2,3"])
    3x4, 2 mines, from (2, 3): no guess needed, grade clue
    0
    """
    return run_command(_NAME, argv, _run)


def command_parser() -> CommandParser:
    """Return the parser of the command's arguments."""
    description = "Tell whether boards can be finished without a guess, and how hard that is."
    parser = CommandParser(_NAME, description, _EPILOG)
    add = parser.add_argument
    add(
        "boards",
        nargs="*",
        metavar="BOARD-ID|FILE|-",
        files="*",
        help="board IDs, game IDs of Simon Tatham's Mines, or files (- for standard input): of any format, or with a "
        "board on each line",
    )
    add("--first", metavar="CELL", help="the cell to open first, such as 8,15 (default: the centre)")
    add("--anywhere", action="store_true", help="try every first cell, and show the one that makes the board easiest")
    add("--without-mine-count", action="store_true", help="as if the number of mines were unknown")
    add("--certificate", action="store_true", help="print the certificate of a board that needs no guess")
    add("--opb", metavar="DIR", files=FOLDERS, help="write the problem and the proof of each step to a new folder")
    add("--json", action="store_true", help="print a JSON object for each board, on a line")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "boards")
    if options.help:
        return screen.tell(parser.format_help())
    if options.anywhere and options.first is not None:
        raise ParameterError("expected --first or --anywhere, got both")
    if not options.boards:
        raise ParameterError("expected a board ID, a file, or - for standard input, got none")
    job = _Job(options)
    status = 0

    def damaged(error: HypersweepError, where: str) -> None:
        nonlocal status
        is_too_much = isinstance(error, BudgetExceededError)
        text = budget_message(error, "") if isinstance(error, BudgetExceededError) else str(error)
        screen.flush()
        warn(_NAME, f"{where}: {text}" if where else text)
        status = max(status, TOO_MUCH if is_too_much else UNUSABLE)

    def found() -> Iterator[FoundBoard]:
        for name in options.boards:
            try:
                yield from find_boards(_NAME, name, damaged=damaged)
            except HypersweepError as error:
                damaged(error, "")

    boards = found()
    if options.opb is not None:
        # Read two boards before writing anything.
        some = [*islice(boards, 2)]
        if len(some) > 1:
            raise ParameterError("expected one board with --opb, got several")
        if not some:
            if not status:
                raise ParameterError("expected a board with --opb, got none")
            return status
        boards = iter(some)
    for board in boards:
        try:
            screen.tell(job.text(board))
        except _WritingError as error:
            warn(_NAME, str(error))
            return WRITING_FAILED
        except HypersweepError as error:
            damaged(error, board.where)
    return status


class _WritingError(Exception):
    """A proof file can't be written."""


class _Grading:
    """The results for a board.

    Attributes:
        first: the first open; the best one if all were tried.
        solvability: how far deduction gets from there.
        starts: number of first cells that solve the board, if all were tried.
    """

    __slots__ = ("first", "solvability", "starts")

    def __init__(self, first: tuple[int, ...], solvability: Solvability, starts: int | None = None) -> None:
        self.first, self.solvability, self.starts = first, solvability, starts


class _Job:
    """How to grade boards, as the options say."""

    def __init__(self, options: Namespace) -> None:
        self.first: str | None = options.first
        self.is_anywhere: bool = options.anywhere
        self.uses_mine_count = not options.without_mine_count
        self.is_certified: bool = options.certificate
        self.folder = None if options.opb is None else _checked_folder(options.opb)
        self.is_json: bool = options.json

    def text(self, board: FoundBoard) -> str:
        """Return the output for a board; write its proofs if the options ask for them."""
        layout = board.layout
        grading = self._anywhere(layout) if self.is_anywhere else self._from_first(board)
        certificate = None
        if self.is_certified or self.folder is not None:
            certificate = certify(layout, grading.first, uses_mine_count=self.uses_mine_count)
        written = ""
        if certificate is not None and self.folder is not None:
            _write_proofs(self.folder, certificate)
            written = f"{pluralize(len(certificate.steps), 'step')} proven in {self.folder}\n"
        if self.is_json:
            facts = self._facts(board, grading)
            return json.dumps(facts | ({"certificate": str(certificate) + "\n"} if self.is_certified else {})) + "\n"
        if certificate is not None and self.is_certified:
            return certificate.format()
        before = board.where.removeprefix("standard input, ")
        return f"{before}{': ' if before else ''}{_about(layout, grading)}\n{written}"

    def _from_first(self, board: FoundBoard) -> _Grading:
        layout = board.layout
        first = chosen_first(self.first, layout.grid) if self.first is not None or board.first is None else board.first
        if layout.is_mine(first):
            wishes = "" if self.first is not None else "; --first names another, --anywhere tries all"
            raise CellError(f"expected a first cell without a mine, got {place_text(first)} of {layout.grid}{wishes}")
        return _Grading(first, solvable_from(layout, first, uses_mine_count=self.uses_mine_count))

    def _anywhere(self, layout: Layout) -> _Grading:
        best, count = None, 0
        for cells, found in each_start(layout, uses_mine_count=self.uses_mine_count):
            count += len(cells) * found.is_solvable
            if best is None or _rank(found) < _rank(best.solvability):
                best = _Grading(cells[0], found)
        if best is None:
            raise ParameterError(f"expected a board with a cell to open, got {layout.grid} with a mine in each")
        best.starts = count
        return best

    def _facts(self, board: FoundBoard, grading: _Grading) -> dict[str, object]:
        found = grading.solvability
        return {
            **board.place,
            "board": str(board.layout),
            "first": grading.first,
            "grade": found.grade,
            "opened": found.opened,
            "safe_cells": found.safe_cells,
            "uses_mine_count": self.uses_mine_count,
            **({} if grading.starts is None else {"solvable_from": grading.starts}),
        }


def _rank(found: Solvability) -> tuple[int, int]:
    """Return a sort key: lower for easier boards."""
    return len(GRADES) if found.grade is None else GRADES.index(found.grade), -found.opened


def _about(layout: Layout, grading: _Grading) -> str:
    found, first = grading.solvability, place_text(grading.first)
    board = f"{layout.grid}, {pluralize(layout.mines, 'mine')}"
    done = percent_done(found.opened, found.safe_cells)
    far = f"opens {found.opened} of {pluralize(found.safe_cells, 'safe cell')} ({done})"
    if grading.starts is None:
        if found.is_solvable:
            return f"{board}, from {first}: no guess needed, grade {found.grade}"
        return f"{board}, from {first}: needs a guess, deduction {far}"
    if found.is_solvable:
        return (
            f"{board}: no guess needed from {grading.starts} of {pluralize(found.safe_cells, 'safe cell')}, "
            f"grade {found.grade} from {first}"
        )
    return f"{board}: needs a guess from every first cell, deduction from {first} {far}"


def _checked_folder(name: str) -> Path:
    """Return the path of a folder that is empty or can be made.

    Raises:
        ParameterError: it is not a folder, or not empty.
    """
    from hypersweep.record.tags import escape

    folder = Path(name)
    try:
        inside = next(folder.iterdir(), None)
    except FileNotFoundError:
        return folder
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ParameterError(f"expected an empty or new folder for --opb, got {escape(name)}: {why}") from None
    if inside is not None:
        raise ParameterError(
            f"expected an empty or new folder for --opb, got {escape(name)}, which holds {escape(inside.name)}"
        )
    return folder


def _write_proofs(folder: Path, certificate: Certificate) -> None:
    """Write the problem and the proof of each step: all files or none.

    Raises:
        _WritingError: they can't be written.
    """
    from hypersweep.compiler import finished_files
    from hypersweep.record.tags import escape

    width = max(3, len(str(len(certificate.steps))))
    stems = [f"step-{number:0{width}}" for number in range(1, len(certificate.steps) + 1)]
    names = [f"{stem}.{ending}" for stem in stems for ending in ("opb", "pbp")]
    try:
        with finished_files(folder, names) as (scratch, _):
            for stem, step in zip(stems, certificate.to_opb(), strict=True):
                (scratch / f"{stem}.opb").write_text(step.problem, encoding="ascii", newline="\n")
                (scratch / f"{stem}.pbp").write_text(step.proof, encoding="ascii", newline="\n")
    except OSError as error:
        why = error.strerror or error
        raise _WritingError(f"expected a folder that can be written, got {escape(str(folder))}: {why}") from None
