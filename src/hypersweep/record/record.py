"""Records: everything there is to keep of a game."""

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
from hypersweep.game.dealing import check_deal, deal
from hypersweep.grid import Grid
from hypersweep.layout import Layout, check_mines
from hypersweep.record.event import MOST_MILLISECONDS, Event, outcome_name
from hypersweep.record.replay import Replay
from hypersweep.record.tags import MAGIC, PLAIN_VERSION, VERSION, check_tags, format_tag
from hypersweep.record.tree import Tree
from hypersweep.record.variation import Variation, check_comments, check_events, in_order
from hypersweep.rng import check_seed
from hypersweep.rules import CLASSIC, Rules, read_rules
from hypersweep.validation import suggest, truncate, whole_number

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Self


__all__ = ["Record", "cut_text", "read_record"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Record(Tree):
    """What is kept of one game: the board, the rules, what happened and when. It never changes.

    ``events`` is the main line, what was played. Comments and side lines say more about it.

    Whether the game is possible isn't checked here: ``verify`` does that, and ``replay`` plays it again.

    Args:
        grid: the board, a ``Grid`` or its text.
        mines: how many; needn't be given with a layout.
        rules: ``Rules``, or their text such as "classic".
        seed: what the layout follows from, together with the first open; None where that isn't known.
        layout: where the mines are; None if it follows from the seed, or if nothing was opened. With a seed as well,
            ``verify`` compares the two. Without one, the first open and the need to guess must be what the rules
            promise, so a layout that was given beforehand goes with ``Rules.for_layout``.
            None with ``guess="punished"``, where the moves have their share in it.
        events: what happened, in order.
        outcome: how it ended; None for what the latest event says.
        milliseconds: what the clock showed at the end; None for the time of the latest event.
        tags: whatever else is to be kept, text by name: "start" (a time in UTC as ISO 8601 writes it), "player",
            "program", or anything.
        comments: text by place: 0 for what stands before the first event, n for what is said of the n-th.
        variations: side lines, each a ``Variation``; none may come before the line that it leaves.

    Raises:
        ParameterError: impossible arguments, or arguments that don't go together.
        ParseError: a board or rules in a text that can't be read.
        RulesError: a layout with ``guess="punished"``.

    Attributes:
        grid: the board.
        mines: how many mines it holds.
        rules: the rules.
        seed: the seed, or None.
        stated_layout: the layout that was given, or None.
        events: a tuple of ``Event``.
        outcome: how the game stands at the end.
        milliseconds: the length of the game, without pauses.
        tags: a read-only mapping of the other tags, in order.
        comments: a read-only mapping of the comments on the main line, in order.
        variations: a tuple of the side lines in the order of the text. A line's number is its place there from 1 on;
            the main line is line 0.

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
                    "expected no layout in a record with guess='punished', where it follows from seed and moves, "
                    f"got {truncate(layout)}"
                )
            if not isinstance(layout, Layout):
                raise ParameterTypeError(f"expected a Layout, got {truncate(layout)} ({type(layout).__name__})")
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
        """The record of a game in which nothing has happened yet; its ``header`` begins a file.

        A game that was given its layout promises its first open nothing, and its record says so in the rules.

        Args:
            game: a game before its first move.
            tags: as for ``Record``.

        Raises:
            ParameterError: something has happened in the game, or impossible tags.

        >>> Record.begin(Game("3x4", 2, seed=7)).seed
        7
        """
        if not isinstance(game, Game):
            raise ParameterTypeError(f"expected a Game, got {truncate(game)} ({type(game).__name__})")
        if game.opened or game.flags or game.outcome is not Outcome.ONGOING:
            raise ParameterError(f"expected a game before its first move, got {game!r}")
        if game.layout is None:
            return cls(game.grid, game.mines, rules=game.rules, seed=game.seed, tags=tags)
        return cls(game.grid, rules=game.rules.for_layout(), layout=game.layout, tags=tags)

    def replace(self, **changes: object) -> Self:
        """The same record but for some arguments; ``outcome`` and ``milliseconds`` follow the events if they are None.

        Comments and side lines belong to events: they go where ``events`` are replaced, unless they are given as well.

        Raises:
            ParameterError: an argument that doesn't exist, or has an impossible value.

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
        """Where the mines are: as given, or as it follows from the seed and the first open; None if nothing was opened.

        With ``guess="punished"`` it is the one at the end of the main line, for which the record is played again.

        Raises:
            ParameterError: the first open isn't on the board.
            RecordError: an event is impossible, on a board that moves decide.
            GenerationError: no guess may be needed, and no such board was found.
            BoardTooLargeError: this machine can't hold the layout.

        Complexity: O(events before the first open), and O(cells) at the first call where it follows from the seed.
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
        """The record of a game as it stands: its moves in order, all at time 0, for it kept no times.

        Args:
            game: the game; what was taken back isn't in it.
            tags: as for ``Record``.

        Raises:
            RecordError: its past isn't known, as after ``Game.restore`` or ``forget``.

        >>> game = Game("3x4", 2, seed=7)
        >>> changes = game.open((0, 0)), game.flag((1, 2))
        >>> Record.of(game).events
        (Event.parse('0 open 0 0: 6'), Event.parse('0 flag 1 2: 1'))
        """
        if not isinstance(game, Game):
            raise ParameterTypeError(f"expected a Game, got {truncate(game)} ({type(game).__name__})")
        moves, layout, seed, rules = game.moves, game.layout, game.seed, game.rules
        if rules.guess == "punished":
            # It follows from the seed and the moves.
            layout = None
        elif layout is not None:
            first = next((move.cell for move in moves if move.kind == "open"), None)
            # The seed tells the layout together with the first open, unless that one was taken back or decided nothing.
            if seed is None or first is None or layout != _dealt(game, seed, first):
                seed, rules = None, rules.for_layout()
        again = Game(game.grid, game.mines, seed=seed, rules=rules, layout=layout)
        events = []
        for move in moves:
            change = again.play(move)
            ended = None if change.outcome is Outcome.ONGOING else change.outcome
            events.append(Event(0, move.kind, move.cell, len(change), ended))
        if (again.open_bits(), again.flag_bits()) != (game.open_bits(), game.flag_bits()):
            raise RecordError("expected a game whose moves are all known, got one that was restored or told to forget")
        stated = layout if seed is None else None
        return cls(game.grid, game.mines, rules=rules, seed=seed, layout=stated, events=events, tags=tags)

    def replay(self, line: int = 0) -> Replay:
        """The record, ready to be played again from its start.

        Args:
            line: along which line: 0 for the main line, n for the n-th side line.

        Raises:
            ParameterError: no such line.
            BoardTooLargeError: this machine can't hold the board.
        """
        return Replay(self, line)

    def verify(self) -> None:
        """Play the record again, and check that every event can be and that it ends where it says.

        Side lines are checked as well, each from the place where it leaves its line.

        Raises:
            RecordError: it can't be; its ``position`` is that of the first event that can't, along its ``line``.
            BoardTooLargeError: this machine can't hold the board.

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
        """The head of the text, up to where the lines of the events begin.

        A file of a game that goes on is this, then a line ``event.format()`` for each event, and ``footer()`` at last.
        A record without comments and side lines is of the first version of the text form, which every reader knows.
        """
        version = VERSION if self.comments or self.variations else PLAIN_VERSION
        lines = [f"{MAGIC}: {version}", f"board: {self.grid}", f"mines: {self.mines}", f"rules: {self.rules}"]
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        if self.stated_layout is not None:
            lines.append(f"layout: {self.stated_layout}")
        lines.extend(format_tag(name, value) for name, value in self.tags.items())
        return "\n".join(lines) + "\n\n"

    def footer(self) -> str:
        """The last line of the text, which says that nothing is missing."""
        return f"{self.milliseconds} end: {outcome_name(self.outcome)}\n"

    def format(self) -> str:
        """The text form; ``Record.parse`` reads it back.

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
        from hypersweep.record.writer import body_lines

        return self.header() + "\n".join((*body_lines(self.events, self.comments, self.variations), self.footer()))

    @classmethod
    def parse(cls, text: str | bytes, *, is_cut_fine: bool = False, max_cells: int | None = None) -> Record:
        r"""The record of a text. Of one that is cut off it is what happened before the cut, and a warning says so.

        Args:
            text: the text, or its bytes in UTF-8; a byte order mark and "\r\n" are fine.
            is_cut_fine: don't warn, as for the file of a game that isn't over.
            max_cells: the most cells the board may have, for reading what strangers send; None for any number.
                A short record of a huge board is soon read, but not soon replayed.

        Raises:
            ParseError: not a record, one that is cut off before its first event, or of a board with more cells than it
                may have.
            BoardTooLargeError: it holds a layout that this machine can't.

        Warns:
            RecordWarning: the text is cut off.

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
        """The record in a file; the arguments and what comes of them are as for ``parse``.

        Raises:
            OSError: the file can't be read.
            ParseError: it isn't a record.
        """
        from hypersweep.record.file import read_bytes

        with open(path, "rb") as file:
            data = read_bytes(file)
        return cls.parse(data, is_cut_fine=is_cut_fine, max_cells=max_cells)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all; its name should end in ".sweep".

        Raises:
            OSError: it can't be written.
        """
        from hypersweep.record.file import write_file

        write_file(path, self.format())

    def _repr_svg_(self) -> str:
        from hypersweep.record.notebook import record_picture

        return record_picture(self)

    def _repr_html_(self) -> str:
        from hypersweep.record.notebook import record_html

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

    def _arguments(self) -> dict[str, object]:
        values: dict[str, object] = {name: getattr(self, name) for name in _FIELDS}
        values["layout"] = values.pop("stated_layout")
        return values

    def __reduce__(self) -> tuple[object, ...]:
        return _make, ({**self._arguments(), "tags": dict(self.tags), "comments": dict(self.comments)},)


_FIELDS = tuple([each.name for each in fields(Record) if each.compare])


def _dealt(game: Game, seed: int, first: tuple[int, ...]) -> Layout | None:
    """What the seed of a game gives with a first open; None where that is no board at all."""
    try:
        return deal(game.grid, game.mines, game.rules, seed=seed, first=first)
    except GenerationError:
        return None


def _make(values: dict[str, object]) -> Record:
    return Record(**values)  # type: ignore[arg-type]


def read_record(text: str | bytes, max_cells: int | None = None, first_line: int = 1) -> tuple[Record, bool]:
    """The record of a text, and whether the text is whole.

    Args:
        text: the text, or its bytes in UTF-8.
        max_cells: the most cells the board may have; None for any number.
        first_line: the number of its first line, for messages.

    Raises:
        ParseError: not a record.
        BoardTooLargeError: it holds a layout that this machine can't.
    """
    from hypersweep.record.reader import decode, read_parts

    if isinstance(text, bytes | bytearray | memoryview):
        text = decode(bytes(text))
    elif not isinstance(text, str):
        raise ParameterTypeError(f"expected the text of a record, got {truncate(text)} ({type(text).__name__})")
    parts, is_whole = read_parts(text, max_cells, first_line)
    try:
        return Record(**parts), is_whole
    except HypersweepError as error:
        where = f"line {first_line}: " if first_line > 1 else ""
        raise ParseError(where + str(error), text=text) from None


def cut_text(record: Record) -> str:
    """What to say of a record whose text is cut off."""
    return f"the record is cut off after event {len(record.events)}, and read up to there"


def _latest_outcome(events: tuple[Event, ...]) -> Outcome:
    for event in reversed(events):
        if event.changed:
            return event.ended or Outcome.ONGOING
    return Outcome.ONGOING
