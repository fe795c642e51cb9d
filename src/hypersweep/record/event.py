"""Events in a game (kind, time and effect), comments, side lines, counters of events, and the interface of a record.

A record is a tree, stored flat: the main line is line 0, and the side lines are numbered from 1 in the order of the
text. Each side line stores its parent line's number, and the position where it branches off, so that deep nesting needs
no recursion.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from hypersweep.errors import ParameterError, ParameterTypeError, ParseError
from hypersweep.game import Outcome
from hypersweep.grid import read_coordinates
from hypersweep.moves import KINDS as MOVES
from hypersweep.validation import check_type, suggest, truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Self

    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid
    from hypersweep.layout import Layout
    from hypersweep.rules import Rules
    from hypersweep.typing import EventKind

STEPS: tuple[EventKind, ...] = ("undo", "redo")
"""Event kinds that undo or redo a move or a mark."""

LAYERS: tuple[EventKind, ...] = ("question", "draft")
"""Event kinds that put a mark on a cell or remove it: a question mark or a draft flag. No rule depends on them."""

MARKS: tuple[EventKind, ...] = ("pause", "resume", "hint", *LAYERS, "and")
"""Event kinds that don't change the board."""

NEW_KINDS = frozenset((*LAYERS, "and"))
"""Event kinds that only version 3 of the text form supports."""

KINDS: tuple[EventKind, ...] = (*MOVES, *STEPS, *MARKS)
"""All event kinds."""

KNOWN = "known"
"""Name of the record tag that is "yes" if the player may have known the board."""

MOST_MILLISECONDS = 10**15 - 1
"""Maximum time of an event, in milliseconds (31,688 years); a double represents it exactly."""

# Exclusive limit for coordinates and cell counts: at most 19 digits, which is enough for any board in memory.
_BOUND = 10**19

_NAMES = {Outcome.ONGOING: "ongoing", Outcome.WON: "won", Outcome.LOST: "lost"}


def outcome_name(outcome: Outcome) -> str:
    """Return the word for an outcome in records.

    >>> outcome_name(Outcome.WON)
    'won'
    """
    return _NAMES[outcome]


