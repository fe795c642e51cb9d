"""``hypersweep grade``: report whether boards from any source need a guess and, if not, how hard they are.

The exit status is 0 whether or not a board needs a guess; 2 if an argument is invalid or a board can't be read (the
others are still graded); 3 if a board exceeds the budget; 130 after Ctrl-C; and 74 if the output can't be written (0 if
the pipe was closed).
"""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import find_board
from hypersweep.cli.input_files import load_records, names_file, open_text, refusal, source_name
from hypersweep.cli_support.board_options import chosen_first
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, budget_message, run_command, warn
from hypersweep.errors import BudgetExceededError, CellError, HypersweepError, ParameterError, ParseError
from hypersweep.exit_codes import TOO_MUCH, UNUSABLE, WRITING_FAILED
from hypersweep.formats.format_detection import fitting_formats
from hypersweep.formats.starting_board import start_of, text_start
from hypersweep.generate import GRADES, certify, each_start, solvable_from
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.record.text_form import MOST_BYTES, is_record
from hypersweep.text import percent_done, place_text, pluralize
from hypersweep.ui_model.board_info import first_opened
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from hypersweep.cli_support.output import Output
    from hypersweep.formats.starting_board import Start
    from hypersweep.generate import Certificate, Solvability
    from hypersweep.typing import Cell


_NAME = "hypersweep grade"

_EPILOG = """\
Grades, by the hardest step needed: clue (one clue at a time), pair
(two), set (more), count (also how many mines are left). A board that needs a
guess has no grade; the output says how far deduction gets.

The first cell matters: --first names it; otherwise it comes with the board, or
is the centre. A record contains its game's first click. Simon Tatham's game IDs
and lines from 'hypersweep generate --json' name a first cell too; plain board
IDs don't.

A certificate lists the moves that finish the board, each with the clues that
prove it; 'hypersweep verify' checks it. The problems and proofs that --opb
writes are for proof checkers such as VeriPB.

examples:
  hypersweep grade 9x9.bgAhAEEpAwAIABA
  hypersweep grade 9x9:4,4,m750a781f936c7f3d39ec8
  hypersweep grade game.sweep --anywhere
  hypersweep grade 3x4.bAw --first 2,3 --certificate
  hypersweep grade 3x4.bAw --first 2,3 --opb proofs
  hypersweep generate 9x9 --first 0,0 --count 3 --json | hypersweep grade -
"""

# Maximum length in bytes of an input line; no playable board has a longer ID.
_MOST_BYTES = 1 << 28
# Start of a line in a list of boards: a board's sides, or a JSON object.
_BOARD = re.compile(r"\d[\dx]*[~.:]|\{")


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep grade``.

    >>> main(["3x4.bAw", "--first", "2,3"])
    3x4, 2 mines, from (2, 3): no guess needed, grade clue
    0
    """
    return run_command(_NAME, argv, _run)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    description = "Check whether boards can be finished without guessing, and how hard that is."
    parser = CommandParser(_NAME, description, _EPILOG)
    add = parser.add_argument
    add(
        "boards",
        nargs="*",
        metavar="BOARD-ID|FILE|-",
        files="*",
        help=(
            "board IDs, Simon Tatham's game IDs, or files (- for standard input) in any format or with a board "
            "on each line"
        ),
    )
    add("--first", metavar="CELL", help="the cell to open first, such as 8,15 (default: the centre)")
    add("--anywhere", action="store_true", help="try every first cell, and show the one that makes the board easiest")
    add("--without-mine-count", action="store_true", help="grade as if the number of mines were unknown")
    add("--certificate", action="store_true", help="print the certificate for a board that needs no guess")
    add("--opb", metavar="DIR", files=FOLDERS, help="write the problem and the proof of each step to a new folder")
    add("--json", action="store_true", help="print a JSON object for each board, on a line")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "boards")
    if options.help:
        return screen.print(parser.format_help())
    if options.anywhere and options.first is not None:
        raise ParameterError("can't combine --first with --anywhere")
    if not options.boards:
        raise ParameterError("no board to grade: name a board ID, a file, or - for standard input")
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
        # Read two boards before writing anything: --opb rejects several boards, and must then write no file.
        some = [*islice(boards, 2)]
        if len(some) > 1:
            raise ParameterError("--opb accepts only one board, got several")
        if not some:
            if not status:
                raise ParameterError("--opb needs a board, got none")
            return status
        boards = iter(some)
    for board in boards:
        try:
            screen.print(job.text(board))
        except _WritingError as error:
            warn(_NAME, str(error))
            return WRITING_FAILED
        except HypersweepError as error:
            damaged(error, board.where)
    return status


class _WritingError(Exception):
    """A proof file can't be written."""


