"""Parser of the text of a record: head, events and completeness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import BoardTooLargeError, HypersweepError, ParseError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record.event import Event, event_reader
from hypersweep.record.tags import MAGIC, PLAIN_VERSION, VERSION, parse_tag, unescape
from hypersweep.record.variation import Variation
from hypersweep.rules import Rules
from hypersweep.text import as_utf8
from hypersweep.validation import check_memory, truncate

if TYPE_CHECKING:
    from hypersweep.record.parts import Parts

_OUTCOMES = {"ongoing": Outcome.ONGOING, "won": Outcome.WON, "lost": Outcome.LOST}
# Bytes of an event, of a side line without its events, and of a mine during reading.
_EVENT_BYTES = 240
_SIDE_LINE_BYTES = 480
_MINE_BYTES = 40

_NEEDED = ("board", "mines", "rules")


def decode(data: bytes) -> str:
    """Decode a file that may be cut off anywhere: UTF-8, or the encoding of its byte order mark.

    Raises:
        ParseError: the bytes aren't valid.

    >>> decode("player: Zoë".encode()[:-1])
    'player: Zo'
    """
    data = as_utf8(data)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8")
        raise ParseError(
            f"expected a record in UTF-8, got the byte 0x{data[error.start]:02x} at byte {error.start}",
            text=data[:80].decode("utf-8", "replace"),
        ) from None


def read_parts(text: str, max_cells: int | None = None, first_line: int = 1) -> tuple[Parts, bool]:
    """Parse a text; return its parts and whether it is complete. If it is cut off, it ends at the cut.

    Args:
        text: the text.
        max_cells: the most cells allowed; None for any number.
        first_line: the number of its first line, for messages.

    Raises:
        ParseError: the text isn't a record, is cut off before its first event, or its board has too many cells.
        BoardTooLargeError: this machine can't hold its layout.
    """
    given = text
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    _check_size(text)
    head, gap, body = text.partition("\n\n")
    lines = head.split("\n")
    version = _read_version(lines[0], given, is_cut=len(lines) == 1 and not gap)
    if not gap:
        raise ParseError(
            "expected the whole head of a record, got one that is cut off: the board isn't known yet", text=given
        )
    parts = _read_head(lines, given, max_cells, first_line)
    rest = body.split("\n")
    tail = rest.pop().removesuffix("\r")
    while not tail and rest and not rest[-1]:
        rest.pop()
    end = read_end(tail or (rest[-1] if rest else ""))
    if end is not None:
        parts["milliseconds"], parts["outcome"] = end
        if not tail:
            rest.pop()
    events = parts["events"]
    try:
        if version == PLAIN_VERSION:
            read, append = event_reader(), events.append
            for line in rest:
                append(read(line))
        else:
            _Tree(parts).read(rest, is_whole=end is not None)
    except ParseError as error:
        why = str(error)
        taken = error.number if isinstance(error, _LineError) else len(events)
        if _is_head(rest, taken):
            why = "expected one game, got another one after it: hypersweep.record.load_games reads files of several"
        elif taken < len(rest) and read_end(rest[taken]) is not None:
            after = rest[taken + 1] if taken + 1 < len(rest) else tail
            why = f"expected nothing after the end, got {truncate(after)}"
        raise _at_line(why, len(lines) + 2 + taken, given, first_line) from None
    return parts, end is not None


def _is_head(lines: list[str], place: int) -> bool:
    """Return whether another game begins at this line, or after the end line here."""
    if place < len(lines) and read_end(lines[place]) is not None:
        place += 1
    while place < len(lines) and not lines[place]:
        place += 1
    return place < len(lines) and lines[place].startswith(MAGIC + ":")


class _LineError(ParseError):
    """An invalid line; its number counts from 0."""

    def __init__(self, message: str, number: int) -> None:
        super().__init__(message)
        self.number = number


class _Line:
    """A line (main or side) that is being read."""

    __slots__ = ("comments", "events", "number")

    def __init__(self, number: int) -> None:
        self.number = number
        self.events: list[Event] = []
        self.comments: dict[int, list[str]] = {}


class _Tree:
    """Reader of events, comments and side lines into the arguments of a record."""

    __slots__ = ("_lines", "_origins", "_parts")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._lines = [_Line(0)]
        # Parent and position of each side line.
        self._origins: list[tuple[int, int]] = []

    def read(self, lines: list[str], *, is_whole: bool) -> None:
        """Read the lines between head and end; a cut closes all open side lines.

        Raises:
            _LineError: a line is invalid.
        """
        read = event_reader()
        current = self._lines[0]
        outer: list[_Line] = []
        may_comment = True
        for place, line in enumerate(lines):
            first = line[:1]
            if first == "#":
                if not may_comment:
                    raise _LineError("expected an event before its comment, got a comment after a side line", place)
                if line[1:2] not in ("", " "):
                    raise _LineError(f"expected a comment such as '# a guess', got {truncate(line)}", place)
                try:
                    current.comments.setdefault(len(current.events), []).append(unescape(line[2:]))
                except ParseError as error:
                    raise _LineError(str(error), place) from None
            elif line == "(":
                self._origins.append((current.number, len(current.events)))
                outer.append(current)
                current = _Line(len(self._lines))
                self._lines.append(current)
                may_comment = True
            elif line == ")" and outer:
                current = outer.pop()
                may_comment = False
            elif first in ("(", ")"):
                expected = "'(' or ')' alone on its line" if len(line) > 1 else "'(' before it"
                raise _LineError(f"expected {expected}, got {truncate(line)}", place)
            else:
                try:
                    current.events.append(read(line))
                except ParseError as error:
                    raise _LineError(str(error), place) from None
                may_comment = True
        if outer and is_whole:
            raise _LineError("expected ')' for every '(' before the end, got the end", len(lines))
        main, *others = self._lines
        self._parts["events"] = main.events
        self._parts["comments"] = _texts(main)
        self._parts["variations"] = [
            Variation(position, own.events, parent=parent, comments=_texts(own))
            for own, (parent, position) in zip(others, self._origins, strict=True)
        ]


def read_body(text: str) -> tuple[list[Event], dict[int, str], list[Variation]]:
    r"""Parse the body of a record, without head and end: events, comments and side lines.

    Raises:
        ParseError: a line is invalid, or a side line isn't closed.

    >>> read_body("0 flag 0 1: 1\n# sure\n")[1]
    {1: 'sure'}
    """
    _check_size(text)
    *lines, tail = text.split("\n")
    if tail:
        raise ParseError(f"expected every line to be ended, got {truncate(tail)} at last", text=text)
    parts: Parts = {"events": [], "comments": {}, "variations": []}  # type: ignore[typeddict-item]
    try:
        _Tree(parts).read(lines, is_whole=True)
    except _LineError as error:
        raise _at_line(str(error), error.number + 1, text, 1) from None
    return parts["events"], parts["comments"], parts["variations"]


def _texts(line: _Line) -> dict[int, str]:
    return {place: "\n".join(parts) for place, parts in line.comments.items()}


def _read_version(line: str, text: str, *, is_cut: bool) -> int:
    versions = range(PLAIN_VERSION, VERSION + 1)
    if is_cut and any(f"{MAGIC}: {known}".startswith(line) for known in versions):
        raise ParseError("expected a record, got the first line cut off: the board isn't known yet", text=text)
    version = line.removeprefix(MAGIC + ": ")
    if version != line and version.isascii() and version.isdigit() and version[0] != "0":
        if len(version) < 10 and int(version) in versions:
            return int(version)
        raise ParseError(
            f"expected a record of version {PLAIN_VERSION} to {VERSION}, "
            f"got version {truncate(version)[1:-1]}, which a newer hypersweep can read",
            text=text,
            position=0,
        )
    raise ParseError(
        f"expected '{MAGIC}: {PLAIN_VERSION}' in the first line of a record, got {truncate(line)}",
        text=text,
        position=0,
    )


def _read_head(lines: list[str], text: str, max_cells: int | None, first_line: int) -> Parts:
    tags: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            name, value = parse_tag(line)
        except ParseError as error:
            raise _at_line(str(error), number, text, first_line) from None
        if name in tags or name == MAGIC:
            raise _at_line(f"expected every tag once, got {name!r} again", number, text, first_line)
        tags[name] = value
        numbers[name] = number
    for name in _NEEDED:
        if name not in tags:
            raise ParseError(f"expected a tag {name!r} in the head of the record, got none", text=text)
    name = "board"
    try:
        grid = Grid.parse(tags.pop(name), max_cells=max_cells)
        name = "rules"
        rules = Rules.parse(tags.pop(name))
        name = "mines"
        mines = _whole(tags.pop(name))
        name = "seed"
        seed = _whole(tags.pop(name)) if name in tags else None
        name = "layout"
        layout = _read_layout(tags.pop(name), grid, max_cells) if name in tags else None
    except BoardTooLargeError:
        raise
    except HypersweepError as error:
        raise _at_line(f"{name}: {error}", numbers[name], text, first_line) from None
    return {
        "grid": grid,
        "mines": mines,
        "rules": rules,
        "seed": seed,
        "layout": layout,
        "events": [],
        "outcome": None,
        "milliseconds": None,
        "tags": tags,
        "comments": {},
        "variations": [],
    }


def _check_size(text: str) -> None:
    count = text.count("\n")
    try:
        check_memory(count * _EVENT_BYTES + text.count("\n(") * _SIDE_LINE_BYTES, "")
    except BoardTooLargeError:
        raise ParseError(f"expected a record that fits into memory, got {count} lines", text=text) from None


def _read_layout(text: str, grid: Grid, max_cells: int | None) -> Layout:
    size = len(text) - text.find(".")
    # A layout's base64 is never longer than that of its bits: four characters for three bytes.
    if size > (grid.cells + 7) // 8 * 4 // 3 + 6:
        raise ParseError(f"expected a layout of {grid}, got {size} characters of mines", text=text)
    check_memory(size * _MINE_BYTES, f"the layout of {grid}")
    return Layout.parse(text, max_cells=max_cells)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ParseError(f"expected a whole number in digits, got {truncate(text)}", text=text)
    if len(text) > 20:
        raise ParseError(f"expected a whole number of at most 20 digits, got {len(text)} digits", text=text)
    return int(text)


def read_end(line: str) -> tuple[int, Outcome] | None:
    """Return length and outcome of the game, or None if this isn't the last line of a record.

    >>> read_end("900 end: won")
    (900, Outcome.WON)
    """
    when, space, word = line.partition(" end: ")
    if not space or word not in _OUTCOMES or len(when) > 15 or not (when.isascii() and when.isdigit()):
        return None
    return int(when), _OUTCOMES[word]


def _at_line(message: str, number: int, text: str, first_line: int) -> ParseError:
    position = 0
    for _ in range(number - 1):
        position = text.find("\n", position) + 1
    return ParseError(f"line {number + first_line - 1}: {message}", text=text, position=position)
