"""Boards that a command line names: board IDs, lists of them in files and on standard input, records of games."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.boards import find_board
from hypersweep.cli.input_files import load_records, names_file, open_text, refusal, source_name
from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats.format_detection import fitting_formats
from hypersweep.formats.starts import start_of, text_start
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.record.file import MOST_BYTES, is_record
from hypersweep.ui_model.board_info import first_opened
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO

    from hypersweep.formats.starts import Start
    from hypersweep.typing import Cell

# Longer board IDs don't belong to playable boards.
_MOST_BYTES = 1 << 28
# Start of a list's line: the sides of a board before its mines, or a JSON object.
_BOARD = re.compile(r"\d[\dx]*[~.:]|\{")


class FoundBoard(NamedTuple):
    """A board, and the place where it was found.

    Attributes:
        layout: where its mines are.
        first: the cell to open first; None if the input names none.
        where: the place in messages; "" for a board given on the command line.
        place: the place for programs: name of the file, number of the line or of the game.
    """

    layout: Layout
    first: Cell | None
    where: str
    place: dict[str, str | int]


def find_boards(command: str, name: str, *, damaged: Callable[[HypersweepError, str], object]) -> Iterator[FoundBoard]:
    """Yield the boards that an argument names, each as soon as it is read.

    Args:
        command: the calling command, such as "hypersweep grade".
        name: a board ID, a game ID of Simon Tatham's Mines, a file of any format or "-" for standard input; or a file
            with a board on each line, which is its ID or a JSON object with a ``board`` and perhaps the cell to open
            ``first``, or that of a layout or a record.
        damaged: called with the error of each unreadable board, and its place unless the error names it.

    Raises:
        HypersweepError: nothing can be read; other boards may have come before.

    >>> [found.layout.mines for found in find_boards("hypersweep grade", "3x4.bAgg", damaged=print)]
    [2]
    """
    if name == "-" or names_file(name):
        with open_text(name) as stream:
            yield from _read(command, name, stream, damaged)
        return
    try:
        grid, _, layout = find_board(name)
    except ParseError:
        start = text_start(name)
        if start is not None:
            yield FoundBoard(start.layout, start.first, "", {})
            return
        if "." in name:
            # The user meant an ID, and the error says what is wrong with it.
            raise
        raise ParameterError(
            f"expected a board ID such as 3x4.bAgg, a file of boards, or - for standard input, got {truncate(name)}"
        ) from None
    if layout is None:
        raise ParameterError(
            f"expected a board ID such as 3x4.bAgg, which says where the mines are, got {grid} alone; "
            "'hypersweep generate' makes one"
        )
    yield FoundBoard(layout, None, "", {})


def _read(
    command: str, name: str, stream: IO[bytes], damaged: Callable[[HypersweepError, str], object]
) -> Iterator[FoundBoard]:
    line = _next_line(name, stream)
    if is_record(line):
        data = line + _bytes(name, stream, MOST_BYTES - len(line))
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
                layout, first = _parse(text)
            except HypersweepError as error:
                if not is_list:
                    # The input isn't a list of boards, so read it as one file.
                    data = before + line + _bytes(name, stream, MOST_BYTES - len(before) - len(line))
                    start = _start(name, data, f"{where}: {error}" if _BOARD.match(text) else "")
                    yield FoundBoard(start.layout, start.first, source_name(name), {"file": name})
                    return
                damaged(error, where)
            else:
                is_list = True
                yield FoundBoard(layout, first, where, {"file": name, "line": number})
        before += b"" if is_list else line
        line = _next_line(name, stream)
        number += 1


def _start(name: str, data: bytes, otherwise: str) -> Start:
    """Read the one board of a file; raise ``otherwise``, the error of its first line as a list, if there is none."""
    try:
        return start_of(data, name)
    except ParseError as error:
        is_list = bool(otherwise) and not any(form.is_sure for form in fitting_formats(data, name))
        raise ParseError(otherwise if is_list else f"{source_name(name)}: {error}", text=error.text) from None
    except HypersweepError as error:
        raise type(error)(f"{source_name(name)}: {error}") from None


def _parse(text: str) -> tuple[Layout, Cell | None]:
    """Parse a line: its board, and the first open if the line names it."""
    if not text.startswith("{"):
        if ":" in text and (start := text_start(text)) is not None:
            return start.layout, start.first
        return Layout.parse(text), None
    from hypersweep.formats import decode
    from hypersweep.formats.position_json import parse_object

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
    """Return the board of a game, and its first open."""
    layout = record.layout
    if layout is None:
        raise ParameterError("expected a game that was begun, got one without an open")
    return layout, first_opened(record)


def _next_line(name: str, stream: IO[bytes]) -> bytes:
    try:
        line = stream.readline(_MOST_BYTES + 1)
    except OSError as error:
        raise refusal(name, error) from None
    if len(line) > _MOST_BYTES:
        raise ParseError(f"expected lines of at most {_MOST_BYTES} bytes, got more from {source_name(name)}", text=name)
    return line


def _bytes(name: str, stream: IO[bytes], most: int) -> bytes:
    try:
        data = stream.read(most + 1)
    except OSError as error:
        raise refusal(name, error) from None
    if len(data) > most:
        raise ParseError(f"expected at most {MOST_BYTES} bytes, got more from {source_name(name)}", text=name)
    return data
