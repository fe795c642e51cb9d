"""Mutable lines of a record, which refer to their parents directly instead of by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.record.variation import Variation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hypersweep.record.event import Event


class Line:
    """A mutable line; the main line has no parent."""

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
