"""Records as trees: the order of their lines, where they lead, and what goes with what."""

from __future__ import annotations

import pytest

from hypersweep import Event, ParameterError, Record
from hypersweep.record import Variation

RECORD = Record(
    "3x4",
    2,
    seed=7,
    events=[Event(0, "flag", (2, 3), 1), Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)],
    comments={0: "A short game.", 3: "The corner was better.\n"},
    variations=[Variation(3, [Event(950, "flag", (1, 2), 1)])],
)


def test_side_lines_are_put_in_the_order_of_the_text() -> None:
    events = [Event(0, "open", (0, 0), 6)]
    lines = [Variation(1, events), Variation(0, events, parent=1), Variation(0, []), Variation(1, [], parent=1)]
    record = Record("3x4", 2, seed=7, events=events, variations=lines)
    assert [(own.parent, own.position, len(own.events)) for own in record.variations] == [
        (0, 0, 0),
        (0, 1, 1),
        (2, 0, 1),
        (2, 1, 0),
    ]
    assert Record.parse(record.format()) == record
    assert record.branches(1, 2) == (4,)
    assert record.line(3) == (*events, *events)


def test_comments_and_side_lines_go_with_their_events() -> None:
    assert RECORD.replace(tags={"player": "Ann"}).variations == RECORD.variations
    bare = RECORD.replace(events=RECORD.events[:1])
    assert (bare.comments, bare.variations) == ({}, ())
    kept = RECORD.replace(events=RECORD.events[:1], comments={1: "late"})
    assert (kept.comments, kept.variations) == ({1: "late"}, ())
    assert RECORD.with_comment(0, "").comments == {3: "The corner was better.\n"}


def test_lines_are_added_where_they_leave() -> None:
    more = RECORD.with_variation(2, [Event(800, "flag", (0, 3), 1)], comments={0: "what if"})
    assert (more.branches(2), more.branches(3), more.branches(0)) == ((1,), (2,), ())
    deep = more.with_variation(1, [Event(850, "flag", (0, 3), 1)], line=1)
    assert deep.branches(1, 1) == (2,)
    assert deep.line(2) == (*RECORD.events[:2], Event(800, "flag", (0, 3), 1), Event(850, "flag", (0, 3), 1))
    assert deep.line(0) == RECORD.events
    assert deep.with_comment(1, "late", line=2).variations[1].comments == {1: "late"}
    assert deep.with_comment(0, "", line=1).variations[0].comments == {}
    deep.verify()
    assert len(RECORD.variations) == 1
    with pytest.raises(ParameterError, match="leave line 1 after 0 to 1 events, got 2"):
        deep.with_variation(2, [], line=1)
    with pytest.raises(ParameterError, match="place of a comment of 0 to 1, got 2"):
        deep.with_comment(2, "x", line=1)
