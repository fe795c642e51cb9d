"""Branches: a line from some point on with all that leaves it, to be taken from one place and put at another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hypersweep.errors import ParameterTypeError
from hypersweep.record.variation import Variation, check_comments, check_events, in_order
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from hypersweep.record.event import Event

__all__ = ["Branch"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Branch:
    """Events, what is said of them, and the side lines that leave them. It never changes.

    Args:
        events: what happens in it, in order.
        comments: text by place: 0 for what stands before its first event, n for what is said of the n-th.
        variations: the side lines; for them the branch is line 0.

    Raises:
        ParameterError: impossible arguments, or arguments that don't go together.

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
        """The text form: the lines as they stand in a record; ``Branch.parse`` reads it back."""
        from hypersweep.record.writer import body_lines

        return "".join(f"{line}\n" for line in body_lines(self.events, self.comments, self.variations))

    @classmethod
    def parse(cls, text: str) -> Branch:
        r"""The branch of a text.

        Raises:
            ParseError: not lines of a record.

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
