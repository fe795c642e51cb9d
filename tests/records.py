"""Records of random games, and the slow and obvious judge of records with which the replay is compared."""

from __future__ import annotations

import random

from hypothesis import strategies as st

import naive
import strategies
from hypersweep import Event, Game, Grid, Layout, Outcome, Record, Rules
from hypersweep.errors import GenerationError
from hypersweep.game import History
from hypersweep.game.first_open import deal
from hypersweep.generate import solvable_from
from hypersweep.generate.search import twins
from hypersweep.record.event import LAYERS
from hypersweep.rules import GRADES

Cell = tuple[int, ...]
BOUND = 10**15


def random_grid(chance: random.Random, most_cells: int = 40) -> Grid:
    """Return a grid of one to five dimensions, either adjacency, any axes wrapped."""
    dimensions = chance.randint(1, 5)
    sides: list[int] = []
    room = most_cells
    for _ in range(dimensions):
        sides.append(chance.randint(1, min(room, 17 if dimensions == 1 else 6)))
        room //= sides[-1]
    chance.shuffle(sides)
    wrap = [axis for axis in range(dimensions) if chance.random() < 0.3]
    return Grid(sides, adjacency=chance.choice(("moore", "moore", "orthogonal")), wrap=wrap)


def random_rules(chance: random.Random) -> Rules:
    """Return any rules, the usual ones more often."""
    if chance.random() < 0.3:
        return Rules()
    rules = Rules(
        first_open=chance.choice(strategies.FIRST_OPENS),
        flag_protects_click=chance.random() < 0.5,
        flag_protects_cascade=chance.random() < 0.5,
        flags_on_open=chance.random() < 0.5,
        chord=chance.random() < 0.8,
    )
    # From a separate stream, so that other records stay the same.
    own = random.Random()
    own.setstate(chance.getstate())
    if rules.first_open != "any" and own.random() < 0.25:
        grade = own.choice((None, *GRADES))
        return rules.replace(guess="never", grade=grade, exactly=grade is not None and own.random() < 0.25)
    return rules


class Player:
    """Plays a random game like a person, and records the events."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.grid = random_grid(chance)
        self.rules = random_rules(chance)
        room = strategies.room_for_mines(self.grid, self.rules.first_open)
        many = self.grid.cells // 6 if self.rules.guess == "never" else room
        self.mines = min(room, many, chance.choice((0, 1, 2, self.grid.cells // 6, self.grid.cells // 3, room)))
        if self.rules.guess == "never":
            # As many as there are boards for.
            self.mines -= self.mines % twins(self.grid)
        self.seed: int | None = chance.choice((0, 7, 2**64 - 1, chance.getrandbits(64)))
        self.layout: Layout | None = None
        if chance.random() < 0.25:
            # A board that was given.
            self.rules = self.rules.for_layout()
            self.layout = Layout.random(self.grid, self.mines, seed=self.seed)
            self.seed = None
        self.history = History(Game(self.grid, self.mines, seed=self.seed, rules=self.rules, layout=self.layout))
        self.events: list[Event] = []
        self.now = 0
        self.is_started = False
        self.is_careless = chance.random() < 0.3

    def play(self, count: int) -> Record:
        """Return the record of a game of roughly a number of events."""
        chance = self.chance
        while len(self.events) < count:
            if self.history.game.outcome is not Outcome.ONGOING:
                if not self.events or chance.random() < 0.4:
                    break
                self.act("undo")
                continue
            if self.is_started and chance.random() < 0.8:
                self.now += chance.choice((0, 1, 17, 250, 4000))
            self.turn()
        outcome = self.history.game.outcome
        extra = 5 if self.is_started and outcome is Outcome.ONGOING and chance.random() < 0.5 else 0
        return Record(
            self.grid,
            self.mines,
            rules=self.rules,
            seed=self.seed,
            layout=self.layout or (self.history.game.layout if chance.random() < 0.3 else None),
            events=self.events,
            outcome=outcome,
            milliseconds=self.now + extra,
            tags=chance.choice(({}, {"player": "Ann"}, {"start": "2026-01-02T03:04:05Z", "my-own": " x\\\n☃ "})),
        )

    def turn(self) -> None:
        """Do one thing, most often something that a player would."""
        chance = self.chance
        kind = chance.choice(
            ("open", "open", "open", "flag", "flag", "chord", "chord", "undo", "redo", "break", "hint")
        )
        if kind == "hint":
            self.events.append(Event(self.now, "hint", level=chance.choice((None, 1, 2, 3))))
        elif kind == "break":
            self.events += [Event(self.now, "pause"), Event(self.now, "resume")]
        elif kind in ("undo", "redo"):
            if self.history.can_undo if kind == "undo" else self.history.can_redo:
                self.act(kind)
        else:
            self.act(kind, self.place(kind))

    def place(self, kind: str) -> Cell:
        """Return a cell where a move of a kind makes sense, now and then any cell."""
        game = self.history.game
        cells = list(self.grid)
        layout = game.layout
        if layout is not None and self.chance.random() < 0.85:
            if kind == "chord":
                good = [cell for cell in cells if game.is_open(cell) and layout.clue(cell)]
            else:
                wanted = (kind == "flag") != (self.is_careless and self.chance.random() < 0.2)
                good = [cell for cell in cells if not game.is_open(cell) and layout.is_mine(cell) == wanted]
            cells = good or cells
        return self.chance.choice(cells)

    def act(self, kind: str, cell: Cell | None = None) -> None:
        """Make a move and write it down."""
        try:
            change = self.history.act(kind, cell)
        except GenerationError:
            return  # nothing happened
        self.is_started = self.is_started or (kind == "open" and bool(change))
        self.events.append(Event.of(self.now, kind, cell, change))


class MarkingPlayer(Player):
    """Plays like a person who also puts question marks and draft flags, and takes them back."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        # The moves and marks that weren't undone, and those that can be redone.
        self.steps: list[tuple[str, Cell | None]] = []
        self.undone: list[tuple[str, Cell | None]] = []

    def turn(self) -> None:
        kind = self.chance.choice(("move", "question", "draft", "draft", "and", "undo", "undo", "redo", "redo"))
        if kind in ("undo", "redo"):
            if self.steps if kind == "undo" else self.undone:
                self.act(kind)
        elif kind == "and":
            self.events.append(Event(self.now, "and"))
        elif kind == "move":
            super().turn()
        else:
            cell = self.chance.choice(list(self.grid))
            self.events.append(Event(self.now, kind, cell))
            self.steps.append((kind, cell))
            self.undone.clear()

    def act(self, kind: str, cell: Cell | None = None) -> None:
        taken, others = (self.steps, self.undone) if kind == "undo" else (self.undone, self.steps)
        if kind in ("undo", "redo"):
            if not taken:
                return
            others.append(taken.pop())
            if others[-1][0] in LAYERS:
                self.events.append(Event(self.now, kind))
                return
        super().act(kind, cell)
        if kind not in ("undo", "redo") and self.events and self.events[-1].changed and self.events[-1].kind == kind:
            self.steps.append((kind, cell))
            self.undone.clear()


