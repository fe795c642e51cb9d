"""A game with its side lines as a tree: which lines there are, where they lead, and the same with one more."""

from __future__ import annotations

from hypersweep.arguments import whole_number
from hypersweep.lazy import defer
from hypersweep.record.variation import Variation, line_events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from hypersweep.record.event import Event
else:
    defer(
        globals(),
        "from collections.abc import Iterable, Mapping",
        "from typing import Self",
        "from hypersweep.record.event import Event",
    )

__all__ = ["Tree"]


class Tree:
    """The lines of a record, which is one: the main line is line 0, the side lines are numbered from 1."""

    __slots__ = ()

    events: tuple[Event, ...]
    comments: Mapping[int, str]
    variations: tuple[Variation, ...]

    def replace(self, **changes: object) -> Self:
        """The same with some parts changed."""
        raise NotImplementedError

    def line(self, number: int) -> tuple[Event, ...]:
        """All events from the start of the game to the end of a line: 0 is the main line, n the n-th side line.

        Raises:
            ParameterError: no such line.

        >>> from hypersweep.record import Event, Record
        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> record.with_variation(1, [Event(700, "open", (2, 2), 1)]).line(1)
        (Event.parse('0 open 0 0: 6'), Event.parse('700 open 2 2: 1'))
        """
        return line_events(self.events, self.variations, self._check_line(number))

    def branches(self, position: int, line: int = 0) -> tuple[int, ...]:
        """The numbers of the side lines that leave a line after so many of its events.

        Raises:
            ParameterError: no such line.

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
        """The same record with one more side line; the last of ``branches(position, line)`` is its number then.

        Args:
            position: how many events of the line come before it.
            events: what happens in it.
            line: the line that it leaves: 0 for the main line, n for the n-th side line.
            comments: as for ``Record``.

        Raises:
            ParameterError: no such line, or it isn't so long.

        Complexity: O(side lines); give ``Record`` many of them at once.

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
        r"""The same record with another comment on one event, or with none.

        Args:
            position: 0 for what stands before the first event of the line, n for what is said of its n-th.
            text: the comment, of as many lines as it needs; "" for none.
            line: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: no such line, or it isn't so long.

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

    def _check_line(self, line: int) -> int:
        return whole_number(line, "line", below=len(self.variations) + 1)
