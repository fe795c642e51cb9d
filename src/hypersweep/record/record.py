"""The record of a game: the board, the rules and the timed moves."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING

from hypersweep.errors import (
    GenerationError,
    HypersweepError,
    LayoutError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    RecordError,
    RecordWarning,
    RulesError,
)
from hypersweep.game import Game, Outcome
from hypersweep.game.first_open import check_deal, deal
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_mines
from hypersweep.record.event import (
    MOST_MILLISECONDS,
    NEW_KINDS,
    Event,
    Variation,
    check_comments,
    check_events,
    in_order,
    line_events,
    outcome_name,
)
from hypersweep.record.replay import Replay
from hypersweep.record.text_form import MAGIC, PLAIN_VERSION, TREE_VERSION, VERSION, check_tags, format_tag
from hypersweep.record.tree import Branch, Line, add_side_lines, format_moment, lines_of, numbered, parse_moment, within
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.validation import check_type, suggest, truncate, whole_number

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Record:
    """The record of a game: board, rules, and timed events. Immutable.

    ``events`` is the main line, the moves played; comments and side lines are optional. The constructor doesn't check
    that the game is possible: ``verify`` does that, and ``replay`` plays it again.

    Args:
        grid: the board, as a ``Grid`` or text.
        mines: number of mines; optional with a layout.
        rules: ``Rules``, or text such as "classic".
        seed: the seed, which together with the first open determines the layout; None if unknown.
        layout: the mines; None if the seed determines them, or if no cell was opened. With a seed, ``verify`` checks
            that it leads to this layout. Without a seed, the layout must keep the rules' promises; if the layout was
            given before the game, use ``Rules.for_layout``. Must be None with ``guess="punished"``, where the moves
            decide the layout.
        events: the events, in order.
        outcome: the outcome at the end; None to use the latest event's.
        milliseconds: the game's clock at the end, in ms; None to use the latest event's time.
        tags: other information by name: "start" (UTC time in ISO 8601), "player", "program", or any name.
        comments: comments by event number; 0 for a comment before the first event.
        variations: side lines, parents before children.

    Raises:
        ParameterError: the arguments are invalid or contradict each other.
        ParseError: the text for the board or the rules can't be parsed.
        RulesError: a layout is combined with ``guess="punished"``.

    Attributes:
        grid: the board.
        mines: number of mines.
        rules: the rules.
        seed: the seed, or None.
        stated_layout: the ``layout`` argument, or None.
        events: a tuple of ``Event``.
        outcome: the outcome at the end.
        milliseconds: length of the game in ms, not counting pauses.
        tags: a read-only mapping of the other tags, in order.
        comments: a read-only mapping of the comments on the main line, in order.
        variations: a tuple of the side lines, in the order of the text. Line n is the n-th of them; line 0 is the main
            line.

    >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)], tags={"player": "Ann"})
    >>> record
    <Record of 3x4 with 2 mines, classic rules: 1 event in 0.000 s, ongoing>
    >>> record.layout
    Layout.parse('3x4.bBAQ')
    """

    grid: Grid
    mines: int
    rules: Rules
    seed: int | None
    stated_layout: Layout | None
    events: tuple[Event, ...]
    outcome: Outcome
    milliseconds: int
    tags: Mapping[str, str] = field(hash=False)
    comments: Mapping[int, str] = field(hash=False)
    variations: tuple[Variation, ...]
    _derived: Layout | None = field(compare=False)

    def __init__(
        self,
        grid: Grid | str | Sequence[int],
        mines: int | None = None,
        *,
        rules: Rules | str = CLASSIC,
        seed: int | None = None,
        layout: Layout | None = None,
        events: Iterable[Event] = (),
        outcome: Outcome | None = None,
        milliseconds: int | None = None,
        tags: Mapping[str, str] | None = None,
        comments: Mapping[int, str] | None = None,
        variations: Iterable[Variation] = (),
    ) -> None:
        own = grid if isinstance(grid, Grid) else Grid(grid)
        laws = read_rules(rules)
        if layout is not None:
            if laws.guess == "punished":
                raise RulesError(
                    "a record with guess='punished' accepts no layout, because its seed and moves determine it; "
                    f"got {truncate(layout)}"
                )
            check_type(layout, Layout, "a Layout")
            if layout.grid != own:
                raise LayoutError(f"expected a layout for {own}, got one for {layout.grid}")
            if mines is not None and mines != layout.mines:
                raise MineCountError(f"expected the {layout.mines} mines of the layout, got {truncate(mines)}")
            mines = layout.mines
        if mines is None:
            raise MineCountError(f"expected the number of mines for {own}, got None")
        count = check_deal(own, mines, laws) if layout is None or seed is not None else check_mines(own, mines)
        happened = check_events(events)
        if outcome is not None and not isinstance(outcome, Outcome):
            raise ParameterTypeError(f"expected an Outcome, got {truncate(outcome)} ({type(outcome).__name__})")
        if milliseconds is None:
            length = happened[-1].milliseconds if happened else 0
        else:
            length = whole_number(milliseconds, "milliseconds", below=MOST_MILLISECONDS + 1)
        put = object.__setattr__
        put(self, "grid", own)
        put(self, "mines", count)
        put(self, "rules", laws)
        put(self, "seed", None if seed is None else check_seed(seed))
        put(self, "stated_layout", layout)
        put(self, "events", happened)
        put(self, "outcome", _latest_outcome(happened) if outcome is None else outcome)
        put(self, "milliseconds", length)
        put(self, "tags", MappingProxyType({} if tags is None else check_tags(tags)))
        put(self, "comments", check_comments(comments, len(happened)))
        put(self, "variations", in_order(variations, len(happened)))
        put(self, "_derived", None)

    @classmethod
    def begin(cls, game: Game, *, tags: Mapping[str, str] | None = None) -> Record:
        """Return the record of a game before its first move; to start a file, write its ``header``.

        If the game was given a layout, the record's rules promise nothing for the first open.

        Args:
            game: a game before its first move.
            tags: as for ``Record``.

        Raises:
            ParameterError: the game has moves, or a tag is impossible.

        >>> Record.begin(Game("3x4", 2, seed=7)).seed
        7
        """
        check_type(game, Game, "a Game")
        if game.opened or game.flags or game.outcome is not Outcome.ONGOING:
            raise ParameterError(f"expected a game before its first move, got {game!r}")
        if game.layout is None:
            return cls(game.grid, game.mines, rules=game.rules, seed=game.seed, tags=tags)
        return cls(game.grid, rules=game.rules.for_layout(), layout=game.layout, tags=tags)

    def replace(self, **changes: object) -> Self:
        """Return a copy of the record with some arguments changed.

        If ``outcome`` or ``milliseconds`` is None, it is recomputed from the events. Replacing ``events`` drops
        comments and side lines, unless new ones are passed.

        Raises:
            ParameterError: an argument is unknown or has an impossible value.

        >>> Record("3x4", 2, seed=7).replace(seed=8).seed
        8
        """
        values = self._arguments()
        for name, value in changes.items():
            if name not in values:
                raise ParameterError(f"expected an argument of Record, got {name!r}{suggest(name, list(values))}")
            values[name] = value
        if "events" in changes:
            values["comments"] = changes.get("comments")
            values["variations"] = changes.get("variations", ())
        if "layout" in changes and "mines" not in changes:
            values["mines"] = None if self.mines is None or changes["layout"] is not None else self.mines
        return type(self)(**values)  # type: ignore[arg-type]

    @property
    def layout(self) -> Layout | None:
        """The mines, as given or as computed from the seed and the first open; None if no cell was opened.

        With ``guess="punished"``, this is the layout at the end of the main line, found by replaying the record.

        Raises:
            ParameterError: the first open isn't on the board.
            RecordError: an event is impossible (only with ``guess="punished"``).
            GenerationError: no no-guess board was found.
            BoardTooLargeError: the layout doesn't fit into memory.

        Complexity: O(events before the first open), and O(cells) on first use if computed from the seed.
        """
        layout = self._derived if self.stated_layout is None else self.stated_layout
        if layout is None and self.seed is not None and self.rules.guess == "punished":
            replay = self.replay()
            replay.seek(len(replay))
            layout = replay.game.layout
            object.__setattr__(self, "_derived", layout)
        elif layout is None and self.seed is not None:
            first = next((event.cell for event in self.events if event.kind == "open" and event.changed), None)
            if first is not None:
                layout = deal(self.grid, self.mines, self.rules, seed=self.seed, first=first)
                object.__setattr__(self, "_derived", layout)
        return layout

    @classmethod
    def of(cls, game: Game, tags: Mapping[str, str] | None = None) -> Record:
        """Return a record of a game's moves; all are at time 0, because a ``Game`` has no clock.

        Args:
            game: the game; undone moves are left out.
            tags: as for ``Record``.

        Raises:
            RecordError: the game has no history, for example after ``Game.restore`` or ``forget``.

        >>> game = Game("3x4", 2, seed=7)
        >>> changes = game.open((0, 0)), game.flag((1, 2))
        >>> Record.of(game).events
        (Event.parse('0 open 0 0: 6'), Event.parse('0 flag 1 2: 1'))
        """
        check_type(game, Game, "a Game")
        moves, layout, seed, rules = game.moves, game.layout, game.seed, game.rules
        if rules.guess == "punished":
            # Store no layout: the seed and the moves determine it.
            layout = None
        elif layout is not None:
            first = next((move.cell for move in moves if move.kind == "open"), None)
            # If seed and first open don't lead to this layout (because the first open was undone, say), store the
            # layout.
            if seed is None or first is None or layout != _dealt(game, seed, first):
                seed, rules = None, rules.for_layout()
        again = Game(game.grid, game.mines, seed=seed, rules=rules, layout=layout)
        events = []
        for move in moves:
            change = again.play(move)
            ended = None if change.outcome is Outcome.ONGOING else change.outcome
            events.append(Event(0, move.kind, move.cell, len(change), ended))
        if (again.open_bits(), again.flag_bits()) != (game.open_bits(), game.flag_bits()):
            raise RecordError(
                "can't record the game: its moves aren't all known, since it was restored or moves were dropped"
            )
        stated = layout if seed is None else None
        return cls(game.grid, game.mines, rules=rules, seed=seed, layout=stated, events=events, tags=tags)

    def replay(self, line: int = 0) -> Replay:
        """Return a replay of the record, at its start.

        Args:
            line: the line to follow: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: there is no such line.
            BoardTooLargeError: the board doesn't fit into memory.
        """
        return Replay(self, line)

    def verify(self) -> None:
        """Replay the record; check that every event is possible, and that the final outcome and time are right.

        Side lines are checked too, each from the position where it branches off.

        Raises:
            RecordError: the record is impossible; ``line`` and ``position`` name the first impossible event.
            BoardTooLargeError: the board doesn't fit into memory.

        >>> Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 5)]).verify()
        Traceback (most recent call last):
            ...
        hypersweep.errors.RecordError: expected the effect 6 at event 1, got 0 open 0 0: 5
        """
        replay = self.replay()
        replay.seek(len(self.events))
        replay.check_end()
        for number in range(1, len(self.variations) + 1):
            replay.follow(number)
            replay.seek(len(replay))

    def header(self) -> str:
        """Return the header of the text, which precedes the events.

        To write a file during a game, start with the header, append the line ``event.format()`` for each event, and
        finish with ``footer()``. The text form's version is the lowest that supports everything in the record: 3 with
        marks on cells, 2 with comments or side lines, else 1, which all versions of the package can read.
        """
        lines_of_events = (self.events, *(each.events for each in self.variations))
        if any(event.kind in NEW_KINDS for events in lines_of_events for event in events):
            version = VERSION
        else:
            version = TREE_VERSION if self.comments or self.variations else PLAIN_VERSION
        lines = [f"{MAGIC}: {version}", f"board: {self.grid}", f"mines: {self.mines}", f"rules: {self.rules}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.stated_layout is not None:
            lines.append(f"layout: {self.stated_layout}")
        lines += [format_tag(name, value) for name, value in self.tags.items()]
        return "\n".join(lines) + "\n\n"

    def footer(self) -> str:
        """Return the last line of the text, which marks it as complete."""
        return f"{self.milliseconds} end: {outcome_name(self.outcome)}\n"

    def format(self) -> str:
        """Return the record as text; ``Record.parse`` reads it.

        >>> print(Record("3x4", 2, seed=7, tags={"player": "Ann"}).format(), end="")
        hypersweep-record: 1
        board: 3x4
        mines: 2
        rules: classic
        seed: 7
        player: Ann
        <BLANKLINE>
        0 end: ongoing
        """
        from hypersweep.record.text_form import body_lines

        return self.header() + "\n".join((*body_lines(self.events, self.comments, self.variations), self.footer()))

    @classmethod
    def parse(cls, text: str | bytes, *, is_cut_fine: bool = False, max_cells: int | None = None) -> Record:
        r"""Parse a record. If the text is truncated, return the complete events and issue a warning.

        Args:
            text: the text, or its bytes in UTF-8; a byte order mark and "\r\n" are accepted.
            is_cut_fine: whether to accept a truncated text without a warning, such as an ongoing game's file.
            max_cells: maximum number of cells, for untrusted text; None for no limit. Without a limit, a short text may
                describe a huge board, which is parsed fast but replayed slowly.

        Raises:
            ParseError: the text isn't a record, is truncated before its first event, or its board has too many cells.
            BoardTooLargeError: its layout doesn't fit into memory.

        Warns:
            RecordWarning: the text is truncated.

        >>> Record.parse("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\n\n0 end: ongoing\n").grid
        Grid('3x4')
        """
        record, is_whole = read_record(text, max_cells)
        if not is_whole and not is_cut_fine:
            import warnings

            warnings.warn(RecordWarning(cut_text(record)), stacklevel=2)
        return record

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, is_cut_fine: bool = False, max_cells: int | None = None) -> Record:
        """Read a record from a file; arguments and warnings are as for ``parse``.

        Raises:
            OSError: the file can't be read.
            ParseError: the file isn't a record.
        """
        from hypersweep.record.text_form import read_bytes

        with open(path, "rb") as file:
            data = read_bytes(file)
        return cls.parse(data, is_cut_fine=is_cut_fine, max_cells=max_cells)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file atomically; its name should end in ".sweep".

        Raises:
            OSError: the file can't be written.
        """
        from hypersweep.record.text_form import write_file

        write_file(path, self.format())

    def line(self, number: int) -> tuple[Event, ...]:
        """Return all events from the start of the game to the end of a line (0 is the main line, n the n-th side line).

        Raises:
            ParameterError: there is no such line.

        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
        >>> record.with_variation(1, [Event(700, "open", (2, 2), 1)]).line(1)
        (Event.parse('0 open 0 0: 6'), Event.parse('700 open 2 2: 1'))
        """
        return line_events(self.events, self.variations, self._check_line(number))

    def branches(self, position: int, line: int = 0) -> tuple[int, ...]:
        """Return the numbers of the side lines branching off from a line at a position.

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
        """Return a copy of the record with a new side line, which comes last in ``branches(position, line)``.

        Args:
            position: number of events on the parent line before the branch.
            events: the side line's events.
            line: the parent line: 0 for the main line, n for the n-th side line.
            comments: as for ``Record``.

        Raises:
            ParameterError: there is no such line or position.

        Complexity: O(side lines); to add many, pass them to ``Record`` at once.

        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
        >>> more = record.with_variation(1, [Event(700, "open", (2, 2), 1, Outcome.LOST)], comments={1: "a trap"})
        >>> more.branches(1), more.events == record.events
        ((1,), True)
        """
        new = Variation(position, events, parent=self._check_line(line), comments=comments)
        return self.replace(variations=(*self.variations, new))

    def with_comment(self, position: int, text: str, *, line: int = 0) -> Self:
        r"""Return a copy of the record with the comment on an event set or removed.

        Args:
            position: the event's number on its line; 0 for a comment before the first event.
            text: the comment, which may have several lines; "" removes it.
            line: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: there is no such line or position.

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
        """Return the reference to a position, such as "12.2.3" (see ``tree``).

        Raises:
            ParameterError: there is no such line or position.

        Complexity: O(side lines) for each line on the path.

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
        """Return the line and position for a reference.

        Raises:
            ParseError: the text isn't a reference.
            ParameterError: the record has no such position.

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
        add_side_lines(lines, own, branch, length)
        own.extend(branch.events, comments)
        return self._of(lines)

    def with_branch(self, position: int, branch: Branch, *, line: int = 0, place: int | None = None) -> Self:
        """Return a copy of the record with a branch added as a side line.

        Args:
            position: number of events on the parent line before the branch.
            branch: the branch.
            line: the parent line.
            place: its place among the side lines at that position, counting from 1; None for the last place.

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
        add_side_lines(lines, own, branch, 0)
        return self._of(lines)

    def branch(self, position: int, *, line: int = 0) -> Branch:
        r"""Return the part of a line after a position, as a branch.

        At position 0 of a side line, the branch includes the comment before the first event.

        Raises:
            ParameterError: there is no such line or position.

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
        """Return a copy of the record with a line truncated after a position, and without its later side lines.

        Side lines branching off at that position stay. A side line truncated at 0 becomes empty; ``without_line``
        removes it.

        Raises:
            ParameterError: there is no such line or position.

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

        >>> record = Record("3x4", 2, seed=7).with_variation(0, [Event(0, "open", (0, 0), 6)])
        >>> record.without_line(1).variations
        ()
        """
        lines, own = self._lines(self._check_side(line))
        gone = {id(own), *(id(each) for each in within(lines, own))}
        return self._of([each for each in lines if id(each) not in gone])

    def promoted(self, line: int) -> Self:
        """Return a copy of the record with a side line and the rest of its parent swapped.

        The rest of the parent becomes the side line; if there is no rest, no side line remains. A comment before the
        side line's first event moves to that event. Side lines branching off from the parent earlier stay on it.
        Promoting again restores the record, except for that comment.

        Raises:
            ParameterError: there is no such side line, or it has no events.

        >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)])
        >>> record = record.with_variation(0, [Event(0, "open", (2, 2), 1)]).promoted(1)
        >>> record.events, record.line(1)
        ((Event.parse('0 open 2 2: 1'),), (Event.parse('0 open 0 0: 6'),))
        """
        lines, own = self._lines(self._check_side(line))
        parent = own.parent
        if parent is None or not own.events:
            raise ParameterError(f"side line {line} is empty")
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

    def _repr_svg_(self) -> str:
        from hypersweep.record.record_html import record_picture

        return record_picture(self)

    def _repr_html_(self) -> str:
        from hypersweep.record.record_html import record_html

        return record_html(self)

    def __repr__(self) -> str:
        from hypersweep.text import pluralize

        count, lines = len(self.events), len(self.variations)
        side = f", {lines} side line{'s' * (lines != 1)}" if lines else ""
        return (
            f"<Record of {self.grid} with {pluralize(self.mines, 'mine')}, {self.rules.name} rules: "
            f"{count} event{'s' * (count != 1)} in {self.milliseconds / 1000:.3f} s, "
            f"{outcome_name(self.outcome)}{side}>"
        )

    def __str__(self) -> str:
        return self.format()

    def _lines(self, number: int) -> tuple[list[Line], Line]:
        """Return all lines in mutable form, and the line with a given number."""
        own = self._check_line(number)
        lines = lines_of(self.events, self.comments, self.variations)
        return lines, lines[own]

    def _of(self, lines: list[Line]) -> Self:
        """Return a copy of the record with these lines; a new main line also sets the final outcome and time."""
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

    def _arguments(self) -> dict[str, object]:
        values: dict[str, object] = {name: getattr(self, name) for name in _FIELDS}
        values["layout"] = values.pop("stated_layout")
        return values

    def __reduce__(self) -> tuple[object, ...]:
        return _make, ({**self._arguments(), "tags": dict(self.tags), "comments": dict(self.comments)},)