class _Grading:
    """A board's grading.

    Attributes:
        first: the first cell; the best one if all were tried.
        solvability: how far deduction gets from the first cell.
        starts: if all first cells were tried, the number of those from which the board needs no guess; otherwise None.
    """

    __slots__ = ("first", "solvability", "starts")

    def __init__(self, first: tuple[int, ...], solvability: Solvability, starts: int | None = None) -> None:
        self.first, self.solvability, self.starts = first, solvability, starts


class _Job:
    """Grades boards and formats the results according to the options."""

    def __init__(self, options: Namespace) -> None:
        self.first: str | None = options.first
        self.is_anywhere: bool = options.anywhere
        self.uses_mine_count = not options.without_mine_count
        self.is_certified: bool = options.certificate
        self.folder = None if options.opb is None else _checked_folder(options.opb)
        self.is_json: bool = options.json

    def text(self, board: FoundBoard) -> str:
        """Grade a board, and return the text to print; with --opb, write its proofs."""
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
            hint = "" if self.first is not None else "; --first names another, --anywhere tries all"
            raise CellError(f"expected a first cell without a mine, got {place_text(first)} of {layout.grid}{hint}")
        return _Grading(first, solvable_from(layout, first, uses_mine_count=self.uses_mine_count))

    def _anywhere(self, layout: Layout) -> _Grading:
        best, count = None, 0
        for cells, found in each_start(layout, uses_mine_count=self.uses_mine_count):
            count += len(cells) * found.is_solvable
            if best is None or _rank(found) < _rank(best.solvability):
                best = _Grading(cells[0], found)
        if best is None:
            raise ParameterError(f"can't grade {layout.grid}: every cell is a mine")
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
    """Check that a folder is empty or doesn't exist yet, and return its path.

    Raises:
        ParameterError: the path isn't a folder, or the folder isn't empty.
    """
    from hypersweep.record.text_form import escape

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
            f"expected an empty or new folder for --opb, but {escape(name)} contains {escape(inside.name)}"
        )
    return folder


def _write_proofs(folder: Path, certificate: Certificate) -> None:
    """Write the problem and the proof for each step, either all files or none.

    Raises:
        _WritingError: the files can't be written.
    """
    from hypersweep.compiler import finished_files
    from hypersweep.record.text_form import escape

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
        raise _WritingError(f"can't write to {escape(str(folder))}: {why}") from None


class FoundBoard(NamedTuple):
    """A board and its place in the input.

    Attributes:
        layout: the board's mines.
        first: the cell to open first; None if the input doesn't name one.
        where: the place as text for messages, such as "boards.txt, line 3"; "" for a board on the command line.
        place: the place as JSON fields: the file's name, and the line or game number.
    """

    layout: Layout
    first: Cell | None
    where: str
    place: dict[str, str | int]


def find_boards(command: str, name: str, *, damaged: Callable[[HypersweepError, str], object]) -> Iterator[FoundBoard]:
    """Yield the boards named by an argument, each as soon as it is read.

    Args:
        command: the calling command, to prefix warnings, such as "hypersweep grade".
        name: a board ID, a game ID from Simon Tatham's Mines, the name of a file, or "-" for standard input. A file may
            be in any known format, or have a board per line: an ID, a JSON object with ``board`` and optionally
            ``first`` (the cell to open first), or a layout or record as JSON.
        damaged: called for each unreadable board with the error and the board's place ("" if the error names it).

    Raises:
        HypersweepError: the argument or the rest of the file can't be read; some boards may already have been yielded.

    >>> [found.layout.mines for found in find_boards("hypersweep grade", "3x4.bAgg", damaged=print)]
    [2]
    """
    if name == "-" or names_file(name):
        with open_text(name) as stream:
            yield from _read_boards(command, name, stream, damaged)
        return
    try:
        grid, _, layout = find_board(name)
    except ParseError:
        start = text_start(name)
        if start is not None:
            yield FoundBoard(start.layout, start.first, "", {})
            return
        if "." in name:
            # The user meant an ID, so raise the error from parsing the ID, which says what is wrong with it.
            raise
        raise ParameterError(
            f"expected a board ID such as 3x4.bAgg, a file of boards, or - for standard input, got {truncate(name)}"
        ) from None
    if layout is None:
        raise ParameterError(
            f"can't grade {grid} without knowing its mines: expected a board ID such as 3x4.bAgg "
            "('hypersweep generate' makes one)"
        )
    yield FoundBoard(layout, None, "", {})


