"""Side lines of a game, and comments on events.

A record is a tree, stored flat: the main line is line 0, and the side lines are numbered from 1 in the order of the
text. Each has the number of its parent line and the position where it branches off. So deep nesting needs no recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.record.event import Event
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variation:
    """A side line: an alternative continuation of another line. Immutable.

    Its times continue from the position where it branches off.

    Args:
        position: number of events of the parent line before it; 0 for another beginning.
        events: its events, in order.
        parent: the line it branches off: 0 for the main line, n for the record's n-th side line.
        comments: comments by event number; 0 for a comment before the first event.

    Raises:
        ParameterError: the arguments are impossible. ``Record`` checks the parent's length, a replay the events.

    Attributes:
        position: the position where it branches off.
        events: a tuple of ``Event``.
        parent: number of the parent line.
        comments: a read-only mapping, in order.

    >>> Variation(1, [Event(900, "open", (2, 2), 1)], comments={1: "safer"})
    <Variation of 1 event, after event 1 of line 0>
    """

    position: int
    events: tuple[Event, ...]
    parent: int
    comments: Mapping[int, str] = field(hash=False)

    def __init__(
        self,
        position: int,
        events: Iterable[Event],
        *,
        parent: int = 0,
        comments: Mapping[int, str] | None = None,
    ) -> None:
        happened = check_events(events)
        put = object.__setattr__
        put(self, "position", whole_number(position, "position of a side line"))
        put(self, "events", happened)
        put(self, "parent", whole_number(parent, "parent of a side line"))
        put(self, "comments", check_comments(comments, len(happened)))

    def __repr__(self) -> str:
        count = len(self.events)
        return f"<Variation of {count} event{'s' * (count != 1)}, after event {self.position} of line {self.parent}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (self.position, self.events, self.parent, dict(self.comments))


def _make(position: int, events: tuple[Event, ...], parent: int, comments: dict[int, str]) -> Variation:
    return Variation(position, events, parent=parent, comments=comments)


def check_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return events as a tuple.

    Raises:
        ParameterTypeError: an item isn't an event.
    """
    if isinstance(events, str) or not hasattr(events, "__iter__"):
        raise ParameterTypeError(f"expected events, got {truncate(events)} ({type(events).__name__})")
    happened = tuple(events)
    for event in happened:
        if type(event) is not Event:
            raise ParameterTypeError(f"expected events, got {truncate(event)} ({type(event).__name__}) among them")
    return happened


def check_comments(comments: Mapping[int, str] | None, length: int) -> Mapping[int, str]:
    """Return the nonempty comments in order.

    Args:
        comments: comments by event number.
        length: number of events of the line.

    Raises:
        ParameterError: the line has no such event.
        ParameterTypeError: the argument isn't a mapping of numbers to texts.

    >>> check_comments({2: "late", 0: "first", 1: ""}, 2)
    mappingproxy({0: 'first', 2: 'late'})
    """
    if comments is None:
        return MappingProxyType({})
    if not hasattr(comments, "items"):
        raise ParameterTypeError(
            f"expected a mapping of comments, got {truncate(comments)} ({type(comments).__name__})"
        )
    found: dict[int, str] = {}
    for place, text in comments.items():
        if not isinstance(text, str):
            raise ParameterTypeError(f"expected text for a comment, got {truncate(text)} ({type(text).__name__})")
        where = whole_number(place, "place of a comment", below=length + 1)
        if text:
            found[where] = str(text)
    return MappingProxyType(dict(sorted(found.items())))


def in_order(variations: Iterable[Variation], length: int) -> tuple[Variation, ...]:
    """Return side lines in the order of the text: by position, parents before children.

    Args:
        variations: side lines in any order that has parents before children.
        length: number of events of the main line.

    Raises:
        ParameterError: a parent comes later, or has fewer events than the position.
        ParameterTypeError: an item isn't a side line.
    """
    if isinstance(variations, str) or not hasattr(variations, "__iter__"):
        raise ParameterTypeError(f"expected side lines, got {truncate(variations)} ({type(variations).__name__})")
    given = tuple(variations)
    children: dict[int, list[int]] = {}
    for number, variation in enumerate(given, 1):
        if not isinstance(variation, Variation):
            raise ParameterTypeError(
                f"expected side lines, got {truncate(variation)} ({type(variation).__name__}) among them"
            )
        parent = variation.parent
        if parent >= number:
            raise ParameterError(
                f"expected side line {number} to leave a line before it, 0 to {number - 1}, got {parent}"
            )
        most = len(given[parent - 1].events) if parent else length
        if variation.position > most:
            raise ParameterError(
                f"expected side line {number} to leave line {parent} after 0 to {most} events, got {variation.position}"
            )
        children.setdefault(parent, []).append(number)
    order: list[int] = []
    stack = [0]
    while stack:
        number = stack.pop()
        if number:
            order.append(number)
        # Reversed, because they are popped from a stack; the sort keeps the order of lines at one position.
        stack.extend(sorted(children.get(number, ()), key=lambda child: given[child - 1].position)[::-1])
    if order == list(range(1, len(given) + 1)):
        return given
    renamed = {old: new for new, old in enumerate(order, 1)} | {0: 0}
    return tuple(
        Variation(old.position, old.events, parent=renamed[old.parent], comments=old.comments)
        for old in (given[number - 1] for number in order)
    )


def line_events(events: tuple[Event, ...], variations: Sequence[Variation], line: int) -> tuple[Event, ...]:
    """Return all events from the start of the game to the end of a line.

    >>> flag, click = Event(0, "flag", (0, 1), 1), Event(0, "open", (2, 2), 1)
    >>> line_events((flag,), [Variation(0, [click])], 1)
    (Event.parse('0 open 2 2: 1'),)
    """
    parts: list[tuple[Event, ...]] = []
    end: int | None = None
    while line:
        variation = variations[line - 1]
        parts.append(variation.events[:end])
        line, end = variation.parent, variation.position
    parts.append(events[:end])
    return tuple(event for part in reversed(parts) for event in part)
