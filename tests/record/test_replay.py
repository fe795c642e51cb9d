"""Replays: forwards and backwards over every event, errors, and what a replay requires of a record."""

from __future__ import annotations

import random
import types
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import (
    BoardTooLargeError,
    Event,
    Layout,
    Outcome,
    ParameterError,
    ParameterTypeError,
    Record,
    RecordError,
    Replay,
)
from hypersweep.record.event import Recorded
from played import played
from records import records

NEEDED = sorted(name for name, value in vars(Recorded).items() if isinstance(value, property))
GAME = played(Layout("3x4", [(0, 3), (2, 3)]), [(0, "open", (0, 0)), (1000, "flag", (0, 3)), (2000, "open", (1, 3))])


def test_a_record_has_all_of_it() -> None:
    assert isinstance(GAME, Recorded)
    assert {"grid", "mines", "events", "outcome"} <= set(NEEDED)


def test_what_has_it_and_nothing_else_is_replayed_as_the_record_is() -> None:
    other = types.SimpleNamespace(**{name: getattr(GAME, name) for name in NEEDED})
    assert isinstance(other, Recorded)
    assert not isinstance(other, Record)
    ours, theirs = Replay(GAME), Replay(other)
    for replay in (ours, theirs):
        replay.seek(len(GAME.events))
    assert ours.game.view == theirs.game.view
    assert ours.game.outcome == theirs.game.outcome == GAME.outcome


@pytest.mark.parametrize("missing", NEEDED)
def test_what_lacks_any_of_it_is_no_record(missing: str) -> None:
    other = types.SimpleNamespace(**{name: getattr(GAME, name) for name in NEEDED if name != missing})
    assert not isinstance(other, Recorded)


LAYOUT = Layout("3x4", [(0, 3), (2, 0)])


def state(replay: Replay) -> tuple[Any, ...]:
    """Return everything that a replay shows, except the layout, which stays known."""
    game = replay.game
    return (
        replay.position,
        replay.milliseconds,
        replay.is_paused,
        replay.can_undo,
        replay.can_redo,
        game.view,
        game.outcome,
        game.opened,
        game.flags,
        game.moves,
    )


@given(records(), st.data())
def test_every_way_to_a_position_leads_to_the_same(record: Record, data: st.DataObject) -> None:
    replay = record.replay()
    states = [state(replay)]
    for event, change in replay:
        assert len(change) == event.changed
        assert event is record.events[replay.position - 1]
        states.append(state(replay))
    assert len(states) == len(replay) + 1 == len(record.events) + 1
    assert not replay.step()
    assert replay.game.outcome is record.outcome
    for expected in reversed(states[:-1]):
        change = replay.back()
        event = record.events[replay.position]
        assert len(change) == event.changed
        assert state(replay) == expected
    assert not replay.back()
    for position in data.draw(st.lists(st.integers(0, len(record.events)), max_size=12)):
        replay.seek(position)
        assert state(replay) == states[position]
        if data.draw(st.booleans()):
            replay.step()
            assert state(replay) == states[min(position + 1, len(record.events))]


def test_a_far_seek_back_begins_again() -> None:
    events = [Event(0, "open", (0, 0), 6)] + [Event(number, "flag", (0, 3), 1) for number in range(1, 41)]
    replay = Record("3x4", 2, layout=LAYOUT, events=events).replay()
    replay.seek(41)
    game = replay.game
    replay.seek(30)
    assert replay.game is game
    replay.seek(3)
    assert replay.game is not game
    assert (replay.position, replay.game.opened, replay.game.flags) == (3, 6, 0)


def test_a_seek_may_begin_again_where_the_seed_decides() -> None:
    chance = random.Random(5)
    events = [Event(0, "open", (0, 0), 6)] + [Event(chance.randrange(1), "flag", (1, 2), 1) for _ in range(20)]
    replay = Record("3x4", 2, seed=7, events=events).replay()
    replay.seek(20)
    view, layout = replay.game.view, replay.game.layout
    replay.seek(1)
    # Found once, and not again.
    assert replay.game.layout is layout
    replay.seek(20)
    assert replay.game.view == view
    assert replay.game.seed == 7


