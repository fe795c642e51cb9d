"""Read and write boards in any format with the cell to open first, for commands that play on a given board."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import CellError, HypersweepError
from hypersweep.formats import tatham
from hypersweep.formats.files import as_board, as_record, dump_file, load_file, read_bytes
from hypersweep.formats.format_detection import fitting_formats
from hypersweep.formats.native_format import text_of
from hypersweep.formats.video import Video
from hypersweep.game import Game
from hypersweep.layout import Layout
from hypersweep.record import Record
from hypersweep.text import place_text

if TYPE_CHECKING:
    from hypersweep.formats.files import Thing
    from hypersweep.formats.format_detection import FileFormat
    from hypersweep.typing import Cell


class Start(NamedTuple):
    """A board to play.

    Attributes:
        layout: the mines.
        first: the first cell, even if it holds a mine; None if the file doesn't name one.
        was_opened: whether a saved game has already opened the first cell; otherwise, the board only suggests it.
    """

    layout: Layout
    first: Cell | None
    was_opened: bool = False

    def opening(self) -> Cell | None:
        """Return the cell with which a new game on the board begins; None if the player chooses it.

        If a saved game was lost by its first open, the player chooses another cell.

        Raises:
            CellError: the board names a first cell that holds a mine.

        >>> text_start("4x3:0,2,u401").opening()
        (2, 0)
        """
        if self.first is None or not self.layout.is_mine(self.first):
            return self.first
        if self.was_opened:
            return None
        raise CellError(f"expected a first cell without a mine, got {place_text(self.first)} of {self.layout.grid}")


def first_cell(form: FileFormat, thing: Thing, data: bytes) -> Cell | None:
    """Return the cell that was opened first or should be; None if the file doesn't name one.

    Args:
        form: the file's format.
        thing: its content.
        data: the file; only used if it holds a board.

    >>> first_cell(*load_file(b"4x3:0,2,u401"), b"4x3:0,2,u401")
    (2, 0)
    """
    if isinstance(thing, Video):
        thing = as_record(thing)
    if isinstance(thing, Record):
        return next((event.cell for event in thing.events if event.kind == "open" and event.changed), None)
    if isinstance(thing, Game):
        return next((move.cell for move in thing.moves if move.kind == "open"), None)
    return tatham.parse(text_of(data, form.title)).first if form.name == "tatham" and data else None


def start_of(data: bytes, path: str = "", mines: int | None = None) -> Start:
    """Read the board from a file in any format.

    Args:
        data: the whole file.
        path: its name.
        mines: number of mines in a position, if the file doesn't state it.

    Raises:
        ParameterError: a number of mines for a file that shows where they are.
        ParseError: no format fits, or the file is damaged.
        LayoutError: the file doesn't show where the mines are.
        ShapeError: an impossible board.
        BoardTooLargeError: this machine can't hold the board.

    >>> start_of(b"4x3:0,2,u401")
    Start(layout=Layout.parse('3x4.bAgg'), first=(2, 0), was_opened=False)
    """
    form, thing = load_file(data, path=path, mines=mines)
    layout, first = as_board(thing), first_cell(form, thing, data)
    return Start(layout, first, first is not None and not isinstance(thing, Layout))


def dump_start(thing: Thing, form: FileFormat, first: Cell | None = None) -> bytes:
    r"""Return a value as a file, including the first cell if the format can name one.

    Args:
        thing: the content, as for ``dump_file``.
        form: the format.
        first: the first cell, if ``thing`` is a board; a game includes its first cell.

    Raises:
        CellError: a saved game can't begin with that cell, because it holds a mine.
        HypersweepError: as for ``dump_file``.

    >>> from hypersweep.formats.format_detection import named_format
    >>> dump_start(Layout("3x4", [(0, 1), (2, 3)]), named_format("tatham"), (2, 0))
    b'4x3:0,2,mf81\n'
    """
    if form.name == "tatham":
        return tatham.dump_board(as_board(thing), first or first_cell(form, thing, b""))
    opening = Start(thing, first).opening() if form.name == "tatham-save" and isinstance(thing, Layout) else None
    if opening is not None:
        game = Game(layout=as_board(thing))
        game.open(opening)
        thing = game
    return dump_file(thing, form)


def text_start(text: str, mines: int | None = None) -> Start | None:
    """Parse a board from an argument, such as a game ID for Simon Tatham's Mines; None if its format isn't recognised.

    Raises:
        HypersweepError: the argument is damaged, or doesn't show where the mines are.

    >>> text_start("4x3:0,2,u401").first, text_start("expert")
    ((2, 0), None)
    """
    data = text.encode("utf-8", "replace")
    return start_of(data, mines=mines) if any(form.is_sure for form in fitting_formats(data)) else None


def file_start(path: str, mines: int | None = None) -> Start | None:
    """Read the board from a file; None if there is no such file.

    Raises:
        OSError: it can't be read.
        HypersweepError: the file holds no board.
    """
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        data = read_bytes(file, path)
    try:
        return start_of(data, path, mines)
    except HypersweepError as error:
        raise type(error)(f"{path}: {error}") from None
