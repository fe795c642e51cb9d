r"""RAWVF, mouse replays as text, read and written back byte for byte.

A file has "Key: value" lines, then ``Board:`` with rows of ``*`` and ``0``, then ``Events:`` with a line per mouse
event, such as ``1.230 lc 3 4 (40 56)``: seconds, action, column and row (counting from 1), pixels. There may be other
lines among them: changes to the board (``number1 3 4``), to the game (``1.230 won``), and to the window (``1.230 sx 0
3``). Programs that replay the game can ignore them. A file without events may end after the board.

``Video.extra`` contains everything in the text except the board and the mouse events:

* ``head``: the lines before the board, unchanged.
* ``board``: the lines from "Board:" to "Events:", unless they contain just the board's rows. A text that ends after the
  board has no line "Events:".
* ``lines``: lines that aren't mouse events, or that ``format`` would write differently. ``7+won`` is a line before
  event 7 (counting from 0), ``7=...`` is event 7 itself.
* ``decimals``: "2" if times are in hundredths. ``newline``: "crlf" if lines end with CR LF. ``ending``: "none" if the
  last line has no line break.
* ``encoding``: "latin-1" or the encoding passed to ``load`` if the file isn't UTF-8, and "utf-8-sig", "utf-16-le" or
  "utf-16-be" if it begins with a byte order mark.
* ``super click``: "on" if the left button alone chords on a number.

Source: the players' description of RAWVF, revisions 5 to 7 (minesweepergame.com/forum/viewtopic.php?t=86), and files
    written by their converters and sites.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError, ParameterError, ParseError
from hypersweep.formats.byte_fields import check_encoding, moment_of, time_tags
from hypersweep.formats.format_detection import LEVELS
from hypersweep.formats.video import MouseEvent, Video, check_video, read_event
from hypersweep.grid import Grid, check_cells
from hypersweep.layout import Layout
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable

_BUTTONS = {
    "mv": "move",
    "lc": "left press",
    "lr": "left release",
    "rc": "right press",
    "rr": "right release",
    "mc": "middle press",
    "mr": "middle release",
    "sc": "shift press",
}
_NAMES = {action: name for name, action in _BUTTONS.items()}
_MOUSE = re.compile(
    r"\s*(-?)(\d{1,12})(?:\.(\d{1,3}))?\s+(mv|[lrm][cr]|sc)(?:\s+(-?\d{1,9})\s+(-?\d{1,9}))?"
    r"\s*\(\s*(-?\d{1,9})\s+(-?\d{1,9})\s*\)\s*(?:\([lrm]{0,3}\)\s*)?",
    re.ASCII,
)
# Other lines among the events: changes to the board and the game, in words; changes to the window; and "reduced": moves
# of a few pixels, which some converters leave out.
_OTHER = re.compile(
    r"(?:[A-Za-z].*|-?\d{1,12}(?:\.\d{1,3})?\s+"
    r"(?:start|boom|blast|lost|defeat|won|nonstandard|solved\s*3bv.*|(?:s[xy]|reduced)\s+-?\d{1,9}\s+-?\d{1,9}))?",
    re.ASCII | re.IGNORECASE,
)
# Patterns for features that a record can't express, with words for the error: what was expected, and what was found.
_REFUSED = (
    (
        re.compile(r"\s*-?[\d.]+\s+mt\b", re.ASCII),
        "one setting for question marks",
        "a change to it",
    ),
    (re.compile(r"\s*reset\s", re.IGNORECASE), "mines that don't move", "a reset cell"),
    (re.compile(r"\s*board\s*:", re.IGNORECASE), "one board", "another one"),
    (re.compile(r"\s*(?:description\s*:|rawvf_version\s*:)", re.IGNORECASE), "one game", "a second one"),
)
# Byte order marks, by encoding.
_MARKS = {"utf-8-sig": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
_BOARD = re.compile(r"\s*board\s*:\s*", re.IGNORECASE)
_EVENTS = re.compile(r"\s*events\s*:\s*", re.IGNORECASE)
_ROW = re.compile(r"[*0]+")
_LINE = re.compile(r"(\d{1,9})([+=])(.*)", re.DOTALL)

_PIXELS = 16
_LEVELS = dict(zip(LEVELS, ("Beginner", "Intermediate", "Expert"), strict=True))
_NUMBERS = {"width": 1, "height": 1, "mines": 0, "squaresize": 1}
_MOST_DIGITS = 9
# Settings under which clicks don't follow the rules of a record. ("Mode: Cheat" alone doesn't change any rule.)
_OTHER_RULES = {name.lower(): name for name in ("Autoflag", "Lawnmower", "ElmarTechnique", "NonoMouse", "SuperFlag")}


def load(data: bytes, *, max_cells: int | None = None, encoding: str | None = None) -> Video:
    """Read a RAWVF file.

    Args:
        data: the whole file, in UTF-8, in UTF-16 with a byte order mark, or in ``encoding``.
        max_cells: maximum number of cells on the board; None for no limit.
        encoding: text encoding of a file that isn't UTF-8; None for Latin-1, which is also the fallback
            if decoding fails.

    Raises:
        ParameterError: there is no such text encoding.
        ParseError: the data isn't RAWVF, or the game has unusual rules.
        ShapeError: the board has more cells than allowed.
        ParameterTypeError: ``data`` isn't bytes.

    >>> video = adapt(Video("avf", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 40, 8)]))
    >>> load(dump(video)) == video
    True
    """
    check_type(data, bytes | bytearray | memoryview, "a file as bytes")
    check_encoding(encoding)
    text, found = _decoded(bytes(data), encoding)
    video = parse(text, max_cells=max_cells)
    return video if found == "utf-8" else video.replace(extra={**video.extra, "encoding": found})


def _decoded(data: bytes, wanted: str | None = None) -> tuple[str, str]:
    """Decode a file, in the wanted encoding if it isn't UTF-8. Returns: its text and its encoding."""
    for encoding, mark in _MARKS.items():
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(encoding.removesuffix("-sig")), encoding
            except UnicodeDecodeError:
                continue
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        # ``dump`` must restore the bytes, and records can't contain the lone surrogates that a few encodings produce.
        if wanted is not None and (text := data.decode(wanted)).encode(wanted) == data and text.encode():
            return text, wanted
    except UnicodeError:
        pass
    return data.decode("latin-1"), "latin-1"