def test_time_says_where_one_is() -> None:
    events = [
        Event(0, "flag", (0, 3), 1),
        Event(0, "open", (0, 0), 6),
        Event(70, "pause"),
        Event(70, "resume"),
        Event(90, "hint"),
    ]
    replay = Record("3x4", 2, layout=LAYOUT, events=events).replay()
    assert [replay.position_at(time) for time in (0, 1, 69, 70, 89, 90, 10**15)] == [2, 2, 2, 4, 4, 5, 5]
    replay.seek(3)
    assert (replay.is_paused, replay.milliseconds) == (True, 70)
    assert (replay.can_undo, replay.can_redo) == (False, False)
    replay.step()
    assert (replay.is_paused, replay.can_undo) == (False, True)


@pytest.mark.parametrize("position", [-1, 2, 10**30])
def test_there_is_no_position_beyond_the_ends(position: int) -> None:
    replay = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]).replay()
    with pytest.raises(ParameterError):
        replay.seek(position)
    assert replay.position == 0


OPEN = "0 open 0 0: 6"
LOSS = "50 open 0 3: 1 lost"


@pytest.mark.parametrize(
    ("lines", "position", "message"),
    [
        (["0 open 3 0: 6"], 0, "a cell of the board: .* at event 1"),
        (["0 open 0: 6"], 0, "a cell of the board"),
        (["0 open 0 0 0: 6"], 0, "a cell of the board"),
        (["0 flag 0 9223372036854775807: 1"], 0, "a cell of the board"),
        (["1 open 0 0: 6"], 0, "a time of 0 ms, as the clock is stopped before the first open"),
        (["0 flag 0 3: 1", "7 flag 0 3: 1"], 1, "before the first open at event 2"),
        (["0 flag 0 0: 1", "0 open 0 0: 0", "1 flag 0 0: 1"], 2, "before the first open"),
        (
            [OPEN, "50 flag 0 3: 1", "49 flag 0 3: 1"],
            2,
            "expected a time of 50 ms or later at event 3, got 49 flag 0 3: 1",
        ),
        ([OPEN, "50 pause", "51 resume"], 2, "a time of 50 ms, as the clock is stopped in a pause"),
        ([OPEN, "50 pause", "50 flag 0 3: 1"], 2, "a paused game to be resumed"),
        ([OPEN, "50 pause", "50 pause"], 2, "a paused game to be resumed"),
        ([OPEN, "50 pause", "50 hint"], 2, "a paused game to be resumed"),
        ([OPEN, "50 resume"], 1, "a pause before a resume"),
        ([OPEN, LOSS, "50 flag 0 1: 0"], 2, "nothing but an undo after the game was lost"),
        ([OPEN, LOSS, "50 pause"], 2, "nothing but an undo"),
        ([OPEN, LOSS, "50 hint"], 2, "nothing but an undo"),
        ([OPEN, LOSS, "50 redo: 1"], 2, "nothing but an undo"),
        ([OPEN, LOSS, "51 undo: 1"], 2, "a time of 50 ms, as the clock is stopped after the end"),
        (["0 undo: 1"], 0, "something to undo"),
        ([OPEN, "5 undo: 6", "6 undo: 6"], 2, "something to undo"),
        ([OPEN, "5 redo: 6"], 1, "something to redo"),
        ([OPEN, "5 undo: 6", "6 flag 0 0: 1", "7 redo: 6"], 3, "something to redo"),
        (["0 open 0 0: 5"], 0, "the effect 6 at event 1, got 0 open 0 0: 5"),
        (["0 open 0 0: 6 won"], 0, "the effect 6 at event 1"),
        ([OPEN, "50 open 0 3: 1"], 1, "the effect 1 lost at event 2"),
        ([OPEN, "50 open 0 3: 1 won"], 1, "the effect 1 lost at event 2"),
        ([OPEN, "50 open 0 3: 0"], 1, "the effect 1 lost at event 2"),
        ([OPEN, "50 chord 0 0: 1"], 1, "the effect 0 at event 2"),
        ([OPEN, LOSS, "50 undo: 2"], 2, "the effect 1 at event 3"),
        ([OPEN, LOSS, "50 undo: 1", "60 redo: 1"], 3, "the effect 1 lost at event 4"),
        (["0 open 0 3: 1 lost"], 0, r"as the rules promise \(safe\), with no mine at \(0, 3\)"),
    ],
)
def test_events_that_cannot_be_are_refused(lines: list[str], position: int, message: str) -> None:
    record = Record("3x4", layout=LAYOUT, events=map(Event.parse, lines))
    with pytest.raises(RecordError, match=message) as caught:
        record.verify()
    assert (caught.value.position, caught.value.event) == (position, record.events[position])
    replay = record.replay()
    replay.seek(position)
    before = state(replay)
    for _ in range(2):
        with pytest.raises(RecordError, match=message):
            replay.step()
        assert state(replay) == before
    with pytest.raises(RecordError, match="expected the replay to be at its last event"):
        replay.check_end()
    while replay.position:
        replay.back()
    replay.seek(position)
    assert state(replay)[:9] == before[:9]