class Event(tuple[int, str, "tuple[int, ...] | None", int, "Outcome | None", "int | None"]):
    """An event in a game: a tuple of six fields. Immutable.

    Args:
        milliseconds: time on the game's clock, 0 to ``MOST_MILLISECONDS``. The clock starts at 0 with the first open,
            and stops while the game is paused or has ended.
        kind: "open", "flag" or "chord" with a cell; "undo" or "redo"; "pause", "resume" or "hint"; "question" or
            "draft" with a cell, which puts a mark there or removes it; "and", which joins the events around it into one
            action.
        cell: coordinates, if the kind has a cell.
        changed: number of cells changed by the event (``len`` of the ``MoveResult``); 0 for a click without effect.
        ended: ``Outcome.WON`` or ``Outcome.LOST`` if the event ended the game, else None.
        level: level of a hint, 1 to 9, or None.

    Raises:
        ParameterError: the fields are invalid or contradict each other. Only a replay checks the cell against the
            board.

    >>> Event(1204, "open", (3, 4), 17).format()
    '1204 open 3 4: 17'
    >>> Event(3000, "open", (4, 4), 1, Outcome.LOST).format(), Event(3500, "undo", changed=1).format()
    ('3000 open 4 4: 1 lost', '3500 undo: 1')
    """

    __slots__ = ()
    __match_args__ = ("milliseconds", "kind", "cell", "changed", "ended", "level")

    def __new__(
        cls,
        milliseconds: int,
        kind: str,
        cell: Sequence[int] | None = None,
        changed: int = 0,
        ended: Outcome | None = None,
        level: int | None = None,
    ) -> Self:
        """Check all fields, and return the event."""
        if kind not in KINDS:
            hint = suggest(kind, list(KINDS)) if isinstance(kind, str) else ""
            raise ParameterError(f"expected an event ({', '.join(KINDS)}), got {truncate(kind)}{hint}")
        when = whole_number(milliseconds, "milliseconds", below=MOST_MILLISECONDS + 1)
        where = None
        if kind in MOVES or kind in LAYERS:
            where = _check_cell(cell, kind)
        elif cell is not None:
            raise ParameterError(f"expected no cell for {kind!r}, got {truncate(cell)}")
        cells = whole_number(changed, "cells changed", below=_BOUND)
        if cells and kind in MARKS:
            raise ParameterError(f"expected {kind!r} to change no cells, got {cells}")
        if ended is not None:
            check_type(ended, Outcome, "an Outcome or None")
            if ended is Outcome.ONGOING or kind == "undo" or not cells:
                raise ParameterError(f"only a move that changes something can end the game, got {truncate(ended)}")
        if level is not None:
            if kind != "hint":
                raise ParameterError(f"expected no level for {kind!r}, got {truncate(level)}")
            level = whole_number(level, "level of a hint", least=1, below=10)
        return tuple.__new__(cls, (when, KINDS[KINDS.index(kind)], where, cells, ended, level))

    milliseconds: int = property(itemgetter(0), doc="Time on the game's clock, in ms.")  # type: ignore[assignment]
    kind: EventKind = property(itemgetter(1), doc="The kind of event.")  # type: ignore[assignment]
    cell: tuple[int, ...] | None = property(itemgetter(2), doc="Coordinates, or None.")  # type: ignore[assignment]
    changed: int = property(itemgetter(3), doc="Number of cells changed.")  # type: ignore[assignment]
    ended: Outcome | None = property(itemgetter(4), doc="Outcome if it ended the game.")  # type: ignore[assignment]
    level: int | None = property(itemgetter(5), doc="Level of a hint, or None.")  # type: ignore[assignment]

    @property
    def is_death(self) -> bool:
        """Whether a mine exploded in this move; False if the event only redoes an earlier explosion.

        >>> [Event.parse(line).is_death for line in ("0 open 1 2: 1 lost", "900 undo: 1", "900 redo: 1 lost")]
        [True, False, False]
        """
        return self.ended is Outcome.LOST and self.kind in MOVES

    @property
    def is_new_hint(self) -> bool:
        """Whether the player requested a new hint, not a higher level of the previous one."""
        return self.kind == "hint" and self.level in (None, 1)

    @classmethod
    def of(cls, milliseconds: int, kind: str, cell: Sequence[int] | None, change: MoveResult) -> Event:
        """Return the event for a move, an undo or a redo, given its ``MoveResult``.

        Raises:
            ParameterError: as for ``Event``.

        >>> from hypersweep import Game, Layout
        >>> game = Game(layout=Layout("2x3", [(0, 0)]))
        >>> Event.of(0, "open", (1, 1), game.open((1, 1)))
        Event.parse('0 open 1 1: 1')
        """
        ended = None if change.outcome is Outcome.ONGOING or not change else change.outcome
        return cls(milliseconds, kind, cell, len(change), ended)

    @classmethod
    def _of_move(cls, milliseconds: int, kind: str, cell: tuple[int, ...], change: MoveResult) -> Event:
        # A session passes only valid values, so skip the checks, which would take longer than the move.
        changed = len(change)
        outcome = change.outcome if changed else Outcome.ONGOING
        return tuple.__new__(
            cls, (milliseconds, kind, cell, changed, None if outcome is Outcome.ONGOING else outcome, None)
        )

    def format(self) -> str:
        """Return the event as a line for a record, without the line end; ``Event.parse`` reads it."""
        milliseconds, kind, cell, changed, ended, level = self
        if cell is not None:
            text = f"{milliseconds} {kind} {' '.join(map(str, cell))}"
            if kind in LAYERS:
                return text
            text += f": {changed}"
        elif kind in STEPS:
            text = f"{milliseconds} {kind}: {changed}"
        else:
            return f"{milliseconds} {kind}" if level is None else f"{milliseconds} {kind} {level}"
        return text if ended is None else f"{text} {_NAMES[ended]}"

    @classmethod
    def parse(cls, text: str) -> Event:
        """Parse a line, which must be exactly as returned by ``format``.

        Raises:
            ParseError: the line isn't an event.

        >>> Event.parse("5000 hint 2").level
        2
        """
        check_type(text, str, "an event as text")
        return event_reader()(text)

    def __repr__(self) -> str:
        return f"Event.parse({self.format()!r})"

    def __str__(self) -> str:
        return self.format()

    def __getnewargs__(self) -> tuple[object, ...]:
        return tuple(self)