def dump(video: Video) -> bytes:
    """Return a replay as a RAWVF file.

    Args:
        video: the replay as returned by ``load``; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: part of the replay can't be expressed in RAWVF.
        ParameterTypeError: the argument isn't a ``Video``.
    """
    check_video(video, "rawvf")
    encoding = video.extra.get("encoding", "utf-8")
    check_encoding(encoding)
    text = format(video.replace(extra={name: value for name, value in video.extra.items() if name != "encoding"}))
    try:
        data = _MARKS.get(encoding, b"") + text.encode(encoding.removesuffix("-sig"))
    except UnicodeError as error:
        first = error.start if isinstance(error, UnicodeEncodeError) else 0
        raise ParameterError(f"expected text that {encoding} can encode, got {text[first]!r}") from None
    if _decoded(data, encoding) != (text, encoding):
        raise ParameterError(f"can't use the encoding {encoding} for this file: it would be read differently")
    return data


def parse(text: str, *, max_cells: int | None = None) -> Video:
    r"""Read RAWVF text.

    Args:
        text: the text; lines end with "\n" or "\r\n".
        max_cells: maximum number of cells on the board; None for no limit. A text has more characters than its board
            has cells.

    Raises:
        ParseError: the text isn't RAWVF, or the game has unusual rules; the message names the line.
        ShapeError: the board has more cells than allowed.
        ParameterTypeError: ``text`` isn't a string.

    >>> parse("Player: Ann\nBoard:\n0*0\n000\nEvents:\n0.00 start\n1.23 lc 1 2 (8 20)\n").events
    (MouseEvent(1230, 'left press', 8, 20),)
    """
    check_type(text, str, "a replay as text")
    extra: dict[str, str] = {}
    lines = text.split("\n")
    if lines[-1]:
        extra["ending"] = "none"
    else:
        lines.pop()
    ended = lines if "ending" not in extra else lines[:-1]
    if ended and all(line.endswith("\r") for line in ended):
        extra["newline"] = "crlf"
        lines = [line.removesuffix("\r") for line in ended] + lines[len(ended) :]
    board = next((number for number, line in enumerate(lines) if _BOARD.fullmatch(line)), None)
    if board is None:
        raise ParseError("expected RAWVF with a line 'Board:', got a text without one")
    # A text with a board alone ends without a line "Events:".
    events = next(
        (number for number, line in enumerate(lines) if number > board and _EVENTS.fullmatch(line)), len(lines)
    )
    head = Head(lines[:board])
    layout = _layout(lines[board + 1 : events], board + 2, head, max_cells)
    extra["head"] = "".join(f"{line}\n" for line in head.lines)
    if lines[board : events + 1] != _board_lines(layout):
        extra["board"] = "\n".join(lines[board : events + 1])
    found, pixels, others, decimals = _read_events(lines, events + 1, head.pixels, layout.grid.shape)
    if decimals == 2:
        extra["decimals"] = "2"
    if others:
        extra["lines"] = "\n".join(others)
    if head.opens_around:
        extra["super click"] = "on"
    return Video("rawvf", layout, found, pixels, head.has_marks, head.tags, extra)


