"""The lines of a record while they are being changed: each knows its own parent, so none has to be numbered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.record.variation import Variation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hypersweep.record.event import Event

__all__ = ["Line", "lines_of", "numbered", "within"]


class Line:
    """A line that may be changed; the main line has no parent."""

    __slots__ = ("comments", "events", "parent", "position")

    def __init__(
        self, parent: Line | None, position: int, events: tuple[Event, ...], comments: Mapping[int, str]
    ) -> None:
        self.parent: Line | None = parent
        self.position: int = position
        self.events: tuple[Event, ...] = events
        self.comments: dict[int, str] = dict(comments)

    def end(self, position: int) -> tuple[tuple[Event, ...], dict[int, str]]:
        """Have the line end after so many events; gives those that were behind, and what was said of them."""
        events = self.events[position:]
        comments = {place - position: text for place, text in self.comments.items() if place > position}
        self.events = self.events[:position]
        self.comments = {place: text for place, text in self.comments.items() if place <= position}
        return events, comments

    def extend(self, events: tuple[Event, ...], comments: Mapping[int, str]) -> None:
        """Add events at its end, and what is said of them."""
        length = len(self.events)
        self.events += events
        self.comments |= {place + length: text for place, text in comments.items()}


def lines_of(events: tuple[Event, ...], comments: Mapping[int, str], variations: Iterable[Variation]) -> list[Line]:
    """The lines of a record, the main line first."""
    lines = [Line(None, 0, events, comments)]
    for own in variations:
        lines.append(Line(lines[own.parent], own.position, own.events, own.comments))
    return lines


def numbered(lines: Sequence[Line]) -> list[Variation]:
    """The side lines, in an order in which none comes before its parent; of those at one place the order stays.

    Args:
        lines: the one that the others leave first, which is no side line here; the others in any order.
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
        # The last one first, as they come from a stack.
        stack.extend(sorted(children.get(id(line), ()), key=lambda each: each.position)[::-1])
    return found


def within(lines: Sequence[Line], first: Line, after: int = -1) -> list[Line]:
    """The lines that leave a line after more than ``after`` of its events, and those within them; not itself.

    Args:
        lines: in an order in which none comes before its parent.
        first: the line.
        after: so many events.
    """
    inside: set[int] = set()
    found: list[Line] = []
    for line in lines:
        parent = line.parent
        if parent is not None and (id(parent) in inside or (parent is first and line.position > after)):
            inside.add(id(line))
            found.append(line)
    return found
