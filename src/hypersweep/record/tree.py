"""The tree of a record's lines: queries, copies with changed lines, and branches moved between positions.

A position is named by its path, numbers of events and of lines. "12" is after 12 events of the main line. "12.2.3" goes
from there into the second side line that branches off, and three of its events further; "12.2.0" is the beginning of
that side line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.record.event import Variation, check_comments, check_events, in_order, line_events
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self

    from hypersweep.record.event import Event


class Line:
    """A mutable line, which refers to its parent directly and not by number; the main line has no parent."""

    __slots__ = ("comments", "events", "parent", "position")

    def __init__(
        self, parent: Line | None, position: int, events: tuple[Event, ...], comments: Mapping[int, str]
    ) -> None:
        self.parent: Line | None = parent
        self.position: int = position
        self.events: tuple[Event, ...] = events
        self.comments: dict[int, str] = dict(comments)

    def end(self, position: int) -> tuple[tuple[Event, ...], dict[int, str]]:
        """Cut the line after ``position`` events; return the events and comments cut off."""
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
    """Return the lines of a record, the main line first."""
    lines = [Line(None, 0, events, comments)]
    for own in variations:
        lines.append(Line(lines[own.parent], own.position, own.events, own.comments))
    return lines


def numbered(lines: Sequence[Line]) -> list[Variation]:
    """Return the side lines with parents before children, in stable order at each position.

    Args:
        lines: the root line first, which isn't returned; the others in any order.
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
        # Reversed, because they are popped from a stack.
        stack.extend(sorted(children.get(id(line), ()), key=lambda each: each.position)[::-1])
    return found


def within(lines: Sequence[Line], first: Line, after: int = -1) -> list[Line]:
    """Return the descendants of a line that branch off after more than ``after`` of its events.

    Args:
        lines: all lines, parents before children.
        first: the line.
        after: number of events of the line.
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
    """Events with their comments and side lines. Immutable.

    Args:
        events: the events, in order.
        comments: comments by event number; 0 for a comment before the first event.
        variations: the side lines; for them the branch is line 0.

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
        """Return the text form, the lines of a record; ``Branch.parse`` reads it."""
        from hypersweep.record.text_form import body_lines

        return "".join(f"{line}\n" for line in body_lines(self.events, self.comments, self.variations))

    @classmethod
    def parse(cls, text: str) -> Branch:
        r"""Parse a branch.

        Raises:
            ParseError: the text isn't lines of a record.

        >>> Branch.parse("900 open 2 2: 1\n(\n900 flag 2 2: 1\n)\n").variations
        (<Variation of 1 event, after event 1 of line 0>,)
        """
        from hypersweep.record.text_form import read_body

        if not isinstance(text, str):
            raise ParameterTypeError(f"expected the text of a branch, got {truncate(text)} ({type(text).__name__})")
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


MOST_CHARACTERS = 1 << 20
"""Longest reference. Side lines may be nested to any depth, but a reference is read and written at once."""


def format_moment(steps: Iterable[int]) -> str:
    """Return the text of a reference.

    >>> format_moment((12, 2, 3))
    '12.2.3'
    """
    return ".".join(map(str, steps))


def parse_moment(text: str) -> tuple[int, ...]:
    """Parse a reference: number of events, number of the side line there, number of its events, ...

    Raises:
        ParseError: the text isn't a reference. ``Record.find`` checks that the position exists.

    >>> parse_moment("12.2.3")
    (12, 2, 3)
    """
    if not isinstance(text, str):
        raise ParameterTypeError(f"expected the name of a moment, got {truncate(text)} ({type(text).__name__})")
    parts = text.split(".") if len(text) <= MOST_CHARACTERS else []
    if len(parts) % 2 and all(map(_is_number, parts)) and "0" not in parts[1::2]:
        return tuple(map(int, parts))
    raise ParseError(f"expected a moment such as '12' or '12.2.3', got {truncate(text)}", text=text, position=0)


def _is_number(text: str) -> bool:
    return 0 < len(text) < 16 and text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


