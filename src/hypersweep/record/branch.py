"""Branches: the rest of a line with its side lines, to be moved between positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError
from hypersweep.record.variation import Variation, check_comments, check_events, in_order
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hypersweep.record.event import Event


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
        from hypersweep.record.writer import body_lines

        return "".join(f"{line}\n" for line in body_lines(self.events, self.comments, self.variations))

    @classmethod
    def parse(cls, text: str) -> Branch:
        r"""Parse a branch.

        Raises:
            ParseError: the text isn't lines of a record.

        >>> Branch.parse("900 open 2 2: 1\n(\n900 flag 2 2: 1\n)\n").variations
        (<Variation of 1 event, after event 1 of line 0>,)
        """
        from hypersweep.record.reader import read_body

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