def _read_boards(
    command: str, name: str, stream: IO[bytes], damaged: Callable[[HypersweepError, str], object]
) -> Iterator[FoundBoard]:
    line = _next_line(name, stream)
    if is_record(line):
        data = line + _read_rest(name, stream, MOST_BYTES - len(line))
        for number, record in load_records(command, name, data, damaged=lambda error: damaged(error, "")):
            where = source_name(name) + (f", game {number}" if number else "")
            place: dict[str, str | int] = {"file": name, **({"game": number} if number else {})}
            try:
                layout, first = _begun(record)
            except HypersweepError as error:
                damaged(error, where)
            else:
                yield FoundBoard(layout, first, where, place)
        return
    number, is_list, before = 1, False, b""
    while line:
        text = line.decode("utf-8", "replace").strip()
        if text:
            where = f"{source_name(name)}, line {number}"
            try:
                layout, first = _parse_line(text)
            except HypersweepError as error:
                if not is_list:
                    # The first line isn't a board, so the input isn't a list: read it as a single file in any format.
                    data = before + line + _read_rest(name, stream, MOST_BYTES - len(before) - len(line))
                    start = _read_start(name, data, f"{where}: {error}" if _BOARD.match(text) else "")
                    yield FoundBoard(start.layout, start.first, source_name(name), {"file": name})
                    return
                damaged(error, where)
            else:
                is_list = True
                yield FoundBoard(layout, first, where, {"file": name, "line": number})
        before += b"" if is_list else line
        line = _next_line(name, stream)
        number += 1


def _read_start(name: str, data: bytes, otherwise: str) -> Start:
    """Read a file's only board; if that fails and the file may be a list, raise ``otherwise`` (line 1's error)."""
    try:
        return start_of(data, name)
    except ParseError as error:
        is_list = bool(otherwise) and not any(form.is_sure for form in fitting_formats(data, name))
        raise ParseError(otherwise if is_list else f"{source_name(name)}: {error}", text=error.text) from None
    except HypersweepError as error:
        raise type(error)(f"{source_name(name)}: {error}") from None


def _parse_line(text: str) -> tuple[Layout, Cell | None]:
    """Parse a line in a list of boards. Returns: the board, and the first cell (None if not stated)."""
    if not text.startswith("{"):
        if ":" in text and (start := text_start(text)) is not None:
            return start.layout, start.first
        return Layout.parse(text), None
    from hypersweep.formats import decode
    from hypersweep.formats.json_shapes import parse_object

    facts = parse_object(text)
    if isinstance(facts, dict) and "type" in facts:
        thing = decode(facts)
        if isinstance(thing, Layout):
            return thing, None
        if isinstance(thing, Record):
            return _begun(thing)
        raise ParseError(f"expected a layout or a record, got a {facts['type']}", text=text)
    board = facts.get("board") if isinstance(facts, dict) else None
    if not isinstance(board, str):
        raise ParseError(f"expected an object with a board ID for 'board', got {truncate(board)}", text=text)
    layout = Layout.parse(board)
    first = facts.get("first") if isinstance(facts, dict) else None
    if first is None:
        return layout, None
    if not isinstance(first, list):
        raise ParseError(f"expected a list of coordinates for 'first', got {truncate(first)}", text=text)
    return layout, layout.grid.cell(layout.grid.index(first))


def _begun(record: Record) -> tuple[Layout, Cell | None]:
    """Return a recorded game's board, and the cell opened first."""
    layout = record.layout
    if layout is None:
        raise ParameterError("can't grade the game: no cell was opened")
    return layout, first_opened(record)


def _next_line(name: str, stream: IO[bytes]) -> bytes:
    try:
        line = stream.readline(_MOST_BYTES + 1)
    except OSError as error:
        raise refusal(name, error) from None
    if len(line) > _MOST_BYTES:
        raise ParseError(f"a line in {source_name(name)} is too long: more than {_MOST_BYTES} bytes", text=name)
    return line


def _read_rest(name: str, stream: IO[bytes], most: int) -> bytes:
    try:
        data = stream.read(most + 1)
    except OSError as error:
        raise refusal(name, error) from None
    if len(data) > most:
        raise ParseError(f"{source_name(name)} is too large: more than {MOST_BYTES} bytes", text=name)
    return data
