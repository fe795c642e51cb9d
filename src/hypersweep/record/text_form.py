r"""Records as text: tags, and lines for events, comments and side lines; also reading and writing files.

A record's header consists of tags, lines of the form "name: value", for the format, the board, the rules and so on.
Values are unescaped text, except that backslashes, line ends, unprintable characters and leading or trailing spaces are
written as escapes (``\\``, ``\n``, ``\r``, ``\t``, ``\uXXXX``, ``\UXXXXXXXX``). After an empty line come
the events, and a last line that marks the text as complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from hypersweep.atomic_write import save_whole
from hypersweep.errors import BoardTooLargeError, HypersweepError, ParameterError, ParameterTypeError, ParseError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record.event import Event, Variation, event_reader, outcome_name
from hypersweep.rules import Rules
from hypersweep.text import as_utf8
from hypersweep.validation import check_memory, check_type, truncate

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import IO

MAGIC = "hypersweep-record"
"""Name of the first tag, which identifies the format."""

VERSION = 3
"""Value of the first tag: the latest version of the text form, for records with marks on cells."""

TREE_VERSION = 2
"""Version written for records with comments or side lines, but without marks on cells."""

PLAIN_VERSION = 1
"""Version written for all other records."""

OWN_TAGS = (MAGIC, "board", "mines", "rules", "seed", "layout")
"""Names of tags that ``Record`` stores in separate attributes; all other tags are free text."""

DAILY = "daily"
"""Name of the record tag with the date and name of a daily board, such as "2026-11-29-4d"."""

SUFFIX = ".sweep"
"""File name extension of records."""

MEDIA_TYPE = "text/x-hypersweep-record; charset=utf-8"
"""MIME type of records."""

MOST_BYTES = 1 << 30
"""Maximum size of a record's text, in bytes."""

_BEGINNING = f"{MAGIC}:".encode()
# Number of bytes needed to recognise a record, even in UTF-16.
_ENOUGH = 2 + 2 * len(_BEGINNING)