def _layout(lines: list[str], first: int, head: Head, max_cells: int | None) -> Layout:
    rows: list[str] = []
    for number, line in enumerate(lines, first):
        row = line.strip()
        if not row:
            continue
        if _ROW.fullmatch(row) is None or (rows and len(row) != len(rows[0])):
            size = f" of {len(rows[0])} cells" if rows else ""
            raise ParseError(f"expected a row of * and 0{size} in line {number} of RAWVF, got {truncate(line)}")
        rows.append(row)
    if not rows:
        raise ParseError(f"expected rows of * and 0 from line {first} of RAWVF on, got none")
    shape = (len(rows), len(rows[0]))
    given = head.numbers
    mines = sum(row.count("*") for row in rows)
    for name, value in (("height", shape[0]), ("width", shape[1]), ("mines", mines)):
        if given.get(name, value) != value:
            raise ParseError(f"expected a board of '{name.title()}: {given[name]}', got one of {value}")
    grid = Grid(shape)
    if max_cells is not None:
        check_cells(grid, max_cells)
    return Layout(
        grid, [(row, column) for row, line in enumerate(rows) for column, sign in enumerate(line) if sign == "*"]
    )


def _board_lines(layout: Layout) -> list[str]:
    rows, columns = layout.grid.shape
    signs = bytearray(b"0" * (rows * columns))
    for index in layout.mine_indices():
        signs[index] = ord("*")
    text = signs.decode()
    return ["Board:", *(text[begin : begin + columns] for begin in range(0, rows * columns, columns)), "Events:"]


def _read_events(
    lines: list[str], first: int, side: int, shape: tuple[int, ...]
) -> tuple[list[MouseEvent], int, list[str], int]:
    """Return the events, a cell's side, lines that aren't plain mouse events, and the number of decimals in times."""
    matches = [_MOUSE.fullmatch(line) for line in lines[first:]]
    pixels = _true_side([match for match in matches if match], side, shape)
    found: list[MouseEvent] = []
    others: list[str] = []
    decimals = 0
    for number, (line, match) in enumerate(zip(lines[first:], matches, strict=True), first + 1):
        if match is None:
            _check_other(line, number)
            others.append(f"{len(found)}+{line}")
            continue
        sign, seconds, fraction, name, _, _, x, y = match.groups()
        if not decimals:
            decimals = 2 if len(fraction or "") == 2 else 3
        milliseconds = int(seconds) * 1000 + int((fraction or "0").ljust(3, "0"))
        event = read_event(-milliseconds if sign else milliseconds, _BUTTONS[name], int(x), int(y))
        if _line(event, pixels, decimals) != line:
            others.append(f"{len(found)}={line}")
        found.append(event)
    return found, pixels, others, decimals


