"""The text of a record, taken apart: head, events, and whether it is whole."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.errors import BoardTooLargeError, HypersweepError, ParseError
from hypersweep.game import Outcome
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.memory import check_memory
from hypersweep.record.event import Event, event_reader
from hypersweep.record.tags import MAGIC, VERSION, parse_tag
from hypersweep.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    class Parts(TypedDict):
        """The arguments of a record."""

        grid: Grid
        mines: int
        rules: Rules
        seed: int | None
        layout: Layout | None
        events: list[Event]
        outcome: Outcome | None
        milliseconds: int | None
        tags: dict[str, str]


__all__ = ["decode", "read_parts"]

_OUTCOMES = {"ongoing": Outcome.ONGOING, "won": Outcome.WON, "lost": Outcome.LOST}
# What an event and, while it is read, a mine take in memory.
_EVENT_BYTES = 240
_MINE_BYTES = 40

_NEEDED = ("board", "mines", "rules")


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, which may be cut off anywhere.

    Raises:
        ParseError: other bytes.

    >>> decode("player: Zoë".encode()[:-1])
    'player: Zo'
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            return data[: error.start].decode("utf-8")
        raise ParseError(
            f"expected a record in UTF-8, got the byte 0x{data[error.start]:02x} at byte {error.start}",
            text=data[:80].decode("utf-8", "replace"),
        ) from None


def read_parts(text: str, max_cells: int | None = None) -> tuple[Parts, bool]:
    """What a text says, and whether it is whole; events and end of one that is cut off are those before the cut.

    Args:
        text: the text.
        max_cells: the most cells its board may have; None for any number.

    Raises:
        ParseError: the text isn't a record, is cut off before its first event, or its board is larger than it may be.
        BoardTooLargeError: it holds a layout that this machine can't.
    """
    given = text
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    _check_size(text)
    head, gap, body = text.partition("\n\n")
    lines = head.split("\n")
    _check_magic(lines[0], given, is_cut=len(lines) == 1 and not gap)
    if not gap:
        raise ParseError(
            "expected the whole head of a record, got one that is cut off: the board isn't known yet", text=given
        )
    parts = _read_head(lines, given, max_cells)
    rest = body.split("\n")
    tail = rest.pop().removesuffix("\r")
    while not tail and rest and not rest[-1]:
        rest.pop()
    end = _read_end(tail or (rest[-1] if rest else ""))
    if end is not None:
        parts["milliseconds"], parts["outcome"] = end
        if not tail:
            rest.pop()
    read = event_reader()
    events = parts["events"]
    append = events.append
    try:
        for line in rest:
            append(read(line))
    except ParseError as error:
        why = str(error)
        if _read_end(rest[len(events)]) is not None:
            after = rest[len(events) + 1] if len(events) + 1 < len(rest) else tail
            why = f"expected nothing after the end, got {shorten(after)}"
        raise _at_line(why, len(lines) + 2 + len(events), given) from None
    return parts, end is not None


def _check_magic(line: str, text: str, *, is_cut: bool) -> None:
    expected = f"{MAGIC}: {VERSION}"
    if is_cut and expected.startswith(line):
        raise ParseError("expected a record, got the first line cut off: the board isn't known yet", text=text)
    if line == expected:
        return
    version = line.removeprefix(MAGIC + ": ")
    if version != line and version.isascii() and version.isdigit() and version[0] != "0":
        raise ParseError(
            f"expected a record of version {VERSION}, "
            f"got version {shorten(version)[1:-1]}, which a newer hypersweep can read",
            text=text,
            position=0,
        )
    raise ParseError(f"expected {expected!r} in the first line of a record, got {shorten(line)}", text=text, position=0)


def _read_head(lines: list[str], text: str, max_cells: int | None) -> Parts:
    tags: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            name, value = parse_tag(line)
        except ParseError as error:
            raise _at_line(str(error), number, text) from None
        if name in tags or name == MAGIC:
            raise _at_line(f"expected every tag once, got {name!r} again", number, text)
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
        raise _at_line(f"{name}: {error}", numbers[name], text) from None
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
    }


def _check_size(text: str) -> None:
    count = text.count("\n")
    try:
        check_memory(count * _EVENT_BYTES, "")
    except BoardTooLargeError:
        raise ParseError(f"expected a record that fits into memory, got {count} lines", text=text) from None


def _read_layout(text: str, grid: Grid, max_cells: int | None) -> Layout:
    size = len(text) - text.find(".")
    # A layout is never longer than its bits, four characters for three bytes.
    if size > (grid.cells + 7) // 8 * 4 // 3 + 6:
        raise ParseError(f"expected a layout of {grid}, got {size} characters of mines", text=text)
    check_memory(size * _MINE_BYTES, f"the layout of {grid}")
    return Layout.parse(text, max_cells=max_cells)


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ParseError(f"expected a whole number in digits, got {shorten(text)}", text=text)
    if len(text) > 20:
        raise ParseError(f"expected a whole number of at most 20 digits, got {len(text)} digits", text=text)
    return int(text)


def _read_end(line: str) -> tuple[int, Outcome] | None:
    when, space, word = line.partition(" end: ")
    if not space or word not in _OUTCOMES or len(when) > 15 or not (when.isascii() and when.isdigit()):
        return None
    return int(when), _OUTCOMES[word]


def _at_line(message: str, number: int, text: str) -> ParseError:
    position = 0
    for _ in range(number - 1):
        position = text.find("\n", position) + 1
    return ParseError(f"line {number}: {message}", text=text, position=position)