_FIELDS = tuple([each.name for each in fields(Record) if each.compare])


def _checked(branch: Branch) -> Branch:
    check_type(branch, Branch, "a Branch")
    return branch


def _dealt(game: Game, seed: int, first: tuple[int, ...]) -> Layout | None:
    """Return the layout determined by a seed and a first open under a game's rules; None if there is no such board."""
    try:
        return deal(game.grid, game.mines, game.rules, seed=seed, first=first)
    except GenerationError:
        return None


def _make(values: dict[str, object]) -> Record:
    return Record(**values)  # type: ignore[arg-type]


def read_record(text: str | bytes, max_cells: int | None = None, first_line: int = 1) -> tuple[Record, bool]:
    """Parse a record. Returns: the record, and whether the text is complete.

    Args:
        text: the text, or its bytes in UTF-8.
        max_cells: maximum number of cells; None for no limit.
        first_line: the number of the text's first line in its file, for messages.

    Raises:
        ParseError: the text isn't a record.
        BoardTooLargeError: its layout doesn't fit into memory.
    """
    from hypersweep.record.text_form import decode, read_parts

    if isinstance(text, bytes | bytearray | memoryview):
        text = decode(bytes(text))
    elif not isinstance(text, str):
        raise ParameterTypeError(f"expected a record as text, got {truncate(text)} ({type(text).__name__})")
    parts, is_whole = read_parts(text, max_cells, first_line)
    try:
        return Record(**parts), is_whole
    except HypersweepError as error:
        where = f"line {first_line}: " if first_line > 1 else ""
        raise ParseError(where + str(error), text=text) from None


def cut_text(record: Record) -> str:
    """Return the text of the warning that a record is truncated."""
    return f"the record is cut off after event {len(record.events)}, and read up to there"


def _latest_outcome(events: tuple[Event, ...]) -> Outcome:
    for event in reversed(events):
        if event.changed:
            return event.ended or Outcome.ONGOING
    return Outcome.ONGOING
