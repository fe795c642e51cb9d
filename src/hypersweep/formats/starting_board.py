"""Read and write boards in any format together with the first cell to open, for commands that play a given board."""

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
    """A board to play on.

    Attributes:
        layout: the mines.
        first: the first cell, even if it contains a mine; None if the file doesn't name one.
        was_opened: whether a saved game has already opened the first cell; otherwise, the file only suggests it.
    """

    layout: Layout
    first: Cell | None
    was_opened: bool = False

    def opening(self) -> Cell | None:
        """Return the cell that starts a new game on the board, or None if the player chooses it.

        If a saved game was lost by its first open, the player chooses another cell.

        Raises:
            CellError: the file names a first cell that contains a mine.

        >>> text_start("4x3:0,2,u401").opening()
        (2, 0)
        """
        if self.first is None or not self.layout.is_mine(self.first):
            return self.first
        if self.was_opened:
            return None
        raise CellError(f"expected a first cell without a mine, got {place_text(self.first)} of {self.layout.grid}")


def first_cell(form: FileFormat, thing: Thing, data: bytes) -> Cell | None:
    """Return the cell that was, or should be, opened first; None if the file doesn't name one.

    Args:
        form: the file's format.
        thing: the contents.
        data: the file; used only if it contains a board.

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
        path: the file's name.
        mines: number of mines in a position, if the file doesn't state it.

    Raises:
        ParameterError: a number of mines was given for a file that contains the mines.
        ParseError: no format fits, or the file is damaged.
        LayoutError: the file doesn't contain the mines.
        ShapeError: the board is impossible.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> start_of(b"4x3:0,2,u401")
    Start(layout=Layout.parse('3x4.bAgg'), first=(2, 0), was_opened=False)
    """
    form, thing = load_file(data, path=path, mines=mines)
    layout, first = as_board(thing), first_cell(form, thing, data)
    return Start(layout, first, first is not None and not isinstance(thing, Layout))


def dump_start(thing: Thing, form: FileFormat, first: Cell | None = None) -> bytes:
    r"""Return a value as a file, including the first cell if the format supports it.

    Args:
        thing: the contents, as for ``dump_file``.
        form: the format.
        first: the first cell, if ``thing`` is a board; a game already has one.

    Raises:
        CellError: a saved game can't begin with that cell, because it contains a mine.
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
    """Parse a board from an argument, such as a game ID from Simon Tatham's Mines; None if it isn't recognised.

    Raises:
        HypersweepError: the argument is damaged, or doesn't contain the mines.

    >>> text_start("4x3:0,2,u401").first, text_start("expert")
    ((2, 0), None)
    """
    data = text.encode("utf-8", "replace")
    return start_of(data, mines=mines) if any(form.is_sure for form in fitting_formats(data)) else None


def file_start(path: str, mines: int | None = None) -> Start | None:
    """Read the board from a file; None if there is no such file.

    Raises:
        OSError: the file can't be read.
        HypersweepError: the file contains no board.
    """
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        data = read_bytes(file, path)
    try:
        return start_of(data, path, mines)
    except HypersweepError as error:
        raise type(error)(f"{path}: {error}") from None
