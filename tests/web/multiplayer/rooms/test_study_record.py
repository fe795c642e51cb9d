"""Edits of a record: positions stay valid, and the same edits lead to the same record."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import HypersweepError
from hypersweep.record import Branch, Event, Record
from hypersweep.record.tree import parse_moment
from hypersweep.web.multiplayer.rooms.study_edits import (
    CommentRequest,
    DeleteRequest,
    PlayRequest,
    PromoteRequest,
    ReplaceRequest,
    SavedAll,
    SavedComment,
    SavedLead,
    SavedPromote,
    SavedReplace,
    SavedThere,
    SavedUndo,
    TagRequest,
    UndoRequest,
    moved,
)
from hypersweep.web.multiplayer.rooms.study_record import apply, decode_kept, normal_place, same_move
from hypersweep.web.multiplayer.rooms.study_state import Draft
from study_edits import RECORD, circle, do, moments, refusal


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
    done = apply(RECORD, SavedReplace(other.format()))
    assert (done.record, done.at) == (other, "0")
    assert moved(done.shifts, (2,)) == ((0,), False)
    assert apply(RECORD, SavedLead("1")) == (RECORD, (), None)


def test_what_can_t_have_been_kept_is_an_error() -> None:
    with pytest.raises(HypersweepError, match="expected a saved edit"):
        decode_kept(b'{"do": "nothing"}')
    with pytest.raises(HypersweepError, match="expected a moment of the record"):
        apply(RECORD, SavedComment("3", "late"))


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(0, 20))
def test_an_edit_that_is_taken_back_leaves_no_trace(seed: int, turns: int) -> None:
    own = circle(seed, turns)
    by = 1
    before = own.draft.record
    own.seen = {by: own.version}
    kept = own.turn()
    if kept is None or isinstance(kept, SavedUndo | SavedThere) or own.draft.record == before:
        return
    if isinstance(kept, SavedPromote) and len(steps := parse_moment(kept.at)) > 3 and not steps[-3]:
        # It was in a side line without events, which can't be restored.
        return
    undo = own.draft.decide(UndoRequest(seen=0), by=by, can_edit=True, is_owner=False)
    own.draft.apply(undo, by=by, version=own.version + 1)
    ends = {"outcome": before.outcome, "milliseconds": before.milliseconds}
    assert own.draft.record.replace(**ends) == before, kept


def test_what_was_built_upon_stays() -> None:
    draft = Draft(RECORD)
    assert refusal(draft, UndoRequest(seen=0)).what == "study_no_undo"
    do(draft, PlayRequest(seen=0, at="2", kind="open", cell=11), 1)
    do(draft, CommentRequest(seen=1, at="3", text="good"), 2, by=2)
    assert refusal(draft, UndoRequest(seen=2)).what == "study_built_on"
    do(draft, UndoRequest(seen=2), 3, by=2)
    do(draft, UndoRequest(seen=3), 4)
    assert draft.record == RECORD
    assert refusal(draft, UndoRequest(seen=2)).what == "study_no_undo"
    do(draft, ReplaceRequest(seen=4, record=Record("2x3", 1, seed=1).format()), 5)
    do(draft, TagRequest(seen=5, name="title", value="x"), 6, by=2)
    assert refusal(draft, UndoRequest(seen=6)).what == "study_built_on"


def test_a_deleted_line_comes_back_to_its_place() -> None:
    draft = Draft(RECORD.with_branch(1, Branch([Event(950, "flag", (1, 2), 1)], comments={0: "or", 1: "so"})))
    first = draft.record
    do(draft, PlayRequest(seen=0, at="1", kind="flag", cell=11), 1, by=2)
    do(draft, DeleteRequest(seen=1, at="1.1.1"), 2)
    assert draft.record.branches(1) == (1,)
    do(draft, UndoRequest(seen=2), 3)
    assert draft.record.branches(1) == (1, 2)
    do(draft, UndoRequest(seen=3), 4, by=2)
    assert draft.record == first


def test_a_promoted_line_goes_back() -> None:
    first = RECORD.with_branch(1, Branch([Event(950, "flag", (1, 3), 1)], comments={0: "or", 1: "so"}))
    for end in (first, first.without(1)):
        draft = Draft(end)
        do(draft, PromoteRequest(seen=0, at="1.1.1"), 1)
        assert draft.record.comments == {2: "or\nso"}
        kept = do(draft, UndoRequest(seen=1), 2)
        assert isinstance(kept, SavedUndo)
        assert isinstance(kept.edit, SavedAll)
        assert draft.record == end
