"""Edits as messages: round trips, and everything else is rejected."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.rooms import study_edits
from hypersweep.web.multiplayer.rooms.study_edits import (
    EditRequest,
    SavedAll,
    SavedComment,
    SavedEdit,
    SavedPromote,
    SavedUndo,
    Shift,
    moved,
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["do", "at", "seen", "kind", "cell", "text", "name", "value", "record", "is_side", "member"])
DOINGS = st.sampled_from(
    ["play", "delete", "promote", "comment", "tag", "replace", "lead", "role", "undo", "all", "graft"]
)


@pytest.mark.slow
@given(st.dictionaries(NAMES, VALUES), DOINGS)
def test_anything_is_a_request_or_refused(values: dict[str, object], do: str) -> None:
    try:
        request = msgspec.convert({"seen": 1, **values, "do": do}, EditRequest)
    except msgspec.ValidationError:
        return
    assert msgspec.convert(msgspec.to_builtins(request), EditRequest) == request


def test_what_is_kept_is_read_again() -> None:
    kept = SavedUndo(SavedAll([SavedPromote("1.1.0"), SavedComment("1.1.0", "why")]))
    assert msgspec.json.decode(msgspec.json.encode(kept), type=SavedEdit) == kept


@pytest.mark.parametrize("do", ["graft", "there", "all"])
def test_what_only_the_server_does_can_t_be_asked_for(do: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": do, "seen": 0, "at": "1", "edits": [], "branch": ""}, EditRequest)


def test_everything_is_bounded() -> None:
    assert study_edits.MOST_TEXT == 1 << 20
    for values in ({"at": "1" * 201}, {"at": "1", "text": "x" * (study_edits.MOST_COMMENT + 1)}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"do": "comment", "seen": 0, "text": "", **values}, EditRequest)


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (Shift("cut", (4,)), (4,), (4,)),
        (Shift("cut", (4,)), (4, 1, 2), (4, 1, 2)),
        (Shift("cut", (4,)), (3, 1, 9), (3, 1, 9)),
        (Shift("cut", (3, 2, 4)), (3, 1, 9), (3, 1, 9)),
        (Shift("out", (4, 2)), (4, 1, 3), (4, 1, 3)),
        (Shift("out", (4, 2)), (4, 3, 3), (4, 2, 3)),
        (Shift("out", (4, 2)), (5, 3, 3), (5, 3, 3)),
        (Shift("out", (4, 2)), (4,), (4,)),
        (Shift("in", (4, 2)), (4, 2, 3), (4, 3, 3)),
        (Shift("in", (4, 2)), (4, 1, 3), (4, 1, 3)),
        (Shift("swap", (4, 2)), (6, 1, 1), (4, 2, 2, 1, 1)),
        (Shift("swap", (4, 2)), (4, 2, 2, 1, 1), (6, 1, 1)),
        (Shift("swap", (4, 2)), (4, 2, 0), (4, 2, 0)),
        (Shift("swap", (4, 2)), (4, 1, 5), (4, 1, 5)),
        (Shift("swap", (4, 2)), (4,), (4,)),
        (Shift("swap", (1, 1, 4, 2)), (4, 2, 2), (4, 2, 2)),
    ],
)
def test_what_stays_is_called_otherwise(shift: Shift, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert moved((shift,), before) == (after, True)


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (Shift("cut", (4,)), (5, 1, 2), (4,)),
        (Shift("cut", (3, 2, 4)), (3, 2, 5), (3, 2, 4)),
        (Shift("out", (4, 2)), (4, 2, 3, 1, 1), (4,)),
        (Shift("all"), (4, 2, 3), (0,)),
    ],
)
def test_of_what_is_gone_the_last_that_remains_is_given(
    shift: Shift, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    assert moved((shift,), before) == (after, False)