def marked_record(seed: int, count: int = 30) -> Record:
    """Return the record of a random game with question marks and draft flags, always the same for a seed."""
    return MarkingPlayer(random.Random(seed)).play(count)


def random_record(seed: int, count: int = 30) -> Record:
    """Return the record of a random game, always the same for a seed."""
    return Player(random.Random(seed)).play(count)


def records(most: int = 40) -> st.SearchStrategy[Record]:
    """Yield records of games up to a number of events."""
    return st.builds(random_record, st.integers(0, 2**32), st.integers(0, most))


class Resumed(Player):
    """Continues from a position of a record, like a side line."""

    def __init__(self, chance: random.Random, record: Record, before: tuple[Event, ...]) -> None:
        self.chance = chance
        self.grid, self.mines, self.rules, self.seed = record.grid, record.mines, record.rules, record.seed
        self.layout = record.stated_layout if record.seed is None else None
        self.history = History(Game(self.grid, self.mines, seed=self.seed, rules=self.rules, layout=self.layout))
        self.events = []
        self.is_started = False
        self.is_careless = chance.random() < 0.5
        self.is_paused = False
        for event in before:
            self.now = event.milliseconds
            if event.kind in ("pause", "resume"):
                self.is_paused = event.kind == "pause"
            elif event.kind != "hint":
                self.act(event.kind, event.cell)
        self.events = []
        self.now = before[-1].milliseconds if before else 0

    def go_on(self, count: int) -> list[Event]:
        """Return what happens next."""
        while len(self.events) < count and not self.is_paused:
            if self.history.game.outcome is not Outcome.ONGOING:
                if self.chance.random() < 0.5:
                    break
                self.act("undo")
                continue
            if self.is_started:
                self.now += self.chance.choice((0, 1, 300))
            self.turn()
        return self.events


COMMENTS = (
    "a guess",
    "two\nlines\n",
    "\n",
    " \\# (",
    ")",
    "0 end: won",
    "hypersweep-record: 1",
    "\x85\u2028\r\t\0",
    "\ud800☃",
)


def annotated(record: Record, chance: random.Random, lines: int) -> Record:
    """Return the same record with comments and possible side lines."""

    def comments(length: int) -> dict[int, str]:
        return {place: chance.choice(COMMENTS) for place in range(length + 1) if chance.random() < 0.2}

    for _ in range(lines):
        line = chance.randint(0, len(record.variations))
        length = len(record.variations[line - 1].events if line else record.events)
        position = chance.randint(0, length)
        before = record.line(line)
        before = before[: len(before) - length + position]
        is_begun = any(event.kind == "open" and event.changed for event in before)
        if record.seed is not None and record.stated_layout is not None and not is_begun:
            # Another first open would contradict the stated layout.
            continue
        events = Resumed(chance, record, before).go_on(chance.randint(0, 5))
        record = record.with_variation(position, events, line=line, comments=comments(len(events)))
    return record.replace(comments=comments(len(record.events)))


