"""Writer of a record's body: the lines of its events, comments and side lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.record.tags import escape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.record.event import Event
    from hypersweep.record.variation import Variation


def comment_lines(text: str) -> list[str]:
    r"""Return a comment as lines of a record.

    >>> comment_lines("A guess.\n\nA good one ")
    ['# A guess.', '#', '# A good one\\u0020']
    """
    return [f"# {escape(line)}" if line else "#" for line in text.split("\n")]


def body_lines(events: tuple[Event, ...], comments: Mapping[int, str], variations: tuple[Variation, ...]) -> list[str]:
    """Return the lines between head and end, without line ends.

    >>> from hypersweep.record import Event, Variation
    >>> body_lines((Event(0, "flag", (0, 1), 1),), {1: "sure"}, (Variation(0, [Event(0, "open", (2, 2), 1)]),))
    ['(', '0 open 2 2: 1', ')', '0 flag 0 1: 1', '# sure']
    """
    if not (comments or variations):
        return [event.format() for event in events]
    lines: list[str] = []
    following = 0
    # Stack of the lines being written, each inside the one before: number, events, comments, position.
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
