"""The table of file formats, and functions that detect a file's format.

A format is recognised by its distinctive first bytes if it has any. If several other formats fit, they are tried in
the table's order; formats without any marker, such as MBF, come last.
"""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError
from hypersweep.text import as_utf8
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.formats.video import Video
    from hypersweep.game import Game
    from hypersweep.layout import Layout
    from hypersweep.record import Record
    from hypersweep.view import View

    # Possible contents of a file.
    Thing = Layout | View | Game | Record | Video

BEGINNING = 4096
"""Number of bytes at the beginning of a file that suffice to detect its format."""


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format.

    Args:
        name: its name on the command line, such as "avf".
        title: its name in messages, such as "AVF (Minesweeper Arbiter)".
        kinds: kinds of content that it can hold, from ``KINDS``.
        extensions: its file extensions, the usual one first.
        module: the module in ``hypersweep.formats`` that reads and writes it.
        reader: the function that reads it; "parse" if it takes text.
        writer: the function that writes it; "format" if it returns text.
        is_limited: whether the reader accepts ``max_cells``.
        is_sure: whether a file that matches can't have any other format.

    >>> named_format("record").extensions
    ('.sweep',)
    """

    name: str
    title: str
    kinds: tuple[str, ...]
    extensions: tuple[str, ...]
    module: str
    reader: str = "load"
    writer: str = "dump"
    _: KW_ONLY
    is_limited: bool = False
    is_sure: bool = True

    @property
    def is_text(self) -> bool:
        """Whether its reader and writer use str rather than bytes."""
        return self.reader == "parse"

    @property
    def is_printable(self) -> bool:
        """Whether its files are text, which can be printed on a terminal."""
        return self.name not in _BINARY

    def load(self, data: bytes, max_cells: int | None = None, mines: int | None = None) -> Thing:
        """Read a file in this format.

        Args:
            data: the whole file.
            max_cells: maximum number of cells on its board; None for no limit.
            mines: number of mines of a position; None to take it from the file.

        Raises:
            ParameterError: a number of mines for a format that stores where the mines are.
            ParseError: not a file in this format, or a damaged one.
            ShapeError: an impossible board, or one with more cells than allowed.
            BoardTooLargeError: this machine can't hold the board.
        """
        read = self._function(self.reader)
        given: Any = data
        if self.is_text:
            from hypersweep.formats.native_format import text_of

            given = text_of(data, self.title)
        limits: dict[str, int | None] = {"max_cells": max_cells} if self.is_limited else {}
        if mines is not None:
            if self.name not in ("position", "json"):
                raise ParameterError(f"can't set the number of mines, which {self.title} contains")
            limits["mines"] = mines
        thing: Thing = read(given, **limits)
        if max_cells is not None and not self.is_limited:
            from hypersweep.grid import check_cells

            check_cells((thing if hasattr(thing, "grid") else thing.layout).grid, max_cells)
        return thing

    def dump(self, thing: Thing) -> bytes:
        """Return a value as a file in this format.

        Raises:
            ParameterError: the format can't hold the value; the message says why.
        """
        written = self._function(self.writer)(thing)
        return written.encode().rstrip(b"\n") + b"\n" if isinstance(written, str) else bytes(written)

    def _function(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(__import__(f"hypersweep.formats.{self.module}", fromlist=[name]), name)
        return function

    def __str__(self) -> str:
        return self.name


FILE_FORMATS = (
    FileFormat(
        "record",
        "a record of hypersweep",
        ("record",),
        (".sweep",),
        "native_format",
        "load_record",
        "dump_record",
        is_limited=True,
    ),
    FileFormat(
        "json",
        "JSON of hypersweep",
        ("record", "position", "board"),
        (".json",),
        "native_format",
        "load_json",
        "dump_json",
        is_limited=True,
    ),
    FileFormat(
        "board-id",
        "a board ID",
        ("board",),
        (".board",),
        "native_format",
        "load_board_id",
        "dump_board_id",
        is_limited=True,
    ),
    FileFormat(
        "line", "a position on one line", ("position",), (".line",), "position_line", "parse", "format", is_limited=True
    ),
    FileFormat(
        "tatham",
        "a game ID of Simon Tatham's Mines",
        ("board",),
        (".tatham",),
        "tatham",
        "load_board",
        "dump_board",
        is_limited=True,
    ),
    FileFormat(
        "tatham-save",
        "a saved game of Simon Tatham's Mines",
        ("record",),
        (".sgt",),
        "tatham_save",
        "load_record",
        "dump_record",
        is_limited=True,
    ),
    FileFormat(
        "jsminesweeper",
        "a position of JSMinesweeper",
        ("position",),
        (".mine",),
        "jsminesweeper",
        "parse",
        "format",
        is_limited=True,
    ),
    FileFormat("esp", "a save file of ESP Minesweeper", ("game",), (".esp",), "esp", is_limited=True),
    FileFormat("rawvf", "RAWVF", ("replay",), (".rawvf",), "rawvf", is_limited=True),
    FileFormat("evf", "EVF (Metasweeper)", ("replay",), (".evf",), "evf", is_sure=False),
    FileFormat("rmv", "RMV (Viennasweeper)", ("replay",), (".rmv",), "rmv"),
    FileFormat("mvf", "MVF (Minesweeper Clone)", ("replay",), (".mvf",), "mvf"),
    FileFormat("avf", "AVF (Minesweeper Arbiter)", ("replay",), (".avf",), "avf", is_sure=False),
    FileFormat(
        "position",
        "a position as text",
        ("position",),
        (".txt",),
        "native_format",
        "load_position",
        "dump_position",
        is_limited=True,
        is_sure=False,
    ),
    FileFormat(
        "mbf",
        "MBF (Minesweeper Clone, Arbiter)",
        ("board",),
        (".mbf", ".abf"),
        "mbf",
        is_limited=True,
        is_sure=False,
    ),
)
"""All formats, in the order in which they are tried on files without distinctive bytes."""


def _is_text(data: bytes) -> bool:
    return _CONTROL.search(data, 0, BEGINNING) is None


def _is_rawvf(data: bytes) -> bool:
    return _is_text(data) and _RAWVF.search(data, 0, BEGINNING) is not None


def _is_avf(data: bytes) -> bool:
    if len(data) < 6 or not 3 <= data[5] <= 6:
        return False
    if data[5] < 6:
        rows, columns, mines = _LEVELS[data[5]]
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
    if (*rows, *columns, int.from_bytes(mines, "big")) not in _LEVELS.values():
        return False
    cells = [*zip(data[4 : 4 + 2 * mines[1] : 2], data[5 : 4 + 2 * mines[1] : 2], strict=False)]
    return (
        len(data) > 8 + 2 * mines[1]
        and len(set(cells)) == mines[1]
        and all(column < columns[0] and row < rows[0] for column, row in cells)
    )


def _is_evf(data: bytes) -> bool:
    if len(data) < 8 or data[0] not in (3, 4):
        return False
    cells = data[3] * data[4]
    return 0 < cells >= int.from_bytes(data[5:7], "big") and data[7] > 0


def _is_mbf(data: bytes) -> bool:
    if len(data) < 4:
        return False
    mines = int.from_bytes(data[2:4], "big")
    size = 4 + 2 * mines
    return 0 < data[0] * data[1] >= mines and (size == len(data) or size >= len(data) >= BEGINNING)


# AVF's levels: rows, columns, mines.
_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CONTROL = re.compile(rb"[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_RAWVF = re.compile(rb"^(?:board[ \t]*:[ \t]*\r?\n\s*[*0]+[ \t]*\r?$|rawvf\w*[ \t]*:)", re.IGNORECASE | re.MULTILINE)

# How each format is recognised at the beginning of a file: by its first bytes, a pattern or a function.
_MARKS = {
    "record": b"hypersweep-record:",
    "tatham-save": b"SAVEFILE:",
    "rmv": b"*rmv",
    "esp": b"ESP\0",
}
_PATTERNS = {
    name: re.compile(rb"\s*(?:" + pattern + rb")", re.IGNORECASE)
    for name, pattern in {
        "json": rb"\{",
        "board-id": rb"\d+(?:x\d+)*(?:~[a-z0-9=,~]*)?\.[bg][a-z0-9_-]*\s*\Z",
        "line": rb"(?:v\d+)?\d+(?:x\d+)*o?(?:w[\d.]*)?-\d+-[a-z0-9._~-]+\s*\Z",
        "tatham": rb"\d+(?:x\d+)?(?:n\d+)?a?[:#]\S+\s*\Z",
        "jsminesweeper": rb"\d+x\d+x\d+[ \t]*\r?\n[hf?0-8]+[ \t]*\r?(?:\n|\Z)",
    }.items()
}
_CHECKS: dict[str, Callable[[bytes], bool]] = {
    "rawvf": _is_rawvf,
    "mvf": _is_mvf,
    "evf": _is_evf,
    "avf": _is_avf,
    "position": _is_text,
    "mbf": _is_mbf,
}
_BINARY = ("esp", "evf", "rmv", "mvf", "avf", "mbf")


def named_format(name: str) -> FileFormat:
    """Return the format with this name.

    Raises:
        ParameterError: there is no such format.

    >>> named_format("json").kinds
    ('record', 'position', 'board')
    """
    names = [form.name for form in FILE_FORMATS]
    if name not in names:
        hint = suggest(name, names) if isinstance(name, str) else ""
        raise ParameterError(f"expected a format ({', '.join(names)}), got {truncate(name)}{hint}")
    return FILE_FORMATS[names.index(name)]


def format_of_name(path: str) -> FileFormat | None:
    """Return the format that a file's extension indicates, or None.

    >>> format_of_name("Game.SWEEP").name, format_of_name("game")
    ('record', None)
    """
    low = path.lower()
    return next((form for form in FILE_FORMATS if low.endswith(form.extensions)), None)


def fitting_formats(data: bytes, path: str = "") -> list[FileFormat]:
    """Return the formats that a file's content matches, most likely first.

    Args:
        data: the file, or its first ``BEGINNING`` bytes.
        path: its name, which decides if several formats fit equally well.

    >>> [form.name for form in fitting_formats(b"3x4.bAgg")]
    ['board-id']
    """
    found = []
    text = as_utf8(data[: 2 * BEGINNING])
    for form in FILE_FORMATS:
        begin = data if form.name in _BINARY else text
        if form.name in _MARKS:
            fits = begin.startswith(_MARKS[form.name])
        elif form.name in _PATTERNS:
            fits = _PATTERNS[form.name].match(begin[:BEGINNING]) is not None
        else:
            fits = _CHECKS[form.name](begin)
        if fits:
            if form.is_sure:
                return [form]
            found.append(form)
    named = format_of_name(path)
    return sorted(found, key=lambda form: form is not named)