def _check_cell(cell: object, kind: str) -> tuple[int, ...]:
    if cell is None:
        raise ParameterTypeError(f"expected a cell for {kind!r}, got None")
    return read_coordinates(cell, below=_BOUND)


def event_reader(*, is_new: bool = True) -> Callable[[str], Event]:
    """Return a parser for the event lines in one record; equal cells become one shared object, to save time and memory.

    Args:
        is_new: whether to accept ``NEW_KINDS``.

    >>> read = event_reader()
    >>> read("1204 open 3 4: 17").cell is read("2210 flag 3 4: 1").cell
    True
    """
    import re

    number = "(?:0|[1-9][0-9]{0,18})"
    common = re.compile(
        f"(0|[1-9][0-9]{{0,14}}) (open|flag|chord|undo|redo)((?: {number})*+): ({number})( won| lost)?"
    ).fullmatch
    further = f"|and|(?:question|draft)(?: {number})++" if is_new else ""
    mark = re.compile(f"(0|[1-9][0-9]{{0,14}}) (?:(pause|resume{further})|hint(?: ([1-9]))?)").fullmatch
    moves: dict[str, str] = {kind: kind for kind in MOVES}
    steps: dict[str, str] = {kind: kind for kind in STEPS}
    marks: dict[str, str] = {kind: kind for kind in MARKS}
    endings = {None: None, " won": Outcome.WON, " lost": Outcome.LOST}
    cells: dict[str, tuple[int, ...]] = {}
    # The regular expressions already check most of what __new__ checks, so bypass __new__.
    new = tuple.__new__

    def cell_of(where: str) -> tuple[int, ...]:
        cell = cells.get(where)
        if cell is None:
            cell = cells[where] = tuple(map(int, where.split()))
        return cell

    def read(line: str) -> Event:
        match = common(line)
        if match is None:
            match = mark(line)
            if match is None:
                raise _refusal(line)
            when, kind, level = match.groups()
            kind, *places = (kind or "hint").split(" ")
            cell = cell_of(" " + " ".join(places)) if places else None
            return new(Event, (int(when), marks[kind], cell, 0, None, int(level) if level else None))
        when, kind, where, changed, ended = match.groups()
        if ended is not None and (changed == "0" or kind == "undo"):
            raise _refusal(line)
        try:
            if where:
                return new(Event, (int(when), moves[kind], cell_of(where), int(changed), endings[ended], None))
            return new(Event, (int(when), steps[kind], None, int(changed), endings[ended], None))
        except KeyError:
            # a move without a cell, or an undo with a cell
            raise _refusal(line) from None

    return read