class Tree:
    """Base class of ``Record`` for its lines: the main line is line 0, side lines are numbered from 1."""

    __slots__ = ()

    events: tuple[Event, ...]
    comments: Mapping[int, str]
    variations: tuple[Variation, ...]

    def replace(self, **changes: object) -> Self:
        """Return a copy with some parts changed."""
        raise NotImplementedError

    def line(self, number: int) -> tuple[Event, ...]:
        """Return all events from the start of the game to the end of a line: 0 is the main line, n the n-th side line.

        Raises:
            ParameterError: there is no such line.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> record.with_variation(1, [Event(700, "open", (2, 2), 1)]).line(1)
        (Event.parse('0 open 0 0: 6'), Event.parse('700 open 2 2: 1'))
        """
        return line_events(self.events, self.variations, self._check_line(number))

    def branches(self, position: int, line: int = 0) -> tuple[int, ...]:
        """Return the numbers of the side lines that branch off a line at a position.

        Raises:
            ParameterError: there is no such line.

        Complexity: O(side lines).
        """
        parent = self._check_line(line)
        return tuple(
            number
            for number, variation in enumerate(self.variations, 1)
            if variation.parent == parent and variation.position == position
        )

    def with_variation(
        self, position: int, events: Iterable[Event], *, line: int = 0, comments: Mapping[int, str] | None = None
    ) -> Self:
        """Return a copy of the record with another side line, the last of ``branches(position, line)``.

        Args:
            position: number of events of the parent line before it.
            events: its events.
            line: the parent line: 0 for the main line, n for the n-th side line.
            comments: as for ``Record``.

        Raises:
            ParameterError: there is no such line or position.

        Complexity: O(side lines); to add many, pass them to ``Record`` at once.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
        >>> from hypersweep import Outcome
        >>> more = record.with_variation(1, [Event(700, "open", (2, 2), 1, Outcome.LOST)], comments={1: "a trap"})
        >>> more.branches(1), more.events == record.events
        ((1,), True)
        """
        new = Variation(position, events, parent=self._check_line(line), comments=comments)
        return self.replace(variations=(*self.variations, new))

    def with_comment(self, position: int, text: str, *, line: int = 0) -> Self:
        r"""Return a copy of the record with a comment on an event replaced or removed.

        Args:
            position: number of the event in its line; 0 for a comment before the first event.
            text: the comment, of any number of lines; "" for none.
            line: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: there is no such line or position.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]).with_comment(1, "A lucky start.")
        >>> print(record.format().partition("\n\n")[2], end="")
        0 open 0 0: 6
        # A lucky start.
        0 end: ongoing
        """
        number = self._check_line(line)
        if not number:
            return self.replace(comments={**self.comments, position: text})
        old = self.variations[number - 1]
        new = Variation(old.position, old.events, parent=old.parent, comments={**old.comments, position: text})
        return self.replace(variations=(*self.variations[: number - 1], new, *self.variations[number:]))

    def moment(self, position: int, *, line: int = 0) -> str:
        """Return the reference of a position, such as "12.2.3".

        Raises:
            ParameterError: there is no such line or position.

        Complexity: O(side lines) for each line on the path.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> record.with_variation(1, [Event(700, "open", (2, 2), 1)]).moment(1, line=1)
        '1.1.1'
        """
        number = self._check_line(line)
        steps = [whole_number(position, "position", below=self._length(number) + 1)]
        while number:
            own = self.variations[number - 1]
            steps += (self.branches(own.position, own.parent).index(number) + 1, own.position)
            number = own.parent
        return format_moment(reversed(steps))

    def find(self, moment: str) -> tuple[int, int]:
        """Return line and position of a reference.

        Raises:
            ParseError: the text isn't a reference.
            ParameterError: the record has no such position.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
        >>> record.with_variation(0, [Event(0, "open", (2, 2), 1)]).find("0.1.1")
        (1, 1)
        """
        steps = parse_moment(moment)
        line, position = 0, steps[0]
        for branch, after in zip(steps[1::2], steps[2::2], strict=True):
            leaving = self.branches(position, line)
            if branch > len(leaving):
                raise ParameterError(f"expected a moment of the record, got {truncate(moment)}")
            line, position = leaving[branch - 1], after
        if position > self._length(line):
            raise ParameterError(f"expected a moment of the record, got {truncate(moment)}")
        return line, position

    def with_events(self, events: Iterable[Event], *, line: int = 0) -> Self:
        """Return a copy of the record with events appended to a line.

        Raises:
            ParameterError: there is no such line.

        >>> from hypersweep.record import Event, Record
        >>> Record("3x4", 2, seed=7).with_events([Event(0, "open", (0, 0), 6)]).line(0)
        (Event.parse('0 open 0 0: 6'),)
        """
        return self.with_tail(Branch(events), line=line)

    def with_tail(self, branch: Branch, *, line: int = 0) -> Self:
        """Return a copy of the record with a branch appended to a line.

        A comment before the branch's first event becomes a comment on the line's last event.

        Raises:
            ParameterError: there is no such line.
        """
        lines, own = self._lines(line)
        length = len(own.events)
        comments = dict(_checked(branch).comments)
        before = comments.pop(0, "")
        if before:
            own.comments[length] = "\n".join(filter(None, (own.comments.get(length), before)))
        _hang(lines, own, branch, length)
        own.extend(branch.events, comments)
        return self._of(lines)

    def with_branch(self, position: int, branch: Branch, *, line: int = 0, place: int | None = None) -> Self:
        """Return a copy of the record with a branch as another side line.

        Args:
            position: number of events of the parent line before it.
            branch: the branch.
            line: the parent line.
            place: number among the side lines at that position, from 1 on; None for the last.

        Raises:
            ParameterError: there is no such line, position or place.
        """
        lines, parent = self._lines(line)
        where = whole_number(position, "position of a side line", below=len(parent.events) + 1)
        siblings = [number for number, own in enumerate(lines) if own.parent is parent and own.position == where]
        last = len(siblings) + 1
        rank = last if place is None else whole_number(place, "place of a side line", least=1, below=last + 1)
        own = Line(parent, where, _checked(branch).events, branch.comments)
        lines.insert(len(lines) if rank == last else siblings[rank - 1], own)
        _hang(lines, own, branch, 0)
        return self._of(lines)

    def branch(self, position: int, *, line: int = 0) -> Branch:
        r"""Return the branch of a line from a position on; for position 0 of a side line with its leading comment.

        Raises:
            ParameterError: there is no such line or position.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> record.branch(1)
        Branch.parse('900 flag 1 2: 1\n')
        """
        lines, own = self._lines(line)
        where = self._check_position(position, own)
        is_whole = own.parent is not None and not where
        inside = within(lines, own, -1 if is_whole else where)
        before = own.comments.get(0, "") if is_whole else ""
        events, comments = own.end(where)
        for each in inside:
            if each.parent is own:
                each.position -= where
        own.events = ()
        return Branch(events, comments={0: before, **comments}, variations=numbered([own, *inside]))

    def without(self, position: int, *, line: int = 0) -> Self:
        """Return a copy of the record with a line cut at a position, without later side lines.

        Side lines at that position stay. A side line cut at 0 becomes empty; ``without_line`` removes it.

        Raises:
            ParameterError: there is no such line or position.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> len(record.without(1).events)
        1
        """
        lines, own = self._lines(line)
        where = self._check_position(position, own)
        gone = {id(each) for each in within(lines, own, where)}
        own.end(where)
        return self._of([each for each in lines if id(each) not in gone])

    def without_line(self, line: int) -> Self:
        """Return a copy of the record without a side line and its descendants.

        Raises:
            ParameterError: there is no such side line.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7).with_variation(0, [Event(0, "open", (0, 0), 6)])
        >>> record.without_line(1).variations
        ()
        """
        lines, own = self._lines(self._check_side(line))
        gone = {id(own), *(id(each) for each in within(lines, own))}
        return self._of([each for each in lines if id(each) not in gone])

    def promoted(self, line: int) -> Self:
        """Return a copy of the record where a side line and the rest of its parent change places.

        The rest of the parent becomes the side line; if it is empty, there is none. A comment before the side line's
        first event moves to that event. Earlier side lines stay, so promoting again restores the record, except for
        that comment.

        Raises:
            ParameterError: there is no such side line, or it has no events.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
        >>> record = record.with_variation(0, [Event(0, "open", (2, 2), 1)]).promoted(1)
        >>> record.events, record.line(1)
        ((Event.parse('0 open 2 2: 1'),), (Event.parse('0 open 0 0: 6'),))
        """
        lines, own = self._lines(self._check_side(line))
        parent = own.parent
        if parent is None or not own.events:
            raise ParameterError(
                f"expected a side line in which something happens, got side line {line}, which is empty"
            )
        where = own.position
        mine = [each for each in lines if each.parent is own and each.position]
        theirs = [each for each in lines if each.parent is parent and each.position > where]
        events, comments = own.end(0)
        if before := own.comments.pop(0, ""):
            comments[1] = f"{before}\n{comments[1]}" if 1 in comments else before
        own.extend(*parent.end(where))
        parent.extend(events, comments)
        for each in mine:
            each.parent, each.position = parent, each.position + where
        for each in theirs:
            each.parent, each.position = own, each.position - where
        if not own.events and not any(each.parent is own for each in lines):
            lines.remove(own)
        return self._of(lines)

    def _lines(self, number: int) -> tuple[list[Line], Line]:
        """Return all lines in mutable form, and the one with a number."""
        own = self._check_line(number)
        lines = lines_of(self.events, self.comments, self.variations)
        return lines, lines[own]

    def _of(self, lines: list[Line]) -> Self:
        """Return a copy of the record with these lines; if the main line changed, its end is the record's."""
        main = lines[0]
        parts: dict[str, object] = {"comments": main.comments, "variations": numbered(lines)}
        if main.events != self.events:
            parts |= {"events": main.events, "outcome": None, "milliseconds": None}
        return self.replace(**parts)

    def _length(self, line: int) -> int:
        return len(self.variations[line - 1].events if line else self.events)

    def _check_position(self, position: int, line: Line) -> int:
        return whole_number(position, "position", below=len(line.events) + 1)

    def _check_side(self, line: int) -> int:
        return whole_number(line, "number of a side line", least=1, below=len(self.variations) + 1)

    def _check_line(self, line: int) -> int:
        return whole_number(line, "line", below=len(self.variations) + 1)


def _checked(branch: Branch) -> Branch:
    if not isinstance(branch, Branch):
        raise ParameterTypeError(f"expected a Branch, got {truncate(branch)} ({type(branch).__name__})")
    return branch


def _hang(lines: list[Line], own: Line, branch: Branch, after: int) -> None:
    """Add the side lines of a branch to a line, ``after`` events later than in the branch."""
    added = [own]
    for each in branch.variations:
        shift = 0 if each.parent else after
        added.append(Line(added[each.parent], each.position + shift, each.events, each.comments))
    lines.extend(added[1:])
