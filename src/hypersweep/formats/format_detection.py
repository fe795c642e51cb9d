"""The table of file formats, and functions for detecting a file's format.

A format is recognised by its distinctive first bytes, if it has any. If several other formats fit, the one indicated by
the file's name is tried first, then the others in the order of the table. Formats without any marker, such as MBF, come
last in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.text import as_utf8
from hypersweep.validation import place_among

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BEGINNING = 4096
"""Number of bytes at the start of a file that suffice to detect its format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFormat:
    """A file format.

    Args:
        name: its name on the command line, such as "avf".
        title: its name in messages, such as "AVF (Minesweeper Arbiter)".
        kinds: kinds of content that it can hold, from ``formats.files.KINDS``.
        extensions: its file extensions, the usual one first.
        mark: how the beginning of a file is recognised: its first bytes, a pattern, or a function.
        module: the module in ``hypersweep.formats`` that reads and writes it.
        reader: the function that reads it; "parse" if it takes text.
        writer: the function that writes it; "format" if it returns text.
        is_printable: whether its files are text, which can be printed on a terminal.
        is_limited: whether the reader accepts ``max_cells``.
        is_sure: whether a file that matches can't have any other format.
        needs_mines: whether the reader accepts ``mines``, because a file may lack the number.
        has_code_page: whether the reader accepts ``encoding``, because names may be in any text encoding.
        parts: for a bundle, the format of the files in it, one per game, as its module's ``split`` returns them;
            otherwise empty. The reader accepts only bundles of one game.

    >>> named_format("record").extensions
    ('.sweep',)
    """

    name: str
    title: str
    kinds: tuple[str, ...]
    extensions: tuple[str, ...]
    mark: bytes | re.Pattern[bytes] | Callable[[bytes], bool]
    module: str
    reader: str = "load"
    writer: str = "dump"
    is_printable: bool = True
    is_limited: bool = True
    is_sure: bool = True
    needs_mines: bool = False
    has_code_page: bool = False
    parts: str = ""

    @property
    def is_text(self) -> bool:
        """Whether its reader and writer use str, not bytes."""
        return self.reader == "parse"

    def fits(self, begin: bytes) -> bool:
        """Return whether a file with these first bytes may have this format."""
        if isinstance(self.mark, bytes):
            return begin.startswith(self.mark)
        if isinstance(self.mark, re.Pattern):
            return self.mark.match(begin, 0, BEGINNING) is not None
        return self.mark(begin)

    def load(
        self, data: bytes, max_cells: int | None = None, mines: int | None = None, encoding: str | None = None
    ) -> Any:
        """Read a file in this format, for ``files.load_file``.

        Args:
            data: the whole file.
            max_cells: maximum number of cells on its board; None for no limit.
            mines: number of mines in a position; None to read it from the file.
            encoding: text encoding of names that aren't UTF-8; formats whose text is always UTF-8 ignore it.

        Raises:
            ParameterError: a number of mines was given, but the format stores the mines; or there is no such encoding.
            ParseError: the data isn't in this format, or is damaged.
            ShapeError: the board is impossible or has more cells than allowed.
            BoardTooLargeError: the board doesn't fit into memory.
        """
        read = self._function(self.reader)
        given: Any = data
        if self.is_text:
            from hypersweep.formats.native_format import text_of

            given = text_of(data, self.title)
        limits: dict[str, int | str | None] = {"max_cells": max_cells} if self.is_limited else {}
        if self.has_code_page:
            limits["encoding"] = encoding
        if mines is not None:
            if not self.needs_mines:
                raise ParameterError(f"can't set the number of mines, which {self.title} contains")
            limits["mines"] = mines
        thing = read(given, **limits)
        if max_cells is not None and not self.is_limited:
            from hypersweep.grid import check_cells

            check_cells((thing if hasattr(thing, "grid") else thing.layout).grid, max_cells)
        return thing

    def dump(self, thing: object) -> bytes:
        """Return a value as a file in this format, for ``files.dump_file``.

        Raises:
            ParameterError: the format can't store the value; the message says why.
        """
        written = self._function(self.writer)(thing)
        return written.encode().rstrip(b"\n") + b"\n" if isinstance(written, str) else bytes(written)

    def split(self, data: bytes) -> list[bytes]:
        """Return the bundled files, each with one game; the file alone if the format isn't a bundle.

        Raises:
            ParseError: the data isn't in this format, or is damaged.
        """
        found: list[bytes] = self._function("split")(data) if self.parts else [data]
        return found

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(__import__(f"hypersweep.formats.{self.module}", fromlist=[name]), name)
        return function

    def __str__(self) -> str:
        return self.name


LEVELS = ((8, 8, 10), (16, 16, 40), (16, 30, 99))
"""Rows, columns and mines of the standard boards, beginner to expert; many files store only the level."""