def _refusal(line: str) -> ParseError:
    words = line.split(" ", 2)
    kind = words[1].rstrip(":") if len(words) > 1 else ""
    hint = "" if kind in KINDS else suggest(kind, list(KINDS))
    return ParseError(
        f"expected an event such as '1204 open 3 4: 17', got {truncate(line)}{hint}", text=line, position=0
    )


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variation:
    """A side line: an alternative continuation of another line. Immutable.

    The side line's clock continues from the position where it branches off.

    Args:
        position: number of events on the parent line before the branch; 0 for an alternative start to the game.
        events: its events, in order.
        parent: the line it branches off from: 0 for the main line, n for the record's n-th side line.
        comments: comments by event number; 0 for a comment before the first event.

    Raises:
        ParameterError: the arguments are invalid. ``Record`` checks the position against the parent's length, and a
            replay checks the events.

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
    """Check that all items are events, and return them as a tuple.

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
    """Return the nonempty comments, ordered by event number, as a read-only mapping.

    Args:
        comments: comments by event number.
        length: number of events in the line.

    Raises:
        ParameterError: the line has no such event.
        ParameterTypeError: the argument isn't a mapping from numbers to strings.

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
        check_type(text, str, "text for a comment")
        where = whole_number(place, "place of a comment", below=length + 1)
        if text:
            found[where] = str(text)
    return MappingProxyType(dict(sorted(found.items())))


def in_order(variations: Iterable[Variation], length: int) -> tuple[Variation, ...]:
    """Return side lines in the order of the text: by position, with parents before children.

    Args:
        variations: side lines, in any order with parents before children.
        length: number of events on the main line.

    Raises:
        ParameterError: a parent comes after its child, or has fewer events than the child's position.
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
                f"side line {number} must branch off from an earlier line, 0 to {number - 1}, got {parent}"
            )
        most = len(given[parent - 1].events) if parent else length
        if variation.position > most:
            raise ParameterError(
                f"side line {number} must branch off from line {parent} after 0 to {most} events, got "
                f"{variation.position}"
            )
        children.setdefault(parent, []).append(number)
    order: list[int] = []
    stack = [0]
    while stack:
        number = stack.pop()
        if number:
            order.append(number)
        # Push in reverse, because lines are popped from the end; the sort is stable, so lines at one position stay in
        # order.
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


@runtime_checkable
class Recorded(Protocol):
    """Interface to the data in a ``Record``, which documents each attribute."""

    @property
    def grid(self) -> Grid:
        """The board."""

    @property
    def mines(self) -> int:
        """Number of mines."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def seed(self) -> int | None:
        """The seed of the layout, or None if unknown."""

    @property
    def stated_layout(self) -> Layout | None:
        """The layout stored in the record, or None."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The tags."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events, in order."""

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The side lines, in the order of the text."""

    @property
    def outcome(self) -> Outcome:
        """The outcome at the end."""

    @property
    def milliseconds(self) -> int:
        """The game's clock at the end, in ms."""


class GameCounters:
    """Counters updated by a game's events.

    Attributes:
        deaths: number of losses; an undone loss still counts, but only once.
        hints: number of hints requested; all levels of a hint count as one.
        unranked_by: what made the game unranked, so that it doesn't count for best times: "known" (the player may know
            the board), "undo", "hint" or "walkover".
        is_walkover: whether the first click alone won the game; if so, the game isn't ranked.

    >>> counters = GameCounters()
    >>> for line in ("0 open 0 0: 6", "900 hint 1", "1700 hint 2", "2000 open 1 2: 1 lost", "2000 undo: 1"):
    ...     counters.add(Event.parse(line))
    >>> counters.deaths, counters.hints, counters.is_ranked
    (1, 1, False)
    """

    __slots__ = ("_has_opened", "deaths", "hints", "is_walkover", "unranked_by")

    def __init__(self, *, is_known: bool = False) -> None:
        self.deaths: int = 0
        self.hints: int = 0
        self.unranked_by: set[str] = {"known"} if is_known else set()
        self.is_walkover: bool = False
        self._has_opened: bool = False

    def add(self, event: Event) -> None:
        """Update the counters for the next event."""
        kind, ended = event.kind, event.ended
        if kind in MOVES:
            self.is_walkover = ended is Outcome.WON and not self._has_opened
            if kind == "open" and event.changed > 0:
                self._has_opened = True
            # Add 0 or 1 without a branch, so that a losing click takes the same path as any other.
            self.deaths += event.is_death
        elif kind == "undo":
            self.is_walkover = False
        else:
            self.hints += event.is_new_hint
        if self.is_walkover:
            self.unranked_by.add("walkover")
        elif kind == "hint":
            self.unranked_by.add("hint")
        elif kind in ("undo", "redo") and event.changed:
            # An undo or redo that changes no cell affects a question mark or a draft flag.
            self.unranked_by.add("undo")

    @property
    def is_ranked(self) -> bool:
        """Whether the game counts for best times."""
        return not self.unranked_by

    @classmethod
    def of(cls, record: Recorded) -> GameCounters:
        """Return the counters for a whole record."""
        counters = cls(is_known=record.tags.get(KNOWN) == "yes")
        for event in record.events:
            counters.add(event)
        return counters
