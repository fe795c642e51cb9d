"""The clock of a replay: playing, paused, speeds, and any position."""

from __future__ import annotations

import pytest

from hypersweep import RecordError
from hypersweep.record import Event, Record
from hypersweep.ui_model.replay_player import SPEEDS, ReplayPlayer

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
