"""Replays: the clock and its speeds, steps from move to move, and playing on from a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hypersweep import Layout, Outcome, RecordError
from hypersweep.record import Event, Record
from hypersweep.ui_model.replay_player import (
    SPEEDS,
    InsightCache,
    MovePlayer,
    ReplayPlayer,
    begin_attempt,
    beside,
    record_up_to,
)
from played import Step, played

# Two flags before the clock starts, then an open, and one more a second later.
EVENTS = [
    Event(0, "flag", (1, 2), 1),
    Event(0, "open", (0, 0), 6),
    Event(1000, "flag", (0, 2), 1),
    Event(3000, "flag", (0, 2), 1),
]
RECORD = Record("3x4", 2, seed=7, events=EVENTS, milliseconds=4000)


def player() -> ReplayPlayer:
    return ReplayPlayer(RECORD)


def test_time_passes_only_while_it_plays() -> None:
    found = player()
    assert not found.pass_time(60)
    assert found.latest is None
    found.toggle()
    assert found.pass_time(0)
    assert found.replay.position == 2
    assert not found.pass_time(0.9)
    assert found.pass_time(0.2)
    assert found.latest == EVENTS[2]
    found.toggle()
    assert not found.pass_time(60)
    found.toggle()
    assert found.pass_time(60)
    assert found.is_at_end
    assert not found.is_playing
    assert found.milliseconds == 4000


def test_speeds_have_ends() -> None:
    found = player()
    assert found.speed == 1
    found.toggle()
    found.faster(2)
    assert found.speed == 4
    found.pass_time(0.26)
    assert found.milliseconds == pytest.approx(1040)
    found.faster(99)
    assert found.speed == SPEEDS[-1]
    found.faster(-99)
    assert found.speed == SPEEDS[0]


def test_any_moment_can_be_sought() -> None:
    found = player()
    found.seek_share(0.5)
    assert (found.replay.position, found.milliseconds) == (3, 2000)
    found.seek_share(0)
    assert (found.replay.position, found.milliseconds) == (0, 0)
    found.seek_share(0.0001)
    assert found.replay.position == 2
    found.seek_share(1)
    assert found.is_at_end
    found.seek(-5)
    assert found.replay.position == 0
    found.seek(99)
    assert found.is_at_end
    # At the end, playing begins again.
    found.toggle()
    assert (found.replay.position, found.is_playing) == (0, True)


def test_an_event_that_cannot_be_is_told() -> None:
    wrong = RECORD.replace(events=[*EVENTS[:3], Event(3000, "flag", (0, 2), 5)])
    found = ReplayPlayer(wrong)
    found.toggle()
    with pytest.raises(RecordError):
        found.pass_time(60)
    assert found.replay.position == 3


def branched() -> Record:
    """A record with two side lines at one place, one of which has a line of its own."""
    record = RECORD.with_comment(0, "before").with_comment(2, "after the open")
    record = record.with_variation(
        2, [Event(500, "flag", (0, 3), 1), Event(700, "flag", (0, 3), 1)], comments={1: "or so"}
    )
    record = record.with_variation(2, [Event(600, "flag", (2, 3), 1)], comments={0: "another way"})
    return record.with_variation(1, [Event(900, "flag", (1, 3), 1)], line=1)


def test_comments_belong_to_what_was_played_last() -> None:
    found = ReplayPlayer(branched())
    told = []
    for position in range(len(EVENTS) + 1):
        found.seek(position)
        told.append(found.comment)
    assert told == ["before", "", "after the open", "", ""]


def test_side_lines_are_followed_and_left() -> None:
    record = branched()
    found = ReplayPlayer(record)
    offered = []
    for position in range(len(EVENTS) + 1):
        found.seek(position)
        offered.append(found.side_lines)
    first, second = record.branches(2)
    (inner,) = record.branches(1, first)
    assert offered == [(), (), (first, second), (), ()]
    assert not found.leave()
    found.toggle()
    found.seek(4)
    found.follow(first)
    assert not found.is_playing
    assert (found.replay.line, found.replay.position, found.milliseconds, found.length) == (first, 2, 0.0, 700)
    # Before the line leaves, comments and side lines are those of its parent.
    found.seek(1)
    assert found.comment == ""
    found.seek(2)
    assert (found.comment, found.side_lines) == ("", ())
    found.seek(3)
    assert (found.comment, found.side_lines) == ("or so", (inner,))
    found.follow(inner)
    found.seek(9)
    assert (found.replay.position, found.is_at_end, found.length) == (4, True, 900)
    assert found.leave()
    assert (found.replay.line, found.replay.position, found.side_lines) == (first, 3, (inner,))
    assert found.leave()
    assert (found.replay.line, found.replay.position, found.side_lines) == (0, 2, (first, second))
    found.follow(second)
    assert found.comment == "another way"
    found.toggle()
    assert found.pass_time(60)
    assert (found.is_at_end, found.milliseconds) == (True, 600.0)


PLAYED_EVENTS = [
    Event(0, "flag", (1, 2), 1),
    Event(0, "open", (0, 0), 6),
    Event(900, "open", (0, 0), 0),
    Event(1000, "flag", (1, 2), 1),
    Event(2000, "open", (1, 2), 1),
]
PLAYED = Record("3x4", 2, seed=7, events=PLAYED_EVENTS)


def test_only_moves_that_changed_something_are_gone_through() -> None:
    player = MovePlayer(PLAYED)
    assert (player.number, player.positions, len(player)) == (0, (1, 4), 2)
    player.go(99)
    assert (player.number, player.event, player.replay.position) == (2, PLAYED_EVENTS[4], 4)
    assert player.first_open is None
    player.go(-5)
    assert (player.number, player.event, player.replay.position) == (1, PLAYED_EVENTS[1], 1)
    assert player.first_open == "safe"


def test_a_record_without_moves_stays_where_it_is() -> None:
    player = MovePlayer(Record("3x4", 2, seed=7))
    player.go(1)
    assert player.number == 0


def test_the_next_of_some_numbers() -> None:
    assert beside([], 3, 1) is None
    assert [beside([2, 5], number, 1) for number in (1, 2, 5)] == [2, 5, None]
    assert [beside([2, 5], number, -1) for number in (2, 5, 9)] == [None, 2, 5]


def test_one_thing_is_worked_out_at_a_time_and_the_last_request_comes_next() -> None:
    waiting: list[tuple[Callable[[], Any], Callable[[Any], object]]] = []
    begun: list[int] = []
    wanted = [1]
    cache = InsightCache(12)

    def ask() -> None:
        number = wanted[0]

        def begin() -> Callable[[], None]:
            begun.append(number)
            return lambda: None

        cache.ask(number, begin, lambda work, done: waiting.append((work, done)), ask)

    for number in range(1, 9):
        wanted[0] = number
        ask()
    assert begun == [1]
    work, done = waiting.pop()
    done(work())
    assert begun == [1, 8]
    work, done = waiting.pop()
    done(work())
    assert not waiting
    wanted[0] = 1
    ask()
    assert begun == [1, 8]


def test_of_large_boards_little_is_kept() -> None:
    cache = InsightCache(1 << 30)
    begun: list[int] = []

    def ask(number: int) -> None:
        def begin() -> Callable[[], None]:
            begun.append(number)
            return lambda: None

        cache.ask(number, begin, lambda work, done: done(work()), lambda: None)

    for number in (1, 2, 2, 3, 3, 1):
        ask(number)
    assert begun == [1, 2, 3, 1]


STEPS: list[Step] = [
    (0, "open", (0, 0)),
    (1000, "flag", (1, 4)),
    (1500, "pause"),
    (1500, "resume"),
    (2000, "open", (0, 4)),
    (2000, "undo"),
    (3000, "open", (1, 5)),
]
TRIED = played(Layout("2x6", [(0, 4)]), STEPS)


@pytest.mark.parametrize("position", range(len(STEPS) + 1))
def test_the_session_stands_where_the_record_did(position: int) -> None:
    replay = TRIED.replay()
    replay.seek(position)
    session = begin_attempt(record_up_to(TRIED, replay.events[:position]))
    # The end of a game is left out: it was lost by the fifth event.
    replay.seek(position - (position == 5))
    assert session.game.codes(0, 12) == replay.game.codes(0, 12)
    assert session.game.layout == TRIED.layout
    assert session.outcome is Outcome.ONGOING
    assert not session.is_paused
    assert not session.is_ranked
    assert session.name is None
    assert session.can_undo == replay.can_undo or replay.is_paused
    while session.can_undo:
        session.undo()
    assert session.game.opened == 0


def test_the_cursor_begins_where_it_is_asked_to() -> None:
    assert begin_attempt(TRIED.replace(events=TRIED.events[:2], outcome=None)).cursor == (1, 4)
    assert begin_attempt(TRIED.replace(events=TRIED.events[:2], outcome=None), (0, 2)).cursor == (0, 2)
