"""Records of games with punished guesses: replaying verifies them along every line, and only unchanged ones."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest

from hypersweep import Game, Layout, Outcome, Rules
from hypersweep.errors import ParseError, RecordError, RulesError
from hypersweep.game import History
from hypersweep.record import Event, Record, Replay
from hypersweep.session import Session
from seeds import seeds

PUNISHED = Rules(guess="punished")


def walk(chance: random.Random, seed: int, steps: int = 40) -> tuple[Record, Game]:
    """Return the record of a session of random clicks, undos and redos, and its current game."""
    session = Session("4x5", 5, seed=seed, rules=PUNISHED, clock=iter(range(0, 10**12, 10**6)).__next__)
    for _ in range(steps):
        kind = chance.choice(("open", "open", "open", "flag", "chord", "undo", "redo"))
        if kind in ("undo", "redo"):
            getattr(session, kind)()
        else:
            getattr(session, kind)(session.grid.cell(chance.randrange(20)))
    return session.record, session.game


def from_scratch(replay: Replay) -> Game:
    """Return a game in which the events up to a replay's place were played one after the other."""
    history = History(Game(replay.record.grid, replay.record.mines, seed=replay.record.seed, rules=replay.record.rules))
    for event in replay.events[: replay.position]:
        if event.kind in ("open", "flag", "chord", "undo", "redo"):
            history.act(event.kind, event.cell)
    return history.game


@pytest.mark.parametrize("seed", seeds(400))
def test_a_replay_is_always_where_playing_from_scratch_leads(seed: int) -> None:
    """Random steps, seeks and changes of line, on a record with side lines."""
    chance = random.Random(seed)
    record, game = walk(chance, seed)
    record.verify()
    assert Record.parse(record.format()) == record
    assert record.layout == game.layout
    for _ in range(3):
        record = with_side_line(chance, record)
    record.verify()
    replay = record.replay()
    for _ in range(40):
        act = chance.randrange(4)
        if act == 0:
            replay.seek(chance.randrange(len(replay) + 1))
        elif act == 1:
            replay.step()
        elif act == 2:
            replay.back()
        else:
            replay.follow(chance.randrange(len(record.variations) + 1))
        expected = from_scratch(replay)
        assert replay.game.layout == expected.layout
        assert replay.game.view == expected.view
    assert pickle.loads(pickle.dumps(replay)).game.layout == replay.game.layout


def with_side_line(chance: random.Random, record: Record) -> Record:
    """Return the record with a side line of a few clicks that leaves the main line somewhere."""
    place = chance.randrange(len(record.events)) if record.events else 0
    replay = record.replay()
    replay.seek(place)
    history = History(from_scratch(replay))
    now = replay.milliseconds
    events = []
    for _ in range(chance.randint(1, 5)):
        cell = record.grid.cell(chance.randrange(record.grid.cells))
        change = history.act("open", cell)
        ended = None if change.outcome is Outcome.ONGOING or not change else change.outcome
        if change:
            events.append(Event(now, "open", cell, len(change), ended))
        if ended is not None:
            break
    return record.with_variation(place, events) if events else record


@pytest.mark.parametrize("seed", seeds(200))
def test_a_record_with_another_effect_is_refused(seed: int) -> None:
    """The number of cells and the outcome of each event must agree with the game."""
    record, _ = walk(random.Random(seed), seed)
    for place, event in enumerate(record.events):
        if event.kind not in ("open", "chord"):
            continue
        changed = Event(event.milliseconds, event.kind, event.cell, event.changed + 1, event.ended)
        with pytest.raises(RecordError):
            record.replace(events=(*record.events[:place], changed, *record.events[place + 1 :])).verify()
        if event.ended is Outcome.LOST:
            survived = Event(event.milliseconds, event.kind, event.cell, event.changed)
            with pytest.raises(RecordError):
                record.replace(events=(*record.events[:place], survived, *record.events[place + 1 :])).verify()


def test_other_rules_and_seeds_lead_elsewhere() -> None:
    """A record depends on its rules and its seed."""
    refused = Counter[str]()
    for seed in range(40):
        record, _ = walk(random.Random(seed), seed)
        for change in ({"rules": "classic"}, {"seed": seed + 1}):
            try:
                record.replace(**change).verify()
            except RecordError:
                refused[next(iter(change))] += 1
    assert min(refused["rules"], refused["seed"]) > 20, refused


@pytest.mark.parametrize("seed", seeds(200))
def test_a_record_is_had_from_a_game(seed: int) -> None:
    """Seed and moves are enough."""
    chance = random.Random(seed)
    game = Game("4x5", 5, seed=seed, rules=PUNISHED)
    for _ in range(15):
        getattr(game, chance.choice(("open", "flag", "chord")))(game.grid.cell(chance.randrange(20)))
    record = Record.of(game)
    record.verify()
    assert (record.seed, record.rules, record.stated_layout) == (seed, PUNISHED, None)
    assert record.layout == game.layout
    assert record.replay().record == record


def test_a_record_of_a_game_that_forgot_is_refused() -> None:
    """Without the earlier opens, the layout is unknown."""
    game = Game("4x5", 5, seed=7, rules=PUNISHED)
    game.open((0, 0))
    game.forget()
    with pytest.raises(RecordError, match="can't record the game: its moves aren't all known"):
        Record.of(game)


def test_the_layout_of_a_record_is_that_at_its_end() -> None:
    """Not the one that the first open found."""
    moved = 0
    for seed in range(60):
        record, game = walk(random.Random(seed), seed, 8)
        assert record.layout == game.layout
        opens = [event for event in record.events if event.kind == "open"]
        if opens and game.layout is not None:
            begun = Game("4x5", 5, seed=seed, rules=PUNISHED)
            begun.open(opens[0].cell)  # type: ignore[arg-type]
            moved += begun.layout != game.layout
    assert moved > 10


def test_a_layout_is_refused() -> None:
    """As an argument and in a text."""
    layout = Layout("3x4", [(0, 1), (2, 2)])
    for seed in (None, 7):
        with pytest.raises(RulesError, match=r"^a record with guess='punished' accepts no layout"):
            Record("3x4", rules=PUNISHED, seed=seed, layout=layout)
    text = Record("3x4", layout=layout, rules="classic,first=any").format()
    with pytest.raises(ParseError):
        Record.parse(text.replace("classic,first=any", "classic,guess=punished"))


def test_nothing_can_be_opened_without_a_seed() -> None:
    """A record without both is valid as long as no cell is opened."""
    record = Record("3x4", 0, rules=PUNISHED)
    record.verify()
    assert record.layout is None
    with pytest.raises(RecordError, match="expected a seed or a layout before the first open"):
        record.replace(events=[Event(0, "open", (0, 0), 12, Outcome.WON)]).verify()


def test_a_session_on_a_given_layout_says_nothing_of_guesses() -> None:
    """Its rules are those for a board that is given."""
    layout = Layout("3x4", [(0, 1), (2, 2)])
    session = Session(layout=layout, rules=PUNISHED)
    assert session.game.rules == PUNISHED.for_layout()
    session.open((0, 0))
    session.record.verify()
    assert session.record.layout == layout
