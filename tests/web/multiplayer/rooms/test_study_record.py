"""Edits of a record: positions stay valid, and the same edits lead to the same record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import HypersweepError
from hypersweep.record import Event, Record
from hypersweep.record.position_ref import parse_moment
from hypersweep.web.multiplayer.rooms.edits import KeptComment, KeptLead, KeptReplace
from hypersweep.web.multiplayer.rooms.position_mapping import moved
from hypersweep.web.multiplayer.rooms.study_record import apply, decode_kept, normal_place, same_move
from study_edits import RECORD, circle, moments


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_moments_stay_what_they_were(seed: int, turns: int) -> None:
    own = circle(seed, turns)
    for version, (kept, _) in enumerate(own.kept):
        before, after = own.records[version], own.records[version + 1]
        shifts = apply(before, kept).shifts
        found = set()
        for name in moments(before):
            steps, is_same = moved(shifts, parse_moment(name))
            line, place = after.find(".".join(map(str, steps)))
            if is_same:
                old, where = before.find(name)
                was, now = way(before, old, where), way(after, line, place)
                assert now == was, (kept, name)
                assert steps not in found
                found.add(steps)


def way(record: Record, line: int, position: int) -> tuple[Event, ...]:
    """Return the events up to a moment."""
    events = record.line(line)
    own = len(record.variations[line - 1].events if line else record.events)
    return events[: len(events) - own + position]


def test_the_beginning_of_a_side_line_is_where_it_leaves() -> None:
    record = RECORD.with_variation(1, [Event(950, "open", (2, 2), 1)])
    record = record.with_variation(0, [Event(950, "flag", (2, 2), 1)], line=1)
    assert normal_place(record, "1.1.0.1.0") == (0, 1)
    assert normal_place(record, "1.1.1") == (1, 1)
    assert same_move(record, 0, 1, "open", (2, 2)) == "1.1.1"
    assert same_move(record, 0, 1, "flag", (1, 2)) == "2"
    assert same_move(record, 0, 1, "flag", (2, 2)) is None


def test_another_record_forgets_all_moments() -> None:
    other = Record("2x3", 1, seed=1)
    done = apply(RECORD, KeptReplace(other.format()))
    assert (done.record, done.at) == (other, "0")
    assert moved(done.shifts, (2,)) == ((0,), False)
    assert apply(RECORD, KeptLead("1")) == (RECORD, (), None)


def test_what_can_t_have_been_kept_is_an_error() -> None:
    with pytest.raises(HypersweepError, match="expected an edit that was kept"):
        decode_kept(b'{"do": "nothing"}')
    with pytest.raises(HypersweepError, match="expected a moment of the record"):
        apply(RECORD, KeptComment("3", "late"))