RAWVF = re.compile(rb"^(?:board[ \t]*:[ \t]*\r?\n\s*[*0]+[ \t]*\r?$|rawvf\w*[ \t]*:)", re.IGNORECASE | re.MULTILINE)
"""Line by which a RAWVF file is recognised."""

_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]")


def _pattern(text: bytes) -> re.Pattern[bytes]:
    """Compile a pattern for the beginning of a file; it ignores case and leading whitespace."""
    return re.compile(rb"\s*(?:" + text + rb")", re.IGNORECASE)


def _is_text(data: bytes) -> bool:
    return _CONTROL.search(data, 0, BEGINNING) is None


def _is_rawvf(data: bytes) -> bool:
    return _is_text(data) and RAWVF.search(data, 0, BEGINNING) is not None


def _is_avf(data: bytes) -> bool:
    if len(data) < 6 or not 3 <= data[5] <= 6:
        return False
    if data[5] < 6:
        rows, columns, mines = LEVELS[data[5] - 3]
        begin = 6
    else:
        if len(data) < 10:
            return False
        rows, columns, mines, begin = data[7] + 1, data[6] + 1, int.from_bytes(data[8:10], "big"), 10
    end = begin + 2 * mines
    if end > len(data) and len(data) < BEGINNING:
        return False
    end = min(end, len(data) & ~1)
    return all(map(range(1, rows + 1).__contains__, data[begin:end:2])) and all(
        map(range(1, columns + 1).__contains__, data[begin + 1 : end : 2])
    )


def _is_mvf(data: bytes) -> bool:
    if data.startswith(b"\x11\x4d"):
        return True
    # Files from before version 0.97 begin with the columns, rows and mines of a standard board.
    rows, columns, mines = data[1:2], data[:1], data[2:4]
    if len(mines) < 2 or (*rows, *columns, int.from_bytes(mines, "big")) not in LEVELS:
        return False
    cells = [*zip(data[4 : 4 + 2 * mines[1] : 2], data[5 : 4 + 2 * mines[1] : 2], strict=False)]
    return (
        len(data) > 8 + 2 * mines[1]
        and len(set(cells)) == mines[1]
        and all(column < columns[0] and row < rows[0] for column, row in cells)
    )


def _is_evf(data: bytes) -> bool:
    if len(data) < 8 or data[0] > 4:
        return False
    # Before version 3, files have no byte for settings, and the lower bits of the flags are 0.
    begin = 3 if data[0] >= 3 else 2
    rows, columns, pixels = data[begin], data[begin + 1], data[begin + 4]
    mines = int.from_bytes(data[begin + 2 : begin + 4], "big")
    return 0 < rows * columns >= mines and pixels > 0 and (begin == 3 or not data[1] & 15)


def _is_evfs(data: bytes) -> bool:
    # A version of 0, the length of the checksums, a file name that ends with a NUL, and the length of an EVF file.
    name_end = data.find(b"\0", 3)
    if name_end < 0 or data[0] != 0 or _CONTROL.search(data, 3, name_end) is not None:
        return False
    end = name_end + 5 + int.from_bytes(data[name_end + 1 : name_end + 5], "big") + int.from_bytes(data[1:3], "big")
    return (end <= len(data) or len(data) >= BEGINNING) and _is_evf(data[name_end + 5 :])


def _is_mbf(data: bytes) -> bool:
    if len(data) < 4:
        return False
    mines = int.from_bytes(data[2:4], "big")
    size = 4 + 2 * mines
    return 0 < data[0] * data[1] >= mines and (size == len(data) or size >= len(data) >= BEGINNING)


