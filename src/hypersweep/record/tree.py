"""The tree of lines in a record: mutable lines, branches that can be moved, and references to positions.

A reference to a position is the path to it: alternately a number of events and the number of a side line. "12" is the
position after 12 events on the main line. "12.2.3" goes from there into the second side line branching off, and three
events further; "12.2.0" is the start of that side line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import ParseError
from hypersweep.record.event import Variation, check_comments, check_events, in_order
from hypersweep.validation import check_type, truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hypersweep.record.event import Event


class Line:
    """A mutable line with a reference to its parent, not its number; the main line has no parent."""

    __slots__ = ("comments", "events", "parent", "position")

    def __init__(
        self, parent: Line | None, position: int, events: tuple[Event, ...], comments: Mapping[int, str]
    ) -> None:
        self.parent: Line | None = parent
        self.position: int = position
        self.events: tuple[Event, ...] = events
        self.comments: dict[int, str] = dict(comments)

    def end(self, position: int) -> tuple[tuple[Event, ...], dict[int, str]]:
        """Truncate the line after ``position`` events, and return the removed events and comments."""
        events = self.events[position:]
        comments = {place - position: text for place, text in self.comments.items() if place > position}
        self.events = self.events[:position]
        self.comments = {place: text for place, text in self.comments.items() if place <= position}
        return events, comments

    def extend(self, events: tuple[Event, ...], comments: Mapping[int, str]) -> None:
        """Append events with their comments."""
        length = len(self.events)
        self.events += events
        self.comments |= {place + length: text for place, text in comments.items()}


def lines_of(events: tuple[Event, ...], comments: Mapping[int, str], variations: Iterable[Variation]) -> list[Line]:
    """Return a record's lines, main line first."""
    lines = [Line(None, 0, events, comments)]
    for own in variations:
        lines.append(Line(lines[own.parent], own.position, own.events, own.comments))
    return lines


def numbered(lines: Sequence[Line]) -> list[Variation]:
    """Return the side lines as ``Variation`` objects, parents before children, ordered by position.

    Lines at the same position keep their order.

    Args:
        lines: the root line, which isn't returned, then the others in any order.
    """
    children: dict[int, list[Line]] = {}
    for line in lines[1:]:
        children.setdefault(id(line.parent), []).append(line)
    numbers: dict[int, int] = {}
    found: list[Variation] = []
    stack = [lines[0]]
    while stack:
        line = stack.pop()
        numbers[id(line)] = len(numbers)
        if line is not lines[0]:
            parent = numbers[id(line.parent)]
            found.append(Variation(line.position, line.events, parent=parent, comments=line.comments))
        # Push in reverse, because lines are popped from a stack.
        stack.extend(sorted(children.get(id(line), ()), key=lambda each: each.position)[::-1])
    return found


def within(lines: Sequence[Line], first: Line, after: int = -1) -> list[Line]:
    """Return the side lines branching off from a line at positions above ``after``, and all their descendants.

    Args:
        lines: all lines, parents before children.
        first: the line.
        after: a position on the line; the default, -1, includes all positions.
    """
    inside: set[int] = set()
    found: list[Line] = []
    for line in lines:
        parent = line.parent
        if parent is not None and (id(parent) in inside or (parent is first and line.position > after)):
            inside.add(id(line))
            found.append(line)
    return found


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Branch:
    """A part of a line: events with their comments and side lines. Immutable.

    Args:
        events: the events, in order.
        comments: comments by event number; 0 for a comment before the first event.
        variations: the side lines; their ``parent`` is 0 for the branch itself.

    Raises:
        ParameterError: the arguments are impossible or contradict each other.

    >>> from hypersweep.record import Event
    >>> branch = Branch([Event(900, "open", (2, 2), 1)], comments={1: "safer"})
    >>> print(branch.format(), end="")
    900 open 2 2: 1
    # safer
    """

    events: tuple[Event, ...]
    comments: Mapping[int, str] = field(hash=False)
    variations: tuple[Variation, ...]

    def __init__(
        self,
        events: Iterable[Event],
        *,
        comments: Mapping[int, str] | None = None,
        variations: Iterable[Variation] = (),
    ) -> None:
        happened = check_events(events)
        put = object.__setattr__
        put(self, "events", happened)
        put(self, "comments", check_comments(comments, len(happened)))
        put(self, "variations", in_order(variations, len(happened)))

    def format(self) -> str:
        """Return the branch as lines for a record; ``Branch.parse`` reads them."""
        from hypersweep.record.text_form import body_lines

        return "".join(f"{line}\n" for line in body_lines(self.events, self.comments, self.variations))

    @classmethod
    def parse(cls, text: str) -> Branch:
        r"""Parse a branch.

        Raises:
            ParseError: the text doesn't consist of lines from a record.

        >>> Branch.parse("900 open 2 2: 1\n(\n900 flag 2 2: 1\n)\n").variations
        (<Variation of 1 event, after event 1 of line 0>,)
        """
        from hypersweep.record.text_form import read_body

        check_type(text, str, "a branch as text")
        events, comments, variations = read_body(text)
        return cls(events, comments=comments, variations=variations)

    def __repr__(self) -> str:
        return f"Branch.parse({truncate(self.format(), 60)})"

    def __str__(self) -> str:
        return self.format()

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.events, dict(self.comments), self.variations)


def _make(events: tuple[Event, ...], comments: dict[int, str], variations: tuple[Variation, ...]) -> Branch:
    return Branch(events, comments=comments, variations=variations)


def add_side_lines(lines: list[Line], own: Line, branch: Branch, after: int) -> None:
    """Add a branch's side lines to a line, with ``after`` added to their positions."""
    added = [own]
    for each in branch.variations:
        shift = 0 if each.parent else after
        added.append(Line(added[each.parent], each.position + shift, each.events, each.comments))
    lines.extend(added[1:])


MOST_CHARACTERS = 1 << 20
"""Maximum length of a reference, in characters. Side lines may be nested to any depth, so references can be long."""


def format_moment(steps: Iterable[int]) -> str:
    """Return a reference as text.

    >>> format_moment((12, 2, 3))
    '12.2.3'
    """
    return ".".join(map(str, steps))


def parse_moment(text: str) -> tuple[int, ...]:
    """Parse a reference: a number of events, the number of a side line there, a number of its events, and so on.

    Raises:
        ParseError: the text isn't a reference. ``Record.find`` checks that the position exists.

    >>> parse_moment("12.2.3")
    (12, 2, 3)
    """
    check_type(text, str, "a moment name")
    parts = text.split(".") if len(text) <= MOST_CHARACTERS else []
    if len(parts) % 2 and all(map(_is_number, parts)) and "0" not in parts[1::2]:
        return tuple(map(int, parts))
    raise ParseError(f"expected a moment such as '12' or '12.2.3', got {truncate(text)}", text=text, position=0)


def _is_number(text: str) -> bool:
    return 0 < len(text) < 16 and text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