def _true_side(matches: list[re.Match[str]], side: int, shape: tuple[int, ...]) -> int:
    """Return a cell's side in pixels: the stated one, unless the events' cells and pixels fit only 16.

    A converter for Viennasweeper's files states the cell size in the window, although its positions are for cells of 16
    pixels.
    """
    if side == 16:
        return side
    fits_stated = True
    for match in matches:
        column, row, x, y = (int(text) if text else 0 for text in match.groups()[4:])
        if not (0 < column <= shape[1] and 0 < row <= shape[0]):
            continue
        if (x // 16 + 1, y // 16 + 1) != (column, row):
            return side
        fits_stated = fits_stated and (x // side + 1, y // side + 1) == (column, row)
    return side if fits_stated else 16


def _check_other(line: str, number: int) -> None:
    for pattern, wanted, what in _REFUSED:
        if pattern.match(line) is not None:
            raise ParseError(f"expected {wanted}, got {what} in line {number} of RAWVF")
    if _OTHER.fullmatch(line.strip()) is None:
        raise ParseError(
            f"expected an event such as '1.230 lc 3 4 (40 56)' in line {number} of RAWVF, got {truncate(line)}"
        )


def _line(event: MouseEvent, pixels: int, decimals: int) -> str:
    milliseconds, action, x, y = event
    seconds, rest = divmod(abs(milliseconds), 1000)
    fraction = f"{rest:03}" if decimals == 3 else f"{rest // 10:02}"
    sign = "-" if milliseconds < 0 else ""
    return f"{sign}{seconds}.{fraction} {_NAMES[action]} {x // pixels + 1} {y // pixels + 1} ({x} {y})"


def format(video: Video) -> str:  # noqa: A001 - the other half of parse
    r"""Return a replay as RAWVF text.

    Args:
        video: the replay as returned by ``parse``; to convert one from another format, use ``adapt``.

    Raises:
        ParameterError: part of the replay can't be expressed in RAWVF.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> text = "Player: Ann\nBoard:\n0*0\n000\nEvents:\n0.00 start\n1.23 lc 1 2 (8 20)\n"
    >>> format(parse(text)) == text
    True
    """
    check_video(video, "rawvf")
    if "head" not in video.extra:
        video = adapt(video)
    extra = video.extra
    decimals = 2 if extra.get("decimals") == "2" else 3
    before, rewritten = _kept_lines(extra.get("lines", ""), len(video.events))
    board = extra["board"].split("\n") if "board" in extra else _board_lines(video.layout)
    lines = [*(extra["head"].removesuffix("\n").split("\n") if extra.get("head") else ()), *board]
    for number, event in enumerate(video.events):
        lines += before.get(number, ())
        if event.action not in _NAMES:
            raise ParameterError(f"RAWVF can't hold the action {event.action!r} at event {number}")
        lines.append(rewritten[number] if number in rewritten else _line(event, video.cell_pixels, decimals))
    lines += before.get(len(video.events), ())
    text = ("\r\n" if extra.get("newline") == "crlf" else "\n").join([*lines, ""])
    if extra.get("ending") == "none":
        text = text.removesuffix("\n").removesuffix("\r" if extra.get("newline") == "crlf" else "")
    # ``extra`` might contradict the board or the events, so check the text by parsing it again.
    try:
        again = parse(text)
    except HypersweepError as error:
        raise ParameterError(f"expected a replay whose 'extra' fits its board and events: {error}") from None
    if again != video.replace(tags=again.tags):
        raise ParameterError(
            "expected a replay whose 'extra' fits its board and events, got one that is read differently"
        )
    return text


def _kept_lines(text: str, events: int) -> tuple[dict[int, list[str]], dict[int, str]]:
    before: dict[int, list[str]] = {}
    rewritten: dict[int, str] = {}
    last = 0
    for line in text.split("\n") if text else ():
        match = _LINE.fullmatch(line)
        before_it, last = last, int(match[1]) if match else -1
        if match is None or not before_it <= last <= events:
            raise ParameterError(f"expected lines such as '7+won' for 'lines' of RAWVF, in order, got {truncate(line)}")
        if match[2] == "+":
            before.setdefault(last, []).append(match[3])
        else:
            rewritten[last] = match[3]
    return before, rewritten


def adapt(video: Video) -> Video:
    """Convert a replay to RAWVF.

    Apart from events and board, only the player, the time and the program are kept. A flag placed before the first open
    becomes a press and release of the right button.

    Args:
        video: a replay in any format.

    Raises:
        ParameterError: a coordinate has more than 9 digits.
        ParameterTypeError: the argument isn't a ``Video``.

    >>> adapt(Video("evf", Layout("3x4", [(0, 3)]), [MouseEvent(1239, "preflag", 40, 8)], 20)).events
    (MouseEvent(1239, 'right press', 40, 8), MouseEvent(1239, 'right release', 40, 8))
    """
    check_video(video)
    if video.form == "rawvf" and "head" in video.extra:
        return video
    events = [plain for event in video.events for plain in event.without_preflag()]
    head = head_of(video)
    extra = {"head": "".join(f"{line}\n" for line in head.lines)}
    if video.opens_around:
        extra["super click"] = "on"
    found = Video("rawvf", video.layout, events, video.cell_pixels, video.has_marks, head.tags, extra)
    return parse(format(found))


class Head:
    """The header lines, which describe the game and precede the board.

    Args:
        lines: the lines, without line breaks.

    Attributes:
        lines: the lines, as passed.
        texts: values by lower-case key; the first value if a key is repeated.
        numbers: the board's width, height and mines, and a cell's side in pixels as "squaresize", where stated.

    Raises:
        ParseError: a line isn't 'Key: value' or has an impossible value, or the game has other rules.

    >>> head = Head(["Player: Ann", "Width: 30", "Marks: On"])
    >>> head.texts["player"], head.numbers, head.has_marks, head.pixels
    ('Ann', {'width': 30}, True, 16)
    """

    __slots__ = ("lines", "numbers", "texts")

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines: tuple[str, ...] = tuple(lines)
        self.texts: dict[str, str] = {}
        for number, line in enumerate(self.lines, 1):
            name, colon, value = line.partition(":")
            if line.strip() and not (colon and name.strip()):
                raise ParseError(f"expected 'Key: value' or 'Board:' in line {number} of RAWVF, got {truncate(line)}")
            self.texts.setdefault(name.strip().lower(), value.strip())
        for name, label in _OTHER_RULES.items():
            if self._is_on(name):
                raise ParseError(f"can't read a game with '{label}: On', which changes what a click does")
        if self.texts.get("level", "").lower() == "marathon":
            raise ParseError("expected a game on one board, got a marathon of several")
        if self.texts.get("lives", "").strip() not in ("", "0", "1"):
            raise ParseError(f"expected a game of one life, got 'Lives: {self.texts['lives'][:20]}'")
        self.numbers: dict[str, int] = self._read_numbers()

    def _read_numbers(self) -> dict[str, int]:
        found = {}
        for name, least in _NUMBERS.items():
            text = self.texts.get(name, "")
            if not text:
                continue
            if not (text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS and int(text) >= least):
                raise ParseError(
                    f"expected a number from {least} to 999,999,999 for {name} of RAWVF, got {truncate(text)}"
                )
            found[name] = int(text)
        if found.get("squaresize", 1) >= 1 << 16:
            raise ParseError(f"expected fewer than {1 << 16} pixels for a cell of RAWVF, got {found['squaresize']}")
        return found

    @property
    def pixels(self) -> int:
        """A cell's side in pixels; 16 unless stated otherwise."""
        return self.numbers.get("squaresize", _PIXELS)

    @property
    def has_marks(self) -> bool:
        """Whether the right button turns a flag into a question mark."""
        return self._is_on("marks") or self._is_on("questionmarks")

    @property
    def opens_around(self) -> bool:
        """Whether the left button alone chords on a number."""
        return self._is_on("superclick")

    @property
    def tags(self) -> dict[str, str]:
        """Player, program and time, under the names used for record tags."""
        texts = self.texts
        program = " ".join(part for part in (texts.get("program", ""), texts.get("version", "")) if part)
        found = {"program": program, "player": texts.get("player", "")}
        found |= time_tags(texts.get("timestamp", ""))
        return {name: value for name, value in found.items() if value}

    def _is_on(self, name: str) -> bool:
        return self.texts.get(name, "").lower() in ("on", "true", "yes", "1")


def head_of(video: Video) -> Head:
    """Return a header for a replay from another format.

    >>> video = Video("avf", Layout("3x4", [(0, 3)]), [MouseEvent(70, "move", 8, 8)], tags={"player": "Ann"})
    >>> " | ".join(head_of(video).lines[1:6])
    'Player: Ann | Level: Custom | Width: 4 | Height: 3 | Mines: 1'
    """
    rows, columns = video.layout.grid.shape
    tags = video.tags
    moment = moment_of(tags)
    last = max((event.milliseconds for event in video.events), default=0)
    said = {
        "RawVF_Version": "Rev6",
        "Program": tags.get("program", ""),
        "Player": tags.get("player", ""),
        "Timestamp": "" if moment is None else moment.isoformat().replace("+00:00", "Z"),
        "Level": _LEVELS.get((rows, columns, video.layout.mines), "Custom"),
        "Width": str(columns),
        "Height": str(rows),
        "Mines": str(video.layout.mines),
        "Marks": "On" if video.has_marks else "Off",
        "SquareSize": str(video.cell_pixels) if video.cell_pixels != _PIXELS else "",
        "SuperClick": "On" if video.opens_around else "",
        "Time": f"{max(last, 0) // 1000}.{max(last, 0) % 1000:03}",
        "Mode": "Classic",
    }
    lines = ((name, " ".join(_printable(value).split())) for name, value in said.items())
    return Head(f"{name}: {value}" for name, value in lines if value)


def _printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
