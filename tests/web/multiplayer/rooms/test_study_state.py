"""Studies with simultaneous edits: all editors end with the same record, and impossible edits have no effect."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Event, Record
from hypersweep.web.multiplayer.rooms import study_state
from hypersweep.web.multiplayer.rooms.study_edits import (
    CommentRequest,
    DeleteRequest,
    LeadRequest,
    PlayRequest,
    RoleRequest,
    SavedPlay,
    SavedThere,
    TagRequest,
    UndoRequest,
)
from hypersweep.web.multiplayer.rooms.study_record import decode_kept
from hypersweep.web.multiplayer.rooms.study_state import Draft
from study_edits import RECORD, circle, do, refusal


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_what_is_kept_gives_the_same_record(seed: int, turns: int) -> None:
    own = circle(seed, turns)
    again = Draft(own.first)
    for version, (kept, by) in enumerate(own.kept, 1):
        again.apply(decode_kept(msgspec.json.encode(kept)), by=by, version=version)
        assert again.record == own.records[version]
    assert (again.leader, again.leads_at) == (own.draft.leader, own.draft.leads_at)
    assert again.record.format() == own.draft.record.format()
    assert Record.parse(again.record.format()) == own.draft.record
    if own.kept:
        Draft(own.draft.record.replace()).record.verify()
    assert "study_impossible" not in own.refused
    if again.leads_at is not None:
        again.record.find(again.leads_at)


def test_a_move_goes_on_with_the_line_or_begins_another() -> None:
    draft = Draft(RECORD)
    assert do(draft, PlayRequest(seen=0, at="2", kind="open", cell=11), 1) == SavedPlay("2", "1900 open 2 3: 1")
    assert do(draft, PlayRequest(seen=1, at="1", kind="open", cell=11), 2) == SavedPlay("1", "1000 open 2 3: 1")
    assert do(draft, PlayRequest(seen=2, at="1", kind="open", cell=11), 3) == SavedThere("1.1.1")
    # From the beginning of the side line another one leaves where that does.
    do(draft, PlayRequest(seen=3, at="1.1.0", kind="flag", cell=11), 4)
    assert draft.record.branches(1) == (1, 2)
    # Before the first click no time passes.
    assert do(draft, PlayRequest(seen=4, at="0", kind="flag", cell=11), 5) == SavedPlay("0", "0 flag 2 3: 1")
    draft.record.verify()


def test_what_the_rules_forbid_is_refused() -> None:
    paused = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "pause")])
    assert refusal(Draft(RECORD), PlayRequest(seen=0, at="2", kind="open", cell=0)).what == "study_nothing"
    assert refusal(Draft(RECORD), PlayRequest(seen=0, at="2", kind="open", cell=12)).what == "cell"
    assert refusal(Draft(RECORD), PlayRequest(seen=0, at="3", kind="open", cell=1)).what == "study_moment"
    assert refusal(Draft(RECORD), PlayRequest(seen=0, at="1.", kind="open", cell=1)).what == "study_moment"
    assert refusal(Draft(paused), PlayRequest(seen=0, at="2", kind="open", cell=9)).what == "study_paused"
    mine = next(iter(RECORD.layout.mine_cells())) if RECORD.layout else (0, 0)
    draft = Draft(RECORD)
    do(draft, PlayRequest(seen=0, at="1", kind="open", cell=RECORD.grid.index(mine)), 1)
    assert refusal(draft, PlayRequest(seen=1, at="1.1.1", kind="flag", cell=9)).what == "over"


def test_who_reads_edits_nothing() -> None:
    draft = Draft(RECORD)
    for request in (UndoRequest(seen=0), LeadRequest(seen=0), TagRequest(seen=0, name="title", value="x")):
        assert refusal(draft, request, can_edit=False).status == 403
    assert refusal(draft, RoleRequest(seen=0, member=2, can_edit=True)).what == "study_not_owner"
    assert refusal(draft, RoleRequest(seen=0, member=1, can_edit=False), is_owner=True).what == "study_own_role"
    do(draft, RoleRequest(seen=0, member=2, can_edit=True), 1)
    assert draft.editors == {2}
    do(draft, LeadRequest(seen=0, at="1"), 2, by=2)
    do(draft, RoleRequest(seen=0, member=2, can_edit=False), 3)
    assert (draft.readers, draft.editors, draft.leader, draft.leads_at) == ({2}, set(), 0, None)


def test_what_is_gone_says_what_came_between() -> None:
    draft = Draft(RECORD)
    do(draft, DeleteRequest(seen=0, at="1"), 5, by=2)
    error = refusal(draft, CommentRequest(seen=0, at="2", text="late"))
    assert (error.what, error.status) == ("study_gone", 409)
    assert error.values == {"at": "2", "by": 2, "edit": "delete", "version": 5}
    do(draft, CommentRequest(seen=0, at="0", text="there"), 6)


def test_a_comment_that_somebody_else_changed_isn_t_overwritten() -> None:
    draft = Draft(RECORD)
    do(draft, CommentRequest(seen=0, at="1", text="one"), 1, by=2)
    error = refusal(draft, CommentRequest(seen=0, at="1", text="other"))
    assert (error.what, error.values["by"]) == ("study_said", 2)
    do(draft, CommentRequest(seen=0, at="2", text="elsewhere"), 2)
    do(draft, CommentRequest(seen=1, at="1", text="both"), 3)
    # An editor's own edits don't conflict.
    do(draft, CommentRequest(seen=1, at="1", text="all"), 4)


def test_what_is_too_long_ago_is_refused() -> None:
    draft = Draft(RECORD)
    for version in range(1, 600):
        do(draft, TagRequest(seen=version, name="title", value=str(version)), version)
    assert refusal(draft, CommentRequest(seen=0, at="1", text="late")).what == "study_late"
    do(draft, CommentRequest(seen=600 - 513, at="1", text="just"), 600)


def test_a_study_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = Draft(RECORD)
    do(draft, TagRequest(seen=0, name="title", value="x"), 1)
    for name, most, what, request in (
        ("MOST_EVENTS", 2, "study_events", PlayRequest(seen=1, at="2", kind="open", cell=11)),
        ("MOST_LINES", 0, "study_lines", PlayRequest(seen=1, at="1", kind="open", cell=11)),
        ("MOST_DEPTH", 0, "study_depth", PlayRequest(seen=1, at="1", kind="open", cell=11)),
        ("MOST_TAGS", 1, "study_tags", TagRequest(seen=1, name="player", value="Ann")),
        ("MOST_TEXT", 300, "study_text", CommentRequest(seen=1, at="1", text="x" * 300)),
        ("MOST_EDITS", 1, "study_edits", CommentRequest(seen=1, at="1", text="x")),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(study_state, name, most)
            error = refusal(draft, request)
            assert error.what == what
            assert error.values["most"] == most
    # The exact size counts, not the cautious estimate.
    monkeypatch.setattr(study_state, "MOST_TEXT", 1000)
    for version in range(2, 60):
        do(draft, CommentRequest(seen=version, at="1", text="x" * 300), version)


@pytest.mark.parametrize("name", ["board", "seed", "hypersweep-record"])
def test_a_record_s_own_tags_aren_t_touched(name: str) -> None:
    assert refusal(Draft(RECORD), TagRequest(seen=0, name=name, value="x")).what == "study_tag"


def test_text_is_one_that_can_be_written() -> None:
    draft = Draft(RECORD)
    do(draft, CommentRequest(seen=0, at="1", text="a\r\nb\rc\ud800"), 1)
    assert draft.record.comments == {1: "a\nb\nc?"}
    do(draft, TagRequest(seen=1, name="title", value=" a\n b\t"), 2)
    assert draft.record.tags["title"] == "a b"
    do(draft, TagRequest(seen=2, name="title", value=""), 3)
    assert "title" not in draft.record.tags