FILE_FORMATS = (
    FileFormat(
        name="record",
        title="a record of hypersweep",
        kinds=("record",),
        extensions=(".sweep",),
        mark=b"hypersweep-record:",
        module="native_format",
        reader="load_record",
        writer="dump_record",
    ),
    FileFormat(
        name="json",
        title="JSON of hypersweep",
        kinds=("record", "position", "board"),
        extensions=(".json",),
        mark=_pattern(rb"\{"),
        module="native_format",
        reader="load_json",
        writer="dump_json",
        needs_mines=True,
    ),
    FileFormat(
        name="board-id",
        title="a board ID",
        kinds=("board",),
        extensions=(".board",),
        mark=_pattern(rb"\d+(?:x\d+)*(?:~[a-z0-9=,~]*)?\.[bg][a-z0-9_-]*\s*\Z"),
        module="native_format",
        reader="load_board_id",
        writer="dump_board_id",
    ),
    FileFormat(
        name="line",
        title="a position on one line",
        kinds=("position",),
        extensions=(".line",),
        mark=_pattern(rb"(?:v\d+)?\d+(?:x\d+)*o?(?:w[\d.]*)?-\d+-[a-z0-9._~-]+\s*\Z"),
        module="position_line",
        reader="parse",
        writer="format",
    ),
    FileFormat(
        name="tatham",
        title="a game ID of Simon Tatham's Mines",
        kinds=("board",),
        extensions=(".tatham",),
        mark=_pattern(rb"\d+(?:x\d+)?(?:n\d+)?a?[:#]\S+\s*\Z"),
        module="tatham",
        reader="load_board",
        writer="dump_board",
    ),
    FileFormat(
        name="tatham-save",
        title="a saved game of Simon Tatham's Mines",
        kinds=("record",),
        extensions=(".sgt",),
        mark=b"SAVEFILE:",
        module="tatham_save",
        reader="load_record",
        writer="dump_record",
    ),
    FileFormat(
        name="jsminesweeper",
        title="a position of JSMinesweeper",
        kinds=("position",),
        extensions=(".mine",),
        mark=_pattern(rb"\d+x\d+x\d+[ \t]*\r?\n[hf?0-8]+[ \t]*\r?(?:\n|\Z)"),
        module="jsminesweeper",
        reader="parse",
        writer="format",
    ),
    FileFormat(
        name="esp",
        title="a save file of ESP Minesweeper",
        kinds=("game",),
        extensions=(".esp",),
        mark=b"ESP\0",
        module="esp",
        is_printable=False,
    ),
    FileFormat(
        name="rawvf",
        title="RAWVF",
        kinds=("replay",),
        extensions=(".rawvf",),
        mark=_is_rawvf,
        module="rawvf",
        has_code_page=True,
    ),
    FileFormat(
        name="evfs",
        title="EVFS (a set of replays of Metasweeper)",
        kinds=("replay",),
        extensions=(".evfs",),
        mark=_is_evfs,
        module="evfs",
        has_code_page=True,
        is_printable=False,
        is_limited=False,
        is_sure=False,
        parts="evf",
    ),
    FileFormat(
        name="evf",
        title="EVF (Metasweeper)",
        kinds=("replay",),
        extensions=(".evf",),
        mark=_is_evf,
        module="evf",
        has_code_page=True,
        is_printable=False,
        is_limited=False,
        is_sure=False,
    ),
    FileFormat(
        name="rmv",
        title="RMV (Viennasweeper)",
        kinds=("replay",),
        extensions=(".rmv",),
        mark=b"*rmv",
        module="rmv",
        has_code_page=True,
        is_printable=False,
        is_limited=False,
    ),
    FileFormat(
        name="mvf",
        title="MVF (Minesweeper Clone)",
        kinds=("replay",),
        extensions=(".mvf",),
        mark=_is_mvf,
        module="mvf",
        has_code_page=True,
        is_printable=False,
        is_limited=False,
    ),
    FileFormat(
        name="avf",
        title="AVF (Minesweeper Arbiter)",
        kinds=("replay",),
        extensions=(".avf",),
        mark=_is_avf,
        module="avf",
        has_code_page=True,
        is_printable=False,
        is_limited=False,
        is_sure=False,
    ),
    FileFormat(
        name="position",
        title="a position as text",
        kinds=("position",),
        extensions=(".txt",),
        mark=_is_text,
        module="native_format",
        reader="load_position",
        writer="dump_position",
        is_sure=False,
        needs_mines=True,
    ),
    FileFormat(
        name="mbf",
        title="MBF (Minesweeper Clone, Arbiter)",
        kinds=("board",),
        extensions=(".mbf", ".abf"),
        mark=_is_mbf,
        module="mbf",
        is_printable=False,
        is_sure=False,
    ),
)
"""All formats, in the order in which they are tried on files without distinctive bytes."""


def named_format(name: str) -> FileFormat:
    """Return the format with this name.

    Raises:
        ParameterError: there is no such format.

    >>> named_format("json").kinds
    ('record', 'position', 'board')
    """
    return FILE_FORMATS[place_among("a format", name, tuple(form.name for form in FILE_FORMATS))]


def format_of_name(path: str) -> FileFormat | None:
    """Return the format indicated by a file's extension, or None.

    >>> format_of_name("Game.SWEEP").name, format_of_name("game")
    ('record', None)
    """
    low = path.lower()
    return next((form for form in FILE_FORMATS if low.endswith(form.extensions)), None)


def fitting_formats(data: bytes, path: str = "") -> list[FileFormat]:
    """Return the formats a file's contents match, most likely first.

    Args:
        data: the file, or its first ``BEGINNING`` bytes.
        path: the file's name; it decides if several formats fit equally well.

    >>> [form.name for form in fitting_formats(b"3x4.bAgg")]
    ['board-id']
    """
    found = []
    text = as_utf8(data[: 2 * BEGINNING])
    for form in FILE_FORMATS:
        if form.fits(text if form.is_printable else data):
            if form.is_sure:
                return [form]
            found.append(form)
    named = format_of_name(path)
    return sorted(found, key=lambda form: form is not named)