@pytest.mark.parametrize(
    ("lines", "changes", "message"),
    [
        ([OPEN], {"outcome": Outcome.WON}, "expected the outcome ongoing, got won at the end, after 1 event$"),
        (
            [OPEN, LOSS],
            {"outcome": Outcome.ONGOING},
            "expected the outcome lost, got ongoing at the end, after 2 events$",
        ),
        (
            [OPEN, LOSS],
            {"milliseconds": 49},
            "expected a length of 50 ms, as the clock is stopped after the end, got 49",
        ),
        (
            [OPEN, LOSS],
            {"milliseconds": 51},
            "expected a length of 50 ms, as the clock is stopped after the end, got 51",
        ),
        ([OPEN, "50 hint"], {"milliseconds": 49}, "expected a length of 50 ms or more, got 49"),
        ([OPEN, "50 pause"], {"milliseconds": 51}, "as the clock is stopped in a pause"),
        (["0 flag 0 0: 1"], {"milliseconds": 1}, "as the clock is stopped before the first open"),
        ([], {"milliseconds": 1}, "as the clock is stopped before the first open, got 1 at the end, after 0 events"),
    ],
)
def test_ends_that_cannot_be_are_refused(lines: list[str], changes: dict[str, Any], message: str) -> None:
    record = Record("3x4", layout=LAYOUT, events=map(Event.parse, lines))
    record.verify()
    with pytest.raises(RecordError, match=message) as caught:
        record.replace(**changes).verify()
    assert (caught.value.position, caught.value.event) == (len(lines), None)


def test_a_game_that_goes_on_may_last_longer_than_its_events() -> None:
    Record("3x4", layout=LAYOUT, events=[Event.parse(OPEN)], milliseconds=10**9).verify()


def test_seed_and_layout_must_agree() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "flag", (0, 3), 1), Event(0, "open", (0, 0), 6)])
    layout = record.layout
    assert layout is not None
    record.replace(layout=layout).verify()
    other = Layout("3x4", [(0, 2), (1, 2)])
    # No open cell reveals it yet.
    record.replace(layout=other, events=record.events[:1]).verify()
    with pytest.raises(RecordError, match="expected the layout determined by seed and first open at event 2") as caught:
        record.replace(layout=other).verify()
    assert caught.value.position == 1


def test_without_seed_and_layout_nothing_can_be_opened() -> None:
    record = Record("3x4", 2, events=[Event(0, "flag", (0, 0), 1), Event(0, "open", (0, 0), 0)])
    record.verify()
    with pytest.raises(RecordError) as caught:
        record.replace(events=[Event(0, "open", (0, 0), changed) for changed in range(13)], rules="comp2017").verify()
    assert caught.value.position == 0
    for changed in range(1, 13):
        with pytest.raises(RecordError, match="expected") as caught:
            record.replace(events=[Event(0, "open", (0, 0), changed)]).verify()
        assert caught.value.position == 0


@pytest.mark.parametrize("promise", ["safe", "opening"])
def test_a_given_layout_keeps_what_the_rules_promise(promise: str) -> None:
    events = [Event(0, "open", (0, 1), 1)]
    layout = Layout("3x4", [(0, 0), (2, 3)])
    record = Record("3x4", layout=layout, rules=f"classic,first={promise}", events=events)
    if promise == "safe":
        record.verify()
    else:
        with pytest.raises(RecordError, match=r"promise \(opening\), with no mine at \(0, 0\)"):
            record.verify()
    record.replace(rules="classic,first=any").verify()


def test_boards_that_no_machine_holds_are_refused() -> None:
    record = Record("4294967296x4294967295", 5, seed=1)
    with pytest.raises(BoardTooLargeError):
        record.replay()
    with pytest.raises(BoardTooLargeError):
        record.verify()


def test_only_records_are_replayed() -> None:
    with pytest.raises(ParameterTypeError):
        Replay("3x4")  # type: ignore[arg-type]


def test_a_replay_says_where_it_stands() -> None:
    replay = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]).replay()
    replay.step()
    assert repr(replay).startswith("<Replay at event 1 of 1, 0 ms: <Game 3x4")