def annotated_records(most: int = 20, lines: int = 8) -> st.SearchStrategy[Record]:
    """Return records of games with comments and side lines."""
    return st.builds(
        lambda seed, count, more: annotated(random_record(seed, count), random.Random(seed), more),
        st.integers(0, 2**32),
        st.integers(0, most),
        st.integers(0, lines),
    )


class Judge:
    """Plays a record with the naive game, and knows the first event that can't be.

    It shares no code with the replay: undo is the naive one, what can be redone is a plain list, and time is looked at
    from the start each time.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        mines = record.stated_layout.mine_cells() if record.stated_layout and record.seed is None else ()
        self.is_decided = record.stated_layout is not None and record.seed is None
        self.game = naive.Game(strategies.board_of(record.grid), frozenset(mines), strategies.rules_of(record.rules))
        self.is_started = False
        self.is_paused = False
        self.now = 0
        self.done: list[tuple[str, Cell]] = []
        self.undone: list[tuple[str, Cell]] = []
        # The cells with a mark of each kind.
        self.marked: dict[str, set[Cell]] = {kind: set() for kind in LAYERS}

    def verdict(self) -> int | None:
        """Return the position of the first impossible event, or of the end; None if all are possible."""
        for position, event in enumerate(self.record.events):
            if not self.allows(event):
                return position
        record = self.record
        is_right = record.outcome.name.lower() == self.game.outcome and self.allows_time(record.milliseconds)
        return None if is_right else len(record.events)

    def allows_time(self, milliseconds: int) -> bool:
        """Say whether the clock can show that now."""
        is_running = self.is_started and not self.is_paused and self.game.outcome == "ongoing"
        return milliseconds >= self.now if is_running else milliseconds == self.now

    def allows(self, event: Event) -> bool:
        """Play an event. Returns: whether it was possible."""
        if not self.allows_time(event.milliseconds):
            return False
        self.now = event.milliseconds
        if self.is_paused != (event.kind == "resume"):
            return False
        if self.game.outcome != "ongoing" and event.kind != "undo":
            return False
        if event.kind in ("pause", "resume"):
            self.is_paused = not self.is_paused
            return True
        if event.kind in ("hint", "and"):
            return True
        if event.cell is not None and event.cell not in self.game.board.cells():
            return False
        changed = self.played(event)
        if changed is None:
            return False
        ended = self.game.outcome if changed and self.game.outcome != "ongoing" else None
        return len(changed) == event.changed and ended == (event.ended.name.lower() if event.ended else None)

    def played(self, event: Event) -> set[Cell] | None:
        """Return the cells that an event changes, or None if it is impossible."""
        game = self.game
        if event.kind == "undo":
            if not self.done:
                return None
            kind, cell = self.done.pop()
            self.undone.append((kind, cell))
            return self.mark(kind, cell) if kind in LAYERS else game.undo()
        if event.kind == "redo":
            if not self.undone:
                return None
            kind, cell = self.undone.pop()
            self.done.append((kind, cell))
            return self.moved(kind, cell)
        assert event.cell is not None
        if event.kind in LAYERS:
            self.done.append((event.kind, event.cell))
            self.undone.clear()
            return self.mark(event.kind, event.cell)
        protected = event.cell in game.flagged and self.record.rules.flag_protects_click
        if event.kind == "open" and not self.is_started and not protected and not self.decided(event.cell):
            return None
        changed = self.moved(event.kind, event.cell)
        if changed:
            self.done.append((event.kind, event.cell))
            self.undone.clear()
            self.is_started = self.is_started or event.kind == "open"
        return changed

    def moved(self, kind: str, cell: Cell) -> set[Cell]:
        """Make a move, or redo a mark."""
        game = self.game
        if kind in LAYERS:
            return self.mark(kind, cell)
        return game.open(cell) if kind == "open" else game.flag(cell) if kind == "flag" else game.chord(cell)

    def mark(self, kind: str, cell: Cell) -> set[Cell]:
        """Set or remove a mark, which changes no cell of the game."""
        self.marked[kind] ^= {cell}
        return set()

    def decided(self, cell: Cell) -> bool:
        """Decide where the mines are. Returns: whether that is possible."""
        record = self.record
        if record.seed is None:
            if not self.is_decided:
                return False
            free = strategies.board_of(record.grid).kept_free(cell, record.rules.first_open)
            return self.game.mines.isdisjoint(free) and self.keeps_grade(cell)
        try:
            layout = deal(record.grid, record.mines, record.rules, seed=record.seed, first=cell)
        except GenerationError:
            return False
        self.game.mines = frozenset(layout.mine_cells())
        return record.stated_layout is None or record.stated_layout == layout

    def keeps_grade(self, cell: Cell) -> bool:
        """Say whether a layout that was stated is as easy as the rules promise."""
        rules, layout = self.record.rules, self.record.stated_layout
        if rules.guess != "never":
            return True
        assert layout is not None
        grade = solvable_from(layout, cell).grade
        if rules.exactly:
            return grade == rules.grade
        return grade is not None and GRADES.index(grade) <= GRADES.index(rules.grade or "count")