ESCAPES = {"\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
"""For each letter that follows a backslash in a tag or comment, the character that the two stand for."""

_SHORT = {character: f"\\{letter}" for letter, character in ESCAPES.items()}
_DIGITS = frozenset("0123456789abcdefABCDEF")


def escape(value: str) -> str:
    r"""Escape text so that it fits on one line and contains only printable characters UTF-8 can encode.

    >>> print(escape("Ann\nand \\Bob "))
    Ann\nand \\Bob\u0020
    """
    if value.isprintable() and "\\" not in value and value == value.strip(" "):
        return value
    last = len(value) - 1
    return "".join(
        character
        if character != "\\" and character.isprintable() and (character != " " or 0 < place < last)
        else _escaped(character)
        for place, character in enumerate(value)
    )


def _escaped(character: str) -> str:
    code = ord(character)
    return _SHORT.get(character) or (f"\\u{code:04x}" if code < 1 << 16 else f"\\U{code:08x}")


def unescape(text: str) -> str:
    r"""Reverse ``escape``.

    Raises:
        ParseError: a backslash doesn't begin an escape.

    >>> unescape(r"Ann\u0020and \\Bob")
    'Ann and \\Bob'
    """
    if "\\" not in text:
        return text
    parts = []
    place = 0
    while (found := text.find("\\", place)) >= 0:
        parts.append(text[place:found])
        letter = text[found + 1 : found + 2]
        size = {"u": 4, "U": 8}.get(letter, 0)
        digits = text[found + 2 : found + 2 + size]
        if size and len(digits) == size and _DIGITS.issuperset(digits) and int(digits, 16) < 0x110000:
            parts.append(chr(int(digits, 16)))
        elif letter in ESCAPES:
            parts.append(ESCAPES[letter])
        else:
            raise ParseError(
                f"expected an escape such as '\\n' or '\\u0020', got {truncate(text[found : found + 10])}",
                text=text,
                position=found,
            )
        place = found + 2 + size
    parts.append(text[place:])
    return "".join(parts)


def _is_name(name: str) -> bool:
    # A tag's name has lowercase letters, digits and hyphens, and begins with a letter.
    return name.isascii() and name[:1].isalpha() and name.replace("-", "0").isalnum() and name == name.lower()


def format_tag(name: str, value: str) -> str:
    """Return a tag as a line, without the line end.

    >>> format_tag("player", "Ann"), format_tag("event", "")
    ('player: Ann', 'event:')
    """
    return f"{name}: {escape(value)}" if value else f"{name}:"


def parse_tag(line: str) -> tuple[str, str]:
    """Return the name and value in a tag's line.

    Raises:
        ParseError: the line isn't a tag.

    >>> parse_tag("player: Ann")
    ('player', 'Ann')
    """
    name, colon, value = line.partition(":")
    if not colon or not _is_name(name) or value[:1] not in ("", " "):
        raise ParseError(f"expected a tag such as 'player: Ann', got {truncate(line)}", text=line, position=0)
    return name, unescape(value[1:])


def check_tags(tags: Mapping[str, str]) -> dict[str, str]:
    """Check a record's free tags, and return them as a new ``dict``.

    Raises:
        ParameterError: a name is invalid, or belongs to one of the record's attributes.
        ParameterTypeError: a name or value isn't text.

    >>> check_tags({"player": "Ann"})
    {'player': 'Ann'}
    """
    if not hasattr(tags, "items"):
        raise ParameterTypeError(f"expected a mapping of tags, got {truncate(tags)} ({type(tags).__name__})")
    found: dict[str, str] = {}
    for name, value in tags.items():
        for text in (name, value):
            check_type(text, str, "text for a tag")
        if not _is_name(name):
            raise ParameterError(f"expected a tag name in lowercase letters, digits and hyphens, got {truncate(name)}")
        if name in OWN_TAGS:
            raise ParameterError(f"expected no tag {name!r}, which the record sets itself")
        found[name] = value
    return found


def comment_lines(text: str) -> list[str]:
    r"""Return a comment as lines for a record.

    >>> comment_lines("A guess.\n\nA good one ")
    ['# A guess.', '#', '# A good one\\u0020']
    """
    return [f"# {escape(line)}" if line else "#" for line in text.split("\n")]


def body_lines(events: tuple[Event, ...], comments: Mapping[int, str], variations: tuple[Variation, ...]) -> list[str]:
    """Return the lines between the header and the end line, without line ends.

    >>> from hypersweep.record import Event, Variation
    >>> body_lines((Event(0, "flag", (0, 1), 1),), {1: "sure"}, (Variation(0, [Event(0, "open", (2, 2), 1)]),))
    ['(', '0 open 2 2: 1', ')', '0 flag 0 1: 1', '# sure']
    """
    if not (comments or variations):
        return [event.format() for event in events]
    lines: list[str] = []
    following = 0
    # The line being written (number and position), and the stack of lines enclosing it: number, events, comments,
    # position.
    number, place = 0, 0
    outer = []
    if 0 in comments:
        lines.extend(comment_lines(comments[0]))
    while True:
        if following < len(variations):
            variation = variations[following]
            if variation.parent == number and variation.position == place:
                outer.append((number, events, comments, place))
                following += 1
                number, events, comments, place = following, variation.events, variation.comments, 0
                lines.append("(")
                if 0 in comments:
                    lines.extend(comment_lines(comments[0]))
                continue
        if place < len(events):
            lines.append(events[place].format())
            place += 1
            if place in comments:
                lines.extend(comment_lines(comments[place]))
        elif outer:
            lines.append(")")
            number, events, comments, place = outer.pop()
        else:
            return lines


class Parts(TypedDict):
    """Keyword arguments for ``Record``, as parsed from text."""

    grid: Grid
    mines: int
    rules: Rules
    seed: int | None
    layout: Layout | None
    events: list[Event]
    outcome: Outcome | None
    milliseconds: int | None
    tags: dict[str, str]
    comments: dict[int, str]
    variations: list[Variation]


_OUTCOMES = {outcome_name(outcome): outcome for outcome in Outcome}
# Approximate memory needed while reading, in bytes: per event, per side line (not counting its events), and per mine.
_EVENT_BYTES = 240
_SIDE_LINE_BYTES = 480
_MINE_BYTES = 40

_NEEDED = ("board", "mines", "rules")


def decode(data: bytes) -> str:
    """Decode a file that may be truncated anywhere, as UTF-8 or in the encoding named by its byte order mark.

    Raises:
        ParseError: the bytes aren't valid in that encoding.

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
    """Parse text. Returns: its parts, and whether it is complete. If not, the parts end where the text does.

    Args:
        text: the text.
        max_cells: maximum number of cells; None for no limit.
        first_line: the number of the text's first line in its file, for messages.

    Raises:
        ParseError: the text isn't a record, is truncated before its first event, or its board has too many cells.
        BoardTooLargeError: its layout doesn't fit into memory.
    """
    given = text
    version, lines, body = _split_head(text)
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
            read, append = event_reader(is_new=False), events.append
            for line in rest:
                append(read(line))
        else:
            _BodyReader(parts).read(rest, is_whole=end is not None, is_new=version == VERSION)
    except ParseError as error:
        why = str(error)
        taken = error.number if isinstance(error, _LineError) else len(events)
        if _is_head(rest, taken):
            why = "expected one game, got several: hypersweep.record.load_games reads them"
        elif taken < len(rest) and read_end(rest[taken]) is not None:
            after = rest[taken + 1] if taken + 1 < len(rest) else tail
            why = f"expected nothing after the end, got {truncate(after)}"
        raise _at_line(why, len(lines) + 2 + taken, given, first_line) from None
    return parts, end is not None


def read_tags(text: str, first_line: int = 1) -> dict[str, str]:
    r"""Return a record's tags except the first, as text, without reading anything else.

    Args:
        text: the text.
        first_line: the number of the text's first line in its file, for messages.

    Raises:
        ParseError: the text doesn't begin with a record's header.

    >>> read_tags("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n\n")
    {'board': '3x4', 'mines': '2', 'rules': 'classic'}
    """
    _, lines, _ = _split_head(text)
    return _read_tag_lines(lines, text, first_line)[0]


def _split_head(text: str) -> tuple[int, list[str], str]:
    """Return a record's version, the lines of its header, and the text after the header."""
    given = text
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    _check_size(text)
    head, gap, body = text.partition("\n\n")
    lines = head.split("\n")
    version = _read_version(lines[0], given, is_cut=len(lines) == 1 and not gap)
    if not gap:
        raise ParseError("the record's header is cut off, so its board isn't known", text=given)
    return version, lines, body


def _is_head(lines: list[str], place: int) -> bool:
    """Return whether another game begins at this line or, if it is an end line, directly after it."""
    if place < len(lines) and read_end(lines[place]) is not None:
        place += 1
    while place < len(lines) and not lines[place]:
        place += 1
    return place < len(lines) and lines[place].startswith(MAGIC + ":")


class _LineError(ParseError):
    """An error in a line; line numbers count from 0."""

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


class _BodyReader:
    """Turns event, comment and side lines into arguments for a ``Record``."""

    __slots__ = ("_lines", "_origins", "_parts")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._lines = [_Line(0)]
        # (parent, position) of each side line.
        self._origins: list[tuple[int, int]] = []

    def read(self, lines: list[str], *, is_whole: bool, is_new: bool = True) -> None:
        """Read the lines between the header and the end line; unless the text ``is_whole``, close all open side lines.

        Args:
            lines: the lines.
            is_whole: whether the text is complete.
            is_new: whether marks on cells are allowed.

        Raises:
            _LineError: a line is invalid.
        """
        read = event_reader(is_new=is_new)
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
    r"""Parse a record's body without header and end line; return events, comments and side lines.

    Raises:
        ParseError: a line is invalid, or a side line isn't closed.

    >>> read_body("0 flag 0 1: 1\n# sure\n")[1]
    {1: 'sure'}
    """
    _check_size(text)
    *lines, tail = text.split("\n")
    if tail:
        raise ParseError(f"expected every line to end with a line break, got {truncate(tail)} at the end", text=text)
    parts: Parts = {"events": [], "comments": {}, "variations": []}  # type: ignore[typeddict-item]
    try:
        _BodyReader(parts).read(lines, is_whole=True)
    except _LineError as error:
        raise _at_line(str(error), error.number + 1, text, 1) from None
    return parts["events"], parts["comments"], parts["variations"]


def _texts(line: _Line) -> dict[int, str]:
    return {place: "\n".join(parts) for place, parts in line.comments.items()}


def _read_version(line: str, text: str, *, is_cut: bool) -> int:
    versions = range(PLAIN_VERSION, VERSION + 1)
    if is_cut and any(f"{MAGIC}: {known}".startswith(line) for known in versions):
        raise ParseError("the record's first line is cut off, so its board isn't known", text=text)
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
        f"expected '{MAGIC}:' and a version from {PLAIN_VERSION} to {VERSION} in the first line of a record, "
        f"got {truncate(line)}",
        text=text,
        position=0,
    )


