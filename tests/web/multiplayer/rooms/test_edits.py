"""Edits as messages: round trips, and refusals of everything else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.rooms import edits
from hypersweep.web.multiplayer.rooms.edits import Kept, KeptAll, KeptComment, KeptPromote, KeptUndo, Wish

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
def test_anything_is_a_wish_or_refused(values: dict[str, object], do: str) -> None:
    try:
        wish = msgspec.convert({"seen": 1, **values, "do": do}, Wish)
    except msgspec.ValidationError:
        return
    assert msgspec.convert(msgspec.to_builtins(wish), Wish) == wish


def test_what_is_kept_is_read_again() -> None:
    kept = KeptUndo(KeptAll([KeptPromote("1.1.0"), KeptComment("1.1.0", "why")]))
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Kept) == kept


@pytest.mark.parametrize("do", ["graft", "there", "all"])
def test_what_only_the_server_does_can_t_be_asked_for(do: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": do, "seen": 0, "at": "1", "edits": [], "branch": ""}, Wish)


def test_everything_is_bounded() -> None:
    assert edits.MOST_TEXT == 1 << 20
    for values in ({"at": "1" * 201}, {"at": "1", "text": "x" * (edits.MOST_COMMENT + 1)}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"do": "comment", "seen": 0, "text": "", **values}, Wish)
