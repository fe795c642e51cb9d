"""Events of entries: each has the fields that the log and the messages need."""

from __future__ import annotations

from typing import get_args

import pytest

from databases import a_room
from hypersweep.web.multiplayer.rooms import events
from hypersweep.web.multiplayer.rooms.entries import Entered, Entry, Moved
from hypersweep.web.multiplayer.rooms.events import CellsMoved, Event, GameEnded, MemberEntered, StageReached
from hypersweep.web.multiplayer.rooms.solo import SoloRoom
from hypersweep.web.multiplayer.rooms.visibility import Receiver, audience, cut


def test_every_event_is_one_of_those_that_may_come_and_begins_with_its_version() -> None:
    kinds = get_args(Event)
    assert {kind.__name__ for kind in kinds} == set(events.__all__) - {"Event"}
    assert {kind.__struct_fields__[0] for kind in kinds} == {"version"}


def test_events_stay_as_they_are() -> None:
    event = StageReached(3, "playing", None, (), 1)
    with pytest.raises(AttributeError):
        event.version = 4  # type: ignore[misc]


def test_all_that_comes_of_an_entry_has_its_version_and_is_told_in_order() -> None:
    room = SoloRoom(a_room(mines=3, seed="5", owner="person-Ann"))
    entries: list[Entry] = [Entered(1, "person-Ann", "Ann"), Moved(2, 1, 1, 0, 0, 0), Moved(3, 1, 2, 0, 7, 1)]
    found = [room.apply(entry) for entry in entries]
    assert [[type(event) for event in each] for each in found] == [
        [MemberEntered],
        [CellsMoved],
        [CellsMoved, GameEnded, StageReached],
    ]
    assert [{event.version for event in each} for each in found] == [{1}, {2}, {3}]
    for event in (event for each in found for event in each):
        assert audience(room, event, Receiver(1)) >= 0
        assert b'"room":"%b"' % room.row.id.encode() in cut(room, event, Receiver(1))