def _read_tag_lines(lines: list[str], text: str, first_line: int) -> tuple[dict[str, str], dict[str, int]]:
    """Return the tags in a header, and the line number of each."""
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
            raise ParseError(f"expected a tag {name!r} in the record's header, got none", text=text)
    return tags, numbers


def _read_head(lines: list[str], text: str, max_cells: int | None, first_line: int) -> Parts:
    tags, numbers = _read_tag_lines(lines, text, first_line)
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
    # Check the size before decoding: base64 has four characters for three bytes of bits.
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
    """Return the game's length in ms and its outcome from an end line; None if the line isn't one.

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


def is_record(data: bytes) -> bool:
    """Return whether the bytes begin like a record.

    >>> is_record(b"hypersweep-record: 1"), is_record(b"Dear Ann")
    (True, False)
    """
    return as_utf8(data[:_ENOUGH]).startswith(_BEGINNING)


def read_bytes(stream: IO[bytes]) -> bytes:
    """Read a file; if it doesn't begin like a record, read and return only its beginning.

    Raises:
        ParseError: the file is longer than ``MOST_BYTES``.
        OSError: the file can't be read.

    >>> from io import BytesIO
    >>> read_bytes(BytesIO(b"a picture" * 1000))
    b'a picturea picturea picturea picturea '
    """
    data = stream.read(_ENOUGH)
    if not is_record(data):
        # The first bytes are enough for the error message.
        return data
    data += stream.read(MOST_BYTES + 1 - len(data))
    if len(data) > MOST_BYTES:
        raise ParseError(f"expected a record of at most {MOST_BYTES} bytes, got more")
    return data


def write_file(path: str | os.PathLike[str], text: str) -> None:
    """Write text to a file atomically; ``hypersweep.atomic_write`` describes how.

    Raises:
        OSError: the file can't be written; an existing file is unchanged.
    """
    data = text.encode("utf-8")
    save_whole(path, lambda file: file.write(data))
